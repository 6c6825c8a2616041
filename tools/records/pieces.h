/* JSON piece by piece, so that a large text is never in memory as a whole: what is inside of
 * objects and lists one after the other, each value of them as jansson has it. */
#ifndef TOOL_RECORDS_PIECES_H
#define TOOL_RECORDS_PIECES_H

#include <jansson.h>

#include "tools/records/source.h"

/* Where the text is not JSON, or cannot be read, all of these say so once, in the source's reason,
 * and find nothing from then on. */

/* What comes next behind blanks, EOF: nothing. */
int tool_piece_next(struct tool_source *source);

/* Takes this character; false: it is not what comes next, which is wrong. */
bool tool_piece_take(struct tool_source *source, char wanted);

/* Whether there is one more in the object or list that ends with `end`; if not, that is taken.
 * n: how many were there before. */
bool tool_piece_more(struct tool_source *source, char end, size_t n);

/* A whole value; to be given back by json_decref.  NULL: there is none. */
json_t *tool_piece_value(struct tool_source *source);

/* The name of a member, with what is behind it, up to its value. */
json_t *tool_piece_name(struct tool_source *source);

/* Nothing but blanks. */
bool tool_piece_end(struct tool_source *source);

#endif
