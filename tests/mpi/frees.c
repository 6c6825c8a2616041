/* Objects that the MPI library refuses to free, and callbacks that use one while it is freed: an
 * object ends when the MPI library has ended it, and not before. */
#include "config.h"

#include "queue.h"

#include <stdlib.h>

LEVELS_OF_REQUESTS_ARE_KNOWN

#define COUNTER MPI_T_PVAR_CLASS_COUNTER

#define SHOWS(watched, expected) CHECK_INT((long long)value(&(watched)), expected)

static struct watched on(const char *name, void *object)
{
    struct watched watched = watch(name, COUNTER, object);

    start(&watched);
    return watched;
}

static struct watched live_comms(void)
{
    struct watched alive = watch("mpit_live_comms", MPI_T_PVAR_CLASS_LEVEL, NULL);

    start(&alive);
    return alive;
}

/* Each rank with itself. */
static int self_in(MPI_Comm comm)
{
    return comm == MPI_COMM_WORLD ? rank : 0;
}

/* A blocking send to itself may wait for its receive. */
enum { MOST = 8 };
static MPI_Request requests[MOST];
static int numbers[MOST], sent, received;

static void send(MPI_Comm comm, int number)
{
    int i = sent++ % MOST;

    numbers[i] = number;
    OK(MPI_Isend(&numbers[i], 1, MPI_INT, self_in(comm), 0, comm, &requests[i]));
}

/* The oldest. */
static int receive(MPI_Comm comm)
{
    int number = -1;

    OK(MPI_Recv(&number, 1, MPI_INT, self_in(comm), 0, comm, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&requests[received++ % MOST], MPI_STATUS_IGNORE));
    return number;
}

/* ---- callbacks: what a delete callback does, and whether it lets the object go ------------ */

struct deletion {
    bool refuse;
    void (*use)(void);
};

static int let_go(struct deletion *deletion)
{
    if (deletion->use)
        deletion->use();
    return deletion->refuse ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static int delete_of_comm(MPI_Comm comm, int key, void *deletion, void *nothing)
{
    (void)comm, (void)key, (void)nothing;
    return let_go(deletion);
}

static MPI_Comm comm;

static void make_comm(struct deletion *deletion)
{
    int key;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_of_comm, &key, NULL));
    OK(MPI_Comm_set_attr(comm, key, deletion));
    OK(MPI_Comm_free_keyval(&key));
}

/* Errors that no object has are those of MPI_COMM_WORLD; in MPI 4.0, of MPI_COMM_SELF. */
static void return_errors(bool on)
{
    MPI_Errhandler to = on ? MPI_ERRORS_RETURN : MPI_ERRORS_ARE_FATAL;

    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, to));
    OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, to));
}

/* ---- communicators ------------------------------------------------------------------------ */

/* Open MPI disconnects it whatever the callback says. */
static void communicator_that_is_not_disconnected_lives_on(void)
{
    struct deletion deletion = {.refuse = true};
    struct watched sends, alive = live_comms();
    long long before = (long long)value(&alive);
    bool lives;

    make_comm(&deletion);
    sends = on("mpit_comm_sends", &comm);
    return_errors(true);
    lives = MPI_Comm_disconnect(&comm) != MPI_SUCCESS;
    return_errors(false);
    SHOWS(alive, before + lives);
    if (lives) {
        send(comm, 4);
        CHECK_INT(receive(comm), 4);
        deletion.refuse = false;
        OK(MPI_Comm_disconnect(&comm));
    }
    SHOWS(sends, lives);
    SHOWS(alive, before);
    unwatch(&sends);
    unwatch(&alive);
}

static void predefined_communicator_is_not_freed(void)
{
    MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF;
    struct watched sends = on("mpit_comm_sends", &world), alive = live_comms();
    long long before = (long long)value(&alive);

    return_errors(true);
    CHECK(MPI_Comm_free(&world) != MPI_SUCCESS);
    CHECK(MPI_Comm_free(&self) != MPI_SUCCESS);
    SHOWS(alive, before);
    send(MPI_COMM_WORLD, 5);
    CHECK_INT(receive(MPI_COMM_WORLD), 5);
    SHOWS(sends, 1);
    return_errors(false);
    unwatch(&sends);
    unwatch(&alive);
}

/* MPICH calls back once the last message is received, and not in a free before that. */
#if defined(MPIT_OPENMPI)

static void communicator_that_is_not_freed_keeps_its_messages_and_counts(void)
{
    struct deletion deletion = {.refuse = true};
    struct watched length, sends, alive = live_comms();
    long long before = (long long)value(&alive);
    MPI_Comm handle;

    queue_set_source(DRAIN);
    make_comm(&deletion);
    handle = comm;
    length = queue_length(comm);
    sends = on("mpit_comm_sends", &comm);
    for (int i = 0; i < 3; i++)
        send(comm, i);
    SHOWS(length, 3);
    CHECK(MPI_Comm_free(&comm) != MPI_SUCCESS);
    CHECK(comm == handle);
    SHOWS(alive, before + 1);
    SHOWS(length, 3);
    for (int i = 0; i < 3; i++)
        CHECK_INT(receive(comm), i);
    SHOWS(length, 0);
    send(comm, 7);
    SHOWS(sends, 4);
    SHOWS(length, 1);
    CHECK_INT(receive(comm), 7);
    deletion.refuse = false;
    OK(MPI_Comm_free(&comm));
    SHOWS(alive, before);
    SHOWS(sends, 4);
    unwatch(&length);
    unwatch(&sends);
    unwatch(&alive);
    queue_set_source(AUTO);
}

static struct watched of_dying;

static void use_comm(void)
{
    CHECK_INT(receive(comm), 0);
    send(comm, 2);
    CHECK_INT(receive(comm), 1);
    CHECK_INT(receive(comm), 2);
    of_dying = on("mpit_comm_sends", &comm);
    send(comm, 3);
    CHECK_INT(receive(comm), 3);
}

static void dying_communicator_is_used_by_its_delete_callback(void)
{
    struct deletion deletion = {.use = use_comm};
    struct watched length, sends, alive = live_comms();
    long long before = (long long)value(&alive);

    queue_set_source(DRAIN);
    make_comm(&deletion);
    length = queue_length(comm);
    sends = on("mpit_comm_sends", &comm);
    send(comm, 0);
    send(comm, 1);
    SHOWS(length, 2);
    OK(MPI_Comm_free(&comm));
    SHOWS(alive, before);
    SHOWS(sends, 4);
    SHOWS(of_dying, 1);
    SHOWS(length, 0);
    unwatch(&length);
    unwatch(&sends);
    unwatch(&of_dying);
    unwatch(&alive);
    queue_set_source(AUTO);
}

static void variable_of_the_mpi_library_follows_what_was_not_freed(void)
{
    struct deletion deletion = {.refuse = true};
    struct watched length;

    queue_set_source(OFF);
    make_comm(&deletion);
    length = watch("pml_ob1_unexpected_msgq_length", MPI_T_PVAR_CLASS_SIZE, &comm);
    send(comm, 0);
    SHOWS(length, 1);
    CHECK(MPI_Comm_free(&comm) != MPI_SUCCESS);
    send(comm, 1);
    SHOWS(length, 2);
    CHECK_INT(receive(comm), 0);
    CHECK_INT(receive(comm), 1);
    SHOWS(length, 0);
    deletion.refuse = false;
    OK(MPI_Comm_free(&comm));
    SHOWS(length, 0);
    unwatch(&length);
    queue_set_source(AUTO);
}
#endif

/* ---- other objects ------------------------------------------------------------------------ */

/* Open MPI has taken a window apart before it calls back: there is nothing left that could be used,
 * or kept.  (A datatype is freed by both whatever its callbacks say.) */
#if defined(MPIT_MPICH)

static MPI_Win window;

static int delete_of_win(MPI_Win win, int key, void *deletion, void *nothing)
{
    (void)win, (void)key, (void)nothing;
    return let_go(deletion);
}

static void make_win(struct deletion *deletion)
{
    int *memory, key;

    OK(MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
    OK(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN));
    OK(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_of_win, &key, NULL));
    OK(MPI_Win_set_attr(window, key, deletion));
    OK(MPI_Win_free_keyval(&key));
}

static void put(void)
{
    int one = 1;

    OK(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window));
    OK(MPI_Put(&one, 1, MPI_INT, rank, 0, 1, MPI_INT, window));
    OK(MPI_Win_unlock(rank, window));
}

static void window_that_is_not_freed_goes_on_counting(void)
{
    struct deletion deletion = {.refuse = true, .use = put};
    struct watched puts;

    make_win(&deletion);
    puts = on("mpit_win_puts", &window);
    CHECK(MPI_Win_free(&window) != MPI_SUCCESS);
    SHOWS(puts, 1);
    put();
    SHOWS(puts, 2);
    CHECK_INT(offered("mpit_win_puts", COUNTER, &window), MPI_SUCCESS);
    deletion = (struct deletion){.refuse = false};
    OK(MPI_Win_free(&window));
    SHOWS(puts, 2);
    unwatch(&puts);
}

#endif

/* The record of a window is made with it: a handle under which none was made is that of none. */
static void window_that_is_no_more_is_not_bound(void)
{
    MPI_Win gone, before;
    int *memory;

    OK(MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &gone));
    before = gone;
    CHECK_INT(offered("mpit_win_puts", COUNTER, &before), MPI_SUCCESS);
    OK(MPI_Win_free(&gone));
    CHECK_INT(offered("mpit_win_puts", COUNTER, &before), MPI_T_ERR_INVALID);
}

/* Of what is complete after that nobody is told (3.7.3): it is as if it had never been received. */
static void request_freed_while_it_is_active_is_over(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched alive = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    struct watched posted = watch("mpit_prq_length", MPI_T_PVAR_CLASS_LEVEL, &self);
    struct watched recvs = on("mpit_p2p_recvs", NULL), sends = on("mpit_p2p_sends", NULL);
    MPI_Request request, freed;
    volatile int in = 0;
    int out = 7;

    start(&alive);
    start(&posted);
    OK(MPI_Irecv((int *)&in, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &freed));
    SHOWS(alive, 1);
    SHOWS(posted, 1);
    OK(MPI_Request_free(&freed));
    SHOWS(alive, 0);
    SHOWS(posted, 0);
    OK(MPI_Isend(&out, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(in, 7);
    SHOWS(recvs, 0);
    SHOWS(sends, 1);
    send(MPI_COMM_SELF, 8);
    CHECK_INT(receive(MPI_COMM_SELF), 8);
    SHOWS(recvs, 1);
    SHOWS(alive, 0);
    unwatch(&alive);
    unwatch(&posted);
    unwatch(&recvs);
    unwatch(&sends);
}

static void predefined_datatype_and_operation_are_not_freed(void)
{
    MPI_Datatype integer = MPI_INT;
    MPI_Op plus = MPI_SUM;
    struct watched sends = on("mpit_datatype_sends", &integer);
    struct watched uses = on("mpit_op_reductions", &plus);
    int in = 1, out;

    return_errors(true);
    CHECK(MPI_Type_free(&integer) != MPI_SUCCESS);
    CHECK(MPI_Op_free(&plus) != MPI_SUCCESS);
    send(MPI_COMM_SELF, 1);
    CHECK_INT(receive(MPI_COMM_SELF), 1);
    SHOWS(sends, 1);
    OK(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF));
    SHOWS(uses, 1);
    return_errors(false);
    unwatch(&sends);
    unwatch(&uses);
}

SUITE(HARNESS_MPI_IS_SINGLE,
#if defined(MPIT_OPENMPI)
      TEST(communicator_that_is_not_freed_keeps_its_messages_and_counts),
      TEST(dying_communicator_is_used_by_its_delete_callback),
      TEST(variable_of_the_mpi_library_follows_what_was_not_freed),
#else
      TEST(window_that_is_not_freed_goes_on_counting),
#endif
      TEST(window_that_is_no_more_is_not_bound),
      TEST(communicator_that_is_not_disconnected_lives_on),
      TEST(predefined_communicator_is_not_freed), TEST(request_freed_while_it_is_active_is_over),
      TEST(predefined_datatype_and_operation_are_not_freed))
