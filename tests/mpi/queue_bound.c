/* What is drained is bounded (mpit_umq_drain_bytes, mpit_memory_limit), 3 ranks: what has arrived
 * beyond stays with the MPI library.  Nothing is lost, the order is kept, what is counted is all
 * that there was, and what is not known is said: mpit_umq_more. */
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 100, DATA = 7, MARK };

static void set_bytes(const char *name, unsigned long to)
{
    MPI_T_cvar_handle handle;
    int count;

    OK(MPI_T_cvar_handle_alloc(cvar_of(name), NULL, &handle, &count));
    OK(MPI_T_cvar_write(handle, &to));
    OK(MPI_T_cvar_handle_free(&handle));
}

static long kib_of(const char *key)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long kib = -1;

    while (file && kib < 0 && fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0)
            kib = atol(line + strlen(key));
    if (file)
        fclose(file);
    return kib;
}

/* ---- messages with their number, of each sender and tag */

static void send_numbered(int n, int tags)
{
    char message[BYTES] = {0};

    for (int i = 0; i < n; i++) {
        memcpy(message, &i, sizeof i);
        MPI_Send(message, BYTES, MPI_BYTE, 0, DATA + i % tags, MPI_COMM_WORLD);
    }
}

static int number_in(const char *message)
{
    int number;

    memcpy(&number, message, sizeof number);
    return number;
}

/* ---- a flood */

/* As a server does: looks, and receives. */
static void serve(long n)
{
    char message[BYTES];
    int next[3] = {0};
    long wrong = 0;

    for (long received = 0; received < n;) {
        MPI_Status status;
        int flag;

        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
        if (!flag)
            continue;
        MPI_Recv(message, BYTES, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        wrong += number_in(message) != next[status.MPI_SOURCE]++;
        received++;
    }
    CHECK_INT(wrong, 0);
}

static long flood_of(int n)
{
    long before;

    MPI_Barrier(MPI_COMM_WORLD);
    before = kib_of("VmRSS:");
    if (rank == 0)
        serve(2L * n);
    else
        send_numbered(n, 1);
    return kib_of("VmHWM:") - before;
}

/* Without a bound these take 110 MB with Open MPI and 80 MB or more with MPICH; without us nothing
 * to speak of.  The first flood is that of the library alone. */
static void a_flooded_receiver_stays_within_the_bound(void)
{
    struct watched length, more;
    long plain = flood_of(50000), drained;

    length = queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_COMM_WORLD);
    more = queue_started("mpit_umq_more", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_COMM_WORLD);
    drained = flood_of(50000);
    if (rank == 0)
        CHECK_THAT(drained < plain + 32 * 1024, "%ld KiB more, without us %ld", drained, plain);
    unwatch(&length);
    unwatch(&more);
}

/* ---- all kinds of receives, with more in the MPI library's queue than in ours */

enum { SENT = 600, TAGS = 6, MANY = 40 };

static struct watched length, more, bytes, unexpected, most;

static int next[3][TAGS];

/* Of a sender and tag the numbers come in order. */
static void check_message(const char *message, const MPI_Status *status)
{
    int tag = status->MPI_TAG - DATA, *expected = &next[status->MPI_SOURCE][tag], count;

    MPI_Get_count(status, MPI_BYTE, &count);
    CHECK_INT(count, BYTES);
    CHECK_INT(number_in(message), *expected);
    *expected += TAGS;
}

static void receive(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Recv(message, BYTES, MPI_BYTE, source, tag, MPI_COMM_WORLD, status);
}

static void post(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Request request;

    MPI_Irecv(message, BYTES, MPI_BYTE, source, tag, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, status);
}

static void restart(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Request request;

    MPI_Recv_init(message, BYTES, MPI_BYTE, source, tag, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, status);
    MPI_Request_free(&request);
}

static void exchange(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Sendrecv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, message, BYTES, MPI_BYTE, source, tag,
                 MPI_COMM_WORLD, status);
}

static void match(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Message matched;

    MPI_Mprobe(source, tag, MPI_COMM_WORLD, &matched, MPI_STATUS_IGNORE);
    MPI_Mrecv(message, BYTES, MPI_BYTE, &matched, status);
}

static void match_at_once(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Message matched;
    int flag;

    MPI_Improbe(source, tag, MPI_COMM_WORLD, &flag, &matched, MPI_STATUS_IGNORE);
    CHECK(flag);
    if (flag)
        MPI_Mrecv(message, BYTES, MPI_BYTE, &matched, status);
}

static void probe(char *message, int source, int tag, MPI_Status *status)
{
    MPI_Probe(source, tag, MPI_COMM_WORLD, status);
    receive(message, status->MPI_SOURCE, status->MPI_TAG, status);
}

static void (*const kinds[])(char *, int, int, MPI_Status *) = {
    receive, post, restart, exchange, match, match_at_once, probe};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* The last tag first, which is not among what is drained; then all, as they come. */
static void receive_all(void)
{
    char message[BYTES];
    MPI_Status status;

    for (int i = 0; i < 2 * SENT; i++) {
        bool last = i < 2 * SENT / TAGS;

        kinds[i % KINDS](message, last ? 1 + i % 2 : MPI_ANY_SOURCE,
                         last ? DATA + TAGS - 1 : MPI_ANY_TAG, &status);
        check_message(message, &status);
    }
}

/* Behind all that each has sent; found where it is, with the MPI library. */
static void wait_for_marks(void)
{
    for (int source = 1; source < 3; source++)
        MPI_Recv(NULL, 0, MPI_BYTE, source, MARK + TAGS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void watch_all(void)
{
    length = queue_length(MPI_COMM_WORLD);
    more = queue_started("mpit_umq_more", MPI_T_PVAR_CLASS_LEVEL, MPI_COMM_WORLD);
    bytes = queue_started("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, MPI_COMM_WORLD);
    most = queue_started("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_COMM_WORLD);
    unexpected = queue_started("mpit_unexpected_recvs", MPI_T_PVAR_CLASS_COUNTER, MPI_COMM_WORLD);
}

static void unwatch_all(void)
{
    unwatch(&length);
    unwatch(&more);
    unwatch(&bytes);
    unwatch(&most);
    unwatch(&unexpected);
}

static void receiver_with(unsigned long at_least, unsigned long at_most)
{
    unsigned long long marks;

    memset(next, 0, sizeof next);
    for (int source = 1; source < 3; source++)
        for (int tag = 0; tag < TAGS; tag++)
            next[source][tag] = tag;
    wait_for_marks();
    marks = value(&unexpected);
    CHECK_INT(value(&more), 1);
    CHECK_THAT(value(&length) >= at_least && value(&length) <= at_most, "%llu", value(&length));
    CHECK_INT(value(&bytes), value(&length) * BYTES);
    receive_all();
    CHECK_INT(value(&more), 0);
    CHECK_INT(value(&length), 0);
    CHECK_INT(value(&bytes), 0);
    CHECK_INT(value(&unexpected) - marks, 2 * SENT);
    CHECK_THAT(value(&most) <= at_most, "%llu", value(&most));
}

static void both_sides_with(unsigned long at_least, unsigned long at_most)
{
    watch_all();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        receiver_with(at_least, at_most);
    } else {
        MPI_Request mark;

        send_numbered(SENT, TAGS);
        MPI_Isend(NULL, 0, MPI_BYTE, 0, MARK + TAGS, MPI_COMM_WORLD, &mark);
        MPI_Wait(&mark, MPI_STATUS_IGNORE);
    }
    unwatch_all();
    MPI_Barrier(MPI_COMM_WORLD);
}

static void what_is_left_with_the_library_is_received_in_order_and_counted(void)
{
    set_bytes("mpit_umq_drain_bytes", 256 * 1024);
    both_sides_with(MANY, 200);
    set_bytes("mpit_umq_drain_bytes", 0);
    both_sides_with(0, 0);
    set_bytes("mpit_umq_drain_bytes", 16777216);
}

/* The queue has no more than half of it, and says nothing: no record is lost. */
static void the_limit_of_memory_bounds_it_too(void)
{
    set_bytes("mpit_memory_limit", 512 * 1024);
    both_sides_with(0, 200);
    set_bytes("mpit_memory_limit", 67108864);
}

static void draining_is_asked_for(void)
{
    queue_set_source(DRAIN);
    CHECK_INT(queue_source(MPI_COMM_WORLD), DRAIN);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(draining_is_asked_for),
      TEST(a_flooded_receiver_stays_within_the_bound),
      TEST(what_is_left_with_the_library_is_received_in_order_and_counted),
      TEST(the_limit_of_memory_bounds_it_too))
