#include "config.h"

#include "vendor/keep.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, ALIGNMENT = 16 };

static char *block;
static size_t room;

void *mpit__keep(size_t bytes)
{
    size_t rounded = (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    char *kept;

    if (rounded < bytes)
        return NULL;
    if (rounded > BLOCK / 4)
        return calloc(1, rounded);
    if (rounded > room) {
        char *fresh = calloc(1, BLOCK);

        if (!fresh)
            return NULL;
        block = fresh;
        room = BLOCK;
    }
    kept = block;
    block += rounded;
    room -= rounded;
    return kept;
}

char *mpit__keep_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *kept = mpit__keep(size);

    return kept ? memcpy(kept, text, size) : NULL;
}
