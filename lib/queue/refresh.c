#include "config.h"

#include "queue/refresh.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "ground/clock.h"
#include "queue/queue.h"

/* At most once in this time, and at most this share of the time: who looks at many queues, or at
 * those of many ranks, looks less often. */
enum { INTERVAL_NS = 1000000, SHARE = 50 };

static _Atomic uint64_t next;

/* Of several threads one does it. */
static bool is_time(uint64_t now)
{
    uint64_t due = atomic_load_explicit(&next, memory_order_relaxed);

    return now >= due && atomic_compare_exchange_strong(&next, &due, UINT64_MAX);
}

/* Processor time of the thread: for how long others had the processor meanwhile does not matter. */
static uint64_t worked(void)
{
    struct timespec time;

    return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0
               ? (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec
               : 0;
}

void mpit__refresh(void)
{
    uint64_t before, pause;

    if (!is_time(mpit__clock_system()))
        return;
    before = worked();
    mpit__queue_refresh();
    pause = (worked() - before) * SHARE;
    atomic_store(&next, mpit__clock_system() + (pause > INTERVAL_NS ? pause : INTERVAL_NS));
}
