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

/* Adds a - b without losing what the subtraction itself rounds away. */
static void add_difference(sum *s, double a, double b) {
    const double difference = a - b;
    const double taken = difference - a;
    s->error += (a - (difference - taken)) - (b + taken);
    add(s, difference);
}

/* The two halves of a double (Veltkamp), whose products are exact. */
static void split(double value, double *high, double *low) {
    const double spread = 134217729.0 * value; /* 2^27 + 1 */
    *high = spread - (spread - value);
    *low = value - *high;
}

/* What a * b is short of its exact value (Dekker's TwoProduct). */
static double product_error(double a, double b) {
    double ah, al, bh, bl;
    split(a, &ah, &al);
    split(b, &bh, &bl);
    const double product = a * b;
    return ((ah * bh - product) + ah * bl + al * bh) + al * bl;
}

/* shift + s / count, rounded once in effect: values that cancel (1e16, 0.3, -1e16) keep what is left of them. */
static double mean_of(double shift, const sum *s, double count) {
    const double part = s->total / count;
    const double left = (s->total - part * count) - product_error(part, count) + s->error;
    sum mean = {shift, 0.0};
    add(&mean, part);
    return mean.total + (mean.error + left / count);
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
        add_difference(&first, values[i] * scale, shift);
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
    result.mean = fmin(fmax(ldexp(mean_of(shift, &first, count), exponent), r.min), r.max);
    result.sd = finite_or_nan(ldexp(sqrt(m2 / (count - 1.0)), exponent));
    result.skewness = bias_corrected_skewness(m2, m3, count);
    return result;
}
