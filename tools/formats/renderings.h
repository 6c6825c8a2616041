/* Reports of a job in files of any format, made from its records when it has ended. */
#ifndef TOOL_FORMATS_RENDERINGS_H
#define TOOL_FORMATS_RENDERINGS_H

#include <stdbool.h>
#include <sys/types.h>

#include "tools/formats/formats.h"

struct tool_rendering {
    const struct tool_format *format;
    char *path;
    char **written; /* [nwritten] where those of a job that went on stand */
    int nwritten;
};

struct tool_renderings {
    struct tool_rendering *row;
    int n;
};

/* `path`: ours from here on. */
void tool_renderings_add(struct tool_renderings *renderings, const struct tool_format *format,
                         char *path);

/* Whether one of them shows the time series. */
bool tool_renderings_show_samples(const struct tool_renderings *renderings);

/* Writes each record in each of the formats, the first to the name that was asked for, and says
 * where it is; over what was written there for the same job before.  False after having said what
 * could not be written. */
bool tool_renderings_write(struct tool_renderings *renderings, const struct mpit_record *record,
                           int n, mode_t mode);

void tool_renderings_free(struct tool_renderings *renderings);

#endif
