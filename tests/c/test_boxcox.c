/* The Box-Cox power against a scan of the likelihood as textbooks write it, closed forms, and SciPy. */
#include "boxcox.h"
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

static double lambda_of(const double *data, uint32_t n) {
    double logs[512];
    for (uint32_t i = 0; i < n; i++) {
        logs[i] = log(data[i]);
    }
    return wk_boxcox_lambda(logs, n);
}

/* (lambda - 1) sum log x - n/2 log Var(y). */
static double likelihood(const double *data, uint32_t n, double lambda) {
    double y[512];
    double sum_logs = 0.0;
    double mean = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        sum_logs += log(data[i]);
        y[i] = fabs(lambda) < 1e-9 ? log(data[i]) : (pow(data[i], lambda) - 1.0) / lambda;
        mean += y[i] / n;
    }
    double variance = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        variance += (y[i] - mean) * (y[i] - mean) / n;
    }
    return (lambda - 1.0) * sum_logs - 0.5 * n * log(variance);
}

static double scan(const double *data, uint32_t n) {
    double best = -5.0;
    double most = likelihood(data, n, best);
    for (int step = -49999; step <= 50000; step++) {
        const double here = likelihood(data, n, step * 1e-4);
        if (here > most) {
            most = here;
            best = step * 1e-4;
        }
    }
    return best;
}

static void lies_at_the_top_of_a_scan(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 29.0, WK_STREAM_DATA);
    static const double powers[] = {-2.0, -0.5, 0.0, 0.3, 1.0, 3.0};
    for (int p = 0; p < 6; p++) {
        double data[40];
        for (int i = 0; i < 40; i++) {
            /* Near 1, where the scan itself keeps its digits. */
            const double z = 1.0 + 0.1 * wk_random_normal(&random);
            data[i] = powers[p] == 0.0 ? exp(3.0 * (z - 1.0)) : pow(z, 1.0 / powers[p]);
        }
        assert_true(fabs(lambda_of(data, 40) - scan(data, 40)) <= 1.01e-4);
    }
}

/* SciPy 1.10.1: the maximum of scipy.stats.boxcox_llf by minimize_scalar(bounded, xatol 1e-12), good to about 1e-8. */
static void agrees_with_scipy(void **state) {
    (void)state;
    static const double fibonacci[] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
    static const double mixed[] = {4.2, 5.1, 3.3, 7.9, 6.4, 12.5, 2.2, 9.7, 5.5, 6.1, 30.0, 4.8};
    assert_true(fabs(lambda_of(fibonacci, 11) + 0.0229495821) < 1e-7);
    assert_true(fabs(lambda_of(mixed, 12) + 0.3922817971) < 1e-7);
}

/* Data whose logarithms are symmetric have their maximum at 0, by symmetry. */
static void symmetric_logs_give_zero(void **state) {
    (void)state;
    static const double data[] = {0.25, 0.5, 1.0, 2.0, 4.0};
    static const double two[] = {3.0, 7.0};
    assert_true(fabs(lambda_of(data, 5)) < 1e-12);
    assert_true(fabs(lambda_of(two, 2)) < 1e-12);
}

/* Powers of the data divide lambda: lambda(x^p) = lambda(x) / p; a change of unit leaves it. */
static void follows_powers_and_units(void **state) {
    (void)state;
    static const double data[] = {4.2, 5.1, 3.3, 7.9, 6.4, 12.5, 2.2, 9.7, 5.5, 6.1, 30.0, 4.8};
    double changed[12];
    const double lambda = lambda_of(data, 12);
    static const double powers[] = {-3.0, -1.0, 0.2, 2.0, 30.0};
    for (int p = 0; p < 5; p++) {
        for (int i = 0; i < 12; i++) {
            changed[i] = pow(data[i], powers[p]);
        }
        assert_true(fabs(lambda_of(changed, 12) - lambda / powers[p]) < 1e-11);
    }
    for (int exponent = -1000; exponent <= 1000; exponent += 250) {
        for (int i = 0; i < 12; i++) {
            changed[i] = ldexp(data[i], exponent);
        }
        assert_true(fabs(lambda_of(changed, 12) - lambda) < 1e-9);
    }
}

static void equal_values_have_no_maximum(void **state) {
    (void)state;
    static const double data[] = {7.0, 7.0, 7.0};
    assert_true(isnan(lambda_of(data, 3)));
    assert_true(isnan(lambda_of(data, 1)));
}

static void extremes_stay_within_the_bounds(void **state) {
    (void)state;
    static const double data[][4] = {{1e-300, 1.0, 1.0, 1e300},
                                     {1e-300, 1e300, 1e300, 1e300},
                                     {1e-300, 1e-300, 1e-300, 1e300},
                                     {1.0, 1.0, 1.0, 1.0 + 1e-15},
                                     {4.9406564584124654e-324, 1.0, 2.0, 3.0},
                                     {1e6, 1e6 + 1, 1e6 + 2, 1e6 + 7}};
    for (int i = 0; i < 6; i++) {
        const double lambda = lambda_of(data[i], 4);
        assert_true(lambda >= -5.0 && lambda <= 5.0);
    }
    /* So narrow that no allowed power straightens the long upper tail. */
    assert_true(lambda_of(data[5], 4) == -5.0);
}

static void takes_few_passes_over_large_samples(void **state) {
    (void)state;
    enum { N = 200000 };
    double *logs = malloc(N * sizeof *logs);
    assert_non_null(logs);
    wk_random random;
    wk_random_start(&random, 31.0, WK_STREAM_DATA);
    for (int i = 0; i < N; i++) {
        logs[i] = 2.0 * log(10.0 + wk_random_normal(&random));
    }
    const clock_t start = clock();
    const double lambda = wk_boxcox_lambda(logs, N);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 2.0);
    assert_true(fabs(lambda - 0.5) < 0.05);
    free(logs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lies_at_the_top_of_a_scan),
        cmocka_unit_test(agrees_with_scipy),
        cmocka_unit_test(symmetric_logs_give_zero),
        cmocka_unit_test(follows_powers_and_units),
        cmocka_unit_test(equal_values_have_no_maximum),
        cmocka_unit_test(extremes_stay_within_the_bounds),
        cmocka_unit_test(takes_few_passes_over_large_samples),
    };
    return cmocka_run_group_tests_name("boxcox", tests, NULL, NULL);
}
