#include "config.h"

#include "queue/refresh.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

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

void mpit__refresh(void)
{
    uint64_t before = mpit__clock_system(), after, pause;

    if (!is_time(before))
        return;
    mpit__queue_refresh();
    after = mpit__clock_system();
    pause = (after - before) * SHARE;
    atomic_store(&next, after + (pause > INTERVAL_NS ? pause : INTERVAL_NS));
}
