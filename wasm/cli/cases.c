#include "cases.h"

#include "json_read.h"
#include "session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

char *read_file(const char *path, unsigned long *length) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    while (file != NULL && text != NULL) {
        const size_t got = fread(text + size, 1, room - size - 1, file);
        size += got;
        if (got == 0) {
            break;
        }
        if (size + 1 == room) {
            char *more = realloc(text, room *= 2);
            if (more == NULL) {
                free(text);
            }
            text = more;
        }
    }
    const bool failed = file == NULL || ferror(file);
    if (file != NULL && file != stdin) {
        fclose(file);
    }
    if (failed || text == NULL) {
        free(text);
        return NULL;
    }
    text[size] = '\0';
    *length = (unsigned long)size;
    return text;
}

static bool set_param(session *s, const json_value *param) {
    char buffer[NUMBER_SIZE];
    switch (param->type) {
    case JSON_STRING:
        return session_set(s, param->key, param->text);
    case JSON_BOOL:
        return session_set(s, param->key, param->number != 0.0 ? "true" : "false");
    case JSON_NULL:
    case JSON_NUMBER:
    case JSON_ARRAY:
    case JSON_OBJECT:
    default:
        return session_set(s, param->key, number_text(param->number, buffer));
    }
}

static void fill_column(double *cells, uint32_t rows, const json_value *column) {
    const json_value *cell = column != NULL ? column->child : NULL;
    for (uint32_t row = 0; row < rows; row++) {
        cells[row] = cell != NULL && cell->type == JSON_NUMBER ? cell->number : (double)NAN;
        cell = cell != NULL ? cell->next : NULL;
    }
}

static void set_table(session *s, const json_value *table) {
    for (const json_value *column = table->child; column != NULL; column = column->next) {
        s->rows = column->count > s->rows ? (uint32_t)column->count : s->rows;
    }
    s->table = malloc(((size_t)s->rows * s->model->n_columns + 1) * sizeof *s->table);
    for (uint32_t i = 0; s->table != NULL && i < s->model->n_columns; i++) {
        fill_column(s->table + (size_t)i * s->rows, s->rows, json_member(table, s->model->columns[i].id));
    }
}

static bool start(session *s, const json_value *item) {
    const json_value *params = json_member(item, "params");
    const json_value *table = json_member(item, "table");
    const json_value *seed = json_member(item, "seed");
    for (const json_value *p = params != NULL ? params->child : NULL; p != NULL; p = p->next) {
        if (!set_param(s, p)) {
            return false;
        }
    }
    if (seed != NULL) {
        s->seed = seed->number;
    }
    if (table != NULL) {
        set_table(s, table);
    }
    return session_run(s);
}

typedef struct tolerance {
    double relative, absolute;
} tolerance;

static bool agrees(double got, const json_value *expected, tolerance t) {
    if (expected->type == JSON_NULL) {
        return isnan(got);
    }
    const double allowed = fmax(t.relative * fabs(expected->number), t.absolute);
    return fabs(got - expected->number) <= allowed;
}

static bool report(const char *name, const char *what, double got, const json_value *expected) {
    printf("FAIL %s: %s is ", name, what);
    print_number(stdout, got);
    printf(", expected ");
    print_number(stdout, expected->type == JSON_NUMBER ? expected->number : (double)NAN);
    printf("\n");
    return false;
}

static bool check_scalar(const session *s, const char *name, const json_value *expected, tolerance t) {
    for (uint32_t i = 0; i < s->model->n_scalars; i++) {
        if (strcmp(s->model->scalars[i].id, expected->key) == 0) {
            return agrees(s->block[i], expected, t) || report(name, expected->key, s->block[i], expected);
        }
    }
    printf("FAIL %s: there is no scalar %s\n", name, expected->key);
    return false;
}

static bool check_series(const session *s, const char *name, const json_value *expected, tolerance t) {
    for (uint32_t i = 0; i < s->model->n_series; i++) {
        if (strcmp(s->model->series[i].id, expected->key) != 0) {
            continue;
        }
        const size_t length = (size_t)s->block[s->plan.lengths_at + s->model->series[i].group];
        const double *got = s->block + s->plan.series_at[i];
        if (length != expected->count) {
            printf("FAIL %s: %s has %zu values, expected %zu\n", name, expected->key, length, expected->count);
            return false;
        }
        for (const json_value *value = expected->child; value != NULL; value = value->next, got++) {
            if (!agrees(*got, value, t)) {
                return report(name, expected->key, *got, value);
            }
        }
        return true;
    }
    printf("FAIL %s: there is no series %s\n", name, expected->key);
    return false;
}

static double number_member(const json_value *object, const char *key, double otherwise) {
    const json_value *member = json_member(object, key);
    return member != NULL && member->type == JSON_NUMBER ? member->number : otherwise;
}

static bool check_result(const session *s, const char *name, const json_value *item) {
    const tolerance t = {number_member(item, "rtol", 0.0), number_member(item, "atol", 0.0)};
    const json_value *expect = json_member(item, "expect");
    const json_value *series = json_member(item, "expect_series");
    bool passed = expect != NULL || series != NULL;
    if (!passed) {
        printf("FAIL %s: the case expects nothing\n", name);
    }
    for (const json_value *v = expect != NULL ? expect->child : NULL; v != NULL; v = v->next) {
        passed = check_scalar(s, name, v, t) && passed;
    }
    for (const json_value *v = series != NULL ? series->child : NULL; v != NULL; v = v->next) {
        passed = check_series(s, name, v, t) && passed;
    }
    return passed;
}

static bool check_refusal(const session *s, const char *name, const json_value *refuse, bool ran) {
    bool matches = false;
    if (!ran && refuse->type == JSON_STRING) {
        matches = s->error.param >= 0 && strcmp(s->model->params[s->error.param].id, refuse->text) == 0;
        matches = matches || (s->error.param < 0 && strcmp(s->refused_text, refuse->text) == 0);
        matches = matches || (s->error.reason == WK_R_BAD_SEED && strcmp(refuse->text, "seed") == 0);
    } else if (!ran) {
        const json_value *column = json_member(refuse, "column");
        matches = s->error.row == (int32_t)number_member(refuse, "row", -1.0);
        if (matches && column != NULL && column->type == JSON_STRING) {
            matches = s->error.column >= 0 && strcmp(s->model->columns[s->error.column].id, column->text) == 0;
        } else if (matches && column != NULL) {
            matches = s->error.column == (int32_t)column->number;
        }
    }
    if (!matches) {
        printf("FAIL %s: %s", name, ran ? "it ran, but should have been refused\n" : "another refusal: ");
        if (!ran) {
            session_print_refusal(s, stdout);
        }
    }
    return matches;
}

static bool run_case(const json_value *item) {
    uint32_t index;
    const json_value *name = json_member(item, "name");
    const json_value *model_id = json_member(item, "model");
    const json_value *refuse = json_member(item, "refuse");
    if (name == NULL || name->type != JSON_STRING || model_id == NULL || model_id->type != JSON_STRING) {
        printf("FAIL a case has no name or no model\n");
        return false;
    }
    const wk_model *model = find_model(model_id->text, &index);
    if (model == NULL) {
        printf("FAIL %s: there is no model %s\n", name->text, model_id->text);
        return false;
    }
    session s;
    session_open(&s, model);
    const bool ran = start(&s, item);
    bool passed;
    if (refuse != NULL) {
        passed = check_refusal(&s, name->text, refuse, ran);
    } else if (!ran) {
        printf("FAIL %s: refused: ", name->text);
        session_print_refusal(&s, stdout);
        passed = false;
    } else {
        passed = check_result(&s, name->text, item);
    }
    session_close(&s);
    return passed;
}

int run_case_files(char **paths, int count) {
    int passed = 0, failed = 0;
    for (int i = 0; i < count; i++) {
        unsigned long length;
        char *text = read_file(paths[i], &length);
        json_value *root = text != NULL ? json_read(text) : NULL;
        if (root == NULL || root->type != JSON_ARRAY) {
            printf("FAIL %s: %s\n", paths[i], text == NULL ? "cannot be read" : "is not a JSON list of cases");
            failed++;
        }
        for (const json_value *item = root != NULL ? root->child : NULL; item != NULL; item = item->next) {
            if (run_case(item)) {
                passed++;
            } else {
                failed++;
            }
        }
        json_free(root);
        free(text);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed;
}
