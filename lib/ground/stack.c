#include "config.h"

#include "ground/stack.h"

#include <sys/resource.h>
#include <unistd.h>

enum { RESERVED = 192 * 1024, STEP = 4096, ROOM = 8 }; /* ROOM times that must be allowed */

static __attribute__((noinline)) void touch(void)
{
    char stack[RESERVED];
    volatile char *at = stack;

    for (int i = RESERVED - 1; i >= 0; i -= STEP)
        at[i] = 0;
}

void mpit__stack_reserve(void)
{
    struct rlimit limit;

    if (gettid() == getpid() && getrlimit(RLIMIT_STACK, &limit) == 0 &&
        limit.rlim_cur >= (rlim_t)ROOM * RESERVED)
        touch();
}
