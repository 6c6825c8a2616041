/* Who hears of what, where a room below has to reach one above: nothing else points upwards. */
#include "config.h"

#include <stddef.h>

#include "hook/hooks.h"
#include "ledger/object.h"
#include "ledger/request.h"
#include "ledger/thread.h"
#include "ledger/watch.h"
#include "mpi/tool.h"
#include "queue/queue.h"
#include "report/collect.h"
#include "vendor/variable.h"

const struct mpit_tool_listener mpit__tool_listener = {
    .enter = mpit__thread_guard,
    .leave = mpit__thread_unguard,
};

const struct mpit_watch_listener mpit__watch_listener = {
    .first = mpit__hooks_arm,
    .has_residue = mpit__request_outstanding,
};

/* In this order: the report looks at what the queue and the MPI library still know. */
mpit_object_listener *const mpit__object_listeners[] = {
    mpit__report_hears_of_object,
    mpit__queue_hears_of_object,
    mpit__vendor_hears_of_object,
    NULL,
};
