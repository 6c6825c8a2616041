/* The length that we drain is the one that the vendor knows: over thousands of random states, Open
 * MPI's own variable is read just before ours.  No collective is under way then.  Under the sources
 * "vendor" and "auto" ours is that variable.  MPICH has none: there "auto" drains, and the length
 * is checked against what was sent alone. */
#include "config.h"

#include "../random.h"
#include "queue.h"
#include "theirs.h"

enum { STATES = 3000, TAGS = 5 };

static const char theirs[] = "pml_ob1_unexpected_msgq_length";

/* The vendor's functions, below ours. */
static int (*their_init)(int, int *);
static int (*their_index)(const char *, int, int *);
static int (*their_session)(MPI_T_pvar_session *);
static int (*their_alloc)(MPI_T_pvar_session, int, void *, MPI_T_pvar_handle *, int *);
static int (*their_read)(MPI_T_pvar_session, MPI_T_pvar_handle, void *);
static int (*their_free)(MPI_T_pvar_session, MPI_T_pvar_handle *);
static int (*their_session_free)(MPI_T_pvar_session *);

static MPI_T_pvar_session their_own;
static MPI_T_pvar_handle their_handle;
static int their_count;
static bool has_theirs;

/* Whether the vendor has it. */
static bool open_theirs(MPI_Comm comm)
{
    int provided, index;

    find_theirs("PMPI_T_init_thread", &their_init);
    find_theirs("PMPI_T_pvar_get_index", &their_index);
    find_theirs("PMPI_T_pvar_session_create", &their_session);
    find_theirs("PMPI_T_pvar_handle_alloc", &their_alloc);
    find_theirs("PMPI_T_pvar_read", &their_read);
    find_theirs("PMPI_T_pvar_handle_free", &their_free);
    find_theirs("PMPI_T_pvar_session_free", &their_session_free);
    OK(their_init(MPI_THREAD_MULTIPLE, &provided));
    if (their_index(theirs, MPI_T_PVAR_CLASS_SIZE, &index) != MPI_SUCCESS)
        return false;
    OK(their_session(&their_own));
    OK(their_alloc(their_own, index, &comm, &their_handle, &their_count));
    return true;
}

static void close_theirs(void)
{
    OK(their_free(their_own, &their_handle));
    OK(their_session_free(&their_own));
}

static unsigned read_theirs(void)
{
    unsigned lengths[16] = {0}, sum = 0;

    OK(their_read(their_own, their_handle, lengths));
    for (int i = 0; i < their_count; i++)
        sum += lengths[i];
    return sum;
}

/* Rank 0 tells rank 1 how many to send and with which tags, and rank 1 when it has. */
static void send_what_is_asked(MPI_Comm comm, MPI_Comm orders)
{
    int order[2];

    for (;;) {
        MPI_Recv(order, 2, MPI_INT, 0, 0, orders, MPI_STATUS_IGNORE);
        if (order[0] < 0)
            return;
        for (int i = 0; i < order[0]; i++)
            MPI_Send(&i, 1, MPI_INT, 0, (order[1] + i) % TAGS, comm);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, orders);
    }
}

/* Some messages come, some are received; then both are asked.  What has been drained is no longer
 * in the vendor's queue: ours is stopped and empty before the vendor is asked anew. */
static void compare_a_state(uint64_t *random, struct watched *ours, MPI_Comm comm, MPI_Comm orders)
{
    int order[2] = {(int)random_below(random, 12), (int)random_below(random, TAGS)};
    int posted = order[0] ? (int)random_below(random, (unsigned)order[0] + 1) : 0, values[12];
    unsigned expected = (unsigned)(order[0] - posted), vendors, length;
    MPI_Request requests[12];

    /* Those that find a receive posted are not unexpected. */
    for (int i = 0; i < posted; i++)
        MPI_Irecv(&values[i], 1, MPI_INT, 1, (order[1] + i) % TAGS, comm, &requests[i]);
    MPI_Send(order, 2, MPI_INT, 1, 0, orders);
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, orders, MPI_STATUS_IGNORE);
    vendors = has_theirs ? read_theirs() : expected;
    start(ours);
    length = (unsigned)value(ours);
    stop(ours);
    MPI_Waitall(posted, requests, (MPI_Status[12]){0});
    for (unsigned i = 0; i < expected; i++)
        MPI_Recv(values, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    CHECK_THAT(vendors == expected && length == expected,
               "%d sent, %d of them to posted receives: the vendor says %u, we %u", order[0],
               posted, vendors, length);
}

static void compare(int states, MPI_Comm comm, MPI_Comm orders)
{
    struct watched ours = queue_watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    uint64_t random = RANDOM_START;

    for (int i = 0; i < states; i++)
        compare_a_state(&random, &ours, comm, orders);
    unwatch(&ours);
}

/* ---- by source: rank 1 sends what rank 0 asks for ------------------------------------------- */

static void on_new_communicators(void (*test)(MPI_Comm comm, MPI_Comm orders))
{
    MPI_Comm comm, orders;
    int end[2] = {-1, 0};

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &orders);
    if (rank == 1) {
        send_what_is_asked(comm, orders);
    } else {
        has_theirs = open_theirs(comm);
        test(comm, orders);
        if (has_theirs)
            close_theirs();
        MPI_Send(end, 2, MPI_INT, 1, 0, orders);
    }
    MPI_Comm_free(&comm);
    MPI_Comm_free(&orders);
}

static void by_auto(MPI_Comm comm, MPI_Comm orders)
{
    queue_set_source(AUTO);
    CHECK_INT(queue_source(comm), has_theirs ? VENDOR : DRAIN);
    compare(STATES / 10, comm, orders);
}

static void by_drain(MPI_Comm comm, MPI_Comm orders)
{
    queue_set_source(DRAIN);
    CHECK_INT(queue_source(comm), DRAIN);
    compare(STATES, comm, orders);
}

static void by_vendor(MPI_Comm comm, MPI_Comm orders)
{
    queue_set_source(VENDOR);
    CHECK_INT(queue_source(comm), has_theirs ? VENDOR : OFF);
    if (has_theirs)
        compare(STATES / 10, comm, orders);
    CHECK(queue_knows("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm) == has_theirs);
    CHECK(!queue_knows("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm));
}

static void by_none(MPI_Comm comm, MPI_Comm orders)
{
    (void)orders;
    queue_set_source(OFF);
    CHECK_INT(queue_source(comm), OFF);
    CHECK(!queue_knows("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm));
}

static void length_by_auto_is_the_vendor_s(void)
{
    on_new_communicators(by_auto);
}

static void length_that_is_drained_is_the_vendor_s(void)
{
    on_new_communicators(by_drain);
}

static void length_by_vendor_is_known_where_the_vendor_has_it(void)
{
    on_new_communicators(by_vendor);
}

static void length_by_off_is_not_known(void)
{
    on_new_communicators(by_none);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(length_by_auto_is_the_vendor_s),
      TEST(length_that_is_drained_is_the_vendor_s),
      TEST(length_by_vendor_is_known_where_the_vendor_has_it), TEST(length_by_off_is_not_known))
