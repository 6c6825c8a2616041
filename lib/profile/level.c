#include "config.h"

#include "profile/level.h"

#include "ground/lock.h"
#include "profile/handle_cell.h"

static _Atomic uint64_t unexpected_peak;

static void raise_peak(uint64_t now)
{
    uint64_t most = atomic_load(&unexpected_peak);

    while (now > most && !atomic_compare_exchange_weak(&unexpected_peak, &most, now))
        continue;
}

uint64_t mpit__level_unexpected_peak(void)
{
    return atomic_load(&unexpected_peak);
}

static _Atomic bool unexpected_more;

bool mpit__level_unexpected_more(void)
{
    return atomic_load(&unexpected_more);
}

_Atomic bool mpit__requests_unwatched;

bool mpit__level_of_requests_is_known(const struct mpit_object *object)
{
    uint64_t born = atomic_load(&object->born);

    return !atomic_load(&mpit__requests_unwatched) || (born && born == mpit__watch_of_requests());
}

static bool counts_by_rank(const struct mpit_object *comm)
{
    return mpit__watch_mask(&comm->watch) & MPIT_WATCH_MONITOR;
}

bool mpit__level_by_rank_is_known(struct mpit_object *comm)
{
    if (!counts_by_rank(comm) || !mpit__level_of_requests_is_known(comm))
        return false;
    if (atomic_load(&comm->level[MPIT_LEVEL_PRQ]) == 0)
        atomic_store(&comm->by_rank, true);
    return atomic_load(&comm->by_rank);
}

void mpit__level_by_rank_ends(struct mpit_object *comm)
{
    if (!counts_by_rank(comm))
        atomic_store(&comm->by_rank, false);
}

static void take_marks_along(struct mpit_object *object, enum mpit_level_slot level, uint64_t now)
{
    if (level == MPIT_LEVEL_UMQ && object == &mpit__process)
        raise_peak(now);
    if (level == MPIT_LEVEL_UMQ_MORE && now)
        atomic_store(&unexpected_more, true);
    if (__builtin_expect(atomic_load(&object->nmarks) == 0, 1))
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    for (struct mpit_mark *mark = object->marks; mark; mark = mark->next)
        if (mark->level == level)
            mpit__cell_mark(mark->cell, now, mark->low);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

uint64_t mpit__object_level_move(struct mpit_object *object, enum mpit_level_slot level, int64_t by)
{
    uint64_t now = atomic_fetch_add(&object->level[level], (uint64_t)by) + (uint64_t)by;

    if (object->kind == MPIT_KIND_comm && atomic_load(&object->alive))
        mpit__object_level_move(&mpit__process, level, by);
    take_marks_along(object, level, now);
    return now;
}

void mpit__object_level_set(struct mpit_object *object, enum mpit_level_slot level, uint64_t now)
{
    uint64_t before = atomic_exchange(&object->level[level], now);

    if (now != before && object->kind == MPIT_KIND_comm && atomic_load(&object->alive))
        mpit__object_level_move(&mpit__process, level, (int64_t)(now - before));
    take_marks_along(object, level, now);
}

void mpit__object_mark_add(struct mpit_object *object, struct mpit_mark *mark)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    mark->next = object->marks;
    mark->back = &object->marks;
    if (mark->next)
        mark->next->back = &mark->next;
    object->marks = mark;
    atomic_fetch_add(&object->nmarks, 1);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_mark_remove(struct mpit_object *object, struct mpit_mark *mark)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    *mark->back = mark->next;
    if (mark->next)
        mark->next->back = mark->back;
    atomic_fetch_sub(&object->nmarks, 1);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}
