/* Levels of requests are true or have no value: whoever asks, and whoever has asked before. */
#include "watch.h"

#include <limits.h>
#include <string.h>

#define LEVEL MPI_T_PVAR_CLASS_LEVEL
#define HIGH  MPI_T_PVAR_CLASS_HIGHWATERMARK
#define LOW   MPI_T_PVAR_CLASS_LOWWATERMARK

/* What a handle shows where the value is not known. */
#define NOT_KNOWN UINT_MAX

enum { MOST = 16 };

static MPI_Request posted[MOST];
static char bytes[MOST];
static int first, next;

static void init(void)
{
    int provided;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    OK(MPI_Init(NULL, NULL));
}

static void post(MPI_Comm comm, int n)
{
    for (; n > 0; n--, next++)
        OK(MPI_Irecv(&bytes[next], 1, MPI_CHAR, 0, next, comm, &posted[next]));
}

/* The oldest ones. */
static void complete(MPI_Comm comm, int n)
{
    char byte = 1;

    for (; n > 0; n--, first++) {
        OK(MPI_Send(&byte, 1, MPI_CHAR, 0, first, comm));
        OK(MPI_Wait(&posted[first], MPI_STATUS_IGNORE));
    }
}

static struct watched on(const char *name, int class, MPI_Comm *comm)
{
    struct watched watched = watch(name, class, comm);

    start(&watched);
    return watched;
}

static void check_of(const char *name, int class, MPI_Comm comm, unsigned expected)
{
    struct watched watched = on(name, class, &comm);

    CHECK_THAT(value(&watched) == expected, "%s (class %d): %llu, not %u", name, class,
               value(&watched), expected);
    unwatch(&watched);
}

static void check_all(MPI_Comm comm, unsigned receives)
{
    check_of("mpit_live_requests", LEVEL, MPI_COMM_NULL, receives);
    check_of("mpit_live_requests", HIGH, MPI_COMM_NULL, receives);
    check_of("posted_recvq_length", LEVEL, MPI_COMM_NULL, receives);
    check_of("mpit_prq_length", LEVEL, comm, receives);
    check_of("mpit_prq_length", HIGH, comm, receives);
    check_of("mpit_prq_length", LOW, comm, receives);
}

static void level_of_requests_that_nobody_watched_is_not_known(void)
{
    init();
    post(MPI_COMM_SELF, 3);
    check_all(MPI_COMM_SELF, NOT_KNOWN);
    check_of("mpit_pending_sends", LEVEL, MPI_COMM_SELF, NOT_KNOWN);
    check_of("mpit_pending_sends", HIGH, MPI_COMM_SELF, NOT_KNOWN);
    complete(MPI_COMM_SELF, 3);
    check_all(MPI_COMM_SELF, NOT_KNOWN); /* who knows what else is not complete */
    OK(MPI_Finalize());
}

static void level_is_known_from_the_handle_on_where_no_request_was_before(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched length;
    MPI_Request persistent;
    char byte = 1, in;

    init();
    OK(MPI_Barrier(MPI_COMM_WORLD));
    OK(MPI_Sendrecv(&byte, 1, MPI_CHAR, 0, 0, &in, 1, MPI_CHAR, 0, 0, self, MPI_STATUS_IGNORE));
    OK(MPI_Recv_init(&in, 1, MPI_CHAR, 0, 99, self, &persistent));
    length = watch("mpit_prq_length", LEVEL, &self);
    post(self, 2);
    OK(MPI_Start(&persistent));
    start(&length);
    CHECK_INT(value(&length), 3);
    check_all(self, 3);
    OK(MPI_Send(&byte, 1, MPI_CHAR, 0, 99, self));
    OK(MPI_Wait(&persistent, MPI_STATUS_IGNORE));
    CHECK_INT(value(&length), 2);
    OK(MPI_Request_free(&persistent));
    complete(self, 2);
    CHECK_INT(value(&length), 0);
    unwatch(&length);
    OK(MPI_Finalize());
}

static void level_bound_before_mpi_is_known(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    struct watched length, live;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &(int){0}));
    length = on("mpit_prq_length", LEVEL, &world);
    live = watch("mpit_live_requests", LEVEL, NULL);
    CHECK_INT(value(&length), 0);
    OK(MPI_Init(NULL, NULL));
    post(MPI_COMM_WORLD, 4);
    start(&live);
    CHECK_INT(value(&length), 4);
    CHECK_INT(value(&live), 4);
    stop(&length);
    post(MPI_COMM_WORLD, 1);
    CHECK_INT(value(&length), 4); /* of when it was stopped */
    start(&length);
    CHECK_INT(value(&length), 5);
    complete(MPI_COMM_WORLD, 5);
    CHECK_INT(value(&length), 0);
    unwatch(&length);
    unwatch(&live);
    OK(MPI_Finalize());
}

static void level_is_the_same_for_each_session(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched one, other;

    init();
    one = on("mpit_prq_length", LEVEL, &self);
    post(self, 3);
    other = on("mpit_prq_length", LEVEL, &self);
    CHECK_INT(value(&other), 3);
    unwatch(&one);
    post(self, 2);
    CHECK_INT(value(&other), 5);
    check_all(self, 5);
    complete(self, 4);
    check_all(self, 1);
    complete(self, 1);
    unwatch(&other);
    OK(MPI_Finalize());
}

static void level_is_known_after_a_time_in_which_no_request_was_started(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched length;

    init();
    length = on("mpit_prq_length", LEVEL, &self);
    post(self, 3);
    unwatch(&length);
    complete(self, 1);
    check_all(self, 2);
    post(self, 1);
    check_all(self, NOT_KNOWN);
    complete(self, 3);
    OK(MPI_Finalize());
}

static void communicator_that_was_made_while_requests_were_watched_is_known(void)
{
    MPI_Comm self = MPI_COMM_SELF, made;
    struct watched live, length;

    init();
    post(self, 1);
    live = on("mpit_live_requests", LEVEL, NULL);
    CHECK_INT(value(&live), NOT_KNOWN);
    OK(MPI_Comm_dup(self, &made));
    post(made, 2);
    length = on("mpit_prq_length", LEVEL, &made);
    CHECK_INT(value(&length), 2);
    check_of("mpit_prq_length", HIGH, made, 2);
    check_of("mpit_prq_length", LEVEL, self, NOT_KNOWN);
    unwatch(&length);
    unwatch(&live);
    complete(self, 1);
    post(made, 1); /* unwatched */
    check_of("mpit_prq_length", LEVEL, made, NOT_KNOWN);
    complete(made, 3);
    OK(MPI_Comm_free(&made));
    OK(MPI_Finalize());
}

static void level_knows_what_was_started_while_nothing_was_recorded(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched length, calls;

    init();
    length = on("mpit_prq_length", LEVEL, &self);
    calls = on("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    post(self, 1);
    MPI_Pcontrol(0);
    post(self, 2);
    CHECK_INT(value(&length), 3);
    complete(self, 1);
    MPI_Pcontrol(1);
    CHECK_INT(value(&length), 2);
    CHECK_INT(value(&calls), 0);
    complete(self, 2);
    CHECK_INT(value(&length), 0);
    CHECK_INT(value(&calls), 2);
    unwatch(&length);
    unwatch(&calls);
    OK(MPI_Finalize());
}

static void watermarks_begin_at_what_there_is(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched high, low;

    init();
    high = watch("mpit_prq_length", HIGH, &self);
    low = watch("mpit_prq_length", LOW, &self);
    post(self, 3);
    start(&high);
    start(&low);
    CHECK_INT(value(&high), 3);
    CHECK_INT(value(&low), 3);
    post(self, 1);
    complete(self, 2);
    CHECK_INT(value(&high), 4);
    CHECK_INT(value(&low), 2);
    OK(MPI_T_pvar_reset(high.session, high.handle));
    CHECK_INT(value(&high), 2);
    complete(self, 2);
    unwatch(&high);
    unwatch(&low);
    OK(MPI_Finalize());
}

/* Where the alias is ours. */
static void receives_by_rank_are_known_once_none_is_older(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched live, by_rank;
    struct pvar_info info;

    init();
    live = watch("mpit_live_requests", LEVEL, NULL);
    post(self, 2);
    by_rank = watch("pml_ob1_posted_recvq_length", MPI_T_PVAR_CLASS_SIZE, &self);
    pvar_info(by_rank.index, &info);
    if (strncmp(info.desc, "Alias of", 8) == 0) {
        CHECK_INT(value(&by_rank), NOT_KNOWN);
        complete(self, 2);
        CHECK_INT(value(&by_rank), 0);
        post(self, 1);
        CHECK_INT(value(&by_rank), 1);
    }
    complete(self, next - first);
    unwatch(&by_rank);
    unwatch(&live);
    OK(MPI_Finalize());
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(level_of_requests_that_nobody_watched_is_not_known),
      TEST(level_is_known_from_the_handle_on_where_no_request_was_before),
      TEST(level_bound_before_mpi_is_known), TEST(level_is_the_same_for_each_session),
      TEST(level_is_known_after_a_time_in_which_no_request_was_started),
      TEST(communicator_that_was_made_while_requests_were_watched_is_known),
      TEST(level_knows_what_was_started_while_nothing_was_recorded),
      TEST(watermarks_begin_at_what_there_is), TEST(receives_by_rank_are_known_once_none_is_older))
