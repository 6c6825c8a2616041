/* What is kept of a request, beside what ledger/request.h has, while events are told of requests
 * and messages: one that was started before is not told of. */
#ifndef MPIT_LEDGER_TOLD_H
#define MPIT_LEDGER_TOLD_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/keyed.h"
#include "ledger/object.h"

/* What a request does: the element `kind`. */
enum mpit_told_kind {
    MPIT_TOLD_SEND,
    MPIT_TOLD_RECEIVE,
    MPIT_TOLD_COLLECTIVE,
    MPIT_TOLD_RMA,
    MPIT_TOLD_FILE
};

struct mpit_request;

struct mpit_told {
    struct mpit_keyed keyed; /* by its request, as long as that is kept */
    struct mpit_object *comm;
    uint32_t serial; /* of its record */
    enum mpit_told_kind kind;
    int peer, tag;
    uint64_t bytes;
    bool is_persistent, is_matched; /* its message was told of before */
    int operation;                  /* of a collective */
    uint64_t number;                /* the how-manyth it is, from 1; 0: it is not told of */
    uint64_t started;               /* ticks; 0: it is not */
};

/* What the call that goes on starts; the calling thread's. */
struct mpit_told *mpit__told_now(void);
void mpit__told_now_nothing(void);

/* A request is made that is kept: what the call says of it goes with it.  It is started; it is
 * complete (OUT: what there was of it; false: nothing); it is freed. */
void mpit__told_made(const struct mpit_request *request);
void mpit__told_started(const struct mpit_request *request);
bool mpit__told_completed(const struct mpit_request *request, struct mpit_told *told);
void mpit__told_freed(const struct mpit_request *request);

/* A persistent receive has got its message where it was started. */
void mpit__told_matched(MPI_Request request);

/* Which collective a persistent request starts: operation, bytes and number. */
void mpit__told_collective(const struct mpit_request *request, const struct mpit_told *collective);

#endif
