/* What the processes of a job have left on all nodes, put together on one of them. */
#ifndef TOOL_COLLECT_GATHER_H
#define TOOL_COLLECT_GATHER_H

#include <stdbool.h>

#include "record/record.h"

/* One process a node calls it, under an MPI launcher.  part: what stands on this node, or NULL.
 * any: whether something stands on one of them.  True on the process that has the whole. */
bool tool_gather(const struct mpit_record *part, struct mpit_record *whole, bool *any);

#endif
