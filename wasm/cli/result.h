#ifndef WORKINGS_RESULT_H
#define WORKINGS_RESULT_H

#include "session.h"

/* A finished run as JSON (one line) or as text for people. */
void print_result_json(const session *s, FILE *out);
void print_result_text(const session *s, FILE *out);

#endif
