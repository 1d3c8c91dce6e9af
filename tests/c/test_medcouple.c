/* The fast medcouple against all pairs, and against properties that hold in closed form. */
#include "medcouple.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double fast(const double *sorted, uint32_t n) {
    double *scratch = malloc((wk_medcouple_scratch(n) + 1) * sizeof *scratch);
    assert_non_null(scratch);
    memset(scratch, 0xff, wk_medcouple_scratch(n) * sizeof *scratch);
    const double mc = wk_medcouple(sorted, n, scratch);
    free(scratch);
    return mc;
}

/* h of one pair as Brys, Hubert & Struyf write it. */
static double textbook(double above, double below) {
    return (above - below) / (above + below);
}

/* h of one pair with the smaller distance over the larger: the same number, monotone after rounding. */
static double by_ratio(double above, double below) {
    const double ratio = fmin(above, below) / fmax(above, below);
    return copysign((1.0 - ratio) / (1.0 + ratio), above - below) + 0.0;
}

static double all_pairs(const double *x, uint32_t n, double (*h)(double, double)) {
    if (n < 3) {
        return 0.0;
    }
    const double median = 0.5 * (x[(n - 1) / 2] + x[n / 2]);
    uint32_t ties = 0;
    for (uint32_t i = 0; i < n; i++) {
        ties += x[i] == median;
    }
    double *kernels = malloc((size_t)n * n * sizeof *kernels);
    assert_non_null(kernels);
    size_t pairs = 0;
    uint32_t above_tie = ties;
    for (uint32_t i = 0; i < n; i++) {
        if (x[i] < median) {
            continue;
        }
        above_tie -= x[i] == median;
        uint32_t below_tie = ties;
        for (uint32_t j = 0; j < n && x[j] <= median; j++) {
            if (x[i] == median && x[j] == median) {
                /* Ties numbered from 0: above by falling value, below by rising; the sign of the sum against the
                 * diagonal. */
                below_tie--;
                const int side = (int)(ties - 1 - above_tie) - (int)below_tie;
                kernels[pairs++] = (double)((side > 0) - (side < 0));
            } else {
                kernels[pairs++] = h(x[i] - median, median - x[j]);
            }
        }
    }
    qsort(kernels, pairs, sizeof *kernels, compare);
    const double mc = 0.5 * (kernels[(pairs - 1) / 2] + kernels[pairs / 2]);
    free(kernels);
    return mc;
}

static double draw(wk_random *random, uint32_t kind) {
    switch (kind) {
    case 0:
        return wk_random_normal(random);
    case 1:
        return exp(2.0 * wk_random_normal(random));
    case 2:
        return (double)wk_random_below(random, 3);
    case 3:
        return (double)wk_random_below(random, 20) * 0.1;
    case 4:
        return wk_random_below(random, 2) == 0 ? 1.0 : wk_random_normal(random);
    case 5:
        return 1.0 + DBL_EPSILON * (double)wk_random_below(random, 9);
    case 6:
        return floor(wk_random_normal(random) * 4.0) * 1e-310;
    default:
        return wk_random_unit(random) < 0.9 ? 0.0 : -exp(wk_random_normal(random));
    }
}

static void equals_all_pairs_exactly(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 11.0, WK_STREAM_DATA);
    for (uint32_t n = 1; n <= 200; n++) {
        for (uint32_t kind = 0; kind < 8; kind++) {
            double x[200];
            for (uint32_t i = 0; i < n; i++) {
                x[i] = draw(&random, kind);
            }
            qsort(x, n, sizeof *x, compare);
            const double found = fast(x, n);
            if (found != all_pairs(x, n, by_ratio)) {
                fail_msg("n %u kind %u: %.17g is not %.17g", n, kind, found, all_pairs(x, n, by_ratio));
            }
            assert_true(fabs(found - all_pairs(x, n, textbook)) <= 4.0 * DBL_EPSILON);
        }
    }
}

static void equals_all_pairs_on_larger_arrays(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 13.0, WK_STREAM_DATA);
    static double x[2001];
    for (uint32_t kind = 0; kind < 8; kind++) {
        for (uint32_t n = 2000; n <= 2001; n++) {
            for (uint32_t i = 0; i < n; i++) {
                x[i] = draw(&random, kind);
            }
            qsort(x, n, sizeof *x, compare);
            assert_true(fast(x, n) == all_pairs(x, n, by_ratio));
        }
    }
}

/* The Fibonacci numbers are a case of tests/cases/iqr.json. */
static void agrees_with_known_values(void **state) {
    (void)state;
    static const double symmetric[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    static const double fibonacci[] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    static const double three[] = {0, 1, 10};
    static const double same[] = {4, 4, 4, 4};
    assert_true(fast(symmetric, 10) == 0.0);
    assert_true(fabs(fast(fibonacci, 11) - 0.625) < 1e-15);
    /* Distances 9, 0 above and 0, 1 below the median: kernels 1, 0.8, 0 (the tie) and -1. */
    assert_true(fabs(fast(three, 3) - 0.4) < 1e-15);
    assert_true(fast(same, 4) == 0.0);
    assert_true(fast(fibonacci, 1) == 0.0 && fast(fibonacci, 2) == 0.0);
}

static void reflection_turns_the_sign(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 17.0, WK_STREAM_DATA);
    for (uint32_t trial = 0; trial < 400; trial++) {
        double x[150];
        double mirrored[150];
        const uint32_t n = 3 + wk_random_below(&random, 148);
        for (uint32_t i = 0; i < n; i++) {
            x[i] = draw(&random, trial % 8);
        }
        qsort(x, n, sizeof *x, compare);
        for (uint32_t i = 0; i < n; i++) {
            mirrored[i] = -x[n - 1 - i];
        }
        const double mc = fast(x, n);
        assert_true(fast(mirrored, n) == -mc);
        assert_true(mc != 0.0 || !signbit(mc));
        assert_true(mc >= -1.0 && mc <= 1.0);
    }
}

/* Published searches compare kernels that rounding has put out of order, and run for ever on data like these. */
static void ends_on_values_a_rounding_apart(void **state) {
    (void)state;
    static double x[3000];
    wk_random random;
    wk_random_start(&random, 19.0, WK_STREAM_DATA);
    for (int trial = 0; trial < 100; trial++) {
        const double base = exp(20.0 * wk_random_unit(&random) - 10.0);
        for (int i = 0; i < 3000; i++) {
            x[i] = base * (1.0 + DBL_EPSILON * (double)wk_random_below(&random, 4000));
        }
        qsort(x, 3000, sizeof *x, compare);
        const double mc = fast(x, 3000);
        assert_true(mc >= -1.0 && mc <= 1.0);
    }
}

static void largest_values_do_not_overflow(void **state) {
    (void)state;
    static const double x[] = {-DBL_MAX, -DBL_MAX / 2.0, 0.0, DBL_MAX / 2.0, DBL_MAX};
    assert_true(fast(x, 5) == 0.0);
    static const double skewed[] = {-DBL_MAX, -DBL_MAX, DBL_MAX, DBL_MAX};
    assert_true(fast(skewed, 4) == 0.0);
}

/* Population values of facts.md B.1: exponential 1/3, lognormal 0.3979. */
static void large_samples_are_quick_and_near_the_population(void **state) {
    (void)state;
    enum { N = 200000 };
    double *x = malloc(N * sizeof *x);
    assert_non_null(x);
    wk_random random;
    wk_random_start(&random, 23.0, WK_STREAM_DATA);
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 0; i < N; i++) {
            x[i] = kind == 0 ? -log1p(-wk_random_unit(&random)) : exp(wk_random_normal(&random));
        }
        qsort(x, N, sizeof *x, compare);
        const clock_t start = clock();
        const double mc = fast(x, N);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 2.0);
        assert_true(fabs(mc - (kind == 0 ? 1.0 / 3.0 : 0.3979)) < 0.01);
    }
    for (uint32_t kind = 2; kind < 8; kind++) {
        for (int i = 0; i < N; i++) {
            x[i] = draw(&random, kind);
        }
        qsort(x, N, sizeof *x, compare);
        const clock_t start = clock();
        const double mc = fast(x, N);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 2.0);
        assert_true(mc >= -1.0 && mc <= 1.0);
    }
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_all_pairs_exactly),
        cmocka_unit_test(equals_all_pairs_on_larger_arrays),
        cmocka_unit_test(agrees_with_known_values),
        cmocka_unit_test(reflection_turns_the_sign),
        cmocka_unit_test(ends_on_values_a_rounding_apart),
        cmocka_unit_test(largest_values_do_not_overflow),
        cmocka_unit_test(large_samples_are_quick_and_near_the_population),
    };
    return cmocka_run_group_tests_name("medcouple", tests, NULL, NULL);
}
