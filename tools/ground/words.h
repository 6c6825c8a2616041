/* Words of several subcommands. */
#ifndef TOOL_GROUND_WORDS_H
#define TOOL_GROUND_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "ranks 0-3, 7"; to be freed. */
char *tool_words_ranks(const int *ranks, int n);

/* "st" of 1, "nd" of 2 … */
const char *tool_words_ordinal(uint64_t n);

/* How long the name of a call is without the _c of large counts, and whether two are the same. */
size_t tool_words_call(const char *call);
bool tool_words_same_call(const char *one, const char *other);

#endif
