/* Persistent collectives (MPI 4.0, 6.13): what MPI_<Name>_init was told is looked at once, and
 * booked at each start as the collective would have been. */
#ifndef MPIT_HOOK_PREPARED_H
#define MPIT_HOOK_PREPARED_H

#include "hook/monitor.h"
#include "hook/requests.h"
#include "profile/arrivals.h"

struct mpit_prepared {
    enum mpit_collective collective;
    uint64_t bytes;     /* that this process hands in */
    uint64_t operation; /* key; 0: it reduces nothing */
    /* What monitor.h counts; `n` parts with a count each, in bytes; kind 0: nothing. */
    enum mpit_monitor_kind kind;
    enum mpit_monitor_scope scope;
    struct mpit_parts parts;
    MPI_Count *each;
    size_t n;
    struct mpit_arrival_name arrivals; /* of its starts */
};

/* One to be filled in, and given to its request, which it goes with; NULL without memory. */
struct mpit_prepared *mpit__prepared_make(enum mpit_collective collective, uint64_t bytes,
                                          uint64_t operation);
void mpit__prepared_keep(struct mpit_frame *frame, struct mpit_prepared *prepared, MPI_Comm comm,
                         MPI_Request request);
void mpit__prepared_give(struct mpit_prepared *prepared);

/* With whom it exchanges parts, of which the program may change the counts and free the datatypes
 * as soon as the call is back. */
void mpit__prepared_exchanges(struct mpit_frame *frame, struct mpit_prepared *prepared,
                              enum mpit_monitor_kind kind, MPI_Comm comm,
                              enum mpit_monitor_scope scope, const struct mpit_parts *parts);

/* What a collective exchanges: counted now, or kept for the one that is only made. */
MPIT_HOT void mpit__book_exchanges(struct mpit_frame *frame, struct mpit_prepared *prepared,
                                   enum mpit_monitor_kind kind, MPI_Comm comm,
                                   enum mpit_monitor_scope scope, const struct mpit_parts *parts)
{
    if (prepared)
        mpit__prepared_exchanges(frame, prepared, kind, comm, scope, parts);
    else
        mpit__monitor_collective(frame, kind, comm, scope, parts);
}

/* Its request is started, by a call that began then. */
void mpit__prepared_started(const struct mpit_frame *frame, uint64_t began,
                            const struct mpit_request *request);

#endif
