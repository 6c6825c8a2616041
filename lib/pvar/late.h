/* Handles that were started while what is booked went on (ledger/late.h). */
#ifndef MPIT_PVAR_LATE_H
#define MPIT_PVAR_LATE_H

#include "ledger/late.h"
#include "pvar/pvar.h"

/* A handle is about to be started; to be set to a value.  A count goes on then: what is under way
 * is still to come.  So does a time that is read and reset, of which nothing may be lost. */
void mpit__late_starts(const struct mpit_found *found);
void mpit__late_sets(const struct mpit_found *found);

/* The word of a cell once it belongs to what is booked. */
static inline void mpit__late_settle(const struct mpit_found *found, mpit_cell *cell,
                                     uint64_t *word)
{
    while (mpit__own_pvar(found->pvar)->late && mpit__late_waited())
        *word = atomic_load(cell);
}

/* Of mpit__late_listener. */
void mpit__late_clip_time(const struct mpit_late_time *late);
void mpit__late_clip_request(const struct mpit_late_request *late);

#endif
