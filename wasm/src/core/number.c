/* Numbers as people type them. The rules stand in docs/numerics.md; the arithmetic in decimal.c. */
#include "number.h"

#include "decimal.h"
#include "wk.h"

#include <math.h>

/* What may stand among digits: '.', ',', ''' and '_' as themselves, these by code point. */
enum { NO_MARK = 0, NO_BREAK_SPACE = 0xA0, THIN_SPACE = 0x2009, APOSTROPHE = 0x2019, NARROW_SPACE = 0x202F };

static bool is_digit(unsigned char byte) {
    return byte >= '0' && byte <= '9';
}

static bool is_ascii_blank(unsigned char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The mark or separator at p, and how many bytes it takes. */
static uint32_t mark_at(const unsigned char *p, const unsigned char *end, uint32_t *bytes) {
    *bytes = 1;
    if (p >= end) {
        return NO_MARK;
    }
    if (*p == '.' || *p == ',' || *p == '\'' || *p == '_') {
        return *p;
    }
    if (end - p >= 2 && p[0] == 0xC2 && p[1] == 0xA0) {
        *bytes = 2;
        return NO_BREAK_SPACE;
    }
    if (end - p >= 3 && p[0] == 0xE2 && p[1] == 0x80) {
        *bytes = 3;
        return p[2] == 0x89 ? THIN_SPACE : p[2] == 0x99 ? APOSTROPHE : p[2] == 0xAF ? NARROW_SPACE : NO_MARK;
    }
    return NO_MARK;
}

uint32_t wk_blank_at(const unsigned char *p, const unsigned char *end) {
    if (p >= end) {
        return 0;
    }
    if (*p < 0x80) {
        return is_ascii_blank(*p);
    }
    uint32_t bytes;
    const uint32_t mark = mark_at(p, end, &bytes);
    return mark == NO_BREAK_SPACE || mark == THIN_SPACE || mark == NARROW_SPACE ? bytes : 0;
}

void wk_trim(const unsigned char **begin, const unsigned char **end) {
    for (uint32_t bytes; (bytes = wk_blank_at(*begin, *end)) > 0;) {
        *begin += bytes;
    }
    while (*begin < *end) {
        if (is_ascii_blank((*end)[-1])) {
            *end -= 1;
        } else if (*end - *begin >= 2 && wk_blank_at(*end - 2, *end) == 2) {
            *end -= 2;
        } else if (*end - *begin >= 3 && wk_blank_at(*end - 3, *end) == 3) {
            *end -= 3;
        } else {
            return;
        }
    }
}

/* ---- Words, signs, exponents, suffixes ------------------------------------------------------------------------- */

/* Whether the text is this word, which is in lower case. */
static bool is_word(const unsigned char *p, const unsigned char *end, const char *word) {
    for (; p < end && *word; p++, word++) {
        const unsigned char lower = *p >= 'A' && *p <= 'Z' ? (unsigned char)(*p + 32) : *p;
        if (lower != (unsigned char)*word) {
            return false;
        }
    }
    return p == end && !*word;
}

static bool is_missing_word(const unsigned char *p, const unsigned char *end) {
    return is_word(p, end, "-") || is_word(p, end, "na") || is_word(p, end, "n/a") || is_word(p, end, "nan") ||
           is_word(p, end, "none") || is_word(p, end, "null");
}

static bool is_infinity_word(const unsigned char *p, const unsigned char *end) {
    return is_word(p, end, "inf") || is_word(p, end, "infinity") || is_word(p, end, "\xE2\x88\x9E");
}

/* Moves past one sign: '+', '-' or U+2212. */
static void take_sign(const unsigned char **p, const unsigned char *end, bool *negative) {
    *negative = false;
    if (*p < end && (**p == '+' || **p == '-')) {
        *negative = **p == '-';
        *p += 1;
    } else if (end - *p >= 3 && (*p)[0] == 0xE2 && (*p)[1] == 0x88 && (*p)[2] == 0x92) {
        *negative = true;
        *p += 3;
    }
}

/* Adds the exponent whose letter stands at *p. False when no digits follow it. */
static bool take_exponent(const unsigned char **p, const unsigned char *end, int64_t *exponent) {
    const int64_t enough = INT64_C(1) << 40; /* more than any text has digits to make up for */
    bool negative;
    *p += 1;
    take_sign(p, end, &negative);
    if (*p >= end || !is_digit(**p)) {
        return false;
    }
    int64_t power = 0;
    for (; *p < end && is_digit(**p); *p += 1) {
        power = power < enough ? power * 10 + (**p - '0') : power;
    }
    *exponent += negative ? -power : power;
    return true;
}

/* What may follow the digits: white space and an exponent, or a suffix after at most one space. */
static bool take_scale(const unsigned char *p, const unsigned char *end, int64_t *exponent) {
    if (p == end) {
        return true;
    }
    const unsigned char *after_one = p + wk_blank_at(p, end);
    if (end - after_one == 1) {
        const unsigned char suffix = *after_one;
        const int64_t power = suffix == 'k' ? 3 : suffix == 'M' ? 6 : suffix == 'G' ? 9 : 0;
        *exponent += power;
        return power > 0;
    }
    for (uint32_t bytes; (bytes = wk_blank_at(p, end)) > 0;) {
        p += bytes;
    }
    return (*p == 'e' || *p == 'E') && take_exponent(&p, end, exponent) && p == end;
}

/* ---- Marks among the digits ------------------------------------------------------------------------------------ */

typedef struct marks {
    uint32_t points, commas, others;
    uint32_t other; /* the kind of the others, which must be one kind */
    bool mixed;
    const unsigned char *last_point, *last_comma;
} marks;

/* Moves past digits and the marks among them. A separator belongs to the number only between two digits. */
static marks take_marks(const unsigned char **p, const unsigned char *end) {
    marks found = {0};
    while (*p < end) {
        if (is_digit(**p)) {
            *p += 1;
            continue;
        }
        uint32_t bytes;
        const uint32_t mark = mark_at(*p, end, &bytes);
        if (mark == '.') {
            found.points++;
            found.last_point = *p;
        } else if (mark == ',') {
            found.commas++;
            found.last_comma = *p;
        } else if (mark != NO_MARK && *p + bytes < end && is_digit((*p)[bytes])) {
            found.mixed |= found.others > 0 && found.other != mark;
            found.others++;
            found.other = mark;
        } else {
            break;
        }
        *p += bytes;
    }
    return found;
}

/* One comma that could be a decimal mark as well as a thousands separator: 1,234. */
static bool is_ambiguous(const marks *found, const unsigned char *digits, const unsigned char *end) {
    if (found->commas != 1 || found->points > 0 || found->others > 0) {
        return false;
    }
    const int64_t before = found->last_comma - digits;
    return before >= 1 && before <= 3 && *digits != '0' && end - found->last_comma == 4;
}

/* Whether the comma is the decimal mark in a number that says so itself. */
static wk_comma comma_meant(const marks *found) {
    if (found->commas == 0) {
        return found->points > 1 ? WK_COMMA_DECIMAL : WK_COMMA_THOUSANDS;
    }
    if (found->points > 0) {
        return found->last_comma > found->last_point ? WK_COMMA_DECIMAL : WK_COMMA_THOUSANDS;
    }
    return found->commas > 1 ? WK_COMMA_THOUSANDS : WK_COMMA_DECIMAL;
}

/* Digits, all of them or in threes after a first group of one to three that does not begin with 0. */
static bool is_well_grouped(const unsigned char *p, const unsigned char *end, uint32_t separator) {
    const unsigned char *first = p;
    uint32_t run = 0;
    bool grouped = false;
    while (p < end) {
        if (is_digit(*p)) {
            run++;
            p++;
            continue;
        }
        uint32_t bytes;
        if (mark_at(p, end, &bytes) != separator || separator == NO_MARK) {
            return false;
        }
        if (grouped ? run != 3 : (run < 1 || run > 3 || *first == '0')) {
            return false;
        }
        grouped = true;
        run = 0;
        p += bytes;
    }
    return !grouped || run == 3;
}

/* Finds the decimal mark (or the end) of the digits and marks in [digits, end), and checks that the rest groups well.
 */
static bool place_point(const marks *found, wk_comma comma, const unsigned char *digits, const unsigned char *end,
                        const unsigned char **point) {
    const bool by_comma = comma == WK_COMMA_DECIMAL;
    const uint32_t decimal_marks = by_comma ? found->commas : found->points;
    const uint32_t groupings = by_comma ? found->points : found->commas;
    if (decimal_marks > 1 || found->mixed || (groupings > 0 && (found->others > 0 || comma == WK_COMMA_SEPARATOR))) {
        return false;
    }
    const uint32_t separator = groupings == 0 ? found->other : by_comma ? '.' : ',';
    *point = decimal_marks == 0 ? end : by_comma ? found->last_comma : found->last_point;
    const bool fraction = end - *point > 1;
    return is_well_grouped(digits, *point, separator) && (!fraction || is_well_grouped(*point + 1, end, NO_MARK)) &&
           (*point > digits || fraction);
}

/* ---- Reading --------------------------------------------------------------------------------------------------- */

/* The common form: a sign, digits with one decimal mark, an exponent, and nothing else. */
static bool read_plain(const unsigned char *p, const unsigned char *end, unsigned char decimal_mark,
                       wk_decimal *decimal, bool *negative) {
    *negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    decimal->digits = p;
    uint64_t head = 0; /* may wrap; more than 19 digits are taken again below */
    for (; p < end && is_digit(*p); p++) {
        head = head * 10 + (uint64_t)(*p - '0');
    }
    const unsigned char *point = p;
    int64_t count = p - decimal->digits;
    int64_t exponent = 0;
    if (p < end && *p == decimal_mark) {
        for (p++; p < end && is_digit(*p); p++) {
            head = head * 10 + (uint64_t)(*p - '0');
        }
        exponent = point + 1 - p;
        count -= exponent;
    }
    decimal->digits_end = p;
    decimal->head = head;
    decimal->exponent = exponent;
    decimal->more = false;
    if (count > 19) {
        wk_take_digits(decimal, point);
    }
    return count > 0 && (p == end || ((*p | 32) == 'e' && take_exponent(&p, end, &decimal->exponent) && p == end));
}

static wk_reason round_to(const wk_decimal *decimal, bool negative, double *value) {
    double magnitude;
    if (!wk_nearest_double(decimal, &magnitude)) {
        return WK_R_NOT_FINITE;
    }
    *value = negative ? -magnitude : magnitude;
    return WK_R_NONE;
}

/* Moves past a plain integer. False when there is none or it is above 2^53. */
static bool take_integer(const unsigned char **p, const unsigned char *end, uint64_t *value) {
    const unsigned char *begin = *p;
    *value = 0;
    for (; *p < end && is_digit(**p); *p += 1) {
        *value = *value * 10 + (uint64_t)(**p - '0');
        if (*value > (uint64_t)WK_MAX_EXACT) {
            return false;
        }
    }
    return *p > begin;
}

/* 2^15: base and exponent plain integers, the result at most 2^53, so that nothing is rounded. */
static bool read_power(const unsigned char *p, const unsigned char *end, double *value) {
    uint64_t base;
    uint64_t exponent;
    if (!take_integer(&p, end, &base) || p == end || *p++ != '^' || !take_integer(&p, end, &exponent) || p != end) {
        return false;
    }
    uint64_t result = base == 0 && exponent > 0 ? 0 : 1;
    for (uint64_t i = 0; base > 1 && i < exponent; i++) {
        if (result > (uint64_t)WK_MAX_EXACT / base) {
            return false;
        }
        result *= base;
    }
    *value = (double)result;
    return true;
}

static wk_reason read_marked(const unsigned char *p, const unsigned char *end, wk_comma comma, double *value) {
    wk_trim(&p, &end);
    if (p == end) {
        return WK_R_EMPTY;
    }
    if (is_missing_word(p, end)) {
        return WK_R_CELL_MISSING;
    }
    if (read_power(p, end, value)) {
        return WK_R_NONE;
    }
    bool negative;
    take_sign(&p, end, &negative);
    if (is_infinity_word(p, end)) {
        return WK_R_NOT_FINITE;
    }
    wk_decimal decimal = {.digits = p};
    const marks found = take_marks(&p, end);
    decimal.digits_end = p;
    const bool ambiguous = comma == WK_COMMA_AUTO && is_ambiguous(&found, decimal.digits, p);
    const unsigned char *point;
    if (!place_point(&found, comma == WK_COMMA_AUTO ? comma_meant(&found) : comma, decimal.digits, p, &point)) {
        return WK_R_NOT_A_NUMBER;
    }
    wk_take_digits(&decimal, point);
    if (!take_scale(p, end, &decimal.exponent)) {
        return WK_R_NOT_A_NUMBER;
    }
    return ambiguous ? WK_R_AMBIGUOUS : round_to(&decimal, negative, value);
}

wk_reason wk_parse_number(const char *text, uint32_t length, wk_comma comma, double *value) {
    const unsigned char *begin = (const unsigned char *)text;
    wk_decimal decimal;
    bool negative;
    if (!value || (!text && length > 0)) {
        return WK_R_NULL_POINTER;
    }
    *value = (double)NAN;
    if (length == 0) {
        return WK_R_EMPTY;
    }
    if (read_plain(begin, begin + length, comma == WK_COMMA_DECIMAL ? ',' : '.', &decimal, &negative)) {
        return round_to(&decimal, negative, value);
    }
    return read_marked(begin, begin + length, comma, value);
}
