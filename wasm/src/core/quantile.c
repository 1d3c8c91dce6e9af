#include "quantile.h"

#include "random.h"

#include <float.h>
#include <math.h>

enum {
    SAMPLE_FROM = 600, /* Floyd & Rivest's own threshold */
    SAMPLE_SEED = 1    /* fixed: chance decides the time, never the result */
};

static void swap(double *a, double *b) {
    const double kept = *a;
    *a = *b;
    *b = kept;
}

static void sift_down(double *heap, uint32_t n, uint32_t root) {
    const double value = heap[root];
    uint32_t child = 2 * root + 1;
    while (child < n) {
        if (child + 1 < n && heap[child + 1] > heap[child]) {
            child++;
        }
        if (heap[child] <= value) {
            break;
        }
        heap[root] = heap[child];
        root = child;
        child = 2 * root + 1;
    }
    heap[root] = value;
}

static void heap_sort(double *values, uint32_t n) {
    for (uint32_t root = n / 2; root-- > 0;) {
        sift_down(values, n, root);
    }
    for (uint32_t last = n; last-- > 1;) {
        swap(&values[0], &values[last]);
        sift_down(values, last, 0);
    }
}

static double middle_of(double a, double b, double c) {
    if (a < b) {
        return b < c ? b : (a < c ? c : a);
    }
    return a < c ? a : (b < c ? c : b);
}

/*
 * A value a little beyond rank k, towards the middle: k then falls into the smaller part, and after a second round on
 * that part very little is left (Floyd & Rivest 1975, "Expected time bounds for selection", CACM 18:165-172). The
 * sample of some n^(2/3) / 2 values is drawn from equal stretches, at random within them, and selected from at the
 * front.
 */
static double choose_pivot(double *values, uint32_t n, uint32_t k) {
    if (n < SAMPLE_FROM) {
        return middle_of(values[0], values[n / 2], values[n - 1]);
    }
    const double root = cbrt((double)n);
    const uint32_t size = (uint32_t)(0.5 * root * root);
    const uint32_t stretch = n / size;
    wk_random random;
    wk_random_start(&random, SAMPLE_SEED, WK_STREAM_OWN);
    for (uint32_t i = 0; i < size; i++) {
        swap(&values[i], &values[i * stretch + wk_random_below(&random, stretch)]);
    }
    /* Four standard errors of a sample rank at the median. */
    const double beyond = (k < n / 2 ? 2.0 : -2.0) * sqrt((double)size);
    const double expected = (double)k / (double)n * (double)size + beyond;
    const uint32_t rank = (uint32_t)fmin(fmax(expected, 0.0), (double)(size - 1));
    wk_select(values, size, rank);
    return values[rank];
}

/* Moves what is below the pivot to the front and returns how many those are. No branch depends on a value. */
static uint32_t move_below(double *values, uint32_t n, double pivot) {
    uint32_t below = 0;
    for (uint32_t i = 0; i < n; i++) {
        const double value = values[i];
        values[i] = values[below];
        values[below] = value;
        below += value < pivot;
    }
    return below;
}

static uint32_t move_up_to(double *values, uint32_t n, double pivot) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const double value = values[i];
        values[i] = values[count];
        values[count] = value;
        count += value <= pivot;
    }
    return count;
}

static uint32_t round_limit(uint32_t n) {
    uint32_t limit = 8;
    for (; n > 1; n /= 2) {
        limit += 2;
    }
    return limit;
}

/*
 * Where a pivot leaves little below it, many values may equal it: they are then taken out as well, so that constant and
 * two-valued data end at once. A part that has not closed after some 2 log2 n rounds is sorted by heap, so no input
 * takes quadratic time.
 */
void wk_select(double *values, uint32_t n, uint32_t k) {
    for (uint32_t rounds = round_limit(n); n > 1; rounds--) {
        if (rounds == 0) {
            heap_sort(values, n);
            return;
        }
        const double pivot = choose_pivot(values, n, k);
        uint32_t passed = move_below(values, n, pivot);
        if (k < passed) {
            n = passed;
            continue;
        }
        if (passed <= n / 8) {
            passed += move_up_to(values + passed, n - passed, pivot);
            if (k < passed) {
                return;
            }
        }
        values += passed;
        n -= passed;
        k -= passed;
    }
}

/*
 * np + m, 1-based, as one fraction: written out, np + (p + 1) / 3 rounds twice and can miss a whole rank. At quarter
 * points every numerator here is exact.
 */
static double rank_of(uint32_t n, double p, uint32_t type) {
    const double size = (double)n;
    switch (type) {
    case 1:
    case 2:
    case 4:
        return size * p;
    case 3:
        return size * p - 0.5;
    case 5:
        return size * p + 0.5;
    case 6:
        return (size + 1.0) * p;
    case 8:
        return ((3.0 * size + 1.0) * p + 1.0) / 3.0;
    case 9:
        return ((8.0 * size + 2.0) * p + 3.0) / 8.0;
    default:
        return (size - 1.0) * p + 1.0;
    }
}

/* A rank a few roundings away from a whole one is that one: 100 * 0.07 must be the 7th value, not the 8th. */
static double snap_to_whole(double rank) {
    const double whole = floor(rank + 0.5);
    return fabs(rank - whole) <= 4.0 * DBL_EPSILON * fabs(rank) ? whole : rank;
}

/* gamma: the share of the upper of the two neighbours. */
static double upper_share(double lower_rank, double fraction, uint32_t type) {
    switch (type) {
    case 1:
        return fraction > 0.0 ? 1.0 : 0.0;
    case 2:
        return fraction > 0.0 ? 1.0 : 0.5;
    case 3:
        return fraction > 0.0 || fmod(lower_rank, 2.0) != 0.0 ? 1.0 : 0.0;
    default:
        return fraction;
    }
}

/* Between low and high, never outside them, exactly low when both are equal, and finite when high - low is not. */
static double interpolate(double low, double high, double share) {
    const double gap = high - low;
    if (!(gap <= DBL_MAX)) {
        return (1.0 - share) * low + share * high;
    }
    const double between = share < 0.5 ? low + gap * share : high - gap * (1.0 - share);
    return fmin(fmax(between, low), high);
}

static uint32_t clamp_index(double rank, uint32_t n) {
    if (rank < 1.0) {
        return 0;
    }
    return rank >= (double)n ? n - 1 : (uint32_t)rank - 1;
}

static double least_of(const double *values, uint32_t n) {
    double least = values[0];
    for (uint32_t i = 1; i < n; i++) {
        least = values[i] < least ? values[i] : least;
    }
    return least;
}

static double greatest_of(const double *values, uint32_t n) {
    double greatest = values[0];
    for (uint32_t i = 1; i < n; i++) {
        greatest = values[i] > greatest ? values[i] : greatest;
    }
    return greatest;
}

double wk_quantile(double *values, uint32_t n, double p, uint32_t type) {
    const double rank = snap_to_whole(rank_of(n, p, type));
    const double lower_rank = floor(rank);
    const double share = upper_share(lower_rank, rank - lower_rank, type);
    const uint32_t lower = clamp_index(lower_rank, n);
    const uint32_t upper = clamp_index(lower_rank + 1.0, n);
    if (share <= 0.0 || share >= 1.0 || lower == upper) {
        const uint32_t wanted = share < 1.0 ? lower : upper;
        wk_select(values, n, wanted);
        return values[wanted];
    }
    /* One selection; the neighbour is the extreme of the shorter side. */
    if (upper < n / 2) {
        wk_select(values, n, upper);
        return interpolate(greatest_of(values, upper), values[upper], share);
    }
    wk_select(values, n, lower);
    return interpolate(values[lower], least_of(values + upper, n - upper), share);
}
