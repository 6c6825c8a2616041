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

/* A handle of a number: MPI 5.0 may have it without Fortran. */
#if MPI_VERSION >= 5
#define COMM_OF MPI_Comm_fromint
#else
#define COMM_OF MPI_Comm_f2c
#endif

/* It is not there where neither libmpit nor an MPI of 4.0 is. */
#pragma weak PMPI_T_event_get_index
/* What the program is to see of the tool, however it is compiled. */
#define WRAPPER __attribute__((visibility("default")))

static int rank, matched, created;
static int source, tag, bytes, seconds, unexpected, handle; /* elements of the events */

/* An enumeration of the event has the names of its elements. */
static int element(int event, const char *name)
{
    MPI_T_enum names = MPI_T_ENUM_NULL;
    char item[64] = "";
    int i = -1, value;

    PMPI_T_event_get_info(event, 0, 0, 0, 0, 0, 0, &names, 0, 0, 0, 0);
    while (strcmp(item, name) != 0 &&
           PMPI_T_enum_get_item(names, ++i, &value, item, &(int){sizeof item}) == MPI_SUCCESS)
        continue;
    return i;
}

static void print(MPI_T_event_instance event, MPI_T_event_registration of, MPI_T_cb_safety safety,
                  void *nothing)
{
    int from, its_tag, was_unexpected;
    unsigned long long size;
    double lay;

    (void)of, (void)safety, (void)nothing;
    PMPI_T_event_read(event, source, &from);
    PMPI_T_event_read(event, tag, &its_tag);
    PMPI_T_event_read(event, bytes, &size);
    PMPI_T_event_read(event, seconds, &lay);
    PMPI_T_event_read(event, unexpected, &was_unexpected);
    if (was_unexpected)
        fprintf(stderr, "events: rank %d: from %d, tag %d, %llu bytes: lay %.6f s\n", rank, from,
                its_tag, size, lay);
}

/* Callbacks may be in several threads at once. */
static void call_back(int event, MPI_Comm comm, MPI_T_event_cb_function function)
{
    MPI_T_event_registration of;

    if (PMPI_T_event_handle_alloc(event, &comm, MPI_INFO_NULL, &of) == MPI_SUCCESS)
        PMPI_T_event_register_callback(of, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, NULL,
                                       function);
}

static void take(MPI_T_event_instance event, MPI_T_event_registration of, MPI_T_cb_safety safety,
                 void *nothing)
{
    int comm;

    (void)of, (void)safety, (void)nothing;
    PMPI_T_event_read(event, handle, &comm);
    call_back(matched, COMM_OF(comm), print);
}

static int begin(int initialized)
{
    int provided;

    if (initialized != MPI_SUCCESS)
        return initialized;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
    if (!PMPI_T_event_get_index ||
        PMPI_T_event_get_index("mpit_message_matched", &matched) != MPI_SUCCESS ||
        PMPI_T_event_get_index("mpit_comm_created", &created) != MPI_SUCCESS) {
        if (rank == 0)
            fprintf(stderr, "events: this MPI has no events of messages\n");
        return MPI_SUCCESS;
    }
    source = element(matched, "source");
    tag = element(matched, "tag");
    bytes = element(matched, "bytes");
    seconds = element(matched, "seconds");
    unexpected = element(matched, "unexpected");
    handle = element(created, "handle");
    call_back(matched, MPI_COMM_WORLD, print);
    call_back(matched, MPI_COMM_SELF, print);
    call_back(created, MPI_COMM_NULL, take);
    return MPI_SUCCESS;
}

/* libmpit sees a message come where it takes it out of the MPI library's queue. */
__attribute__((constructor)) static void ask_for_messages(void)
{
    setenv("MPIT_UMQ_SOURCE", "drain", 0);
}

WRAPPER int MPI_Init(int *argc, char ***argv)
{
    return begin(PMPI_Init(argc, argv));
}

WRAPPER int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    return begin(PMPI_Init_thread(argc, argv, required, provided));
}
