/*
 * The gradient_descent model: gradients against finite differences, optimisers against other forms of their equations
 * (closed forms, recurrences, sums over the past), noise against its stationary law, and runs that leave the numbers.
 */
#include "wk.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

extern const wk_model wk_model_gradient_descent;

enum { SURFACE, CURVATURE, X0, Y0, OPTIMIZER, LR, BETA1, BETA2, SCHEDULE, WARMUP, NOISE, BATCH, STEPS, PARAMS };
enum { QUADRATIC, ROSENBROCK, HIMMELBLAU, BEALE, BOOTH, SADDLE, DOUBLE_WELL, SURFACES };
enum { GD, MOMENTUM, NESTEROV, RMSPROP, ADAM, OPTIMIZERS };
enum { CONSTANT, STEP, COSINE, WARMUP_COSINE, SCHEDULES };
enum { X, Y, LOSS, GRAD_NORM, BEST_LOSS, STEPS_RUN, DIVERGED_STEP, LR_LIMIT, DISTANCE };
enum { AT_STEP, AT_X, AT_Y, AT_LOSS, AT_GRAD_NORM, AT_LR, SERIES };

typedef struct result {
    double *block;
    const double *scalar;
    const double *series[SERIES];
    const double *grid;
    uint32_t length, notes;
} result;

static void set_defaults(double *params) {
    for (uint32_t i = 0; i < PARAMS; i++) {
        params[i] = wk_model_gradient_descent.params[i].value;
    }
}

static result run_seed(const double *params, double seed) {
    result r;
    wk_plan_t plan;
    wk_error error;
    const wk_model *const model = &wk_model_gradient_descent;
    assert_int_equal(wk_plan(model, params, NULL, 0, seed, &plan, &error), WK_OK);
    r.block = malloc(plan.total * sizeof *r.block);
    assert_non_null(r.block);
    memset(r.block, 0xff, plan.total * sizeof *r.block);
    assert_int_equal(wk_run(model, params, NULL, 0, seed, &plan, r.block, plan.total, &error), WK_OK);
    r.scalar = r.block;
    for (int i = 0; i < SERIES; i++) {
        r.series[i] = r.block + plan.series_at[i];
    }
    r.grid = r.block + plan.grid_at[0];
    r.length = (uint32_t)r.block[plan.lengths_at];
    r.notes = (uint32_t)r.block[plan.notes_at];
    assert_true(r.length == r.scalar[STEPS_RUN] + 1.0 && r.length <= plan.capacity[0]);
    assert_true(r.series[AT_STEP][r.length - 1] == r.scalar[STEPS_RUN]);
    assert_true(isnan(r.scalar[DIVERGED_STEP]) ? r.scalar[STEPS_RUN] == params[STEPS]
                                               : r.scalar[DIVERGED_STEP] == r.scalar[STEPS_RUN] + 1.0);
    return r;
}

static result run(const double *params) {
    return run_seed(params, 1.0);
}

static int has_note(const result *r, const char *id) {
    for (uint32_t i = 0; i < wk_model_gradient_descent.n_notes; i++) {
        if (strcmp(wk_model_gradient_descent.notes[i].id, id) == 0) {
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

static double loss_at(double surface, double x, double y) {
    double params[PARAMS];
    set_defaults(params);
    params[SURFACE] = surface;
    params[X0] = x;
    params[Y0] = y;
    params[STEPS] = 1;
    result r = run(params);
    const double loss = r.series[AT_LOSS][0];
    free(r.block);
    return loss;
}

/* The gradient, read off one step of plain descent; a rate that is a power of two divides exactly. */
static void gradient_at(double surface, double x, double y, double *gx, double *gy) {
    double params[PARAMS];
    set_defaults(params);
    params[SURFACE] = surface;
    params[X0] = x;
    params[Y0] = y;
    params[LR] = 0x1p-10;
    params[STEPS] = 1;
    result r = run(params);
    *gx = (x - r.scalar[X]) / params[LR];
    *gy = (y - r.scalar[Y]) / params[LR];
    check_near(r.series[AT_GRAD_NORM][0], sqrt(*gx * *gx + *gy * *gy), 1e-9 * (1.0 + r.series[AT_GRAD_NORM][0]));
    free(r.block);
}

static void test_gradients_are_those_of_the_heights(void **state) {
    (void)state;
    static const double points[][2] = {{0.3, -1.2}, {-1.5, 0.7}, {2.2, 1.9}, {-0.8, -2.4}};
    const double h = 0x1p-17;
    for (int surface = 0; surface < SURFACES; surface++) {
        double largest = 0.0;
        for (size_t i = 0; i < 4; i++) {
            const double x = points[i][0];
            const double y = points[i][1];
            double gx;
            double gy;
            gradient_at(surface, x, y, &gx, &gy);
            const double dx = (loss_at(surface, x + h, y) - loss_at(surface, x - h, y)) / (2.0 * h);
            const double dy = (loss_at(surface, x, y + h) - loss_at(surface, x, y - h)) / (2.0 * h);
            check_near(gx, dx, 1e-6 * (1.0 + fabs(dx)));
            check_near(gy, dy, 1e-6 * (1.0 + fabs(dy)));
            assert_true(fabs(gx) > 1e-3 && fabs(gy) > 1e-3);
            largest = fmax(largest, fabs(gx));
        }
        assert_true(largest > 0.1);
    }
}

/* Public case 34: the published minima have value 0, distance 0, and lie in the window that is drawn. */
static void test_minima_stand_where_they_are_published(void **state) {
    (void)state;
    static const struct {
        int surface;
        double x, y;
    } minima[] = {{QUADRATIC, 0, 0},
                  {ROSENBROCK, 1, 1},
                  {HIMMELBLAU, 3, 2},
                  {HIMMELBLAU, -2.805118086952745, 3.131312518250573},
                  {HIMMELBLAU, -3.779310253377747, -3.283185991286170},
                  {HIMMELBLAU, 3.584428340330492, -1.848126526964404},
                  {BEALE, 3, 0.5},
                  {BOOTH, 1, 3},
                  {DOUBLE_WELL, 1, 0},
                  {DOUBLE_WELL, -1, 0}};
    for (size_t i = 0; i < sizeof minima / sizeof *minima; i++) {
        double params[PARAMS];
        set_defaults(params);
        params[SURFACE] = minima[i].surface;
        params[X0] = minima[i].x;
        params[Y0] = minima[i].y;
        params[LR] = 0.001;
        result r = run(params);
        check_near(r.scalar[LOSS], 0.0, 1e-25);
        check_near(r.scalar[DISTANCE], 0.0, 1e-13);
        check_near(r.series[AT_GRAD_NORM][0], 0.0, 1e-12);
        assert_true(minima[i].x > r.grid[2] && minima[i].x < r.grid[3]);
        assert_true(minima[i].y > r.grid[4] && minima[i].y < r.grid[5]);
        free(r.block);
        params[X0] = params[Y0] = 4.0;
        r = run(params);
        assert_true(minima[i].x > r.grid[2] && minima[i].x < r.grid[3] && 4.0 < r.grid[3] && 4.0 < r.grid[5]);
        free(r.block);
    }
}

static void test_the_grid_holds_the_surface(void **state) {
    (void)state;
    for (int surface = 0; surface < SURFACES; surface++) {
        double params[PARAMS];
        set_defaults(params);
        params[SURFACE] = surface;
        params[X0] = -7.0;
        params[Y0] = 20.0;
        params[STEPS] = 1;
        result r = run(params);
        assert_true(r.grid[0] == 81.0 && r.grid[1] == 81.0 && r.grid[2] < -7.0 && r.grid[5] > 20.0);
        static const uint32_t cells[][2] = {{0, 0}, {0, 80}, {80, 0}, {80, 80}, {17, 59}};
        for (size_t i = 0; i < 5; i++) {
            const double x = r.grid[2] + (r.grid[3] - r.grid[2]) * cells[i][1] / 80.0;
            const double y = r.grid[4] + (r.grid[5] - r.grid[4]) * cells[i][0] / 80.0;
            const double expected = surface == QUADRATIC ? (x * x + 25.0 * y * y) / 2.0 : loss_at(surface, x, y);
            check_near(r.grid[6 + 81 * cells[i][0] + cells[i][1]], expected, 1e-9 * (1.0 + fabs(expected)));
        }
        free(r.block);
    }
}

/* Plain descent on the quadratic multiplies each coordinate by 1 - rate * curvature, whatever the schedule. */
static void test_plain_descent_is_a_product(void **state) {
    (void)state;
    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
        double params[PARAMS];
        set_defaults(params);
        params[SCHEDULE] = schedule;
        params[CURVATURE] = 7.0;
        params[LR] = 0.2;
        params[WARMUP] = 10;
        params[STEPS] = 40;
        result r = run(params);
        double x = params[X0];
        double y = params[Y0];
        for (uint32_t k = 0; k < 40; k++) {
            double rate = 0.2;
            if (schedule == STEP) {
                rate = k < 20 ? 0.2 : (k < 30 ? 0.02 : 0.002);
            } else if (schedule == COSINE) {
                rate = 0.2 * pow(cos(acos(-1.0) * k / 80.0), 2.0);
            } else if (schedule == WARMUP_COSINE) {
                rate = k < 10 ? 0.02 * (k + 1.0) : 0.2 * pow(cos(acos(-1.0) * (k - 10.0) / 60.0), 2.0);
            }
            check_near(r.series[AT_LR][k + 1], rate, 1e-15);
            x *= 1.0 - rate;
            y *= 1.0 - 7.0 * rate;
            check_near(r.series[AT_X][k + 1], x, 1e-13 * fabs(x));
            check_near(r.series[AT_Y][k + 1], y, 1e-12 * fabs(y));
            check_near(r.series[AT_LOSS][k + 1], (x * x + 7.0 * y * y) / 2.0, 1e-12 * r.series[AT_LOSS][k + 1]);
        }
        assert_true(isnan(r.series[AT_LR][0]));
        free(r.block);
    }
}

/* Heavy ball without a velocity: x' = (1 + beta - rate curvature) x - beta x_before. */
static void test_momentum_is_a_recurrence(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[OPTIMIZER] = MOMENTUM;
    params[LR] = 0.02;
    params[STEPS] = 200;
    result r = run(params);
    double before = 1.0;
    double y = 1.0 - 0.02 * 25.0;
    for (uint32_t k = 1; k <= 200; k++) {
        check_near(r.series[AT_Y][k], y, 1e-12);
        const double next = (1.0 + 0.9 - 0.02 * 25.0) * y - 0.9 * before;
        before = y;
        y = next;
    }
    free(r.block);
}

/* Nesterov as published: the gradient is taken ahead, at theta - rate beta u. The model's point is that one. */
static void test_nesterov_looks_ahead(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[SURFACE] = ROSENBROCK;
    params[OPTIMIZER] = NESTEROV;
    params[X0] = -1.2;
    params[LR] = 0.0005;
    params[STEPS] = 300;
    result r = run(params);
    double theta[2] = {-1.2, 1.0};
    double u[2] = {0.0, 0.0};
    for (uint32_t k = 0; k <= 300; k++) {
        const double x = theta[0] - 0.0005 * 0.9 * u[0];
        const double y = theta[1] - 0.0005 * 0.9 * u[1];
        check_near(r.series[AT_X][k], x, 1e-9);
        check_near(r.series[AT_Y][k], y, 1e-9);
        const double across = y - x * x;
        u[0] = 0.9 * u[0] - 2.0 * (1.0 - x) - 400.0 * x * across;
        u[1] = 0.9 * u[1] + 200.0 * across;
        theta[0] -= 0.0005 * u[0];
        theta[1] -= 0.0005 * u[1];
    }
    free(r.block);
}

/* Adam and RMSProp from their weighted sums over all past gradients, which on the quadratic are the points themselves.
 */
static void test_adaptive_steps_are_weighted_sums(void **state) {
    (void)state;
    for (int optimizer = RMSPROP; optimizer <= ADAM; optimizer++) {
        double params[PARAMS];
        set_defaults(params);
        params[OPTIMIZER] = optimizer;
        params[BETA1] = 0.8;
        params[BETA2] = 0.95;
        params[LR] = 0.3;
        params[STEPS] = 60;
        result r = run(params);
        for (uint32_t t = 1; t <= 60; t++) {
            double first = 0.0;
            double second = 0.0;
            for (uint32_t i = 0; i < t; i++) {
                const double g = 25.0 * r.series[AT_Y][i];
                first += 0.2 * pow(0.8, t - 1.0 - i) * g;
                second += 0.05 * pow(0.95, t - 1.0 - i) * g * g;
            }
            const double step = optimizer == ADAM
                                    ? first / (1.0 - pow(0.8, t)) / (sqrt(second / (1.0 - pow(0.95, t))) + 1e-8)
                                    : 25.0 * r.series[AT_Y][t - 1] / (sqrt(second) + 1e-8);
            check_near(r.series[AT_Y][t - 1] - r.series[AT_Y][t], 0.3 * step, 1e-9);
        }
        free(r.block);
    }
}

/* Noise on plain descent is an AR(1): variance rate sd^2 / (curvature (2 - rate curvature)), and linear in the noise.
 */
static void test_noise_has_its_stationary_variance(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[X0] = params[Y0] = 0.0;
    params[NOISE] = 3.0;
    params[STEPS] = 100000;
    result r = run_seed(params, 11.0);
    double squares[2] = {0.0, 0.0};
    double product = 0.0;
    for (uint32_t k = 1000; k < r.length; k++) {
        squares[0] += r.series[AT_X][k] * r.series[AT_X][k] / (r.length - 1000);
        squares[1] += r.series[AT_Y][k] * r.series[AT_Y][k] / (r.length - 1000);
        product += r.series[AT_X][k] * r.series[AT_Y][k] / (r.length - 1000);
    }
    check_near(squares[0] / (0.05 * 9.0 / (2.0 - 0.05)), 1.0, 0.1);           /* some 5,000 independent values */
    check_near(squares[1] / (0.05 * 9.0 / (25.0 * (2.0 - 1.25))), 1.0, 0.03); /* some 60,000 */
    check_near(product / sqrt(squares[0] * squares[1]), 0.0, 0.03);
    free(r.block);

    params[STEPS] = 200;
    params[NOISE] = 1.0;
    result one = run_seed(params, 4.0);
    params[BATCH] = 16;
    result sixteen = run_seed(params, 4.0);
    for (uint32_t k = 1; k <= 200; k++) {
        check_near(sixteen.series[AT_X][k], one.series[AT_X][k] / 4.0, 1e-14);
        check_near(sixteen.series[AT_Y][k], one.series[AT_Y][k] / 4.0, 1e-14);
        assert_true(one.series[AT_X][k] != 0.0);
    }
    free(one.block);
    free(sixteen.block);
}

/* Public case 32, f = x^2: here as (x^2 + 2 y^2)/2 along y. */
static void test_public_case_32_too_large_a_rate(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[CURVATURE] = 2;
    params[X0] = 0;
    params[Y0] = 1;
    params[STEPS] = 10000;
    params[LR] = 0.5;
    result r = run(params);
    assert_true(r.series[AT_Y][1] == 0.0 && r.scalar[LR_LIMIT] == 1.0);
    free(r.block);
    params[LR] = 1.0;
    r = run(params);
    for (uint32_t k = 0; k < r.length; k++) {
        assert_true(r.series[AT_Y][k] == (k % 2 == 0 ? 1.0 : -1.0));
    }
    assert_true(has_note(&r, "lr_at_limit") && !has_note(&r, "lr_above_limit"));
    free(r.block);
    params[LR] = 1.1;
    r = run(params);
    check_near(r.series[AT_Y][50], 9100.43815, 1e-5);
    assert_true(r.scalar[DIVERGED_STEP] == 3890.0 && isfinite(r.scalar[Y]) && isnan(r.scalar[LOSS]));
    assert_true(r.scalar[BEST_LOSS] == 1.0 && has_note(&r, "diverged") && has_note(&r, "lr_above_limit"));
    free(r.block);
    params[LR] = 10.0;
    r = run(params);
    assert_true(r.scalar[DIVERGED_STEP] == 242.0 && isnan(r.scalar[GRAD_NORM]) && isnan(r.scalar[LOSS]));
    assert_true(r.length == 242 && isfinite(r.series[AT_Y][241]) && isfinite(r.scalar[DISTANCE]));
    free(r.block);
}

/* Public case 33, Rosenbrock from (-1.2, 1). */
static void test_public_case_33_rosenbrock_leaves(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[SURFACE] = ROSENBROCK;
    params[X0] = -1.2;
    params[LR] = 0.001;
    result r = run(params);
    check_near(r.series[AT_X][1], -0.9844, 1e-12);
    check_near(r.series[AT_Y][1], 1.088, 1e-12);
    free(r.block);
    params[LR] = 0.01;
    r = run(params);
    assert_true(r.scalar[DIVERGED_STEP] == 8.0 && r.length == 8);
    assert_true(r.grid[3] < 10.0 && r.grid[5] < 10.0); /* the window follows the start, not the path */
    free(r.block);
}

/* Public case 37: every optimiser on every surface under every schedule, at both ends of what may be set. */
static void test_public_case_37_everything_runs(void **state) {
    (void)state;
    static const double rates[] = {1e-9, 0.05, 1000.0};
    static const double betas[] = {0.0, 0.999999};
    for (int i = 0; i < SURFACES * OPTIMIZERS * SCHEDULES * 3 * 2 * 2 * 2; i++) {
        double params[PARAMS];
        set_defaults(params);
        int rest = i;
        params[SURFACE] = rest % SURFACES;
        rest /= SURFACES;
        params[OPTIMIZER] = rest % OPTIMIZERS;
        rest /= OPTIMIZERS;
        params[SCHEDULE] = rest % SCHEDULES;
        rest /= SCHEDULES;
        params[LR] = rates[rest % 3];
        rest /= 3;
        params[BETA1] = betas[rest % 2];
        params[BETA2] = betas[rest / 2 % 2];
        params[NOISE] = rest / 4 % 2 == 0 ? 0.0 : 1e6;
        params[X0] = -1e6;
        params[Y0] = 1e6;
        params[STEPS] = 70;
        params[WARMUP] = 7;
        result r = run(params);
        for (uint32_t k = 0; k < r.length; k++) {
            assert_true(isfinite(r.series[AT_X][k]) && isfinite(r.series[AT_Y][k]));
            assert_true(!isinf(r.series[AT_LOSS][k]) && !isinf(r.series[AT_GRAD_NORM][k]));
            assert_true(!(r.series[AT_LOSS][k] < r.scalar[BEST_LOSS]));
        }
        assert_true(isfinite(r.scalar[BEST_LOSS]) && !isinf(r.scalar[DISTANCE]));
        assert_true(isfinite(r.grid[6]) && isfinite(r.grid[6 + 81 * 81 - 1]));
        assert_true(isnan(r.scalar[LR_LIMIT]) == !(params[SURFACE] == QUADRATIC && params[OPTIMIZER] == GD));
        free(r.block);
    }
}

static void test_saddles_and_flat_points(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    params[SURFACE] = SADDLE;
    params[Y0] = 0.0;
    result r = run(params);
    assert_true(r.scalar[Y] == 0.0 && isnan(r.scalar[DISTANCE]) && has_note(&r, "no_minimum"));
    free(r.block);
    params[Y0] = 1e-3;
    params[STEPS] = 100000;
    r = run(params); /* y grows by 1.1 a step; the loss passes -1.8e308 long before */
    assert_true(!isnan(r.scalar[DIVERGED_STEP]) && isnan(r.scalar[LOSS]) && r.scalar[BEST_LOSS] < -1e300);
    free(r.block);
    params[SURFACE] = DOUBLE_WELL;
    params[X0] = params[Y0] = 0.0;
    r = run(params);
    assert_true(r.scalar[DISTANCE] == 1.0 && r.scalar[LOSS] == 0.25 && has_note(&r, "flat_start"));
    free(r.block);
}

static void test_notes_say_what_is_unused(void **state) {
    (void)state;
    double params[PARAMS];
    set_defaults(params);
    result r = run(params);
    assert_int_equal(r.notes, 0);
    free(r.block);
    params[WARMUP] = 100;
    params[BATCH] = 8;
    r = run(params);
    assert_true(has_note(&r, "warmup_unused") && has_note(&r, "batch_unused"));
    free(r.block);
    params[SCHEDULE] = WARMUP_COSINE;
    params[NOISE] = 1.0;
    r = run(params);
    assert_true(!has_note(&r, "warmup_unused") && has_note(&r, "warmup_never_ends") && !has_note(&r, "batch_unused"));
    check_near(r.series[AT_LR][100], 0.05, 1e-17);
    free(r.block);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gradients_are_those_of_the_heights),
        cmocka_unit_test(test_minima_stand_where_they_are_published),
        cmocka_unit_test(test_the_grid_holds_the_surface),
        cmocka_unit_test(test_plain_descent_is_a_product),
        cmocka_unit_test(test_momentum_is_a_recurrence),
        cmocka_unit_test(test_nesterov_looks_ahead),
        cmocka_unit_test(test_adaptive_steps_are_weighted_sums),
        cmocka_unit_test(test_noise_has_its_stationary_variance),
        cmocka_unit_test(test_public_case_32_too_large_a_rate),
        cmocka_unit_test(test_public_case_33_rosenbrock_leaves),
        cmocka_unit_test(test_public_case_37_everything_runs),
        cmocka_unit_test(test_saddles_and_flat_points),
        cmocka_unit_test(test_notes_say_what_is_unused),
    };
    return cmocka_run_group_tests_name("gradient_descent", tests, NULL, NULL);
}
