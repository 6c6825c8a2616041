/* Records of MPI objects: what is known and counted of each.
 *
 * A communicator has a record from the hook that made it (or from its first use) to the hook that
 * ends it, and longer while a handle is bound to it, or a request of its own is not complete, which
 * counts there (6.4.3: it is only marked for its end).  Any other object has one only while a
 * handle is bound to it.  A reused MPI handle gets a new record.
 * An object ends when the MPI library has freed it: what it refuses to free lives on as it was, and
 * callbacks that it calls meanwhile find the object by its handle.
 * Records are never returned to the system, only reused: a reader that comes too late finds
 * another record, never an unmapped page. */
#ifndef MPIT_PROFILE_OBJECT_H
#define MPIT_PROFILE_OBJECT_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ground/internal.h"
#include "mpi/kinds.h"
#include "mpi/vendor.h"
#include "profile/totals.h"
#include "profile/watch.h"

enum mpit_level_slot {
    MPIT_LEVEL_PENDING_SENDS,
    MPIT_LEVEL_PRQ,
    MPIT_LEVEL_UMQ,
    MPIT_LEVEL_UMQ_MORE,  /* 1: and at least one more, which is not drained */
    MPIT_LEVEL_UMQ_BYTES, /* up to here of communicators; of the process the sum */
    MPIT_LEVEL_LIVE_REQUESTS,
    MPIT_LEVEL_LIVE_COMMS,
    MPIT_LEVELS
};

struct mpit_mark;
struct mpit_live_comm;
struct mpit_live_synchronization;
struct mpit_live_use;

/* What is looked at without the lock is atomic: a thread may come too late and find the record in
 * another use. */
struct mpit_object {
    _Atomic enum mpit_kind kind;
    _Atomic uint32_t serial;          /* another one for each use of this record */
    _Atomic uint64_t key;             /* MPIT_KEY of the MPI handle */
    struct mpit_object *_Atomic next; /* in its hash chain */
    uint32_t refs;                    /* handles bound; under MPIT_LOCK_OBJECTS */
    _Atomic bool alive;               /* the MPI object exists */
    _Atomic bool counted;             /* among the live communicators */
    _Atomic bool seen;                /* a hook saw it made: it may be shown to the vendor … */
    _Atomic bool by_rank;  /* each receive that is posted counts for its rank: profile/level.h */
    _Atomic uint64_t born; /* as of mpit__watch_of_requests, when a hook saw it made; else 0 */
    _Atomic(const void *) ender; /* … until a thread frees it, which stands here meanwhile */
    uint64_t left;       /* requests that have outlived the communicator; under MPIT_LOCK_OBJECTS */
    uint32_t references; /* that the program has, as far as we know */

    struct mpit_watch watch;
    _Atomic(struct mpit_block *) first;         /* block of shard 0 */
    _Atomic(struct mpit_block *) *_Atomic rest; /* of the others, [MPIT_SHARDS] */

    _Atomic uint64_t level[MPIT_LEVELS];
    struct mpit_mark *marks;
    _Atomic uint32_t nmarks;

    /* Of a communicator and of a window, known after mpit__object_describe */
    _Atomic int size; /* of the group that peers are ranks of; 0 = not yet known */
    int rank;
    bool inter;
    MPI_Group group;              /* of the peers; null once it ends */
    int *world;                   /* their ranks in MPI_COMM_WORLD, where profile/world.c adds up */
    _Atomic long long peer_limit; /* cvars bound to it */
    _Atomic unsigned umq_warn;
    _Atomic bool umq_warned;
    _Atomic int parts;           /* out-degree of its topology + 1; 0 = not yet known */
    void *queue;                 /* lib/queue */
    struct mpit_live_comm *live; /* what others can read of it: profile/shared.h; or NULL */
    char name[64]; /* the program's, empty: none; what is longer is cut.  Under MPIT_LOCK_OBJECTS */

    /* Where arrivals are kept (profile/arrivals.h): how others know it again, how many processes it
     * has (0: not known, or no other), collectives and persistent ones so far. */
    uint64_t known_as;
    _Atomic uint32_t parties;
    _Atomic uint64_t collectives, prepared;

    _Atomic uint64_t told;  /* collectives that events were told of */
    _Atomic uint64_t bytes; /* of a message */

    struct mpit_live_use *_Atomic use; /* of a file, the row of its name: profile/uses.h; or NULL */
    struct mpit_live_synchronization
        *_Atomic meeting; /* of a window or file: profile/synchronization.h; or NULL */

    /* Of a window: the communicator that it was made from, which may have ended since. */
    struct mpit_object *comm;
    uint32_t comm_serial;

    /* List of all communicators, of all windows; under MPIT_LOCK_OBJECTS. */
    struct mpit_object *other, **other_back;
};

/* The process as a whole. */
MPIT_INTERNAL extern struct mpit_object mpit__process;

/* Moves on whenever a record ends: what caches of threads hold of objects is void then.  The other
 * when a datatype does, for their sizes.  Both start at 1: an empty line is void too. */
MPIT_INTERNAL extern _Atomic uint32_t mpit__object_epoch, mpit__type_epoch;

/* The record of a live object, or NULL: not one that we know. */
struct mpit_object *mpit__object_find(enum mpit_kind kind, uint64_t key);

/* The same, made when missing, for an object that is known to exist.  NULL only without memory. */
struct mpit_object *mpit__object_need(enum mpit_kind kind, uint64_t key);

/* … for a communicator that the vendor has just accepted in a call. */
static inline struct mpit_object *mpit__object_of_comm(MPI_Comm comm)
{
    return mpit__object_need(MPIT_KIND_comm, MPIT_KEY(comm));
}

/* The hooks that make a communicator, or name one that was made without a hook; that make a window
 * or a file from a communicator: its record stays until it ends. */
void mpit__object_comm_made(MPI_Comm comm);
void mpit__object_win_made(MPI_Comm comm, MPI_Win win);
void mpit__object_file_made(MPI_Comm comm, MPI_File file);

/* The communicator that a window or a file was made on; NULL if that is gone, or not known. */
struct mpit_object *mpit__object_comm_of(enum mpit_kind kind, uint64_t key);

/* Those who hear of the end of communicators and windows: that one is about to be freed, while it
 * is still whole; that it has been; or that it has not been after all; that nothing more is counted
 * of one that has been: the last request of a communicator may be complete long after its end.  A
 * NULL stands behind the last. entry/listeners.c names them. */
enum mpit_object_news {
    MPIT_OBJECT_ENDS,
    MPIT_OBJECT_ENDED,
    MPIT_OBJECT_LIVES_ON,
    MPIT_OBJECT_COUNTED
};
typedef void mpit_object_listener(struct mpit_object *object, enum mpit_object_news news);
extern mpit_object_listener *const mpit__object_listeners[];

/* Who adds up over communicators, and who has others read of them; entry/listeners.c names them.
 * Under MPIT_LOCK_OBJECTS: one has come, has been asked for its size, goes, and its record with it.
 * Not under it, so that the MPI library can be asked: it has been asked for its size, is about to
 * count by peer, counts by these in a block of a shard, as a window does; the lengths of queues
 * have changed; and how many requests of it are not complete. */
struct mpit_comm_listener {
    void (*made)(struct mpit_object *comm);
    void (*described)(struct mpit_object *comm);
    void (*ends)(struct mpit_object *comm);
    void (*given)(struct mpit_object *object); /* of any kind */
    void (*is_known)(struct mpit_object *comm);
    void (*has_peers)(struct mpit_object *comm);
    void (*counts_peers)(struct mpit_object *object, unsigned shard,
                         const struct mpit_peers *peers);
    void (*queues_changed)(void);
    uint64_t (*pending)(const struct mpit_object *comm);
};
extern const struct mpit_comm_listener mpit__comm_listener;

/* The program gives up a handle of an object, and with the last one the object ends: before the
 * vendor's call, which may call back, and after it.  Another thread may get the handle for a new
 * object before this one has come back: that gets a record of its own.
 *   begins   the object, held for _ends; NULL if we keep none
 *   freed    the vendor has done it */
struct mpit_object *mpit__object_free_begins(enum mpit_kind kind, uint64_t key);
void mpit__object_free_ends(struct mpit_object *object, bool freed);

/* A request of a communicator is over and forgotten, after which that may be counted to its end:
 * the record, and its serial when the request was made. */
void mpit__object_left(struct mpit_object *comm, uint32_t serial);

/* The program has got one more handle of an object. */
void mpit__object_referenced(enum mpit_kind kind, uint64_t key);

/* The object with this key is gone, or another one has its handle. */
void mpit__object_gone(enum mpit_kind kind, uint64_t key);

/* Whether the vendor may be asked about an object: it lives, and no other thread frees it. */
bool mpit__object_is_whole(const struct mpit_object *object);

/* Whether it is MPI_COMM_WORLD or MPI_COMM_SELF, and MPI_Init has not been called yet: there is its
 * constant, and nothing that the vendor could be asked about. */
bool mpit__object_is_yet_to_come(const struct mpit_object *comm);

/* MPI_Init has returned: what has come with it is described. */
void mpit__object_begin(void);

/* Asks the vendor for size, rank and group of a communicator or window, once.  False when that is
 * not possible.  Other objects have nothing to be asked for. */
bool mpit__object_describe(struct mpit_object *object);

/* Whether this still is what we keep of the live object with this key.  Under MPIT_LOCK_OBJECTS. */
static inline bool mpit__object_is_of(const struct mpit_object *object, uint64_t key)
{
    return atomic_load(&object->alive) && object->key == key;
}

/* A handle is bound, is freed; the process needs neither.  The record with a key, NULL if `make`
 * is false and there is none, or without memory; it is held. */
struct mpit_object *mpit__object_hold(enum mpit_kind kind, uint64_t key, bool make);
void mpit__object_release(struct mpit_object *object);

/* The hooks count these quantities of an object for one more, one fewer; of the process those that
 * are looked at in the single object are counted of all of them.  Signal safe. */
static inline void mpit__object_watch(struct mpit_object *object, uint32_t mask)
{
    if (mask & MPIT_WATCH_BY_OBJECT)
        mpit__watch_add(&object->watch, mask & MPIT_WATCH_BY_OBJECT);
    mpit__watch_add(&mpit__watch, mask);
}
static inline void mpit__object_unwatch(struct mpit_object *object, uint32_t mask)
{
    mpit__watch_drop(&mpit__watch, mask);
    if (mask & MPIT_WATCH_BY_OBJECT)
        mpit__watch_drop(&object->watch, mask & MPIT_WATCH_BY_OBJECT);
}

/* Calls visit for every live communicator, for every live window; under the lock, so visit must not
 * come back here. */
void mpit__object_each_comm(void (*visit)(struct mpit_object *comm, void *context), void *context);
void mpit__object_each_win(void (*visit)(struct mpit_object *win, void *context), void *context);
void mpit__object_each_comm_locked(void (*visit)(struct mpit_object *comm, void *context),
                                   void *context); /* the caller has the lock */

#endif
