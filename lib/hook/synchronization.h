/* What calls do at windows and files, where others wait for them (profile/synchronization.h): which
 * calls these are.  Constants, which fold: no other call has any code of this. */
#ifndef MPIT_HOOK_SYNCHRONIZATION_H
#define MPIT_HOOK_SYNCHRONIZATION_H

#include "mpi/families.h"
#include "profile/synchronization.h"

/* Those that all processes of the window or file make. */
#define MPIT_IS_MEETING(name)                                                                      \
    (MPIT_CALL_##name == MPIT_CALL_Win_fence || MPIT_CALL_##name == MPIT_CALL_Win_free ||          \
     MPIT_CALL_##name == MPIT_CALL_Win_set_info || MPIT_CALL_##name == MPIT_CALL_File_close ||     \
     MPIT_CALL_##name == MPIT_CALL_File_set_view || MPIT_CALL_##name == MPIT_CALL_File_set_size || \
     MPIT_CALL_##name == MPIT_CALL_File_set_info ||                                                \
     MPIT_CALL_##name == MPIT_CALL_File_set_atomicity ||                                           \
     MPIT_CALL_##name == MPIT_CALL_File_preallocate || MPIT_CALL_##name == MPIT_CALL_File_sync ||  \
     MPIT_CALL_##name == MPIT_CALL_File_seek_shared || MPIT_IS_FILE_ACCESS_OF_ALL(#name))
#define MPIT_IS_FILE_ACCESS_OF_ALL(name)                                                           \
    (!__builtin_strncmp(name, "File_", 5) &&                                                       \
     (__builtin_strstr(name, "_all") != NULL || __builtin_strstr(name, "_ordered") != NULL))

/* Those that begin and end what a process has of a window alone. */
#define MPIT_IS_LOCK(name)                                                                         \
    (MPIT_CALL_##name == MPIT_CALL_Win_lock || MPIT_CALL_##name == MPIT_CALL_Win_lock_all)
#define MPIT_IS_EPOCH(name)                                                                        \
    (MPIT_IS_LOCK(name) || MPIT_CALL_##name == MPIT_CALL_Win_unlock ||                             \
     MPIT_CALL_##name == MPIT_CALL_Win_unlock_all || MPIT_CALL_##name == MPIT_CALL_Win_start ||    \
     MPIT_CALL_##name == MPIT_CALL_Win_complete || MPIT_CALL_##name == MPIT_CALL_Win_post ||       \
     MPIT_CALL_##name == MPIT_CALL_Win_wait || MPIT_CALL_##name == MPIT_CALL_Win_test)

/* The lock that a call is about, as live/layout.h has it; 0: none is taken, as the program says
 * that nobody contends for it, and of nobody's memory. */
MPIT_HOT uint64_t mpit__synchronization_lock_of(int target, int type, int assert)
{
    const uint64_t what =
        MPIT_LIVE_LOCK_IS | (type == MPI_LOCK_EXCLUSIVE ? MPIT_LIVE_LOCK_EXCLUSIVE : 0);

    if (assert & MPI_MODE_NOCHECK || (target < 0 && target != MPIT_LIVE_NO_NUMBER))
        return 0;
    return MPIT_LIVE_LOCK(target, what);
}

/* One of MPIT_IS_EPOCH is over; done: it has succeeded, and MPI_Win_test has found its end. */
MPIT_HOT void mpit__synchronization_after(enum mpit_call call, uint64_t win, uint64_t lock,
                                          MPI_Group group, bool done)
{
    switch (call) {
    case MPIT_CALL_Win_lock:
    case MPIT_CALL_Win_lock_all:
        mpit__synchronization_locked(win, lock, done);
        break;
    case MPIT_CALL_Win_unlock:
    case MPIT_CALL_Win_unlock_all:
        if (done)
            mpit__synchronization_unlocked(win, lock);
        break;
    case MPIT_CALL_Win_start:
    case MPIT_CALL_Win_post:
        if (done)
            mpit__synchronization_opened(win, group, call == MPIT_CALL_Win_post);
        break;
    default:
        if (done)
            mpit__synchronization_closed(win, call != MPIT_CALL_Win_complete);
    }
}

#endif
