/* One-sided operations and access to files on 4 ranks, with counts worked out by hand.
 *
 * Windows are allocated, and not created over memory of ours: Open MPI's component for the latter
 * knows no MPI_THREAD_MULTIPLE. */
#include "watch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { N = 16, INT = (int)sizeof(int), MOST = 12 };

/* Handles by name, all in one session. */
static struct {
    const char *name;
    struct watched watched;
} open_ones[MOST];
static int nopen;

#define COUNTER   MPI_T_PVAR_CLASS_COUNTER
#define AGGREGATE MPI_T_PVAR_CLASS_AGGREGATE
#define TIMER     MPI_T_PVAR_CLASS_TIMER

struct variable {
    const char *name;
    int var_class;
    bool is_of_object;
};

static const struct variable of_windows[] = {
    {"mpit_rma_calls", COUNTER, false},  {"mpit_rma_bytes", AGGREGATE, false},
    {"mpit_rma_time", TIMER, false},     {"mpit_coll_calls", COUNTER, false},
    {"mpit_win_puts", COUNTER, true},    {"mpit_win_gets", COUNTER, true},
    {"mpit_win_accs", COUNTER, true},    {"mpit_win_bytes", AGGREGATE, true},
    {"mpit_win_sync_time", TIMER, true},
};

static const struct variable of_files[] = {
    {"mpit_io_calls", COUNTER, false},
    {"mpit_io_read_bytes", AGGREGATE, false},
    {"mpit_io_write_bytes", AGGREGATE, false},
    {"mpit_file_reads", COUNTER, true},
    {"mpit_file_writes", COUNTER, true},
    {"mpit_file_read_bytes", AGGREGATE, true},
    {"mpit_file_write_bytes", AGGREGATE, true},
    {"mpit_file_time", TIMER, true},
    /* The vendor communicates inside of them: that is not the program's. */
    {"mpit_p2p_sends", COUNTER, false},
    {"mpit_p2p_recvs", COUNTER, false},
    {"mpit_coll_calls", COUNTER, false},
};

static const struct variable of_nested_calls[] = {
    {"mpit_nested_calls", COUNTER, false}, {"mpit_nested_coll_calls", COUNTER, false},
    {"mpit_nested_time", TIMER, false},    {"mpit_io_time", TIMER, false},
    {"mpit_coll_calls", COUNTER, false},
};

static MPI_T_pvar_session watch_all(const struct variable *rows, size_t n, void *object)
{
    MPI_T_pvar_session session;

    nopen = 0;
    OK(MPI_T_pvar_session_create(&session));
    for (size_t i = 0; i < n; i++) {
        open_ones[nopen].name = rows[i].name;
        open_ones[nopen++].watched = watch_on(session, rows[i].name, rows[i].var_class,
                                              rows[i].is_of_object ? object : NULL);
    }
    OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    return session;
}

#define WATCH(rows, object) watch_all(rows, sizeof rows / sizeof *rows, object)

static struct watched *open_one(const char *name)
{
    for (int i = 0; i < nopen; i++)
        if (strcmp(open_ones[i].name, name) == 0)
            return &open_ones[i].watched;
    need_failed(name);
}

static void shows(int line, const char *name, unsigned long long expected)
{
    if (value(open_one(name)) != expected)
        fail_at(__FILE__, line, "%s is %llu, expected %llu", name, value(open_one(name)), expected);
}
#define SHOWS(name, expected) shows(__LINE__, name, (unsigned long long)(expected))

static void expect_window(int line, int puts, int gets, int accs, int bytes)
{
    shows(line, "mpit_win_puts", (unsigned)puts);
    shows(line, "mpit_win_gets", (unsigned)gets);
    shows(line, "mpit_win_accs", (unsigned)accs);
    shows(line, "mpit_win_bytes", (unsigned)bytes);
    shows(line, "mpit_rma_calls", (unsigned)(puts + gets + accs));
    shows(line, "mpit_rma_bytes", (unsigned)bytes);
    shows(line, "mpit_coll_calls", 0);
}

static int right(void)
{
    return (rank + 1) % ranks;
}

static void every_one_sided_operation_counts_on_its_window(void)
{
    int *memory, *others, from[N] = {0}, result[N], one = 1, zero = 0;
    MPI_Win win, other;
    MPI_Request request[4];
    MPI_T_pvar_session session;

    OK(MPI_Win_allocate(N * INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    OK(MPI_Win_allocate(N * INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &others, &other));
    session = WATCH(of_windows, &win);

    OK(MPI_Win_fence(0, win));
    OK(MPI_Put(from, 3, MPI_INT, right(), 0, 3, MPI_INT, win));
    OK(MPI_Put(from, 3, MPI_INT, MPI_PROC_NULL, 0, 3, MPI_INT, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Get(result, 2, MPI_INT, right(), 0, 2, MPI_INT, win));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Accumulate(from, 4, MPI_INT, right(), 0, 4, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    expect_window(__LINE__, 1, 1, 1, (3 + 2 + 4) * INT);

    OK(MPI_Win_lock_all(0, win));
    /* What is fetched without an operation has no origin. */
    OK(MPI_Get_accumulate(NULL, 0, MPI_INT, result, 2, MPI_INT, right(), 0, 2, MPI_INT, MPI_NO_OP,
                          win));
    OK(MPI_Fetch_and_op(&one, result, MPI_INT, right(), 0, MPI_SUM, win));
    OK(MPI_Win_flush(right(), win));
    OK(MPI_Compare_and_swap(&one, &zero, result, MPI_INT, right(), 1, win));
    OK(MPI_Win_flush_all(win));
    OK(MPI_Rput(from, 1, MPI_INT, right(), 2, 1, MPI_INT, win, &request[0]));
    OK(MPI_Rget(result, 2, MPI_INT, right(), 3, 2, MPI_INT, win, &request[1]));
    OK(MPI_Raccumulate(from, 3, MPI_INT, right(), 5, 3, MPI_INT, MPI_SUM, win, &request[2]));
    OK(MPI_Rget_accumulate(from, 1, MPI_INT, result + 8, 1, MPI_INT, right(), 8, 1, MPI_INT,
                           MPI_SUM, win, &request[3]));
    OK(MPI_Waitall(4, request, MPI_STATUSES_IGNORE));
    OK(MPI_Win_unlock_all(win));
    expect_window(__LINE__, 2, 2, 6, (3 + 2 + 4 + 2 + 1 + 1 + 1 + 2 + 3 + 1) * INT);
    CHECK(seconds(open_one("mpit_win_sync_time")) > 0);
    CHECK(seconds(open_one("mpit_rma_time")) >= seconds(open_one("mpit_win_sync_time")));

    /* Another window's operations are the process's, and not this one's. */
    OK(MPI_Win_fence(0, other));
    OK(MPI_Put(result, 1, MPI_INT, right(), 0, 1, MPI_INT, other));
    OK(MPI_Win_fence(0, other));
    SHOWS("mpit_win_puts", 2);
    SHOWS("mpit_rma_calls", 11);
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_Win_free(&other));
    OK(MPI_Win_free(&win));
}

static void value_of_a_freed_window_stands_and_a_new_one_starts_at_nothing(void)
{
    int *memory, one = 1;
    MPI_T_pvar_session session, again;

    for (int i = 0; i < 20; i++) {
        MPI_Win win;

        OK(MPI_Win_allocate(N * INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
        session = WATCH(of_windows, &win);
        OK(MPI_Win_fence(0, win));
        OK(MPI_Put(&one, 1, MPI_INT, right(), 0, 1, MPI_INT, win));
        OK(MPI_Win_fence(0, win));
        OK(MPI_Win_free(&win));
        OK(MPI_Win_allocate(N * INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
        OK(MPI_Win_fence(0, win));
        OK(MPI_Put(&one, 1, MPI_INT, right(), 0, 1, MPI_INT, win));
        OK(MPI_Win_fence(0, win));
        SHOWS("mpit_win_puts", 1);
        again = WATCH(of_windows, &win);
        SHOWS("mpit_win_puts", 0);
        OK(MPI_T_pvar_session_free(&again));
        OK(MPI_T_pvar_session_free(&session));
        OK(MPI_Win_free(&win));
    }
}

/* ---- files ---- */

static char path[256];

static MPI_File open_file(void)
{
    MPI_File file;

    if (rank == 0)
        snprintf(path, sizeof path, "%s/mpit-access-%ld",
                 getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", (long)getpid());
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file))
        need_failed(path);
    return file;
}

static void close_file(MPI_File *file)
{
    OK(MPI_File_close(file));
    if (rank == 0)
        OK(MPI_File_delete(path, MPI_INFO_NULL));
}

static void expect_file(int line, int reads, int read_bytes, int writes, int write_bytes)
{
    shows(line, "mpit_file_reads", (unsigned)reads);
    shows(line, "mpit_file_writes", (unsigned)writes);
    shows(line, "mpit_file_read_bytes", (unsigned)read_bytes);
    shows(line, "mpit_file_write_bytes", (unsigned)write_bytes);
    shows(line, "mpit_io_calls", (unsigned)(reads + writes));
    shows(line, "mpit_io_read_bytes", (unsigned)read_bytes);
    shows(line, "mpit_io_write_bytes", (unsigned)write_bytes);
    shows(line, "mpit_p2p_sends", 0);
    shows(line, "mpit_p2p_recvs", 0);
    shows(line, "mpit_coll_calls", 0);
}

static int data[N];

static void blocking_access_counts_what_the_status_says(void)
{
    MPI_File file = open_file();
    MPI_T_pvar_session session = WATCH(of_files, &file);
    MPI_Offset mine = (MPI_Offset)rank * N * INT;
    MPI_Status status;
    int moved;

    OK(MPI_File_write_at(file, mine, data, N, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_write_at_all(file, mine, data, N, MPI_INT, &status));
    OK(MPI_File_seek(file, mine, MPI_SEEK_SET));
    OK(MPI_File_write(file, data, 3, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_write_all(file, data, 2, MPI_INT, MPI_STATUS_IGNORE));
    expect_file(__LINE__, 0, 0, 4, (N + N + 3 + 2) * INT);
    OK(MPI_File_sync(file));
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_File_read_at(file, mine, data, 5, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_read_at_all(file, mine, data, 4, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_seek(file, mine, MPI_SEEK_SET));
    OK(MPI_File_read(file, data, 3, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_read_all(file, data, 2, MPI_INT, &status));
    OK(MPI_Get_count(&status, MPI_INT, &moved));
    CHECK_INT(moved, 2);
    MPI_T_pvar_handle all = MPI_T_PVAR_ALL_HANDLES;
    OK(MPI_T_pvar_stop(session, all));
    shows(__LINE__, "mpit_file_read_bytes", (5 + 4 + 3 + 2) * INT);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_T_pvar_start(session, all));
    /* Past the end of the file nothing is there to be read. */
    OK(MPI_File_read_at(file, (MPI_Offset)(ranks * N - 2) * INT, data, N, MPI_INT, &status));
    OK(MPI_Get_count(&status, MPI_INT, &moved));
    CHECK_INT(moved, 2);
    SHOWS("mpit_file_reads", 5);
    SHOWS("mpit_file_read_bytes", (5 + 4 + 3 + 2 + 2) * INT);
    CHECK(seconds(open_one("mpit_file_time")) > 0);
    OK(MPI_T_pvar_session_free(&session));
    close_file(&file);
}

/* The disk is a limit of the process here.  Some MPI libraries call such a write a success. */
static void a_write_that_a_full_disk_cuts_off_counts_what_was_written(void)
{
    MPI_File file = open_file();
    MPI_T_pvar_session session = WATCH(of_files, &file);
    MPI_Offset mine = (MPI_Offset)rank * N * INT, room = mine + 10 * INT;
    struct rlimit before, full;
    MPI_Status status;
    int written = 0;

    OK(MPI_Barrier(MPI_COMM_WORLD));
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    full = (struct rlimit){.rlim_cur = (rlim_t)room, .rlim_max = before.rlim_max};
    CHECK_INT(setrlimit(RLIMIT_FSIZE, &full), 0);
    if (MPI_File_write_at(file, mine, data, N, MPI_INT, &status) == MPI_SUCCESS) {
        OK(MPI_Get_count(&status, MPI_INT, &written));
        CHECK_INT(written, 10);
    }
    if (MPI_File_write_at(file, mine, data, N, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS)
        written += 10;
    setrlimit(RLIMIT_FSIZE, &before);
    SHOWS("mpit_file_write_bytes", written * INT);
    OK(MPI_T_pvar_session_free(&session));
    close_file(&file);
}

static void shared_and_ordered_access_counts(void)
{
    MPI_File file = open_file();
    MPI_T_pvar_session session = WATCH(of_files, &file);

    OK(MPI_File_write_shared(file, data, 3, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_write_ordered(file, data, 2, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_write_ordered_begin(file, data, 1, MPI_INT));
    OK(MPI_File_write_ordered_end(file, data, MPI_STATUS_IGNORE));
    expect_file(__LINE__, 0, 0, 3, (3 + 2 + 1) * INT);
    OK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    OK(MPI_File_read_shared(file, data, 3, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_read_ordered(file, data, 2, MPI_INT, MPI_STATUS_IGNORE));
    OK(MPI_File_read_ordered_begin(file, data, 1, MPI_INT));
    OK(MPI_File_read_ordered_end(file, data, MPI_STATUS_IGNORE));
    expect_file(__LINE__, 3, (3 + 2 + 1) * INT, 3, (3 + 2 + 1) * INT);
    OK(MPI_T_pvar_session_free(&session));
    close_file(&file);
}

static void nonblocking_and_split_access_counts_when_complete(void)
{
    MPI_File file = open_file();
    MPI_T_pvar_session session = WATCH(of_files, &file);
    MPI_Offset mine = (MPI_Offset)rank * N * INT;
    MPI_Request request[3];
    MPI_Status status;
    int moved, more[N], third[N];

    OK(MPI_File_iwrite_at(file, mine, data, N, MPI_INT, &request[0]));
    OK(MPI_Wait(&request[0], &status));
    OK(MPI_Get_count(&status, MPI_INT, &moved));
    CHECK_INT(moved, N);
    expect_file(__LINE__, 0, 0, 1, N * INT);
    OK(MPI_File_write_at_all_begin(file, mine, data, 6, MPI_INT));
    expect_file(__LINE__, 0, 0, 1, N * INT);
    OK(MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE));
    expect_file(__LINE__, 0, 0, 2, (N + 6) * INT);
    OK(MPI_File_iread_at(file, mine, data, 4, MPI_INT, &request[0]));
    OK(MPI_File_iread_at(file, mine, more, 3, MPI_INT, &request[1]));
    OK(MPI_File_iread_at_all(file, mine, third, 2, MPI_INT, &request[2]));
    OK(MPI_Waitall(3, request, MPI_STATUSES_IGNORE));
    expect_file(__LINE__, 3, (4 + 3 + 2) * INT, 2, (N + 6) * INT);
    OK(MPI_T_pvar_session_free(&session));
    close_file(&file);
}

static void calls_inside_a_file_call_count_as_nested_where_asked_for(void)
{
    MPI_T_pvar_session session;
    MPI_File file;

    OK(cvar_set("mpit_nested", 1));
    session = WATCH(of_nested_calls, NULL);
    file = open_file();
    OK(MPI_File_write_at_all(file, (MPI_Offset)rank * N * INT, data, N, MPI_INT,
                             MPI_STATUS_IGNORE));
    SHOWS("mpit_coll_calls", 1); /* the broadcast of the path */
    CHECK(value(open_one("mpit_nested_calls")) >= value(open_one("mpit_nested_coll_calls")));
    CHECK(seconds(open_one("mpit_nested_time")) <= seconds(open_one("mpit_io_time")));
#if defined(MPICH_VERSION)
    /* Its files are ROMIO's, which is written over MPI. */
    CHECK(value(open_one("mpit_nested_calls")) > 0);
#endif
    OK(cvar_set("mpit_nested", 0));
    OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_File_write_at_all(file, (MPI_Offset)rank * N * INT, data, N, MPI_INT,
                             MPI_STATUS_IGNORE));
    SHOWS("mpit_nested_calls", 0);
    OK(MPI_T_pvar_session_free(&session));
    close_file(&file);
}

SUITE(HARNESS_MPI_IS_UP, TEST(every_one_sided_operation_counts_on_its_window),
      TEST(value_of_a_freed_window_stands_and_a_new_one_starts_at_nothing),
      TEST(blocking_access_counts_what_the_status_says),
      TEST(a_write_that_a_full_disk_cuts_off_counts_what_was_written),
      TEST(shared_and_ordered_access_counts),
      TEST(nonblocking_and_split_access_counts_when_complete),
      TEST(calls_inside_a_file_call_count_as_nested_where_asked_for))
