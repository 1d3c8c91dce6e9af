#include "result.h"

#include <math.h>

static void print_params(const session *s, FILE *out) {
    char buffer[NUMBER_SIZE];
    fputs("\"params\":{", out);
    for (uint32_t i = 0; i < s->model->n_params; i++) {
        const wk_param *param = &s->model->params[i];
        fprintf(out, "%s\"%s\":", i > 0 ? "," : "", param->id);
        if (param->kind == WK_CHOICE) {
            print_json_string(out, param_text(param, s->params[i], buffer));
        } else {
            fputs(param_text(param, s->params[i], buffer), out);
        }
    }
    fputc('}', out);
}

static void print_numbers(FILE *out, const double *values, uint32_t count) {
    fputc('[', out);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) {
            fputc(',', out);
        }
        print_number(out, values[i]);
    }
    fputc(']', out);
}

static void print_series(const session *s, FILE *out) {
    fputs(",\"series\":{", out);
    for (uint32_t i = 0; i < s->model->n_series; i++) {
        const wk_series *series = &s->model->series[i];
        const uint32_t length = (uint32_t)s->block[s->plan.lengths_at + series->group];
        fprintf(out, "%s\"%s\":", i > 0 ? "," : "", series->id);
        print_numbers(out, s->block + s->plan.series_at[i], length);
    }
    fputc('}', out);
}

static void print_grids(const session *s, FILE *out) {
    static const char *const head[] = {"rows", "columns", "x0", "x1", "y0", "y1"};
    fputs(",\"grids\":{", out);
    for (uint32_t i = 0; i < s->model->n_grids; i++) {
        const double *grid = s->block + s->plan.grid_at[i];
        fprintf(out, "%s\"%s\":{", i > 0 ? "," : "", s->model->grids[i].id);
        for (uint32_t h = 0; h < WK_COUNT(head); h++) {
            fprintf(out, "\"%s\":", head[h]);
            print_number(out, grid[h]);
            fputc(',', out);
        }
        fputs("\"values\":", out);
        print_numbers(out, grid + WK_COUNT(head), (uint32_t)(grid[0] * grid[1]));
        fputc('}', out);
    }
    fputc('}', out);
}

static bool has_note(const session *s, uint32_t note) {
    return ((uint32_t)s->block[s->plan.notes_at] >> note & 1U) != 0;
}

void print_result_json(const session *s, FILE *out) {
    char seed[NUMBER_SIZE];
    fprintf(out, "{\"model\":\"%s\",\"rev\":%u,\"seed\":%s,", s->model->id, s->model->rev, number_text(s->seed, seed));
    print_params(s, out);
    fputs(",\"scalars\":{", out);
    for (uint32_t i = 0; i < s->model->n_scalars; i++) {
        fprintf(out, "%s\"%s\":", i > 0 ? "," : "", s->model->scalars[i].id);
        print_number(out, s->block[i]);
    }
    fputc('}', out);
    print_series(s, out);
    print_grids(s, out);
    fputs(",\"notes\":[", out);
    const char *separator = "";
    for (uint32_t i = 0; i < s->model->n_notes; i++) {
        if (has_note(s, i)) {
            fprintf(out, "%s\"%s\"", separator, s->model->notes[i].id);
            separator = ",";
        }
    }
    fputs("]}\n", out);
}

void print_result_text(const session *s, FILE *out) {
    char buffer[NUMBER_SIZE];
    fprintf(out, "%s (revision %u)\n", s->model->title, s->model->rev);
    for (uint32_t i = 0; i < s->model->n_scalars; i++) {
        const wk_scalar *scalar = &s->model->scalars[i];
        const double value = s->block[i];
        const char *text = isnan(value)                ? "-"
                           : scalar->kind == WK_CHOICE ? scalar->choices[(int)value].id
                           : scalar->kind == WK_BOOL   ? (value != 0.0 ? "yes" : "no")
                                                       : number_text(value, buffer);
        fprintf(out, "  %-34s %s %s\n", scalar->label, text, isnan(value) ? "" : scalar->unit);
    }
    for (uint32_t i = 0; i < s->model->n_notes; i++) {
        if (has_note(s, i)) {
            fprintf(out, "  Note: %s\n", s->model->notes[i].text);
        }
    }
}
