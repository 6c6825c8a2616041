/* Texts, each once, by numbers from 0 on. */
#ifndef TOOL_FORMATS_OTF2_NAMES_H
#define TOOL_FORMATS_OTF2_NAMES_H

#include <stdint.h>

/* Zeroed: none. */
struct tool_otf2_names {
    char **name; /* [n] */
    uint32_t n, room;
    uint32_t *slot; /* [room]: by their hash: 1 more than a number; 0: empty */
};

/* The number of a text, the next one where it is new. */
uint32_t tool_otf2_name(struct tool_otf2_names *names, const char *text);

void tool_otf2_names_free(struct tool_otf2_names *names);

#endif
