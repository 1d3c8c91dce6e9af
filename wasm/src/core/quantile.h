/*
 * Sample quantiles in the nine definitions of Hyndman & Fan (1996), "Sample Quantiles in Statistical Packages",
 * The American Statistician 50:361-365, by selection (expected O(n)).
 */
#ifndef WK_QUANTILE_H
#define WK_QUANTILE_H

#include <stdint.h>

/* Puts the element of rank k (0-based) at values[k], none larger before it, none smaller after it. 0 <= k < n; no NaN.
 */
void wk_select(double *values, uint32_t n, uint32_t k);

/*
 * The quantile at p of n >= 1 finite values, type 1 to 9 (7 is the default of NumPy, pandas and R).
 * Reorders values, which lets further calls on the same array start from partly ordered data.
 * 0 <= p <= 1. Constant data give exactly that constant for every p.
 */
double wk_quantile(double *values, uint32_t n, double p, uint32_t type);

#endif
