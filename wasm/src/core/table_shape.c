/* Finds out how a text is laid out as a table. Rules: docs/numerics.md. */
#include "table.h"

/* A text being laid out. */
typedef struct text_layout {
    const char *text;
    const char *ids;
    uint32_t n_columns;
    wk_lines lines;
    wk_table_shape *shape;
} text_layout;

static wk_walk walk_from(const text_layout *layout, uint32_t at) {
    return wk_walk_table(layout->text, at, layout->lines.end, layout->shape);
}

static wk_comma comma_of(const text_layout *layout) {
    return (wk_comma)layout->shape->comma;
}

/* ---- The header ------------------------------------------------------------------------------------------------ */

/*
 * Whether some line further down has a number below a title. Bit i of titles says whether cell i of the first line is
 * one; beyond 64 cells all are taken to be. The first line itself is not read again for every line.
 */
static bool has_number_below(const text_layout *layout, uint64_t titles, uint32_t n_titles) {
    wk_walk walk = walk_from(layout, layout->lines.second);
    wk_cell cell;
    double value;
    while (walk.at < walk.end) {
        for (uint32_t i = 0; wk_next_cell(&walk, &cell); i++) {
            if (i < n_titles && (i >= 64 || (titles >> i & 1)) &&
                wk_read_cell(layout->text, &cell, comma_of(layout), &value) == WK_R_NONE) {
                return true;
            }
        }
    }
    return false;
}

static bool is_letter(unsigned char byte) {
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte >= 0x80;
}

/*
 * A title has a letter and does not begin as a number does. `12abc`, `0x10`, `2-1` and `$5` are numbers gone wrong:
 * taken for titles they would vanish without a word.
 */
static bool is_title(const char *text, const wk_cell *cell) {
    const unsigned char *byte = (const unsigned char *)text + cell->byte;
    const bool begins_as_number = (byte[0] >= '0' && byte[0] <= '9') || byte[0] == '+' || byte[0] == '-' ||
                                  byte[0] == '.' || byte[0] == ',' ||
                                  (cell->length >= 3 && byte[0] == 0xE2 && byte[1] == 0x88 && byte[2] == 0x92);
    uint32_t i = 0;
    while (i < cell->length && !is_letter(byte[i])) {
        i++;
    }
    return i < cell->length && !begins_as_number;
}

static bool is_header(const text_layout *layout) {
    wk_walk walk = walk_from(layout, layout->lines.first);
    wk_cell cell;
    uint32_t column;
    uint64_t titles = 0;
    uint32_t n_titles = 0;
    bool all_text = true;
    for (; wk_next_cell(&walk, &cell); n_titles++) {
        if (wk_find_id(layout->text, &cell, layout->ids, layout->n_columns, &column)) {
            return true;
        }
        if (cell.length > 0) {
            all_text = all_text && is_title(layout->text, &cell) && wk_is_text(layout->text, &cell, comma_of(layout));
            titles |= n_titles < 64 ? UINT64_C(1) << n_titles : 0;
        }
    }
    return all_text && has_number_below(layout, titles, n_titles);
}

/* Where the first row of data begins; the end when there is none. */
static uint32_t first_row(const text_layout *layout) {
    wk_walk walk = walk_from(layout, layout->shape->body_at);
    while (wk_skip_blank_line(&walk)) {
    }
    return walk.at;
}

/* Between blanks, a title of several words above rows of one cell is one title. */
static bool is_one_title(const text_layout *layout) {
    wk_walk walk = walk_from(layout, first_row(layout));
    bool trailing;
    return walk.at_blanks && walk.at < walk.end && wk_count_cells(&walk, &trailing) == 1;
}

/* Matches titles with ids; the first of two equal titles counts. Returns how many columns were found. */
static uint32_t match_titles(const text_layout *layout) {
    wk_table_shape *shape = layout->shape;
    const bool one_title = is_one_title(layout);
    wk_walk walk = wk_walk_from(layout->text, layout->lines.first, layout->lines.end,
                                one_title ? WK_WHOLE_LINES : shape->separator);
    wk_cell cell;
    uint32_t column;
    uint32_t found = 0;
    while (wk_next_cell(&walk, &cell) && !wk_is_trailing(&walk, &cell, shape->cells)) {
        if (wk_find_id(layout->text, &cell, layout->ids, layout->n_columns, &column) && shape->cell_of[column] < 0) {
            shape->cell_of[column] = (int32_t)shape->cells;
            found++;
        }
        shape->cells++;
    }
    return found;
}

/* ---- Columns --------------------------------------------------------------------------------------------------- */

/*
 * Takes the cells of the first row that are not text as the columns, in order. They must be as many as the columns; an
 * empty cell at the end of the line is one only if it is needed.
 */
static bool take_by_position(const text_layout *layout) {
    wk_table_shape *shape = layout->shape;
    wk_walk walk = walk_from(layout, first_row(layout));
    wk_cell cell;
    uint32_t cells = 0;
    uint32_t found = 0;
    for (; walk.at < walk.end && wk_next_cell(&walk, &cell); cells++) {
        if (wk_is_trailing(&walk, &cell, cells) && found == layout->n_columns) {
            break;
        }
        if ((!shape->has_header || cells < shape->cells) && !wk_is_text(layout->text, &cell, comma_of(layout))) {
            if (found < layout->n_columns) {
                shape->cell_of[found] = (int32_t)cells;
            }
            found++;
        }
    }
    shape->by_position = 1;
    shape->cells = shape->has_header ? shape->cells : cells;
    return found == layout->n_columns;
}

static bool feeds_a_column(const text_layout *layout, uint32_t cell) {
    for (uint32_t column = 0; column < layout->n_columns; column++) {
        if (layout->shape->cell_of[column] == (int32_t)cell) {
            return true;
        }
    }
    return false;
}

static int32_t find_name_cell(const text_layout *layout) {
    wk_walk walk = walk_from(layout, first_row(layout));
    wk_cell cell;
    for (uint32_t i = 0; walk.at < walk.end && wk_next_cell(&walk, &cell); i++) {
        if (i < layout->shape->cells && !feeds_a_column(layout, i) &&
            wk_is_text(layout->text, &cell, comma_of(layout))) {
            return (int32_t)i;
        }
    }
    return -1;
}

/* ---- Rows ------------------------------------------------------------------------------------------------------ */

/* Lines that are not blank; with one cell a row, blank ones between them are rows too. */
static uint32_t count_rows(const text_layout *layout) {
    wk_walk walk = walk_from(layout, layout->shape->body_at);
    wk_span line;
    uint32_t rows = 0;
    uint32_t blank = 0;
    while (walk.at < walk.end) {
        if (wk_skip_blank_line(&walk)) {
            blank++;
            continue;
        }
        wk_take_line(&walk, &line);
        rows += layout->shape->cells == 1 ? 1 + blank : 1;
        blank = 0;
    }
    return rows;
}

/* Values flow into one column, unless every line has one cell, so that blank lines between them are rows. */
static void lay_out_flow(const text_layout *layout) {
    wk_table_shape *shape = layout->shape;
    wk_walk walk = walk_from(layout, shape->body_at);
    uint32_t values = 0;
    uint32_t blank = 0;
    uint32_t blank_between = 0;
    bool one_a_line = true;
    while (walk.at < walk.end) {
        if (wk_skip_blank_line(&walk)) {
            blank++;
            continue;
        }
        bool trailing;
        const uint32_t cells = wk_count_cells(&walk, &trailing);
        values += cells;
        blank_between = blank;
        one_a_line = one_a_line && cells == 1;
    }
    shape->cells = one_a_line;
    shape->cell_of[0] = 0;
    shape->rows = one_a_line ? values + blank_between : values;
}

static wk_reason lay_out_rows(const text_layout *layout, wk_span *where) {
    wk_table_shape *shape = layout->shape;
    if ((!shape->has_header || match_titles(layout) == 0) && !take_by_position(layout)) {
        wk_walk walk = walk_from(layout, layout->lines.first);
        wk_span line;
        wk_take_line(&walk, &line);
        *where = (wk_span){line.byte, line.length};
        return WK_R_NO_SUCH_COLUMN;
    }
    shape->name_cell = find_name_cell(layout);
    shape->rows = count_rows(layout);
    return WK_R_NONE;
}

/* ---- All of it ------------------------------------------------------------------------------------------------- */

static wk_lines find_lines(const char *text, uint32_t length) {
    const bool byte_order_mark = length >= 3 && text[0] == '\xEF' && text[1] == '\xBB' && text[2] == '\xBF';
    wk_walk walk = wk_walk_from(text, byte_order_mark ? 3 : 0, length, WK_WHOLE_LINES);
    wk_span line;
    while (wk_skip_blank_line(&walk)) {
    }
    const uint32_t first = walk.at;
    wk_take_line(&walk, &line);
    while (wk_skip_blank_line(&walk)) {
    }
    return (wk_lines){first, walk.at, length};
}

static void clear_shape(wk_table_shape *shape) {
    *shape = (wk_table_shape){.separator = WK_AT_BLANKS, .comma = WK_COMMA_SEPARATOR, .name_cell = -1};
    for (uint32_t column = 0; column < WK_MAX_COLUMNS; column++) {
        shape->cell_of[column] = -1;
    }
}

wk_reason wk_scan_table(const char *text, uint32_t length, const char *ids, uint32_t n_columns, wk_comma comma,
                        wk_table_shape *shape, wk_span *where) {
    if (!ids || !shape || !where || (!text && length > 0)) {
        return WK_R_NULL_POINTER;
    }
    clear_shape(shape);
    *where = (wk_span){0, 0};
    if (n_columns < 1 || n_columns > WK_MAX_COLUMNS) {
        return WK_R_NO_SUCH_COLUMN;
    }
    if (length == 0) {
        return WK_R_NONE;
    }
    const text_layout layout = {text, ids, n_columns, find_lines(text, length), shape};
    const wk_survey survey = wk_survey_text(text, layout.lines.first, length);
    shape->body_at = layout.lines.first;
    if (layout.lines.first == length) {
        return WK_R_NONE;
    }
    if (survey.quote_open) {
        *where = (wk_span){survey.open_at, 1};
        return WK_R_QUOTE_OPEN;
    }
    wk_comma decided;
    const wk_reason reason =
        wk_decide_comma(text, &layout.lines, &survey, ids, n_columns, comma, &decided, &shape->separator, where);
    if (reason != WK_R_NONE) {
        return reason;
    }
    shape->comma = decided;
    if (is_header(&layout)) {
        shape->has_header = 1;
        wk_walk walk = walk_from(&layout, layout.lines.first);
        wk_span line;
        wk_take_line(&walk, &line);
        shape->body_at = walk.at;
    } else if (n_columns == 1) {
        lay_out_flow(&layout);
        return WK_R_NONE;
    }
    return lay_out_rows(&layout, where);
}
