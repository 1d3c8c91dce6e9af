/* PCG32 against its author's outputs, and the shapes of the distributions drawn from it. */
#include "random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static wk_random started(double seed, uint64_t stream) {
    wk_random random;
    wk_random_start(&random, seed, stream);
    return random;
}

/* imneme/pcg-c, test-high/expected/check-pcg32.out: seed 42, sequence 54. */
static void matches_the_published_outputs(void **state) {
    (void)state;
    static const uint32_t published[] = {0xa15c02b7u, 0x7b47f409u, 0xba1d3330u, 0x83d2f293u, 0xbfa4784bu, 0xcbed606eu};
    wk_random random = started(42.0, 54);
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        assert_int_equal(wk_random_u32(&random), published[i]);
    }
}

static void same_seed_same_draws_and_streams_differ(void **state) {
    (void)state;
    const double last_seed = 9007199254740991.0;
    wk_random a = started(last_seed, WK_STREAM_DATA);
    wk_random b = started(last_seed, WK_STREAM_DATA);
    wk_random c = started(last_seed, WK_STREAM_NOISE);
    wk_random d = started(last_seed - 1.0, WK_STREAM_DATA);
    int same_stream = 0;
    int same_seed = 0;
    for (int i = 0; i < 1000; i++) {
        const uint32_t draw = wk_random_u32(&a);
        assert_int_equal(draw, wk_random_u32(&b));
        same_stream += draw == wk_random_u32(&c);
        same_seed += draw == wk_random_u32(&d);
    }
    assert_int_equal(same_stream, 0);
    assert_int_equal(same_seed, 0);
}

/* Pearson's chi-square with 6 degrees of freedom; 22.46 is its 99.9 % point. */
static void bounded_draws_are_uniform(void **state) {
    (void)state;
    enum { BOUND = 7, DRAWS = 700000 };
    wk_random random = started(1.0, WK_STREAM_DATA);
    double counts[BOUND] = {0.0};
    for (int i = 0; i < DRAWS; i++) {
        const uint32_t draw = wk_random_below(&random, BOUND);
        assert_true(draw < BOUND);
        counts[draw] += 1.0;
    }
    const double expected = (double)DRAWS / BOUND;
    double chi_square = 0.0;
    for (int i = 0; i < BOUND; i++) {
        chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    assert_true(chi_square < 22.46);
}

/* With 3 * 2^30 a plain remainder would fall below 2^30 half of the time instead of a third. */
static void large_bounds_are_unbiased(void **state) {
    (void)state;
    wk_random random = started(3.0, WK_STREAM_DATA);
    int low = 0;
    for (int i = 0; i < 300000; i++) {
        low += wk_random_below(&random, 3u << 30) < 1u << 30;
    }
    assert_true(abs(low - 100000) < 1300);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(wk_random_below(&random, 1), 0);
    }
}

static void unit_draws_are_uniform_multiples(void **state) {
    (void)state;
    wk_random random = started(1.0, WK_STREAM_INITIAL);
    double sum = 0.0;
    double squares = 0.0;
    const int draws = 1000000;
    for (int i = 0; i < draws; i++) {
        const double u = wk_random_unit(&random);
        assert_true(u >= 0.0 && u < 1.0);
        assert_true(u * 9007199254740992.0 == floor(u * 9007199254740992.0));
        sum += u;
        squares += u * u;
    }
    assert_true(fabs(sum / draws - 0.5) < 5.0 * sqrt(1.0 / 12.0 / draws));
    assert_true(fabs(squares / draws - 1.0 / 3.0) < 5.0 * sqrt(4.0 / 45.0 / draws));
}

/* Moments 0, 1, 0, 3 and the share beyond 1.96, each within five standard errors. */
static void normal_draws_are_normal(void **state) {
    (void)state;
    wk_random random = started(1.0, WK_STREAM_NOISE);
    double sums[5] = {0.0};
    int beyond = 0;
    const int draws = 1000000;
    for (int i = 0; i < draws; i++) {
        const double z = wk_random_normal(&random);
        double power = 1.0;
        for (int m = 1; m <= 4; m++) {
            power *= z;
            sums[m] += power / draws;
        }
        beyond += fabs(z) > 1.959963984540054;
    }
    assert_true(fabs(sums[1]) < 5.0 * sqrt(1.0 / draws));
    assert_true(fabs(sums[2] - 1.0) < 5.0 * sqrt(2.0 / draws));
    assert_true(fabs(sums[3]) < 5.0 * sqrt(15.0 / draws));
    assert_true(fabs(sums[4] - 3.0) < 5.0 * sqrt(96.0 / draws));
    assert_true(fabs((double)beyond / draws - 0.05) < 5.0 * sqrt(0.05 * 0.95 / draws));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_the_published_outputs),    cmocka_unit_test(same_seed_same_draws_and_streams_differ),
        cmocka_unit_test(bounded_draws_are_uniform),        cmocka_unit_test(large_bounds_are_unbiased),
        cmocka_unit_test(unit_draws_are_uniform_multiples), cmocka_unit_test(normal_draws_are_normal),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
