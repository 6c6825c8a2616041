/* Handles of control variables. */
#ifndef MPIT_CVAR_HANDLE_H
#define MPIT_CVAR_HANDLE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "cvar/cvar.h"
#include "hook/object.h"
#include "slots.h"
#include "vendor/variable.h"

struct mpit_cvar_handle {
    struct mpit_slot slot;
    /* Atomic, because a thread may come with a handle that another one has just freed. */
    const struct mpit_cvar *_Atomic cvar;
    struct mpit_object *_Atomic object; /* NULL where the variable binds to nothing */
    struct mpit_view view;              /* of a variable of the vendor's */
};

struct mpit_cvar_handle *mpit__cvar_handle(MPI_T_cvar_handle handle);
int mpit__cvar_handle_alloc(const struct mpit_cvar *cvar, void *obj_handle,
                            MPI_T_cvar_handle *handle, int *count);
/* False if it is none, also if another thread has just freed it. */
bool mpit__cvar_handle_free(MPI_T_cvar_handle handle);
int mpit__cvar_handle_write(struct mpit_cvar_handle *handle, const void *buf);
int mpit__cvar_handle_read(struct mpit_cvar_handle *handle, void *buf);

/* Frees every one, at the last MPI_T_finalize. */
void mpit__cvar_free_all(void);
uint32_t mpit__cvar_handles_live(void);

#endif
