/* The rules of hangs: what is wrong with a job, by who waits for whom.
 *
 * A file hang_rule_<what>.c has those that judge it; hang_rules.c has their order. */
#ifndef TOOL_WHERE_HANG_RULES_H
#define TOOL_WHERE_HANG_RULES_H

#include "tools/where/rank_set.h"
#include "tools/where/who_is_stuck.h"

/* Fills in groups and verdicts. */
void where_judge(struct where_job *job, double patience);

/* ---- of a job */

void where_rule_state(struct judge *judge, enum where_state state, const char *kind);
void where_rule_init(struct judge *judge);
void where_rule_outside(struct judge *judge);
void where_rule_arguments(struct judge *judge);
void where_rule_circles(struct judge *judge);
void where_rule_unseen(struct judge *judge);
void where_rule_unknown(struct judge *judge);

/* ---- of a circle: ranks that wait for each other, and for nobody else who is stuck
 *
 * True: it has said what is wrong.  `leaving` are those in the circle, or waited for by it, that
 * are in or past MPI_Finalize. */

bool where_rule_refused(struct judge *judge, const struct where_ranks *circle);
bool where_rule_window(struct judge *judge, const struct where_ranks *circle);
bool where_rule_leaving(struct judge *judge, const struct where_ranks *circle,
                        const struct where_ranks *leaving);
bool where_rule_collective(struct judge *judge, const struct where_ranks *circle,
                           const struct where_ranks *leaving);

/* Of the circle those that wait for messages of (or for) any of these. */
struct where_ranks where_message_waiters(const struct judge *judge,
                                         const struct where_ranks *circle,
                                         const struct where_ranks *of);
/* Messages are awaited of those who are in something else. */
void where_say_receive(struct judge *judge, const struct where_ranks *waiters,
                       const struct where_ranks *others);

#endif
