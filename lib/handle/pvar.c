/* Sessions and handles of performance variables: made and freed under MPIT_LOCK_INTERFACE, used
 * without it.
 *
 * Another thread may free a handle at any point of an operation, and its slot be given anew.  What
 * changes a handle or takes more than one look at it has it pinned, or changes it in one step that
 * sees whether it is valid. */
#include "config.h"

#include "handle/pvar.h"

#include <limits.h>

#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "handle/bind.h"
#include "handle/count.h"
#include "registry/registry.h"

struct mpit_slots mpit__pvar_sessions = MPIT_SLOTS(struct mpit_session, MPIT_SLOT_SESSION);
struct mpit_handle mpit__pvar_first_handles[MPIT_VECTOR_FIRST];
struct mpit_slots mpit__pvar_handles = MPIT_SLOTS_FROM(mpit__pvar_first_handles, MPIT_SLOT_PVAR);

/* Freed while another thread was using them: what they hold is let go once that has ended, which
 * may have been in a signal handler, by whoever comes next to make or free a handle. */
static struct mpit_handle *ended;

int mpit__pvar_index(const char *name, int class)
{
    int index = INT_MAX;

    while ((index = mpit__registry_find(&mpit__pvars, name, index)) >= 0) {
        const struct mpit_pvar *pvar = mpit__registry_at(&mpit__pvars, index);

        if (pvar->class_ == class)
            return index;
    }
    return -1;
}

struct mpit_session *mpit__pvar_session(MPI_T_pvar_session session)
{
    return mpit__slot_find(&mpit__pvar_sessions, (uintptr_t)session);
}

int mpit__pvar_session_create(MPI_T_pvar_session *session)
{
    struct mpit_session *made;
    int rc = MPI_SUCCESS;

    mpit__lock(MPIT_LOCK_INTERFACE);
    if (mpit__pvar_sessions.live >= MPIT_IN_FORCE(session_limit)) {
        rc = MPI_T_ERR_OUT_OF_SESSIONS;
    } else if (!(made = mpit__slot_take(&mpit__pvar_sessions))) {
        rc = MPI_T_ERR_MEMORY;
    } else {
        /* The list's memory stays with the slot: a late reader finds no handles in it, not a hole.
         */
        if (!made->handles.size)
            made->handles.size = sizeof(uint64_t);
        atomic_store_explicit(&made->handles.n, 0, memory_order_release);
        made->first_gap = 0;
        *session = (MPI_T_pvar_session)(uintptr_t)mpit__slot_publish(&mpit__pvar_sessions, made);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return rc;
}

/* Keeps the handle in its session's list; false without memory. */
static bool enlist(struct mpit_session *session, struct mpit_handle *handle, uint64_t number)
{
    _Atomic uint64_t *place;

    if (session->first_gap) {
        handle->position = session->first_gap - 1;
        place = mpit__vector_at(&session->handles, handle->position);
        session->first_gap = (uint32_t)atomic_load(place);
        atomic_store_explicit(place, number, memory_order_release);
        return true;
    }
    handle->position = mpit__vector_count(&session->handles);
    place = mpit__vector_at(&session->handles, handle->position);
    atomic_store_explicit(place, number, memory_order_release);
    return mpit__vector_add(&session->handles) != NULL;
}

static void strike(struct mpit_session *session, const struct mpit_handle *handle)
{
    _Atomic uint64_t *place = mpit__vector_at(&session->handles, handle->position);

    atomic_store_explicit(place, session->first_gap, memory_order_release);
    session->first_gap = handle->position + 1;
}

/* Lets go what an ended handle holds. */
static void release(struct mpit_handle *handle)
{
    handle->pvar->ops->close(handle);
    mpit__object_release(handle->object);
    mpit__handle_count_give(&mpit__pvar_handles, handle);
}

static void release_ended(void)
{
    struct mpit_handle **link = &ended, *handle;

    while ((handle = *link)) {
        if (atomic_load(&handle->pins) == 0) {
            *link = handle->next_ended;
            release(handle);
        } else {
            link = &handle->next_ended;
        }
    }
}

/* It stays with the slot, and what is outgrown is kept too (together never more than what is in
 * use): a late reader must not find a hole. */
bool mpit__pvar_make_room(struct mpit_handle *handle, int count)
{
    int room = 16;

    while (room < count && room <= INT_MAX / 2)
        room *= 2;
    if (count > 1 && room > handle->room) {
        mpit_cell *more = mpit__memory_take(sizeof *more * (size_t)room);

        if (!more)
            return false;
        atomic_store_explicit(&handle->more, more, memory_order_release);
        handle->room = room;
    }
    for (int i = 1; i < count; i++)
        atomic_store_explicit(mpit__pvar_cell(handle, i), 0, memory_order_release);
    return true;
}

/* Gives a taken slot what a handle needs; the code, and nothing, if that fails. */
static int equip(struct mpit_handle *handle, const struct mpit_pvar *pvar,
                 struct mpit_object *object)
{
    int count = 1, rc;

    atomic_store_explicit(&handle->pvar, pvar, memory_order_release);
    atomic_store_explicit(&handle->object, object, memory_order_release);
    rc = pvar->ops->open(handle, &count);
    atomic_store_explicit(&handle->count, count, memory_order_release);
    return rc;
}

static int allocate(struct mpit_session *session, const struct mpit_pvar *pvar,
                    struct mpit_object *object, MPI_T_pvar_handle *out, int *count)
{
    struct mpit_handle *handle;
    uint64_t number;
    void *slot;
    int rc;

    release_ended();
    if (!session->first_gap && mpit__vector_reserve(&session->handles) != 0)
        return MPI_T_ERR_MEMORY;
    rc = mpit__handle_count_take(&mpit__pvar_handles, &slot);
    if (rc != MPI_SUCCESS)
        return rc;
    handle = slot;
    rc = equip(handle, pvar, object);
    if (rc != MPI_SUCCESS) {
        mpit__handle_count_give(&mpit__pvar_handles, handle);
        return rc;
    }
    atomic_store_explicit(&handle->session, atomic_load(&session->slot.valid),
                          memory_order_release);
    number = mpit__slot_publish(&mpit__pvar_handles, handle);
    enlist(session, handle, number);
    *out = (MPI_T_pvar_handle)(uintptr_t)number;
    *count = handle->count;
    return MPI_SUCCESS;
}

int mpit__pvar_handle_alloc(MPI_T_pvar_session session, const struct mpit_pvar *pvar,
                            void *obj_handle, MPI_T_pvar_handle *handle, int *count)
{
    struct mpit_session *found;
    struct mpit_object *object;
    int rc = mpit__bind(pvar->bind, obj_handle, &object);

    if (rc == MPI_T_ERR_INVALID && !obj_handle)
        rc = mpit__bind_null(pvar->bind, &object);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = pvar->ops->offer(pvar, object);
    if (rc == MPI_SUCCESS) {
        mpit__lock(MPIT_LOCK_INTERFACE);
        found = mpit__pvar_session(session);
        rc = found ? allocate(found, pvar, object, handle, count) : MPI_T_ERR_INVALID_SESSION;
        mpit__unlock(MPIT_LOCK_INTERFACE);
    }
    if (rc != MPI_SUCCESS)
        mpit__object_release(object);
    return rc;
}

/* Under the lock. */
static void free_handle(struct mpit_session *session, struct mpit_handle *handle)
{
    strike(session, handle);
    mpit__slot_end(handle);
    handle->next_ended = ended;
    ended = handle;
    release_ended();
}

int mpit__pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    struct mpit_session *owner;
    struct mpit_found found;
    int rc = MPI_SUCCESS;

    mpit__lock(MPIT_LOCK_INTERFACE);
    owner = mpit__pvar_session(session);
    if (!owner)
        rc = MPI_T_ERR_INVALID_SESSION;
    else if (!mpit__pvar_find(session, handle, &found))
        rc = MPI_T_ERR_INVALID_HANDLE;
    else
        free_handle(owner, found.handle);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return rc;
}

/* What does not apply to a variable is ignored there; a handle that another thread has freed
 * meanwhile is none any more. */
static bool has_failed(const struct mpit_found *found, int rc)
{
    return rc != MPI_SUCCESS && rc != MPI_T_ERR_PVAR_NO_STARTSTOP &&
           rc != MPI_T_ERR_PVAR_NO_WRITE && mpit__slot_is(&found->handle->slot, found->number);
}

bool mpit__pvar_each_handle(MPI_T_pvar_session session,
                            int (*visit)(const struct mpit_found *found), bool *failed)
{
    const struct mpit_session *all = mpit__pvar_session(session);
    uint32_t n = all ? mpit__vector_count(&all->handles) : 0;

    for (uint32_t i = 0; i < n; i++) {
        _Atomic uint64_t *place = mpit__vector_at(&all->handles, i);
        struct mpit_found found;

        if (mpit__pvar_find(session, (MPI_T_pvar_handle)(uintptr_t)atomic_load(place), &found))
            *failed |= has_failed(&found, visit(&found));
    }
    return all != NULL;
}

/* Under the lock. */
static void free_session(struct mpit_session *session)
{
    uint32_t n = mpit__vector_count(&session->handles);

    for (uint32_t i = 0; i < n; i++) {
        _Atomic uint64_t *place = mpit__vector_at(&session->handles, i);
        struct mpit_handle *handle = mpit__slot_find(&mpit__pvar_handles, atomic_load(place));

        if (handle)
            free_handle(session, handle);
    }
    mpit__slot_give(&mpit__pvar_sessions, session);
}

bool mpit__pvar_session_free(MPI_T_pvar_session session)
{
    struct mpit_session *found;

    mpit__lock(MPIT_LOCK_INTERFACE);
    found = mpit__pvar_session(session);
    if (found)
        free_session(found);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return found != NULL;
}

void mpit__pvar_free_all(void)
{
    uint32_t n;

    mpit__lock(MPIT_LOCK_INTERFACE);
    n = mpit__vector_count(&mpit__pvar_sessions.vector);
    for (uint32_t i = 0; i < n; i++) {
        struct mpit_session *session = mpit__vector_at(&mpit__pvar_sessions.vector, i);

        if (atomic_load(&session->slot.valid))
            free_session(session);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
}

/* ---- operations */

bool mpit__pvar_pin(const struct mpit_found *found)
{
    atomic_fetch_add(&found->handle->pins, 1);
    if (atomic_load(&found->handle->slot.valid) == found->number)
        return true;
    mpit__pvar_unpin(found);
    return false;
}

void mpit__pvar_unpin(const struct mpit_found *found)
{
    atomic_fetch_sub(&found->handle->pins, 1);
}

static int operate(const struct mpit_found *found, mpit_pvar_operation *operation, const void *in,
                   void *out)
{
    int rc;

    if (found->pvar->ops->unpinned)
        return operation(found, in, out);
    if (!mpit__pvar_pin(found))
        return MPI_T_ERR_INVALID_HANDLE;
    rc = operation(found, in, out);
    mpit__pvar_unpin(found);
    return rc;
}

int mpit__pvar_start(const struct mpit_found *found)
{
    return found->pvar->continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP
                                   : operate(found, found->pvar->ops->start, NULL, NULL);
}

int mpit__pvar_stop(const struct mpit_found *found)
{
    return found->pvar->continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP
                                   : operate(found, found->pvar->ops->stop, NULL, NULL);
}

int mpit__pvar_read(const struct mpit_found *found, void *buf)
{
    return found->pvar->ops->peek(found, buf) ? MPI_SUCCESS
                                              : operate(found, found->pvar->ops->read, NULL, buf);
}

int mpit__pvar_write(const struct mpit_found *found, const void *buf)
{
    return found->pvar->readonly ? MPI_T_ERR_PVAR_NO_WRITE
                                 : operate(found, found->pvar->ops->write, buf, NULL);
}

int mpit__pvar_reset(const struct mpit_found *found)
{
    return found->pvar->readonly ? MPI_T_ERR_PVAR_NO_WRITE
                                 : operate(found, found->pvar->ops->reset, NULL, NULL);
}

int mpit__pvar_readreset(const struct mpit_found *found, void *buf)
{
    return found->pvar->atomic ? operate(found, found->pvar->ops->readreset, NULL, buf)
                               : MPI_T_ERR_PVAR_NO_ATOMIC;
}
