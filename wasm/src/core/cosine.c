#include "cosine.h"

static const double PI = 3.14159265358979323846;

/* Taylor series, for angles up to pi/4: the first term left out is below 1e-17 of the result. */
static double cosine(double x) {
    const double s = x * x;
    double sum = 0.0;
    for (int n = 16; n > 0; n -= 2) {
        sum = -(1.0 + sum) * s / (double)(n * (n - 1));
    }
    return 1.0 + sum;
}

static double sine(double x) {
    const double s = x * x;
    double sum = 0.0;
    for (int n = 17; n > 1; n -= 2) {
        sum = -(1.0 + sum) * s / (double)(n * (n - 1));
    }
    return x + x * sum;
}

double wk_cos_half_turn(double turn) {
    if (turn > 0.5) {
        return -wk_cos_half_turn(1.0 - turn);
    }
    return turn <= 0.25 ? cosine(PI * turn) : sine(PI * (0.5 - turn));
}
