/* The list of models. */
#include "wk.h"

#define WK_MODEL(id) extern const wk_model wk_model_##id;
#include "../registry.def"
#undef WK_MODEL

static const wk_model *const models[] = {
#define WK_MODEL(id) &wk_model_##id,
#include "../registry.def"
#undef WK_MODEL
};

uint32_t wk_model_count(void) {
    return WK_COUNT(models);
}

const wk_model *wk_model_at(uint32_t index) {
    return index < WK_COUNT(models) ? models[index] : NULL;
}
