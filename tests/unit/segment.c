/* The segment: where it stands, what stands in it, who has no part in it. */
#define _GNU_SOURCE
#include "config.h"

#include "entry/setup.h"
#include "ground/in_force.h"
#include "ground/memory.h"
#include "hook/prepared.h"
#include "live/segment.h"
#include "profile/block.h"
#include "profile/object.h"
#include "profile/synchronization.h"
#include "suite.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], file[512];

/* Each test is a process of its own, with a folder of its own. */
static void set_up(void)
{
    mpit__setup_settings();
    strcpy(folder, "/tmp/mpit-segment-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    mpit__in_force.live = MPIT_LIVE_IS_COUNTS;
    strcpy(mpit__in_force.live_dir, folder);
}

static int count_files(void)
{
    DIR *entries = opendir(folder);
    int n = 0;

    for (struct dirent *entry; (entry = readdir(entries));)
        if (entry->d_name[0] != '.') {
            n++;
            snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        }
    closedir(entries);
    return n;
}

static void clean(void)
{
    while (count_files() > 0)
        unlink(file);
    rmdir(folder);
}

/* What another process sees of it. */
static char *look(size_t *size)
{
    int fd;
    struct stat status;
    char *content;

    ck_assert_int_eq(count_files(), 1);
    fd = open(file, O_RDONLY);
    ck_assert_int_eq(fstat(fd, &status), 0);
    content = malloc((size_t)status.st_size);
    ck_assert_int_eq(pread(fd, content, (size_t)status.st_size, 0), status.st_size);
    *size = (size_t)status.st_size;
    close(fd);
    return content;
}

/* The items in it, one after the other, up to `used`. */
static int count_items(const char *content, enum mpit_live_kind kind)
{
    const struct mpit_live_head *head = (const struct mpit_live_head *)content;
    size_t used = head->used;
    int n = 0;

    for (size_t at = sizeof *head; at < used;) {
        const struct mpit_live_item *item = (const struct mpit_live_item *)(content + at);

        ck_assert_uint_ge(item->bytes, MPIT_LIVE_ALIGN);
        ck_assert_uint_eq(item->bytes % MPIT_LIVE_ALIGN, 0);
        n += item->kind == kind;
        at += item->bytes;
        ck_assert_uint_le(at, used);
    }
    return n;
}

static int count_open(void)
{
    int n = 0;

    for (int fd = 0; fd < 1000; fd++)
        n += fcntl(fd, F_GETFD) >= 0;
    return n;
}

START_TEST(segment_is_the_users_alone)
{
    int before = count_open();
    struct stat status;

    ck_assert(mpit__live_begin());
    ck_assert_int_eq(count_files(), 1);
    ck_assert_int_eq(lstat(file, &status), 0);
    ck_assert(S_ISREG(status.st_mode));
    ck_assert_int_eq(status.st_mode & 07777, 0600);
    ck_assert_int_eq(count_open(), before); /* no file stays open */
    clean();
}
END_TEST

START_TEST(segment_says_whose_it_is)
{
    const struct mpit_live_head *head;
    size_t size;
    char *content;

    strcpy(mpit__in_force.live_job, "a job");
    ck_assert(mpit__live_begin());
    content = look(&size);
    head = (const struct mpit_live_head *)content;
    ck_assert_str_eq(head->magic, MPIT_LIVE_MAGIC);
    ck_assert_int_eq(head->layout, MPIT_LIVE_LAYOUT);
    ck_assert_int_eq(head->pid, getpid());
    ck_assert_uint_gt(head->pid_start, 0);
    ck_assert_uint_gt(head->pid_space, 0);
    ck_assert_int_eq(strlen(head->boot), 36);
    ck_assert_str_eq(head->job, "a job");
    ck_assert_ptr_nonnull(strstr(head->command, "segment"));
    ck_assert_int_eq(head->state, MPIT_LIVE_STARTING);
    free(content);
    clean();
}
END_TEST

START_TEST(what_is_added_is_seen_at_once)
{
    enum { N = 3 };
    uint64_t *mine;
    size_t size;
    char *content;

    ck_assert(mpit__live_begin());
    mine = mpit__memory_take_shared(sizeof *mine * N);
    mpit__live_put(mine, MPIT_LIVE_PROCESS, 7, 0, N, 99);
    mine[1] = 4711;
    content = look(&size);
    ck_assert_int_eq(count_items(content, MPIT_LIVE_PROCESS), 1);
    for (size_t at = sizeof(struct mpit_live_head);; at += MPIT_LIVE_ALIGN) {
        const struct mpit_live_item *item = (const struct mpit_live_item *)(content + at);

        ck_assert_uint_lt(at, size);
        if (item->kind != MPIT_LIVE_PROCESS)
            continue;
        ck_assert_int_eq(item->shard, 7);
        ck_assert_int_eq(item->n, N);
        ck_assert_uint_eq(item->object, 99);
        ck_assert_uint_eq(((const uint64_t *)(item + 1))[1], 4711);
        break;
    }
    free(content);
    clean();
}
END_TEST

START_TEST(segment_grows_and_nothing_moves)
{
    enum { PIECES = 1000, BYTES = 3000 };
    static char *piece[PIECES];
    size_t size;
    char *content;

    ck_assert(mpit__live_begin());
    for (int i = 0; i < PIECES; i++) {
        piece[i] = mpit__memory_take_shared(BYTES);
        ck_assert_ptr_nonnull(piece[i]);
        for (int k = 0; k < BYTES; k++)
            ck_assert_int_eq(piece[i][k], 0);
        memset(piece[i], i, BYTES);
        mpit__live_put(piece[i], MPIT_LIVE_BLOCK, 0, 0, 1, 1);
    }
    for (int i = 0; i < PIECES; i++)
        ck_assert_int_eq(piece[i][BYTES - 1], (char)i);
    content = look(&size);
    ck_assert_uint_gt(size, (size_t)PIECES * BYTES);
    ck_assert_int_eq(count_items(content, MPIT_LIVE_BLOCK), PIECES);
    free(content);
    clean();
}
END_TEST

START_TEST(objects_of_a_shared_pool_are_items)
{
    enum { N = 100 };
    struct mpit_pool pool = {.size = 100, .shared = true};
    size_t size;
    char *content;
    void *last = NULL;

    ck_assert(mpit__live_begin());
    for (int i = 0; i < N; i++)
        mpit__live_put(last = mpit__pool_take(&pool), MPIT_LIVE_COMM, 0, 0, 1, (uint64_t)i + 1);
    mpit__live_clear(last);
    mpit__pool_give(&pool, last);
    content = look(&size);
    ck_assert_int_eq(count_items(content, MPIT_LIVE_COMM), N - 1);
    ck_assert_ptr_eq(mpit__pool_take(&pool), last);
    free(content);
    clean();
}
END_TEST

static int count_targets(void)
{
    size_t size;
    char *content = look(&size);
    int n = count_items(content, MPIT_LIVE_TARGETS);

    free(content);
    return n;
}

/* A handle may be bound to it for longer. */
START_TEST(operations_of_a_window_are_read_until_it_ends)
{
    enum { KEY = 0x1000, SIZE = 100 };
    struct mpit_object *win;
    struct mpit_block *block;

    ck_assert(mpit__live_begin());
    for (int i = 0; i < 3; i++) {
        win = mpit__object_hold(MPIT_KIND_win, KEY, true);
        win->size = SIZE;
        block = mpit__object_block_need(win, KEY, 0);
        ck_assert_int_eq(count_targets(), 0);
        ck_assert_ptr_nonnull(mpit__object_targets_need(win, KEY, 0, block, 7));
        ck_assert_int_eq(count_targets(), 1);
        mpit__object_gone(MPIT_KIND_win, KEY);
        ck_assert_int_eq(count_targets(), 0);
        mpit__object_release(win);
        ck_assert_int_eq(count_targets(), 0);
    }
    clean();
}
END_TEST

/* When it is booked the others may have left it. */
START_TEST(persistent_collective_has_come_when_its_start_was_called)
{
    enum { BEGAN = 4711, TOOK = 11 };
    struct mpit_prepared prepared = {.arrivals = {.comm = 0x2001, .size = 2}};
    const struct mpit_request request = {.key = 0x3000, .prepared = &prepared};
    const struct mpit_frame frame = {
        .watch = MPIT_WATCH_WAITS, .thread = &mpit__thread, .took = TOOK};
    const struct mpit_live_ring *ring;

    ck_assert(mpit__live_begin());
    mpit__prepared_started(&frame, BEGAN, &request);
    ring = atomic_load(&mpit__arrivals_rings[mpit__thread.shard]);
    ck_assert_ptr_nonnull(ring);
    ck_assert_uint_eq(ring->slot[0].nth, 1);
    ck_assert_uint_eq(ring->slot[0].entry, BEGAN);
    ck_assert_uint_eq(ring->slot[0].since, TOOK);
    clean();
}
END_TEST

/* The newest, made on a communicator of its own. */
static struct mpit_live_synchronization *make_window(uint64_t key)
{
    enum { COMM = 0x2000 };

    mpit__in_force.live = MPIT_LIVE_IS_WHERE;
    ck_assert(mpit__live_begin());
    mpit__object_win_made((MPI_Comm)(uintptr_t)COMM, (MPI_Win)(uintptr_t)key);
    mpit__synchronization_made(MPIT_KIND_win, (MPI_Comm)(uintptr_t)COMM, key, NULL);
    return atomic_load(&mpit__object_find(MPIT_KIND_win, key)->meeting);
}

static int count_meetings(void)
{
    size_t size;
    char *content = look(&size);
    int n = count_items(content, MPIT_LIVE_MEETING);

    free(content);
    return n;
}

START_TEST(windows_are_read_until_they_end)
{
    enum { KEY = 0x1000 };

    for (uint32_t i = 0; i < 3; i++) {
        const struct mpit_live_synchronization *meeting = make_window(KEY);

        ck_assert_ptr_nonnull(meeting);
        ck_assert_uint_eq(meeting->kind, MPIT_LIVE_WINDOW);
        ck_assert_uint_eq(meeting->nth, i);
        ck_assert_int_eq(count_meetings(), 1);
        mpit__synchronization_met(MPIT_KIND_win, KEY, true);
        ck_assert_uint_eq(meeting->calls, 1);
        ck_assert_uint_eq(meeting->failed, 0);
        mpit__synchronization_met(MPIT_KIND_win, KEY, false);
        ck_assert_uint_eq(meeting->failed, 1);
        mpit__object_gone(MPIT_KIND_win, KEY);
        ck_assert_int_eq(count_meetings(), 0);
    }
    mpit__synchronization_met(MPIT_KIND_win, KEY, true); /* of none */
    clean();
}
END_TEST

START_TEST(locks_that_there_is_no_row_for_are_counted)
{
    enum { KEY = 0x1000, MORE = 3 };
    const struct mpit_live_synchronization *meeting = make_window(KEY);

    for (int i = 0; i < MPIT_LIVE_LOCKS + MORE; i++) {
        mpit__synchronization_wants(KEY, MPIT_LIVE_LOCK(i, MPIT_LIVE_LOCK_IS));
        mpit__synchronization_locked(KEY, MPIT_LIVE_LOCK(i, MPIT_LIVE_LOCK_IS), true);
    }
    ck_assert_uint_eq(meeting->more_locks, MORE);
    for (int i = 0; i < MPIT_LIVE_LOCKS + MORE; i++)
        mpit__synchronization_unlocked(KEY, MPIT_LIVE_LOCK(i, MPIT_LIVE_LOCK_IS));
    ck_assert_uint_eq(meeting->more_locks, 0);
    for (int i = 0; i < MPIT_LIVE_LOCKS; i++)
        ck_assert_uint_eq(meeting->lock[i], 0);
    clean();
}
END_TEST

START_TEST(lock_is_wanted_until_it_is_had_and_one_that_is_refused_is_none)
{
    enum { KEY = 0x1000 };
    const uint64_t lock = MPIT_LIVE_LOCK(7, MPIT_LIVE_LOCK_IS | MPIT_LIVE_LOCK_EXCLUSIVE);
    const struct mpit_live_synchronization *meeting = make_window(KEY);

    mpit__synchronization_wants(KEY, lock);
    ck_assert_uint_eq(meeting->lock[0], lock | MPIT_LIVE_LOCK_WANTED);
    mpit__synchronization_locked(KEY, lock, false);
    ck_assert_uint_eq(meeting->lock[0], 0);
    mpit__synchronization_wants(KEY, lock);
    mpit__synchronization_locked(KEY, lock, true);
    ck_assert_uint_eq(meeting->lock[0], lock);
    mpit__synchronization_wants(KEY, lock); /* a second one, which is refused */
    mpit__synchronization_locked(KEY, lock, false);
    ck_assert_uint_eq(meeting->lock[0], lock);
    mpit__synchronization_wants(KEY, 0); /* none */
    ck_assert_uint_eq(meeting->lock[1], 0);
    clean();
}
END_TEST

START_TEST(child_of_fork_has_no_part_in_it)
{
    uint64_t *mine;
    pid_t child;
    int status;

    ck_assert(mpit__live_begin());
    mine = mpit__memory_take_shared(sizeof *mine);
    *mine = 1;
    child = fork();
    if (child == 0) {
        bool kept = *mine == 1;

        *mine = 2;
        mine = mpit__memory_take_shared(sizeof *mine);
        _exit(kept && mine ? 0 : 1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(*mine, 1);
    clean();
}
END_TEST

START_TEST(child_whose_file_is_gone_goes_on)
{
    uint64_t *mine;
    pid_t child;
    int status;

    ck_assert(mpit__live_begin());
    mine = mpit__memory_take_shared(sizeof *mine);
    clean();
    child = fork();
    if (child == 0) {
        *mine = 2;
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    *mine = 1;
    for (int i = 0; i < 1000; i++) /* more than there is room for in the file as it was */
        ck_assert_ptr_nonnull(mpit__memory_take_shared(1000));
}
END_TEST

/* The program goes on, and what it counts stands in memory of its own. */
START_TEST(full_disk_and_a_limit_are_no_signal)
{
    const struct rlimit limit = {1 << 20, 1 << 20};
    size_t size;
    char *content;

    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert(mpit__live_begin());
    for (int i = 0; i < 2000; i++) {
        char *memory = mpit__memory_take_shared(1000);

        ck_assert_ptr_nonnull(memory);
        memset(memory, 'x', 1000);
    }
    content = look(&size);
    ck_assert_uint_le(size, 1 << 20);
    count_items(content, MPIT_LIVE_FREE);
    free(content);
    clean();
}
END_TEST

START_TEST(folder_that_others_can_write_to_is_refused)
{
    ck_assert_int_eq(chmod(folder, 0770), 0);
    ck_assert(!mpit__live_begin());
    ck_assert_ptr_null(mpit__live_head);
    ck_assert_int_eq(count_files(), 0);
    clean();
}
END_TEST

START_TEST(folder_that_is_a_link_is_refused)
{
    snprintf(file, sizeof file, "%s.link", folder);
    ck_assert_int_eq(symlink(folder, file), 0);
    strcpy(mpit__in_force.live_dir, file);
    ck_assert(!mpit__live_begin());
    unlink(file);
    clean();
}
END_TEST

START_TEST(folder_that_is_missing_is_made_for_the_user_alone)
{
    struct stat status;

    snprintf(mpit__in_force.live_dir, sizeof mpit__in_force.live_dir, "%s/new", folder);
    strcat(folder, "/new");
    ck_assert(mpit__live_begin());
    ck_assert_int_eq(stat(folder, &status), 0);
    ck_assert_int_eq(status.st_mode & 07777, 0700);
    clean();
    *strrchr(folder, '/') = '\0';
    clean();
}
END_TEST

START_TEST(memory_limit_holds_for_it)
{
    mpit__in_force.memory_limit = 100000;
    ck_assert(mpit__live_begin());
    for (int i = 0; i < 1000; i++)
        mpit__memory_take_shared(1000);
    ck_assert_uint_le(mpit__memory_used(), 100000);
    ck_assert_uint_gt(mpit__memory_lost(), 0);
    clean();
}
END_TEST

START_TEST(none_is_made_where_none_is_asked_for)
{
    mpit__in_force.live = MPIT_LIVE_IS_OFF;
    ck_assert(!mpit__live_begin());
    ck_assert_ptr_nonnull(mpit__memory_take_shared(100));
    ck_assert_ptr_null(mpit__live_life("MPI_Init"));
    ck_assert_int_eq(count_files(), 0);
    clean();
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(segment_is_the_users_alone)                                                               \
    TEST(segment_says_whose_it_is)                                                                 \
    TEST(what_is_added_is_seen_at_once)                                                            \
    TEST(segment_grows_and_nothing_moves)                                                          \
    TEST(objects_of_a_shared_pool_are_items)                                                       \
    TEST(persistent_collective_has_come_when_its_start_was_called)                                 \
    TEST(operations_of_a_window_are_read_until_it_ends)                                            \
    TEST(windows_are_read_until_they_end)                                                          \
    TEST(locks_that_there_is_no_row_for_are_counted)                                               \
    TEST(lock_is_wanted_until_it_is_had_and_one_that_is_refused_is_none)                           \
    TEST(child_of_fork_has_no_part_in_it)                                                          \
    TEST(child_whose_file_is_gone_goes_on)                                                         \
    TEST(full_disk_and_a_limit_are_no_signal)                                                      \
    TEST(folder_that_others_can_write_to_is_refused)                                               \
    TEST(folder_that_is_a_link_is_refused)                                                         \
    TEST(folder_that_is_missing_is_made_for_the_user_alone)                                        \
    TEST(memory_limit_holds_for_it)                                                                \
    TEST(none_is_made_where_none_is_asked_for)
SUITE("segment", TESTS, set_up)
