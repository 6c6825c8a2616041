/* What a look takes of the segment of a rank, part by part: look_<what>.c. */
#ifndef TOOL_WHERE_LOOK_PARTS_H
#define TOOL_WHERE_LOOK_PARTS_H

#include "tools/live/segment.h"
#include "tools/where/job.h"

/* ---- the process */

enum where_state where_look_state(const struct tool_segment *segment);
void where_look_process(const struct tool_segment *segment, struct where_rank *rank);

/* ---- communicators, windows and files, and the messages on them */

void where_look_comms(const struct tool_segment *segment, struct where_rank *rank);
/* Which of the rank's it is; -1: none. */
int where_look_comm_by_key(const struct tool_segment *segment, const struct where_rank *rank,
                           enum where_meeting meets, uint64_t key);

/* ---- calls */

struct where_call where_look_call(const struct tool_segment *segment, const struct where_rank *rank,
                                  const struct mpit_live_call_made *made);
void where_look_call_name(const struct tool_segment *segment, uint64_t what, char name[48]);
/* A rank or tag, with those of MPI itself as ours. */
int where_look_number(const struct tool_segment *segment, uint32_t kind, int32_t value);

/* ---- requests */

/* Those that it waits for. */
void where_look_awaited(const struct tool_segment *segment, const struct tool_piece *piece,
                        const struct mpit_live_place *place, struct where_rank *rank);
/* What is noted of a request, by its thread or another; false: nothing. */
bool where_look_request(const struct tool_segment *segment, const struct tool_piece *own,
                        const struct where_rank *rank, uint64_t key, struct where_awaited *request);

/* ---- loops of calls that ask for the same again and again */

bool where_look_is_polling(const struct mpit_live_place *place);
void where_look_loop(const struct tool_segment *segment, const struct tool_piece *piece,
                     const struct mpit_live_place *place, struct where_rank *rank);

/* ---- the thread that counts, and its calls */

/* False: no thread has made any.  Before MPI_Init is over it is only marked. */
bool where_look_thread(const struct tool_segment *segment, struct where_rank *rank);
double where_look_seconds_since(const struct tool_segment *segment, int64_t ns);

static inline uint64_t where_look_mix(uint64_t mark, uint64_t value)
{
    return (mark ^ value) * UINT64_C(0x9e3779b97f4a7c15) + (mark >> 29);
}

#endif
