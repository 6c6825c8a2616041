/* Raw totals: what hooks add to and variables reduce.
 *
 * An object (a communicator; the process as a whole) has one block of slots for each thread that
 * ever recorded on it, so that no cache line is written by two threads.  Slots only grow; a
 * reader sums over the blocks. */
#ifndef MPIT_PROFILE_TOTALS_H
#define MPIT_PROFILE_TOTALS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "mpi/families.h"

/* Threads beyond the last shard share it, and add with a lock prefix there. */
enum { MPIT_SHARDS = 64, MPIT_SHARED_SHARD = MPIT_SHARDS - 1, MPIT_SIZES = 64 };

/* What a process waits for another one for; the names stand in the record. */
#define MPIT_WAITS_EACH(WAIT)                                                                      \
    WAIT(late_sender)   /* a receive, or its completion, for the sender */                         \
    WAIT(late_receiver) /* a message, for this process: the other one is its sender */             \
    WAIT(blocked_send)  /* a send, or its completion, for the receiver */                          \
    WAIT(late_arrival)  /* in a collective, for who came last (profile/collective_waits.h) */
enum mpit_wait {
#define WAIT(name) MPIT_WAIT_##name,
    MPIT_WAITS_EACH(WAIT)
#undef WAIT
        MPIT_WAITS
};

/* Slots of the process. */
enum mpit_process_slot {
    MPIT_P_SENDS,
    MPIT_P_SEND_BYTES,
    MPIT_P_RECVS,
    MPIT_P_RECV_BYTES,
    MPIT_P_TRACKED,   /* requests put into our table … */
    MPIT_P_UNTRACKED, /* … and taken out of it */
    MPIT_P_SEARCHES,  /* of the drained queue, by receives */
    MPIT_P_PARTS,     /* of partitioned sends, marked ready */
    MPIT_P_WAITED,    /* ticks, of each kind of wait */
    MPIT_P_WAITED_END = MPIT_P_WAITED + MPIT_WAITS - 1,
    MPIT_P_SEND_SIZES, /* messages by size (mpit__size_class), for the report */
    MPIT_P_RECV_SIZES = MPIT_P_SEND_SIZES + MPIT_SIZES,
    MPIT_P_RMA_CALLS = MPIT_P_RECV_SIZES + MPIT_SIZES,
    MPIT_P_RMA_BYTES,
    MPIT_P_READS,
    MPIT_P_READ_BYTES,
    MPIT_P_WRITES,
    MPIT_P_WRITE_BYTES,
    MPIT_P_COLL_CALLS,
    MPIT_P_COLL_BYTES = MPIT_P_COLL_CALLS + MPIT_COLLECTIVES,
    MPIT_P_TICKS = MPIT_P_COLL_BYTES + MPIT_COLLECTIVES,
    MPIT_P_NESTED_CALLS = MPIT_P_TICKS + MPIT_FAMILIES,
    MPIT_P_NESTED_TICKS = MPIT_P_NESTED_CALLS + MPIT_FAMILIES,
    MPIT_P_CALL = MPIT_P_NESTED_TICKS + MPIT_FAMILIES, /* those below for each call */
    MPIT_P_COLL_SIZES =
        MPIT_P_CALL + 4 * MPIT_CALLS, /* for each collective, by what is handed in */
    MPIT_P_SLOTS = MPIT_P_COLL_SIZES + 3 * MPIT_SIZES * MPIT_COLLECTIVES
};

/* Slots of a call by its name.  Messages: how many times bytes were handed over, which is twice in
 * MPI_Sendrecv, at the root alone in MPI_Bcast, and not at all to MPI_PROC_NULL. */
enum mpit_call_slot {
    MPIT_CALL_COUNT,
    MPIT_CALL_MESSAGES,
    MPIT_CALL_BYTES,
    MPIT_CALL_TICKS,
    MPIT_CALL_SLOTS
};
_Static_assert(MPIT_P_COLL_SIZES == MPIT_P_CALL + (int)MPIT_CALL_SLOTS * MPIT_CALLS,
               "there is room for each");
#define MPIT_P_OF_CALL(call, slot) (MPIT_P_CALL + (int)MPIT_CALL_SLOTS * (int)(call) + (int)(slot))

/* Slots of a collective, MPIT_SIZES each, for the report. */
enum mpit_coll_size_slot {
    MPIT_COLL_SIZE_COUNT,
    MPIT_COLL_SIZE_BYTES,
    MPIT_COLL_SIZE_TICKS,
    MPIT_COLL_SIZE_SLOTS
};
_Static_assert(MPIT_P_SLOTS ==
                   MPIT_P_COLL_SIZES + (int)MPIT_COLL_SIZE_SLOTS * MPIT_SIZES * MPIT_COLLECTIVES,
               "there is room for each");
#define MPIT_P_OF_COLL_SIZE(op, slot)                                                              \
    (MPIT_P_COLL_SIZES + ((int)(op) * (int)MPIT_COLL_SIZE_SLOTS + (int)(slot)) * MPIT_SIZES)

/* Slots of a communicator. */
enum mpit_comm_slot {
    MPIT_C_SENDS,
    MPIT_C_SEND_BYTES,
    MPIT_C_RECVS,
    MPIT_C_RECV_BYTES,
    MPIT_C_COLL_CALLS,
    MPIT_C_COLL_BYTES,
    MPIT_C_TICKS,
    MPIT_C_UNEXPECTED,
    MPIT_C_MATCHED, /* receives that went through the queue, unexpected or not */
    MPIT_C_UMQ_TICKS,
    MPIT_C_O2A_CALLS, /* two a kind of collective: calls and bytes, see monitor.h */
    MPIT_C_O2A_BYTES,
    MPIT_C_A2O_CALLS,
    MPIT_C_A2O_BYTES,
    MPIT_C_A2A_CALLS,
    MPIT_C_A2A_BYTES,
    MPIT_C_SLOTS
};

/* Slots of a window; of a file, the first four as those of the process; of a datatype; of a
 * request; and the only one of other objects. */
enum mpit_win_slot {
    MPIT_W_PUTS,
    MPIT_W_GETS,
    MPIT_W_ACCS,
    MPIT_W_BYTES,
    MPIT_W_TICKS,
    MPIT_W_SLOTS
};
enum mpit_file_slot {
    MPIT_F_READS,
    MPIT_F_READ_BYTES,
    MPIT_F_WRITES,
    MPIT_F_WRITE_BYTES,
    MPIT_F_TICKS,
    MPIT_F_SLOTS
};
enum mpit_datatype_slot { MPIT_D_SENDS, MPIT_D_RECVS, MPIT_D_SLOTS };
enum mpit_request_slot { MPIT_R_STARTS, MPIT_R_TESTS, MPIT_R_SLOTS };
enum mpit_other_slot { MPIT_O_USES, MPIT_O_SLOTS };
#define NO_MORE(slots)                                                                             \
    _Static_assert((int)(slots) <= (int)MPIT_C_SLOTS, "a communicator has the most")
NO_MORE(MPIT_W_SLOTS);
NO_MORE(MPIT_F_SLOTS);
NO_MORE(MPIT_D_SLOTS);
NO_MORE(MPIT_R_SLOTS);
NO_MORE(MPIT_O_SLOTS);
#undef NO_MORE

/* Elements of the arrays of a communicator. */
enum mpit_size_array {
    MPIT_SEND_SIZES,
    MPIT_RECV_SIZES,
    MPIT_SEND_PARTS, /* how many parts partitioned messages have */
    MPIT_RECV_PARTS,
    MPIT_SIZE_ARRAYS
};
enum mpit_peer_slot {
    MPIT_PEER_SENDS,
    MPIT_PEER_SEND_BYTES,
    MPIT_PEER_RECVS,
    MPIT_PEER_RECV_BYTES,
    MPIT_PEER_SLOTS
};

/* The same of what few look at: see monitor.h. */
enum mpit_partner_slot {
    MPIT_PARTNER_COLL_CALLS,
    MPIT_PARTNER_COLL_BYTES,
    MPIT_PARTNER_RMA_SENT,
    MPIT_PARTNER_RMA_SENT_BYTES,
    MPIT_PARTNER_RMA_RECEIVED,
    MPIT_PARTNER_RMA_RECEIVED_BYTES,
    MPIT_PARTNER_POSTED,     /* receives from this rank … */
    MPIT_PARTNER_UNPOSTED,   /* … and those of them that are complete */
    MPIT_PARTNER_UNEXPECTED, /* messages, as last seen; in the block of shard 0 alone */
    MPIT_PARTNER_SLOTS
};

/* The same of how this process has waited for a rank, and messages of it for this process. */
enum mpit_waited_slot { MPIT_WAITED_COUNT, MPIT_WAITED_TICKS, MPIT_WAITED_SLOTS };
enum { MPIT_WAIT_SLOTS = MPIT_WAITS * MPIT_WAITED_SLOTS };
#define MPIT_OF_WAIT(wait, slot) ((int)(wait) * (int)MPIT_WAITED_SLOTS + (int)(slot))

/* The same of one-sided operations by target, on a window: bytes are those that are read or written
 * there. */
enum mpit_target_slot { MPIT_TARGET_CALLS, MPIT_TARGET_BYTES, MPIT_TARGET_SLOTS };

typedef _Atomic uint64_t mpit_total;

struct mpit_sizes {
    mpit_total count[MPIT_SIZE_ARRAYS][MPIT_SIZES];
};

/* Peers in pieces that come when the first of them is met: one piece for communicators up to
 * mpit_peer_limit (dense), pieces of MPIT_PEER_PIECE beyond (sparse).  The numbers of both are
 * powers of two that never change, so that few shapes are there to be used again. */
enum { MPIT_PEER_SHIFT = 8, MPIT_PEER_PIECE = 1 << MPIT_PEER_SHIFT };
struct mpit_peers {
    uint32_t pieces, shift;  /* number of pieces; the logarithm of how many peers are in each */
    uint32_t slots;          /* of a peer */
    struct mpit_peers *next; /* of those that are free */
    _Atomic(mpit_total *) piece[];
};

struct mpit_block {
    _Atomic(struct mpit_sizes *) sizes;
    _Atomic(struct mpit_peers *) peers;
    _Atomic(struct mpit_peers *) partners;
    _Atomic(struct mpit_peers *) waits;
    _Atomic(struct mpit_peers *) targets; /* of a window; the others are a communicator's */
    mpit_total slot[];
};

/* By the only thread that adds: readers see the sum before or after.  The compiler never makes one
 * instruction of an atomic load, an addition and an atomic store. */
static inline void mpit__total_add_alone(mpit_total *total, uint64_t by)
{
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__)
    __asm__("addq %1, %0" : "+m"(*total) : "er"(by) : "cc");
#else
    atomic_store_explicit(total, atomic_load_explicit(total, memory_order_relaxed) + by,
                          memory_order_relaxed);
#endif
}

/* shared: other threads add to the same block. */
static inline void mpit__total_add(mpit_total *total, uint64_t by, bool shared)
{
    if (__builtin_expect(shared, 0))
        atomic_fetch_add_explicit(total, by, memory_order_relaxed);
    else
        mpit__total_add_alone(total, by);
}

static inline uint64_t mpit__total_get(const mpit_total *total)
{
    return atomic_load_explicit(total, memory_order_relaxed);
}

/* Element of the histogram for a message: 0 for 0 bytes, i for 2^(i-1) … 2^i - 1, the last for more
 * as well: the highest bit of twice the bytes, without a branch. */
static inline unsigned mpit__size_class(uint64_t bytes)
{
    return MPIT_SIZES - 1 - (unsigned)__builtin_clzll(bytes | bytes << 1 | 1);
}

#endif
