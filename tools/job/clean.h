/* Segments that nobody needs any more. */
#ifndef TOOL_JOB_CLEAN_H
#define TOOL_JOB_CLEAN_H

#include <stdbool.h>

struct tool_cleaned {
    int files, jobs; /* removed; of how many jobs */
    int failed;      /* said why */
};

/* Removes, in a folder (NULL: the default one), the segments whose process is gone, of jobs of
 * which no process lives as far as can be told from here; job: of this one alone, NULL: of all.
 * Before that, jobs that have no report get one (unclaimed.h).  In a folder of another user that is
 * done with his rights, which root alone can take on. */
struct tool_cleaned tool_clean_folder(const char *folder, const char *job);

/* The same in the default folders of all users; of who is not root, in his own. */
struct tool_cleaned tool_clean_all(const char *job);

/* Says what was removed; the exit code. */
int tool_clean_tell(struct tool_cleaned cleaned);

#endif
