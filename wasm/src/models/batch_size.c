/*
 * batch_size - full-batch, mini-batch and single-example training of one model on the same data, at equal examples
 * seen.
 *
 * Data: the true weights are a random direction of length 1 (stream INITIAL); an example has standard normal features
 * (stream DATA, example by example) and a score, features times true weights plus label_noise times a standard normal
 * (stream NOISE). Linear: the label is the score, the loss half the squared error. Logistic: the label is 1 where the
 * score is positive, else 0, the loss the log loss. No intercept, starting weights 0. The test set is drawn alike, from
 * a stream of its own.
 *
 * A full shuffle precedes every epoch (sampling without replacement), the last, smaller batch of an epoch is kept, and
 * a gradient is the mean over its batch. The noise scale is McCandlish et al. (2018, arXiv:1812.06162), the rules for
 * the learning rate are Goyal et al. (2017, arXiv:1706.02677) and Krizhevsky (2014, arXiv:1404.5997).
 */
#include "model.h"
#include "random.h"

#include <float.h>
#include <math.h>

enum {
    P_PROBLEM,
    P_EXAMPLES,
    P_FEATURES,
    P_LABEL_NOISE,
    P_BATCH,
    P_EPOCHS,
    P_LR,
    P_LR_RULE,
    P_BASE_BATCH,
    P_MOMENTUM,
    P_WARMUP_STEPS,
    PARAMS
};

enum { PROBLEM_LINEAR, PROBLEM_LOGISTIC, PROBLEMS };

static const wk_choice problem_choices[] = {
    [PROBLEM_LINEAR] = {WK_TEXT("linear"), WK_TEXT("Linear regression, squared error")},
    [PROBLEM_LOGISTIC] = {WK_TEXT("logistic"), WK_TEXT("Logistic regression, log loss")},
};
_Static_assert(WK_COUNT(problem_choices) == PROBLEMS, "one row per problem");

enum { RULE_FIXED, RULE_LINEAR, RULE_SQRT, RULES };

static const wk_choice rule_choices[] = {
    [RULE_FIXED] = {WK_TEXT("fixed"), WK_TEXT("Fixed: the rate as set")},
    [RULE_LINEAR] = {WK_TEXT("linear"), WK_TEXT("Linear: times batch / base batch")},
    [RULE_SQRT] = {WK_TEXT("sqrt"), WK_TEXT("Square root: times sqrt(batch / base batch)")},
};
_Static_assert(WK_COUNT(rule_choices) == RULES, "one row per rule");

static const wk_param params[] = {
    [P_PROBLEM] = {.id = WK_TEXT("problem"),
                   .label = WK_TEXT("Problem"),
                   .unit = WK_TEXT(""),
                   .help = WK_TEXT("What is fitted: labels that are a noisy score (loss: half the squared error), or "
                                   "labels 0 and 1 by the sign of that score (log loss)."),
                   .kind = WK_CHOICE,
                   .value = PROBLEM_LINEAR,
                   .min = 0,
                   .max = PROBLEMS - 1,
                   .choices = problem_choices,
                   .group = WK_TEXT("Data")},
    [P_EXAMPLES] = {.id = WK_TEXT("examples"),
                    .label = WK_TEXT("Training examples"),
                    .unit = WK_TEXT("examples"),
                    .help = WK_TEXT("Examples to train on, N; the test losses are taken on 2,048 others."),
                    .kind = WK_INT,
                    .scale = WK_LOG,
                    .value = 1024,
                    .min = 2,
                    .max = 65536,
                    .slider_min = 64,
                    .slider_max = 8192,
                    .group = WK_TEXT("Data")},
    [P_FEATURES] = {.id = WK_TEXT("features"),
                    .label = WK_TEXT("Features"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("Standard normal features of an example, and as many weights; there is no "
                                    "intercept."),
                    .kind = WK_INT,
                    .value = 8,
                    .min = 1,
                    .max = 64,
                    .slider_min = 1,
                    .slider_max = 32,
                    .group = WK_TEXT("Data")},
    [P_LABEL_NOISE] = {.id = WK_TEXT("label_noise"),
                       .label = WK_TEXT("Label noise"),
                       .unit = WK_TEXT(""),
                       .help =
                           WK_TEXT("Standard deviation of the Gaussian noise on the score, whose part without noise "
                                   "has standard deviation 1."),
                       .kind = WK_REAL,
                       .value = 0.5,
                       .min = 0,
                       .max = 1000,
                       .slider_min = 0,
                       .slider_max = 3,
                       .group = WK_TEXT("Data")},
    [P_BATCH] = {.id = WK_TEXT("batch"),
                 .label = WK_TEXT("Mini-batch size"),
                 .unit = WK_TEXT("examples"),
                 .help = WK_TEXT("Examples averaged in one gradient of the mini-batch run, drawn without replacement; "
                                 "at most the training examples."),
                 .kind = WK_INT,
                 .scale = WK_LOG,
                 .value = 32,
                 .min = 1,
                 .max = 65536,
                 .slider_min = 1,
                 .slider_max = 1024,
                 .group = WK_TEXT("Training")},
    [P_EPOCHS] = {.id = WK_TEXT("epochs"),
                  .label = WK_TEXT("Epochs"),
                  .unit = WK_TEXT("epochs"),
                  .help = WK_TEXT("Passes over the training examples, the same for all three runs, so that they see "
                                  "equally many examples and make very different numbers of updates."),
                  .kind = WK_INT,
                  .scale = WK_LOG,
                  .value = 10,
                  .min = 1,
                  .max = 1000,
                  .slider_min = 1,
                  .slider_max = 100,
                  .group = WK_TEXT("Training")},
    [P_LR] = {.id = WK_TEXT("lr"),
              .label = WK_TEXT("Learning rate"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("Used as it stands by the full-batch and the single-example run; the mini-batch run "
                              "scales it by the rule."),
              .kind = WK_REAL,
              .scale = WK_LOG,
              .value = 0.05,
              .min = 1e-6,
              .max = 100,
              .slider_min = 0.001,
              .slider_max = 2,
              .group = WK_TEXT("Training")},
    [P_LR_RULE] = {.id = WK_TEXT("lr_rule"),
                   .label = WK_TEXT("Learning-rate rule"),
                   .unit = WK_TEXT(""),
                   .help = WK_TEXT("How the mini-batch run changes the rate with its batch: linear keeps rate/batch, "
                                   "square root keeps rate^2/batch."),
                   .kind = WK_CHOICE,
                   .value = RULE_FIXED,
                   .min = 0,
                   .max = RULES - 1,
                   .choices = rule_choices,
                   .group = WK_TEXT("Mini-batch run")},
    [P_BASE_BATCH] = {.id = WK_TEXT("base_batch"),
                      .label = WK_TEXT("Base batch"),
                      .unit = WK_TEXT("examples"),
                      .help = WK_TEXT("Batch size for which the learning rate was chosen; the rule scales from it."),
                      .kind = WK_INT,
                      .scale = WK_LOG,
                      .value = 32,
                      .min = 1,
                      .max = 65536,
                      .slider_min = 1,
                      .slider_max = 1024,
                      .group = WK_TEXT("Mini-batch run")},
    [P_MOMENTUM] = {.id = WK_TEXT("momentum"),
                    .label = WK_TEXT("Momentum"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("Mini-batch run only: v = momentum v + g, weights less rate times v; it multiplies "
                                    "the effective rate by up to 1/(1 - momentum)."),
                    .kind = WK_REAL,
                    .value = 0,
                    .min = 0,
                    .max = 0.9999,
                    .slider_min = 0,
                    .slider_max = 0.99,
                    .group = WK_TEXT("Mini-batch run"),
                    .advanced = true},
    [P_WARMUP_STEPS] = {.id = WK_TEXT("warmup_steps"),
                        .label = WK_TEXT("Warm-up updates"),
                        .unit = WK_TEXT("updates"),
                        .help = WK_TEXT("Mini-batch run only: update k of these uses the share k/warm-up of the rate."),
                        .kind = WK_INT,
                        .value = 0,
                        .min = 0,
                        .max = 1000000,
                        .slider_min = 0,
                        .slider_max = 1000,
                        .group = WK_TEXT("Mini-batch run"),
                        .advanced = true},
};
_Static_assert(WK_COUNT(params) == PARAMS, "one row per parameter");

enum { RUN_FULL, RUN_MINI, RUN_SGD, RUNS };

/* The scalars of the three runs stand in the order of the runs. */
enum {
    S_UPDATES,
    S_EFFECTIVE_LR = S_UPDATES + RUNS,
    S_LOSS,
    S_TEST_LOSS = S_LOSS + RUNS,
    S_GRAD_NOISE_SD = S_TEST_LOSS + RUNS,
    S_GRAD_NOISE_THEORY,
    S_NOISE_SCALE,
    S_DIVERGED_STEP,
    SCALARS
};

static const wk_scalar scalars[] = {
    [S_UPDATES + RUN_FULL] = {.id = WK_TEXT("updates_full"),
                              .label = WK_TEXT("Updates, full batch"),
                              .unit = WK_TEXT("updates"),
                              .help = WK_TEXT("One an epoch; those asked for, even when the run diverges before."),
                              .kind = WK_INT},
    [S_UPDATES + RUN_MINI] = {.id = WK_TEXT("updates_mini"),
                              .label = WK_TEXT("Updates, mini-batch"),
                              .unit = WK_TEXT("updates"),
                              .help = WK_TEXT("Examples over batch, rounded up since a last, smaller batch is kept, "
                                              "times epochs; those asked for, even when the run diverges before."),
                              .kind = WK_INT},
    [S_UPDATES + RUN_SGD] =
        {.id = WK_TEXT("updates_sgd"),
         .label = WK_TEXT("Updates, one example"),
         .unit = WK_TEXT("updates"),
         .help = WK_TEXT(
             "One an example, epochs times examples in all; those asked for, even when the run diverges before."),
         .kind = WK_INT},
    [S_EFFECTIVE_LR] = {.id = WK_TEXT("effective_lr"),
                        .label = WK_TEXT("Rate of the mini-batch run"),
                        .unit = WK_TEXT(""),
                        .help = WK_TEXT("After the rule and after warm-up; momentum is not counted in.")},
    [S_LOSS + RUN_FULL] = {.id = WK_TEXT("loss_full"),
                           .label = WK_TEXT("Training loss, full batch"),
                           .unit = WK_TEXT(""),
                           .help = WK_TEXT("Mean over all training examples at the last finite weights; null above "
                                           "1.8e308."),
                           .may_be_null = true},
    [S_LOSS + RUN_MINI] = {.id = WK_TEXT("loss_mini"),
                           .label = WK_TEXT("Training loss, mini-batch"),
                           .unit = WK_TEXT(""),
                           .help = WK_TEXT("Mean over all training examples at the last finite weights; null above "
                                           "1.8e308."),
                           .may_be_null = true},
    [S_LOSS + RUN_SGD] = {.id = WK_TEXT("loss_sgd"),
                          .label = WK_TEXT("Training loss, one example"),
                          .unit = WK_TEXT(""),
                          .help = WK_TEXT("Mean over all training examples at the last finite weights; null above "
                                          "1.8e308."),
                          .may_be_null = true},
    [S_TEST_LOSS + RUN_FULL] = {.id = WK_TEXT("test_loss_full"),
                                .label = WK_TEXT("Test loss, full batch"),
                                .unit = WK_TEXT(""),
                                .help = WK_TEXT("Mean over 2,048 examples that no run trains on."),
                                .may_be_null = true},
    [S_TEST_LOSS + RUN_MINI] = {.id = WK_TEXT("test_loss_mini"),
                                .label = WK_TEXT("Test loss, mini-batch"),
                                .unit = WK_TEXT(""),
                                .help = WK_TEXT("Mean over 2,048 examples that no run trains on."),
                                .may_be_null = true},
    [S_TEST_LOSS + RUN_SGD] = {.id = WK_TEXT("test_loss_sgd"),
                               .label = WK_TEXT("Test loss, one example"),
                               .unit = WK_TEXT(""),
                               .help = WK_TEXT("Mean over 2,048 examples that no run trains on."),
                               .may_be_null = true},
    [S_GRAD_NOISE_SD] = {.id = WK_TEXT("grad_noise_sd"),
                         .label = WK_TEXT("Gradient noise, measured"),
                         .unit = WK_TEXT(""),
                         .help =
                             WK_TEXT("Root of the component variances summed, over 400 to 2,000 mini-batch gradients "
                                     "at the starting weights; whole batches only.")},
    [S_GRAD_NOISE_THEORY] = {.id = WK_TEXT("grad_noise_theory"),
                             .label = WK_TEXT("Gradient noise, theory"),
                             .unit = WK_TEXT(""),
                             .help = WK_TEXT("sqrt(tr(Sigma)/b (N - b)/(N - 1)) with the per-example covariance Sigma "
                                             "at the starting weights (divisor N): zero for the full batch.")},
    [S_NOISE_SCALE] = {.id = WK_TEXT("noise_scale"),
                       .label = WK_TEXT("Simple noise scale"),
                       .unit = WK_TEXT("examples"),
                       .help = WK_TEXT("tr(Sigma)/|G|^2 at the starting weights: the batch at which noise and gradient "
                                       "are equally long; it grows as training goes on."),
                       .may_be_null = true},
    [S_DIVERGED_STEP] = {.id = WK_TEXT("diverged_step"),
                         .label = WK_TEXT("Mini-batch run diverged at update"),
                         .unit = WK_TEXT(""),
                         .help =
                             WK_TEXT("The first update after which a weight is no longer a finite number; null when "
                                     "none is."),
                         .kind = WK_INT,
                         .may_be_null = true},
};
_Static_assert(WK_COUNT(scalars) == SCALARS, "one row per scalar");

static const wk_group groups[] = {
    [RUN_FULL] = {WK_TEXT("full"), WK_TEXT("Full batch")},
    [RUN_MINI] = {WK_TEXT("mini"), WK_TEXT("Mini-batch")},
    [RUN_SGD] = {WK_TEXT("sgd"), WK_TEXT("One example at a time")},
};
_Static_assert(WK_COUNT(groups) == RUNS, "one row per run");

/* The series of run r begin at r * CURVE. */
enum { CURVE_EXAMPLES, CURVE_UPDATES, CURVE_LOSS, CURVE };

static const wk_series series[] = {
    {.id = WK_TEXT("examples_seen_full"),
     .label = WK_TEXT("Examples seen"),
     .unit = WK_TEXT("examples"),
     .group = RUN_FULL},
    {.id = WK_TEXT("updates_seen_full"), .label = WK_TEXT("Updates"), .unit = WK_TEXT("updates"), .group = RUN_FULL},
    {.id = WK_TEXT("loss_curve_full"),
     .label = WK_TEXT("Training loss, full batch"),
     .unit = WK_TEXT(""),
     .group = RUN_FULL,
     .may_be_null = true},
    {.id = WK_TEXT("examples_seen_mini"),
     .label = WK_TEXT("Examples seen"),
     .unit = WK_TEXT("examples"),
     .group = RUN_MINI},
    {.id = WK_TEXT("updates_seen_mini"), .label = WK_TEXT("Updates"), .unit = WK_TEXT("updates"), .group = RUN_MINI},
    {.id = WK_TEXT("loss_curve_mini"),
     .label = WK_TEXT("Training loss, mini-batch"),
     .unit = WK_TEXT(""),
     .group = RUN_MINI,
     .may_be_null = true},
    {.id = WK_TEXT("examples_seen_sgd"),
     .label = WK_TEXT("Examples seen"),
     .unit = WK_TEXT("examples"),
     .group = RUN_SGD},
    {.id = WK_TEXT("updates_seen_sgd"), .label = WK_TEXT("Updates"), .unit = WK_TEXT("updates"), .group = RUN_SGD},
    {.id = WK_TEXT("loss_curve_sgd"),
     .label = WK_TEXT("Training loss, one example"),
     .unit = WK_TEXT(""),
     .group = RUN_SGD,
     .may_be_null = true},
};
_Static_assert(WK_COUNT(series) == RUNS * CURVE, "one curve per run");

enum {
    NOTE_FULL_DIVERGED,
    NOTE_MINI_DIVERGED,
    NOTE_SGD_DIVERGED,
    NOTE_BATCH_IS_FULL,
    NOTE_WARMUP_NEVER_ENDS,
    NOTE_BASE_BATCH_UNUSED,
    NOTES
};

static const wk_note notes[] = {
    [NOTE_FULL_DIVERGED] = {WK_TEXT("full_diverged"),
                            WK_TEXT("The full-batch run diverged: a weight is no longer a finite number. It stopped "
                                    "there, and its last finite weights are shown.")},
    [NOTE_MINI_DIVERGED] = {WK_TEXT("mini_diverged"),
                            WK_TEXT("The mini-batch run diverged: a weight is no longer a finite number. It stopped "
                                    "there, and its last finite weights are shown.")},
    [NOTE_SGD_DIVERGED] = {WK_TEXT("sgd_diverged"),
                           WK_TEXT("The single-example run diverged: a weight is no longer a finite number. It stopped "
                                   "there, and its last finite weights are shown.")},
    [NOTE_BATCH_IS_FULL] = {WK_TEXT("batch_is_full"),
                            WK_TEXT("The mini-batch holds every example: its gradient has no sampling noise, and one "
                                    "epoch is one update.")},
    [NOTE_WARMUP_NEVER_ENDS] = {WK_TEXT("warmup_never_ends"),
                                WK_TEXT("The warm-up is as long as the mini-batch run or longer, so the rate shown is "
                                        "reached with the last update or never.")},
    [NOTE_BASE_BATCH_UNUSED] = {WK_TEXT("base_batch_unused"),
                                WK_TEXT("With the fixed rule the base batch changes nothing.")},
};
_Static_assert(WK_COUNT(notes) == NOTES, "one row per note");

enum { TEST_EXAMPLES = 2048, POINTS_MOST = 200, NOISE_BATCHES_LEAST = 400, NOISE_BATCHES_MOST = 2000 };

/* Examples that the noise is measured on, as far as the two limits above allow. */
static const double NOISE_EXAMPLES = 131072.0;

enum { STREAM_TEST = WK_STREAM_OWN, STREAM_SHUFFLE, STREAM_MEASURE };

typedef struct examples {
    const double *features; /* row by row */
    const double *labels;
    uint32_t count, width;
    bool logistic;
} examples;

static uint32_t whole(const wk_input *input, uint32_t param) {
    return (uint32_t)input->params[param];
}

static double finite_or_nan(double value) {
    return fabs(value) <= DBL_MAX ? value : (double)NAN;
}

/* In four running sums of every fourth element, then the rest: one sum would wait at each element for its last
 * addition. */
static double dot(const double *a, const double *b, uint32_t n) {
    double first = 0.0;
    double second = 0.0;
    double third = 0.0;
    double fourth = 0.0;
    uint32_t i = 0;
    for (; i + 4 <= n; i += 4) {
        first += a[i] * b[i];
        second += a[i + 1] * b[i + 1];
        third += a[i + 2] * b[i + 2];
        fourth += a[i + 3] * b[i + 3];
    }
    double sum = (first + second) + (third + fourth);
    for (; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

static void clear(double *values, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        values[i] = 0.0;
    }
}

static void divide(double *values, uint32_t n, double divisor) {
    for (uint32_t i = 0; i < n; i++) {
        values[i] /= divisor;
    }
}

/* ---- Data ---- */

static void draw_truth(const wk_input *input, double *truth, uint32_t width) {
    wk_random random;
    wk_random_start(&random, input->seed, WK_STREAM_INITIAL);
    for (uint32_t i = 0; i < width; i++) {
        truth[i] = wk_random_normal(&random);
    }
    divide(truth, width, sqrt(dot(truth, truth, width)));
}

static void draw_examples(const wk_input *input, const double *truth, wk_random *of_features, wk_random *of_noise,
                          double *features, double *labels, uint32_t count) {
    const uint32_t width = whole(input, P_FEATURES);
    const bool logistic = whole(input, P_PROBLEM) == PROBLEM_LOGISTIC;
    for (uint32_t i = 0; i < count; i++) {
        double *const row = features + (size_t)i * width;
        for (uint32_t j = 0; j < width; j++) {
            row[j] = wk_random_normal(of_features);
        }
        const double score = dot(row, truth, width) + input->params[P_LABEL_NOISE] * wk_random_normal(of_noise);
        labels[i] = logistic ? (score > 0.0 ? 1.0 : 0.0) : score;
    }
}

/* ---- Loss and gradient. Both losses have the gradient residual * features. ---- */

static double sigmoid(double z) {
    const double e = exp(-fabs(z));
    return (z >= 0.0 ? 1.0 : e) / (1.0 + e);
}

static double residual(const examples *data, uint32_t i, const double *weights) {
    const double score = dot(data->features + (size_t)i * data->width, weights, data->width);
    return (data->logistic ? sigmoid(score) : score) - data->labels[i];
}

static double mean_loss(const examples *data, const double *weights) {
    double sum = 0.0;
    for (uint32_t i = 0; i < data->count; i++) {
        const double score = dot(data->features + (size_t)i * data->width, weights, data->width);
        if (data->logistic) {
            /* log(1 + e^-margin), the margin positive where the score is on the label's side */
            const double margin = data->labels[i] > 0.0 ? score : -score;
            sum += fmax(-margin, 0.0) + log1p(exp(-fabs(margin)));
        } else {
            const double miss = score - data->labels[i];
            sum += 0.5 * miss * miss;
        }
    }
    return finite_or_nan(sum / (double)data->count);
}

static void add_gradient(const examples *data, uint32_t i, double r, double *gradient) {
    const double *const row = data->features + (size_t)i * data->width;
    for (uint32_t j = 0; j < data->width; j++) {
        gradient[j] += r * row[j];
    }
}

/* ---- Batches: a shuffle of the examples an epoch, drawn as far as it is used (Fisher & Yates). ---- */

typedef struct shuffle {
    double *order;
    uint32_t count, at;
    wk_random random;
} shuffle;

static void start_shuffle(shuffle *s, double *order, uint32_t count, double seed, uint64_t stream) {
    *s = (shuffle){.order = order, .count = count, .at = 0};
    wk_random_start(&s->random, seed, stream);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (double)i;
    }
}

static uint32_t next_example(shuffle *s) {
    const uint32_t chosen = s->at + wk_random_below(&s->random, s->count - s->at);
    const double example = s->order[chosen];
    s->order[chosen] = s->order[s->at];
    s->order[s->at] = example;
    s->at++;
    return (uint32_t)example;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* An epoch's updates: its last, smaller batch counts. The quotient of such small integers never rounds past a whole. */
static uint32_t batches_of(uint32_t count, uint32_t batch) {
    return (uint32_t)ceil((double)count / (double)batch);
}

/* The mean gradient of the next batch, whose size is returned. One that holds every example is summed in their own
 * order, as the full batch. */
static uint32_t batch_gradient(const examples *data, shuffle *s, uint32_t batch, const double *weights,
                               double *gradient) {
    if (s->at == s->count) {
        s->at = 0;
    }
    const uint32_t size = smaller(batch, s->count - s->at);
    clear(gradient, data->width);
    for (uint32_t k = 0; k < size; k++) {
        const uint32_t i = size == s->count ? k : next_example(s);
        add_gradient(data, i, residual(data, i, weights), gradient);
    }
    divide(gradient, data->width, (double)size);
    return size;
}

/* ---- Noise at the starting weights ---- */

static double squared_distance(const double *a, const double *b, uint32_t n) {
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
}

/* tr(Sigma): the component variances of one example's gradient, summed, with divisor N. */
static double summed_variance(const examples *data, const double *residuals, const double *mean, double *spare) {
    double sum = 0.0;
    for (uint32_t i = 0; i < data->count; i++) {
        clear(spare, data->width);
        add_gradient(data, i, residuals[i], spare);
        sum += squared_distance(spare, mean, data->width);
    }
    return sum / (double)data->count;
}

static uint32_t noise_batches(uint32_t batch) {
    const double wanted = floor(NOISE_EXAMPLES / (double)batch);
    return (uint32_t)fmin(fmax(wanted, NOISE_BATCHES_LEAST), NOISE_BATCHES_MOST);
}

/* About the known mean. Batches of one epoch depend on each other, but each alone is a fair sample. */
static double measure_noise(const examples *data, shuffle *s, uint32_t batch, const double *residuals,
                            const double *mean, double *spare) {
    if (batch == data->count) {
        return 0.0;
    }
    const uint32_t batches = noise_batches(batch);
    double sum = 0.0;
    for (uint32_t k = 0; k < batches; k++) {
        if (s->count - s->at < batch) {
            s->at = 0;
        }
        clear(spare, data->width);
        for (uint32_t taken = 0; taken < batch; taken++) {
            const uint32_t i = next_example(s);
            add_gradient(data, i, residuals[i], spare);
        }
        divide(spare, data->width, (double)batch);
        sum += squared_distance(spare, mean, data->width);
    }
    return sqrt(sum / (double)batches);
}

/* ---- Training ---- */

typedef struct recipe {
    uint32_t run, batch, epochs, warmup;
    double lr, momentum;
} recipe;

typedef struct workspace {
    double *weights, *next, *velocity, *gradient, *order;
} workspace;

/* Moves next to the updated weights. False when one of them is not finite. */
static bool update(const recipe *r, const workspace *w, uint32_t width, double lr) {
    bool finite = true;
    for (uint32_t j = 0; j < width; j++) {
        w->velocity[j] = r->momentum * w->velocity[j] + w->gradient[j];
        w->next[j] = w->weights[j] - lr * w->velocity[j];
        finite = finite && fabs(w->next[j]) <= DBL_MAX;
    }
    return finite;
}

static void record(const examples *data, const recipe *r, const double *weights, uint32_t updates, double seen,
                   wk_output *output) {
    const uint32_t point = (uint32_t)output->lengths[r->run];
    double **const curve = output->series + (size_t)r->run * CURVE;
    curve[CURVE_EXAMPLES][point] = seen;
    curve[CURVE_UPDATES][point] = (double)updates;
    curve[CURVE_LOSS][point] = mean_loss(data, weights);
    output->lengths[r->run] = (double)(point + 1);
}

/*
 * Trains from zero weights and records the loss at the start, at the end and at most POINTS_MOST times between, evenly.
 * Returns the last update after which all weights are finite; they are left in w->weights.
 */
static uint32_t train(const examples *data, const recipe *r, workspace *w, double seed, wk_output *output) {
    const uint32_t updates = r->epochs * batches_of(data->count, r->batch);
    const uint32_t stride = (updates + POINTS_MOST - 1) / POINTS_MOST;
    shuffle s;
    start_shuffle(&s, w->order, data->count, seed, STREAM_SHUFFLE);
    clear(w->weights, data->width);
    clear(w->velocity, data->width);
    uint32_t done = 0;
    double seen = 0.0;
    record(data, r, w->weights, done, seen, output);
    while (done < updates) {
        const double ramp = done < r->warmup ? ((double)done + 1.0) / (double)r->warmup : 1.0;
        const uint32_t size = batch_gradient(data, &s, r->batch, w->weights, w->gradient);
        if (!update(r, w, data->width, r->lr * ramp)) {
            break;
        }
        double *const old = w->weights;
        w->weights = w->next;
        w->next = old;
        seen += (double)size;
        done++;
        if (done % stride == 0 && done < updates) {
            record(data, r, w->weights, done, seen, output);
        }
    }
    if (done == updates || done % stride != 0) {
        record(data, r, w->weights, done, seen, output);
    }
    return done;
}

/* ---- The two callbacks ---- */

static wk_status plan(const wk_input *input, wk_plan_t *plan, wk_error *error) {
    const uint32_t count = whole(input, P_EXAMPLES);
    const uint32_t batch = whole(input, P_BATCH);
    const uint32_t width = whole(input, P_FEATURES);
    if (batch > count) {
        return wk_conflict(error, WK_R_EXCEEDS_OTHER, P_BATCH, P_EXAMPLES);
    }
    const double epochs = input->params[P_EPOCHS];
    const uint32_t batches[RUNS] = {count, batch, 1};
    double points = 0.0;
    double updates = 0.0;
    for (uint32_t r = 0; r < RUNS; r++) {
        const double of_run = epochs * (double)batches_of(count, batches[r]);
        plan->capacity[r] = (uint32_t)fmin(of_run, POINTS_MOST) + 2;
        points += (double)plan->capacity[r];
        updates += of_run;
    }
    plan->scratch = (count + TEST_EXAMPLES) * (width + 1) + 2 * count + 5 * width;
    /* Measured natively, in nanoseconds; the gradient's weights are met in shuffled order. */
    const double per_example = whole(input, P_PROBLEM) == PROBLEM_LOGISTIC ? 18.0 : 2.0;
    const double of_loss = per_example + 0.7 * (double)width;
    const double of_gradient = per_example + 10.0 + 1.6 * (double)width;
    const double measured = batch == count ? 0.0 : (double)noise_batches(batch) * (double)batch;
    plan->work = 25.0 * (double)(count + TEST_EXAMPLES) * (double)(width + 1) + points * (double)count * of_loss +
                 (3.0 * epochs * (double)count + measured) * of_gradient + updates * (6.0 + 2.0 * (double)width);
    return WK_OK;
}

static double effective_lr(const wk_input *input) {
    const double ratio = input->params[P_BATCH] / input->params[P_BASE_BATCH];
    switch (whole(input, P_LR_RULE)) {
    case RULE_LINEAR:
        return input->params[P_LR] * ratio;
    case RULE_SQRT:
        return input->params[P_LR] * sqrt(ratio);
    default:
        return input->params[P_LR];
    }
}

/* Hands out the scratch; the plan counts the same pieces. */
static double *take(double **free_space, size_t doubles) {
    double *const piece = *free_space;
    *free_space += doubles;
    return piece;
}

static void report_noise(const wk_input *input, wk_output *output, const examples *data, double *residuals,
                         workspace *w) {
    const uint32_t batch = whole(input, P_BATCH);
    const double b = (double)batch;
    const double n = (double)data->count;
    clear(w->weights, data->width);
    for (uint32_t i = 0; i < data->count; i++) {
        residuals[i] = residual(data, i, w->weights);
    }
    double *const mean = w->next;
    shuffle s;
    start_shuffle(&s, w->order, data->count, input->seed, STREAM_MEASURE);
    (void)batch_gradient(data, &s, data->count, w->weights, mean);
    const double variance = summed_variance(data, residuals, mean, w->gradient);
    const double signal = dot(mean, mean, data->width);
    output->scalars[S_GRAD_NOISE_THEORY] = sqrt(variance / b * ((n - b) / (n - 1.0)));
    output->scalars[S_GRAD_NOISE_SD] = measure_noise(data, &s, batch, residuals, mean, w->gradient);
    output->scalars[S_NOISE_SCALE] = finite_or_nan(variance / signal);
}

static void report_run(const wk_input *input, wk_output *output, const examples *train_set, const examples *test_set,
                       const recipe *r, workspace *w) {
    const uint32_t updates = r->epochs * batches_of(train_set->count, r->batch);
    const uint32_t done = train(train_set, r, w, input->seed, output);
    const uint32_t last = (uint32_t)output->lengths[r->run] - 1;
    output->scalars[S_UPDATES + r->run] = (double)updates;
    output->scalars[S_LOSS + r->run] = output->series[r->run * CURVE + CURVE_LOSS][last];
    output->scalars[S_TEST_LOSS + r->run] = mean_loss(test_set, w->weights);
    if (done < updates) {
        wk_set_note(output, NOTE_FULL_DIVERGED + r->run);
        if (r->run == RUN_MINI) {
            output->scalars[S_DIVERGED_STEP] = (double)done + 1.0;
        }
    }
}

static void write_notes(const wk_input *input, wk_output *output) {
    if (input->params[P_BATCH] == input->params[P_EXAMPLES]) {
        wk_set_note(output, NOTE_BATCH_IS_FULL);
    }
    if (input->params[P_WARMUP_STEPS] > 0.0 && input->params[P_WARMUP_STEPS] >= output->scalars[S_UPDATES + RUN_MINI]) {
        wk_set_note(output, NOTE_WARMUP_NEVER_ENDS);
    }
    if (whole(input, P_LR_RULE) == RULE_FIXED && input->params[P_BASE_BATCH] != params[P_BASE_BATCH].value) {
        wk_set_note(output, NOTE_BASE_BATCH_UNUSED);
    }
}

static wk_status run(const wk_input *input, wk_output *output, wk_error *error) {
    (void)error;
    const uint32_t count = whole(input, P_EXAMPLES);
    const uint32_t width = whole(input, P_FEATURES);
    const uint32_t epochs = whole(input, P_EPOCHS);
    double *space = output->scratch;
    double *const features = take(&space, (size_t)count * width);
    double *const labels = take(&space, count);
    double *const test_features = take(&space, (size_t)TEST_EXAMPLES * width);
    double *const test_labels = take(&space, TEST_EXAMPLES);
    double *const truth = take(&space, width);
    double *const residuals = take(&space, count);
    workspace w = {.weights = take(&space, width),
                   .next = take(&space, width),
                   .velocity = take(&space, width),
                   .gradient = take(&space, width),
                   .order = take(&space, count)};

    wk_random of_features;
    wk_random of_noise;
    draw_truth(input, truth, width);
    wk_random_start(&of_features, input->seed, WK_STREAM_DATA);
    wk_random_start(&of_noise, input->seed, WK_STREAM_NOISE);
    draw_examples(input, truth, &of_features, &of_noise, features, labels, count);
    wk_random_start(&of_features, input->seed, STREAM_TEST);
    draw_examples(input, truth, &of_features, &of_features, test_features, test_labels, TEST_EXAMPLES);
    const bool logistic = whole(input, P_PROBLEM) == PROBLEM_LOGISTIC;
    const examples train_set = {features, labels, count, width, logistic};
    const examples test_set = {test_features, test_labels, TEST_EXAMPLES, width, logistic};

    const recipe recipes[RUNS] = {
        [RUN_FULL] = {.run = RUN_FULL, .batch = count, .epochs = epochs, .lr = input->params[P_LR]},
        [RUN_MINI] = {.run = RUN_MINI,
                      .batch = whole(input, P_BATCH),
                      .epochs = epochs,
                      .warmup = whole(input, P_WARMUP_STEPS),
                      .lr = effective_lr(input),
                      .momentum = input->params[P_MOMENTUM]},
        [RUN_SGD] = {.run = RUN_SGD, .batch = 1, .epochs = epochs, .lr = input->params[P_LR]},
    };
    output->scalars[S_EFFECTIVE_LR] = recipes[RUN_MINI].lr;
    report_noise(input, output, &train_set, residuals, &w);
    for (uint32_t r = 0; r < RUNS; r++) {
        report_run(input, output, &train_set, &test_set, &recipes[r], &w);
    }
    write_notes(input, output);
    return WK_OK;
}

const wk_model wk_model_batch_size = {
    .id = WK_TEXT("batch_size"),
    .title = WK_TEXT("Batch size"),
    .summary =
        WK_TEXT("Linear or logistic regression on synthetic data, trained three times at equal examples seen: with all "
                "examples a step, with a mini-batch, and with one example. Shuffled without replacement every epoch, "
                "from zero weights. The loss curves are evaluated on all training examples, some 200 times a run. Both "
                "problems are convex, so the runs say nothing about sharp minima, and nothing about time: no hardware "
                "is modelled."),
    .rev = 1,
    .random = true,
    .n_params = PARAMS,
    .n_scalars = SCALARS,
    .n_groups = RUNS,
    .n_series = RUNS * CURVE,
    .n_notes = NOTES,
    .params = params,
    .scalars = scalars,
    .groups = groups,
    .series = series,
    .notes = notes,
    .plan = plan,
    .run = run,
};
