#include "config.h"

#include "tools/ground/clock.h"

#include <time.h>

int64_t tool_clock_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
