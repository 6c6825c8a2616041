/* The MPI library's own control variables, each against what that library says of it itself. */
#include "config.h"

#include "theirs.h"
#include "watch.h"

#include <stdio.h>
#include <string.h>

/* ---- the MPI library's own functions, past libmpit ------------------------------------------- */

static int (*their_init)(int, int *);
static int (*their_num)(int *);
static int (*their_info)(int, char *, int *, int *, MPI_Datatype *, MPI_T_enum *, char *, int *,
                         int *, int *);
static int (*their_items)(MPI_T_enum, int *, char *, int *);
static int (*their_item)(MPI_T_enum, int, int *, char *, int *);
static int (*their_alloc)(int, void *, MPI_T_cvar_handle *, int *);
static int (*their_free)(MPI_T_cvar_handle *);
static int (*their_read)(MPI_T_cvar_handle, void *);
static int (*their_write)(MPI_T_cvar_handle, const void *);

static void open_theirs(void)
{
    int provided;

    find_theirs("PMPI_T_init_thread", &their_init);
    find_theirs("PMPI_T_cvar_get_num", &their_num);
    find_theirs("PMPI_T_cvar_get_info", &their_info);
    find_theirs("PMPI_T_enum_get_info", &their_items);
    find_theirs("PMPI_T_enum_get_item", &their_item);
    find_theirs("PMPI_T_cvar_handle_alloc", &their_alloc);
    find_theirs("PMPI_T_cvar_handle_free", &their_free);
    find_theirs("PMPI_T_cvar_read", &their_read);
    find_theirs("PMPI_T_cvar_write", &their_write);
    OK(their_init(MPI_THREAD_SINGLE, &provided));
}

static void init(void)
{
    int provided;

    OK(MPI_Init(NULL, NULL));
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
    open_theirs();
}

static void finalize(void)
{
    OK(MPI_T_finalize());
    OK(MPI_Finalize());
}

/* ---- enumerations ---------------------------------------------------------------------------- */

enum { ITEMS = 64 };

/* A variable that binds to nothing, and its enumeration, as the MPI library tells of them. */
struct told {
    char name[TEXT];
    MPI_T_enum enumtype;
    MPI_T_cvar_handle handle;
    int n, values[ITEMS], value, scope;
    char names[ITEMS][128];
};

static bool ask(int index, struct told *told)
{
    int length = sizeof told->name, verbosity, bind, count = 0;
    MPI_Datatype datatype;

    told->enumtype = MPI_T_ENUM_NULL;
    if (their_info(index, told->name, &length, &verbosity, &datatype, &told->enumtype, NULL, NULL,
                   &bind, &told->scope) != MPI_SUCCESS ||
        told->enumtype == MPI_T_ENUM_NULL || bind != MPI_T_BIND_NO_OBJECT || datatype != MPI_INT ||
        their_items(told->enumtype, &told->n, NULL, NULL) != MPI_SUCCESS || told->n > ITEMS ||
        their_alloc(index, NULL, &told->handle, &count) != MPI_SUCCESS || count != 1)
        return false;
    for (int i = 0; i < told->n; i++) {
        length = sizeof told->names[i];
        their_item(told->enumtype, i, &told->values[i], told->names[i], &length);
    }
    return their_read(told->handle, &told->value) == MPI_SUCCESS;
}

static bool is_item(const struct told *told, int value)
{
    for (int i = 0; i < told->n; i++)
        if (told->values[i] == value)
            return true;
    return false;
}

/* Two of its items together, where that is no item; 0 where there are none. */
static int union_of_two(const struct told *told)
{
    for (int i = 0; i < told->n; i++)
        for (int k = 0; k < i; k++)
            if (!is_item(told, told->values[i] | told->values[k]))
                return told->values[i] | told->values[k];
    return 0;
}

static int our_write(const char *name, int value)
{
    MPI_T_cvar_handle handle;
    int count, rc;

    OK(MPI_T_cvar_handle_alloc(cvar_of(name), NULL, &handle, &count));
    rc = MPI_T_cvar_write(handle, &value);
    OK(MPI_T_cvar_handle_free(&handle));
    return rc;
}

/* Such a number is taken only where the MPI library takes it: of its flags. */
static void is_refused_as_there(const struct told *told)
{
    int value = union_of_two(told), there;

    if (!value || told->scope == MPI_T_SCOPE_CONSTANT || told->scope == MPI_T_SCOPE_READONLY)
        return;
    there = their_write(told->handle, &value);
    their_write(told->handle, &told->value);
    CHECK_THAT(our_write(told->name, value) != MPI_SUCCESS || there == MPI_SUCCESS,
               "%s takes %d, which gives %d there", told->name, value, there);
    their_write(told->handle, &told->value);
}

/* A value that is no item is one of flags that are united, or of an enumeration that lacks it: such
 * a variable is a number. */
static void has_the_items_of(const struct told *told)
{
    static struct cvar_info info;
    int n = 0;

    cvar_info(cvar_of(told->name), &info);
    if (strstr(told->name, "flags") || !is_item(told, told->value)) {
        CHECK_FOR(told->name, info.enumtype == MPI_T_ENUM_NULL);
        return;
    }
    CHECK_FOR(told->name, info.enumtype != MPI_T_ENUM_NULL);
    if (info.enumtype == MPI_T_ENUM_NULL)
        return;
    OK(MPI_T_enum_get_info(info.enumtype, &n, NULL, NULL));
    CHECK_FOR(told->name, n == told->n);
    for (int i = 0; i < n && i < told->n; i++) {
        char name[128];
        int length = sizeof name, value = 0;

        OK(MPI_T_enum_get_item(info.enumtype, i, &value, name, &length));
        CHECK_FOR(told->name, value == told->values[i]);
    }
}

static void every_enumeration_of_the_mpi_library_keeps_its_items(void)
{
    static struct told told;
    int n = 0, met = 0;

    init();
    OK(their_num(&n));
    for (int i = 0; i < n; i++) {
        if (!ask(i, &told))
            continue;
        has_the_items_of(&told);
        is_refused_as_there(&told);
        OK(their_free(&told.handle));
        met++;
    }
#if defined(MPIT_OPENMPI)
    CHECK_THAT(met > 50, "%d enumerations", met);
#endif
    finalize();
}

/* ---- what MPI_Init reads --------------------------------------------------------------------- */

extern char **environ;

/* In the place of the C library's: names that are asked for while MPI_Init goes on. */
enum { ASKED = 1 << 15 };
static bool is_kept;
static char asked[ASKED][TEXT / 8];
static int nasked;

__attribute__((visibility("default"))) char *getenv(const char *name);
char *getenv(const char *name)
{
    size_t length = strlen(name);

    if (is_kept && nasked < ASKED)
        snprintf(asked[nasked++], sizeof asked[0], "%s", name);
    for (char **entry = environ; entry && *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}

static bool was_asked(const char *name)
{
    for (int i = 0; i < nasked; i++)
        if (strcmp(asked[i], name) == 0)
            return true;
    return false;
}

/* Once MPI_T is up the library has looked for the values of its variables; what MPI_Init asks for
 * then it does not take from the variable: each must be a row EARLY of own_settings.def.  What Open
 * MPI reads is put into the environment. */
static void what_mpi_init_reads_itself_is_known(void)
{
    int n = 0;

    open_theirs();
    is_kept = true;
    OK(MPI_Init(NULL, NULL));
    is_kept = false;
    CHECK(nasked > 0 && nasked < ASKED);
    OK(their_num(&n));
    for (int i = 0; i < n; i++) {
        static char name[TEXT];
        int length = sizeof name, verbosity, bind, scope;
        MPI_Datatype datatype;
        MPI_T_enum enumtype;

        if (their_info(i, name, &length, &verbosity, &datatype, &enumtype, NULL, NULL, &bind,
                       &scope) == MPI_SUCCESS)
            CHECK_FOR(name,
                      !was_asked(name) || strcmp(name, "MPIR_CVAR_DEFAULT_THREAD_LEVEL") == 0);
    }
    OK(MPI_Finalize());
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(every_enumeration_of_the_mpi_library_keeps_its_items),
      TEST(what_mpi_init_reads_itself_is_known))
