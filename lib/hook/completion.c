#include "config.h"

#include "hook/completion.h"

#include <stdlib.h>
#include <string.h>

#include "ground/memory.h"
#include "hook/prepared.h"
#include "mpi/handle.h"

struct mpit_request *mpit__book_take_now(uint32_t watch, MPI_Request handle)
{
    return mpit__book_find(&mpit__thread, watch, handle);
}

/* Its status is empty (3.7.3): one that is complete, but not tested yet, has a source and a tag. */
static bool has_empty_status(MPI_Request handle)
{
    MPI_Status status;
    int finished = 0;

    return mpit__next.PMPI_Request_get_status(handle, &finished, &status) == MPI_SUCCESS &&
           finished && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG;
}

bool mpit__book_is_inactive(uint32_t watch, struct mpit_request *taken, MPI_Request handle)
{
    const unsigned started = MPIT_REQUEST_PERSISTENT | MPIT_REQUEST_TRACKED;
    struct mpit_request *request =
        mpit__thread_multiple ? taken : mpit__book_find(&mpit__thread, watch, handle);
    bool is_started = request && (request->flags & started) == started;

    if (request != taken)
        mpit__book_give_back(request);
    return is_started && has_empty_status(handle);
}

struct mpit_request *mpit__book_request_to_free(MPI_Request handle)
{
    return handle == MPI_REQUEST_NULL ? NULL : mpit__request_find(MPIT_KEY(handle));
}

static bool is_prepared(const struct mpit_request *request)
{
    const unsigned flags = MPIT_REQUEST_PERSISTENT | MPIT_REQUEST_OTHER;

    return (request->flags & flags) == flags;
}

void mpit__book_request_freed(struct mpit_thread *thread, struct mpit_request *request, bool done)
{
    struct mpit_prepared *prepared;

    if (!request)
        return;
    if (!done) {
        mpit__book_give_back(request);
        return;
    }
    prepared = is_prepared(request) ? request->prepared : NULL;
    mpit__request_freed(thread, request);
    if (prepared)
        mpit__prepared_give(prepared);
}

void mpit__book_unfinished(int count, const MPI_Request requests[])
{
    int finished;

    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL &&
            mpit__object_find(MPIT_KIND_request, MPIT_KEY(requests[i])) &&
            mpit__next.PMPI_Request_get_status(requests[i], &finished, MPI_STATUS_IGNORE) ==
                MPI_SUCCESS &&
            !finished)
            mpit__book_use(MPIT_KIND_request, MPIT_KEY(requests[i]), MPIT_R_TESTS, 1);
}

void mpit__book_gone(const struct mpit_copies *copies, int count, const MPI_Request now[])
{
    for (int i = 0; i < count && i < copies->count; i++)
        mpit__book_request_gone(copies->requests[i], &now[i]);
}

static bool copies_allocate(struct mpit_copies *copies, size_t n, const MPI_Status *statuses)
{
    copies->allocated =
        malloc(n * (sizeof *copies->statuses + sizeof *copies->taken + sizeof *copies->requests));
    if (!copies->allocated) {
        mpit__memory_miss(n);
        return false;
    }
    if (statuses == MPI_STATUSES_IGNORE)
        copies->statuses = copies->allocated;
    copies->taken = (struct mpit_request **)((MPI_Status *)copies->allocated + n);
    copies->requests = (MPI_Request *)(copies->taken + n);
    return true;
}

/* What is kept of them, which nobody will take when they are complete: their handles may be those
 * of others then. */
static void let_go(uint32_t watch, int count, const MPI_Request requests[])
{
    for (int i = 0; i < count; i++) {
        struct mpit_request *kept = mpit__thread_multiple
                                        ? mpit__book_take(watch, requests[i])
                                        : mpit__book_find(&mpit__thread, watch, requests[i]);

        if (kept)
            mpit__book_ended(watch, NULL, kept, NULL);
    }
}

bool mpit__copies_take(struct mpit_copies *copies, uint32_t watch, int count,
                       const MPI_Request requests[], MPI_Status statuses[])
{
    if (!(watch & (MPIT_WATCH_TRACK | MPIT_WATCH_HELD | MPIT_WATCH_WAITS)) || count <= 0 ||
        !requests)
        return false;
    count = (int)mpit__vendor_requests_there(count, requests);
    copies->count = count;
    copies->allocated = NULL;
    copies->requests = copies->few_requests;
    copies->taken = copies->few_taken;
    copies->statuses = statuses == MPI_STATUSES_IGNORE ? copies->few_statuses : statuses;
    if (count > MPIT_COPIES && !copies_allocate(copies, (size_t)count, statuses)) {
        let_go(watch, count, requests);
        return false;
    }
    memcpy(copies->requests, requests, (size_t)count * sizeof *requests);
    for (int i = 0; i < count; i++)
        copies->taken[i] = mpit__book_take(watch, requests[i]);
    return true;
}

void mpit__copies_give(struct mpit_copies *copies)
{
    for (int i = 0; i < copies->count; i++)
        mpit__book_give_back(copies->taken[i]);
    free(copies->allocated);
}

static int class_of(int rc)
{
    int class = MPI_SUCCESS;

    return mpit__next.PMPI_Error_class(rc, &class) == MPI_SUCCESS ? class : MPI_ERR_UNKNOWN;
}

static bool statuses_have_errors(int rc)
{
    return rc != MPI_SUCCESS && class_of(rc) == MPI_ERR_IN_STATUS;
}

bool mpit__book_was_refused(int rc)
{
    const int class = rc == MPI_SUCCESS ? MPI_SUCCESS : class_of(rc);

    return class == MPI_ERR_ARG || class == MPI_ERR_REQUEST || class == MPI_ERR_COUNT;
}

MPI_Comm mpit__book_completed_all(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                  int count)
{
    bool each = statuses_have_errors(rc);

    if (mpit__book_was_refused(rc))
        return frame->failed;
    for (int i = 0; i < count; i++) {
        const MPI_Status *status = &copies->statuses[i];
        bool failed = each ? status->MPI_ERROR != MPI_SUCCESS : rc != MPI_SUCCESS;

        if (!(each && status->MPI_ERROR == MPI_ERR_PENDING))
            mpit__book_completed(frame, copies, i, failed ? NULL : status);
    }
    return frame->failed;
}

MPI_Comm mpit__book_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                   const int *outcount, const int indices[])
{
    bool each = statuses_have_errors(rc);

    if ((rc != MPI_SUCCESS && !each) || *outcount == MPI_UNDEFINED)
        return frame->failed;
    for (int i = 0; i < *outcount; i++) {
        const MPI_Status *status = &copies->statuses[i];
        bool failed = each && status->MPI_ERROR != MPI_SUCCESS;

        mpit__book_completed(frame, copies, indices[i], failed ? NULL : status);
    }
    return frame->failed;
}
