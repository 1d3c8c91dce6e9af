/* What a comma means in a text: one decision for all of it, from the evidence of all its cells. */
#include "table.h"

typedef struct evidence {
    uint32_t decimal;   /* cells that are numbers only if the comma is a decimal mark: 9,99 */
    uint32_t thousands; /* only if it groups thousands: 1,234.5 */
    uint32_t either;    /* both: 1,234 */
    uint32_t neither;   /* no number at all: 1,2,3 */
    uint32_t quoted;    /* numbers with a comma within quotes */
    bool spaced;        /* a comma beside white space */
    bool point;         /* a number whose point can only be a decimal mark: 0.5 */
    wk_span number;     /* the first cell that is a number with a comma in one way or both */
    wk_span unclear;    /* the first that is one in both ways */
} evidence;

static uint32_t numbers_in(const evidence *found) {
    return found->decimal + found->thousands + found->either;
}

static bool has(const char *text, const wk_cell *cell, char byte) {
    for (uint32_t i = 0; i < cell->length; i++) { /* cells are short; memchr is slower here */
        if (text[cell->byte + i] == byte) {
            return true;
        }
    }
    return false;
}

static bool is_number(const char *text, const wk_cell *cell, wk_comma comma) {
    double value;
    return wk_parse_number(text + cell->byte, cell->length, comma, &value) == WK_R_NONE;
}

/* A suffix says that a number was typed for a field, and nothing about the rest of the text. */
static bool has_suffix(const char *text, const wk_cell *cell) {
    const char last = text[cell->byte + cell->length - 1];
    return last == 'k' || last == 'M' || last == 'G';
}

/* Some comma has exactly three digits behind it; without one, none can group thousands. */
static bool may_group(const char *text, const wk_cell *cell) {
    uint32_t digits = 0;
    bool behind_comma = false;
    for (uint32_t i = 0; i <= cell->length; i++) {
        const char byte = (char)(i < cell->length ? text[cell->byte + i] : ' ');
        if (byte >= '0' && byte <= '9') {
            digits++;
        } else if (behind_comma && digits == 3) {
            return true;
        } else {
            behind_comma = byte == ',';
            digits = 0;
        }
    }
    return false;
}

static void weigh_comma(const char *text, const wk_cell *cell, evidence *found) {
    if (has_suffix(text, cell)) {
        return;
    }
    const bool decimal = is_number(text, cell, WK_COMMA_DECIMAL);
    const bool thousands = may_group(text, cell) && is_number(text, cell, WK_COMMA_THOUSANDS);
    const wk_span here = {cell->byte, cell->length};
    if (!decimal && !thousands) {
        found->neither++;
        return;
    }
    found->quoted += cell->quoted;
    if (found->number.length == 0) {
        found->number = here;
    }
    if (decimal && thousands) {
        found->unclear = found->unclear.length == 0 ? here : found->unclear;
        found->either++;
    } else {
        found->decimal += decimal;
        found->thousands += thousands;
    }
}

/* A comma at an end of a cell between blanks stands beside white space. Whether what remains of the cell has one too.
 */
static bool take_outer_commas(const char *text, wk_cell *cell, evidence *found) {
    if (cell->quoted) {
        return false;
    }
    const uint32_t length = cell->length;
    if (text[cell->byte + cell->length - 1] == ',') {
        cell->length--;
    }
    const bool inside_line = cell->byte > 0 && (text[cell->byte - 1] == ' ' || text[cell->byte - 1] == '\t');
    if (cell->length > 0 && text[cell->byte] == ',' && inside_line) {
        cell->byte++;
        cell->length--;
    }
    found->spaced |= cell->length < length;
    if (cell->length > 0 && text[cell->byte + cell->length - 1] == ',') {
        found->neither++; /* an empty field */
        return false;
    }
    return has(text, cell, ',');
}

static evidence gather(const char *text, uint32_t from, uint32_t end, uint32_t separator) {
    evidence found = {0};
    wk_walk walk = wk_walk_from(text, from, end, separator);
    wk_cell cell;
    while (walk.at < walk.end) {
        while (wk_next_cell(&walk, &cell)) {
            if (cell.length == 0) {
                continue;
            }
            if (!has(text, &cell, ',')) {
                found.point = found.point || (has(text, &cell, '.') && is_number(text, &cell, WK_COMMA_SEPARATOR) &&
                                              !is_number(text, &cell, WK_COMMA_DECIMAL));
            } else if (cell.quoted || separator != WK_AT_BLANKS || take_outer_commas(text, &cell, &found)) {
                weigh_comma(text, &cell, &found);
            }
        }
    }
    return found;
}

/* What a comma is where it stands in numbers and separates nothing. The majority wins; what it contradicts is bad. */
static wk_reason decide_in_numbers(const evidence *found, wk_comma *comma, wk_span *where) {
    if (found->decimal != found->thousands) {
        *comma = found->decimal > found->thousands ? WK_COMMA_DECIMAL : WK_COMMA_THOUSANDS;
    } else if (found->decimal > 0) {
        *where = found->number;
        return WK_R_COMMA_UNCLEAR;
    } else if (found->either == 0) {
        *comma = WK_COMMA_SEPARATOR;
    } else if (found->point) {
        *comma = WK_COMMA_THOUSANDS;
    } else {
        *where = found->unclear;
        return WK_R_COMMA_UNCLEAR;
    }
    return WK_R_NONE;
}

/* ---- Text without tabs, semicolons or pipes -------------------------------------------------------------------- */

/* Whether no word of a cell is a number or stands for one that is missing. */
static bool is_all_text(const char *text, const wk_cell *cell) {
    if (cell->quoted) {
        return wk_is_text(text, cell, WK_COMMA_AUTO);
    }
    wk_walk words = wk_walk_from(text, cell->byte, cell->byte + cell->length, WK_AT_BLANKS);
    wk_cell word;
    while (wk_next_cell(&words, &word)) {
        if (!wk_is_text(text, &word, WK_COMMA_AUTO)) {
            return false;
        }
    }
    return true;
}

/* Whether the first line is a header, as far as that can be said before the separator is known. */
static bool has_titles(const char *text, const wk_lines *lines, const char *ids, uint32_t n_columns) {
    wk_walk walk = wk_walk_from(text, lines->first, lines->end, ',');
    wk_cell cell;
    bool all_text = true;
    uint32_t column;
    while (wk_next_cell(&walk, &cell)) {
        if (wk_find_id(text, &cell, ids, n_columns, &column)) {
            return true;
        }
        all_text = all_text && is_all_text(text, &cell);
    }
    return all_text && lines->second < lines->end;
}

/* Whether commas split most lines into as many cells as there are titles. */
static bool most_lines_match(const char *text, const wk_lines *lines, uint32_t titles) {
    wk_walk walk = wk_walk_from(text, lines->second, lines->end, ',');
    uint32_t matching = 0;
    uint32_t others = 0;
    while (walk.at < walk.end) {
        bool trailing;
        if (wk_skip_blank_line(&walk)) {
            continue;
        }
        const uint32_t cells = wk_count_cells(&walk, &trailing);
        const bool match = cells == titles || (trailing && cells + 1 == titles);
        matching += match;
        others += !match;
    }
    return matching > others;
}

/* Whether every line has the same cells and the first has a number for each column. */
static bool fits_columns(const char *text, const wk_lines *lines, uint32_t separator, uint32_t n_columns) {
    wk_walk walk = wk_walk_from(text, lines->first, lines->end, separator);
    wk_walk first = walk;
    wk_cell cell;
    uint32_t numbers = 0;
    while (wk_next_cell(&first, &cell)) {
        evidence found = {0};
        if (separator == WK_AT_BLANKS && has(text, &cell, ',')) {
            (void)take_outer_commas(text, &cell, &found);
        }
        if (found.spaced) {
            return false;
        }
        numbers += !wk_is_text(text, &cell, separator == ',' ? WK_COMMA_SEPARATOR : WK_COMMA_AUTO);
    }
    bool trailing;
    const uint32_t cells = wk_count_cells(&walk, &trailing);
    const uint32_t width = cells + trailing;
    while (walk.at < walk.end) {
        if (wk_skip_blank_line(&walk)) {
            continue;
        }
        const uint32_t others = wk_count_cells(&walk, &trailing);
        if (others != cells && others + trailing != width) {
            return false;
        }
    }
    return numbers == n_columns || (width > cells && numbers == n_columns + 1);
}

static wk_reason decide_undivided(const char *text, const wk_lines *lines, const char *ids, uint32_t n_columns,
                                  wk_comma *comma, uint32_t *separator, wk_span *where) {
    const bool titled = has_titles(text, lines, ids, n_columns);
    bool trailing;
    wk_walk walk = wk_walk_from(text, lines->first, lines->end, ',');
    const uint32_t titles = titled ? wk_count_cells(&walk, &trailing) : 0;
    *comma = WK_COMMA_SEPARATOR;
    *separator = ',';
    if (titles > 1 && (lines->second == lines->end || most_lines_match(text, lines, titles))) {
        return WK_R_NONE;
    }
    const bool by_columns = !titled && n_columns > 1;
    const bool at_blanks = by_columns && fits_columns(text, lines, WK_AT_BLANKS, n_columns);
    if (by_columns && !at_blanks && fits_columns(text, lines, ',', n_columns)) {
        return WK_R_NONE;
    }
    const uint32_t body = titled ? lines->second : lines->first;
    const evidence found = gather(text, body, lines->end, WK_AT_BLANKS);
    const uint32_t numbers = numbers_in(&found);
    if (numbers > 0 && (titles == 1 || at_blanks)) {
        *separator = WK_AT_BLANKS;
        return decide_in_numbers(&found, comma, where);
    }
    if (numbers > found.neither) {
        *where = found.number;
        return WK_R_COMMA_UNCLEAR;
    }
    if (titled && numbers == 0 && found.neither == 0 && !found.spaced) {
        *separator = WK_AT_BLANKS; /* only the header has commas */
    }
    return WK_R_NONE;
}

wk_reason wk_decide_comma(const char *text, const wk_lines *lines, const wk_survey *survey, const char *ids,
                          uint32_t n_columns, wk_comma wanted, wk_comma *comma, uint32_t *separator, wk_span *where) {
    const uint32_t other = survey->tabs ? '\t' : survey->semicolons ? ';' : survey->pipes ? '|' : 0;
    *comma = wanted == WK_COMMA_AUTO ? WK_COMMA_SEPARATOR : wanted;
    *separator = other ? other : survey->commas && *comma == WK_COMMA_SEPARATOR ? ',' : WK_AT_BLANKS;
    if (!other && survey->quotes) {
        /* Where quotes protect the commas of numbers, those outside quotes separate. */
        const uint32_t around = survey->commas ? ',' : WK_AT_BLANKS;
        const evidence found = gather(text, lines->first, lines->end, around);
        if (found.quoted > 0) {
            *separator = around;
            return wanted == WK_COMMA_AUTO ? decide_in_numbers(&found, comma, where) : WK_R_NONE;
        }
    }
    if (wanted != WK_COMMA_AUTO) {
        return WK_R_NONE;
    }
    if (other) {
        const evidence found = gather(text, lines->first, lines->end, other);
        return decide_in_numbers(&found, comma, where);
    }
    return survey->commas ? decide_undivided(text, lines, ids, n_columns, comma, separator, where) : WK_R_NONE;
}
