#include "config.h"

#include "ledger/told.h"

#include "ground/clock.h"
#include "ground/keyed.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ledger/raise.h"
#include "ledger/request.h"

/* Under MPIT_LOCK_TOLD. */
static struct mpit_keyed_table table;
static struct mpit_pool pool = {.size = sizeof(struct mpit_told)};
static _Atomic uint32_t kept;

struct mpit_told *mpit__told_now(void)
{
    struct mpit_raising *raising = mpit__raising();

    if (!raising || (!raising->now && !(raising->now = mpit__memory_take(sizeof *raising->now))))
        return NULL;
    raising->is_now = true;
    *raising->now = (struct mpit_told){.peer = -1, .tag = -1};
    return raising->now;
}

void mpit__told_now_nothing(void)
{
    struct mpit_raising *raising = mpit__thread.raising;

    if (raising)
        raising->is_now = false, raising->matched_in = 0;
}

static const struct mpit_told *now(void)
{
    const struct mpit_raising *raising = mpit__thread.raising;

    return raising && raising->is_now ? raising->now : NULL;
}

static struct mpit_told *find(const struct mpit_request *request)
{
    return (struct mpit_told *)mpit__keyed_find(&table, (uintptr_t)request);
}

static void end(struct mpit_told *told)
{
    if (!told)
        return;
    mpit__keyed_remove(&table, &told->keyed);
    mpit__pool_give(&pool, told);
    atomic_fetch_sub(&kept, 1);
}

void mpit__told_made(const struct mpit_request *request)
{
    struct mpit_told *told;

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

void mpit__told_started(const struct mpit_request *request)
{
    struct mpit_told *told;

    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    if (told)
        told->started = mpit__clock_now();
    mpit__unlock(MPIT_LOCK_TOLD);
}

bool mpit__told_completed(const struct mpit_request *request, struct mpit_told *out)
{
    struct mpit_told *told;
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

void mpit__told_freed(const struct mpit_request *request)
{
    if (atomic_load(&kept) == 0)
        return;
    mpit__lock(MPIT_LOCK_TOLD);
    end(find(request));
    mpit__unlock(MPIT_LOCK_TOLD);
}

void mpit__told_collective(const struct mpit_request *request, const struct mpit_told *collective)
{
    struct mpit_told *told;

    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    if (told) {
        told->operation = collective->operation;
        told->bytes = collective->bytes;
        told->number = collective->number;
    }
    mpit__unlock(MPIT_LOCK_TOLD);
}

void mpit__told_matched(MPI_Request handle)
{
    struct mpit_request *request = mpit__request_find(MPIT_KEY(handle));
    struct mpit_told *told;

    if (!request)
        return;
    mpit__lock(MPIT_LOCK_TOLD);
    told = find(request);
    if (told)
        told->is_matched = true;
    mpit__unlock(MPIT_LOCK_TOLD);
    mpit__request_keep(request, MPIT_KEY(handle));
}
