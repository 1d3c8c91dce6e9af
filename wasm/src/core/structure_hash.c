/*
 * The structure hash: 32-bit FNV-1a over everything that a page must agree on with its core. Without texts there is
 * nothing to hash, so the WebAssembly build is given the number that the native build printed.
 */
#include "wk.h"

#ifdef WK_NO_TEXT

#ifndef WK_REGISTRY_HASH
#error "the build without texts needs -DWK_REGISTRY_HASH, as `workings describe` prints it"
#endif

uint32_t wk_registry_hash(void) {
    return WK_REGISTRY_HASH;
}

#else

#include <string.h>

static uint32_t mix_bytes(uint32_t hash, const void *bytes, size_t length) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ byte[i]) * UINT32_C(16777619);
    }
    return hash;
}

static uint32_t mix_id(uint32_t hash, const char *id) {
    return mix_bytes(hash, id, strlen(id) + 1);
}

static uint32_t mix_number(uint32_t hash, double value) {
    return mix_bytes(hash, &value, sizeof value);
}

static uint32_t mix_choices(uint32_t hash, wk_kind kind, const wk_choice *choices, uint32_t count) {
    for (uint32_t i = 0; kind == WK_CHOICE && i < count; i++) {
        hash = mix_id(hash, choices[i].id);
    }
    return hash;
}

static uint32_t mix_inputs(uint32_t hash, const wk_model *model) {
    for (uint32_t i = 0; i < model->n_params; i++) {
        const wk_param *param = &model->params[i];
        hash = mix_number(mix_id(hash, param->id), (double)param->kind);
        hash = mix_number(mix_number(mix_number(hash, param->value), param->min), param->max);
        hash = mix_choices(hash, param->kind, param->choices, (uint32_t)param->max + 1);
    }
    for (uint32_t i = 0; i < model->n_columns; i++) {
        const wk_column *column = &model->columns[i];
        hash = mix_number(mix_number(mix_id(hash, column->id), column->min), column->max);
    }
    return mix_number(hash, (double)model->max_rows);
}

static uint32_t mix_outputs(uint32_t hash, const wk_model *model) {
    for (uint32_t i = 0; i < model->n_scalars; i++) {
        hash = mix_number(mix_id(hash, model->scalars[i].id), (double)model->scalars[i].kind);
    }
    for (uint32_t i = 0; i < model->n_groups; i++) {
        hash = mix_id(hash, model->groups[i].id);
    }
    for (uint32_t i = 0; i < model->n_series; i++) {
        hash = mix_number(mix_id(hash, model->series[i].id), (double)model->series[i].group);
    }
    for (uint32_t i = 0; i < model->n_grids; i++) {
        hash = mix_id(hash, model->grids[i].id);
    }
    for (uint32_t i = 0; i < model->n_notes; i++) {
        hash = mix_id(hash, model->notes[i].id);
    }
    return hash;
}

uint32_t wk_registry_hash(void) {
    uint32_t hash = UINT32_C(2166136261);
    for (uint32_t i = 0; i < wk_model_count(); i++) {
        const wk_model *model = wk_model_at(i);
        hash = mix_number(mix_id(hash, model->id), (double)model->rev);
        hash = mix_outputs(mix_inputs(hash, model), model);
    }
    return hash;
}

#endif
