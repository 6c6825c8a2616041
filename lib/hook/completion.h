/* How hooks find the requests that a call completes, tests or frees: one, or an array of them. */
#ifndef MPIT_HOOK_COMPLETION_H
#define MPIT_HOOK_COMPLETION_H

#include "hook/requests.h"

/* The request that a completion call names, NULL if we do not keep it. */
MPIT_HOT struct mpit_request *mpit__book_find(const struct mpit_thread *thread, uint32_t watch,
                                              MPI_Request handle)
{
    return handle != MPI_REQUEST_NULL && (watch & MPIT_WATCH_TRACK) && mpit__request_any(thread)
               ? mpit__request_find(MPIT_KEY(handle))
               : NULL;
}

/* The same before the vendor gets the call.  Where there are other threads it must be found then,
 * and be ours meanwhile: once the vendor has completed it, it may give its handle to another
 * thread, whose request would be taken for it.  Where there are none it is found when it is
 * complete: a test that finds it unfinished does not look. */
struct mpit_request *mpit__book_take_now(uint32_t watch, MPI_Request handle);
MPIT_HOT struct mpit_request *mpit__book_take(uint32_t watch, MPI_Request handle)
{
    return MPIT_LIKELY(!mpit__thread_multiple) ? NULL : mpit__book_take_now(watch, handle);
}

/* A completion call was refused for what it was given: it has completed nothing. */
bool mpit__book_was_refused(int rc);

/* It is not complete. */
static inline void mpit__book_give_back(struct mpit_request *taken)
{
    if (taken)
        mpit__request_keep(taken, taken->key & ~MPIT_REQUEST_FOUND);
}

/* Whether the failure of a request is blamed on its communicator: that of a persistent one is by
 * every MPI library where the call is for it alone. */
static inline bool mpit__book_blames(const struct mpit_request *request, enum mpit_fact blames_comm)
{
    return mpit__fact(blames_comm) || (blames_comm == MPIT_FACT_blames_comm_of_one &&
                                       (request->flags & MPIT_REQUEST_PERSISTENT));
}

/* A request is complete: what mpit__book_take gave, and its handle.
 *   blames_comm  the fact that says whether a failure is blamed on its communicator */
MPIT_HOT void mpit__book_complete(struct mpit_frame *frame, struct mpit_request *taken,
                                  MPI_Request handle, const MPI_Status *status,
                                  enum mpit_fact blames_comm)
{
    if (MPIT_LIKELY(!mpit__thread_multiple))
        taken = mpit__book_find(frame->thread, frame->watch, handle);
    if (taken) {
        bool blames = !status && mpit__book_blames(taken, blames_comm);
        MPI_Comm failed = mpit__book_ended(frame->watch, frame, taken, status);

        if (blames)
            frame->failed = failed;
    }
}

/* Whether a persistent request that we have as started is complete as far as the MPI library knows:
 * a call that failed has ended it.  taken: what mpit__book_take gave for its handle. */
bool mpit__book_is_inactive(uint32_t watch, struct mpit_request *taken, MPI_Request handle);

/* Of MPI_Request_free, before it and after it. */
struct mpit_request *mpit__book_request_to_free(MPI_Request handle);
void mpit__book_request_freed(struct mpit_thread *thread, struct mpit_request *request, bool done);

/* A request is null after a completion call: it has ended, unless it was before. */
static inline void mpit__book_request_gone(MPI_Request before, const MPI_Request *now)
{
    if (before != MPI_REQUEST_NULL && *now == MPI_REQUEST_NULL)
        mpit__object_gone(MPIT_KIND_request, MPIT_KEY(before));
}

/* A test of these has left at least one of them unfinished. */
void mpit__book_unfinished(int count, const MPI_Request requests[]);

/* Copies of what completion calls overwrite, what mpit__book_take gave for each, and statuses
 * where the program wants none. */
enum { MPIT_COPIES = 32 };
struct mpit_copies {
    int count;
    MPI_Request *requests;
    struct mpit_request **taken;
    MPI_Status *statuses;
    void *allocated;
    MPI_Request few_requests[MPIT_COPIES];
    struct mpit_request *few_taken[MPIT_COPIES];
    MPI_Status few_statuses[MPIT_COPIES];
};

/* False where nothing is to be copied: nobody tracks, or count is nothing. */
bool mpit__copies_take(struct mpit_copies *copies, uint32_t watch, int count,
                       const MPI_Request requests[], MPI_Status statuses[]);
/* Gives back what is left of it. */
void mpit__copies_give(struct mpit_copies *copies);

/* Number i of them is complete. */
static inline void mpit__book_completed(struct mpit_frame *frame, struct mpit_copies *copies, int i,
                                        const MPI_Status *status)
{
    struct mpit_request *taken = copies->taken[i];

    copies->taken[i] = NULL;
    mpit__book_complete(frame, taken, copies->requests[i], status, MPIT_FACT_blames_comm_of_many);
}

/* rc and the statuses of a call over an array say which requests are complete.  The communicator of
 * one that failed, for the frame. */
MPI_Comm mpit__book_completed_all(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                  int count);
void mpit__book_gone(const struct mpit_copies *copies, int count, const MPI_Request now[]);
MPI_Comm mpit__book_completed_some(struct mpit_frame *frame, struct mpit_copies *copies, int rc,
                                   const int *outcount, const int indices[]);

#endif
