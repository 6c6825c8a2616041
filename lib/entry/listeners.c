/* What rooms below call in rooms above: each listener is filled here and nowhere else. */
#include "config.h"

#include "ledger/thread.h"
#include "mpi/tool.h"

const struct mpit_tool_listener mpit__tool_listener = {
    .enter = mpit__thread_guard,
    .leave = mpit__thread_unguard,
};
