#include "config.h"

#include "cvar/watch_list.h"

#include <string.h>

#include "ledger/watch.h"

static const struct {
    const char *name;
    uint32_t mask;
} quantities[] = {
    {"counts", MPIT_WATCH_COUNTS | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE},
    {"bytes", MPIT_WATCH_BYTES | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE},
    {"time", MPIT_WATCH_TIME},
    {"peers", MPIT_WATCH_PEERS | MPIT_WATCH_COMM | MPIT_WATCH_COMPLETE},
    {"sizes", MPIT_WATCH_SIZES | MPIT_WATCH_COMM | MPIT_WATCH_BYTES | MPIT_WATCH_COMPLETE},
    {"requests", MPIT_WATCH_REQUESTS | MPIT_WATCH_COMPLETE},
    {"queue", MPIT_WATCH_QUEUE},
    {"state", MPIT_WATCH_STATE},
};

static bool add_word(const char *word, size_t length, uint32_t *mask)
{
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
        if (strlen(quantities[i].name) == length &&
            strncmp(quantities[i].name, word, length) == 0) {
            *mask |= quantities[i].mask;
            return true;
        }
    }
    return length == 0;
}

bool mpit__watch_list_parse(const char *text, uint32_t *mask)
{
    *mask = 0;
    while (*text) {
        size_t length = strcspn(text, ", ");

        if (!add_word(text, length, mask))
            return false;
        text += length + (text[length] != '\0');
    }
    return true;
}
