/* What a model's file needs besides wk.h: reporting an error, setting a note. Models include this and the numeric
 * headers. */
#ifndef WK_MODEL_H
#define WK_MODEL_H

#include "wk.h"

/* A conflict between two parameters: the dependent one first. Returns WK_E_CONFLICT. */
wk_status wk_conflict(wk_error *error, wk_reason reason, uint32_t param, uint32_t other);

/* A table cell that the model cannot take. Returns WK_E_CELL. */
wk_status wk_refuse_cell(wk_error *error, wk_reason reason, uint32_t row, uint32_t column);

/* No finite answer though the input was valid. Returns WK_E_NUMERIC. */
wk_status wk_fail_numeric(wk_error *error);

/* Marks a note of the model, by its index in the model's notes. */
void wk_set_note(wk_output *output, uint32_t note);

#endif
