/* What is kept of a request, beside what profile/request.h has, while events are told of requests
 * and messages: one that was started before is not told of. */
#ifndef MPIT_PROFILE_REQUEST_EVENTS_H
#define MPIT_PROFILE_REQUEST_EVENTS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/keyed.h"
#include "profile/object.h"

/* What a request does: the element `kind`. */
enum mpit_request_event_kind {
    MPIT_REQUEST_EVENT_SEND,
    MPIT_REQUEST_EVENT_RECEIVE,
    MPIT_REQUEST_EVENT_COLLECTIVE,
    MPIT_REQUEST_EVENT_RMA,
    MPIT_REQUEST_EVENT_FILE
};

struct mpit_request;

struct mpit_request_event {
    struct mpit_keyed keyed; /* by its request, as long as that is kept */
    struct mpit_object *comm;
    uint32_t serial; /* of its record */
    enum mpit_request_event_kind kind;
    int peer, tag;
    uint64_t bytes;
    bool is_persistent, is_matched; /* its message was told of before */
    int operation;                  /* of a collective */
    uint64_t number;                /* the how-manyth it is, from 1; 0: it is not told of */
    uint64_t started;               /* ticks; 0: it is not */
};

/* What the call that goes on starts; the calling thread's. */
struct mpit_request_event *mpit__request_event_now(void);
void mpit__request_event_now_nothing(void);

/* A request is made that is kept: what the call says of it goes with it.  It is started; it is
 * complete (OUT: what there was of it; false: nothing); it is freed. */
void mpit__request_event_made(const struct mpit_request *request);
void mpit__request_event_started(const struct mpit_request *request);
bool mpit__request_event_completed(const struct mpit_request *request,
                                   struct mpit_request_event *told);
void mpit__request_event_freed(const struct mpit_request *request);

/* A persistent receive has got its message where it was started. */
void mpit__request_event_matched(MPI_Request request);

/* Which collective a persistent request starts: operation, bytes and number. */
void mpit__request_event_collective(const struct mpit_request *request,
                                    const struct mpit_request_event *collective);

#endif
