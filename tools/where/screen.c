/* The screen of `mpit where`. */
#include "config.h"

#include "tools/where/screen.h"

#include "tools/ground/tool.h"
#include "tools/ground/words.h"
#include "tools/where/verdicts.h"
#include "tools/where/words.h"

#include <stdlib.h>

static void show_group(const struct where_job *job, const struct where_group *group)
{
    char *ranks = tool_words_ranks(group->rank, group->n);
    char *words = where_words(job, group->rank[0], true);

    tool_output_text("  ");
    tool_output_text(ranks);
    tool_output_text(group->n == 1 ? ": " : ": ");
    tool_output_text(words);
    tool_output_text("\n");
    free(ranks);
    free(words);
}

/* All are in the JSON. */
enum { SHOWN = 64 };

static void show_more(const struct where_job *job)
{
    char *more;
    int ranks = 0;

    for (int i = SHOWN; i < job->ngroup; i++)
        ranks += job->group[i].n;
    more = tool_print("  %d more ranks in %d other places (--json has all)\n", ranks,
                      job->ngroup - SHOWN);
    tool_output_text(more);
    free(more);
}

static void show_job(const struct where_job *job)
{
    char *head = tool_print("%s: %d rank%s\n", job->name, job->size, job->size == 1 ? "" : "s");
    static const char *const words[] = {[WHERE_WAITS] = "Waiting: ",
                                        [WHERE_NOT_JUDGED] = "Not judged: ",
                                        [WHERE_MAY_HANG] = "It may hang: ",
                                        [WHERE_HANGS] = "It hangs: "};

    tool_output_text(head);
    free(head);
    for (int i = 0; i < job->ngroup && i < SHOWN; i++)
        show_group(job, &job->group[i]);
    if (job->ngroup > SHOWN)
        show_more(job);
    for (int i = 0; i < job->nverdict; i++) {
        tool_output_text(words[job->verdict[i].certainty]);
        tool_output_text(job->verdict[i].text);
        tool_output_text(".\n");
    }
    if (where_certainty_of(job) == WHERE_WAITS)
        tool_output_text("Nothing hangs.\n");
}

void where_show(const struct where_jobs *jobs)
{
    for (int i = 0; i < jobs->n; i++) {
        if (i)
            tool_output_text("\n");
        show_job(&jobs->job[i]);
    }
}
