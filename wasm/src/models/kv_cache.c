/*
 * kv_cache - memory of the key-value cache of a transformer at inference.
 *
 * Standard attention (Shazeer 2019, arXiv:1911.02150; Ainslie et al. 2023, arXiv:2305.13245): a token costs
 * 2 * layers * kv_heads * head_dim * bytes, the 2 for K and V. Multi-head latent attention (DeepSeek-V2,
 * arXiv:2405.04434) caches one latent and one rotary key a layer: (kv_rank + rope_dim) * layers * bytes, no factor 2
 * and no head count.
 *
 * Bytes are counted in 64-bit integers. Within the parameters' ranges a request's count is below 2^63, so the
 * arithmetic cannot wrap before it is compared with 2^53, above which a double no longer counts exactly.
 */
#include "model.h"

#include <math.h>

enum {
    P_LAYERS,
    P_HEADS,
    P_KV_HEADS,
    P_HEAD_DIM,
    P_TOKENS,
    P_REQUESTS,
    P_DTYPE,
    P_ATTENTION,
    P_KV_RANK,
    P_ROPE_DIM,
    P_WINDOW,
    P_WINDOW_LAYERS,
    P_BLOCK,
    P_TENSOR_PARALLEL,
    P_GPU_GIB,
    P_UTILIZATION,
    P_WEIGHTS_GIB,
    P_OTHER_GIB,
    PARAMS
};

enum { DTYPE_FP32, DTYPE_FP16, DTYPE_BF16, DTYPE_FP8, DTYPE_INT8, DTYPE_INT4, DTYPE_Q8_0, DTYPE_Q4_0, DTYPES };

static const wk_choice dtypes[] = {
    [DTYPE_FP32] = {WK_TEXT("fp32"), WK_TEXT("fp32, 4 bytes")},
    [DTYPE_FP16] = {WK_TEXT("fp16"), WK_TEXT("fp16, 2 bytes")},
    [DTYPE_BF16] = {WK_TEXT("bf16"), WK_TEXT("bf16, 2 bytes")},
    [DTYPE_FP8] = {WK_TEXT("fp8"), WK_TEXT("fp8, 1 byte")},
    [DTYPE_INT8] = {WK_TEXT("int8"), WK_TEXT("int8, 1 byte")},
    [DTYPE_INT4] = {WK_TEXT("int4"), WK_TEXT("int4, half a byte")},
    [DTYPE_Q8_0] = {WK_TEXT("q8_0"), WK_TEXT("q8_0, 34 bytes for 32 values")},
    [DTYPE_Q4_0] = {WK_TEXT("q4_0"), WK_TEXT("q4_0, 18 bytes for 32 values")},
};
_Static_assert(WK_COUNT(dtypes) == DTYPES, "one row per dtype");

enum { ATTENTION_STANDARD, ATTENTION_MLA, ATTENTIONS };

static const wk_choice attentions[] = {
    [ATTENTION_STANDARD] = {WK_TEXT("standard"), WK_TEXT("K and V per head (MHA, GQA, MQA)")},
    [ATTENTION_MLA] = {WK_TEXT("mla"), WK_TEXT("One latent per token (MLA)")},
};
_Static_assert(WK_COUNT(attentions) == ATTENTIONS, "one row per kind of attention");

static const wk_param params[] = {
    [P_LAYERS] = {.id = WK_TEXT("layers"),
                  .label = WK_TEXT("Layers"),
                  .unit = WK_TEXT(""),
                  .help = WK_TEXT("Transformer layers that keep a cache."),
                  .kind = WK_INT,
                  .value = 32,
                  .min = 1,
                  .max = 1000,
                  .slider_min = 1,
                  .slider_max = 128,
                  .group = WK_TEXT("Model")},
    [P_HEADS] = {.id = WK_TEXT("heads"),
                 .label = WK_TEXT("Query heads"),
                 .unit = WK_TEXT(""),
                 .help = WK_TEXT("Query heads per layer; they are not cached, but KV heads must divide them."),
                 .kind = WK_INT,
                 .value = 32,
                 .min = 1,
                 .max = 1024,
                 .slider_min = 1,
                 .slider_max = 128,
                 .group = WK_TEXT("Model")},
    [P_KV_HEADS] = {.id = WK_TEXT("kv_heads"),
                    .label = WK_TEXT("KV heads"),
                    .unit = WK_TEXT(""),
                    .help = WK_TEXT("Heads whose K and V are cached: as many as query heads in MHA, fewer in GQA, "
                                    "one in MQA. It is not the number of query heads that share one."),
                    .kind = WK_INT,
                    .scale = WK_LOG,
                    .value = 32,
                    .min = 1,
                    .max = 1024,
                    .slider_min = 1,
                    .slider_max = 128,
                    .group = WK_TEXT("Model")},
    [P_HEAD_DIM] = {.id = WK_TEXT("head_dim"),
                    .label = WK_TEXT("Head dimension"),
                    .unit = WK_TEXT("values"),
                    .help = WK_TEXT("Values in one head's K or V vector, as the model's configuration states it; "
                                    "hidden size over heads is often another number."),
                    .kind = WK_INT,
                    .value = 128,
                    .min = 1,
                    .max = 4096,
                    .slider_min = 16,
                    .slider_max = 512,
                    .group = WK_TEXT("Model")},
    [P_TOKENS] = {.id = WK_TEXT("tokens"),
                  .label = WK_TEXT("Tokens held per request"),
                  .unit = WK_TEXT("tokens"),
                  .help = WK_TEXT("Prompt and generated tokens that are in the cache at the same time."),
                  .kind = WK_INT,
                  .scale = WK_LOG,
                  .value = 4096,
                  .min = 1,
                  .max = 100000000,
                  .slider_min = 128,
                  .slider_max = 1048576,
                  .group = WK_TEXT("Load")},
    [P_REQUESTS] = {.id = WK_TEXT("requests"),
                    .label = WK_TEXT("Requests at once"),
                    .unit = WK_TEXT("requests"),
                    .help = WK_TEXT("Sequences that hold a cache at the same time; no prefix is shared."),
                    .kind = WK_INT,
                    .scale = WK_LOG,
                    .value = 1,
                    .min = 1,
                    .max = 1000000,
                    .slider_min = 1,
                    .slider_max = 1024,
                    .group = WK_TEXT("Load")},
    [P_DTYPE] = {.id = WK_TEXT("dtype"),
                 .label = WK_TEXT("Cache data type"),
                 .unit = WK_TEXT(""),
                 .help = WK_TEXT("How one cached value is stored; the weights' data type is another thing."),
                 .kind = WK_CHOICE,
                 .value = DTYPE_FP16,
                 .min = 0,
                 .max = DTYPES - 1,
                 .choices = dtypes,
                 .group = WK_TEXT("Model")},
    [P_ATTENTION] = {.id = WK_TEXT("attention"),
                     .label = WK_TEXT("Attention"),
                     .unit = WK_TEXT(""),
                     .help = WK_TEXT("What is cached for a token: K and V of each KV head, or one latent vector."),
                     .kind = WK_CHOICE,
                     .value = ATTENTION_STANDARD,
                     .min = 0,
                     .max = ATTENTIONS - 1,
                     .choices = attentions,
                     .group = WK_TEXT("Model")},
    [P_KV_RANK] = {.id = WK_TEXT("kv_rank"),
                   .label = WK_TEXT("Latent rank"),
                   .unit = WK_TEXT("values"),
                   .help = WK_TEXT("MLA only: values in the shared latent of a token and layer."),
                   .kind = WK_INT,
                   .value = 512,
                   .min = 1,
                   .max = 16384,
                   .slider_min = 64,
                   .slider_max = 2048,
                   .group = WK_TEXT("Latent attention"),
                   .advanced = true},
    [P_ROPE_DIM] = {.id = WK_TEXT("rope_dim"),
                    .label = WK_TEXT("Rotary key"),
                    .unit = WK_TEXT("values"),
                    .help = WK_TEXT("MLA only: values in the shared rotary key that is cached beside the latent."),
                    .kind = WK_INT,
                    .value = 64,
                    .min = 0,
                    .max = 4096,
                    .slider_min = 0,
                    .slider_max = 256,
                    .group = WK_TEXT("Latent attention"),
                    .advanced = true},
    [P_WINDOW] = {.id = WK_TEXT("window"),
                  .label = WK_TEXT("Sliding window"),
                  .unit = WK_TEXT("tokens"),
                  .help = WK_TEXT("Tokens that a window layer keeps; 0 means that there is no window."),
                  .kind = WK_INT,
                  .value = 0,
                  .min = 0,
                  .max = 100000000,
                  .slider_min = 0,
                  .slider_max = 16384,
                  .group = WK_TEXT("Sliding window"),
                  .advanced = true},
    [P_WINDOW_LAYERS] = {.id = WK_TEXT("window_layers"),
                         .label = WK_TEXT("Layers with a window"),
                         .unit = WK_TEXT(""),
                         .help = WK_TEXT("How many of the layers keep only the window; the others keep every token."),
                         .kind = WK_INT,
                         .value = 0,
                         .min = 0,
                         .max = 1000,
                         .slider_min = 0,
                         .slider_max = 128,
                         .group = WK_TEXT("Sliding window"),
                         .advanced = true},
    [P_BLOCK] = {.id = WK_TEXT("block"),
                 .label = WK_TEXT("Paging block"),
                 .unit = WK_TEXT("tokens"),
                 .help = WK_TEXT("Tokens in one block of a paged cache (engines often use 16); 0 means contiguous."),
                 .kind = WK_INT,
                 .value = 0,
                 .min = 0,
                 .max = 65536,
                 .slider_min = 0,
                 .slider_max = 256,
                 .group = WK_TEXT("Engine and GPU"),
                 .advanced = true},
    [P_TENSOR_PARALLEL] = {.id = WK_TEXT("tensor_parallel"),
                           .label = WK_TEXT("Tensor-parallel GPUs"),
                           .unit = WK_TEXT("GPUs"),
                           .help = WK_TEXT("GPUs that share one copy of the model; KV heads are split over them, and "
                                           "replicated below one head a GPU."),
                           .kind = WK_INT,
                           .scale = WK_LOG,
                           .value = 1,
                           .min = 1,
                           .max = 1024,
                           .slider_min = 1,
                           .slider_max = 64,
                           .group = WK_TEXT("Engine and GPU"),
                           .advanced = true},
    [P_GPU_GIB] = {.id = WK_TEXT("gpu_gib"),
                   .label = WK_TEXT("Memory of one GPU"),
                   .unit = WK_TEXT("GiB"),
                   .help = WK_TEXT("In GiB, 2^30 bytes; a card sold as 40 GB that has 40 * 10^9 bytes has 37.25 GiB."),
                   .kind = WK_REAL,
                   .value = 80,
                   .min = 0.1,
                   .max = 10000,
                   .slider_min = 8,
                   .slider_max = 288,
                   .group = WK_TEXT("Engine and GPU")},
    [P_UTILIZATION] = {.id = WK_TEXT("utilization"),
                       .label = WK_TEXT("Share the engine may use"),
                       .unit = WK_TEXT(""),
                       .help =
                           WK_TEXT("Part of the GPU's memory that the engine takes for weights, cache and the rest."),
                       .kind = WK_REAL,
                       .value = 0.9,
                       .min = 0.01,
                       .max = 1,
                       .slider_min = 0.5,
                       .slider_max = 1,
                       .group = WK_TEXT("Engine and GPU"),
                       .advanced = true},
    [P_WEIGHTS_GIB] = {.id = WK_TEXT("weights_gib"),
                       .label = WK_TEXT("Weights on each GPU"),
                       .unit = WK_TEXT("GiB"),
                       .help = WK_TEXT("Memory of the weights on one GPU, taken off before the cache gets its share."),
                       .kind = WK_REAL,
                       .value = 0,
                       .min = 0,
                       .max = 10000,
                       .slider_min = 0,
                       .slider_max = 160,
                       .group = WK_TEXT("Engine and GPU")},
    [P_OTHER_GIB] = {.id = WK_TEXT("other_gib"),
                     .label = WK_TEXT("Activations and the rest"),
                     .unit = WK_TEXT("GiB"),
                     .help = WK_TEXT("Activations, graphs, the allocator and whatever else each GPU must hold."),
                     .kind = WK_REAL,
                     .value = 0,
                     .min = 0,
                     .max = 10000,
                     .slider_min = 0,
                     .slider_max = 32,
                     .group = WK_TEXT("Engine and GPU"),
                     .advanced = true},
};
_Static_assert(WK_COUNT(params) == PARAMS, "one row per parameter");

enum {
    S_BYTES_PER_TOKEN,
    S_BYTES_PER_REQUEST,
    S_BYTES_TOTAL,
    S_MHA_BYTES_PER_REQUEST,
    S_REDUCTION,
    S_KV_HEADS_PER_GPU,
    S_BYTES_PER_TOKEN_PER_GPU,
    S_BYTES_PER_REQUEST_PER_GPU,
    S_BYTES_TOTAL_PER_GPU,
    S_BLOCKS_PER_REQUEST,
    S_SLOTS_PER_REQUEST,
    S_WASTE_BYTES_PER_REQUEST,
    S_BUDGET_BYTES,
    S_REQUESTS_FIT,
    SCALARS
};

static const wk_scalar scalars[] = {
    [S_BYTES_PER_TOKEN] = {.id = WK_TEXT("bytes_per_token"),
                           .label = WK_TEXT("One token"),
                           .unit = WK_TEXT("B"),
                           .help = WK_TEXT("All layers, as if every layer kept the token (no window)."),
                           .kind = WK_INT},
    [S_BYTES_PER_REQUEST] = {.id = WK_TEXT("bytes_per_request"),
                             .label = WK_TEXT("One request"),
                             .unit = WK_TEXT("B"),
                             .help = WK_TEXT("Windows honoured layer by layer, paging blocks rounded up."),
                             .kind = WK_INT},
    [S_BYTES_TOTAL] = {.id = WK_TEXT("bytes_total"),
                       .label = WK_TEXT("All requests"),
                       .unit = WK_TEXT("B"),
                       .help =
                           WK_TEXT("One request times the requests held at once, before any replication over GPUs."),
                       .kind = WK_INT},
    [S_MHA_BYTES_PER_REQUEST] = {.id = WK_TEXT("mha_bytes_per_request"),
                                 .label = WK_TEXT("One request with full MHA"),
                                 .unit = WK_TEXT("B"),
                                 .help =
                                     WK_TEXT("K and V for every query head, no window; data type and paging as set."),
                                 .kind = WK_INT,
                                 .may_be_null = true},
    [S_REDUCTION] = {.id = WK_TEXT("reduction"),
                     .label = WK_TEXT("Smaller than full MHA by"),
                     .unit = WK_TEXT("times"),
                     .help = WK_TEXT("One request with full MHA over one request as set."),
                     .kind = WK_REAL,
                     .may_be_null = true},
    [S_KV_HEADS_PER_GPU] = {.id = WK_TEXT("kv_heads_per_gpu"),
                            .label = WK_TEXT("KV heads on one GPU"),
                            .unit = WK_TEXT(""),
                            .help = WK_TEXT("KV heads over GPUs, rounded up; MLA has no KV heads to split."),
                            .kind = WK_INT,
                            .may_be_null = true},
    [S_BYTES_PER_TOKEN_PER_GPU] = {.id = WK_TEXT("bytes_per_token_per_gpu"),
                                   .label = WK_TEXT("One token on one GPU"),
                                   .unit = WK_TEXT("B"),
                                   .help = WK_TEXT("The KV heads that stand on one GPU; MLA's latent stands on each."),
                                   .kind = WK_INT},
    [S_BYTES_PER_REQUEST_PER_GPU] = {.id = WK_TEXT("bytes_per_request_per_gpu"),
                                     .label = WK_TEXT("One request on one GPU"),
                                     .unit = WK_TEXT("B"),
                                     .help = WK_TEXT("One request's share on each GPU of the tensor-parallel group."),
                                     .kind = WK_INT},
    [S_BYTES_TOTAL_PER_GPU] = {.id = WK_TEXT("bytes_total_per_gpu"),
                               .label = WK_TEXT("All requests on one GPU"),
                               .unit = WK_TEXT("B"),
                               .help = WK_TEXT("What the memory left for the cache must hold."),
                               .kind = WK_INT},
    [S_BLOCKS_PER_REQUEST] = {.id = WK_TEXT("blocks_per_request"),
                              .label = WK_TEXT("Blocks per request"),
                              .unit = WK_TEXT("blocks"),
                              .help = WK_TEXT(
                                  "Of a layer that keeps every token, or of a window when all layers have one."),
                              .kind = WK_INT,
                              .may_be_null = true},
    [S_SLOTS_PER_REQUEST] = {.id = WK_TEXT("slots_per_request"),
                             .label = WK_TEXT("Token slots per request"),
                             .unit = WK_TEXT("tokens"),
                             .help = WK_TEXT("Blocks times their size, in the same layer."),
                             .kind = WK_INT},
    [S_WASTE_BYTES_PER_REQUEST] = {.id = WK_TEXT("waste_bytes_per_request"),
                                   .label = WK_TEXT("Unused part of the last blocks"),
                                   .unit = WK_TEXT("B"),
                                   .help = WK_TEXT("Allocated to one request and not holding a token."),
                                   .kind = WK_INT},
    [S_BUDGET_BYTES] = {.id = WK_TEXT("budget_bytes"),
                        .label = WK_TEXT("Left for the cache on one GPU"),
                        .unit = WK_TEXT("B"),
                        .help = WK_TEXT("Share of the GPU's memory, less weights and the rest; below zero when they "
                                        "do not fit."),
                        .kind = WK_INT},
    [S_REQUESTS_FIT] = {.id = WK_TEXT("requests_fit"),
                        .label = WK_TEXT("Requests that fit"),
                        .unit = WK_TEXT("requests"),
                        .help = WK_TEXT("Whole requests of this length in the memory left for the cache."),
                        .kind = WK_INT},
};
_Static_assert(WK_COUNT(scalars) == SCALARS, "one row per scalar");

enum { G_LENGTH, GROUPS };

static const wk_group groups[] = {
    [G_LENGTH] = {WK_TEXT("length"), WK_TEXT("Cache on one GPU against tokens per request")},
};
_Static_assert(WK_COUNT(groups) == GROUPS, "one row per group");

enum { X_TOKENS, X_BYTES, X_BYTES_MHA, SERIES };

static const wk_series series[] = {
    [X_TOKENS] = {WK_TEXT("length_tokens"), WK_TEXT("Tokens per request"), WK_TEXT("tokens"), G_LENGTH, false},
    [X_BYTES] = {WK_TEXT("length_bytes"), WK_TEXT("This setting, all requests"), WK_TEXT("B"), G_LENGTH, false},
    [X_BYTES_MHA] = {WK_TEXT("length_bytes_mha"), WK_TEXT("Full MHA, all requests"), WK_TEXT("B"), G_LENGTH, false},
};
_Static_assert(WK_COUNT(series) == SERIES, "one row per series");

enum {
    N_BLOCK_FORMAT,
    N_HALF_BYTE,
    N_REPLICATED,
    N_LATENT_REPLICATED,
    N_WINDOW,
    N_WINDOW_UNUSED,
    N_NO_ROOM,
    N_REFERENCE,
    NOTES
};

static const wk_note notes[] = {
    [N_BLOCK_FORMAT] = {WK_TEXT("block_format"),
                        WK_TEXT("This format stores values in blocks of 32 with a scale each, so a vector whose length "
                                "is not a multiple of 32 is rounded up.")},
    [N_HALF_BYTE] = {WK_TEXT("half_byte"),
                     WK_TEXT("The latent has an odd number of half-byte values; it is rounded up to whole bytes.")},
    [N_REPLICATED] = {WK_TEXT("replicated"),
                      WK_TEXT("The GPUs do not divide the KV heads evenly: each holds the rounded-up number, so the "
                              "group together holds more than one copy.")},
    [N_LATENT_REPLICATED] = {WK_TEXT("latent_replicated"),
                             WK_TEXT("The latent has no heads to split: every GPU of the group holds all of it.")},
    [N_WINDOW] = {WK_TEXT("window"),
                  WK_TEXT("Window layers are counted at the window. An engine that allocates all layers alike holds "
                          "every token in every layer: set the window to 0 to see that.")},
    [N_WINDOW_UNUSED] = {WK_TEXT("window_unused"),
                         WK_TEXT("A window needs both its size and a number of layers; with one of them 0 there is "
                                 "none.")},
    [N_NO_ROOM] = {WK_TEXT("no_room"), WK_TEXT("Not one request of this length fits in the memory left on a GPU.")},
    [N_REFERENCE] = {WK_TEXT("reference_uncountable"),
                     WK_TEXT("The comparison with full MHA passes 2^53 bytes and is left out.")},
};
_Static_assert(WK_COUNT(notes) == NOTES, "one row per note");

/* The parameters as whole numbers; all are validated, so the conversions are exact. */
typedef struct cache {
    uint64_t layers, heads, kv_heads, head_dim, tokens, requests, latent, window, window_layers, block, gpus;
    int dtype;
    bool mla;
} cache;

static cache read_cache(const double *value) {
    cache c = {
        .layers = (uint64_t)value[P_LAYERS],
        .heads = (uint64_t)value[P_HEADS],
        .kv_heads = (uint64_t)value[P_KV_HEADS],
        .head_dim = (uint64_t)value[P_HEAD_DIM],
        .tokens = (uint64_t)value[P_TOKENS],
        .requests = (uint64_t)value[P_REQUESTS],
        .latent = (uint64_t)(value[P_KV_RANK] + value[P_ROPE_DIM]),
        .window = (uint64_t)value[P_WINDOW],
        .window_layers = (uint64_t)value[P_WINDOW_LAYERS],
        .block = (uint64_t)value[P_BLOCK],
        .gpus = (uint64_t)value[P_TENSOR_PARALLEL],
        .dtype = (int)value[P_DTYPE],
        .mla = value[P_ATTENTION] == ATTENTION_MLA,
    };
    if (c.window == 0) {
        c.window_layers = 0;
    }
    return c;
}

static uint64_t divide_up(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

/* Storage of a vector in half-bytes, since int4 values are half a byte. */
static uint64_t vector_half_bytes(int dtype, uint64_t values) {
    const uint64_t blocks = divide_up(values, 32);
    switch (dtype) {
    case DTYPE_FP32:
        return 8 * values;
    case DTYPE_FP16:
    case DTYPE_BF16:
        return 4 * values;
    case DTYPE_FP8:
    case DTYPE_INT8:
        return 2 * values;
    case DTYPE_INT4:
        return values;
    case DTYPE_Q8_0:
        return UINT64_C(2) * 34 * blocks;
    default:
        return UINT64_C(2) * 18 * blocks;
    }
}

/* Bytes of one token in one layer for a number of KV heads. K and V make two vectors a head: half-bytes cancel. */
static uint64_t heads_bytes(const cache *c, uint64_t heads) {
    return heads * vector_half_bytes(c->dtype, c->head_dim);
}

static uint64_t layer_bytes(const cache *c) {
    return c->mla ? divide_up(vector_half_bytes(c->dtype, c->latent), 2) : heads_bytes(c, c->kv_heads);
}

static uint64_t layer_bytes_per_gpu(const cache *c) {
    return c->mla ? layer_bytes(c) : heads_bytes(c, divide_up(c->kv_heads, c->gpus));
}

static uint64_t slots(const cache *c, uint64_t tokens) {
    return c->block == 0 ? tokens : divide_up(tokens, c->block) * c->block;
}

static uint64_t smaller(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

/* Token slots summed over layers: what a request allocates, in units of one layer's bytes. */
static uint64_t layer_slots(const cache *c, uint64_t tokens) {
    return (c->layers - c->window_layers) * slots(c, tokens) + c->window_layers * slots(c, smaller(tokens, c->window));
}

/* The same without rounding up to blocks: slots that hold a token. */
static uint64_t layer_tokens(const cache *c, uint64_t tokens) {
    return (c->layers - c->window_layers) * tokens + c->window_layers * smaller(tokens, c->window);
}

static bool countable(uint64_t bytes, uint64_t times) {
    return bytes <= (uint64_t)WK_MAX_EXACT / times;
}

/* ---- Series: the cache against tokens per request, a few points an octave. ---- */

enum { FIRST_LENGTH = 64, POINTS_PER_OCTAVE = 4 };

/* Octaves from FIRST_LENGTH to four times the tokens asked for, at least to 131,072. */
static uint32_t octaves(const cache *c) {
    uint32_t count = 11;
    while (((uint64_t)FIRST_LENGTH << count) < 4 * c->tokens) {
        count++;
    }
    return count;
}

static uint64_t length_at(uint32_t point) {
    /* 2^(1/4), 2^(1/2), 2^(3/4) of 2^20, so that the steps need no libm and are the same everywhere. */
    static const uint64_t quarter[POINTS_PER_OCTAVE] = {1048576, 1246974, 1482910, 1763488};
    const uint64_t octave_start = (uint64_t)FIRST_LENGTH << (point / POINTS_PER_OCTAVE);
    return octave_start * quarter[point % POINTS_PER_OCTAVE] >> 20;
}

static void write_lengths(const cache *c, wk_output *output) {
    const uint32_t points = octaves(c) * POINTS_PER_OCTAVE + 1;
    const double setting = (double)layer_bytes_per_gpu(c) * (double)c->requests;
    const double full = (double)heads_bytes(c, divide_up(c->heads, c->gpus)) * (double)c->requests;
    for (uint32_t i = 0; i < points; i++) {
        const uint64_t tokens = length_at(i);
        output->series[X_TOKENS][i] = (double)tokens;
        output->series[X_BYTES][i] = (double)layer_slots(c, tokens) * setting;
        output->series[X_BYTES_MHA][i] = (double)(c->layers * slots(c, tokens)) * full;
    }
    output->lengths[G_LENGTH] = (double)points;
}

/* ---- The two callbacks. ---- */

static wk_status plan(const wk_input *input, wk_plan_t *plan, wk_error *error) {
    const cache c = read_cache(input->params);
    if (!c.mla && c.heads % c.kv_heads != 0) {
        return wk_conflict(error, WK_R_NOT_DIVISIBLE, P_KV_HEADS, P_HEADS);
    }
    if (input->params[P_WINDOW_LAYERS] > input->params[P_LAYERS]) {
        return wk_conflict(error, WK_R_EXCEEDS_OTHER, P_WINDOW_LAYERS, P_LAYERS);
    }
    const uint64_t request = layer_slots(&c, c.tokens) * layer_bytes(&c);
    if (!countable(request, 1)) {
        return wk_conflict(error, WK_R_NOT_COUNTABLE, P_TOKENS, P_LAYERS);
    }
    if (!countable(request, c.requests)) {
        return wk_conflict(error, WK_R_NOT_COUNTABLE, P_REQUESTS, P_TOKENS);
    }
    plan->capacity[G_LENGTH] = octaves(&c) * POINTS_PER_OCTAVE + 1;
    plan->work = 1000.0;
    return WK_OK;
}

/* Memory left for the cache on one GPU. The share is rounded first, so that 0.9 * 80 GiB is not a byte short. */
static double budget(const double *value) {
    const double gib = 1073741824.0;
    const double share = floor(value[P_UTILIZATION] * value[P_GPU_GIB] * gib + 0.5);
    return floor(share - value[P_WEIGHTS_GIB] * gib - value[P_OTHER_GIB] * gib);
}

/* In integers: a quotient of doubles could round up to a request that does not quite fit. */
static double requests_fit(double budget_bytes, double request_bytes) {
    const uint64_t whole = budget_bytes <= 0.0 ? 0 : (uint64_t)budget_bytes / (uint64_t)request_bytes;
    return (double)whole;
}

static void write_reference(const cache *c, double request, wk_output *output) {
    const uint64_t reference = c->layers * slots(c, c->tokens) * heads_bytes(c, c->heads);
    if (!countable(reference, 1)) {
        wk_set_note(output, N_REFERENCE);
        return;
    }
    output->scalars[S_MHA_BYTES_PER_REQUEST] = (double)reference;
    output->scalars[S_REDUCTION] = (double)reference / request;
}

static void write_notes(const cache *c, const double *value, wk_output *output) {
    const bool blocks_of_32 = c->dtype == DTYPE_Q8_0 || c->dtype == DTYPE_Q4_0;
    const uint64_t vector = c->mla ? c->latent : c->head_dim;
    if (blocks_of_32 && vector % 32 != 0) {
        wk_set_note(output, N_BLOCK_FORMAT);
    }
    if (c->mla && c->dtype == DTYPE_INT4 && vector % 2 != 0) {
        wk_set_note(output, N_HALF_BYTE);
    }
    if (c->mla && c->gpus > 1) {
        wk_set_note(output, N_LATENT_REPLICATED);
    }
    if (!c->mla && c->kv_heads % c->gpus != 0) {
        wk_set_note(output, N_REPLICATED);
    }
    if (c->window_layers > 0) {
        wk_set_note(output, N_WINDOW);
    } else if (value[P_WINDOW] > 0.0 || value[P_WINDOW_LAYERS] > 0.0) {
        wk_set_note(output, N_WINDOW_UNUSED);
    }
}

static wk_status run(const wk_input *input, wk_output *output, wk_error *error) {
    (void)error;
    const double *value = input->params;
    double *scalar = output->scalars;
    const cache c = read_cache(value);
    const uint64_t slot_count = layer_slots(&c, c.tokens);
    const double request = (double)(slot_count * layer_bytes(&c));
    const double request_per_gpu = (double)(slot_count * layer_bytes_per_gpu(&c));
    const uint64_t longest = c.window_layers == c.layers ? smaller(c.tokens, c.window) : c.tokens;

    scalar[S_BYTES_PER_TOKEN] = (double)(c.layers * layer_bytes(&c));
    scalar[S_BYTES_PER_REQUEST] = request;
    scalar[S_BYTES_TOTAL] = request * (double)c.requests;
    write_reference(&c, request, output);
    if (!c.mla) {
        scalar[S_KV_HEADS_PER_GPU] = (double)divide_up(c.kv_heads, c.gpus);
    }
    scalar[S_BYTES_PER_TOKEN_PER_GPU] = (double)(c.layers * layer_bytes_per_gpu(&c));
    scalar[S_BYTES_PER_REQUEST_PER_GPU] = request_per_gpu;
    scalar[S_BYTES_TOTAL_PER_GPU] = request_per_gpu * (double)c.requests;
    if (c.block > 0) {
        scalar[S_BLOCKS_PER_REQUEST] = (double)divide_up(longest, c.block);
    }
    scalar[S_SLOTS_PER_REQUEST] = (double)slots(&c, longest);
    scalar[S_WASTE_BYTES_PER_REQUEST] = (double)((slot_count - layer_tokens(&c, c.tokens)) * layer_bytes(&c));
    scalar[S_BUDGET_BYTES] = budget(value);
    scalar[S_REQUESTS_FIT] = requests_fit(scalar[S_BUDGET_BYTES], request_per_gpu);
    if (scalar[S_REQUESTS_FIT] == 0.0) {
        wk_set_note(output, N_NO_ROOM);
    }
    write_notes(&c, value, output);
    write_lengths(&c, output);
    return WK_OK;
}

const wk_model wk_model_kv_cache = {
    .id = WK_TEXT("kv_cache"),
    .title = WK_TEXT("KV cache memory"),
    .summary = WK_TEXT("Memory of the key-value cache: 2 x layers x KV heads x head dimension x bytes per value for "
                       "each token, or (latent rank + rotary key) x layers x bytes with latent attention. Counts the "
                       "cache only: weights, activations, fragmentation and shared prefixes are left out."),
    .rev = 1,
    .n_params = PARAMS,
    .n_scalars = SCALARS,
    .n_groups = GROUPS,
    .n_series = SERIES,
    .n_notes = NOTES,
    .params = params,
    .scalars = scalars,
    .groups = groups,
    .series = series,
    .notes = notes,
    .plan = plan,
    .run = run,
};
