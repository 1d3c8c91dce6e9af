#include "medcouple.h"

#include "quantile.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Every value at or above the median is paired with every value at or below it. Rows are the values above, downwards;
 * columns those below, downwards; the kernel falls along both. Of the rows * columns kernels the middle one is found
 * by cutting the matrix along staircases, each O(rows + columns), at values taken from a random sample of what is left.
 */
typedef struct matrix {
    const double *sorted;
    uint32_t n;
    double scale;
    double median;
    uint32_t rows, columns;
    uint64_t rank; /* wanted, 1 is the largest */
    double *from;  /* per row, the first column still in question */
    double *to;    /* per row, the column after the last one in question */
    double *staircase;
} matrix;

enum {
    SAMPLE_MOST = 65536, /* a round then keeps about one candidate in a hundred */
    SAMPLE_SEED = 1      /* fixed: chance decides the time, never the result */
};

uint32_t wk_medcouple_scratch(uint32_t n) {
    return 3 * n;
}

static double sign_of(int64_t value) {
    return (double)((value > 0) - (value < 0));
}

/*
 * h = (above - below) / (above + below), the distances of the pair from the median.
 * Written so, numerator and denominator rise together and rounding can turn the order of two neighbours by one unit in
 * the last place; a search that trusts the order then never ends (a known fault of published implementations). With the
 * ratio of the smaller to the larger distance every step is monotone after rounding too, and the matrix is truly
 * sorted.
 */
static double kernel(const matrix *m, uint32_t row, uint32_t column) {
    const double above = m->sorted[m->n - 1 - row] * m->scale - m->median;
    const double below = m->median - m->sorted[m->columns - 1 - column] * m->scale;
    if (above > below) {
        const double ratio = below / above;
        return (1.0 - ratio) / (1.0 + ratio);
    }
    if (below > 0.0) {
        const double ratio = above / below;
        return -((1.0 - ratio) / (1.0 + ratio));
    }
    return sign_of((int64_t)m->rows - 1 - (int64_t)row - (int64_t)column);
}

/* Marks per row the first column whose kernel is not above (strict) or not at or above the level; returns how many are.
 */
static uint64_t mark_staircase(matrix *m, double level, bool strict) {
    uint64_t count = 0;
    uint32_t column = 0;
    for (uint32_t row = m->rows; row-- > 0;) {
        while (column < m->columns) {
            const double h = kernel(m, row, column);
            if (strict ? h <= level : h < level) {
                break;
            }
            column++;
        }
        m->staircase[row] = (double)column;
        count += column;
    }
    return count;
}

static void swap(double **a, double **b) {
    double *const kept = *a;
    *a = *b;
    *b = kept;
}

/* Cuts off what is at or above the level, if the wanted rank lies below it. */
static bool keep_below(matrix *m, double level) {
    if (m->rank <= mark_staircase(m, level, false)) {
        return false;
    }
    swap(&m->from, &m->staircase);
    return true;
}

/* Cuts off what is at or below the level, if the wanted rank lies above it. */
static bool keep_above(matrix *m, double level) {
    if (m->rank > mark_staircase(m, level, true)) {
        return false;
    }
    swap(&m->to, &m->staircase);
    return true;
}

/* Draws one kernel from each of size equal stretches of what is left, into the staircase's room. */
static void draw_sample(const matrix *m, double left, uint32_t size, wk_random *random) {
    const double stretch = left / (double)size;
    uint32_t row = 0;
    double before = 0.0;
    for (uint32_t i = 0; i < size; i++) {
        const double drawn = floor(((double)i + wk_random_unit(random)) * stretch);
        const double place = fmin(drawn, left - 1.0);
        while (place >= before + (m->to[row] - m->from[row])) {
            before += m->to[row] - m->from[row];
            row++;
        }
        m->staircase[i] = kernel(m, row, (uint32_t)(m->from[row] + (place - before)));
    }
}

/* The sample's value at a position from its top; positions outside it are its ends. */
static double sample_at(double *sample, uint32_t size, double from_top) {
    const double last = (double)(size - 1);
    const double place = fmin(fmax(floor(from_top), 0.0), last);
    wk_select(sample, size, (uint32_t)(last - place));
    return sample[(uint32_t)(last - place)];
}

/* One round. True when a level turned out to be the wanted value. Each round cuts off at least the level it tried. */
static bool narrow(matrix *m, double left, double rank_in_left, wk_random *random, double *answer) {
    const uint32_t size = m->rows < SAMPLE_MOST ? m->rows : SAMPLE_MOST;
    const double expected = (rank_in_left - 0.5) / left * (double)size;
    const double margin = sqrt((double)size);
    draw_sample(m, left, size, random);
    const double high = sample_at(m->staircase, size, expected - margin);
    const double low = sample_at(m->staircase, size, expected + margin);
    *answer = high;
    if (!keep_below(m, high)) {
        return !keep_above(m, high);
    }
    *answer = low;
    return !keep_above(m, low) && !keep_below(m, low);
}

static double select_among_left(matrix *m, uint32_t left, uint32_t rank_in_left) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < m->rows; row++) {
        for (uint32_t column = (uint32_t)m->from[row]; column < (uint32_t)m->to[row]; column++) {
            m->staircase[count++] = kernel(m, row, column);
        }
    }
    wk_select(m->staircase, left, left - rank_in_left);
    return m->staircase[left - rank_in_left];
}

static double value_at_rank(matrix *m) {
    wk_random random;
    wk_random_start(&random, SAMPLE_SEED, WK_STREAM_OWN);
    for (uint32_t row = 0; row < m->rows; row++) {
        m->from[row] = 0.0;
        m->to[row] = (double)m->columns;
    }
    for (;;) {
        double above = 0.0;
        double left = 0.0;
        for (uint32_t row = 0; row < m->rows; row++) {
            above += m->from[row];
            left += m->to[row] - m->from[row];
        }
        const double rank_in_left = (double)m->rank - above;
        if (left <= (double)m->rows) {
            return select_among_left(m, (uint32_t)left, (uint32_t)rank_in_left);
        }
        double answer;
        if (narrow(m, left, rank_in_left, &random, &answer)) {
            return answer;
        }
    }
}

/* The value at the next rank: the same again, or the largest kernel below it. */
static double value_after(matrix *m, double value) {
    if (mark_staircase(m, value, false) > m->rank) {
        return value;
    }
    double next = -1.0;
    for (uint32_t row = 0; row < m->rows; row++) {
        const uint32_t column = (uint32_t)m->staircase[row];
        if (column < m->columns) {
            next = fmax(next, kernel(m, row, column));
        }
    }
    return next;
}

static void pair_around_median(matrix *m) {
    const uint32_t low = (m->n - 1) / 2;
    const uint32_t high = m->n / 2;
    /* Distances of values near the largest double would overflow. */
    const double largest = fmax(fabs(m->sorted[0]), fabs(m->sorted[m->n - 1]));
    m->scale = largest > DBL_MAX / 4.0 ? 0.25 : 1.0;
    m->median = 0.5 * (m->sorted[low] * m->scale + m->sorted[high] * m->scale);
    m->columns = high;
    while (m->columns < m->n && m->sorted[m->columns] * m->scale <= m->median) {
        m->columns++;
    }
    m->rows = m->n - low - 1;
    while (m->rows < m->n && m->sorted[m->n - 1 - m->rows] * m->scale >= m->median) {
        m->rows++;
    }
}

double wk_medcouple(const double *sorted, uint32_t n, double *scratch) {
    if (n < 3 || sorted[0] == sorted[n - 1]) {
        return 0.0;
    }
    matrix m = {.sorted = sorted, .n = n, .from = scratch, .to = scratch + n, .staircase = scratch + 2 * (size_t)n};
    pair_around_median(&m);
    const uint64_t pairs = (uint64_t)m.rows * m.columns;
    m.rank = (pairs + 1) / 2;
    const double middle = value_at_rank(&m);
    const double medcouple = pairs % 2 == 1 ? middle : 0.5 * (middle + value_after(&m, middle));
    return medcouple + 0.0; /* never -0, which would print as such */
}
