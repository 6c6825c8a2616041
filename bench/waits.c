/* Whether what is called a wait was one: rank 1 comes a known time later, and what libmpit books is
 * held against what the two ranks know.  Two ranks on one node.  See README.
 *
 * Between the calls the ranks meet in memory that they share, by no call of MPI: so all waits are
 * those of the call that is looked at, and both clocks are the same. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "options.h"
#include "table.h"

enum { LATE = 1, LARGE = 1 << 20, SMALL = 64, DELAYS = 5, QUICK = 10 };

static const double delays[DELAYS] = {10e-6, 100e-6, 1e-3, 10e-3, 100e-3};
static const int rounds_of[DELAYS] = {2000, 1000, 200, 30, 5};
static const double LEAST = 0.95, MOST = 1.05;

static int rank, only_quick, check, json;
static char in[LARGE], out[LARGE];
static bool held = true;

static void must(int rc, const char *what)
{
    if (rc == MPI_SUCCESS)
        return;
    fprintf(stderr, "waits: %s failed with code %d; is this linked with libmpit?\n", what, rc);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- where they meet */

struct shared {
    _Atomic int came[2];
    _Atomic double began[2]; /* when each went into its call */
};
static struct shared *shared;

/* By a file of rank 0's, without a name once both have it: MPI_Win_allocate_shared may refuse where
 * an MPI library takes each process for a node of its own. */
static void share(void)
{
    char name[] = "/dev/shm/mpit-waits-XXXXXX";
    int file = rank == 0 ? mkstemp(name) : 0;

    must(file < 0 || (rank == 0 && ftruncate(file, sizeof *shared) != 0) ? errno : MPI_SUCCESS,
         "making a file in /dev/shm");
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank != 0)
        file = open(name, O_RDWR);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    must(shared == MAP_FAILED ? errno : MPI_SUCCESS, "sharing memory, of two ranks on one node,");
    close(file);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        unlink(name);
}

static void meet(void)
{
    int mine = atomic_fetch_add(&shared->came[rank], 1) + 1;

    while (atomic_load(&shared->came[!rank]) < mine)
        continue;
}

/* ---- what is booked */

static MPI_T_pvar_session session;
enum kind { SENDER, SEND, ARRIVAL, KINDS };
static const char *const kind_names[KINDS] = {"mpit_late_sender_time", "mpit_blocked_send_time",
                                              "mpit_coll_wait_time"};
static MPI_T_pvar_handle handle[KINDS], peers;

static MPI_T_pvar_handle open_handle(const char *name, void *object)
{
    MPI_T_pvar_handle opened;
    int index, count;

    must(MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_TIMER, &index), name);
    must(MPI_T_pvar_handle_alloc(session, index, object, &opened, &count), name);
    must(MPI_T_pvar_start(session, opened), name);
    return opened;
}

static void open_handles(void)
{
    static MPI_Comm world;
    int provided;

    world = MPI_COMM_WORLD;
    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), "MPI_T_init_thread");
    must(MPI_T_pvar_session_create(&session), "MPI_T_pvar_session_create");
    for (int i = 0; i < KINDS; i++)
        handle[i] = open_handle(kind_names[i], NULL);
    peers = open_handle("mpit_peer_wait_time", &world);
}

struct booked {
    double kind[KINDS], peer[2];
};

static struct booked booked_now(void)
{
    struct booked booked;

    for (int i = 0; i < KINDS; i++)
        must(MPI_T_pvar_read(session, handle[i], &booked.kind[i]), kind_names[i]);
    must(MPI_T_pvar_read(session, peers, booked.peer), "mpit_peer_wait_time");
    return booked;
}

/* ---- calls: what rank 0 waits in, and what the late rank does then */

static MPI_Request request;

static void send_small(void)
{
    MPI_Send(out, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD);
}

static void recv_small(void)
{
    MPI_Recv(in, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_large(void)
{
    MPI_Send(out, LARGE, MPI_CHAR, !rank, 0, MPI_COMM_WORLD);
}

static void recv_large(void)
{
    MPI_Recv(in, LARGE, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void irecv_wait_large(void)
{
    MPI_Irecv(in, LARGE, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void isend_wait_large(void)
{
    MPI_Isend(out, LARGE, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void sendrecv_large(void)
{
    MPI_Sendrecv(out, LARGE, MPI_CHAR, !rank, 0, in, LARGE, MPI_CHAR, !rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void irecv_wait(void)
{
    MPI_Irecv(in, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void irecv_waitall(void)
{
    MPI_Status statuses[1];

    MPI_Irecv(in, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, statuses);
}

static void irecv_waitany(void)
{
    int index;

    MPI_Irecv(in, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD, &request);
    MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
}

static void sendrecv(void)
{
    MPI_Sendrecv(out, SMALL, MPI_CHAR, !rank, 0, in, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void ssend(void)
{
    MPI_Ssend(out, SMALL, MPI_CHAR, !rank, 0, MPI_COMM_WORLD);
}

static void barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(void)
{
    MPI_Bcast(in, SMALL, MPI_CHAR, LATE, MPI_COMM_WORLD);
}

static void allreduce(void)
{
    MPI_Allreduce(in, out, SMALL, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD);
}

static void alltoall(void)
{
    MPI_Alltoall(in, SMALL, MPI_CHAR, out, SMALL, MPI_CHAR, MPI_COMM_WORLD);
}

static void ibarrier(void)
{
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void iallreduce(void)
{
    MPI_Status statuses[1];

    MPI_Iallreduce(in, out, SMALL, MPI_CHAR, MPI_BOR, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, statuses);
}

static const struct call {
    const char *name, *title;
    enum kind kind;
    void (*prompt)(void), (*late)(void);
} calls[] = {
    {"recv", "MPI_Recv", SENDER, recv_small, send_small},
    {"irecv_wait", "MPI_Irecv, MPI_Wait", SENDER, irecv_wait, send_small},
    {"waitall", "MPI_Irecv, MPI_Waitall", SENDER, irecv_waitall, send_small},
    {"waitany", "MPI_Irecv, MPI_Waitany", SENDER, irecv_waitany, send_small},
    {"sendrecv", "MPI_Sendrecv", SENDER, sendrecv, sendrecv},
    {"recv_large", "MPI_Recv of 1 MiB", SENDER, recv_large, send_large},
    {"wait_large", "MPI_Irecv of 1 MiB, MPI_Wait", SENDER, irecv_wait_large, send_large},
    {"both_large", "MPI_Sendrecv of 1 MiB", SENDER, sendrecv_large, sendrecv_large},
    {"both_wait", "MPI_Irecv of 1 MiB, MPI_Wait, for MPI_Isend, MPI_Wait", SENDER, irecv_wait_large,
     isend_wait_large},
    {"ssend", "MPI_Ssend", SEND, ssend, recv_small},
    {"send_large", "MPI_Send of 1 MiB", SEND, send_large, recv_large},
    {"isend_large", "MPI_Isend of 1 MiB, MPI_Wait", SEND, isend_wait_large, recv_large},
    {"barrier", "MPI_Barrier", ARRIVAL, barrier, barrier},
    {"bcast", "MPI_Bcast, of which the root is late", ARRIVAL, bcast, bcast},
    {"allreduce", "MPI_Allreduce", ARRIVAL, allreduce, allreduce},
    {"alltoall", "MPI_Alltoall", ARRIVAL, alltoall, alltoall},
    {"ibarrier", "MPI_Ibarrier, MPI_Wait", ARRIVAL, ibarrier, ibarrier},
    {"iallreduce", "MPI_Iallreduce, MPI_Waitall", ARRIVAL, iallreduce, iallreduce},
};
enum { CALLS = sizeof calls / sizeof *calls };
static bool selected[CALLS];

/* ---- measuring */

static void be_late(double since, double by)
{
    while (now() - since < by)
        continue;
}

/* What rank 0 has really waited: from when it went in until the late one did. */
static double waited_in(const struct call *call, double delay)
{
    double waited;

    meet();
    if (rank == LATE)
        be_late(now(), delay);
    atomic_store(&shared->began[rank], now());
    (rank == LATE ? call->late : call->prompt)();
    meet();
    waited = atomic_load(&shared->began[LATE]) - atomic_load(&shared->began[0]);
    meet();
    return waited > 0 ? waited : 0;
}

static double difference(const struct booked *after, const struct booked *before, enum kind kind)
{
    return after->kind[kind] - before->kind[kind];
}

/* Of what was waited: booked as such, booked to the late rank, booked as anything else.  To whom
 * collectives are booked the report says, not a variable. */
static void judge(const struct call *call, double delay, int rounds, double waited,
                  const struct booked *before, const struct booked *after)
{
    double as_it = difference(after, before, call->kind) / waited, other = 0;
    double to_late =
        call->kind == ARRIVAL ? NAN : (after->peer[LATE] - before->peer[LATE]) / waited;
    bool good = as_it >= LEAST && as_it <= MOST && !(to_late < LEAST);

    for (int kind = 0; kind < KINDS; kind++)
        other += kind == (int)call->kind ? 0 : difference(after, before, (enum kind)kind) / waited;
    held = held && good;
    bench_table_row((const double[]){delay * 1e6, rounds, waited * 1e3, 100 * as_it, 100 * to_late,
                                     100 * other});
}

static void measure(const struct call *call)
{
    static const char *const columns[] = {"late_us",   "rounds",      "waited_ms", "booked_%",
                                          "to_late_%", "otherwise_%", NULL};

    if (rank == 0)
        bench_table_begin(call->name, call->title, columns);
    for (int i = 0; i < (only_quick ? DELAYS - 2 : DELAYS); i++) {
        int rounds = only_quick && rounds_of[i] > QUICK ? QUICK : rounds_of[i];
        struct booked before, after;
        double waited = 0;

        before = booked_now();
        for (int round = 0; round < rounds; round++)
            waited += waited_in(call, delays[i]);
        after = booked_now();
        if (rank == 0)
            judge(call, delays[i], rounds, waited, &before, &after);
    }
    if (rank == 0)
        bench_table_end();
}

/* Both compute for as long, and exchange: what is called a wait is noise, or the scheduler's. */
static void measure_balanced(void)
{
    static const char *const columns[] = {"rounds", "wall_ms", "messages_%", "collectives_%", NULL};
    const int rounds = only_quick ? QUICK : 5000;
    struct booked before, after;
    double began, wall;

    before = booked_now();
    meet();
    began = now();
    for (int round = 0; round < rounds; round++) {
        be_late(now(), 200e-6);
        sendrecv();
        be_late(now(), 200e-6);
        allreduce();
    }
    wall = now() - began;
    after = booked_now();
    if (rank != 0)
        return;
    bench_table_begin("balanced", "200 us each, MPI_Sendrecv, 200 us each, MPI_Allreduce", columns);
    bench_table_row((const double[]){
        rounds, wall * 1e3,
        100 * (difference(&after, &before, SENDER) + difference(&after, &before, SEND)) / wall,
        100 * difference(&after, &before, ARRIVAL) / wall});
    bench_table_end();
}

/* ---- the program */

static void list_print(void)
{
    for (int i = 0; i < CALLS; i++)
        printf("%-12s %s\n", calls[i].name, calls[i].title);
}

static void options_read(int argc, char **argv)
{
    const char *names[CALLS];
    char *only = NULL;
    int list = 0;
    const struct poptOption table[] = {
        {"only", 'o', POPT_ARG_STRING, &only, 0, "measure these calls alone", "CALL,..."},
        {"list", 'l', POPT_ARG_NONE, &list, 0, "print the calls and end", NULL},
        {"quick", 'q', POPT_ARG_NONE, &only_quick, 0, "see that it works: few rounds", NULL},
        {"check", 'c', POPT_ARG_NONE, &check, 0, "exit 1 if one is not within a twentieth", NULL},
        {"json", 'j', POPT_ARG_NONE, &json, 0, "print JSON", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };

    for (int i = 0; i < CALLS; i++)
        names[i] = calls[i].name;
    bench_options_read(argc, argv, table, "Whether what is called a wait was one; on 2 ranks.");
    if (list) {
        list_print();
        exit(EXIT_SUCCESS);
    }
    bench_options_only(only, "calls", names, CALLS, selected);
}

int main(int argc, char **argv)
{
    int size;

    options_read(argc, argv);
    setenv("MPIT_LIVE", "counts", 1);
    setenv("MPIT_WATCH", "waits", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2)
        must(-1, "starting it with 2 ranks");
    share();
    open_handles();
    if (rank == 0)
        bench_tables_begin(json);
    for (int i = 0; i < CALLS; i++)
        if (selected[i])
            measure(&calls[i]);
    measure_balanced();
    if (rank == 0)
        bench_tables_end();
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    MPI_Finalize();
    return held || !check ? EXIT_SUCCESS : EXIT_FAILURE;
}
