#include "config.h"

#include "report/calls_writer.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ground/clock.h"
#include "ground/file.h"
#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/message.h"
#include "ground/signals.h"
#include "live/calls_file.h"
#include "live/copy.h"
#include "live/segment.h"
#include "profile/recorder.h"
#include "profile/thread.h"
#include "report/calls_file.h"
#include "report/helper.h"

/* LOOK: ns in which no thread makes as many calls as its ring has.  FEW: calls that are left for
 * later looks, but for each SELDOM-th: a job that is killed loses what is of the last half second.
 * COPY: ns between two copies of the segment, at least, and COPY_SHARE times what one takes. */
enum { LOOK = 5000000, FEW = 2048, SELDOM = 100, COPY = 1000000000, COPY_SHARE = 100 };

static char folder[PATH_MAX];
static pid_t writer; /* the process whose calls they are */
static _Atomic bool running;
static pthread_t thread;
static pthread_cond_t wake;
static bool stop; /* under MPIT_LOCK_CALLS */

/* Of the thread, and of who has ended it. */
static struct mpit_calls_file files[MPIT_SHARDS];
static bool failed; /* nothing more is written */
static uint64_t copy_at;

/* ---- what is said once */

static void say_failed(const char *why)
{
    mpit__message_node(MPIT_WARN, NULL,
                       "%s: %s: the calls from here on are not in files there "
                       "(mpit_recorder_file)",
                       mpit__in_force.recorder_file, why);
    failed = true;
}

static void say_full(void)
{
    mpit__message_node(MPIT_WARN, NULL,
                       "%s: the files of a process there have the %lu bytes that they may have "
                       "(mpit_recorder_limit): later calls are lost",
                       mpit__in_force.recorder_file, MPIT_IN_FORCE(recorder_limit));
    failed = true;
}

/* ---- files */

static void name_file(const char *ending, char path[PATH_MAX])
{
    const char *segment = strrchr(mpit__live_file(), '/');

    snprintf(path, PATH_MAX, "%.*s%s%s", PATH_MAX - 128, folder, segment, ending);
}

static int copy_segment(void)
{
    char path[PATH_MAX];

    name_file("", path);
    return mpit__live_copy(path);
}

static uint64_t room(void)
{
    const uint64_t most = MPIT_IN_FORCE(recorder_limit);
    uint64_t taken = 0;

    for (unsigned i = 0; i < MPIT_SHARDS; i++)
        taken += files[i].bytes;
    return taken < most ? most - taken : 0;
}

/* Of a thread the newest call may still go on: one that asks in vain becomes longer. */
static void write_calls(uint32_t shard, bool few, bool last)
{
    struct mpit_calls_wanted wanted = {.shard = shard, .room = room()};
    char ending[32], path[PATH_MAX];
    uint64_t done;
    int error;

    wanted.ring = mpit__recorder_of(shard, &wanted.n);
    if (!wanted.ring)
        return;
    done = atomic_load_explicit(&wanted.ring->done, memory_order_acquire);
    wanted.to = last || !done ? done : done - 1;
    if (wanted.to <= files[shard].next || (!few && wanted.to - files[shard].next < FEW))
        return;
    snprintf(ending, sizeof ending, ".%u" MPIT_CALLS_FILE_ENDING, shard);
    name_file(ending, path);
    error = mpit__calls_file_add(&files[shard], path, &wanted);
    if (error == MPIT_CALLS_FILE_FULL)
        say_full();
    else if (error)
        say_failed(strerror(error));
}

static void write_all(bool few, bool last)
{
    const uint32_t shards = atomic_load(&mpit__thread_shards);
    struct mpit_signals held;

    mpit__signals_hold(&held);
    for (uint32_t shard = 0; shard < shards && !failed; shard++)
        write_calls(shard, few, last);
    if (last || mpit__clock_system() >= copy_at) {
        const uint64_t began = mpit__clock_system();
        const int error = copy_segment();
        const uint64_t now = mpit__clock_system(), pause = COPY_SHARE * (now - began);

        if (error && !failed)
            say_failed(strerror(error));
        copy_at = now + (pause > COPY ? pause : COPY);
    }
    mpit__signals_release(&held);
}

/* ---- the thread */

static void *run(void *unused)
{
    (void)unused;
    mpit__lock(MPIT_LOCK_CALLS);
    for (unsigned looked = 1; !stop; looked++) {
        const uint64_t next = mpit__clock_system() + LOOK;
        const struct timespec until = {(time_t)(next / 1000000000u), (long)(next % 1000000000u)};

        mpit__lock_wait(MPIT_LOCK_CALLS, &wake, &until);
        mpit__unlock(MPIT_LOCK_CALLS);
        write_all(looked % SELDOM == 0, false);
        mpit__lock(MPIT_LOCK_CALLS);
    }
    mpit__unlock(MPIT_LOCK_CALLS);
    return NULL;
}

/* The folder, made and by a name that holds wherever the program goes.  NULL, or why not. */
static const char *make_folder(void)
{
    char inside[MPIT_TEXT + 2];
    const char *why;

    snprintf(inside, sizeof inside, "%s/.", mpit__in_force.recorder_file);
    why = mpit__file_make_folders(inside);
    if (!why && !realpath(mpit__in_force.recorder_file, folder))
        why = strerror(errno);
    return why;
}

/* The first copy shows whether anything can be written there. */
static const char *start(void)
{
    const char *why = make_folder();
    struct mpit_signals held;
    int error;

    if (why)
        return why;
    mpit__signals_hold(&held);
    error = copy_segment();
    mpit__signals_release(&held);
    if (!error)
        error = mpit__helper_start(&thread, &wake, "mpit-calls", run);
    return error ? strerror(error) : NULL;
}

static bool is_wanted(void)
{
    if (mpit__in_force.recorder_file[0])
        return mpit__live_head != NULL;
    if (MPIT_IN_FORCE(recorder) == MPIT_RECORDER_ALL)
        mpit__message_job(MPIT_WARN,
                          "mpit_recorder=all: no directory is named for the files of all "
                          "calls (mpit_recorder_file); the last ones alone are kept");
    return false;
}

void mpit__calls_writer_begin(void)
{
    const char *why;

    if (atomic_load(&running) || failed || !is_wanted())
        return;
    stop = false;
    why = start();
    if (why) {
        say_failed(why);
        return;
    }
    writer = getpid();
    atomic_store(&running, true);
}

void mpit__calls_writer_end(void)
{
    if (writer != getpid() || !atomic_exchange(&running, false))
        return;
    mpit__helper_end(thread, &wake, MPIT_LOCK_CALLS, &stop);
    write_all(true, true);
}

void mpit__calls_writer_seal(void)
{
    struct mpit_signals held;

    if (writer != getpid() || atomic_load(&running))
        return;
    mpit__signals_hold(&held);
    copy_segment();
    mpit__signals_release(&held);
}
