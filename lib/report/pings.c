#include "config.h"

#include "report/pings.h"

#include <limits.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/hash.h"
#include "ground/in_force.h"
#include "live/process.h"
#include "live/segment.h"
#include "mpi/agree.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/arrivals.h"
#include "profile/thread.h"

/* ---- messages */

static bool finish(const struct mpit_way *way, int rc, MPI_Request *request)
{
    return rc == MPI_SUCCESS && mpit__agree_wait(request, way->gather->until, NULL);
}

bool mpit__way_send(const struct mpit_way *way, int to, const void *data, size_t bytes)
{
    MPI_Request request;

    return bytes <= INT_MAX && finish(way,
                                      mpit__next.PMPI_Isend(data, (int)bytes, MPI_BYTE, to,
                                                            way->tag, way->gather->comm, &request),
                                      &request);
}

bool mpit__way_receive(const struct mpit_way *way, int from, void *data, size_t bytes)
{
    MPI_Request request;

    return bytes <= INT_MAX && finish(way,
                                      mpit__next.PMPI_Irecv(data, (int)bytes, MPI_BYTE, from,
                                                            way->tag, way->gather->comm, &request),
                                      &request);
}

/* ---- what time it is */

/* What a block is asked: what time it is, or that nothing more is asked. */
enum question { WHAT_TIME, NO_MORE };

bool mpit__ping(const struct mpit_way *way, int whom, int n, struct mpit_clock_bound *bound)
{
    static enum question question;
    static uint64_t time;

    question = WHAT_TIME;
    for (int i = 0; i < n; i++) {
        uint64_t before = mpit__clock_now();

        if (!mpit__way_send(way, whom, &question, sizeof question) ||
            !mpit__way_receive(way, whom, &time, sizeof time))
            return false;
        bound[2 * i] = (struct mpit_clock_bound){time, before, false};
        bound[2 * i + 1] = (struct mpit_clock_bound){time, mpit__clock_now(), true};
    }
    return true;
}

bool mpit__ping_no_more(const struct mpit_way *way, int whom)
{
    static enum question question;

    question = NO_MORE;
    return mpit__way_send(way, whom, &question, sizeof question);
}

bool mpit__pings_answer(const struct mpit_way *way, int whom)
{
    static enum question question;
    static uint64_t time;

    for (;;) {
        if (!mpit__way_receive(way, whom, &question, sizeof question))
            return false;
        if (question != WHAT_TIME)
            return true;
        time = mpit__clock_now();
        if (!mpit__way_send(way, whom, &time, sizeof time))
            return false;
    }
}

uint64_t mpit__pings_clock(void)
{
    const struct mpit_live_head *own = mpit__live_head;

    return own ? mpit__hash_add(mpit__hash_of(own->boot), own->host) : 0;
}

/* ---- at the beginning */

static struct {
    size_t n;
    struct mpit_clock_bound bound[2 * MPIT_PINGS_AT_BEGIN];
} begin[MPIT_FLOORS];

size_t mpit__pings_from_begin(int floor, struct mpit_clock_bound *bound)
{
    memcpy(bound, begin[floor].bound, begin[floor].n * sizeof *bound);
    return begin[floor].n;
}

uint64_t mpit__pings_word(void)
{
    return mpit__in_force.report[0] && mpit__arrivals_are_kept() &&
                   !mpit__process_has_company(mpit__world_of_job().size)
               ? mpit__hash_of("clocks meet in MPI_Init")
               : 0;
}

/* Another node is asked what time it is. */
static bool ask(const struct mpit_way *way, int whom, int floor)
{
    static uint64_t clock;

    if (!mpit__way_receive(way, whom, &clock, sizeof clock))
        return false;
    if (clock != mpit__pings_clock()) {
        if (!mpit__ping(way, whom, MPIT_PINGS_AT_BEGIN, begin[floor].bound))
            return false;
        begin[floor].n = 2 * MPIT_PINGS_AT_BEGIN;
    }
    return mpit__ping_no_more(way, whom);
}

static void be_asked(const struct mpit_way *way, int by)
{
    static uint64_t clock;

    clock = mpit__pings_clock();
    if (mpit__way_send(way, by, &clock, sizeof clock))
        mpit__pings_answer(way, by);
}

/* As blocks are put together (report/meetings_gather.c). */
static void go_up(const struct mpit_way *way)
{
    const struct mpit_gather *gather = way->gather;

    for (int floor = 0; floor < MPIT_FLOORS - 1 && 1 << floor < gather->nranks; floor++) {
        if (gather->rank & 1 << floor) {
            be_asked(way, gather->rank - (1 << floor));
            return;
        }
        if (gather->rank + (1 << floor) < gather->nranks &&
            !ask(way, gather->rank + (1 << floor), floor))
            return;
    }
}

/* Who gives up leaves those alone that wait for it, and they give up as well. */
void mpit__pings_at_begin(double until)
{
    static struct mpit_gather gather;
    const struct mpit_way way = {&gather, MPIT_PINGS_TAG};
    uintptr_t guard = mpit__thread_guard();

    if (mpit__gather_among(&gather, until))
        go_up(&way);
    mpit__thread_unguard(guard);
}
