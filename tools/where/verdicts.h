/* What is said of a job. */
#ifndef TOOL_WHERE_VERDICTS_H
#define TOOL_WHERE_VERDICTS_H

#include "tools/where/rank_set.h"

/* `text` is the job's from then on. */
void where_verdict_add(struct where_job *job, const char *kind, enum where_certainty certainty,
                       const struct where_ranks *ranks, char *text);
/* Of all that is said of a job the surest; less than WHERE_NOT_JUDGED: nothing hangs. */
enum where_certainty where_certainty_of(const struct where_job *job);

#endif
