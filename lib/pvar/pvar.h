/* Performance variables (14.3.7): the table, and the engine that gives handles their values. */
#ifndef MPIT_PVAR_PVAR_H
#define MPIT_PVAR_PVAR_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "enum/enum.h"
#include "ledger/object.h"
#include "ledger/cell.h"
#include "pvar/flush.h"
#include "queue/queue.h"
#include "registry/slots.h"
#include "registry/types.h"
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
    MPIT_SOURCE_PARTNERS,    /* partner slot `first` of a communicator */
    MPIT_SOURCE_POSTED,      /* receives posted for each rank of a communicator … */
    MPIT_SOURCE_UNEXPECTED,  /* … and messages from it that wait */
    MPIT_SOURCE_FLUSH,       /* a name, and the file that is written under it: flush.h */
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
    bool alias; /* of a vendor's: stands for it where that can be had, and in for it else */
    const struct mpit_pvar *_Atomic theirs; /* of an alias: the vendor's, once that is known */
    bool always; /* continuous, although an alias */
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
    _Atomic uint32_t pins;              /* operations under way: what it holds stays until they end */
    struct mpit_object *_Atomic object; /* the process where the variable binds to nothing */
    mpit_cell cell;                     /* of element 0 */
    mpit_cell whole;                    /* of a share's whole */
    mpit_cell *_Atomic more;            /* [room], of the elements from 1 on */
    int room;
    uint32_t position; /* in the session's handles */
    struct mpit_handle *next_ended; /* freed while pinned */
    struct mpit_mark mark;
    struct mpit_view view; /* of a variable of the vendor's */
    struct mpit_flush *flush; /* of MPIT_SOURCE_FLUSH; stays with the slot */
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

void mpit__pvar_add_own(void);

/* The index of the variable with this name and class among those that are listed, -1 if none. */
int mpit__pvar_index(const char *name, int class);

/* The session behind what a tool passed, NULL if it is not valid; whether a handle is one of that
 * session.  Lock-free and signal safe. */
struct mpit_session *mpit__pvar_session(MPI_T_pvar_session session);
bool mpit__pvar_find(MPI_T_pvar_session session, MPI_T_pvar_handle handle,
                     struct mpit_found *found);

/* Keeps what was found as it is until it is unpinned, even if another thread frees it meanwhile;
 * false if one has done so before.  Lock-free and signal safe. */
bool mpit__pvar_pin(const struct mpit_found *found);
void mpit__pvar_unpin(const struct mpit_found *found);

/* These take the interface's lock, and look session and handle up under it: of two threads that
 * free the same one, the second is told.  MPI_SUCCESS or the MPI_T code. */
int mpit__pvar_session_create(MPI_T_pvar_session *session);
bool mpit__pvar_session_free(MPI_T_pvar_session session);
int mpit__pvar_handle_alloc(MPI_T_pvar_session session, const struct mpit_pvar *pvar,
                            void *obj_handle, MPI_T_pvar_handle *handle, int *count);
int mpit__pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle handle);

/* These are lock-free and signal safe, but for a variable that writes a file.
 * MPI_T_ERR_INVALID_HANDLE, and nothing is changed, if the handle has been freed since it was
 * found. */
int mpit__pvar_start(const struct mpit_found *found);
int mpit__pvar_stop(const struct mpit_found *found);
int mpit__pvar_read(const struct mpit_found *found, void *buf);
int mpit__pvar_write(const struct mpit_found *found, const void *buf);
int mpit__pvar_reset(const struct mpit_found *found);
int mpit__pvar_readreset(const struct mpit_found *found, void *buf);

/* The hooks record for one more, one fewer handle on this variable of an object. */
void mpit__pvar_watch(struct mpit_object *object, const struct mpit_pvar *pvar);
void mpit__pvar_unwatch(struct mpit_object *object, const struct mpit_pvar *pvar);

/* Stops a handle of ours that nobody finds any more. */
void mpit__pvar_end(const struct mpit_found *found);

/* Calls visit for every handle of a session, false if it is none; lock-free and signal safe. */
bool mpit__pvar_each_handle(MPI_T_pvar_session session,
                            int (*visit)(const struct mpit_found *found));

/* Frees every session; under no lock, at the last MPI_T_finalize. */
void mpit__pvar_free_all(void);

/* Handles of both kinds against mpit_handle_limit. */
uint32_t mpit__pvar_handles_live(void);

#endif
