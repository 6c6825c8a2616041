/* The vendor's own MPI_T: one reference, taken when the first question needs it and kept.
 *
 * Taking it may cost a fifth of a second (Open MPI opens every component), so nothing that our own
 * variables can answer takes it.  It is never given back: vendors break when they are initialized
 * anew.  Once PMPI_Finalize has been entered the vendor's MPI_T is not called again. */
#ifndef MPIT_MPI_TOOL_H
#define MPIT_MPI_TOOL_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpi/handle.h"

/* Around the vendor's MPI_T_init_thread, which may call functions of MPI: the calls are not the
 * program's.  enter returns what leave takes. */
struct mpit_tool_listener {
    uintptr_t (*enter)(void);
    void (*leave)(uintptr_t before);
};
extern const struct mpit_tool_listener mpit__tool_listener;

/* Takes the reference if there is none yet.  False if the vendor refuses, or MPI has been
 * finalized: then it must not be called.  Under no lock of a higher rank than MPIT_LOCK_VENDOR. */
bool mpit__vendor_mpit_reference(void);

/* Around every call of the vendor's MPI_T: it is called by one thread at a time, whatever level
 * it gives.  _enter is false, and nothing is locked, where it must not be called: no reference
 * was taken, or MPI has been finalized. */
bool mpit__vendor_mpit_enter(void);
void mpit__vendor_mpit_leave(void);

/* The same for what goes on after MPI_Finalize, from what is kept; _is_open, under the lock, says
 * whether the vendor may be called. */
void mpit__vendor_mpit_lock(void);
void mpit__vendor_mpit_unlock(void);
bool mpit__vendor_mpit_is_open(void);

/* The vendor's MPI_T_pvar_handle_alloc; `at` is where the handle of the object stands, or NULL. */
int mpit__vendor_pvar_handle_alloc(MPI_T_pvar_session session, int variable,
                                   struct mpit_vendor_place *at, MPI_T_pvar_handle *handle,
                                   int *count);

/* PMPI_Finalize is about to be entered: from here on the vendor is not called, under the lock. */
void mpit__vendor_mpit_close(void);

#endif
