#include "config.h"

#include "tools/job/word_list.h"

#include "tools/ground/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tool_words_add(struct tool_words *words, const char *word)
{
    if (words->n + 2 > words->room) {
        const size_t more = words->room + 16;

        words->word = tool_grow(words->word, words->room, more, sizeof *words->word);
        words->room += more;
    }
    words->word[words->n++] = tool_print("%s", word);
}

void tool_words_split(struct tool_words *words, const char *text, const char *separators)
{
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        int length = (int)strcspn(text, separators);
        char *word = tool_print("%.*s", length, text);

        tool_words_add(words, word);
        free(word);
        text += length;
    }
}

void tool_words_read(struct tool_words *words, const char *file)
{
    FILE *in = fopen(file, "re");
    char *word = NULL;
    size_t room = 0;

    while (in && getdelim(&word, &room, '\0', in) >= 0)
        tool_words_add(words, word);
    if (in)
        fclose(in);
    free(word);
}

bool tool_words_has(const struct tool_words *words, const char *word)
{
    for (size_t i = 0; i < words->n; i++)
        if (!strcmp(words->word[i], word))
            return true;
    return false;
}

const char *tool_words_value(const struct tool_words *environment, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < environment->n; i++)
        if (!strncmp(environment->word[i], name, length) && environment->word[i][length] == '=')
            return environment->word[i] + length + 1;
    return NULL;
}

void tool_words_free(struct tool_words *words)
{
    for (size_t i = 0; i < words->n; i++)
        free(words->word[i]);
    free(words->word);
    *words = (struct tool_words){0};
}
