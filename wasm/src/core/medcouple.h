/*
 * Medcouple, a robust measure of skewness in [-1, 1] (Brys, Hubert & Struyf 2004, JCGS 13:996-1017), in expected
 * O(n log n): a matrix with sorted rows and columns is cut along staircases at sampled values until the middle is left.
 */
#ifndef WK_MEDCOUPLE_H
#define WK_MEDCOUPLE_H

#include <stdint.h>

/* Doubles of scratch that wk_medcouple needs for n values. */
uint32_t wk_medcouple_scratch(uint32_t n);

/*
 * The medcouple of n >= 1 finite values sorted upwards. Values equal to the median are paired by the usual tie kernel;
 * for an even number of pairs it is the mean of the two middle ones. 0 for constant data and for n < 3.
 */
double wk_medcouple(const double *sorted, uint32_t n, double *scratch);

#endif
