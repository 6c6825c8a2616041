/* What of the queue is left when nobody watches it any more: calls are served as long as they can
 * still meet it, and not a call longer.  The library is in this program, so that it sees that. */
#include "config.h"

#include "queue.h"

#include "profile/watch.h"

static bool is_served(void)
{
    return mpit__watch_mask(&mpit__watch) & MPIT_WATCH_SERVE;
}

static int received;

/* A receive that has been started on a message of our queue, which nobody watches any more. */
static MPI_Request start_persistent(int sent)
{
    struct watched length = queue_length(MPI_COMM_WORLD);
    MPI_Request send, receive;

    OK(MPI_Recv_init(&received, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &receive));
    OK(MPI_Isend(&sent, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &send));
    while (value(&length) == 0)
        ;
    OK(MPI_Start(&receive));
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
    unwatch(&length);
    CHECK(is_served());
    return receive;
}

static void persistent_receive_of_our_queue_is_served_until_it_is_complete(void)
{
    MPI_Request receive;
    int flag = 0;

    queue_set_source(DRAIN);
    for (int i = 1; i < 4; i++) {
        receive = start_persistent(i);
        if (i % 2)
            OK(MPI_Wait(&receive, MPI_STATUS_IGNORE));
        for (flag = i % 2; !flag;)
            OK(MPI_Test(&receive, &flag, MPI_STATUS_IGNORE));
        CHECK_INT(received, i);
        CHECK(!is_served());
        OK(MPI_Request_free(&receive));
        CHECK(receive == MPI_REQUEST_NULL);
    }
}

static void persistent_receive_that_is_freed_is_served_no_more(void)
{
    MPI_Request receive = start_persistent(7);

    OK(MPI_Request_free(&receive));
    CHECK(!is_served());
}

static void message_of_our_queue_is_served_until_it_is_received(void)
{
    struct watched length = queue_length(MPI_COMM_WORLD);
    MPI_Request send;
    int sent = 9;

    OK(MPI_Isend(&sent, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &send));
    while (value(&length) == 0)
        ;
    unwatch(&length);
    CHECK(is_served());
    OK(MPI_Recv(&received, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_INT(received, sent);
    CHECK(!is_served());
    OK(MPI_Wait(&send, MPI_STATUS_IGNORE));
}

/* MPICH gives its memory to the next request, which may be the one that takes its message. */
static void send_to_oneself_whose_request_was_freed_is_received(void)
{
    struct watched length;
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    length = queue_length(comm);
    for (int sent = 0; sent < 8; sent++) {
        MPI_Request send;

        OK(MPI_Isend(&sent, 1, MPI_INT, 0, 1, comm, &send));
        if (sent % 2)
            OK(MPI_Probe(0, 1, comm, MPI_STATUS_IGNORE));
        OK(MPI_Request_free(&send));
        CHECK(send == MPI_REQUEST_NULL);
        while (value(&length) < 1)
            ;
        OK(MPI_Recv(&received, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE));
        CHECK_INT(received, sent);
    }
    CHECK_INT(value(&length), 0);
    unwatch(&length);
    OK(MPI_Comm_free(&comm));
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(send_to_oneself_whose_request_was_freed_is_received),
      TEST(persistent_receive_of_our_queue_is_served_until_it_is_complete),
      TEST(persistent_receive_that_is_freed_is_served_no_more),
      TEST(message_of_our_queue_is_served_until_it_is_received))
