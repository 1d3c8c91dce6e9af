/* One run of a model from texts: its inputs, its table and its result. Memory is the session's until session_close. */
#ifndef WORKINGS_SESSION_H
#define WORKINGS_SESSION_H

#include "print.h"
#include "wk.h"

/* Exit codes of the CLI. */
enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_REFUSED = 2, EXIT_NUMERIC = 3 };

typedef struct session {
    const wk_model *model;
    double params[WK_MAX_PARAMS];
    bool given[WK_MAX_PARAMS];
    double seed;
    double *table;
    uint32_t rows;
    char *table_text;   /* the text the table was read from, or NULL */
    wk_span *row_names; /* into table_text, or NULL */
    wk_plan_t plan;
    double *block;
    wk_error error;
    /* Where the error came from, when it came from text. */
    char refused_text[256];
    char refused_column[64];
} session;

/* The model of that id, or NULL. */
const wk_model *find_model(const char *id, uint32_t *index);

/* Starts with the model's defaults and seed 1. */
void session_open(session *s, const wk_model *model);
void session_close(session *s);

/* Sets a parameter from text ("layers", "32"). On refusal s->error and s->refused_text say why. */
bool session_set(session *s, const char *id, const char *text);
bool session_set_seed(session *s, const char *text);

/* Reads a table from text, which the session then owns. */
bool session_read_table(session *s, char *text, size_t length, wk_comma comma);

/* Plans and runs. */
bool session_run(session *s);

/* The refusal in words, one line. */
void session_print_refusal(const session *s, FILE *out);

#endif
