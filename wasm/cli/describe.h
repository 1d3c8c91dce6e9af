#ifndef WORKINGS_DESCRIBE_H
#define WORKINGS_DESCRIBE_H

#include "wk.h"

#include <stdio.h>

/* The registry as JSON: all models with the layout of the structs that cross the boundary, or one model alone. */
void describe_all(FILE *out);
void describe_model(FILE *out, const wk_model *model, uint32_t index);

#endif
