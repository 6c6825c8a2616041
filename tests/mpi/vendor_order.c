/* Uses every variable in one order of initializing and finalizing MPI and MPI_T, VENDOR_ORDER in
 * the environment:
 *
 *   T, t: MPI_T_init_thread, MPI_T_finalize;  M, m: MPI_Init, MPI_Finalize
 *
 * After each step, while MPI_T is initialized, every variable is allocated, read, written back
 * where it may be, and freed, and what was listed before is listed as before.  What binds to an
 * object is bound to a live one of its kind while MPI is up, and refused else.  Handles are kept,
 * and read on until the last MPI_T_finalize. */
#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX = 1 << 14, GUARD = 64 };

static const char *order;
static int step;

#define HOLDS(condition, format, ...)                                                              \
    CHECK_THAT(condition, "%s, step %d: " format, order, step, ##__VA_ARGS__)

/* What each index was when it was first seen. */
static char *cvar_names[MAX], *pvar_names[MAX], *category_names[MAX];
static MPI_T_cvar_handle kept_cvars[MAX];
static MPI_T_pvar_handle kept_pvars[MAX];
static MPI_T_pvar_session kept_session;
static int ncvars, npvars, ncategories;

/* What was done in each phase of MPI: before, between, after. */
static struct done {
    int cvars, pvars, bound, written;
} done[3];

/* A live object of each kind, while MPI is up. */
static MPI_Comm comm;
static MPI_Win win;
static MPI_File file;
static MPI_Group group;
static MPI_Info info;
static MPI_Request request, sent;
static MPI_Message message;
static MPI_Datatype datatype;
static MPI_Op op;
static MPI_Errhandler errhandler;
static int *window, out, in;

/* MPICH 3.4.1 is not initialized any more once it is finalized. */
static int phase(void)
{
    int initialized, finalized;

    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    return finalized ? 2 : initialized;
}

static bool is_up(void)
{
    return phase() == 1;
}

static void make_objects(void)
{
    char name[] = "/tmp/vendor_order-XXXXXX";
    int fd = mkstemp(name);

    HOLDS(fd >= 0 && close(fd) == 0, "no file in /tmp");
    datatype = MPI_INT;
    op = MPI_SUM;
    errhandler = MPI_ERRORS_RETURN;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    /* The component that the user chose may not have windows of one process. */
    if (MPI_Win_allocate(sizeof *window, sizeof *window, MPI_INFO_NULL, comm, &window, &win) !=
        MPI_SUCCESS)
        win = MPI_WIN_NULL;
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Info_create(&info);
    MPI_Send_init(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    MPI_Isend(&out, 1, MPI_INT, 0, 2, MPI_COMM_SELF, &sent);
    MPI_Mprobe(0, 2, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
}

static void free_objects(void)
{
    MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Info_free(&info);
    MPI_Group_free(&group);
    MPI_File_close(&file);
    if (win != MPI_WIN_NULL)
        MPI_Win_free(&win);
    MPI_Comm_free(&comm);
}

/* The address of the object that a variable is bound to; one that is no address for those that do
 * not look at it. */
static void *object_of(int bind)
{
    static const struct {
        int bind;
        void *object;
    } objects[] = {
        {MPI_T_BIND_MPI_COMM, &comm},
        {MPI_T_BIND_MPI_DATATYPE, &datatype},
        {MPI_T_BIND_MPI_ERRHANDLER, &errhandler},
        {MPI_T_BIND_MPI_FILE, &file},
        {MPI_T_BIND_MPI_GROUP, &group},
        {MPI_T_BIND_MPI_OP, &op},
        {MPI_T_BIND_MPI_REQUEST, &request},
        {MPI_T_BIND_MPI_WIN, &win},
        {MPI_T_BIND_MPI_MESSAGE, &message},
        {MPI_T_BIND_MPI_INFO, &info},
    };

    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        if (objects[i].bind == bind)
            return objects[i].object;
    return &step + 1;
}

/* A handle is had, unless the variable has gone, or binds to an object that is not, or that the
 * vendor cannot be shown; of ours none goes. */
static void check_alloc(const char *name, int bind, int rc)
{
    bool is_own = strncmp(name, "mpit_", 5) == 0;

    if (bind == MPI_T_BIND_NO_OBJECT)
        HOLDS(rc == MPI_SUCCESS || (rc == MPI_T_ERR_INVALID_INDEX && !is_own), "%s: alloc %d", name,
              rc);
    else if (is_up() && (bind != MPI_T_BIND_MPI_WIN || win != MPI_WIN_NULL))
        HOLDS(rc == MPI_SUCCESS ||
                  (!is_own && (rc == MPI_T_ERR_INVALID || rc == MPI_T_ERR_INVALID_INDEX)),
              "%s: alloc %d", name, rc);
    else
        HOLDS(rc == MPI_T_ERR_INVALID || rc == MPI_T_ERR_INVALID_INDEX,
              "%s: bound to what is not there: %d", name, rc);
}

static void same_name(char **names, int index, const char *name)
{
    if (!names[index])
        names[index] = strdup(name);
    HOLDS(strcmp(names[index], name) == 0, "index %d was %s and is %s", index, names[index], name);
}

/* Room for count elements, with a guard behind that must stay as it is. */
static char *make_buffer(size_t bytes)
{
    char *buffer = malloc(bytes + GUARD);

    memset(buffer, 0x5a, bytes + GUARD);
    return buffer;
}

static void check_guard(const char *buffer, size_t bytes, const char *name)
{
    for (int i = 0; i < GUARD; i++)
        HOLDS(buffer[bytes + (size_t)i] == 0x5a, "%s writes beyond its count", name);
    (void)buffer;
}

static void use_cvar(int index)
{
    char name[256];
    int length = sizeof name, bind, scope, count, rc;
    MPI_Datatype type;
    MPI_T_cvar_handle handle = NULL;
    char *buffer;
    size_t bytes;

    rc = MPI_T_cvar_get_info(index, name, &length, NULL, &type, NULL, NULL, NULL, &bind, &scope);
    HOLDS(rc == MPI_SUCCESS, "cvar %d: get_info %d", index, rc);
    same_name(cvar_names, index, name);
    rc = MPI_T_cvar_handle_alloc(index, object_of(bind), &handle, &count);
    check_alloc(name, bind, rc);
    if (rc != MPI_SUCCESS)
        return;
    bytes = size_of(type) * (size_t)count;
    buffer = make_buffer(bytes);
    rc = MPI_T_cvar_read(handle, buffer);
    HOLDS(rc == MPI_SUCCESS, "%s: read %d", name, rc);
    check_guard(buffer, bytes, name);
    HOLDS(type != MPI_CHAR || memchr(buffer, 0, bytes), "%s: not terminated", name);
    done[phase()].cvars++;
    done[phase()].bound += bind != MPI_T_BIND_NO_OBJECT;
    rc = MPI_T_cvar_write(handle, buffer);
    HOLDS(rc == MPI_SUCCESS || rc == MPI_T_ERR_CVAR_SET_NEVER || rc == MPI_T_ERR_CVAR_SET_NOT_NOW,
          "%s: writing its own value back: %d", name, rc);
    HOLDS(rc != MPI_SUCCESS || (scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY),
          "%s: written, and its scope says that it is never", name);
    done[phase()].written += rc == MPI_SUCCESS;
    rc = MPI_T_cvar_handle_free(&handle);
    HOLDS(rc == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL, "%s: free %d", name, rc);
    free(buffer);
}

static void use_pvar_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const char *name,
                            size_t bytes, int continuous, int readonly, int atomic)
{
    char *buffer = make_buffer(bytes);
    int rc = MPI_T_pvar_start(session, handle);

    HOLDS(rc == (continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS), "%s: start %d", name, rc);
    rc = MPI_T_pvar_read(session, handle, buffer);
    HOLDS(rc == MPI_SUCCESS, "%s: read %d", name, rc);
    check_guard(buffer, bytes, name);
    rc = MPI_T_pvar_readreset(session, handle, buffer);
    HOLDS(rc == (atomic ? MPI_SUCCESS : MPI_T_ERR_PVAR_NO_ATOMIC), "%s: readreset %d", name, rc);
    rc = MPI_T_pvar_reset(session, handle);
    HOLDS(!readonly || rc == MPI_T_ERR_PVAR_NO_WRITE, "%s: reset %d", name, rc);
    rc = MPI_T_pvar_stop(session, handle);
    HOLDS(rc == (continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS), "%s: stop %d", name, rc);
    free(buffer);
}

static void use_pvar(MPI_T_pvar_session session, int index)
{
    char name[256];
    int length = sizeof name, bind, count, readonly, continuous, atomic, rc;
    MPI_Datatype type;
    MPI_T_pvar_handle handle = NULL;

    rc = MPI_T_pvar_get_info(index, name, &length, NULL, NULL, &type, NULL, NULL, NULL, &bind,
                             &readonly, &continuous, &atomic);
    HOLDS(rc == MPI_SUCCESS, "pvar %d: get_info %d", index, rc);
    HOLDS((readonly | continuous | atomic) >> 1 == 0, "%s: a flag is not 0 or 1", name);
    same_name(pvar_names, index, name);
    rc = MPI_T_pvar_handle_alloc(session, index, object_of(bind), &handle, &count);
    check_alloc(name, bind, rc);
    if (rc != MPI_SUCCESS)
        return;
    done[phase()].pvars++;
    done[phase()].bound += bind != MPI_T_BIND_NO_OBJECT;
    use_pvar_handle(session, handle, name, size_of(type) * (size_t)count, continuous, readonly,
                    atomic);
    rc = MPI_T_pvar_handle_free(session, &handle);
    HOLDS(rc == MPI_SUCCESS && handle == MPI_T_PVAR_HANDLE_NULL, "%s: free %d", name, rc);
}

static void use_category(int index)
{
    char name[256];
    int length = sizeof name, n[3], indices[MAX];

    HOLDS(MPI_T_category_get_info(index, name, &length, NULL, NULL, &n[0], &n[1], &n[2]) ==
              MPI_SUCCESS,
          "category %d", index);
    same_name(category_names, index, name);
    HOLDS(MPI_T_category_get_cvars(index, MAX, indices) == MPI_SUCCESS, "%s", name);
    for (int i = 0; i < n[0]; i++)
        HOLDS(indices[i] >= 0 && indices[i] < ncvars, "%s: cvar %d", name, indices[i]);
    HOLDS(MPI_T_category_get_pvars(index, MAX, indices) == MPI_SUCCESS, "%s", name);
    for (int i = 0; i < n[1]; i++)
        HOLDS(indices[i] >= 0 && indices[i] < npvars, "%s: pvar %d", name, indices[i]);
    HOLDS(MPI_T_category_get_categories(index, MAX, indices) == MPI_SUCCESS, "%s", name);
    for (int i = 0; i < n[2]; i++)
        HOLDS(indices[i] >= 0 && indices[i] < ncategories && indices[i] != index, "%s: category %d",
              name, indices[i]);
}

static void count_all(void)
{
    int before[] = {ncvars, npvars, ncategories};

    MPI_T_cvar_get_num(&ncvars);
    MPI_T_pvar_get_num(&npvars);
    MPI_T_category_get_num(&ncategories);
    HOLDS(ncvars >= before[0] && npvars >= before[1] && ncategories >= before[2],
          "something went away");
    HOLDS(ncvars < MAX && npvars < MAX && ncategories < MAX, "more than this test has room for");
}

/* One of each variable, from when it can first be had. */
static void keep_handles(void)
{
    int bind, count;

    if (!kept_session)
        MPI_T_pvar_session_create(&kept_session);
    for (int i = 0; i < ncvars; i++) {
        MPI_T_cvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &bind, NULL);
        if (!kept_cvars[i] &&
            MPI_T_cvar_handle_alloc(i, object_of(bind), &kept_cvars[i], &count) != MPI_SUCCESS)
            kept_cvars[i] = NULL;
    }
    for (int i = 0; i < npvars; i++) {
        MPI_T_pvar_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &bind, NULL, NULL,
                            NULL);
        if (!kept_pvars[i] && MPI_T_pvar_handle_alloc(kept_session, i, object_of(bind),
                                                      &kept_pvars[i], &count) != MPI_SUCCESS)
            kept_pvars[i] = NULL;
    }
}

/* What was readable once answers for ever, with a value or, where it has gone, with a code. */
static void read_kept(void)
{
    static char buffer[1 << 20];
    int rc;

    for (int i = 0; i < ncvars; i++) {
        rc = kept_cvars[i] ? MPI_T_cvar_read(kept_cvars[i], buffer) : MPI_SUCCESS;
        HOLDS(rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID_HANDLE, "%s: kept handle: %d",
              cvar_names[i], rc);
    }
    for (int i = 0; i < npvars; i++) {
        rc = kept_pvars[i] ? MPI_T_pvar_read(kept_session, kept_pvars[i], buffer) : MPI_SUCCESS;
        HOLDS(rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID_HANDLE, "%s: kept handle: %d",
              pvar_names[i], rc);
    }
}

static void use_all(void)
{
    MPI_T_pvar_session session;

    count_all();
    for (int i = 0; i < ncvars; i++)
        use_cvar(i);
    HOLDS(MPI_T_pvar_session_create(&session) == MPI_SUCCESS, "session");
    for (int i = 0; i < npvars; i++)
        use_pvar(session, i);
    HOLDS(MPI_T_pvar_session_free(&session) == MPI_SUCCESS, "session");
    for (int i = 0; i < ncategories; i++)
        use_category(i);
    keep_handles();
    read_kept();
}

static int take_step(char what)
{
    int provided, rc;

    switch (what) {
    case 'T':
        return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    case 't':
        return MPI_T_finalize();
    case 'M':
        rc = MPI_Init(NULL, NULL);
        make_objects();
        return rc;
    case 'm':
        free_objects();
        return MPI_Finalize();
    default:
        return -1;
    }
}

/* Every phase in which MPI_T was initialized has had its reads. */
static void tell(void)
{
    static const char *const phases[] = {"before", "between", "after"};

    printf("%s: %d cvars, %d pvars, %d categories", order, ncvars, npvars, ncategories);
    for (int i = 0; i < 3; i++)
        if (done[i].cvars)
            printf("; %s: %d and %d read, %d of them bound, %d written", phases[i], done[i].cvars,
                   done[i].pvars, done[i].bound, done[i].written);
    printf("\n");
}

static void every_variable_is_usable_in_this_order(void)
{
    int references = 0;

    order = getenv("VENDOR_ORDER");
    if (!order || !*order)
        need_failed("VENDOR_ORDER");
    for (step = 0; order[step]; step++) {
        int rc = take_step(order[step]);

        HOLDS(rc == MPI_SUCCESS, "%c: %d", order[step], rc);
        references += order[step] == 'T' ? 1 : order[step] == 't' ? -1 : 0;
        if (references == 0) {
            kept_session = NULL;
            memset(kept_cvars, 0, sizeof kept_cvars);
            memset(kept_pvars, 0, sizeof kept_pvars);
        } else {
            use_all();
            HOLDS(done[phase()].cvars && done[phase()].pvars, "nothing could be read");
        }
    }
    tell();
}

SUITE(HARNESS_NOTHING_IS_UP, TEST(every_variable_is_usable_in_this_order))
