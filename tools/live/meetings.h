/* Who waits for whom in the collectives of a job that several nodes have: what each of its
 * processes has come to (came.h) is put together here, as the processes themselves do it in
 * MPI_Finalize (live/meetings.h).
 *
 * The clocks of two nodes are brought together by the collectives that both were at alone. */
#ifndef TOOL_LIVE_MEETINGS_H
#define TOOL_LIVE_MEETINGS_H

#include "record/record.h"
#include "tools/live/worlds.h"

/* Whether processes of the world stand on several nodes, though not all of them may be here. */
bool tool_meetings_are_of_nodes(const struct tool_live_world *world);

/* Puts into the record of the world who has waited for whom. */
void tool_meetings_put(const struct tool_live_world *world, struct mpit_record *record);

#endif
