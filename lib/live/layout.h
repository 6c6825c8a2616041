/* The segment: what a process keeps in memory that others can read while it runs and after it has
 * died.  This is the layout of its file, for who writes it (lib/live) and who reads it (the
 * command); doc/segment.md says the same for people.
 *
 * A head, and behind it items up to `used`, one after the other: each says how long it is, what
 * is in it, and of which object of the process.  Items never move.  A number that changes is
 * changed by one store; who reads takes no lock and must expect anything: the file may be cut
 * short, of another version, or hostile. */
#ifndef MPIT_LIVE_LAYOUT_H
#define MPIT_LIVE_LAYOUT_H

#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ground/batch.h"

#define MPIT_LIVE_MAGIC  "mpit segment\n"
#define MPIT_LIVE_ENDING ".mpit"

/* The default folder of a user: with his number behind it. */
#define MPIT_LIVE_FOLDERS "/dev/shm"
#define MPIT_LIVE_FOLDER  "mpit-"

enum { MPIT_LIVE_LAYOUT = 9, MPIT_LIVE_ORDER = 0x01020304, MPIT_LIVE_ALIGN = 64 };

/* A number that is not known, or any. */
#define MPIT_LIVE_NO_NUMBER INT32_MIN

/* What the process is about. */
enum mpit_live_state {
    MPIT_LIVE_STARTING, /* in MPI_Init, or in the first MPI_Session_init */
    MPIT_LIVE_RUNNING,
    MPIT_LIVE_FINALIZING, /* in MPI_Finalize */
    MPIT_LIVE_ENDED,      /* MPI_Finalize has returned, or the last session is closed */
    MPIT_LIVE_ABORTED,    /* it has called MPI_Abort */
    MPIT_LIVE_STATES
};

/* A call with which MPI begins or ends, of which no slot knows. */
struct mpit_live_life {
    char call[24];
    _Atomic uint64_t count, ns; /* of those that have returned */
    _Atomic uint64_t since;     /* CLOCK_MONOTONIC in ns when the one that goes on began; 0: none */
};
enum { MPIT_LIVE_LIVES = 8 };

/* A blocking call with a large message, where waits are watched: since when the process has been in
 * it.  Slots are used in turn; `index` is 0 while the rest is written. */
struct mpit_live_large {
    _Atomic uint64_t index;       /* how-manyth of the process, from 1 */
    _Atomic uint64_t comm;        /* mpit_live_key_of_comm */
    _Atomic uint64_t bytes;       /* sent; of a receive, for which there is room */
    _Atomic uint64_t entry, left; /* ticks; left 0: it is in the call */
    _Atomic int32_t peer, tag;    /* rank in the communicator; MPIT_LIVE_NO_NUMBER: any, as long as
                                   * the process is in the call */
    _Atomic uint32_t receives, unused;
};
_Static_assert(sizeof(struct mpit_live_large) == 56, "the head has room for them");
enum { MPIT_LIVE_LARGE = 1 << 16 /* bytes */, MPIT_LIVE_LARGES = 32 };

struct mpit_live_head {
    char magic[16];
    uint32_t layout, order;
    uint32_t head_bytes, item_bytes, name_bytes, place_bytes; /* sizes of these structs */
    uint32_t block_slots;  /* bytes of a block before its slots */
    uint32_t where;        /* whether threads say where they are */
    _Atomic uint64_t used; /* bytes of the file, this head among them, that hold items */
    _Atomic uint64_t lost; /* things that went unrecorded for want of memory */

    int64_t pid;
    uint64_t pid_start;         /* field 22 of /proc/PID/stat: another process may get the pid */
    uint64_t pid_space;         /* inode of the pid's namespace */
    char boot[40];              /* boot_id of the machine */
    _Atomic int32_t rank, size; /* in MPI_COMM_WORLD; before MPI_Init as the launcher says; -1 */
    int32_t here;               /* how many of them the launcher has started on this node; -1 */
    uint32_t mode;              /* of the file of its report: who may read that */
    _Atomic uint32_t state;     /* enum mpit_live_state */
    _Atomic int32_t code;       /* of MPI_Abort */

    /* Ticks are those of the timers; both clocks at one moment, and the length of a tick. */
    uint64_t ticks, ns;            /* of CLOCK_MONOTONIC */
    int64_t utc;                   /* seconds since 1970, then */
    _Atomic uint64_t tick_length;  /* bits of a double: seconds */
    _Atomic uint64_t began, ended; /* ticks: end of MPI_Init, begin of MPI_Finalize; 0: not yet */

    char mpit[32]; /* our version */
    char host[64];
    char job[256];   /* who started it: the same in all processes of a job */
    char world[128]; /* tells the worlds of a job apart, where some are spawned; else empty */
    char vendor[128];
    char command[512];
    struct mpit_live_life life[MPIT_LIVE_LIVES];
    _Atomic uint64_t unexpected; /* messages in the unexpected queues at the last look at them, */
    _Atomic uint32_t queued;     /* where these are followed; 2: at least so many */
    _Atomic uint64_t larges;     /* slots of the following that were ever used */
    struct mpit_live_large large[MPIT_LIVE_LARGES];
    _Atomic uint64_t paused; /* ticks in which nothing was recorded: mpit_live_paused */
    char report[PATH_MAX];   /* where the report was to go, of a job that nobody waits for; else
                            * empty */
    struct mpit_batch batch;
    char rest[376];
};
enum { MPIT_LIVE_HEAD = 12288 };

/* For how long nothing was recorded (MPI_Pcontrol), up to a moment.  It stands in one word, changed
 * by one store: the lowest bit is set while nothing is.  The others are ticks: how many there were,
 * or, while it is set, the moment from which on they count. */
static inline uint64_t mpit_live_paused(uint64_t word, uint64_t now)
{
    uint64_t ticks = word >> 1;

    if (!(word & 1))
        return ticks;
    return now > ticks ? now - ticks : 0;
}

/* Before each piece of memory. */
enum mpit_live_kind {
    MPIT_LIVE_FREE,      /* nothing: may be used later */
    MPIT_LIVE_NAMES,     /* what slots are: struct mpit_live_name[n] */
    MPIT_LIVE_PROCESS,   /* a block of the process: n slots */
    MPIT_LIVE_COMM,      /* struct mpit_live_comm */
    MPIT_LIVE_BLOCK,     /* a block of a communicator, window or file: n slots */
    MPIT_LIVE_PEERS,     /* traffic with ranks first … first + n - 1 of a communicator:
                        * slots[n][MPIT_LIVE_PEER_SLOTS], then int32_t world[n], their ranks in
                        * MPI_COMM_WORLD, -1 for none */
    MPIT_LIVE_PAIRS,     /* traffic and waits by rank in the world on communicators that have ended,
                        * one-sided operations on windows that have: struct mpit_live_pair[n]; the
                        * highest `object` holds */
    MPIT_LIVE_PLACE,     /* struct mpit_live_place: where a thread is; struct mpit_live_note[n] */
    MPIT_LIVE_CONSTANTS, /* struct mpit_live_constant[n] */
    MPIT_LIVE_REGIONS,   /* struct mpit_live_region[n]; the highest `object` holds */
    MPIT_LIVE_WAITS,     /* as MPIT_LIVE_PEERS: slots[n][MPIT_LIVE_WAIT_SLOTS] */
    MPIT_LIVE_RING,      /* struct mpit_live_ring: the last n collectives of a thread */
    MPIT_LIVE_SITES,     /* struct mpit_live_site[n], then struct mpit_live_site_of[n] */
    MPIT_LIVE_MODULE,    /* struct mpit_live_module; `object` is its number, from 1 */
    MPIT_LIVE_USES,      /* struct mpit_live_use[n] */
    MPIT_LIVE_TARGETS,   /* as MPIT_LIVE_PEERS, of a window that has not ended:
                        * slots[n][MPIT_LIVE_TARGET_SLOTS] */
    MPIT_LIVE_MEETING,   /* struct mpit_live_synchronization */
    MPIT_LIVE_PAST,     /* struct mpit_live_past: collectives of a thread that have left its ring */
    MPIT_LIVE_RECORDER, /* struct mpit_live_recorder: the last n calls of a thread */
    MPIT_LIVE_KINDS
};

struct mpit_live_item {
    uint32_t kind;           /* enum mpit_live_kind */
    uint32_t shard;          /* which thread's it is */
    uint64_t bytes;          /* of the item, with this: a multiple of MPIT_LIVE_ALIGN */
    _Atomic uint64_t object; /* of which communicator or window: its id, 0 for none */
    uint32_t first, n;       /* as of the kind */
};
_Static_assert(sizeof(struct mpit_live_item) == 32, "items are packed");

/* What slots are.  A name may have several: how many, how many messages, bytes, ticks. */
enum mpit_live_class {
    MPIT_LIVE_CALL,       /* of the process: a call by its name */
    MPIT_LIVE_AMOUNT,     /* of the process: sends, recvs, … */
    MPIT_LIVE_COLLECTIVE, /* of the process: a collective operation */
    MPIT_LIVE_FAMILY,     /* of the process: ticks of a family of calls; their sum is MPI's time */
    MPIT_LIVE_OF_COMM,    /* of a communicator */
    MPIT_LIVE_OF_PEER,    /* of MPIT_LIVE_PEERS */
    MPIT_LIVE_OF_WAIT,    /* of MPIT_LIVE_WAITS */
    MPIT_LIVE_SIZES, /* of the process: messages by size, the first of 64 slots: of no bytes, and
                           * from each power of two on */
    MPIT_LIVE_OF_TARGET,  /* of MPIT_LIVE_TARGETS */
    MPIT_LIVE_COLL_SIZES, /* of the process: a collective operation by how many bytes are handed in,
                           * each unit the first of 64 slots, as MPIT_LIVE_SIZES */
    MPIT_LIVE_CLASSES
};
enum mpit_live_unit {
    MPIT_LIVE_COUNT,
    MPIT_LIVE_MESSAGES,
    MPIT_LIVE_BYTES,
    MPIT_LIVE_TICKS,
    MPIT_LIVE_UNITS
};
#define MPIT_LIVE_NO_SLOT UINT32_MAX

struct mpit_live_name {
    char name[44];
    uint32_t class;
    uint32_t slot[MPIT_LIVE_UNITS]; /* MPIT_LIVE_NO_SLOT: it has none */
};

/* Counts on peers: slots of MPIT_LIVE_PEERS, in this order. */
enum {
    MPIT_LIVE_PEER_SENDS,
    MPIT_LIVE_PEER_SEND_BYTES,
    MPIT_LIVE_PEER_RECVS,
    MPIT_LIVE_PEER_RECV_BYTES,
    MPIT_LIVE_PEER_SLOTS
};

/* How long this process has waited for a peer, and messages of it for this process: slots of
 * MPIT_LIVE_WAITS, for each kind how often and how many ticks. */
enum {
    MPIT_LIVE_LATE_SENDER,
    MPIT_LIVE_LATE_RECEIVER,
    MPIT_LIVE_BLOCKED_SEND,
    MPIT_LIVE_LATE_ARRIVAL,
    MPIT_LIVE_WAIT_KINDS,
    MPIT_LIVE_WAIT_SLOTS = 2 * MPIT_LIVE_WAIT_KINDS
};

/* One-sided operations of this process on a window of a peer, and the bytes that they have read or
 * written there: slots of MPIT_LIVE_TARGETS. */
enum { MPIT_LIVE_TARGET_CALLS, MPIT_LIVE_TARGET_BYTES, MPIT_LIVE_TARGET_SLOTS };

/* Of struct mpit_live_synchronization. */
enum mpit_live_meeting_kind { MPIT_LIVE_WINDOW, MPIT_LIVE_FILE, MPIT_LIVE_MEETINGS };

/* A communicator.  The item's object is its id in this process. */
struct mpit_live_comm {
    _Atomic uint64_t key;   /* the MPI handle */
    _Atomic uint32_t ended; /* what it counted stands in MPIT_LIVE_PAIRS */
    _Atomic int32_t size;   /* of the group that peers are ranks of; 0: not asked for */
    _Atomic int32_t rank;
    _Atomic uint32_t inter;
    _Atomic uint64_t hash;   /* of the world ranks of its processes in order: the same in all of
                              * them; 0: not known (and never while nobody says where he is) */
    _Atomic uint64_t side;   /* of an intercommunicator: the same of the own group */
    _Atomic uint32_t number; /* of those with the hash that this process had made before */
    char name[64];           /* MPI_Comm_set_name's, else empty */
    _Atomic uint32_t made[MPIT_LIVE_MEETINGS]; /* of each kind on it, ended ones too, … */
    _Atomic uint32_t unmade;                   /* … and those that have failed or have no item */
};

/* A lock that the process has on the memory of a rank of a window, or of all.  In one word, so that
 * threads take rows and give them back by one store each; 0: there is none. */
enum {
    MPIT_LIVE_LOCK_IS = 1,
    MPIT_LIVE_LOCK_EXCLUSIVE = 2,
    MPIT_LIVE_LOCK_WANTED = 4, /* the call that locks has not returned */
    MPIT_LIVE_LOCKS = 32
};
#define MPIT_LIVE_LOCK(target, what) ((uint64_t)(uint32_t)(target) << 32 | (what))
#define MPIT_LIVE_LOCK_OF(word)      ((int32_t)((word) >> 32)) /* MPIT_LIVE_NO_NUMBER: of all */

/* How often a rank of a window has been in groups of this process's: of MPI_Win_start and of the
 * MPI_Win_complete that ended these, of MPI_Win_post and MPI_Win_wait.  Rows only come. */
struct mpit_live_partner {
    _Atomic uint32_t taken; /* the rank + 1; 0: nobody has the row */
    _Atomic uint32_t starts, completes, posts, waits;
};
enum { MPIT_LIVE_PARTNERS = 64 };

/* A window or a file, where processes wait for each other: with mpit_live=where.  The item's object
 * is its id in this process. */
struct mpit_live_synchronization {
    _Atomic uint64_t key; /* the MPI handle */
    _Atomic uint32_t ended;
    uint32_t kind;   /* enum mpit_live_meeting_kind */
    uint64_t hash;   /* of the communicator that it was made on, as mpit_live_comm has … */
    uint32_t number; /* … these four */
    int32_t size, rank;
    uint32_t nth;            /* of its kind that had been made on that before */
    _Atomic uint64_t calls;  /* that all its processes make, and that have returned here … */
    _Atomic uint32_t failed; /* … with an error: others may not count these */
    _Atomic uint32_t more_locks, more_partners; /* that there was no row for */
    char name[64];                              /* of a file, the end of it; else empty */
    _Atomic uint64_t lock[MPIT_LIVE_LOCKS];
    struct mpit_live_partner partner[MPIT_LIVE_PARTNERS];
};

struct mpit_live_pair {
    int32_t peer, unused;
    _Atomic uint64_t messages, bytes; /* a free row has none, no operations and no waits */
    _Atomic uint64_t operations, operation_bytes; /* one-sided: as MPIT_LIVE_TARGETS */
    _Atomic uint64_t waited[MPIT_LIVE_WAIT_SLOTS];
};

/* A collective to which this process has come, on a communicator that others can know again.
 *
 * Slots are used in turn.  `index` is 0 while the rest is written; who reads takes a slot whose
 * index is the one that he looks for, while `started` has not gone on by as many as there are. */
struct mpit_live_arrival {
    _Atomic uint64_t index; /* how-manyth of the ring, from 1 */
    _Atomic uint64_t comm;  /* mpit_live_key_of_comm: the same in all processes of it */
    _Atomic uint64_t nth;   /* how-manyth collective on it; of a persistent one which start */
    _Atomic uint64_t entry; /* ticks: when the process has come to it, … */
    _Atomic uint64_t since; /* … when it has begun to wait: in MPI_Wait, say, less the time that its
                             * start has taken; 0: with the entry; until `exit` that time alone … */
    _Atomic uint64_t exit;      /* … and when that was over; 0: not yet, or without waiting */
    _Atomic uint64_t bytes;     /* that it has handed in */
    _Atomic uint32_t size;      /* processes of the communicator, with those of the other side */
    _Atomic uint32_t operation; /* index among the names of MPIT_LIVE_COLLECTIVE */
};
_Static_assert(sizeof(struct mpit_live_arrival) == 64, "a cache line");
enum { MPIT_LIVE_ARRIVALS = 4096 };
struct mpit_live_ring {
    _Atomic uint64_t started; /* slots that were ever used */
    uint64_t rest[7];
    struct mpit_live_arrival slot[MPIT_LIVE_ARRIVALS];
};

/* A call that has returned (mpit_recorder).  What is not known, or the call has not, is 0 or
 * MPIT_LIVE_NO_NUMBER.
 *
 * Slots are used in turn.  Who reads takes those of the last n - 1 calls before `done` as it is
 * after he has read them: the one before may just be written. */
struct mpit_live_called {
    _Atomic uint64_t entry; /* ticks */
    _Atomic uint32_t took;  /* bits of a float: ticks */
    _Atomic uint32_t comm;  /* mpit_live_number_of_comm: the same in all processes of it */
    _Atomic uint32_t what;  /* MPIT_LIVE_CALLED */
    _Atomic int32_t peer;   /* rank that it sends to, or receives from; the root */
    _Atomic int32_t tag;    /* of a collective bytes of an element */
    _Atomic uint32_t bytes; /* bits of a float, no number where that is not known: bytes that it
                             * gives, or has room for; of a call that has failed its error class; of
                             * one that has waited for a request, as the others then: the call that
                             * has started it, and from the 16th bit on how many more; but with
                             * MESSAGE the bytes of that: MPI_Irecv has started it, and no more */
};
_Static_assert(sizeof(struct mpit_live_called) == 32, "half of a cache line");
struct mpit_live_recorder {
    _Atomic uint64_t done;   /* slots that were ever used … */
    _Atomic uint64_t beside; /* … and of these MPIT_LIVE_CALLED_BESIDE; the others are calls */
    uint64_t rest[6];
    struct mpit_live_called call[];
};

/* call: an index among the names of MPIT_LIVE_CALL; bits; site: from 1, of MPIT_LIVE_SITES. */
enum {
    MPIT_LIVE_CALLED_FAILED = 1,
    MPIT_LIVE_CALLED_WAITED =
        2, /* for the request of another call, whose comm, peer and tag it has */
    MPIT_LIVE_CALLED_ROOT = 4,  /* peer is the root */
    MPIT_LIVE_CALLED_SENDS = 8, /* peer is the destination */
    MPIT_LIVE_CALLED_VAIN = 16, /* it has asked for something that was not there, and the same call
                                  * after it did, from `entry` on */
    MPIT_LIVE_CALLED_MESSAGE = 32, /* peer, tag and bytes are those of a message that was received,
                                    * or, with SENDS, started … */
    MPIT_LIVE_CALLED_BESIDE = MPIT_LIVE_CALLED_MESSAGE | MPIT_LIVE_CALLED_ROOT, /* … by the call of
                                    * the next slot that is none of these: this one is no call */
};
#define MPIT_LIVE_CALLED(call, bits, site)                                                         \
    ((uint32_t)(site) << 16 | (uint32_t)(bits) << 10 | (uint32_t)(call))
#define MPIT_LIVE_CALLED_CALL(what) ((what)&0x3ff)
#define MPIT_LIVE_CALLED_BITS(what) ((what) >> 10 & 0x3f)
#define MPIT_LIVE_CALLED_SITE(what) ((what) >> 16)

/* Of a communicator's key (mpit_live_key_of_comm), for where there is no room for all of it. */
static inline uint32_t mpit_live_number_of_comm(uint64_t key)
{
    uint32_t number = (uint32_t)(key ^ key >> 32);

    return key && !number ? 1 : number;
}

/* What a ring has no room for any more, where ranks of several nodes are to put together what each
 * knows.  When it is full, every second one is dropped, in all processes the same ones: of those
 * that are left each stands for 2^level (live/meetings.h). */
struct mpit_live_past_arrival {
    _Atomic uint64_t comm, nth, entry, since, exit; /* as struct mpit_live_arrival has them */
    _Atomic uint32_t size;
    _Atomic uint16_t operation, handed_in; /* handed_in: whether any bytes were */
};
_Static_assert(sizeof(struct mpit_live_past_arrival) == 48, "they are packed");
enum { MPIT_LIVE_PASTS = 8192 };
struct mpit_live_past {
    _Atomic uint32_t n, level;
    uint64_t came; /* in an answer of another node, in place of rings: to how many in all; else 0 */
    uint64_t rest[6];
    struct mpit_live_past_arrival arrival[MPIT_LIVE_PASTS];
};

static inline uint64_t mpit_live_key_of_comm(uint64_t hash, uint32_t number)
{
    return (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15) | 1;
}
/* Of an intercommunicator: nobody there waits for the ranks of the own side. */
static inline uint64_t mpit_live_key_of_inter(uint64_t key)
{
    return (key & ~UINT64_C(1)) | 2;
}
static inline bool mpit_live_key_is_inter(uint64_t key)
{
    return !(key & 1);
}
/* Of those of a persistent one, the how-manyth that was made on its communicator. */
static inline uint64_t mpit_live_key_of_prepared(uint64_t comm, uint64_t nth)
{
    return mpit_live_key_of_comm(comm, 0) + 2 * nth;
}

/* A place in the program from where a call is made: how often, with how many bytes, for how many
 * ticks.  The last of them has all those that no row was left for. */
struct mpit_live_site {
    _Atomic uint64_t key; /* tells it from others; 0: nothing stands here, in either array */
    _Atomic uint64_t count, bytes, ticks;
};
struct mpit_live_site_of {
    uint32_t call;   /* an index among the names of MPIT_LIVE_CALL, or MPIT_LIVE_NO_SLOT: several */
    uint32_t module; /* the number of one; 0: it is in none, or in several */
    uint64_t offset; /* where the call returns to, from where the module begins */
    _Atomic uint64_t waited; /* ticks of its calls, for the other side of a message */
};

/* A file that was loaded when one of its places was first seen. */
struct mpit_live_module {
    uint64_t base;     /* what the addresses in it are counted from: 0 where they are fixed */
    char build_id[72]; /* in hexadecimal digits; empty: it has none */
    char path[432];
};

/* A region (MPI_Pcontrol). */
struct mpit_live_amount {
    uint64_t count, bytes;
};
enum { MPIT_LIVE_AMOUNTS = 6 };
struct mpit_live_totals {
    struct mpit_live_amount amount[MPIT_LIVE_AMOUNTS];
    uint64_t wall, mpi; /* ticks */
};
struct mpit_live_region {
    char label[64];
    uint64_t entries;
    uint32_t inside, unused; /* times that the process is in it */
    uint64_t paused;         /* ticks in which nothing had been recorded when it was entered */
    struct mpit_live_totals began; /* what had been counted then */
    struct mpit_live_totals sum;   /* of those times that are over; wall: what was recorded of it */
};

/* What communicators of a name and size have been used for, those that have ended; files of a name,
 * with those that are open.  Rows only come and grow; one without a name has what there was no row
 * for, and communicators that have none. */
enum mpit_live_use_kind { MPIT_LIVE_USE_NONE, MPIT_LIVE_USE_COMM, MPIT_LIVE_USE_FILE };
enum {
    MPIT_LIVE_USE_SENDS,
    MPIT_LIVE_USE_RECVS,
    MPIT_LIVE_USE_COLLECTIVES,
    MPIT_LIVE_USE_RMA, /* not counted as yet: they stand as amounts of a record do */
    MPIT_LIVE_USE_READS,
    MPIT_LIVE_USE_WRITES,
    MPIT_LIVE_USE_AMOUNTS
};
struct mpit_live_use {
    _Atomic uint32_t kind; /* written last; 0: there is none here */
    int32_t size;          /* of communicators: as mpit_live_comm has it */
    char name[256];        /* of files that is longer its end */
    _Atomic uint64_t made, ticks;
    struct {
        _Atomic uint64_t count, bytes;
    } amount[MPIT_LIVE_USE_AMOUNTS];
};

/* Constants of this MPI, as calls are given them: what their values mean. */
enum mpit_live_constant_kind {
    MPIT_LIVE_OP,
    MPIT_LIVE_DATATYPE,
    MPIT_LIVE_RANK, /* MPI_ANY_SOURCE, MPI_PROC_NULL, MPI_ROOT */
    MPIT_LIVE_TAG,  /* MPI_ANY_TAG */
};
struct mpit_live_constant {
    uint64_t key; /* the handle, or the number as an int32_t */
    uint32_t kind;
    uint32_t bytes; /* of an element of a datatype */
    char name[40];
};

/* Which of the arguments of a call a struct mpit_live_call_made has. */
enum {
    MPIT_LIVE_HAS_COMM = 1,
    MPIT_LIVE_HAS_COUNT = 2,    /* and the datatype */
    MPIT_LIVE_HAS_RECEIVED = 4, /* and the datatype */
    MPIT_LIVE_HAS_DEST = 8,
    MPIT_LIVE_HAS_SOURCE = 16,
    MPIT_LIVE_HAS_TAG = 32,
    MPIT_LIVE_HAS_RECV_TAG = 64,
    MPIT_LIVE_HAS_ROOT = 128,
    MPIT_LIVE_HAS_OP = 256,
    MPIT_LIVE_HAS_AWAITED = 512,
    MPIT_LIVE_HAS_WIN = 1024,  /* comm is the handle of the window … */
    MPIT_LIVE_HAS_FILE = 2048, /* … of the file */
    MPIT_LIVE_HAS_ALL = 4096,  /* all processes of the window or file make it */
};

/* A call as the program has made it.  What it has not keeps the value of an older one. */
struct mpit_live_call_made {
    _Atomic uint64_t what;                    /* which call, of which arguments: the two below */
    _Atomic uint64_t since;                   /* ticks: when it went in */
    _Atomic uint64_t comm;                    /* the MPI handle */
    _Atomic uint64_t count, type;             /* elements given, of which datatype (a handle) */
    _Atomic uint64_t received, received_type; /* the same of those to be received, where that is
                                               * another argument */
    _Atomic int32_t dest, source;
    _Atomic int32_t tag, recv_tag; /* recv_tag: where a call has two */
    _Atomic int32_t root, unused;
    _Atomic uint64_t op;
    uint64_t rest[5];
};
_Static_assert(sizeof(struct mpit_live_call_made) == 128, "its place is found by a shift");
/* call: an index among the names of MPIT_LIVE_CALL; has: bits of MPIT_LIVE_HAS_… */
#define MPIT_LIVE_WHAT(call, has) ((uint64_t)(call) << 32 | (has))
#define MPIT_LIVE_CALL_OF(what)   ((uint32_t)((what) >> 32))
#define MPIT_LIVE_HAS_OF(what)    ((uint32_t)(what))

/* What a thread knows of a request that it has made: in one of the two places of its notes that the
 * key has, the newest in the first, from which it moves what stood there to that one's second.  So
 * two requests that fall together are both known; of three the oldest is not. */
enum mpit_live_awaited {
    MPIT_LIVE_AWAITS_OTHER, /* of a file, by this process alone */
    MPIT_LIVE_AWAITS_SEND,
    MPIT_LIVE_AWAITS_RECV,
    MPIT_LIVE_AWAITS_COLLECTIVE,
    MPIT_LIVE_AWAITS_FILE,     /* a collective of a file: comm is the file's handle */
    MPIT_LIVE_AWAITS_TARGET,   /* of a window at one of its ranks: comm is the window's handle */
    MPIT_LIVE_AWAITS_EXPOSURE, /* what MPI_Win_test asks for; in no note */
    MPIT_LIVE_AWAITED_KINDS,
    MPIT_LIVE_NOT_STARTED = 16, /* besides: it is persistent, and was never started */
};
struct mpit_live_note {
    _Atomic uint64_t key;      /* the MPI handle */
    _Atomic uint64_t comm;     /* the same of the communicator */
    _Atomic int32_t peer, tag; /* of a message; MPIT_LIVE_NO_NUMBER: unknown */
    _Atomic uint64_t what;     /* MPIT_LIVE_WHAT: which call has made it, what it is */
};
enum { MPIT_LIVE_NOTE_BITS = 10, MPIT_LIVE_NOTES = 1 << MPIT_LIVE_NOTE_BITS };
static inline uint32_t mpit_live_note_index(uint64_t key, int second)
{
    return ((uint32_t)key * UINT32_C(0x9e3779b1) >> (32 - MPIT_LIVE_NOTE_BITS)) ^ (uint32_t)second;
}

/* Where a thread is: the last calls that it made.
 *
 * A call is written to made[n % MPIT_LIVE_CALLS_MADE], the requests that it waits for to `awaits`,
 * and then n to `sequence`, which counts the calls; `left` when it has come out.  The thread is in
 * the newest where `left` is 0 or older than its `since`.  Who reads takes what stood there while
 * `sequence` was the same before and after: the three newest, as in the place of the fourth the
 * next may just be written; and, while it was in the newest all the time, what that waits for, and
 * the notes.
 *
 * A thread that has called nothing but what asks whether something has come, each time in vain, is
 * in a loop: `polled` is the last such call by its number, `polling` the moment of the first, and
 * `polls` says what it has asked for.  It goes on as long as `polled` is the newest or the one
 * before.  `polled` is 0 while the rest is written, and where it is in none. */
enum { MPIT_LIVE_AWAITS = 8, MPIT_LIVE_CALLS_MADE = 4, MPIT_LIVE_POLLS = 4 };
struct mpit_live_poll {
    _Atomic uint64_t what, comm; /* as of struct mpit_live_call_made */
    _Atomic int32_t source, tag;
    _Atomic uint64_t awaiting;                 /* requests that it has asked for … */
    _Atomic uint64_t awaits[MPIT_LIVE_AWAITS]; /* … the first of them */
};
struct mpit_live_place {
    _Atomic uint64_t sequence;
    _Atomic uint64_t left;                   /* ticks */
    _Atomic uint64_t tid;                    /* of the thread */
    _Atomic uint64_t awaiting;               /* requests that the newest waits for … */
    _Atomic uint64_t polled, polling, npoll; /* npoll: more than there is room for, not all */
    uint64_t rest[9];
    struct mpit_live_call_made made[MPIT_LIVE_CALLS_MADE];
    _Atomic uint64_t awaits[MPIT_LIVE_AWAITS]; /* … the first of them: MPI handles */
    struct mpit_live_poll poll[MPIT_LIVE_POLLS];
};

#endif
