/* A variable of the vendor's as we list it, and its values.
 *
 * A binding is the variable with the object that it is bound to: the vendor's one handle for all of
 * our handles on the two.  Performance variables are started with their first user and stay so: a
 * vendor's stop, free or reset shows in its other handles.  Each handle of ours has a view of the
 * binding: its own offset, frozen value or watermark, so that what one session does never shows in
 * another.  Where the vendor's handle itself has a state that matters (watermarks, and generic
 * variables, for which the standard lays nothing down) the binding has one user alone. */
#ifndef MPIT_VENDOR_VARIABLE_H
#define MPIT_VENDOR_VARIABLE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpi/handle.h"
#include "profile/object.h"
#include "vendor/presented.h"

struct mpit_enum;
struct mpit_quirk;

/* What the numbers of a performance variable mean for a handle of ours. */
enum mpit_flow {
    MPIT_FLOW_TOTAL, /* counters, aggregates, timers: ours take differences */
    MPIT_FLOW_NOW,   /* levels, sizes, states, percentages: as it is while started, else frozen */
    MPIT_FLOW_HIGH,  /* watermarks: the vendor's mark, and what we have seen ourselves */
    MPIT_FLOW_LOW,
    MPIT_FLOW_PASS /* generic: every operation is the vendor's */
};

struct mpit_vendor_variable {
    int index; /* the vendor's */
    bool is_pvar;
    const char *name, *desc; /* the vendor's */
    const struct mpit_presented *theirs, *ours;
    struct mpit_enum *enumtype; /* the names that settings can use; see take.c for who shows them */
    const struct mpit_quirk *quirk; /* NULL: none known */
    uint64_t looked_at;             /* and what quirk.c found then */
    bool is_gone;
    int bind;
    bool can_change; /* a control variable that its scope allows to be written */
    bool continuous, readonly;
    enum mpit_flow flow;
    struct mpit_binding *bindings;
    struct mpit_vendor_variable *next; /* of all */
};

struct mpit_binding {
    struct mpit_binding *next;       /* of the variable's, or of the free ones */
    struct mpit_binding *next_bound; /* of those with an object */
    struct mpit_vendor_variable *variable;
    struct mpit_object *object;   /* NULL where the variable binds to nothing */
    struct mpit_vendor_place mpi; /* the object's handle: the vendor may keep its address */
    MPI_T_cvar_handle cvar;
    MPI_T_pvar_handle pvar;
    bool live;    /* the vendor has a handle for it; else `last` stands for good */
    bool started; /* and it was started in the vendor */
    int users;
    int told;         /* the vendor's count of elements */
    int count;        /* ours: of a text at least its length + 1 */
    size_t room;      /* bytes at `last` */
    char *raw, *last; /* [count] elements as the vendor gave them, and as we show them */
    char *before;     /* the same, of a total: what handles before this one have counted; or NULL */
};

/* A handle's own state. */
struct mpit_view {
    struct mpit_binding *binding;
    bool started;
    int count; /* as it was told to the user */
    char *own; /* [count] elements: offset, frozen value or mark */
};

/* A view of the variable with an object (NULL: none) for a new handle.
 * MPI_SUCCESS; MPI_T_ERR_INVALID_INDEX if the variable has gone or cannot be used without the
 * vendor crashing; MPI_T_ERR_INVALID if the object cannot be; MPI_T_ERR_MEMORY. */
int mpit__view_open(struct mpit_view *view, struct mpit_vendor_variable *variable,
                    struct mpit_object *object);
/* Nobody else may be using it. */
void mpit__view_close(struct mpit_view *view);

/* MPI_T_cvar_read and _write.  MPI_T_ERR_INVALID_HANDLE if the variable has gone. */
int mpit__view_get(struct mpit_view *view, void *buf);
int mpit__view_set(struct mpit_view *view, const void *buf);

/* Whether the items are flags, by their name: any union of them is a value. */
bool mpit__vendor_items_are_flags(const struct mpit_enum *enumeration);

/* Whether a value is one of the enumeration's: an item, or a union of them where they are flags. */
bool mpit__vendor_item_is_allowed(const struct mpit_enum *enumeration, int value);

/* The operations of MPI_T_pvar_… on one handle. */
int mpit__view_start(struct mpit_view *view);
int mpit__view_stop(struct mpit_view *view);
int mpit__view_read(struct mpit_view *view, void *buf);
int mpit__view_write(struct mpit_view *view, const void *buf);
int mpit__view_reset(struct mpit_view *view);
int mpit__view_readreset(struct mpit_view *view, void *buf);

/* Whether a control variable that binds to nothing has a value now. */
bool mpit__vendor_variable_can_be_read(struct mpit_vendor_variable *variable);

/* A communicator or window is about to be freed: what is bound to it keeps its last value, and
 * nothing is bound to it any more.  Where it has not been freed, what was bound is so again. */
void mpit__vendor_hears_of_object(struct mpit_object *object, enum mpit_object_news news);

/* Takes the last value of what binds to nothing and of what is bound, for reads after
 * MPI_Finalize; under the vendor's lock. */
void mpit__vendor_variable_ends(struct mpit_vendor_variable *variable);

#endif
