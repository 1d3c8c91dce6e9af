#include "moments.h"

#include <float.h>
#include <math.h>

/* A running sum with its rounding error (Knuth's TwoSum): the result is as if summed in twice the precision. */
typedef struct sum {
    double total;
    double error;
} sum;

typedef struct range {
    double min, max;
} range;

static void add(sum *s, double term) {
    const double total = s->total + term;
    const double taken = total - s->total;
    s->error += (s->total - (total - taken)) + (term - taken);
    s->total = total;
}

static double value_of(const sum *s) {
    return s->total + s->error;
}

static range range_of(const double *values, uint32_t n) {
    range r = {values[0], values[0]};
    for (uint32_t i = 1; i < n; i++) {
        r.min = values[i] < r.min ? values[i] : r.min;
        r.max = values[i] > r.max ? values[i] : r.max;
    }
    return r;
}

/* The binary exponent of the range; dividing by that power of two is exact and brings deviations to about 1. */
static int exponent_of(range r) {
    int exponent = 0;
    (void)frexp(fmin(r.max - r.min, DBL_MAX), &exponent);
    return exponent < 1 - DBL_MAX_EXP ? 1 - DBL_MAX_EXP : exponent;
}

static double finite_or_nan(double value) {
    return fabs(value) <= DBL_MAX ? value : (double)NAN;
}

static double bias_corrected_skewness(double m2, double m3, double n) {
    if (n < 3.0) {
        return (double)NAN;
    }
    return m3 / (m2 * sqrt(m2)) * n * sqrt(n - 1.0) / (n - 2.0);
}

wk_moments wk_moments_of(const double *values, uint32_t n) {
    wk_moments result = {(double)NAN, (double)NAN, (double)NAN};
    if (n == 0) {
        return result;
    }
    const range r = range_of(values, n);
    if (r.min == r.max) {
        result.mean = r.min;
        result.sd = n < 2 ? (double)NAN : 0.0;
        return result;
    }
    const double count = (double)n;
    const int exponent = exponent_of(r);
    const double scale = ldexp(1.0, -exponent);
    /* Deviations from the first value keep their digits where values are large and close (1e12, 1e12 + 1). */
    const double shift = values[0] * scale;
    sum first = {0.0, 0.0};
    for (uint32_t i = 0; i < n; i++) {
        add(&first, values[i] * scale - shift);
    }
    const double centre = value_of(&first) / count;
    sum rest = {0.0, 0.0};
    sum squares = {0.0, 0.0};
    sum cubes = {0.0, 0.0};
    for (uint32_t i = 0; i < n; i++) {
        const double deviation = (values[i] * scale - shift) - centre;
        add(&rest, deviation);
        add(&squares, deviation * deviation);
        add(&cubes, deviation * deviation * deviation);
    }
    /* The centre is rounded; what is left of the deviations' sum corrects for that. */
    const double left = value_of(&rest) / count;
    const double m2 = value_of(&squares) - count * left * left;
    const double m3 = value_of(&cubes) - 3.0 * left * value_of(&squares) + 2.0 * count * left * left * left;
    result.mean = fmin(fmax(ldexp(shift + centre, exponent), r.min), r.max);
    result.sd = finite_or_nan(ldexp(sqrt(m2 / (count - 1.0)), exponent));
    result.skewness = bias_corrected_skewness(m2, m3, count);
    return result;
}
