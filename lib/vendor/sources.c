/* The sources of the MPI library's own events.  What it says of one is asked for once and kept: a
 * source stays where it is, after MPI_Finalize as well, when nothing may be asked any more; and
 * Open MPI 6.0 does not keep to the convention for strings. */
#include "config.h"

#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ground/strings_out.h"
#include "mpi/tool.h"
#include "mpi/vendor.h"
#include "profile/raise.h"
#include "vendor/events.h"

enum { SOURCES = 16 }; /* MPI libraries have one or two */

static struct source {
    char name[256], desc[1024];
    MPI_T_source_order ordering;
    MPI_Count ticks_per_second, max_ticks;
} sources[SOURCES]; /* those that are known never change */
static _Atomic int nsources;

/* Under the lock of the MPI library, as the next. */
static bool learn(int i)
{
    struct source *source = &sources[i];
    int name_length = sizeof source->name, desc_length = sizeof source->desc, rc;
    MPI_Info info = MPI_INFO_NULL;

    rc = mpit__next.PMPI_T_source_get_info(i, source->name, &name_length, source->desc,
                                           &desc_length, &source->ordering,
                                           &source->ticks_per_second, &source->max_ticks, &info);
    source->name[sizeof source->name - 1] = source->desc[sizeof source->desc - 1] = '\0';
    if (rc == MPI_SUCCESS && info != MPI_INFO_NULL && mpit__vendor_has_objects())
        mpit__next.PMPI_Info_free(&info);
    return rc == MPI_SUCCESS;
}

static void learn_new(void)
{
    int n = 0;

    if (mpit__next.PMPI_T_source_get_num(&n) != MPI_SUCCESS)
        return;
    for (int i = atomic_load(&nsources); i < n && i < SOURCES && learn(i); i++)
        atomic_store(&nsources, i + 1);
}

int mpit__vendor_source_count(void)
{
    if (!mpit__vendor_has_events() || !MPIT_IN_FORCE(vendor_variables))
        return 0;
    if (mpit__vendor_mpit_reference() && mpit__vendor_mpit_enter()) {
        learn_new();
        mpit__vendor_mpit_leave();
    }
    return atomic_load(&nsources);
}

static bool is_source(int index)
{
    return index >= MPIT_EVENT_SOURCES && index - MPIT_EVENT_SOURCES < mpit__vendor_source_count();
}

int mpit__vendor_source_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                             MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                             MPI_Count *max_ticks)
{
    const struct source *source;

    if (!is_source(source_index))
        return MPI_T_ERR_INVALID_INDEX;
    source = &sources[source_index - MPIT_EVENT_SOURCES];
    mpit__string_return(source->name, name, name_len);
    mpit__string_return(source->desc, desc, desc_len);
    if (ordering)
        *ordering = source->ordering;
    if (ticks_per_second)
        *ticks_per_second = source->ticks_per_second;
    if (max_ticks)
        *max_ticks = source->max_ticks;
    return MPI_SUCCESS;
}

int mpit__vendor_source_timestamp(int source_index, MPI_Count *timestamp)
{
    if (!is_source(source_index))
        return MPI_T_ERR_INVALID_INDEX;
    if (!mpit__vendor_mpit_is_open())
        return MPI_T_ERR_INVALID;
    return mpit__next.PMPI_T_source_get_timestamp(source_index - MPIT_EVENT_SOURCES, timestamp);
}
