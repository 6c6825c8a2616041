/* Uses every variable in one order of initializing and finalizing MPI and MPI_T:
 *
 *   vendor_order ORDER     T, t: MPI_T_init_thread, MPI_T_finalize;  M, m: MPI_Init, MPI_Finalize
 *
 * After each step, while MPI_T is initialized, every variable is allocated, read, written back
 * where it may be, and freed, and what was listed before is listed as before.  Handles of before
 * are read on until the last MPI_T_finalize. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 1 << 14, GUARD = 64 };

static const char *order;
static int step, failures;

#define CHECK(condition, ...)                                                                      \
    do                                                                                             \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s, step %d: ", order, step);                                         \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fprintf(stderr, " (%s:%d)\n", __FILE__, __LINE__);                                     \
            if (++failures > 20)                                                                   \
                exit(1);                                                                           \
        }                                                                                          \
    while (0)

/* What each index was when it was first seen. */
static char *cvar_names[MAX], *pvar_names[MAX], *category_names[MAX];
static MPI_T_cvar_handle kept_cvars[MAX];
static MPI_T_pvar_handle kept_pvars[MAX];
static MPI_T_pvar_session kept_session;
static int ncvars, npvars, ncategories, read_cvars, written, bound_reads;

static bool is_up(void)
{
    int initialized, finalized;

    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    return initialized && !finalized;
}

static void same_name(char **names, int index, const char *name)
{
    if (!names[index])
        names[index] = strdup(name);
    CHECK(strcmp(names[index], name) == 0, "index %d was %s and is %s", index, names[index], name);
}

static size_t size_of(MPI_Datatype type)
{
    return type == MPI_INT || type == MPI_UNSIGNED ? 4 : type == MPI_CHAR ? 1 : 8;
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
        CHECK(buffer[bytes + (size_t)i] == 0x5a, "%s writes beyond its count", name);
    (void)buffer;
}

static void use_cvar(int index)
{
    char name[256];
    int length = sizeof name, bind, scope, count, rc;
    MPI_Datatype type;
    MPI_T_cvar_handle handle = NULL;
    MPI_Comm comm = MPI_COMM_WORLD;
    char *buffer;
    size_t bytes;

    rc = MPI_T_cvar_get_info(index, name, &length, NULL, &type, NULL, NULL, NULL, &bind, &scope);
    CHECK(rc == MPI_SUCCESS, "cvar %d: get_info %d", index, rc);
    same_name(cvar_names, index, name);
    rc = MPI_T_cvar_handle_alloc(index, &comm, &handle, &count);
    CHECK(rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID_INDEX ||
              (rc == MPI_T_ERR_INVALID && bind != MPI_T_BIND_NO_OBJECT), "%s: alloc %d", name, rc);
    if (rc != MPI_SUCCESS)
        return;
    bytes = size_of(type) * (size_t)count;
    buffer = make_buffer(bytes);
    rc = MPI_T_cvar_read(handle, buffer);
    CHECK(rc == MPI_SUCCESS, "%s: read %d", name, rc);
    check_guard(buffer, bytes, name);
    CHECK(type != MPI_CHAR || memchr(buffer, 0, bytes), "%s: not terminated", name);
    read_cvars++;
    rc = MPI_T_cvar_write(handle, buffer);
    CHECK(rc == MPI_SUCCESS || rc == MPI_T_ERR_CVAR_SET_NEVER || rc == MPI_T_ERR_CVAR_SET_NOT_NOW,
          "%s: writing its own value back: %d", name, rc);
    CHECK(rc != MPI_SUCCESS || (scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY),
          "%s: written, and its scope says that it is never", name);
    written += rc == MPI_SUCCESS;
    rc = MPI_T_cvar_handle_free(&handle);
    CHECK(rc == MPI_SUCCESS && handle == MPI_T_CVAR_HANDLE_NULL, "%s: free %d", name, rc);
    free(buffer);
}

static void use_pvar_handle(MPI_T_pvar_session session, MPI_T_pvar_handle handle, const char *name,
                            size_t bytes, int continuous, int readonly, int atomic)
{
    char *buffer = make_buffer(bytes);
    int rc = MPI_T_pvar_start(session, handle);

    CHECK(rc == (continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS), "%s: start %d", name, rc);
    rc = MPI_T_pvar_read(session, handle, buffer);
    CHECK(rc == MPI_SUCCESS, "%s: read %d", name, rc);
    check_guard(buffer, bytes, name);
    rc = MPI_T_pvar_readreset(session, handle, buffer);
    CHECK(rc == (atomic ? MPI_SUCCESS : MPI_T_ERR_PVAR_NO_ATOMIC), "%s: readreset %d", name, rc);
    rc = MPI_T_pvar_reset(session, handle);
    CHECK(!readonly || rc == MPI_T_ERR_PVAR_NO_WRITE, "%s: reset %d", name, rc);
    rc = MPI_T_pvar_stop(session, handle);
    CHECK(rc == (continuous ? MPI_T_ERR_PVAR_NO_STARTSTOP : MPI_SUCCESS), "%s: stop %d", name, rc);
    free(buffer);
}

static void use_pvar(MPI_T_pvar_session session, int index)
{
    char name[256];
    int length = sizeof name, bind, count, readonly, continuous, atomic, rc;
    MPI_Datatype type;
    MPI_T_pvar_handle handle = NULL;
    MPI_Comm comm = MPI_COMM_WORLD;

    rc = MPI_T_pvar_get_info(index, name, &length, NULL, NULL, &type, NULL, NULL, NULL, &bind,
                             &readonly, &continuous, &atomic);
    CHECK(rc == MPI_SUCCESS, "pvar %d: get_info %d", index, rc);
    CHECK((readonly | continuous | atomic) >> 1 == 0, "%s: a flag is not 0 or 1", name);
    same_name(pvar_names, index, name);
    if (bind != MPI_T_BIND_NO_OBJECT && bind != MPI_T_BIND_MPI_COMM)
        return;
    rc = MPI_T_pvar_handle_alloc(session, index, &comm, &handle, &count);
    CHECK(rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID_INDEX ||
              (rc == MPI_T_ERR_INVALID && bind != MPI_T_BIND_NO_OBJECT), "%s: alloc %d", name, rc);
    if (rc != MPI_SUCCESS)
        return;
    CHECK(bind == MPI_T_BIND_NO_OBJECT || is_up(), "%s: bound while MPI is not up", name);
    bound_reads += bind == MPI_T_BIND_MPI_COMM;
    use_pvar_handle(session, handle, name, size_of(type) * (size_t)count, continuous, readonly,
                    atomic);
    rc = MPI_T_pvar_handle_free(session, &handle);
    CHECK(rc == MPI_SUCCESS && handle == MPI_T_PVAR_HANDLE_NULL, "%s: free %d", name, rc);
}

static void use_category(int index)
{
    char name[256];
    int length = sizeof name, n[3], indices[MAX];

    CHECK(MPI_T_category_get_info(index, name, &length, NULL, NULL, &n[0], &n[1], &n[2]) ==
              MPI_SUCCESS, "category %d", index);
    same_name(category_names, index, name);
    CHECK(MPI_T_category_get_cvars(index, MAX, indices) == MPI_SUCCESS, "%s", name);
    for (int i = 0; i < n[0]; i++)
        CHECK(indices[i] >= 0 && indices[i] < ncvars, "%s: cvar %d", name, indices[i]);
    CHECK(MPI_T_category_get_pvars(index, MAX, indices) == MPI_SUCCESS, "%s", name);
    for (int i = 0; i < n[1]; i++)
        CHECK(indices[i] >= 0 && indices[i] < npvars, "%s: pvar %d", name, indices[i]);
    CHECK(MPI_T_category_get_categories(index, MAX, indices) == MPI_SUCCESS, "%s", name);
    for (int i = 0; i < n[2]; i++)
        CHECK(indices[i] >= 0 && indices[i] < ncategories && indices[i] != index, "%s: category %d",
              name, indices[i]);
}

static void count_all(void)
{
    int before[] = {ncvars, npvars, ncategories};

    MPI_T_cvar_get_num(&ncvars);
    MPI_T_pvar_get_num(&npvars);
    MPI_T_category_get_num(&ncategories);
    CHECK(ncvars >= before[0] && npvars >= before[1] && ncategories >= before[2],
          "something went away");
    CHECK(ncvars < MAX && npvars < MAX && ncategories < MAX, "more than this test has room for");
}

static void keep_handles(void)
{
    int count;

    MPI_T_pvar_session_create(&kept_session);
    for (int i = 0; i < ncvars; i++)
        if (MPI_T_cvar_handle_alloc(i, NULL, &kept_cvars[i], &count) != MPI_SUCCESS)
            kept_cvars[i] = NULL;
    for (int i = 0; i < npvars; i++)
        if (MPI_T_pvar_handle_alloc(kept_session, i, NULL, &kept_pvars[i], &count) != MPI_SUCCESS)
            kept_pvars[i] = NULL;
}

/* What was readable once answers for ever, with a value or, where it has gone, with a code. */
static void read_kept(void)
{
    static char buffer[1 << 20];
    int rc;

    for (int i = 0; i < ncvars; i++) {
        rc = kept_cvars[i] ? MPI_T_cvar_read(kept_cvars[i], buffer) : MPI_SUCCESS;
        CHECK(rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID_HANDLE, "%s: kept handle: %d",
              cvar_names[i], rc);
    }
    for (int i = 0; i < npvars; i++) {
        rc = kept_pvars[i] ? MPI_T_pvar_read(kept_session, kept_pvars[i], buffer) : MPI_SUCCESS;
        CHECK(rc == MPI_SUCCESS || rc == MPI_T_ERR_INVALID_HANDLE, "%s: kept handle: %d",
              pvar_names[i], rc);
    }
}

static void use_all(void)
{
    MPI_T_pvar_session session;

    count_all();
    for (int i = 0; i < ncvars; i++)
        use_cvar(i);
    CHECK(MPI_T_pvar_session_create(&session) == MPI_SUCCESS, "session");
    for (int i = 0; i < npvars; i++)
        use_pvar(session, i);
    CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS, "session");
    for (int i = 0; i < ncategories; i++)
        use_category(i);
    if (!kept_session)
        keep_handles();
    read_kept();
}

static int take_step(char what)
{
    int provided;

    switch (what) {
    case 'T':
        return MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    case 't':
        return MPI_T_finalize();
    case 'M':
        return MPI_Init(NULL, NULL);
    case 'm':
        return MPI_Finalize();
    default:
        return -1;
    }
}

int main(int argc, char **argv)
{
    int references = 0;

    if (argc != 2) {
        fprintf(stderr, "usage: vendor_order ORDER\n");
        return 2;
    }
    order = argv[1];
    for (step = 0; order[step]; step++) {
        int rc = take_step(order[step]);

        CHECK(rc == MPI_SUCCESS, "%c: %d", order[step], rc);
        references += order[step] == 'T' ? 1 : order[step] == 't' ? -1 : 0;
        if (references == 0) {
            kept_session = NULL;
            memset(kept_cvars, 0, sizeof kept_cvars);
            memset(kept_pvars, 0, sizeof kept_pvars);
        } else {
            use_all();
        }
    }
    printf("%s: %d cvars, %d pvars, %d categories; %d reads, %d writes, %d of communicators\n",
           order, ncvars, npvars, ncategories, read_cvars, written, bound_reads);
    return failures != 0;
}
