/* Where there is no front, and all of libmpit is in one file: mpit__thread. */
#include "config.h"

#include "profile/thread.h"

_Thread_local struct mpit_thread mpit__thread = {.frame = MPIT_FRAME_UNREGISTERED};
