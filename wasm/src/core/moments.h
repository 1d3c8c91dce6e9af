/* Mean, spread and skewness in a stable form: shifted, two passes, scaled so that squares neither overflow nor vanish.
 */
#ifndef WK_MOMENTS_H
#define WK_MOMENTS_H

#include <stdint.h>

typedef struct wk_moments {
    double mean;
    double sd;       /* divisor n - 1; NaN below two values, or above the largest double */
    double skewness; /* bias-corrected G1 (Joanes & Gill 1998); NaN below three values or when all are equal */
} wk_moments;

/* Moments of n finite values; all NaN when n is 0. Constant data have exactly sd 0. */
wk_moments wk_moments_of(const double *values, uint32_t n);

#endif
