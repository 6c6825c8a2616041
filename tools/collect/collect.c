/* `mpit collect`: the record of what a job's processes count, or have left, on all of its nodes. */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/find.h"

#include <stdlib.h>
#include <string.h>

/* The record of the first world of a job; false after having said that there is none. */
static bool make_record(const struct tool_segments *segments, struct mpit_record *record)
{
    const struct tool_live_view view = {0};
    int n;
    struct tool_live_world *world = tool_live_worlds(segments, 0, segments->n, &n);
    bool good = n > 0 && tool_live_record(&world[0], &view, record);

    if (n > 1)
        tool_complain("this job has %d worlds; this is the first of them", n);
    if (!good)
        tool_complain("no process of this job has got a rank");
    tool_live_worlds_free(world, n);
    return good;
}

static bool take(const char *folder, const char *job, struct mpit_record *record)
{
    struct tool_segments segments;
    bool good;

    if (!tool_live_find(folder, job, &segments))
        return false;
    good = make_record(&segments, record);
    tool_segments_free(&segments);
    return good;
}

static int write_record(const struct mpit_record *record)
{
    int error = mpit__record_write_json(record, stdout);

    if (error)
        tool_complain("standard output: %s", strerror(error));
    return error ? TOOL_FAILED : TOOL_OK;
}

static int collect(const char *folder, const char *job)
{
    struct mpit_record record;
    int code = TOOL_FAILED;

    if (take(folder, job, &record)) {
        code = write_record(&record);
        mpit__record_free(&record);
    }
    return code;
}

int tool_collect_main(int argc, const char **argv)
{
    char *folder = NULL;
    const struct poptOption table[] = {
        {"live", 'l', POPT_ARG_STRING, &folder, 0, "where processes leave what they count", "DIR"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] [JOB]");
    const char *job = code == TOOL_GO_ON ? poptGetArg(context) : NULL;

    if (code == TOOL_GO_ON && poptPeekArg(context)) {
        tool_complain("%s: one job at a time", poptPeekArg(context));
        code = TOOL_USAGE;
    }
    if (code == TOOL_GO_ON)
        code = collect(folder, job);
    poptFreeContext(context);
    free(folder);
    return code;
}
