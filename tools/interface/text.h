/* Texts that MPI_T returns are asked for twice, as the standard lays down (14.3.3): their lengths,
 * then themselves.  One more byte, and zeroed, since vendors differ in whether the length counts
 * the terminator. */
#ifndef TOOL_INTERFACE_TEXT_H
#define TOOL_INTERFACE_TEXT_H

#include "tools/ground/tool.h"

struct tool_text {
    char *text;
    int length;
};

static inline void tool_text_make_room(struct tool_text *text)
{
    text->length++;
    text->text = tool_allocate((size_t)text->length + 1, 1);
}

#endif
