#include "variables.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(kind, function)                                                                      \
    int count_##kind(void)                                                                         \
    {                                                                                              \
        int n = 0;                                                                                 \
        return function(&n) == MPI_SUCCESS ? n : 0;                                                \
    }
COUNT(cvars, MPI_T_cvar_get_num)
COUNT(pvars, MPI_T_pvar_get_num)
COUNT(categories, MPI_T_category_get_num)

int get_cvar(int index, struct cvar *cvar)
{
    memset(cvar, 0, sizeof *cvar);
    cvar->name_len = NAME;
    cvar->desc_len = TEXT;
    cvar->datatype = MPI_DATATYPE_NULL;
    cvar->enumtype = MPI_T_ENUM_NULL;
    return MPI_T_cvar_get_info(index, cvar->name, &cvar->name_len, &cvar->verbosity,
                               &cvar->datatype, &cvar->enumtype, cvar->desc, &cvar->desc_len,
                               &cvar->bind, &cvar->scope);
}

int get_pvar(int index, struct pvar *pvar)
{
    memset(pvar, 0, sizeof *pvar);
    pvar->name_len = NAME;
    pvar->desc_len = TEXT;
    pvar->datatype = MPI_DATATYPE_NULL;
    pvar->enumtype = MPI_T_ENUM_NULL;
    return MPI_T_pvar_get_info(index, pvar->name, &pvar->name_len, &pvar->verbosity, &pvar->class,
                               &pvar->datatype, &pvar->enumtype, pvar->desc, &pvar->desc_len,
                               &pvar->bind, &pvar->readonly, &pvar->continuous, &pvar->atomic);
}

int get_category(int index, struct category *category)
{
    memset(category, 0, sizeof *category);
    category->name_len = NAME;
    category->desc_len = TEXT;
    return MPI_T_category_get_info(index, category->name, &category->name_len, category->desc,
                                   &category->desc_len, &category->cvars, &category->pvars,
                                   &category->categories);
}

MPI_T_pvar_session a_session(void)
{
    MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;

    if (MPI_T_pvar_session_create(&session) != MPI_SUCCESS)
        judge_absent("there is no session");
    return session;
}

int wrong_index(int i, int n)
{
    return (int[WRONG]){-1, INT_MIN, INT_MAX, n}[i];
}

/* ---- constants of the standard (MPI 3.1, 14.3.1, 14.3.2, 14.3.5, 14.3.7; MPI 4.0 has five
 *      datatypes more) */

size_t size_of(MPI_Datatype datatype)
{
    return datatype == MPI_INT                  ? sizeof(int)
           : datatype == MPI_UNSIGNED           ? sizeof(unsigned)
           : datatype == MPI_UNSIGNED_LONG      ? sizeof(unsigned long)
           : datatype == MPI_UNSIGNED_LONG_LONG ? sizeof(unsigned long long)
           : datatype == MPI_COUNT              ? sizeof(MPI_Count)
           : datatype == MPI_CHAR               ? sizeof(char)
           : datatype == MPI_DOUBLE             ? sizeof(double)
#if MPI_VERSION >= 4
           : datatype == MPI_INT32_T || datatype == MPI_UINT32_T ? sizeof(int32_t)
           : datatype == MPI_INT64_T || datatype == MPI_UINT64_T ? sizeof(int64_t)
#endif
                                                                 : 0;
}

static bool is_one_of(int value, const int *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (all[i] == value)
            return true;
    return false;
}
#define IS_ONE_OF(value, ...)                                                                      \
    is_one_of(value, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

bool is_verbosity(int verbosity)
{
    return IS_ONE_OF(verbosity, MPI_T_VERBOSITY_USER_BASIC, MPI_T_VERBOSITY_USER_DETAIL,
                     MPI_T_VERBOSITY_USER_ALL, MPI_T_VERBOSITY_TUNER_BASIC,
                     MPI_T_VERBOSITY_TUNER_DETAIL, MPI_T_VERBOSITY_TUNER_ALL,
                     MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL,
                     MPI_T_VERBOSITY_MPIDEV_ALL);
}

bool is_bind(int bind)
{
#if defined(MPI_T_BIND_MPI_SESSION)
    if (bind == MPI_T_BIND_MPI_SESSION)
        return true;
#endif
    return IS_ONE_OF(bind, MPI_T_BIND_NO_OBJECT, MPI_T_BIND_MPI_COMM, MPI_T_BIND_MPI_DATATYPE,
                     MPI_T_BIND_MPI_ERRHANDLER, MPI_T_BIND_MPI_FILE, MPI_T_BIND_MPI_GROUP,
                     MPI_T_BIND_MPI_OP, MPI_T_BIND_MPI_REQUEST, MPI_T_BIND_MPI_WIN,
                     MPI_T_BIND_MPI_MESSAGE, MPI_T_BIND_MPI_INFO);
}

bool is_class(int class)
{
    return IS_ONE_OF(class, MPI_T_PVAR_CLASS_STATE, MPI_T_PVAR_CLASS_LEVEL, MPI_T_PVAR_CLASS_SIZE,
                     MPI_T_PVAR_CLASS_PERCENTAGE, MPI_T_PVAR_CLASS_HIGHWATERMARK,
                     MPI_T_PVAR_CLASS_LOWWATERMARK, MPI_T_PVAR_CLASS_COUNTER,
                     MPI_T_PVAR_CLASS_AGGREGATE, MPI_T_PVAR_CLASS_TIMER, MPI_T_PVAR_CLASS_GENERIC);
}

/* ---- values */

enum { UNTOUCHED = 0x5a };

void *value_begins(void)
{
    static _Alignas(16) unsigned char value[VALUE];

    memset(value, UNTOUCHED, sizeof value);
    return value;
}

bool value_has_ended(const void *value, int count, size_t size)
{
    const unsigned char *bytes = value;

    for (size_t i = (size_t)count * size; i < VALUE; i++)
        if (bytes[i] != UNTOUCHED)
            return false;
    return true;
}

void *object_of(int bind, bool *is_there)
{
    static MPI_Comm comm;
    static MPI_Datatype datatype;
    static MPI_Op op;
    int is_up = 0;

    MPI_Initialized(&is_up);
    comm = MPI_COMM_WORLD;
    datatype = MPI_INT;
    op = MPI_SUM;
    *is_there = true;
    if (bind == MPI_T_BIND_NO_OBJECT)
        return NULL;
    if (is_up && bind == MPI_T_BIND_MPI_COMM)
        return &comm;
    if (is_up && bind == MPI_T_BIND_MPI_DATATYPE)
        return &datatype;
    if (is_up && bind == MPI_T_BIND_MPI_OP)
        return &op;
    *is_there = false;
    return NULL;
}

static bool is_survived(void (*function)(int index), int index)
{
    int status = -1;
    pid_t child = fork();

    if (child == 0) {
        for (int signal_number = 1; signal_number < 32; signal_number++)
            signal(signal_number, SIG_DFL);
        close(STDOUT_FILENO);
        close(STDERR_FILENO);
        alarm(5);
        function(index);
        _exit(0);
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static void try_cvar(int index)
{
    MPI_T_cvar_handle handle;
    int count;

    if (MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS) {
        MPI_T_cvar_read(handle, value_begins());
        MPI_T_cvar_handle_free(&handle);
    }
}

static void try_pvar(int index)
{
    static struct pvar pvar;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    bool is_there;
    int count;

    if (get_pvar(index, &pvar) != MPI_SUCCESS || MPI_T_pvar_session_create(&session) != MPI_SUCCESS)
        return;
    if (MPI_T_pvar_handle_alloc(session, index, object_of(pvar.bind, &is_there), &handle, &count) ==
        MPI_SUCCESS)
        MPI_T_pvar_read(session, handle, value_begins());
}

/* All of them by one child: each by itself only if that has died. */
static void try_all_cvars(int n)
{
    for (int i = 0; i < n; i++)
        try_cvar(i);
}
bool cvar_is_safe(int index)
{
    static int are_all = -1;

    if (are_all < 0)
        are_all = is_survived(try_all_cvars, count_cvars());
    return are_all || is_survived(try_cvar, index);
}

static void try_all_pvars(int n)
{
    for (int i = 0; i < n; i++)
        try_pvar(i);
}
bool pvar_is_safe(int index)
{
    static int are_all = -1;

    if (are_all < 0)
        are_all = is_survived(try_all_pvars, count_pvars());
    return are_all || is_survived(try_pvar, index);
}

bool is_new_name(struct names *names, const char *name, int beside)
{
    char *key = malloc(strlen(name) + 16);

    if (!key)
        return true;
    sprintf(key, "%d/%s", beside, name);
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->name[i], key) == 0) {
            free(key);
            return false;
        }
    if (names->n == names->room) {
        names->room = names->room ? 2 * names->room : 256;
        names->name = realloc(names->name, (size_t)names->room * sizeof *names->name);
        if (!names->name)
            abort();
    }
    names->name[names->n++] = key;
    return true;
}
