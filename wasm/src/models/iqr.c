/*
 * iqr - quartiles, fences and the values beyond them.
 *
 * Tukey's fences (Exploratory Data Analysis, 1977), the adjusted ones of Hubert & Vandervieren (2008, CSDA
 * 52:5186-5201, doi:10.1016/j.csda.2007.11.008) and the median/MAD rule, on the data or on their logarithm or Box-Cox
 * power.
 *
 * Quartiles, mean, sd and skewness are always those of the data. Only the fences are found on the transformed scale;
 * they are reported on the data's, and there a value is compared with the printed fence.
 */
#include "boxcox.h"
#include "histogram.h"
#include "medcouple.h"
#include "model.h"
#include "moments.h"
#include "quantile.h"
#include "sort.h"

#include <float.h>
#include <math.h>

enum { P_K, P_QUANTILE, P_RULE, P_TRANSFORM, PARAMS };

enum { RULE_TUKEY, RULE_ADJUSTED, RULE_MAD, RULES };

enum { TRANSFORM_NONE, TRANSFORM_LOG, TRANSFORM_BOXCOX, TRANSFORMS };

enum { QUANTILE_TYPES = 9, TYPE_DEFAULT = 7 };

static const wk_choice quantile_types[] = {
    {WK_TEXT("type1"), WK_TEXT("1: inverse of the step function")},
    {WK_TEXT("type2"), WK_TEXT("2: the same, averaged at steps")},
    {WK_TEXT("type3"), WK_TEXT("3: nearest rank, ties to even")},
    {WK_TEXT("type4"), WK_TEXT("4: linear in the step function")},
    {WK_TEXT("type5"), WK_TEXT("5: midpoints of the steps (Hazen)")},
    {WK_TEXT("type6"), WK_TEXT("6: QUARTILE.EXC, Minitab, SPSS")},
    {WK_TEXT("type7"), WK_TEXT("7: NumPy, pandas, R, QUARTILE.INC")},
    {WK_TEXT("type8"), WK_TEXT("8: nearly median-unbiased")},
    {WK_TEXT("type9"), WK_TEXT("9: nearly unbiased for normal data")},
};
_Static_assert(WK_COUNT(quantile_types) == QUANTILE_TYPES, "one row per definition of Hyndman and Fan");

static const wk_choice rules[] = {
    [RULE_TUKEY] = {WK_TEXT("tukey"), WK_TEXT("Tukey: quartiles and IQR")},
    [RULE_ADJUSTED] = {WK_TEXT("adjusted"), WK_TEXT("Adjusted for skewness (medcouple)")},
    [RULE_MAD] = {WK_TEXT("mad"), WK_TEXT("Median and MAD")},
};
_Static_assert(WK_COUNT(rules) == RULES, "one row per rule");

static const wk_choice transforms[] = {
    [TRANSFORM_NONE] = {WK_TEXT("none"), WK_TEXT("None")},
    [TRANSFORM_LOG] = {WK_TEXT("log"), WK_TEXT("Logarithm")},
    [TRANSFORM_BOXCOX] = {WK_TEXT("boxcox"), WK_TEXT("Box-Cox power")},
};
_Static_assert(WK_COUNT(transforms) == TRANSFORMS, "one row per transform");

static const wk_param params[] = {
    [P_K] = {.id = WK_TEXT("k"),
             .label = WK_TEXT("Fence multiplier k"),
             .unit = WK_TEXT(""),
             .help =
                 WK_TEXT("How many IQRs (or scaled MADs) a fence stands off: 1.5 is Tukey's fence, 3 his \"far out\" "
                         "and the usual choice with the MAD rule."),
             .kind = WK_REAL,
             .value = 1.5,
             .min = 0,
             .max = 1000,
             .slider_min = 0,
             .slider_max = 5,
             .group = WK_TEXT("Fences")},
    [P_QUANTILE] = {.id = WK_TEXT("quantile"),
                    .label = WK_TEXT("Quantile definition"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("The sample quantile by its number in Hyndman & Fan (1996), for the quartiles, the "
                                    "median and the MAD."),
                    .kind = WK_CHOICE,
                    .value = TYPE_DEFAULT - 1,
                    .min = 0,
                    .max = QUANTILE_TYPES - 1,
                    .choices = quantile_types,
                    .group = WK_TEXT("Fences")},
    [P_RULE] = {.id = WK_TEXT("rule"),
                .label = WK_TEXT("Rule"),
                .unit = WK_TEXT(""),
                .help = WK_TEXT("Tukey: Q1 - k IQR and Q3 + k IQR; adjusted: the same with k scaled by e^(-4 MC) and "
                                "e^(3 MC), or e^(-3 MC) and e^(4 MC) when the medcouple MC is negative; MAD: median -+ "
                                "k 1.4826 MAD."),
                .kind = WK_CHOICE,
                .value = RULE_TUKEY,
                .min = 0,
                .max = RULES - 1,
                .choices = rules,
                .group = WK_TEXT("Fences")},
    [P_TRANSFORM] = {.id = WK_TEXT("transform"),
                     .label = WK_TEXT("Transform before fencing"),
                     .unit = WK_TEXT(""),
                     .help =
                         WK_TEXT("Fences are set on this scale and reported on the data's own; log and Box-Cox take "
                                 "positive values only."),
                     .kind = WK_CHOICE,
                     .value = TRANSFORM_NONE,
                     .min = 0,
                     .max = TRANSFORMS - 1,
                     .choices = transforms,
                     .group = WK_TEXT("Fences")},
};
_Static_assert(WK_COUNT(params) == PARAMS, "one row per parameter");

enum { C_VALUE, COLUMNS };

/* The bounds leave room for q3 + 1000 e^4 IQR below the largest double. */
static const wk_column columns[] = {
    [C_VALUE] = {.id = WK_TEXT("value"),
                 .label = WK_TEXT("Value"),
                 .unit = WK_TEXT(""),
                 .min = -1e300,
                 .max = 1e300,
                 .may_be_missing = true},
};
_Static_assert(WK_COUNT(columns) == COLUMNS, "one row per column");

enum {
    S_N,
    S_N_MISSING,
    S_Q1,
    S_MEDIAN,
    S_Q3,
    S_IQR,
    S_LOWER_FENCE,
    S_UPPER_FENCE,
    S_WHISKER_LOW,
    S_WHISKER_HIGH,
    S_N_OUTLIERS,
    S_N_LOW,
    S_N_HIGH,
    S_MEAN,
    S_SD,
    S_SKEWNESS,
    S_MEDCOUPLE,
    S_LAMBDA,
    SCALARS
};

static const wk_scalar scalars[] = {
    [S_N] = {.id = WK_TEXT("n"),
             .label = WK_TEXT("Values"),
             .unit = WK_TEXT(""),
             .help = WK_TEXT("Values that are not missing."),
             .kind = WK_INT},
    [S_N_MISSING] = {.id = WK_TEXT("n_missing"),
                     .label = WK_TEXT("Missing"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("Rows without a value; they are skipped, never counted as 0."),
                     .kind = WK_INT},
    [S_Q1] = {.id = WK_TEXT("q1"),
              .label = WK_TEXT("Lower quartile Q1"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("The quantile at 0.25 by the chosen definition, on the data's own scale."),
              .may_be_null = true},
    [S_MEDIAN] = {.id = WK_TEXT("median"),
                  .label = WK_TEXT("Median"),
                  .unit = WK_TEXT(""),
                  .help = WK_TEXT("The quantile at 0.5 by the chosen definition, on the data's own scale."),
                  .may_be_null = true},
    [S_Q3] = {.id = WK_TEXT("q3"),
              .label = WK_TEXT("Upper quartile Q3"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("The quantile at 0.75 by the chosen definition, on the data's own scale."),
              .may_be_null = true},
    [S_IQR] = {.id = WK_TEXT("iqr"),
               .label = WK_TEXT("Interquartile range"),
               .unit = WK_TEXT(""),
               .help = WK_TEXT("Q3 - Q1 on the data's own scale."),
               .may_be_null = true},
    [S_LOWER_FENCE] = {.id = WK_TEXT("lower_fence"),
                       .label = WK_TEXT("Lower fence"),
                       .unit = WK_TEXT(""),
                       .help = WK_TEXT("A value strictly below it is flagged; it is a limit, not a value of the data, "
                                       "and null where the transformed scale has no such number."),
                       .may_be_null = true},
    [S_UPPER_FENCE] = {.id = WK_TEXT("upper_fence"),
                       .label = WK_TEXT("Upper fence"),
                       .unit = WK_TEXT(""),
                       .help = WK_TEXT("A value strictly above it is flagged; it is a limit, not a value of the data, "
                                       "and null where the transformed scale has no such number."),
                       .may_be_null = true},
    [S_WHISKER_LOW] = {.id = WK_TEXT("whisker_low"),
                       .label = WK_TEXT("Lower whisker end"),
                       .unit = WK_TEXT(""),
                       .help =
                           WK_TEXT("The smallest value within the fences, or Q1 where that would lie inside the box."),
                       .may_be_null = true},
    [S_WHISKER_HIGH] = {.id = WK_TEXT("whisker_high"),
                        .label = WK_TEXT("Upper whisker end"),
                        .unit = WK_TEXT(""),
                        .help =
                            WK_TEXT("The largest value within the fences, or Q3 where that would lie inside the box."),
                        .may_be_null = true},
    [S_N_OUTLIERS] = {.id = WK_TEXT("n_outliers"),
                      .label = WK_TEXT("Flagged values"),
                      .unit = WK_TEXT(""),
                      .help = WK_TEXT("Values strictly beyond a fence; a flag means \"look\", not \"delete\"."),
                      .kind = WK_INT},
    [S_N_LOW] = {.id = WK_TEXT("n_low"),
                 .label = WK_TEXT("Flagged below"),
                 .unit = WK_TEXT(""),
                 .help = WK_TEXT("Values strictly below the lower fence."),
                 .kind = WK_INT},
    [S_N_HIGH] = {.id = WK_TEXT("n_high"),
                  .label = WK_TEXT("Flagged above"),
                  .unit = WK_TEXT(""),
                  .help = WK_TEXT("Values strictly above the upper fence."),
                  .kind = WK_INT},
    [S_MEAN] = {.id = WK_TEXT("mean"),
                .label = WK_TEXT("Mean"),
                .unit = WK_TEXT(""),
                .help = WK_TEXT("The arithmetic mean of all values, flagged ones included."),
                .may_be_null = true},
    [S_SD] = {.id = WK_TEXT("sd"),
              .label = WK_TEXT("Standard deviation"),
              .unit = WK_TEXT(""),
              .help = WK_TEXT("With the divisor n - 1; null below two values."),
              .may_be_null = true},
    [S_SKEWNESS] = {.id = WK_TEXT("skewness"),
                    .label = WK_TEXT("Skewness"),
                    .unit = WK_TEXT(""),
                    .help =
                        WK_TEXT("The bias-corrected G1 of the data; null below three values and when all are equal."),
                    .may_be_null = true},
    [S_MEDCOUPLE] = {.id = WK_TEXT("medcouple"),
                     .label = WK_TEXT("Medcouple"),
                     .unit = WK_TEXT(""),
                     .help =
                         WK_TEXT("A robust skewness in [-1, 1] of the values as fenced, that is after the transform; "
                                 "above 100,000 rows it is computed for the adjusted rule only."),
                     .may_be_null = true},
    [S_LAMBDA] = {.id = WK_TEXT("lambda"),
                  .label = WK_TEXT("Box-Cox lambda"),
                  .unit = WK_TEXT(""),
                  .help = WK_TEXT("The power in [-5, 5] of maximum likelihood; null without the Box-Cox transform and "
                                  "when all values are equal."),
                  .may_be_null = true},
};
_Static_assert(WK_COUNT(scalars) == SCALARS, "one row per scalar");

enum { G_OUTLIERS, G_HISTOGRAM, GROUPS };

static const wk_group groups[] = {
    [G_OUTLIERS] = {WK_TEXT("outliers"), WK_TEXT("Flagged values")},
    [G_HISTOGRAM] = {WK_TEXT("histogram"), WK_TEXT("Histogram")},
};
_Static_assert(WK_COUNT(groups) == GROUPS, "one row per group");

enum { R_OUTLIER_ROW, R_OUTLIER_VALUE, R_HIST_EDGE, R_HIST_COUNT, SERIES };

static const wk_series series[] = {
    [R_OUTLIER_ROW] = {.id = WK_TEXT("outlier_row"),
                       .label = WK_TEXT("Row, from 0, missing ones counted"),
                       .unit = WK_TEXT(""),
                       .group = G_OUTLIERS},
    [R_OUTLIER_VALUE] = {.id = WK_TEXT("outlier_value"),
                         .label = WK_TEXT("Value"),
                         .unit = WK_TEXT(""),
                         .group = G_OUTLIERS},
    [R_HIST_EDGE] = {.id = WK_TEXT("hist_edge"),
                     .label = WK_TEXT("Bin edge"),
                     .unit = WK_TEXT(""),
                     .group = G_HISTOGRAM},
    [R_HIST_COUNT] = {.id = WK_TEXT("hist_count"),
                      .label = WK_TEXT("Values from this edge to the next"),
                      .unit = WK_TEXT(""),
                      .group = G_HISTOGRAM},
};
_Static_assert(WK_COUNT(series) == SERIES, "one row per series");

enum {
    NOTE_NO_VALUES,
    NOTE_ZERO_IQR,
    NOTE_MAD_K,
    NOTE_OUTLIERS_CAPPED,
    NOTE_NO_FENCE,
    NOTE_FENCE_OUT_OF_RANGE,
    NOTE_LAMBDA_AT_BOUND,
    NOTES
};

static const wk_note notes[] = {
    [NOTE_NO_VALUES] = {WK_TEXT("no_values"), WK_TEXT("There is no value, so there are no quartiles and no fences.")},
    [NOTE_ZERO_IQR] = {WK_TEXT("zero_iqr"),
                       WK_TEXT(
                           "The middle half of the values has no spread, so the fences have no width and every value "
                           "off them is flagged.")},
    [NOTE_MAD_K] = {WK_TEXT("mad_k"),
                    WK_TEXT("With the MAD rule k counts standard deviations of a normal distribution: 3 is usual, 1.5 "
                            "would flag 13 % of clean normal data.")},
    [NOTE_OUTLIERS_CAPPED] = {WK_TEXT("outliers_capped"),
                              WK_TEXT("Only the first 100,000 flagged values are listed; the counts are complete.")},
    [NOTE_NO_FENCE] = {WK_TEXT("no_fence"),
                       WK_TEXT("On one side no number has the fence as its Box-Cox power, so there is no fence and "
                               "nothing lies beyond it.")},
    [NOTE_FENCE_OUT_OF_RANGE] = {WK_TEXT("fence_out_of_range"),
                                 WK_TEXT("The upper fence is larger than any number that can be stored (1.8e308), so "
                                         "nothing lies beyond it.")},
    [NOTE_LAMBDA_AT_BOUND] = {WK_TEXT("lambda_at_bound"),
                              WK_TEXT("The likelihood still rises at the end of the allowed range of lambda; a Box-Cox "
                                      "power does not suit these data.")},
};
_Static_assert(WK_COUNT(notes) == NOTES, "one row per note");

enum {
    ROWS_MOST = 2000000,
    OUTLIERS_MOST = 100000,
    BINS_MOST = 60,
    MEDCOUPLE_ROWS = 100000 /* up to here it is shown with every rule; beyond, it would be most of the run */
};

/* 1 / Phi^-1(3/4): makes the MAD of normal data estimate their standard deviation. */
static const double MAD_SCALE = 1.4826;

static const double LAMBDA_BOUND = 5.0;

/* Keeps k IQR finite on the Box-Cox scale; e^600 is so far out that only its order matters. */
static const double EXPONENT_MOST = 600.0;

typedef struct quartiles {
    double q1, median, q3;
} quartiles;

typedef struct fences {
    double lower, upper;
} fences;

/*
 * Where the fences are set. The Box-Cox power is taken of x / e^origin: all rules are equivariant under the resulting
 * change of unit and zero, and near the middle of the data the power keeps its digits and its range.
 */
typedef struct fence_scale {
    uint32_t transform;
    double lambda;
    double origin;
} fence_scale;

typedef enum side { BELOW = -1, ABOVE = 1 } side;

static uint32_t choice(const wk_input *input, uint32_t param) {
    return (uint32_t)input->params[param];
}

static bool shows_medcouple(const wk_input *input) {
    return choice(input, P_RULE) == RULE_ADJUSTED || input->rows <= MEDCOUPLE_ROWS;
}

/* For a transform other than none. */
static double to_fence_scale(const fence_scale *scale, double value) {
    const double from_origin = log(value) - scale->origin;
    if (scale->transform == TRANSFORM_LOG || scale->lambda == 0.0) {
        return from_origin;
    }
    return expm1(fmin(scale->lambda * from_origin, EXPONENT_MOST)) / scale->lambda;
}

/* NaN where no number has that power, Infinity beyond the range of doubles. */
static double to_data_scale(const fence_scale *scale, double fence) {
    if (scale->transform == TRANSFORM_NONE) {
        return fence;
    }
    if (scale->transform == TRANSFORM_LOG || scale->lambda == 0.0) {
        return exp(fence + scale->origin);
    }
    const double growth = scale->lambda * fence;
    return growth > -1.0 ? exp(log1p(growth) / scale->lambda + scale->origin) : (double)NAN;
}

static uint32_t gather(const wk_input *input, double *values) {
    uint32_t n = 0;
    for (uint32_t row = 0; row < input->rows; row++) {
        if (!isnan(input->table[row])) {
            values[n++] = input->table[row];
        }
    }
    return n;
}

/* The outer quartiles are sought in an array that the median has already halved. */
static quartiles quartiles_of(double *values, uint32_t n, uint32_t type) {
    quartiles q;
    q.median = wk_quantile(values, n, 0.5, type);
    q.q1 = wk_quantile(values, n, 0.25, type);
    q.q3 = wk_quantile(values, n, 0.75, type);
    return q;
}

/* Turns values into their logarithms or Box-Cox powers, in place. */
static fence_scale change_scale(const wk_input *input, wk_output *output, double *values, uint32_t n, double median) {
    fence_scale scale = {.transform = choice(input, P_TRANSFORM), .lambda = 0.0, .origin = 0.0};
    if (scale.transform == TRANSFORM_NONE) {
        return scale;
    }
    if (scale.transform == TRANSFORM_BOXCOX) {
        for (uint32_t i = 0; i < n; i++) {
            values[i] = log(values[i]);
        }
        scale.origin = log(median);
        scale.lambda = wk_boxcox_lambda(values, n);
        output->scalars[S_LAMBDA] = scale.lambda;
        if (fabs(scale.lambda) == LAMBDA_BOUND) {
            wk_set_note(output, NOTE_LAMBDA_AT_BOUND);
        }
        if (isnan(scale.lambda)) {
            scale.lambda = 1.0;
        }
    }
    (void)gather(input, values);
    for (uint32_t i = 0; i < n; i++) {
        values[i] = to_fence_scale(&scale, values[i]);
    }
    return scale;
}

static double median_deviation(const double *values, uint32_t n, double median, uint32_t type, double *spare) {
    for (uint32_t i = 0; i < n; i++) {
        spare[i] = fabs(values[i] - median);
    }
    return wk_quantile(spare, n, 0.5, type);
}

/* The fences on the scale where they are set; *spread is what k multiplies. */
static fences set_fences(const wk_input *input, const double *values, uint32_t n, quartiles q, double medcouple,
                         double *spare, double *spread) {
    const double k = input->params[P_K];
    if (choice(input, P_RULE) == RULE_MAD) {
        const double mad = median_deviation(values, n, q.median, choice(input, P_QUANTILE) + 1, spare);
        *spread = MAD_SCALE * mad;
        return (fences){q.median - k * *spread, q.median + k * *spread};
    }
    *spread = q.q3 - q.q1;
    if (choice(input, P_RULE) == RULE_TUKEY) {
        return (fences){q.q1 - k * *spread, q.q3 + k * *spread};
    }
    const double down = exp(medcouple >= 0.0 ? -4.0 * medcouple : -3.0 * medcouple);
    const double up = exp(medcouple >= 0.0 ? 3.0 * medcouple : 4.0 * medcouple);
    return (fences){q.q1 - k * down * *spread, q.q3 + k * up * *spread};
}

static bool is_beyond(double value, double fence, side s) {
    return s == ABOVE ? value > fence : value < fence;
}

/*
 * A fence on the data's scale. The way there and back rounds, so values next to the fence are asked on the fence's
 * scale: one that equals it there is the fence, and none that is inside there may fall outside (constant data, k = 0).
 */
static double settle_fence(const wk_input *input, const fence_scale *scale, double fence, side s) {
    double settled = to_data_scale(scale, fence);
    if (scale->transform == TRANSFORM_NONE || !(settled <= DBL_MAX)) {
        return settled;
    }
    const double rounding = 1e-9 * settled;
    const double nearest = settled - rounding;
    const double farthest = settled + rounding;
    bool on_value = false;
    for (uint32_t row = 0; row < input->rows; row++) {
        const double value = input->table[row];
        if (!(value >= nearest && value <= farthest)) {
            continue;
        }
        const double image = to_fence_scale(scale, value);
        const bool stands_on_it = image == fence && !on_value;
        if (stands_on_it || (!is_beyond(image, fence, s) && is_beyond(value, settled, s))) {
            on_value = on_value || stands_on_it;
            settled = value;
        }
    }
    return settled;
}

static double report_fence(wk_output *output, double fence) {
    if (isnan(fence)) {
        wk_set_note(output, NOTE_NO_FENCE);
    } else if (isinf(fence)) {
        wk_set_note(output, NOTE_FENCE_OUT_OF_RANGE);
        return (double)NAN;
    }
    return fence;
}

static void list_outlier(wk_output *output, uint32_t at, uint32_t row, double value) {
    if (at < OUTLIERS_MOST) {
        output->series[R_OUTLIER_ROW][at] = (double)row;
        output->series[R_OUTLIER_VALUE][at] = value;
    }
}

/* Counts and lists what lies beyond the fences, and ends the whiskers. A fence that is NaN has nothing beyond it. */
static void flag(const wk_input *input, wk_output *output, fences f, quartiles box) {
    uint32_t low = 0;
    uint32_t high = 0;
    double whisker_low = box.q1;
    double whisker_high = box.q3;
    for (uint32_t row = 0; row < input->rows; row++) {
        const double value = input->table[row];
        if (value < f.lower) {
            list_outlier(output, low + high, row, value);
            low++;
        } else if (value > f.upper) {
            list_outlier(output, low + high, row, value);
            high++;
        } else {
            whisker_low = value < whisker_low ? value : whisker_low;
            whisker_high = value > whisker_high ? value : whisker_high;
        }
    }
    const uint32_t listed = low + high < OUTLIERS_MOST ? low + high : OUTLIERS_MOST;
    output->lengths[G_OUTLIERS] = (double)listed;
    if (listed < low + high) {
        wk_set_note(output, NOTE_OUTLIERS_CAPPED);
    }
    output->scalars[S_N_LOW] = (double)low;
    output->scalars[S_N_HIGH] = (double)high;
    output->scalars[S_N_OUTLIERS] = (double)(low + high);
    output->scalars[S_WHISKER_LOW] = whisker_low;
    output->scalars[S_WHISKER_HIGH] = whisker_high;
}

static void draw_histogram(const wk_input *input, wk_output *output, double iqr) {
    output->lengths[G_HISTOGRAM] = (double)wk_histogram(input->table, input->rows, iqr, BINS_MOST,
                                                        output->series[R_HIST_EDGE], output->series[R_HIST_COUNT]);
}

static void report_counts(const wk_input *input, wk_output *output, uint32_t n) {
    output->scalars[S_N] = (double)n;
    output->scalars[S_N_MISSING] = (double)(input->rows - n);
    output->scalars[S_N_OUTLIERS] = 0.0;
    output->scalars[S_N_LOW] = 0.0;
    output->scalars[S_N_HIGH] = 0.0;
}

static void report_box(wk_output *output, quartiles box, wk_moments moments) {
    output->scalars[S_Q1] = box.q1;
    output->scalars[S_MEDIAN] = box.median;
    output->scalars[S_Q3] = box.q3;
    output->scalars[S_IQR] = box.q3 - box.q1;
    output->scalars[S_MEAN] = moments.mean;
    output->scalars[S_SD] = moments.sd;
    output->scalars[S_SKEWNESS] = moments.skewness;
}

static wk_status refuse_not_positive(const wk_input *input, wk_error *error) {
    for (uint32_t row = 0; row < input->rows; row++) {
        if (input->table[row] <= 0.0) {
            return wk_refuse_cell(error, WK_R_CELL_NOT_POSITIVE, row, C_VALUE);
        }
    }
    return WK_OK;
}

/* Nanoseconds a row, measured natively on two million rows. */
static double work_per_row(const wk_input *input) {
    static const double by_transform[] = {[TRANSFORM_NONE] = 30.0, [TRANSFORM_LOG] = 55.0, [TRANSFORM_BOXCOX] = 160.0};
    return by_transform[choice(input, P_TRANSFORM)] + (shows_medcouple(input) ? 160.0 : 0.0);
}

static wk_status plan(const wk_input *input, wk_plan_t *plan_out, wk_error *error) {
    if (choice(input, P_TRANSFORM) != TRANSFORM_NONE) {
        const wk_status status = refuse_not_positive(input, error);
        if (status != WK_OK) {
            return status;
        }
    }
    plan_out->capacity[G_OUTLIERS] = input->rows < OUTLIERS_MOST ? input->rows : OUTLIERS_MOST;
    plan_out->capacity[G_HISTOGRAM] = BINS_MOST + 1;
    /* The values, and beside them room to sort them, for the medcouple or for the deviations of the MAD. */
    plan_out->scratch = input->rows + (shows_medcouple(input) ? wk_medcouple_scratch(input->rows) : input->rows);
    plan_out->work = 1000.0 + work_per_row(input) * (double)input->rows;
    return WK_OK;
}

static wk_status run(const wk_input *input, wk_output *output, wk_error *error) {
    (void)error;
    double *const values = output->scratch;
    double *const spare = values + input->rows;
    const uint32_t type = choice(input, P_QUANTILE) + 1;
    const uint32_t n = gather(input, values);
    report_counts(input, output, n);
    if (n == 0) {
        wk_set_note(output, NOTE_NO_VALUES);
        return WK_OK;
    }
    const wk_moments moments = wk_moments_of(values, n);
    const quartiles box = quartiles_of(values, n, type);
    report_box(output, box, moments);

    const fence_scale scale = change_scale(input, output, values, n, box.median);
    double medcouple = (double)NAN;
    if (shows_medcouple(input)) {
        wk_sort(values, n, spare);
        medcouple = wk_medcouple(values, n, spare);
        output->scalars[S_MEDCOUPLE] = medcouple;
    }
    const quartiles fenced = scale.transform == TRANSFORM_NONE ? box : quartiles_of(values, n, type);
    double spread;
    const fences set = set_fences(input, values, n, fenced, medcouple, spare, &spread);
    const fences printed = {report_fence(output, settle_fence(input, &scale, set.lower, BELOW)),
                            report_fence(output, settle_fence(input, &scale, set.upper, ABOVE))};
    output->scalars[S_LOWER_FENCE] = printed.lower;
    output->scalars[S_UPPER_FENCE] = printed.upper;
    flag(input, output, printed, box);
    draw_histogram(input, output, box.q3 - box.q1);

    if (spread == 0.0 && output->scalars[S_N_OUTLIERS] > 0.0) {
        wk_set_note(output, NOTE_ZERO_IQR);
    }
    if (choice(input, P_RULE) == RULE_MAD && input->params[P_K] == 1.5) {
        wk_set_note(output, NOTE_MAD_K);
    }
    return WK_OK;
}

const wk_model wk_model_iqr = {
    .id = WK_TEXT("iqr"),
    .title = WK_TEXT("Outliers by fences"),
    .summary =
        WK_TEXT("Quartiles by Hyndman & Fan, fences by Tukey, by the medcouple-adjusted rule of Hubert & Vandervieren "
                "or by median and MAD, and the values strictly beyond them. The histogram's bins follow Freedman & "
                "Diaconis (Sturges when the IQR is 0), at most 60 of equal width. It says nothing about why a value "
                "is far out, and treats the rows as one group in no order."),
    .rev = 1,
    .random = false,
    .n_params = PARAMS,
    .n_columns = COLUMNS,
    .n_scalars = SCALARS,
    .n_groups = GROUPS,
    .n_series = SERIES,
    .n_grids = 0,
    .n_notes = NOTES,
    .max_rows = ROWS_MOST,
    .params = params,
    .columns = columns,
    .scalars = scalars,
    .groups = groups,
    .series = series,
    .grids = NULL,
    .notes = notes,
    .plan = plan,
    .run = run,
};
