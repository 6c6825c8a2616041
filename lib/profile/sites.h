/* From where in the program calls are made: with mpit_watch=sites, by the address that a call
 * returns to.
 *
 * Each thread has a table of them, MPIT_SITES and one row for the rest, 56 bytes each; others can
 * read it (live/layout.h).  A row is found by one look: where the key is.  What makes it look
 * further (another key stands there, the address is new, or in a layer of the MPI library between
 * Fortran and C) is out of the common way. */
#ifndef MPIT_PROFILE_SITES_H
#define MPIT_PROFILE_SITES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/hash.h"
#include "ground/internal.h"
#include "live/layout.h"
#include "profile/thread.h"
#include "profile/totals.h"
#include "profile/watch.h"

enum { MPIT_SITES_BITS = 10, MPIT_SITES = 1 << MPIT_SITES_BITS };

struct mpit_sites {
    struct mpit_live_site site[MPIT_SITES + 1];
    struct mpit_live_site_of of[MPIT_SITES + 1];
};

static inline bool mpit__sites_in(uint32_t watch)
{
    return watch & MPIT_WATCH_SITES;
}

/* Several calls may return to the same place: by a pointer, or by a jump at the end of a function.
 * No address of a program has one of the upper 16 bits. */
static inline uint64_t mpit__site_key(int call, const void *address)
{
    return (uint64_t)call << 48 | ((uint64_t)(uintptr_t)address & UINT64_C(0xffffffffffff));
}
static inline struct mpit_live_site *mpit__site_place(struct mpit_sites *sites, uint64_t key)
{
    return &sites->site[mpit__hash_key(key, MPIT_SITES_BITS)];
}

/* The table of a thread, an empty one where it has none yet. */
struct mpit_sites *mpit__sites_of_thread(unsigned shard);

/* The row of a call, which is made where there is none.  base: an address on the stack, below all
 * that the caller has there.  _new: where it is not where its key is. */
struct mpit_live_site *mpit__sites_find_new(struct mpit_thread *thread, int call,
                                            const void *caller, const void *base);
MPIT_HOT struct mpit_live_site *mpit__sites_find(struct mpit_thread *thread, int call,
                                                 const void *caller, const void *base)
{
    const uint64_t key = mpit__site_key(call, caller);
    struct mpit_live_site *site = mpit__site_place(thread->sites, key);

    if (!MPIT_LIKELY(atomic_load_explicit(&site->key, memory_order_relaxed) == key))
        site = mpit__sites_find_new(thread, call, caller, base);
    thread->site = site;
    return site;
}

/* The same out of line, for calls that take long anyway. */
struct mpit_live_site *mpit__sites_find_apart(struct mpit_thread *thread, int call,
                                              const void *caller, const void *base);

/* To the row of a call: what its thread has waited for others in it.  There is no more of it. */
void mpit__sites_book_waited(struct mpit_thread *thread, const struct mpit_live_site *site);

/* What a request keeps of a row: its number, from 1; and the row of this thread that is of the same
 * place as that of a thread.  Where there is none, that of the call that is being booked. */
static inline uint16_t mpit__sites_row(const struct mpit_sites *sites,
                                       const struct mpit_live_site *site)
{
    const size_t row = (size_t)(site - sites->site);

    return row <= MPIT_SITES ? (uint16_t)(row + 1) : 0;
}
struct mpit_live_site *mpit__sites_of_row(struct mpit_thread *thread, unsigned shard, unsigned row,
                                          int call);

/* For who reads all of it: the table of a thread, NULL where it has none, and a module by its
 * number, NULL for 0 and for none. */
const struct mpit_sites *mpit__sites_table(unsigned shard);
const struct mpit_live_module *mpit__sites_module(uint32_t number);

#endif
