/* Options that programs which measure in rounds have in common, and how options are read. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

struct bench_options {
    int rounds;
    bool check, json;
    char *kernel, *library;
};

/* --rounds, --check, --json, --kernel, --library, and a refusal of what is no option: a child of
 * the program's own parser, with a struct bench_options for its input. */
extern const struct argp bench_options_parser;

/* The number after an option; one that is none, or out of range, is refused. */
int bench_options_number(const char *option, const char *text, int least, int most,
                         struct argp_state *state);

/* Selects of n things those in the list alone: names with commas.  `find` gives the number of a
 * name, or -1; `what` is what such a thing is called. */
void bench_options_only(char *list, const char *what, int (*find)(const char *name), bool *selected,
                        int n, struct argp_state *state);

#endif
