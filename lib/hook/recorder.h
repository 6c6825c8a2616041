/* What becomes of a call in the recorder of its thread (profile/recorder.h). */
#ifndef MPIT_HOOK_RECORDER_H
#define MPIT_HOOK_RECORDER_H

#include "hook/current_call.h"

/* The newest call of a thread's place has returned with a code, at a tick.  in_vain: it has asked
 * for what was not there; site: from where it was made, or NULL. */
void mpit__recorder_put(struct mpit_thread *thread, enum mpit_call call, int code, bool in_vain,
                        uint64_t until, const struct mpit_said *said,
                        const struct mpit_live_site *site);

#endif
