/* Who waits for whom. */
#ifndef TOOL_WHERE_WAIT_GRAPH_H
#define TOOL_WHERE_WAIT_GRAPH_H

#include "tools/where/wait_edges.h"

struct where_edges where_edges_of(const struct where_job *job, int rank);
/* It is known without looking that both are the same. */
bool where_edges_are_same(const struct where_job *job, int left, int right);
/* It is in a call that can wait for a file system, or waits for a request of one. */
bool where_is_of_file(const struct where_rank *rank);

#endif
