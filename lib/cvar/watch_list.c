#include "config.h"

#include "cvar/watch_list.h"

#include <string.h>

#include "cvar/watch_words.h"
#include "ground/letters.h"
#include "profile/watch.h"

static const struct {
    const char *name;
    uint32_t mask;
} words[] = {
#define WORD(name, bits, desc) {#name, bits},
    MPIT_WATCH_WORDS(WORD, WORD)
#undef WORD
};

static bool add_word(const char *word, size_t length, uint32_t *mask)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].name) == length && mpit__begins_with_word(word, words[i].name)) {
            *mask |= words[i].mask;
            return true;
        }
    }
    return length == 0;
}

bool mpit__watch_list_parse(const char *text, uint32_t *mask)
{
    *mask = 0;
    while (*text) {
        size_t length = strcspn(text, ", \t\n");

        if (!add_word(text, length, mask))
            return false;
        text += length + (text[length] != '\0');
    }
    return true;
}
