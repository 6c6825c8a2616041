#include "config.h"

#include "profile/large_messages.h"

#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "live/others.h"
#include "live/segment.h"
#include "profile/comm.h"

/* ---- datatypes */

/* The last of them.  `key` is 0 while the rest is written. */
enum { SIZES = 16 };
static struct size {
    _Atomic uint64_t key, size;
    _Atomic uint32_t epoch;
} sizes[SIZES];
static atomic_flag keeping = ATOMIC_FLAG_INIT;

uint64_t mpit__large_message_kept_size(MPI_Datatype datatype)
{
    const uint64_t key = MPIT_KEY(datatype);

    for (int i = 0; i < SIZES; i++) {
        uint64_t size;

        if (atomic_load(&sizes[i].key) != key ||
            atomic_load(&sizes[i].epoch) != atomic_load(&mpit__type_epoch))
            continue;
        size = atomic_load(&sizes[i].size);
        return atomic_load(&sizes[i].key) == key ? size : 0;
    }
    return 0;
}

void mpit__large_message_keep_size(MPI_Datatype datatype, uint64_t size)
{
    static unsigned next;
    struct size *slot;

    if (mpit__large_message_kept_size(datatype) == size || atomic_flag_test_and_set(&keeping))
        return;
    slot = &sizes[next++ % SIZES];
    atomic_store(&slot->key, 0);
    atomic_store(&slot->size, size);
    atomic_store(&slot->epoch, atomic_load(&mpit__type_epoch));
    atomic_store(&slot->key, MPIT_KEY(datatype));
    atomic_flag_clear(&keeping);
}

/* ---- what others can read of this process */

void mpit__large_message_enter(struct mpit_cache *cache, unsigned shard,
                               struct mpit_large_message large, uint64_t entry, uint64_t *index)
{
    const struct mpit_comm_line *line = mpit__cache_recorded_comm(cache, shard, large.comm);
    struct mpit_live_large *slot;
    uint64_t before;

    if (!mpit__live_head || !line || !atomic_load(&line->object->parties) ||
        large.peer == MPI_PROC_NULL || large.bytes > INT64_MAX)
        return;
    before = atomic_fetch_add(&mpit__live_head->larges, 1);
    slot = &mpit__live_head->large[before % MPIT_LIVE_LARGES];
    atomic_store(&slot->index, 0);
    atomic_store(&slot->comm, line->object->known_as);
    atomic_store(&slot->bytes, large.bytes);
    atomic_store(&slot->entry, entry);
    atomic_store(&slot->left, 0);
    atomic_store(&slot->peer, large.peer == MPI_ANY_SOURCE ? MPIT_LIVE_NO_NUMBER : large.peer);
    atomic_store(&slot->tag, large.tag == MPI_ANY_TAG ? MPIT_LIVE_NO_NUMBER : large.tag);
    atomic_store(&slot->receives, large.receives);
    atomic_store(&slot->index, before + 1);
    *index = before + 1;
}

/* Other threads may have gone round meanwhile. */
void mpit__large_message_leave(uint64_t index, const struct mpit_large_message *large,
                               uint64_t left)
{
    struct mpit_live_large *slot = &mpit__live_head->large[(index - 1) % MPIT_LIVE_LARGES];

    if (atomic_load(&slot->index) != index)
        return;
    atomic_store(&slot->peer, large ? large->peer : MPI_PROC_NULL);
    atomic_store(&slot->tag, large ? large->tag : MPIT_LIVE_NO_NUMBER);
    atomic_store(&slot->left, left);
}

/* ---- who the others are */

/* Each at its rank in the world, unless another has the place.  They stay: one a process of the
 * node, three pages each. */
enum { PLACES = 256, PAGES = MPIT_LIVE_HEAD };
static struct other {
    const struct mpit_live_head *_Atomic head;
    _Atomic uint64_t met; /* index of the newest of its calls that was one with this process */
} others[PLACES];
static atomic_flag searching = ATOMIC_FLAG_INIT;
static _Atomic unsigned missed;

static struct other *place_of(int rank)
{
    return &others[(unsigned)rank % PLACES];
}

static void keep(int file, int rank)
{
    const struct mpit_live_head *head = mmap(NULL, PAGES, PROT_READ, MAP_SHARED, file, 0);

    if (head != MAP_FAILED)
        atomic_store(&place_of(rank)->head, head);
}

static void look_at(const char *path)
{
    static struct mpit_live_head head;
    int file = mpit__others_open(path);

    if (file < 0)
        return;
    if (mpit__others_read(file, &head) && mpit__others_is_of_job(&head) && head.began &&
        mpit__others_is_of_world(&head) && !atomic_load(&place_of(head.rank)->head))
        keep(file, head.rank);
    close(file);
}

/* One that is not found stands on another node, or its MPI has just begun: after twice as many
 * times as before somebody looks again. */
static void search(void)
{
    unsigned times = atomic_fetch_add(&missed, 1) + 1;

    if ((times & (times - 1)) != 0 || atomic_flag_test_and_set(&searching))
        return;
    mpit__others_each(look_at);
    atomic_flag_clear(&searching);
}

static const struct mpit_live_head *head_at(const struct other *other, int rank)
{
    const struct mpit_live_head *head = atomic_load(&other->head);

    return head && atomic_load(&head->rank) == rank ? head : NULL;
}

/* ---- when they came */

/* A call as it was read. */
struct call {
    uint64_t entry, left;
    bool fits;
};

static bool is_or_any(int32_t number, int which)
{
    return number == MPIT_LIVE_NO_NUMBER || number == which;
}

/* Of the other side: it receives what is sent, from this rank. */
static bool fits(const struct mpit_live_large *slot, const struct mpit_object *comm,
                 const struct mpit_large_message *large)
{
    return atomic_load(&slot->comm) == comm->known_as &&
           atomic_load(&slot->receives) == !large->receives &&
           is_or_any(atomic_load(&slot->peer), comm->rank) &&
           (large->tag == MPI_ANY_TAG || is_or_any(atomic_load(&slot->tag), large->tag)) &&
           (large->receives ? atomic_load(&slot->bytes) == large->bytes
                            : atomic_load(&slot->bytes) >= large->bytes);
}

static bool read_call(const struct mpit_live_head *head, uint64_t index,
                      const struct mpit_object *comm, const struct mpit_large_message *large,
                      struct call *call)
{
    const struct mpit_live_large *slot = &head->large[(index - 1) % MPIT_LIVE_LARGES];

    if (atomic_load(&slot->index) != index)
        return false;
    call->entry = atomic_load(&slot->entry);
    call->left = atomic_load(&slot->left);
    call->fits = fits(slot, comm, large);
    return atomic_load(&slot->index) == index;
}

/* The first that was in its call at once with this process and was not met before: messages of a
 * peer come in the order in which they are sent. */
static bool find(struct other *other, const struct mpit_live_head *head,
                 const struct mpit_object *comm, const struct mpit_large_message *large,
                 uint64_t began, uint64_t ended, uint64_t *entry)
{
    const uint64_t last = atomic_load(&head->larges);
    uint64_t i = last > MPIT_LIVE_LARGES ? last - MPIT_LIVE_LARGES : 0,
             met = atomic_load(&other->met);
    struct call call;

    for (i = met > i ? met : i; i < last; i++) {
        if (!read_call(head, i + 1, comm, large, &call) || !call.fits || call.entry >= ended ||
            (call.left && call.left <= began))
            continue;
        atomic_store(&other->met, i + 1);
        *entry = call.entry;
        return true;
    }
    return false;
}

bool mpit__large_message_met(struct mpit_cache *cache, const struct mpit_large_message *large,
                             uint64_t began, uint64_t ended, uint64_t *entry)
{
    const struct mpit_comm_line *line = mpit__cache_comm(cache, large->comm);
    const struct mpit_live_head *head;
    int rank = -1;

    if (large->bytes < MPIT_LIVE_LARGE || large->peer < 0 || !mpit__live_head || !line ||
        !atomic_load(&line->object->parties))
        return false;
    mpit__object_world_ranks(line->object, 1, &large->peer, &rank);
    if (rank < 0)
        return false;
    head = head_at(place_of(rank), rank);
    if (!head) {
        search();
        return false;
    }
    return find(place_of(rank), head, line->object, large, began, ended, entry);
}
