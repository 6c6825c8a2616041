/* A program of 2 ranks for tests/mpi/rests.sh, not linked with libmpit: whether the back end of
 * libmpit is in the process, before and after what wakes it.
 *
 *   rests_program STEP [before|between|after]
 *
 * STEP is a row below, and is done between MPI_Init and MPI_Finalize or, MPI_T alone, where the
 * second word says.  Rank 0 writes "asleep" or "awake" before the step and after it; where the step
 * is "values", it also writes what variables of libmpit say of the messages that come then. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank;

static void say_state(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    const char *state = "asleep";
    char line[4096];

    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "/back.so"))
            state = "awake";
    if (maps)
        fclose(maps);
    if (rank == 0)
        printf("%s\n", state);
}

static void add(void *in, void *inout, int *len, MPI_Datatype *datatype)
{
    (void)datatype;
    for (int i = 0; i < *len; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

/* What only ends, or asks for, what has been made without libmpit is of no interest to it. */
static void plain(void)
{
    int got = 0, one = 1, peer = 1 - rank;
    MPI_Errhandler handler;
    MPI_Datatype pair;
    MPI_Request request;
    MPI_Group group;
    MPI_Info info;
    MPI_Op op;

    MPI_Irecv(&got, 1, MPI_INT, peer, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&one, 1, MPI_INT, peer, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Isend(&one, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_free(&pair);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Group_free(&group);
    MPI_Info_create(&info);
    MPI_Info_free(&info);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    MPI_Errhandler_free(&handler);
    MPI_Op_create(add, 1, &op);
    MPI_Op_free(&op);
    if (got != 2)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void interface(void)
{
    int provided;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_finalize();
}

static void dup_world(void)
{
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_free(&comm);
}

static void persistent(void)
{
    MPI_Request request;
    int word = 0;

    MPI_Send_init(&word, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
}

static void matched(void)
{
    MPI_Message message;
    MPI_Status status;

    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status);
    MPI_Mrecv(NULL, 0, MPI_INT, &message, &status);
}

static void window(void)
{
    void *base;
    MPI_Win win;

    MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_free(&win);
}

static void region(void)
{
    MPI_Pcontrol(2);
}

/* A counter of libmpit's on MPI_COMM_WORLD, or of the process. */
static unsigned long long read_pvar(MPI_T_pvar_session session, const char *name, int class)
{
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_T_pvar_handle handle;
    unsigned long long value[2] = {0, 0};
    unsigned level;
    int index, count;

    if (MPI_T_pvar_get_index(name, class, &index) != MPI_SUCCESS ||
        MPI_T_pvar_handle_alloc(session, index, &world, &handle, &count) != MPI_SUCCESS)
        return 77777;
    MPI_T_pvar_start(session, handle); /* those that always count say that they cannot be started */
    for (int i = 0; i < 3 && strcmp(name, "mpit_comm_sends") == 0; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, rank, 9, value, 1, MPI_INT, rank, 9, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    MPI_T_pvar_read(session, handle, value);
    MPI_T_pvar_handle_free(session, &handle);
    memcpy(&level, value, sizeof level);
    return class == MPI_T_PVAR_CLASS_LEVEL ? level : value[0];
}

/* Two messages lie in the unexpected queue of rank 0, which has been asleep till now. */
static void values(void)
{
    MPI_T_pvar_session session;
    int n[3], provided, word = 0;
    MPI_Comm comm;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_T_cvar_get_num(&n[0]);
    MPI_T_pvar_get_num(&n[1]);
    MPI_T_category_get_num(&n[2]);
    for (int i = 0; i < 2 && rank == 1; i++)
        MPI_Send(&word, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d %d %d\n", n[0], n[1], n[2]);
        printf("sends %llu\n", read_pvar(session, "mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER));
        printf("comms %llu\n", read_pvar(session, "mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL));
        printf("posted %llu\n", read_pvar(session, "mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL));
        printf("queue %llu\n", read_pvar(session, "MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL));
    }
    for (int i = 0; i < 2 && rank == 0; i++)
        MPI_Recv(&word, 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
}

/* A message that is to come yet when somebody begins to look: a level of requests is not known. */
static void posted(void)
{
    MPI_Request request;
    int got;

    MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, &request);
    values();
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static const struct {
    const char *name;
    void (*does)(void);
} steps[] = {
    {"plain", plain},           {"interface", interface}, {"dup", dup_world},
    {"persistent", persistent}, {"matched", matched},     {"window", window},
    {"region", region},         {"values", values},       {"posted", posted},
};

static void step(const char *name, const char *where, const char *here)
{
    if (strcmp(where, here) != 0)
        return;
    say_state();
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(steps[i].name, name) == 0)
            steps[i].does();
    say_state();
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "plain", *where = argc > 2 ? argv[2] : "between";

    step(name, where, "before");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    step(name, where, "between");
    MPI_Finalize();
    step(name, where, "after");
    return 0;
}
