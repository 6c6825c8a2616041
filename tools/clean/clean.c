/* `mpit clean`: what jobs have left of which no process lives. */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/clean.h"
#include "tools/live/folder.h"

#include <stdlib.h>
#include <unistd.h>

static int run(const char *folder, bool all, const char *job)
{
    if (!all && !tool_segments_can_be_read(folder))
        return TOOL_FAILED;
    return tool_clean_tell(all ? tool_clean_all(job) : tool_clean_folder(folder, job));
}

static int check(poptContext context, const char *folder, bool all)
{
    if (poptPeekArg(context)) {
        tool_complain("%s: one job at a time", poptPeekArg(context));
        return TOOL_USAGE;
    }
    if (all && folder) {
        tool_complain("--all is of the folders that users have by default: give --live without it");
        return TOOL_USAGE;
    }
    if (all && geteuid() != 0) {
        tool_complain("--all is for root, who can take on the rights of others");
        return TOOL_USAGE;
    }
    return TOOL_GO_ON;
}

int tool_clean_main(int argc, const char **argv)
{
    char *folder = NULL;
    int all = 0;
    const struct poptOption table[] = {
        {"all", 'a', POPT_ARG_NONE, &all, 0, "of all users, as root: for the end of a batch job",
         NULL},
        {"live", 'l', POPT_ARG_STRING, &folder, 0, "the folder of segments (mpit_live_dir)", "DIR"},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] [JOB]");
    const char *job = code == TOOL_GO_ON ? poptGetArg(context) : NULL;

    if (code == TOOL_GO_ON)
        code = check(context, folder, all);
    if (code == TOOL_GO_ON)
        code = run(folder, all, job);
    poptFreeContext(context);
    free(folder);
    return code;
}
