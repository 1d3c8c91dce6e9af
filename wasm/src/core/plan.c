/* Validation that every model shares, the layout of the block, and the run itself. */
#include "wk.h"

#include <math.h>
#include <string.h>

static wk_status refuse(wk_error *error, wk_status status, wk_reason reason, int32_t param, int32_t row,
                        int32_t column) {
    *error = (wk_error){(int32_t)status, (int32_t)reason, param, -1, row, column};
    return status;
}

static wk_status check_params(const wk_model *model, const double *params, wk_error *error) {
    for (uint32_t i = 0; i < model->n_params; i++) {
        const wk_param *param = &model->params[i];
        const double value = params[i];
        /* NaN fails both comparisons, so it is refused here too. */
        if (!(value >= param->min && value <= param->max)) {
            const wk_reason reason = param->kind == WK_CHOICE ? WK_R_NOT_A_CHOICE : WK_R_OUT_OF_RANGE;
            return refuse(error, WK_E_RANGE, reason, (int32_t)i, -1, -1);
        }
        if (param->kind != WK_REAL && value != floor(value)) {
            return refuse(error, WK_E_RANGE, WK_R_NOT_WHOLE, (int32_t)i, -1, -1);
        }
    }
    return WK_OK;
}

static wk_status check_column(const wk_column *column, const double *cells, uint32_t rows, int32_t index,
                              wk_error *error) {
    for (uint32_t row = 0; row < rows; row++) {
        if (isnan(cells[row])) {
            if (!column->may_be_missing) {
                return refuse(error, WK_E_CELL, WK_R_CELL_MISSING, -1, (int32_t)row, index);
            }
        } else if (!(cells[row] >= column->min && cells[row] <= column->max)) {
            return refuse(error, WK_E_CELL, WK_R_CELL_OUT_OF_RANGE, -1, (int32_t)row, index);
        }
    }
    return WK_OK;
}

static wk_status check_table(const wk_model *model, const double *table, uint32_t rows, wk_error *error) {
    if (rows == 0) {
        return WK_OK;
    }
    if (model->n_columns == 0) {
        return refuse(error, WK_E_CELL, WK_R_NO_TABLE_TAKEN, -1, -1, -1);
    }
    if (table == NULL) {
        return refuse(error, WK_E_ARGUMENT, WK_R_NULL_POINTER, -1, -1, -1);
    }
    if (rows > model->max_rows) {
        return refuse(error, WK_E_CELL, WK_R_TOO_MANY_ROWS, -1, -1, -1);
    }
    for (uint32_t i = 0; i < model->n_columns; i++) {
        const wk_status status = check_column(&model->columns[i], table + (size_t)i * rows, rows, (int32_t)i, error);
        if (status != WK_OK) {
            return status;
        }
    }
    return WK_OK;
}

static const uint32_t GRID_HEAD = 6; /* rows, columns, x0, x1, y0, y1 */

/* Places the parts of the block. 64-bit sums: capacities are 32-bit, and their total must not wrap. */
static wk_status lay_out(const wk_model *model, wk_plan_t *plan, wk_error *error) {
    uint64_t at = model->n_scalars;
    plan->lengths_at = (uint32_t)at;
    at += model->n_groups;
    plan->notes_at = (uint32_t)at;
    at += 1;
    for (uint32_t i = 0; i < model->n_series; i++) {
        plan->series_at[i] = (uint32_t)at;
        at += plan->capacity[model->series[i].group];
    }
    for (uint32_t i = 0; i < model->n_grids; i++) {
        plan->grid_at[i] = (uint32_t)at;
        at += GRID_HEAD + (uint64_t)plan->grid_rows[i] * plan->grid_columns[i];
    }
    plan->scratch_at = (uint32_t)at;
    at += plan->scratch;
    if (at > UINT32_MAX / sizeof(double)) {
        return refuse(error, WK_E_BUDGET, WK_R_TOO_MUCH_WORK, -1, -1, -1);
    }
    plan->total = (uint32_t)at;
    return WK_OK;
}

wk_status wk_plan(const wk_model *model, const double *params, const double *table, uint32_t rows, double seed,
                  wk_plan_t *plan, wk_error *error) {
    if (error == NULL) {
        return WK_E_ARGUMENT;
    }
    if (model == NULL || params == NULL || plan == NULL) {
        return refuse(error, WK_E_ARGUMENT, WK_R_NULL_POINTER, -1, -1, -1);
    }
    *error = (wk_error){0, 0, -1, -1, -1, -1};
    memset(plan, 0, sizeof *plan);
    wk_status status = check_params(model, params, error);
    if (status != WK_OK) {
        return status;
    }
    if (!(seed >= 0.0 && seed < WK_MAX_EXACT && seed == floor(seed))) {
        return refuse(error, WK_E_RANGE, WK_R_BAD_SEED, -1, -1, -1);
    }
    status = check_table(model, table, rows, error);
    if (status != WK_OK) {
        return status;
    }
    const wk_input input = {.params = params, .table = rows > 0 ? table : NULL, .rows = rows, .seed = seed};
    status = model->plan(&input, plan, error);
    return status == WK_OK ? lay_out(model, plan, error) : status;
}

static wk_output open_block(const wk_model *model, const wk_plan_t *plan, double *block) {
    wk_output output = {.scalars = block,
                        .lengths = block + plan->lengths_at,
                        .notes = block + plan->notes_at,
                        .scratch = block + plan->scratch_at};
    for (uint32_t i = 0; i < model->n_series; i++) {
        output.series[i] = block + plan->series_at[i];
    }
    for (uint32_t i = 0; i < model->n_grids; i++) {
        output.grids[i] = block + plan->grid_at[i];
    }
    for (uint32_t i = 0; i < model->n_scalars; i++) {
        output.scalars[i] = (double)NAN;
    }
    for (uint32_t i = 0; i < model->n_groups; i++) {
        output.lengths[i] = 0.0;
    }
    *output.notes = 0.0;
    return output;
}

wk_status wk_run(const wk_model *model, const double *params, const double *table, uint32_t rows, double seed,
                 const wk_plan_t *plan, double *block, uint32_t block_size, wk_error *error) {
    if (error == NULL) {
        return WK_E_ARGUMENT;
    }
    if (model == NULL || params == NULL || plan == NULL || block == NULL || (rows > 0 && table == NULL)) {
        return refuse(error, WK_E_ARGUMENT, WK_R_NULL_POINTER, -1, -1, -1);
    }
    if (block_size < plan->total) {
        return refuse(error, WK_E_SPACE, WK_R_BLOCK_TOO_SMALL, -1, -1, -1);
    }
    *error = (wk_error){0, 0, -1, -1, -1, -1};
    const wk_input input = {.params = params, .table = rows > 0 ? table : NULL, .rows = rows, .seed = seed};
    wk_output output = open_block(model, plan, block);
    const wk_status status = model->run(&input, &output, error);
    for (uint32_t i = 0; i < model->n_scalars; i++) {
        output.scalars[i] += 0.0; /* -0 becomes 0: readers should not meet it */
    }
    return status;
}
