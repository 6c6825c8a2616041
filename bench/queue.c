/* What the unexpected queue costs: the round trip while it is drained, and a receive out of a long
 * queue.  Two ranks; rank 0 watches and measures.  See README. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../mpib/median.h"
#include "options.h"

enum { ROUNDS = 31, PROBED = 100 };

/* Round trips in a round; length of the queue, whose last message has this tag. */
static int trips = 2000, messages = 100000;

static const double MOST_TRIP = 1.6, MOST_SEARCH = 3;

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handle;
static int rank;

static void must(int rc, const char *what)
{
    if (rc == MPI_SUCCESS)
        return;
    fprintf(stderr, "queue: %s failed with code %d; is this linked with libmpit?\n", what, rc);
    MPI_Abort(MPI_COMM_WORLD, 3);
}

static void watch_open(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int provided, index, count;

    must(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), "MPI_T_init_thread");
    must(MPI_T_pvar_session_create(&session), "MPI_T_pvar_session_create");
    must(MPI_T_pvar_get_index("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &index),
         "finding MPI_T_UMQ_LENGTH");
    must(MPI_T_pvar_handle_alloc(session, index, &comm, &handle, &count),
         "binding MPI_T_UMQ_LENGTH");
}

static void watch(bool on)
{
    must(on ? MPI_T_pvar_start(session, handle) : MPI_T_pvar_stop(session, handle),
         "starting or stopping MPI_T_UMQ_LENGTH");
}

static unsigned length_read(void)
{
    unsigned length = 0;

    must(MPI_T_pvar_read(session, handle, &length), "reading MPI_T_UMQ_LENGTH");
    return length;
}

static void print(const char *what, const double values[], int n, double *middle)
{
    *middle = mpib_median(values, n);
    printf("  %-34s %12.1f ns   MAD %.1f\n", what, *middle, mpib_median_deviation(values, n));
}

static void echo(void)
{
    long message = 0;

    for (int i = 0; i < trips; i++) {
        MPI_Recv(&message, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&message, 1, MPI_LONG, 0, 0, MPI_COMM_WORLD);
    }
}

static double round_trip(void)
{
    long message = 0;
    double start = MPI_Wtime();

    for (int i = 0; i < trips; i++) {
        MPI_Send(&message, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&message, 1, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return (MPI_Wtime() - start) / trips * 1e9;
}

/* Both ranks watch, or none. */
static bool trips_measure(void)
{
    double figures[2][ROUNDS], middle[2];

    for (int round = 0; round < 2 * ROUNDS; round++) {
        bool drained = (round + round / 2) % 2;

        if (drained)
            watch(true);
        if (rank == 1)
            echo();
        else
            figures[drained][round / 2] = round_trip();
        if (drained)
            watch(false);
    }
    if (rank == 1)
        return true;
    printf("round trip of 8 bytes\n");
    print("plain", figures[false], ROUNDS, &middle[false]);
    print("drained", figures[true], ROUNDS, &middle[true]);
    printf("  drained is %.2f times plain; at most %.1f: %s\n\n", middle[true] / middle[false],
           MOST_TRIP, middle[true] <= MOST_TRIP * middle[false] ? "held" : "MISSED");
    return middle[true] <= MOST_TRIP * middle[false];
}

static void queue_send(void)
{
    for (int tag = 0; tag <= messages; tag++)
        MPI_Send(&tag, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
}

static double receive_time(int tag)
{
    int message = -1;
    double start = MPI_Wtime();

    MPI_Recv(&message, 1, MPI_INT, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    start = MPI_Wtime() - start;
    if (message != tag)
        must(-1, "receiving the right message");
    return start * 1e9;
}

static bool search_measure(bool drained)
{
    static double first[PROBED], last[PROBED];
    double middle_first, middle_last;

    if (rank == 1) {
        queue_send();
        MPI_Barrier(MPI_COMM_WORLD);
        return true;
    }
    MPI_Probe(1, messages, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* all have arrived */
    if (drained)
        watch(true);
    if (drained && length_read() != (unsigned)messages + 1)
        must(-1, "draining all messages");
    for (int i = 0; i < PROBED; i++) {
        last[i] = receive_time(messages - 1 - i);
        first[i] = receive_time(i);
    }
    for (int tag = PROBED; tag < messages - PROBED; tag++)
        receive_time(tag);
    receive_time(messages);
    if (drained)
        watch(false);
    MPI_Barrier(MPI_COMM_WORLD);
    printf("a receive out of %d messages with different tags, %s\n", messages,
           drained ? "drained" : "plain");
    print("those that came first", first, PROBED, &middle_first);
    print("those that came last", last, PROBED, &middle_last);
    printf("  the last cost %.2f times the first", middle_last / middle_first);
    if (drained)
        printf("; at most %.0f: %s", MOST_SEARCH,
               middle_last <= MOST_SEARCH * middle_first ? "held" : "MISSED");
    printf("\n\n");
    return !drained || middle_last <= MOST_SEARCH * middle_first;
}

static void options_read(int argc, char **argv)
{
    int quick = 0;
    const struct poptOption table[] = {
        {"quick", 'q', POPT_ARG_NONE, &quick, 0, "see that it works: small numbers", NULL},
        TOOL_OPTION_HELP,
        POPT_TABLEEND,
    };

    bench_options_read(argc, argv, table, "What the unexpected queue costs; on 2 ranks.");
    if (quick) {
        trips = 200;
        messages = 2000;
    }
}

int main(int argc, char **argv)
{
    int size;
    bool held;

    options_read(argc, argv);
    setenv("MPIT_UMQ_SOURCE", "drain", 1);
    setenv("MPIT_MEMORY_LIMIT", "1G", 1); /* so many messages do not fit in the defaults */
    setenv("MPIT_UMQ_DRAIN_BYTES", "512M", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2)
        must(-1, "starting it with 2 ranks");
    watch_open();
    held = trips_measure();
    held = search_measure(true) && held;
    held = search_measure(false) && held;
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    MPI_Finalize();
    return held ? EXIT_SUCCESS : EXIT_FAILURE;
}
