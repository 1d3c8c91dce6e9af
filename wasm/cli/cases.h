#ifndef WORKINGS_CASES_H
#define WORKINGS_CASES_H

/* Runs the reference cases of files; prints each failure, then "N passed, N failed". Returns the number that failed. */
int run_case_files(char **paths, int count);

/* A whole file ("-" is standard input), ended by NUL; the caller frees it. NULL when it cannot be read. */
char *read_file(const char *path, unsigned long *length);

#endif
