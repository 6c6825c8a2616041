/* The collectives that a block of ranks has come to, each in one row: how many have come, which of
 * them were the last ones, and when the first has left.  Blocks are put together two by two, until
 * a row has all of its communicator; then each rank sees for whom it has waited.
 *
 * What one rank has on record may be more than there is room for.  Then a collective is kept by a
 * hash of its name, which is the same in all ranks: of those that are kept at level l there is one
 * in 2^l, and it stands for as many. */
#ifndef MPIT_LIVE_MEETINGS_H
#define MPIT_LIVE_MEETINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "live/join.h"
#include "live/two_clocks.h"

/* As many of the last ones as can matter: who has left before the last came has waited for one that
 * came before. */
enum { MPIT_MEETING_LAST = 3 };

struct mpit_meeting {
    uint64_t comm, nth;
    uint32_t size, came;
    uint16_t operation;
    uint8_t level;
    uint8_t holds;                     /* nobody leaves it before all have come */
    int32_t last[MPIT_MEETING_LAST];   /* ranks, the last one first; -1: there is none */
    uint64_t entry[MPIT_MEETING_LAST]; /* when they came */
    uint64_t first_exit;               /* UINT64_MAX: nobody has left it yet */
    uint64_t blocks; /* bit i: it has one of the i-th block that was put to this one */
};

/* Sorted by name. */
struct mpit_meetings {
    struct mpit_meeting *row;
    size_t n;
};

/* Whether a collective is kept at that level. */
bool mpit__meeting_is_kept(uint64_t comm, uint64_t nth, unsigned level);

/* The rows of one rank of what it has come to; what there is no memory for is left out.  Sorts what
 * it is given. */
struct mpit_mine {
    struct mpit_arrived arrived;
    uint8_t level;
    bool holds;
};
/* Of an arrival as it stands in a ring or a past.  Whoever calls it knows collectives
 * (mpi/families.h). */
#define MPIT_MINE(one, level_, handed_in)                                                          \
    (struct mpit_mine)                                                                             \
    {                                                                                              \
        .arrived = {(one)->comm, (one)->nth,  (one)->entry,     (one)->since,                      \
                    (one)->exit, (one)->size, (one)->operation, 0},                                \
        .level = (uint8_t)(level_),                                                                \
        .holds = !mpit_live_key_is_inter((one)->comm) &&                                           \
                 mpit__collective_holds((one)->operation, handed_in)                               \
    }
bool mpit__meetings_of_rank(struct mpit_mine *mine, size_t n, int rank,
                            struct mpit_meetings *meetings);
void mpit__meetings_free(struct mpit_meetings *meetings);

/* Bounds of the clocks of two blocks by the collectives that both have come to; [2 * n] for n of
 * them in theirs.  How many there are. */
size_t mpit__meetings_bound(const struct mpit_meetings *ours, const struct mpit_meetings *theirs,
                            struct mpit_clock_bound *bound);

/* When the last one came to the first of them; there is one. */
uint64_t mpit__meetings_first(const struct mpit_meetings *meetings);

/* The moments of all rows by another clock. */
void mpit__meetings_turn(struct mpit_meetings *meetings, const struct mpit_clock_line *line);
void mpit__meetings_turn_back(struct mpit_meetings *meetings, const struct mpit_clock_line *line);

/* Puts another block to ours, as the how-manyth; theirs is gone then.  False without memory: ours
 * is as it was. */
bool mpit__meetings_put(struct mpit_meetings *ours, struct mpit_meetings *theirs, unsigned nth);

/* A copy of the rows that lack somebody, to be handed on to the next larger block; or of those that
 * have one of the nth block. */
bool mpit__meetings_open(const struct mpit_meetings *ours, struct mpit_meetings *open);
bool mpit__meetings_of_block(const struct mpit_meetings *ours, unsigned nth,
                             struct mpit_meetings *its);

/* What the larger block knows of the rows that were handed to it. */
void mpit__meetings_learn(struct mpit_meetings *ours, const struct mpit_meetings *theirs);

/* For whom one has waited in a collective at which all were: the ticks, and whom; 0: for nobody, or
 * less than `least`.  Where a rank may leave before all have come, that is who came last before it
 * left, of which the clocks of other nodes may be wrong by `error`; else who came last. */
uint64_t mpit__meeting_waited(const struct mpit_meeting *meeting, const struct mpit_arrived *mine,
                              int rank, uint64_t least, uint64_t error, int *culprit);

/* NULL: it is not there. */
const struct mpit_meeting *mpit__meetings_find(const struct mpit_meetings *meetings, uint64_t comm,
                                               uint64_t nth);

#endif
