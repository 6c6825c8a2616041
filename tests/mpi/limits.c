/* Limits, the environment and the flush, each test in a process of its own: HAND-5, PCTL-3, CVAR-9,
 * and what a bad value in the environment does. */
#include "recorder.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void up(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, NULL));
}

static void set_unsigned(const char *name, unsigned to)
{
    OK(cvar_set(name, (int)to));
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void handles_beyond_the_limit_are_refused_and_none_is_lost(void)
{
    MPI_T_pvar_handle pvars[20], too_many = MPI_T_PVAR_HANDLE_NULL;
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL, kept;
    MPI_T_pvar_session session;
    int index, count, n = 0, untouched = -7;

    up();
    index = pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
    set_unsigned("mpit_handle_limit", 10);
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_cvar_handle_alloc(0, NULL, &kept, &count));
    while (n < 20 &&
           MPI_T_pvar_handle_alloc(session, index, NULL, &pvars[n], &count) == MPI_SUCCESS)
        n++;
    CHECK_INT(n, 9); /* and the one of the control variable */
    for (int round = 0; round < 3; round++) {
        CHECK_RC(MPI_T_pvar_handle_alloc(session, index, NULL, &too_many, &untouched),
                 MPI_T_ERR_OUT_OF_HANDLES);
        CHECK_RC(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &untouched), MPI_T_ERR_OUT_OF_HANDLES);
        CHECK(too_many == MPI_T_PVAR_HANDLE_NULL && cvar == MPI_T_CVAR_HANDLE_NULL);
        CHECK_INT(untouched, -7);
        OK(MPI_T_pvar_handle_free(session, &pvars[0]));
        OK(MPI_T_pvar_handle_alloc(session, index, NULL, &pvars[0], &count));
    }
    OK(MPI_T_pvar_session_free(&session));
    OK(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &count));
    OK(MPI_T_cvar_handle_free(&cvar));
    OK(MPI_T_cvar_handle_free(&kept));
}

static void sessions_beyond_the_limit_are_refused_and_none_is_lost(void)
{
    MPI_T_pvar_session sessions[10], too_many = MPI_T_PVAR_SESSION_NULL;
    int n = 0;

    up();
    set_unsigned("mpit_session_limit", 5);
    while (n < 10 && MPI_T_pvar_session_create(&sessions[n]) == MPI_SUCCESS)
        n++;
    CHECK_INT(n, 5);
    CHECK_RC(MPI_T_pvar_session_create(&too_many), MPI_T_ERR_OUT_OF_SESSIONS);
    CHECK(too_many == MPI_T_PVAR_SESSION_NULL);
    OK(MPI_T_pvar_session_free(&sessions[2]));
    OK(MPI_T_pvar_session_create(&sessions[2]));
    CHECK_RC(MPI_T_pvar_session_create(&too_many), MPI_T_ERR_OUT_OF_SESSIONS);
    set_unsigned("mpit_session_limit", 6);
    OK(MPI_T_pvar_session_create(&sessions[5]));
}

static void set_memory_limit(unsigned long to)
{
    MPI_T_cvar_handle handle;
    int count;

    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_memory_limit"), NULL, &handle, &count));
    OK(MPI_T_cvar_write(handle, &to));
    OK(MPI_T_cvar_handle_free(&handle));
}

static void handles_and_sessions_without_memory_are_refused(void)
{
    MPI_T_pvar_session session, more;
    MPI_T_pvar_handle handle;
    int index, count, rc, n = 0;

    up();
    index = pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
    OK(MPI_T_pvar_session_create(&session));
    set_memory_limit(1);
    while ((rc = MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count)) == MPI_SUCCESS)
        if (++n > 100000)
            break;
    CHECK_INT(rc, MPI_T_ERR_MEMORY);
    while ((rc = MPI_T_pvar_session_create(&more)) == MPI_SUCCESS)
        if (++n > 100000)
            break;
    CHECK_INT(rc, MPI_T_ERR_MEMORY);
    set_memory_limit(1 << 26);
    OK(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count));
    OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_session_free(&session));
}

static void event_handles_without_memory_are_refused(void)
{
    MPI_T_event_registration handle, kept;
    int index, rc, n = 0;

    up();
    index = event_of("mpit_comm_created");
    OK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &kept));
    set_memory_limit(1);
    while ((rc = MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &handle)) == MPI_SUCCESS)
        if (++n > 100000)
            break;
    CHECK_INT(rc, MPI_T_ERR_MEMORY);
    set_memory_limit(1 << 26);
    OK(MPI_T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &handle));
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_T_event_handle_free(kept, NULL, NULL));
}

/* Those that are freed do not count any more, though what they were is used for one event alone. */
static void event_handles_beyond_the_limit_are_refused(void)
{
    static const char *const names[] = {"mpit_comm_created", "mpit_comm_freed",
                                        "mpit_region_begin"};
    MPI_T_event_registration handles[10], too_many;

    up();
    set_unsigned("mpit_handle_limit", 10);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 3; i++) {
            for (int n = 0; n < 10; n++)
                OK(MPI_T_event_handle_alloc(event_of(names[i]), NULL, MPI_INFO_NULL, &handles[n]));
            CHECK_RC(MPI_T_event_handle_alloc(event_of(names[i]), NULL, MPI_INFO_NULL, &too_many),
                     MPI_T_ERR_OUT_OF_HANDLES);
            for (int n = 0; n < 10; n++)
                OK(MPI_T_event_handle_free(handles[n], NULL, NULL));
        }
}

/* Objects that have no record are told, and which limit it was. */
static void a_limit_that_is_reached_is_told(void)
{
    static struct recorder limits;
    struct watched sends;
    MPI_Comm comms[200];
    char word[WORD];

    OK(MPI_Init(NULL, NULL));
    up();
    record(&limits, "mpit_limit_reached", NULL);
    sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &(MPI_Comm){MPI_COMM_SELF});
    start(&sends);
    MPI_Comm_dup(MPI_COMM_SELF, &comms[0]);
    CHECK_INT(limits.seen, 0);
    MPI_Comm_free(&comms[0]);
    set_memory_limit(1);
    for (int i = 0; i < 200; i++)
        MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
    CHECK(limits.seen > 0);
    for (int i = 1; i < limits.seen; i++)
        CHECK(told(&limits, i, "limit") == told(&limits, 0, "limit"));
    told_word(&limits, 0, "limit", word);
    CHECK_THAT(strcmp(word, "mpit_memory_limit") == 0, "%s", word);
    for (int i = 0; i < 200; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
}

/* The program goes on; what cannot be recorded is not. */
static void traffic_without_memory_goes_unrecorded_and_does_no_harm(void)
{
    struct watched sends, process;
    MPI_Comm comms[200];
    int in = 1, back = 0;

    OK(MPI_Init(NULL, NULL));
    up();
    process = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &(MPI_Comm){MPI_COMM_SELF});
    start(&process);
    start(&sends);
    MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    set_memory_limit(1);
    for (int i = 0; i < 200; i++) {
        MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
        MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, comms[i], MPI_STATUS_IGNORE);
        CHECK_INT(back, 1);
    }
    CHECK_INT(value(&process), 201);
    CHECK_INT(value(&sends), 1);
    for (int i = 0; i < 200; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
}

/* ---- environment ----------------------------------------------------------------------------- */

/* What is said on standard error until end_listening, which returns it. */
static char said[8192];
static int real_stderr, listener[2];

static void listen_to_stderr(void)
{
    if (pipe(listener) != 0 || fcntl(listener[1], F_SETFL, O_NONBLOCK) != 0)
        need_failed("pipe");
    real_stderr = dup(STDERR_FILENO);
    dup2(listener[1], STDERR_FILENO);
}

static const char *end_listening(void)
{
    ssize_t n;

    dup2(real_stderr, STDERR_FILENO);
    close(listener[1]);
    n = read(listener[0], said, sizeof said - 1);
    said[n > 0 ? n : 0] = '\0';
    return said;
}

/* Initializes with one variable set; what is said. */
static const char *up_with(const char *name, const char *to)
{
    setenv(name, to, 1);
    listen_to_stderr();
    up();
    return end_listening();
}

static int lines_of(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void environment_sets_variables(void)
{
    setenv("MPIT_HANDLE_LIMIT", "2k", 1);
    setenv("MPIT_VERBOSE", "Info", 1);
    setenv("MPIT_PROFILING", "0", 1);
    CHECK_INT((int)strlen(up_with("MPIT_UMQ_SOURCE", "off")), 0);
    CHECK_INT(cvar_get("mpit_handle_limit"), 2048);
    CHECK_INT(cvar_get("mpit_verbose"), 2);
    CHECK_INT(cvar_get("mpit_profiling"), 0);
    CHECK_INT(cvar_get("mpit_umq_source"), 3);
}

#define KEEPS_ITS_DEFAULT(name, environment, bad, standard, allowed)                               \
    do {                                                                                           \
        const char *line = up_with(environment, bad);                                              \
        CHECK_INT(lines_of(line), 1);                                                              \
        CHECK_FOR(line, strncmp(line, "mpit: ", 6) == 0);                                          \
        CHECK_FOR(line, strstr(line, environment "=" bad) && strstr(line, name));                  \
        CHECK_FOR(line, strstr(line, allowed));                                                    \
        CHECK_INT(cvar_get(name), standard);                                                       \
    } while (0)

static void item_that_is_none_keeps_the_default_and_says_what_is_allowed(void)
{
    KEEPS_ITS_DEFAULT("mpit_umq_source", "MPIT_UMQ_SOURCE", "drayn", 0, "auto vendor drain off");
}

static void number_out_of_range_keeps_the_default_and_says_so(void)
{
    KEEPS_ITS_DEFAULT("mpit_handle_limit", "MPIT_HANDLE_LIMIT", "4294967296", 1048576, "number");
}

static void negative_number_keeps_the_default_and_says_so(void)
{
    KEEPS_ITS_DEFAULT("mpit_session_limit", "MPIT_SESSION_LIMIT", "-1", 65536, "number");
}

static void empty_number_keeps_the_default_and_says_so(void)
{
    KEEPS_ITS_DEFAULT("mpit_session_limit", "MPIT_SESSION_LIMIT", "", 65536, "number");
}

static void constant_in_the_environment_is_refused(void)
{
    const char *line = up_with("MPIT_VERSION", "9.9");

    CHECK_INT(lines_of(line), 1);
    CHECK_FOR(line, strstr(line, "MPIT_VERSION=9.9") && strstr(line, "cannot be set"));
}

static void misspelt_variable_is_reported_with_the_nearest(void)
{
    const char *line = up_with("MPIT_HANDEL_LIMIT", "5");

    CHECK_INT(lines_of(line), 1);
    CHECK_FOR(line, strstr(line, "MPIT_HANDEL_LIMIT") && strstr(line, "MPIT_HANDLE_LIMIT"));
}

static void unknown_quantity_to_watch_is_reported_with_those_there_are(void)
{
    const char *line = up_with("MPIT_WATCH", "counts,byts");

    CHECK_INT(lines_of(line), 1);
    CHECK_FOR(line, strstr(line, "byts") && strstr(line, "bytes"));
}

static void quiet_says_nothing(void)
{
    setenv("MPIT_VERBOSE", "quiet", 1);
    CHECK_INT((int)strlen(up_with("MPIT_UMQ_SOURCE", "drayn")), 0);
}

/* Levels of requests are true from the start where they are watched from the start. */
static void requests_watched_by_the_environment_are_known_before_start(void)
{
    struct watched live;
    MPI_Request request;
    int in;

    setenv("MPIT_WATCH", "requests", 1);
    OK(MPI_Init(NULL, NULL));
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    up();
    live = watch("mpit_live_requests", MPI_T_PVAR_CLASS_LEVEL, NULL);
    start(&live);
    CHECK_INT(value(&live), 1);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_INT(value(&live), 0);
    unwatch(&live);
    MPI_Finalize();
}

/* ---- MPI_Pcontrol(2) ------------------------------------------------------------------------- */

/* What is recorded so far is on disk when the call returns. */
static void level_2_writes_what_there_is_before_it_returns(void)
{
    char directory[] = "flush-XXXXXX", path[64], text[4096] = "";
    int in = 1, back;
    FILE *file;

    if (!mkdtemp(directory))
        need_failed("directory");
    snprintf(path, sizeof path, "%s/report.json", directory);
    setenv("MPIT_REPORT", path, 1);
    OK(MPI_Init(NULL, NULL));
    for (int i = 0; i < 3; i++)
        MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
    OK(MPI_Pcontrol(2));
    snprintf(path, sizeof path, "%s/report.json.0.part", directory);
    file = fopen(path, "r");
    CHECK(file != NULL);
    if (file) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    CHECK_FOR(text, strstr(text, "MPI_Sendrecv"));
    MPI_Finalize();
    unlink(path);
    snprintf(path, sizeof path, "%s/report.json", directory);
    unlink(path);
    rmdir(directory);
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(handles_beyond_the_limit_are_refused_and_none_is_lost),
      TEST(sessions_beyond_the_limit_are_refused_and_none_is_lost),
      TEST(handles_and_sessions_without_memory_are_refused),
      TEST(event_handles_without_memory_are_refused),
      TEST(event_handles_beyond_the_limit_are_refused), TEST(a_limit_that_is_reached_is_told),
      TEST(traffic_without_memory_goes_unrecorded_and_does_no_harm),
      TEST(environment_sets_variables),
      TEST(item_that_is_none_keeps_the_default_and_says_what_is_allowed),
      TEST(number_out_of_range_keeps_the_default_and_says_so),
      TEST(negative_number_keeps_the_default_and_says_so),
      TEST(empty_number_keeps_the_default_and_says_so),
      TEST(constant_in_the_environment_is_refused),
      TEST(misspelt_variable_is_reported_with_the_nearest),
      TEST(unknown_quantity_to_watch_is_reported_with_those_there_are), TEST(quiet_says_nothing),
      TEST(level_2_writes_what_there_is_before_it_returns),
      TEST(requests_watched_by_the_environment_are_known_before_start))
