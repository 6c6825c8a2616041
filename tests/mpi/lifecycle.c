/* MPI_T and MPI initialized and finalized in every order: INIT-1 … INIT-9, TYPE-3, BIND-3.
 *
 * A sequence is a text: T and t initialize and finalize MPI_T, M and m MPI, S and s open and close
 * a session of MPI 4.0, R reads all that can be read, h keeps a handle and reads it, n checks that
 * all is refused. */
#include "config.h"

#include "watch.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

/* ---- one step -------------------------------------------------------------------------------- */

static void init_interface(void)
{
    int provided = -7;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    CHECK(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
}

static void read_all_cvars(void)
{
    static struct cvar_info info;
    static char buffer[1 << 16];
    int n = 0;

    OK(MPI_T_cvar_get_num(&n));
    CHECK(n > 0);
    for (int i = 0; i < n; i++) {
        MPI_T_cvar_handle handle;
        int count = -1;

        if (!cvar_info(i, &info) || info.binding != MPI_T_BIND_NO_OBJECT ||
            MPI_T_cvar_handle_alloc(i, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        CHECK_FOR(info.name, (size_t)count * size_of(info.datatype) <= sizeof buffer);
        MPI_T_cvar_read(handle, buffer);
        OK(MPI_T_cvar_handle_free(&handle));
    }
}

static void read_all_pvars(void)
{
    static struct pvar_info info;
    static char buffer[1 << 16];
    MPI_T_pvar_session session;
    int n = -1;

    OK(MPI_T_pvar_get_num(&n));
    OK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < n; i++) {
        MPI_T_pvar_handle handle;
        int count = -1;

        if (!pvar_info(i, &info) || info.binding != MPI_T_BIND_NO_OBJECT ||
            MPI_T_pvar_handle_alloc(session, i, NULL, &handle, &count) != MPI_SUCCESS)
            continue;
        MPI_T_pvar_start(session, handle);
        OK(MPI_T_pvar_read(session, handle, buffer));
    }
    OK(MPI_T_pvar_session_free(&session));
}

static MPI_T_cvar_handle kept;

static void keep_and_read_a_handle(void)
{
    char text[TEXT] = "";
    int count;

    if (kept == MPI_T_CVAR_HANDLE_NULL)
        OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_version"), NULL, &kept, &count));
    OK(MPI_T_cvar_read(kept, text));
    CHECK(strlen(text) >= 5);
}

#if defined(MPIT_HAS_Session_init)
static MPI_Session opened;

static void open_session(void)
{
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &opened));
}

static void close_session(void)
{
    OK(MPI_Session_finalize(&opened));
}
#endif

static void run(const char *sequence)
{
    for (const char *step = sequence; *step; step++)
        switch (*step) {
        case 'T':
            init_interface();
            break;
        case 't':
            OK(MPI_T_finalize());
            break;
        case 'M':
            OK(MPI_Init(NULL, NULL));
            break;
        case 'm':
            OK(MPI_Finalize());
            break;
#if defined(MPIT_HAS_Session_init)
        case 'S':
            open_session();
            break;
        case 's':
            close_session();
            break;
#endif
        case 'R':
            read_all_cvars();
            read_all_pvars();
            break;
        case 'h':
            keep_and_read_a_handle();
            break;
        case 'n':
            CHECK_RC(MPI_T_cvar_get_num(&(int){0}), MPI_T_ERR_NOT_INITIALIZED);
            break;
        default:
            FAIL("no such step: %c", *step);
        }
}

/* ---- orders ---------------------------------------------------------------------------------- */

static void interface_alone(void)
{
    run("TRt");
}

static void interface_around_mpi(void)
{
    run("TRMRmRt");
}

static void interface_inside_mpi(void)
{
    run("MTRtm");
}

static void interface_before_and_into_mpi(void)
{
    run("TRMRtm");
}

static void interface_from_mpi_on_and_beyond(void)
{
    run("MTRmRt");
}

static void interface_only_before_mpi(void)
{
    run("TRtMm");
}

static void interface_only_after_mpi(void)
{
    run("MmTRt");
}

static void interface_never_finalized(void)
{
    run("TMRm");
}

static void interface_again_and_again_before_mpi(void)
{
    run("TRtnTRtnTRtn");
}

static void interface_again_and_again_around_mpi(void)
{
    run("TRtMTRtTRtmTRtn");
}

static void interface_counts_its_references(void)
{
    run("TTTtRtRMRmRtn");
    CHECK_RC(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    run("TRtn");
}

static void interface_finalized_without_init_is_an_error(void)
{
    CHECK_RC(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    run("MTtmn");
    CHECK_RC(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
}

static void handles_allocated_before_mpi_are_read_during_and_after_it(void)
{
    run("ThMhmht");
}

static void thousand_references_are_counted(void)
{
    for (int i = 0; i < 1000; i++)
        init_interface();
    for (int i = 0; i < 999; i++)
        OK(MPI_T_finalize());
    run("Rtn");
}

#if defined(MPIT_HAS_Session_init)

static void interface_around_a_session(void)
{
    run("TRSRsRt");
}

static void interface_inside_a_session(void)
{
    run("SThRhtsTRt");
}

static void interface_around_sessions_that_come_again(void)
{
    run("TRSRsRSRsRt");
}

static void interface_around_a_session_before_mpi(void)
{
    run("TRSRsRMRmRt");
}

static void interface_around_a_session_that_outlives_mpi(void)
{
    run("TMSRmRsRt");
}

#define TESTS_OF_SESSIONS                                                                          \
    , TEST(interface_around_a_session), TEST(interface_inside_a_session),                          \
        TEST(interface_around_sessions_that_come_again),                                           \
        TEST(interface_around_a_session_before_mpi),                                               \
        TEST(interface_around_a_session_that_outlives_mpi)

#else

#define TESTS_OF_SESSIONS

#endif

/* ---- arguments ------------------------------------------------------------------------------- */

static void every_thread_level_is_accepted_and_multiple_given(void)
{
    static const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                                 MPI_THREAD_MULTIPLE};

    for (int i = 0; i < 4; i++) {
        int provided = -7;

        OK(MPI_T_init_thread(levels[i], &provided));
        CHECK_INT(provided, MPI_THREAD_MULTIPLE);
    }
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    run("tttttn");
}

static void every_init_writes_the_level_provided(void)
{
    for (int i = 0; i < 3; i++) {
        int provided = -7;

        OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
        CHECK(provided != -7);
    }
}

static void unknown_thread_level_is_refused(void)
{
    static const int wrong[] = {-1, 4711, INT_MAX, INT_MIN};

    for (int i = 0; i < 4; i++) {
        int provided = -7;

        CHECK(MPI_T_init_thread(wrong[i], &provided) != MPI_SUCCESS);
        CHECK_INT(provided, -7);
    }
    CHECK_RC(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
}

/* ---- not initialized ------------------------------------------------------------------------- */

static void check_that_all_is_refused(void)
{
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
    MPI_T_pvar_handle pvar = MPI_T_PVAR_HANDLE_NULL;
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
    int n = -7, list[1] = {-7};
    char text[8] = "###";
    int length = 8;

#define REFUSED(call) CHECK_RC(call, MPI_T_ERR_NOT_INITIALIZED)
    REFUSED(MPI_T_finalize());
    REFUSED(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &n, text, &length));
    REFUSED(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &n, text, &length));
    REFUSED(MPI_T_cvar_get_num(&n));
    REFUSED(MPI_T_cvar_get_info(0, text, &length, &n, NULL, NULL, NULL, NULL, &n, &n));
    REFUSED(MPI_T_cvar_get_index("mpit_version", &n));
    REFUSED(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &n));
    REFUSED(MPI_T_cvar_handle_free(&cvar));
    REFUSED(MPI_T_cvar_read(cvar, text));
    REFUSED(MPI_T_cvar_write(cvar, text));
    REFUSED(MPI_T_pvar_get_num(&n));
    REFUSED(MPI_T_pvar_get_info(0, text, &length, &n, &n, NULL, NULL, NULL, NULL, &n, &n, &n, &n));
    REFUSED(MPI_T_pvar_get_index("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, &n));
    REFUSED(MPI_T_pvar_session_create(&session));
    REFUSED(MPI_T_pvar_session_free(&session));
    REFUSED(MPI_T_pvar_handle_alloc(session, 0, NULL, &pvar, &n));
    REFUSED(MPI_T_pvar_handle_free(session, &pvar));
    REFUSED(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    REFUSED(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    REFUSED(MPI_T_pvar_read(session, pvar, text));
    REFUSED(MPI_T_pvar_write(session, pvar, text));
    REFUSED(MPI_T_pvar_reset(session, pvar));
    REFUSED(MPI_T_pvar_readreset(session, pvar, text));
    REFUSED(MPI_T_category_get_num(&n));
    REFUSED(MPI_T_category_get_info(0, text, &length, NULL, NULL, &n, &n, &n));
    REFUSED(MPI_T_category_get_index("mpit", &n));
    REFUSED(MPI_T_category_get_cvars(0, 1, list));
    REFUSED(MPI_T_category_get_pvars(0, 1, list));
    REFUSED(MPI_T_category_get_categories(0, 1, list));
    REFUSED(MPI_T_category_changed(&n));
#undef REFUSED
    CHECK(n == -7 && list[0] == -7 && length == 8 && strcmp(text, "###") == 0);
    CHECK(session == MPI_T_PVAR_SESSION_NULL && pvar == MPI_T_PVAR_HANDLE_NULL);
}

static void every_routine_is_refused_before_init(void)
{
    check_that_all_is_refused();
}

static void every_routine_is_refused_after_the_last_finalize(void)
{
    run("TRt");
    check_that_all_is_refused();
}

static void every_routine_is_refused_while_only_mpi_is_up(void)
{
    run("M");
    check_that_all_is_refused();
    run("m");
    check_that_all_is_refused();
}

/* ---- what is left at the end ----------------------------------------------------------------- */

static void sessions_and_handles_end_with_the_last_finalize(void)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle pvar;
    MPI_T_cvar_handle cvar;
    unsigned long long number;
    char text[TEXT];
    int count;

    run("T");
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_handle_alloc(session, pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER), NULL,
                               &pvar, &count));
    OK(MPI_T_pvar_start(session, pvar));
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_version"), NULL, &cvar, &count));
    run("tT");
    CHECK_RC(MPI_T_pvar_read(session, pvar, &number), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_handle_free(session, &pvar), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_session_free(&session), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_cvar_read(cvar, text), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_cvar_handle_free(&cvar), MPI_T_ERR_INVALID_HANDLE);
    run("Rt");
}

static void indices_stay_the_same_over_every_order(void)
{
    static const char *const orders[] = {"T", "tT", "M", "tT", "m", "tT"};
    static char names[64][128];
    int n = 0;

    run("T");
    OK(MPI_T_cvar_get_num(&n));
    n = n < 64 ? n : 64;
    for (int i = 0; i < n; i++)
        OK(MPI_T_cvar_get_info(i, names[i], &(int){sizeof names[i]}, NULL, NULL, NULL, NULL, NULL,
                               NULL, NULL));
    run("t");
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        run(orders[k]);
        for (int i = 0; i < n; i++) {
            int index = -1;

            OK(MPI_T_cvar_get_index(names[i], &index));
            CHECK_FOR(names[i], index == i);
        }
    }
}

static void own_variables_exist_before_mpi(void)
{
    static const char *const names[] = {"mpit_p2p_sends", "mpit_comm_sends"};

    run("T");
    cvar_of("mpit_profiling");
    cvar_of("mpit_peer_limit");
    for (int i = 0; i < 2; i++)
        pvar_of(names[i], MPI_T_PVAR_CLASS_COUNTER);
}

/* ---- objects and datatypes outside MPI ------------------------------------------------------- */

static void check_that_it_cannot_be_bound(MPI_Comm comm)
{
    MPI_T_pvar_session session;
    MPI_T_pvar_handle pvar = MPI_T_PVAR_HANDLE_NULL;
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
    int count = -7;

    OK(MPI_T_pvar_session_create(&session));
    CHECK_RC(MPI_T_pvar_handle_alloc(session, pvar_of("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER),
                                     &comm, &pvar, &count),
             MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_cvar_handle_alloc(cvar_of("mpit_peer_limit"), &comm, &cvar, &count),
             MPI_T_ERR_INVALID);
    CHECK(count == -7 && pvar == MPI_T_PVAR_HANDLE_NULL && cvar == MPI_T_CVAR_HANDLE_NULL);
    OK(MPI_T_pvar_session_free(&session));
}

static void objects_are_refused_before_and_after_mpi(void)
{
    MPI_Comm dup;

    run("T");
    check_that_it_cannot_be_bound(MPI_COMM_NULL);
    run("M");
    OK(MPI_Comm_dup(MPI_COMM_SELF, &dup));
    run("m");
    check_that_it_cannot_be_bound(dup);
    check_that_it_cannot_be_bound(MPI_COMM_WORLD);
}

/* MPI_Finalize frees the attributes of MPI_COMM_SELF first, and MPI is up then (MPI 3.1, 8.7.1). */
static int freed;
static bool watched_before;

static int bind_to_self(MPI_Comm comm, int key, void *attribute, void *nothing)
{
    struct watched length = watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &comm),
                   sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &comm);

    (void)key;
    (void)attribute;
    (void)nothing;
    start(&length);
    /* That nobody has looked at before, and nobody can look at now. */
    CHECK_INT(value(&length), watched_before ? 0 : UINT_MAX);
    CHECK_INT(value(&sends), 0);
    unwatch(&length);
    unwatch(&sends);
    freed++;
    return MPI_SUCCESS;
}

static void check_the_callback_of_self(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    struct watched length;
    int key;

    run("TM");
    if (watched_before) {
        length = watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &self);
        start(&length);
        CHECK_INT(value(&length), 0);
    }
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, bind_to_self, &key, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL));
    run("m");
    CHECK_INT(freed, 1);
    if (watched_before)
        CHECK_INT(value(&length), 0);
    check_that_it_cannot_be_bound(MPI_COMM_SELF);
}

static void self_can_be_bound_in_its_delete_callback(void)
{
    check_the_callback_of_self();
}

static void self_can_be_bound_in_its_delete_callback_as_before(void)
{
    watched_before = true;
    check_the_callback_of_self();
}

static void datatypes_are_usable_before_mpi(void)
{
    static struct cvar_info info;
    int n = 0;

    run("T");
    OK(MPI_T_cvar_get_num(&n));
    for (int i = 0; i < n; i++)
        if (cvar_info(i, &info))
            CHECK_FOR(info.name, size_of(info.datatype) > 0);
}

static void values_stand_after_mpi_is_finalized(void)
{
    struct watched sends;
    int in = 1, out = 0;

    run("TM");
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&sends);
    MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    CHECK_INT(value(&sends), 1);
    run("m");
    CHECK_INT(value(&sends), 1);
    stop(&sends);
    CHECK_INT(value(&sends), 1);
    unwatch(&sends);
    run("Rt");
}

/* What a thread has between its own init and finalize is its own, whoever is the last meanwhile. */
static void *come_and_go(void *lost)
{
    for (int i = 0; i < 20000; i++) {
        MPI_T_pvar_session session;
        int provided;

        MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided);
        if (MPI_T_pvar_session_create(&session) != MPI_SUCCESS ||
            MPI_T_pvar_session_free(&session) != MPI_SUCCESS)
            ++*(int *)lost;
        MPI_T_finalize();
    }
    return NULL;
}

static void last_finalize_leaves_what_another_thread_has_begun(void)
{
    pthread_t threads[4];
    int lost[4] = {0};

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, come_and_go, &lost[i]);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        CHECK_INT(lost[i], 0);
    }
    CHECK_RC(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
}

static void *ask_first(void *nothing)
{
    run("TR");
    return nothing;
}

/* Some variables of Open MPI's stand on the stack of the thread that asked first (5.0.7).  One that
 * is too large to be kept for the next thread is not there any more. */
static void variables_are_read_after_the_thread_that_asked_first_has_ended(void)
{
    const size_t stack = (size_t)256 << 20;
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    CHECK_INT(pthread_attr_setstacksize(&attributes, stack), 0);
    CHECK_INT(pthread_create(&thread, &attributes, ask_first, NULL), 0);
    CHECK_INT(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    run("RMRmRt");
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(interface_alone), TEST(interface_around_mpi),
      TEST(interface_inside_mpi), TEST(interface_before_and_into_mpi),
      TEST(interface_from_mpi_on_and_beyond), TEST(interface_only_before_mpi),
      TEST(interface_only_after_mpi), TEST(interface_never_finalized),
      TEST(interface_again_and_again_before_mpi), TEST(interface_again_and_again_around_mpi),
      TEST(interface_counts_its_references),
      TEST(last_finalize_leaves_what_another_thread_has_begun),
      TEST(variables_are_read_after_the_thread_that_asked_first_has_ended),
      TEST(interface_finalized_without_init_is_an_error),
      TEST(handles_allocated_before_mpi_are_read_during_and_after_it),
      TEST(thousand_references_are_counted),
      TEST(every_thread_level_is_accepted_and_multiple_given),
      TEST(every_init_writes_the_level_provided), TEST(unknown_thread_level_is_refused),
      TEST(every_routine_is_refused_before_init),
      TEST(every_routine_is_refused_after_the_last_finalize),
      TEST(every_routine_is_refused_while_only_mpi_is_up),
      TEST(sessions_and_handles_end_with_the_last_finalize),
      TEST(indices_stay_the_same_over_every_order), TEST(own_variables_exist_before_mpi),
      TEST(self_can_be_bound_in_its_delete_callback),
      TEST(self_can_be_bound_in_its_delete_callback_as_before),
      TEST(objects_are_refused_before_and_after_mpi), TEST(datatypes_are_usable_before_mpi),
      TEST(values_stand_after_mpi_is_finalized) TESTS_OF_SESSIONS)
