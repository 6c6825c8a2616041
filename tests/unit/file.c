/* The way to the files that we write: what stands at its name or at that of the temporary file is
 * harmed by nothing, and no signal comes through. */
#include "config.h"

#include "ground/file.h"
#include "ground/signals.h"
#include "suite.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char scratch[] = "/tmp/mpit-file-XXXXXX";
static char temporary[128]; /* the first name that is tried */

static void remove_scratch(void)
{
    static const char *const names[] = {"file",       "victim",    "kept",    "fifo", "dir",
                                        "above/file", "above/a/b", "above/a", "above"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        remove(names[i]);
    remove(temporary);
    rmdir(scratch);
}

static void start(void)
{
    ck_assert_ptr_nonnull(mkdtemp(scratch));
    ck_assert_int_eq(chdir(scratch), 0);
    ck_assert_int_eq(atexit(remove_scratch), 0);
    umask(022);
    snprintf(temporary, sizeof temporary, "file.%ld-0.tmp", (long)getpid());
}

static int put(const void *what, FILE *out)
{
    return fputs(what, out) < 0 ? errno : 0;
}

static int put_and_fail(const void *what, FILE *out)
{
    fputs(what, out);
    return ENOTTY;
}

static void holds(const char *name, const char *text)
{
    char found[64] = "";
    int file = open(name, O_RDONLY);

    ck_assert_int_ge(file, 0);
    ck_assert_int_ge(read(file, found, sizeof found - 1), 0);
    ck_assert_str_eq(found, text);
    close(file);
}

static bool is_there(const char *name)
{
    struct stat status;

    return lstat(name, &status) == 0;
}

START_TEST(a_file_is_written_with_its_mode_less_the_umask)
{
    struct stat status;

    ck_assert_ptr_null(mpit__file_write("file", 0660, put, "text"));
    holds("file", "text");
    ck_assert_int_eq(stat("file", &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0640);
    ck_assert(!is_there(temporary));
}
END_TEST

START_TEST(a_writer_that_fails_leaves_the_old_file)
{
    ck_assert_ptr_null(mpit__file_write("file", 0600, put, "old"));
    ck_assert_str_eq(mpit__file_write("file", 0600, put_and_fail, "new"), strerror(ENOTTY));
    holds("file", "old");
    ck_assert(!is_there(temporary));
}
END_TEST

START_TEST(planted_links_are_not_followed)
{
    ck_assert_ptr_null(mpit__file_write("victim", 0600, put, "victim"));
    ck_assert_int_eq(symlink("victim", temporary), 0);
    ck_assert_ptr_null(mpit__file_write("file", 0600, put, "text"));
    holds("file", "text");
    ck_assert_int_eq(remove(temporary), 0);
    ck_assert_int_eq(link("victim", temporary), 0);
    ck_assert_ptr_null(mpit__file_write("file", 0600, put, "more"));
    holds("file", "more");
    ck_assert_int_eq(remove(temporary), 0);
    ck_assert_int_eq(mkfifo(temporary, 0600), 0);
    ck_assert_ptr_null(mpit__file_write("file", 0600, put, "last"));
    holds("file", "last");
    holds("victim", "victim");
    ck_assert(is_there(temporary));
}
END_TEST

START_TEST(a_link_at_its_name_is_replaced)
{
    ck_assert_ptr_null(mpit__file_write("victim", 0600, put, "victim"));
    ck_assert_int_eq(symlink("victim", "file"), 0);
    ck_assert_ptr_null(mpit__file_write("file", 0600, put, "text"));
    ck_assert_int_eq(remove("victim"), 0);
    holds("file", "text");
}
END_TEST

START_TEST(what_is_no_file_is_refused)
{
    ck_assert_int_eq(mkfifo("fifo", 0600), 0);
    ck_assert_int_eq(mkdir("dir", 0700), 0);
    ck_assert_int_eq(symlink("/dev/null", "kept"), 0);
    ck_assert_str_eq(mpit__file_write("fifo", 0600, put, "text"), "it is a FIFO");
    ck_assert_str_eq(mpit__file_write("dir", 0600, put, "text"), "it is a directory");
    ck_assert_str_eq(mpit__file_write("kept", 0600, put, "text"), "it is a device");
    ck_assert(is_there("fifo") && is_there("dir") && is_there("kept"));
}
END_TEST

START_TEST(names_as_long_as_they_may_be_are_written)
{
    char name[256];

    memset(name, 'n', 255);
    name[255] = '\0';
    ck_assert_ptr_null(mpit__file_write(name, 0600, put, "text"));
    holds(name, "text");
    ck_assert_int_eq(remove(name), 0);
}
END_TEST

/* A path of `length` bytes, of folders and a file: "dd…d/dd…d/f…f". */
static void make_name(char *name, size_t length)
{
    memset(name, 'd', length);
    for (size_t i = 200; i + 20 < length; i += 201)
        name[i] = '/';
    name[length] = '\0';
}

static void remove_name(char *name)
{
    for (char *slash = name; remove(name) == 0 && (slash = strrchr(name, '/'));)
        *slash = '\0';
}

START_TEST(paths_as_long_as_they_may_be_are_written)
{
    char name[PATH_MAX + 1];

    for (size_t length = PATH_MAX - 1; length > PATH_MAX - 240; length -= 7) {
        make_name(name, length);
        ck_assert_ptr_null(mpit__file_make_folders(name));
        ck_assert_ptr_null(mpit__file_write(name, 0600, put, "text"));
        holds(name, "text");
        /* What stands beside it meanwhile is not what is there already. */
        ck_assert_ptr_null(mpit__file_write(name, 0600, put, "another"));
        holds(name, "another");
        remove_name(name);
    }
    make_name(name, PATH_MAX);
    ck_assert_ptr_null(mpit__file_make_folders(name));
    ck_assert_str_eq(mpit__file_write(name, 0600, put, "text"), strerror(ENAMETOOLONG));
    *strrchr(name, '/') = '\0';
    remove_name(name);
}
END_TEST

START_TEST(a_full_disk_is_told)
{
    int full = open("/dev/full", O_WRONLY);

    ck_assert_int_ge(full, 0);
    ck_assert_str_eq(mpit__file_write_to(full, put, "text"), strerror(ENOSPC));
    ck_assert_int_eq(fcntl(full, F_GETFD), 0);
    close(full);
}
END_TEST

START_TEST(no_signal_of_a_write_comes_through)
{
    struct rlimit before, none;
    const char *error;
    sigset_t pending;
    int ends[2];

    ck_assert_int_eq(pipe(ends), 0);
    close(ends[0]);
    ck_assert_str_eq(mpit__file_write_to(ends[1], put, "text"), strerror(EPIPE));
    close(ends[1]);
    getrlimit(RLIMIT_FSIZE, &before);
    none = before;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &none);
    error = mpit__file_write("file", 0600, put, "text");
    setrlimit(RLIMIT_FSIZE, &before); /* Check writes too */
    ck_assert_str_eq(error, strerror(EFBIG));
    ck_assert(!is_there("file") && !is_there(temporary));
    sigpending(&pending);
    ck_assert(!sigismember(&pending, SIGPIPE) && !sigismember(&pending, SIGXFSZ));
}
END_TEST

START_TEST(folders_are_made_with_the_mode_of_the_one_above)
{
    struct stat status;

    umask(077);
    ck_assert_int_eq(mkdir("above", 0700), 0);
    ck_assert_int_eq(chmod("above", 01755), 0);
    ck_assert_ptr_null(mpit__file_make_folders("above/a/b/file"));
    ck_assert_int_eq(stat("above/a/b", &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 01755);
    ck_assert(!is_there("above/a/b/file"));
    ck_assert_ptr_null(mpit__file_make_folders("above/a/b/file"));
    ck_assert_ptr_null(mpit__file_make_folders("file"));
    ck_assert_ptr_null(mpit__file_make_folders("/file"));
    ck_assert_ptr_null(mpit__file_write("above/file", 0600, put, "text"));
    ck_assert_str_eq(mpit__file_make_folders("above/file/a/b"), strerror(ENOTDIR));
    ck_assert_int_eq(umask(022), 077);
}
END_TEST

enum { PROCESSES = 3, ROUNDS = 2000 };
static pthread_barrier_t *together;

/* As ranks do that begin at once; of those that meet so often, none finds its folder gone. */
static void make_file_of_own(const char *name)
{
    for (int round = 0; round < ROUNDS; round++) {
        char path[64];
        int made;

        snprintf(path, sizeof path, "together%d/%s", round, name);
        pthread_barrier_wait(together);
        if (mpit__file_make_folders(path))
            _exit(1);
        made = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (made < 0)
            _exit(2);
        close(made);
    }
    _exit(0);
}

START_TEST(a_folder_that_many_make_is_one)
{
    pthread_barrierattr_t shared;

    together =
        mmap(NULL, sizeof *together, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(together, MAP_FAILED);
    pthread_barrierattr_init(&shared);
    pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(together, &shared, PROCESSES);
    for (int i = 0; i < PROCESSES; i++)
        if (fork() == 0)
            make_file_of_own((const char[]){(char)('a' + i), '\0'});
    for (int i = 0; i < PROCESSES; i++) {
        int status;

        ck_assert_int_gt(wait(&status), 0);
        ck_assert_int_eq(status, 0);
    }
    ck_assert_int_eq(system("rm -r together*"), 0);
    munmap(together, sizeof *together);
}
END_TEST

static volatile sig_atomic_t caught;

static void keep(int number)
{
    caught = number;
}

/* As a write of ours, while another process signals us. */
START_TEST(a_signal_from_elsewhere_is_kept)
{
    struct mpit_signals held;
    pid_t child;

    signal(SIGPIPE, keep);
    mpit__signals_hold(&held);
    child = fork();
    if (child == 0)
        _exit(kill(getppid(), SIGPIPE));
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ck_assert_int_eq(caught, 0);
    mpit__signals_release(&held);
    ck_assert_int_eq(caught, SIGPIPE);
}
END_TEST

START_TEST(a_signal_that_was_pending_stays)
{
    struct mpit_signals held;
    sigset_t set;
    int ends[2];

    signal(SIGPIPE, keep);
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGPIPE);
    ck_assert_int_eq(pipe(ends), 0);
    close(ends[0]);
    mpit__signals_hold(&held);
    ck_assert_int_eq(write(ends[1], "x", 1), -1);
    mpit__signals_release(&held);
    ck_assert_int_eq(caught, 0);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    ck_assert_int_eq(caught, SIGPIPE);
    close(ends[1]);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(a_file_is_written_with_its_mode_less_the_umask)                                           \
    TEST(a_writer_that_fails_leaves_the_old_file)                                                  \
    TEST(planted_links_are_not_followed)                                                           \
    TEST(a_link_at_its_name_is_replaced)                                                           \
    TEST(what_is_no_file_is_refused)                                                               \
    TEST(names_as_long_as_they_may_be_are_written)                                                 \
    TEST(paths_as_long_as_they_may_be_are_written)                                                 \
    TEST(folders_are_made_with_the_mode_of_the_one_above)                                          \
    TEST(a_folder_that_many_make_is_one)                                                           \
    TEST(a_full_disk_is_told)                                                                      \
    TEST(no_signal_of_a_write_comes_through)                                                       \
    TEST(a_signal_from_elsewhere_is_kept)                                                          \
    TEST(a_signal_that_was_pending_stays)
SUITE("file", TESTS, start)
