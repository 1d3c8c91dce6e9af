/* A small JSON reader for reference cases. Values are a tree of nodes; texts are unescaped in place. */
#ifndef WORKINGS_JSON_READ_H
#define WORKINGS_JSON_READ_H

#include <stdbool.h>
#include <stddef.h>

typedef enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } json_type;

typedef struct json_value {
    json_type type;
    double number;    /* NUMBER; BOOL as 0 or 1 */
    const char *text; /* STRING */
    const char *key;  /* the name under which it stands in an object, else NULL */
    struct json_value *child, *next;
    size_t count; /* children of an ARRAY or OBJECT */
} json_value;

/*
 * Parses text (ended by NUL, changed in place). Returns the root, owned by the caller (json_free), or NULL
 * when it is not JSON.
 */
json_value *json_read(char *text);
void json_free(json_value *value);

/* The member of an object, or NULL. */
const json_value *json_member(const json_value *object, const char *key);

#endif
