#include "config.h"

#include "tools/formats/otf2_names.h"

#include "ground/hash.h"
#include "tools/ground/tool.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 };

/* Where it stands, or would. */
static uint32_t *find(const struct tool_otf2_names *names, const char *text)
{
    uint32_t at = mpit__hash_below(mpit__hash_of(text), names->room);

    while (names->slot[at] && strcmp(names->name[names->slot[at] - 1], text) != 0)
        at = (at + 1) & (names->room - 1);
    return &names->slot[at];
}

/* A power of two, of which half is empty. */
static void make_room(struct tool_otf2_names *names)
{
    if (2 * names->n < names->room)
        return;
    names->room = names->room ? 2 * names->room : ROOM;
    names->name = tool_grow(names->name, names->n, names->room - names->n, sizeof *names->name);
    free(names->slot);
    names->slot = tool_allocate(names->room, sizeof *names->slot);
    for (uint32_t i = 0; i < names->n; i++)
        *find(names, names->name[i]) = i + 1;
}

uint32_t tool_otf2_name(struct tool_otf2_names *names, const char *text)
{
    uint32_t *slot;

    make_room(names);
    slot = find(names, text);
    if (!*slot) {
        names->name[names->n++] = tool_print("%s", text);
        *slot = names->n;
    }
    return *slot - 1;
}

void tool_otf2_names_free(struct tool_otf2_names *names)
{
    for (uint32_t i = 0; i < names->n; i++)
        free(names->name[i]);
    free(names->name);
    free(names->slot);
}
