#include "json_read.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

static char *skip_blanks(char *at) {
    return at + strspn(at, " \t\r\n");
}

static char *put_utf8(char *out, uint32_t code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 0x3F));
    } else {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 0x3F));
        *out++ = (char)(0x80 | (code & 0x3F));
    }
    return out;
}

/* Unescapes a string in place, at its opening quote. Returns the char after its closing quote, or NULL. */
static char *read_string(char *at, const char **text) {
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char *out = ++at;
    *text = out;
    while (*at != '"') {
        if (*at == '\0') {
            return NULL;
        }
        if (*at != '\\') {
            *out++ = *at++;
            continue;
        }
        const char *escape = at[1] != '\0' ? strchr(escapes, at[1]) : NULL;
        if (escape != NULL) {
            *out++ = meanings[escape - escapes];
            at += 2;
        } else if (at[1] == 'u' && strspn(at + 2, "0123456789abcdefABCDEF") >= 4) {
            const char hex[5] = {at[2], at[3], at[4], at[5], '\0'};
            out = put_utf8(out, (uint32_t)strtoul(hex, NULL, 16));
            at += 6;
        } else {
            return NULL;
        }
    }
    *out = '\0';
    return at + 1;
}

static char *read_value(char *at, json_value *value, int depth);

/* Reads members or elements up to the closing bracket. */
static char *read_children(char *at, json_value *parent, char close, int depth) {
    json_value **link = &parent->child;
    at = skip_blanks(at + 1);
    while (*at != close) {
        json_value *child = calloc(1, sizeof *child);
        if (child == NULL) {
            return NULL;
        }
        *link = child;
        link = &child->next;
        parent->count++;
        if (close == '}') {
            at = *at == '"' ? read_string(at, &child->key) : NULL;
            at = at != NULL ? skip_blanks(at) : NULL;
            if (at == NULL || *at != ':') {
                return NULL;
            }
            at = skip_blanks(at + 1);
        }
        at = read_value(at, child, depth + 1);
        if (at == NULL) {
            return NULL;
        }
        at = skip_blanks(at);
        if (*at == ',') {
            at = skip_blanks(at + 1);
        } else if (*at != close) {
            return NULL;
        }
    }
    return at + 1;
}

static char *read_word(char *at, json_value *value) {
    static const struct {
        const char *word;
        json_type type;
        double number;
    } words[] = {{"null", JSON_NULL, 0}, {"true", JSON_BOOL, 1}, {"false", JSON_BOOL, 0}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const size_t length = strlen(words[i].word);
        if (strncmp(at, words[i].word, length) == 0) {
            value->type = words[i].type;
            value->number = words[i].number;
            return at + length;
        }
    }
    char *end;
    value->type = JSON_NUMBER;
    value->number = strtod(at, &end);
    return end != at ? end : NULL;
}

static char *read_value(char *at, json_value *value, int depth) {
    if (depth > MAX_DEPTH) {
        return NULL;
    }
    if (*at == '{') {
        value->type = JSON_OBJECT;
        return read_children(at, value, '}', depth);
    }
    if (*at == '[') {
        value->type = JSON_ARRAY;
        return read_children(at, value, ']', depth);
    }
    if (*at == '"') {
        value->type = JSON_STRING;
        return read_string(at, &value->text);
    }
    return read_word(at, value);
}

json_value *json_read(char *text) {
    json_value *root = calloc(1, sizeof *root);
    if (root == NULL) {
        return NULL;
    }
    char *end = read_value(skip_blanks(text), root, 0);
    if (end == NULL || *skip_blanks(end) != '\0') {
        json_free(root);
        return NULL;
    }
    return root;
}

void json_free(json_value *value) {
    while (value != NULL) {
        json_value *next = value->next;
        json_free(value->child);
        free(value);
        value = next;
    }
}

const json_value *json_member(const json_value *object, const char *key) {
    const json_value *member = object->type == JSON_OBJECT ? object->child : NULL;
    while (member != NULL && strcmp(member->key, key) != 0) {
        member = member->next;
    }
    return member;
}
