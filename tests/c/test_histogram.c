/* Bins: every value is in the bin whose printed edges hold it, whatever its size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>

#include "histogram.h"
#include "random.h"

enum { BINS_MOST = 40, N = 500 };

static double edges[BINS_MOST + 1], counts[BINS_MOST + 1];

static void check_bins(const double *values, uint32_t n, uint32_t n_edges) {
    assert_true(n_edges >= 2 && n_edges <= BINS_MOST + 1);
    assert_true(counts[n_edges - 1] == 0.0);
    for (uint32_t bin = 0; bin + 1 < n_edges; bin++) {
        assert_true(edges[bin] < edges[bin + 1]);
        double count = 0.0;
        for (uint32_t i = 0; i < n; i++) {
            const int closed = bin + 2 == n_edges && values[i] == edges[bin + 1];
            count += (values[i] >= edges[bin] && values[i] < edges[bin + 1]) || closed;
        }
        assert_true(count == counts[bin]);
    }
}

static void test_bins_follow_freedman_and_diaconis(void **state) {
    (void)state;
    double values[N];
    for (uint32_t i = 0; i < N; i++) {
        values[i] = (double)i;
    }
    /* Width 2 * 249.5 / cbrt(500) = 62.87, and 499 / 62.87 = 7.94. */
    const uint32_t n_edges = wk_histogram(values, N, 249.5, BINS_MOST, edges, counts);
    assert_int_equal(n_edges, 9);
    assert_true(edges[0] == 0.0 && edges[8] == 499.0);
    check_bins(values, N, n_edges);
}

static void test_sturges_without_iqr(void **state) {
    (void)state;
    double values[16] = {0};
    values[3] = 8.0;
    const uint32_t n_edges = wk_histogram(values, 16, 0.0, BINS_MOST, edges, counts);
    assert_int_equal(n_edges, 6); /* ceil(log2(16)) + 1 bins */
    check_bins(values, 16, n_edges);
}

static void test_equal_values_get_one_bin(void **state) {
    (void)state;
    static const double each[] = {0.0, -7.0, 1e300, 5e-324};
    for (uint32_t i = 0; i < sizeof each / sizeof *each; i++) {
        const double values[] = {each[i], (double)NAN, each[i]};
        assert_int_equal(wk_histogram(values, 3, 0.0, BINS_MOST, edges, counts), 2);
        assert_true(edges[0] < each[i] && each[i] < edges[1] && counts[0] == 2.0 && counts[1] == 0.0);
    }
}

static void test_missing_values_are_skipped(void **state) {
    (void)state;
    const double values[] = {(double)NAN, 1.0, 2.0, (double)NAN, 3.0};
    const uint32_t n_edges = wk_histogram(values, 5, 1.0, BINS_MOST, edges, counts);
    double sum = 0.0;
    for (uint32_t i = 0; i < n_edges; i++) {
        sum += counts[i];
    }
    assert_true(sum == 3.0);
}

static void test_any_scale(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 3.0, WK_STREAM_DATA);
    static const double scales[] = {5e-324, 1e-300, 1e-3, 1.0, 1e12, 1e300};
    for (uint32_t s = 0; s < sizeof scales / sizeof *scales; s++) {
        for (uint32_t trial = 0; trial < 20; trial++) {
            double values[N];
            const double shift = trial % 2 == 0 ? 0.0 : 1e6;
            for (uint32_t i = 0; i < N; i++) {
                values[i] = scales[s] * (shift + floor(8.0 * wk_random_normal(&random)) / 8.0);
            }
            check_bins(values, N,
                       wk_histogram(values, N, scales[s] * wk_random_unit(&random), BINS_MOST, edges, counts));
        }
    }
}

static void test_neighbouring_doubles(void **state) {
    (void)state;
    const double values[] = {1.0, nextafter(1.0, 2.0), 1.0 + 4.0 * DBL_EPSILON};
    check_bins(values, 3, wk_histogram(values, 3, DBL_EPSILON, BINS_MOST, edges, counts));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bins_follow_freedman_and_diaconis),
        cmocka_unit_test(test_sturges_without_iqr),
        cmocka_unit_test(test_equal_values_get_one_bin),
        cmocka_unit_test(test_missing_values_are_skipped),
        cmocka_unit_test(test_any_scale),
        cmocka_unit_test(test_neighbouring_doubles),
    };
    return cmocka_run_group_tests_name("histogram", tests, NULL, NULL);
}
