/*
 * wk.h - the only public header of the Workings core.
 *
 * A model is a pure function that describes itself: const tables say what it takes and gives, two callbacks
 * validate and compute. A host (the CLI, the page's worker, a test) does three things:
 *
 *     wk_plan(model, params, table, rows, seed, &plan, &error);   is the input valid, and how much room is needed?
 *     block = room for plan.total doubles;                        the host owns all memory; the core never allocates
 *     wk_run(model, params, table, rows, seed, &plan, block, &error);
 *
 * The block is one array of doubles:  scalars | lengths | notes | series | grids | scratch.
 * The structs that cross the boundary hold only 32-bit integers and doubles, so that their layout is the same
 * natively and in WebAssembly; `workings describe` prints that layout and the page reads it from there.
 *
 * Every value travels as a double: an INT is a whole number, a BOOL is 0 or 1, a CHOICE is its index. NaN means
 * "missing" in a table and "does not apply" in a result. Infinity is never valid, in or out.
 */
#ifndef WK_H
#define WK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts and ids are for hosts that show them. The WebAssembly build leaves them out (hosts read the registry). */
#ifdef WK_NO_TEXT
#define WK_TEXT(literal) NULL
#else
#define WK_TEXT(literal) literal
#endif

#if defined(__GNUC__) || defined(__clang__)
#define WK_MUST_CHECK __attribute__((warn_unused_result))
#else
#define WK_MUST_CHECK
#endif

#define WK_COUNT(array) ((uint32_t)(sizeof(array) / sizeof((array)[0])))

/* Limits of one model's tables; registry tests hold every model to them. */
enum {
    WK_MAX_PARAMS = 32,
    WK_MAX_COLUMNS = 8,
    WK_MAX_SCALARS = 64,
    WK_MAX_GROUPS = 8,
    WK_MAX_SERIES = 32,
    WK_MAX_GRIDS = 4,
    WK_MAX_NOTES = 32
};

/* The largest integer up to which every integer is a double: results that count must stay within it. */
#define WK_MAX_EXACT 9007199254740992.0

/* ---- Status and errors ------------------------------------------------------------------------------------- */

/* Pinned for ever: numbers are never reused. */
typedef enum wk_status {
    WK_OK = 0,
    WK_E_ARGUMENT = 1, /* an unknown name, or a pointer that is NULL */
    WK_E_RANGE = 2,    /* a parameter outside its own range, kind or choices */
    WK_E_CONFLICT = 3, /* parameters that exclude each other */
    WK_E_CELL = 4,     /* a table cell, or the table as a whole */
    WK_E_SPACE = 5,    /* the block is smaller than the plan asks for */
    WK_E_BUDGET = 6,   /* more work than the host allows */
    WK_E_NUMERIC = 7   /* no finite answer though the input was valid */
} wk_status;

/*
 * Why. Pinned like the statuses. The text of each stands in one table (wk_reason_at) with the fields
 * {param} {value} {unit} {range} {other} {other_value} {row} {column} {text} {choices} {limit} for the host to fill in.
 */
typedef enum wk_reason {
    WK_R_NONE = 0,
    WK_R_UNKNOWN_MODEL = 1,
    WK_R_UNKNOWN_PARAM = 2,
    WK_R_NOT_A_NUMBER = 3,
    WK_R_EMPTY = 4,
    WK_R_AMBIGUOUS = 5,
    WK_R_NOT_FINITE = 6,
    WK_R_OUT_OF_RANGE = 7,
    WK_R_NOT_WHOLE = 8,
    WK_R_NOT_A_CHOICE = 9,
    WK_R_BAD_SEED = 10,
    WK_R_GIVEN_TWICE = 11,
    WK_R_NOT_DIVISIBLE = 20,
    WK_R_EXCEEDS_OTHER = 21,
    WK_R_NOT_COUNTABLE = 22,
    WK_R_CELL_NOT_A_NUMBER = 30,
    WK_R_CELL_NOT_FINITE = 31,
    WK_R_CELL_AMBIGUOUS = 32,
    WK_R_CELL_OUT_OF_RANGE = 33,
    WK_R_CELL_MISSING = 34,
    WK_R_CELL_NOT_POSITIVE = 35,
    WK_R_ROW_RAGGED = 36,
    WK_R_TOO_MANY_ROWS = 37,
    WK_R_NO_SUCH_COLUMN = 38,
    WK_R_NO_TABLE_TAKEN = 39,
    WK_R_COMMA_UNCLEAR = 40,
    WK_R_QUOTE_OPEN = 41,
    WK_R_CELL_BELOW_OTHER = 42,
    WK_R_NULL_POINTER = 50,
    WK_R_BLOCK_TOO_SMALL = 51,
    WK_R_TOO_MUCH_WORK = 52,
    WK_R_NO_FINITE_ANSWER = 60
} wk_reason;

/* What went wrong and where. Fields that do not apply are -1. Rows are 0-based data rows, a header not counted. */
typedef struct wk_error {
    int32_t status;
    int32_t reason;
    int32_t param; /* index; in a conflict the dependent parameter */
    int32_t other; /* index; in a conflict the parameter it depends on */
    int32_t row;
    int32_t column;
} wk_error;

typedef struct wk_reason_text {
    wk_reason reason;
    const char *id;
    const char *text;
} wk_reason_text;

/* ---- What a model takes -------------------------------------------------------------------------------------- */

typedef enum wk_kind { WK_REAL, WK_INT, WK_BOOL, WK_CHOICE } wk_kind;
typedef enum wk_scale { WK_LINEAR, WK_LOG } wk_scale;

/* One named value of a CHOICE parameter or output; its index is its value. */
typedef struct wk_choice {
    const char *id;
    const char *label;
} wk_choice;

typedef struct wk_param {
    const char *id; /* for ever: URLs, cards and saved progress use it */
    const char *label;
    const char *unit; /* "" for a pure number */
    const char *help; /* one sentence */
    wk_kind kind;
    wk_scale scale;                /* how a slider moves; LOG needs slider_min > 0 */
    double value;                  /* the default */
    double min, max;               /* both allowed. BOOL: 0 and 1. CHOICE: 0 and the number of choices - 1 */
    double slider_min, slider_max; /* both 0: the slider spans min to max */
    const wk_choice *choices;      /* CHOICE only */
    const char *group;             /* a heading above it in a list of controls */
    bool advanced;                 /* folded away at first */
} wk_param;

/* One column of the optional input table. Tables are column-major: column c, row r stands at table[c * rows + r]. */
typedef struct wk_column {
    const char *id;
    const char *label;
    const char *unit;
    double min, max; /* both allowed */
    bool may_be_missing;
} wk_column;

/* ---- What a model gives -------------------------------------------------------------------------------------- */

typedef struct wk_scalar {
    const char *id;
    const char *label;
    const char *unit; /* "B" is bytes: pages show GiB and GB */
    const char *help;
    wk_kind kind;             /* INT prints without decimals; BOOL and CHOICE by name */
    bool may_be_null;         /* NaN where it does not apply */
    const wk_choice *choices; /* CHOICE only; ended by a row without an id */
} wk_scalar;

/* Series of a group have one length and belong to the same x, which is the first series of the group. */
typedef struct wk_group {
    const char *id;
    const char *label;
} wk_group;

typedef struct wk_series {
    const char *id;
    const char *label;
    const char *unit;
    uint32_t group; /* index; groups are ordered and contiguous */
    bool may_be_null;
} wk_series;

typedef struct wk_grid {
    const char *id;
    const char *label;
    const char *unit;
} wk_grid;

/* Something a reader should know about a result. A model's run sets it by index (wk_set_note). */
typedef struct wk_note {
    const char *id;
    const char *text;
} wk_note;

/* ---- A model ------------------------------------------------------------------------------------------------- */

/* Validated input, as the callbacks see it. */
typedef struct wk_input {
    const double *params;
    const double *table; /* NULL when rows is 0 */
    uint32_t rows;
    double seed;
} wk_input;

/* Capacities, and where each part of the block begins, in doubles from its start. */
typedef struct wk_plan_t {
    double work; /* estimate, in elementary operations (about a nanosecond each) */
    uint32_t total;
    uint32_t lengths_at; /* one per group */
    uint32_t notes_at;   /* one double, a set of bits */
    uint32_t scratch_at;
    uint32_t scratch; /* doubles */
    uint32_t capacity[WK_MAX_GROUPS];
    uint32_t series_at[WK_MAX_SERIES];
    uint32_t grid_at[WK_MAX_GRIDS]; /* six doubles (rows, columns, x0, x1, y0, y1), then the values by row */
    uint32_t grid_rows[WK_MAX_GRIDS];
    uint32_t grid_columns[WK_MAX_GRIDS];
    uint32_t padding; /* keeps the size a multiple of 8 on every target */
} wk_plan_t;

/* Where a run writes: pointers into the host's block. Scalars start as NaN, lengths as 0. */
typedef struct wk_output {
    double *scalars;
    double *lengths;
    double *notes;
    double *series[WK_MAX_SERIES];
    double *grids[WK_MAX_GRIDS];
    double *scratch;
} wk_output;

typedef struct wk_model {
    const char *id;
    const char *title;
    const char *summary; /* what it computes, by which formula, and what it leaves out */
    uint32_t rev;        /* raised when results change */
    bool random;         /* the seed matters */
    uint32_t n_params, n_columns, n_scalars, n_groups, n_series, n_grids, n_notes;
    uint32_t max_rows;
    const wk_param *params;
    const wk_column *columns;
    const wk_scalar *scalars;
    const wk_group *groups;
    const wk_series *series;
    const wk_grid *grids;
    const wk_note *notes;
    /* Checks what one parameter alone cannot say, and sets capacities, scratch and work. */
    wk_status (*plan)(const wk_input *input, wk_plan_t *plan, wk_error *error);
    wk_status (*run)(const wk_input *input, wk_output *output, wk_error *error);
} wk_model;

/* ---- The registry -------------------------------------------------------------------------------------------- */

uint32_t wk_model_count(void);

/* The model at an index below wk_model_count(), or NULL. */
const wk_model *wk_model_at(uint32_t index);

/* The text of a reason by position, or NULL past the end (always NULL in the WebAssembly build). */
const wk_reason_text *wk_reason_at(uint32_t position);

/*
 * A hash over the structure of all models (ids, kinds, ranges, revisions). The native build computes it; the
 * WebAssembly build carries it as a constant, so that a page can refuse a core that is not its own.
 */
uint32_t wk_registry_hash(void);

/* 1 when a few known answers (arithmetic, random numbers, parsing, selection) come out right on this machine. */
int32_t wk_self_check(void);

/* ---- Plan and run -------------------------------------------------------------------------------------------- */

/*
 * Validates an input and says how much room its result needs.
 *   params  n_params doubles; see wk_param for how kinds travel
 *   table   n_columns * rows doubles, column-major; may be NULL when rows is 0
 *   seed    whole, 0 to 2^53 - 1
 * On failure *error says what and where, and *plan is not to be used.
 */
WK_MUST_CHECK wk_status wk_plan(const wk_model *model, const double *params, const double *table, uint32_t rows,
                                double seed, wk_plan_t *plan, wk_error *error);

/*
 * Runs a planned input. The arguments must be those that wk_plan accepted; block holds block_size doubles, at
 * least plan->total. The same arguments give the same bytes.
 */
WK_MUST_CHECK wk_status wk_run(const wk_model *model, const double *params, const double *table, uint32_t rows,
                               double seed, const wk_plan_t *plan, double *block, uint32_t block_size, wk_error *error);

/* ---- Numbers and tables as people type them (rules: docs/numerics.md) ------------------------------------------ */

/* What a comma means. AUTO asks (WK_R_AMBIGUOUS, WK_R_COMMA_UNCLEAR) where text alone does not decide. */
typedef enum wk_comma { WK_COMMA_AUTO, WK_COMMA_DECIMAL, WK_COMMA_THOUSANDS, WK_COMMA_SEPARATOR } wk_comma;

/*
 * Reads one number from UTF-8 text: [text, text + length), need not end in NUL.
 * Returns WK_R_NONE and a correctly rounded finite *value, or the reason why not: WK_R_EMPTY (blank),
 * WK_R_CELL_MISSING (NA, None, null, NaN or -), WK_R_NOT_FINITE (Infinity, 1e999), WK_R_AMBIGUOUS (1,234 under
 * WK_COMMA_AUTO), WK_R_NOT_A_NUMBER, WK_R_NULL_POINTER. *value is NaN unless the result is WK_R_NONE.
 */
WK_MUST_CHECK wk_reason wk_parse_number(const char *text, uint32_t length, wk_comma comma, double *value);

/* How a text is laid out as a table; wk_scan_table fills it, wk_read_table follows it. */
typedef struct wk_table_shape {
    uint32_t rows;      /* data rows, header not counted */
    uint32_t cells;     /* in a row of the text; 0: values flow into one column in reading order */
    uint32_t separator; /* ',' ';' '\t' '|' or ' ' */
    uint32_t comma;     /* wk_comma as decided; within quotes it may be DECIMAL or THOUSANDS beside separator ',' */
    uint32_t has_header;
    uint32_t by_position;            /* no header named the columns: numeric cells were taken in order */
    uint32_t body_at;                /* byte at which data begin */
    int32_t name_cell;               /* the text cell that names rows, or -1 */
    int32_t cell_of[WK_MAX_COLUMNS]; /* which cell feeds a column, or -1: the column is absent (all missing) */
} wk_table_shape;

/* A cell that could not be taken; byte and length locate it in the text. WK_R_ROW_RAGGED covers its whole line, column
 * 0. */
typedef struct wk_bad_cell {
    uint32_t row, column, byte, length, reason;
} wk_bad_cell;

typedef struct wk_span {
    uint32_t byte, length;
} wk_span;

/*
 * Finds out how a pasted or loaded text is laid out, for a model's columns.
 *   ids       the column ids, each ended by NUL, one after the other; matched against a header without case
 *   n_columns 1 to WK_MAX_COLUMNS
 * Returns WK_R_NONE; or WK_R_COMMA_UNCLEAR, WK_R_NO_SUCH_COLUMN or WK_R_QUOTE_OPEN with *where set to the text that
 * raised it.
 */
WK_MUST_CHECK wk_reason wk_scan_table(const char *text, uint32_t length, const char *ids, uint32_t n_columns,
                                      wk_comma comma, wk_table_shape *shape, wk_span *where);

/*
 * Reads a scanned text into columns.
 *   table      n_columns * shape->rows doubles, column-major; NaN where a cell is missing or bad
 *   names      shape->rows spans, or NULL: where each row's name stands in the text (length 0: none)
 *   bad        the first bad_capacity bad cells, in reading order
 * Returns the total number of bad cells.
 */
WK_MUST_CHECK uint32_t wk_read_table(const char *text, uint32_t length, uint32_t n_columns, const wk_table_shape *shape,
                                     double *table, wk_span *names, wk_bad_cell *bad, uint32_t bad_capacity);

#endif
