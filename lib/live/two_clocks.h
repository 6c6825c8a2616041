/* The clocks of two nodes, brought together by what happened on one before something on the other:
 * a message is sent before it is received, and nobody leaves a barrier before all have come to it.
 *
 * Each such pair of moments bounds the line that tells the time of one clock by the other's: it
 * runs below the upper ones and above the lower ones. Its slope is that of the side where bounds
 * are tighter on the average, along the edge of their convex hull at their mean (as Moon, Skelly
 * and Towsley estimate the skew of a clock by delays of one direction). Between what the bounds
 * leave it runs in the middle. Of all lines that the bounds allow, and whose slope a clock can
 * have, the one that is farthest from it says what its error is. */
#ifndef MPIT_LIVE_TWO_CLOCKS_H
#define MPIT_LIVE_TWO_CLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Ticks of either clock.  upper: this moment of ours is after that one of theirs; else before. */
struct mpit_clock_bound {
    uint64_t theirs, ours;
    bool upper;
};

/* Our ticks by theirs: `ours` + slope * (t - `theirs`).  error: by how much that may be wrong, from
 * the first moment that was given, or the first bound, to the last bound. */
struct mpit_clock_line {
    uint64_t theirs, ours;
    double slope, error;
};

/* Sorts the bounds.  slope: what lengths of ticks say, up to some parts in 1e5; where bounds are
 * too few or too near to each other to say more, that is taken.  first: of theirs, the line is
 * asked for none before.  False: one side has no bounds. */
bool mpit__clocks_meet(struct mpit_clock_bound *bound, size_t n, double slope, uint64_t first,
                       struct mpit_clock_line *line);

uint64_t mpit__clock_ours(const struct mpit_clock_line *line, uint64_t theirs);
uint64_t mpit__clock_theirs(const struct mpit_clock_line *line, uint64_t ours);

#endif
