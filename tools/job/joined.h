/* Reports that are put together of the parts of processes. */
#ifndef TOOL_JOB_JOINED_H
#define TOOL_JOB_JOINED_H

#include "tools/job/destination.h"

/* Puts the parts together where they are of processes that have closed their sessions, and where
 * what the ranks have gathered is not more than that; of processes that have segments only where
 * that is all: these know more. */
void tool_join_parts(const struct tool_destination *destination, bool has_report, bool live);

#endif
