/*
 * wk_plan on any parameters, table and seed: what it accepts is in range by kind, choice and column, and laid out
 * without overlap; what it refuses is named. Build: clang -g -O1 -fsanitize=fuzzer,address,undefined <this> all of the
 * core
 */
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_accepted(const input *in) {
    const wk_model *const model = in->model;
    for (uint32_t i = 0; i < model->n_params; i++) {
        const wk_param *const param = &model->params[i];
        require(in->params[i] >= param->min && in->params[i] <= param->max);
        require(param->kind == WK_REAL || in->params[i] == floor(in->params[i]));
    }
    require(in->rows <= model->max_rows && in->seed >= 0.0 && in->seed < WK_MAX_EXACT && in->seed == floor(in->seed));
    for (uint32_t c = 0; c < model->n_columns; c++) {
        for (uint32_t row = 0; row < in->rows; row++) {
            const double cell = in->table[c * in->rows + row];
            require(isnan(cell) ? model->columns[c].may_be_missing
                                : cell >= model->columns[c].min && cell <= model->columns[c].max);
        }
    }
}

static void check_layout(const wk_model *model, const wk_plan_t *plan) {
    uint64_t at = model->n_scalars;
    require(plan->lengths_at == at);
    at += model->n_groups;
    require(plan->notes_at == at);
    at += 1;
    for (uint32_t i = 0; i < model->n_series; i++) {
        require(plan->series_at[i] == at);
        at += plan->capacity[model->series[i].group];
    }
    for (uint32_t i = 0; i < model->n_grids; i++) {
        require(plan->grid_at[i] == at && plan->grid_rows[i] > 0 && plan->grid_columns[i] > 0);
        at += 6 + (uint64_t)plan->grid_rows[i] * plan->grid_columns[i];
    }
    require(plan->scratch_at == at && plan->total == at + plan->scratch);
    require(isfinite(plan->work) && plan->work > 0.0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const input in = take_input(data, size);
    wk_plan_t plan;
    wk_error error;
    const wk_status status = wk_plan(in.model, in.params, in.table, in.rows, in.seed, &plan, &error);
    if (status == WK_OK) {
        check_accepted(&in);
        check_layout(in.model, &plan);
        require(error.reason == WK_R_NONE);
    } else {
        require_named(&in, status, &error);
    }
    return 0;
}
