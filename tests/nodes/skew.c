/* Preloaded into ranks: a clock of the node's own.  On node N it is N hours ahead, and goes faster
 * by (N - 1) * SKEW_PPM parts in a million: the system's monotonic clock, and the time stamp
 * counter, which the processor is told not to answer: what the trap gives goes by the same
 * clock.
 *
 * SKEW_SLOW_US: so long the library waits for the system's clock, and so do others for its answers
 * to what time it is. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

enum { PER_SECOND = 1000000000, HOUR = 3600 };
static int node;
static double drift;
static long slow_us;

static uint64_t real_ns(clockid_t clock)
{
    struct timespec time;

    syscall(SYS_clock_gettime, clock, &time);
    return (uint64_t)time.tv_sec * PER_SECOND + (uint64_t)time.tv_nsec;
}

static uint64_t skewed_ns(clockid_t clock)
{
    uint64_t now = real_ns(clock);

    return now + (uint64_t)node * HOUR * PER_SECOND + (uint64_t)(drift * (double)now);
}

static int is_monotonic(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW ||
           clock == CLOCK_MONOTONIC_COARSE;
}

/* Whether the code that calls is the library's. */
static int is_ours(void *caller)
{
    Dl_info info;

    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "mpit");
}

/* Also lest the library ask the counter for it. */
PUBLIC int clock_gettime(clockid_t clock, struct timespec *time)
{
    const struct timespec slow = {0, slow_us * 1000};
    uint64_t ns;

    if (!node || !is_monotonic(clock))
        return (int)syscall(SYS_clock_gettime, clock, time);
    if (slow_us && is_ours(__builtin_return_address(0)))
        syscall(SYS_nanosleep, &slow, NULL);
    ns = skewed_ns(clock);
    time->tv_sec = (time_t)(ns / PER_SECOND);
    time->tv_nsec = (long)(ns % PER_SECOND);
    return 0;
}

PUBLIC int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    return (int)syscall(SYS_gettimeofday, time, zone);
}

/* ---- the counter */

static struct sigaction before;

/* rdtsc, or rdtscp: in nanoseconds times three. */
static void answer(int number, siginfo_t *info, void *context)
{
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const unsigned char *code = (const unsigned char *)registers[REG_RIP];
    uint64_t ticks = 3 * skewed_ns(CLOCK_MONOTONIC);

    (void)info;
    if (code[0] == 0x0f && code[1] == 0x31) {
        registers[REG_RIP] += 2;
    } else if (code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9) {
        registers[REG_RIP] += 3;
        registers[REG_RCX] = 0;
    } else {
        signal(number, SIG_DFL);
        return;
    }
    registers[REG_RAX] = (greg_t)(ticks & UINT32_MAX);
    registers[REG_RDX] = (greg_t)(ticks >> 32);
}

/* The MPI library would take the signal for its own. */
PUBLIC int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    static int (*next)(int, const struct sigaction *, struct sigaction *);

    if (!next)
        next = (int (*)(int, const struct sigaction *, struct sigaction *))dlsym(RTLD_NEXT,
                                                                                 "sigaction");
    if (number != SIGSEGV || !node || !action || action->sa_sigaction == answer)
        return next(number, action, old);
    if (old)
        *old = before;
    before = *action;
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    const struct sigaction trap = {.sa_sigaction = answer,
                                   .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
    const char *ppm = getenv("SKEW_PPM"), *slow = getenv("SKEW_SLOW_US");
    char name[64] = "";

    gethostname(name, sizeof name - 1);
    if (!ppm || strncmp(name, "node", 4) != 0)
        return;
    node = atoi(name + 4);
    slow_us = slow ? atol(slow) : 0;
    drift = (node - 1) * atof(ppm) * 1e-6;
    sigaction(SIGSEGV, &trap, NULL);
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
}
