/* Reads a text, laid out by wk_scan_table, into columns. Rules: docs/numerics.md. */
#include "table.h"

#include <math.h>

/* A text being read. Nothing is written beyond shape->rows, whatever the text. */
typedef struct table_reading {
    const char *text;
    const wk_table_shape *shape;
    uint32_t n_columns;
    uint32_t row;
    double *table;
    wk_span *names;
    wk_bad_cell *bad;
    uint32_t bad_capacity;
    uint32_t n_bad;
} table_reading;

static void note_bad(table_reading *reading, uint32_t column, wk_span where, wk_reason reason) {
    if (reading->n_bad < reading->bad_capacity) {
        reading->bad[reading->n_bad] = (wk_bad_cell){reading->row, column, where.byte, where.length, (uint32_t)reason};
    }
    reading->n_bad++;
}

static wk_reason cell_reason(wk_reason reason) {
    return reason == WK_R_NOT_FINITE  ? WK_R_CELL_NOT_FINITE
           : reason == WK_R_AMBIGUOUS ? WK_R_CELL_AMBIGUOUS
                                      : WK_R_CELL_NOT_A_NUMBER;
}

static void put_value(table_reading *reading, uint32_t column, const wk_cell *cell) {
    double value;
    const wk_reason reason = wk_read_cell(reading->text, cell, (wk_comma)reading->shape->comma, &value);
    reading->table[(size_t)column * reading->shape->rows + reading->row] = value;
    if (reason != WK_R_NONE && reason != WK_R_EMPTY && reason != WK_R_CELL_MISSING) {
        note_bad(reading, column, (wk_span){cell->byte, cell->length}, cell_reason(reason));
    }
}

static void put_missing_row(table_reading *reading) {
    for (uint32_t column = 0; column < reading->n_columns; column++) {
        reading->table[(size_t)column * reading->shape->rows + reading->row] = (double)NAN;
    }
    if (reading->names) {
        reading->names[reading->row] = (wk_span){0, 0};
    }
}

static void read_flow(table_reading *reading, wk_walk walk) {
    wk_cell cell;
    while (walk.at < walk.end) {
        if (wk_skip_blank_line(&walk)) {
            continue;
        }
        for (uint32_t i = 0; wk_next_cell(&walk, &cell); i++) {
            if (wk_is_trailing(&walk, &cell, i)) {
                continue;
            }
            if (reading->row == reading->shape->rows) {
                return;
            }
            put_missing_row(reading);
            put_value(reading, 0, &cell);
            reading->row++;
        }
    }
}

static void take_cell(table_reading *reading, uint32_t index, const wk_cell *cell) {
    const wk_table_shape *shape = reading->shape;
    for (uint32_t column = 0; column < reading->n_columns; column++) {
        if (shape->cell_of[column] == (int32_t)index) {
            put_value(reading, column, cell);
        }
    }
    if (reading->names && shape->name_cell == (int32_t)index) {
        reading->names[reading->row] = (wk_span){cell->byte, cell->length};
    }
}

/* A row with another number of cells is bad as a whole; one more that is empty is forgiven. */
static void read_row(table_reading *reading, wk_walk *walk) {
    const uint32_t cells = reading->shape->cells;
    const uint32_t bad_before = reading->n_bad;
    const uint32_t from = walk->at;
    wk_cell cell;
    uint32_t index = 0;
    bool fits = true;
    put_missing_row(reading);
    for (; wk_next_cell(walk, &cell); index++) {
        if (index < cells) {
            take_cell(reading, index, &cell);
        } else {
            fits = index == cells && wk_is_trailing(walk, &cell, index);
        }
    }
    if (!fits || index < cells) {
        wk_walk again = wk_walk_from(reading->text, from, walk->at, WK_WHOLE_LINES);
        wk_span line;
        wk_take_line(&again, &line);
        put_missing_row(reading);
        reading->n_bad = bad_before;
        note_bad(reading, 0, line, WK_R_ROW_RAGGED);
    }
}

static void read_rows(table_reading *reading, wk_walk walk) {
    uint32_t blank = 0;
    while (walk.at < walk.end) {
        if (wk_skip_blank_line(&walk)) {
            blank += reading->shape->cells == 1;
            continue;
        }
        for (; blank > 0 && reading->row < reading->shape->rows; blank--) {
            put_missing_row(reading);
            reading->row++;
        }
        if (reading->row == reading->shape->rows) {
            return;
        }
        read_row(reading, &walk);
        reading->row++;
    }
}

uint32_t wk_read_table(const char *text, uint32_t length, uint32_t n_columns, const wk_table_shape *shape,
                       double *table, wk_span *names, wk_bad_cell *bad, uint32_t bad_capacity) {
    if (!text || !shape || shape->rows == 0 || !table || n_columns < 1 || n_columns > WK_MAX_COLUMNS ||
        shape->body_at > length) {
        return 0;
    }
    table_reading reading = {text, shape, n_columns, 0, table, names, bad, bad ? bad_capacity : 0, 0};
    const wk_walk walk = wk_walk_table(text, shape->body_at, length, shape);
    if (shape->cells == 0) {
        read_flow(&reading, walk);
    } else {
        read_rows(&reading, walk);
    }
    for (; reading.row < shape->rows; reading.row++) {
        put_missing_row(&reading);
    }
    return reading.n_bad;
}
