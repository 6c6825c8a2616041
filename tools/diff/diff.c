/* `mpit diff`: compares the records of two jobs, or of several runs of each. */
#include "config.h"

#include "tools/diff/diff.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/records/read.h"
#include "tools/records/site_names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* As diff(1) has them, for scripts. */
enum { SAME = 0, DIFFERENT = 1, TROUBLE = 2 };

const char *const tool_diff_formats[] = {"text", "json", "html", NULL};
static int (*const formats[])(const struct tool_diff *diff, FILE *out) = {
    tool_diff_write_text, tool_diff_write_json, tool_diff_write_html};

static bool read_runs(struct tool_runs *runs)
{
    char reason[512];

    runs->record = tool_allocate((size_t)runs->n, sizeof *runs->record);
    for (int i = 0; i < runs->n; i++) {
        if (!tool_record_read(runs->file[i], &runs->record[i], reason)) {
            tool_complain("%s", reason);
            return false;
        }
        tool_sites_name(&runs->record[i]);
    }
    return true;
}

static void runs_free(struct tool_runs *runs)
{
    for (int i = 0; runs->record && i < runs->n; i++)
        mpit__record_free(&runs->record[i]);
    free(runs->record);
}

static int show(const struct tool_diff *diff, int format, bool worse)
{
    int error = formats[format](diff, stdout);

    if (error && error != EPIPE) {
        tool_complain("standard output: %s; the comparison is not whole", strerror(error));
        return TROUBLE;
    }
    return (worse ? tool_diff_is_worse(diff) : diff->nchanged > 0) ? DIFFERENT : SAME;
}

static int count(const char **file)
{
    int n = 0;

    while (file && file[n])
        n++;
    return n;
}

/* Two files are one of each; more are parted by "--", behind which `after` begins. */
static bool part(const char **given, const char **behind, struct tool_runs *before,
                 struct tool_runs *after)
{
    int n = count(given), nbehind = count(behind);

    if (n == 2 && nbehind == 0) {
        behind = given + 1;
        n = nbehind = 1;
    }
    if (n == 0 || nbehind == 0) {
        tool_complain("give the records of two jobs: mpit diff A.json B.json, or, of several runs "
                      "each, mpit diff A*.json -- B*.json");
        return false;
    }
    *before = (struct tool_runs){.file = given, .n = n};
    *after = (struct tool_runs){.file = behind, .n = nbehind};
    return true;
}

static int compare(const char **given, const char **behind, struct tool_diff *diff, int format,
                   bool worse)
{
    struct tool_runs before = {0}, after = {0};
    int code = TROUBLE;

    if (!part(given, behind, &before, &after))
        return TROUBLE;
    diff->before = &before;
    diff->after = &after;
    if (read_runs(&before) && read_runs(&after)) {
        tool_diff_make(diff);
        code = show(diff, format, worse);
        tool_diff_free(diff);
    }
    runs_free(&before);
    runs_free(&after);
    return code;
}

/* Whether the option before it takes the next word is popt's to know: a "--" is none. */
static int find_mark(int argc, const char **argv)
{
    for (int i = 2; i < argc; i++)
        if (!strcmp(argv[i], "--"))
            return i;
    return argc;
}

static int is_threshold(double percent)
{
    if (percent >= 0 && percent <= 100)
        return TOOL_GO_ON;
    tool_complain("--threshold %g: give a percentage between 0 and 100", percent);
    return TROUBLE;
}

static int run(poptContext context, const char **behind, const char *format, double percent,
               int all, int worse)
{
    struct tool_diff diff = {.threshold = percent / 100, .all = all};
    int chosen = 0;

    if (format)
        chosen = tool_options_find(format, "format", tool_diff_formats,
                                   sizeof formats / sizeof *formats, "mpit diff --help");
    if (chosen < 0 || is_threshold(percent) != TOOL_GO_ON)
        return TROUBLE;
    return compare(poptGetArgs(context), behind, &diff, chosen, worse);
}

int tool_diff_main(int argc, const char **argv)
{
    int all = 0, worse = 0, mark = find_mark(argc, argv);
    double percent = 1;
    char *format = NULL;
    const struct poptOption table[] = {
        {"all", 'a', POPT_ARG_NONE, &all, 0, "show what has not changed, too", NULL},
        {"format", 'f', POPT_ARG_STRING, &format, 0, "text, json or html; text is the default",
         "FORMAT"},
        {"threshold", 't', POPT_ARG_DOUBLE | POPT_ARGFLAG_SHOW_DEFAULT, &percent, 0,
         "how much of the time of the job a time must change by", "PERCENT"},
        {"worse", 'w', POPT_ARG_NONE, &worse, 0,
         "exit with 1 only where the job takes longer, not for any change", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, mark, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] A.json... [--] B.json...");

    if (code == TOOL_GO_ON)
        code = run(context, mark < argc ? argv + mark + 1 : NULL, format, percent, all, worse);
    poptFreeContext(context);
    free(format);
    return code;
}
