/* What files, and communicators that have ended, have been used for: a row for each name, for the
 * report.  In memory that others can read, where there is any (live/layout.h). */
#ifndef MPIT_PROFILE_USES_H
#define MPIT_PROFILE_USES_H

#include <stdbool.h>
#include <stdint.h>

#include "live/layout.h"

/* Whether they are kept: from the beginning of a report on. */
bool mpit__uses_are_kept(void);
void mpit__uses_keep(bool kept);

/* The row of a name, and of communicators a size; made when missing.  Where there is no room for it
 * that of all others of its kind, NULL where there is not even that. */
struct mpit_live_use *mpit__use_need(enum mpit_live_use_kind kind, const char *name, int size);

/* Rows 0, 1 and so on; NULL past the last. */
const struct mpit_live_use *mpit__use_row(unsigned i);

/* Adds to a row, from any thread; to none (NULL) nothing. */
static inline void mpit__use_add(_Atomic uint64_t *total, uint64_t by)
{
    atomic_fetch_add_explicit(total, by, memory_order_relaxed);
}
static inline void mpit__use_made(struct mpit_live_use *use)
{
    if (use)
        mpit__use_add(&use->made, 1);
}
static inline void mpit__use_took(struct mpit_live_use *use, uint64_t ticks)
{
    if (use)
        mpit__use_add(&use->ticks, ticks);
}
static inline void mpit__use_moved(struct mpit_live_use *use, int what, uint64_t count,
                                   uint64_t bytes)
{
    if (use) {
        mpit__use_add(&use->amount[what].count, count);
        mpit__use_add(&use->amount[what].bytes, bytes);
    }
}

#endif
