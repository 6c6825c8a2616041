/* Payloads of one-sided communication.  See payload.h. */
#ifndef MPIT_HOOK_PAYLOAD_RMA_H
#define MPIT_HOOK_PAYLOAD_RMA_H

/* By the target's arguments, which no operation ignores (MPI_NO_OP ignores the origin's). */
#define AFTER_RMA(kind, count, datatype)                                                           \
    if (MPIT_OK)                                                                                   \
        mpit__book_rma(&frame, MPIT_W_##kind, target_rank, count, datatype, win);
#define AFTER_RMA_OP(count, datatype)                                                              \
    AFTER_RMA(ACCS, count, datatype)                                                               \
    if (MPIT_OK && target_rank != MPI_PROC_NULL)                                                   \
        mpit__book_op(&frame, op);

#define MPIT_BEFORE_put
#define MPIT_AFTER_put AFTER_RMA(PUTS, target_count, target_datatype)
#define MPIT_BEFORE_rput
#define MPIT_AFTER_rput MPIT_AFTER_put AND_REQUEST

#define MPIT_BEFORE_get
#define MPIT_AFTER_get AFTER_RMA(GETS, target_count, target_datatype)
#define MPIT_BEFORE_rget
#define MPIT_AFTER_rget MPIT_AFTER_get AND_REQUEST

#define MPIT_BEFORE_accumulate
#define MPIT_AFTER_accumulate AFTER_RMA_OP(target_count, target_datatype)
#define MPIT_BEFORE_raccumulate
#define MPIT_AFTER_raccumulate MPIT_AFTER_accumulate AND_REQUEST

#define MPIT_BEFORE_fetch_and_op
#define MPIT_AFTER_fetch_and_op AFTER_RMA_OP(1, datatype)
#define MPIT_BEFORE_compare_and_swap
#define MPIT_AFTER_compare_and_swap AFTER_RMA(ACCS, 1, datatype)

#define MPIT_BEFORE_win_sync
#define MPIT_AFTER_win_sync mpit__book_sync(&frame, win);

#endif
