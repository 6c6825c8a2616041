/* Events of MPI's beginning and end, each test in a process of its own. */
#include "config.h"

#include "recorder.h"

#include <string.h>

static struct recorder begun, ended, alias, alias_ended;

static void interface_begins(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    record(&begun, "mpit_initialization", NULL);
    record(&ended, "mpit_finalization", NULL);
    record(&alias, "ompi.mpi.initialization", NULL);
    record(&alias_ended, "ompi.mpi.finalization", NULL);
}

static void interface_ends(void)
{
    end_record(&begun);
    end_record(&ended);
    end_record(&alias);
    end_record(&alias_ended);
    OK(MPI_T_finalize());
}

/* A rank and a size of -1: of a session. */
static void is_begun(const char *model, int thread_level, int rank_told, int size)
{
    char word[WORD];

    CHECK_INT(begun.seen, 1);
    CHECK_INT(alias.seen, 1);
    CHECK_INT(ended.seen, 0);
    CHECK_INT((int)told(&begun, 0, "thread_level"), thread_level);
    CHECK_INT((int)told(&begun, 0, "rank"), rank_told);
    CHECK_INT((int)told(&begun, 0, "size"), size);
    CHECK(told(&begun, 0, "instance") != 0);
    CHECK_INT((int)told(&alias, 0, "thread_level"), thread_level);
    CHECK_INT((int)told(&alias, 0, "world_rank"), rank_told);
    CHECK_INT((int)told(&alias, 0, "world_size"), size);
    CHECK(told(&alias, 0, "instance_id") == told(&begun, 0, "instance"));
    told_word(&begun, 0, "model", word);
    CHECK(*word || MPI_VERSION < 4); /* before, hints need MPI to be up */
    if (*word)
        CHECK_THAT(strcmp(word, model) == 0, "%s, not %s", word, model);
}

static void is_ended(int rank_told)
{
    CHECK_INT(ended.seen, 1);
    CHECK_INT(alias_ended.seen, 1);
    CHECK_INT((int)told(&ended, 0, "rank"), rank_told);
    CHECK_INT((int)told(&alias_ended, 0, "world_rank"), rank_told);
    CHECK(told(&ended, 0, "model") == told(&begun, 0, "model"));
    CHECK(told(&ended, 0, "instance") == told(&begun, 0, "instance"));
    CHECK(told(&alias_ended, 0, "instance_id") == told(&begun, 0, "instance"));
}

static void the_world_is_told_when_it_begins_and_when_it_ends(void)
{
    int level;

    interface_begins();
    OK(MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level));
    is_begun("world", level, 0, 1);
    OK(MPI_Barrier(MPI_COMM_WORLD));
    CHECK_INT(begun.seen, 1);
    CHECK_INT(ended.seen, 0);
    OK(MPI_Finalize());
    is_ended(0);
    CHECK_INT(begun.seen, 1);
    interface_ends();
}

/* While it is told MPI can be called. */
static void sends_to_itself(MPI_T_event_instance instance, MPI_T_event_registration handle,
                            MPI_T_cb_safety safety, void *calls)
{
    int in = 0, out = 1;

    (void)instance;
    (void)handle;
    CHECK_INT(safety, MPI_T_CB_REQUIRE_NONE);
    OK(MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    CHECK_INT(in, 1);
    ++*(int *)calls;
}

static void whoever_is_told_of_it_may_call_mpi(void)
{
    static const char *const names[] = {"mpit_initialization", "mpit_finalization"};
    MPI_T_event_registration handles[2];
    int calls = 0;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    for (int i = 0; i < 2; i++) {
        OK(MPI_T_event_handle_alloc(event_of(names[i]), NULL, MPI_INFO_NULL, &handles[i]));
        OK(MPI_T_event_register_callback(handles[i], MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &calls,
                                         sends_to_itself));
    }
    OK(MPI_Init(NULL, NULL));
    CHECK_INT(calls, 1);
    OK(MPI_Finalize());
    CHECK_INT(calls, 2);
    for (int i = 0; i < 2; i++)
        OK(MPI_T_event_handle_free(handles[i], NULL, NULL));
    OK(MPI_T_finalize());
}

#if defined(MPIT_HAS_Session_init)
static void a_session_is_told_when_it_begins_and_when_it_ends(void)
{
    MPI_Session session;

    interface_begins();
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    is_begun("session", (int)told(&begun, 0, "thread_level"), -1, -1);
    OK(MPI_Session_finalize(&session));
    is_ended(-1);
    interface_ends();
}

static void count_call(MPI_T_event_instance instance, MPI_T_event_registration handle,
                       MPI_T_cb_safety safety, void *calls)
{
    (void)instance;
    (void)handle;
    (void)safety;
    ++*(int *)calls;
}

/* A callback for one thread alone: others may be in MPI while a session is open. */
static void what_sessions_demand_of_callbacks_ends_with_them(void)
{
    MPI_T_event_registration handle;
    MPI_Session session;
    MPI_Comm comm;
    int calls = 0;

    OK(MPI_Init(NULL, NULL));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    OK(MPI_T_event_handle_alloc(event_of("mpit_comm_created"), NULL, MPI_INFO_NULL, &handle));
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &calls,
                                     count_call));
    OK(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_free(&comm));
    CHECK_INT(calls, 0);
    OK(MPI_Session_finalize(&session));
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_free(&comm));
    CHECK_INT(calls, 1);
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_T_finalize());
    OK(MPI_Finalize());
}

#define TESTS_OF_SESSIONS                                                                          \
    , TEST(a_session_is_told_when_it_begins_and_when_it_ends),                                     \
        TEST(what_sessions_demand_of_callbacks_ends_with_them)
#else
#define TESTS_OF_SESSIONS
#endif

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(the_world_is_told_when_it_begins_and_when_it_ends),
      TEST(whoever_is_told_of_it_may_call_mpi) TESTS_OF_SESSIONS)
