/*
 * Every model on any valid input small enough to be quick: nothing written outside the block, every output finite or,
 * where it may be, null, lengths within the plan, the same bytes whatever the block held before. Build: clang -g -O1
 * -fsanitize=fuzzer,address,undefined <this> all of the core
 */
#include "input.h"

enum { CANARIES = 8 };

/* Some 10 ms a run under the sanitizers: many inputs matter more than long ones. */
static const double WORK_MOST = 2e6;

static const double CANARY = -0x1.23456789abcdep-1000;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_value(double value, bool may_be_null) {
    require(isfinite(value) || (may_be_null && isnan(value)));
}

static void check_result(const wk_model *model, const wk_plan_t *plan, const double *block) {
    for (uint32_t i = 0; i < model->n_scalars; i++) {
        check_value(block[i], model->scalars[i].may_be_null);
        if (model->scalars[i].kind != WK_REAL) {
            require(isnan(block[i]) || block[i] == floor(block[i]));
        }
    }
    const double notes = block[plan->notes_at];
    require(notes >= 0.0 && notes < ldexp(1.0, (int)model->n_notes) && notes == floor(notes));
    for (uint32_t i = 0; i < model->n_series; i++) {
        const uint32_t group = model->series[i].group;
        const double length = block[plan->lengths_at + group];
        require(length >= 0.0 && length <= plan->capacity[group] && length == floor(length));
        for (uint32_t j = 0; j < (uint32_t)length; j++) {
            check_value(block[plan->series_at[i] + j], model->series[i].may_be_null);
        }
    }
    for (uint32_t i = 0; i < model->n_grids; i++) {
        const double *const grid = block + plan->grid_at[i];
        require(grid[0] == plan->grid_rows[i] && grid[1] == plan->grid_columns[i]);
        require(grid[2] < grid[3] && grid[4] < grid[5]);
        for (uint32_t j = 0; j < 4 + plan->grid_rows[i] * plan->grid_columns[i]; j++) {
            check_value(grid[2 + j], false);
        }
    }
}

/* Runs in a block filled with a value and surrounded by canaries; the caller frees it. */
static double *run_in(const input *in, const wk_plan_t *plan, double filler, wk_status *status, wk_error *error) {
    const size_t room = (size_t)plan->total + 2 * CANARIES;
    double *const block = malloc(room * sizeof *block);
    require(block != NULL);
    for (size_t i = 0; i < room; i++) {
        block[i] = i < CANARIES || i >= CANARIES + (size_t)plan->total ? CANARY : filler;
    }
    *status = wk_run(in->model, in->params, in->table, in->rows, in->seed, plan, block + CANARIES, plan->total, error);
    for (size_t i = 0; i < CANARIES; i++) {
        require(block[i] == CANARY && block[CANARIES + (size_t)plan->total + i] == CANARY);
    }
    return block;
}

static bool same_series(const wk_model *model, const wk_plan_t *plan, const double *a, const double *b) {
    for (uint32_t i = 0; i < model->n_series; i++) {
        const size_t length = (size_t)a[plan->lengths_at + model->series[i].group];
        if (memcmp(a + plan->series_at[i], b + plan->series_at[i], length * sizeof *a) != 0) {
            return false;
        }
    }
    return memcmp(a, b, ((size_t)plan->notes_at + 1) * sizeof *a) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const input in = take_input(data, size);
    wk_plan_t plan;
    wk_error error;
    if (wk_plan(in.model, in.params, in.table, in.rows, in.seed, &plan, &error) != WK_OK || plan.work > WORK_MOST) {
        return 0;
    }
    wk_status first;
    wk_status second;
    double *const a = run_in(&in, &plan, CANARY, &first, &error);
    double *const b = run_in(&in, &plan, (double)NAN, &second, &error);
    require(first == second);
    if (first == WK_OK) {
        check_result(in.model, &plan, a + CANARIES);
        require(same_series(in.model, &plan, a + CANARIES, b + CANARIES));
    } else {
        require_named(&in, first, &error);
    }
    free(a);
    free(b);
    return 0;
}
