/* wk_scan_table and wk_read_table: every rule of docs/numerics.md, and the public cases they come from. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wk.h"

#define NBSP "\xC2\xA0"
#define MINUS "\xE2\x88\x92"

#define MISSING ((double)NAN)
#define ONE "latency\0"
#define TWO "heads\0layers\0"

enum { BAD_CAPACITY = 8 };

/* A text as read; the copy has exactly its length, so that a sanitizer sees a read past it. */
typedef struct sheet {
    char *text;
    wk_table_shape shape;
    wk_span where;
    wk_reason reason;
    uint32_t n_columns;
    double *table;
    wk_span *names;
    wk_bad_cell bad[BAD_CAPACITY];
    uint32_t n_bad;
} sheet;

static sheet read_bytes(const char *text, size_t length, const char *ids, uint32_t n_columns, wk_comma comma) {
    sheet s = {.n_columns = n_columns};
    s.text = malloc(length + (length == 0));
    assert_non_null(s.text);
    memcpy(s.text, text, length);
    s.reason = wk_scan_table(s.text, (uint32_t)length, ids, n_columns, comma, &s.shape, &s.where);
    if (s.reason != WK_R_NONE) {
        return s;
    }
    const size_t rows = s.shape.rows;
    s.table = malloc((rows * n_columns + 1) * sizeof *s.table);
    s.names = malloc((rows + 1) * sizeof *s.names);
    assert_true(s.table && s.names);
    memset(s.table, 0x41, (rows * n_columns + 1) * sizeof *s.table);
    const double beyond = s.table[rows * n_columns];
    s.n_bad = wk_read_table(s.text, (uint32_t)length, n_columns, &s.shape, s.table, s.names, s.bad, BAD_CAPACITY);
    assert_memory_equal(&s.table[rows * n_columns], &beyond, sizeof beyond);
    return s;
}

static sheet read_text(const char *text, const char *ids, uint32_t n_columns, wk_comma comma) {
    return read_bytes(text, strlen(text), ids, n_columns, comma);
}

static void drop(sheet *s) {
    free(s->text);
    free(s->table);
    free(s->names);
}

static void check_column(const sheet *s, uint32_t column, const double *expected, uint32_t rows) {
    if (s->reason != WK_R_NONE || s->shape.rows != rows) {
        fail_msg("reason %d, %u rows instead of %u", (int)s->reason, s->shape.rows, rows);
    }
    for (uint32_t row = 0; row < rows; row++) {
        const double value = s->table[(size_t)column * rows + row];
        if (isnan(expected[row]) ? !isnan(value) : value != expected[row]) {
            fail_msg("column %u, row %u: %.17g instead of %.17g", column, row, value, expected[row]);
        }
    }
}

#define COLUMN(sheet, column, ...)                                                                                     \
    do {                                                                                                               \
        static const double expected_[] = {__VA_ARGS__};                                                               \
        check_column(&(sheet), (column), expected_, WK_COUNT(expected_));                                              \
    } while (0)

/* A text for one column whose values and number of bad cells are known. */
#define ONE_COLUMN(text, comma, bad, ...)                                                                              \
    do {                                                                                                               \
        sheet sheet_ = read_text((text), ONE, 1, (comma));                                                             \
        COLUMN(sheet_, 0, __VA_ARGS__);                                                                                \
        assert_int_equal(sheet_.n_bad, (bad));                                                                         \
        drop(&sheet_);                                                                                                 \
    } while (0)

static void check_cause(const sheet *s, uint32_t byte, uint32_t length, const char *cause) {
    if (length != strlen(cause) || memcmp(s->text + byte, cause, length) != 0) {
        fail_msg("'%.*s' instead of '%s'", (int)length, s->text + byte, cause);
    }
}

static void stops(const char *text, const char *ids, uint32_t n_columns, wk_comma comma, wk_reason reason,
                  const char *cause) {
    sheet s = read_text(text, ids, n_columns, comma);
    if (s.reason != reason) {
        fail_msg("'%s': reason %d instead of %d", text, (int)s.reason, (int)reason);
    }
    check_cause(&s, s.where.byte, s.where.length, cause);
    drop(&s);
}

static void asks(const char *text, const char *cause) {
    stops(text, ONE, 1, WK_COMMA_AUTO, WK_R_COMMA_UNCLEAR, cause);
}

static void check_bad(const sheet *s, uint32_t i, wk_reason reason, uint32_t row, uint32_t column, const char *cause) {
    assert_true(i < s->n_bad && i < BAD_CAPACITY);
    assert_int_equal(s->bad[i].reason, reason);
    assert_int_equal(s->bad[i].row, row);
    assert_int_equal(s->bad[i].column, column);
    check_cause(s, s->bad[i].byte, s->bad[i].length, cause);
}

static void check_name(const sheet *s, uint32_t row, const char *name) {
    check_cause(s, s->names[row].byte, s->names[row].length, name);
}

/* ---- One column without a header ------------------------------------------------------------------------------- */

static void public_case_1_ten_values_between_blanks(void **state) {
    (void)state;
    ONE_COLUMN("0 0 0.3 1.2 1.23 3.5 10 12 23.3 32.1", WK_COMMA_AUTO, 0, 0, 0, 0.3, 1.2, 1.23, 3.5, 10, 12, 23.3, 32.1);
    sheet s = read_text("  500   468\n454 469  \n", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 500, 468, 454, 469);
    assert_int_equal(s.shape.cells, 0);
    assert_int_equal(s.shape.separator, ' ');
    assert_int_equal(s.shape.comma, WK_COMMA_SEPARATOR);
    assert_int_equal(s.shape.has_header, 0);
    assert_int_equal(s.shape.name_cell, -1);
    assert_int_equal(s.shape.cell_of[0], 0);
    drop(&s);
}

static void public_case_9_infinity_is_a_bad_cell(void **state) {
    (void)state;
    sheet s = read_text("1 2 3 4 Infinity", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 1, 2, 3, 4, MISSING);
    assert_int_equal(s.n_bad, 1);
    check_bad(&s, 0, WK_R_CELL_NOT_FINITE, 4, 0, "Infinity");
    drop(&s);
    s = read_text("5 4 1e999", ONE, 1, WK_COMMA_AUTO);
    check_bad(&s, 0, WK_R_CELL_NOT_FINITE, 2, 0, "1e999");
    drop(&s);
}

static void public_case_10_missing_values(void **state) {
    (void)state;
    ONE_COLUMN("1 2 3 4 NaN", WK_COMMA_AUTO, 0, 1, 2, 3, 4, MISSING);
    ONE_COLUMN("4.5,,5.7,3.0,NA,6.7,3.78", WK_COMMA_AUTO, 0, 4.5, MISSING, 5.7, 3.0, MISSING, 6.7, 3.78);
    ONE_COLUMN("1 None null N/A na - 2", WK_COMMA_AUTO, 0, 1, MISSING, MISSING, MISSING, MISSING, MISSING, 2);
    ONE_COLUMN("1;;2", WK_COMMA_AUTO, 0, 1, MISSING, 2);
}

static void public_case_11_empty_and_short_inputs(void **state) {
    static const char *const empty[] = {"", " ", "\n\n \t\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n", NBSP "\n"};
    (void)state;
    for (size_t i = 0; i < WK_COUNT(empty); i++) {
        sheet s = read_text(empty[i], ONE, 1, WK_COMMA_AUTO);
        assert_int_equal(s.reason, WK_R_NONE);
        assert_int_equal(s.shape.rows, 0);
        assert_int_equal(s.n_bad, 0);
        drop(&s);
    }
    ONE_COLUMN("7", WK_COMMA_AUTO, 0, 7);
    ONE_COLUMN("1 2", WK_COMMA_AUTO, 0, 1, 2);
    ONE_COLUMN("\xEF\xBB\xBF"
               "7\r\n8",
               WK_COMMA_AUTO, 0, 7, 8);
    wk_table_shape shape;
    wk_span where;
    assert_int_equal(wk_scan_table(NULL, 0, ONE, 1, WK_COMMA_AUTO, &shape, &where), WK_R_NONE);
    assert_int_equal(wk_read_table(NULL, 0, 1, &shape, NULL, NULL, NULL, 0), 0);
}

static void public_case_12_decimal_commas(void **state) {
    (void)state;
    sheet s = read_text("9,99; 10,01; 10,50", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 9.99, 10.01, 10.5);
    assert_int_equal(s.shape.separator, ';');
    assert_int_equal(s.shape.comma, WK_COMMA_DECIMAL);
    drop(&s);
    asks("1.234,56", "1.234,56");
    asks("1,234.56", "1,234.56");
    ONE_COLUMN("1.234,56", WK_COMMA_DECIMAL, 0, 1234.56);
    ONE_COLUMN("1,234.56", WK_COMMA_THOUSANDS, 0, 1234.56);
    ONE_COLUMN("1.234,56;2", WK_COMMA_AUTO, 0, 1234.56, 2);
    ONE_COLUMN("1,234.56;2", WK_COMMA_AUTO, 0, 1234.56, 2);
}

static void public_case_13_stray_characters(void **state) {
    (void)state;
    sheet s = read_text("1" NBSP "234 " MINUS "5 2-1 12abc 0x10", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 1234, -5, MISSING, MISSING, MISSING);
    assert_int_equal(s.n_bad, 3);
    check_bad(&s, 0, WK_R_CELL_NOT_A_NUMBER, 2, 0, "2-1");
    check_bad(&s, 1, WK_R_CELL_NOT_A_NUMBER, 3, 0, "12abc");
    check_bad(&s, 2, WK_R_CELL_NOT_A_NUMBER, 4, 0, "0x10");
    drop(&s);
}

/* Also that a line of a million values takes no longer than a million lines. */
static void public_case_15_two_million_values(void **state) {
    static const struct {
        const char *separator;
        uint32_t count;
    } cases[] = {{"\n", 2000000}, {" ", 2000000}, {"\r\n", 126000}, {", ", 1000000}, {";", 1000000}, {"\t", 126000}};
    char *const text = malloc(2000000 * 8);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < WK_COUNT(cases); i++) {
        size_t length = 0;
        for (uint32_t row = 0; row < cases[i].count; row++) {
            length += (size_t)sprintf(text + length, "%u.5%s", row % 1000, cases[i].separator);
        }
        sheet s = read_bytes(text, length, ONE, 1, WK_COMMA_AUTO);
        assert_int_equal(s.reason, WK_R_NONE);
        assert_int_equal(s.shape.rows, cases[i].count);
        assert_int_equal(s.n_bad, 0);
        for (uint32_t row = 0; row < cases[i].count; row += 997) {
            assert_true(s.table[row] == row % 1000 + 0.5);
        }
        drop(&s);
    }
    free(text);
}

static void values_flow_in_reading_order(void **state) {
    (void)state;
    ONE_COLUMN("1\t2\t3\n4\t5\n\n6", WK_COMMA_AUTO, 0, 1, 2, 3, 4, 5, 6);
    ONE_COLUMN("1|2|3", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1, 2, 3", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1 , 2 ,3", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1,2,3,4", WK_COMMA_AUTO, 0, 1, 2, 3, 4);
    ONE_COLUMN("10,12,11,13,9,500,14", WK_COMMA_AUTO, 0, 10, 12, 11, 13, 9, 500, 14);
    ONE_COLUMN("1,2,3,\n4,5,6,\n7", WK_COMMA_AUTO, 0, 1, 2, 3, 4, 5, 6, 7);
    ONE_COLUMN("1,\n2,\n3", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1.5,2.5", WK_COMMA_AUTO, 0, 1.5, 2.5);
    ONE_COLUMN("5k; 2^10; 1.5 M", WK_COMMA_AUTO, 0, 5000, 1024, 1500000);
}

static void a_separator_at_the_end_of_a_line_adds_no_value(void **state) {
    (void)state;
    ONE_COLUMN("1;2;\n3;4;\n", WK_COMMA_AUTO, 0, 1, 2, 3, 4);
    ONE_COLUMN("1;2;;\n3", WK_COMMA_AUTO, 0, 1, 2, MISSING, 3);
    ONE_COLUMN("1\t\n2\t\n", WK_COMMA_AUTO, 0, 1, 2);
    ONE_COLUMN("1;2;\"\"", WK_COMMA_AUTO, 0, 1, 2, MISSING);
}

static void line_ends_of_three_kinds(void **state) {
    (void)state;
    ONE_COLUMN("1\n2\n3", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1\r\n2\r\n3\r\n", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1\r2\r3\r", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("1\r\n\r\n2", WK_COMMA_AUTO, 0, 1, MISSING, 2);
}

static void blank_lines(void **state) {
    (void)state;
    sheet s = read_text("\n \n4.5\n\n5.7\n" NBSP "\n\n3.0\n\n\n", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 4.5, MISSING, 5.7, MISSING, MISSING, 3.0);
    assert_int_equal(s.shape.cells, 1);
    assert_int_equal(s.n_bad, 0);
    drop(&s);
    ONE_COLUMN("1 2\n\n3", WK_COMMA_AUTO, 0, 1, 2, 3);
    ONE_COLUMN("latency\n\n5\n\n6\n\n", WK_COMMA_AUTO, 0, MISSING, 5, MISSING, 6);
    s = read_text("heads,layers\n\n1,2\n\n3,4\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 1, 2, 4);
    drop(&s);
}

/* ---- Separators and quotes ------------------------------------------------------------------------------------- */

static void which_separator(void **state) {
    static const struct {
        const char *text;
        char separator;
    } cases[] = {{"1\t2;3", '\t'}, {"1;2|3", ';'}, {"1|2,3", '|'}, {"1,2,3 4", ','}, {"1 2", ' '}, {"\"a\tb\" 2", ' '}};
    (void)state;
    for (size_t i = 0; i < WK_COUNT(cases); i++) {
        sheet s = read_text(cases[i].text, ONE, 1, WK_COMMA_AUTO);
        assert_int_equal(s.reason, WK_R_NONE);
        assert_int_equal(s.shape.separator, cases[i].separator);
        drop(&s);
    }
}

static void quoted_cells(void **state) {
    (void)state;
    sheet s =
        read_text("stage,\"latency\"\n\"fetch, then \"\"wait\"\"\",\"3.5\"\n\"two\nlines\", 4 \n\" x \",\"1,234.5\"\n",
                  ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 3.5, 4, 1234.5);
    assert_int_equal(s.n_bad, 0);
    check_name(&s, 0, "fetch, then \"\"wait\"\"");
    check_name(&s, 1, "two\nlines");
    check_name(&s, 2, "x");
    drop(&s);
    ONE_COLUMN("\"1\" \"2\" \"\"", WK_COMMA_AUTO, 0, 1, 2, MISSING);
    ONE_COLUMN("5\" 6", WK_COMMA_AUTO, 1, MISSING, 6); /* inches, not a quoted cell */
}

/* What a spreadsheet exports: the comma separates, and groups thousands within quotes. */
static void quoted_commas_are_in_numbers(void **state) {
    static const char *const text = "stage,latency\na,\"1,234\"\nb,5\n";
    (void)state;
    stops(text, ONE, 1, WK_COMMA_AUTO, WK_R_COMMA_UNCLEAR, "1,234");
    ONE_COLUMN(text, WK_COMMA_THOUSANDS, 0, 1234, 5);
    ONE_COLUMN(text, WK_COMMA_DECIMAL, 0, 1.234, 5);
    sheet s = read_text(text, ONE, 1, WK_COMMA_SEPARATOR);
    check_bad(&s, 0, WK_R_CELL_AMBIGUOUS, 0, 0, "1,234");
    drop(&s);
    ONE_COLUMN("stage,latency\na,\"1,234\"\nb,\"1,234.5\"\n", WK_COMMA_AUTO, 0, 1234, 1234.5);
    ONE_COLUMN("stage,latency\na,\"1,234\"\nb,0.5\n", WK_COMMA_AUTO, 0, 1234, 0.5);
    ONE_COLUMN("\"9,99\",\"10,01\",7", WK_COMMA_AUTO, 0, 9.99, 10.01, 7);
    ONE_COLUMN("\"9,99\" \"10,01\"", WK_COMMA_AUTO, 0, 9.99, 10.01);
    ONE_COLUMN("\"9,99\"\n\"10,01\"", WK_COMMA_DECIMAL, 0, 9.99, 10.01);
    asks("latency\n\"1,234\"\n", "1,234");
}

static void an_open_quote(void **state) {
    (void)state;
    stops("1,2,\"3\n4", ONE, 1, WK_COMMA_AUTO, WK_R_QUOTE_OPEN, "\"");
    stops("\"", ONE, 1, WK_COMMA_AUTO, WK_R_QUOTE_OPEN, "\"");
    stops("1 \"2\"\"", ONE, 1, WK_COMMA_AUTO, WK_R_QUOTE_OPEN, "\"");
    stops("a;\"b\nc", TWO, 2, WK_COMMA_DECIMAL, WK_R_QUOTE_OPEN, "\"");
}

/* ---- What a comma means ---------------------------------------------------------------------------------------- */

static void one_comma_alone_is_asked_about(void **state) {
    (void)state;
    asks("9,99", "9,99");
    asks("1,234", "1,234");
    asks("2,3", "2,3");
    asks("1,234,567", "1,234,567");
    asks("9,99\n10,01", "9,99");
    asks("7\n9,99\n10,01", "9,99");
    asks("9,99 10,01 10,50", "9,99");
    asks("9,99, 10,01, 10,50", "9,99");
    asks("1,234, 5,678", "1,234");
    asks("9,99\n10,01\n1,2,3", "9,99");
}

static void the_answer_ends_the_question(void **state) {
    (void)state;
    ONE_COLUMN("9,99", WK_COMMA_DECIMAL, 0, 9.99);
    ONE_COLUMN("9,99", WK_COMMA_SEPARATOR, 0, 9, 99);
    ONE_COLUMN("9,99", WK_COMMA_THOUSANDS, 1, MISSING);
    ONE_COLUMN("1,234", WK_COMMA_THOUSANDS, 0, 1234);
    ONE_COLUMN("1,234", WK_COMMA_DECIMAL, 0, 1.234);
    ONE_COLUMN("1,234,567", WK_COMMA_THOUSANDS, 0, 1234567);
    ONE_COLUMN("1,234,567", WK_COMMA_SEPARATOR, 0, 1, 234, 567);
    ONE_COLUMN("9,99\n10,01", WK_COMMA_DECIMAL, 0, 9.99, 10.01);
    ONE_COLUMN("9,99 10,01 10,50", WK_COMMA_DECIMAL, 0, 9.99, 10.01, 10.5);
    ONE_COLUMN("9,99, 10,01, 10,50", WK_COMMA_DECIMAL, 0, 9.99, 10.01, 10.5);
    ONE_COLUMN("9,99,\n10,01,\n10,50", WK_COMMA_DECIMAL, 0, 9.99, 10.01, 10.5);
    ONE_COLUMN("1,234, 5,678", WK_COMMA_THOUSANDS, 0, 1234, 5678);
    ONE_COLUMN("1,234;5,678", WK_COMMA_SEPARATOR, 2, MISSING, MISSING);
    ONE_COLUMN("1 2", WK_COMMA_SEPARATOR, 0, 1, 2);
}

static void with_another_separator_commas_are_in_numbers(void **state) {
    (void)state;
    ONE_COLUMN("1,234;9,99", WK_COMMA_AUTO, 0, 1.234, 9.99);
    ONE_COLUMN("1,234\t1,234,567", WK_COMMA_AUTO, 0, 1234, 1234567);
    ONE_COLUMN("0,123|1,234", WK_COMMA_AUTO, 0, 0.123, 1.234);
    ONE_COLUMN("1,234;0.5", WK_COMMA_AUTO, 0, 1234, 0.5); /* the point is the decimal mark here */
    asks("1,234;5,678", "1,234");
    asks("5;1,234", "1,234");
    asks("1,234;5.678", "1,234");
    asks("9,99;1,234.5", "9,99"); /* as much for one as for the other */
    ONE_COLUMN("9,99;10,01;1,234.5", WK_COMMA_AUTO, 1, 9.99, 10.01, MISSING);
    sheet s = read_text("name;latency\nSmith, J;1,5\nDoe, A;2,5\n", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 1.5, 2.5);
    check_name(&s, 0, "Smith, J");
    drop(&s);
    asks("1,5k;1,234", "1,234"); /* a suffix is no evidence */
}

static void a_header_without_commas_puts_them_in_numbers(void **state) {
    (void)state;
    ONE_COLUMN("latency\n9,99\n1,234\n", WK_COMMA_AUTO, 0, 9.99, 1.234);
    ONE_COLUMN("Response time (ms)\n9,99\n10,01\n", WK_COMMA_AUTO, 0, 9.99, 10.01);
    ONE_COLUMN("latency\n1,234,567\n", WK_COMMA_AUTO, 0, 1234567);
    asks("latency\n1,234\n5,678\n", "1,234");
    sheet s = read_text("heads layers\n1,5 2,5\n3,5 4\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 1.5, 3.5);
    COLUMN(s, 1, 2.5, 4);
    drop(&s);
}

static void a_header_split_like_its_rows_makes_commas_separate(void **state) {
    (void)state;
    sheet s = read_text("heads,layers\n1,234\n5,678\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 1, 5);
    COLUMN(s, 1, 234, 678);
    assert_int_equal(s.shape.comma, WK_COMMA_SEPARATOR);
    drop(&s);
    s = read_text("name,latency\na,9\nb,99\n", ONE, 1, WK_COMMA_AUTO);
    COLUMN(s, 0, 9, 99);
    drop(&s);
    ONE_COLUMN("Latency, in ms\n12\n13\n", WK_COMMA_AUTO, 0, 12, 13);
}

static void the_right_number_of_parts_makes_commas_separate(void **state) {
    (void)state;
    sheet s = read_text("1,234\n5,678\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 1, 5);
    COLUMN(s, 1, 234, 678);
    drop(&s);
    s = read_text("1,5 2,5\n3,5 4,5\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 1.5, 3.5);
    COLUMN(s, 1, 2.5, 4.5);
    drop(&s);
    s = read_text("fetch,1,2\nrank,3,4\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 1, 2, 4);
    check_name(&s, 1, "rank");
    drop(&s);
    stops("1,5\n2\n", TWO, 2, WK_COMMA_AUTO, WK_R_COMMA_UNCLEAR, "1,5");
}

/* ---- Headers, columns, names, rows ----------------------------------------------------------------------------- */

static void columns_by_id(void **state) {
    (void)state;
    sheet s = read_text("\xEF\xBB\xBF"
                        "stage; LAYERS ;other;\"Heads\"\nfetch;32;1;8\nrank;64;x;16\n",
                        TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 8, 16);
    COLUMN(s, 1, 32, 64);
    assert_int_equal(s.shape.has_header, 1);
    assert_int_equal(s.shape.by_position, 0);
    assert_int_equal(s.shape.cells, 4);
    assert_int_equal(s.shape.name_cell, 0);
    assert_int_equal(s.n_bad, 0);
    check_name(&s, 0, "fetch");
    check_name(&s, 1, "rank");
    drop(&s);
    s = read_text("layers,heads,layers\n1,2,3\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 1, 1);
    drop(&s);
}

static void an_absent_column_is_missing(void **state) {
    (void)state;
    sheet s = read_text("heads\n8\n16\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 8, 16);
    COLUMN(s, 1, MISSING, MISSING);
    assert_int_equal(s.shape.cell_of[1], -1);
    assert_int_equal(s.n_bad, 0);
    drop(&s);
}

static void columns_by_position(void **state) {
    (void)state;
    sheet s = read_text("model,h,l\nllama,8,32\nqwen,NA,64\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 8, MISSING);
    COLUMN(s, 1, 32, 64);
    assert_int_equal(s.shape.by_position, 1);
    assert_int_equal(s.shape.has_header, 1);
    check_name(&s, 0, "llama");
    drop(&s);
    s = read_text("8\tllama\t32\n16\tqwen\t64\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 8, 16);
    COLUMN(s, 1, 32, 64);
    assert_int_equal(s.shape.by_position, 1);
    assert_int_equal(s.shape.has_header, 0);
    check_name(&s, 1, "qwen");
    drop(&s);
    stops("a,b,c\n1,2,3\n", TWO, 2, WK_COMMA_AUTO, WK_R_NO_SUCH_COLUMN, "a,b,c");
    stops("1 2 3\n4 5 6\n", TWO, 2, WK_COMMA_AUTO, WK_R_NO_SUCH_COLUMN, "1 2 3");
    ONE_COLUMN("time\n5\n6\n", WK_COMMA_AUTO, 0, 5, 6);
}

/* Taken for a title it would vanish without a word. */
static void public_case_13_a_number_gone_wrong_is_no_header(void **state) {
    (void)state;
    ONE_COLUMN("12abc\n4\n5\n", WK_COMMA_AUTO, 1, MISSING, 4, 5);
    ONE_COLUMN("0x10\n4\n", WK_COMMA_AUTO, 1, MISSING, 4);
    ONE_COLUMN("2-1\n4\n", WK_COMMA_AUTO, 1, MISSING, 4);
    ONE_COLUMN("\xE2\x88\x92x\n4\n", WK_COMMA_AUTO, 1, MISSING, 4);
    ONE_COLUMN("$5\n4\n", WK_COMMA_AUTO, 1, MISSING, 4);
    ONE_COLUMN("\xC3\xA9tape\n4\n", WK_COMMA_AUTO, 0, 4);
}

static void a_header_needs_numbers_below_or_an_id(void **state) {
    (void)state;
    sheet s = read_text("latency", ONE, 1, WK_COMMA_AUTO);
    assert_int_equal(s.reason, WK_R_NONE);
    assert_int_equal(s.shape.has_header, 1);
    assert_int_equal(s.shape.rows, 0);
    drop(&s);
    s = read_text("heads,layers\n\n", TWO, 2, WK_COMMA_AUTO);
    assert_int_equal(s.reason, WK_R_NONE);
    assert_int_equal(s.shape.rows, 0);
    drop(&s);
    ONE_COLUMN("time", WK_COMMA_AUTO, 1, MISSING);
    ONE_COLUMN("time\nmore\n", WK_COMMA_AUTO, 2, MISSING, MISSING);
    ONE_COLUMN("time\nNA\n7\n", WK_COMMA_AUTO, 0, MISSING, 7);
    ONE_COLUMN("NA\n7\n", WK_COMMA_AUTO, 0, MISSING, 7);
}

static void ragged_rows(void **state) {
    (void)state;
    sheet s = read_text("heads,layers\n1,2\n3\n4,x,6\n7,8,\n9,\n10,11,,\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 0, 1, MISSING, MISSING, 7, 9, MISSING);
    COLUMN(s, 1, 2, MISSING, MISSING, 8, MISSING, MISSING);
    assert_int_equal(s.n_bad, 3);
    check_bad(&s, 0, WK_R_ROW_RAGGED, 1, 0, "3");
    check_bad(&s, 1, WK_R_ROW_RAGGED, 2, 0, "4,x,6");
    check_bad(&s, 2, WK_R_ROW_RAGGED, 5, 0, "10,11,,");
    drop(&s);
    s = read_text("heads,layers,\n1,2,\n3,4\n", TWO, 2, WK_COMMA_AUTO);
    COLUMN(s, 1, 2, 4);
    assert_int_equal(s.n_bad, 0);
    drop(&s);
    s = read_text("1,\n3,4\n", TWO, 2, WK_COMMA_AUTO); /* the last cell of the first row is needed */
    COLUMN(s, 0, 1, 3);
    COLUMN(s, 1, MISSING, 4);
    drop(&s);
    ONE_COLUMN("latency\n1\n2 3\n", WK_COMMA_AUTO, 1, 1, MISSING);
}

static void bad_cells_come_in_reading_order_with_their_total(void **state) {
    (void)state;
    sheet s = read_text("heads,layers\nx,1\n2,y\n1e999,z\na,b\nc,d\ne,f\n", TWO, 2, WK_COMMA_AUTO);
    assert_int_equal(s.n_bad, 10);
    check_bad(&s, 0, WK_R_CELL_NOT_A_NUMBER, 0, 0, "x");
    check_bad(&s, 1, WK_R_CELL_NOT_A_NUMBER, 1, 1, "y");
    check_bad(&s, 2, WK_R_CELL_NOT_FINITE, 2, 0, "1e999");
    check_bad(&s, 7, WK_R_CELL_NOT_A_NUMBER, 4, 1, "d");
    uint32_t total = wk_read_table(s.text, 41, 2, &s.shape, s.table, NULL, NULL, 5);
    assert_int_equal(total, 10);
    drop(&s);
}

/* Lines and cells of a million bytes, and titles that are looked at for every line, take linear time. */
static void hostile_texts_stay_linear(void **state) {
    enum { SIZE = 1000000 };
    static const char *const units[] = {"1",  "1,",  ",",      "\"", "\"\"",   "\"a\" ", " ",
                                        "\t", "1.",  "1'234'", "^",  "9,999,", NBSP,     ("1" NBSP),
                                        "\r", "x\n", ",\n",    "-",  "e",      "2^9^",   "\n\"\""};
    char *const text = malloc(3 * SIZE);
    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < WK_COUNT(units); i++) {
        const size_t width = strlen(units[i]);
        for (size_t at = 0; at < SIZE; at++) {
            text[at] = units[i][at % width];
        }
        for (uint32_t columns = 1; columns <= 2; columns++) {
            sheet s = read_bytes(text, SIZE, TWO, columns, WK_COMMA_AUTO);
            drop(&s);
        }
    }
    memset(text, 'x', SIZE);
    for (size_t at = SIZE; at < (size_t)3 * SIZE; at++) {
        text[at] = at % 2 ? 'a' : '\n';
    }
    sheet s = read_bytes(text, (size_t)3 * SIZE, TWO, 2, WK_COMMA_AUTO);
    assert_int_equal(s.reason, WK_R_NO_SUCH_COLUMN);
    drop(&s);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(public_case_1_ten_values_between_blanks),
        cmocka_unit_test(public_case_9_infinity_is_a_bad_cell),
        cmocka_unit_test(public_case_10_missing_values),
        cmocka_unit_test(public_case_11_empty_and_short_inputs),
        cmocka_unit_test(public_case_12_decimal_commas),
        cmocka_unit_test(public_case_13_stray_characters),
        cmocka_unit_test(public_case_15_two_million_values),
        cmocka_unit_test(values_flow_in_reading_order),
        cmocka_unit_test(a_separator_at_the_end_of_a_line_adds_no_value),
        cmocka_unit_test(line_ends_of_three_kinds),
        cmocka_unit_test(blank_lines),
        cmocka_unit_test(which_separator),
        cmocka_unit_test(quoted_cells),
        cmocka_unit_test(quoted_commas_are_in_numbers),
        cmocka_unit_test(an_open_quote),
        cmocka_unit_test(one_comma_alone_is_asked_about),
        cmocka_unit_test(the_answer_ends_the_question),
        cmocka_unit_test(with_another_separator_commas_are_in_numbers),
        cmocka_unit_test(a_header_without_commas_puts_them_in_numbers),
        cmocka_unit_test(a_header_split_like_its_rows_makes_commas_separate),
        cmocka_unit_test(the_right_number_of_parts_makes_commas_separate),
        cmocka_unit_test(columns_by_id),
        cmocka_unit_test(an_absent_column_is_missing),
        cmocka_unit_test(columns_by_position),
        cmocka_unit_test(public_case_13_a_number_gone_wrong_is_no_header),
        cmocka_unit_test(a_header_needs_numbers_below_or_an_id),
        cmocka_unit_test(ragged_rows),
        cmocka_unit_test(bad_cells_come_in_reading_order_with_their_total),
        cmocka_unit_test(hostile_texts_stay_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
