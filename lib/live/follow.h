/* What stands in the rings of a segment (struct mpit_live_ring), read again and again while its
 * process goes on, and given to a join.  The file is read, not mapped: one that is cut short
 * meanwhile is no signal.  Nothing here allocates. */
#ifndef MPIT_LIVE_FOLLOW_H
#define MPIT_LIVE_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live/join.h"
#include "live/layout.h"

enum { MPIT_FOLLOWED_RINGS = 64, MPIT_FOLLOW_TURN = 256 /* a good number to read at once */ };

struct mpit_followed_ring {
    uint64_t at;       /* of its item, in the file */
    bool is_ring;      /* false: it may become one */
    uint64_t next;     /* index - 1 of the arrival that is read next */
    uint64_t not_left; /* of those before it, the last in the lowest bit: their exit is not known */
    uint64_t until;    /* those before it stand for 2^level each */
    uint8_t level;
    bool was_long;  /* the last stretch */
    uint64_t usual; /* ticks that a stretch takes */
};

/* Where ranks call collectives as fast as they can, reading all of them takes a good part of a
 * processor.  Who is sparing reads a stretch of a ring, so many arrivals on one communicator, whole
 * or not at all: all that take far longer than usual, as long waits are there, with the one behind
 * each; of the others so many a second, in all processes the same ones, each for 2^level that are
 * passed over.  The last stretch is left to be read later. */
enum { MPIT_FOLLOW_STRETCH = 128 };

/* All 0 at the beginning. */
struct mpit_follow {
    uint64_t scanned; /* bytes of the file whose items are known; 0: none */
    uint64_t sparing; /* ticks that a stretch takes where all are read yet; 0: all are always */
    /* Arrivals: read for themselves alone; read for others too; for as many; that were not read. */
    uint64_t taken, some, stood_for, passed;
    int nring;
    struct mpit_followed_ring ring[MPIT_FOLLOWED_RINGS];
};

/* Reads what is new in a file since the last time, no more than so many of each ring and those that
 * are passed over, so that those of several processes are read side by side.  What has been overrun
 * is missed.  The most that was new in a ring: less than so many when all is read. */
uint64_t mpit__follow(struct mpit_follow *follow, int file, struct mpit_join *join, int process,
                      uint64_t most);

/* Collectives to which its process has come by now. */
uint64_t mpit__follow_all(const struct mpit_follow *follow, int file);

#endif
