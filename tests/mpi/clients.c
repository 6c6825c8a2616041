/* What a tool does that takes all variables as they come: a handle on each, all of them started,
 * read, stopped and freed.  It ends at the first code that is no success: nothing of ours gives it
 * one, whatever is watched, before MPI, while it is up and after it.
 *
 * What it needs an object for it takes where it has one; of MPI_COMM_WORLD before MPI_Init all but
 * what has an element a rank (mpit-variables(7), OBJECTS). */
#include "watch.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024 };

static struct {
    int n;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle[MOST];
    int index[MOST], count[MOST];
} before, during, after;

/* It has communicators alone, and NULL for all others. */
static bool has_comms_alone;

static MPI_Win win = MPI_WIN_NULL;
static MPI_Request request = MPI_REQUEST_NULL;
static MPI_File file = MPI_FILE_NULL;
static char value_of[1 << 16];

static bool is_up(void)
{
    int begun, over;

    OK(MPI_Initialized(&begun));
    OK(MPI_Finalized(&over));
    return begun && !over;
}

static bool is_of_ours(const struct pvar_info *info)
{
    return is_own(info->name) || strncmp(info->desc, "Alias of", 8) == 0;
}

static bool has_each_rank(const struct pvar_info *info)
{
    return strncmp(info->name, "mpit_peer_", 10) == 0 ||
           strstr(info->name, "monitoring_messages") || strncmp(info->name, "pml_", 4) == 0;
}

static void *object_of(const struct pvar_info *info)
{
    if (has_comms_alone && info->binding != MPI_T_BIND_MPI_COMM)
        return NULL;
    if (info->binding == MPI_T_BIND_MPI_WIN)
        return win == MPI_WIN_NULL ? NULL : &win;
    if (info->binding == MPI_T_BIND_MPI_REQUEST)
        return request == MPI_REQUEST_NULL ? NULL : &request;
    if (info->binding == MPI_T_BIND_MPI_FILE)
        return file == MPI_FILE_NULL ? NULL : &file;
    if (info->binding != MPI_T_BIND_NO_OBJECT && !is_up() && has_each_rank(info))
        return NULL;
    return object_for(info->binding);
}

#define take(all, with_objects)                                                                    \
    take_all(&(all).n, &(all).session, (all).handle, (all).index, (all).count, with_objects)
static void take_all(int *n, MPI_T_pvar_session *session, MPI_T_pvar_handle handle[], int index[],
                     int count[], bool with_objects)
{
    static struct pvar_info info;
    int all = 0;

    OK(MPI_T_pvar_session_create(session));
    OK(MPI_T_pvar_get_num(&all));
    *n = 0;
    for (int i = 0; i < all && *n < MOST; i++) {
        void *object;

        if (!pvar_info(i, &info) || !is_of_ours(&info))
            continue;
        object = object_of(&info);
        if (info.binding != MPI_T_BIND_NO_OBJECT && (!object || !with_objects) &&
            !(has_comms_alone && info.binding != MPI_T_BIND_MPI_COMM))
            continue;
        CHECK_FOR(info.name, MPI_T_pvar_handle_alloc(*session, i, object, &handle[*n],
                                                     &count[*n]) == MPI_SUCCESS);
        CHECK_FOR(info.name, count[*n] >= 1);
        index[(*n)++] = i;
    }
    CHECK(*n > 50);
}

/* A percentage, where it is one, is one; other numbers are what they are. */
static void look_at(const struct pvar_info *info, const void *value)
{
    double real;

    memcpy(&real, value, sizeof real);
    if (info->datatype == MPI_DOUBLE)
        CHECK_FOR(info->name, isnan(real) || (real >= 0 && real < 1e6));
    if (info->var_class == MPI_T_PVAR_CLASS_PERCENTAGE)
        CHECK_FOR(info->name, isnan(real) || real <= 1);
}

#define use(all) use_all((all).n, (all).session, (all).handle, (all).index, (all).count)
static void use_all(int n, MPI_T_pvar_session session, MPI_T_pvar_handle handle[], int index[],
                    int count[])
{
    static struct pvar_info info;

    OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    for (int i = 0; i < n; i++) {
        pvar_info(index[i], &info);
        CHECK_FOR(info.name, (size_t)count[i] * size_of(info.datatype) <= sizeof value_of);
        CHECK_FOR(info.name, MPI_T_pvar_read(session, handle[i], value_of) == MPI_SUCCESS);
        look_at(&info, value_of);
        if (!info.readonly)
            CHECK_FOR(info.name, MPI_T_pvar_write(session, handle[i], value_of) == MPI_SUCCESS);
        if (info.atomic)
            CHECK_FOR(info.name, MPI_T_pvar_readreset(session, handle[i], value_of) == MPI_SUCCESS);
    }
    OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    for (int i = 0; i < n; i++)
        OK(MPI_T_pvar_read(session, handle[i], value_of));
}

#define give(all) give_all((all).n, &(all).session, (all).handle)
static void give_all(int n, MPI_T_pvar_session *session, MPI_T_pvar_handle handle[])
{
    for (int i = 0; i < n; i++)
        OK(MPI_T_pvar_handle_free(*session, &handle[i]));
    OK(MPI_T_pvar_session_free(session));
}

static void work(void)
{
    MPI_Request started;
    char byte = 1, in;

    OK(MPI_Irecv(&in, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &started));
    OK(MPI_Send(&byte, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD));
    OK(MPI_Wait(&started, MPI_STATUS_IGNORE));
    OK(MPI_Bcast(&byte, 1, MPI_CHAR, 0, MPI_COMM_WORLD));
    OK(MPI_Barrier(MPI_COMM_WORLD));
}

static void make_objects(void)
{
    static int memory, in;

    /* Not every MPI has windows without its launcher. */
    OK(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    if (MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win) !=
        MPI_SUCCESS)
        win = MPI_WIN_NULL;
    OK(MPI_Recv_init(&in, 1, MPI_INT, 0, 2, MPI_COMM_SELF, &request));
    OK(MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
}

static void free_objects(void)
{
    OK(MPI_File_close(&file));
    OK(MPI_Request_free(&request));
    if (win != MPI_WIN_NULL)
        OK(MPI_Win_free(&win));
}

static void walk(int level)
{
    int provided;

    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided));
    take(before, true);
    use(before);
    OK(MPI_T_pvar_start(before.session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_Init_thread(NULL, NULL, level, &provided));
    work();
    make_objects();
    take(during, true);
    use(during);
    use(before);
    OK(MPI_T_pvar_start(during.session, MPI_T_PVAR_ALL_HANDLES));
    work();
    use(during);
    free_objects();
    use(during);
    OK(MPI_Finalize());
    use(during);
    use(before);
    take(after, false);
    use(after);
    give(during);
    give(after);
    give(before);
    OK(MPI_T_finalize());
}

static void walk_with(const char *watch, const char *source)
{
    setenv("MPIT_WATCH", watch, 1);
    setenv("MPIT_UMQ_SOURCE", source, 1);
    walk(MPI_THREAD_SINGLE);
}

static void a_client_of_all_variables_ends_well(void)
{
    walk(MPI_THREAD_SINGLE);
}

static void a_client_of_all_variables_ends_well_among_threads(void)
{
    walk(MPI_THREAD_MULTIPLE);
}

static void a_client_of_all_variables_ends_well_without_a_queue(void)
{
    walk_with("", "off");
}

static void a_client_of_all_variables_ends_well_with_the_queue_of_the_library(void)
{
    walk_with("", "vendor");
}

static void a_client_of_all_variables_ends_well_with_a_drained_queue(void)
{
    walk_with("", "drain");
}

static void take_control_variables(void)
{
    static struct cvar_info info;
    int n = 0, bound = 0;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &n));
    OK(MPI_T_cvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        MPI_T_cvar_handle handle;
        int count = 0;

        if (!cvar_info(i, &info) || !is_own(info.name) || info.binding == MPI_T_BIND_NO_OBJECT)
            continue;
        bound++;
        OK(MPI_T_cvar_handle_alloc(i, NULL, &handle, &count));
        OK(MPI_T_cvar_read(handle, value_of));
        if (info.scope != MPI_T_SCOPE_READONLY)
            OK(MPI_T_cvar_write(handle, value_of));
        OK(MPI_T_cvar_handle_free(&handle));
    }
    CHECK(bound >= 3);
    OK(MPI_T_finalize());
}

/* As TAU does. */
static void a_client_with_communicators_alone_ends_well(void)
{
    setenv("MPIT_NULL_OBJECTS", "on", 1);
    take_control_variables();
    has_comms_alone = true;
    walk(MPI_THREAD_SINGLE);
}

#define WITH(word)                                                                                 \
    static void a_client_of_all_variables_ends_well_beside_##word(void)                            \
    {                                                                                              \
        walk_with(#word, "auto");                                                                  \
    }
#define EACH_WORD(DO)                                                                              \
    DO(counts)                                                                                     \
    DO(bytes) DO(time) DO(waits) DO(sites) DO(peers) DO(sizes) DO(requests) DO(state) DO(queue)
EACH_WORD(WITH)

#define TEST_WITH(word) TEST(a_client_of_all_variables_ends_well_beside_##word),

SUITE(HARNESS_EACH_IN_A_CHILD,
      EACH_WORD(TEST_WITH) TEST(a_client_of_all_variables_ends_well_among_threads),
      TEST(a_client_of_all_variables_ends_well_without_a_queue),
      TEST(a_client_of_all_variables_ends_well_with_the_queue_of_the_library),
      TEST(a_client_of_all_variables_ends_well_with_a_drained_queue),
      TEST(a_client_with_communicators_alone_ends_well), TEST(a_client_of_all_variables_ends_well))
