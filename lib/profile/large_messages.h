/* Blocking calls with a large message (MPIT_WATCH_WAITS): since when this process has been in one,
 * written where the processes of its node see it (struct mpit_live_large), and since when the other
 * side of a message has.
 *
 * How long a large message takes changes by more than a short wait.  When the other side has come
 * is known there, and all processes of a node have one clock. */
#ifndef MPIT_PROFILE_LARGE_MESSAGES_H
#define MPIT_PROFILE_LARGE_MESSAGES_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/internal.h"
#include "live/layout.h"
#include "profile/cache.h"

/* What a call has to do with a message: it sends it, or receives it. */
struct mpit_large_message {
    MPI_Comm comm;
    int peer, tag;
    uint64_t bytes; /* of a receive that begins: for which there is room */
    bool receives;
};

/* What of a call stays in memory while the MPI library has it: where it says that it goes on, 0:
 * nowhere; the tag of what it sends. */
struct mpit_large_messages {
    uint64_t sent, received;
    int tag;
};

/* Says that a call begins, where somebody can read that, and where it has said so. */
void mpit__large_message_enter(struct mpit_cache *cache, unsigned shard,
                               struct mpit_large_message large, uint64_t entry, uint64_t *index);

/* Bytes of one element, as far as that is known without asking the MPI library: the arguments of a
 * call that begins are the program's, and may be wrong.  Of datatypes that large messages have had
 * the sizes are kept: what else the thread does sends those out of its cache. */
uint64_t mpit__large_message_kept_size(MPI_Datatype datatype);
void mpit__large_message_keep_size(MPI_Datatype datatype, uint64_t size);
MPIT_HOT uint64_t mpit__large_message_type_size(const struct mpit_cache *cache,
                                                MPI_Datatype datatype)
{
    const struct mpit_type_line *line =
        &cache->types[mpit__cache_index(MPIT_KEY(datatype), MPIT_CACHE_BITS)];

    return MPIT_LIKELY(mpit__cache_has_type(line, datatype))
               ? line->size
               : mpit__large_message_kept_size(datatype);
}

/* The same of so many elements, where that is a large message. */
MPIT_HOT void mpit__large_message_begin(struct mpit_cache *cache, unsigned shard, MPI_Count count,
                                        MPI_Datatype datatype, struct mpit_large_message large,
                                        uint64_t entry, uint64_t *index)
{
    *index = 0;
    large.bytes = (uint64_t)count * mpit__large_message_type_size(cache, datatype);
    if (!MPIT_LIKELY(large.bytes < MPIT_LIVE_LARGE))
        mpit__large_message_enter(cache, shard, large, entry, index);
}

/* It is over; `large` is what came of it, or NULL where it failed. */
void mpit__large_message_leave(uint64_t index, const struct mpit_large_message *large,
                               uint64_t left);

/* When the other side of a message went into its call, which this process was in between these
 * ticks; false: that is not known. */
bool mpit__large_message_met(struct mpit_cache *cache, const struct mpit_large_message *large,
                             uint64_t began, uint64_t ended, uint64_t *entry);

#endif
