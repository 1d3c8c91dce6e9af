/* Numbers, JSON strings and refusals as the CLI prints them. */
#ifndef WORKINGS_PRINT_H
#define WORKINGS_PRINT_H

#include "wk.h"

#include <stdio.h>

enum { NUMBER_SIZE = 40 };

/*
 * Writes a finite double in the shortest form that reads back as the same double, laid out as JavaScript lays it out,
 * so that the CLI and the page print the same text. buffer holds NUMBER_SIZE chars.
 */
const char *number_text(double value, char *buffer);

/* A JSON number, or null where there is none (NaN). */
void print_number(FILE *out, double value);

void print_json_string(FILE *out, const char *text);

/* The value of a parameter as people write it: a choice by its id, a BOOL as true or false. */
const char *param_text(const wk_param *param, double value, char *buffer);

/* Text from outside: one line of it, and not a million characters. */
void print_quoted(FILE *out, const char *text);

/* What a refusal is about, where the error's own ids do not say it. Any field may be NULL. */
typedef struct refusal_context {
    const wk_model *model;
    const double *params;
    const char *text; /* what was read */
    const char *column;
} refusal_context;

/* One line: the reason's text with its fields filled in. */
void print_refusal(FILE *out, const wk_error *error, const refusal_context *context);

#endif
