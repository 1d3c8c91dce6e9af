/* Sorting doubles in linear time: a radix sort, lowest digit first, in memory that the caller lends. */
#ifndef WK_SORT_H
#define WK_SORT_H

#include <stdint.h>

/* Sorts n values upwards; no NaN. spare holds n doubles, which are overwritten. Data already in order cost one pass. */
void wk_sort(double *values, uint32_t n, double *spare);

#endif
