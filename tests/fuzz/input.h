/* Bytes as an input of some model: what they say is in range, at its ends, or any double at all. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wk.h"

enum { ROWS_MOST = 64 };

typedef struct bytes {
    const uint8_t *data;
    size_t left;
} bytes;

typedef struct input {
    const wk_model *model;
    double params[WK_MAX_PARAMS];
    double table[WK_MAX_COLUMNS * ROWS_MOST];
    uint32_t rows;
    double seed;
} input;

static inline void require(bool holds) {
    if (!holds) {
        abort();
    }
}

static inline uint8_t take_byte(bytes *b) {
    if (b->left == 0) {
        return 0;
    }
    b->left--;
    return *b->data++;
}

/* On [0, 1], both ends included. */
static inline double take_share(bytes *b) {
    const uint32_t high = take_byte(b);
    return (high * 256.0 + take_byte(b)) / 65535.0;
}

static inline double take_raw(bytes *b) {
    uint8_t raw[sizeof(double)];
    double value;
    for (size_t i = 0; i < sizeof raw; i++) {
        raw[i] = take_byte(b);
    }
    memcpy(&value, raw, sizeof value);
    return value;
}

/* A number in range: even on its own scale, or, where that spans decades, on the logarithm's. */
static inline double take_in_range(bytes *b, double min, double max, bool by_decades) {
    const double share = take_share(b);
    const double value = by_decades && min > 0.0 ? min * pow(max / min, share) : min + (max - min) * share;
    return fmin(fmax(value, min), max);
}

static inline double take_param(bytes *b, const wk_param *param, uint8_t mode) {
    const double narrow_min = param->slider_max > param->slider_min ? param->slider_min : param->min;
    const double narrow_max = param->slider_max > param->slider_min ? param->slider_max : param->max;
    double value;
    switch (mode % 8) {
    case 0:
    case 1:
        return param->value;
    case 2:
        return param->min;
    case 3:
        return param->max;
    case 4:
        value = take_in_range(b, param->min, param->max, true);
        break;
    case 5:
        value = take_in_range(b, narrow_min, narrow_max, param->scale == WK_LOG);
        break;
    case 6:
        value = take_in_range(b, param->min, narrow_max, false);
        break;
    default:
        return take_raw(b);
    }
    return param->kind == WK_REAL ? value : floor(value);
}

static inline double take_cell(bytes *b, const wk_column *column, double above) {
    switch (take_byte(b) % 8) {
    case 0:
        return (double)NAN;
    case 1:
        return take_raw(b);
    case 2:
        return column->min;
    case 3:
        return take_in_range(b, column->min, column->max, true);
    case 4:
        return above;
    default:
        return fmax(above, 0.0) + 10.0 * take_share(b); /* modest, and rising within a row */
    }
}

static inline input take_input(const uint8_t *data, size_t size) {
    bytes b = {data, size};
    input in = {.model = wk_model_at(take_byte(&b) % wk_model_count()), .seed = 1.0};
    const wk_model *const model = in.model;
    const uint8_t of_seed = take_byte(&b);
    in.seed = of_seed == 255 ? take_raw(&b) : of_seed;
    for (uint32_t i = 0; i < model->n_params; i++) {
        in.params[i] = take_param(&b, &model->params[i], take_byte(&b));
    }
    in.rows = model->n_columns > 0 || of_seed == 254 ? take_byte(&b) % (ROWS_MOST + 1) : 0;
    for (uint32_t row = 0; row < in.rows; row++) {
        double above = 0.0;
        for (uint32_t c = 0; c < model->n_columns; c++) {
            const double cell = take_cell(&b, &model->columns[c], above);
            in.table[c * in.rows + row] = cell;
            above = isfinite(cell) ? cell : above;
        }
    }
    return in;
}

/* A refusal says what it is about: a parameter, two of them, a cell, or the seed or the table as a whole. */
static inline void require_named(const input *in, wk_status status, const wk_error *error) {
    const int32_t n_params = (int32_t)in->model->n_params;
    const int32_t n_columns = (int32_t)in->model->n_columns;
    require(error->status == (int32_t)status && error->reason != WK_R_NONE);
    switch (status) {
    case WK_E_RANGE:
        require(error->reason == WK_R_BAD_SEED ? error->param == -1 : error->param >= 0 && error->param < n_params);
        break;
    case WK_E_CONFLICT:
        require(error->param >= 0 && error->param < n_params && error->other >= 0 && error->other < n_params);
        require(error->param != error->other);
        break;
    case WK_E_CELL:
        if (error->reason == WK_R_NO_TABLE_TAKEN || error->reason == WK_R_TOO_MANY_ROWS) {
            break;
        }
        require(error->row >= 0 && error->row < (int32_t)in->rows && error->column >= 0 && error->column < n_columns);
        break;
    case WK_E_BUDGET:
    case WK_E_NUMERIC:
        break;
    case WK_OK:
    case WK_E_ARGUMENT:
    case WK_E_SPACE:
    default:
        abort();
    }
}

#endif
