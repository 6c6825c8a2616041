/* The clock. */
#ifndef TOOL_GROUND_CLOCK_H
#define TOOL_GROUND_CLOCK_H

#include <stdint.h>

/* CLOCK_MONOTONIC in ns. */
int64_t tool_clock_now(void);

#endif
