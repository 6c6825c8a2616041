/* For whom calls wait: rank 1 comes DELAY later to each call, and what rank 0 has waited in it is
 * what the program itself has measured around it, booked to rank 1. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 4, DELAY_MS = 60, LARGE = 1 << 22, LATE = 1, PROMPT = 2 };

static char *large, *other;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void delay(void)
{
    nanosleep(&(struct timespec){0, DELAY_MS * 1000000}, NULL);
}

/* ---- what is watched */

enum kind { LATE_SENDER, BLOCKED_SEND, KINDS };
static const char *const names[KINDS] = {"mpit_late_sender_time", "mpit_blocked_send_time"};

struct waits {
    struct watched total[KINDS], peers;
};

static void begin(struct waits *waits)
{
    static MPI_Comm world;

    world = MPI_COMM_WORLD;
    for (int i = 0; i < KINDS; i++)
        waits->total[i] = watch(names[i], MPI_T_PVAR_CLASS_TIMER, NULL);
    waits->peers = watch("mpit_peer_wait_time", MPI_T_PVAR_CLASS_TIMER, &world);
    for (int i = 0; i < KINDS; i++)
        start(&waits->total[i]);
    start(&waits->peers);
}

static void end(struct waits *waits)
{
    for (int i = 0; i < KINDS; i++)
        unwatch(&waits->total[i]);
    unwatch(&waits->peers);
}

/* No more than what was measured, and nineteen twentieths of it up to the delays: what is beyond
 * them may be the transfer. */
static bool is_nearly(double found, double measured)
{
    const double delays = ROUNDS * DELAY_MS * 1e-3;

    return found >= 0.95 * (measured < delays ? measured : delays) && found <= measured;
}

static void check(const char *call, struct waits *waits, enum kind kind, double measured)
{
    double *of = calloc((size_t)waits->peers.count, sizeof *of);
    double found = seconds(&waits->total[kind]), more = seconds(&waits->total[!kind]);

    CHECK_INT(waits->peers.count, ranks);
    CHECK_THAT(is_nearly(found, measured), "%s: %s is %.6f, measured %.6f s", call, names[kind],
               found, measured);
    CHECK_THAT(more <= 0.05 * measured, "%s: %s is %.6f of %.6f s", call, names[!kind], more,
               measured);
    OK(MPI_T_pvar_read(waits->peers.session, waits->peers.handle, of));
    CHECK_THAT(is_nearly(of[LATE], measured), "%s: %.6f for the late rank, measured %.6f s", call,
               of[LATE], measured);
    for (int i = 0; i < ranks; i++)
        CHECK_THAT(i == LATE || of[i] <= 0.05 * measured, "%s: %.6f of %.6f s for rank %d", call,
                   of[i], measured, i);
    free(of);
}

/* What rank 0 does while it waits, what the late one does a delay later, and what the other one has
 * done before. */
struct call {
    const char *name;
    enum kind kind;
    void (*waits)(void), (*late)(void), (*before)(void);
};

static void check_call(const struct call *call)
{
    struct waits waits;
    double measured = 0;

    if (rank == 0)
        begin(&waits);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank == PROMPT && call->before)
            call->before();
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == LATE) {
            delay();
            call->late();
        } else if (rank == 0) {
            double began = now();

            call->waits();
            measured += now() - began;
        }
    }
    if (rank == 0) {
        check(call->name, &waits, call->kind, measured);
        end(&waits);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

#define CHECK_CALLS(...)                                                                           \
    do {                                                                                           \
        static const struct call calls[] = {__VA_ARGS__};                                          \
        for (size_t i_ = 0; i_ < sizeof calls / sizeof *calls; i_++)                               \
            check_call(&calls[i_]);                                                                \
    } while (0)

/* ---- calls */

static int number;

static void send_number(void)
{
    MPI_Send(&number, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
}

static void send_large(void)
{
    MPI_Send(large, LARGE, MPI_CHAR, 0, 3, MPI_COMM_WORLD);
}

static void receive_number(void)
{
    MPI_Recv(&number, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void receive_large(void)
{
    MPI_Recv(large, LARGE, MPI_CHAR, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void recv_from_late(void)
{
    MPI_Recv(&number, 1, MPI_INT, LATE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void recv_from_any(void)
{
    MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void recv_large(void)
{
    MPI_Recv(large, LARGE, MPI_CHAR, LATE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void irecv_wait(void)
{
    MPI_Request request;

    MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void probe_recv(void)
{
    MPI_Probe(LATE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    recv_from_late();
}

static void mprobe_mrecv(void)
{
    MPI_Message message;

    MPI_Mprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(&number, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static void persistent_recv(void)
{
    MPI_Request request;

    MPI_Recv_init(&number, 1, MPI_INT, LATE, 3, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static void sendrecv(void)
{
    MPI_Sendrecv(&number, 1, MPI_INT, LATE, 3, large, LARGE, MPI_CHAR, LATE, 3, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void answer(void)
{
    receive_number();
    send_number();
}

/* From both; of the prompt one a message is there. */
static void irecv_both(MPI_Request requests[2], int first)
{
    int second = LATE + PROMPT - first;

    MPI_Irecv(large, LARGE, MPI_CHAR, first, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(other, LARGE, MPI_CHAR, second, 3, MPI_COMM_WORLD, &requests[1]);
}

static void waitall(int first)
{
    MPI_Status statuses[2];
    MPI_Request requests[2];

    irecv_both(requests, first);
    MPI_Waitall(2, requests, statuses);
    CHECK_INT(statuses[0].MPI_SOURCE, first);
    CHECK_INT(statuses[1].MPI_SOURCE, LATE + PROMPT - first);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
}

static void waitall_late_first(void)
{
    waitall(LATE);
}

static void waitall_late_last(void)
{
    waitall(PROMPT);
}

static void waitany_twice(void)
{
    MPI_Request requests[2];
    int index;

    irecv_both(requests, LATE);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    CHECK_INT(index, 1);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    CHECK_INT(index, 0);
}

static void waitsome_twice(void)
{
    MPI_Status statuses[2];
    MPI_Request requests[2];
    int indices[2], n;

    irecv_both(requests, LATE);
    for (int left = 2; left; left -= n)
        MPI_Waitsome(2, requests, &n, indices, statuses);
}

static void ssend(void)
{
    MPI_Ssend(&number, 1, MPI_INT, LATE, 3, MPI_COMM_WORLD);
}

static void rendezvous(void)
{
    MPI_Send(large, LARGE, MPI_CHAR, LATE, 3, MPI_COMM_WORLD);
}

static void isend_wait(void)
{
    MPI_Request request;

    MPI_Isend(large, LARGE, MPI_CHAR, LATE, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void issend_waitall(void)
{
    MPI_Status statuses[2];
    MPI_Request requests[2];

    MPI_Irecv(other, 1, MPI_INT, PROMPT, 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Issend(&number, 1, MPI_INT, LATE, 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
}

/* ---- tests */

static void receives_wait_for_the_late_sender(void)
{
    CHECK_CALLS({"MPI_Recv", LATE_SENDER, recv_from_late, send_number, NULL},
                {"MPI_Recv from any", LATE_SENDER, recv_from_any, send_number, NULL},
                {"MPI_Recv of 4 MiB", LATE_SENDER, recv_large, send_large, NULL},
                {"MPI_Sendrecv", LATE_SENDER, sendrecv, answer, NULL},
                {"MPI_Probe", LATE_SENDER, probe_recv, send_number, NULL},
                {"MPI_Mprobe", LATE_SENDER, mprobe_mrecv, send_number, NULL});
}

static void completions_wait_for_who_comes_last(void)
{
    CHECK_CALLS(
        {"MPI_Wait", LATE_SENDER, irecv_wait, send_number, NULL},
        {"MPI_Start", LATE_SENDER, persistent_recv, send_number, NULL},
        {"MPI_Waitall, the late one first", LATE_SENDER, waitall_late_first, send_number,
         send_number},
        {"MPI_Waitall, the late one last", LATE_SENDER, waitall_late_last, send_large, send_number},
        {"MPI_Waitany", LATE_SENDER, waitany_twice, send_number, send_number},
        {"MPI_Waitsome", LATE_SENDER, waitsome_twice, send_number, send_number});
}

static void sends_wait_for_the_late_receiver(void)
{
    CHECK_CALLS(
        {"MPI_Ssend", BLOCKED_SEND, ssend, receive_number, NULL},
        {"MPI_Send of 4 MiB", BLOCKED_SEND, rendezvous, receive_large, NULL},
        {"MPI_Isend of 4 MiB", BLOCKED_SEND, isend_wait, receive_large, NULL},
        {"MPI_Issend, MPI_Waitall", BLOCKED_SEND, issend_waitall, receive_number, send_number});
}

/* Messages that are there are waited for by nobody. */
static void who_comes_late_himself_waits_for_nobody(void)
{
    enum { MESSAGES = 100 };
    struct waits waits;

    if (rank == 0)
        begin(&waits);
    for (int i = 0; rank == LATE && i < MESSAGES; i++)
        send_number();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        delay();
    for (int i = 0; rank == 0 && i < MESSAGES; i++)
        i % 2 ? recv_from_late() : irecv_wait();
    if (rank == 0) {
        double found = seconds(&waits.total[LATE_SENDER]);

        CHECK_THAT(found < DELAY_MS * 1e-3 / 4, "waited %.6f s for what was there", found);
        end(&waits);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* As without us: each status has its error, and the call says that one has (3.7.5). */
static void a_failure_in_waitall_is_told(void)
{
    MPI_Errhandler before;
    MPI_Status statuses[2];
    MPI_Request requests[2];
    struct waits waits;
    int few[1], rc, class;

    if (rank == 0)
        begin(&waits);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Irecv(few, 1, MPI_INT, LATE, 3, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&number, 1, MPI_INT, PROMPT, 3, MPI_COMM_WORLD, &requests[1]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == LATE) {
        delay();
        MPI_Send((int[4]){1, 2, 3, 4}, 4, MPI_INT, 0, 3, MPI_COMM_WORLD);
    } else if (rank == PROMPT) {
        send_number();
    } else if (rank == 0) {
        rc = MPI_Waitall(2, requests, statuses);
        MPI_Error_class(rc, &class);
        CHECK_INT(class, MPI_ERR_IN_STATUS);
        MPI_Error_class(statuses[0].MPI_ERROR, &class);
        CHECK_INT(class, MPI_ERR_TRUNCATE);
        if (statuses[1].MPI_ERROR == MPI_ERR_PENDING)
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        else
            CHECK_INT(statuses[1].MPI_ERROR, MPI_SUCCESS);
        CHECK(requests[1] == MPI_REQUEST_NULL);
        end(&waits);
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
    MPI_Errhandler_free(&before);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* There is no segment in which others could say when they came. */
static void without_arrivals_there_is_no_value(void)
{
    CHECK(!has_value("mpit_coll_wait_time", MPI_T_PVAR_CLASS_TIMER, NULL));
}

static void buffers_are_there(void)
{
    large = calloc(LARGE, 1);
    other = calloc(LARGE, 1);
    CHECK(large && other);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(buffers_are_there), TEST(receives_wait_for_the_late_sender),
      TEST(completions_wait_for_who_comes_last), TEST(sends_wait_for_the_late_receiver),
      TEST(who_comes_late_himself_waits_for_nobody), TEST(a_failure_in_waitall_is_told),
      TEST(without_arrivals_there_is_no_value))
