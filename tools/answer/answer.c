/* `mpit answer`: what this node has of a job, for the mpit of another node (tools/live/far.h). */
#include "config.h"

#include "tools/ground/options.h"
#include "tools/ground/tool.h"
#include "tools/job/reach.h"
#include "tools/job/segments.h"
#include "tools/live/far.h"
#include "tools/live/process.h"

#include <stdlib.h>
#include <string.h>

/* In a folder that nodes have in common others answer for theirs. */
static void remove_ours(struct tool_segments *segments)
{
    for (int i = 0; i < segments->n; i++)
        if (tool_segment_fate(&segments->segment[i]) != TOOL_FATE_UNKNOWN)
            tool_live_job_remove(&(struct tool_segments){.segment = &segments->segment[i], .n = 1});
}

static int answer(const char *folder, const char *job, enum tool_ask_for what, bool all,
                  const struct tool_nodes *others)
{
    struct tool_segments segments =
        all ? tool_reach_take(folder, job, what, true) : tool_segments_take_job(folder, job, false);
    int error;

    if (others->names.n)
        tool_reach_for_another(folder, job, what, others, &segments);
    error = tool_far_write(segments.segment, segments.n, what == TOOL_ASK_ARRIVALS, stdout);
    if (error)
        tool_complain("standard output: %s", strerror(error));
    else if (what == TOOL_ASK_REMOVE)
        remove_ours(&segments);
    tool_segments_free(&segments);
    return error ? TOOL_FAILED : TOOL_OK;
}

static void move_words(char **from, struct tool_words *to)
{
    for (char **word = from; word && *word; word++) {
        tool_words_add(to, *word);
        free(*word);
    }
    free(from);
}

int tool_answer_main(int argc, const char **argv)
{
    char *folder = NULL, **nodes = NULL, **agent = NULL;
    int all = 0, arrivals = 0, remove = 0, by_shell = 0;
    struct tool_nodes others;
    const struct poptOption table[] = {
        {"live", 'l', POPT_ARG_STRING, &folder, 0, "the folder of segments (mpit_live_dir)", "DIR"},
        {"all", 'a', POPT_ARG_NONE, &all, 0, "of the job's other nodes, too", NULL},
        {"arrivals", 0, POPT_ARG_NONE, &arrivals, 0, "and who came to which collectives, and when",
         NULL},
        {"remove", 0, POPT_ARG_NONE, &remove, 0, "and remove what no process has any more", NULL},
        {"node", 0, POPT_ARG_ARGV, &nodes, 0, "ask this node, too; may be repeated", "NODE"},
        {"agent", 0, POPT_ARG_ARGV, &agent, 0,
         "a word of what starts a command there, before the node's name; may be repeated", "WORD"},
        {"shell", 0, POPT_ARG_NONE, &by_shell, 0, "the agent takes one word for a shell", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };
    poptContext context = poptGetContext(NULL, argc, argv, table, 0);
    int code = tool_options_parse(context, table, "[OPTION...] JOB");
    const char *job = code == TOOL_GO_ON ? poptGetArg(context) : NULL;

    if (code == TOOL_GO_ON && (!job || poptPeekArg(context))) {
        tool_complain("one job, by its name");
        code = TOOL_USAGE;
    }
    others = (struct tool_nodes){.by_shell = by_shell};
    move_words(nodes, &others.names);
    move_words(agent, &others.agent);
    if (code == TOOL_GO_ON)
        code = answer(folder, job,
                      remove     ? TOOL_ASK_REMOVE
                      : arrivals ? TOOL_ASK_ARRIVALS
                                 : TOOL_ASK_SEGMENTS,
                      all, &others);
    tool_nodes_free(&others);
    poptFreeContext(context);
    free(folder);
    return code;
}
