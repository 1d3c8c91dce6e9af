/*
 * wk_scan_table and wk_read_table on any bytes: nothing read or written out of bounds, every cell of the table set,
 * every bad cell inside the text, and a shape that holds what wk.h says. The first byte chooses columns and comma.
 * Build: clang -g -O1 -fsanitize=fuzzer,address,undefined -Iwasm/include -Iwasm/src/core <this> number.c decimal.c
 * table*.c
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static void check_shape(const wk_table_shape *shape, size_t length, uint32_t n_columns) {
    require(shape->comma >= WK_COMMA_DECIMAL && shape->comma <= WK_COMMA_SEPARATOR);
    require(shape->separator != 0 && strchr(",;\t| ", (int)shape->separator) != NULL);
    require(shape->body_at <= length && shape->rows <= length + 1);
    require(shape->name_cell < (int32_t)shape->cells);
    for (uint32_t column = 0; column < WK_MAX_COLUMNS; column++) {
        const int32_t cell = shape->cell_of[column];
        require(cell >= -1 && (column < n_columns || cell == -1));
        require(cell < (int32_t)shape->cells || (shape->cells == 0 && cell <= 0));
    }
}

/* Reads into a table whose every double is a mark that no text gives. */
static void check_reading(const char *text, uint32_t length, uint32_t n_columns, const wk_table_shape *shape) {
    const double mark = -0x1.23456789abcdep-1000;
    const size_t doubles = (size_t)shape->rows * n_columns;
    double *const table = malloc(doubles * sizeof *table + 1);
    wk_span *const names = malloc(shape->rows * sizeof *names + 1);
    wk_bad_cell bad[4];
    require(table && names);
    for (size_t i = 0; i < doubles; i++) {
        table[i] = mark;
    }
    const uint32_t n_bad = wk_read_table(text, length, n_columns, shape, table, names, bad, 4);
    require(n_bad <= doubles);
    for (size_t i = 0; i < doubles; i++) {
        require(table[i] != mark && !isinf(table[i]));
    }
    for (uint32_t i = 0; i < shape->rows; i++) {
        require(names[i].byte <= length && names[i].length <= length - names[i].byte);
    }
    for (uint32_t i = 0; i < n_bad && i < 4; i++) {
        require(bad[i].row < shape->rows && bad[i].column < n_columns && bad[i].reason >= WK_R_CELL_NOT_A_NUMBER);
        require(bad[i].byte <= length && bad[i].length <= length - bad[i].byte);
        require(isnan(table[(size_t)bad[i].column * shape->rows + bad[i].row]));
        require(i == 0 || bad[i].row >= bad[i - 1].row);
    }
    free(table);
    free(names);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char ids[] = "a\0bb\0latency";
    if (size == 0) {
        return 0;
    }
    const uint32_t n_columns = 1 + data[0] % 3;
    const wk_comma comma = (wk_comma)(data[0] / 3 % 4);
    const char *text = (const char *)data + 1;
    const uint32_t length = (uint32_t)size - 1;
    wk_table_shape shape;
    wk_span where;
    const wk_reason reason = wk_scan_table(text, length, ids, n_columns, comma, &shape, &where);
    require(reason == WK_R_NONE || reason == WK_R_NO_SUCH_COLUMN || reason == WK_R_QUOTE_OPEN ||
            (reason == WK_R_COMMA_UNCLEAR && comma == WK_COMMA_AUTO));
    require(where.byte <= length && where.length <= length - where.byte);
    require((reason == WK_R_NONE) == (where.length == 0));
    if (reason == WK_R_NONE) {
        check_shape(&shape, length, n_columns);
        check_reading(text, length, n_columns, &shape);
    }
    return 0;
}
