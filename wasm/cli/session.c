#include "session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const wk_model *find_model(const char *id, uint32_t *index) {
    for (uint32_t i = 0; i < wk_model_count(); i++) {
        if (strcmp(wk_model_at(i)->id, id) == 0) {
            *index = i;
            return wk_model_at(i);
        }
    }
    return NULL;
}

void session_open(session *s, const wk_model *model) {
    *s = (session){.model = model, .seed = 1.0};
    for (uint32_t i = 0; i < model->n_params; i++) {
        s->params[i] = model->params[i].value;
    }
}

void session_close(session *s) {
    free(s->table);
    free(s->table_text);
    free(s->row_names);
    free(s->block);
}

static bool refuse(session *s, wk_status status, wk_reason reason, int32_t param, const char *text) {
    s->error = (wk_error){(int32_t)status, (int32_t)reason, param, -1, -1, -1};
    snprintf(s->refused_text, sizeof s->refused_text, "%s", text);
    return false;
}

static bool read_choice(session *s, int32_t index, const char *text) {
    const wk_param *param = &s->model->params[index];
    for (uint32_t i = 0; i <= (uint32_t)param->max; i++) {
        if (strcmp(param->choices[i].id, text) == 0) {
            s->params[index] = (double)i;
            return true;
        }
    }
    return refuse(s, WK_E_RANGE, WK_R_NOT_A_CHOICE, index, text);
}

static bool read_bool(session *s, int32_t index, const char *text) {
    const bool yes = strcmp(text, "true") == 0;
    if (!yes && strcmp(text, "false") != 0) {
        return refuse(s, WK_E_RANGE, WK_R_NOT_A_CHOICE, index, text);
    }
    s->params[index] = yes ? 1.0 : 0.0;
    return true;
}

static bool read_number(session *s, int32_t index, const char *text) {
    wk_reason reason = wk_parse_number(text, (uint32_t)strlen(text), WK_COMMA_AUTO, &s->params[index]);
    if (reason == WK_R_NONE) {
        return true;
    }
    if (reason == WK_R_CELL_MISSING) {
        reason = WK_R_NOT_A_NUMBER; /* a table may leave a cell out, a parameter may not */
    }
    return refuse(s, WK_E_RANGE, reason, index, text);
}

bool session_set(session *s, const char *id, const char *text) {
    int32_t index = 0;
    while ((uint32_t)index < s->model->n_params && strcmp(s->model->params[index].id, id) != 0) {
        index++;
    }
    if ((uint32_t)index == s->model->n_params) {
        return refuse(s, WK_E_ARGUMENT, WK_R_UNKNOWN_PARAM, -1, id);
    }
    if (s->given[index]) {
        return refuse(s, WK_E_ARGUMENT, WK_R_GIVEN_TWICE, index, text);
    }
    s->given[index] = true;
    switch (s->model->params[index].kind) {
    case WK_CHOICE:
        return read_choice(s, index, text);
    case WK_BOOL:
        return read_bool(s, index, text);
    case WK_REAL:
    case WK_INT:
    default:
        return read_number(s, index, text);
    }
}

bool session_set_seed(session *s, const char *text) {
    const wk_reason reason = wk_parse_number(text, (uint32_t)strlen(text), WK_COMMA_AUTO, &s->seed);
    if (reason != WK_R_NONE || s->seed < 0.0 || s->seed >= WK_MAX_EXACT || s->seed != floor(s->seed)) {
        return refuse(s, WK_E_RANGE, WK_R_BAD_SEED, -1, text);
    }
    return true;
}

static void quote_table(session *s, uint32_t byte, uint32_t length) {
    const int shown = (int)(length < sizeof s->refused_text ? length : sizeof s->refused_text - 1);
    snprintf(s->refused_text, sizeof s->refused_text, "%.*s", shown, s->table_text + byte);
}

static bool refuse_bad_cell(session *s, const wk_bad_cell *bad) {
    refuse(s, WK_E_CELL, (wk_reason)bad->reason, -1, "");
    s->error.row = (int32_t)bad->row;
    s->error.column = (int32_t)bad->column;
    quote_table(s, bad->byte, bad->length);
    return false;
}

/* The ids of the model's columns, each ended by NUL. */
static void list_columns(const wk_model *model, char *ids) {
    for (uint32_t i = 0; i < model->n_columns; i++) {
        strcpy(ids, model->columns[i].id);
        ids += strlen(ids) + 1;
    }
}

bool session_read_table(session *s, char *text, size_t length, wk_comma comma) {
    const wk_model *model = s->model;
    char ids[WK_MAX_COLUMNS * 64];
    wk_table_shape shape;
    wk_span where;
    wk_bad_cell bad;
    s->table_text = text;
    if (model->n_columns == 0) {
        return refuse(s, WK_E_CELL, WK_R_NO_TABLE_TAKEN, -1, model->id);
    }
    list_columns(model, ids);
    const wk_reason reason = wk_scan_table(text, (uint32_t)length, ids, model->n_columns, comma, &shape, &where);
    if (reason != WK_R_NONE) {
        refuse(s, WK_E_CELL, reason, -1, "");
        snprintf(s->refused_column, sizeof s->refused_column, "%s", model->columns[0].id);
        quote_table(s, where.byte, where.length);
        return false;
    }
    if (shape.rows > model->max_rows) {
        return refuse(s, WK_E_CELL, WK_R_TOO_MANY_ROWS, -1, "");
    }
    s->rows = shape.rows;
    s->table = malloc(((size_t)shape.rows * model->n_columns + 1) * sizeof *s->table);
    s->row_names = malloc(((size_t)shape.rows + 1) * sizeof *s->row_names);
    if (s->table == NULL || s->row_names == NULL) {
        return refuse(s, WK_E_SPACE, WK_R_TOO_MUCH_WORK, -1, "it needs more memory than there is");
    }
    if (wk_read_table(text, (uint32_t)length, model->n_columns, &shape, s->table, s->row_names, &bad, 1) > 0) {
        return refuse_bad_cell(s, &bad);
    }
    return true;
}

bool session_run(session *s) {
    if (wk_plan(s->model, s->params, s->table, s->rows, s->seed, &s->plan, &s->error) != WK_OK) {
        return false;
    }
    free(s->block);
    s->block = malloc((size_t)s->plan.total * sizeof *s->block);
    if (s->block == NULL) {
        return refuse(s, WK_E_SPACE, WK_R_TOO_MUCH_WORK, -1, "it needs more memory than there is");
    }
    return wk_run(s->model, s->params, s->table, s->rows, s->seed, &s->plan, s->block, s->plan.total, &s->error) ==
           WK_OK;
}

void session_print_refusal(const session *s, FILE *out) {
    const refusal_context context = {.model = s->model,
                                     .params = s->params,
                                     .text = s->refused_text,
                                     .column = s->refused_column[0] != '\0' ? s->refused_column : NULL};
    print_refusal(out, &s->error, &context);
}
