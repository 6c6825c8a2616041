#include "config.h"

#include "pvar/flush.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/file.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ground/message.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/comm.h"
#include "profile/sum.h"
#include "profile/world.h"
#include "pvar/pvar.h"

/* Kinds of lines: messages of the program, collectives by peer, one-sided operations sent and
 * received, each with its two slots. */
static const struct line {
    const char *heading, *key;
    bool partner;
    int count, bytes;
} lines[] = {
    {"# POINT TO POINT\n", "E", false, MPIT_PEER_SENDS, MPIT_PEER_SEND_BYTES},
    {"# OSC\n", "S", true, MPIT_PARTNER_RMA_SENT, MPIT_PARTNER_RMA_SENT_BYTES},
    {"", "R", true, MPIT_PARTNER_RMA_RECEIVED, MPIT_PARTNER_RMA_RECEIVED_BYTES},
    {"# COLLECTIVES\n", "C", true, MPIT_PARTNER_COLL_CALLS, MPIT_PARTNER_COLL_BYTES},
};

/* The sums by kind of collective. */
static const struct {
    const char *key;
    int count;
} kinds[] = {{"O2A", MPIT_C_O2A_CALLS}, {"A2O", MPIT_C_A2O_CALLS}, {"A2A", MPIT_C_A2A_CALLS}};

enum { LINES = sizeof lines / sizeof *lines, KINDS = sizeof kinds / sizeof *kinds };

/* The mode of the vendor's own files, less the umask. */
enum { AS_THE_VENDOR = 0666 };

struct amount {
    uint64_t count, bytes;
};

struct mpit_flush {
    char name[MPIT_STRING];
    int size;
    struct amount *began; /* [size * LINES + KINDS]: what had been counted at the start */
    int *world;           /* [size + 1]: see world_ranks */
};

/* Under MPIT_LOCK_INTERFACE. */
static struct mpit_pool flushes = {.size = sizeof(struct mpit_flush)};

/* False, and nothing is changed, for a name that is too long. */
static bool rename_to(struct mpit_flush *flush, const char *name)
{
    size_t length = strnlen(name, MPIT_STRING);

    if (length == MPIT_STRING)
        return false;
    mpit__lock(MPIT_LOCK_FLUSH);
    memcpy(flush->name, name, length);
    flush->name[length] = '\0';
    mpit__unlock(MPIT_LOCK_FLUSH);
    return true;
}

static struct amount amount_of_peer(const struct mpit_object *comm, const struct line *line,
                                    int peer)
{
    if (mpit__world_is(comm))
        return line->partner
                   ? (struct amount){mpit__world_partner((enum mpit_partner_slot)line->count, peer),
                                     mpit__world_partner((enum mpit_partner_slot)line->bytes, peer)}
                   : (struct amount){mpit__world_peer((enum mpit_peer_slot)line->count, peer),
                                     mpit__world_peer((enum mpit_peer_slot)line->bytes, peer)};
    if (line->partner)
        return (struct amount){mpit__sum_partner(comm, (enum mpit_partner_slot)line->count, peer),
                               mpit__sum_partner(comm, (enum mpit_partner_slot)line->bytes, peer)};
    return (struct amount){mpit__sum_peer(comm, (enum mpit_peer_slot)line->count, peer),
                           mpit__sum_peer(comm, (enum mpit_peer_slot)line->bytes, peer)};
}

static struct amount amount_of_kind(const struct mpit_object *comm, int slot)
{
    return (struct amount){mpit__sum_slot(comm, slot), mpit__sum_slot(comm, slot + 1)};
}

static struct amount *amounts_of(struct mpit_object *comm, int size)
{
    struct amount *all = malloc(sizeof *all * ((size_t)size * LINES + KINDS)), *next = all;

    if (mpit__world_is(comm))
        mpit__world_update();
    for (int i = 0; all && i < LINES; i++)
        for (int peer = 0; peer < size; peer++)
            *next++ = amount_of_peer(comm, &lines[i], peer);
    for (int i = 0; all && i < KINDS; i++)
        *next++ = amount_of_kind(comm, kinds[i].count);
    return all;
}

/* Of the peers, and of this process in the last place; -1 where they are unknown. */
static int *world_ranks(struct mpit_object *comm, int size)
{
    int *ranks = malloc(sizeof *ranks * (2 * (size_t)size + 1));

    if (!ranks)
        return NULL;
    for (int i = 0; i < size; i++)
        ranks[size + 1 + i] = i;
    mpit__object_world_ranks(comm, size, ranks + size + 1, ranks);
    ranks[size] = mpit__world_of_job().rank;
    return ranks;
}

static void forget(struct mpit_flush *flush)
{
    free(flush->began);
    free(flush->world);
    flush->began = NULL;
    flush->world = NULL;
}

/* The communicator may be freed before the end. */
static void begin(struct mpit_flush *flush, struct mpit_object *comm)
{
    if (!mpit__vendor_has_objects() || !atomic_load(&comm->alive))
        return;
    mpit__lock(MPIT_LOCK_FLUSH);
    forget(flush);
    flush->size = atomic_load(&comm->size);
    flush->began = amounts_of(comm, flush->size);
    flush->world = world_ranks(comm, flush->size);
    mpit__unlock(MPIT_LOCK_FLUSH);
}

static void subtract(struct amount *now, const struct amount *began, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        now[i].count -= began[i].count;
        now[i].bytes -= began[i].bytes;
    }
}

struct page {
    const struct amount *amounts; /* [size * LINES + KINDS] */
    int size;
    const int *world; /* [size + 1] */
};

static int print(const void *what, FILE *out)
{
    const struct page *page = what;
    const struct amount *amounts = page->amounts;
    int rank = page->world[page->size];

    for (int i = 0; i < LINES; i++) {
        fputs(lines[i].heading, out);
        for (int peer = 0; peer < page->size; peer++, amounts++)
            if (amounts->count)
                fprintf(out, "%s\t%d\t%d\t%" PRIu64 " bytes\t%" PRIu64 " msgs sent\n", lines[i].key,
                        rank, page->world[peer], amounts->bytes, amounts->count);
    }
    for (int i = 0; i < KINDS; i++, amounts++)
        fprintf(out, "%s\t%d\t%" PRIu64 " bytes\t%" PRIu64 " msgs sent\n", kinds[i].key, rank,
                amounts->bytes, amounts->count);
    return ferror(out) ? EIO : 0;
}

/* Under the lock. */
static void write_what_is_new(struct mpit_flush *flush, struct mpit_object *comm)
{
    struct amount *now;
    char name[MPIT_STRING + 32];
    const char *error = "no memory";

    snprintf(name, sizeof name, "%s.%d.prof", flush->name, flush->world[flush->size]);
    now = amounts_of(comm, flush->size);
    if (now) {
        subtract(now, flush->began, (size_t)flush->size * LINES + KINDS);
        error = mpit__file_write(name, AS_THE_VENDOR, print,
                                 &(struct page){now, flush->size, flush->world});
    }
    if (error)
        mpit__message_node(
            MPIT_WARN, NULL,
            "cannot write %s: %s; give pml_monitoring_flush the name of a file that this "
            "process can write",
            name, error);
    free(now);
}

static void end(struct mpit_flush *flush, struct mpit_object *comm)
{
    mpit__lock(MPIT_LOCK_FLUSH);
    if (flush->name[0] && flush->began && flush->world)
        write_what_is_new(flush, comm);
    forget(flush);
    mpit__unlock(MPIT_LOCK_FLUSH);
}

/* ---- the handle: its cell says whether it is started */

int mpit__flush_open(struct mpit_handle *handle, int *count)
{
    handle->state = mpit__pool_take(&flushes);
    if (!handle->state)
        return MPI_T_ERR_MEMORY;
    if (mpit__world_is(handle->object) &&
        !mpit__world_open(handle->object, mpit__own_pvar(handle->pvar)->watch)) {
        mpit__pool_give(&flushes, handle->state);
        return MPI_T_ERR_MEMORY;
    }
    *count = mpit__reduction_of(handle->pvar)->elements(handle->object);
    atomic_store_explicit(&handle->cell, 0, memory_order_release);
    return MPI_SUCCESS;
}

/* Whether this call has started or stopped it. */
static bool turn(struct mpit_handle *handle, bool on)
{
    uint64_t before = mpit__cell_word(0, !on);

    return atomic_compare_exchange_strong(&handle->cell, &before, mpit__cell_word(0, on));
}

static void stop(struct mpit_handle *handle, const struct mpit_pvar *pvar,
                 struct mpit_object *object)
{
    if (!turn(handle, false))
        return;
    end(handle->state, object);
    mpit__pvar_unwatch(object, mpit__own_pvar(pvar));
}

void mpit__flush_close(struct mpit_handle *handle)
{
    stop(handle, handle->pvar, handle->object);
    if (mpit__world_is(handle->object))
        mpit__world_close(mpit__own_pvar(handle->pvar)->watch);
    forget(handle->state);
    mpit__pool_give(&flushes, handle->state);
}

int mpit__flush_start(const struct mpit_found *found, const void *in, void *out)
{
    const struct mpit_own_pvar *own = mpit__own_pvar(found->pvar);

    (void)in;
    (void)out;
    mpit__pvar_watch(found->object, own);
    if (turn(found->handle, true))
        begin(found->handle->state, found->object);
    else
        mpit__pvar_unwatch(found->object, own);
    return MPI_SUCCESS;
}

int mpit__flush_stop(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    stop(found->handle, found->pvar, found->object);
    return MPI_SUCCESS;
}

int mpit__flush_read(const struct mpit_found *found, const void *in, void *buf)
{
    const struct mpit_flush *flush = found->handle->state;

    (void)in;
    mpit__lock(MPIT_LOCK_FLUSH);
    memcpy(buf, flush->name, sizeof flush->name);
    mpit__unlock(MPIT_LOCK_FLUSH);
    return MPI_SUCCESS;
}

int mpit__flush_write(const struct mpit_found *found, const void *in, void *out)
{
    (void)out;
    return rename_to(found->handle->state, in) ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

/* Its starting value is no name. */
int mpit__flush_reset(const struct mpit_found *found, const void *in, void *out)
{
    (void)in;
    (void)out;
    rename_to(found->handle->state, "");
    return MPI_SUCCESS;
}

bool mpit__flush_peek(const struct mpit_found *found, void *buf)
{
    (void)found;
    (void)buf;
    return false;
}
