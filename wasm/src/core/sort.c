#include "sort.h"

#include <stdbool.h>
#include <string.h>

enum {
    DIGIT_BITS = 11, /* six passes over 64 bits, with counters that stay in the first-level cache */
    DIGITS = 1 << DIGIT_BITS,
    KEY_BITS = 64,
    SMALL = 64 /* below this the counters cost more than the values */
};

/* Bits that order as the numbers do: negative numbers are flipped whole, the others only in their sign. */
static uint64_t key_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 63) != 0 ? ~bits : bits | ((uint64_t)1 << 63);
}

static uint32_t digit_of(double value, uint32_t shift) {
    return (uint32_t)(key_of(value) >> shift) & (uint32_t)(DIGITS - 1);
}

static bool is_sorted(const double *values, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        if (values[i] < values[i - 1]) {
            return false;
        }
    }
    return true;
}

static void insertion_sort(double *values, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        const double value = values[i];
        uint32_t at = i;
        while (at > 0 && values[at - 1] > value) {
            values[at] = values[at - 1];
            at--;
        }
        values[at] = value;
    }
}

/* One stable pass from one array to the other; false when all values share the digit and nothing was moved. */
static bool scatter(const double *from, double *to, uint32_t n, uint32_t shift) {
    uint32_t places[DIGITS] = {0};
    for (uint32_t i = 0; i < n; i++) {
        places[digit_of(from[i], shift)]++;
    }
    if (places[digit_of(from[0], shift)] == n) {
        return false;
    }
    uint32_t place = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        const uint32_t count = places[digit];
        places[digit] = place;
        place += count;
    }
    for (uint32_t i = 0; i < n; i++) {
        to[places[digit_of(from[i], shift)]++] = from[i];
    }
    return true;
}

void wk_sort(double *values, uint32_t n, double *spare) {
    if (is_sorted(values, n)) {
        return;
    }
    if (n < SMALL) {
        insertion_sort(values, n);
        return;
    }
    double *from = values;
    double *to = spare;
    for (uint32_t shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
        if (scatter(from, to, n, shift)) {
            double *const filled = to;
            to = from;
            from = filled;
        }
    }
    if (from != values) {
        memcpy(values, from, (size_t)n * sizeof *values);
    }
}
