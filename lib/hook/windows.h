/* What hooks book of windows: one-sided operations, time. */
#ifndef MPIT_HOOK_WINDOWS_H
#define MPIT_HOOK_WINDOWS_H

#include "hook/book.h"
#include "hook/monitor.h"

_Static_assert((int)MPIT_P_RMA_BYTES == (int)MPIT_P_RMA_CALLS + 1,
               "mpit__book_pair takes how many and how much to stand side by side");

/* Names the window, for its time. */
MPIT_HOT void mpit__book_sync(struct mpit_frame *frame, MPI_Win win)
{
    if ((frame->watch & MPIT_WATCH_WINS) && (frame->watch & MPIT_WATCH_TIME))
        mpit__book_timed(frame, MPIT_KIND_win, MPIT_KEY(win), MPIT_W_TICKS);
}

/* Who does what on whose window, for the report. */
MPIT_HOT void mpit__book_target(const struct mpit_frame *frame, MPI_Win win, int target,
                                uint64_t bytes)
{
    const struct mpit_target_line *line =
        mpit__cache_target(&frame->thread->cache, MPIT_KEY(win), target);

    if (!MPIT_LIKELY(line != NULL))
        line = mpit__cache_fill_target(&frame->thread->cache, frame->thread->shard, MPIT_KEY(win),
                                       target);
    if (line)
        mpit__book_pair(frame, line->slots, bytes);
}

/* A one-sided operation; bytes are those that it reads or writes at the target. */
MPIT_HOT void mpit__book_rma(struct mpit_frame *frame, enum mpit_win_slot what, int target,
                             MPI_Count count, MPI_Datatype datatype, MPI_Win win)
{
    struct mpit_block *block;
    uint64_t bytes = 0;

    if (target == MPI_PROC_NULL)
        return;
    if (frame->watch & MPIT_WATCH_BYTES)
        bytes = mpit__frame_bytes(frame, count, datatype);
    mpit__book_pair(frame, &frame->thread->totals->slot[MPIT_P_RMA_CALLS], bytes);
    if (frame->watch & MPIT_WATCH_CALLS) {
        mpit__book_call_bytes(frame, bytes);
        mpit__book_target(frame, win, target, bytes);
    }
    if (frame->watch & MPIT_WATCH_MONITOR)
        mpit__monitor_rma(frame->call, what, target, win, bytes);
    block = frame->watch & MPIT_WATCH_WINS ? mpit__frame_block(frame, MPIT_KIND_win, MPIT_KEY(win))
                                           : NULL;
    if (block) {
        mpit__total_add(&block->slot[what], 1, frame->thread->shared);
        mpit__total_add(&block->slot[MPIT_W_BYTES], bytes, frame->thread->shared);
    }
}

#endif
