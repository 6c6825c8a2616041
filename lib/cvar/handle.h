/* Handles of control variables. */
#ifndef MPIT_CVAR_HANDLE_H
#define MPIT_CVAR_HANDLE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "cvar/cvar.h"
#include "ledger/object.h"
#include "registry/slots.h"
#include "vendor/variable.h"

struct mpit_cvar_handle {
    struct mpit_slot slot;
    const struct mpit_cvar *cvar;
    struct mpit_object *object; /* NULL where the variable binds to nothing */
    struct mpit_view view;      /* of a variable of the vendor's */
};

/* All of these look the handle up and use it under the interface's lock: another thread that frees
 * it comes before or after. */
int mpit__cvar_handle_alloc(const struct mpit_cvar *cvar, void *obj_handle,
                            MPI_T_cvar_handle *handle, int *count);
/* MPI_T_ERR_INVALID_HANDLE if it is none; _write and _read: MPI_T_ERR_INVALID for a NULL buf. */
int mpit__cvar_handle_free(MPI_T_cvar_handle handle);
int mpit__cvar_handle_write(MPI_T_cvar_handle handle, const void *buf);
int mpit__cvar_handle_read(MPI_T_cvar_handle handle, void *buf);

/* Frees every one, at the last MPI_T_finalize. */
void mpit__cvar_free_all(void);
uint32_t mpit__cvar_handles_live(void);

#endif
