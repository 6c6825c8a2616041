/* Performance variables (14.3.7): the table, and the engine that gives handles their values. */
#ifndef MPIT_PVAR_PVAR_H
#define MPIT_PVAR_PVAR_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "enum/enum.h"
#include "hook/object.h"
#include "pvar/cell.h"
#include "queue/queue.h"
#include "slots.h"
#include "types.h"
#include "vendor/variable.h"

/* Where the value of one of our variables comes from. */
enum mpit_source {
    MPIT_SOURCE_SUM,   /* slots first … first + n - 1 of the object, over its blocks */
    MPIT_SOURCE_SIZES, /* histogram number `first` of a communicator */
    MPIT_SOURCE_PEERS, /* peer slot `first` of a communicator */
    MPIT_SOURCE_LEVEL, /* level number `first` of the object */
    MPIT_SOURCE_MARK,  /* watermark of it; low: the low one */
    MPIT_SOURCE_SIZE,  /* size of a communicator */
    MPIT_SOURCE_SHARE, /* slots first … over slot `whole`, or over the wall time (whole = -1) */
    MPIT_SOURCE_STATE, /* what the process does */
    MPIT_SOURCE_VENDOR, /* a variable of the MPI below: vendor/variable.h */
    MPIT_SOURCE_TWO,   /* slots first and n of the object */
    MPIT_SOURCE_MESSAGE_BYTES,
};

struct mpit_pvar {
    const char *name, *desc, *category;
    int class_, verbosity, bind;
    enum mpit_type type;
    struct mpit_enum *enumtype;
    uint32_t watch;
    enum mpit_source source;
    int first, n, whole;
    bool low;
    bool alias; /* of a vendor's */
    enum mpit_queue_need queue; /* of the unexpected queue */
    /* What follows from the class. */
    bool readonly, continuous, atomic;
    bool is_one_slot; /* shown as the number it is: what is read most */
    struct mpit_vendor_variable *vendor;
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
    /* Atomic, because a thread that comes with a handle which another one has just freed looks at
     * them while the slot is being used anew. */
    const struct mpit_pvar *_Atomic pvar;
    _Atomic uint64_t session;
    _Atomic int count;
    struct mpit_object *_Atomic object; /* the process where the variable binds to nothing */
    mpit_cell cell;                     /* of element 0 */
    mpit_cell whole;                    /* of a share's whole */
    mpit_cell *_Atomic more;            /* [room], of the elements from 1 on */
    int room;
    uint32_t position; /* in the session's handles */
    struct mpit_mark mark;
    struct mpit_view view; /* of a variable of the vendor's */
};

/* The cell of element i < count.  In bounds for every count that the slot has ever had. */
static inline mpit_cell *mpit__pvar_cell(struct mpit_handle *handle, int i)
{
    return i == 0 ? &handle->cell
                  : atomic_load_explicit(&handle->more, memory_order_acquire) + (i - 1);
}

void mpit__pvar_add_own(void);

MPIT_INTERNAL extern struct mpit_slots mpit__pvar_sessions, mpit__pvar_handles;

/* Session and handle behind what a tool passed, NULL if they are not valid. */
static inline struct mpit_session *mpit__pvar_session(MPI_T_pvar_session session)
{
    return mpit__slot_find(&mpit__pvar_sessions, (uintptr_t)session);
}

static inline struct mpit_handle *mpit__pvar_handle(MPI_T_pvar_handle handle)
{
    return mpit__slot_find(&mpit__pvar_handles, (uintptr_t)handle);
}

/* These take the interface's lock, and look session and handle up under it: of two threads that
 * free the same one, the second is told.  MPI_SUCCESS or the MPI_T code. */
int mpit__pvar_session_create(MPI_T_pvar_session *session);
bool mpit__pvar_session_free(MPI_T_pvar_session session);
int mpit__pvar_handle_alloc(MPI_T_pvar_session session, const struct mpit_pvar *pvar,
                            void *obj_handle, MPI_T_pvar_handle *handle, int *count);
int mpit__pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle handle);

/* These are lock-free and signal safe. */
int mpit__pvar_start(struct mpit_handle *handle);
int mpit__pvar_stop(struct mpit_handle *handle);
int mpit__pvar_read(struct mpit_handle *handle, void *buf);
int mpit__pvar_write(struct mpit_handle *handle, const void *buf);
int mpit__pvar_reset(struct mpit_handle *handle);
int mpit__pvar_readreset(struct mpit_handle *handle, void *buf);

/* Calls visit for every handle of a session; lock-free and signal safe. */
void mpit__pvar_each_handle(const struct mpit_session *session,
                            int (*visit)(struct mpit_handle *handle));

/* Frees every session; under no lock, at the last MPI_T_finalize. */
void mpit__pvar_free_all(void);

/* Handles of both kinds against mpit_handle_limit. */
uint32_t mpit__pvar_handles_live(void);

#endif
