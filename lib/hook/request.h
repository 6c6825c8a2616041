/* Requests that we must know again when they complete: nonblocking receives, which count then;
 * operations on files likewise; persistent ones; all of them while somebody watches how many are
 * pending. */
#ifndef MPIT_HOOK_REQUEST_H
#define MPIT_HOOK_REQUEST_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "hook/object.h"
#include "hook/thread.h"

enum mpit_request_flags {
    MPIT_REQUEST_RECV = 1,       /* a receive; a send if no bit says what else */
    MPIT_REQUEST_PERSISTENT = 2, /* outlives its completion */
    MPIT_REQUEST_TRACKED = 4,    /* started, and its completion is awaited */
    MPIT_REQUEST_LEVEL = 8,      /* raised the levels when it started */
    MPIT_REQUEST_READ = 16,      /* of a file */
    MPIT_REQUEST_WRITE = 32,
    MPIT_REQUEST_OTHER = 64,     /* of a collective or one-sided operation */
    MPIT_REQUEST_BY_PEER = 128,  /* counted as posted for its source */
};

struct mpit_request {
    _Atomic uint64_t key;
    struct mpit_object *comm; /* or file; may have ended since: then its serial is another */
    uint32_t serial;
    int peer;       /* destination of a send */
    uint64_t bytes; /* of a send, of a message */
    uint32_t age;   /* of requests with one key the lowest is the oldest */
    uint16_t call;  /* enum mpit_call that made it */
    uint16_t flags;
    uint64_t datatype; /* key */
};

/* Keeps a request under the key of its handle.  shared: the vendor gives this handle to several
 * requests at once.  False without memory: it will not be known at its end. */
bool mpit__request_add(uint64_t key, const struct mpit_request *what, bool shared);

/* The request, the oldest if several have the key; NULL if we do not keep it.  It is its finder's,
 * and no other thread finds it, until one of the next two. */
struct mpit_request *mpit__request_find(uint64_t key);
void mpit__request_keep(struct mpit_request *request);
void mpit__request_remove(struct mpit_request *request);

/* Whether any request of ours is unfinished; signal safe. */
bool mpit__request_outstanding(void);

/* Messages stand in the table from their match to their receive, under keys that no request has.
 * _message says how long one is, and whether it is there. */
static inline uint64_t mpit__message_key(uint64_t handle)
{
    return handle ^ UINT64_C(1) << 62;
}
bool mpit__request_message(uint64_t handle, uint64_t *bytes);

/* Books that a kept request starts; that one that was found is finished, and forgets it unless it
 * is persistent. */
void mpit__request_started(struct mpit_thread *thread, const struct mpit_request *request);
void mpit__request_finished(struct mpit_thread *thread, struct mpit_request *request);

#endif
