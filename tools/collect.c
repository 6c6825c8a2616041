/* `mpit collect`: what the processes of a job have left on this node, as a part of its record. */
#include "config.h"

#include "live_find.h"
#include "options.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>

static int write_world(const struct tool_segments *segments)
{
    const struct tool_live_view view = {0};
    int n, error = 0;
    struct tool_live_world *world = tool_live_worlds(segments, 0, segments->n, &n);
    struct mpit_record record;
    bool good = n > 0 && tool_live_record(&world[0], &view, &record);

    if (n > 1)
        tool_complain("this job has %d worlds; this is the first of them", n);
    tool_live_worlds_free(world, n);
    if (!good) {
        tool_complain("no process of this job has got a rank");
        return TOOL_FAILED;
    }
    error = mpit__record_write_json(&record, stdout);
    mpit__record_free(&record);
    if (error)
        tool_complain("standard output: %s", strerror(error));
    return error ? TOOL_FAILED : TOOL_OK;
}

static int collect(const char *folder, const char *job)
{
    struct tool_segments segments;
    int code;

    if (!tool_live_find(folder, job, &segments))
        return TOOL_FAILED;
    code = write_world(&segments);
    tool_segments_free(&segments);
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
