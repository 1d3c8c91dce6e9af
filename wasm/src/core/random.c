#include "random.h"

#include <math.h>

/* The multiplier of PCG's 64-bit generators (Knuth's MMIX). */
static const uint64_t MULTIPLIER = 6364136223846793005u;

uint32_t wk_random_u32(wk_random *random) {
    const uint64_t state = random->state;
    random->state = state * MULTIPLIER + random->increment;
    const uint32_t shifted = (uint32_t)(((state >> 18) ^ state) >> 27);
    const uint32_t turn = (uint32_t)(state >> 59);
    return (shifted >> turn) | (shifted << ((32u - turn) & 31u));
}

void wk_random_start(wk_random *random, double seed, uint64_t stream) {
    random->state = 0;
    random->increment = (stream << 1) | 1u;
    (void)wk_random_u32(random);
    random->state += (uint64_t)seed;
    (void)wk_random_u32(random);
}

uint32_t wk_random_below(wk_random *random, uint32_t bound) {
    /* 2^32 mod bound: draws below it would make the small remainders a little likelier than the others. */
    const uint32_t surplus = (0u - bound) % bound;
    uint32_t draw = wk_random_u32(random);
    while (draw < surplus) {
        draw = wk_random_u32(random);
    }
    return draw % bound;
}

double wk_random_unit(wk_random *random) {
    const uint32_t high = wk_random_u32(random) >> 5;
    const uint32_t low = wk_random_u32(random) >> 6;
    return ((double)high * 67108864.0 + (double)low) / 9007199254740992.0;
}

double wk_random_normal(wk_random *random) {
    for (;;) {
        const double x = 2.0 * wk_random_unit(random) - 1.0;
        const double y = 2.0 * wk_random_unit(random) - 1.0;
        const double square = x * x + y * y;
        if (square > 0.0 && square < 1.0) {
            return x * sqrt(-2.0 * log(square) / square);
        }
    }
}
