/* The record for monitoring: OpenMetrics 1.0 in text. */
#ifndef MPIT_OPENMETRICS_H
#define MPIT_OPENMETRICS_H

#include <stdio.h>

#include "record/record.h"

/* One exposition, without timestamps.  Returns 0 or the errno of the failed write. */
int mpit__openmetrics_write_report(const struct mpit_report *report, FILE *out);

#endif
