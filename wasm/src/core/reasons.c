/* The words for every reason, once, for all hosts. Fields in braces are filled in by the host (see wk_reason). */
#include "wk.h"

#ifdef WK_NO_TEXT

const wk_reason_text *wk_reason_at(uint32_t position) {
    (void)position;
    return NULL;
}

#else

static const wk_reason_text reasons[] = {
    {WK_R_UNKNOWN_MODEL, "unknown_model", "there is no model {text}; `workings list` names them all"},
    {WK_R_UNKNOWN_PARAM, "unknown_param", "there is no parameter {text}; it takes {choices}"},
    {WK_R_NOT_A_NUMBER, "not_a_number", "{param}: \"{text}\" is not a number; give a number from {range}"},
    {WK_R_EMPTY, "empty", "{param} is empty; give a value from {range}"},
    {WK_R_AMBIGUOUS, "ambiguous",
     "{param}: \"{text}\" can be read in two ways; write it without a thousands comma, or with a decimal point"},
    {WK_R_NOT_FINITE, "not_finite", "{param}: \"{text}\" is not a finite number; give a number from {range}"},
    {WK_R_OUT_OF_RANGE, "out_of_range", "{param} = {value} is outside its range, {range}"},
    {WK_R_NOT_WHOLE, "not_whole", "{param} = {value} is not a whole number; give one from {range}"},
    {WK_R_NOT_A_CHOICE, "not_a_choice", "{param}: \"{text}\" is not one of {choices}"},
    {WK_R_BAD_SEED, "bad_seed", "seed: \"{text}\" is not a whole number from 0 to 9007199254740991"},
    {WK_R_GIVEN_TWICE, "given_twice", "{param} is given twice"},
    {WK_R_NOT_DIVISIBLE, "not_divisible",
     "{param} = {value} does not divide {other} = {other_value}; choose a divisor of {other_value}"},
    {WK_R_EXCEEDS_OTHER, "exceeds_other", "{param} = {value} is more than {other} = {other_value}"},
    {WK_R_NOT_COUNTABLE, "not_countable",
     "{param} = {value} with {other} = {other_value} gives a count above 2^53, which can no longer be exact"},
    {WK_R_CELL_NOT_A_NUMBER, "cell_not_a_number",
     "row {row} (counted from 0), column {column}: \"{text}\" is not a number"},
    {WK_R_CELL_NOT_FINITE, "cell_not_finite",
     "row {row} (counted from 0), column {column}: \"{text}\" is not a finite number"},
    {WK_R_CELL_AMBIGUOUS, "cell_ambiguous",
     "row {row} (counted from 0), column {column}: \"{text}\" can be read in two ways"},
    {WK_R_CELL_OUT_OF_RANGE, "cell_out_of_range",
     "row {row} (counted from 0), column {column}: the value is outside {range}"},
    {WK_R_CELL_MISSING, "cell_missing",
     "row {row} (counted from 0), column {column}: a value is missing, and this column needs one"},
    {WK_R_CELL_NOT_POSITIVE, "cell_not_positive",
     "row {row} (counted from 0), column {column}: the value is zero or less, and a logarithm or a power needs values "
     "above 0"},
    {WK_R_ROW_RAGGED, "row_ragged",
     "row {row} (counted from 0) has another number of cells than the rows before it: \"{text}\""},
    {WK_R_TOO_MANY_ROWS, "too_many_rows", "the table has more than {limit} rows"},
    {WK_R_NO_SUCH_COLUMN, "no_such_column", "no column of the table is named {column}; its header is \"{text}\""},
    {WK_R_NO_TABLE_TAKEN, "no_table_taken", "{text} takes no table"},
    {WK_R_COMMA_UNCLEAR, "comma_unclear",
     "the commas can be read in more than one way, first in \"{text}\": say whether a comma is a decimal mark, "
     "groups thousands, or separates values"},
    {WK_R_QUOTE_OPEN, "quote_open", "a quoted cell is never closed: \"{text}\""},
    {WK_R_CELL_BELOW_OTHER, "cell_below_other",
     "row {row} (counted from 0), column {column}: the value is below that of the column before it in its row"},
    {WK_R_NULL_POINTER, "null_pointer", "a required pointer is NULL"},
    {WK_R_BLOCK_TOO_SMALL, "block_too_small", "the block is smaller than the plan asks for"},
    {WK_R_TOO_MUCH_WORK, "too_much_work", "this run is too large for this page; {text}"},
    {WK_R_NO_FINITE_ANSWER, "no_finite_answer", "there is no finite answer for these inputs"},
};

const wk_reason_text *wk_reason_at(uint32_t position) {
    return position < WK_COUNT(reasons) ? &reasons[position] : NULL;
}

#endif
