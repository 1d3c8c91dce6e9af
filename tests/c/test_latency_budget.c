/*
 * The latency_budget model: exact sums for constant chains, the given percentiles back from one stage, comonotone
 * chains, moments of a sum of lognormals, and every refusal.
 */
#include "wk.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const wk_model wk_model_latency_budget;

enum { BUDGET, PERCENTILE, SAMPLES, CORRELATION, FANOUT, PARAMS };
enum { SPENT, REMAINING, SUM_OF_P99, P50, P95, P99, AT_PERCENTILE, MISS_RATE, LARGEST, ALL_FAST };
enum { STAGE_ROW, STAGE_P50, STAGE_P99, STAGE_SHARE, HIST_EDGE, HIST_COUNT, SERIES };

static const double missing = (double)NAN;
static const double Z99 = 2.3263478740408408;

typedef struct result {
    wk_status status;
    wk_error error;
    double *block;
    const double *scalar;
    const double *series[SERIES];
    uint32_t stages, edges, notes;
} result;

static void set_defaults(double *params) {
    for (uint32_t i = 0; i < PARAMS; i++) {
        params[i] = wk_model_latency_budget.params[i].value;
    }
}

static result run_seed(const double *params, const double *table, uint32_t rows, double seed) {
    result r = {.block = NULL};
    wk_plan_t plan;
    const wk_model *const model = &wk_model_latency_budget;
    r.status = wk_plan(model, params, table, rows, seed, &plan, &r.error);
    if (r.status != WK_OK) {
        return r;
    }
    r.block = malloc(plan.total * sizeof *r.block);
    assert_non_null(r.block);
    memset(r.block, 0xff, plan.total * sizeof *r.block);
    r.status = wk_run(model, params, table, rows, seed, &plan, r.block, plan.total, &r.error);
    r.scalar = r.block;
    for (int i = 0; i < SERIES; i++) {
        r.series[i] = r.block + plan.series_at[i];
    }
    r.stages = (uint32_t)r.block[plan.lengths_at];
    r.edges = (uint32_t)r.block[plan.lengths_at + 1];
    r.notes = (uint32_t)r.block[plan.notes_at];
    return r;
}

static result run(const double *params, const double *table, uint32_t rows) {
    return run_seed(params, table, rows, 1.0);
}

static int has_note(const result *r, const char *id) {
    for (uint32_t i = 0; i < wk_model_latency_budget.n_notes; i++) {
        if (strcmp(wk_model_latency_budget.notes[i].id, id) == 0) {
            return (int)(r->notes >> i & 1u);
        }
    }
    fail_msg("there is no note %s", id);
    return 0;
}

static void check_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance)) {
        fail_msg("%.17g is not %.17g", found, expected);
    }
}

/* A sample quantile's standard error is sqrt(p (1 - p) / n) / density; here on the log scale of one lognormal. */
static double log_error(double p, double z, double sigma, double n) {
    const double density = exp(-0.5 * z * z) / sqrt(2.0 * acos(-1.0)) / sigma;
    return sqrt(p * (1.0 - p) / n) / density;
}

static void test_one_stage_gives_its_percentiles_back(void **state) {
    (void)state;
    static const double stages[][2] = {{20, 80}, {5, 5.5}, {100, 10000}, {1e-6, 1e-3}};
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        double params[PARAMS];
        set_defaults(params);
        params[SAMPLES] = 200000;
        params[PERCENTILE] = 90;
        params[CORRELATION] = i % 2 == 0 ? 0.0 : 0.7;
        result r = run_seed(params, stages[i], 1, (double)i);
        const double sigma = log(stages[i][1] / stages[i][0]) / Z99;
        check_near(log(r.scalar[P50] / stages[i][0]), 0.0, 4.0 * log_error(0.5, 0.0, sigma, 200000));
        check_near(log(r.scalar[P95] / stages[i][0]), 1.6448536 * sigma, 4.0 * log_error(0.95, 1.6448536, sigma, 2e5));
        check_near(log(r.scalar[P99] / stages[i][1]), 0.0, 4.0 * log_error(0.99, Z99, sigma, 200000));
        check_near(log(r.scalar[AT_PERCENTILE] / stages[i][0]), 1.2815516 * sigma,
                   4.0 * log_error(0.9, 1.2815516, sigma, 200000));
        free(r.block);
    }
}

static void test_constants_add_exactly(void **state) {
    (void)state;
    static const double table[] = {0.1, 20.7, 3.3, 1e-3, 0.0, missing, missing, 3.3, missing, 0.0};
    double params[PARAMS];
    set_defaults(params);
    const double sum = 0.1 + 20.7 + 3.3 + 1e-3 + 0.0;
    params[BUDGET] = sum;
    result r = run(params, table, 5);
    assert_true(r.scalar[SPENT] == sum && r.scalar[SUM_OF_P99] == sum && r.scalar[REMAINING] == 0.0);
    assert_true(r.scalar[P50] == sum && r.scalar[P99] == sum && r.scalar[AT_PERCENTILE] == sum);
    assert_true(r.scalar[MISS_RATE] == 0.0); /* exactly at the budget is met */
    assert_true(r.scalar[LARGEST] == 20.7 && has_note(&r, "constant_chain") && r.edges == 2);
    assert_true(r.series[HIST_COUNT][0] == 20000.0);
    free(r.block);
    params[BUDGET] = nextafter(sum, 0.0);
    r = run(params, table, 5);
    assert_true(r.scalar[MISS_RATE] == 1.0);
    free(r.block);
    static const double nothing[] = {0.0, missing};
    r = run(params, nothing, 1);
    assert_true(r.status == WK_OK && r.scalar[P99] == 0.0 && isnan(r.series[STAGE_SHARE][0]));
    free(r.block);
}

/* At correlation 1 stages are slow together: a chain of n alike is n times one, and the p99s do add. */
static void test_comonotone_stages_add_their_p99s(void **state) {
    (void)state;
    static const double chain[] = {20, 20, 20, 20, 80, 80, 80, 80};
    static const double one[] = {20, 80};
    double params[PARAMS];
    set_defaults(params);
    params[CORRELATION] = 1;
    result four = run(params, chain, 4);
    result single = run(params, one, 1);
    check_near(four.scalar[P99], 4.0 * single.scalar[P99], 1e-9);
    check_near(four.scalar[P50], 4.0 * single.scalar[P50], 1e-9);
    free(four.block);
    free(single.block);

    /* Stages of different spread too: the same normal drives all, so the p99 of the sum is the sum at its p99. */
    static const double mixed[] = {10, 30, 5, 50, 45, missing};
    params[SAMPLES] = 500000;
    result r = run(params, mixed, 3);
    check_near(r.scalar[P99] / r.scalar[SUM_OF_P99], 1.0, 0.01);
    free(r.block);
    params[CORRELATION] = 0;
    r = run(params, mixed, 3);
    assert_true(r.scalar[P99] < 0.95 * r.scalar[SUM_OF_P99]);
    free(r.block);
}

/* Mean and variance of the totals, from the histogram's midpoints, against those of lognormals with one correlation. */
static void test_moments_of_the_sum(void **state) {
    (void)state;
    static const double table[] = {20, 35, 30, 60, 80, 70};
    for (int tied = 0; tied < 3; tied++) {
        double params[PARAMS];
        set_defaults(params);
        params[CORRELATION] = tied / 2.0;
        params[SAMPLES] = 1000000;
        result r = run(params, table, 3);
        double mean = 0.0;
        double variance = 0.0;
        for (uint32_t i = 0; i < 3; i++) {
            const double si = log(table[3 + i] / table[i]) / Z99;
            mean += table[i] * exp(si * si / 2.0);
            for (uint32_t j = 0; j < 3; j++) {
                const double sj = log(table[3 + j] / table[j]) / Z99;
                const double tie = i == j ? 1.0 : params[CORRELATION];
                variance += table[i] * table[j] * exp((si * si + sj * sj) / 2.0) * (exp(tie * si * sj) - 1.0);
            }
        }
        double found_mean = 0.0;
        double found_square = 0.0;
        for (uint32_t i = 0; i + 1 < r.edges; i++) {
            const double middle = (r.series[HIST_EDGE][i] + r.series[HIST_EDGE][i + 1]) / 2.0;
            found_mean += middle * r.series[HIST_COUNT][i] / 1e6;
            found_square += middle * middle * r.series[HIST_COUNT][i] / 1e6;
        }
        const double width = r.series[HIST_EDGE][1] - r.series[HIST_EDGE][0];
        check_near(found_mean, mean, 0.2);
        check_near((found_square - found_mean * found_mean - width * width / 12.0) / variance, 1.0, 0.02);
        free(r.block);
    }
}

static void test_histogram_counts_every_request(void **state) {
    (void)state;
    static const double table[] = {20, 35, 80, 400};
    double params[PARAMS];
    set_defaults(params);
    result r = run(params, table, 2);
    double sum = 0.0;
    double above = 0.0;
    for (uint32_t i = 0; i < r.edges; i++) {
        sum += r.series[HIST_COUNT][i];
        above += r.series[HIST_EDGE][i] > 250.0 ? r.series[HIST_COUNT][i] : 0.0;
    }
    assert_true(sum == 20000.0 && r.series[HIST_COUNT][r.edges - 1] == 0.0 && r.edges <= 101);
    assert_true(above / 20000.0 <= r.scalar[MISS_RATE] && r.scalar[MISS_RATE] < 0.2);
    free(r.block);
}

static void test_stages_are_listed(void **state) {
    (void)state;
    static const double table[] = {20, 50, 30, 80, missing, 30};
    double params[PARAMS];
    set_defaults(params);
    result r = run(params, table, 3);
    assert_int_equal(r.stages, 3);
    assert_true(r.series[STAGE_ROW][2] == 2.0 && r.series[STAGE_P50][1] == 50.0 && r.series[STAGE_P99][1] == 50.0);
    assert_true(r.series[STAGE_P99][0] == 80.0 && r.series[STAGE_SHARE][1] == 0.5 && r.scalar[LARGEST] == 50.0);
    assert_true(r.scalar[SPENT] == 100.0 && r.scalar[REMAINING] == 150.0 && r.scalar[SUM_OF_P99] == 160.0);
    free(r.block);
}

/* An edit of one stage leaves the draws of the others alone; so does the correlation. */
static void test_common_random_numbers(void **state) {
    (void)state;
    static const double both[] = {20, 30, 80, 30};
    static const double alone[] = {20, 80};
    double params[PARAMS];
    set_defaults(params);
    result with = run(params, both, 2);
    result without = run(params, alone, 1);
    check_near(with.scalar[P99], without.scalar[P99] + 30.0, 1e-9);
    free(with.block);
    free(without.block);
}

static void test_fanout(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[FANOUT] = 100;
    result r = run(params, NULL, 0);
    check_near(r.scalar[ALL_FAST], 0.36603234127322950, 1e-15); /* public case 29: 0.99^100 */
    assert_true(has_note(&r, "no_stages") && isnan(r.scalar[SPENT]) && isnan(r.scalar[P99]));
    assert_int_equal(r.stages, 0);
    assert_int_equal(r.edges, 0);
    free(r.block);
}

static void check_refusal(double p50, double p99, wk_reason reason, int32_t column) {
    const double table[] = {1.0, p50, 2.0, p99};
    double params[PARAMS];
    set_defaults(params);
    result r = run(params, table, 2);
    assert_int_equal(r.status, WK_E_CELL);
    assert_int_equal(r.error.reason, reason);
    assert_int_equal(r.error.row, 1);
    assert_int_equal(r.error.column, column);
}

static void test_refusals_name_the_cell(void **state) {
    (void)state;
    check_refusal(10.0, 9.999, WK_R_CELL_BELOW_OTHER, 1);
    check_refusal(0.0, 1.0, WK_R_CELL_NOT_POSITIVE, 0);
    check_refusal(-1.0, 1.0, WK_R_CELL_OUT_OF_RANGE, 0);
    check_refusal(1.0, 2e9, WK_R_CELL_OUT_OF_RANGE, 1);
    check_refusal(missing, 1.0, WK_R_CELL_MISSING, 0);
}

/* A median at the edge of the doubles with a p99 of days has no finite tail: an error, not an Infinity. */
static void test_tails_beyond_the_doubles(void **state) {
    (void)state;
    static const double table[] = {5e-324, 1e9};
    double params[PARAMS];
    set_defaults(params);
    params[SAMPLES] = 100000;
    result r = run(params, table, 1);
    assert_int_equal(r.status, WK_E_NUMERIC);
    free(r.block);
    static const double heavy[] = {1, 1, 1, 1e6, 1e6, 1e6};
    params[SAMPLES] = 1000000;
    r = run(params, heavy, 3);
    assert_true(r.status == WK_OK && r.scalar[P99] > r.scalar[SUM_OF_P99] / 2.0);
    free(r.block);
}

static void test_few_requests_beyond_the_percentile(void **state) {
    (void)state;
    static const double table[] = {20, 80};
    double params[PARAMS];
    set_defaults(params);
    result r = run(params, table, 1);
    assert_false(has_note(&r, "few_beyond"));
    free(r.block);
    params[PERCENTILE] = 99.95;
    r = run(params, table, 1);
    assert_true(has_note(&r, "few_beyond"));
    free(r.block);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_stage_gives_its_percentiles_back),
        cmocka_unit_test(test_constants_add_exactly),
        cmocka_unit_test(test_comonotone_stages_add_their_p99s),
        cmocka_unit_test(test_moments_of_the_sum),
        cmocka_unit_test(test_histogram_counts_every_request),
        cmocka_unit_test(test_stages_are_listed),
        cmocka_unit_test(test_common_random_numbers),
        cmocka_unit_test(test_fanout),
        cmocka_unit_test(test_refusals_name_the_cell),
        cmocka_unit_test(test_tails_beyond_the_doubles),
        cmocka_unit_test(test_few_requests_beyond_the_percentile),
    };
    return cmocka_run_group_tests_name("latency_budget", tests, NULL, NULL);
}
