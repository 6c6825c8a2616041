/* Words of several subcommands. */
#ifndef TOOL_GROUND_WORDS_H
#define TOOL_GROUND_WORDS_H

#include <stdint.h>

/* "ranks 0-3, 7"; to be freed. */
char *tool_words_ranks(const int *ranks, int n);

/* "st" of 1, "nd" of 2 … */
const char *tool_words_ordinal(uint64_t n);

#endif
