/* Registration handles.  A slot is used for one event for ever, and stands in the list of that: who
 * raises one walks it without a lock, and looks at each which is valid. */
#include "config.h"

#include "event/event.h"
#include "ground/lock.h"
#include "handle/bind.h"
#include "handle/count.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/thread.h"
#include "queue/queue.h"

static struct mpit_slots slots = MPIT_SLOTS(struct mpit_registration, MPIT_SLOT_EVENT);
struct mpit_registration *_Atomic mpit__registrations[MPIT_EVENTS];
static struct mpit_registration *unused[MPIT_EVENTS];

const MPI_T_cb_safety mpit__safety[MPIT_SAFETY_LEVELS] = {
    [MPIT_SAFETY_NONE] = MPI_T_CB_REQUIRE_NONE,
    [MPIT_SAFETY_RESTRICTED] = MPI_T_CB_REQUIRE_MPI_RESTRICTED,
    [MPIT_SAFETY_THREAD_SAFE] = MPI_T_CB_REQUIRE_THREAD_SAFE,
    [MPIT_SAFETY_SIGNAL_SAFE] = MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};

int mpit__safety_level(MPI_T_cb_safety safety)
{
    for (int i = 0; i < MPIT_SAFETY_LEVELS; i++)
        if (mpit__safety[i] == safety)
            return i;
    return -1;
}

/* Sessions have levels of threads of their own: while one is open others may be in MPI.  Once none
 * is, the level of MPI_Init counts again. */
static bool may_be_several(void)
{
    return mpit__thread_multiple && (mpit__sessions_open() > 0 || !mpit__vendor_is_up() ||
                                     mpit__vendor_thread_level() == MPI_THREAD_MULTIPLE);
}

int mpit__safety_needed(void)
{
    if (may_be_several())
        return MPIT_SAFETY_THREAD_SAFE;
    return atomic_load_explicit(&mpit__vendor_runs, memory_order_relaxed) ||
                   mpit__vendor_has_objects()
               ? MPIT_SAFETY_NONE
               : MPIT_SAFETY_RESTRICTED;
}

static struct mpit_registration *find(MPI_T_event_registration handle)
{
    return mpit__slot_find(&slots, (uintptr_t)handle);
}

bool mpit__registration_is(MPI_T_event_registration handle)
{
    return find(handle) != NULL;
}

/* ---- made and freed, under the lock */

static int take(int event, struct mpit_registration **taken)
{
    void *slot;
    int rc;

    if ((*taken = unused[event])) {
        rc = mpit__handle_count_add();
        if (rc == MPI_SUCCESS)
            unused[event] = (*taken)->next_free;
        return rc;
    }
    rc = mpit__handle_count_take(&slots, &slot);
    if (rc != MPI_SUCCESS)
        return rc;
    *taken = slot;
    (*taken)->event = event;
    atomic_store(&(*taken)->next, atomic_load(&mpit__registrations[event]));
    atomic_store_explicit(&mpit__registrations[event], *taken, memory_order_release);
    return MPI_SUCCESS;
}

static void put_callback(struct mpit_event_callback *callback, mpit_event_cb function,
                         void *user_data)
{
    atomic_fetch_add(&callback->version, 1);
    atomic_store(&callback->function, function);
    atomic_store(&callback->user_data, user_data);
    atomic_fetch_add(&callback->version, 1);
}

static bool has_callback(const struct mpit_registration *registration)
{
    for (int i = 0; i < MPIT_SAFETY_LEVELS; i++)
        if (atomic_load(&registration->callback[i].function))
            return true;
    return false;
}

/* Hooks look at what somebody has a callback for. */
static void watch_as_needed(struct mpit_registration *registration)
{
    const struct mpit_event_row *row = mpit__event_at(registration->event);
    bool watches = has_callback(registration);

    if (watches == registration->watches)
        return;
    registration->watches = watches;
    if (watches) {
        atomic_fetch_add(&mpit__raise_wanted[registration->event], 1);
        mpit__object_watch(registration->object, row->watch);
    } else {
        atomic_fetch_sub(&mpit__raise_wanted[registration->event], 1);
        mpit__object_unwatch(registration->object, row->watch);
    }
}

static int make(int event, struct mpit_object *object, MPI_T_event_registration *handle)
{
    struct mpit_registration *made;
    int rc = take(event, &made);

    if (rc != MPI_SUCCESS)
        return rc;
    atomic_store(&made->object, object);
    atomic_store(&made->dropped_handler, NULL);
    atomic_store(&made->dropped, 0);
    atomic_store(&made->ending, false);
    made->watches = false;
    made->number = mpit__slot_publish(&slots, made);
    *handle = (MPI_T_event_registration)(uintptr_t)made->number;
    return MPI_SUCCESS;
}

/* The messages of a communicator are those of its drained queue. */
static bool is_offered(const struct mpit_event_row *row, struct mpit_object *object)
{
    return !(row->watch & MPIT_WATCH_QUEUE) || mpit__queue_is_offered(object, MPIT_QUEUE_MESSAGES);
}

int mpit__registration_make(int event, void *obj_handle, MPI_T_event_registration *handle)
{
    const struct mpit_event_row *row = mpit__event_at(event);
    struct mpit_object *object;
    int rc = mpit__bind(row->bind, obj_handle, &object);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_T_ERR_NOT_SUPPORTED;
    if (is_offered(row, object)) {
        mpit__lock(MPIT_LOCK_INTERFACE);
        rc = make(event, object, handle);
        mpit__unlock(MPIT_LOCK_INTERFACE);
    }
    if (rc != MPI_SUCCESS)
        mpit__object_release(object);
    return rc;
}

/* Once no callback of it runs any more, by whoever sees that. */
static void end(struct mpit_registration *registration)
{
    mpit_event_free_cb function = registration->free_function;
    void *user_data = registration->free_data;
    MPI_T_event_registration handle = (MPI_T_event_registration)(uintptr_t)registration->number;

    mpit__object_release(registration->object);
    mpit__lock(MPIT_LOCK_INTERFACE);
    registration->next_free = unused[registration->event];
    unused[registration->event] = registration;
    mpit__handle_count_drop();
    mpit__unlock(MPIT_LOCK_INTERFACE);
    if (function)
        function(handle, mpit__safety[mpit__safety_needed()], user_data);
}

void mpit__registration_unpinned(struct mpit_registration *registration)
{
    if (atomic_exchange(&registration->ending, false))
        end(registration);
}

/* Under the lock: nobody finds it any more; who frees it holds the last pin that is to come. */
static void end_slot(struct mpit_registration *registration, void *user_data,
                     mpit_event_free_cb function)
{
    for (int i = 0; i < MPIT_SAFETY_LEVELS; i++)
        put_callback(&registration->callback[i], NULL, NULL);
    watch_as_needed(registration);
    registration->free_function = function;
    registration->free_data = user_data;
    atomic_fetch_add(&registration->pins, 1);
    mpit__slot_end(registration);
    atomic_store(&registration->ending, true);
}

int mpit__registration_free(MPI_T_event_registration handle, void *user_data,
                            mpit_event_free_cb function)
{
    struct mpit_registration *registration;

    mpit__lock(MPIT_LOCK_INTERFACE);
    registration = find(handle);
    if (registration)
        end_slot(registration, user_data, function);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    if (!registration)
        return MPI_T_ERR_INVALID_HANDLE;
    mpit__registration_unpin(registration);
    return MPI_SUCCESS;
}

void mpit__registrations_free_all(void)
{
    for (int event = 0; event < MPIT_EVENTS; event++)
        for (struct mpit_registration *each = mpit__registrations_of((enum mpit_event)event); each;
             each = atomic_load(&each->next)) {
            uint64_t number = atomic_load(&each->slot.valid);

            if (number)
                mpit__registration_free((MPI_T_event_registration)(uintptr_t)number, NULL, NULL);
        }
}

/* ---- its callbacks */

int mpit__registration_set(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *user_data,
                           mpit_event_cb function)
{
    int level = mpit__safety_level(safety);
    struct mpit_registration *registration;

    mpit__lock(MPIT_LOCK_INTERFACE);
    registration = find(handle);
    if (registration && level >= 0) {
        put_callback(&registration->callback[level], function, user_data);
        watch_as_needed(registration);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
    if (!registration)
        return MPI_T_ERR_INVALID_HANDLE;
    return level < 0 ? MPI_T_ERR_INVALID : MPI_SUCCESS;
}

int mpit__registration_set_dropped(MPI_T_event_registration handle, mpit_event_dropped_cb function)
{
    struct mpit_registration *registration;

    mpit__lock(MPIT_LOCK_INTERFACE);
    registration = find(handle);
    if (registration) {
        if (!atomic_load(&registration->dropped_handler) || !function)
            atomic_store(&registration->dropped, 0);
        atomic_store(&registration->dropped_handler, function);
    }
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return registration ? MPI_SUCCESS : MPI_T_ERR_INVALID_HANDLE;
}
