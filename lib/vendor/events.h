/* The events that the MPI below has itself, and their sources: behind ours, passed through.  What
 * they are called and have in them is listed by discover.h.
 *
 * A handle that we give out is a slot of ours, so that no invented one goes down; the MPI library's
 * is in it.  Its callbacks come to us first, so that the program sees our handles and our indices.
 * None of these functions holds a lock while it is in the MPI library, which may call back.
 *
 * Arguments and codes are those of the functions of MPI_T, where no other are named: what is none
 * of these handles is MPI_T_ERR_INVALID_HANDLE, what is no instance of theirs here and now
 * MPI_T_ERR_INVALID. */
#ifndef MPIT_VENDOR_EVENTS_H
#define MPIT_VENDOR_EVENTS_H

#include "mpit_events.h"

#include "handle/event.h"
#include "mpi/callbacks.h"

/* ---- sources: how many there are, 0 where it has no events or may not be asked */

int mpit__vendor_source_count(void);
int mpit__vendor_source_info(int source_index, char *name, int *name_len, char *desc, int *desc_len,
                             MPI_T_source_order *ordering, MPI_Count *ticks_per_second,
                             MPI_Count *max_ticks);
int mpit__vendor_source_timestamp(int source_index, MPI_Count *timestamp);

/* ---- handles */

int mpit__vendor_event_alloc(const struct mpit_event_row *event, void *obj_handle, MPI_Info info,
                             MPI_T_event_registration *handle);
int mpit__vendor_event_free(MPI_T_event_registration handle, void *user_data,
                            mpit_event_free_cb function);
void mpit__vendor_events_free_all(void);
int mpit__vendor_event_set(MPI_T_event_registration handle, MPI_T_cb_safety safety, MPI_Info info,
                           void *user_data, mpit_event_cb function);
int mpit__vendor_event_set_dropped(MPI_T_event_registration handle, mpit_event_dropped_cb function);
int mpit__vendor_event_set_info(MPI_T_event_registration handle, MPI_Info info);
int mpit__vendor_event_get_info(MPI_T_event_registration handle, MPI_Info *info);
int mpit__vendor_event_callback_set_info(MPI_T_event_registration handle, MPI_T_cb_safety safety,
                                         MPI_Info info);
int mpit__vendor_event_callback_get_info(MPI_T_event_registration handle, MPI_T_cb_safety safety,
                                         MPI_Info *info);

/* ---- instances */

int mpit__vendor_event_read(MPI_T_event_instance instance, int element_index, void *buffer);
int mpit__vendor_event_copy(MPI_T_event_instance instance, void *buffer);
int mpit__vendor_event_timestamp(MPI_T_event_instance instance, MPI_Count *timestamp);
int mpit__vendor_event_source(MPI_T_event_instance instance, int *source_index);

#endif
