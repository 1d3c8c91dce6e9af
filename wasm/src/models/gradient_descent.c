/*
 * gradient_descent - one optimiser on one surface, step by step.
 *
 * Momentum after Polyak (1964) and Nesterov (1983) in the form deep-learning libraries use, without dampening; RMSProp
 * after Tieleman & Hinton (2012); Adam after Kingma & Ba (arXiv:1412.6980) with bias correction. Step t = 1, 2, ...
 * moves from the point of step t - 1 with the learning rate of its schedule. Surfaces: Rosenbrock (1960), Himmelblau
 * (1972), Beale (1958) and Booth as in Jamil & Yang (arXiv:1308.4008).
 */
#include "cosine.h"
#include "model.h"
#include "random.h"

#include <float.h>
#include <math.h>

enum {
    P_SURFACE,
    P_CURVATURE,
    P_X0,
    P_Y0,
    P_OPTIMIZER,
    P_LR,
    P_BETA1,
    P_BETA2,
    P_SCHEDULE,
    P_WARMUP_STEPS,
    P_NOISE,
    P_BATCH,
    P_STEPS,
    PARAMS
};

enum {
    SURFACE_QUADRATIC,
    SURFACE_ROSENBROCK,
    SURFACE_HIMMELBLAU,
    SURFACE_BEALE,
    SURFACE_BOOTH,
    SURFACE_SADDLE,
    SURFACE_DOUBLE_WELL,
    SURFACES
};

static const wk_choice surface_choices[] = {
    [SURFACE_QUADRATIC] = {WK_TEXT("quadratic"), WK_TEXT("Quadratic bowl")},
    [SURFACE_ROSENBROCK] = {WK_TEXT("rosenbrock"), WK_TEXT("Rosenbrock's curved valley")},
    [SURFACE_HIMMELBLAU] = {WK_TEXT("himmelblau"), WK_TEXT("Himmelblau, four minima")},
    [SURFACE_BEALE] = {WK_TEXT("beale"), WK_TEXT("Beale, flat with steep corners")},
    [SURFACE_BOOTH] = {WK_TEXT("booth"), WK_TEXT("Booth, a tilted bowl")},
    [SURFACE_SADDLE] = {WK_TEXT("saddle"), WK_TEXT("Saddle, no minimum")},
    [SURFACE_DOUBLE_WELL] = {WK_TEXT("double_well"), WK_TEXT("Double well, two minima")},
};
_Static_assert(WK_COUNT(surface_choices) == SURFACES, "one row per surface");

enum { OPTIMIZER_GD, OPTIMIZER_MOMENTUM, OPTIMIZER_NESTEROV, OPTIMIZER_RMSPROP, OPTIMIZER_ADAM, OPTIMIZERS };

static const wk_choice optimizer_choices[] = {
    [OPTIMIZER_GD] = {WK_TEXT("gd"), WK_TEXT("Gradient descent")},
    [OPTIMIZER_MOMENTUM] = {WK_TEXT("momentum"), WK_TEXT("Momentum (heavy ball)")},
    [OPTIMIZER_NESTEROV] = {WK_TEXT("nesterov"), WK_TEXT("Nesterov momentum")},
    [OPTIMIZER_RMSPROP] = {WK_TEXT("rmsprop"), WK_TEXT("RMSProp")},
    [OPTIMIZER_ADAM] = {WK_TEXT("adam"), WK_TEXT("Adam")},
};
_Static_assert(WK_COUNT(optimizer_choices) == OPTIMIZERS, "one row per optimiser");

enum { SCHEDULE_CONSTANT, SCHEDULE_STEP, SCHEDULE_COSINE, SCHEDULE_WARMUP_COSINE, SCHEDULES };

static const wk_choice schedule_choices[] = {
    [SCHEDULE_CONSTANT] = {WK_TEXT("constant"), WK_TEXT("Constant")},
    [SCHEDULE_STEP] = {WK_TEXT("step"), WK_TEXT("Step: a tenth at 1/2 and at 3/4")},
    [SCHEDULE_COSINE] = {WK_TEXT("cosine"), WK_TEXT("Cosine to 0")},
    [SCHEDULE_WARMUP_COSINE] = {WK_TEXT("warmup_cosine"), WK_TEXT("Linear warm-up, then cosine")},
};
_Static_assert(WK_COUNT(schedule_choices) == SCHEDULES, "one row per schedule");

static const wk_param params[] = {
    [P_SURFACE] = {.id = WK_TEXT("surface"),
                   .label = WK_TEXT("Surface"),
                   .unit = WK_TEXT(""),
                   .help = WK_TEXT("What is minimised: (x^2 + c y^2)/2; (1 - x)^2 + 100 (y - x^2)^2; Himmelblau's, "
                                   "Beale's and Booth's test functions; x^2 - y^2; or (x^2 - 1)^2/4 + y^2/2."),
                   .kind = WK_CHOICE,
                   .value = SURFACE_QUADRATIC,
                   .min = 0,
                   .max = SURFACES - 1,
                   .choices = surface_choices,
                   .group = WK_TEXT("Surface")},
    [P_CURVATURE] = {.id = WK_TEXT("curvature"),
                     .label = WK_TEXT("Curvature along y"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("Quadratic only: c in (x^2 + c y^2)/2, the curvature along y where that along x "
                                     "is 1, so above 1 it is also the condition number."),
                     .kind = WK_REAL,
                     .scale = WK_LOG,
                     .value = 25,
                     .min = 1e-6,
                     .max = 1e6,
                     .slider_min = 1,
                     .slider_max = 1000,
                     .group = WK_TEXT("Surface")},
    [P_X0] = {.id = WK_TEXT("x0"),
              .label = WK_TEXT("Start x"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("Where the run begins, first coordinate."),
              .kind = WK_REAL,
              .value = 10,
              .min = -1e6,
              .max = 1e6,
              .slider_min = -10,
              .slider_max = 10,
              .group = WK_TEXT("Surface")},
    [P_Y0] = {.id = WK_TEXT("y0"),
              .label = WK_TEXT("Start y"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("Where the run begins, second coordinate."),
              .kind = WK_REAL,
              .value = 1,
              .min = -1e6,
              .max = 1e6,
              .slider_min = -10,
              .slider_max = 10,
              .group = WK_TEXT("Surface")},
    [P_OPTIMIZER] = {.id = WK_TEXT("optimizer"),
                     .label = WK_TEXT("Optimiser"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("How a gradient g becomes a step: lr g; lr v with v = beta1 v + g; lr (g + beta1 "
                                     "v) with the same v; lr g/(sqrt(s) + 1e-8) with s a mean of g^2; or Adam's "
                                     "bias-corrected m/(sqrt(s) + 1e-8)."),
                     .kind = WK_CHOICE,
                     .value = OPTIMIZER_GD,
                     .min = 0,
                     .max = OPTIMIZERS - 1,
                     .choices = optimizer_choices,
                     .group = WK_TEXT("Optimiser")},
    [P_LR] = {.id = WK_TEXT("lr"),
              .label = WK_TEXT("Learning rate"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("The step size before any schedule; Adam and RMSProp move about this far a step whatever "
                              "the slope, the others in proportion to it."),
              .kind = WK_REAL,
              .scale = WK_LOG,
              .value = 0.05,
              .min = 1e-9,
              .max = 1000,
              .slider_min = 1e-4,
              .slider_max = 10,
              .group = WK_TEXT("Optimiser")},
    [P_BETA1] = {.id = WK_TEXT("beta1"),
                 .label = WK_TEXT("Momentum beta1"),
                 .unit = WK_TEXT(""),
                 .help = WK_TEXT("Share of the past kept in the velocity (momentum, Nesterov) or in the mean gradient "
                                 "(Adam); it must stay below 1, where the past would never fade."),
                 .kind = WK_REAL,
                 .value = 0.9,
                 .min = 0,
                 .max = 0.999999,
                 .slider_min = 0,
                 .slider_max = 0.99,
                 .group = WK_TEXT("Optimiser")},
    [P_BETA2] = {.id = WK_TEXT("beta2"),
                 .label = WK_TEXT("Squared-gradient beta2"),
                 .unit = WK_TEXT(""),
                 .help =
                     WK_TEXT("Share of the past kept in the mean squared gradient (RMSProp, Adam); other optimisers "
                             "do not use it."),
                 .kind = WK_REAL,
                 .value = 0.999,
                 .min = 0,
                 .max = 0.999999,
                 .slider_min = 0.5,
                 .slider_max = 0.9999,
                 .group = WK_TEXT("Optimiser"),
                 .advanced = true},
    [P_SCHEDULE] = {.id = WK_TEXT("schedule"),
                    .label = WK_TEXT("Schedule"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("Step divides the rate by 10 after half and again after three quarters of the "
                                    "steps; cosine is lr/2 (1 + cos(pi k/n)) at step k + 1 of n; warm-up rises in a "
                                    "straight line first."),
                    .kind = WK_CHOICE,
                    .value = SCHEDULE_CONSTANT,
                    .min = 0,
                    .max = SCHEDULES - 1,
                    .choices = schedule_choices,
                    .group = WK_TEXT("Schedule")},
    [P_WARMUP_STEPS] = {.id = WK_TEXT("warmup_steps"),
                        .label = WK_TEXT("Warm-up steps"),
                        .unit = WK_TEXT("steps"),
                        .help = WK_TEXT("With the warm-up schedule: step k of these uses the share k/warm-up of the "
                                        "rate, and the cosine spans the steps that are left."),
                        .kind = WK_INT,
                        .value = 0,
                        .min = 0,
                        .max = 100000,
                        .slider_min = 0,
                        .slider_max = 1000,
                        .group = WK_TEXT("Schedule"),
                        .advanced = true},
    [P_NOISE] = {.id = WK_TEXT("noise"),
                 .label = WK_TEXT("Gradient noise of one example"),
                 .unit = WK_TEXT(""),
                 .help = WK_TEXT("Standard deviation of the Gaussian noise on each gradient component when the batch "
                                 "holds one example."),
                 .kind = WK_REAL,
                 .value = 0,
                 .min = 0,
                 .max = 1e6,
                 .slider_min = 0,
                 .slider_max = 20,
                 .group = WK_TEXT("Noise")},
    [P_BATCH] = {.id = WK_TEXT("batch"),
                 .label = WK_TEXT("Batch size"),
                 .unit = WK_TEXT("examples"),
                 .help = WK_TEXT("Examples averaged in one gradient: the noise is divided by the square root of it."),
                 .kind = WK_INT,
                 .scale = WK_LOG,
                 .value = 1,
                 .min = 1,
                 .max = 1000000,
                 .slider_min = 1,
                 .slider_max = 4096,
                 .group = WK_TEXT("Noise")},
    [P_STEPS] = {.id = WK_TEXT("steps"),
                 .label = WK_TEXT("Steps"),
                 .unit = WK_TEXT("steps"),
                 .help = WK_TEXT("Updates asked for; a run that leaves the range of numbers stops before."),
                 .kind = WK_INT,
                 .scale = WK_LOG,
                 .value = 100,
                 .min = 1,
                 .max = 100000,
                 .slider_min = 1,
                 .slider_max = 10000,
                 .group = WK_TEXT("Schedule")},
};
_Static_assert(WK_COUNT(params) == PARAMS, "one row per parameter");

enum { S_X, S_Y, S_LOSS, S_GRAD_NORM, S_BEST_LOSS, S_STEPS_RUN, S_DIVERGED_STEP, S_LR_LIMIT, S_DISTANCE, SCALARS };

static const wk_scalar scalars[] = {
    [S_X] = {.id = WK_TEXT("x"),
             .label = WK_TEXT("Final x"),
             .unit = WK_TEXT(""),
             .help = WK_TEXT("At the last step whose point is finite.")},
    [S_Y] = {.id = WK_TEXT("y"),
             .label = WK_TEXT("Final y"),
             .unit = WK_TEXT(""),
             .help = WK_TEXT("At the last step whose point is finite.")},
    [S_LOSS] = {.id = WK_TEXT("loss"),
                .label = WK_TEXT("Final loss"),
                .unit = WK_TEXT(""),
                .help = WK_TEXT("Height of the surface at the final point, without noise; null above 1.8e308."),
                .may_be_null = true},
    [S_GRAD_NORM] = {.id = WK_TEXT("grad_norm"),
                     .label = WK_TEXT("Final gradient norm"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("Length of the gradient at the final point, without noise; null above 1.8e308."),
                     .may_be_null = true},
    [S_BEST_LOSS] = {.id = WK_TEXT("best_loss"),
                     .label = WK_TEXT("Lowest loss on the way"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("Over all steps, the start included.")},
    [S_STEPS_RUN] = {.id = WK_TEXT("steps_run"),
                     .label = WK_TEXT("Steps run"),
                     .unit = WK_TEXT("steps"),
                     .help = WK_TEXT("Steps that ended at a finite point: all that were asked for, or one less than "
                                     "the step at which the run diverged."),
                     .kind = WK_INT},
    [S_DIVERGED_STEP] = {.id = WK_TEXT("diverged_step"),
                         .label = WK_TEXT("Diverged at step"),
                         .unit = WK_TEXT(""),
                         .help = WK_TEXT("The first step at which x or y is no longer a finite number, which the loss "
                                         "shows coming; null when none is."),
                         .kind = WK_INT,
                         .may_be_null = true},
    [S_LR_LIMIT] = {.id = WK_TEXT("lr_limit"),
                    .label = WK_TEXT("Stability limit of the learning rate"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("2 over the largest curvature, for plain gradient descent on the quadratic; null "
                                    "elsewhere, where no single number is the limit."),
                    .may_be_null = true},
    [S_DISTANCE] = {.id = WK_TEXT("distance"),
                    .label = WK_TEXT("Distance to the nearest minimum"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("Straight line from the final point to whichever minimum of the surface is "
                                    "nearest; null on the saddle, which has none."),
                    .may_be_null = true},
};
_Static_assert(WK_COUNT(scalars) == SCALARS, "one row per scalar");

enum { G_PATH, GROUPS };

static const wk_group groups[] = {
    [G_PATH] = {WK_TEXT("path"), WK_TEXT("Path, step by step")},
};
_Static_assert(WK_COUNT(groups) == GROUPS, "one row per group");

enum { R_STEP, R_X, R_Y, R_LOSS, R_GRAD_NORM, R_LR, SERIES };

static const wk_series series[] = {
    [R_STEP] = {.id = WK_TEXT("step"), .label = WK_TEXT("Step, 0 is the start"), .unit = WK_TEXT(""), .group = G_PATH},
    [R_X] = {.id = WK_TEXT("x"), .label = WK_TEXT("x"), .unit = WK_TEXT(""), .group = G_PATH},
    [R_Y] = {.id = WK_TEXT("y"), .label = WK_TEXT("y"), .unit = WK_TEXT(""), .group = G_PATH},
    [R_LOSS] =
        {.id = WK_TEXT("loss"), .label = WK_TEXT("Loss"), .unit = WK_TEXT(""), .group = G_PATH, .may_be_null = true},
    [R_GRAD_NORM] = {.id = WK_TEXT("grad_norm"),
                     .label = WK_TEXT("Gradient norm"),
                     .unit = WK_TEXT(""),
                     .group = G_PATH,
                     .may_be_null = true},
    [R_LR] = {.id = WK_TEXT("lr"),
              .label = WK_TEXT("Learning rate that led here"),
              .unit = WK_TEXT(""),
              .group = G_PATH,
              .may_be_null = true},
};
_Static_assert(WK_COUNT(series) == SERIES, "one row per series");

enum { SURFACE_GRID, GRIDS };

static const wk_grid grids[] = {
    [SURFACE_GRID] = {WK_TEXT("surface_z"), WK_TEXT("Loss over a window that holds the start and the minima"),
                      WK_TEXT("")},
};
_Static_assert(WK_COUNT(grids) == GRIDS, "one row per grid");

enum {
    NOTE_DIVERGED,
    NOTE_LR_ABOVE_LIMIT,
    NOTE_LR_AT_LIMIT,
    NOTE_WARMUP_UNUSED,
    NOTE_WARMUP_NEVER_ENDS,
    NOTE_BATCH_UNUSED,
    NOTE_FLAT_START,
    NOTE_NO_MINIMUM,
    NOTES
};

static const wk_note notes[] = {
    [NOTE_DIVERGED] = {WK_TEXT("diverged"),
                       WK_TEXT("The run diverged: the next point is no longer a finite number. It stopped there, and "
                               "the last finite point is shown.")},
    [NOTE_LR_ABOVE_LIMIT] = {WK_TEXT("lr_above_limit"),
                             WK_TEXT("The learning rate is above 2 over the largest curvature: at that rate each step "
                                     "overshoots along the steep axis by more than the one before.")},
    [NOTE_LR_AT_LIMIT] = {WK_TEXT("lr_at_limit"),
                          WK_TEXT("The learning rate is exactly 2 over the largest curvature: along the steep axis the "
                                  "run jumps from side to side and comes no closer.")},
    [NOTE_WARMUP_UNUSED] = {WK_TEXT("warmup_unused"),
                            WK_TEXT("Warm-up steps act only with the schedule that has a warm-up.")},
    [NOTE_WARMUP_NEVER_ENDS] = {WK_TEXT("warmup_never_ends"),
                                WK_TEXT("The warm-up is as long as the run or longer, so the cosine never begins.")},
    [NOTE_BATCH_UNUSED] = {WK_TEXT("batch_unused"), WK_TEXT("Without gradient noise the batch size changes nothing.")},
    [NOTE_FLAT_START] = {WK_TEXT("flat_start"),
                         WK_TEXT("The gradient at the start is exactly zero, and without noise no optimiser leaves "
                                 "such a point, be it a minimum or not.")},
    [NOTE_NO_MINIMUM] = {WK_TEXT("no_minimum"),
                         WK_TEXT("This surface has no minimum: it falls without end along y, so leaving is not a "
                                 "failure of the optimiser.")},
};
_Static_assert(WK_COUNT(notes) == NOTES, "one row per note");

typedef struct point {
    double x, y;
} point;

/* ---- Surfaces: height and gradient; c is the curvature, which the quadratic alone uses. ---- */

static double quadratic(point p, double c) {
    return 0.5 * (p.x * p.x + c * p.y * p.y);
}

static point quadratic_slope(point p, double c) {
    return (point){p.x, c * p.y};
}

static double rosenbrock(point p, double c) {
    (void)c;
    const double along = 1.0 - p.x;
    const double across = p.y - p.x * p.x;
    return along * along + 100.0 * across * across;
}

static point rosenbrock_slope(point p, double c) {
    (void)c;
    const double across = p.y - p.x * p.x;
    return (point){-2.0 * (1.0 - p.x) - 400.0 * p.x * across, 200.0 * across};
}

static double himmelblau(point p, double c) {
    (void)c;
    const double a = p.x * p.x + p.y - 11.0;
    const double b = p.x + p.y * p.y - 7.0;
    return a * a + b * b;
}

static point himmelblau_slope(point p, double c) {
    (void)c;
    const double a = p.x * p.x + p.y - 11.0;
    const double b = p.x + p.y * p.y - 7.0;
    return (point){4.0 * p.x * a + 2.0 * b, 2.0 * a + 4.0 * p.y * b};
}

static double beale(point p, double c) {
    (void)c;
    const double y2 = p.y * p.y;
    const double first = 1.5 - p.x + p.x * p.y;
    const double second = 2.25 - p.x + p.x * y2;
    const double third = 2.625 - p.x + p.x * (y2 * p.y);
    return first * first + second * second + third * third;
}

static point beale_slope(point p, double c) {
    (void)c;
    const double y2 = p.y * p.y;
    const double y3 = y2 * p.y;
    const double first = 1.5 - p.x + p.x * p.y;
    const double second = 2.25 - p.x + p.x * y2;
    const double third = 2.625 - p.x + p.x * y3;
    return (point){2.0 * first * (p.y - 1.0) + 2.0 * second * (y2 - 1.0) + 2.0 * third * (y3 - 1.0),
                   2.0 * first * p.x + 4.0 * second * p.x * p.y + 6.0 * third * p.x * y2};
}

static double booth(point p, double c) {
    (void)c;
    const double a = p.x + 2.0 * p.y - 7.0;
    const double b = 2.0 * p.x + p.y - 5.0;
    return a * a + b * b;
}

static point booth_slope(point p, double c) {
    (void)c;
    const double a = p.x + 2.0 * p.y - 7.0;
    const double b = 2.0 * p.x + p.y - 5.0;
    return (point){2.0 * a + 4.0 * b, 4.0 * a + 2.0 * b};
}

static double saddle(point p, double c) {
    (void)c;
    return p.x * p.x - p.y * p.y;
}

static point saddle_slope(point p, double c) {
    (void)c;
    return (point){2.0 * p.x, -2.0 * p.y};
}

static double double_well(point p, double c) {
    (void)c;
    const double wall = p.x * p.x - 1.0;
    return 0.25 * wall * wall + 0.5 * p.y * p.y;
}

static point double_well_slope(point p, double c) {
    (void)c;
    return (point){p.x * (p.x * p.x - 1.0), p.y};
}

enum { MINIMA_MOST = 4 };

/* The window to draw is centred here and spans at least the half-widths, more where the start lies outside. */
typedef struct surface {
    double (*height)(point p, double c);
    point (*slope)(point p, double c);
    point centre, half_width;
    uint32_t n_minima;
    point minima[MINIMA_MOST];
} surface;

static const surface surfaces[] = {
    [SURFACE_QUADRATIC] = {quadratic, quadratic_slope, {0, 0}, {1, 1}, 1, {{0, 0}}},
    [SURFACE_ROSENBROCK] = {rosenbrock, rosenbrock_slope, {0, 1}, {2, 2}, 1, {{1, 1}}},
    [SURFACE_HIMMELBLAU] = {himmelblau,
                            himmelblau_slope,
                            {0, 0},
                            {5, 5},
                            4,
                            {{3, 2},
                             {-2.8051180869527448, 3.1313125182505730},
                             {-3.7793102533777469, -3.2831859912861694},
                             {3.5844283403304917, -1.8481265269644036}}},
    [SURFACE_BEALE] = {beale, beale_slope, {0, 0}, {4.5, 4.5}, 1, {{3, 0.5}}},
    [SURFACE_BOOTH] = {booth, booth_slope, {1, 3}, {5, 5}, 1, {{1, 3}}},
    [SURFACE_SADDLE] = {saddle, saddle_slope, {0, 0}, {2, 2}, 0, {{0, 0}}},
    [SURFACE_DOUBLE_WELL] = {double_well, double_well_slope, {0, 0}, {2, 2}, 2, {{-1, 0}, {1, 0}}},
};
_Static_assert(WK_COUNT(surfaces) == SURFACES, "one row per surface");

static uint32_t whole(const wk_input *input, uint32_t param) {
    return (uint32_t)input->params[param];
}

static double finite_or_nan(double value) {
    return fabs(value) <= DBL_MAX ? value : (double)NAN;
}

static bool is_finite(point p) {
    return fabs(p.x) <= DBL_MAX && fabs(p.y) <= DBL_MAX;
}

static double distance_to_minimum(const surface *on, point p) {
    double nearest = (double)NAN;
    for (uint32_t i = 0; i < on->n_minima; i++) {
        const double distance = hypot(p.x - on->minima[i].x, p.y - on->minima[i].y);
        nearest = i == 0 ? distance : fmin(nearest, distance);
    }
    return finite_or_nan(nearest);
}

/* ---- Schedules: the learning rate of step k + 1 of n. ---- */

static double cosine(double lr, double k, double n) {
    return 0.5 * lr * (1.0 + wk_cos_half_turn(k / n));
}

static double rate(const wk_input *input, uint32_t k) {
    const double lr = input->params[P_LR];
    const double step = (double)k;
    const double n = input->params[P_STEPS];
    const double warmup = input->params[P_WARMUP_STEPS];
    switch (whole(input, P_SCHEDULE)) {
    case SCHEDULE_STEP:
        return step < 0.5 * n ? lr : (step < 0.75 * n ? 0.1 * lr : 0.01 * lr);
    case SCHEDULE_COSINE:
        return cosine(lr, step, n);
    case SCHEDULE_WARMUP_COSINE:
        return step < warmup ? lr * ((step + 1.0) / warmup) : cosine(lr, step - warmup, n - warmup);
    default:
        return lr;
    }
}

/* ---- Optimisers ---- */

/* What one coordinate remembers. */
typedef struct memory {
    double velocity; /* v, or Adam's mean gradient */
    double square;   /* mean squared gradient */
} memory;

typedef struct optimizer {
    uint32_t kind;
    double beta1, beta2;
    double beta1_power, beta2_power; /* beta^t at step t, for the bias correction */
} optimizer;

static const double EPSILON = 1e-8;

/* How far a coordinate moves down for its gradient g. */
static double move(const optimizer *o, memory *m, double lr, double g) {
    switch (o->kind) {
    case OPTIMIZER_MOMENTUM:
        m->velocity = o->beta1 * m->velocity + g;
        return lr * m->velocity;
    case OPTIMIZER_NESTEROV:
        m->velocity = o->beta1 * m->velocity + g;
        return lr * (g + o->beta1 * m->velocity);
    case OPTIMIZER_RMSPROP:
        m->square = o->beta2 * m->square + (1.0 - o->beta2) * g * g;
        return lr * g / (sqrt(m->square) + EPSILON);
    case OPTIMIZER_ADAM:
        m->velocity = o->beta1 * m->velocity + (1.0 - o->beta1) * g;
        m->square = o->beta2 * m->square + (1.0 - o->beta2) * g * g;
        return lr * (m->velocity / (1.0 - o->beta1_power)) / (sqrt(m->square / (1.0 - o->beta2_power)) + EPSILON);
    default:
        return lr * g;
    }
}

/* ---- The two callbacks. ---- */

enum { GRID_SIDE = 81 };

static wk_status plan(const wk_input *input, wk_plan_t *plan, wk_error *error) {
    (void)error;
    plan->capacity[G_PATH] = whole(input, P_STEPS) + 1;
    plan->grid_rows[SURFACE_GRID] = GRID_SIDE;
    plan->grid_columns[SURFACE_GRID] = GRID_SIDE;
    const double per_step = input->params[P_NOISE] > 0.0 ? 150.0 : 60.0;
    plan->work = 50000.0 + per_step * input->params[P_STEPS];
    return WK_OK;
}

/* Half the window along one axis; a start outside the usual window gets a tenth more than it needs. */
static double reach(double half_width, double from_centre) {
    return fmax(half_width, 1.1 * fabs(from_centre));
}

static void draw_surface(const surface *on, double curvature, point start, double *grid) {
    const double half_x = reach(on->half_width.x, start.x - on->centre.x);
    const double half_y = reach(on->half_width.y, start.y - on->centre.y);
    const double x0 = on->centre.x - half_x;
    const double y0 = on->centre.y - half_y;
    *grid++ = GRID_SIDE;
    *grid++ = GRID_SIDE;
    *grid++ = x0;
    *grid++ = on->centre.x + half_x;
    *grid++ = y0;
    *grid++ = on->centre.y + half_y;
    for (uint32_t row = 0; row < GRID_SIDE; row++) {
        for (uint32_t column = 0; column < GRID_SIDE; column++) {
            const point p = {x0 + 2.0 * half_x * ((double)column / (GRID_SIDE - 1)),
                             y0 + 2.0 * half_y * ((double)row / (GRID_SIDE - 1))};
            *grid++ = on->height(p, curvature);
        }
    }
}

static void record(wk_output *output, uint32_t step, point p, double loss, point gradient, double lr) {
    output->series[R_STEP][step] = (double)step;
    output->series[R_X][step] = p.x;
    output->series[R_Y][step] = p.y;
    output->series[R_LOSS][step] = finite_or_nan(loss);
    output->series[R_GRAD_NORM][step] = finite_or_nan(hypot(gradient.x, gradient.y));
    output->series[R_LR][step] = lr;
}

/* Walks until the steps are done or a point is not finite. Returns the last step whose point is finite. */
static uint32_t walk(const wk_input *input, const surface *on, wk_output *output) {
    const double c = input->params[P_CURVATURE];
    const uint32_t steps = whole(input, P_STEPS);
    const double noise = input->params[P_NOISE] / sqrt(input->params[P_BATCH]);
    optimizer o = {whole(input, P_OPTIMIZER), input->params[P_BETA1], input->params[P_BETA2], 1.0, 1.0};
    memory memory_x = {0.0, 0.0};
    memory memory_y = {0.0, 0.0};
    wk_random random;
    wk_random_start(&random, input->seed, WK_STREAM_NOISE);
    point p = {input->params[P_X0], input->params[P_Y0]};
    point gradient = on->slope(p, c);
    double loss = on->height(p, c);
    double best = loss;
    record(output, 0, p, loss, gradient, (double)NAN);
    uint32_t done = 0;
    for (; done < steps; done++) {
        const double lr = rate(input, done);
        if (noise > 0.0) {
            gradient.x += noise * wk_random_normal(&random);
            gradient.y += noise * wk_random_normal(&random);
        }
        o.beta1_power *= o.beta1;
        o.beta2_power *= o.beta2;
        const point next = {p.x - move(&o, &memory_x, lr, gradient.x), p.y - move(&o, &memory_y, lr, gradient.y)};
        if (!is_finite(next)) {
            break;
        }
        p = next;
        gradient = on->slope(p, c);
        loss = on->height(p, c);
        /* The saddle's loss can pass -1.8e308 while the point is finite. */
        best = loss < best && loss >= -DBL_MAX ? loss : best;
        record(output, done + 1, p, loss, gradient, lr);
    }
    output->scalars[S_BEST_LOSS] = best;
    return done;
}

static void write_notes(const wk_input *input, const surface *on, wk_output *output) {
    const double *value = input->params;
    const double limit = output->scalars[S_LR_LIMIT];
    if (value[P_LR] > limit) {
        wk_set_note(output, NOTE_LR_ABOVE_LIMIT);
    } else if (value[P_LR] == limit) {
        wk_set_note(output, NOTE_LR_AT_LIMIT);
    }
    if (whole(input, P_SCHEDULE) != SCHEDULE_WARMUP_COSINE) {
        if (value[P_WARMUP_STEPS] > 0.0) {
            wk_set_note(output, NOTE_WARMUP_UNUSED);
        }
    } else if (value[P_WARMUP_STEPS] >= value[P_STEPS]) {
        wk_set_note(output, NOTE_WARMUP_NEVER_ENDS);
    }
    if (value[P_NOISE] == 0.0) {
        if (value[P_BATCH] > 1.0) {
            wk_set_note(output, NOTE_BATCH_UNUSED);
        }
        if (output->series[R_GRAD_NORM][0] == 0.0) {
            wk_set_note(output, NOTE_FLAT_START);
        }
    }
    if (on->n_minima == 0) {
        wk_set_note(output, NOTE_NO_MINIMUM);
    }
}

static wk_status run(const wk_input *input, wk_output *output, wk_error *error) {
    (void)error;
    const double *value = input->params;
    const surface *const on = &surfaces[whole(input, P_SURFACE)];
    double *const scalar = output->scalars;
    const uint32_t last = walk(input, on, output);
    output->lengths[G_PATH] = (double)(last + 1);
    const point end = {output->series[R_X][last], output->series[R_Y][last]};
    scalar[S_X] = end.x;
    scalar[S_Y] = end.y;
    scalar[S_LOSS] = output->series[R_LOSS][last];
    scalar[S_GRAD_NORM] = output->series[R_GRAD_NORM][last];
    scalar[S_STEPS_RUN] = (double)last;
    scalar[S_DISTANCE] = distance_to_minimum(on, end);
    if (last < whole(input, P_STEPS)) {
        scalar[S_DIVERGED_STEP] = (double)(last + 1);
        wk_set_note(output, NOTE_DIVERGED);
    }
    if (whole(input, P_SURFACE) == SURFACE_QUADRATIC && whole(input, P_OPTIMIZER) == OPTIMIZER_GD) {
        scalar[S_LR_LIMIT] = 2.0 / fmax(1.0, value[P_CURVATURE]);
    }
    draw_surface(on, value[P_CURVATURE], (point){value[P_X0], value[P_Y0]}, output->grids[SURFACE_GRID]);
    write_notes(input, on, output);
    return WK_OK;
}

const wk_model wk_model_gradient_descent = {
    .id = WK_TEXT("gradient_descent"),
    .title = WK_TEXT("Gradient descent"),
    .summary =
        WK_TEXT("One optimiser on one surface of two variables: gradient descent, momentum, Nesterov, RMSProp or Adam, "
                "with a schedule and with Gaussian gradient noise of sd noise/sqrt(batch). Loss and gradient norm are "
                "those of the surface, without noise. The window drawn is symmetric about the surface's centre and "
                "holds its minima and the start, not the whole path. It leaves out weight decay, gradient clipping and "
                "all that only many dimensions show."),
    .rev = 1,
    .random = true,
    .n_params = PARAMS,
    .n_scalars = SCALARS,
    .n_groups = GROUPS,
    .n_series = SERIES,
    .n_grids = GRIDS,
    .n_notes = NOTES,
    .params = params,
    .scalars = scalars,
    .groups = groups,
    .series = series,
    .grids = grids,
    .notes = notes,
    .plan = plan,
    .run = run,
};
