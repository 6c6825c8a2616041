/* The same communicator, window or file in several ranks, and its peers in the job. */
#ifndef TOOL_WHERE_COMMS_H
#define TOOL_WHERE_COMMS_H

#include "tools/where/job.h"

bool where_is_same_comm(const struct where_comm *left, const struct where_comm *right);
const struct where_comm *where_comm_like(const struct where_rank *rank,
                                         const struct where_comm *comm);
const struct where_comm *where_comm_at(const struct where_rank *rank, int comm);
/* The communicator on which a window or file was made; NULL: the rank has it no more. */
const struct where_comm *where_comm_made_on(const struct where_rank *rank,
                                            const struct where_comm *meeting);

/* The rank in the job of a peer of a communicator; -1 where that is unknown. */
int where_peer(const struct where_job *job, const struct where_rank *rank, int comm, int peer);
int where_peer_of(const struct where_job *job, const struct where_comm *comm, int peer);

/* Messages from one to another that have left and have not been received. */
uint64_t where_under_way(const struct where_job *job, int from, int to);

#endif
