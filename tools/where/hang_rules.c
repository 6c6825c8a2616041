/* What is wrong with a job: the rules, in their order. */
#include "config.h"

#include "tools/where/hang_rules.h"

#include "tools/where/groups.h"

/* Whoever waits for those of which something has been said is explained by that.  Of the rest the
 * causes are said: ranks that wait for each other in a circle, and nobody outside it. */
static void judge_places(struct judge *judge)
{
    where_find_stuck(judge);
    where_rule_state(judge, WHERE_DEAD, "dead");
    where_rule_state(judge, WHERE_STOPPED, "stopped");
    where_rule_init(judge);
    where_explain(judge);
    where_rule_arguments(judge);
    where_explain(judge);
    where_rule_circles(judge);
    where_rule_outside(judge);
    where_rule_unseen(judge);
    where_rule_unknown(judge);
}

void where_judge(struct where_job *job, double patience)
{
    struct judge judge = where_judge_begin(job, patience);

    where_group_ranks(job);
    if (job->has_places) {
        judge_places(&judge);
    } else {
        job->cannot_be_told = true;
        where_rule_state(&judge, WHERE_DEAD, "dead");
        where_rule_state(&judge, WHERE_STOPPED, "stopped");
    }
    where_judge_end(&judge);
}
