/* Error handlers, jumps out of them, and MPI_Pcontrol: PROF-5, PROF-7, ERR, PCTL-1, PCTL-2, PCTL-4,
 * PCTL-5.  Each test in a process of its own, at MPI_THREAD_SINGLE: a jump out of an error handler
 * leaves MPICH's lock taken at MPI_THREAD_MULTIPLE. */
#include "watch.h"

#include <alloca.h>
#include <limits.h>
#include <setjmp.h>
#include <string.h>

static void send_to_self(MPI_Comm comm, int n)
{
    int in = 1, back;

    for (int i = 0; i < n; i++)
        MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
}

static void up(void)
{
    OK(MPI_Init(NULL, NULL));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
}

static MPI_Comm comm;
static int handled;
static int handler_sends; /* what the handler sends itself */
static jmp_buf out_of_it;
static bool jump;

static void handle_error(MPI_Comm *where, int *code, ...)
{
    (void)where;
    (void)code;
    handled++;
    if (handler_sends)
        send_to_self(MPI_COMM_SELF, handler_sends);
    if (jump)
        longjmp(out_of_it, 1);
}

/* A communicator whose errors come to handle_error. */
static void set_up(void)
{
    MPI_Errhandler handler;

    handled = handler_sends = 0;
    jump = false;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_create_errhandler(handle_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
}

static int fail_to_send(void)
{
    int byte = 0;

    return MPI_Send(&byte, 1, MPI_INT, 4711, 0, comm);
}

static void error_handler_is_called_once_and_the_call_is_not_counted(void)
{
    struct watched sends;
    int rc, class = 0;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    set_up();
    start(&sends);
    rc = fail_to_send();
    MPI_Error_class(rc, &class);
    CHECK_INT(class, MPI_ERR_RANK);
    CHECK_INT(handled, 1);
    CHECK_INT(value(&sends), 0);
    send_to_self(comm, 1);
    CHECK_INT(value(&sends), 1);
    unwatch(&sends);
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

static void calls_go_on_counting_after_an_error(void)
{
    struct watched sends;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    set_up();
    start(&sends);
    for (int i = 0; i < 10; i++) {
        fail_to_send();
        send_to_self(comm, 1);
    }
    CHECK_INT(handled, 10);
    CHECK_INT(value(&sends), 10);
    unwatch(&sends);
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

static void jump_out_of_a_failing_call(void)
{
    jump = true;
    if (setjmp(out_of_it) == 0)
        fail_to_send();
    jump = false;
}

/* Deeper in the stack than the call that was left, over memory that nobody wrote to meanwhile. */
static __attribute__((noinline)) void send_from(size_t depth, int n)
{
    volatile char *room = alloca(depth);

    room[0] = 1;
    send_to_self(comm, n);
    room[0] = 2;
}

static void calls_after_a_jump_out_of_an_error_handler_count(void)
{
    static const size_t depths[] = {16, 256, 1024, 4096, 65536};
    struct watched sends;
    struct watched time;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    time = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    set_up();
    start(&sends);
    start(&time);
    for (int i = 0; i < 5; i++) {
        double before;

        jump_out_of_a_failing_call();
        before = seconds(&time);
        send_from(depths[i], 3);
        CHECK_INT(value(&sends), 3 * (i + 1));
        CHECK(seconds(&time) > before);
    }
    CHECK_INT(handled, 5);
    unwatch(&sends);
    unwatch(&time);
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

/* The calls of the handler are the program's. */
static void calls_inside_an_error_handler_do_no_harm(void)
{
    struct watched sends;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    set_up();
    start(&sends);
    handler_sends = 2;
    fail_to_send();
    CHECK_INT(handled, 1);
    handler_sends = 0;
    OK(MPI_T_pvar_reset(sends.session, sends.handle));
    send_to_self(comm, 4);
    CHECK_INT(value(&sends), 4);
    unwatch(&sends);
    MPI_Comm_free(&comm);
    MPI_Finalize();
}

/* ---- errors of the interface ----------------------------------------------------------------- */

static void errors_of_the_interface_call_no_error_handler(void)
{
    MPI_Errhandler handler;
    int n;

    up();
    handled = 0;
    MPI_Comm_create_errhandler(handle_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    CHECK(MPI_T_cvar_get_index("no such variable", &n) != MPI_SUCCESS);
    CHECK(MPI_T_cvar_get_info(INT_MAX, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL) !=
          MPI_SUCCESS);
    CHECK(MPI_T_pvar_start(MPI_T_PVAR_SESSION_NULL, MPI_T_PVAR_ALL_HANDLES) != MPI_SUCCESS);
    CHECK_INT(handled, 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
}

/* ---- MPI_Pcontrol ---------------------------------------------------------------------------- */

static void level_0_stops_recording_and_level_1_resumes(void)
{
    struct watched sends;
    struct watched time;
    double stood;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    time = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    start(&sends);
    start(&time);
    send_to_self(MPI_COMM_SELF, 2);
    OK(MPI_Pcontrol(0));
    CHECK_INT(cvar_get("mpit_profiling"), 0);
    stood = seconds(&time);
    send_to_self(MPI_COMM_SELF, 5);
    CHECK_INT(value(&sends), 2);
    CHECK(seconds(&time) == stood);
    OK(MPI_Pcontrol(0));
    OK(MPI_Pcontrol(1));
    CHECK_INT(cvar_get("mpit_profiling"), 1);
    send_to_self(MPI_COMM_SELF, 1);
    CHECK_INT(value(&sends), 3);
    CHECK(seconds(&time) > stood);
    unwatch(&sends);
    unwatch(&time);
    MPI_Finalize();
}

/* As if MPI_Pcontrol(1) had been called. */
static void recording_is_on_after_init(void)
{
    up();
    CHECK_INT(cvar_get("mpit_profiling"), 1);
    MPI_Finalize();
}

static void profiling_variable_and_pcontrol_are_one_switch(void)
{
    struct watched sends;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&sends);
    OK(cvar_set("mpit_profiling", 0));
    send_to_self(MPI_COMM_SELF, 1);
    CHECK_INT(value(&sends), 0);
    OK(MPI_Pcontrol(1));
    CHECK_INT(cvar_get("mpit_profiling"), 1);
    send_to_self(MPI_COMM_SELF, 1);
    CHECK_INT(value(&sends), 1);
    unwatch(&sends);
    MPI_Finalize();
}

/* A receive that was posted while recording was off is not known when it completes. */
static void receive_posted_while_off_and_completed_while_on_does_no_harm(void)
{
    struct watched recvs;
    MPI_Request request;
    int in, out = 1;

    up();
    recvs = watch("mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&recvs);
    for (int i = 0; i < 100; i++) {
        MPI_Pcontrol(i & 1);
        MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
        MPI_Pcontrol(i >> 1 & 1);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Pcontrol(i >> 2 & 1);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Pcontrol(1);
    CHECK(value(&recvs) <= 100);
    OK(MPI_T_pvar_reset(recvs.session, recvs.handle));
    send_to_self(MPI_COMM_SELF, 3);
    CHECK_INT(value(&recvs), 3);
    unwatch(&recvs);
    MPI_Finalize();
}

static void other_levels_are_never_an_error_and_change_nothing(void)
{
    static const int levels[] = {2, 5, 17, -1, INT_MAX, INT_MIN};
    struct watched sends;

    up();
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&sends);
    for (int i = 0; i < 6; i++) {
        OK(MPI_Pcontrol(levels[i]));
        send_to_self(MPI_COMM_SELF, 1);
        CHECK_INT(value(&sends), i + 1);
    }
    OK(MPI_Pcontrol(1000, "a label", 3.5, &sends));
    unwatch(&sends);
    MPI_Finalize();
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(recording_is_on_after_init),
      TEST(error_handler_is_called_once_and_the_call_is_not_counted),
      TEST(calls_go_on_counting_after_an_error),
      TEST(calls_after_a_jump_out_of_an_error_handler_count),
      TEST(calls_inside_an_error_handler_do_no_harm),
      TEST(errors_of_the_interface_call_no_error_handler),
      TEST(level_0_stops_recording_and_level_1_resumes),
      TEST(profiling_variable_and_pcontrol_are_one_switch),
      TEST(receive_posted_while_off_and_completed_while_on_does_no_harm),
      TEST(other_levels_are_never_an_error_and_change_nothing))
