#include "config.h"

#include "vendor/events.h"

#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "handle/bind.h"
#include "handle/count.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "profile/object.h"
#include "profile/raise.h"
#include "registry/slots.h"

/* What a callback was registered with; kept until the handle ends, as one may still run. */
struct callback {
    mpit_event_cb function;
    void *user_data;
    struct registration *of;
    struct callback *before;
};

struct registration {
    struct mpit_slot slot;
    uint64_t number; /* the handle, after it has ended, too */
    MPI_T_event_registration theirs;
    struct callback *last;
    _Atomic(mpit_event_dropped_cb) dropped_handler;
    mpit_event_free_cb free_function;
    void *free_data;
};

/* An instance that a callback has, until it returns; of the thread. */
struct mpit_given {
    MPI_T_event_instance instance;
    struct mpit_given *outer;
};

static struct mpit_slots slots = MPIT_SLOTS(struct registration, MPIT_SLOT_VENDOR_EVENT);

/* ---- handles */

static MPI_T_event_registration ours(const struct registration *registration)
{
    return (MPI_T_event_registration)(uintptr_t)registration->number;
}

/* One whose MPI library can be called: *registration; else the code. */
static int find(MPI_T_event_registration handle, struct registration **registration)
{
    *registration = mpit__slot_find(&slots, (uintptr_t)handle);
    if (!*registration)
        return MPI_T_ERR_INVALID_HANDLE;
    return mpit__vendor_mpit_is_open() ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

static void give_back(struct registration *registration)
{
    struct callback *each = registration->last;

    while (each) {
        struct callback *before = each->before;

        mpit__memory_give(each, sizeof *each);
        each = before;
    }
    mpit__lock(MPIT_LOCK_INTERFACE);
    mpit__handle_count_give(&slots, registration);
    mpit__unlock(MPIT_LOCK_INTERFACE);
}

static int take(struct registration **registration)
{
    void *slot;
    int rc;

    mpit__lock(MPIT_LOCK_INTERFACE);
    rc = mpit__handle_count_take(&slots, &slot);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    if (rc != MPI_SUCCESS)
        return rc;
    *registration = slot;
    (*registration)->last = NULL;
    atomic_store(&(*registration)->dropped_handler, NULL);
    return MPI_SUCCESS;
}

static int alloc(const struct mpit_event_row *event, void *obj_handle, MPI_Info info,
                 MPI_T_event_registration *handle)
{
    struct registration *registration;
    int rc = take(&registration);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = mpit__next.PMPI_T_event_handle_alloc(event->theirs - 1, obj_handle, info,
                                              &registration->theirs);
    if (rc != MPI_SUCCESS) {
        give_back(registration);
        return rc;
    }
    mpit__lock(MPIT_LOCK_INTERFACE);
    registration->number = mpit__slot_publish(&slots, registration);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    *handle = ours(registration);
    return MPI_SUCCESS;
}

/* What is no object is refused here: the MPI library may take it. */
int mpit__vendor_event_alloc(const struct mpit_event_row *event, void *obj_handle, MPI_Info info,
                             MPI_T_event_registration *handle)
{
    struct mpit_object *object;
    int rc;

    if (!mpit__vendor_mpit_is_open())
        return MPI_T_ERR_INVALID;
    rc = mpit__bind(event->bind, obj_handle, &object);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = alloc(event, obj_handle, info, handle);
    mpit__object_release(object);
    return rc;
}

/* No callback of it runs any more. */
static void on_freed(MPI_T_event_registration theirs, MPI_T_cb_safety safety, void *of)
{
    struct registration *registration = of;

    (void)theirs;
    if (registration->free_function)
        registration->free_function(ours(registration), safety, registration->free_data);
    give_back(registration);
}

/* One of two threads that free it does. */
static struct registration *end(MPI_T_event_registration handle)
{
    struct registration *registration;

    mpit__lock(MPIT_LOCK_INTERFACE);
    registration = mpit__slot_find(&slots, (uintptr_t)handle);
    if (registration)
        mpit__slot_end(registration);
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return registration;
}

int mpit__vendor_event_free(MPI_T_event_registration handle, void *user_data,
                            mpit_event_free_cb function)
{
    struct registration *registration = end(handle);
    int rc;

    if (!registration)
        return MPI_T_ERR_INVALID_HANDLE;
    registration->free_function = function;
    registration->free_data = user_data;
    if (!mpit__vendor_mpit_is_open()) { /* its own has ended with the MPI library */
        on_freed(registration->theirs, MPI_T_CB_REQUIRE_MPI_RESTRICTED, registration);
        return MPI_SUCCESS;
    }
    rc = mpit__next.PMPI_T_event_handle_free(registration->theirs, registration, on_freed);
    if (rc != MPI_SUCCESS)
        give_back(registration);
    return rc;
}

void mpit__vendor_events_free_all(void)
{
    uint32_t n = mpit__vector_count(&slots.vector);

    for (uint32_t i = 0; i < n; i++) {
        const struct registration *each = mpit__vector_at(&slots.vector, i);
        uint64_t number = atomic_load(&each->slot.valid);

        if (number)
            mpit__vendor_event_free((MPI_T_event_registration)(uintptr_t)number, NULL, NULL);
    }
}

int mpit__vendor_event_set_info(MPI_T_event_registration handle, MPI_Info info)
{
    struct registration *registration;
    int rc = find(handle, &registration);

    return rc == MPI_SUCCESS ? mpit__next.PMPI_T_event_handle_set_info(registration->theirs, info)
                             : rc;
}

int mpit__vendor_event_get_info(MPI_T_event_registration handle, MPI_Info *info)
{
    struct registration *registration;
    int rc = info ? find(handle, &registration) : MPI_T_ERR_INVALID;

    return rc == MPI_SUCCESS ? mpit__next.PMPI_T_event_handle_get_info(registration->theirs, info)
                             : rc;
}

/* ---- callbacks */

static void on_event(MPI_T_event_instance instance, MPI_T_event_registration theirs,
                     MPI_T_cb_safety safety, void *with)
{
    const struct callback *callback = with;
    struct mpit_raising *raising = mpit__raising();
    struct mpit_given given = {instance, raising ? raising->given : NULL};

    (void)theirs;
    if (raising)
        raising->given = &given;
    callback->function(instance, ours(callback->of), safety, callback->user_data);
    if (raising)
        raising->given = given.outer;
}

static struct callback *keep(struct registration *registration, void *user_data,
                             mpit_event_cb function)
{
    struct callback *callback = mpit__memory_take(sizeof *callback);

    if (!callback)
        return NULL;
    callback->function = function;
    callback->user_data = user_data;
    callback->of = registration;
    mpit__lock(MPIT_LOCK_INTERFACE);
    callback->before = registration->last;
    registration->last = callback;
    mpit__unlock(MPIT_LOCK_INTERFACE);
    return callback;
}

int mpit__vendor_event_set(MPI_T_event_registration handle, MPI_T_cb_safety safety, MPI_Info info,
                           void *user_data, mpit_event_cb function)
{
    struct registration *registration;
    struct callback *callback = NULL;
    int rc = find(handle, &registration);

    if (rc != MPI_SUCCESS)
        return rc;
    if (function && !(callback = keep(registration, user_data, function)))
        return MPI_T_ERR_MEMORY;
    return mpit__next.PMPI_T_event_register_callback(registration->theirs, safety, info, callback,
                                                     callback ? on_event : NULL);
}

int mpit__vendor_event_callback_set_info(MPI_T_event_registration handle, MPI_T_cb_safety safety,
                                         MPI_Info info)
{
    struct registration *registration;
    int rc = find(handle, &registration);

    return rc == MPI_SUCCESS
               ? mpit__next.PMPI_T_event_callback_set_info(registration->theirs, safety, info)
               : rc;
}

int mpit__vendor_event_callback_get_info(MPI_T_event_registration handle, MPI_T_cb_safety safety,
                                         MPI_Info *info)
{
    struct registration *registration;
    int rc = info ? find(handle, &registration) : MPI_T_ERR_INVALID;

    return rc == MPI_SUCCESS
               ? mpit__next.PMPI_T_event_callback_get_info(registration->theirs, safety, info)
               : rc;
}

static void on_dropped(MPI_Count count, MPI_T_event_registration theirs, int source_index,
                       MPI_T_cb_safety safety, void *with)
{
    const struct callback *callback = with;
    mpit_event_dropped_cb function = callback ? atomic_load(&callback->of->dropped_handler) : NULL;

    (void)theirs;
    if (function)
        function(count, ours(callback->of), MPIT_EVENT_SOURCES + source_index, safety,
                 callback->user_data);
}

int mpit__vendor_event_set_dropped(MPI_T_event_registration handle, mpit_event_dropped_cb function)
{
    struct registration *registration;
    int rc = find(handle, &registration);

    if (rc != MPI_SUCCESS)
        return rc;
    atomic_store(&registration->dropped_handler, function);
    return mpit__next.PMPI_T_event_set_dropped_handler(registration->theirs,
                                                       function ? on_dropped : NULL);
}

/* ---- instances */

/* Whether a callback of this thread has it. */
static bool is_given(MPI_T_event_instance instance)
{
    const struct mpit_raising *raising = mpit__thread.raising;

    for (const struct mpit_given *each = raising ? raising->given : NULL; each; each = each->outer)
        if (each->instance == instance)
            return true;
    return false;
}

int mpit__vendor_event_read(MPI_T_event_instance instance, int element_index, void *buffer)
{
    return buffer && is_given(instance)
               ? mpit__next.PMPI_T_event_read(instance, element_index, buffer)
               : MPI_T_ERR_INVALID;
}

int mpit__vendor_event_copy(MPI_T_event_instance instance, void *buffer)
{
    return buffer && is_given(instance) ? mpit__next.PMPI_T_event_copy(instance, buffer)
                                        : MPI_T_ERR_INVALID;
}

int mpit__vendor_event_timestamp(MPI_T_event_instance instance, MPI_Count *timestamp)
{
    return timestamp && is_given(instance)
               ? mpit__next.PMPI_T_event_get_timestamp(instance, timestamp)
               : MPI_T_ERR_INVALID;
}

int mpit__vendor_event_source(MPI_T_event_instance instance, int *source_index)
{
    int rc;

    if (!source_index || !is_given(instance))
        return MPI_T_ERR_INVALID;
    rc = mpit__next.PMPI_T_event_get_source(instance, source_index);
    *source_index += rc == MPI_SUCCESS ? MPIT_EVENT_SOURCES : 0;
    return rc;
}
