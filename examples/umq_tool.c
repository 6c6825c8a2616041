/* umq_tool: reports receives that are called while many messages wait unexpected (MPI 3.1,
 * example 14.6).  A PMPI tool, to be preloaded or linked into a program: either way its MPI_Init,
 * MPI_Recv and MPI_Finalize are found first, and pass the call on by its PMPI name.
 *
 * It asks for the LEVEL variable MPI_T_UMQ_LENGTH, as one MPI_UNSIGNED (the text takes MPI_INT,
 * which its own rules forbid for a level) bound to MPI_COMM_WORLD.  The name is shared with the
 * watermarks, so that the class is part of the question.  Where MPI does not offer the variable the
 * tool says so once and the program runs as without it.
 *
 * UMQ_TOOL_THRESHOLD in the environment: the length above which a receive is reported. */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* What the program is to see of the tool, however it is compiled. */
#define WRAPPER __attribute__((visibility("default")))

static const char variable[] = "MPI_T_UMQ_LENGTH";
static unsigned long threshold = 5;

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handle;
static int rank, interface_open, watching;

static void say_not_watching(const char *why)
{
    if (rank == 0)
        fprintf(stderr, "umq_tool: %s %s; receives are not watched\n", variable, why);
}

static void read_threshold(void)
{
    const char *text = getenv("UMQ_TOOL_THRESHOLD");
    char *end;

    if (!text)
        return;
    unsigned long n = strtoul(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end)
        threshold = n;
    else if (rank == 0)
        fprintf(stderr, "umq_tool: UMQ_TOOL_THRESHOLD '%s' is not a number, %lu is used\n", text,
                threshold);
}

/* The index of the variable, or -1 after having said why there is none that can be used. */
static int find_variable(void)
{
    int index, verbosity, class, bind, readonly, continuous, atomic;
    MPI_Datatype type;
    MPI_T_enum enumeration;

    if (PMPI_T_pvar_get_index(variable, MPI_T_PVAR_CLASS_LEVEL, &index) != MPI_SUCCESS) {
        say_not_watching("is not offered by this MPI");
        return -1;
    }
    if (PMPI_T_pvar_get_info(index, NULL, NULL, &verbosity, &class, &type, &enumeration, NULL, NULL,
                             &bind, &readonly, &continuous, &atomic) != MPI_SUCCESS ||
        type != MPI_UNSIGNED || bind != MPI_T_BIND_MPI_COMM) {
        say_not_watching("is not an MPI_UNSIGNED bound to a communicator");
        return -1;
    }
    return index;
}

/* libmpit shows a length that it does not know as the largest number (mpit-variables(7)). */
static int is_known(void)
{
    unsigned length;

    return PMPI_T_pvar_read(session, handle, &length) == MPI_SUCCESS && length != UINT_MAX;
}

/* From here on `watching` says that the handle exists, is started and holds one number. */
static void start_watching(int index)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int count;

    if (PMPI_T_pvar_session_create(&session) != MPI_SUCCESS) {
        say_not_watching("cannot be asked for: no session");
        return;
    }
    if (PMPI_T_pvar_handle_alloc(session, index, &comm, &handle, &count) == MPI_SUCCESS) {
        watching = count == 1 && PMPI_T_pvar_start(session, handle) == MPI_SUCCESS && is_known();
        if (!watching)
            PMPI_T_pvar_handle_free(session, &handle);
    }
    if (!watching) {
        PMPI_T_pvar_session_free(&session);
        say_not_watching("cannot be bound to MPI_COMM_WORLD and started, or is not known");
    }
}

WRAPPER int MPI_Init(int *argc, char ***argv)
{
    int provided;
    int err = PMPI_Init(argc, argv);
    if (err != MPI_SUCCESS)
        return err;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    read_threshold();
    interface_open = PMPI_T_init_thread(MPI_THREAD_SINGLE, &provided) == MPI_SUCCESS;
    if (!interface_open) {
        say_not_watching("cannot be asked for: MPI_T_init_thread failed");
        return MPI_SUCCESS;
    }
    int index = find_variable();
    if (index >= 0)
        start_watching(index);
    return MPI_SUCCESS;
}

WRAPPER int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                     MPI_Status *status)
{
    unsigned length;

    if (watching && comm == MPI_COMM_WORLD &&
        PMPI_T_pvar_read(session, handle, &length) == MPI_SUCCESS && length > threshold &&
        length != UINT_MAX)
        fprintf(stderr, "umq_tool: rank %d: MPI_Recv with %u unexpected messages\n", rank, length);
    return PMPI_Recv(buf, count, type, source, tag, comm, status);
}

WRAPPER int MPI_Finalize(void)
{
    if (watching) {
        watching = 0;
        PMPI_T_pvar_handle_free(session, &handle);
        PMPI_T_pvar_session_free(&session);
    }
    if (interface_open)
        PMPI_T_finalize();
    return PMPI_Finalize();
}
