/* Segments that nobody needs any more. */
#ifndef TOOL_CLEAN_H
#define TOOL_CLEAN_H

#include <stdbool.h>

struct tool_cleaned {
    int files, jobs; /* removed; of how many jobs */
    int failed;      /* said why */
};

/* Removes, in a folder (NULL: the default one), the segments of this user whose process is gone,
 * of jobs of which no process lives as far as can be told from here; job: of this one alone, NULL:
 * of all. */
struct tool_cleaned tool_segments_clean(const char *folder, const char *job);

#endif
