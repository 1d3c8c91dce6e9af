/* Cells, lines and quotes in a text. */
#include "table.h"

#include "number.h"

/* Classes of bytes. */
enum { NEWLINE = 1, BLANK = 2, QUOTE = 4, TAB = 8, SEMICOLON = 16, PIPE = 32, COMMA = 64 };

static const unsigned char class_of[256] = {
    ['\n'] = NEWLINE, ['\r'] = NEWLINE, [' '] = BLANK,     ['\t'] = BLANK | TAB, ['\v'] = BLANK,
    ['\f'] = BLANK,   ['"'] = QUOTE,    [';'] = SEMICOLON, ['|'] = PIPE,         [','] = COMMA,
};

static uint32_t stops_of(uint32_t separator) {
    switch (separator) {
    case '\t':
        return NEWLINE | QUOTE | TAB;
    case ';':
        return NEWLINE | QUOTE | SEMICOLON;
    case '|':
        return NEWLINE | QUOTE | PIPE;
    case ',':
        return NEWLINE | QUOTE | COMMA;
    case WK_AT_BLANKS:
        return NEWLINE | QUOTE | BLANK;
    default:
        return NEWLINE | QUOTE;
    }
}

wk_walk wk_walk_from(const char *text, uint32_t at, uint32_t end, uint32_t separator) {
    return (wk_walk){.text = (const unsigned char *)text,
                     .at = at,
                     .end = end,
                     .start = at,
                     .stops = stops_of(separator),
                     .at_blanks = separator == WK_AT_BLANKS,
                     .cell_ahead = true};
}

wk_walk wk_walk_table(const char *text, uint32_t at, uint32_t end, const wk_table_shape *shape) {
    wk_walk walk = wk_walk_from(text, at, end, shape->separator);
    walk.list_commas = walk.at_blanks && shape->comma != WK_COMMA_SEPARATOR;
    return walk;
}

static uint32_t past_newline(const wk_walk *walk, uint32_t at) {
    if (at < walk->end && walk->text[at] == '\r') {
        at++;
        return at < walk->end && walk->text[at] == '\n' ? at + 1 : at;
    }
    return at < walk->end ? at + 1 : at;
}

/*
 * A quote opens where a cell begins: at the start, or behind any separator or white space, whichever separator is in
 * use; so what is quoted does not depend on what the separator turns out to be.
 */
static bool opens_quote(const wk_walk *walk, uint32_t at) {
    return at == walk->start || (class_of[walk->text[at - 1]] & ~(unsigned)QUOTE) != 0;
}

/* The byte after the quote that closes the one at at; past the end when none does. Two quotes stand for one. */
static bool past_quoted(const wk_walk *walk, uint32_t at, uint32_t *after) {
    for (at++; at < walk->end; at++) {
        if (walk->text[at] != '"') {
            continue;
        }
        if (at + 1 < walk->end && walk->text[at + 1] == '"') {
            at++;
        } else {
            *after = at + 1;
            return true;
        }
    }
    *after = walk->end;
    return false;
}

/* Moves to the next byte of the classes outside quotes. */
static uint32_t find(const wk_walk *walk, uint32_t at, uint32_t stops) {
    while (at < walk->end) {
        const uint32_t class = class_of[walk->text[at]] & stops;
        if (class == QUOTE && opens_quote(walk, at)) {
            (void)past_quoted(walk, at, &at);
            continue;
        }
        if (class != 0 && class != QUOTE) {
            break;
        }
        at++;
    }
    return at;
}

/* A byte that is no part of white space and no quote; a cell that begins and ends with such needs no trimming. */
static bool is_solid(unsigned char byte) {
    return byte > '"' && byte < 0x7F;
}

static void set_cell(const wk_walk *walk, uint32_t from, uint32_t to, wk_cell *cell) {
    const unsigned char *begin = walk->text + from;
    const unsigned char *end = walk->text + to;
    cell->quoted = false;
    if (begin == end || !is_solid(*begin) || !is_solid(end[-1])) {
        wk_trim(&begin, &end);
        cell->quoted = end - begin >= 2 && *begin == '"' && end[-1] == '"';
    }
    if (cell->quoted) {
        begin++;
        end--;
        wk_trim(&begin, &end);
    }
    cell->byte = (uint32_t)(begin - walk->text);
    cell->length = (uint32_t)(end - begin);
    if (walk->list_commas && !cell->quoted && cell->length > 1 && end[-1] == ',') {
        cell->length--;
    }
}

bool wk_skip_blank_line(wk_walk *walk) {
    uint32_t at = walk->at;
    if (at == walk->end || is_solid(walk->text[at])) {
        return false;
    }
    for (uint32_t bytes; at < walk->end && !(class_of[walk->text[at]] & NEWLINE); at += bytes) {
        bytes = wk_blank_at(walk->text + at, walk->text + walk->end);
        if (bytes == 0) {
            return false;
        }
    }
    walk->at = past_newline(walk, at);
    return true;
}

static void skip_blanks(wk_walk *walk) {
    const unsigned char *end = walk->text + walk->end;
    while (walk->at < walk->end) {
        const unsigned char byte = walk->text[walk->at];
        const uint32_t bytes = class_of[byte] & BLANK ? 1 : byte < 0x80 ? 0 : wk_blank_at(walk->text + walk->at, end);
        if (bytes == 0) {
            return;
        }
        walk->at += bytes;
    }
}

bool wk_next_cell(wk_walk *walk, wk_cell *cell) {
    if (walk->at_blanks) {
        skip_blanks(walk);
        walk->cell_ahead = walk->at < walk->end && !(class_of[walk->text[walk->at]] & NEWLINE);
    }
    if (!walk->cell_ahead) {
        walk->at = past_newline(walk, walk->at);
        walk->cell_ahead = true;
        return false;
    }
    const uint32_t from = walk->at;
    const uint32_t to = find(walk, from, walk->stops);
    set_cell(walk, from, to, cell);
    walk->cell_ahead = to < walk->end && !(class_of[walk->text[to]] & NEWLINE);
    walk->at = to + walk->cell_ahead;
    return true;
}

bool wk_is_trailing(const wk_walk *walk, const wk_cell *cell, uint32_t index) {
    return cell->length == 0 && !cell->quoted && !walk->cell_ahead && index > 0;
}

void wk_take_line(wk_walk *walk, wk_span *line) {
    const uint32_t to = find(walk, walk->at, NEWLINE | QUOTE);
    const unsigned char *begin = walk->text + walk->at;
    const unsigned char *end = walk->text + to;
    wk_trim(&begin, &end);
    *line = (wk_span){(uint32_t)(begin - walk->text), (uint32_t)(end - begin)};
    walk->at = past_newline(walk, to);
}

uint32_t wk_count_cells(wk_walk *walk, bool *trailing) {
    wk_cell cell;
    uint32_t cells = 0;
    *trailing = false;
    while (wk_next_cell(walk, &cell)) {
        *trailing = wk_is_trailing(walk, &cell, cells);
        cells += !*trailing;
    }
    return cells;
}

wk_survey wk_survey_text(const char *text, uint32_t begin, uint32_t end) {
    const wk_walk walk = wk_walk_from(text, begin, end, WK_WHOLE_LINES);
    wk_survey survey = {0};
    uint32_t seen = 0;
    for (uint32_t at = begin; at < end;) {
        const uint32_t class = class_of[walk.text[at]];
        seen |= class;
        if (class == QUOTE && opens_quote(&walk, at)) {
            survey.open_at = at;
            survey.quote_open = !past_quoted(&walk, at, &at);
        } else {
            at++;
        }
    }
    survey.tabs = seen & TAB;
    survey.semicolons = seen & SEMICOLON;
    survey.pipes = seen & PIPE;
    survey.commas = seen & COMMA;
    survey.quotes = seen & QUOTE;
    return survey;
}

wk_reason wk_read_cell(const char *text, const wk_cell *cell, wk_comma comma, double *value) {
    const bool by_itself = cell->quoted && comma == WK_COMMA_SEPARATOR;
    return wk_parse_number(text + cell->byte, cell->length, by_itself ? WK_COMMA_AUTO : comma, value);
}

bool wk_is_text(const char *text, const wk_cell *cell, wk_comma comma) {
    double value;
    return wk_read_cell(text, cell, comma, &value) == WK_R_NOT_A_NUMBER;
}

static unsigned char lower(char byte) {
    return (unsigned char)(byte >= 'A' && byte <= 'Z' ? byte + 32 : byte);
}

bool wk_find_id(const char *text, const wk_cell *cell, const char *ids, uint32_t n_columns, uint32_t *column) {
    for (*column = 0; *column < n_columns; *column += 1) {
        uint32_t i = 0;
        while (ids[i] && i < cell->length && lower(ids[i]) == lower(text[cell->byte + i])) {
            i++;
        }
        if (!ids[i] && i == cell->length) {
            return true;
        }
        while (*ids++) {
        }
    }
    return false;
}
