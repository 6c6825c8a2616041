#include "config.h"

#include "hook/waits.h"

#include "queue/calls.h"

void mpit__waits_sent(const struct mpit_frame *frame, uint64_t began, int dest, MPI_Comm comm,
                      uint64_t bytes)
{
    if (dest == MPI_PROC_NULL)
        return;
    mpit__waits_book_call(frame->thread, MPIT_WAIT_blocked_send, comm, dest, bytes, began,
                          frame->took);
    mpit__waits_learn(bytes, frame->took);
}

void mpit__waits_received(const struct mpit_frame *frame, uint64_t began, int source, MPI_Comm comm,
                          uint64_t bytes)
{
    if (source == MPI_PROC_NULL)
        return;
    mpit__waits_book_call(frame->thread, MPIT_WAIT_late_sender, comm, source, bytes, began,
                          frame->took);
    mpit__waits_learn(bytes, frame->took);
}

void mpit__waits_exchanged(const struct mpit_frame *frame, uint64_t began, int dest, MPI_Comm comm,
                           uint64_t bytes, const MPI_Status *status)
{
    uint64_t both = bytes + mpit__status_bytes(status);

    if (status->MPI_SOURCE != MPI_PROC_NULL)
        mpit__waits_book_call(frame->thread, MPIT_WAIT_late_sender, comm, status->MPI_SOURCE, both,
                              began, frame->took);
    else if (dest != MPI_PROC_NULL)
        mpit__waits_book_call(frame->thread, MPIT_WAIT_blocked_send, comm, dest, bytes, began,
                              frame->took);
}

/* ---- completion */

/* What a request was about, once it is complete: who has sent, and how much. */
struct ended {
    enum mpit_waits_for what;
    MPI_Comm comm;
    int peer;
    uint64_t bytes;
};

static struct ended end_of(struct mpit_waits_note note, const MPI_Status *status)
{
    struct ended ended = {(enum mpit_waits_for)note.what, (MPI_Comm)(uintptr_t)note.comm, note.peer,
                          note.bytes};

    if (ended.what == MPIT_WAITS_FOR_SENDER) {
        ended.peer = status->MPI_SOURCE;
        ended.bytes = mpit__status_cancelled(status) ? 0 : mpit__status_bytes(status);
    }
    return ended;
}

static void book(struct mpit_thread *thread, struct ended ended, uint64_t bytes, uint64_t began,
                 uint64_t took)
{
    if (ended.what != MPIT_WAITS_FOR_NOBODY && ended.peer != MPI_PROC_NULL)
        mpit__waits_book_call(thread,
                              ended.what == MPIT_WAITS_FOR_SENDER ? MPIT_WAIT_late_sender
                                                                  : MPIT_WAIT_blocked_send,
                              ended.comm, ended.peer, bytes, began, took);
}

void mpit__waits_completed(const struct mpit_frame *frame, uint64_t began, MPI_Request request,
                           const MPI_Status *status)
{
    struct ended ended = end_of(mpit__waits_find(frame->thread, request), status);

    book(frame->thread, ended, ended.bytes, began, frame->took);
}

/* ---- MPI_Waitall */

/* The calls below, through the queue where it is drained. */
struct below {
    int (*wait)(MPI_Request *, MPI_Status *);
    int (*testall)(int, MPI_Request[], int *, MPI_Status[]);
};

static struct below calls_below(void)
{
    bool queued = mpit__watch_mask(&mpit__watch) & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE);

    return queued ? (struct below){mpit__queue_Wait, mpit__queue_Testall}
                  : (struct below){mpit__next.PMPI_Wait, mpit__next.PMPI_Testall};
}

/* What the requests have come to, one after the other. */
struct all {
    struct below below;
    uint64_t began;
    int count, done;
    MPI_Request *requests;
    MPI_Status *statuses;
    bool failed;
    struct ended last; /* which has ended last */
    uint64_t bytes;    /* of all of them */
};

/* Where one has failed the others say so, too (3.7.5). */
static void say_error(struct all *all, int rc)
{
    if (rc == MPI_SUCCESS && !all->failed)
        return;
    for (int i = 0; !all->failed && i < all->done && all->statuses != MPI_STATUSES_IGNORE; i++)
        all->statuses[i].MPI_ERROR = MPI_SUCCESS;
    if (all->statuses != MPI_STATUSES_IGNORE)
        all->statuses[all->done].MPI_ERROR = rc;
    all->failed = true;
}

/* The one that is waited for last is the one that ends last: those before it have ended, and those
 * behind it take no time, or nearly none beside what has been waited. */
static bool is_last_so_far(const struct all *all, uint64_t before)
{
    enum { NEARLY_NONE = 16 };
    uint64_t now = mpit__clock_now();

    return mpit__waits_are_long(now - before) && (now - before) * NEARLY_NONE > now - all->began;
}

static void wait_for_one(struct all *all)
{
    MPI_Request *request = &all->requests[all->done];
    struct mpit_waits_note note = mpit__waits_find(&mpit__thread, *request);
    MPI_Status own;
    MPI_Status *status = all->statuses == MPI_STATUSES_IGNORE ? &own : &all->statuses[all->done];
    uint64_t before = mpit__clock_now();
    int rc = all->below.wait(request, status);
    bool is_last = is_last_so_far(all, before);

    say_error(all, rc);

    if (rc == MPI_SUCCESS) {
        struct ended ended = end_of(note, status);

        all->bytes += ended.bytes;
        if (is_last)
            all->last = ended;
    }
    all->done++;
}

int mpit__waits_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    struct all all = {.below = calls_below(),
                      .began = mpit__clock_now(),
                      .count = count,
                      .requests = requests,
                      .statuses = statuses};
    int flag = 0, rc = all.below.testall(count, requests, &flag, statuses);

    if (rc != MPI_SUCCESS || flag)
        return rc;
    while (all.done < count)
        wait_for_one(&all);
    book(&mpit__thread, all.last, all.bytes, all.began, mpit__clock_now() - all.began);
    return all.failed ? MPI_ERR_IN_STATUS : MPI_SUCCESS;
}
