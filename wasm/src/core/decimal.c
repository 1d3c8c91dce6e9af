/*
 * Decimal to double, correctly rounded, on three paths:
 *   exact    head and the power of ten are both doubles, so that one operation rounds once
 *            (W. D. Clinger, How to read floating point numbers accurately, 1990);
 *   double-double, with an error bound that says when the answer is certain;
 *   long division of big integers, for what lies too near to halfway between two doubles and for the ends of the range.
 */
#include "decimal.h"

#include <string.h>

enum {
    HEAD_DIGITS = 19,   /* 10^19 < 2^64 */
    EXACT_POWER = 22,   /* 10^22 = 5^22 2^22 and 5^22 < 2^53 */
    SAFE_EXPONENT = 270 /* head * 10^+-270, and its error terms, stay far from overflow and from subnormals */
};

static const double power_of_ten[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                     1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                     1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static bool is_digit(unsigned char byte) {
    return byte >= '0' && byte <= '9';
}

void wk_take_digits(wk_decimal *decimal, const unsigned char *point) {
    uint32_t count = 0;
    decimal->head = 0;
    decimal->exponent = 0;
    decimal->more = false;
    for (const unsigned char *p = decimal->digits; p < decimal->digits_end; p++) {
        if (!is_digit(*p)) {
            continue;
        }
        const bool leading_zero = count == 0 && *p == '0';
        if (leading_zero || count < HEAD_DIGITS) {
            decimal->head = decimal->head * 10 + (uint64_t)(*p - '0');
            decimal->exponent -= p > point;
            count += !leading_zero;
        } else {
            decimal->more |= *p != '0';
            decimal->exponent += p < point;
        }
    }
}

/* ---- Double-double --------------------------------------------------------------------------------------------- */

/* An unevaluated sum, |lo| at most half a unit in the last place of hi. */
typedef struct pair {
    double hi, lo;
} pair;

static pair fast_two_sum(double large, double small) {
    const double sum = large + small;
    return (pair){sum, small - (sum - large)};
}

/* Dekker's product, exact for operands below 2^996: hi is the rounded product, lo its error. */
static pair two_product(double a, double b) {
    const double a_scaled = 134217729.0 * a; /* 2^27 + 1 */
    const double b_scaled = 134217729.0 * b;
    const double a_hi = a_scaled - (a_scaled - a);
    const double b_hi = b_scaled - (b_scaled - b);
    const double a_lo = a - a_hi;
    const double b_lo = b - b_hi;
    const double product = a * b;
    return (pair){product, a_lo * b_lo - (((product - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo)};
}

/*
 * Relative error of either step at most 3 * 2^-106 (Joldes, Muller, Popescu, Tight and rigorous error bounds for basic
 * building blocks of double-word arithmetic, ACM TOMS 44, 2017: DWTimesFP2 and DWDivFP3).
 */
static pair times(pair x, double factor) {
    const pair product = two_product(x.hi, factor);
    return fast_two_sum(product.hi, product.lo + x.lo * factor);
}

static pair divided_by(pair x, double divisor) {
    const double quotient = x.hi / divisor;
    const pair product = two_product(quotient, divisor);
    return fast_two_sum(quotient, ((x.hi - product.hi) - product.lo + x.lo) / divisor);
}

/*
 * head * 10^exponent in at most 13 steps: relative error below 39 * 2^-106, so 2^-100 is a safe bound, with room for
 * the rounding of the bound itself. False when numbers within the bound round to different doubles.
 */
static bool round_by_pair(uint64_t head, int64_t exponent, double *value) {
    const double nearest = (double)head;
    pair x = {nearest, (double)(int64_t)(head - (uint64_t)nearest)};
    uint32_t steps_left = (uint32_t)(exponent < 0 ? -exponent : exponent);
    while (steps_left > 0) {
        const uint32_t step = steps_left < EXACT_POWER ? steps_left : EXACT_POWER;
        x = exponent < 0 ? divided_by(x, power_of_ten[step]) : times(x, power_of_ten[step]);
        steps_left -= step;
    }
    const double bound = x.hi * 0x1p-100;
    *value = x.hi + (x.lo + bound);
    return *value == x.hi + (x.lo - bound);
}

static bool round_quickly(const wk_decimal *decimal, double *value) {
    const int64_t exponent = decimal->exponent;
    if (exponent < -SAFE_EXPONENT || exponent > SAFE_EXPONENT) {
        return false;
    }
    if (decimal->more) {
        double above;
        return round_by_pair(decimal->head, exponent, value) && round_by_pair(decimal->head + 1, exponent, &above) &&
               above == *value;
    }
    if (decimal->head <= (UINT64_C(1) << 53) && exponent >= -EXACT_POWER && exponent <= EXACT_POWER) {
        const double head = (double)decimal->head;
        *value = exponent < 0 ? head / power_of_ten[-exponent] : head * power_of_ten[exponent];
        return true;
    }
    return round_by_pair(decimal->head, exponent, value);
}

/* ---- Big integers ---------------------------------------------------------------------------------------------- */

/*
 * A halfway case has at most 767 significant digits; of more, 800 are kept and a last digit 1 stands for the rest.
 * Largest numbers: the numerator has 801 digits (2661 bits); the denominator is 5^1124 (2610 bits), since a number
 * whose first digit stands above 10^-324 and that has 801 digits ends above 10^-1125. Alignment adds two bits.
 */
enum { KEPT_DIGITS = 800, LIMBS = 86 };

typedef struct big {
    uint32_t limb[LIMBS]; /* least significant first */
    uint32_t used;
} big;

static big big_from(uint64_t value) {
    big result;
    result.limb[0] = (uint32_t)value;
    result.limb[1] = (uint32_t)(value >> 32);
    result.used = result.limb[1] ? 2 : result.limb[0] ? 1 : 0;
    return result;
}

static void multiply_add(big *x, uint32_t factor, uint32_t carry) {
    uint64_t sum = carry;
    for (uint32_t i = 0; i < x->used; i++) {
        sum += (uint64_t)x->limb[i] * factor;
        x->limb[i] = (uint32_t)sum;
        sum >>= 32;
    }
    if (sum) {
        x->limb[x->used++] = (uint32_t)sum;
    }
}

static void multiply_by_power_of_five(big *x, int64_t power) {
    for (; power >= 13; power -= 13) {
        multiply_add(x, 1220703125, 0); /* 5^13, the largest below 2^32 */
    }
    for (; power > 0; power--) {
        multiply_add(x, 5, 0);
    }
}

static int32_t bit_length(const big *x) {
    uint32_t bits = x->used * 32;
    for (uint32_t top = x->limb[x->used - 1]; !(top >> 31); top <<= 1) {
        bits--;
    }
    return (int32_t)bits;
}

static void shift_left(big *x, uint32_t bits) {
    const uint32_t limbs = bits / 32;
    const uint32_t rest = bits % 32;
    multiply_add(x, UINT32_C(1) << rest, 0);
    if (limbs > 0) {
        memmove(x->limb + limbs, x->limb, x->used * sizeof(x->limb[0]));
        memset(x->limb, 0, limbs * sizeof(x->limb[0]));
        x->used += limbs;
    }
}

static int compare(const big *x, const big *y) {
    if (x->used != y->used) {
        return x->used < y->used ? -1 : 1;
    }
    for (uint32_t i = x->used; i-- > 0;) {
        if (x->limb[i] != y->limb[i]) {
            return x->limb[i] < y->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

/* x - y for x >= y. */
static void subtract(big *x, const big *y) {
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < x->used; i++) {
        const uint64_t difference = (uint64_t)x->limb[i] - (i < y->used ? y->limb[i] : 0) - borrow;
        x->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (x->used > 0 && x->limb[x->used - 1] == 0) {
        x->used--;
    }
}

/* The kept digits as an integer, for a decimal with more than a head; *exponent becomes that of its last digit. */
static big kept_digits(const wk_decimal *decimal, int64_t *exponent) {
    big result = big_from(0);
    uint32_t count = 0;
    bool rest = false;
    for (const unsigned char *p = decimal->digits; p < decimal->digits_end; p++) {
        if (!is_digit(*p) || (count == 0 && *p == '0')) {
            continue;
        }
        if (count < KEPT_DIGITS) {
            multiply_add(&result, 10, (uint32_t)(*p - '0'));
            count++;
        } else if (*p != '0') {
            rest = true;
            break;
        }
    }
    *exponent = decimal->exponent - ((int64_t)count - HEAD_DIGITS);
    if (rest) {
        multiply_add(&result, 10, 1);
        *exponent -= 1;
    }
    return result;
}

/*
 * The double nearest to numerator / denominator * 2^scale, by its bits: as many bits of the quotient as a double of
 * that size holds, then the remainder decides. Beyond the largest double these are the bits of infinity or more.
 */
static uint64_t divide(big *numerator, big *denominator, int64_t scale) {
    int64_t top = bit_length(numerator) - bit_length(denominator);
    if (top > 0) {
        shift_left(denominator, (uint32_t)top);
    } else {
        shift_left(numerator, (uint32_t)-top);
    }
    if (compare(numerator, denominator) < 0) {
        shift_left(numerator, 1);
        top--;
    }
    const int64_t exponent = top + scale; /* the value is 2^exponent times a number in [1, 2) */
    const int64_t precision = exponent >= -1022 ? 53 : exponent + 1075;
    if (precision < 0) {
        return 0;
    }
    uint64_t quotient = 0;
    for (int64_t i = 0; i < precision; i++) {
        quotient <<= 1;
        if (compare(numerator, denominator) >= 0) {
            subtract(numerator, denominator);
            quotient |= 1;
        }
        shift_left(numerator, 1);
    }
    const int half = compare(numerator, denominator);
    quotient += half > 0 || (half == 0 && (quotient & 1));
    return exponent >= -1022 ? quotient + ((uint64_t)(exponent + 1022) << 52) : quotient;
}

static bool round_exactly(const wk_decimal *decimal, double *value) {
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    int64_t exponent = decimal->exponent;
    int64_t magnitude = exponent; /* the value is below 10^magnitude and at least a tenth of that */
    for (uint64_t head = decimal->head; head > 0; head /= 10) {
        magnitude++;
    }
    uint64_t bits = infinity;
    if (magnitude < -323) {
        bits = 0; /* below 10^-324, less than half the smallest subnormal */
    } else if (magnitude <= 309) {
        big numerator = decimal->more ? kept_digits(decimal, &exponent) : big_from(decimal->head);
        big denominator = big_from(1);
        multiply_by_power_of_five(exponent < 0 ? &denominator : &numerator, exponent < 0 ? -exponent : exponent);
        bits = divide(&numerator, &denominator, exponent);
    }
    memcpy(value, &bits, sizeof bits);
    return bits < infinity;
}

bool wk_nearest_double(const wk_decimal *decimal, double *value) {
    if (decimal->head == 0) {
        *value = 0.0;
        return true;
    }
    return round_quickly(decimal, value) || round_exactly(decimal, value);
}
