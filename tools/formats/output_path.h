/* A file that the user has named for what comes of a job: looked at before the job runs. */
#ifndef TOOL_FORMATS_OUTPUT_PATH_H
#define TOOL_FORMATS_OUTPUT_PATH_H

#include <stdbool.h>
#include <time.h>

bool tool_output_path_ends_in(const char *path, const char *ending);
char *tool_output_path_absolute(const char *path);

/* Writes a file beside that of the path and removes it again: 0 or an errno, and the "now" of the
 * file system. */
int tool_output_path_probe(const char *path, struct timespec *now);

/* What --report FILE stands for, absolute, %j and so on filled in, to be freed; and the time before
 * which what stands there is another job's.  NULL after having said why none can be written. */
char *tool_output_path_open(const char *option, struct timespec *now);

#endif
