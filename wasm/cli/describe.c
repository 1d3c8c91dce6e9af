#include "describe.h"

#include "print.h"

#ifndef WORKINGS_LIBM
#define WORKINGS_LIBM "host"
#endif

static const char *const kinds[] = {[WK_REAL] = "real", [WK_INT] = "int", [WK_BOOL] = "bool", [WK_CHOICE] = "choice"};

static void put_string(FILE *out, const char *name, const char *value) {
    fprintf(out, "\"%s\":", name);
    print_json_string(out, value != NULL ? value : "");
    fputc(',', out);
}

static void put_number(FILE *out, const char *name, double value) {
    fprintf(out, "\"%s\":", name);
    print_number(out, value);
    fputc(',', out);
}

static void put_bool(FILE *out, const char *name, bool value, const char *end) {
    fprintf(out, "\"%s\":%s%s", name, value ? "true" : "false", end);
}

static void put_choices(FILE *out, const wk_choice *choices, double last) {
    fputs("\"choices\":[", out);
    for (uint32_t i = 0; choices != NULL && i <= (uint32_t)last; i++) {
        fputs(i > 0 ? ",{" : "{", out);
        put_string(out, "id", choices[i].id);
        fputs("\"label\":", out);
        print_json_string(out, choices[i].label);
        fputc('}', out);
    }
    fputs("],", out);
}

static void put_param(FILE *out, const wk_param *param) {
    const bool own_slider = param->slider_min != 0.0 || param->slider_max != 0.0;
    put_string(out, "id", param->id);
    put_string(out, "label", param->label);
    put_string(out, "unit", param->unit);
    put_string(out, "help", param->help);
    put_string(out, "kind", kinds[param->kind]);
    put_string(out, "scale", param->scale == WK_LOG ? "log" : "linear");
    put_number(out, "default", param->value);
    put_number(out, "min", param->min);
    put_number(out, "max", param->max);
    put_number(out, "slider_min", own_slider ? param->slider_min : param->min);
    put_number(out, "slider_max", own_slider ? param->slider_max : param->max);
    put_choices(out, param->kind == WK_CHOICE ? param->choices : NULL, param->max);
    put_string(out, "group", param->group);
    put_bool(out, "advanced", param->advanced, "");
}

static void put_column(FILE *out, const wk_column *column) {
    put_string(out, "id", column->id);
    put_string(out, "label", column->label);
    put_string(out, "unit", column->unit);
    put_number(out, "min", column->min);
    put_number(out, "max", column->max);
    put_bool(out, "may_be_missing", column->may_be_missing, "");
}

static uint32_t count_choices(const wk_choice *choices) {
    uint32_t count = 0;
    while (choices != NULL && choices[count].id != NULL) {
        count++;
    }
    return count;
}

static void put_scalar(FILE *out, const wk_scalar *scalar) {
    const uint32_t choices = scalar->kind == WK_CHOICE ? count_choices(scalar->choices) : 0;
    put_string(out, "id", scalar->id);
    put_string(out, "label", scalar->label);
    put_string(out, "unit", scalar->unit);
    put_string(out, "help", scalar->help);
    put_string(out, "kind", kinds[scalar->kind]);
    put_choices(out, choices > 0 ? scalar->choices : NULL, (double)choices - 1.0);
    put_bool(out, "may_be_null", scalar->may_be_null, "");
}

static void put_labelled(FILE *out, const char *id, const char *label) {
    put_string(out, "id", id);
    fputs("\"label\":", out);
    print_json_string(out, label);
}

static void put_series(FILE *out, const wk_model *model, const wk_series *series) {
    put_string(out, "id", series->id);
    put_string(out, "label", series->label);
    put_string(out, "unit", series->unit);
    put_string(out, "group", model->groups[series->group].id);
    put_bool(out, "may_be_null", series->may_be_null, "");
}

/* Writes "name":[{...},{...}], calling put for each row. */
#define PUT_ROWS(out, name, count, put)                                                                                \
    do {                                                                                                               \
        fprintf(out, "\"%s\":[", name);                                                                                \
        for (uint32_t i = 0; i < (count); i++) {                                                                       \
            fputs(i > 0 ? ",\n{" : "\n{", out);                                                                        \
            put;                                                                                                       \
            fputc('}', out);                                                                                           \
        }                                                                                                              \
        fputc(']', out);                                                                                               \
    } while (0)

void describe_model(FILE *out, const wk_model *model, uint32_t index) {
    fputc('{', out);
    put_string(out, "id", model->id);
    put_number(out, "index", index);
    put_string(out, "title", model->title);
    put_string(out, "summary", model->summary);
    put_number(out, "rev", model->rev);
    put_bool(out, "random", model->random, ",");
    put_number(out, "max_rows", model->max_rows);
    PUT_ROWS(out, "params", model->n_params, put_param(out, &model->params[i]));
    fputc(',', out);
    PUT_ROWS(out, "columns", model->n_columns, put_column(out, &model->columns[i]));
    fputc(',', out);
    PUT_ROWS(out, "scalars", model->n_scalars, put_scalar(out, &model->scalars[i]));
    fputc(',', out);
    PUT_ROWS(out, "groups", model->n_groups, put_labelled(out, model->groups[i].id, model->groups[i].label));
    fputc(',', out);
    PUT_ROWS(out, "series", model->n_series, put_series(out, model, &model->series[i]));
    fputc(',', out);
    PUT_ROWS(out, "grids", model->n_grids, {
        put_string(out, "id", model->grids[i].id);
        put_string(out, "label", model->grids[i].label);
        fputs("\"unit\":", out);
        print_json_string(out, model->grids[i].unit);
    });
    fputc(',', out);
    PUT_ROWS(out, "notes", model->n_notes, {
        put_string(out, "id", model->notes[i].id);
        fputs("\"text\":", out);
        print_json_string(out, model->notes[i].text);
    });
    fputs("}", out);
}

#define FIELD(type, name) fprintf(out, "\"" #name "\":%u,", (unsigned)offsetof(type, name))
#define SIZE(type) fprintf(out, "\"size\":%u}", (unsigned)sizeof(type))

static void describe_layout(FILE *out) {
    fputs("\"abi\":{\"plan\":{", out);
    FIELD(wk_plan_t, work);
    FIELD(wk_plan_t, total);
    FIELD(wk_plan_t, lengths_at);
    FIELD(wk_plan_t, notes_at);
    FIELD(wk_plan_t, scratch_at);
    FIELD(wk_plan_t, scratch);
    FIELD(wk_plan_t, capacity);
    FIELD(wk_plan_t, series_at);
    FIELD(wk_plan_t, grid_at);
    FIELD(wk_plan_t, grid_rows);
    FIELD(wk_plan_t, grid_columns);
    SIZE(wk_plan_t);
    fputs(",\"error\":{", out);
    FIELD(wk_error, status);
    FIELD(wk_error, reason);
    FIELD(wk_error, param);
    FIELD(wk_error, other);
    FIELD(wk_error, row);
    FIELD(wk_error, column);
    SIZE(wk_error);
    fputs(",\"shape\":{", out);
    FIELD(wk_table_shape, rows);
    FIELD(wk_table_shape, cells);
    FIELD(wk_table_shape, separator);
    FIELD(wk_table_shape, comma);
    FIELD(wk_table_shape, has_header);
    FIELD(wk_table_shape, by_position);
    FIELD(wk_table_shape, body_at);
    FIELD(wk_table_shape, name_cell);
    FIELD(wk_table_shape, cell_of);
    SIZE(wk_table_shape);
    fputs(",\"bad_cell\":{", out);
    FIELD(wk_bad_cell, row);
    FIELD(wk_bad_cell, column);
    FIELD(wk_bad_cell, byte);
    FIELD(wk_bad_cell, length);
    FIELD(wk_bad_cell, reason);
    SIZE(wk_bad_cell);
    fputs(",\"span\":{", out);
    FIELD(wk_span, byte);
    FIELD(wk_span, length);
    SIZE(wk_span);
}

static void describe_constants(FILE *out) {
    fprintf(out,
            ",\n\"limits\":{\"max_params\":%d,\"max_columns\":%d,\"max_scalars\":%d,\"max_groups\":%d,"
            "\"max_series\":%d,\"max_grids\":%d,\"max_notes\":%d},\n",
            WK_MAX_PARAMS, WK_MAX_COLUMNS, WK_MAX_SCALARS, WK_MAX_GROUPS, WK_MAX_SERIES, WK_MAX_GRIDS, WK_MAX_NOTES);
    fprintf(out,
            "\"status\":{\"ok\":%d,\"argument\":%d,\"range\":%d,\"conflict\":%d,\"cell\":%d,\"space\":%d,"
            "\"budget\":%d,\"numeric\":%d},\n",
            WK_OK, WK_E_ARGUMENT, WK_E_RANGE, WK_E_CONFLICT, WK_E_CELL, WK_E_SPACE, WK_E_BUDGET, WK_E_NUMERIC);
    fprintf(out, "\"comma\":{\"auto\":%d,\"decimal\":%d,\"thousands\":%d,\"separator\":%d}},\n", WK_COMMA_AUTO,
            WK_COMMA_DECIMAL, WK_COMMA_THOUSANDS, WK_COMMA_SEPARATOR);
}

void describe_all(FILE *out) {
    fprintf(out, "{\"hash\":%u,\"libm\":\"%s\",\n", wk_registry_hash(), WORKINGS_LIBM);
    describe_layout(out);
    describe_constants(out);
    uint32_t reasons = 0;
    while (wk_reason_at(reasons) != NULL) {
        reasons++;
    }
    PUT_ROWS(out, "reasons", reasons, {
        put_number(out, "reason", wk_reason_at(i)->reason);
        put_string(out, "id", wk_reason_at(i)->id);
        fputs("\"text\":", out);
        print_json_string(out, wk_reason_at(i)->text);
    });
    fputs(",\n\"models\":[", out);
    for (uint32_t i = 0; i < wk_model_count(); i++) {
        fputs(i > 0 ? ",\n" : "\n", out);
        describe_model(out, wk_model_at(i), i);
    }
    fputs("]}\n", out);
}
