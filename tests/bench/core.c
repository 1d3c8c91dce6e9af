/* Times the core built natively; tests/bench/core.mjs does the same in WASM and prints the ratios. Output: name ms. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "wk.h"

enum { ROWS = 1000000, REPEATS = 7 };

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(const char *name, double *times) {
    qsort(times, REPEATS, sizeof *times, by_size);
    printf("%s %.4f\n", name, times[REPEATS / 2]);
}

static const wk_model *find(const char *id) {
    const wk_model *model = NULL;
    for (uint32_t i = 0; (model = wk_model_at(i)) != NULL && strcmp(model->id, id) != 0; i++) {
    }
    return model;
}

static void time_runs(const char *name, const wk_model *model, const double *params, const double *table, uint32_t rows,
                      uint32_t runs) {
    double times[REPEATS];
    wk_plan_t plan;
    wk_error error;
    for (uint32_t i = 0; i < REPEATS; i++) {
        const double start = now_ms();
        for (uint32_t run = 0; run < runs; run++) {
            if (wk_plan(model, params, table, rows, 1.0, &plan, &error) != WK_OK) {
                exit(1);
            }
            double *block = malloc(plan.total * sizeof *block);
            if (wk_run(model, params, table, rows, 1.0, &plan, block, plan.total, &error) != WK_OK) {
                exit(1);
            }
            free(block);
        }
        times[i] = now_ms() - start;
    }
    report(name, times);
}

static void time_parsing(void) {
    char *text = malloc((size_t)ROWS * 12);
    double *table = malloc(sizeof *table * ROWS), times[REPEATS];
    uint32_t length = 0;
    for (uint32_t i = 0; i < ROWS; i++) {
        length += (uint32_t)sprintf(text + length, "%.3f\n", (double)(i * 7919U % 100003U) / 8.0);
    }
    for (uint32_t i = 0; i < REPEATS; i++) {
        wk_table_shape shape;
        wk_span where;
        const double start = now_ms();
        if (wk_scan_table(text, length, "value", 1, WK_COMMA_AUTO, &shape, &where) != WK_R_NONE ||
            wk_read_table(text, length, 1, &shape, table, NULL, NULL, 0) != 0) {
            exit(1);
        }
        times[i] = now_ms() - start;
    }
    report("parse_table", times);
    free(text);
    free(table);
}

int main(void) {
    double *table = malloc(sizeof *table * ROWS), params[WK_MAX_PARAMS];
    for (uint32_t i = 0; i < ROWS; i++) {
        table[i] = sin((double)i * 12.9898) * 43758.5453;
    }
    const wk_model *iqr = find("iqr"), *kv = find("kv_cache");
    for (uint32_t i = 0; i < iqr->n_params; i++) {
        params[i] = iqr->params[i].value;
    }
    time_runs("iqr", iqr, params, table, ROWS, 1);
    params[2] = 1.0; /* rule = adjusted: the medcouple */
    time_runs("iqr_adjusted", iqr, params, table, ROWS, 1);
    for (uint32_t i = 0; i < kv->n_params; i++) {
        params[i] = kv->params[i].value;
    }
    time_runs("kv_cache", kv, params, NULL, 0, 100000);
    time_parsing();
    free(table);
    return 0;
}
