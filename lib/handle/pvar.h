/* Performance variables (14.3.7): what one is, sessions, and handles on it. */
#ifndef MPIT_HANDLE_PVAR_H
#define MPIT_HANDLE_PVAR_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "enum/enum.h"
#include "profile/handle_cell.h"
#include "profile/level.h"
#include "profile/object.h"
#include "registry/slots.h"
#include "registry/types.h"

struct mpit_found;
struct mpit_handle;
struct mpit_pvar;

typedef int mpit_pvar_operation(const struct mpit_found *found, const void *in, void *out);

/* What whoever has the variable does for a handle.  All members are there; operations that the
 * flags of the variable forbid are not called. */
struct mpit_pvar_ops {
    /* Whether the variable can be had of the object at all: MPI_SUCCESS or the code.  Under no
     * lock, before the next. */
    int (*offer)(const struct mpit_pvar *pvar, struct mpit_object *object);
    /* Gives the handle, whose variable and object are set, what it needs; count: OUT, elements of
     * the value.  close lets go of it: nobody finds the handle or has it pinned.
     * Under MPIT_LOCK_INTERFACE. */
    int (*open)(struct mpit_handle *handle, int *count);
    void (*close)(struct mpit_handle *handle);
    /* MPI_SUCCESS or the code.  The handle is pinned. */
    mpit_pvar_operation *start, *stop, *read, *write, *reset, *readreset;
    /* A read of a handle that is not pinned; false, and nothing is given out, if it takes a pin. */
    bool (*peek)(const struct mpit_found *found, void *buf);
    /* No operation needs a pin: each is one step that fails where the handle is not valid. */
    bool unpinned;
};

struct mpit_pvar {
    const char *name, *desc;
    int class_, verbosity, bind;
    enum mpit_type type;
    struct mpit_enum *enumtype;
    bool readonly, continuous, atomic;
    bool alias; /* of a vendor's: stands for it where that can be had, and in for it else */
    const struct mpit_pvar *_Atomic theirs; /* of an alias: the vendor's, once that is known */
    const struct mpit_pvar_ops *ops;
};

struct mpit_session {
    struct mpit_slot slot;
    /* Of uint64_t: a handle, or where one was freed the position + 1 of the next such gap; no gap
     * looks like a handle. */
    struct mpit_vector handles;
    uint32_t first_gap;
};

struct mpit_handle {
    struct mpit_slot slot;
    mpit_cell cell;        /* of element 0 */
    _Atomic uint64_t bias; /* of what is in it: see pvar/one_slot.h */
    /* Atomic, because a thread that comes with a handle which another one has just freed looks at
     * them while the slot is being used anew. */
    const struct mpit_pvar *_Atomic pvar;
    _Atomic uint64_t session;
    struct mpit_object *_Atomic object; /* the process where the variable binds to nothing */
    _Atomic int count;
    _Atomic uint32_t pins;   /* operations under way: what it holds stays until they end */
    mpit_cell *_Atomic more; /* [room], of the elements from 1 on; stays with the slot */
    int room;
    uint32_t position;              /* in the session's handles */
    struct mpit_handle *next_ended; /* freed while pinned */
    /* What the ops keep from open to close. */
    void *state;
    mpit_cell whole;        /* of a share's whole */
    _Atomic uint64_t began; /* what its last start is known by: see profile/in_flight.h */
    struct mpit_mark mark;  /* of a watermark */
};

/* A handle as one call has found it.  Another thread may free it at any time, and its slot be given
 * anew with another variable, object and count: these here belong together, and to the number. */
struct mpit_found {
    struct mpit_handle *handle;
    uint64_t number;
    const struct mpit_pvar *pvar;
    struct mpit_object *object;
    int count;
};

/* The cell of element i < count.  In bounds for every count that the slot has ever had. */
static inline mpit_cell *mpit__pvar_cell(struct mpit_handle *handle, int i)
{
    return i == 0 ? &handle->cell
                  : atomic_load_explicit(&handle->more, memory_order_acquire) + (i - 1);
}

/* Of struct mpit_session and struct mpit_handle. */
MPIT_INTERNAL extern struct mpit_slots mpit__pvar_sessions, mpit__pvar_handles;

/* The first of mpit__pvar_handles, and all that most tools have: where they are need not be looked
 * up. */
MPIT_INTERNAL extern struct mpit_handle mpit__pvar_first_handles[MPIT_VECTOR_FIRST];

/* What mpit__slot_at does for a handle. */
static inline struct mpit_handle *mpit__pvar_handle_at(MPI_T_pvar_handle handle)
{
    uint64_t number = (uintptr_t)handle;
    uint32_t i = (uint32_t)number;

    if (!MPIT_LIKELY(i < MPIT_VECTOR_FIRST))
        return mpit__slot_at(&mpit__pvar_handles, number);
    return number ? &mpit__pvar_first_handles[i] : NULL;
}

/* The index of the variable with this name and class among those that are listed, -1 if none. */
int mpit__pvar_index(const char *name, int class);

/* The session behind what a tool passed, NULL if it is not valid; whether a handle is one of that
 * session.  Lock-free and signal safe. */
struct mpit_session *mpit__pvar_session(MPI_T_pvar_session session);
static inline bool mpit__pvar_find(MPI_T_pvar_session session, MPI_T_pvar_handle number,
                                   struct mpit_found *found)
{
    struct mpit_handle *handle = mpit__pvar_handle_at(number);

    if (!handle ||
        atomic_load_explicit(&handle->session, memory_order_acquire) != (uintptr_t)session)
        return false;
    found->handle = handle;
    found->number = (uintptr_t)number;
    found->pvar = atomic_load_explicit(&handle->pvar, memory_order_acquire);
    found->object = atomic_load_explicit(&handle->object, memory_order_acquire);
    found->count = atomic_load_explicit(&handle->count, memory_order_acquire);
    return mpit__slot_is(&handle->slot, found->number);
}

/* Keeps what was found as it is until it is unpinned, even if another thread frees it meanwhile;
 * false if one has done so before.  Lock-free and signal safe. */
bool mpit__pvar_pin(const struct mpit_found *found);
void mpit__pvar_unpin(const struct mpit_found *found);

/* Room for the cells of so many elements, all 0; false without memory. */
bool mpit__pvar_make_room(struct mpit_handle *handle, int count);

/* These take the interface's lock, and look session and handle up under it: of two threads that
 * free the same one, the second is told.  MPI_SUCCESS or the MPI_T code. */
int mpit__pvar_session_create(MPI_T_pvar_session *session);
bool mpit__pvar_session_free(MPI_T_pvar_session session);
int mpit__pvar_handle_alloc(MPI_T_pvar_session session, const struct mpit_pvar *pvar,
                            void *obj_handle, MPI_T_pvar_handle *handle, int *count);
int mpit__pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle handle);

/* These are lock-free and signal safe where the variable's ops are: all of ours but for one that
 * writes a file.  MPI_T_ERR_INVALID_HANDLE, and nothing is changed, if the handle has been freed
 * since it was found. */
int mpit__pvar_start(const struct mpit_found *found);
int mpit__pvar_stop(const struct mpit_found *found);
int mpit__pvar_read(const struct mpit_found *found, void *buf);
int mpit__pvar_write(const struct mpit_found *found, const void *buf);
int mpit__pvar_reset(const struct mpit_found *found);
int mpit__pvar_readreset(const struct mpit_found *found, void *buf);

/* Calls visit for every handle of a session, false if it is none; failed: OUT, set where the code
 * of a visit says more than that it does not apply.  Lock-free and signal safe. */
bool mpit__pvar_each_handle(MPI_T_pvar_session session,
                            int (*visit)(const struct mpit_found *found), bool *failed);

/* Frees every session; under no lock, at the last MPI_T_finalize. */
void mpit__pvar_free_all(void);

#endif
