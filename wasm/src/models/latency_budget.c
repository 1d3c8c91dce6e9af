/*
 * latency_budget - does a chain of stages fit its budget, on average and in the tail?
 *
 * A stage's time is lognormal, fixed by its median and its 99th percentile: p50 exp(sigma Z), where
 * sigma = ln(p99 / p50) / 2.3263. The normals Z of different stages have one common correlation rho (an equicorrelated
 * Gaussian copula): Z = sqrt(rho) C + sqrt(1 - rho) E, with C shared by a request's stages. The draws are the same at
 * every correlation, and each stage has its own stream, so that an edit shows its own effect and not chance.
 * Fan-out: Dean & Barroso (2013), "The Tail at Scale", CACM 56(2):74-80.
 */
#include "histogram.h"
#include "model.h"
#include "quantile.h"
#include "random.h"

#include <float.h>
#include <math.h>

enum { P_BUDGET_MS, P_PERCENTILE, P_SAMPLES, P_CORRELATION, P_FANOUT, PARAMS };

static const wk_param params[] = {
    [P_BUDGET_MS] = {.id = WK_TEXT("budget_ms"),
                     .label = WK_TEXT("Budget"),
                     .unit = WK_TEXT("ms"),
                     .help = WK_TEXT("Time that a whole request may take; a total exactly at the budget still meets "
                                     "it."),
                     .kind = WK_REAL,
                     .value = 250,
                     .min = 0.001,
                     .max = 1e9,
                     .slider_min = 10,
                     .slider_max = 2000,
                     .group = WK_TEXT("Budget")},
    [P_PERCENTILE] = {.id = WK_TEXT("percentile"),
                      .label = WK_TEXT("Percentile"),
                      .unit = WK_TEXT("%"),
                      .help =
                          WK_TEXT("The share of requests, in percent, that the promise covers; it is also the share "
                                  "of fast calls in the fan-out."),
                      .kind = WK_REAL,
                      .value = 99,
                      .min = 0.0001,
                      .max = 99.9999,
                      .slider_min = 50,
                      .slider_max = 99.9,
                      .group = WK_TEXT("Budget")},
    [P_SAMPLES] = {.id = WK_TEXT("samples"),
                   .label = WK_TEXT("Simulated requests"),
                   .unit = WK_TEXT("requests"),
                   .help = WK_TEXT("Chains drawn at random; a percentile needs some hundred of them beyond it to be "
                                   "steady."),
                   .kind = WK_INT,
                   .scale = WK_LOG,
                   .value = 20000,
                   .min = 100,
                   .max = 1000000,
                   .slider_min = 1000,
                   .slider_max = 200000,
                   .group = WK_TEXT("Simulation")},
    [P_CORRELATION] = {.id = WK_TEXT("correlation"),
                       .label = WK_TEXT("Correlation of the stages"),
                       .unit = WK_TEXT(""),
                       .help =
                           WK_TEXT("Of the normals behind any two stages: 0 is independent, 1 makes all stages slow "
                                   "in the same requests."),
                       .kind = WK_REAL,
                       .value = 0,
                       .min = 0,
                       .max = 1,
                       .group = WK_TEXT("Simulation")},
    [P_FANOUT] = {.id = WK_TEXT("fanout"),
                  .label = WK_TEXT("Fan-out"),
                  .unit = WK_TEXT("calls"),
                  .help = WK_TEXT("Independent calls in parallel that a request waits for; it enters the chance that "
                                  "all are fast, not the simulated chain."),
                  .kind = WK_INT,
                  .scale = WK_LOG,
                  .value = 1,
                  .min = 1,
                  .max = 10000,
                  .slider_min = 1,
                  .slider_max = 1000,
                  .group = WK_TEXT("Fan-out")},
};
_Static_assert(WK_COUNT(params) == PARAMS, "one row per parameter");

enum { C_P50, C_P99, COLUMNS };

static const wk_column columns[] = {
    [C_P50] = {.id = WK_TEXT("p50"), .label = WK_TEXT("Median"), .unit = WK_TEXT("ms"), .min = 0, .max = 1e9},
    [C_P99] = {.id = WK_TEXT("p99"),
               .label = WK_TEXT("99th percentile, blank for a constant"),
               .unit = WK_TEXT("ms"),
               .min = 0,
               .max = 1e9,
               .may_be_missing = true},
};
_Static_assert(WK_COUNT(columns) == COLUMNS, "one row per column");

enum {
    S_SPENT_MS,
    S_REMAINING_MS,
    S_SUM_OF_P99_MS,
    S_P50_MS,
    S_P95_MS,
    S_P99_MS,
    S_AT_PERCENTILE_MS,
    S_MISS_RATE,
    S_LARGEST_STAGE_MS,
    S_FANOUT_ALL_FAST,
    SCALARS
};

static const wk_scalar scalars[] = {
    [S_SPENT_MS] = {.id = WK_TEXT("spent_ms"),
                    .label = WK_TEXT("Spent at the medians"),
                    .unit = WK_TEXT("ms"),
                    .help = WK_TEXT("Sum of the stages' medians; the median of the whole chain is another number, "
                                    "usually above it."),
                    .may_be_null = true},
    [S_REMAINING_MS] = {.id = WK_TEXT("remaining_ms"),
                        .label = WK_TEXT("Left at the medians"),
                        .unit = WK_TEXT("ms"),
                        .help = WK_TEXT("Budget less the sum of the medians; below zero when even that does not fit."),
                        .may_be_null = true},
    [S_SUM_OF_P99_MS] = {.id = WK_TEXT("sum_of_p99_ms"),
                         .label = WK_TEXT("Sum of the p99s (an upper bound)"),
                         .unit = WK_TEXT("ms"),
                         .help = WK_TEXT("Not the p99 of the chain: the stages reach it together only at correlation "
                                         "1; a constant stage counts with its p50."),
                         .may_be_null = true},
    [S_P50_MS] = {.id = WK_TEXT("p50_ms"),
                  .label = WK_TEXT("Median of the chain"),
                  .unit = WK_TEXT("ms"),
                  .help = WK_TEXT("Sample quantile (type 7) of the simulated totals at 50 %."),
                  .may_be_null = true},
    [S_P95_MS] = {.id = WK_TEXT("p95_ms"),
                  .label = WK_TEXT("p95 of the chain"),
                  .unit = WK_TEXT("ms"),
                  .help = WK_TEXT("Sample quantile (type 7) of the simulated totals at 95 %."),
                  .may_be_null = true},
    [S_P99_MS] = {.id = WK_TEXT("p99_ms"),
                  .label = WK_TEXT("p99 of the chain"),
                  .unit = WK_TEXT("ms"),
                  .help = WK_TEXT("Sample quantile (type 7) of the simulated totals at 99 %."),
                  .may_be_null = true},
    [S_AT_PERCENTILE_MS] = {.id = WK_TEXT("at_percentile_ms"),
                            .label = WK_TEXT("Chain at the chosen percentile"),
                            .unit = WK_TEXT("ms"),
                            .help = WK_TEXT("Sample quantile (type 7) of the simulated totals; the promise holds when "
                                            "it is within the budget."),
                            .may_be_null = true},
    [S_MISS_RATE] = {.id = WK_TEXT("miss_rate"),
                     .label = WK_TEXT("Requests over budget"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("Share of the simulated totals strictly above the budget."),
                     .may_be_null = true},
    [S_LARGEST_STAGE_MS] = {.id = WK_TEXT("largest_stage_ms"),
                            .label = WK_TEXT("Largest stage"),
                            .unit = WK_TEXT("ms"),
                            .help = WK_TEXT("The largest of the stages' medians."),
                            .may_be_null = true},
    [S_FANOUT_ALL_FAST] = {.id = WK_TEXT("fanout_all_fast"),
                           .label = WK_TEXT("All calls of the fan-out fast"),
                           .unit = WK_TEXT(""),
                           .help = WK_TEXT("(percentile/100)^fan-out: the chance that none of the independent calls is "
                                           "slower than its own percentile.")},
};
_Static_assert(WK_COUNT(scalars) == SCALARS, "one row per scalar");

enum { G_STAGES, G_HISTOGRAM, GROUPS };

static const wk_group groups[] = {
    [G_STAGES] = {WK_TEXT("stages"), WK_TEXT("Stages")},
    [G_HISTOGRAM] = {WK_TEXT("histogram"), WK_TEXT("Simulated totals")},
};
_Static_assert(WK_COUNT(groups) == GROUPS, "one row per group");

enum { R_STAGE_ROW, R_STAGE_P50, R_STAGE_P99, R_STAGE_SHARE, R_HIST_EDGE, R_HIST_COUNT, SERIES };

static const wk_series series[] = {
    [R_STAGE_ROW] = {.id = WK_TEXT("stage_row"),
                     .label = WK_TEXT("Row, from 0"),
                     .unit = WK_TEXT(""),
                     .group = G_STAGES},
    [R_STAGE_P50] = {.id = WK_TEXT("stage_p50"), .label = WK_TEXT("p50"), .unit = WK_TEXT("ms"), .group = G_STAGES},
    [R_STAGE_P99] = {.id = WK_TEXT("stage_p99"),
                     .label = WK_TEXT("p99, of a constant its p50"),
                     .unit = WK_TEXT("ms"),
                     .group = G_STAGES},
    [R_STAGE_SHARE] = {.id = WK_TEXT("stage_share"),
                       .label = WK_TEXT("Share of the sum of medians"),
                       .unit = WK_TEXT(""),
                       .group = G_STAGES,
                       .may_be_null = true},
    [R_HIST_EDGE] = {.id = WK_TEXT("hist_edge"),
                     .label = WK_TEXT("Bin edge"),
                     .unit = WK_TEXT("ms"),
                     .group = G_HISTOGRAM},
    [R_HIST_COUNT] = {.id = WK_TEXT("hist_count"),
                      .label = WK_TEXT("Requests from this edge to the next"),
                      .unit = WK_TEXT(""),
                      .group = G_HISTOGRAM},
};
_Static_assert(WK_COUNT(series) == SERIES, "one row per series");

enum { NOTE_NO_STAGES, NOTE_FEW_BEYOND, NOTE_ABOVE_BOUND, NOTE_CONSTANT_CHAIN, NOTES };

static const wk_note notes[] = {
    [NOTE_NO_STAGES] = {WK_TEXT("no_stages"), WK_TEXT("There is no stage, so there is no chain to simulate.")},
    [NOTE_FEW_BEYOND] = {WK_TEXT("few_beyond"),
                         WK_TEXT("Fewer than 20 simulated requests lie beyond the chosen percentile: it is known only "
                                 "roughly, and another seed gives another number.")},
    [NOTE_ABOVE_BOUND] = {WK_TEXT("above_bound"),
                          WK_TEXT("The simulated p99 is above the sum of the p99s: by chance, which happens when the "
                                  "stages are slow together, or because tails this heavy do not obey that bound.")},
    [NOTE_CONSTANT_CHAIN] = {WK_TEXT("constant_chain"),
                             WK_TEXT("Every stage is constant, so every request takes the same time.")},
};
_Static_assert(WK_COUNT(notes) == NOTES, "one row per note");

enum { ROWS_MOST = 100, BINS_MOST = 100, FEW = 20 };

/* Phi^-1(0.99) */
static const double NORMAL_P99 = 2.3263478740408408;

static double p50_of(const wk_input *input, uint32_t row) {
    return input->table[row];
}

static double p99_of(const wk_input *input, uint32_t row) {
    const double p99 = input->table[C_P99 * input->rows + row];
    return isnan(p99) ? p50_of(input, row) : p99;
}

static bool is_constant(const wk_input *input, uint32_t row) {
    return p99_of(input, row) == p50_of(input, row);
}

/* Measured natively: a lognormal draw costs some 35 ns; a common normal, the percentiles and the histogram 60. */
static wk_status plan(const wk_input *input, wk_plan_t *plan, wk_error *error) {
    double variable = 0.0;
    for (uint32_t row = 0; row < input->rows; row++) {
        if (p99_of(input, row) < p50_of(input, row)) {
            return wk_refuse_cell(error, WK_R_CELL_BELOW_OTHER, row, C_P99);
        }
        if (!is_constant(input, row)) {
            if (p50_of(input, row) == 0.0) {
                return wk_refuse_cell(error, WK_R_CELL_NOT_POSITIVE, row, C_P50);
            }
            variable += 1.0;
        }
    }
    const uint32_t samples = (uint32_t)input->params[P_SAMPLES];
    plan->capacity[G_STAGES] = input->rows;
    plan->capacity[G_HISTOGRAM] = BINS_MOST + 1;
    plan->scratch = 2 * samples;
    plan->work = 1000.0 + input->params[P_SAMPLES] * (60.0 + 35.0 * variable);
    return WK_OK;
}

static void write_stages(const wk_input *input, wk_output *output) {
    double spent = 0.0;
    double at_p99 = 0.0;
    double largest = 0.0;
    for (uint32_t row = 0; row < input->rows; row++) {
        spent += p50_of(input, row);
        at_p99 += p99_of(input, row);
        largest = fmax(largest, p50_of(input, row));
    }
    for (uint32_t row = 0; row < input->rows; row++) {
        output->series[R_STAGE_ROW][row] = (double)row;
        output->series[R_STAGE_P50][row] = p50_of(input, row);
        output->series[R_STAGE_P99][row] = p99_of(input, row);
        output->series[R_STAGE_SHARE][row] = spent > 0.0 ? p50_of(input, row) / spent : (double)NAN;
    }
    output->lengths[G_STAGES] = (double)input->rows;
    output->scalars[S_SPENT_MS] = spent;
    output->scalars[S_REMAINING_MS] = input->params[P_BUDGET_MS] - spent;
    output->scalars[S_SUM_OF_P99_MS] = at_p99;
    output->scalars[S_LARGEST_STAGE_MS] = largest;
}

/* Adds one lognormal stage to every request's total. */
static void add_stage(const wk_input *input, uint32_t row, const double *common, uint32_t samples, double *totals) {
    const double p50 = p50_of(input, row);
    const double sigma = (log(p99_of(input, row)) - log(p50)) / NORMAL_P99;
    const double shared = sqrt(input->params[P_CORRELATION]);
    const double own = sqrt(1.0 - input->params[P_CORRELATION]);
    wk_random random;
    wk_random_start(&random, input->seed, (uint64_t)WK_STREAM_OWN + row);
    for (uint32_t i = 0; i < samples; i++) {
        const double z = shared * common[i] + own * wk_random_normal(&random);
        totals[i] += p50 * exp(sigma * z);
    }
}

/* Stage by stage in the order of the rows, as spent_ms is summed: a chain of constants totals exactly that. */
static void simulate(const wk_input *input, uint32_t samples, double *totals, double *common) {
    wk_random random;
    wk_random_start(&random, input->seed, WK_STREAM_DATA);
    for (uint32_t i = 0; i < samples; i++) {
        totals[i] = 0.0;
        common[i] = wk_random_normal(&random);
    }
    for (uint32_t row = 0; row < input->rows; row++) {
        if (is_constant(input, row)) {
            for (uint32_t i = 0; i < samples; i++) {
                totals[i] += p50_of(input, row);
            }
        } else {
            add_stage(input, row, common, samples, totals);
        }
    }
}

/* Share of the totals above the budget; NaN when a total is not finite. */
static double miss_rate(const double *totals, uint32_t samples, double budget) {
    uint32_t missed = 0;
    for (uint32_t i = 0; i < samples; i++) {
        if (!(totals[i] <= DBL_MAX)) {
            return (double)NAN;
        }
        missed += totals[i] > budget ? 1 : 0;
    }
    return (double)missed / (double)samples;
}

static void write_totals(const wk_input *input, wk_output *output, double *totals, uint32_t samples) {
    double *const scalar = output->scalars;
    scalar[S_P50_MS] = wk_quantile(totals, samples, 0.5, 7);
    scalar[S_P95_MS] = wk_quantile(totals, samples, 0.95, 7);
    scalar[S_P99_MS] = wk_quantile(totals, samples, 0.99, 7);
    scalar[S_AT_PERCENTILE_MS] = wk_quantile(totals, samples, input->params[P_PERCENTILE] / 100.0, 7);
    const double iqr = wk_quantile(totals, samples, 0.75, 7) - wk_quantile(totals, samples, 0.25, 7);
    output->lengths[G_HISTOGRAM] = (double)wk_histogram(totals, samples, iqr, BINS_MOST, output->series[R_HIST_EDGE],
                                                        output->series[R_HIST_COUNT]);
}

static void write_notes(const wk_input *input, wk_output *output) {
    uint32_t constants = 0;
    for (uint32_t row = 0; row < input->rows; row++) {
        constants += is_constant(input, row) ? 1 : 0;
    }
    if (constants == input->rows) {
        wk_set_note(output, NOTE_CONSTANT_CHAIN);
        return;
    }
    const double beyond = fmin(input->params[P_PERCENTILE], 100.0 - input->params[P_PERCENTILE]) / 100.0;
    if (beyond * input->params[P_SAMPLES] < FEW) {
        wk_set_note(output, NOTE_FEW_BEYOND);
    }
    /* One lognormal stage, or more at correlation 1, meets the sum up to chance. */
    if (output->scalars[S_P99_MS] > output->scalars[S_SUM_OF_P99_MS]) {
        wk_set_note(output, NOTE_ABOVE_BOUND);
    }
}

static wk_status run(const wk_input *input, wk_output *output, wk_error *error) {
    const double *value = input->params;
    /* By exp and log, which are there anyway: pow's tables alone would be a tenth of the WASM. */
    output->scalars[S_FANOUT_ALL_FAST] = exp(value[P_FANOUT] * log(value[P_PERCENTILE] / 100.0));
    if (input->rows == 0) {
        wk_set_note(output, NOTE_NO_STAGES);
        return WK_OK;
    }
    const uint32_t samples = (uint32_t)value[P_SAMPLES];
    double *const totals = output->scratch;
    write_stages(input, output);
    simulate(input, samples, totals, totals + samples);
    const double missed = miss_rate(totals, samples, value[P_BUDGET_MS]);
    if (isnan(missed)) {
        return wk_fail_numeric(error);
    }
    output->scalars[S_MISS_RATE] = missed;
    write_totals(input, output, totals, samples);
    write_notes(input, output);
    return WK_OK;
}

const wk_model wk_model_latency_budget = {
    .id = WK_TEXT("latency_budget"),
    .title = WK_TEXT("Latency budget"),
    .summary =
        WK_TEXT("A request passes its stages one after the other. Each stage's time is lognormal with the given median "
                "and 99th percentile (constant where that is blank), stages are tied by one correlation of the normals "
                "behind them (a Gaussian copula), and the totals are simulated. The histogram has at most 100 bins of "
                "equal width. Queueing, retries, timeouts and stages that run in parallel are left out."),
    .rev = 1,
    .random = true,
    .n_params = PARAMS,
    .n_columns = COLUMNS,
    .n_scalars = SCALARS,
    .n_groups = GROUPS,
    .n_series = SERIES,
    .n_notes = NOTES,
    .max_rows = ROWS_MOST,
    .params = params,
    .columns = columns,
    .scalars = scalars,
    .groups = groups,
    .series = series,
    .notes = notes,
    .plan = plan,
    .run = run,
};
