/* What hooks book of how a call ended, and of the info object that it took. */
#ifndef MPIT_HOOK_ERRORS_H
#define MPIT_HOOK_ERRORS_H

#include "hook/book.h"

void mpit__book_failure(enum mpit_family family, int rc, MPI_Comm comm, MPI_Win win, MPI_File file);

/* Any call, with the objects that it names or null ones: what it used and how it ended. */
MPIT_HOT void mpit__book_any(const struct mpit_frame *frame, int rc, MPI_Comm comm, MPI_Win win,
                             MPI_File file, MPI_Info info)
{
    if (rc != MPI_SUCCESS && (frame->watch & MPIT_WATCH_ERRORS))
        mpit__book_failure(frame->family, rc, comm == MPI_COMM_NULL ? frame->failed : comm, win,
                           file);
    if (rc == MPI_SUCCESS && info != MPI_INFO_NULL && (frame->watch & MPIT_WATCH_INFOS))
        mpit__book_use(MPIT_KIND_info, MPIT_KEY(info), MPIT_O_USES, 1);
}

#endif
