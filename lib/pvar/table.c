/* pvars.def as rows of struct mpit_pvar. */
#include "config.h"

#include <limits.h>

#include "category/category.h"
#include "ledger/totals.h"
#include "ledger/watch.h"
#include "pvar/pvar.h"
#include "registry/registry.h"

#define SUM(slot) SUM_OF(slot, 1)
#define SUM_OF(slot, n_) .source = MPIT_SOURCE_SUM, .first = MPIT_##slot, .n = n_
#define SIZES(array) .source = MPIT_SOURCE_SIZES, .first = MPIT_##array, .n = MPIT_SIZES
#define PEERS(slot) .source = MPIT_SOURCE_PEERS, .first = MPIT_##slot
#define PARTNERS(slot) .source = MPIT_SOURCE_PARTNERS, .first = MPIT_##slot
#define POSTED .source = MPIT_SOURCE_POSTED, .always = true
#define UNEXPECTED .source = MPIT_SOURCE_UNEXPECTED, .queue = MPIT_QUEUE_MESSAGES, .always = true
#define FLUSH .source = MPIT_SOURCE_FLUSH
#define LEVEL(level) .source = MPIT_SOURCE_LEVEL, .first = MPIT_LEVEL_##level
#define MARK(level) .source = MPIT_SOURCE_MARK, .first = MPIT_LEVEL_##level
#define LOW_MARK(level) MARK(level), .low = true
#define COMM_SIZE .source = MPIT_SOURCE_SIZE
#define SHARE_OF_TIME(slot, n_)                                                                    \
    .source = MPIT_SOURCE_SHARE, .first = MPIT_##slot, .n = n_, .whole = -1
#define STATE .source = MPIT_SOURCE_STATE
#define MESSAGE_BYTES .source = MPIT_SOURCE_MESSAGE_BYTES
#define SUM_OF_TWO(slot, other) .source = MPIT_SOURCE_TWO, .first = MPIT_##slot, .n = MPIT_##other
#define NEEDED_FOR_UMQ MPIT_QUEUE_LENGTH
#define NEEDED_FOR_UMQ_BYTES MPIT_QUEUE_MESSAGES
#define NEEDED_FOR_C_UNEXPECTED MPIT_QUEUE_LENGTH
#define NEEDED_FOR_P_SEARCHES MPIT_QUEUE_LENGTH
#define NEEDED_FOR_C_UMQ_TICKS MPIT_QUEUE_MESSAGES
#define QUEUE_LEVEL(level) LEVEL(level), .queue = NEEDED_FOR_##level
#define QUEUE_MARK(level) MARK(level), .queue = NEEDED_FOR_##level
#define QUEUE_LOW_MARK(level) LOW_MARK(level), .queue = NEEDED_FOR_##level
#define QUEUE_SUM(slot) SUM(slot), .queue = NEEDED_FOR_##slot
#define QUEUE_SHARE(slot, whole_)                                                                  \
    .source = MPIT_SOURCE_SHARE, .first = MPIT_##slot, .n = 1, .whole = MPIT_##whole_,         \
    .queue = NEEDED_FOR_##slot

static struct mpit_pvar own[] = {
#define PVAR(name_, class, type_, enumeration, bind_, verbosity_, category_, watch_, source, desc_) \
    {.name = #name_, .desc = desc_, .category = #category_,                                        \
     .class_ = MPI_T_PVAR_CLASS_##class, .verbosity = MPI_T_VERBOSITY_##verbosity_,                \
     .bind = MPI_T_BIND_##bind_, .type = MPIT_##type_, .enumtype = enumeration, .watch = watch_,   \
     source},
#include "pvar/pvars.def"
#undef PVAR
#define ALIAS(name_, class, type_, bind_, watch_, source, desc_)                                   \
    {.name = #name_, .desc = desc_, .category = "mpit_alias", .alias = true,                       \
     .class_ = MPI_T_PVAR_CLASS_##class, .verbosity = MPI_T_VERBOSITY_USER_DETAIL,                 \
     .bind = MPI_T_BIND_##bind_, .type = MPIT_##type_, .watch = watch_, source},
#include "pvar/aliases.def"
#undef ALIAS
};

/* What the standard's classes mean for us: see variables in HACKING. */
static void complete(struct mpit_pvar *pvar)
{
    int class = pvar->class_;

    bool current = class == MPI_T_PVAR_CLASS_STATE || class == MPI_T_PVAR_CLASS_SIZE;

    pvar->continuous = (current && !pvar->alias) || pvar->always;
    pvar->readonly = current || class == MPI_T_PVAR_CLASS_LEVEL ||
                     class == MPI_T_PVAR_CLASS_PERCENTAGE;
    pvar->atomic = !pvar->readonly && pvar->source != MPIT_SOURCE_FLUSH;
    pvar->is_one_slot = pvar->source == MPIT_SOURCE_SUM && pvar->n == 1 &&
                        pvar->queue == MPIT_QUEUE_NOTHING && pvar->type == MPIT_UNSIGNED_LONG_LONG;
}

void mpit__pvar_add_own(void)
{
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        complete(&own[i]);
        mpit__category_add_pvar(own[i].category,
                                mpit__registry_add(&mpit__pvars, own[i].name, &own[i]));
    }
}

int mpit__pvar_index(const char *name, int class)
{
    int index = INT_MAX;

    while ((index = mpit__registry_find(&mpit__pvars, name, index)) >= 0) {
        const struct mpit_pvar *pvar = mpit__registry_at(&mpit__pvars, index);

        if (pvar->class_ == class)
            return index;
    }
    return -1;
}
