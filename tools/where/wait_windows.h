/* Who waits for whom at windows where not all meet. */
#ifndef TOOL_WHERE_WAIT_WINDOWS_H
#define TOOL_WHERE_WAIT_WINDOWS_H

#include "tools/where/wait_edges.h"

/* What a rank waits for there: a lock, that others post, that others complete; by its call, or by a
 * request that it waits for. */
enum where_need { WHERE_NO_NEED, WHERE_LOCK, WHERE_POSTS, WHERE_COMPLETES };
enum where_need where_need_of(const struct where_rank *rank);

/* By its call, where `request` is NULL. */
void where_window_edges(struct where_edges *edges, const struct where_job *job, int rank,
                        const struct where_awaited *request);

#endif
