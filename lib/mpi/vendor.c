#include "config.h"

#include "mpi/vendor.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "ground/message.h"
#include "mpi/jump_slot.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;

struct mpit_next mpit__next;
const void *mpit__vendor_empty, *mpit__vendor_empty_send;
int (*mpit__vendor_stamp)(void);

/* Every name once, in the order of the pointers in struct mpit_next. */
static const char *const names[] = {
#define OVERRIDDEN(name) "MPI_" #name, "PMPI_" #name,
#include "mpi/overridden.def"
#define USE(name) "PMPI_" #name,
#include "mpi/uses.def"
#undef USE
};

typedef int function(void);

enum { NAMES = sizeof names / sizeof *names };
_Static_assert(sizeof(struct mpit_next) == NAMES * sizeof(function *),
               "struct mpit_next and names list the same functions");

/* Stands for a function that the MPI below does not have. */
static int missing(void)
{
    mpit__message_node(MPIT_WARN, NULL,
                       "a function that this libmpit was built with is missing in the MPI "
                       "below: run it with " MPIT_VENDOR_NAME " " MPIT_VENDOR_VERSION);
    return MPI_ERR_OTHER;
}

static void ask_version(char version[MPI_MAX_LIBRARY_VERSION_STRING])
{
    int length = 0;

    version[0] = '\0';
    mpit__next.PMPI_Get_library_version(version, &length);
}

/* Asked with each question for what there is. */
MPIT_UNGUARDED static int performance_variables(void)
{
    int n = 0;

    mpit__next.PMPI_T_pvar_get_num(&n);
    return n;
}

/* NULL as the name of what this MPI does not have. */
static void *find_named(const char *name)
{
    return name ? mpit__jump_next(name) : NULL;
}

static int (*find_stamp(void))(void)
{
    void *found = find_named(MPIT_NAME(stamp));
    int (*stamp)(void) = MPIT_NAME(stamp) ? NULL : performance_variables;

    if (found)
        memcpy(&stamp, &found, sizeof stamp);
    return stamp;
}

/* Whether the MPI library itself says what there is. */
static bool answers_itself(void)
{
    const void *asked[4];

    memcpy(&asked[0], &mpit__next.PMPI_T_cvar_get_num, sizeof asked[0]);
    memcpy(&asked[1], &mpit__next.PMPI_T_pvar_get_num, sizeof asked[1]);
    memcpy(&asked[2], &mpit__next.PMPI_T_category_get_num, sizeof asked[2]);
    memcpy(&asked[3], &mpit__next.PMPI_T_category_changed, sizeof asked[3]);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        if (!mpit__vendor_holds(asked[i]))
            return false;
    return true;
}

/* MPICH 5.0 has no PMPI_File_close in the standard's ABI, but MPI_File_close. */
static void *find_function(const char *name)
{
    void *found = mpit__jump_next(name);

    return found || *name != 'P' ? found : mpit__jump_next(name + 1);
}

static void look_up(void)
{
    for (size_t i = 0; i < NAMES; i++) {
        void *found = find_function(names[i]);
        function *next = missing;

        if (found)
            memcpy(&next, &found, sizeof next);
        /* One aligned pointer: a thread that reads it meanwhile sees the old or the new one. */
        __atomic_store((function **)(void *)&mpit__next + i, &next, __ATOMIC_RELEASE);
    }
}

static void resolve(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];

    look_up();
    ask_version(version);
    mpit__facts_settle(version);
    mpit__vendor_empty = find_named(MPIT_NAME(empty_request));
    mpit__vendor_empty_send = find_named(MPIT_NAME(empty_send_request));
    if (answers_itself())
        mpit__vendor_stamp = find_stamp();
}

void mpit__vendor_resolve(void)
{
    pthread_once(&once, resolve);
}

bool mpit__vendor_has_events(void)
{
    function *asked;

    mpit__vendor_resolve();
    memcpy(&asked, &mpit__next.PMPI_T_event_get_num, sizeof asked);
    return asked != missing;
}

bool mpit__vendor_is_initialized(void)
{
    int initialized = 0;

    mpit__vendor_resolve();
    mpit__next.PMPI_Initialized(&initialized);
    /* After MPI_Finalize, too (8.7); MPICH 3.4.1 says no then. */
    if (!initialized)
        mpit__next.PMPI_Finalized(&initialized);
    return initialized;
}

bool mpit__vendor_is_up(void)
{
    int finalized = 0;

    if (!mpit__vendor_is_initialized())
        return false;
    mpit__next.PMPI_Finalized(&finalized);
    return !finalized;
}

static _Atomic int sessions;
_Atomic bool mpit__vendor_runs;

void mpit__vendor_count_sessions(int by)
{
    sessions += by;
}

bool mpit__vendor_has_objects(void)
{
    return sessions > 0 || mpit__vendor_is_up();
}

int mpit__vendor_thread_level(void)
{
    int provided = MPI_THREAD_SINGLE;

    if (mpit__vendor_is_up())
        mpit__next.PMPI_Query_thread(&provided);
    return provided;
}

double mpit__vendor_wtime(void)
{
    return mpit__next.PMPI_Wtime();
}

void mpit__vendor_version(char *buffer, size_t size)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];

    mpit__vendor_resolve();
    ask_version(version);
    version[strcspn(version, "\n")] = '\0';
    buffer[0] = '\0';
    strncat(buffer, version, size - 1);
}

uint64_t mpit__vendor_type_size(MPI_Datatype datatype)
{
    MPI_Count size = 0;

    if (datatype == MPI_DATATYPE_NULL || /* which would be an error of the program's */
        MPIT_NEXT_OF(Type_size_c, Type_size_x)(datatype, &size) != MPI_SUCCESS || size < 0)
        return 0;
    return (uint64_t)size;
}

/* Objects that the MPI library consists of, beside the one that has its functions. */
static bool is_component(const char *path)
{
    static const char *const prefixes[] = {"mca_", "libmca_", "libopen-rte", "libopen-pal",
                                           "libopen_mpi"};
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

bool mpit__vendor_holds(const void *code)
{
    Dl_info of_code, of_vendor;
    void *vendor;

    memcpy(&vendor, &mpit__next.PMPI_Init, sizeof vendor);
    if (!dladdr(code, &of_code) || !dladdr(vendor, &of_vendor))
        return true;
    /* Our own: the compiler has made a call of the jump by which a hook goes on, and hides who
     * called it.  Unless we are part of the program's own file, where nothing tells us apart. */
    return of_code.dli_fbase == of_vendor.dli_fbase || mpit__jump_is_ours(code) ||
           is_component(of_code.dli_fname);
}
