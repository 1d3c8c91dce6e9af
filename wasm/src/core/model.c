#include "model.h"

static wk_status fail(wk_error *error, wk_status status, wk_reason reason) {
    *error = (wk_error){.status = (int32_t)status, .reason = (int32_t)reason, -1, -1, -1, -1};
    return status;
}

wk_status wk_conflict(wk_error *error, wk_reason reason, uint32_t param, uint32_t other) {
    const wk_status status = fail(error, WK_E_CONFLICT, reason);
    error->param = (int32_t)param;
    error->other = (int32_t)other;
    return status;
}

wk_status wk_refuse_cell(wk_error *error, wk_reason reason, uint32_t row, uint32_t column) {
    const wk_status status = fail(error, WK_E_CELL, reason);
    error->row = (int32_t)row;
    error->column = (int32_t)column;
    return status;
}

wk_status wk_fail_numeric(wk_error *error) {
    return fail(error, WK_E_NUMERIC, WK_R_NO_FINITE_ANSWER);
}

void wk_set_note(wk_output *output, uint32_t note) {
    *output->notes = (double)((uint32_t)*output->notes | UINT32_C(1) << note);
}
