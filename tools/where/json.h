/* The JSON of `mpit where`, and what is read of it again: `places` has all that was seen. */
#ifndef TOOL_WHERE_JSON_H
#define TOOL_WHERE_JSON_H

#include "tools/where/job.h"

void where_write_json(const struct where_jobs *jobs);
/* False after a message. */
bool where_read_json(const char *path, struct where_jobs *jobs);

extern const char *const where_state_names[WHERE_STATES];

#endif
