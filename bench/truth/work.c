/* Work whose length is known, and what it has really taken. */
#include "config.h"

#include "bench/truth/truth.h"

#include <time.h>

static double excess;

static double read_clock(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double bench_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double bench_work_excess(void)
{
    return excess;
}

void bench_sleep(double ms)
{
    double began = bench_now(), seconds = ms * 1e-3;

    if (seconds <= 0)
        return;
    nanosleep(
        &(struct timespec){(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)},
        NULL);
    excess += bench_now() - began - seconds;
}

void bench_compute(double ms)
{
    double began = bench_now(), until = read_clock(CLOCK_THREAD_CPUTIME_ID) + ms * 1e-3;

    while (read_clock(CLOCK_THREAD_CPUTIME_ID) < until)
        continue;
    excess += bench_now() - began - ms * 1e-3;
}

void bench_step(int is_late, int degree)
{
    bench_sleep(is_late ? BENCH_STEP_MS : BENCH_STEP_MS * (100 - degree) / 100.0);
}
