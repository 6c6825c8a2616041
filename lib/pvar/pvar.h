/* Our performance variables: the table, and what the value of each is made of. */
#ifndef MPIT_PVAR_PVAR_H
#define MPIT_PVAR_PVAR_H

#include <stdbool.h>
#include <stdint.h>

#include "handle/pvar.h"
#include "mpi/facts.h"
#include "queue/queue.h"

/* What goes on for a while and is booked at its end: see profile/in_flight.h. */
enum mpit_late {
    MPIT_LATE_NOTHING,
    MPIT_LATE_TIME,    /* a time, or the share of one */
    MPIT_LATE_REQUESTS /* what counts when requests are complete */
};

/* What a value is not known without. */
enum mpit_needs {
    MPIT_NEEDS_NOTHING,
    MPIT_NEEDS_REQUESTS, /* all that there are, from handle_alloc on */
    MPIT_NEEDS_POSTED,   /* the same, and of each its rank */
    MPIT_NEEDS_QUEUE,    /* the unexpected queue, as `queue` says */
    MPIT_NEEDS_ARRIVALS, /* of others at collectives */
};

struct mpit_own_pvar {
    struct mpit_pvar pvar; /* its ops are those of a reduction */
    const char *category;
    uint32_t watch;
    enum mpit_queue_need queue; /* of the unexpected queue */
    enum mpit_needs needs;
    bool always; /* continuous, although an alias */
    enum mpit_late late;
    enum mpit_fact unless; /* not ours where the MPI below is so; MPIT_FACT_none: none is */
    /* What the reduction goes by: see reductions.def. */
    int first, n, whole;
    bool low;
};

/* What the cells of a handle keep. */
enum mpit_keeps {
    MPIT_KEEPS_OFFSET,  /* to what runs on while it is started; the value while it is stopped */
    MPIT_KEEPS_FROZEN,  /* the value while it is stopped */
    MPIT_KEEPS_MARK,    /* a watermark */
    MPIT_KEEPS_NOTHING, /* what is there now is shown, started or not */
};

/* How the value of a variable is made of what has been counted: a row of reductions.def. */
struct mpit_reduction {
    struct mpit_pvar_ops ops;
    const char *name;
    enum mpit_keeps keeps;
    int (*elements)(const struct mpit_object *object); /* 0: not known before MPI_Init */
    /* What element i stands at now, modulo 2^63. */
    uint64_t (*now)(const struct mpit_own_pvar *pvar, const struct mpit_object *object, int i);
    /* Brings that up to date before a start (`starts`) or a read. */
    void (*poll)(const struct mpit_found *found, bool starts);
};

enum mpit_reduction_number {
#define REDUCTION(name, keeps, elements, now, poll, operations) MPIT_REDUCTION_##name,
#include "pvar/reductions.def"
#undef REDUCTION
    MPIT_REDUCTIONS
};

MPIT_INTERNAL extern const struct mpit_reduction mpit__reductions[MPIT_REDUCTIONS];

static inline const struct mpit_own_pvar *mpit__own_pvar(const struct mpit_pvar *pvar)
{
    return (const struct mpit_own_pvar *)pvar;
}

static inline const struct mpit_reduction *mpit__reduction_of(const struct mpit_pvar *pvar)
{
    return (const struct mpit_reduction *)pvar->ops;
}

/* The same of any variable: nothing of those of the vendor. */
enum mpit_late mpit__pvar_late(const struct mpit_pvar *pvar);

void mpit__pvar_add_own(void);

/* The hooks record for one more, one fewer started handle on this variable of an object. */
void mpit__pvar_watch(struct mpit_object *object, const struct mpit_own_pvar *pvar);
void mpit__pvar_unwatch(struct mpit_object *object, const struct mpit_own_pvar *pvar);

#endif
