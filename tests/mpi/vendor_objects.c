/* The vendor's performance variables that bind to communicators, on 2 ranks: BIND-3, BIND-4,
 * SESS-1, PVAR-2, ACC-4.  Open MPI has some, its monitoring among them; MPICH has no performance
 * variables at all, which is what is checked there. */
#include "config.h"

#include "watch.h"

#include <stdlib.h>
#include <string.h>

#if defined(MPIT_OPENMPI)

/* Before MPI_Init: monitoring counts what collectives send. */
__attribute__((constructor)) static void switch_monitoring_on(void)
{
    if (!is_stepped_around("vendor_counters_of_two_sessions_are_independent"))
        setenv("OMPI_MCA_pml_monitoring_enable", "2", 1);
}

/* Sends n messages from rank 1 to rank 0 of a communicator, where they wait to be received. */
static void leave_unexpected(MPI_Comm comm, int n)
{
    int arrived = 0, value = 1;

    for (int i = 0; rank == 1 && i < n; i++)
        MPI_Send(&value, 1, MPI_INT, 0, i, comm);
    /* In the order of sending: when the last one is there all are. */
    while (rank == 0 && !arrived)
        MPI_Iprobe(1, n - 1, comm, &arrived, MPI_STATUS_IGNORE);
}

static void receive_all(MPI_Comm comm, int n)
{
    int value;

    for (int i = 0; rank == 0 && i < n; i++)
        MPI_Recv(&value, 1, MPI_INT, 1, i, comm, MPI_STATUS_IGNORE);
}

static struct watched queue_of(MPI_Comm *comm)
{
    return watch("pml_ob1_unexpected_msgq_length", MPI_T_PVAR_CLASS_SIZE, comm);
}

static void a_bound_variable_is_the_objects_own(void)
{
    MPI_Comm comms[2];
    struct watched queues[2];

    for (int i = 0; i < 2; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        queues[i] = queue_of(&comms[i]);
        CHECK_INT(queues[i].count, 2);
    }
    leave_unexpected(comms[0], 3);
    if (rank == 0) {
        CHECK_INT(element(&queues[0], 1), 3);
        CHECK_INT(element(&queues[1], 1), 0);
    }
    receive_all(comms[0], 3);
    CHECK_INT(element(&queues[0], 1), 0);
    for (int i = 0; i < 2; i++) {
        unwatch(&queues[i]);
        MPI_Comm_free(&comms[i]);
    }
}

static void a_handle_outlives_its_communicator(void)
{
    MPI_Comm comm, next;
    struct watched queue, next_queue;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    queue = queue_of(&comm);
    leave_unexpected(comm, 2);
    receive_all(comm, 1);
    if (rank == 0) {
        int value;

        CHECK_INT(element(&queue, 1), 1);
        /* The value of the last look: received after it, and the communicator is freed. */
        MPI_Recv(&value, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&comm);
    CHECK_INT(element(&queue, 1), 0);
    /* Open MPI gives the next one the same address. */
    MPI_Comm_dup(MPI_COMM_WORLD, &next);
    next_queue = queue_of(&next);
    leave_unexpected(next, 1);
    CHECK_INT(element(&queue, 1), 0);
    if (rank == 0)
        CHECK_INT(element(&next_queue, 1), 1);
    receive_all(next, 1);
    unwatch(&queue);
    unwatch(&next_queue);
    MPI_Comm_free(&next);
}

static void what_the_vendor_would_crash_on_is_refused(void)
{
    MPI_Comm inter, self, freed;
    MPI_Comm null = MPI_COMM_NULL;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int count, index = pvar_of("pml_ob1_unexpected_msgq_length", MPI_T_PVAR_CLASS_SIZE);

    MPI_Comm_dup(MPI_COMM_SELF, &self);
    MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, 1 - rank, 7, &inter);
    freed = self;
    MPI_Comm_free(&self);
    OK(MPI_T_pvar_session_create(&session));
    CHECK_RC(MPI_T_pvar_handle_alloc(session, index, &inter, &handle, &count), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_pvar_handle_alloc(session, index, &null, &handle, &count), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_pvar_handle_alloc(session, index, &freed, &handle, &count), MPI_T_ERR_INVALID);
    OK(MPI_T_pvar_session_free(&session));
    MPI_Comm_free(&inter);
}

/* The vendor takes any window for one of osc rdma: the variable is there only if all are. */
static void counters_of_one_kind_of_window_are_not_offered_for_all(void)
{
    int index;

    CHECK_RC(MPI_T_pvar_get_index("osc_rdma_put_retry_count", MPI_T_PVAR_CLASS_COUNTER, &index),
             MPI_T_ERR_INVALID_NAME);
}

/* Monitoring counts for a process, and its own stop ends that for everybody.  A handle on our alias
 * of that name is on it where it is there. */
static void vendor_counters_of_two_sessions_are_independent(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    struct watched a = watch("coll_monitoring_o2a_count", MPI_T_PVAR_CLASS_COUNTER, &comm);
    struct watched b = watch("coll_monitoring_o2a_count", MPI_T_PVAR_CLASS_COUNTER, &comm);
    unsigned long long root = rank == 0, taken;
    static struct pvar_info info;
    int number = 0;

    start(&a);
    CHECK_INT(value(&a), 0);
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    start(&b);
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    CHECK_INT(value(&a), 2 * root);
    CHECK_INT(value(&b), root);
    stop(&a);
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    CHECK_INT(value(&a), 2 * root);
    CHECK_INT(value(&b), 2 * root);
    unwatch(&a);
    MPI_Bcast(&number, 1, MPI_INT, 0, comm);
    CHECK_INT(value(&b), 3 * root);
    if (pvar_info(b.index, &info))
        CHECK_RC(MPI_T_pvar_readreset(b.session, b.handle, &taken),
                 info.atomic ? MPI_SUCCESS : MPI_T_ERR_PVAR_NO_ATOMIC);
    unwatch(&b);
}

SUITE(HARNESS_MPI_IS_UP, TEST(a_bound_variable_is_the_objects_own),
      TEST(a_handle_outlives_its_communicator), TEST(what_the_vendor_would_crash_on_is_refused),
      TEST(counters_of_one_kind_of_window_are_not_offered_for_all),
      TEST(vendor_counters_of_two_sessions_are_independent))

#else

/* A name of another MPI that is a row of ours stands in the category mpit_alias. */
static bool is_alias(int index)
{
    int category, n = 0, indices[32];

    OK(MPI_T_category_get_index("mpit_alias", &category));
    OK(MPI_T_category_get_info(category, NULL, NULL, NULL, NULL, NULL, &n, NULL));
    OK(MPI_T_category_get_pvars(category, 32, indices));
    for (int i = 0; i < n && i < 32; i++)
        if (indices[i] == index)
            return true;
    return false;
}

static void there_are_no_performance_variables_but_ours(void)
{
    int n;

    OK(MPI_T_pvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        static struct pvar_info info;

        pvar_info(i, &info);
        CHECK_FOR(info.name, is_own(info.name) || is_alias(i));
    }
}

SUITE(HARNESS_MPI_IS_UP, TEST(there_are_no_performance_variables_but_ours))

#endif
