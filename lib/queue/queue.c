#include "config.h"

#include "queue/queue.h"

#include "vendor/vendor.h"

bool mpit__queue_must_serve(void)
{
    return false;
}

bool mpit__queue_is_offered(const struct mpit_object *comm)
{
    (void)comm;
    return false;
}

void mpit__queue_poll(struct mpit_object *comm)
{
    (void)comm;
}

#define QUEUED_vendor(name, formals, actuals)
#define QUEUED_large(name, formals, actuals)
#define QUEUED_queue(name, formals, actuals) int mpit__queue_##name formals { return mpit__next.PMPI_##name actuals; }
#define CALL(name, family, payload, via, formals, actuals) QUEUED_##via(name, formals, actuals)
#define ALWAYS(name, family, payload, via, formals, actuals) QUEUED_##via(name, formals, actuals)
#define SPECIAL(name, family, formals, actuals)
#define VARIADIC(name)
#include "hook/calls.def"
