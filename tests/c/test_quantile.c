/* Selection and sorting against the C library's sort; quantiles against sorted order and published cases. */
#include "quantile.h"
#include "random.h"
#include "sort.h"

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

enum { LARGE = 1000000 };

typedef double (*shape)(uint32_t i, uint32_t n, wk_random *random);

static double shuffled(uint32_t i, uint32_t n, wk_random *random) {
    (void)i;
    (void)n;
    return wk_random_normal(random);
}

static double rising(uint32_t i, uint32_t n, wk_random *random) {
    (void)n;
    (void)random;
    return (double)i;
}

static double falling(uint32_t i, uint32_t n, wk_random *random) {
    (void)random;
    return (double)n - (double)i;
}

static double constant(uint32_t i, uint32_t n, wk_random *random) {
    (void)i;
    (void)n;
    (void)random;
    return 3.5;
}

static double two_valued(uint32_t i, uint32_t n, wk_random *random) {
    (void)i;
    (void)n;
    return (double)wk_random_below(random, 2);
}

static double few_valued(uint32_t i, uint32_t n, wk_random *random) {
    (void)i;
    (void)n;
    return (double)wk_random_below(random, 9) - 4.0;
}

static double organ_pipe(uint32_t i, uint32_t n, wk_random *random) {
    (void)random;
    return (double)(i < n / 2 ? i : n - i);
}

static double sawtooth(uint32_t i, uint32_t n, wk_random *random) {
    (void)n;
    (void)random;
    return (double)(i % 1000);
}

static double one_low(uint32_t i, uint32_t n, wk_random *random) {
    (void)random;
    return i == n / 3 ? -1.0 : 1.0;
}

/* Musser's sequence (1997), which drives a median-of-three quicksort into quadratic time. */
static double killer(uint32_t i, uint32_t n, wk_random *random) {
    (void)random;
    const uint32_t half = n / 2;
    if (i < half) {
        return i % 2 == 0 ? (double)(i + 1) : (double)(half + i + (half % 2));
    }
    return 2.0 * (double)(i - half + 1);
}

static const shape shapes[] = {shuffled,   rising,     falling,  constant, two_valued,
                               few_valued, organ_pipe, sawtooth, one_low,  killer};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static double *filled(shape of, uint32_t n, double seed) {
    wk_random random;
    wk_random_start(&random, seed, WK_STREAM_DATA);
    double *values = malloc((size_t)n * sizeof *values);
    assert_non_null(values);
    for (uint32_t i = 0; i < n; i++) {
        values[i] = of(i, n, &random);
    }
    return values;
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double seconds_since(clock_t start) {
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static void check_selection(const double *data, uint32_t n, uint32_t k) {
    double values[256];
    double sorted[256];
    memcpy(values, data, n * sizeof *values);
    memcpy(sorted, data, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare);
    wk_select(values, n, k);
    assert_true(values[k] == sorted[k]);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(i < k ? values[i] <= values[k] : values[i] >= values[k]);
    }
    qsort(values, n, sizeof *values, compare);
    assert_memory_equal(values, sorted, n * sizeof *values);
}

static void selects_every_rank_of_every_shape(void **state) {
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 4, 5, 7, 16, 63, 64, 65, 100, 256};
    for (int s = 0; s < SHAPES; s++) {
        for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
            double *data = filled(shapes[s], sizes[at], (double)at);
            for (uint32_t k = 0; k < sizes[at]; k++) {
                check_selection(data, sizes[at], k);
            }
            free(data);
        }
    }
}

/* A quadratic run over a million values would take minutes. */
static void no_shape_takes_quadratic_time(void **state) {
    (void)state;
    for (int s = 0; s < SHAPES; s++) {
        static const double places[] = {0.0, 0.01, 0.25, 0.5, 0.999999};
        for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
            double *values = filled(shapes[s], LARGE, 1.0);
            const uint32_t k = (uint32_t)(places[p] * (LARGE - 1));
            const clock_t start = clock();
            wk_select(values, LARGE, k);
            assert_true(seconds_since(start) < 2.0);
            for (uint32_t i = 0; i < LARGE; i++) {
                assert_true(i < k ? values[i] <= values[k] : values[i] >= values[k]);
            }
            free(values);
        }
    }
}

/*
 * Short parts take the middle of the first, the centre and the last value as pivot. Here two of the three are always
 * the smallest that are left, so that a round takes out two values and the rounds run out: the heap must finish.
 */
static void a_heap_finishes_when_pivots_are_bad(void **state) {
    (void)state;
    enum { LENGTH = 599, BAD_ROUNDS = 60 };
    double data[LENGTH];
    uint32_t place[LENGTH];
    for (uint32_t i = 0; i < LENGTH; i++) {
        place[i] = i;
        data[i] = 1000.0 + (double)(i * 7919u % LENGTH);
    }
    for (uint32_t round = 0; round < BAD_ROUNDS; round++) {
        uint32_t *const left = place + 2 * round;
        const uint32_t centre = (LENGTH - 2 * round) / 2;
        data[left[0]] = 2.0 * round;
        data[left[centre]] = 2.0 * round + 1.0;
        left[centre] = left[1];
    }
    double sorted[LENGTH];
    memcpy(sorted, data, sizeof data);
    qsort(sorted, LENGTH, sizeof *sorted, compare);
    for (uint32_t k = 2 * BAD_ROUNDS; k < LENGTH; k++) {
        double values[LENGTH];
        memcpy(values, data, sizeof data);
        wk_select(values, LENGTH, k);
        assert_true(values[k] == sorted[k]);
        for (uint32_t i = 0; i < LENGTH; i++) {
            assert_true(i < k ? values[i] <= values[k] : values[i] >= values[k]);
        }
    }
}

static void sorts_as_the_library_does(void **state) {
    (void)state;
    static const uint32_t sizes[] = {0, 1, 2, 3, 63, 64, 65, 1000, 50000};
    for (int s = 0; s < SHAPES; s++) {
        for (size_t at = 0; at < sizeof sizes / sizeof sizes[0]; at++) {
            const uint32_t n = sizes[at];
            double *values = filled(shapes[s], n + 1, 2.0);
            double *sorted = filled(shapes[s], n + 1, 2.0);
            double *spare = calloc(n + 1, sizeof *spare);
            assert_non_null(spare);
            qsort(sorted, n, sizeof *sorted, compare);
            wk_sort(values, n, spare);
            assert_memory_equal(values, sorted, n * sizeof *values);
            free(values);
            free(sorted);
            free(spare);
        }
    }
}

static void sorts_all_magnitudes_and_signs(void **state) {
    (void)state;
    enum { N = 5000 };
    static double values[N];
    static double spare[N];
    wk_random random;
    wk_random_start(&random, 5.0, WK_STREAM_DATA);
    for (int i = 0; i < N; i++) {
        const double size = ldexp(0.5 + wk_random_unit(&random), (int)wk_random_below(&random, 2090) - 1074);
        values[i] = wk_random_below(&random, 2) == 0 ? -size : size;
    }
    values[0] = DBL_MAX;
    values[1] = -DBL_MAX;
    values[2] = 0.0;
    values[3] = -0.0;
    values[4] = 4.9406564584124654e-324;
    wk_sort(values, N, spare);
    assert_true(values[0] == -DBL_MAX && values[N - 1] == DBL_MAX);
    for (int i = 1; i < N; i++) {
        assert_true(values[i - 1] <= values[i]);
    }
}

static double quantile_of(const double *data, uint32_t n, double p, uint32_t type) {
    double values[512];
    memcpy(values, data, n * sizeof *values);
    return wk_quantile(values, n, p, type);
}

/* By hand from np + m: at 0.9 the ranks are 9.9, 9.9, 9.4, 9.9, 10.4, 10.8, 10, 10 + 8/15, 10.5. */
static void agrees_with_ranks_by_hand(void **state) {
    (void)state;
    static const double data[] = {89, 1, 55, 1, 34, 2, 21, 3, 13, 5, 8};
    static const double tenth[] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    static const double quarter[] = {2, 2, 2, 1.75, 2.25, 2, 2.5, 2.0 + 1.0 / 6.0, 2.1875};
    static const double nine_tenths[] = {55, 55, 55, 52.9, 68.6, 82.2, 55, 55 + 34 * (8.0 / 15.0), 72};
    for (uint32_t type = 1; type <= 9; type++) {
        assert_true(fabs(quantile_of(data, 11, 0.1, type) - tenth[type - 1]) < 1e-12);
        assert_true(fabs(quantile_of(data, 11, 0.25, type) - quarter[type - 1]) < 1e-12);
        assert_true(fabs(quantile_of(data, 11, 0.9, type) - nine_tenths[type - 1]) < 1e-12);
    }
}

/* At quarter points 4 (np + m) is a small fraction: whole-number arithmetic gives rank and share without rounding. */
static void ranks_are_exact_at_quarter_points(void **state) {
    (void)state;
    static const int64_t times_n[] = {0, 0, 0, 0, 0, 1, -1, 0, 0};
    double data[400];
    for (int i = 0; i < 400; i++) {
        data[i] = 96.0 * i;
    }
    for (int64_t n = 1; n <= 400; n++) {
        for (int64_t quarter = 1; quarter <= 3; quarter++) {
            for (uint32_t type = 4; type <= 9; type++) {
                /* In units of 1/96 of a rank; m as facts.md D states it. */
                int64_t rank = (n + times_n[type - 1]) * quarter * 24;
                rank += type == 5 ? 48 : 0;
                rank += type == 7 ? 96 : 0;
                rank += type == 8 ? (quarter + 4) * 8 : 0;
                rank += type == 9 ? quarter * 6 + 36 : 0;
                rank = rank < 96 ? 96 : rank;
                rank = rank > 96 * n ? 96 * n : rank;
                const double found = quantile_of(data, (uint32_t)n, 0.25 * (double)quarter, type);
                assert_true(fabs(found - (double)(rank - 96)) < 1e-10 * (double)(rank));
                if (rank % 96 == 0) {
                    assert_true(found == (double)(rank - 96));
                }
            }
        }
    }
}

static void steps_fall_on_the_right_rank(void **state) {
    (void)state;
    double data[100];
    for (int i = 0; i < 100; i++) {
        data[i] = i + 1.0;
    }
    for (int percent = 1; percent < 100; percent++) {
        assert_true(quantile_of(data, 100, percent / 100.0, 1) == percent);
        assert_true(quantile_of(data, 100, percent / 100.0, 2) == percent + 0.5);
        assert_true(quantile_of(data, 100, percent / 100.0, 4) == percent);
        /* np - 1/2 lies halfway between two ranks: the even one is taken. */
        assert_true(quantile_of(data, 100, percent / 100.0, 3) == percent);
    }
    /* numpy before 2.0 took the wrong parity here (facts.md B.1). */
    static const double seven[] = {9, 10, 11, 12, 13, 14, 500};
    assert_true(quantile_of(seven, 7, 0.5, 3) == 12);
}

/* Public case 8: (1 - w) a + w b puts percentiles of constant data one unit off, and out of order. */
static void constant_data_give_the_constant(void **state) {
    (void)state;
    double data[279];
    for (int i = 0; i < 279; i++) {
        data[i] = 0.56758051638767337;
    }
    for (uint32_t type = 1; type <= 9; type++) {
        for (int percent = 0; percent <= 100; percent++) {
            assert_true(quantile_of(data, 279, percent / 100.0, type) == 0.56758051638767337);
        }
    }
}

static void rises_with_p_and_stays_within_the_data(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 7.0, WK_STREAM_DATA);
    for (int trial = 0; trial < 200; trial++) {
        double data[64];
        const uint32_t n = 1 + wk_random_below(&random, 64);
        double least = DBL_MAX;
        double most = -DBL_MAX;
        for (uint32_t i = 0; i < n; i++) {
            data[i] = wk_random_below(&random, 2) == 0 ? 0.1 * wk_random_below(&random, 5) : wk_random_normal(&random);
            least = fmin(least, data[i]);
            most = fmax(most, data[i]);
        }
        for (uint32_t type = 1; type <= 9; type++) {
            double before = least;
            for (int step = 0; step <= 500; step++) {
                const double q = quantile_of(data, n, step / 500.0, type);
                assert_true(q >= before && q <= most);
                before = q;
            }
            assert_true(before == most || type == 3);
        }
    }
}

static void huge_opposite_values_do_not_overflow(void **state) {
    (void)state;
    static const double data[] = {-DBL_MAX, DBL_MAX};
    assert_true(quantile_of(data, 2, 0.5, 7) == 0.0);
    assert_true(fabs(quantile_of(data, 2, 0.25, 7) / DBL_MAX + 0.5) < 1e-15);
    assert_true(quantile_of(data, 2, 1.0, 7) == DBL_MAX);
    assert_true(quantile_of(data, 1, 0.3, 8) == -DBL_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selects_every_rank_of_every_shape),
        cmocka_unit_test(no_shape_takes_quadratic_time),
        cmocka_unit_test(a_heap_finishes_when_pivots_are_bad),
        cmocka_unit_test(sorts_as_the_library_does),
        cmocka_unit_test(sorts_all_magnitudes_and_signs),
        cmocka_unit_test(agrees_with_ranks_by_hand),
        cmocka_unit_test(ranks_are_exact_at_quarter_points),
        cmocka_unit_test(steps_fall_on_the_right_rank),
        cmocka_unit_test(constant_data_give_the_constant),
        cmocka_unit_test(rises_with_p_and_stays_within_the_data),
        cmocka_unit_test(huge_opposite_values_do_not_overflow),
    };
    return cmocka_run_group_tests_name("quantile", tests, NULL, NULL);
}
