/* Variables bound to the kinds of objects that are neither communicator, window nor file. */
#include "config.h"

#include "watch.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { INT = (int)sizeof(int), CYCLES = 250000, MOST_GROWTH = 4 << 20 };

#define COUNTER MPI_T_PVAR_CLASS_COUNTER

static struct watched on(const char *name, void *object)
{
    struct watched watched = watch(name, COUNTER, object);

    start(&watched);
    return watched;
}

#define SHOWS(watched, expected) CHECK_INT((long long)value(&(watched)), expected)

/* To the right and from the left, without waiting for each other. */
static void exchange(MPI_Datatype datatype)
{
    int in[4], out[4] = {0};

    OK(MPI_Sendrecv(out, 1, datatype, (rank + 1) % ranks, 0, in, 1, datatype,
                    (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
}

static void datatype_counts_sends_and_completed_receives(void)
{
    MPI_Datatype pair, predefined = MPI_INT;
    struct watched sends, recvs, of_int;
    MPI_Request request[2];
    int in[2], out[2] = {0}, left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;

    OK(MPI_Type_contiguous(2, MPI_INT, &pair));
    OK(MPI_Type_commit(&pair));
    sends = on("mpit_datatype_sends", &pair);
    recvs = on("mpit_datatype_recvs", &pair);
    of_int = on("mpit_datatype_sends", &predefined);
    exchange(pair);
    exchange(MPI_INT);
    SHOWS(sends, 1);
    SHOWS(recvs, 1);
    SHOWS(of_int, 1);
    OK(MPI_Irecv(in, 1, pair, left, 1, MPI_COMM_WORLD, &request[0]));
    SHOWS(recvs, 1);
    OK(MPI_Isend(out, 1, pair, right, 1, MPI_COMM_WORLD, &request[1]));
    SHOWS(sends, 2);
    OK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE));
    SHOWS(recvs, 2);
    OK(MPI_Recv_init(in, 1, pair, left, 2, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Send_init(out, 1, pair, right, 2, MPI_COMM_WORLD, &request[1]));
    for (int i = 0; i < 3; i++) {
        OK(MPI_Startall(2, request));
        OK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE));
    }
    SHOWS(sends, 5);
    SHOWS(recvs, 5);
    OK(MPI_Request_free(&request[0]));
    OK(MPI_Request_free(&request[1]));
    OK(MPI_Send(out, 1, pair, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    OK(MPI_Recv(in, 1, pair, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    OK(MPI_Type_free(&pair));
    SHOWS(sends, 5);
    SHOWS(recvs, 5);
    unwatch(&sends);
    unwatch(&recvs);
    unwatch(&of_int);
}

static void add(void *in, void *inout, int *n, MPI_Datatype *datatype)
{
    (void)datatype;
    for (int i = 0; i < *n; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void operation_counts_collective_and_one_sided_reductions(void)
{
    MPI_Op mine, sum = MPI_SUM;
    MPI_Win win;
    MPI_Request request;
    struct watched of_mine, of_sum;
    int in[8] = {0}, out[8], *memory, counts[4] = {1, 1, 1, 1};

    OK(MPI_Op_create(add, 1, &mine));
    OK(MPI_Win_allocate(8 * INT, INT, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win));
    of_mine = on("mpit_op_reductions", &mine);
    of_sum = on("mpit_op_reductions", &sum);
    OK(MPI_Allreduce(in, out, 2, MPI_INT, mine, MPI_COMM_WORLD));
    OK(MPI_Reduce(in, out, 2, MPI_INT, mine, 0, MPI_COMM_WORLD));
    OK(MPI_Reduce_scatter(in, out, counts, MPI_INT, mine, MPI_COMM_WORLD));
    OK(MPI_Iscan(in, out, 2, MPI_INT, mine, MPI_COMM_WORLD, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Exscan(in, out, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    OK(MPI_Win_fence(0, win));
    OK(MPI_Accumulate(in, 1, MPI_INT, rank, 0, 1, MPI_INT, MPI_SUM, win));
    OK(MPI_Fetch_and_op(in, out, MPI_INT, rank, 1, MPI_SUM, win));
    OK(MPI_Accumulate(in, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_fence(0, win));
    SHOWS(of_mine, 4);
    SHOWS(of_sum, 3);
    OK(MPI_Win_free(&win));
    OK(MPI_Op_free(&mine));
    SHOWS(of_mine, 4);
    unwatch(&of_mine);
    unwatch(&of_sum);
}

static int handled;

static void handle_error(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handled++;
}

static void error_handler_counts_the_calls_that_failed_under_it(void)
{
    MPI_Errhandler mine, got, returning = MPI_ERRORS_RETURN;
    MPI_Comm comm, other;
    struct watched of_mine, of_returning;
    int out = 0;

    OK(MPI_Comm_create_errhandler(handle_error, &mine));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    OK(MPI_Comm_set_errhandler(comm, mine));
    OK(MPI_Comm_set_errhandler(other, MPI_ERRORS_RETURN));
    of_mine = on("mpit_errhandler_calls", &mine);
    of_returning = on("mpit_errhandler_calls", &returning);
    handled = 0;
    CHECK(MPI_Send(&out, 1, MPI_INT, ranks, 0, comm) != MPI_SUCCESS);
    CHECK(MPI_Bcast(&out, 1, MPI_INT, ranks, comm) != MPI_SUCCESS);
    CHECK(MPI_Send(&out, 1, MPI_INT, ranks, 0, other) != MPI_SUCCESS);
    CHECK_INT(handled, 2);
    SHOWS(of_mine, 2);
    SHOWS(of_returning, 1);
    OK(MPI_Comm_get_errhandler(comm, &got));
    CHECK(got == mine);
    OK(MPI_Errhandler_free(&got));
    CHECK(MPI_Send(&out, 1, MPI_INT, ranks, 0, comm) != MPI_SUCCESS);
    SHOWS(of_mine, 3);
    OK(MPI_Errhandler_free(&mine));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Comm_free(&other));
    unwatch(&of_mine);
    unwatch(&of_returning);
}

/* It is freed, and stays attached (8.3): to a communicator, and to one that is made of that. */
static void error_handler_counts_as_long_as_it_is_attached(void)
{
    enum { MOST = 100 };
    MPI_Errhandler mine, kept, other[MOST];
    MPI_Comm comm, child;
    struct watched calls, fresh[MOST];
    bool again = false;
    int n, out = 0;

    OK(MPI_Comm_create_errhandler(handle_error, &mine));
    kept = mine;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, mine));
    calls = on("mpit_errhandler_calls", &mine);
    OK(MPI_Errhandler_free(&kept));
    CHECK(MPI_Send(&out, 1, MPI_INT, ranks, 0, comm) != MPI_SUCCESS);
    SHOWS(calls, 1);
    OK(MPI_Comm_dup(comm, &child));
    OK(MPI_Comm_free(&comm));
    CHECK(MPI_Send(&out, 1, MPI_INT, ranks, 0, child) != MPI_SUCCESS);
    SHOWS(calls, 2);
    OK(MPI_Comm_free(&child));

    /* Now it is gone, and so is each that another one has taken the place of; the MPI library gives
     * out the handle of one of them again. */
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    for (n = 0; n < MOST && !again; n++) {
        OK(MPI_Comm_create_errhandler(handle_error, &other[n]));
        again = other[n] == mine;
        for (int i = 0; i < n; i++)
            again |= other[n] == other[i];
        OK(MPI_Comm_set_errhandler(comm, other[n]));
        fresh[n] = on("mpit_errhandler_calls", &other[n]);
        CHECK(MPI_Send(&out, 1, MPI_INT, ranks, 0, comm) != MPI_SUCCESS);
        for (int i = 0; i <= n; i++)
            SHOWS(fresh[i], 1);
        SHOWS(calls, 2);
        kept = other[n];
        OK(MPI_Errhandler_free(&kept));
    }
    CHECK(again);
    OK(MPI_Comm_free(&comm));
    while (n--)
        unwatch(&fresh[n]);
    unwatch(&calls);
}

static void group_counts_the_communicators_made_from_it(void)
{
    MPI_Group world, mine;
    MPI_Comm comm, none;
    struct watched comms;
    int members[2] = {0, 1};

    OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_incl(world, 2, members, &mine));
    comms = on("mpit_group_comms", &mine);
    OK(MPI_Comm_create(MPI_COMM_WORLD, mine, &comm));
    SHOWS(comms, rank < 2);
    OK(MPI_Comm_create(MPI_COMM_WORLD, world, &none));
    SHOWS(comms, rank < 2);
    OK(MPI_Comm_free(&none));
    if (rank < 2) {
        OK(MPI_Comm_free(&comm));
        OK(MPI_Comm_create_group(MPI_COMM_WORLD, mine, 7, &comm));
        SHOWS(comms, 2);
        OK(MPI_Comm_free(&comm));
    }
    OK(MPI_Group_free(&mine));
    OK(MPI_Group_free(&world));
    unwatch(&comms);
}

static void request_counts_its_starts_and_the_tests_that_found_it_unfinished(void)
{
    MPI_Request request, several[2];
    struct watched starts, tests, other;
    int in = 0, in2 = 0, out = 0, flag, index, done[2];

    OK(MPI_Recv_init(&in, 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request));
    starts = on("mpit_request_starts", &request);
    tests = on("mpit_request_tests", &request);
    OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE)); /* inactive: complete by definition */
    SHOWS(tests, 0);
    OK(MPI_Start(&request));
    SHOWS(starts, 1);
    OK(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    SHOWS(tests, 1);
    OK(MPI_Irecv(&in2, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &several[1]));
    several[0] = request;
    OK(MPI_Testall(2, several, &flag, MPI_STATUSES_IGNORE));
    OK(MPI_Testany(2, several, &index, &flag, MPI_STATUS_IGNORE));
    OK(MPI_Testsome(2, several, &index, done, MPI_STATUSES_IGNORE));
    SHOWS(tests, 4);
    OK(MPI_Send(&out, 1, MPI_INT, rank, 3, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    SHOWS(tests, 4);
    OK(MPI_Startall(1, &request));
    SHOWS(starts, 2);
    OK(MPI_Send(&out, 1, MPI_INT, rank, 3, MPI_COMM_WORLD));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    SHOWS(starts, 2);
    OK(MPI_Request_free(&request));
    SHOWS(starts, 2);

    /* Its end is seen while nothing of it is started; a new one starts at nothing. */
    other = watch("mpit_request_tests", COUNTER, &several[1]);
    unwatch(&starts);
    unwatch(&tests);
    OK(MPI_Send(&out, 1, MPI_INT, rank, 4, MPI_COMM_WORLD));
    OK(MPI_Wait(&several[1], MPI_STATUS_IGNORE));
    start(&other);
    OK(MPI_Irecv(&in2, 1, MPI_INT, rank, 4, MPI_COMM_WORLD, &several[1]));
    OK(MPI_Test(&several[1], &flag, MPI_STATUS_IGNORE));
    SHOWS(other, 0);
    OK(MPI_Send(&out, 1, MPI_INT, rank, 4, MPI_COMM_WORLD));
    OK(MPI_Wait(&several[1], MPI_STATUS_IGNORE));
    unwatch(&other);
}

static void message_has_its_size_until_it_is_received_and_after(void)
{
    MPI_Message message, gone;
    MPI_T_pvar_handle handle;
    struct watched size;
    MPI_Request request[2];
    int in[5], out[5] = {0}, flag = 0, count;

    OK(MPI_Isend(out, 5, MPI_INT, rank, 0, MPI_COMM_WORLD, &request[0]));
    OK(MPI_Isend(out, 3, MPI_INT, rank, 1, MPI_COMM_WORLD, &request[1]));
    OK(MPI_Mprobe(rank, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    size = watch("mpit_message_bytes", MPI_T_PVAR_CLASS_SIZE, &message);
    SHOWS(size, 5 * INT);
    gone = message;
    OK(MPI_Mrecv(in, 5, MPI_INT, &message, MPI_STATUS_IGNORE));
    SHOWS(size, 5 * INT);
    CHECK_RC(MPI_T_pvar_handle_alloc(size.session, size.index, &gone, &handle, &count),
             MPI_T_ERR_INVALID);
    message = MPI_MESSAGE_NO_PROC;
    CHECK_RC(MPI_T_pvar_handle_alloc(size.session, size.index, &message, &handle, &count),
             MPI_T_ERR_INVALID);
    unwatch(&size);
    while (!flag)
        OK(MPI_Improbe(rank, 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE));
    size = watch("mpit_message_bytes", MPI_T_PVAR_CLASS_SIZE, &message);
    SHOWS(size, 3 * INT);
    unwatch(&size);
    OK(MPI_Mrecv(in, 5, MPI_INT, &message, MPI_STATUS_IGNORE));
    OK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE));
}

static void info_counts_the_calls_that_it_was_given_to(void)
{
    MPI_Info info, copy;
    MPI_Comm comm;
    MPI_Win win;
    struct watched uses;
    int *memory;

    OK(MPI_Info_create(&info));
    uses = on("mpit_info_uses", &info);
    OK(MPI_Info_set(info, "mpit", "1"));
    OK(MPI_Info_dup(info, &copy));
    SHOWS(uses, 0);
    OK(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm));
    SHOWS(uses, 1);
    OK(MPI_Win_allocate(2 * INT, INT, info, MPI_COMM_WORLD, &memory, &win));
    SHOWS(uses, 2);
    OK(MPI_Comm_set_info(comm, copy));
    SHOWS(uses, 2);
    OK(MPI_Win_free(&win));
    OK(MPI_Comm_free(&comm));
    OK(MPI_Info_free(&copy));
    OK(MPI_Info_free(&info));
    SHOWS(uses, 2);
    unwatch(&uses);
}

static void null_objects_are_refused(void)
{
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    MPI_Errhandler errhandler = MPI_ERRHANDLER_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Win win = MPI_WIN_NULL;
    MPI_File file = MPI_FILE_NULL;
    const struct {
        const char *name;
        int class;
        void *object;
    } null[] = {
        {"mpit_datatype_sends", COUNTER, &datatype},
        {"mpit_op_reductions", COUNTER, &op},
        {"mpit_errhandler_calls", COUNTER, &errhandler},
        {"mpit_group_comms", COUNTER, &group},
        {"mpit_request_starts", COUNTER, &request},
        {"mpit_message_bytes", MPI_T_PVAR_CLASS_SIZE, &message},
        {"mpit_info_uses", COUNTER, &info},
        {"mpit_win_puts", COUNTER, &win},
        {"mpit_file_reads", COUNTER, &file},
    };
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int count;

    OK(MPI_T_pvar_session_create(&session));
    for (size_t i = 0; i < sizeof null / sizeof *null; i++) {
        int index = pvar_of(null[i].name, null[i].class);

        CHECK_FOR(null[i].name, MPI_T_pvar_handle_alloc(session, index, null[i].object, &handle,
                                                        &count) == MPI_T_ERR_INVALID);
        CHECK_FOR(null[i].name, MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count) ==
                                    MPI_T_ERR_INVALID);
    }
    OK(MPI_T_pvar_session_free(&session));
}

/* Handles of other kinds, addresses where there is no object, numbers; nothing of it is given to
 * the MPI library. */
static void what_cannot_be_an_object_of_the_kind_is_refused(void)
{
    static const struct {
        const char *name;
        size_t size;
    } kinds[] = {
        {"mpit_datatype_sends", sizeof(MPI_Datatype)},
        {"mpit_op_reductions", sizeof(MPI_Op)},
        {"mpit_errhandler_calls", sizeof(MPI_Errhandler)},
        {"mpit_group_comms", sizeof(MPI_Group)},
        {"mpit_info_uses", sizeof(MPI_Info)},
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    MPI_Datatype datatype = MPI_INT;
    MPI_Op op = MPI_SUM;
    MPI_Errhandler errhandler = MPI_ERRORS_RETURN;
    MPI_Group group = MPI_GROUP_EMPTY;
    MPI_Info info = MPI_INFO_ENV;
    void *const objects[KINDS] = {&datatype, &op, &errhandler, &group, &info};
    uint64_t text = 1;
    /* Where handles are ints, an address cut to one could be any handle. */
    uint64_t garbage[] = {1, 4711, UINT64_C(0x3a3a3a3a3a3a3a38), UINT64_MAX,
                          sizeof(MPI_Info) == sizeof text ? (uintptr_t)&text : 2};
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    int count;

    OK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < KINDS; i++) {
        int index = pvar_of(kinds[i].name, COUNTER);

        for (int j = 0; j < KINDS; j++) {
            if (i == j) {
                OK(MPI_T_pvar_handle_alloc(session, index, objects[j], &handle, &count));
                OK(MPI_T_pvar_handle_free(session, &handle));
            } else {
                CHECK_FOR(kinds[i].name,
                          MPI_T_pvar_handle_alloc(session, index, objects[j], &handle, &count) ==
                              MPI_T_ERR_INVALID);
            }
        }
        for (size_t j = 0; j < sizeof garbage / sizeof *garbage; j++)
            CHECK_FOR(kinds[i].name, MPI_T_pvar_handle_alloc(session, index, &garbage[j], &handle,
                                                             &count) == MPI_T_ERR_INVALID);
    }
    CHECK(handle == MPI_T_PVAR_HANDLE_NULL);
    OK(MPI_T_pvar_session_free(&session));
}

static int bound(const char *name, void *object)
{
    return offered(name, COUNTER, object);
}

static void add_up(void *in, void *inout, int *n, MPI_Datatype *datatype)
{
    (void)in, (void)inout, (void)n, (void)datatype;
}

/* One more of each, of which only the first was freed. */
static void a_handle_of_what_was_freed_is_refused(void)
{
    MPI_Datatype types[3], type;
    MPI_Op ops[3], op;
    MPI_Info infos[3], info;
    MPI_Group groups[3], group, all;
    MPI_Request requests[3], request;
    int zero = 0, number = 0;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (int i = 0; i < 3; i++) {
        MPI_Type_contiguous(2, MPI_INT, &types[i]);
        MPI_Op_create(add_up, 1, &ops[i]);
        MPI_Info_create(&infos[i]);
        MPI_Group_incl(all, 1, &zero, &groups[i]);
        MPI_Recv_init(&number, 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
    }
    type = types[1], op = ops[1], info = infos[1], group = groups[1], request = requests[1];
    MPI_Type_free(&types[1]);
    MPI_Op_free(&ops[1]);
    MPI_Info_free(&infos[1]);
    MPI_Group_free(&groups[1]);
    MPI_Request_free(&requests[1]);
    for (int i = 0; i < 3; i += 2) {
        OK(bound("mpit_datatype_sends", &types[i]));
        OK(bound("mpit_op_reductions", &ops[i]));
        OK(bound("mpit_info_uses", &infos[i]));
        OK(bound("mpit_group_comms", &groups[i]));
        OK(bound("mpit_request_starts", &requests[i]));
    }
#if defined(MPIT_MPICH)
    CHECK_RC(bound("mpit_datatype_sends", &type), MPI_T_ERR_INVALID);
    CHECK_RC(bound("mpit_op_reductions", &op), MPI_T_ERR_INVALID);
    CHECK_RC(bound("mpit_info_uses", &info), MPI_T_ERR_INVALID);
    CHECK_RC(bound("mpit_group_comms", &group), MPI_T_ERR_INVALID);
    CHECK_RC(bound("mpit_request_starts", &request), MPI_T_ERR_INVALID);
#else
    /* What its memory is used for since is not known. */
    (void)type, (void)op, (void)info, (void)group, (void)request;
#endif
    /* Given out anew, they are objects again. */
    MPI_Type_contiguous(2, MPI_INT, &types[1]);
    MPI_Info_create(&infos[1]);
    OK(bound("mpit_datatype_sends", &types[1]));
    OK(bound("mpit_info_uses", &infos[1]));
    MPI_Type_free(&types[1]);
    MPI_Info_free(&infos[1]);
    for (int i = 0; i < 3; i += 2) {
        MPI_Type_free(&types[i]);
        MPI_Op_free(&ops[i]);
        MPI_Info_free(&infos[i]);
        MPI_Group_free(&groups[i]);
        MPI_Request_free(&requests[i]);
    }
    MPI_Group_free(&all);
}

static void a_file_that_was_closed_is_refused(void)
{
    char name[64];
    MPI_File file, closed;

    snprintf(name, sizeof name, "closed.%d", rank);
    OK(MPI_File_open(MPI_COMM_SELF, name,
                     MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                     &file));
    OK(bound("mpit_file_reads", &file));
    closed = file;
    OK(MPI_File_close(&file));
    CHECK_RC(bound("mpit_file_reads", &closed), MPI_T_ERR_INVALID);
}

/* The ways to complete a request; flag is set by those that may not wait. */
static int wait_one(MPI_Request *request, int *flag)
{
    *flag = 1;
    return MPI_Wait(request, MPI_STATUS_IGNORE);
}

static int wait_any(MPI_Request *request, int *flag)
{
    int index;

    *flag = 1;
    return MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE);
}

static int wait_some(MPI_Request *request, int *flag)
{
    int index;

    return MPI_Waitsome(1, request, flag, &index, MPI_STATUSES_IGNORE);
}

static int test_one(MPI_Request *request, int *flag)
{
    return MPI_Test(request, flag, MPI_STATUS_IGNORE);
}

static int test_all(MPI_Request *request, int *flag)
{
    return MPI_Testall(1, request, flag, MPI_STATUSES_IGNORE);
}

static int test_any(MPI_Request *request, int *flag)
{
    int index;

    return MPI_Testany(1, request, &index, flag, MPI_STATUS_IGNORE);
}

static int test_some(MPI_Request *request, int *flag)
{
    int index;

    return MPI_Testsome(1, request, flag, &index, MPI_STATUSES_IGNORE);
}

/* Not MPI_Waitall: under MPI_THREAD_MULTIPLE that of Open MPI 4.1.4 never returns where a request
 * that has failed is complete when it is called. */
static const struct {
    const char *name;
    int (*complete)(MPI_Request *request, int *flag);
    bool of_one;
} completions[] = {{"Wait", wait_one, true},       {"Waitany", wait_any, false},
                   {"Waitsome", wait_some, false}, {"Test", test_one, true},
                   {"Testall", test_all, false},   {"Testany", test_any, false},
                   {"Testsome", test_some, false}};
enum { COMPLETIONS = sizeof completions / sizeof *completions };

static int handled_for_world;

static void handle_error_of_world(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    handled_for_world++;
}

/* The facts blames_comm_of_one and blames_comm_of_many. */
static bool blames_comm(bool of_one)
{
    int length = 0, major = 0, minor = 0;
    char version[MPI_MAX_LIBRARY_VERSION_STRING];

    MPI_Get_library_version(version, &length);
    if (sscanf(version, "MPICH Version: %d.%d", &major, &minor) != 2)
        return true;
    return of_one && (major != 4 || minor >= 2);
}

/* The standard leaves open which handler a completion call calls.  Whom the MPI library calls is
 * whom we count: Open MPI that of the request's communicator, MPICH mostly that of
 * MPI_COMM_WORLD. */
static void a_failed_completion_counts_for_the_handler_that_is_called(void)
{
    MPI_Errhandler of_comm, of_world;
    struct watched count_comm, count_world;
    MPI_Comm comm;

    OK(MPI_Comm_create_errhandler(handle_error, &of_comm));
    OK(MPI_Comm_create_errhandler(handle_error_of_world, &of_world));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    OK(MPI_Comm_set_errhandler(comm, of_comm));
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world));
    count_comm = on("mpit_errhandler_calls", &of_comm);
    count_world = on("mpit_errhandler_calls", &of_world);
    handled = handled_for_world = 0;
    for (int i = 0; i < COMPLETIONS; i++) {
        const char *call = completions[i].name;
        int in[2], out[2] = {0, 0}, before = handled, before_of_world = handled_for_world;
        int flag = 0, rc;
        MPI_Request request, sent;

        OK(MPI_Irecv(in, 1, MPI_INT, rank ^ 1, 0, comm, &request));
        OK(MPI_Isend(out, 2, MPI_INT, rank ^ 1, 0, comm, &sent));
        do
            rc = completions[i].complete(&request, &flag);
        while (rc == MPI_SUCCESS && !flag);
        CHECK_FOR(call, rc != MPI_SUCCESS);
        OK(MPI_Wait(&sent, MPI_STATUS_IGNORE));
        CHECK_FOR(call, handled == before + blames_comm(completions[i].of_one));
        CHECK_FOR(call, handled_for_world == before_of_world + !blames_comm(completions[i].of_one));
        CHECK_FOR(call, (int)value(&count_comm) == handled);
        CHECK_FOR(call, (int)value(&count_world) == handled_for_world);
    }
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
    OK(MPI_Comm_free(&comm));
    unwatch(&count_comm);
    unwatch(&count_world);
    OK(MPI_Errhandler_free(&of_comm));
    OK(MPI_Errhandler_free(&of_world));
}

static long resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    if (!file || fscanf(file, "%*s %ld", &pages) != 1)
        need_failed("/proc/self/statm");
    fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

/* An object, counted under a handle that is bound to it while it lives, and read after its end. */
static void one_datatype(void)
{
    int out = 0, in;
    MPI_Datatype pair;
    struct watched sends;

    OK(MPI_Type_dup(MPI_INT, &pair));
    sends = on("mpit_datatype_sends", &pair);
    OK(MPI_Sendrecv(&out, 1, pair, rank, 0, &in, 1, pair, rank, 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    OK(MPI_Type_free(&pair));
    SHOWS(sends, 1);
    unwatch(&sends);
}

static void one_group(void)
{
    int members[1] = {0};
    MPI_Group group;
    struct watched comms;
    static MPI_Group world;

    if (!world)
        OK(MPI_Comm_group(MPI_COMM_WORLD, &world));
    OK(MPI_Group_incl(world, 1, members, &group));
    comms = on("mpit_group_comms", &group);
    OK(MPI_Group_free(&group));
    SHOWS(comms, 0);
    unwatch(&comms);
}

static void one_info(void)
{
    MPI_Info info;
    struct watched uses;

    OK(MPI_Info_create(&info));
    uses = on("mpit_info_uses", &info);
    OK(MPI_Info_free(&info));
    SHOWS(uses, 0);
    unwatch(&uses);
}

static void one_request(void)
{
    int out = 0;
    MPI_Request request;
    struct watched starts;

    OK(MPI_Send_init(&out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
    starts = on("mpit_request_starts", &request);
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Request_free(&request));
    SHOWS(starts, 1);
    unwatch(&starts);
}

static void cycle(int n)
{
    for (int i = 0; i < n; i++) {
        one_datatype();
        one_group();
        one_info();
        one_request();
    }
}

/* Records come and go with the objects: the handle that is used again starts at nothing, and memory
 * stays flat.  (Communicators: objects.c, fewer of them, for the MPI library takes its time.) */
static void a_million_objects_come_and_go_in_flat_memory(void)
{
    long before, after;

    cycle(CYCLES / 50);
    before = resident_bytes();
    cycle(CYCLES);
    after = resident_bytes();
    printf("rank %d: %ld kB resident before, %ld kB after %d objects\n", rank, before / 1024,
           after / 1024, 4 * CYCLES);
    CHECK(after - before < MOST_GROWTH);
}

SUITE(HARNESS_MPI_IS_UP, TEST(datatype_counts_sends_and_completed_receives),
      TEST(operation_counts_collective_and_one_sided_reductions),
      TEST(error_handler_counts_the_calls_that_failed_under_it),
      TEST(error_handler_counts_as_long_as_it_is_attached),
      TEST(group_counts_the_communicators_made_from_it),
      TEST(request_counts_its_starts_and_the_tests_that_found_it_unfinished),
      TEST(message_has_its_size_until_it_is_received_and_after),
      TEST(info_counts_the_calls_that_it_was_given_to), TEST(null_objects_are_refused),
      TEST(what_cannot_be_an_object_of_the_kind_is_refused),
      TEST(a_handle_of_what_was_freed_is_refused), TEST(a_file_that_was_closed_is_refused),
      TEST(a_failed_completion_counts_for_the_handler_that_is_called),
      TEST(a_million_objects_come_and_go_in_flat_memory))
