/* Messages between two ranks, for what the blocks of a job put together, and what time it is on the
 * other side: who asks bounds its clock by when it has asked, and when it had the answer. */
#ifndef MPIT_REPORT_PINGS_H
#define MPIT_REPORT_PINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "live/two_clocks.h"
#include "report/gather.h"

/* Blocks are put together two by two, on so many floors at most. */
enum { MPIT_FLOORS = 32 };

/* False: it has failed, or was waited for too long; what was given may still be read and written
 * then. */
struct mpit_way {
    const struct mpit_gather *gather;
    int tag;
};
bool mpit__way_send(const struct mpit_way *way, int to, const void *data, size_t bytes);
bool mpit__way_receive(const struct mpit_way *way, int from, void *data, size_t bytes);

/* Asks so often: [2 * n] bounds of its clock by ours. */
bool mpit__ping(const struct mpit_way *way, int whom, int n, struct mpit_clock_bound *bound);
bool mpit__ping_no_more(const struct mpit_way *way, int whom);

/* Until nobody asks any more. */
bool mpit__pings_answer(const struct mpit_way *way, int whom);

/* The same: moments of two processes are of one clock. */
uint64_t mpit__pings_clock(void);

/* MPI_Init has returned, and all processes have come there and have the same word: asks the clocks
 * of the blocks on other nodes, in the pairs that put their collectives together in MPI_Finalize.
 * So the line from one clock to another is held at both ends of the run.  0: not here, where no
 * waits are watched, or one node has all of the job: then not a message is sent. */
uint64_t mpit__pings_word(void);
void mpit__pings_at_begin(double until);

/* The bounds of that floor from then, [MPIT_PINGS_AT_BEGIN * 2]: how many there are. */
enum { MPIT_PINGS_AT_BEGIN = 10 };
size_t mpit__pings_from_begin(int floor, struct mpit_clock_bound *bound);

#endif
