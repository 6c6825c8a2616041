/* What each payload of calls.def does before and after the vendor's call.
 *
 * The macros use the row's formals by the standard's names, `frame`, and the return code `rc`.
 * Nothing of a failed call is counted; what a completion call completed is taken out of our table
 * all the same. */
#ifndef MPIT_HOOK_PAYLOAD_H
#define MPIT_HOOK_PAYLOAD_H

#include "hook/book.h"
#include "hook/completion.h"
#include "hook/contribution.h"
#include "hook/current_call.h"
#include "hook/errors.h"
#include "hook/files.h"
#include "hook/messages.h"
#include "hook/monitor.h"
#include "hook/prepared.h"
#include "hook/raise_objects.h"
#include "hook/requests.h"
#include "hook/waits.h"
#include "hook/windows.h"
#include "profile/shared.h"

#define MPIT_OK (rc == MPI_SUCCESS)

/* A status of our own where the program ignores it: it says what was received. */
#define OWN_STATUS                                                                                 \
    MPI_Status own_status;                                                                         \
    if (status == MPI_STATUS_IGNORE)                                                               \
        status = &own_status;

/* The frame for functions that stand apart: a copy, since one whose address is known stays in
 * memory, where each look at it is a load and no constant folds. */
#define APART_FRAME ((struct mpit_frame[]){frame})

#define MPIT_BEFORE_none
#define MPIT_AFTER_none

/* What the MPI library has refused may be no communicator. */
#define MPIT_BEFORE_comm
#define MPIT_AFTER_comm                                                                            \
    if (MPIT_OK)                                                                                   \
        mpit__book_comm(&frame, comm);

#include "hook/payload_coll.h"
#include "hook/payload_io.h"
#include "hook/payload_object.h"
#include "hook/payload_p2p.h"
#include "hook/payload_rma.h"

#endif
