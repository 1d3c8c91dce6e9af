/*
 * The cosine of a part of a half turn. libm's cos would bring its argument reduction for huge angles and the tables for
 * it (about 4 kB of WASM); a schedule needs angles from 0 to a half turn only.
 */
#ifndef WK_COSINE_H
#define WK_COSINE_H

/* cos(pi * turn) for 0 <= turn <= 1, to within 3e-16; exact at 0, 1/2 and 1. */
double wk_cos_half_turn(double turn);

#endif
