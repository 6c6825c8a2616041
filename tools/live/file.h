/* Files of processes that are read, and why one is not. */
#ifndef TOOL_LIVE_FILE_H
#define TOOL_LIVE_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { TOOL_SEGMENT_REASON = 512 };

/* False, with a sentence in reason[TOOL_SEGMENT_REASON]. */
bool tool_file_refuse(char *reason, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Opens one that is a file and this user's; OUT: how long it is.  -1 with a sentence. */
int tool_file_open(const char *path, size_t *bytes, char *reason);

#endif
