/* Which call has sent what another one has received. */
#ifndef TOOL_LIVE_MESSAGES_H
#define TOOL_LIVE_MESSAGES_H

#include "tools/live/recorder.h"

/* The calls of a thread of a process. */
struct tool_recorded_thread {
    const struct tool_segment *segment;
    struct tool_recording its;
};

/* A message: the call [send] of a thread has sent it, the call [receive] of another received it. */
struct tool_recorded_pair {
    int sender, receiver; /* threads */
    int send, receive;
    int32_t tag;
    double bytes; /* NAN: not known */
};

/* Those that are certain, in the order of threads and calls of receivers; to be freed.
 *
 * Messages from one process to another on a communicator with a tag are received in the order in
 * which they were sent.  How-manyth one is of them all is known where no call before it was lost,
 * and else by how many were sent and received, ever.  A pair of processes whose messages do not fit
 * each other has none here: something was received that was not recorded. */
struct tool_recorded_pair *tool_recorded_pairs(const struct tool_recorded_thread *thread, int n,
                                               int *npair);

#endif
