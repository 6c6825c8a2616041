/* The MPI_T functions of events and their sources (MPI 4.0, 15.3.8).
 *
 * An info object that is returned is a new one, the caller's to free, and empty but where it says
 * what numbers of an event mean.  MPI_INFO_NULL before MPI 4.0 while MPI is not up: none can be
 * made.
 * Hints that are given are looked at by nobody.
 *
 * All that is said of levels, drops and instances is so of our events.  Those of the MPI library
 * (vendor/events.h) are its own affair; what is no handle and no instance is refused there too. */
#include "config.h"

#include <limits.h>
#include <string.h>

#include "category/category.h"
#include "entry/entry.h"
#include "entry/event_words.h"
#include "entry/init.h"
#include "event/event.h"
#include "ground/clock.h"
#include "ground/strings_out.h"
#include "mpi/vendor.h"
#include "registry/registry.h"
#include "vendor/discover.h"
#include "vendor/events.h"

static void give_info(MPI_Info *info)
{
    if (!info)
        return;
    if ((MPI_VERSION < 4 && !mpit__vendor_has_objects()) ||
        mpit__next.PMPI_Info_create(info) != MPI_SUCCESS)
        *info = MPI_INFO_NULL;
}

/* ---- sources */

/* int MPI_T_source_get_num(int *num_sources)
 *   num_sources  OUT  number of sources
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL.  Any thread.  MPI 4.0, 15.3.8
 */
int mpit__T_source_get_num(int *num_sources)
{
    MPIT_NEEDS_INIT;
    if (!num_sources)
        return MPI_T_ERR_INVALID;
    *num_sources = MPIT_EVENT_SOURCES + mpit__vendor_source_count();
    return MPI_SUCCESS;
}

static bool is_own_source(int index)
{
    return index >= 0 && index < MPIT_EVENT_SOURCES;
}

/* int MPI_T_source_get_info(…)
 *   source_index      IN   0 … num_sources - 1
 *   name, name_len, desc, desc_len   OUT, INOUT  as 15.3.3 says
 *   ordering          OUT  MPI_T_SOURCE_ORDERED
 *   ticks_per_second  OUT  of the timestamps
 *   max_ticks         OUT  the largest one
 *   info              OUT  a new info object
 * Every OUT argument may be NULL.
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX.  Any thread.  MPI 4.0, 15.3.8 */
int mpit__T_source_get_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                            MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                            MPI_Count *max_ticks, MPI_Info *info)
{
    MPIT_NEEDS_INIT;
    if (!is_own_source(source_index)) {
        int rc = mpit__vendor_source_info(source_index, name, name_len, desc, desc_len, ordering,
                                          ticks_per_second, max_ticks);

        if (rc == MPI_SUCCESS)
            give_info(info);
        return rc;
    }
    mpit__string_return("mpit", name, name_len);
    mpit__string_return("What libmpit sees of the calls of the program, when it sees it; of one "
                        "thread in order, by the clock that mpit_clock names",
                        desc, desc_len);
    if (ordering)
        *ordering = MPI_T_SOURCE_ORDERED;
    if (ticks_per_second)
        *ticks_per_second = mpit__event_ticks_a_second();
    if (max_ticks)
        *max_ticks = (MPI_Count)INT64_MAX;
    give_info(info);
    return MPI_SUCCESS;
}

/* int MPI_T_source_get_timestamp(int source_index, MPI_Count *timestamp)
 *   timestamp  OUT  ticks now
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_INDEX.
 * Any thread, and of source 0 any signal handler.  MPI 4.0, 15.3.8 */
int mpit__T_source_get_timestamp(int source_index, MPI_Count *timestamp)
{
    MPIT_NEEDS_INIT;
    if (!timestamp)
        return MPI_T_ERR_INVALID;
    if (!is_own_source(source_index))
        return mpit__vendor_source_timestamp(source_index, timestamp);
    *timestamp = (MPI_Count)mpit__clock_now();
    return MPI_SUCCESS;
}

/* ---- event types */

/* int MPI_T_event_get_num(int *num_events)
 *   num_events  OUT  number of event types
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL.  Any thread.  MPI 4.0, 15.3.8
 */
int mpit__T_event_get_num(int *num_events)
{
    MPIT_NEEDS_INIT;
    if (!num_events)
        return MPI_T_ERR_INVALID;
    mpit__vendor_variables_update();
    *num_events = mpit__registry_count(&mpit__events);
    return MPI_SUCCESS;
}

/* As many as there is room for; then how many there are. */
static void give_elements(const struct mpit_event_row *event, MPI_Datatype types[],
                          MPI_Aint displacements[], int *num_elements)
{
    for (int i = 0; i < event->n && i < *num_elements; i++) {
        if (types)
            types[i] = event->type[i];
        if (displacements)
            displacements[i] = event->at[i];
    }
    *num_elements = event->n;
}

/* int MPI_T_event_get_info(…)
 *   event_index             IN     0 … num_events - 1
 *   name, name_len          OUT, INOUT  as 15.3.3 says
 *   verbosity               OUT
 *   array_of_datatypes      OUT    [*num_elements] of the elements; may be NULL
 *   array_of_displacements  OUT    [*num_elements] bytes, of the elements in a copy; may be NULL
 *   num_elements            INOUT  in: room in the arrays; out: elements of the event
 *   enumtype                OUT    item i is the name of element i, of ours and where the MPI
 *                                  library says so; MPI_T_ENUM_NULL where it names none
 *   info                    OUT    a new info object: for each number that an element counts in,
 *                                  as operation.0, its meaning, as MPI_Barrier
 *   desc, desc_len          OUT, INOUT
 *   bind                    OUT    kind of MPI object that it is bound to
 * Every OUT argument may be NULL.
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX.  Any thread.  MPI 4.0, 15.3.8 */
int mpit__T_event_get_info(int event_index, char *name, int *name_len, int *verbosity,
                           MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
                           int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                           int *desc_len, int *bind)
{
    const struct mpit_event_row *event;

    MPIT_NEEDS_INIT;
    event = mpit__listed_at(&mpit__events, event_index);
    if (!event)
        return MPI_T_ERR_INVALID_INDEX;
    mpit__string_return(event->name, name, name_len);
    mpit__string_return(event->desc, desc, desc_len);
    if (verbosity)
        *verbosity = event->verbosity;
    if (num_elements)
        give_elements(event, array_of_datatypes, array_of_displacements, num_elements);
    if (enumtype)
        *enumtype = mpit__enum_handle(event->enumtype);
    if (bind)
        *bind = event->bind;
    give_info(info);
    if (info && *info != MPI_INFO_NULL)
        mpit__event_words(event_index, *info);
    return MPI_SUCCESS;
}

/* int MPI_T_event_get_index(const char *name, int *event_index)
 *   name         IN   exact name
 *   event_index  OUT  its index
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for NULL, MPI_T_ERR_INVALID_NAME.
 * Any thread.  MPI 4.0, 15.3.8 */
int mpit__T_event_get_index(const char *name, int *event_index)
{
    int index;

    MPIT_NEEDS_INIT;
    if (!name || !event_index)
        return MPI_T_ERR_INVALID;
    index = mpit__listed_find(&mpit__events, name);
    if (index < 0)
        return MPI_T_ERR_INVALID_NAME;
    *event_index = index;
    return MPI_SUCCESS;
}

/* ---- handles */

/* int MPI_T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
 *                              MPI_T_event_registration *event_registration)
 *   obj_handle          IN   address of a variable with the handle of the object to bind to;
 *                            ignored where the event type is bound to none
 *   info                IN   hints; ours know none
 *   event_registration  OUT  the handle, without a callback
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID for NULL and
 * for what is no live object, MPI_T_ERR_NOT_SUPPORTED for messages that are not seen
 * (mpit_umq_source; MPI_T_ERR_INVALID where mpi.h does not have that), MPI_T_ERR_OUT_OF_HANDLES,
 * MPI_T_ERR_MEMORY.  Any thread, and in callbacks; not from a signal handler.  MPI 4.0, 15.3.8 */
int mpit__T_event_handle_alloc(int event_index, void *obj_handle, MPI_Info info,
                               MPI_T_event_registration *event_registration)
{
    const struct mpit_event_row *event;

    MPIT_NEEDS_INIT;
    event = mpit__listed_at(&mpit__events, event_index);
    if (!event)
        return MPI_T_ERR_INVALID_INDEX;
    if (!event_registration)
        return MPI_T_ERR_INVALID;
    if (event->theirs)
        return mpit__vendor_event_alloc(event, obj_handle, info, event_registration);
    return mpit__registration_make(event_index, obj_handle, event_registration);
}

/* int MPI_T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
 *                             MPI_T_event_free_cb_function free_cb_function)
 *   user_data         IN  for free_cb_function
 *   free_cb_function  IN  called once, when no callback of the handle runs any more: in this call,
 *                         or where another thread is in one when that has returned; may be NULL
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE.  Any thread, and in callbacks,
 * those of the handle too; not from a signal handler.  MPI 4.0, 15.3.8 */
int mpit__T_event_handle_free(MPI_T_event_registration event_registration, void *user_data,
                              MPI_T_event_free_cb_function free_cb_function)
{
    int rc;

    MPIT_NEEDS_INIT;
    rc = mpit__registration_free(event_registration, user_data, free_cb_function);
    if (rc == MPI_T_ERR_INVALID_HANDLE)
        rc = mpit__vendor_event_free(event_registration, user_data, free_cb_function);
    return rc;
}

/* int MPI_T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
 *   info  IN  hints; ours know none
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE.  Any thread.  MPI 4.0, 15.3.8
 */
int mpit__T_event_handle_set_info(MPI_T_event_registration event_registration, MPI_Info info)
{
    MPIT_NEEDS_INIT;
    return mpit__registration_is(event_registration)
               ? MPI_SUCCESS
               : mpit__vendor_event_set_info(event_registration, info);
}

/* int MPI_T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
 *   info_used  OUT  a new info object
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID for NULL.
 * Any thread.  MPI 4.0, 15.3.8 */
int mpit__T_event_handle_get_info(MPI_T_event_registration event_registration, MPI_Info *info_used)
{
    MPIT_NEEDS_INIT;
    if (!mpit__registration_is(event_registration))
        return mpit__vendor_event_get_info(event_registration, info_used);
    if (!info_used)
        return MPI_T_ERR_INVALID;
    give_info(info_used);
    return MPI_SUCCESS;
}

/* int MPI_T_event_register_callback(MPI_T_event_registration event_registration,
 *                                   MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
 *                                   MPI_T_event_cb_function event_cb_function)
 *   cb_safety          IN  the level whose callback it becomes, in the place of one that is there
 *   info               IN  hints; ours know none
 *   user_data          IN  for the callback
 *   event_cb_function  IN  NULL: there is none of this level any more
 * Another thread may still be in the callback that was there before.
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID for what is
 * no level.  Any thread, and in callbacks; not from a signal handler.  MPI 4.0, 15.3.8 */
int mpit__T_event_register_callback(MPI_T_event_registration event_registration,
                                    MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data,
                                    MPI_T_event_cb_function event_cb_function)
{
    int rc;

    MPIT_NEEDS_INIT;
    rc = mpit__registration_set(event_registration, cb_safety, user_data, event_cb_function);
    if (rc == MPI_T_ERR_INVALID_HANDLE)
        rc = mpit__vendor_event_set(event_registration, cb_safety, info, user_data,
                                    event_cb_function);
    return rc;
}

/* int MPI_T_event_callback_set_info(MPI_T_event_registration event_registration,
 *                                   MPI_T_cb_safety cb_safety, MPI_Info info)
 *   info  IN  hints; ours know none
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID for what is
 * no level.  Any thread.  MPI 4.0, 15.3.8 */
int mpit__T_event_callback_set_info(MPI_T_event_registration event_registration,
                                    MPI_T_cb_safety cb_safety, MPI_Info info)
{
    MPIT_NEEDS_INIT;
    if (!mpit__registration_is(event_registration))
        return mpit__vendor_event_callback_set_info(event_registration, cb_safety, info);
    return mpit__safety_level(cb_safety) < 0 ? MPI_T_ERR_INVALID : MPI_SUCCESS;
}

/* int MPI_T_event_callback_get_info(MPI_T_event_registration event_registration,
 *                                   MPI_T_cb_safety cb_safety, MPI_Info *info_used)
 *   info_used  OUT  a new info object
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID for NULL and
 * for what is no level.  Any thread.  MPI 4.0, 15.3.8 */
int mpit__T_event_callback_get_info(MPI_T_event_registration event_registration,
                                    MPI_T_cb_safety cb_safety, MPI_Info *info_used)
{
    MPIT_NEEDS_INIT;
    if (!mpit__registration_is(event_registration))
        return mpit__vendor_event_callback_get_info(event_registration, cb_safety, info_used);
    if (mpit__safety_level(cb_safety) < 0 || !info_used)
        return MPI_T_ERR_INVALID;
    give_info(info_used);
    return MPI_SUCCESS;
}

/* int MPI_T_event_set_dropped_handler(MPI_T_event_registration event_registration,
 *                                     MPI_T_event_dropped_cb_function dropped_cb_function)
 *   dropped_cb_function  IN  told, before the next event of any handle, how many events the handle
 *                            did not get since it was told last; NULL: nobody is, and nothing is
 *                            counted
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID_HANDLE.  Any thread, and in callbacks;
 * not from a signal handler.  MPI 4.0, 15.3.8 */
int mpit__T_event_set_dropped_handler(MPI_T_event_registration event_registration,
                                      MPI_T_event_dropped_cb_function dropped_cb_function)
{
    int rc;

    MPIT_NEEDS_INIT;
    rc = mpit__registration_set_dropped(event_registration, dropped_cb_function);
    if (rc == MPI_T_ERR_INVALID_HANDLE)
        rc = mpit__vendor_event_set_dropped(event_registration, dropped_cb_function);
    return rc;
}

/* ---- instances: all in the callback that was given them, and in its thread */

/* int MPI_T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
 *   element_index  IN   0 … elements - 1
 *   buffer         OUT  one value of the element's datatype
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for an instance that is none here and
 * for NULL, MPI_T_ERR_INVALID_INDEX.  MPI 4.0, 15.3.8 */
int mpit__T_event_read(MPI_T_event_instance event_instance, int element_index, void *buffer)
{
    const struct mpit_raised *raised;
    const struct mpit_event_row *event;

    MPIT_NEEDS_INIT;
    raised = mpit__event_instance(event_instance);
    if (!raised)
        return mpit__vendor_event_read(event_instance, element_index, buffer);
    event = mpit__event_at((int)raised->event);
    if (element_index < 0 || element_index >= event->n)
        return MPI_T_ERR_INVALID_INDEX;
    if (!buffer)
        return MPI_T_ERR_INVALID;
    memcpy(buffer, &raised->element[element_index],
           mpit__event_element_size((int)raised->event, element_index));
    return MPI_SUCCESS;
}

/* int MPI_T_event_copy(MPI_T_event_instance event_instance, void *buffer)
 *   buffer  OUT  the elements, each at its displacement; what lies between stays as it is
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for an instance that is none here and
 * for NULL.  MPI 4.0, 15.3.8 */
int mpit__T_event_copy(MPI_T_event_instance event_instance, void *buffer)
{
    const struct mpit_raised *raised;
    const struct mpit_event_row *event;

    MPIT_NEEDS_INIT;
    raised = mpit__event_instance(event_instance);
    if (!raised)
        return mpit__vendor_event_copy(event_instance, buffer);
    if (!buffer)
        return MPI_T_ERR_INVALID;
    event = mpit__event_at((int)raised->event);
    for (int i = 0; i < event->n; i++)
        memcpy((char *)buffer + event->at[i], &raised->element[i],
               mpit__event_element_size((int)raised->event, i));
    return MPI_SUCCESS;
}

/* int MPI_T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
 *   event_timestamp  OUT  when it was raised, in ticks of its source
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for an instance that is none here and
 * for NULL.  MPI 4.0, 15.3.8 */
int mpit__T_event_get_timestamp(MPI_T_event_instance event_instance, MPI_Count *event_timestamp)
{
    const struct mpit_raised *raised;

    MPIT_NEEDS_INIT;
    raised = mpit__event_instance(event_instance);
    if (!raised)
        return mpit__vendor_event_timestamp(event_instance, event_timestamp);
    if (!event_timestamp)
        return MPI_T_ERR_INVALID;
    *event_timestamp = (MPI_Count)raised->at;
    return MPI_SUCCESS;
}

/* int MPI_T_event_get_source(MPI_T_event_instance event_instance, int *source_index)
 *   source_index  OUT  the source that has raised it
 * MPI_SUCCESS, MPI_T_ERR_NOT_INITIALIZED, MPI_T_ERR_INVALID for an instance that is none here and
 * for NULL.  MPI 4.0, 15.3.8 */
int mpit__T_event_get_source(MPI_T_event_instance event_instance, int *source_index)
{
    MPIT_NEEDS_INIT;
    if (!mpit__event_instance(event_instance))
        return mpit__vendor_event_source(event_instance, source_index);
    if (!source_index)
        return MPI_T_ERR_INVALID;
    *source_index = 0;
    return MPI_SUCCESS;
}
