/* Events of MPI 4.0 (15.3.8), for every MPI.
 *
 * To be included in the place of mpi.h: where that is from before MPI 4.0, this declares the types,
 * the constants and the 20 functions; libmpit has them all.  The values of the constants are those
 * of the standard's ABI (MPI 5.0, 20). */
#ifndef MPIT_EVENTS_H
#define MPIT_EVENTS_H

#include <mpi.h>

#include "mpit.h"

/* Return codes that mpi.h may not have yet (MPI 4.0 and 5.0, 15.3.10): as a later version of the
 * same MPI has them: not above its MPI_ERR_LASTCODE, and taken by MPI_Error_string. */
#if defined(OPEN_MPI)
#define MPIT_CODE_OF(open_mpi, mpich, abi) open_mpi
#elif defined(MPICH_VERSION)
#define MPIT_CODE_OF(open_mpi, mpich, abi) mpich
#else
#define MPIT_CODE_OF(open_mpi, mpich, abi) abi
#endif
#ifndef MPI_T_ERR_NOT_ACCESSIBLE
#define MPI_T_ERR_NOT_ACCESSIBLE MPIT_CODE_OF(81, 79, 1002)
#endif
#ifndef MPI_T_ERR_NOT_SUPPORTED
#define MPI_T_ERR_NOT_SUPPORTED MPIT_CODE_OF(82, 78, 1004)
#endif

#if MPI_VERSION < 4

#ifdef __cplusplus
extern "C" {
#endif

typedef struct mpit_event_registration *MPI_T_event_registration;
typedef struct mpit_event_instance *MPI_T_event_instance;

typedef enum MPI_T_cb_safety {
    MPI_T_CB_REQUIRE_NONE = 0x00,
    MPI_T_CB_REQUIRE_MPI_RESTRICTED = 0x03,
    MPI_T_CB_REQUIRE_THREAD_SAFE = 0x0F,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE = 0x3F
} MPI_T_cb_safety;

typedef enum MPI_T_source_order {
    MPI_T_SOURCE_ORDERED = 1,
    MPI_T_SOURCE_UNORDERED
} MPI_T_source_order;

typedef void(MPI_T_event_cb_function)(MPI_T_event_instance event_instance,
                                      MPI_T_event_registration event_registration,
                                      MPI_T_cb_safety cb_safety, void *user_data);
typedef void(MPI_T_event_free_cb_function)(MPI_T_event_registration event_registration,
                                           MPI_T_cb_safety cb_safety, void *user_data);
typedef void(MPI_T_event_dropped_cb_function)(MPI_Count count,
                                              MPI_T_event_registration event_registration,
                                              int source_index, MPI_T_cb_safety cb_safety,
                                              void *user_data);

#define MPIT_EVENT_FUNCTION(name, formals)                                                         \
    int MPI_T_##name formals;                                                                      \
    int PMPI_T_##name formals;

MPIT_EVENT_FUNCTION(source_get_num, (int *num_sources))
MPIT_EVENT_FUNCTION(source_get_info,
                    (int source_index, char *name, int *name_len, char *desc, int *desc_len,
                     MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                     MPI_Count *max_ticks, MPI_Info *info))
MPIT_EVENT_FUNCTION(source_get_timestamp, (int source_index, MPI_Count *timestamp))
MPIT_EVENT_FUNCTION(event_get_num, (int *num_events))
MPIT_EVENT_FUNCTION(event_get_info,
                    (int event_index, char *name, int *name_len, int *verbosity,
                     MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[],
                     int *num_elements, MPI_T_enum *enumtype, MPI_Info *info, char *desc,
                     int *desc_len, int *bind))
MPIT_EVENT_FUNCTION(event_get_index, (const char *name, int *event_index))
MPIT_EVENT_FUNCTION(event_handle_alloc, (int event_index, void *obj_handle, MPI_Info info,
                                         MPI_T_event_registration *event_registration))
MPIT_EVENT_FUNCTION(event_handle_free,
                    (MPI_T_event_registration event_registration, void *user_data,
                     MPI_T_event_free_cb_function free_cb_function))
MPIT_EVENT_FUNCTION(event_handle_get_info,
                    (MPI_T_event_registration event_registration, MPI_Info *info_used))
MPIT_EVENT_FUNCTION(event_handle_set_info,
                    (MPI_T_event_registration event_registration, MPI_Info info))
MPIT_EVENT_FUNCTION(event_register_callback,
                    (MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
                     MPI_Info info, void *user_data, MPI_T_event_cb_function event_cb_function))
MPIT_EVENT_FUNCTION(event_callback_get_info, (MPI_T_event_registration event_registration,
                                              MPI_T_cb_safety cb_safety, MPI_Info *info_used))
MPIT_EVENT_FUNCTION(event_callback_set_info, (MPI_T_event_registration event_registration,
                                              MPI_T_cb_safety cb_safety, MPI_Info info))
MPIT_EVENT_FUNCTION(event_set_dropped_handler,
                    (MPI_T_event_registration event_registration,
                     MPI_T_event_dropped_cb_function dropped_cb_function))
MPIT_EVENT_FUNCTION(event_read,
                    (MPI_T_event_instance event_instance, int element_index, void *buffer))
MPIT_EVENT_FUNCTION(event_copy, (MPI_T_event_instance event_instance, void *buffer))
MPIT_EVENT_FUNCTION(event_get_timestamp,
                    (MPI_T_event_instance event_instance, MPI_Count *event_timestamp))
MPIT_EVENT_FUNCTION(event_get_source, (MPI_T_event_instance event_instance, int *source_index))
MPIT_EVENT_FUNCTION(category_get_num_events, (int cat_index, int *num_events))
MPIT_EVENT_FUNCTION(category_get_events, (int cat_index, int len, int indices[]))

#undef MPIT_EVENT_FUNCTION

#ifdef __cplusplus
}
#endif
#endif
#endif
