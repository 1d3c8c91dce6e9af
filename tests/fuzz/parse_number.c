/*
 * wk_parse_number on any bytes: every comma mode, and the C library's strtod as the judge wherever a text is plain.
 * Build: clang -g -O1 -fsanitize=fuzzer,address,undefined -Iwasm/include -Iwasm/src/core <this> number.c decimal.c
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

/* Only what both readers take alike: no words, no hexadecimal, no separators, no suffixes. */
static bool is_plain(const char *text, size_t size) {
    return size > 0 && strspn(text, "0123456789.eE+-") == size;
}

static void compare_with_strtod(const char *text, size_t size, wk_reason reason, double value) {
    char *end;
    const double expected = strtod(text, &end);
    const bool taken = end == text + size;
    if (reason == WK_R_CELL_MISSING) {
        require(strcmp(text, "-") == 0);
    } else if (!taken) {
        require(reason == WK_R_NOT_A_NUMBER);
    } else if (isinf(expected)) {
        require(reason == WK_R_NOT_FINITE);
    } else {
        require(reason == WK_R_NONE && memcmp(&value, &expected, sizeof value) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *const text = malloc(size + 1);
    double values[4];
    wk_reason reasons[4];
    require(text != NULL);
    for (int comma = WK_COMMA_AUTO; comma <= WK_COMMA_SEPARATOR; comma++) {
        /* From data, not from the copy: the byte behind the text must not be read. */
        reasons[comma] = wk_parse_number((const char *)data, (uint32_t)size, (wk_comma)comma, &values[comma]);
        require((reasons[comma] == WK_R_NONE) == (isfinite(values[comma]) != 0));
    }
    memcpy(text, data, size);
    text[size] = 0;
    if (is_plain(text, size)) {
        compare_with_strtod(text, size, reasons[WK_COMMA_SEPARATOR], values[WK_COMMA_SEPARATOR]);
    }
    /* What the text alone decides, one of the two answers gives too. */
    if (reasons[WK_COMMA_AUTO] == WK_R_NONE) {
        require(values[WK_COMMA_AUTO] == values[WK_COMMA_DECIMAL] ||
                values[WK_COMMA_AUTO] == values[WK_COMMA_THOUSANDS]);
    }
    if (reasons[WK_COMMA_AUTO] == WK_R_AMBIGUOUS) {
        require(reasons[WK_COMMA_DECIMAL] == WK_R_NONE || reasons[WK_COMMA_DECIMAL] == WK_R_NOT_FINITE);
        require(reasons[WK_COMMA_THOUSANDS] == WK_R_NONE || reasons[WK_COMMA_THOUSANDS] == WK_R_NOT_FINITE);
    }
    free(text);
    return 0;
}
