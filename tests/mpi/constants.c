/* What tools that list everything do before MPI_Init: variables bound to objects, of which there
 * are the constants alone (BIND-3, INIT-7). */
#include "watch.h"

#include <string.h>

static void init_interface(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &(int){0}));
}

static void init(void)
{
    OK(MPI_Init(NULL, NULL));
}

static void finalize(void)
{
    OK(MPI_Finalize());
}

/* A handle on what binds to an object of a kind, as a tool that lists everything takes it. */
static MPI_T_pvar_handle take_pvar(MPI_T_pvar_session session, int index, void *object, int *count)
{
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    struct pvar_info info;
    int rc;

    pvar_info(index, &info);
    *count = -7;
    rc = MPI_T_pvar_handle_alloc(session, index, object, &handle, count);
    CHECK_THAT((rc == MPI_SUCCESS) == (handle != MPI_T_PVAR_HANDLE_NULL) &&
                   (rc == MPI_SUCCESS ? *count >= 1 : *count == -7),
               "%s: code %d, count %d", info.name, rc, *count);
    CHECK_FOR(info.name,
              rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID || rc == MPI_T_ERR_INVALID_INDEX);
    return handle;
}

static void list_pvars(void *(*object_of)(int binding))
{
    static struct pvar_info info;
    static char buffer[1 << 16];
    MPI_T_pvar_session session;
    int n = 0, count;

    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        MPI_T_pvar_handle handle;

        if (!pvar_info(i, &info) ||
            !(handle = take_pvar(session, i, object_of(info.binding), &count)))
            continue;
        CHECK_RC(MPI_T_pvar_start(session, handle),
                 info.continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS);
        CHECK_FOR(info.name, (size_t)count * size_of(info.datatype) <= sizeof buffer);
        CHECK_FOR(info.name, MPI_T_pvar_read(session, handle, buffer) == MPI_SUCCESS);
        OK(MPI_T_pvar_handle_free(session, &handle));
    }
    OK(MPI_T_pvar_session_free(&session));
}

static void list_cvars(void *(*object_of)(int binding))
{
    static struct cvar_info info;
    static char buffer[1 << 20];
    int n = 0;

    OK(MPI_T_cvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
        int count = -7, rc;

        if (!cvar_info(i, &info))
            continue;
        rc = MPI_T_cvar_handle_alloc(i, object_of(info.binding), &handle, &count);
        if (rc != MPI_SUCCESS) {
            CHECK_FOR(info.name, rc == MPI_T_ERR_INVALID || rc == MPI_T_ERR_INVALID_INDEX);
            CHECK_FOR(info.name, count == -7 && handle == MPI_T_CVAR_HANDLE_NULL);
            continue;
        }
        CHECK_FOR(info.name, (size_t)count * size_of(info.datatype) <= sizeof buffer);
        MPI_T_cvar_read(handle, buffer);
        OK(MPI_T_cvar_handle_free(&handle));
    }
}

static void *no_object(int binding)
{
    (void)binding;
    return NULL;
}

static void *nothing_there(int binding)
{
    static long long zeros[4];

    (void)binding;
    return zeros;
}

static void *text_there(int binding)
{
    static char text[] = "This is the handle of no object at all.";

    (void)binding;
    return text;
}

/* What a lister has where it asks by the constants. */
static void *constant(int binding)
{
    return object_for(binding);
}

static void a_lister_of_everything_ends_cleanly_before_and_after_mpi(void)
{
    static void *(*const objects[])(int) = {no_object, nothing_there, text_there, constant};

    init_interface();
    for (int i = 0; i < 12; i++) {
        if (i == 4)
            init();
        if (i == 8)
            finalize();
        list_pvars(objects[i % 4]);
        list_cvars(objects[i % 4]);
    }
}

/* Those whose shape is the size of MPI_COMM_WORLD, which nobody knows yet; and those that are only
 * there where messages are drained. */
static bool may_be_refused(const char *name)
{
    return strncmp(name, "mpit_peer_", 10) == 0 || strstr(name, "umq") ||
           strstr(name, "unexpected");
}

static void every_variable_of_ours_binds_to_constants_before_mpi(void)
{
    static struct pvar_info pvar;
    static struct cvar_info cvar;
    MPI_T_pvar_session session;
    int n = 0, count;

    init_interface();
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_get_num(&n));
    for (int i = 0; i < n; i++)
        if (pvar_info(i, &pvar) && is_own(pvar.name) && object_for(pvar.binding))
            CHECK_FOR(pvar.name, take_pvar(session, i, object_for(pvar.binding), &count) ||
                                     may_be_refused(pvar.name));
    OK(MPI_T_cvar_get_num(&n));
    for (int i = 0; i < n; i++) {
        MPI_T_cvar_handle handle;

        if (cvar_info(i, &cvar) && is_own(cvar.name) && object_for(cvar.binding))
            CHECK_FOR(cvar.name, MPI_T_cvar_handle_alloc(i, object_for(cvar.binding), &handle,
                                                         &count) == MPI_SUCCESS);
    }
    OK(MPI_T_pvar_session_free(&session));
}

static void what_is_bound_before_mpi_counts_once_it_is_up(void)
{
    MPI_Comm world = MPI_COMM_WORLD, self = MPI_COMM_SELF;
    MPI_Datatype datatype = MPI_INT, pair = MPI_DOUBLE_INT;
    MPI_Op op = MPI_SUM;
    MPI_Errhandler errhandler = MPI_ERRORS_RETURN;
    MPI_Info info = MPI_INFO_ENV;
    struct watched sends, of_self, size, ints, pairs, sums, errors, infos, marks;
    MPI_Request request;
    int in = 1, out = 0;

    init_interface();
    sends = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &world);
    of_self = watch("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER, &self);
    size = watch("mpit_comm_size", MPI_T_PVAR_CLASS_SIZE, &world);
    ints = watch("mpit_datatype_sends", MPI_T_PVAR_CLASS_COUNTER, &datatype);
    pairs = watch("mpit_datatype_sends", MPI_T_PVAR_CLASS_COUNTER, &pair);
    sums = watch("mpit_op_reductions", MPI_T_PVAR_CLASS_COUNTER, &op);
    errors = watch("mpit_errhandler_calls", MPI_T_PVAR_CLASS_COUNTER, &errhandler);
    infos = watch("mpit_info_uses", MPI_T_PVAR_CLASS_COUNTER, &info);
    marks = watch("mpit_prq_length", MPI_T_PVAR_CLASS_HIGHWATERMARK, &self);
    start(&sends);
    start(&of_self);
    start(&ints);
    start(&sums);
    start(&errors);
    start(&marks);
    CHECK_INT(value(&sends), 0);
    CHECK_INT(value(&size), 0);
    CHECK_INT(cvar_set_of("mpit_umq_warn", &world, 4711), MPI_SUCCESS);
    init();
    CHECK_INT(cvar_get_of("mpit_umq_warn", &world), 4711);
    CHECK_INT(cvar_get_of("mpit_umq_warn", &self), 0);
    CHECK_INT(value(&size), 1);
    CHECK_INT(value(&sends), 0);
    OK(MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &out, 1, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE));
    OK(MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &out, 1, MPI_INT, 0, 0, self, MPI_STATUS_IGNORE));
    OK(MPI_Irecv(&out, 1, MPI_INT, 0, 0, self, &request));
    OK(MPI_Send(&in, 1, MPI_INT, 0, 0, self));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, world));
    OK(MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN));
    CHECK(MPI_Send(&in, 1, MPI_INT, 4711, 0, world) != MPI_SUCCESS);
    CHECK_INT(value(&sends), 1);
    CHECK_INT(value(&of_self), 2);
    CHECK_INT(value(&ints), 3);
    CHECK_INT(value(&sums), 1);
    CHECK_INT(value(&errors), 1);
    CHECK_INT(value(&marks), 1);
    finalize();
    CHECK_INT(value(&sends), 1);
    unwatch(&sends);
    unwatch(&pairs);
    unwatch(&infos);
}

/* Its source is what it will be, if all goes well. */
static void queue_bound_before_mpi_is_measured_once_it_is_up(void)
{
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Request request;
    struct watched length;
    int in = 1, out = 0;

    init_interface();
    length = watch("MPI_T_UMQ_LENGTH", MPI_T_PVAR_CLASS_LEVEL, &world);
    start(&length);
    CHECK_INT(value(&length), 0);
    init();
    CHECK_INT(value(&length), 0);
    OK(MPI_Isend(&out, 1, MPI_INT, 0, 0, world, &request));
    CHECK_INT(value(&length), 1);
    OK(MPI_Recv(&in, 1, MPI_INT, 0, 0, world, MPI_STATUS_IGNORE));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_INT(value(&length), 0);
    unwatch(&length);
    finalize();
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(a_lister_of_everything_ends_cleanly_before_and_after_mpi),
      TEST(every_variable_of_ours_binds_to_constants_before_mpi),
      TEST(what_is_bound_before_mpi_counts_once_it_is_up),
      TEST(queue_bound_before_mpi_is_measured_once_it_is_up))
