/* A list of words: arguments, or an environment. */
#ifndef TOOL_JOB_WORD_LIST_H
#define TOOL_JOB_WORD_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct tool_words {
    char **word; /* [n], and NULL behind them; NULL: there are none */
    size_t n, room;
};

void tool_words_add(struct tool_words *words, const char *word);
/* Those between any of these separators. */
void tool_words_split(struct tool_words *words, const char *text, const char *separators);
/* Each up to a 0, as /proc has them. */
void tool_words_read(struct tool_words *words, const char *file);
bool tool_words_has(const struct tool_words *words, const char *word);
/* The value in an environment; NULL: there is none. */
const char *tool_words_value(const struct tool_words *environment, const char *name);
void tool_words_free(struct tool_words *words);

#endif
