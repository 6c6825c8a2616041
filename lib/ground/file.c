#include "config.h"

#include "ground/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ground/signals.h"

/* TRIES: names that others have taken, or left. STEM: of a name, in that of the temporary file, so
 * that it is no longer than a name may be. */
enum { TRIES = 100, STEM = 200 };

const char *mpit__file_refused(const char *name)
{
    struct stat status;

    if (stat(name, &status) != 0 || S_ISREG(status.st_mode))
        return NULL;
    return S_ISDIR(status.st_mode)    ? "it is a directory"
           : S_ISFIFO(status.st_mode) ? "it is a FIFO"
           : S_ISSOCK(status.st_mode) ? "it is a socket"
                                      : "it is a device";
}

/* A name beside another that nobody has, unless he had our number and the same of its tries.  Where
 * there is no room left in a path, the end of the name makes it.  0 or an errno. */
static int name_beside(const char *name, int try, char temporary[PATH_MAX])
{
    const char *slash = strrchr(name, '/'), *last = slash ? slash + 1 : name;
    char ending[48];
    int folder = (int)(last - name), room;

    room =
        PATH_MAX - 1 - folder - snprintf(ending, sizeof ending, ".%ld-%d.tmp", (long)getpid(), try);
    if (room < 0)
        return ENAMETOOLONG;
    snprintf(temporary, PATH_MAX, "%.*s%.*s%s", folder, name, room < STEM ? room : STEM, last,
             ending);
    return 0;
}

/* Its descriptor, or -1 with errno. */
static int create_beside(const char *name, mode_t mode, char temporary[PATH_MAX])
{
    int file = -1;

    for (int i = 0; i < TRIES && file < 0; i++) {
        errno = name_beside(name, i, temporary);
        if (errno)
            return -1;
        file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}

/* 0 or an errno.  The descriptor is closed. */
static int write_and_close(int file, bool sync, mpit_file_writer *write_it, const void *what)
{
    FILE *out = fdopen(file, "w");
    int error;

    if (!out) {
        error = errno;
        close(file);
        return error;
    }
    error = write_it(what, out);
    if (!error && fflush(out) != 0)
        error = errno;
    if (!error && sync && fsync(file) != 0 && errno != EINVAL && errno != EROFS)
        error = errno;
    if (fclose(out) != 0 && !error)
        error = errno;
    return error;
}

static int write_whole(const char *name, mode_t mode, mpit_file_writer *write_it, const void *what,
                       mpit_file_placer *place)
{
    char temporary[PATH_MAX];
    int file = create_beside(name, mode, temporary), error;

    if (file < 0)
        return errno;
    error = write_and_close(file, true, write_it, what);
    if (!error)
        error = place(temporary, name);
    if (error)
        unlink(temporary);
    return error;
}

static int put_in_place(const char *file, const char *name)
{
    return rename(file, name) == 0 ? 0 : errno;
}

const char *mpit__file_write(const char *name, mode_t mode, mpit_file_writer *write_it,
                             const void *what)
{
    return mpit__file_write_placed(name, mode, write_it, what, put_in_place);
}

const char *mpit__file_write_placed(const char *name, mode_t mode, mpit_file_writer *write_it,
                                    const void *what, mpit_file_placer *place)
{
    const char *refused = mpit__file_refused(name);
    struct mpit_signals held;
    int error;

    if (refused)
        return refused;
    mpit__signals_hold(&held);
    error = write_whole(name, mode, write_it, what, place);
    mpit__signals_release(&held);
    return error ? strerror(error) : NULL;
}

/* Not in the place of one that is there: a process that has found that puts its files into nothing.
 * Some file systems, of the network, cannot say so. */
static int put_folder(const char *temporary, const char *path)
{
    if (renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE) == 0)
        return 0;
    return errno == EINVAL || errno == ENOSYS ? rename(temporary, path) : -1;
}

/* Nobody finds it with another mode; who makes it at the same time, makes the same. */
static int make_folder(const char *path, mode_t mode)
{
    char temporary[PATH_MAX];
    int folder, error = name_beside(path, 0, temporary);

    if (error)
        return error;
    if (mkdir(temporary, 0700) != 0)
        return errno;
    folder = open(temporary, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0 || fchmod(folder, mode) != 0 || put_folder(temporary, path) != 0)
        error = errno;
    if (folder >= 0)
        close(folder);
    if (error)
        rmdir(temporary);
    return error;
}

/* 0 or an errno.  `above` is what is known of the folder that it is in, and then of itself. */
static int need_folder(const char *path, struct stat *above)
{
    struct stat status;
    int error;

    if (stat(path, &status) != 0) {
        error = errno == ENOENT ? make_folder(path, above->st_mode & 07777) : errno;
        if (stat(path, &status) != 0)
            return error ? error : errno;
    }
    *above = status;
    return S_ISDIR(status.st_mode) ? 0 : ENOTDIR;
}

const char *mpit__file_make_folders(const char *name)
{
    char path[PATH_MAX];
    struct stat above;
    int error = stat(*name == '/' ? "/" : ".", &above) == 0 ? 0 : errno;

    for (const char *slash = strchr(name + (*name == '/'), '/'); slash && !error;
         slash = strchr(slash + 1, '/')) {
        int n = snprintf(path, sizeof path, "%.*s", (int)(slash - name), name);

        error = n < PATH_MAX ? need_folder(path, &above) : ENAMETOOLONG;
    }
    return error ? strerror(error) : NULL;
}

/* On a stream of its own: what cannot be written is not left in the program's, for its exit. */
const char *mpit__file_write_to(int descriptor, mpit_file_writer *write_it, const void *what)
{
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    struct mpit_signals held;
    int error;

    if (copy < 0)
        return strerror(errno);
    mpit__signals_hold(&held);
    error = write_and_close(copy, false, write_it, what);
    mpit__signals_release(&held);
    return error ? strerror(error) : NULL;
}

int mpit__file_write_at(int file, const void *from, size_t bytes, uint64_t offset)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pwrite(file, (const char *)from + done, bytes - done, (off_t)(offset + done));

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        done += (size_t)n;
    }
    return 0;
}

bool mpit__file_read_at(int file, void *to, size_t bytes, uint64_t offset)
{
    for (size_t done = 0; done < bytes;) {
        ssize_t n = pread(file, (char *)to + done, bytes - done, (off_t)(offset + done));

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}
