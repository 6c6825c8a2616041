/* The functions of events, of which there are none: see events.def.  All of them may be called from
 * any thread; MPI_T_ERR_NOT_INITIALIZED before MPI_T_init_thread. */
#include "config.h"

#include "category/category.h"
#include "entry/entry.h"
#include "entry/init.h"
#include "vendor/discover.h"

/* Where the vendor has none of these nobody calls this. */
__attribute__((unused)) static int none(int *num)
{
    MPIT_NEEDS_INIT;
    if (!num)
        return MPI_T_ERR_INVALID;
    *num = 0;
    return MPI_SUCCESS;
}

#if defined(MPIT_HAS_T_source_get_num)
/* int MPI_T_source_get_num(int *num_sources)
 *   num_sources  OUT  0
 * MPI_SUCCESS, MPI_T_ERR_INVALID for NULL.  MPI 4.0, 14.3.8 */
int mpit__T_source_get_num(int *num_sources)
{
    return none(num_sources);
}
#endif

#if defined(MPIT_HAS_T_event_get_num)
/* int MPI_T_event_get_num(int *num_events)
 *   num_events  OUT  0
 * MPI_SUCCESS, MPI_T_ERR_INVALID for NULL.  MPI 4.0, 14.3.8 */
int mpit__T_event_get_num(int *num_events)
{
    return none(num_events);
}
#endif

#if defined(MPIT_HAS_T_category_get_num_events)
/* int MPI_T_category_get_num_events(int cat_index, int *num_events)
 *   cat_index   IN   index of a category, ours or the vendor's
 *   num_events  OUT  0
 * MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID for NULL.  MPI 4.0, 14.3.9 */
int mpit__T_category_get_num_events(int cat_index, int *num_events)
{
    MPIT_NEEDS_INIT;
    return mpit__listed_at(&mpit__categories, cat_index) ? none(num_events)
                                                         : MPI_T_ERR_INVALID_INDEX;
}
#endif

#if defined(MPIT_HAS_T_category_get_events)
/* int MPI_T_category_get_events(int cat_index, int len, int indices[])
 *   indices  OUT  stays as it is: no category contains an event
 * MPI_SUCCESS, MPI_T_ERR_INVALID_INDEX.  MPI 4.0, 14.3.9 */
int mpit__T_category_get_events(int cat_index, int len, int indices[])
{
    (void)len;
    (void)indices;
    MPIT_NEEDS_INIT;
    return mpit__listed_at(&mpit__categories, cat_index) ? MPI_SUCCESS : MPI_T_ERR_INVALID_INDEX;
}
#endif

/* The others look at nothing that they are given. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define ENTRY(name, formals, actuals)
#define NONE(name, formals, actuals, code)                                                         \
    int mpit__T_##name formals                                                                     \
    {                                                                                              \
        MPIT_NEEDS_INIT;                                                                           \
        return code;                                                                               \
    }
#include "mpi/events.def"
#undef NONE
#undef ENTRY
