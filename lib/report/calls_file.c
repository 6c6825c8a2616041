#include "config.h"

#include "report/calls_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/file.h"
#include "live/calls_file.h"
#include "live/segment.h"
#include "mpi/families.h"

_Static_assert(MPIT_CALLS < MPIT_LIVE_CALLED_CALL(MPIT_CALLS_FILE_GAP), "no call is a gap");

/* SPARE: slots before the one that is written which are not taken: a processor may show the store
 * to a slot before that which says that its turn has come. */
enum { BATCH = 4096, SPARE = 16 };

/* The first one is for a gap. */
static struct mpit_live_called batch[1 + BATCH];

/* ---- out of the ring */

static uint64_t first_whole(const struct mpit_calls_wanted *wanted)
{
    const uint64_t done = atomic_load_explicit(&wanted->ring->done, memory_order_acquire);

    return done + SPARE > wanted->n ? done + SPARE - wanted->n : 0;
}

static void copy_slot(const struct mpit_live_called *from, struct mpit_live_called *to)
{
#define COPY(member) to->member = atomic_load_explicit(&from->member, memory_order_relaxed)
    COPY(entry);
    COPY(took);
    COPY(comm);
    COPY(what);
    COPY(peer);
    COPY(tag);
    COPY(bytes);
#undef COPY
}

/* Passes over what is not whole any more. */
static void lose_before(struct mpit_calls_file *file, uint64_t first, uint64_t to)
{
    const uint64_t next = first < to ? first : to;

    if (next <= file->next)
        return;
    file->gap += next - file->next;
    file->next = next;
}

/* The next slots, in batch[1 + …]: OUT, which of these are whole. */
static void take_batch(struct mpit_calls_file *file, const struct mpit_calls_wanted *wanted,
                       size_t *from, size_t *to)
{
    uint64_t first, end;

    lose_before(file, first_whole(wanted), wanted->to);
    first = file->next;
    end = wanted->to - first < BATCH ? wanted->to : first + BATCH;
    for (uint64_t i = first; i < end; i++)
        copy_slot(&wanted->ring->call[i % wanted->n], &batch[1 + i - first]);
    atomic_thread_fence(memory_order_acquire);
    lose_before(file, first_whole(wanted), end);
    *from = 1 + (size_t)(file->next - first);
    *to = 1 + (size_t)(end - first);
}

/* ---- into the file */

static int write_slots(int to, struct mpit_calls_file *file, size_t first, size_t end)
{
    const size_t bytes = (end - first) * sizeof *batch;
    const int error = mpit__file_write_at(to, &batch[first], bytes, file->bytes);

    if (!error)
        file->bytes += bytes;
    return error;
}

static int write_batch(int to, struct mpit_calls_file *file, uint64_t room, size_t from, size_t end)
{
    const size_t first = file->gap ? from - 1 : from, fit = (size_t)(room / sizeof *batch);
    const bool is_full = end - first > fit;
    int error;

    if (file->gap)
        batch[first] = (struct mpit_live_called){.entry = file->gap, .what = MPIT_CALLS_FILE_GAP};
    error = write_slots(to, file, first, is_full ? first + fit : end);
    file->gap = 0;
    file->next += end - from;
    return error ? error : is_full ? MPIT_CALLS_FILE_FULL : 0;
}

/* Its descriptor, or -1 with errno.  No file stays open: the program may close what it does not
 * know. */
static int reopen(const struct mpit_calls_file *file, const char *path)
{
    int to = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;

    if (to >= 0 && fstat(to, &status) == 0 && status.st_dev == file->device &&
        status.st_ino == file->inode)
        return to;
    if (to >= 0) {
        close(to);
        errno = ENOENT;
    }
    return -1;
}

/* What a process of this pid and start time has left in a machine that was off since goes. */
static int create(struct mpit_calls_file *file, const char *path, uint32_t shard)
{
    const struct mpit_calls_file_head head = {.magic = MPIT_CALLS_FILE_MAGIC,
                                              .layout = MPIT_CALLS_FILE_LAYOUT,
                                              .order = MPIT_LIVE_ORDER,
                                              .head_bytes = sizeof head,
                                              .call_bytes = sizeof *batch,
                                              .pid = mpit__live_head->pid,
                                              .pid_start = mpit__live_head->pid_start,
                                              .shard = shard};
    struct stat status;
    int to;

    unlink(path);
    to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (to < 0 || fstat(to, &status) != 0)
        return to;
    errno = mpit__file_write_at(to, &head, sizeof head, 0);
    if (errno) {
        close(to);
        return -1;
    }
    file->device = status.st_dev;
    file->inode = status.st_ino;
    file->bytes = sizeof head;
    return to;
}

int mpit__calls_file_add(struct mpit_calls_file *file, const char *path,
                         const struct mpit_calls_wanted *wanted)
{
    const uint64_t most = file->bytes + wanted->room;
    int to = file->inode ? reopen(file, path) : create(file, path, wanted->shard),
        error = to < 0 ? errno : 0;

    while (!error && file->next < wanted->to) {
        size_t from, end;

        take_batch(file, wanted, &from, &end);
        if (from < end)
            error = write_batch(to, file, most > file->bytes ? most - file->bytes : 0, from, end);
    }
    if (to >= 0)
        close(to);
    return error;
}
