/* Control variables (14.3.6): what one is, and handles on it. */
#ifndef MPIT_HANDLE_CVAR_H
#define MPIT_HANDLE_CVAR_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "enum/enum.h"
#include "profile/object.h"
#include "registry/slots.h"
#include "registry/types.h"

struct mpit_cvar_effect;
struct mpit_cvar_handle;
struct mpit_origin;

/* What whoever has the variable does for a handle; all under MPIT_LOCK_INTERFACE.
 * MPI_SUCCESS or the MPI_T code. */
struct mpit_cvar_ops {
    /* The handle has its variable and object; count: OUT, elements of the value. */
    int (*open)(struct mpit_cvar_handle *handle, int *count);
    void (*close)(struct mpit_cvar_handle *handle);
    int (*read)(const struct mpit_cvar_handle *handle, void *buf);
    int (*write)(const struct mpit_cvar_handle *handle, const void *buf);
};

struct mpit_cvar {
    const char *name, *desc;
    enum mpit_type type;
    struct mpit_enum *enumtype;
    int verbosity, bind, scope;
    const struct mpit_cvar_ops *ops;
    /* Of ours alone: see lib/cvar. */
    const char *category, *standard;
    void *value; /* where it is kept: of the type, of MPI_CHAR [MPIT_TEXT] */
    const struct mpit_cvar_effect *effect;
    struct mpit_origin *origin; /* of the value that is kept */
};

struct mpit_cvar_handle {
    struct mpit_slot slot;
    const struct mpit_cvar *cvar;
    struct mpit_object *object; /* NULL where the variable binds to nothing */
    void *state;                /* what the ops keep from open to close */
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

#endif
