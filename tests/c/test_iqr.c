/* The iqr model: public cases, laws that hold for any data, population values, and every edge of the input. */
#include "random.h"
#include "wk.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const wk_model wk_model_iqr;

enum {
    N,
    N_MISSING,
    Q1,
    MEDIAN,
    Q3,
    IQR,
    LOWER,
    UPPER,
    WHISKER_LOW,
    WHISKER_HIGH,
    N_OUTLIERS,
    N_LOW,
    N_HIGH,
    MEAN,
    SD
};
enum { SKEWNESS = SD + 1, MEDCOUPLE, LAMBDA };
enum { TUKEY, ADJUSTED, MAD, RULES };
enum { NONE, LOG, BOXCOX, TRANSFORMS };
enum { OUTLIER_ROW, OUTLIER_VALUE, HIST_EDGE, HIST_COUNT };
enum { TYPE7 = 6 };

static const double missing = (double)NAN;

typedef struct result {
    wk_status status;
    wk_error error;
    wk_plan_t plan;
    double *block;
    const double *scalar;
    const double *series[4];
    uint32_t outliers, edges;
    uint32_t notes;
} result;

static result run_on_filled_scratch(const double *params, const double *table, uint32_t rows, int filler) {
    result r = {.block = NULL};
    r.status = wk_plan(&wk_model_iqr, params, table, rows, 1.0, &r.plan, &r.error);
    if (r.status != WK_OK) {
        return r;
    }
    r.block = malloc(r.plan.total * sizeof *r.block);
    assert_non_null(r.block);
    memset(r.block, filler, r.plan.total * sizeof *r.block);
    r.status = wk_run(&wk_model_iqr, params, table, rows, 1.0, &r.plan, r.block, r.plan.total, &r.error);
    r.scalar = r.block;
    for (int i = 0; i < 4; i++) {
        r.series[i] = r.block + r.plan.series_at[i];
    }
    r.outliers = (uint32_t)r.block[r.plan.lengths_at];
    r.edges = (uint32_t)r.block[r.plan.lengths_at + 1];
    r.notes = (uint32_t)r.block[r.plan.notes_at];
    return r;
}

static result run(double k, double type, double rule, double transform, const double *table, uint32_t rows) {
    const double params[] = {k, type, rule, transform};
    return run_on_filled_scratch(params, table, rows, 0xff);
}

static result run_default(const double *table, uint32_t rows) {
    return run(1.5, TYPE7, TUKEY, NONE, table, rows);
}

static int has_note(const result *r, const char *id) {
    for (uint32_t i = 0; i < wk_model_iqr.n_notes; i++) {
        if (strcmp(wk_model_iqr.notes[i].id, id) == 0) {
            return (int)(r->notes >> i & 1u);
        }
    }
    fail_msg("there is no note %s", id);
    return 0;
}

static void check_scalar(const result *r, uint32_t index, double expected) {
    const double found = r->scalar[index];
    if (!(fabs(found - expected) <= 2e-9 * fabs(expected)) && !(isnan(found) && isnan(expected))) {
        fail_msg("%s is %.17g, not %.17g", wk_model_iqr.scalars[index].id, found, expected);
    }
}

/* What must hold whatever the data: counts add up, whiskers enclose the box, nothing is infinite. */
static void check_laws(const result *r, const double *table, uint32_t rows) {
    assert_int_equal(r->status, WK_OK);
    for (uint32_t i = 0; i < wk_model_iqr.n_scalars; i++) {
        assert_true(!isinf(r->scalar[i]));
        assert_true(wk_model_iqr.scalars[i].may_be_null || !isnan(r->scalar[i]));
    }
    assert_true(r->scalar[N] + r->scalar[N_MISSING] == rows);
    assert_true(r->scalar[N_LOW] + r->scalar[N_HIGH] == r->scalar[N_OUTLIERS]);
    assert_true(r->outliers == fmin(r->scalar[N_OUTLIERS], 100000.0));
    if (r->scalar[N] == 0.0) {
        return;
    }
    assert_true(r->scalar[Q1] <= r->scalar[MEDIAN] && r->scalar[MEDIAN] <= r->scalar[Q3]);
    assert_true(r->scalar[WHISKER_LOW] <= r->scalar[Q1] && r->scalar[WHISKER_HIGH] >= r->scalar[Q3]);
    double low = 0.0;
    double high = 0.0;
    uint32_t at = 0;
    for (uint32_t row = 0; row < rows; row++) {
        low += table[row] < r->scalar[LOWER];
        high += table[row] > r->scalar[UPPER];
        if ((table[row] < r->scalar[LOWER] || table[row] > r->scalar[UPPER]) && at < r->outliers) {
            assert_true(r->series[OUTLIER_ROW][at] == row && r->series[OUTLIER_VALUE][at] == table[row]);
            at++;
        }
    }
    assert_true(low == r->scalar[N_LOW] && high == r->scalar[N_HIGH] && at == r->outliers);
}

/* Half-open bins between printed edges, the last one closed; the last count is none. */
static void check_histogram(const result *r, const double *table, uint32_t rows) {
    assert_true(r->edges >= 2 && r->edges <= 61);
    const double *const edge = r->series[HIST_EDGE];
    assert_true(r->series[HIST_COUNT][r->edges - 1] == 0.0);
    for (uint32_t bin = 0; bin + 1 < r->edges; bin++) {
        assert_true(edge[bin] < edge[bin + 1]);
        double count = 0.0;
        for (uint32_t row = 0; row < rows; row++) {
            const int closed = bin + 2 == r->edges && table[row] == edge[bin + 1];
            count += (table[row] >= edge[bin] && table[row] < edge[bin + 1]) || closed;
        }
        assert_true(count == r->series[HIST_COUNT][bin]);
    }
}

static void check_everything(const double *table, uint32_t rows, int positive) {
    for (int type = 0; type < 9; type++) {
        for (int rule = 0; rule < RULES; rule++) {
            for (int transform = 0; transform < (positive ? TRANSFORMS : 1); transform++) {
                static const double ks[] = {0.0, 1.5, 1000.0};
                for (int k = 0; k < 3; k++) {
                    const double params[] = {ks[k], type, rule, transform};
                    result r = run_on_filled_scratch(params, table, rows, 0xff);
                    result again = run_on_filled_scratch(params, table, rows, 0x41);
                    check_laws(&r, table, rows);
                    if (r.scalar[N] > 0.0) {
                        check_histogram(&r, table, rows);
                    }
                    assert_memory_equal(r.block, again.block, wk_model_iqr.n_scalars * sizeof(double));
                    assert_int_equal(r.notes, again.notes);
                    free(r.block);
                    free(again.block);
                }
            }
        }
    }
}

static void laws_hold_for_all_parameters(void **state) {
    (void)state;
    static const double tables[][8] = {
        {10, 12, 11, 13, 9, 500, 14, missing},     {5, 5, 5, 5, 5, 5, 5, 5},
        {1, 2, missing, missing, 3, 3, 3, 3},      {1e-300, 1e300, 1, 1, 1, 2, 2, 1e-5},
        {0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.6, 0.7},  {1e300, 1e300, 1e300, 1e300, 1e300, 1e300, 1e-300, 1e-300},
        {1, 1, 1, 1, 1, 1, 1.0000000000000002, 1}, {4.9406564584124654e-324, 1e-323, 2e-323, 3e-323, 1, 1, 2, 3}};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        for (uint32_t rows = 0; rows <= 8; rows++) {
            check_everything(tables[t], rows, 1);
        }
    }
    static const double signs[][8] = {
        {-1e300, 1e300, -1e300, 1e300, 0, 0, 1, -1}, {-20, -3, -1, 0, 0, 2, missing, 80}, {0, 0, 0, 0, 0, 0, 0, -0.0}};
    for (size_t t = 0; t < sizeof signs / sizeof signs[0]; t++) {
        for (uint32_t rows = 0; rows <= 8; rows++) {
            check_everything(signs[t], rows, 0);
        }
    }
}

static void laws_hold_for_random_tables(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 37.0, WK_STREAM_DATA);
    double table[300];
    for (int trial = 0; trial < 12; trial++) {
        const uint32_t rows = 1 + wk_random_below(&random, 300);
        for (uint32_t i = 0; i < rows; i++) {
            const double z = wk_random_normal(&random);
            table[i] = trial % 3 == 0 ? exp(3.0 * z) : trial % 3 == 1 ? 1.0 + floor(fabs(4.0 * z)) : exp(0.01 * z);
            table[i] = wk_random_below(&random, 10) == 0 ? missing : table[i];
        }
        check_everything(table, rows, 1);
    }
}

static void public_case_1_simple_statistics_353(void **state) {
    (void)state;
    static const double data[] = {0, 0, 0.3, 1.2, 1.23, 3.5, 10, 12, 23.3, 32.1};
    result r = run_default(data, 10);
    check_scalar(&r, Q1, 0.525);
    check_scalar(&r, MEDIAN, 2.365);
    check_scalar(&r, Q3, 11.5);
    check_scalar(&r, LOWER, -15.9375);
    check_scalar(&r, UPPER, 27.9625);
    assert_int_equal(r.outliers, 1);
    assert_true(r.series[OUTLIER_ROW][0] == 9 && r.series[OUTLIER_VALUE][0] == 32.1);
    free(r.block);
}

static void public_case_4_whisker_never_inside_the_box(void **state) {
    (void)state;
    static const double data[] = {0, 0.8, 0.8, 1};
    result r = run_default(data, 4);
    check_scalar(&r, Q1, 0.6);
    check_scalar(&r, LOWER, 0.225);
    assert_true(r.scalar[WHISKER_LOW] == r.scalar[Q1]);
    assert_true(r.scalar[WHISKER_HIGH] == 1.0);
    free(r.block);
}

static void public_case_5_whisker_ends_at_a_datum_not_at_the_fence(void **state) {
    (void)state;
    static const double data[] = {-20, 1, 2, 3, 4, 5, 5, 5, 6, 7, 8, 9, 10, 20};
    result r = run_default(data, 14);
    assert_true(r.scalar[LOWER] == -3.5 && r.scalar[UPPER] == 14.5);
    assert_true(r.scalar[WHISKER_LOW] == 1.0 && r.scalar[WHISKER_HIGH] == 10.0);
    assert_true(r.scalar[N_LOW] == 1.0 && r.scalar[N_HIGH] == 1.0);
    free(r.block);
}

static void public_case_8_constant_data(void **state) {
    (void)state;
    double data[279];
    for (int i = 0; i < 279; i++) {
        data[i] = 0.56758051638767337;
    }
    for (int rule = 0; rule < RULES; rule++) {
        for (int transform = 0; transform < TRANSFORMS; transform++) {
            for (int type = 0; type < 9; type++) {
                result r = run(1.5, type, rule, transform, data, 279);
                const uint32_t same[] = {Q1, MEDIAN, Q3, LOWER, UPPER, WHISKER_LOW, WHISKER_HIGH, MEAN};
                for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
                    assert_true(r.scalar[same[i]] == data[0]);
                }
                assert_true(r.scalar[IQR] == 0.0 && r.scalar[SD] == 0.0 && r.scalar[N_OUTLIERS] == 0.0);
                assert_true(r.scalar[MEDCOUPLE] == 0.0 && isnan(r.scalar[SKEWNESS]) && isnan(r.scalar[LAMBDA]));
                assert_false(has_note(&r, "zero_iqr"));
                /* The axis of a chart stays visible. */
                assert_int_equal(r.edges, 2);
                assert_true(r.series[HIST_EDGE][0] < data[0] && r.series[HIST_EDGE][1] > data[0]);
                free(r.block);
            }
        }
    }
}

static void public_case_11_no_values_and_rows_before_filtering(void **state) {
    (void)state;
    static const double none[] = {missing, missing, missing};
    for (uint32_t rows = 0; rows <= 3; rows += 3) {
        result r = run_default(rows == 0 ? NULL : none, rows);
        assert_int_equal(r.status, WK_OK);
        assert_true(has_note(&r, "no_values"));
        assert_true(r.scalar[N] == 0.0 && r.scalar[N_MISSING] == rows && r.scalar[N_OUTLIERS] == 0.0);
        assert_true(isnan(r.scalar[Q1]) && isnan(r.scalar[UPPER]) && isnan(r.scalar[MEAN]));
        assert_true(r.outliers == 0 && r.edges == 0);
        free(r.block);
    }
    static const double gaps[] = {missing, 1, 2, missing, 3, 4, 5, missing, 99};
    result r = run_default(gaps, 9);
    assert_true(r.outliers == 1 && r.series[OUTLIER_ROW][0] == 8 && r.scalar[N_MISSING] == 3.0);
    free(r.block);
}

static void a_value_on_the_fence_is_inside(void **state) {
    (void)state;
    /* Q1 2, Q3 4, fences -1 and 7. */
    static const double data[] = {7, 2, 3, 4, -1, 2, 3, 4, 3, 2, 4};
    result r = run_default(data, 11);
    assert_true(r.scalar[LOWER] == -1.0 && r.scalar[UPPER] == 7.0 && r.scalar[N_OUTLIERS] == 0.0);
    assert_true(r.scalar[WHISKER_LOW] == -1.0 && r.scalar[WHISKER_HIGH] == 7.0);
    free(r.block);
}

static void zero_spread_flags_every_other_value(void **state) {
    (void)state;
    static const double data[] = {3, 3, 3, 3, 3, 3, 3, 4};
    for (int rule = 0; rule < RULES; rule++) {
        for (int transform = 0; transform < TRANSFORMS; transform++) {
            result r = run(3.0, TYPE7, rule, transform, data, 8);
            assert_true(has_note(&r, "zero_iqr"));
            assert_true(r.scalar[LOWER] == 3.0 && r.scalar[UPPER] == 3.0);
            assert_true(r.outliers == 1 && r.series[OUTLIER_ROW][0] == 7);
            free(r.block);
        }
    }
}

static void mad_rule_in_closed_form(void **state) {
    (void)state;
    /* Deviations from 4: 3, 2, 1, 0, 1, 2, 96. */
    static const double data[] = {1, 2, 3, 4, 5, 6, 100};
    result r = run(1.5, TYPE7, MAD, NONE, data, 7);
    check_scalar(&r, LOWER, 4.0 - 1.5 * 1.4826 * 2.0);
    check_scalar(&r, UPPER, 4.0 + 1.5 * 1.4826 * 2.0);
    assert_true(has_note(&r, "mad_k"));
    free(r.block);
    r = run(3.0, TYPE7, MAD, NONE, data, 7);
    assert_false(has_note(&r, "mad_k"));
    assert_true(r.scalar[N_OUTLIERS] == 1.0);
    free(r.block);
}

/* e^x of data: order statistics map one to one, so type 1 fences are the exponentials of the fences of x. */
static void log_fences_are_fences_of_the_logarithms(void **state) {
    (void)state;
    double x[50];
    double powers[50];
    wk_random random;
    wk_random_start(&random, 41.0, WK_STREAM_DATA);
    for (int i = 0; i < 50; i++) {
        x[i] = 3.0 * wk_random_normal(&random);
        powers[i] = exp(x[i]);
    }
    for (int rule = 0; rule < RULES; rule++) {
        result plain = run(1.0, 0, rule, NONE, x, 50);
        result logs = run(1.0, 0, rule, LOG, powers, 50);
        check_scalar(&logs, LOWER, exp(plain.scalar[LOWER]));
        check_scalar(&logs, UPPER, exp(plain.scalar[UPPER]));
        check_scalar(&logs, N_OUTLIERS, plain.scalar[N_OUTLIERS]);
        assert_true(fabs(logs.scalar[MEDCOUPLE] - plain.scalar[MEDCOUPLE]) < 1e-12);
        free(plain.block);
        free(logs.block);
    }
}

/* Logs 0, 1, ..., 7 and 12 in steps of log(ratio): the last value stands on the fence, give or take a rounding. */
static void rounding_on_the_way_back_flags_nothing_inside(void **state) {
    (void)state;
    static const double steps[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    for (int trial = 1; trial <= 2000; trial++) {
        double data[9];
        for (int i = 0; i < 9; i++) {
            data[i] = 0.37 * trial * pow(1.0 + 0.001 * trial, steps[i]);
        }
        result r = run(1.5, TYPE7, TUKEY, LOG, data, 9);
        const double fence = log(data[6]) + 1.5 * (log(data[6]) - log(data[2]));
        assert_true(log(data[8]) > fence || r.scalar[N_HIGH] == 0.0);
        assert_true(fabs(r.scalar[UPPER] / data[8] - 1.0) < 1e-12);
        check_laws(&r, data, 9);
        free(r.block);
    }
}

/* The same for a power, with k chosen so that the largest value stands on the fence, give or take a few roundings. */
static void power_fences_at_a_value_keep_the_laws(void **state) {
    (void)state;
    wk_random random;
    wk_random_start(&random, 47.0, WK_STREAM_DATA);
    for (int trial = 0; trial < 2000; trial++) {
        double data[9];
        for (int i = 0; i < 9; i++) {
            data[i] = exp(0.2 * i + 0.1 * wk_random_unit(&random));
        }
        result r = run(1.5, TYPE7, TUKEY, BOXCOX, data, 9);
        const double lambda = r.scalar[LAMBDA];
        const double q1 = pow(data[2], lambda);
        const double q3 = pow(data[6], lambda);
        const double k = (pow(data[8], lambda) - q3) / (q3 - q1);
        free(r.block);
        r = run(k, TYPE7, TUKEY, BOXCOX, data, 9);
        assert_true(fabs(r.scalar[UPPER] / data[8] - 1.0) < 1e-9);
        check_laws(&r, data, 9);
        free(r.block);
    }
}

/* The textbook power (x^lambda - 1) / lambda at the reported lambda, fenced by hand, gives the same fences. */
static void box_cox_fences_in_textbook_form(void **state) {
    (void)state;
    static const double data[] = {4.2, 5.1, 3.3, 7.9, 6.4, 12.5, 2.2, 9.7, 5.5, 6.1, 30.0, 4.8};
    result r = run(1.5, 0, TUKEY, BOXCOX, data, 12);
    const double lambda = r.scalar[LAMBDA];
    /* Type 1 of 12: the 3rd and the 9th value. */
    const double q1 = (pow(4.2, lambda) - 1.0) / lambda;
    const double q3 = (pow(7.9, lambda) - 1.0) / lambda;
    check_scalar(&r, LOWER, pow(lambda * (q1 - 1.5 * (q3 - q1)) + 1.0, 1.0 / lambda));
    check_scalar(&r, UPPER, pow(lambda * (q3 + 1.5 * (q3 - q1)) + 1.0, 1.0 / lambda));
    free(r.block);
    /* lambda is negative here, so high fences soon have no value: lambda y + 1 <= 0. */
    r = run(10.0, 0, TUKEY, BOXCOX, data, 12);
    assert_true(isnan(r.scalar[UPPER]) && r.scalar[N_HIGH] == 0.0 && has_note(&r, "no_fence"));
    assert_true(r.scalar[WHISKER_HIGH] == 30.0);
    free(r.block);
}

static void a_fence_beyond_all_numbers_is_null(void **state) {
    (void)state;
    static const double data[] = {1e-250, 1.0, 1e100, 1e250};
    result r = run(1000.0, TYPE7, TUKEY, LOG, data, 4);
    assert_true(r.scalar[LOWER] == 0.0 && isnan(r.scalar[UPPER]) && has_note(&r, "fence_out_of_range"));
    assert_true(r.scalar[N_OUTLIERS] == 0.0);
    free(r.block);
}

static void transforms_refuse_what_is_not_positive(void **state) {
    (void)state;
    static const double data[] = {1.0, missing, 2.0, 0.0, -1.0};
    for (int transform = LOG; transform < TRANSFORMS; transform++) {
        result r = run(1.5, TYPE7, TUKEY, transform, data, 5);
        assert_int_equal(r.status, WK_E_CELL);
        assert_int_equal(r.error.reason, WK_R_CELL_NOT_POSITIVE);
        assert_true(r.error.row == 3 && r.error.column == 0);
    }
}

static void refuses_parameters_and_cells_out_of_range(void **state) {
    (void)state;
    static const double data[] = {1.0, 2.0, 1e301};
    result r = run_default(data, 3);
    assert_true(r.status == WK_E_CELL && r.error.row == 2);
    r = run(-0.001, TYPE7, TUKEY, NONE, data, 2);
    assert_true(r.status == WK_E_RANGE && r.error.param == 0);
    r = run(1.5, 9, TUKEY, NONE, data, 2);
    assert_true(r.status == WK_E_RANGE && r.error.param == 1);
}

static void long_lists_are_capped_and_counts_are_not(void **state) {
    (void)state;
    enum { ROWS = 600000 };
    double *data = malloc(ROWS * sizeof *data);
    assert_non_null(data);
    for (int i = 0; i < ROWS; i++) {
        data[i] = i % 5 == 4 ? 1000.0 + i : 1.0 + i % 2;
    }
    result r = run_default(data, ROWS);
    check_laws(&r, data, ROWS);
    assert_true(r.scalar[N_HIGH] == ROWS / 5 && r.outliers == 100000 && has_note(&r, "outliers_capped"));
    assert_true(r.series[OUTLIER_ROW][99999] == 499999);
    assert_true(isnan(r.scalar[MEDCOUPLE]));
    free(r.block);
    free(data);
}

/* Shares flagged in the population (facts.md B.1): normal 0.698 %; exponential, adjusted, 0.283 % above. */
static void flags_the_population_share(void **state) {
    (void)state;
    enum { ROWS = 400000 };
    double *data = malloc(ROWS * sizeof *data);
    assert_non_null(data);
    wk_random random;
    wk_random_start(&random, 43.0, WK_STREAM_DATA);
    for (int i = 0; i < ROWS; i++) {
        data[i] = wk_random_normal(&random);
    }
    result r = run_default(data, ROWS);
    assert_true(fabs(r.scalar[N_OUTLIERS] / ROWS - 0.00698) < 0.0006);
    free(r.block);
    for (int i = 0; i < ROWS; i++) {
        data[i] = 1e-9 - log1p(-wk_random_unit(&random));
    }
    r = run(1.5, TYPE7, ADJUSTED, NONE, data, ROWS);
    assert_true(fabs(r.scalar[MEDCOUPLE] - 1.0 / 3.0) < 0.01);
    assert_true(fabs(r.scalar[N_HIGH] / ROWS - 0.00283) < 0.0006);
    free(r.block);
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_hold_for_all_parameters),
        cmocka_unit_test(laws_hold_for_random_tables),
        cmocka_unit_test(public_case_1_simple_statistics_353),
        cmocka_unit_test(public_case_4_whisker_never_inside_the_box),
        cmocka_unit_test(public_case_5_whisker_ends_at_a_datum_not_at_the_fence),
        cmocka_unit_test(public_case_8_constant_data),
        cmocka_unit_test(public_case_11_no_values_and_rows_before_filtering),
        cmocka_unit_test(a_value_on_the_fence_is_inside),
        cmocka_unit_test(zero_spread_flags_every_other_value),
        cmocka_unit_test(mad_rule_in_closed_form),
        cmocka_unit_test(log_fences_are_fences_of_the_logarithms),
        cmocka_unit_test(rounding_on_the_way_back_flags_nothing_inside),
        cmocka_unit_test(power_fences_at_a_value_keep_the_laws),
        cmocka_unit_test(box_cox_fences_in_textbook_form),
        cmocka_unit_test(a_fence_beyond_all_numbers_is_null),
        cmocka_unit_test(transforms_refuse_what_is_not_positive),
        cmocka_unit_test(refuses_parameters_and_cells_out_of_range),
        cmocka_unit_test(long_lists_are_capped_and_counts_are_not),
        cmocka_unit_test(flags_the_population_share),
    };
    return cmocka_run_group_tests_name("iqr", tests, NULL, NULL);
}
