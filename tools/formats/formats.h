/* What shows a record: the rows of formats.def. */
#ifndef TOOL_FORMATS_FORMATS_H
#define TOOL_FORMATS_FORMATS_H

#include <stdbool.h>
#include <stdio.h>

#include "record/record.h"

/* Each returns 0 or the errno of the failed write. */
#define FORMAT(name, ending, samples, write, desc)                                                 \
    int write(const struct mpit_record *record, FILE *out);
#include "tools/formats/formats.def"

struct tool_format {
    const char *name, *ending;
    bool samples;                                              /* it shows the time series */
    int (*write)(const struct mpit_record *record, FILE *out); /* NULL: it is a folder … */
    bool (*write_folder)(const struct mpit_record *record, const char *folder); /* … NULL: … */
    const char *needs; /* … this build is without what is in this package */
};

/* The first is the default. */
extern const struct tool_format tool_formats[];

/* By its name, or by the ending of a file; NULL: there is none. */
const struct tool_format *tool_format_named(const char *name);
const struct tool_format *tool_format_of(const char *path);

/* "text, json or csv"; of files, ".txt, .json or .csv"; to be freed. */
char *tool_format_names(void);
char *tool_format_endings(void);

#endif
