#include "config.h"

#include "profile/object.h"

#include "ground/hash.h"
#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/level.h"

enum { BUCKET_BITS = 16, BUCKETS = 1 << BUCKET_BITS };

struct mpit_object mpit__process = {.kind = MPIT_KIND_process, .alive = true};
_Atomic uint32_t mpit__object_epoch = 1, mpit__type_epoch = 1;

static struct mpit_object *_Atomic buckets[BUCKETS];
static struct mpit_object *comms, *wins; /* all of them that are in a chain */
static struct mpit_pool objects = {.size = sizeof(struct mpit_object)};
static uint32_t serials;

/* Its address says which thread this is; and this one's that no thread is to ask any more. */
static _Thread_local char this_thread;
static char is_left;

static struct mpit_object *_Atomic *bucket_of(uint64_t key)
{
    return &buckets[mpit__hash_key(key, BUCKET_BITS)];
}

/* Who frees an object: the address of what a thread keeps. */
static bool is_freed_by_another(const struct mpit_object *object)
{
    const void *ender = atomic_load_explicit(&object->ender, memory_order_acquire);

    return ender && ender != &this_thread;
}

/* A hook sees each of these made: so one that is being freed is the one that a handle means, until
 * a new one is made with it.  Others are made unseen. */
static bool is_made_by_hooks(enum mpit_kind kind)
{
    return kind == MPIT_KIND_comm || kind == MPIT_KIND_win;
}

/* Without the lock a record may be put to another use while we look at it.  Its memory stays, and
 * its chain ends: we miss what we look for, and the callers look again under the lock.  Of several
 * with one key the newest comes first. */
static struct mpit_object *find_in_chain(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = atomic_load_explicit(bucket_of(key), memory_order_acquire);

    while (object && (atomic_load_explicit(&object->key, memory_order_relaxed) != key ||
                      atomic_load_explicit(&object->kind, memory_order_relaxed) != kind ||
                      (is_freed_by_another(object) && !is_made_by_hooks(kind))))
        object = atomic_load_explicit(&object->next, memory_order_acquire);
    return object;
}

/* Under MPIT_LOCK_OBJECTS, here and in the next five. */
static void list(struct mpit_object *object)
{
    struct mpit_object **first = object->kind == MPIT_KIND_comm ? &comms : &wins;

    object->other = *first;
    object->other_back = first;
    if (*first)
        (*first)->other_back = &object->other;
    *first = object;
}

static void strike(struct mpit_object *object)
{
    *object->other_back = object->other;
    if (object->other)
        object->other->other_back = object->other_back;
}

static struct mpit_object *make(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *_Atomic *bucket = bucket_of(key);
    struct mpit_object *object = mpit__pool_take(&objects);

    if (!object)
        return NULL;
    object->kind = kind;
    object->key = key;
    object->serial = ++serials;
    object->references = 1;
    object->peer_limit = MPIT_IN_FORCE(peer_limit);
    object->umq_warn = MPIT_IN_FORCE(umq_warn);
    atomic_store(&object->alive, true);
    atomic_store(&object->next, atomic_load(bucket));
    atomic_store_explicit(bucket, object, memory_order_release);
    if (kind == MPIT_KIND_request)
        mpit__watch_hold(1);
    if (is_made_by_hooks(kind))
        list(object);
    if (kind == MPIT_KIND_comm)
        mpit__comm_listener.made(object);
    return object;
}

static void unlink_from_chain(struct mpit_object *object)
{
    struct mpit_object *_Atomic *link = bucket_of(object->key);

    while (atomic_load(link) != object)
        link = &atomic_load(link)->next;
    atomic_store_explicit(link, atomic_load(&object->next), memory_order_release);
}

static void destroy(struct mpit_object *object)
{
    mpit__object_blocks_give(object);
    mpit__comm_listener.given(object);
    mpit__pool_give(&objects, object);
}

/* The object is gone, or nobody needs its record. */
static void end(struct mpit_object *object)
{
    if (atomic_load(&object->ender) != &is_left)
        unlink_from_chain(object);
    atomic_store(&object->alive, false);
    atomic_fetch_add(&mpit__object_epoch, 1);
    if (object->kind == MPIT_KIND_request)
        mpit__watch_hold(-1);
    if (is_made_by_hooks(object->kind))
        strike(object);
    if (object->kind == MPIT_KIND_comm)
        mpit__comm_listener.ends(object);
    if (object->kind == MPIT_KIND_win)
        mpit__object_targets_hide(object);
    if (object->refs == 0)
        destroy(object);
}

struct mpit_object *mpit__object_find(enum mpit_kind kind, uint64_t key)
{
    uint32_t epoch = atomic_load(&mpit__object_epoch);
    struct mpit_object *object = find_in_chain(kind, key);

    /* A chain that changed under us can only make us miss: look again where it cannot change. */
    if (!object && atomic_load(&mpit__object_epoch) != epoch) {
        mpit__lock(MPIT_LOCK_OBJECTS);
        object = find_in_chain(kind, key);
        mpit__unlock(MPIT_LOCK_OBJECTS);
    }
    return object;
}

struct mpit_object *mpit__object_need(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = find_in_chain(kind, key);

    if (object)
        return object;
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (!object)
        object = make(kind, key);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return object;
}

bool mpit__object_is_whole(const struct mpit_object *object)
{
    return atomic_load(&object->alive) && !is_freed_by_another(object);
}

void mpit__object_referenced(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object;

    if (!mpit__object_find(kind, key))
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (object)
        object->references++;
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_gone(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object;

    if (!mpit__object_find(kind, key))
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (object)
        end(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (kind == MPIT_KIND_request)
        mpit__watch_update(&mpit__watch);
}

/* What a hook saw made.  If one with this handle is being freed, it is gone, and only its hook has
 * not come back yet: the new one hides it from all who look. */
static struct mpit_object *need_new(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object;

    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (!object || atomic_load(&object->ender)) {
        object = make(kind, key);
        if (object)
            atomic_store(&object->born, mpit__watch_of_requests());
        atomic_fetch_add(&mpit__object_epoch, 1);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return object;
}

/* MPI_Comm_get_parent gives the same one each time. */
void mpit__object_comm_made(MPI_Comm comm)
{
    struct mpit_object *object =
        comm == MPI_COMM_NULL ? NULL : need_new(MPIT_KIND_comm, MPIT_KEY(comm));

    if (object && !atomic_exchange(&object->counted, true))
        mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, 1);
}

static void made_of(MPI_Comm comm, struct mpit_object *object)
{
    if (!object)
        return;
    object->seen = true;
    object->comm = mpit__object_of_comm(comm);
    object->comm_serial = object->comm ? object->comm->serial : 0;
}

void mpit__object_win_made(MPI_Comm comm, MPI_Win win)
{
    made_of(comm, win == MPI_WIN_NULL ? NULL : need_new(MPIT_KIND_win, MPIT_KEY(win)));
}

void mpit__object_file_made(MPI_Comm comm, MPI_File file)
{
    made_of(comm, file == MPI_FILE_NULL ? NULL : need_new(MPIT_KIND_file, MPIT_KEY(file)));
}

struct mpit_object *mpit__object_comm_of(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = mpit__object_find(kind, key);
    struct mpit_object *comm = object ? object->comm : NULL;

    return comm && comm->serial == object->comm_serial ? comm : NULL;
}

/* The group is freed when no other thread is translating its ranks. */
static void free_group(struct mpit_object *object)
{
    MPI_Group group;

    mpit__lock(MPIT_LOCK_GROUPS);
    group = object->group;
    object->group = MPI_GROUP_NULL;
    mpit__unlock(MPIT_LOCK_GROUPS);
    mpit__next.PMPI_Group_free(&group);
}

/* What of the process's levels and memory is a communicator's. */
static void give_up_comm(struct mpit_object *comm)
{
    for (int level = MPIT_LEVEL_PENDING_SENDS; level <= MPIT_LEVEL_UMQ_BYTES; level++)
        mpit__object_level_move(&mpit__process, (enum mpit_level_slot)level,
                                -(int64_t)atomic_load(&comm->level[level]));
    mpit__comm_listener.queues_changed();
}

static void give_up_handle(struct mpit_object *comm)
{
    if (atomic_exchange(&comm->counted, false))
        mpit__object_level_move(&mpit__process, MPIT_LEVEL_LIVE_COMMS, -1);
}

static void tell(struct mpit_object *object, enum mpit_object_news news)
{
    if (is_made_by_hooks(object->kind))
        for (mpit_object_listener *const *hear = mpit__object_listeners; *hear; hear++)
            (*hear)(object, news);
}

/* Under the lock, as the next.  With the last reference this thread frees the object.  Where it
 * does so already, a longjmp out of an error handler has left the first call. */
static void give_up_reference(struct mpit_object *object)
{
    if (!atomic_load(&object->ender) && --object->references == 0)
        atomic_store(&object->ender, &this_thread);
}

static bool is_freed_here(const struct mpit_object *object)
{
    return atomic_load(&object->ender) == &this_thread;
}

static void take_back_reference(struct mpit_object *object)
{
    object->references++;
    if (is_freed_here(object))
        atomic_store(&object->ender, NULL);
}

static struct mpit_object *hold_to_free(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object;

    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (object && is_freed_by_another(object))
        object = NULL;
    if (object) {
        object->refs++;
        give_up_reference(object);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    return object;
}

/* What is made unseen could have the handle before the hook is back: what threads keep of this one
 * is void from here on. */
struct mpit_object *mpit__object_free_begins(enum mpit_kind kind, uint64_t key)
{
    struct mpit_object *object = mpit__object_find(kind, key) ? hold_to_free(kind, key) : NULL;

    if (!object)
        return NULL;
    if (!is_made_by_hooks(kind))
        atomic_fetch_add(&mpit__object_epoch, 1);
    tell(object, MPIT_OBJECT_ENDS);
    return object;
}

/* Nothing more is counted of it. */
static void finish(struct mpit_object *object)
{
    if (atomic_load(&object->size))
        free_group(object);
    if (object->kind == MPIT_KIND_comm)
        give_up_comm(object);
    mpit__lock(MPIT_LOCK_OBJECTS);
    end(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

/* ---- communicators that requests have outlived
 *
 * Their handles mean nothing any more, or others; their records go on counting.  How many requests
 * there are is looked up when a communicator ends, since none says so when it is made; a completion
 * looks whether it was the last while there is any such communicator (MPIT_WATCH_HELD). */

static void leave(struct mpit_object *comm, uint64_t left)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    unlink_from_chain(comm);
    atomic_fetch_add(&mpit__object_epoch, 1);
    comm->refs++;
    comm->left = left;
    atomic_store(&comm->ender, &is_left);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    mpit__watch_hold(1);
    mpit__watch_update(&mpit__watch);
}

void mpit__object_left(struct mpit_object *comm, uint32_t serial)
{
    bool is_last;

    if (!comm || atomic_load(&comm->ender) != &is_left)
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    is_last = comm->serial == serial && atomic_load(&comm->ender) == &is_left && comm->left > 0 &&
              --comm->left == 0;
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (!is_last)
        return;
    tell(comm, MPIT_OBJECT_COUNTED);
    finish(comm);
    mpit__object_release(comm);
    mpit__watch_hold(-1);
    mpit__watch_update(&mpit__watch);
}

/* The MPI library has freed it. */
static void is_freed(struct mpit_object *object)
{
    uint64_t left = object->kind == MPIT_KIND_comm ? mpit__comm_listener.pending(object) : 0;

    if (!left)
        tell(object, MPIT_OBJECT_COUNTED);
    tell(object, MPIT_OBJECT_ENDED);
    if (object->kind == MPIT_KIND_comm)
        give_up_handle(object);
    if (left)
        leave(object, left);
    else
        finish(object);
}

static void live_on(struct mpit_object *object)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    take_back_reference(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    tell(object, MPIT_OBJECT_LIVES_ON);
}

void mpit__object_free_ends(struct mpit_object *object, bool freed)
{
    if (!object)
        return;
    if (!freed)
        live_on(object);
    else if (is_freed_here(object))
        is_freed(object);
    mpit__object_release(object);
}

/* They come with MPI_Init, and not with a session (MPI 4.0, 11.3). */
static bool is_of_init(const struct mpit_object *object)
{
    uint64_t key = atomic_load(&object->key);

    return object->kind == MPIT_KIND_comm &&
           (key == MPIT_KEY(MPI_COMM_WORLD) || key == MPIT_KEY(MPI_COMM_SELF));
}

bool mpit__object_is_yet_to_come(const struct mpit_object *comm)
{
    return is_of_init(comm) && !mpit__vendor_is_initialized();
}

static bool can_be_asked(const struct mpit_object *object)
{
    return mpit__object_is_whole(object) &&
           (is_of_init(object) ? mpit__vendor_is_up() : mpit__vendor_has_objects());
}

struct description {
    int inter, rank, size;
    MPI_Group group;
};

static bool ask_comm(MPI_Comm comm, struct description *said)
{
    return mpit__next.PMPI_Comm_test_inter(comm, &said->inter) == MPI_SUCCESS &&
           mpit__next.PMPI_Comm_rank(comm, &said->rank) == MPI_SUCCESS &&
           (said->inter ? mpit__next.PMPI_Comm_remote_size(comm, &said->size) == MPI_SUCCESS &&
                              mpit__next.PMPI_Comm_remote_group(comm, &said->group) == MPI_SUCCESS
                        : mpit__next.PMPI_Comm_size(comm, &said->size) == MPI_SUCCESS &&
                              mpit__next.PMPI_Comm_group(comm, &said->group) == MPI_SUCCESS);
}

/* The communicator that it was made from may have ended. */
static bool ask_win(MPI_Win win, struct description *said)
{
    said->inter = 0;
    return mpit__next.PMPI_Win_get_group(win, &said->group) == MPI_SUCCESS &&
           mpit__next.PMPI_Group_rank(said->group, &said->rank) == MPI_SUCCESS &&
           mpit__next.PMPI_Group_size(said->group, &said->size) == MPI_SUCCESS;
}

static bool ask(const struct mpit_object *object, uint64_t key, struct description *said)
{
    return object->kind == MPIT_KIND_comm ? ask_comm((MPI_Comm)(uintptr_t)key, said)
                                          : ask_win((MPI_Win)(uintptr_t)key, said);
}

bool mpit__object_describe(struct mpit_object *object)
{
    uint64_t key = object->key;
    struct description said;
    bool is_known;

    if (!is_made_by_hooks(object->kind) ||
        atomic_load_explicit(&object->size, memory_order_acquire))
        return true;
    if (!can_be_asked(object) || !ask(object, key, &said))
        return false;
    mpit__lock(MPIT_LOCK_OBJECTS);
    is_known = !mpit__object_is_of(object, key) || atomic_load(&object->size);
    if (!is_known) {
        object->inter = said.inter;
        object->rank = said.rank;
        object->group = said.group;
        atomic_store_explicit(&object->size, said.size, memory_order_release);
        if (object->kind == MPIT_KIND_comm)
            mpit__comm_listener.described(object);
    }
    mpit__unlock(MPIT_LOCK_OBJECTS);
    /* Another thread has asked at the same time. */
    if (is_known)
        mpit__next.PMPI_Group_free(&said.group);
    else if (object->kind == MPIT_KIND_comm)
        mpit__comm_listener.is_known(object);
    return atomic_load(&object->size) != 0;
}

void mpit__object_begin(void)
{
    const uint64_t come[] = {MPIT_KEY(MPI_COMM_WORLD), MPIT_KEY(MPI_COMM_SELF)};

    for (size_t i = 0; i < sizeof come / sizeof *come; i++) {
        struct mpit_object *comm = mpit__object_find(MPIT_KIND_comm, come[i]);

        if (comm)
            mpit__object_describe(comm);
    }
}

struct mpit_object *mpit__object_hold(enum mpit_kind kind, uint64_t key, bool make_it)
{
    struct mpit_object *object;

    mpit__lock(MPIT_LOCK_OBJECTS);
    object = find_in_chain(kind, key);
    if (!object && make_it)
        object = make(kind, key);
    if (object)
        object->refs++;
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (object && kind == MPIT_KIND_request)
        mpit__watch_update(&mpit__watch);
    return object;
}

/* Under the lock: nobody is bound to it any more. */
static void abandon(struct mpit_object *object)
{
    if (!atomic_load(&object->alive))
        destroy(object);
    else if (object->kind != MPIT_KIND_comm && !object->seen)
        end(object);
}

void mpit__object_release(struct mpit_object *object)
{
    bool is_request = object->kind == MPIT_KIND_request;

    if (object == &mpit__process)
        return;
    mpit__lock(MPIT_LOCK_OBJECTS);
    if (--object->refs == 0)
        abandon(object);
    mpit__unlock(MPIT_LOCK_OBJECTS);
    if (is_request)
        mpit__watch_update(&mpit__watch);
}

void mpit__object_each_comm_locked(void (*visit)(struct mpit_object *comm, void *context),
                                   void *context)
{
    for (struct mpit_object *comm = comms; comm; comm = comm->other)
        visit(comm, context);
}

void mpit__object_each_comm(void (*visit)(struct mpit_object *comm, void *context), void *context)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    mpit__object_each_comm_locked(visit, context);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}

void mpit__object_each_win(void (*visit)(struct mpit_object *win, void *context), void *context)
{
    mpit__lock(MPIT_LOCK_OBJECTS);
    for (struct mpit_object *win = wins; win; win = win->other)
        visit(win, context);
    mpit__unlock(MPIT_LOCK_OBJECTS);
}
