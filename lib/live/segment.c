#include "config.h"

#include "live/segment.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ground/clock.h"
#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "ground/message.h"
#include "ground/signals.h"
#include "live/process.h"

_Static_assert(sizeof(struct mpit_live_head) == MPIT_LIVE_HEAD, "the head is three pages");
_Static_assert(sizeof(struct mpit_live_item) == MPIT_MEMORY_HEAD, "memory has room for it");

enum { FIRST = 128 << 10, LARGEST = 4 << 20, CHUNKS = 256, PAGE = 64 << 10 };

struct mpit_live_head *mpit__live_head;

/* Chunks of the file, each mapped by itself and never moved.  Under MPIT_LOCK_LIVE. */
static struct chunk {
    char *at;
    size_t bytes;
    off_t offset;
} chunks[CHUNKS];
static int nchunks;
static size_t taken; /* of the last one */

static char path[MPIT_TEXT + 128];
static struct stat identity;

/* ---- the file */

/* No file stays open: the program may close what it does not know.  The name may be another's by
 * now. */
static int reopen(void)
{
    int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;

    if (file < 0)
        return -1;
    if (fstat(file, &status) == 0 && status.st_dev == identity.st_dev &&
        status.st_ino == identity.st_ino)
        return file;
    close(file);
    errno = ENOENT;
    return -1;
}

/* Room in the file first: where there is none that is an error here, and no SIGBUS later; where the
 * process may not have such a file (ulimit -f), no SIGXFSZ. */
static int make_room(int file, off_t offset, size_t bytes)
{
    struct mpit_signals held;
    int error;

    mpit__signals_hold(&held);
    do
        error = posix_fallocate(file, offset, (off_t)bytes);
    while (error == EINTR);
    mpit__signals_release(&held);
    return error;
}

static int add_chunk(int file, size_t bytes)
{
    struct chunk *chunk = &chunks[nchunks];
    int error;

    chunk->offset = nchunks ? chunk[-1].offset + (off_t)chunk[-1].bytes : 0;
    chunk->bytes = bytes;
    error = make_room(file, chunk->offset, bytes);
    if (error)
        return error;
    chunk->at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, chunk->offset);
    if (chunk->at == MAP_FAILED)
        return errno;
    nchunks++;
    taken = 0;
    return 0;
}

/* A child of fork has no part in it: what it counts is its own. */
static void leave_in_child(void)
{
    int file = reopen();

    for (int i = 0; i < nchunks; i++)
        if (file < 0 || mmap(chunks[i].at, chunks[i].bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_FIXED, file, chunks[i].offset) == MAP_FAILED)
            mmap(chunks[i].at, chunks[i].bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0);
    if (file >= 0)
        close(file);
    mpit__memory_shared = NULL;
}

/* ---- memory out of it.  Under the lock. */

static void put_item(char *at, size_t bytes)
{
    struct mpit_live_item *item = (struct mpit_live_item *)at;

    item->kind = MPIT_LIVE_FREE;
    item->bytes = bytes;
}

static size_t size_of_chunk(size_t needed)
{
    size_t size = nchunks < 6 ? (size_t)FIRST << nchunks : LARGEST;

    return needed <= size ? size : (needed + PAGE - 1) / PAGE * PAGE;
}

static void say_full(int error)
{
    static bool said;

    if (!said)
        mpit__message_node(
            MPIT_WARN, NULL,
            "%s: %s: what is new is not in it, and a report of this process if it is "
            "killed would lack that; make room there, or name another folder "
            "(MPIT_LIVE_DIR)",
            path, strerror(error));
    said = true;
}

static bool grow(size_t needed)
{
    const struct chunk *last = &chunks[nchunks - 1];
    int file = nchunks < CHUNKS ? reopen() : -1, error = file < 0 ? errno : 0;

    if (nchunks == CHUNKS)
        error = ENOSPC;
    if (!error && taken < last->bytes)
        put_item(last->at + taken, last->bytes - taken);
    if (!error)
        error = add_chunk(file, size_of_chunk(needed));
    if (file >= 0)
        close(file);
    if (error)
        say_full(error);
    return !error;
}

static void *take(size_t stride, size_t n)
{
    char *at = NULL;

    mpit__lock(MPIT_LOCK_LIVE);
    if (chunks[nchunks - 1].bytes - taken >= stride * n || grow(stride * n)) {
        at = chunks[nchunks - 1].at + taken;
        for (size_t i = 0; i < n; i++)
            put_item(at + i * stride, stride);
        taken += stride * n;
        atomic_store_explicit(&mpit__live_head->used, (uint64_t)chunks[nchunks - 1].offset + taken,
                              memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_LIVE);
    return at;
}

/* ---- the beginning */

static int create(void)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600), error;

    /* What a process of this pid and start time has left in a machine that was off since. */
    if (file < 0 && errno == EEXIST && unlink(path) == 0)
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0)
        return errno;
    error = fstat(file, &identity) == 0 ? add_chunk(file, FIRST) : errno;
    close(file);
    if (error)
        unlink(path);
    return error;
}

static void write_head(struct mpit_live_head *head)
{
    head->layout = MPIT_LIVE_LAYOUT;
    head->order = MPIT_LIVE_ORDER;
    head->head_bytes = sizeof *head;
    head->item_bytes = sizeof(struct mpit_live_item);
    head->name_bytes = sizeof(struct mpit_live_name);
    head->place_bytes = sizeof(struct mpit_live_place);
    head->where = MPIT_IN_FORCE(live) == MPIT_LIVE_IS_WHERE || MPIT_IN_FORCE(recorder) > 0 ||
                  mpit__in_force.recorder_file[0];
    head->utc = (int64_t)time(NULL);
    mpit__clock_both(&head->ticks, &head->ns);
    mpit__process_describe(head);
    snprintf(head->mpit, sizeof head->mpit, "%s", PACKAGE_VERSION);
    taken = sizeof *head;
    atomic_store_explicit(&head->used, taken, memory_order_release);
    /* Who reads knows by this that all of it stands there. */
    atomic_thread_fence(memory_order_release);
    memcpy(head->magic, MPIT_LIVE_MAGIC, sizeof MPIT_LIVE_MAGIC);
}

static bool begin(void)
{
    const char *folder = mpit__process_folder();
    int error = 0;

    if (!folder)
        return false;
    mpit__process_file(folder, path, sizeof path);
    error = create();
    if (error) {
        mpit__message_node(MPIT_WARN, NULL,
                           "%s: %s: nobody else can read what this process counts, and no report "
                           "is left if it is killed; name another folder (MPIT_LIVE_DIR)",
                           path, strerror(error));
        return false;
    }
    write_head((struct mpit_live_head *)chunks[0].at);
    mpit__live_head = (struct mpit_live_head *)chunks[0].at;
    mpit__memory_shared = take;
    pthread_atfork(NULL, NULL, leave_in_child);
    return true;
}

const char *mpit__live_file(void)
{
    return path;
}

const char *mpit__live_at(uint64_t offset, size_t *bytes)
{
    const uint64_t used = atomic_load_explicit(&mpit__live_head->used, memory_order_acquire);
    int i = 0;

    if (offset >= used)
        return NULL;
    while (offset - (uint64_t)chunks[i].offset >= chunks[i].bytes)
        i++;
    *bytes = (uint64_t)chunks[i].offset + chunks[i].bytes < used
                 ? chunks[i].bytes - (size_t)(offset - (uint64_t)chunks[i].offset)
                 : (size_t)(used - offset);
    return chunks[i].at + (offset - (uint64_t)chunks[i].offset);
}

/* Rings from which files are written stand in it. */
static bool is_wanted(void)
{
    return MPIT_IN_FORCE(live) != MPIT_LIVE_IS_OFF || mpit__in_force.recorder_file[0];
}

bool mpit__live_begin(void)
{
    static bool tried;

    if (!is_wanted() || tried)
        return mpit__live_head != NULL;
    tried = true;
    return begin();
}

struct mpit_live_life *mpit__live_life(const char *call)
{
    struct mpit_live_life *life = mpit__live_head ? mpit__live_head->life : NULL, *found = NULL;

    mpit__lock(MPIT_LOCK_LIVE);
    for (int i = 0; life && !found && i < MPIT_LIVE_LIVES; i++) {
        if (!life[i].call[0])
            snprintf(life[i].call, sizeof life[i].call, "%s", call);
        if (strcmp(life[i].call, call) == 0)
            found = &life[i];
    }
    mpit__unlock(MPIT_LOCK_LIVE);
    return found;
}
