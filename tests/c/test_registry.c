/* What holds for every model, looped over the registry. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wk.h"

enum { TABLE_ROWS = 12, CANARIES = 8 };

static const double CANARY = -7.25e77;

/* One run in a block surrounded by canaries; result is a copy the caller frees, or NULL when refused. */
typedef struct trial {
    wk_status status;
    wk_error error;
    wk_plan_t plan;
    double *result;
} trial;

static void defaults(const wk_model *model, double *params) {
    for (uint32_t i = 0; i < model->n_params; i++) {
        params[i] = model->params[i].value;
    }
}

/*
 * A table with every cell valid: values spread over a modest part of each column's range, above zero where allowed, and
 * within a row rising from column to column where their ranges agree (a p99 is not below its p50).
 */
static double *make_table(const wk_model *model) {
    double *table = malloc(sizeof *table * TABLE_ROWS * (model->n_columns + 1));
    for (uint32_t c = 0; c < model->n_columns; c++) {
        const double low = fmax(model->columns[c].min, 1.0), high = fmin(model->columns[c].max, low + 100.0);
        for (uint32_t r = 0; r < TABLE_ROWS; r++) {
            table[c * TABLE_ROWS + r] =
                low + (high - low) * (double)((r * 7) % TABLE_ROWS + c) / (TABLE_ROWS + model->n_columns);
        }
    }
    return table;
}

static trial attempt_rows(const wk_model *model, const double *params, uint32_t rows, double seed) {
    trial t = {0};
    double *table = make_table(model);
    t.status = wk_plan(model, params, table, rows, seed, &t.plan, &t.error);
    if (t.status == WK_OK) {
        const size_t room = (size_t)t.plan.total + 2 * CANARIES;
        double *block = malloc(room * sizeof *block);
        for (size_t i = 0; i < room; i++) {
            block[i] = CANARY;
        }
        t.status = wk_run(model, params, table, rows, seed, &t.plan, block + CANARIES, t.plan.total, &t.error);
        for (uint32_t i = 0; i < CANARIES; i++) {
            assert_true(block[i] == CANARY);
            assert_true(block[CANARIES + t.plan.total + i] == CANARY);
        }
        t.result = malloc(((size_t)t.plan.scratch_at + 1) * sizeof *t.result);
        memcpy(t.result, block + CANARIES, t.plan.scratch_at * sizeof *t.result);
        free(block);
    }
    free(table);
    return t;
}

static trial attempt(const wk_model *model, const double *params, double seed) {
    return attempt_rows(model, params, model->n_columns > 0 ? TABLE_ROWS : 0, seed);
}

static void check_value(const char *id, double value, bool may_be_null) {
    if (!(isfinite(value) || (isnan(value) && may_be_null))) {
        fail_msg("%s is %g", id, value);
    }
}

/* A grid's head says its size and a window; every value is finite. */
static void check_grid(const wk_model *model, const trial *t, uint32_t index) {
    const double *grid = t->result + t->plan.grid_at[index];
    assert_true(grid[0] == t->plan.grid_rows[index] && grid[1] == t->plan.grid_columns[index]);
    assert_true(isfinite(grid[2]) && isfinite(grid[5]) && grid[2] < grid[3] && grid[4] < grid[5]);
    for (uint32_t i = 0; i < t->plan.grid_rows[index] * t->plan.grid_columns[index]; i++) {
        check_value(model->grids[index].id, grid[6 + i], false);
    }
}

static void check_result(const wk_model *model, const trial *t) {
    assert_true(t->plan.work > 0.0 && isfinite(t->plan.work));
    const double notes = t->result[t->plan.notes_at];
    assert_true(notes >= 0.0 && notes < ldexp(1.0, (int)model->n_notes) && notes == floor(notes));
    for (uint32_t i = 0; i < model->n_grids; i++) {
        check_grid(model, t, i);
    }
    for (uint32_t i = 0; i < model->n_scalars; i++) {
        check_value(model->scalars[i].id, t->result[i], model->scalars[i].may_be_null);
    }
    for (uint32_t i = 0; i < model->n_series; i++) {
        const uint32_t group = model->series[i].group;
        const double length = t->result[t->plan.lengths_at + group];
        assert_true(length >= 0.0 && length <= (double)t->plan.capacity[group] && length == floor(length));
        for (uint32_t j = 0; j < (uint32_t)length; j++) {
            check_value(model->series[i].id, t->result[t->plan.series_at[i] + j], model->series[i].may_be_null);
        }
    }
}

/* Lengths, not capacities, bound what a run must have written. */
static bool same_result(const wk_model *model, const trial *a, const trial *b) {
    const size_t head = (size_t)a->plan.notes_at + 1; /* scalars, lengths and notes */
    if (memcmp(a->result, b->result, head * sizeof *a->result) != 0) {
        return false;
    }
    for (uint32_t i = 0; i < model->n_grids; i++) {
        const size_t doubles = 6 + (size_t)a->plan.grid_rows[i] * a->plan.grid_columns[i];
        if (memcmp(a->result + a->plan.grid_at[i], b->result + b->plan.grid_at[i], doubles * sizeof(double)) != 0) {
            return false;
        }
    }
    for (uint32_t i = 0; i < model->n_series; i++) {
        const uint32_t length = (uint32_t)a->result[a->plan.lengths_at + model->series[i].group];
        if (memcmp(a->result + a->plan.series_at[i], b->result + b->plan.series_at[i], length * sizeof(double)) != 0) {
            return false;
        }
    }
    return true;
}

static void test_tables_are_complete(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        const wk_model *model = wk_model_at(m);
        assert_true(model->n_params <= WK_MAX_PARAMS && model->n_columns <= WK_MAX_COLUMNS);
        assert_true(model->n_scalars <= WK_MAX_SCALARS && model->n_groups <= WK_MAX_GROUPS);
        assert_true(model->n_series <= WK_MAX_SERIES && model->n_grids <= WK_MAX_GRIDS);
        assert_true(model->n_notes <= WK_MAX_NOTES && model->rev >= 1);
        assert_true((model->n_columns > 0) == (model->max_rows > 0));
        for (uint32_t i = 0; i < model->n_params; i++) {
            const wk_param *p = &model->params[i];
            assert_non_null(p->id);
            assert_true(p->label[0] != '\0' && p->help[0] != '\0' && p->unit != NULL && p->group != NULL);
            assert_true(p->min <= p->value && p->value <= p->max && p->min < p->max);
            assert_true(p->slider_min >= p->min || p->slider_min == p->slider_max);
            assert_true(p->slider_max <= p->max && p->slider_min <= p->slider_max);
            assert_true(p->scale == WK_LINEAR || (p->slider_max > 0.0 ? p->slider_min : p->min) > 0.0);
            assert_true((p->kind == WK_CHOICE) == (p->choices != NULL));
            for (uint32_t j = 0; j < i; j++) {
                assert_string_not_equal(p->id, model->params[j].id);
            }
        }
        for (uint32_t i = 0; i < model->n_scalars; i++) {
            assert_true(model->scalars[i].label[0] != '\0' && model->scalars[i].help[0] != '\0');
            for (uint32_t j = 0; j < i; j++) {
                assert_string_not_equal(model->scalars[i].id, model->scalars[j].id);
            }
        }
        for (uint32_t i = 0; i < model->n_series; i++) {
            const uint32_t before = i == 0 ? 0 : model->series[i - 1].group;
            assert_true(model->series[i].label[0] != '\0' && model->series[i].group < model->n_groups);
            assert_true(model->series[i].group == before || model->series[i].group == before + 1);
            assert_true(model->series[i].group == before || !model->series[i].may_be_null);
            for (uint32_t j = 0; j < i; j++) {
                assert_string_not_equal(model->series[i].id, model->series[j].id);
            }
        }
        for (uint32_t i = 0; i < model->n_notes; i++) {
            assert_true(model->notes[i].id[0] != '\0' && model->notes[i].text[0] != '\0');
        }
        for (uint32_t other = 0; other < m; other++) {
            assert_string_not_equal(model->id, wk_model_at(other)->id);
        }
    }
}

static void test_reserved_ids_are_free(void **state) {
    (void)state;
    static const char *const reserved[] = {"seed",    "theme", "view",  "controls", "lock",
                                           "predict", "data",  "model", "hidden",   "comma"};
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        for (uint32_t i = 0; i < wk_model_at(m)->n_params; i++) {
            for (uint32_t r = 0; r < WK_COUNT(reserved); r++) {
                assert_string_not_equal(wk_model_at(m)->params[i].id, reserved[r]);
            }
        }
    }
}

static void test_defaults_run(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        double params[WK_MAX_PARAMS];
        defaults(wk_model_at(m), params);
        trial t = attempt(wk_model_at(m), params, 1.0);
        assert_int_equal(t.status, WK_OK);
        check_result(wk_model_at(m), &t);
        free(t.result);
    }
}

/* Every bound of every parameter runs, or is refused as a conflict that names a parameter. */
static void test_bounds_run_or_are_refused_by_name(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        const wk_model *model = wk_model_at(m);
        for (uint32_t i = 0; i < 2 * model->n_params; i++) {
            double params[WK_MAX_PARAMS];
            defaults(model, params);
            params[i / 2] = i % 2 == 0 ? model->params[i / 2].min : model->params[i / 2].max;
            trial t = attempt(model, params, 1.0);
            if (t.status == WK_OK) {
                check_result(model, &t);
            } else {
                assert_true(t.status == WK_E_CONFLICT || t.status == WK_E_CELL || t.status == WK_E_NUMERIC);
                assert_true(t.status != WK_E_CONFLICT || (t.error.param >= 0 && t.error.other >= 0));
            }
            free(t.result);
        }
    }
}

static void test_values_outside_are_refused_by_name(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        const wk_model *model = wk_model_at(m);
        for (uint32_t i = 0; i < model->n_params; i++) {
            const wk_param *p = &model->params[i];
            const double bad[] = {nextafter(p->min, -INFINITY), nextafter(p->max, INFINITY), NAN, INFINITY, -INFINITY};
            for (uint32_t b = 0; b < WK_COUNT(bad); b++) {
                double params[WK_MAX_PARAMS];
                defaults(model, params);
                params[i] = bad[b];
                trial t = attempt(model, params, 1.0);
                assert_int_equal(t.status, WK_E_RANGE);
                assert_int_equal(t.error.param, i);
                free(t.result);
            }
            if (p->kind != WK_REAL) {
                double params[WK_MAX_PARAMS];
                defaults(model, params);
                params[i] = p->min + 0.5;
                trial t = attempt(model, params, 1.0);
                assert_int_equal(t.error.reason, WK_R_NOT_WHOLE);
                free(t.result);
            }
        }
    }
}

static void test_same_seed_same_bytes(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        const wk_model *model = wk_model_at(m);
        double params[WK_MAX_PARAMS];
        defaults(model, params);
        trial a = attempt(model, params, 5.0), b = attempt(model, params, 5.0);
        assert_true(same_result(model, &a, &b));
        free(a.result);
        free(b.result);
    }
}

static bool seed_matters(const wk_model *model, const double *params) {
    trial a = attempt(model, params, 5.0), b = attempt(model, params, 6.0);
    assert_int_equal(a.status, b.status);
    const bool matters = a.status == WK_OK && !same_result(model, &a, &b);
    free(a.result);
    free(b.result);
    return matters;
}

/*
 * A model is random when another seed gives other bytes at its defaults, or once one parameter is moved to an end of
 * its range (noise that is 0 by default). One that is not random gives the same bytes at every one of those settings.
 */
static void test_seed_matters_where_declared(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        const wk_model *model = wk_model_at(m);
        double params[WK_MAX_PARAMS];
        defaults(model, params);
        bool matters = seed_matters(model, params);
        for (uint32_t i = 0; i < 2 * model->n_params && !matters; i++) {
            params[i / 2] = i % 2 == 0 ? model->params[i / 2].min : model->params[i / 2].max;
            matters = seed_matters(model, params);
            params[i / 2] = model->params[i / 2].value;
        }
        if (matters != model->random) {
            fail_msg("%s: another seed gives %s bytes", model->id, matters ? "other" : "the same");
        }
    }
}

/* A table without rows has a stated answer: a run with a note, or a refusal. */
static void test_empty_tables_have_an_answer(void **state) {
    (void)state;
    for (uint32_t m = 0; m < wk_model_count(); m++) {
        const wk_model *model = wk_model_at(m);
        if (model->n_columns > 0) {
            double params[WK_MAX_PARAMS];
            defaults(model, params);
            trial t = attempt_rows(model, params, 0, 1.0);
            if (t.status == WK_OK) {
                check_result(model, &t);
                assert_true(t.result[t.plan.notes_at] != 0.0);
            } else {
                assert_int_equal(t.status, WK_E_CELL);
            }
            free(t.result);
        }
    }
}

static void test_bad_seeds_are_refused(void **state) {
    (void)state;
    static const double bad[] = {-1.0, 0.5, 9007199254740992.0, 1e300, (double)NAN, (double)INFINITY};
    double params[WK_MAX_PARAMS];
    defaults(wk_model_at(0), params);
    for (uint32_t i = 0; i < WK_COUNT(bad); i++) {
        trial t = attempt(wk_model_at(0), params, bad[i]);
        assert_int_equal(t.error.reason, WK_R_BAD_SEED);
        free(t.result);
    }
}

static void test_null_and_short_blocks_are_refused(void **state) {
    (void)state;
    const wk_model *model = wk_model_at(0);
    double params[WK_MAX_PARAMS], block[4] = {0};
    wk_plan_t plan;
    wk_error error;
    defaults(model, params);
    assert_int_equal(wk_plan(NULL, params, NULL, 0, 1.0, &plan, &error), WK_E_ARGUMENT);
    assert_int_equal(wk_plan(model, NULL, NULL, 0, 1.0, &plan, &error), WK_E_ARGUMENT);
    assert_int_equal(wk_plan(model, params, NULL, 0, 1.0, NULL, &error), WK_E_ARGUMENT);
    assert_int_equal(wk_plan(model, params, NULL, 0, 1.0, &plan, NULL), WK_E_ARGUMENT);
    assert_int_equal(wk_plan(model, params, NULL, 0, 1.0, &plan, &error), WK_OK);
    assert_int_equal(wk_run(model, params, NULL, 0, 1.0, &plan, NULL, plan.total, &error), WK_E_ARGUMENT);
    assert_int_equal(wk_run(model, params, NULL, 0, 1.0, &plan, block, 4, &error), WK_E_SPACE);
}

static void test_reasons_have_texts(void **state) {
    (void)state;
    uint32_t count = 0;
    for (; wk_reason_at(count) != NULL; count++) {
        for (uint32_t j = 0; j < count; j++) {
            assert_int_not_equal(wk_reason_at(count)->reason, wk_reason_at(j)->reason);
        }
        assert_true(wk_reason_at(count)->text[0] != '\0');
    }
    assert_true(count > 20);
}

static void test_self_check(void **state) {
    (void)state;
    assert_int_equal(wk_self_check(), 1);
    assert_null(wk_model_at(wk_model_count()));
    assert_int_equal(wk_registry_hash(), wk_registry_hash());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_are_complete),
        cmocka_unit_test(test_reserved_ids_are_free),
        cmocka_unit_test(test_defaults_run),
        cmocka_unit_test(test_bounds_run_or_are_refused_by_name),
        cmocka_unit_test(test_values_outside_are_refused_by_name),
        cmocka_unit_test(test_same_seed_same_bytes),
        cmocka_unit_test(test_seed_matters_where_declared),
        cmocka_unit_test(test_empty_tables_have_an_answer),
        cmocka_unit_test(test_bad_seeds_are_refused),
        cmocka_unit_test(test_null_and_short_blocks_are_refused),
        cmocka_unit_test(test_reasons_have_texts),
        cmocka_unit_test(test_self_check),
    };
    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
