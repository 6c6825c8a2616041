/* The screen of `mpit where`. */
#ifndef TOOL_WHERE_SCREEN_H
#define TOOL_WHERE_SCREEN_H

#include "tools/where/job.h"

void where_show(const struct where_jobs *jobs);

#endif
