#include "config.h"

#include "live/copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/file.h"
#include "live/segment.h"

/* Of items that stand one after the other, up to a ring and its head; the rest of that is left
 * out. */
static size_t bytes_to_next_ring(const char *at, size_t bytes, size_t *left_out)
{
    size_t done = 0;

    *left_out = 0;
    while (done < bytes && !*left_out) {
        const struct mpit_live_item *item = (const struct mpit_live_item *)(at + done);

        if (__atomic_load_n(&item->kind, __ATOMIC_ACQUIRE) == MPIT_LIVE_RECORDER)
            *left_out = item->bytes - sizeof *item - sizeof(struct mpit_live_recorder);
        done += item->bytes;
    }
    return done - *left_out;
}

/* What has come behind the items that were copied is not said to be there. */
static int copy_head(int file, uint64_t used)
{
    struct mpit_live_head head;

    memcpy(&head, mpit__live_head, sizeof head);
    head.used = used;
    return mpit__file_write_at(file, &head, sizeof head, 0);
}

static int copy_all(int file)
{
    uint64_t offset = sizeof *mpit__live_head;
    size_t bytes, part, left_out;
    const char *at;
    int error = 0;

    while (!error && (at = mpit__live_at(offset, &bytes))) {
        part = bytes_to_next_ring(at, bytes, &left_out);
        error = mpit__file_write_at(file, at, part, offset);
        offset += part + left_out;
    }
    if (!error && ftruncate(file, (off_t)offset) != 0)
        error = errno;
    return error ? error : copy_head(file, offset);
}

int mpit__live_copy(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600), error;
    struct stat status;

    if (file < 0)
        return errno;
    error = fstat(file, &status) == 0 ? 0 : errno;
    if (!error && (!S_ISREG(status.st_mode) || status.st_uid != geteuid()))
        error = EPERM;
    if (!error)
        error = copy_all(file);
    close(file);
    return error;
}
