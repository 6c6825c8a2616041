/* `mpit report`: shows a record that a job left behind. */
#include "config.h"

#include "read.h"

#include "csv.h"
#include "html.h"
#include "openmetrics.h"
#include "options.h"
#include "tool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const struct format {
    const char *name;
    int (*write)(const struct mpit_record *record, FILE *out);
} formats[] = {
    {"text", mpit__record_write_text},
    {"json", mpit__record_write_json},
    {"csv", tool_csv_write_record},
    {"html", tool_html_write_record},
    {"openmetrics", tool_openmetrics_write_record},
};

/* The same, for people. */
#define FORMAT_NAMES "text, json, csv, html or openmetrics"

static const struct format *find_format(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}

static int show(const char *path, const struct format *format)
{
    struct mpit_record record;
    char reason[512];

    if (!tool_record_read(path, &record, reason)) {
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

    if (!format) {
        tool_complain("--format %s: unknown format; give " FORMAT_NAMES, format_name);
        return TOOL_USAGE;
    }
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
    char *format = NULL;
    const struct poptOption table[] = {
        {"format", 'f', POPT_ARG_STRING, &format, 0, FORMAT_NAMES "; text is the default",
         "FORMAT"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] FILE.json");

    if (code == TOOL_GO_ON)
        code = check_and_show(context, format ? format : "text");
    poptFreeContext(context);
    free(format);
    return code;
}
