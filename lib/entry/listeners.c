/* Who hears of what, where a room below has to reach one above: nothing else points upwards. */
#include "config.h"

#include <stddef.h>

#include "event/event.h"
#include "hook/hooks.h"
#include "mpi/tool.h"
#include "profile/in_flight.h"
#include "profile/object.h"
#include "profile/request.h"
#include "profile/shared.h"
#include "profile/synchronization.h"
#include "profile/thread.h"
#include "profile/watch.h"
#include "profile/world.h"
#include "pvar/in_flight.h"
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

const struct mpit_late_listener mpit__in_flight_listener = {
    .time = mpit__in_flight_clip_time,
    .request = mpit__in_flight_clip_request,
};

const struct mpit_raise_listener mpit__raise_listener = {
    .deliver = mpit__event_deliver,
    .lost = mpit__event_lost,
};

static void comm_made(struct mpit_object *comm)
{
    mpit__shared_comm_made(comm);
    mpit__world_comm_made(comm);
}

static void comm_ends(struct mpit_object *comm)
{
    mpit__shared_comm_ended(comm);
    mpit__world_comm_ends(comm);
}

static void given(struct mpit_object *object)
{
    mpit__shared_comm_given(object);
    mpit__synchronization_given(object);
}

const struct mpit_comm_listener mpit__comm_listener = {
    .made = comm_made,
    .described = mpit__shared_comm_described,
    .ends = comm_ends,
    .given = given,
    .is_known = mpit__shared_comm_identify,
    .has_peers = mpit__world_learn,
    .counts_peers = mpit__shared_peers,
    .queues_changed = mpit__shared_unexpected,
    .pending = mpit__request_count,
};

/* In this order: the report looks at what the queue and the MPI library still know. */
mpit_object_listener *const mpit__object_listeners[] = {
    mpit__report_hears_of_object,
    mpit__queue_hears_of_object,
    mpit__vendor_hears_of_object,
    NULL,
};
