/* Moments against closed forms and the cases where textbook sums fail. */
#include "moments.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void close_to(double found, double expected, double relative) {
    if (!(fabs(found - expected) <= relative * fabs(expected))) {
        fail_msg("%.17g is not %.17g", found, expected);
    }
}

static void few_values(void **state) {
    (void)state;
    static const double data[] = {1.0, 2.0, 4.0};
    wk_moments m = wk_moments_of(data, 0);
    assert_true(isnan(m.mean) && isnan(m.sd) && isnan(m.skewness));
    m = wk_moments_of(data, 1);
    assert_true(m.mean == 1.0 && isnan(m.sd) && isnan(m.skewness));
    m = wk_moments_of(data, 2);
    assert_true(m.mean == 1.5 && isnan(m.skewness));
    close_to(m.sd, sqrt(0.5), 1e-15);
    m = wk_moments_of(data, 3);
    close_to(m.mean, 7.0 / 3.0, 1e-15);
    close_to(m.sd, sqrt(7.0 / 3.0), 1e-15);
    /* m2 = 14/9, m3 = 20/27, G1 = sqrt(6) m3 / m2^1.5 */
    close_to(m.skewness, sqrt(6.0) * (20.0 / 27.0) / pow(14.0 / 9.0, 1.5), 1e-14);
}

/* Of 0, 1, ..., n - 1: mean (n - 1)/2, variance n(n + 1)/12. */
static void whole_numbers_in_closed_form(void **state) {
    (void)state;
    enum { N = 100001 };
    double *data = malloc(N * sizeof *data);
    assert_non_null(data);
    for (int i = 0; i < N; i++) {
        data[i] = (double)((i * 7919LL) % N) + 1e9;
    }
    const wk_moments m = wk_moments_of(data, N);
    close_to(m.mean, 1e9 + (N - 1) / 2.0, 1e-15);
    close_to(m.sd, sqrt(N * (N + 1.0) / 12.0), 1e-14);
    assert_true(fabs(m.skewness) < 1e-13);
    free(data);
}

/* Public case 14: the difference of two large sums of squares goes negative, or is wrong by eight orders. */
static void public_case_14_large_mean_and_constant_data(void **state) {
    (void)state;
    double data[102];
    for (int i = 0; i < 100; i++) {
        data[i] = 0.2345;
    }
    wk_moments m = wk_moments_of(data, 100);
    assert_true(m.sd == 0.0 && m.mean == 0.2345 && isnan(m.skewness));
    for (int i = 0; i < 102; i++) {
        data[i] = 1e12 + (i % 3 - 1);
    }
    m = wk_moments_of(data, 102);
    assert_true(m.mean == 1e12);
    close_to(m.sd, sqrt(68.0 / 101.0), 1e-15);
    assert_true(m.skewness == 0.0);
}

/* The mean of a million tenths: a plain sum is off in the eleventh digit. */
static void long_sums_keep_their_digits(void **state) {
    (void)state;
    enum { N = 1000000 };
    double *data = malloc(N * sizeof *data);
    assert_non_null(data);
    for (int i = 0; i < N; i++) {
        data[i] = i == 0 ? -0.1 : 0.1;
    }
    const wk_moments m = wk_moments_of(data, N);
    close_to(m.mean, 0.1 - 0.2 / N, 2e-16);
    close_to(m.sd, 0.2 / sqrt(N), 1e-14);
    free(data);
}

/* Large values that cancel leave the small ones their digits, whichever value comes first. */
static void what_cancels_leaves_the_rest(void **state) {
    (void)state;
    static const double data[][6] = {{1e16, 0.3, 0.3, 0.3, -1e16, 0.3}, {1e9, 0.1, 0.2, 0.3, 0.4, -1e9}};
    static const double means[] = {0.2, 1.0 / 6.0};
    for (uint32_t set = 0; set < 2; set++) {
        for (uint32_t first = 0; first < 6; first++) {
            double turned[6];
            for (uint32_t i = 0; i < 6; i++) {
                turned[i] = data[set][(i + first) % 6];
            }
            close_to(wk_moments_of(turned, 6).mean, means[set], 1e-15);
        }
    }
}

static void scaled(const double *data, double *to, uint32_t n, double factor) {
    for (uint32_t i = 0; i < n; i++) {
        to[i] = data[i] * factor;
    }
}

static void magnitude_does_not_matter(void **state) {
    (void)state;
    static const double data[] = {3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0};
    double moved[8];
    const wk_moments plain = wk_moments_of(data, 8);
    for (int exponent = -1020; exponent <= 1020; exponent += 60) {
        const double factor = ldexp(1.0, exponent);
        scaled(data, moved, 8, factor);
        const wk_moments m = wk_moments_of(moved, 8);
        assert_true(m.mean == plain.mean * factor);
        assert_true(m.sd == plain.sd * factor);
        assert_true(m.skewness == plain.skewness);
    }
    static const double smallest[] = {0.0, 4.9406564584124654e-324, 0.0};
    const wk_moments m = wk_moments_of(smallest, 3);
    assert_true(m.sd >= 0.0 && isfinite(m.skewness));
}

static void extremes_stay_finite_or_nan(void **state) {
    (void)state;
    static const double two[] = {-DBL_MAX, DBL_MAX};
    static const double three[] = {-DBL_MAX, 0.0, DBL_MAX};
    wk_moments m = wk_moments_of(two, 2);
    assert_true(m.mean == 0.0 && isnan(m.sd));
    m = wk_moments_of(three, 3);
    assert_true(m.mean == 0.0 && m.skewness == 0.0);
    close_to(m.sd, DBL_MAX, 1e-15);
}

/* G1 is odd under reflection; the exponential distribution has skewness 2. */
static void skewness_has_the_right_sign_and_size(void **state) {
    (void)state;
    enum { N = 400000 };
    double *data = malloc(N * sizeof *data);
    assert_non_null(data);
    wk_random random;
    wk_random_start(&random, 1.0, WK_STREAM_DATA);
    for (int i = 0; i < N; i++) {
        data[i] = -log1p(-wk_random_unit(&random));
    }
    const wk_moments right = wk_moments_of(data, N);
    scaled(data, data, N, -1.0);
    const wk_moments left = wk_moments_of(data, N);
    assert_true(fabs(right.skewness - 2.0) < 0.1);
    assert_true(left.skewness == -right.skewness && left.mean == -right.mean && left.sd == right.sd);
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_values),
        cmocka_unit_test(whole_numbers_in_closed_form),
        cmocka_unit_test(public_case_14_large_mean_and_constant_data),
        cmocka_unit_test(long_sums_keep_their_digits),
        cmocka_unit_test(what_cancels_leaves_the_rest),
        cmocka_unit_test(magnitude_does_not_matter),
        cmocka_unit_test(extremes_stay_finite_or_nan),
        cmocka_unit_test(skewness_has_the_right_sign_and_size),
    };
    return cmocka_run_group_tests_name("moments", tests, NULL, NULL);
}
