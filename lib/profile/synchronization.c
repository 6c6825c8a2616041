#include "config.h"

#include "profile/synchronization.h"

#include <stdio.h>
#include <string.h>

#include "ground/lock.h"
#include "ground/memory.h"
#include "mpi/vendor.h"

static struct mpit_pool meetings = {.size = sizeof(struct mpit_live_synchronization),
                                    .shared = true};

static struct mpit_live_synchronization *find(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = mpit__object_find(kind, key);

    return object ? atomic_load_explicit(&object->meeting, memory_order_acquire) : NULL;
}

/* ---- it comes and goes */

/* The end of a path tells files apart. */
static void put_name(struct mpit_live_synchronization *meeting, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;

    if (path)
        snprintf(meeting->name, sizeof meeting->name, "%s", slash && slash[1] ? slash + 1 : path);
}

static void put_comm(struct mpit_live_synchronization *meeting, const struct mpit_object *comm)
{
    meeting->hash = atomic_load(&comm->live->hash);
    meeting->number = atomic_load(&comm->live->number);
    meeting->size = atomic_load(&comm->size);
    meeting->rank = comm->rank;
}

/* Under MPIT_LOCK_OBJECTS.  The communicator is the record of the one that it was made on, which
 * has just been used. */
static bool make(struct mpit_object *object, const struct mpit_object *comm, uint64_t key,
                 uint32_t kind, uint32_t nth, const char *name)
{
    struct mpit_live_synchronization *meeting =
        object && mpit__object_is_of(object, key) && !atomic_load(&object->meeting)
            ? mpit__pool_take(&meetings)
            : NULL;

    if (!meeting)
        return false;
    atomic_store(&meeting->key, key);
    meeting->kind = kind;
    meeting->nth = nth;
    put_comm(meeting, comm);
    put_name(meeting, name);
    mpit__live_put(meeting, MPIT_LIVE_MEETING, 0, 0, 1, object->serial);
    atomic_store_explicit(&object->meeting, meeting, memory_order_release);
    return true;
}

void mpit__synchronization_made(enum mpit_kind kind, MPI_Comm comm, uint64_t key, const char *name)
{
    struct mpit_object *on = mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm));
    struct mpit_object *object = key ? mpit__object_find(kind, key) : NULL;
    const uint32_t which = kind == MPIT_KIND_file ? MPIT_LIVE_FILE : MPIT_LIVE_WINDOW;

    mpit__lock(MPIT_LOCK_OBJECTS);
    if (on && on->live) {
        const uint32_t nth = atomic_fetch_add(&on->live->made[which], 1);

        if (!make(object, on, key, which, nth, name))
            atomic_fetch_add(&on->live->unmade, 1);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__synchronization_ended(const struct mpit_object *object)
{
    struct mpit_live_synchronization *meeting = object ? atomic_load(&object->meeting) : NULL;

    if (meeting)
        atomic_store(&meeting->ended, 1);
}

void mpit__synchronization_given(struct mpit_object *object)
{
    struct mpit_live_synchronization *meeting = atomic_load(&object->meeting);

    if (!meeting)
        return;
    mpit__live_clear(meeting);
    mpit__pool_give(&meetings, meeting);
    atomic_store(&object->meeting, NULL);
}

void mpit__synchronization_met(enum mpit_kind kind, uint64_t key, bool good)
{
    struct mpit_live_synchronization *meeting = find(kind, key);

    if (!meeting)
        return;
    if (!good)
        atomic_store(&meeting->failed, 1);
    atomic_fetch_add(&meeting->calls, 1);
}

/* ---- locks */

/* The row of a lock on the same memory that is wanted, or had: a process has one at most. */
static _Atomic uint64_t *find_lock(struct mpit_live_synchronization *meeting, uint64_t lock,
                                   uint64_t wanted)
{
    for (int i = 0; meeting && i < MPIT_LIVE_LOCKS; i++) {
        uint64_t its = atomic_load(&meeting->lock[i]);

        if (its && MPIT_LIVE_LOCK_OF(its) == MPIT_LIVE_LOCK_OF(lock) &&
            (its & MPIT_LIVE_LOCK_WANTED) == wanted)
            return &meeting->lock[i];
    }
    return NULL;
}

static bool take_lock(struct mpit_live_synchronization *meeting, uint64_t lock)
{
    for (int i = 0; i < MPIT_LIVE_LOCKS; i++) {
        uint64_t none = 0;

        if (atomic_compare_exchange_strong(&meeting->lock[i], &none, lock))
            return true;
    }
    return false;
}

/* What a longjmp out of an error handler has left is written over. */
void mpit__synchronization_wants(uint64_t win, uint64_t lock)
{
    struct mpit_live_synchronization *meeting = lock ? find(MPIT_KIND_win, win) : NULL;
    _Atomic uint64_t *row = find_lock(meeting, lock, MPIT_LIVE_LOCK_WANTED);

    if (row)
        atomic_store(row, lock | MPIT_LIVE_LOCK_WANTED);
    else if (meeting && !take_lock(meeting, lock | MPIT_LIVE_LOCK_WANTED))
        atomic_fetch_add(&meeting->more_locks, 1);
}

/* One lock fewer: that of a row, or one that there was no row for. */
static void give_lock(struct mpit_live_synchronization *meeting, _Atomic uint64_t *row)
{
    if (row)
        atomic_store(row, 0);
    else if (meeting && atomic_load(&meeting->more_locks))
        atomic_fetch_sub(&meeting->more_locks, 1);
}

void mpit__synchronization_locked(uint64_t win, uint64_t lock, bool good)
{
    struct mpit_live_synchronization *meeting = lock ? find(MPIT_KIND_win, win) : NULL;
    _Atomic uint64_t *row = find_lock(meeting, lock, MPIT_LIVE_LOCK_WANTED);

    if (!good)
        give_lock(meeting, row);
    else if (row)
        atomic_store(row, lock);
}

void mpit__synchronization_unlocked(uint64_t win, uint64_t lock)
{
    struct mpit_live_synchronization *meeting = lock ? find(MPIT_KIND_win, win) : NULL;

    give_lock(meeting, find_lock(meeting, lock, 0));
}

/* ---- groups */

static struct mpit_live_partner *find_partner(struct mpit_live_synchronization *meeting, int rank)
{
    const uint32_t taken = (uint32_t)rank + 1;

    for (int i = 0; i < MPIT_LIVE_PARTNERS; i++) {
        uint32_t none = 0;

        if (atomic_load(&meeting->partner[i].taken) == taken ||
            atomic_compare_exchange_strong(&meeting->partner[i].taken, &none, taken) ||
            none == taken)
            return &meeting->partner[i];
    }
    atomic_store(&meeting->more_partners, 1);
    return NULL;
}

static void count(struct mpit_live_synchronization *meeting, int rank, bool exposes)
{
    struct mpit_live_partner *partner = rank >= 0 ? find_partner(meeting, rank) : NULL;

    if (partner)
        atomic_fetch_add(exposes ? &partner->posts : &partner->starts, 1);
}

/* The ranks that the window has of them. */
static bool translate(struct mpit_object *object, MPI_Group group, int n, const int ranks[],
                      int in_window[])
{
    bool good = false;

    mpit__lock(MPIT_LOCK_GROUPS);
    if (object->group != MPI_GROUP_NULL)
        good = mpit__next.PMPI_Group_translate_ranks(group, n, ranks, object->group, in_window) ==
               MPI_SUCCESS;
    mpit__unlock(MPIT_LOCK_GROUPS);
    return good;
}

/* Open MPI takes a null group, which must not be asked about: what it means is not known. */
static bool size_of(MPI_Group group, int *n)
{
    return group != MPI_GROUP_NULL && mpit__next.PMPI_Group_size(group, n) == MPI_SUCCESS;
}

void mpit__synchronization_opened(uint64_t win, MPI_Group group, bool exposes)
{
    struct mpit_object *object = mpit__object_find(MPIT_KIND_win, win);
    struct mpit_live_synchronization *meeting = find(MPIT_KIND_win, win);
    int n = 0, ranks[MPIT_LIVE_PARTNERS], in_window[MPIT_LIVE_PARTNERS];

    if (!meeting || !mpit__object_describe(object))
        return;
    for (int i = 0; i < MPIT_LIVE_PARTNERS; i++)
        ranks[i] = i;
    if (!size_of(group, &n) || n > MPIT_LIVE_PARTNERS ||
        !translate(object, group, n, ranks, in_window)) {
        atomic_store(&meeting->more_partners, 1);
        return;
    }
    for (int i = 0; i < n; i++)
        count(meeting, in_window[i] == MPI_UNDEFINED ? -1 : in_window[i], exposes);
}

void mpit__synchronization_closed(uint64_t win, bool exposes)
{
    struct mpit_live_synchronization *meeting = find(MPIT_KIND_win, win);

    for (int i = 0; meeting && i < MPIT_LIVE_PARTNERS; i++) {
        struct mpit_live_partner *partner = &meeting->partner[i];

        if (exposes)
            atomic_store(&partner->waits, atomic_load(&partner->posts));
        else
            atomic_store(&partner->completes, atomic_load(&partner->starts));
    }
}
