/* How many handles there are, on variables of both kinds and on events, against mpit_handle_limit.
 * Under MPIT_LOCK_INTERFACE. */
#ifndef MPIT_HANDLE_LIVE_H
#define MPIT_HANDLE_LIVE_H

#include "registry/slots.h"

/* A slot for one more, as mpit__slot_take gives it.
 * MPI_SUCCESS, MPI_T_ERR_OUT_OF_HANDLES, MPI_T_ERR_MEMORY. */
int mpit__live_take(struct mpit_slots *slots, void **slot);

/* One fewer. */
void mpit__live_give(struct mpit_slots *slots, void *slot);

/* The same of one whose slot its owner keeps: MPI_SUCCESS, MPI_T_ERR_OUT_OF_HANDLES. */
int mpit__live_add(void);
void mpit__live_drop(void);

#endif
