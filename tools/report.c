/* `mpit report`: shows a record that a job left behind. */
#include "config.h"

#include "read.h"

#include "formats.h"
#include "options.h"
#include "parts.h"
#include "tool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct format {
    const char *name;
    int (*write)(const struct mpit_record *record, FILE *out);
} formats[] = {
#define FORMAT(name, write, desc) {#name, write},
#include "formats.def"
#undef FORMAT
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* "text, json or csv"; to be freed. */
static char *print_names(void)
{
    char *names = tool_print("%s", formats[0].name);

    for (int i = 1; i < FORMATS; i++) {
        char *more = tool_print("%s%s%s", names, i + 1 < FORMATS ? ", " : " or ", formats[i].name);

        free(names);
        names = more;
    }
    return names;
}

/* The first where none is asked for; NULL after a message where there is none of that name. */
static const struct format *find_format(const char *name)
{
    for (int i = 0; i < FORMATS; i++)
        if (!name || !strcmp(name, formats[i].name))
            return &formats[i];

    char *names = print_names();
    tool_complain("--format %s: unknown format; give %s", name, names);
    free(names);
    return NULL;
}

/* Where there is no such file, but parts of it. */
static bool join_parts(const char *path, struct mpit_record *record)
{
    char *here = *path == '/' ? NULL : getcwd(NULL, 0);
    char *absolute = here ? tool_print("%s/%s", here, path) : tool_print("%s", path);
    struct tool_parts parts = {0};
    bool joined;

    if (*absolute == '/' && access(path, F_OK) != 0)
        parts = tool_parts_find(absolute, NULL);
    joined = parts.n && tool_parts_join(&parts, record);
    tool_parts_free(&parts);
    free(absolute);
    free(here);
    return joined;
}

static int show(const char *path, const struct format *format)
{
    struct mpit_record record;
    char reason[512];

    if (!join_parts(path, &record) && !tool_record_read(path, &record, reason)) {
        tool_complain("%s", reason);
        return TOOL_FAILED;
    }
    signal(SIGPIPE, SIG_IGN); /* a reader that has seen enough is no failure */
    int error = format->write(&record, stdout);
    mpit__record_free(&record);
    if (error && error != EPIPE) {
        tool_complain("standard output: %s; the report is not whole", strerror(error));
        return TOOL_FAILED;
    }
    return TOOL_OK;
}

static int check_and_show(poptContext context, const char *format_name)
{
    const struct format *format = find_format(format_name);
    const char *path = poptGetArg(context);
    const char *stray = poptPeekArg(context);

    if (!format)
        return TOOL_USAGE;
    if (!path) {
        tool_complain("no file; give the record of a job: mpit report FILE.json");
        return TOOL_USAGE;
    }
    if (stray) {
        tool_complain("%s: one file at a time", stray);
        return TOOL_USAGE;
    }
    return show(path, format);
}

int tool_report_main(int argc, const char **argv)
{
    char *format = NULL, *names = print_names();
    char *help = tool_print("%s; %s is the default", names, formats[0].name);
    const struct poptOption table[] = {
        {"format", 'f', POPT_ARG_STRING, &format, 0, help, "FORMAT"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] FILE.json");

    if (code == TOOL_GO_ON)
        code = check_and_show(context, format);
    poptFreeContext(context);
    free(format);
    free(help);
    free(names);
    return code;
}
