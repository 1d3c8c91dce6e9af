/* The cosine of a part of a half turn against libm, and at angles with a closed form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cosine.h"

static void agrees_with_libm_over_its_range(void **state) {
    (void)state;
    for (uint32_t i = 0; i <= 200000; i++) {
        const double turn = (double)i / 200000.0;
        const double expected = cos(3.14159265358979323846 * turn);
        /* Near a quarter turn libm is given a rounded angle: the difference is that of the angle. */
        assert_true(fabs(wk_cos_half_turn(turn) - expected) <= 4e-16);
    }
}

static void closed_forms(void **state) {
    (void)state;
    assert_true(wk_cos_half_turn(0.0) == 1.0);
    assert_true(wk_cos_half_turn(0.5) == 0.0);
    assert_true(wk_cos_half_turn(1.0) == -1.0);
    assert_true(fabs(wk_cos_half_turn(1.0 / 3.0) - 0.5) <= 2e-16);
    assert_true(fabs(wk_cos_half_turn(0.25) - sqrt(0.5)) <= 2e-16);
}

static void falls_all_the_way(void **state) {
    (void)state;
    for (uint32_t i = 1; i <= 100000; i++) {
        assert_true(wk_cos_half_turn((double)i / 1e5) < wk_cos_half_turn((double)(i - 1) / 1e5));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_libm_over_its_range),
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(falls_all_the_way),
    };
    return cmocka_run_group_tests_name("cosine", tests, NULL, NULL);
}
