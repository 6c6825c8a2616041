/* pvars.def and aliases.def as rows of struct mpit_own_pvar. */
#include "config.h"

#include "category/category.h"
#include "profile/totals.h"
#include "profile/watch.h"
#include "pvar/pvar.h"
#include "registry/registry.h"

/* The words of the rows. */
#define BY(reduction)           .pvar.ops = &mpit__reductions[MPIT_REDUCTION_##reduction].ops
#define SUM(slot)               SUM_OF(slot, 1)
#define SUM_OF(slot, n_)        BY(SUM), .first = MPIT_##slot, .n = n_
#define SUM_OF_TWO(slot, other) BY(TWO), .first = MPIT_##slot, .n = MPIT_##other
#define SIZES(array)            BY(SIZES), .first = MPIT_##array
#define PEERS(slot)             BY(PEERS), .first = MPIT_##slot
#define JOINED(slot)            BY(JOINED), .first = MPIT_##slot, .n = 1
#define WAITED                  BY(WAITED)
#define TRAFFIC(slot)           BY(TRAFFIC), .first = MPIT_##slot
#define PARTNERS(slot)          BY(PARTNERS), .first = MPIT_##slot
#define POSTED                  BY(POSTED), .always = true
#define UNEXPECTED              BY(UNEXPECTED), .queue = MPIT_QUEUE_MESSAGES, .always = true
#define FLUSH                   BY(FLUSH)
#define LEVEL(level)            BY(LEVEL), .first = MPIT_LEVEL_##level
#define MARK(level)             BY(MARK), .first = MPIT_LEVEL_##level
#define LOW_MARK(level)         MARK(level), .low = true
#define COMM_SIZE               BY(SIZE)
#define SHARE_OF_TIME(slot, n_) BY(SHARE), .first = MPIT_##slot, .n = n_, .whole = -1
#define STATE                   BY(STATE)
#define MESSAGE_BYTES           BY(MESSAGE_BYTES)
#define NEEDED_FOR_UMQ          MPIT_QUEUE_LENGTH
#define NEEDED_FOR_UMQ_MORE     MPIT_QUEUE_LENGTH
#define NEEDED_FOR_UMQ_BYTES    MPIT_QUEUE_MESSAGES
#define NEEDED_FOR_C_UNEXPECTED MPIT_QUEUE_LENGTH
#define NEEDED_FOR_P_SEARCHES   MPIT_QUEUE_LENGTH
#define NEEDED_FOR_C_UMQ_TICKS  MPIT_QUEUE_MESSAGES
#define QUEUE_LEVEL(level)      LEVEL(level), .queue = NEEDED_FOR_##level
#define QUEUE_MARK(level)       MARK(level), .queue = NEEDED_FOR_##level
#define QUEUE_LOW_MARK(level)   LOW_MARK(level), .queue = NEEDED_FOR_##level
#define QUEUE_SUM(slot)         SUM(slot), .queue = NEEDED_FOR_##slot
#define QUEUE_SHARE(slot, whole_)                                                                  \
    BY(SHARE), .first = MPIT_##slot, .n = 1, .whole = MPIT_##whole_, .queue = NEEDED_FOR_##slot

static struct mpit_own_pvar own[] = {
#define PVAR(name_, class, type_, enumeration, bind_, verbosity_, category_, watch_, reduction,    \
             desc_)                                                                                \
    {.pvar.name = #name_,                                                                          \
     .pvar.desc = desc_,                                                                           \
     .category = #category_,                                                                       \
     .pvar.class_ = MPI_T_PVAR_CLASS_##class,                                                      \
     .pvar.verbosity = MPI_T_VERBOSITY_##verbosity_,                                               \
     .pvar.bind = MPI_T_BIND_##bind_,                                                              \
     .pvar.type = MPIT_##type_,                                                                    \
     .pvar.enumtype = enumeration,                                                                 \
     .watch = watch_,                                                                              \
     reduction},
#include "pvar/pvars.def"
#undef PVAR
#define ANY_ALIAS(name_, class, type_, bind_, watch_, desc_)                                       \
    .pvar.name = #name_, .pvar.desc = desc_, .category = "mpit_alias", .pvar.alias = true,         \
    .pvar.class_ = MPI_T_PVAR_CLASS_##class, .pvar.verbosity = MPI_T_VERBOSITY_USER_DETAIL,        \
    .pvar.bind = MPI_T_BIND_##bind_, .pvar.type = MPIT_##type_, .watch = watch_
#define ALIAS(name, class, type, bind, watch, reduction, desc)                                     \
    {ANY_ALIAS(name, class, type, bind, watch, desc), reduction},
#define ALIAS_UNLESS(fact, name, class, type, bind, watch, reduction, desc)                        \
    {ANY_ALIAS(name, class, type, bind, watch, desc), .unless = MPIT_FACT_##fact, reduction},
#include "pvar/aliases.def"
#undef ALIAS_UNLESS
#undef ALIAS
#undef ANY_ALIAS
};

static bool is_by(const struct mpit_own_pvar *row, enum mpit_reduction_number reduction)
{
    return row->pvar.ops == &mpit__reductions[reduction].ops;
}

/* Whether a handle has no more to it than its cell, and the cell no more than a slot. */
static bool is_one_slot(const struct mpit_own_pvar *row)
{
    return is_by(row, MPIT_REDUCTION_SUM) && row->n == 1 && row->queue == MPIT_QUEUE_NOTHING &&
           row->pvar.type == MPIT_UNSIGNED_LONG_LONG && !(row->watch & MPIT_WATCH_BY_OBJECT) &&
           !row->pvar.continuous && !row->pvar.readonly;
}

/* Levels and marks are true at any time. */
static enum mpit_late late_of(const struct mpit_own_pvar *row)
{
    if (row->pvar.class_ == MPI_T_PVAR_CLASS_TIMER ||
        (is_by(row, MPIT_REDUCTION_SHARE) && (row->watch & MPIT_WATCH_TIME)))
        return MPIT_LATE_TIME;
    return (row->watch & MPIT_WATCH_COMPLETE) &&
                   mpit__reduction_of(&row->pvar)->keeps == MPIT_KEEPS_OFFSET
               ? MPIT_LATE_REQUESTS
               : MPIT_LATE_NOTHING;
}

static enum mpit_needs needs_of(const struct mpit_own_pvar *row)
{
    bool is_level = is_by(row, MPIT_REDUCTION_LEVEL) || is_by(row, MPIT_REDUCTION_MARK);

    if (is_by(row, MPIT_REDUCTION_JOINED))
        return MPIT_NEEDS_ARRIVALS;
    if (row->queue != MPIT_QUEUE_NOTHING)
        return MPIT_NEEDS_QUEUE;
    if (is_by(row, MPIT_REDUCTION_POSTED))
        return MPIT_NEEDS_POSTED;
    return is_level && (row->watch & MPIT_WATCH_REQUESTS) ? MPIT_NEEDS_REQUESTS
                                                          : MPIT_NEEDS_NOTHING;
}

/* What the standard's classes mean for us: see variables in HACKING. */
static void complete(struct mpit_own_pvar *row)
{
    struct mpit_pvar *pvar = &row->pvar;
    int class = pvar->class_;
    bool current = class == MPI_T_PVAR_CLASS_STATE || class == MPI_T_PVAR_CLASS_SIZE;

    pvar->continuous = (current && !pvar->alias) || row->always;
    pvar->readonly =
        current || class == MPI_T_PVAR_CLASS_LEVEL || class == MPI_T_PVAR_CLASS_PERCENTAGE;
    pvar->atomic = !pvar->readonly && !is_by(row, MPIT_REDUCTION_FLUSH);
    row->late = late_of(row);
    row->needs = needs_of(row);
    if (is_one_slot(row))
        pvar->ops = &mpit__reductions[MPIT_REDUCTION_SLOT].ops;
}

enum mpit_late mpit__pvar_late(const struct mpit_pvar *pvar)
{
    for (int i = 0; i < MPIT_REDUCTIONS; i++)
        if (pvar->ops == &mpit__reductions[i].ops)
            return mpit__own_pvar(pvar)->late;
    return MPIT_LATE_NOTHING;
}

void mpit__pvar_add_own(void)
{
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (mpit__fact(own[i].unless))
            continue;
        complete(&own[i]);
        mpit__category_add_pvar(own[i].category,
                                mpit__registry_add(&mpit__pvars, own[i].pvar.name, &own[i].pvar));
    }
}
