/*
 * kv_cache against published numbers and against a count that shares no code with it: a cache is built cell by cell
 * (layer, head, token, value) and its bytes are added up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "wk.h"

extern const wk_model wk_model_kv_cache;

typedef struct setting {
    const char *id;
    double value;
} setting;

static const setting END = {NULL, 0.0};

static uint32_t param_index(const char *id) {
    uint32_t i = 0;
    while (strcmp(wk_model_kv_cache.params[i].id, id) != 0) {
        i++;
    }
    return i;
}

static uint32_t scalar_index(const char *id) {
    uint32_t i = 0;
    while (strcmp(wk_model_kv_cache.scalars[i].id, id) != 0) {
        i++;
    }
    return i;
}

static wk_status run(const setting *settings, double *block, uint32_t size, wk_error *error) {
    double params[WK_MAX_PARAMS];
    wk_plan_t plan;
    for (uint32_t i = 0; i < wk_model_kv_cache.n_params; i++) {
        params[i] = wk_model_kv_cache.params[i].value;
    }
    for (; settings->id != NULL; settings++) {
        params[param_index(settings->id)] = settings->value;
    }
    const wk_status status = wk_plan(&wk_model_kv_cache, params, NULL, 0, 1.0, &plan, error);
    return status == WK_OK ? wk_run(&wk_model_kv_cache, params, NULL, 0, 1.0, &plan, block, size, error) : status;
}

static double output(const setting *settings, const char *id) {
    static double block[4096];
    wk_error error;
    assert_int_equal(run(settings, block, 4096, &error), WK_OK);
    return block[scalar_index(id)];
}

enum { FP32, FP16, BF16, FP8, INT8, INT4, Q8_0, Q4_0 };
enum { STANDARD, MLA };

static void test_public_case_16_gqa_is_honoured(void **state) {
    (void)state;
    const setting llama3[] = {{"kv_heads", 8}, {"tokens", 8192}, {"dtype", BF16}, END};
    assert_true(output(llama3, "bytes_per_token") == 131072);
    assert_true(output(llama3, "bytes_per_request") == 1073741824.0);
    assert_true(output(llama3, "reduction") == 4);
}

static void test_public_case_17_head_dim_is_an_input(void **state) {
    (void)state;
    const setting qwen[] = {{"layers", 36}, {"kv_heads", 8}, {"tokens", 32768}, {"dtype", BF16}, END};
    assert_true(output(qwen, "bytes_per_token") == 147456);
    assert_true(output(qwen, "bytes_per_request") == 4.5 * 1073741824.0);
}

static void test_public_case_18_latent_attention(void **state) {
    (void)state;
    const setting v3[] = {{"layers", 61}, {"attention", MLA}, {"tokens", 65536}, {"dtype", BF16}, END};
    assert_true(output(v3, "bytes_per_token") == 70272);
    assert_true(fabs(output(v3, "bytes_per_request") / 1073741824.0 - 4.289) < 5e-4);
    assert_true(isnan(output(v3, "kv_heads_per_gpu")));
    const setting four_bit[] = {{"layers", 1}, {"attention", MLA}, {"tokens", 65536}, {"dtype", INT4}, END};
    assert_true(output(four_bit, "bytes_per_request") == 18.0 * 1048576.0);
}

static void test_public_case_19_windows(void **state) {
    (void)state;
    const setting honoured[] = {
        {"layers", 24},   {"heads", 64},   {"kv_heads", 8}, {"head_dim", 64},      {"tokens", 8192},
        {"requests", 32}, {"dtype", BF16}, {"window", 128}, {"window_layers", 12}, END};
    const setting full[] = {{"layers", 24},   {"heads", 64},    {"kv_heads", 8}, {"head_dim", 64},
                            {"tokens", 8192}, {"requests", 32}, {"dtype", BF16}, END};
    assert_true(fabs(output(honoured, "bytes_total") / 1073741824.0 - 6.094) < 5e-4);
    assert_true(output(full, "bytes_total") == 12.0 * 1073741824.0);
}

static void test_public_case_20_block_formats(void **state) {
    (void)state;
    const double mib = 1048576.0;
    const setting f16[] = {{"kv_heads", 8}, {"tokens", 8192}, {"dtype", FP16}, END};
    const setting q8[] = {{"kv_heads", 8}, {"tokens", 8192}, {"dtype", Q8_0}, END};
    const setting q4[] = {{"kv_heads", 8}, {"tokens", 8192}, {"dtype", Q4_0}, END};
    assert_true(output(f16, "bytes_per_request") == 1024 * mib);
    assert_true(output(q8, "bytes_per_request") == 544 * mib);
    assert_true(output(q4, "bytes_per_request") == 288 * mib);
    const setting qwen[] = {{"layers", 28}, {"heads", 28}, {"kv_heads", 4}, {"tokens", 262144}, {"dtype", Q8_0}, END};
    assert_true(output(qwen, "bytes_per_request") == 7.4375 * 1024 * mib);
    const setting odd[] = {{"head_dim", 80}, {"layers", 1},   {"heads", 1}, {"kv_heads", 1},
                           {"tokens", 1},    {"dtype", Q8_0}, END};
    assert_true(output(odd, "bytes_per_token") == 2 * 3 * 34); /* 80 values are three blocks of 32 */
}

static void test_public_case_21_tensor_parallel(void **state) {
    (void)state;
    for (double gpus = 8; gpus <= 16; gpus *= 2) {
        const setting llama[] = {
            {"layers", 80}, {"heads", 64}, {"kv_heads", 8}, {"dtype", BF16}, {"tensor_parallel", gpus}, END};
        assert_true(output(llama, "bytes_per_token_per_gpu") == 40960);
    }
    const setting qwen[] = {{"layers", 64},  {"heads", 64},          {"kv_heads", 8},
                            {"dtype", BF16}, {"tensor_parallel", 4}, END};
    assert_true(output(qwen, "bytes_per_token_per_gpu") == 65536);
    assert_true(output(qwen, "bytes_per_token") == 262144);
    const setting uneven[] = {{"kv_heads", 8}, {"tensor_parallel", 3}, END};
    assert_true(output(uneven, "kv_heads_per_gpu") == 3);
}

static void test_public_case_22_indivisible_heads_conflict(void **state) {
    (void)state;
    static double block[4096];
    wk_error error;
    const setting bad[] = {{"kv_heads", 5}, END};
    assert_int_equal(run(bad, block, 4096, &error), WK_E_CONFLICT);
    assert_int_equal(error.param, param_index("kv_heads"));
    assert_int_equal(error.other, param_index("heads"));
    const setting layers[] = {{"window", 8}, {"window_layers", 33}, END};
    assert_int_equal(run(layers, block, 4096, &error), WK_E_CONFLICT);
    assert_int_equal(error.param, param_index("window_layers"));
    assert_int_equal(error.other, param_index("layers"));
}

static void test_public_case_23_gib_and_a_40_gb_card(void **state) {
    (void)state;
    const setting llama[] = {{"layers", 80},     {"heads", 64},      {"kv_heads", 8},    {"dtype", BF16},
                             {"tokens", 131072}, {"gpu_gib", 37.25}, {"utilization", 1}, END};
    assert_true(output(llama, "bytes_per_request") == 40.0 * 1073741824.0);
    assert_true(output(llama, "requests_fit") == 0);
}

static void test_public_case_24_cache_type_is_not_the_weights_type(void **state) {
    (void)state;
    const setting qwen[] = {{"layers", 28}, {"heads", 28}, {"kv_heads", 4}, {"tokens", 3072}, {"dtype", BF16}, END};
    assert_true(output(qwen, "bytes_per_request") == 168.0 * 1048576.0);
}

static void test_counts_above_2_53_conflict(void **state) {
    (void)state;
    static double block[4096];
    wk_error error;
    const setting request[] = {{"tokens", 100000000}, {"layers", 1000}, {"head_dim", 4096}, END};
    assert_int_equal(run(request, block, 4096, &error), WK_E_CONFLICT);
    assert_int_equal(error.param, param_index("tokens"));
    const setting total[] = {{"tokens", 100000}, {"requests", 1000000}, END};
    assert_int_equal(run(total, block, 4096, &error), WK_E_CONFLICT);
    assert_int_equal(error.param, param_index("requests"));
    /* 2^53 itself is exact: 2^19 bytes a token, 2^17 tokens, 2^17 requests. */
    const setting edge[] = {{"tokens", 131072}, {"requests", 131072}, END};
    assert_true(output(edge, "bytes_total") == 9007199254740992.0);
}

static void test_budget_is_not_a_byte_short(void **state) {
    (void)state;
    const setting weights[] = {{"weights_gib", 16}, END};
    assert_true(output(weights, "budget_bytes") == 56.0 * 1073741824.0);
    assert_true(output(weights, "requests_fit") == 28);
    const setting too_large[] = {{"weights_gib", 100}, END};
    assert_true(output(too_large, "budget_bytes") == -28.0 * 1073741824.0);
    assert_true(output(too_large, "requests_fit") == 0);
}

/* Bits of one value, blocks aside; the count below walks the cache instead of multiplying. */
static double walk_cache(uint32_t layers, uint32_t kv_heads, uint32_t head_dim, uint32_t tokens, uint32_t window,
                         uint32_t window_layers, uint32_t block, uint32_t bits) {
    uint64_t total_bits = 0;
    for (uint32_t layer = 0; layer < layers; layer++) {
        uint32_t held = 0;
        for (uint32_t token = 0; token < tokens; token++) {
            const bool kept = layer >= window_layers || window == 0 || token + window >= tokens;
            held += kept ? 1 : 0;
        }
        while (block > 0 && held % block != 0) {
            held++;
        }
        for (uint32_t head = 0; head < kv_heads; head++) {
            total_bits += (uint64_t)held * head_dim * bits; /* K */
            total_bits += (uint64_t)held * head_dim * bits; /* V */
        }
    }
    return (double)total_bits / 8.0;
}

static void test_agrees_with_a_cache_that_is_walked(void **state) {
    (void)state;
    static const uint32_t dtypes[][2] = {{FP32, 32}, {FP16, 16}, {BF16, 16}, {FP8, 8}, {INT8, 8}, {INT4, 4}};
    uint32_t random = 12345;
    for (uint32_t trial = 0; trial < 400; trial++) {
        uint32_t draw[8];
        for (uint32_t i = 0; i < 8; i++) {
            random = random * 1664525U + 1013904223U;
            draw[i] = random >> 12;
        }
        const uint32_t layers = 1 + draw[0] % 12, kv_heads = 1 + draw[1] % 8, head_dim = 2 * (1 + draw[2] % 64);
        const uint32_t tokens = 1 + draw[3] % 300, window = draw[4] % 3 == 0 ? 0 : 1 + draw[4] % 200;
        const uint32_t window_layers = draw[5] % (layers + 1), block = draw[6] % 2 == 0 ? 0 : 1 + draw[6] % 40;
        const uint32_t *dtype = dtypes[draw[7] % 6];
        const setting settings[] = {{"layers", layers},
                                    {"heads", kv_heads * 2.0},
                                    {"kv_heads", kv_heads},
                                    {"head_dim", head_dim},
                                    {"tokens", tokens},
                                    {"window", window},
                                    {"window_layers", window_layers},
                                    {"block", block},
                                    {"dtype", dtype[0]},
                                    END};
        const double expected = walk_cache(layers, kv_heads, head_dim, tokens, window, window_layers, block, dtype[1]);
        assert_true(output(settings, "bytes_per_request") == expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_public_case_16_gqa_is_honoured),
        cmocka_unit_test(test_public_case_17_head_dim_is_an_input),
        cmocka_unit_test(test_public_case_18_latent_attention),
        cmocka_unit_test(test_public_case_19_windows),
        cmocka_unit_test(test_public_case_20_block_formats),
        cmocka_unit_test(test_public_case_21_tensor_parallel),
        cmocka_unit_test(test_public_case_22_indivisible_heads_conflict),
        cmocka_unit_test(test_public_case_23_gib_and_a_40_gb_card),
        cmocka_unit_test(test_public_case_24_cache_type_is_not_the_weights_type),
        cmocka_unit_test(test_counts_above_2_53_conflict),
        cmocka_unit_test(test_budget_is_not_a_byte_short),
        cmocka_unit_test(test_agrees_with_a_cache_that_is_walked),
    };
    return cmocka_run_group_tests_name("kv_cache", tests, NULL, NULL);
}
