/*
 * The batch_size model. The test draws the same data by the recipe in the model's head comment, and holds the runs to
 * what can be known of them without training: closed forms, the solution of the normal equations, Newton's method,
 * covariances.
 */
#include "random.h"
#include "wk.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const wk_model wk_model_batch_size;

enum { PROBLEM, EXAMPLES, FEATURES, LABEL_NOISE, BATCH, EPOCHS, RATE, LR_RULE, BASE_BATCH, MOMENTUM, WARMUP, PARAMS };
enum { LINEAR, LOGISTIC };
enum { FIXED, BY_BATCH, BY_ROOT };
enum { FULL, MINI, SGD, RUNS };
enum { UPDATES, EFFECTIVE_LR = 3, LOSS, TEST_LOSS = 7, NOISE_SD = 10, NOISE_THEORY, NOISE_SCALE, DIVERGED_STEP };
enum { SEEN, UPDATES_SEEN, CURVE, SERIES_OF_RUN };
enum { WIDTH_MOST = 8 };

typedef struct result {
    wk_status status;
    wk_error error;
    double *block;
    const double *scalar;
    const double *series[RUNS][SERIES_OF_RUN];
    uint32_t points[RUNS], notes;
} result;

static void set_defaults(double *params) {
    for (uint32_t i = 0; i < PARAMS; i++) {
        params[i] = wk_model_batch_size.params[i].value;
    }
}

static result run_seed(const double *params, double seed) {
    result r = {.block = NULL};
    wk_plan_t plan;
    const wk_model *const model = &wk_model_batch_size;
    r.status = wk_plan(model, params, NULL, 0, seed, &plan, &r.error);
    if (r.status != WK_OK) {
        return r;
    }
    r.block = malloc(plan.total * sizeof *r.block);
    assert_non_null(r.block);
    memset(r.block, 0xff, plan.total * sizeof *r.block);
    r.status = wk_run(model, params, NULL, 0, seed, &plan, r.block, plan.total, &r.error);
    assert_int_equal(r.status, WK_OK);
    r.scalar = r.block;
    for (int run = 0; run < RUNS; run++) {
        for (int i = 0; i < SERIES_OF_RUN; i++) {
            r.series[run][i] = r.block + plan.series_at[run * SERIES_OF_RUN + i];
        }
        r.points[run] = (uint32_t)r.block[plan.lengths_at + (uint32_t)run];
        assert_true(r.points[run] >= 1 && r.points[run] <= plan.capacity[run] && r.points[run] <= 202);
    }
    r.notes = (uint32_t)r.block[plan.notes_at];
    return r;
}

static result run(const double *params) {
    return run_seed(params, 1.0);
}

static int has_note(const result *r, const char *id) {
    for (uint32_t i = 0; i < wk_model_batch_size.n_notes; i++) {
        if (strcmp(wk_model_batch_size.notes[i].id, id) == 0) {
            return (int)(r->notes >> i & 1u);
        }
    }
    fail_msg("there is no note %s", id);
    return 0;
}

static void check_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance)) {
        fail_msg("%.17g is not %.17g", found, expected);
    }
}

/* ---- The data, drawn as the model says it draws them ---- */

typedef struct data {
    double *x, *y;
    uint32_t n, d;
} data;

static data draw(const double *params, double seed) {
    data s = {.n = (uint32_t)params[EXAMPLES], .d = (uint32_t)params[FEATURES]};
    s.x = malloc(s.n * s.d * sizeof *s.x);
    s.y = malloc(s.n * sizeof *s.y);
    assert_true(s.x != NULL && s.y != NULL);
    double truth[64];
    double square = 0.0;
    wk_random initial;
    wk_random features;
    wk_random noise;
    wk_random_start(&initial, seed, WK_STREAM_INITIAL);
    wk_random_start(&features, seed, WK_STREAM_DATA);
    wk_random_start(&noise, seed, WK_STREAM_NOISE);
    for (uint32_t j = 0; j < s.d; j++) {
        truth[j] = wk_random_normal(&initial);
        square += truth[j] * truth[j];
    }
    for (uint32_t i = 0; i < s.n; i++) {
        s.y[i] = params[LABEL_NOISE] * wk_random_normal(&noise);
        for (uint32_t j = 0; j < s.d; j++) {
            s.x[i * s.d + j] = wk_random_normal(&features);
            s.y[i] += s.x[i * s.d + j] * truth[j] / sqrt(square);
        }
        if (params[PROBLEM] == LOGISTIC) {
            s.y[i] = s.y[i] > 0.0 ? 1.0 : 0.0;
        }
    }
    return s;
}

static void discard(data *s) {
    free(s->x);
    free(s->y);
}

/* Solves a w = b of size d in place by elimination; a is positive definite. */
static void solve(double a[WIDTH_MOST][WIDTH_MOST], double *b, uint32_t d) {
    for (uint32_t k = 0; k < d; k++) {
        for (uint32_t i = k + 1; i < d; i++) {
            const double factor = a[i][k] / a[k][k];
            for (uint32_t j = k; j < d; j++) {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (uint32_t k = d; k-- > 0;) {
        for (uint32_t j = k + 1; j < d; j++) {
            b[k] -= a[k][j] * b[j];
        }
        b[k] /= a[k][k];
    }
}

/* The smallest mean loss there is: one Newton step for the linear problem, twenty for the logistic. */
static double least_loss(const data *s, bool logistic, double *w) {
    memset(w, 0, WIDTH_MOST * sizeof *w);
    double loss = 0.0;
    for (int round = 0; round < (logistic ? 20 : 2); round++) {
        double a[WIDTH_MOST][WIDTH_MOST] = {{0}};
        double b[WIDTH_MOST] = {0};
        loss = 0.0;
        for (uint32_t i = 0; i < s->n; i++) {
            const double *const x = s->x + i * s->d;
            double z = 0.0;
            for (uint32_t j = 0; j < s->d; j++) {
                z += x[j] * w[j];
            }
            const double p = logistic ? 1.0 / (1.0 + exp(-z)) : z;
            const double weight = logistic ? p * (1.0 - p) : 1.0;
            loss += logistic ? -log(s->y[i] > 0.0 ? p : 1.0 - p) : 0.5 * (z - s->y[i]) * (z - s->y[i]);
            for (uint32_t j = 0; j < s->d; j++) {
                b[j] += (s->y[i] - p) * x[j];
                for (uint32_t k = 0; k < s->d; k++) {
                    a[j][k] += weight * x[j] * x[k];
                }
            }
        }
        solve(a, b, s->d);
        for (uint32_t j = 0; j < s->d; j++) {
            w[j] += b[j];
        }
    }
    return loss / s->n;
}

/* ---- Training against closed forms ---- */

/* Two features: the error shrinks by 1 - rate * eigenvalue along the eigenvectors of X'X/N. */
static void test_full_batch_follows_the_eigenvectors(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[EXAMPLES] = 50;
    params[FEATURES] = 2;
    params[BATCH] = 8;
    params[EPOCHS] = 60;
    params[RATE] = 0.3;
    result r = run_seed(params, 3.0);
    data s = draw(params, 3.0);
    double optimum[WIDTH_MOST];
    const double least = least_loss(&s, false, optimum);
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
    for (uint32_t i = 0; i < 50; i++) {
        a += s.x[2 * i] * s.x[2 * i] / 50.0;
        b += s.x[2 * i] * s.x[2 * i + 1] / 50.0;
        c += s.x[2 * i + 1] * s.x[2 * i + 1] / 50.0;
    }
    const double turn = 0.5 * atan2(2.0 * b, a - c);
    const double along = cos(turn) * optimum[0] + sin(turn) * optimum[1];
    const double across = -sin(turn) * optimum[0] + cos(turn) * optimum[1];
    const double middle = (a + c) / 2.0;
    const double gap = sqrt((a - c) * (a - c) / 4.0 + b * b);
    assert_int_equal(r.points[FULL], 61);
    for (uint32_t t = 0; t <= 60; t++) {
        const double first = along * pow(1.0 - 0.3 * (middle + gap), t);
        const double second = across * pow(1.0 - 0.3 * (middle - gap), t);
        const double excess = ((middle + gap) * first * first + (middle - gap) * second * second) / 2.0;
        check_near(r.series[FULL][CURVE][t], least + excess, 1e-13);
        assert_true(r.series[FULL][SEEN][t] == 50.0 * t && r.series[FULL][UPDATES_SEEN][t] == t);
    }
    discard(&s);
    free(r.block);
}

/* Trained long enough, the full batch ends at the normal equations' or Newton's loss, and no run can be below it. */
static void test_training_ends_at_the_optimum(void **state) {
    (void)state;
    for (int problem = LINEAR; problem <= LOGISTIC; problem++) {
        double params[PARAMS];
        set_defaults(params);
        params[PROBLEM] = problem;
        params[EXAMPLES] = 256;
        params[EPOCHS] = 1000;
        params[RATE] = problem == LINEAR ? 0.1 : 0.4;
        params[LABEL_NOISE] = 1.0;
        result r = run_seed(params, 8.0);
        data s = draw(params, 8.0);
        double optimum[WIDTH_MOST];
        const double least = least_loss(&s, problem == LOGISTIC, optimum);
        check_near(r.scalar[LOSS + FULL], least, problem == LINEAR ? 1e-12 : 1e-6);
        assert_true(r.scalar[LOSS + MINI] >= least && r.scalar[LOSS + MINI] < least + 0.02);
        assert_true(r.scalar[LOSS + SGD] >= least && r.scalar[LOSS + SGD] > r.scalar[LOSS + MINI]);
        for (int of = 0; of < RUNS; of++) {
            if (problem == LOGISTIC) {
                check_near(r.series[of][CURVE][0], log(2.0), 1e-13);
            }
            for (uint32_t t = 1; of == FULL && t < r.points[FULL]; t++) {
                assert_true(r.series[FULL][CURVE][t] <= r.series[FULL][CURVE][t - 1] * (1.0 + 1e-12));
            }
        }
        discard(&s);
        free(r.block);
    }
}

/* One feature, all examples in a batch: heavy ball as a recurrence of the error, warm-up as a product. */
static void test_momentum_and_warmup_of_the_mini_batch_run(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[EXAMPLES] = params[BATCH] = params[BASE_BATCH] = 40;
    params[FEATURES] = 1;
    params[EPOCHS] = 50;
    params[RATE] = 0.2;
    data s = draw(params, 1.0);
    double optimum[WIDTH_MOST];
    const double least = least_loss(&s, false, optimum);
    double curvature = 0.0;
    for (uint32_t i = 0; i < 40; i++) {
        curvature += s.x[i] * s.x[i] / 40.0;
    }
    params[MOMENTUM] = 0.7;
    result ball = run(params);
    params[MOMENTUM] = 0.0;
    params[WARMUP] = 20;
    result warm = run(params);
    double before = optimum[0];
    double now = (1.0 - 0.2 * curvature) * before;
    double product = optimum[0];
    for (uint32_t t = 1; t <= 50; t++) {
        check_near(ball.series[MINI][CURVE][t], least + 0.5 * curvature * now * now, 1e-13);
        const double next = (1.7 - 0.2 * curvature) * now - 0.7 * before;
        before = now;
        now = next;
        product *= 1.0 - 0.2 * fmin(t / 20.0, 1.0) * curvature;
        check_near(warm.series[MINI][CURVE][t], least + 0.5 * curvature * product * product, 1e-13);
    }
    assert_true(ball.scalar[LOSS + FULL] == warm.scalar[LOSS + FULL]);
    assert_true(ball.scalar[LOSS + SGD] == warm.scalar[LOSS + SGD]);
    discard(&s);
    free(ball.block);
    free(warm.block);
}

static void check_same_run(const result *r, int other) {
    assert_int_equal(r->points[MINI], r->points[other]);
    assert_memory_equal(r->series[MINI][CURVE], r->series[other][CURVE], r->points[MINI] * sizeof(double));
    assert_memory_equal(r->series[MINI][SEEN], r->series[other][SEEN], r->points[MINI] * sizeof(double));
    assert_true(r->scalar[LOSS + MINI] == r->scalar[LOSS + other]);
    assert_true(r->scalar[TEST_LOSS + MINI] == r->scalar[TEST_LOSS + other]);
    assert_true(r->scalar[UPDATES + MINI] == r->scalar[UPDATES + other]);
}

static void test_the_ends_are_the_other_two_runs(void **state) {
    (void)state;
    for (int problem = LINEAR; problem <= LOGISTIC; problem++) {
        double params[PARAMS];
        set_defaults(params);
        params[PROBLEM] = problem;
        params[EXAMPLES] = params[BATCH] = 321;
        result r = run(params);
        check_same_run(&r, FULL);
        assert_true(r.scalar[NOISE_SD] == 0.0 && r.scalar[NOISE_THEORY] == 0.0 && has_note(&r, "batch_is_full"));
        free(r.block);
        params[BATCH] = 1;
        r = run(params);
        check_same_run(&r, SGD);
        free(r.block);
    }
}

/* ---- Noise ---- */

static void test_measured_noise_agrees_with_theory(void **state) {
    (void)state;
    static const double settings[][4] = {{LINEAR, 1024, 8, 32}, {LINEAR, 1024, 8, 1},     {LINEAR, 1024, 1, 16},
                                         {LINEAR, 100, 3, 70},  {LOGISTIC, 1024, 8, 32},  {LOGISTIC, 777, 5, 250},
                                         {LINEAR, 64, 20, 63},  {LOGISTIC, 4096, 2, 2048}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        double mean_ratio = 0.0;
        for (int seed = 0; seed < 20; seed++) {
            double params[PARAMS];
            set_defaults(params);
            params[PROBLEM] = settings[i][0];
            params[EXAMPLES] = settings[i][1];
            params[FEATURES] = settings[i][2];
            params[BATCH] = settings[i][3];
            params[EPOCHS] = 1;
            result r = run_seed(params, seed);
            const double ratio = r.scalar[NOISE_SD] / r.scalar[NOISE_THEORY];
            /* Four standard errors: 400 batches of two components make 2.5 %, 1,040 that omit one of 64 rows 3 %. */
            check_near(ratio, 1.0, settings[i][1] - settings[i][3] < 2.0 || settings[i][3] > 1000.0 ? 0.12 : 0.06);
            mean_ratio += ratio / 20.0;
            free(r.block);
        }
        check_near(mean_ratio, 1.0, 0.02);
    }
}

/* Sigma and G of the drawn data by their definitions, E|g|^2 - |G|^2. */
static void test_theory_is_the_covariance_of_the_data(void **state) {
    (void)state;
    for (int problem = LINEAR; problem <= LOGISTIC; problem++) {
        double params[PARAMS];
        set_defaults(params);
        params[PROBLEM] = problem;
        params[EXAMPLES] = 500;
        params[EPOCHS] = 1;
        data s = draw(params, 1.0);
        double mean[WIDTH_MOST] = {0};
        double square = 0.0;
        for (uint32_t i = 0; i < 500; i++) {
            for (uint32_t j = 0; j < 8; j++) {
                const double g = ((problem == LOGISTIC ? 0.5 : 0.0) - s.y[i]) * s.x[8 * i + j];
                mean[j] += g / 500.0;
                square += g * g / 500.0;
            }
        }
        double signal = 0.0;
        for (uint32_t j = 0; j < 8; j++) {
            signal += mean[j] * mean[j];
        }
        for (int b = 1; b <= 500; b += 83) {
            params[BATCH] = b;
            result r = run(params);
            check_near(r.scalar[NOISE_SCALE], (square - signal) / signal, 1e-9);
            check_near(r.scalar[NOISE_THEORY], sqrt((square - signal) / b * (500.0 - b) / 499.0), 1e-12);
            free(r.block);
        }
        discard(&s);
    }
}

/* ---- Counting, rules, refusals ---- */

/* Public case 30: 10,000 rows by 64 are 157 batches, the last of 16. */
static void test_public_case_30_last_batch_is_kept(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[EXAMPLES] = 10000;
    params[FEATURES] = 2;
    params[BATCH] = 64;
    params[EPOCHS] = 1;
    result r = run(params);
    assert_true(r.scalar[UPDATES + FULL] == 1.0 && r.scalar[UPDATES + MINI] == 157.0);
    assert_true(r.scalar[UPDATES + SGD] == 10000.0);
    assert_int_equal(r.points[MINI], 158);
    assert_true(r.series[MINI][SEEN][156] == 9984.0 && r.series[MINI][SEEN][157] == 10000.0);
    assert_int_equal(r.points[SGD], 201);
    free(r.block);
    params[EPOCHS] = 7;
    r = run(params);
    for (int of = 0; of < RUNS; of++) {
        const uint32_t last = r.points[of] - 1;
        assert_true(r.series[of][SEEN][last] == 70000.0);
        assert_true(r.series[of][UPDATES_SEEN][last] == r.scalar[UPDATES + of]);
        assert_true(r.series[of][CURVE][last] == r.scalar[LOSS + of]);
    }
    free(r.block);
}

static void test_rules_scale_the_rate(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[BATCH] = 512;
    params[BASE_BATCH] = 256;
    params[RATE] = 0.1;
    params[LR_RULE] = BY_BATCH;
    result r = run(params);
    check_near(r.scalar[EFFECTIVE_LR], 0.2, 1e-15);
    const double sgd = r.scalar[LOSS + SGD];
    free(r.block);
    params[LR_RULE] = BY_ROOT;
    r = run(params);
    check_near(r.scalar[EFFECTIVE_LR], 0.1414213562373095, 1e-15);
    assert_true(r.scalar[LOSS + SGD] == sgd && !has_note(&r, "base_batch_unused"));
    free(r.block);
    params[LR_RULE] = FIXED;
    params[WARMUP] = 1000;
    r = run(params);
    assert_true(r.scalar[EFFECTIVE_LR] == 0.1 && has_note(&r, "base_batch_unused"));
    assert_true(has_note(&r, "warmup_never_ends"));
    free(r.block);
}

static void test_diverged_runs_stop_at_finite_weights(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[RATE] = 100.0;
    params[EPOCHS] = 1000;
    result r = run(params);
    assert_true(has_note(&r, "full_diverged") && has_note(&r, "mini_diverged") && has_note(&r, "sgd_diverged"));
    assert_true(r.scalar[DIVERGED_STEP] > 1.0 && isnan(r.scalar[LOSS + FULL]) && isnan(r.scalar[TEST_LOSS + SGD]));
    assert_true(r.series[MINI][UPDATES_SEEN][r.points[MINI] - 1] == r.scalar[DIVERGED_STEP] - 1.0);
    for (int of = 0; of < RUNS; of++) {
        for (uint32_t i = 0; i < r.points[of]; i++) {
            assert_true(!isinf(r.series[of][CURVE][i]) && isfinite(r.series[of][SEEN][i]));
        }
    }
    free(r.block);
    params[RATE] = 0.05;
    params[EPOCHS] = 10;
    r = run(params);
    assert_true(isnan(r.scalar[DIVERGED_STEP]) && r.notes == 0);
    free(r.block);
}

static void test_test_loss_is_near_the_noise_floor(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[EXAMPLES] = 8192;
    params[RATE] = 0.02;
    result r = run(params);
    /* half the noise variance; 2,048 squares make 3 % */
    check_near(r.scalar[TEST_LOSS + MINI], 0.125, 0.012);
    assert_true(r.scalar[TEST_LOSS + SGD] > r.scalar[TEST_LOSS + MINI]);
    free(r.block);
}

static void test_a_batch_above_the_examples_is_refused(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[BATCH] = 1025;
    const result r = run(params);
    assert_int_equal(r.status, WK_E_CONFLICT);
    assert_int_equal(r.error.reason, WK_R_EXCEEDS_OTHER);
    assert_int_equal(r.error.param, BATCH);
    assert_int_equal(r.error.other, EXAMPLES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_full_batch_follows_the_eigenvectors),
        cmocka_unit_test(test_training_ends_at_the_optimum),
        cmocka_unit_test(test_momentum_and_warmup_of_the_mini_batch_run),
        cmocka_unit_test(test_the_ends_are_the_other_two_runs),
        cmocka_unit_test(test_measured_noise_agrees_with_theory),
        cmocka_unit_test(test_theory_is_the_covariance_of_the_data),
        cmocka_unit_test(test_public_case_30_last_batch_is_kept),
        cmocka_unit_test(test_rules_scale_the_rate),
        cmocka_unit_test(test_diverged_runs_stop_at_finite_weights),
        cmocka_unit_test(test_test_loss_is_near_the_noise_floor),
        cmocka_unit_test(test_a_batch_above_the_examples_is_refused),
    };
    return cmocka_run_group_tests_name("batch_size", tests, NULL, NULL);
}
