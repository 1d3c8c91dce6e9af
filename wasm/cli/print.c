#include "print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lays out digits and a decimal exponent as ECMAScript's Number::toString does. */
static void lay_out_digits(char *out, const char *digits, int exponent) {
    const int count = (int)strlen(digits);
    const int point = exponent + 1; /* digits before the decimal point */
    if (point > 21 || point < -5) {
        *out++ = digits[0];
        if (count > 1) {
            *out++ = '.';
            memcpy(out, digits + 1, (size_t)count - 1);
            out += count - 1;
        }
        sprintf(out, "e%c%d", exponent < 0 ? '-' : '+', abs(exponent));
    } else if (point <= 0) {
        out += sprintf(out, "0.");
        for (int i = point; i < 0; i++) {
            *out++ = '0';
        }
        strcpy(out, digits);
    } else if (point >= count) {
        out += sprintf(out, "%s", digits);
        for (int i = count; i < point; i++) {
            *out++ = '0';
        }
        *out = '\0';
    } else {
        sprintf(out, "%.*s.%s", point, digits, digits + point);
    }
}

const char *number_text(double value, char *buffer) {
    char scientific[NUMBER_SIZE];
    int precision = 0;
    if (value == 0.0) {
        return strcpy(buffer, "0"); /* nobody needs to see -0 */
    }
    do {
        snprintf(scientific, sizeof scientific, "%.*e", precision, fabs(value));
    } while (strtod(scientific, NULL) != fabs(value) && ++precision < 17);

    char digits[NUMBER_SIZE];
    size_t count = 0;
    const char *mark = strchr(scientific, 'e');
    for (const char *c = scientific; c < mark; c++) {
        if (*c != '.') {
            digits[count++] = *c;
        }
    }
    while (count > 1 && digits[count - 1] == '0') {
        count--;
    }
    digits[count] = '\0';
    char *out = buffer;
    if (value < 0.0) {
        *out++ = '-';
    }
    lay_out_digits(out, digits, atoi(mark + 1));
    return buffer;
}

void print_number(FILE *out, double value) {
    char buffer[NUMBER_SIZE];
    fputs(isfinite(value) ? number_text(value, buffer) : "null", out);
}

void print_json_string(FILE *out, const char *text) {
    fputc('"', out);
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            fprintf(out, "\\%c", *c);
        } else if ((unsigned char)*c < 0x20) {
            fprintf(out, "\\u%04x", (unsigned)*c);
        } else {
            fputc(*c, out);
        }
    }
    fputc('"', out);
}

const char *param_text(const wk_param *param, double value, char *buffer) {
    if (param->kind == WK_CHOICE) {
        return value >= 0.0 && value <= param->max ? param->choices[(int)value].id : "?";
    }
    if (param->kind == WK_BOOL) {
        return value != 0.0 ? "true" : "false";
    }
    return isnan(value) ? "NaN" : isinf(value) ? "Infinity" : number_text(value, buffer);
}

/* Counts characters, not bytes, so that none is cut. */
void print_quoted(FILE *out, const char *text) {
    int left = 60;
    for (; *text != '\0'; text++) {
        const bool starts_character = ((unsigned char)*text & 0xC0) != 0x80;
        if (starts_character && left-- == 0) {
            fputs("...", out);
            return;
        }
        fputc((unsigned char)*text < 0x20 ? ' ' : *text, out);
    }
}

static void print_bounds(FILE *out, double min, double max, const char *unit) {
    char low[NUMBER_SIZE], high[NUMBER_SIZE];
    fprintf(out, "%s to %s", number_text(min, low), number_text(max, high));
    if (unit[0] != '\0') {
        fprintf(out, " %s", unit);
    }
}

static void print_range(FILE *out, const wk_error *error, const wk_model *model) {
    if (error->param >= 0) {
        const wk_param *param = &model->params[error->param];
        print_bounds(out, param->min, param->max, param->unit);
    } else if (error->column >= 0) {
        const wk_column *column = &model->columns[error->column];
        print_bounds(out, column->min, column->max, column->unit);
    }
}

static void print_choices(FILE *out, const wk_error *error, const wk_model *model) {
    if (error->param < 0) {
        for (uint32_t i = 0; i < model->n_params; i++) {
            fprintf(out, "%s%s", i > 0 ? ", " : "", model->params[i].id);
        }
        return;
    }
    const wk_param *param = &model->params[error->param];
    if (param->kind == WK_BOOL) {
        fputs("true, false", out);
        return;
    }
    for (uint32_t i = 0; i <= (uint32_t)param->max; i++) {
        fprintf(out, "%s%s", i > 0 ? ", " : "", param->choices[i].id);
    }
}

static void print_param_value(FILE *out, int32_t param, const refusal_context *context) {
    char buffer[NUMBER_SIZE];
    if (param >= 0 && context->params != NULL) {
        fputs(param_text(&context->model->params[param], context->params[param], buffer), out);
    }
}

static void print_field(FILE *out, const char *name, size_t length, const wk_error *error,
                        const refusal_context *context) {
    const wk_model *model = context->model;
    const char *const fields[] = {"param", "value",  "unit", "range",   "other", "other_value",
                                  "row",   "column", "text", "choices", "limit"};
    enum { PARAM, VALUE, UNIT, RANGE, OTHER, OTHER_VALUE, ROW, COLUMN, TEXT, CHOICES, LIMIT, FIELDS };
    _Static_assert(WK_COUNT(fields) == FIELDS, "one name per field");
    int field = 0;
    while (field < FIELDS && (strlen(fields[field]) != length || strncmp(fields[field], name, length) != 0)) {
        field++;
    }
    if (field == PARAM && error->param >= 0) {
        fputs(model->params[error->param].id, out);
    } else if (field == VALUE) {
        print_param_value(out, error->param, context);
    } else if (field == UNIT && error->param >= 0) {
        fputs(model->params[error->param].unit, out);
    } else if (field == RANGE) {
        print_range(out, error, model);
    } else if (field == OTHER && error->other >= 0) {
        fputs(model->params[error->other].id, out);
    } else if (field == OTHER_VALUE) {
        print_param_value(out, error->other, context);
    } else if (field == ROW) {
        fprintf(out, "%d", error->row);
    } else if (field == COLUMN) {
        fputs(context->column != NULL ? context->column
              : error->column >= 0    ? model->columns[error->column].id
                                      : "?",
              out);
    } else if (field == TEXT) {
        print_quoted(out, context->text != NULL ? context->text : "");
    } else if (field == CHOICES) {
        print_choices(out, error, model);
    } else if (field == LIMIT) {
        fprintf(out, "%u", model->max_rows);
    }
}

void print_refusal(FILE *out, const wk_error *error, const refusal_context *context) {
    const char *text = "refused";
    const wk_reason_text *reason;
    for (uint32_t i = 0; (reason = wk_reason_at(i)) != NULL; i++) {
        if ((int32_t)reason->reason == error->reason) {
            text = reason->text;
        }
    }
    while (*text != '\0') {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end != NULL) {
            print_field(out, text + 1, (size_t)(end - text) - 1, error, context);
            text = end + 1;
        } else {
            fputc(*text++, out);
        }
    }
    fputc('\n', out);
}
