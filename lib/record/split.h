/* What the time of each rank went into, and the efficiencies that follow from it.
 *
 * What is recorded of a rank is outside of MPI, in which it works; waiting for another rank that
 * came late (the table of waits, and MPI_Finalize); and the rest of MPI, which is transfer and what
 * nobody can tell from it. */
#ifndef MPIT_RECORD_SPLIT_H
#define MPIT_RECORD_SPLIT_H

#include "record/record.h"

struct mpit_split {
    double *outside, *waiting, *rest; /* seconds, by the place in record->rank; no numbers of a rank
                                       * of which they are not known */
};

/* False where there is no memory. */
bool mpit__split(const struct mpit_record *record, struct mpit_split *split);
void mpit__split_free(struct mpit_split *split);

/* A wait of a rank; messages that lay there were none. */
bool mpit__wait_is_time(const struct mpit_record_wait *wait);

/* Whether waits were watched; and of nearly all of its collectives it is known who came last. */
bool mpit__waits_were_watched(const struct mpit_record *record);
bool mpit__waits_are_known(const struct mpit_record *record);

/* Where a rank stands in record->rank; -1: nowhere. */
int mpit__place_of_rank(const struct mpit_record *record, int rank);

/* Of the job, and of a region in which ranks were about which something is known. */
struct mpit_record_efficiency mpit__efficiency(const struct mpit_record *record);
struct mpit_record_efficiency mpit__efficiency_of_region(const struct mpit_record_region *region,
                                                         int nrank);

/* Whether it is known; and of communication, what it is the product of. */
bool mpit__efficiency_is_known(const struct mpit_record_efficiency *its);
bool mpit__efficiency_has_both(const struct mpit_record_efficiency *its);

#endif
