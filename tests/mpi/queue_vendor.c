/* The length that we drain is the one that the vendor knows: over thousands of random states, Open
 * MPI's own variable is read just before ours.  No collective is under way then.  Under the sources
 * "vendor" and "auto" ours is that variable.  MPICH has none: there "auto" drains, and the length is
 * checked against what was sent alone. */
#include "config.h"

#include "queue_traffic.h"
#include "queue_watch.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

enum { STATES = 3000, TAGS = 5 };

static const char theirs[] = "pml_ob1_unexpected_msgq_length";

/* The vendor's functions, below ours. */
static int (*their_init)(int, int *);
static int (*their_index)(const char *, int, int *);
static int (*their_session)(MPI_T_pvar_session *);
static int (*their_alloc)(MPI_T_pvar_session, int, void *, MPI_T_pvar_handle *, int *);
static int (*their_read)(MPI_T_pvar_session, MPI_T_pvar_handle, void *);
static int (*their_free)(MPI_T_pvar_session, MPI_T_pvar_handle *);

static MPI_T_pvar_session their_own;
static MPI_T_pvar_handle their_handle;
static int their_count;

static void find(void *vendor, const char *name, void *function)
{
    void *found = dlsym(vendor, name);

    watch_must(found ? MPI_SUCCESS : -1, name);
    memcpy(function, &found, sizeof found);
}

/* Whether the vendor has it. */
static bool open_theirs(MPI_Comm comm)
{
    Dl_info info;
    void *improbe = dlsym(RTLD_NEXT, "PMPI_Get_count"), *vendor;
    int provided, index;

    watch_must(improbe && dladdr(improbe, &info) ? MPI_SUCCESS : -1, "dladdr");
    vendor = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    find(vendor, "PMPI_T_init_thread", &their_init);
    find(vendor, "PMPI_T_pvar_get_index", &their_index);
    find(vendor, "PMPI_T_pvar_session_create", &their_session);
    find(vendor, "PMPI_T_pvar_handle_alloc", &their_alloc);
    find(vendor, "PMPI_T_pvar_read", &their_read);
    find(vendor, "PMPI_T_pvar_handle_free", &their_free);
    watch_must(their_init(MPI_THREAD_MULTIPLE, &provided), "the vendor's MPI_T_init_thread");
    if (their_index(theirs, MPI_T_PVAR_CLASS_SIZE, &index) != MPI_SUCCESS)
        return false;
    watch_must(their_session(&their_own), "the vendor's session");
    watch_must(their_alloc(their_own, index, &comm, &their_handle, &their_count),
               "the vendor's handle");
    return true;
}

static unsigned read_theirs(void)
{
    unsigned lengths[16] = {0}, sum = 0;

    watch_must(their_read(their_own, their_handle, lengths), "the vendor's read");
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
static int compare_a_state(unsigned long *random, struct watch *ours, bool has_theirs,
                           MPI_Comm comm, MPI_Comm orders)
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
    watch_start(ours);
    length = watch_read(ours);
    watch_stop(ours);
    MPI_Waitall(posted, requests, (MPI_Status[12]){0});
    for (unsigned i = 0; i < expected; i++)
        MPI_Recv(values, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE);
    if (vendors == expected && length == expected)
        return 0;
    fprintf(stderr, "%d sent, %d of them to posted receives: the vendor says %u, we %u\n", order[0],
            posted, vendors, length);
    return 1;
}

static int compare(const char *source, int states, bool has_theirs, MPI_Comm comm, MPI_Comm orders)
{
    struct watch ours;
    unsigned long random = 1;
    int wrong = 0;

    watch_bind(&ours, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm);
    for (int i = 0; i < states; i++)
        wrong += compare_a_state(&random, &ours, has_theirs, comm, orders);
    watch_free(&ours);
    printf("source %s: %d states, %d wrong\n", source, states, wrong);
    return wrong;
}

static int expect(const char *what, int found, int expected)
{
    if (found == expected)
        return 0;
    fprintf(stderr, "%s: %d, expected %d\n", what, found, expected);
    return 1;
}

static int run(MPI_Comm comm, MPI_Comm orders)
{
    bool has_theirs = open_theirs(comm);
    int wrong = expect("auto", watch_source(comm), has_theirs ? VENDOR : DRAIN);

    wrong += compare("auto", STATES / 10, has_theirs, comm, orders);
    watch_set_source(DRAIN);
    wrong += expect("drain", watch_source(comm), DRAIN);
    wrong += compare("drain", STATES, has_theirs, comm, orders);
    watch_set_source(VENDOR);
    wrong += expect("vendor", watch_source(comm), has_theirs ? VENDOR : OFF);
    if (has_theirs)
        wrong += compare("vendor", STATES / 10, true, comm, orders);
    wrong += expect("the length by vendor", watch_offer("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm),
                    has_theirs ? MPI_SUCCESS : MPI_T_ERR_INVALID);
    wrong += expect("the bytes by vendor", watch_offer("mpit_umq_bytes", MPI_T_PVAR_CLASS_LEVEL, comm), MPI_T_ERR_INVALID);
    watch_set_source(OFF);
    wrong += expect("off", watch_source(comm), OFF);
    wrong += expect("the length by off", watch_offer("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, comm), MPI_T_ERR_INVALID);
    if (has_theirs)
        their_free(their_own, &their_handle);
    return wrong;
}

int main(int argc, char **argv)
{
    MPI_Comm comm, orders;
    int rank, end[2] = {-1, 0}, wrong = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &orders);
    if (rank == 1) {
        send_what_is_asked(comm, orders);
    } else {
        watch_open();
        wrong = run(comm, orders);
        MPI_Send(end, 2, MPI_INT, 1, 0, orders);
        watch_close();
    }
    MPI_Comm_free(&comm);
    MPI_Comm_free(&orders);
    MPI_Finalize();
    return wrong != 0;
}
