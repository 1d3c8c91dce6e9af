/* White space in typed text, for the number and the table reader. */
#ifndef WK_NUMBER_H
#define WK_NUMBER_H

#include <stdint.h>

/* Bytes of the white space at p: ASCII, or U+00A0, U+2009, U+202F, which also group digits. 0 when there is none. */
uint32_t wk_blank_at(const unsigned char *p, const unsigned char *end);

/* Moves both ends of [*begin, *end) past surrounding white space. */
void wk_trim(const unsigned char **begin, const unsigned char **end);

#endif
