#include "boxcox.h"

#include <math.h>
#include <stdbool.h>

/*
 * With logs l centred on their mean, the profile log-likelihood is -n/2 log Var(y), y = expm1(lambda l) / lambda, and
 * its slope is -n/2 times
 *
 *     2 Cov(y, y') / Var(y),   y' = dy/dlambda = (w e^w - expm1(w)) / lambda^2,   w = lambda l.
 *
 * The log-likelihood is concave (Kouider & Chen 1995, "Concavity of Box-Cox log-likelihood function", Statistics &
 * Probability Letters 25:171-175), so the slope has one root. The root of the slope is far sharper than the top of the
 * likelihood itself, whose digits are lost at the square root of the machine's precision.
 */
typedef struct sample {
    const double *logs;
    uint32_t n;
    double mean, min, max;
    double rest; /* what rounding left of the mean of logs - mean */
} sample;

static const double LAMBDA_MOST = 5.0;
static const double TOLERANCE = 1e-12;
/* Squares and products of expm1(w) summed over 2^32 values stay finite up to here. */
static const double EXPONENT_MOST = 300.0;
/* Below, y and y' are their limits l and l^2 / 2 to the last digit, and powers of lambda may vanish. */
static const double LAMBDA_LEAST = 1e-20;

static sample centre(const double *logs, uint32_t n) {
    sample s = {.logs = logs, .n = n, .min = logs[0], .max = logs[0]};
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        s.min = fmin(s.min, logs[i]);
        s.max = fmax(s.max, logs[i]);
        sum += logs[i] - logs[0];
    }
    s.mean = logs[0] + sum / (double)n;
    double rest = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        rest += logs[i] - s.mean;
    }
    s.rest = rest / (double)n;
    return s;
}

/* w e^w - expm1(w), given power = expm1(w). Near 0 the two terms cancel; the series is sum of (m - 1) w^m / m!, m >= 2.
 */
static double curvature_term(double w, double power) {
    if (fabs(w) >= 0.03) {
        return w * (power + 1.0) - power;
    }
    const double tail = 1.0 / 30.0 + w * (1.0 / 144.0 + w * (1.0 / 840.0 + w / 5760.0));
    return w * w * (0.5 + w * (1.0 / 3.0 + w * (1.0 / 8.0 + w * tail)));
}

/* The two terms of one value, both times lambda's powers and, for large exponents, times e^-largest. */
static void terms_of(double w, double largest, double *y, double *slope) {
    if (largest <= EXPONENT_MOST) {
        *y = expm1(w);
        *slope = curvature_term(w, *y);
    } else {
        /* Constants drop out of a covariance, so e^w may stand for expm1(w). */
        *y = exp(w - largest);
        *slope = (w - 1.0) * *y;
    }
}

/* Rises with lambda through 0 at the maximum of the likelihood. */
static double slope_at(const sample *s, double lambda) {
    const double low = lambda * (s->min - s->mean);
    const double high = lambda * (s->max - s->mean);
    const double largest = fmax(low, high);
    double sum_y = 0.0;
    double sum_slope = 0.0;
    double sum_square = 0.0;
    double sum_product = 0.0;
    const bool limit = fabs(lambda) < LAMBDA_LEAST;
    for (uint32_t i = 0; i < s->n; i++) {
        const double l = s->logs[i] - s->mean;
        double y = l;
        double slope = 0.5 * l * l;
        if (!limit) {
            terms_of(lambda * l, largest, &y, &slope);
        }
        sum_y += y;
        sum_slope += slope;
        sum_square += y * y;
        sum_product += y * slope;
    }
    const double n = (double)s->n;
    const double covariance = sum_product - sum_y / n * sum_slope;
    const double variance = sum_square - sum_y / n * sum_y;
    return covariance / variance / (limit ? 1.0 : lambda) - s->rest;
}

/*
 * The root between two lambdas of opposite slopes: the secant, halved at the end that stays (Illinois), and a plain
 * bisection whenever two steps have not halved the interval.
 */
static double root_between(const sample *s, double a, double slope_a, double b, double slope_b) {
    double width_before = fabs(b - a);
    for (uint32_t step = 0; step < 200 && fabs(b - a) > TOLERANCE; step++) {
        double next = b - slope_b * (b - a) / (slope_b - slope_a);
        if (step % 2 == 1) {
            if (fabs(b - a) > 0.5 * width_before) {
                next = 0.5 * (a + b);
            }
            width_before = fabs(b - a);
        }
        /* Steps of at least half the tolerance: the last ones cross the root and close the interval from both sides. */
        next = a < b ? fmin(next, b - 0.5 * TOLERANCE) : fmax(next, b + 0.5 * TOLERANCE);
        if (!(next > fmin(a, b) && next < fmax(a, b))) {
            next = 0.5 * (a + b);
        }
        const double slope = slope_at(s, next);
        if (slope == 0.0) {
            return next;
        }
        if ((slope < 0.0) != (slope_b < 0.0)) {
            a = b;
            slope_a = slope_b;
        } else {
            slope_a *= 0.5;
        }
        b = next;
        slope_b = slope;
    }
    return b;
}

double wk_boxcox_lambda(const double *logs, uint32_t n) {
    if (n < 2) {
        return (double)NAN;
    }
    const sample s = centre(logs, n);
    if (s.min == s.max) {
        return (double)NAN;
    }
    const double slope_zero = slope_at(&s, 0.0);
    if (slope_zero == 0.0) {
        return 0.0;
    }
    const double end = slope_zero < 0.0 ? LAMBDA_MOST : -LAMBDA_MOST;
    const double slope_end = slope_at(&s, end);
    if ((slope_end < 0.0) == (slope_zero < 0.0)) {
        return end;
    }
    return root_between(&s, 0.0, slope_zero, end, slope_end);
}
