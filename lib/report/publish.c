#include "config.h"

#include "report/publish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ground/clock.h"
#include "ground/in_force.h"
#include "hook/hooks.h"
#include "live/segment.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/collective_waits.h"
#include "profile/current_call.h"
#include "profile/pause.h"
#include "profile/recorder.h"
#include "profile/shared.h"
#include "profile/thread.h"

void mpit__publish_begin(void)
{
    if (mpit__live_head || !mpit__live_begin())
        return;
    mpit__vendor_version(mpit__live_head->vendor, sizeof mpit__live_head->vendor);
    mpit__shared_names();
    if (!mpit__live_is_where())
        return;
    if (mpit__thread.totals && !mpit__thread.place) {
        mpit__thread.place = mpit__current_call_take(mpit__thread.shard);
        mpit__thread.recorder = mpit__recorder_take(mpit__thread.place, mpit__thread.shard);
    }
    mpit__hooks_arm();
}

void mpit__publish_nothing(void)
{
    if (mpit__live_head)
        unlink(mpit__live_file());
}

/* What has come to the end of MPI has its report, or has said why not; and what was made for files
 * of calls alone has a copy beside them. */
void mpit__publish_over(void)
{
    const struct mpit_live_head *head = mpit__live_head;
    const bool is_ours = MPIT_IN_FORCE(live) == MPIT_LIVE_IS_OFF;

    if (head && head->state == MPIT_LIVE_ENDED && (head->report[0] || is_ours) &&
        head->pid == getpid())
        mpit__publish_nothing();
}

/* Processes that a job spawns are ranks of another world. */
static void name_world(struct mpit_live_head *head)
{
    MPI_Comm parent = MPI_COMM_NULL;
    const char *name = secure_getenv("PMIX_NAMESPACE");

    if (mpit__vendor_is_up()) /* a session has no parent */
        mpit__next.PMPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        return;
    if (name && *name)
        snprintf(head->world, sizeof head->world, "%s", name);
    else
        snprintf(head->world, sizeof head->world, "%ld", (long)getppid());
}

void mpit__publish_running(uint64_t began)
{
    struct mpit_live_head *head = mpit__live_head;
    struct mpit_world world = mpit__world_of_job();
    double length = mpit__clock_tick();
    uint64_t bits;

    if (!head)
        return;
    memcpy(&bits, &length, sizeof bits);
    atomic_store(&head->tick_length, bits);
    name_world(head);
    mpit__current_call_begin();
    if (mpit__vendor_is_up()) {
        mpit__shared_comm_new(MPI_COMM_WORLD);
        mpit__shared_comm_new(MPI_COMM_SELF);
    }
    mpit__collective_waits_come();
    atomic_store(&head->rank, world.rank);
    atomic_store(&head->size, world.size);
    atomic_store(&head->began, began);
    mpit__publish_state(MPIT_LIVE_RUNNING, 0);
}

void mpit__publish_state(enum mpit_live_state state, int code)
{
    struct mpit_live_head *head = mpit__live_head;

    if (!head || atomic_load(&head->state) == MPIT_LIVE_ABORTED)
        return;
    if (state == MPIT_LIVE_FINALIZING)
        atomic_store(&head->ended, mpit__clock_now());
    if (state == MPIT_LIVE_RUNNING)
        mpit__pause_publish();
    atomic_store(&head->code, code);
    atomic_store(&head->state, (uint32_t)state);
}
