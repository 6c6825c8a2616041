/* Who waits for whom in collectives, and at windows and files where all meet. */
#ifndef TOOL_WHERE_WAIT_COLLECTIVES_H
#define TOOL_WHERE_WAIT_COLLECTIVES_H

#include "tools/where/wait_edges.h"

/* Whether all processes of a communicator make it. */
bool where_is_collective(const struct where_call *call);
/* Of a request, by its kind: all have to start it. */
bool where_is_started_by_all(uint32_t kind);

/* Of a rank that is in one. */
void where_collective_edges(struct where_edges *edges, const struct where_job *job, int rank);
/* Of a rank that waits for the last one that it has started on a communicator. */
void where_started_edges(struct where_edges *edges, const struct where_job *job, int rank,
                         int comm);

/* Whether it is in one, or waits for one that it has started. */
bool where_is_in_collective(const struct where_job *job, int rank);
/* It waits neither in one nor for the end of MPI: for a message, or at a window. */
bool where_waits_alone(const struct where_job *job, int rank);
/* The same collective: of one group are those who are in it. */
bool where_is_with(const struct where_job *job, int left, int right);
/* What a rank has called in place of the collective that another one is in; NULL: nothing that is
 * still known. */
const struct where_call *where_call_instead(const struct where_job *job, int who, int to);
/* How many ranks the communicator has of the collective that one is in. */
int where_members(const struct where_job *job, int rank);

#endif
