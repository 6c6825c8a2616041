/* How many handles there are, on variables of both kinds and on events, against mpit_handle_limit.
 * Under MPIT_LOCK_INTERFACE. */
#ifndef MPIT_HANDLE_COUNT_H
#define MPIT_HANDLE_COUNT_H

#include "registry/slots.h"

/* A slot for one more, as mpit__slot_take gives it.
 * MPI_SUCCESS, MPI_T_ERR_OUT_OF_HANDLES, MPI_T_ERR_MEMORY. */
int mpit__handle_count_take(struct mpit_slots *slots, void **slot);

/* One fewer. */
void mpit__handle_count_give(struct mpit_slots *slots, void *slot);

/* The same of one whose slot its owner keeps: MPI_SUCCESS, MPI_T_ERR_OUT_OF_HANDLES. */
int mpit__handle_count_add(void);
void mpit__handle_count_drop(void);

#endif
