/* The unexpected messages, drained out of the vendor's queue into one of ours. */
#ifndef MPIT_QUEUE_QUEUE_H
#define MPIT_QUEUE_QUEUE_H

#include <mpi.h>
#include <stdbool.h>

/* Whether messages or requests of ours are left to be served although nobody watches; signal
 * safe. */
bool mpit__queue_must_serve(void);

struct mpit_object;

/* Whether a length can be had for this communicator (mpit_umq_source). */
bool mpit__queue_is_offered(const struct mpit_object *comm);

/* Brings the communicator's levels up to date, where MPI may be called; else leaves the last
 * known values. */
void mpit__queue_poll(struct mpit_object *comm);

/* The calls of calls.def that go through the queue while it is drained. */
#define QUEUED_vendor(name, formals)
#define QUEUED_queue(name, formals) int mpit__queue_##name formals;
#define QUEUED_large(name, formals) int mpit__queue_##name formals;
#define CALL(name, family, payload, via, formals, actuals) QUEUED_##via(name, formals)
#define ALWAYS(name, family, payload, via, formals, actuals) QUEUED_##via(name, formals)
#define SPECIAL(name, family, formals, actuals)
#define VARIADIC(name)
#include "hook/calls.def"
#undef VARIADIC
#undef SPECIAL
#undef ALWAYS
#undef CALL
#undef QUEUED_large
#undef QUEUED_queue
#undef QUEUED_vendor

#endif
