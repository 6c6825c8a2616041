/* Short waits for large messages, which take as long themselves: rank 1 comes DELAY later to each,
 * and says when it came; what rank 0 has waited, by libmpit, is the time until then. */
#include "watch.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum {
    ROUNDS = 50,
    WARM = 3,
    STRANGERS = 20,
    LARGE = 1 << 22,
    LATE = 1,
    TAG = 3,
    BACK = 4,
    MOST = 2
};
static const double DELAY = 1e-3, CLOCKS = 10e-6 /* of each time, to take it */;

__attribute__((constructor)) static void watch_waits(void)
{
    setenv("MPIT_LIVE", "counts", 1);
    setenv("MPIT_WATCH", "waits", 1);
}

static char *large, *other;
static MPI_Comm comm;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void be_late(void)
{
    double began = now();

    while (now() - began < DELAY)
        continue;
}

/* ---- calls: what rank 0 waits in, and what the late rank does then */

/* When this rank went into the calls that may wait: one a message of the late rank. */
static double entered[MOST];
static int entries;

static void enter(void)
{
    entered[entries++] = now();
}

static void send_large(void)
{
    enter();
    MPI_Send(large, LARGE, MPI_CHAR, !rank, TAG, comm);
}

static void recv_large(void)
{
    enter();
    MPI_Recv(other, LARGE, MPI_CHAR, !rank, TAG, comm, MPI_STATUS_IGNORE);
}

static void recv_any(void)
{
    enter();
    MPI_Recv(other, LARGE, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
}

static void irecv_wait(void)
{
    MPI_Request request;

    MPI_Irecv(other, LARGE, MPI_CHAR, !rank, TAG, comm, &request);
    enter();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void isend_wait(void)
{
    MPI_Request request;

    MPI_Isend(large, LARGE, MPI_CHAR, !rank, TAG, comm, &request);
    enter();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void sendrecv(void)
{
    enter();
    MPI_Sendrecv(large, LARGE, MPI_CHAR, !rank, TAG, other, LARGE, MPI_CHAR, !rank, TAG, comm,
                 MPI_STATUS_IGNORE);
}

/* What the late rank sends itself meanwhile, by the same tag, is another message. */
static void send_itself_and_then_large(void)
{
    MPI_Sendrecv(large, LARGE, MPI_CHAR, rank, TAG, other, LARGE, MPI_CHAR, rank, TAG, comm,
                 MPI_STATUS_IGNORE);
    be_late();
    send_large();
}

/* The call of the first message goes on while the second is waited for: it receives what is sent
 * back, which takes some time. */
static void recv_send_back_and_recv(void)
{
    MPI_Request back;

    recv_large();
    MPI_Isend(large, LARGE, MPI_CHAR, !rank, BACK, comm, &back);
    recv_large();
    MPI_Wait(&back, MPI_STATUS_IGNORE);
}

static void send_and_recv_and_send(void)
{
    enter();
    MPI_Sendrecv(large, LARGE, MPI_CHAR, !rank, TAG, other, LARGE, MPI_CHAR, !rank, BACK, comm,
                 MPI_STATUS_IGNORE);
    be_late();
    send_large();
}

struct call {
    const char *name, *variable;
    void (*prompt)(void), (*late)(void);
};

/* ---- checks */

/* How long rank 0 was in its call before the late one went into its own, and what was found. */
struct waits {
    double measured, found;
};

static void wait_in(const struct call *call, const struct watched *waited, struct waits *waits)
{
    double its[MOST] = {0}, before, after;

    entries = 0;
    MPI_Barrier(comm);
    before = seconds(waited);
    if (rank == LATE)
        be_late();
    (rank == LATE ? call->late : call->prompt)();
    after = seconds(waited);
    MPI_Sendrecv(entered, MOST, MPI_DOUBLE, !rank, 0, its, MOST, MPI_DOUBLE, !rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < entries; i++)
        waits->measured += its[i] > entered[i] ? its[i] - entered[i] : 0;
    waits->found += after - before;
}

static void check_waits(const char *name, const struct waits *waits, int rounds)
{
    if (rank != LATE)
        CHECK_THAT(fabs(waits->found - waits->measured) <= 0.05 * waits->measured + rounds * CLOCKS,
                   "%s: waited %.6f s, measured %.6f s", name, waits->found, waits->measured);
}

static void check_call(const struct call *call)
{
    struct watched waited = watch(call->variable, MPI_T_PVAR_CLASS_TIMER, NULL);
    struct waits waits = {0};

    start(&waited);
    for (int round = 0; round < WARM; round++)
        wait_in(call, &waited, &waits);
    waits = (struct waits){0};
    for (int round = 0; round < ROUNDS; round++)
        wait_in(call, &waited, &waits);
    check_waits(call->name, &waits, ROUNDS);
    unwatch(&waited);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Of the first large message on a communicator nobody knows what its transfer takes: that would be
 * taken for much more than it is. */
static void check_among_strangers(const struct call *call)
{
    struct watched waited = watch(call->variable, MPI_T_PVAR_CLASS_TIMER, NULL);
    struct waits waits = {0};
    MPI_Comm comms[STRANGERS];

    start(&waited);
    for (int i = 0; i < STRANGERS; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        comm = comms[i];
        wait_in(call, &waited, &waits);
    }
    check_waits(call->name, &waits, STRANGERS);
    comm = MPI_COMM_WORLD;
    for (int i = 0; i < STRANGERS; i++)
        MPI_Comm_free(&comms[i]);
    unwatch(&waited);
}

#define CHECK_CALLS(variable_, ...)                                                                \
    do {                                                                                           \
        static const struct {                                                                      \
            const char *name;                                                                      \
            void (*prompt)(void), (*late)(void);                                                   \
        } calls[] = {__VA_ARGS__};                                                                 \
        for (size_t i_ = 0; i_ < sizeof calls / sizeof *calls; i_++)                               \
            check_call(                                                                            \
                &(struct call){calls[i_].name, variable_, calls[i_].prompt, calls[i_].late});      \
    } while (0)

/* ---- tests */

static void buffers_are_there(void)
{
    large = calloc(1, LARGE);
    other = calloc(1, LARGE);
    CHECK(large && other);
    comm = MPI_COMM_WORLD;
}

static void receives_of_large_messages_wait_until_they_are_sent(void)
{
    CHECK_CALLS("mpit_late_sender_time", {"MPI_Recv", recv_large, send_large},
                {"MPI_Recv from any", recv_any, send_large},
                {"MPI_Irecv, MPI_Wait", irecv_wait, send_large},
                {"MPI_Sendrecv", sendrecv, sendrecv});
}

static void a_message_waits_for_its_own_sender_alone(void)
{
    CHECK_CALLS("mpit_late_sender_time", {"MPI_Recv", recv_large, send_itself_and_then_large});
}

static void a_call_that_goes_on_is_met_once(void)
{
    CHECK_CALLS("mpit_late_sender_time",
                {"MPI_Recv", recv_send_back_and_recv, send_and_recv_and_send});
}

static void sends_of_large_messages_wait_until_they_are_received(void)
{
    CHECK_CALLS("mpit_blocked_send_time", {"MPI_Send", send_large, recv_large},
                {"MPI_Send to a receive from any", send_large, recv_any},
                {"MPI_Isend, MPI_Wait", isend_wait, recv_large});
}

static void a_receive_from_any_is_met_where_no_transfer_is_known(void)
{
    check_among_strangers(&(struct call){"MPI_Send to a receive from any", "mpit_blocked_send_time",
                                         send_large, recv_any});
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(buffers_are_there),
      TEST(receives_of_large_messages_wait_until_they_are_sent),
      TEST(a_message_waits_for_its_own_sender_alone), TEST(a_call_that_goes_on_is_met_once),
      TEST(sends_of_large_messages_wait_until_they_are_received),
      TEST(a_receive_from_any_is_met_where_no_transfer_is_known))
