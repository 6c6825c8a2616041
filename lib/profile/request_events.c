#include "config.h"

#include "profile/request_events.h"

#include "ground/clock.h"
#include "ground/keyed.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "profile/raise.h"
#include "profile/request.h"

/* Under MPIT_LOCK_TOLD. */
static struct mpit_keyed_table table;
static struct mpit_pool pool = {.size = sizeof(struct mpit_request_event)};
static _Atomic uint32_t kept;

struct mpit_request_event *mpit__request_event_now(void)
{
    struct mpit_raising *raising = mpit__raising();

    if (!raising || (!raising->now && !(raising->now = mpit__memory_take(sizeof *raising->now))))
        return NULL;
    raising->is_now = true;
    *raising->now = (struct mpit_request_event){.peer = -1, .tag = -1};
    return raising->now;
}

void mpit__request_event_now_nothing(void)
{
    struct mpit_raising *raising = mpit__thread.raising;

    if (raising)
        raising->is_now = false, raising->matched_in = 0;
}

static const struct mpit_request_event *now(void)
{
    const struct mpit_raising *raising = mpit__thread.raising;

    return raising && raising->is_now ? raising->now : NULL;
}

static struct mpit_request_event *find(const struct mpit_request *request)
{
    return (struct mpit_request_event *)mpit__keyed_find(&table, (uintptr_t)request);
}

static void end(struct mpit_request_event *told)
{
    if (!told)
        return;
    mpit__keyed_remove(&table, &told->keyed);
    mpit__pool_give(&pool, told);
    atomic_fetch_sub(&kept, 1);
}

void mpit__request_event_made(const struct mpit_request *request)
{
    struct mpit_request_event *told;

    mpit__lock(MPIT_LOCK_TOLD);
    end(find(request)); /* of one that has ended unseen */
    told = now() ? mpit__pool_take(&pool) : NULL;
    if (told) {
        *told = *now();
        mpit__keyed_add(&table, &told->keyed, (uintptr_t)request);
        atomic_fetch_add(&kept, 1);
    }
    mpit__unlock(MPIT_LOCK_TOLD);
}

void mpit__request_event_started(const struct mpit_request *request)
{
    struct mpit_request_event *told;

    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    if (told)
        told->started = mpit__clock_now();
    mpit__unlock(MPIT_LOCK_TOLD);
}

bool mpit__request_event_completed(const struct mpit_request *request,
                                   struct mpit_request_event *out)
{
    struct mpit_request_event *told;
    bool found;

    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    found = told && told->started;
    if (found) {
        *out = *told;
        told->started = 0;
        told->is_matched = false;
        if (!told->is_persistent)
            end(told);
    }
    mpit__unlock(MPIT_LOCK_TOLD);
    return found;
}

void mpit__request_event_freed(const struct mpit_request *request)
{
    if (atomic_load(&kept) == 0)
        return;
    mpit__lock(MPIT_LOCK_TOLD);
    end(find(request));
    mpit__unlock(MPIT_LOCK_TOLD);
}

void mpit__request_event_collective(const struct mpit_request *request,
                                    const struct mpit_request_event *collective)
{
    struct mpit_request_event *told;

    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    if (told) {
        told->operation = collective->operation;
        told->bytes = collective->bytes;
        told->number = collective->number;
    }
    mpit__unlock(MPIT_LOCK_TOLD);
}

void mpit__request_event_matched(MPI_Request handle)
{
    struct mpit_request *request = mpit__request_find(MPIT_KEY(handle));
    struct mpit_request_event *told;

    if (!request)
        return;
    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    if (told)
        told->is_matched = true;
    mpit__unlock(MPIT_LOCK_TOLD);
    mpit__request_keep(request, MPIT_KEY(handle));
}
