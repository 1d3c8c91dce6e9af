/* Walking through a text cell by cell, for the files that lay out and read tables. Rules: docs/numerics.md. */
#ifndef WK_TABLE_H
#define WK_TABLE_H

#include "wk.h"

/* What to split a line at besides ',' ';' '\t' and '|'. */
enum { WK_AT_BLANKS = ' ', WK_WHOLE_LINES = 0 };

typedef struct wk_cell {
    uint32_t byte, length; /* without surrounding white space and quotes */
    bool quoted;
} wk_cell;

typedef struct wk_walk {
    const unsigned char *text;
    uint32_t at, end;
    uint32_t start;
    uint32_t stops; /* classes of bytes at which a cell may end */
    bool at_blanks;
    bool list_commas; /* a comma before a blank belongs to neither cell */
    bool cell_ahead;  /* a separator, or the begin of a line, promises a cell even when nothing follows */
} wk_walk;

wk_walk wk_walk_from(const char *text, uint32_t at, uint32_t end, uint32_t separator);

/*
 * A walk through a text whose layout is known. In a list like 9,99, 10,01 whose commas were said to be decimal marks,
 * those before a blank still only separate.
 */
wk_walk wk_walk_table(const char *text, uint32_t at, uint32_t end, const wk_table_shape *shape);

/* At the begin of a line: moves past it when it holds nothing but white space. */
bool wk_skip_blank_line(wk_walk *walk);

/* The next cell of the line; false at the end of the line, which it moves past. */
bool wk_next_cell(wk_walk *walk, wk_cell *cell);

/* Whether the cell just taken is an empty one that only a separator at the end of its line makes. */
bool wk_is_trailing(const wk_walk *walk, const wk_cell *cell, uint32_t index);

/* Moves past the line; *line is what it holds, without surrounding white space. */
void wk_take_line(wk_walk *walk, wk_span *line);

/* Moves past the line and counts its cells, a trailing one not among them. */
uint32_t wk_count_cells(wk_walk *walk, bool *trailing);

/* Which separators a text has outside quotes. */
typedef struct wk_survey {
    bool tabs, semicolons, pipes, commas;
    bool quotes, quote_open;
    uint32_t open_at;
} wk_survey;

wk_survey wk_survey_text(const char *text, uint32_t begin, uint32_t end);

/*
 * The value of a cell, as wk_parse_number gives it. A comma within quotes does not separate, so where commas do, a
 * quoted number says by itself what its comma means.
 */
wk_reason wk_read_cell(const char *text, const wk_cell *cell, wk_comma comma, double *value);

/* Neither a number, nor a word for one that is missing, nor blank. */
bool wk_is_text(const char *text, const wk_cell *cell, wk_comma comma);

/* Whether a cell is the id of a wanted column (*column), without case. */
bool wk_find_id(const char *text, const wk_cell *cell, const char *ids, uint32_t n_columns, uint32_t *column);

/* A text's first line that is not blank, the line after it, and the end; all in bytes. */
typedef struct wk_lines {
    uint32_t first, second, end;
} wk_lines;

/*
 * What a comma means in a text and what separates its cells; wanted answers the first question beforehand.
 * WK_R_COMMA_UNCLEAR with *where when wanted is WK_COMMA_AUTO and the text does not decide.
 */
wk_reason wk_decide_comma(const char *text, const wk_lines *lines, const wk_survey *survey, const char *ids,
                          uint32_t n_columns, wk_comma wanted, wk_comma *comma, uint32_t *separator, wk_span *where);

#endif
