/* Who cannot go on: what the rules of hangs (hang_rules.h) stand on.
 *
 * A rank that waits is stuck if it has not moved between two looks, has been there for longer than
 * a message can take, and nobody whom it waits for may still go on.  Who may is found from those
 * that wait for nobody, so that in doubt a rank may. */
#ifndef TOOL_WHERE_WHO_IS_STUCK_H
#define TOOL_WHERE_WHO_IS_STUCK_H

#include "tools/where/rank_set.h"
#include "tools/where/wait_edges.h"

/* Seconds that a wait takes before anything is said of it. */
#define WHERE_SETTLED 1.0

struct judge {
    struct where_job *job;
    double patience;           /* seconds */
    struct where_edges *edges; /* [size] */
    int *alike;                /* [size]: the lowest rank that has the same edges, and owns them */
    bool *waits;               /* it is in MPI, and has not moved */
    bool *live;                /* it may go on */
    bool *explained;           /* why it is stuck has been said */
};

/* Nobody waits, before they are found. */
struct judge where_judge_begin(struct where_job *job, double patience);
void where_judge_end(struct judge *judge);
void where_find_stuck(struct judge *judge);

bool where_is_stuck(const struct judge *judge, int rank);
bool where_waits_for(const struct judge *judge, int who, int whom);
bool where_waits_for_any(const struct judge *judge, int who, const struct where_ranks *of);
/* [size]: whom any of them waits for; to be freed. */
bool *where_waited_for_by(const struct judge *judge, const struct where_ranks *of);

/* Whoever is stuck as he waits for one who is dead or stopped, or of whom something has been said,
 * is explained: he stays stuck whatever else is said. */
void where_explain(struct judge *judge);

/* Of one who may still come it is never known that he will not. */
enum where_certainty where_may_hang(const struct judge *judge, double seconds);

#endif
