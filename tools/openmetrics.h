/* The record for monitoring: OpenMetrics 1.0 in text. */
#ifndef TOOL_OPENMETRICS_H
#define TOOL_OPENMETRICS_H

#include <stdio.h>

#include "record/record.h"

/* One exposition, without timestamps.  Returns 0 or the errno of the failed write. */
int tool_openmetrics_write_record(const struct mpit_record *record, FILE *out);

#endif
