/* Options of the programs here, and those that programs which measure in rounds have in common. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include "../tools/ground/options.h"

#include <stdbool.h>

enum { BENCH_USAGE = 64 }; /* the exit status for wrong options */

/* Reads a command line.  --help ends the program, and so does what is wrong, after a message; words
 * that are no options are.  `what` says what the program measures. */
void bench_options_read(int argc, char **argv, const struct poptOption *table, const char *what);

/* The same of a program that takes words behind its options: the index of the first; `usage` names
 * them. */
int bench_options_words(int argc, char **argv, const struct poptOption *table, const char *usage);

/* Ends the program unless it is TOOL_GO_ON. */
void bench_options_must(int code);

/* What --only says: of n names those in the list, with commas, or all if it is NULL; it is freed.
 * `what` is what they are names of; --list shows them. */
void bench_options_only(char *list, const char *what, const char *const *names, int n,
                        bool *selected);

struct bench_options {
    int rounds, check, json;
    char *kernel, *library;
};

/* Their rows in a table. */
#define BENCH_OPTIONS(options)                                                                     \
    {"rounds",                                                                                     \
     'r',                                                                                          \
     POPT_ARG_INT,                                                                                 \
     &(options)->rounds,                                                                           \
     0,                                                                                            \
     "rounds, each with one process a variant (15, at least 8)",                                   \
     "N"},                                                                                         \
        {"check",                                                                                  \
         'c',                                                                                      \
         POPT_ARG_NONE,                                                                            \
         &(options)->check,                                                                        \
         0,                                                                                        \
         "hold the targets against the figures: exit 1 if one is missed, 2 if one stays open",     \
         NULL},                                                                                    \
        {"json", 'j', POPT_ARG_NONE, &(options)->json, 0, "print JSON", NULL},                     \
        {"kernel",                                                                                 \
         0,                                                                                        \
         POPT_ARG_STRING,                                                                          \
         &(options)->kernel,                                                                       \
         0,                                                                                        \
         "the measured program (beside this one)",                                                 \
         "FILE"},                                                                                  \
    {                                                                                              \
        "library", 0, POPT_ARG_STRING, &(options)->library, 0, "libmpit.so (that of this build)",  \
            "FILE"                                                                                 \
    }

#endif
