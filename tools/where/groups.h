/* Ranks that are in the same, together. */
#ifndef TOOL_WHERE_GROUPS_H
#define TOOL_WHERE_GROUPS_H

#include "tools/where/job.h"

void where_group_ranks(struct where_job *job);

#endif
