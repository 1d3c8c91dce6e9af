/* The power of Box & Cox (1964), "An Analysis of Transformations", JRSS B 26:211-252, for one sample. */
#ifndef WK_BOXCOX_H
#define WK_BOXCOX_H

#include <stdint.h>

/*
 * The lambda in [-5, 5] that maximises the profile log-likelihood of normal data after (x^lambda - 1) / lambda.
 *   logs  the natural logarithms of n positive values, in any order
 * NaN when all values are equal (or n is below 2): every lambda is then as good.
 */
double wk_boxcox_lambda(const double *logs, uint32_t n);

#endif
