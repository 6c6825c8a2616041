/* Handles that were started while what is booked went on (profile/in_flight.h). */
#ifndef MPIT_PVAR_IN_FLIGHT_H
#define MPIT_PVAR_IN_FLIGHT_H

#include "profile/in_flight.h"
#include "pvar/pvar.h"

/* A handle is about to be started; to be set to a value.  A count goes on then: what is under way
 * is still to come.  So does a time that is read and reset, of which nothing may be lost. */
void mpit__in_flight_starts(const struct mpit_found *found);
void mpit__in_flight_sets(const struct mpit_found *found);

/* The word of a cell once it belongs to what is booked. */
static inline void mpit__in_flight_settle(const struct mpit_found *found, mpit_cell *cell,
                                          uint64_t *word)
{
    while (mpit__own_pvar(found->pvar)->late && mpit__in_flight_waited())
        *word = atomic_load(cell);
}

/* Of mpit__in_flight_listener. */
void mpit__in_flight_clip_time(const struct mpit_in_flight_time *late);
void mpit__in_flight_clip_request(const struct mpit_in_flight_request *late);

#endif
