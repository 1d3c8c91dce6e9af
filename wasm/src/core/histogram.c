#include "histogram.h"

#include <float.h>
#include <math.h>

typedef struct range {
    double low, high;
} range;

static range range_of(const double *values, uint32_t n) {
    range r = {DBL_MAX, -DBL_MAX};
    for (uint32_t i = 0; i < n; i++) {
        r.low = values[i] < r.low ? values[i] : r.low;
        r.high = values[i] > r.high ? values[i] : r.high;
    }
    return r;
}

static uint32_t count_of(const double *values, uint32_t n) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        count += isnan(values[i]) ? 0 : 1;
    }
    return count;
}

/* Sturges: the binary logarithm of the count, rounded up, and one. */
static uint32_t sturges_bins(uint32_t count) {
    uint32_t bins = 1;
    while (bins < 32 && (UINT32_C(1) << (bins - 1)) < count) {
        bins++;
    }
    return bins;
}

static uint32_t choose_bins(range r, double iqr, uint32_t count, uint32_t bins_most) {
    const double width = 2.0 * iqr / cbrt((double)count);
    const double span = r.high - r.low;
    const double wanted = width > 0.0 ? ceil(span / width) : (double)sturges_bins(count);
    /* Edges closer than the doubles themselves would coincide. */
    const double spacing = fmax(DBL_EPSILON * fmax(fabs(r.low), fabs(r.high)), DBL_TRUE_MIN);
    const double apart = floor(span / spacing);
    const double bins = fmin(fmin(wanted, apart), (double)bins_most);
    return bins >= 1.0 ? (uint32_t)bins : 1;
}

/* Equal values get a bin wide enough to be seen. */
static range widen(range r) {
    if (r.low == r.high) {
        const double half = fabs(r.low) > 1.0 ? fabs(r.low) / 2.0 : 0.5;
        return (range){r.low - half, r.high + half};
    }
    return r;
}

static uint32_t bin_of(const double *edges, uint32_t bins, double value) {
    const double share = (value - edges[0]) / (edges[bins] - edges[0]);
    uint32_t bin = (uint32_t)(share * (double)bins);
    bin = bin < bins ? bin : bins - 1;
    /* The printed edges decide, not the quotient. */
    while (bin > 0 && value < edges[bin]) {
        bin--;
    }
    while (bin + 1 < bins && value >= edges[bin + 1]) {
        bin++;
    }
    return bin;
}

uint32_t wk_histogram(const double *values, uint32_t n, double iqr, uint32_t bins_most, double *edges, double *counts) {
    const range r = range_of(values, n);
    const uint32_t bins = r.low == r.high ? 1 : choose_bins(r, iqr, count_of(values, n), bins_most);
    const range ends = widen(r);
    for (uint32_t i = 0; i <= bins; i++) {
        edges[i] = ends.low + (ends.high - ends.low) * ((double)i / (double)bins);
        counts[i] = 0.0;
    }
    edges[bins] = ends.high;
    for (uint32_t i = 0; i < n; i++) {
        if (!isnan(values[i])) {
            counts[bin_of(edges, bins, values[i])] += 1.0;
        }
    }
    return bins + 1;
}
