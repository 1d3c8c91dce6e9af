/*
 * Random numbers: PCG32 (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
 * for Random Number Generation", variant XSH RR 64/32). State is passed by pointer; two streams of one seed are
 * independent sequences, so that data, initialisation and noise never share draws.
 */
#ifndef WK_RANDOM_H
#define WK_RANDOM_H

#include <stdint.h>

typedef struct wk_random {
    uint64_t state;
    uint64_t increment; /* odd; chooses the stream */
} wk_random;

/* What a stream is for. A model may number further streams from WK_STREAM_OWN. */
enum { WK_STREAM_DATA = 1, WK_STREAM_INITIAL = 2, WK_STREAM_NOISE = 3, WK_STREAM_OWN = 16 };

/* Starts a stream; seed is the validated one, whole and 0 to 2^53 - 1. */
void wk_random_start(wk_random *random, double seed, uint64_t stream);

/* Uniform on the 32-bit integers. */
uint32_t wk_random_u32(wk_random *random);

/* Uniform on {0, 1, ..., bound - 1}, without bias (rejection). bound >= 1. */
uint32_t wk_random_below(wk_random *random, uint32_t bound);

/* Uniform on [0, 1), a multiple of 2^-53. */
double wk_random_unit(wk_random *random);

/* Standard normal, by Marsaglia's polar method (1964); no value is kept back between calls. */
double wk_random_normal(wk_random *random);

#endif
