/* From where in the program calls are made: with mpit_watch=sites, by the address that a call
 * returns to.
 *
 * Each thread has a table of them, MPIT_SITES and one row for the rest, 48 bytes each; others can
 * read it (live/layout.h).  A row is found by one look: where the key is.  What makes it look
 * further (another key stands there, the address is new, or in a layer of the MPI library between
 * Fortran and C) is out of the common way. */
#ifndef MPIT_LEDGER_SITES_H
#define MPIT_LEDGER_SITES_H

#include <stdbool.h>
#include <stdint.h>

#include "ground/hash.h"
#include "ground/internal.h"
#include "ledger/totals.h"
#include "ledger/watch.h"
#include "live/layout.h"

enum { MPIT_SITES_BITS = 10, MPIT_SITES = 1 << MPIT_SITES_BITS };

struct mpit_sites {
    struct mpit_live_site site[MPIT_SITES + 1];
    struct mpit_live_site_of of[MPIT_SITES + 1];
};

/* The bits go on and off one after the other, and only together do they make sense. */
static inline bool mpit__sites_in(uint32_t watch)
{
    const uint32_t needed = MPIT_WATCH_SITES | MPIT_WATCH_TIME;

    return (watch & needed) == needed;
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

/* What is booked: a call, with so many bytes and ticks. */
struct mpit_made {
    uint64_t bytes, ticks;
};
MPIT_HOT void mpit__site_add(struct mpit_live_site *site, struct mpit_made made, bool shared)
{
    mpit__total_add(&site->count, 1, shared);
    mpit__total_add(&site->bytes, made.bytes, shared);
    mpit__total_add(&site->ticks, made.ticks, shared);
}

/* The same for a call whose row is not where its key is.  base: an address on the stack, below all
 * that the caller has there. */
struct mpit_thread;
void mpit__sites_add(struct mpit_thread *thread, int call, const void *caller, const void *base,
                     struct mpit_made made);

/* For who reads all of it: the table of a thread, NULL where it has none, and a module by its
 * number, NULL for 0 and for none. */
const struct mpit_sites *mpit__sites_table(unsigned shard);
const struct mpit_live_module *mpit__sites_module(uint32_t number);

#endif
