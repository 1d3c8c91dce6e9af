/* Histograms with bins of equal width between the smallest and the largest value. */
#ifndef WK_HISTOGRAM_H
#define WK_HISTOGRAM_H

#include <stdint.h>

/*
 * Counts the values among n that are not NaN; there must be at least one, and none infinite.
 *   iqr        their interquartile range, from which the bin width follows: 2 iqr / cbrt(count) (Freedman & Diaconis
 *              1981, doi:10.1007/BF01025868), or Sturges' number of bins when it is 0
 *   bins_most  at least 1; edges and counts hold one more
 * Bins are half-open, the last one closed; the printed edges decide. Returns the number of edges; the last count is 0.
 * Values that are all equal get one bin around them.
 */
uint32_t wk_histogram(const double *values, uint32_t n, double iqr, uint32_t bins_most, double *edges, double *counts);

#endif
