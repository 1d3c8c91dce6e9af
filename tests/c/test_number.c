/* wk_parse_number: the grammar case by case, and the rounding against the C library's strtod, bit for bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wk.h"

#define NBSP "\xC2\xA0"
#define NARROW "\xE2\x80\xAF"
#define THIN "\xE2\x80\x89"
#define QUOTE "\xE2\x80\x99"
#define MINUS "\xE2\x88\x92"

static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Parses a copy that ends where the text ends, so that a sanitizer sees a read past it. */
static wk_reason parse(const char *text, wk_comma comma, double *value) {
    const size_t length = strlen(text);
    char *copy = malloc(length ? length : 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    const wk_reason reason = wk_parse_number(copy, (uint32_t)length, comma, value);
    free(copy);
    return reason;
}

static void reads(const char *text, wk_comma comma, double expected) {
    double value;
    const wk_reason reason = parse(text, comma, &value);
    if (reason != WK_R_NONE || bits_of(value) != bits_of(expected)) {
        fail_msg("'%s' (comma %d): reason %d, %.17g instead of %.17g", text, (int)comma, (int)reason, value, expected);
    }
}

static void refuses(const char *text, wk_comma comma, wk_reason expected) {
    double value;
    const wk_reason reason = parse(text, comma, &value);
    if (reason != expected || !isnan(value)) {
        fail_msg("'%s' (comma %d): reason %d instead of %d, value %.17g", text, (int)comma, (int)reason, (int)expected,
                 value);
    }
}

static void reads_everywhere(const char *text, double expected) {
    reads(text, WK_COMMA_AUTO, expected);
    reads(text, WK_COMMA_THOUSANDS, expected);
    reads(text, WK_COMMA_SEPARATOR, expected);
}

static void refuses_everywhere(const char *text, wk_reason expected) {
    refuses(text, WK_COMMA_AUTO, expected);
    refuses(text, WK_COMMA_DECIMAL, expected);
    refuses(text, WK_COMMA_THOUSANDS, expected);
    refuses(text, WK_COMMA_SEPARATOR, expected);
}

static void plain_numbers(void **state) {
    (void)state;
    reads_everywhere("0", 0.0);
    reads_everywhere("-0", -0.0);
    reads_everywhere("+7", 7.0);
    reads_everywhere("007", 7.0);
    reads_everywhere(".5", 0.5);
    reads_everywhere("5.", 5.0);
    reads_everywhere("-.5e1", -5.0);
    reads_everywhere("1e9", 1e9);
    reads_everywhere("1E+9", 1e9);
    reads_everywhere("1e-9", 1e-9);
    reads_everywhere("1e" MINUS "9", 1e-9);
    reads_everywhere("1 e9", 1e9);
    reads_everywhere("1.5" NBSP " e-3", 1.5e-3);
    reads_everywhere("1e00000000000000000000009", 1e9);
    reads_everywhere(" \t7\r\n", 7.0);
    reads_everywhere(NBSP "7" NARROW THIN, 7.0);
}

static void missing_and_blank(void **state) {
    static const char *const missing[] = {"NA",  "na",  "N/A", "None", "NONE",   "null",
                                          "NaN", "nan", "-",   " - ",  NBSP "NA"};
    static const char *const not_missing[] = {"nil", "+", MINUS, "--", "-NaN", "n", "NAN1", "n.a.", "?"};
    (void)state;
    for (size_t i = 0; i < WK_COUNT(missing); i++) {
        refuses_everywhere(missing[i], WK_R_CELL_MISSING);
    }
    for (size_t i = 0; i < WK_COUNT(not_missing); i++) {
        refuses_everywhere(not_missing[i], WK_R_NOT_A_NUMBER);
    }
    refuses_everywhere("", WK_R_EMPTY);
    refuses_everywhere(" \t" NBSP NARROW THIN "\n", WK_R_EMPTY);
}

/* numpy#12282, #21091 */
static void infinities(void **state) {
    static const char *const infinite[] = {
        "inf",           "Infinity", "+inf",   "-INF",    MINUS "Infinity",        "\xE2\x88\x9E",
        "-\xE2\x88\x9E", "1e999",    "-1e309", "1.8e308", "1e99999999999999999999"};
    (void)state;
    for (size_t i = 0; i < WK_COUNT(infinite); i++) {
        refuses(infinite[i], WK_COMMA_AUTO, WK_R_NOT_FINITE);
        refuses(infinite[i], WK_COMMA_SEPARATOR, WK_R_NOT_FINITE);
    }
    refuses_everywhere("infinit", WK_R_NOT_A_NUMBER);
    reads_everywhere("1e-999", 0.0);
    reads_everywhere("-1e-99999999999999999999", -0.0);
    reads_everywhere("0e999", 0.0);
    reads_everywhere("1.7976931348623157e308", 1.7976931348623157e308);
    reads_everywhere("1.797693134862315807e308", 1.7976931348623157e308);
    refuses("1.797693134862315808e308", WK_COMMA_AUTO, WK_R_NOT_FINITE);
}

/* public case 13: parseFloat says 2 and 12, Number says 16 */
static void stray_characters(void **state) {
    static const char *const strays[] = {
        "2-1",        "12abc",  "0x10",         "1e",    "e5",    "1e+",       "1.2.3", "++1",  "+-1", "$5",   "5%",
        "1 2",        "- 5",    "1e5.",         "1e1e1", ".",     "+.",        ".e5",   "1..2", "1_",  "_1",   "1'",
        "1" NBSP "x", "1__000", "five",         "1d5",   "5K",    "5m",        "5 kk",  "5  k", "5kk", "1e3k", "k",
        "1f",         "(5)",    "\xEF\xBC\x95", "\xFF",  "1\xE2", "1\xE2\x80",
    };
    (void)state;
    for (size_t i = 0; i < WK_COUNT(strays); i++) {
        refuses_everywhere(strays[i], WK_R_NOT_A_NUMBER);
    }
    double value;
    assert_int_equal(wk_parse_number("1\0002", 3, WK_COMMA_AUTO, &value), WK_R_NOT_A_NUMBER);
    assert_int_equal(wk_parse_number(NULL, 0, WK_COMMA_AUTO, &value), WK_R_EMPTY);
    assert_int_equal(wk_parse_number(NULL, 1, WK_COMMA_AUTO, &value), WK_R_NULL_POINTER);
}

/* public case 13: globalizejs/globalize#288, numbro#765, angular-l10n#215 */
static void grouped_by_spaces_and_apostrophes(void **state) {
    static const char *const separators[] = {NBSP, NARROW, THIN, "'", QUOTE, "_"};
    (void)state;
    for (size_t i = 0; i < WK_COUNT(separators); i++) {
        const char *const s = separators[i];
        char text[64];
        (void)snprintf(text, sizeof text, "1%s234", s);
        reads_everywhere(text, 1234.0);
        reads(text, WK_COMMA_DECIMAL, 1234.0);
        (void)snprintf(text, sizeof text, "12%s345%s678.5", s, s);
        reads_everywhere(text, 12345678.5);
        (void)snprintf(text, sizeof text, "1%s234,567", s);
        reads(text, WK_COMMA_AUTO, 1234.567);
        reads(text, WK_COMMA_DECIMAL, 1234.567);
        refuses(text, WK_COMMA_THOUSANDS, WK_R_NOT_A_NUMBER);
        (void)snprintf(text, sizeof text, "1%s23", s);
        refuses_everywhere(text, WK_R_NOT_A_NUMBER);
        (void)snprintf(text, sizeof text, "1234%s567", s);
        refuses_everywhere(text, WK_R_NOT_A_NUMBER);
        (void)snprintf(text, sizeof text, "0%s123", s);
        refuses_everywhere(text, WK_R_NOT_A_NUMBER);
        (void)snprintf(text, sizeof text, "1.234%s567", s);
        refuses_everywhere(text, WK_R_NOT_A_NUMBER);
        (void)snprintf(text, sizeof text, "1%s234%s567", s, separators[(i + 1) % WK_COUNT(separators)]);
        refuses_everywhere(text, WK_R_NOT_A_NUMBER);
    }
    reads_everywhere(MINUS "5", -5.0);
    reads_everywhere("1" NBSP "234 e2", 123400.0);
}

/* public case 12: dannymcc/may#244 and others */
static void commas_by_the_text_alone(void **state) {
    (void)state;
    reads("9,99", WK_COMMA_AUTO, 9.99);
    reads("0,123", WK_COMMA_AUTO, 0.123);
    reads("-1,5e3", WK_COMMA_AUTO, -1500.0);
    reads(",5", WK_COMMA_AUTO, 0.5);
    reads(",500", WK_COMMA_AUTO, 0.5);
    reads("5,", WK_COMMA_AUTO, 5.0);
    reads("1234,567", WK_COMMA_AUTO, 1234.567);
    reads("1,2345", WK_COMMA_AUTO, 1.2345);
    reads("1.234,56", WK_COMMA_AUTO, 1234.56);
    reads("1,234.56", WK_COMMA_AUTO, 1234.56);
    reads("1.234.567,8", WK_COMMA_AUTO, 1234567.8);
    reads("1,234,567", WK_COMMA_AUTO, 1234567.0);
    reads("1.234.567", WK_COMMA_AUTO, 1234567.0);
    reads("1,234,567.", WK_COMMA_AUTO, 1234567.0);
    reads("1.234", WK_COMMA_AUTO, 1.234);
    static const char *const ambiguous[] = {"1,234", "-12,345", "123,456", " 1,234 ", "1,234e5", "1,234k"};
    for (size_t i = 0; i < WK_COUNT(ambiguous); i++) {
        refuses(ambiguous[i], WK_COMMA_AUTO, WK_R_AMBIGUOUS);
    }
    static const char *const wrong[] = {"1,2,3",  "1,234,56", "1234,567,890", "0,123,456",
                                        "1,23.5", "1.23,5",   "1,234.5.6",    "1.2,3,4",
                                        ",",      "1,234x",   "1,,234",       "12,34,567"};
    for (size_t i = 0; i < WK_COUNT(wrong); i++) {
        refuses(wrong[i], WK_COMMA_AUTO, WK_R_NOT_A_NUMBER);
    }
}

static void commas_as_told(void **state) {
    (void)state;
    reads("1,234", WK_COMMA_DECIMAL, 1.234);
    reads("1.234,56", WK_COMMA_DECIMAL, 1234.56);
    reads("1.234", WK_COMMA_DECIMAL, 1234.0);
    refuses("1.5", WK_COMMA_DECIMAL, WK_R_NOT_A_NUMBER);
    refuses("0.123", WK_COMMA_DECIMAL, WK_R_NOT_A_NUMBER);
    refuses("1,234,567", WK_COMMA_DECIMAL, WK_R_NOT_A_NUMBER);
    refuses("1,234.5", WK_COMMA_DECIMAL, WK_R_NOT_A_NUMBER);
    reads("1,234", WK_COMMA_THOUSANDS, 1234.0);
    reads("1,234.5", WK_COMMA_THOUSANDS, 1234.5);
    refuses("9,99", WK_COMMA_THOUSANDS, WK_R_NOT_A_NUMBER);
    refuses("1.234,5", WK_COMMA_THOUSANDS, WK_R_NOT_A_NUMBER);
    refuses("0,123", WK_COMMA_THOUSANDS, WK_R_NOT_A_NUMBER);
    refuses("1.234.567", WK_COMMA_THOUSANDS, WK_R_NOT_A_NUMBER);
    refuses("1,234", WK_COMMA_SEPARATOR, WK_R_NOT_A_NUMBER);
    refuses("5,", WK_COMMA_SEPARATOR, WK_R_NOT_A_NUMBER);
}

static void suffixes_and_powers(void **state) {
    (void)state;
    reads_everywhere("5k", 5000.0);
    reads_everywhere("1.5 M", 1.5e6);
    reads_everywhere("-2G", -2e9);
    reads_everywhere("0.0001" NBSP "k", 0.1);
    reads("1,5k", WK_COMMA_AUTO, 1500.0);
    reads_everywhere("2^15", 32768.0);
    reads_everywhere(" 10^6 ", 1e6);
    reads_everywhere("2^53", WK_MAX_EXACT);
    reads_everywhere("1^99999999", 1.0);
    reads_everywhere("0^5", 0.0);
    reads_everywhere("7^0", 1.0);
    static const char *const wrong[] = {
        "2^54",  "3^34", "2^", "^2", "-2^2", "2^-1", "2.5^2", "2^2^2", "1^99999999999999999999", "99999999999999999^1",
        "2 ^ 3", "2^5k"};
    for (size_t i = 0; i < WK_COUNT(wrong); i++) {
        refuses_everywhere(wrong[i], WK_R_NOT_A_NUMBER);
    }
}

/* ---- Rounding -------------------------------------------------------------------------------------------------- */

/* PCG-like mixing is more than enough for making up texts. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static void agrees_with_strtod(const char *text) {
    double value;
    const double expected = strtod(text, NULL);
    const wk_reason reason = parse(text, WK_COMMA_SEPARATOR, &value);
    if (isinf(expected) ? reason != WK_R_NOT_FINITE : (reason != WK_R_NONE || bits_of(value) != bits_of(expected))) {
        fail_msg("'%.60s' (%zu bytes): reason %d, %.17g instead of %.17g", text, strlen(text), (int)reason, value,
                 expected);
    }
}

/* Digits of a given number with a point somewhere and an exponent. */
static void made_up_digits(void **state) {
    uint64_t random = 1;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        char text[128];
        const uint32_t digits = 1 + (uint32_t)(next_random(&random) % 40);
        const uint32_t point = (uint32_t)(next_random(&random) % (digits + 1));
        uint32_t at = 0;
        if (next_random(&random) & 1) {
            text[at++] = '-';
        }
        for (uint32_t d = 0; d < digits; d++) {
            if (d == point) {
                text[at++] = '.';
            }
            text[at++] = (char)('0' + next_random(&random) % 10);
        }
        const int exponent = (int)(next_random(&random) % 656) - 345;
        const int spread = i % 3 == 0 ? exponent : exponent / 15;
        text[at] = 0;
        if (i % 4) {
            (void)snprintf(text + at, sizeof text - at, "e%d", spread);
        }
        agrees_with_strtod(text);
    }
}

/* What Python prints: 17 digits of any bit pattern come back as the same bits. */
static void seventeen_digits_round_trip(void **state) {
    uint64_t random = 2;
    (void)state;
    for (int i = 0; i < 200000; i++) {
        const double expected = from_bits(next_random(&random) & ~(UINT64_C(1) << 63));
        if (!isfinite(expected)) {
            continue;
        }
        char text[64];
        (void)snprintf(text, sizeof text, "%.17g", expected);
        reads(text, WK_COMMA_SEPARATOR, expected);
        const double unit = (double)(next_random(&random) >> 11) * 0x1p-53;
        (void)snprintf(text, sizeof text, "%.*g", 15 + i % 4, unit);
        agrees_with_strtod(text);
    }
}

/* Halfway between two neighbours, exactly and a hair to either side; the midpoint is exact as a sum of decimals. */
static void halfway(uint64_t bits) {
    static char text[2000];
    static char changed[2000];
    const double below = from_bits(bits);
    int exponent;
    const double fraction = frexp(below, &exponent);
    /* glibc prints a long double exactly, and its 64-bit significand holds the midpoint of two doubles. */
    const long double midpoint =
        ldexpl((long double)fraction, exponent) + ldexpl(1.0L, (exponent < -1021 ? -1021 : exponent) - 54);
    (void)snprintf(text, sizeof text, "%.1100Le", midpoint);
    agrees_with_strtod(text);
    char *const e = strchr(text, 'e');
    (void)snprintf(changed, sizeof changed, "%.*s1%s", (int)(e - text), text, e);
    agrees_with_strtod(changed);
    (void)snprintf(changed, sizeof changed, "%.20Le", midpoint);
    agrees_with_strtod(changed);
    /* The last digit other than 0, lowered by one, with a tail of 9s. */
    char *last = e - 1;
    while (*last == '0') {
        last--;
    }
    if (*last != '.') {
        (*last)--;
        memset(last + 1, '9', (size_t)(e - last - 1));
        agrees_with_strtod(text);
    }
}

static void halfway_cases(void **state) {
    uint64_t random = 3;
    (void)state;
    for (int i = 0; i < 4000; i++) {
        const uint64_t bits = next_random(&random) & ~(UINT64_C(1) << 63);
        if (isfinite(from_bits(bits))) {
            halfway(bits);
        }
        halfway(bits & ((UINT64_C(1) << 54) - 1));                            /* subnormals and the first normals */
        halfway((UINT64_C(1023) << 52) + (bits & ((UINT64_C(1) << 57) - 1))); /* 1 to 2^32 */
    }
    halfway(0);
    halfway(1);
    halfway((UINT64_C(1) << 52) - 1);
    halfway(UINT64_C(1) << 52);
    halfway((UINT64_C(0x7FF) << 52) - 1);
}

static void subnormal_borders(void **state) {
    static const char *const borders[] = {"4.9406564584124654e-324",
                                          "2.4703282292062327e-324",
                                          "2.4703282292062328e-324",
                                          "2.47032822920623272e-324",
                                          "2.2250738585072011e-308",
                                          "2.2250738585072012e-308",
                                          "2.2250738585072014e-308",
                                          "1e-323",
                                          "1e-324",
                                          "3e-324",
                                          "9.99999999999999999999999999e-325",
                                          "2e-324",
                                          "1.5e-323",
                                          "7.4109846876186981e-324",
                                          "9007199254740993",
                                          "9007199254740992.99999999999999999999999",
                                          "9007199254740993.00000000000000000000001"};
    (void)state;
    for (size_t i = 0; i < WK_COUNT(borders); i++) {
        agrees_with_strtod(borders[i]);
    }
}

/* Long texts stay exact and linear. */
static void a_million_digits(void **state) {
    enum { DIGITS = 1000000 };
    char *const text = malloc(DIGITS + 32);
    (void)state;
    assert_non_null(text);
    memset(text, '0', DIGITS);
    text[0] = '1';
    (void)snprintf(text + DIGITS, 32, "e-%d", DIGITS - 1);
    reads(text, WK_COMMA_AUTO, 1.0);
    text[1] = '.';
    (void)snprintf(text + DIGITS, 32, "1e5");
    reads(text, WK_COMMA_AUTO, 1e5);
    memcpy(text, "9007199254740993.", 17);
    (void)snprintf(text + DIGITS, 32, "0");
    reads(text, WK_COMMA_AUTO, 9007199254740992.0);
    (void)snprintf(text + DIGITS, 32, "1");
    reads(text, WK_COMMA_AUTO, 9007199254740994.0);
    memset(text, '0', DIGITS);
    text[0] = '.';
    (void)snprintf(text + DIGITS, 32, "25e%d", DIGITS);
    reads(text, WK_COMMA_AUTO, 2.5);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_numbers),
        cmocka_unit_test(missing_and_blank),
        cmocka_unit_test(infinities),
        cmocka_unit_test(stray_characters),
        cmocka_unit_test(grouped_by_spaces_and_apostrophes),
        cmocka_unit_test(commas_by_the_text_alone),
        cmocka_unit_test(commas_as_told),
        cmocka_unit_test(suffixes_and_powers),
        cmocka_unit_test(made_up_digits),
        cmocka_unit_test(seventeen_digits_round_trip),
        cmocka_unit_test(halfway_cases),
        cmocka_unit_test(subnormal_borders),
        cmocka_unit_test(a_million_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
