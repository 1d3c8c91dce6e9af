/* A decimal number as it stands in a text, and the double nearest to it. */
#ifndef WK_DECIMAL_H
#define WK_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* The value is (all digits in [digits, digits_end), read as one integer) times a power of ten; head is its beginning.
 */
typedef struct wk_decimal {
    const unsigned char *digits, *digits_end; /* marks and group separators may stand among the digits */
    uint64_t head;                            /* the first 19 significant digits, or all when there are fewer */
    int64_t exponent;                         /* power of ten of the last digit in head */
    bool more;                                /* digits other than 0 follow those in head */
} wk_decimal;

/* Takes the digits in [digits, digits_end); those behind point, the decimal mark or the end, are the fraction. */
void wk_take_digits(wk_decimal *decimal, const unsigned char *point);

/* The nearest double, ties to even, 0 on underflow. False beyond the largest double (*value is then infinite). */
bool wk_nearest_double(const wk_decimal *decimal, double *value);

#endif
