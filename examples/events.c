/* events: prints each message that arrived before a receive was there for it, and how long it lay.
 * A tool of MPI 4.0's events (15.3.8), to be preloaded into any program: its MPI_Init is found
 * first, and from there on it is called back.  It wraps nothing that has to do with messages.
 *
 * An event of messages is bound to a communicator: the tool takes those that there are from the
 * start, and each other one when it hears that it was made.  libmpit offers these events; where
 * nobody does the tool says so, and the program runs as without it.  mpit_events.h has what an
 * mpi.h from before MPI 4.0 lacks. */
#include <mpit_events.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* It is not there where neither libmpit nor an MPI of 4.0 is. */
#pragma weak PMPI_T_event_get_index
/* What the program is to see of the tool, however it is compiled. */
#define WRAPPER __attribute__((visibility("default")))
#define THREADS MPI_T_CB_REQUIRE_THREAD_SAFE

static int rank, matched, is_open;
/* Which element of its event is which. */
static int source, tag, bytes, seconds, unexpected, new_comm;

/* An enumeration has the names of the elements; -1 where there is none of this name. */
static int element(int event, const char *name)
{
    MPI_T_enum names = MPI_T_ENUM_NULL;
    char item[64];
    int n = 0, value;

    PMPI_T_event_get_info(event, NULL, NULL, NULL, NULL, NULL, NULL, &names, NULL, NULL, NULL,
                          NULL);
    PMPI_T_enum_get_info(names, &n, NULL, NULL);
    for (int i = 0; i < n; i++) {
        PMPI_T_enum_get_item(names, i, &value, item, &(int){sizeof item});
        if (strcmp(item, name) == 0)
            return i;
    }
    return -1;
}

static void print(MPI_T_event_instance instance, MPI_T_event_registration handle,
                  MPI_T_cb_safety safety, void *nothing)
{
    int from, its_tag, was_unexpected;
    unsigned long long size;
    double lay;

    (void)handle, (void)safety, (void)nothing;
    PMPI_T_event_read(instance, unexpected, &was_unexpected);
    PMPI_T_event_read(instance, source, &from);
    PMPI_T_event_read(instance, tag, &its_tag);
    PMPI_T_event_read(instance, bytes, &size);
    PMPI_T_event_read(instance, seconds, &lay);
    if (was_unexpected)
        fprintf(stderr, "events: rank %d: from %d, tag %d, %llu bytes: lay %.6f s\n", rank, from,
                its_tag, size, lay);
}

static void watch(MPI_Comm comm)
{
    MPI_T_event_registration handle;

    if (PMPI_T_event_handle_alloc(matched, &comm, MPI_INFO_NULL, &handle) == MPI_SUCCESS)
        PMPI_T_event_register_callback(handle, THREADS, MPI_INFO_NULL, NULL, print);
}

static void watch_new(MPI_T_event_instance instance, MPI_T_event_registration handle,
                      MPI_T_cb_safety safety, void *nothing)
{
    int comm;

    (void)handle, (void)safety, (void)nothing;
    PMPI_T_event_read(instance, new_comm, &comm);
    watch(MPI_Comm_f2c(comm));
}

static void begin(void)
{
    MPI_T_event_registration handle;
    int provided, created;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS)
        return;
    is_open = 1;
    if (!PMPI_T_event_get_index ||
        PMPI_T_event_get_index("mpit_message_matched", &matched) != MPI_SUCCESS ||
        PMPI_T_event_get_index("mpit_comm_created", &created) != MPI_SUCCESS) {
        if (rank == 0)
            fprintf(stderr, "events: this MPI has no events of messages\n");
        return;
    }
    source = element(matched, "source");
    tag = element(matched, "tag");
    bytes = element(matched, "bytes");
    seconds = element(matched, "seconds");
    unexpected = element(matched, "unexpected");
    new_comm = element(created, "handle");
    watch(MPI_COMM_WORLD);
    watch(MPI_COMM_SELF);
    PMPI_T_event_handle_alloc(created, NULL, MPI_INFO_NULL, &handle);
    PMPI_T_event_register_callback(handle, THREADS, MPI_INFO_NULL, NULL, watch_new);
}

/* libmpit sees a message come where it takes it out of the MPI library's queue. */
static void ask_for_messages(void)
{
    setenv("MPIT_UMQ_SOURCE", "drain", 0);
}

WRAPPER int MPI_Init(int *argc, char ***argv)
{
    int err;

    ask_for_messages();
    err = PMPI_Init(argc, argv);
    if (err == MPI_SUCCESS)
        begin();
    return err;
}

WRAPPER int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int err;

    ask_for_messages();
    err = PMPI_Init_thread(argc, argv, required, provided);
    if (err == MPI_SUCCESS)
        begin();
    return err;
}

/* The handles end with the interface. */
WRAPPER int MPI_Finalize(void)
{
    if (is_open)
        PMPI_T_finalize();
    return PMPI_Finalize();
}
