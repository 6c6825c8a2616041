#include "config.h"

#include "hook/waits.h"

#include "mpi/handle.h"
#include "queue/calls.h"

/* Of a large message the other side may say when it came: all before that was waited.  Else what is
 * beyond the time that it takes.  Returns since when both were there, as far as that is known. */
static uint64_t book_message(struct mpit_thread *thread, struct mpit_large_message message,
                             uint64_t bytes, uint64_t began, uint64_t took)
{
    enum mpit_wait wait = message.receives ? MPIT_WAIT_late_sender : MPIT_WAIT_blocked_send;
    uint64_t came;

    if (!mpit__large_message_met(&thread->cache, &message, began, began + took, &came)) {
        mpit__waits_book_call(thread, wait, message.comm, message.peer, bytes, began, took);
        return began;
    }
    if (came <= began)
        return began;
    if (mpit__waits_are_long(came - began))
        mpit__waits_book(thread, wait, message.comm, message.peer, began, came - began);
    return came;
}

/* A message that has gone all the way in this call also tells how fast those of the peer are. */
void mpit__waits_transferred(const struct mpit_frame *frame, uint64_t began,
                             struct mpit_large_message message)
{
    uint64_t since;

    if (message.peer == MPI_PROC_NULL)
        return;
    since = book_message(frame->thread, message, message.bytes, began, frame->took);
    mpit__waits_learn(message.comm, message.peer, message.bytes, began + frame->took - since);
}

void mpit__waits_exchanged(const struct mpit_frame *frame, uint64_t began,
                           struct mpit_large_message sent, const MPI_Status *status)
{
    struct mpit_large_message received = {sent.comm, status->MPI_SOURCE, status->MPI_TAG,
                                          mpit__status_bytes(status), true};

    if (received.peer != MPI_PROC_NULL)
        book_message(frame->thread, received, sent.bytes + received.bytes, began, frame->took);
    else if (sent.peer != MPI_PROC_NULL)
        book_message(frame->thread, sent, sent.bytes, began, frame->took);
}

/* ---- collectives */

struct mpit_arrival mpit__waits_arrive(struct mpit_thread *thread, MPI_Comm comm,
                                       enum mpit_collective operation, uint64_t entry)
{
    struct mpit_comm_line *line =
        mpit__arrivals_are_kept() ? mpit__cache_comm(&thread->cache, comm) : NULL;

    return line ? mpit__arrival_on(thread, line->object, operation, entry)
                : (struct mpit_arrival){.slot = NULL};
}

/* The MPI library has accepted the communicator: it can be asked. */
static struct mpit_object *described(MPI_Comm comm)
{
    struct mpit_object *object = mpit__object_of_comm(comm);

    return object && mpit__object_describe(object) ? object : NULL;
}

static struct mpit_arrival arrive_late(struct mpit_thread *thread, MPI_Comm comm,
                                       enum mpit_collective operation, uint64_t entry)
{
    struct mpit_object *object = described(comm);

    return object ? mpit__arrival_on(thread, object, operation, entry)
                  : (struct mpit_arrival){.slot = NULL};
}

/* What is found out before anything is sent, from what this process was given: then there was no
 * collective.  Any other failure is one of a collective to which all have come. */
static bool is_by_argument(int rc)
{
    static const int classes[] = {MPI_ERR_COMM, MPI_ERR_COUNT, MPI_ERR_TYPE, MPI_ERR_BUFFER,
                                  MPI_ERR_ROOT, MPI_ERR_OP,    MPI_ERR_ARG};
    int class = MPI_SUCCESS;

    if (mpit__next.PMPI_Error_class(rc, &class) != MPI_SUCCESS)
        return false;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (class == classes[i])
            return true;
    return false;
}

static void fail(struct mpit_arrival arrival, MPI_Comm comm, int rc)
{
    if (is_by_argument(rc))
        mpit__arrival_take_back(arrival, mpit__object_find(MPIT_KIND_comm, MPIT_KEY(comm)));
}

void mpit__waits_leave(struct mpit_thread *thread, struct mpit_arrival arrival, MPI_Comm comm,
                       enum mpit_collective operation, uint64_t entry, uint64_t took, bool blocks,
                       uint64_t bytes, int rc)
{
    if (!mpit__arrivals_are_kept())
        return;
    if (rc != MPI_SUCCESS)
        fail(arrival, comm, rc);
    else if (!arrival.slot)
        arrival = arrive_late(thread, comm, operation, entry);
    if (!mpit__arrival_stands(arrival))
        return;
    atomic_store_explicit(&arrival.slot->bytes, bytes, memory_order_relaxed);
    if (blocks)
        mpit__arrival_left(arrival, 0, entry + took);
    else
        mpit__arrival_started(arrival, took);
}

struct mpit_arrival mpit__waits_pass(struct mpit_thread *thread, MPI_Comm comm)
{
    struct mpit_comm_line *line = mpit__cache_comm(&thread->cache, comm);

    return line ? mpit__arrival_pass(line->object) : (struct mpit_arrival){.slot = NULL};
}

void mpit__waits_passed(struct mpit_arrival arrival, MPI_Comm comm, int rc)
{
    struct mpit_object *object = NULL;

    if (rc != MPI_SUCCESS)
        fail(arrival, comm, rc);
    else if (!arrival.index && (object = described(comm)))
        mpit__arrival_pass(object);
}

/* ---- completion */

/* What a request was about, once it is complete: who has sent, and how much. */
struct ended {
    enum mpit_waits_for what;
    struct mpit_large_message message;
    struct mpit_arrival arrival; /* of a collective, which has no message */
};

static struct ended end_of(struct mpit_waits_note note, const MPI_Status *status)
{
    struct ended ended = {.what = (enum mpit_waits_for)note.what};

    if (ended.what == MPIT_WAITS_FOR_ALL) {
        ended.arrival = (struct mpit_arrival){(void *)(uintptr_t)note.comm, note.bytes};
        return ended;
    }
    ended.message = (struct mpit_large_message){(MPI_Comm)(uintptr_t)note.comm, note.peer,
                                                MPI_ANY_TAG, note.bytes, false};
    if (ended.what == MPIT_WAITS_FOR_SENDER) {
        ended.message.receives = true;
        ended.message.peer = status->MPI_SOURCE;
        ended.message.tag = status->MPI_TAG;
        ended.message.bytes = mpit__status_cancelled(status) ? 0 : mpit__status_bytes(status);
    }
    return ended;
}

/* Who has come last to a collective is seen by who joins the arrivals. */
static void book(struct mpit_thread *thread, struct ended ended, uint64_t bytes, uint64_t began,
                 uint64_t took)
{
    if (ended.what == MPIT_WAITS_FOR_ALL)
        mpit__arrival_left(ended.arrival, began - mpit__arrival_start_took(ended.arrival),
                           began + took);
    else if (ended.what != MPIT_WAITS_FOR_NOBODY && ended.message.peer != MPI_PROC_NULL)
        book_message(thread, ended.message, bytes, began, took);
}

void mpit__waits_completed(const struct mpit_frame *frame, uint64_t began, MPI_Request request,
                           const MPI_Status *status)
{
    struct ended ended = end_of(mpit__waits_find(frame->thread, request), status);

    book(frame->thread, ended, ended.message.bytes, began, frame->took);
}

/* ---- MPI_Waitall */

/* The calls below, through the queue where it is drained. */
struct below {
    int (*waitall)(int, MPI_Request[], MPI_Status[]);
    int (*get_status)(MPI_Request, int *, MPI_Status *);
};

static struct below calls_below(void)
{
    bool queued = mpit__watch_mask(&mpit__watch) & (MPIT_WATCH_QUEUE | MPIT_WATCH_SERVE);

    return queued ? (struct below){mpit__queue_Waitall, mpit__queue_Request_get_status}
                  : (struct below){mpit__next.PMPI_Waitall, mpit__next.PMPI_Request_get_status};
}

/* Of the requests that are waited for; of more than so many, what the first ones are about. */
enum { KNOWN = 256 };
struct all {
    struct below below;
    uint64_t began;
    int last;                     /* which was complete last; -1: none took any time */
    struct mpit_waits_note blame; /* what that is about */
    uint64_t sent;                /* bytes */
    bool receives[KNOWN];
};

static bool is_complete(const struct all *all, MPI_Request request)
{
    int flag = 1;

    return all->below.get_status(request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag;
}

/* What it took to wait for one after others is nearly nothing beside what was waited for these: it
 * was not the last, or by so little that it does not matter. */
static bool is_last_so_far(const struct all *all, uint64_t before)
{
    enum { NEARLY_NOTHING = 16 };
    uint64_t now = mpit__clock_now();

    return mpit__waits_are_long(now - before) && (now - before) * NEARLY_NOTHING > now - all->began;
}

/* Those before it are complete, so the last one that takes any time is complete last.  Threads that
 * wait at once may sleep in the MPI library: there it is one that is not complete yet. */
static void look_at(struct all *all, int i, MPI_Request request)
{
    struct mpit_waits_note note = mpit__waits_find(&mpit__thread, request);
    uint64_t before;

    if (i < KNOWN)
        all->receives[i] = note.what == MPIT_WAITS_FOR_SENDER;
    all->sent += note.what == MPIT_WAITS_FOR_RECEIVER ? note.bytes : 0;
    if (note.unasked || is_complete(all, request))
        return;
    before = mpit__clock_now();
    while (!mpit__thread_multiple && !is_complete(all, request))
        continue;
    if (!mpit__thread_multiple && !is_last_so_far(all, before))
        return;
    all->last = i;
    all->blame = note;
}

static uint64_t bytes_of_all(const struct all *all, int count, const MPI_Status statuses[])
{
    uint64_t bytes = all->sent;

    for (int i = 0; i < count && i < KNOWN; i++)
        if (all->receives[i] && !mpit__status_cancelled(&statuses[i]))
            bytes += mpit__status_bytes(&statuses[i]);
    return bytes;
}

/* The MPI library completes them, when all that we know are complete. */
int mpit__waits_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    struct all all = {.below = calls_below(), .began = mpit__clock_now(), .last = -1};
    const int there = requests ? (int)mpit__vendor_requests_there(count, requests) : 0;
    uint64_t before, now;
    int rc;

    for (int i = 0; i < there; i++)
        look_at(&all, i, requests[i]);
    before = all.last < 0 || mpit__thread_multiple ? all.began : mpit__clock_now();
    rc = all.below.waitall(count, requests, statuses);
    if (rc != MPI_SUCCESS || all.last < 0 || statuses == MPI_STATUSES_IGNORE)
        return rc;
    now = mpit__clock_now();
    if (mpit__thread_multiple || !is_last_so_far(&all, before))
        book(&mpit__thread, end_of(all.blame, &statuses[all.last]),
             bytes_of_all(&all, count, statuses), all.began, now - all.began);
    return rc;
}
