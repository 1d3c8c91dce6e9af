/*
 * A few known answers, computed anew at start-up: a machine on which they come out wrong (a miscompiled build, a
 * damaged file, a faulty engine) is told so instead of showing wrong numbers.
 */
#include "quantile.h"
#include "random.h"
#include "wk.h"

#include <math.h>

static bool random_numbers_agree(void) {
    static const uint32_t golden[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330}; /* pcg-c, seed 42, stream 54 */
    wk_random random;
    wk_random_start(&random, 42.0, 54);
    for (uint32_t i = 0; i < WK_COUNT(golden); i++) {
        if (wk_random_u32(&random) != golden[i]) {
            return false;
        }
    }
    return true;
}

static bool parsing_agrees(void) {
    static const char text[] = "2.2250738585072011e-308"; /* a subnormal that once hung PHP and Java */
    double value = 0.0;
    return wk_parse_number(text, sizeof text - 1, WK_COMMA_AUTO, &value) == WK_R_NONE &&
           value == 0x0.fffffffffffffp-1022;
}

static bool quantiles_agree(void) {
    double values[] = {10, 12, 11, 13, 9, 500, 14};
    return wk_quantile(values, WK_COUNT(values), 0.25, 7) == 10.5;
}

/* Within a few units in the last place: builds with another libm differ there, faults do not. */
static bool functions_agree(void) {
    return fabs(exp(1.0) - 2.718281828459045) < 2e-15 && fabs(log(10.0) - 2.302585092994046) < 2e-15;
}

int32_t wk_self_check(void) {
    return random_numbers_agree() && parsing_agrees() && quantiles_agree() && functions_agree();
}
