#include "config.h"

#include "front/open.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/auxv.h>

#include "front/backs.h"
#include "front/built_for.h"
#include "front/complete_file.h"
#include "front/find.h"
#include "front/messages.h"
#include "settings/environment.h"
#include "settings/site.h"

static struct mpit_found found;
static const struct mpit_back *back; /* the one that is in use */

/* The next object that has it, or where the program has loaded its MPI for itself alone, that. */
static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);

    return function || !found.handle ? function : dlsym(found.handle, name);
}

static mpit_function *next_function(const char *name)
{
    void *symbol = next(name);
    mpit_function *function;

    memcpy(&function, &symbol, sizeof function);
    return function;
}

static struct mpit_front front = {mpit__front_name,  mpit__front_slots, 0, next, false,
                                  mpit__front_passed};

/* Where calls go. */
enum {
    NOWHERE, /* there is no MPI yet */
    PAST,    /* where they go without us, but for what a back end has put into their slots */
    APART,   /* the same, of two MPIs to that of who calls */
    RESTING  /* past us, until one wakes the back end */
};
static _Atomic int course;

static const struct mpit_back *load_back(const char *path)
{
    bool whole = mpit__file_is_whole(path);
    int error = whole ? 0 : errno;
    void *handle = whole ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const struct mpit_back *loaded = handle ? dlsym(handle, MPIT_BACK_NAME) : NULL;

    if (error) {
        mpit__front_say("%s cannot be opened (%s): libmpit counts nothing", path, strerror(error));
        return NULL;
    }
    if (!loaded) {
        const char *why = dlerror();

        mpit__front_say("%s cannot be used (%s): libmpit counts nothing; install libmpit anew",
                        path, why ? why : "it is no whole file");
        return NULL;
    }
    if (strcmp(loaded->version, PACKAGE_VERSION) != 0 || loaded->attach(&front) != 0) {
        mpit__front_say("%s is of libmpit %s, and this is libmpit %s: it counts nothing; install "
                        "both of one version",
                        path, loaded->version, PACKAGE_VERSION);
        return NULL;
    }
    return loaded;
}

/* Its user's settings must not steer such a program, nor have it write reports with its rights. */
static bool has_more_rights_than_its_user(void)
{
    if (!getauxval(AT_SECURE))
        return false;
    mpit__front_say("this program runs with more rights than its user: libmpit counts nothing");
    return true;
}

static char path_of_back[PATH_MAX];

/* Nothing is counted of a process that nobody looks at: it need not have a back end yet. */
static int serve(bool is_loaded)
{
    struct mpit_settings settings = MPIT_SETTINGS_INIT(settings);
    bool out, rests;

    mpit__environment_collect(&settings, MPIT_SYSCONFDIR);
    out = mpit__site_leaves_out(&settings);
    rests = !is_loaded && mpit__site_asks_for_nothing(&settings);
    mpit__settings_free(&settings);
    if (out || has_more_rights_than_its_user() || !mpit__backs_find(&found, path_of_back))
        return PAST;
    if (rests)
        return RESTING;
    back = load_back(path_of_back);
    return PAST;
}

/* By name; false, after a message, where that is none. */
static bool take_named(const char *name, struct mpit_built *built, char path[PATH_MAX])
{
    mpit__built_named(built, name);
    if (mpit__backs_any(built, path))
        return true;
    mpit__front_say("there is no back end of libmpit for mpit_mpi=%s, which is ignored", name);
    return false;
}

static _Atomic bool explained; /* why there is no MPI */

static bool take_built(struct mpit_built *built, char path[PATH_MAX])
{
    const char *name;

    mpit__built_for(built);
    name = mpit__backs_any(built, path);
    if (!name && built->known && !atomic_exchange(&explained, true))
        mpit__front_say("this program was built for %s, and there is no back end of libmpit for "
                        "that: install libmpit for this MPI, too",
                        *built->said ? built->said : mpit__mpi_names[built->mpi]);
    if (name && !built->known && !mpit__site_is_off())
        mpit__front_say("this program does not tell which MPI it was built for: libmpit takes %s; "
                        "say MPIT_MPI=%s if that is right, or another (libmpit(7), WHICH MPI)",
                        name, name);
    return name;
}

/* The MPI of a program that has loaded us and none: it comes with the back end. */
static bool bring(void)
{
    struct mpit_settings settings = MPIT_SETTINGS_INIT(settings);
    struct mpit_built built;
    char path[PATH_MAX];
    const char *said;
    bool taken;

    if (!mpit__site_is_off())
        mpit__environment_collect(&settings, MPIT_SYSCONFDIR);
    said = mpit__site_mpi(&settings);
    taken = (*said && take_named(said, &built, path)) || take_built(&built, path);
    mpit__settings_free(&settings);
    return taken && dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* Serves the MPI, or says why not; where calls go then. */
static int step_in(enum mpit_presence presence, bool is_loaded)
{
    switch (presence) {
    case MPIT_NO_MPI:
        break;
    case MPIT_ONE_MPI:
        return serve(is_loaded);
    case MPIT_TWO_MPIS:
        mpit__front_say("this process has two MPIs, %s and %s: libmpit counts nothing",
                        mpit__mpi_names[found.mpi], mpit__mpi_names[found.another]);
        break;
    case MPIT_UNKNOWN_MPI:
        mpit__front_say("%s is an MPI that libmpit does not know: it counts nothing", found.path);
        break;
    case MPIT_TRANSLATED_MPI:
        mpit__front_say("%s stands between the program and its MPI, with handles of its own: "
                        "libmpit counts nothing",
                        found.path);
        break;
    }
    return PAST;
}

static int settle(void)
{
    enum mpit_presence presence = mpit__find(&found);
    bool is_brought = presence == MPIT_NO_MPI && bring();
    int to = PAST;

    if (is_brought)
        presence = mpit__find(&found);
    if (presence == MPIT_NO_MPI)
        return NOWHERE;
    front.n = mpit__front_size;
    if (!mpit__site_is_off())
        to = step_in(presence, is_brought);
    return presence == MPIT_TWO_MPIS || presence == MPIT_TRANSLATED_MPI ? APART : to;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Settles; once, and only when there is an MPI. */
static int open_slots(void)
{
    if (atomic_load(&course) != NOWHERE)
        return atomic_load(&course);
    pthread_mutex_lock(&lock);
    if (atomic_load(&course) == NOWHERE)
        atomic_store(&course, settle());
    pthread_mutex_unlock(&lock);
    return atomic_load(&course);
}

/* Loads the back end after all: for who looks now, or for what has to be known by then. */
static int wake(void)
{
    const struct mpit_back *loaded = NULL;

    pthread_mutex_lock(&lock);
    if (atomic_load(&course) == RESTING) {
        front.rested = true;
        back = loaded = load_back(path_of_back);
        atomic_store(&course, PAST);
    }
    pthread_mutex_unlock(&lock);
    if (loaded)
        loaded->catch_up();
    return atomic_load(&course);
}

/* As the loader would have it: what is global comes first, and then what the caller's own file
 * needs. */
static mpit_function *function_of_caller(const char *name, const void *caller)
{
    const char *needed = mpit__find_needed(caller);
    void *handle = needed ? dlopen(needed, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    void *symbol = handle ? dlsym(handle, name) : NULL;
    mpit_function *function;

    memcpy(&function, &symbol, sizeof function);
    if (handle)
        dlclose(handle);
    return function ? function : next_function(name);
}

/* Unless the back end has put its own there: another thread may wake it at any time. */
static mpit_function *fill(mpit_function **slot, mpit_function *closed, const char *name)
{
    mpit_function *in_it = MPIT_AT(*slot), *below = in_it == closed ? next_function(name) : NULL;

    if (below &&
        __atomic_compare_exchange_n(slot, &in_it, below, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return below;
    return in_it == closed ? NULL : in_it;
}

mpit_function *mpit__front_way(size_t slot, mpit_function *closed, const void *caller)
{
    const char *name = mpit__front_name(slot);
    int to = open_slots();

    if (to == RESTING && mpit__front_wakes(slot))
        to = wake();
    if (to == NOWHERE)
        return NULL;
    if (to == APART && !dlsym(RTLD_NEXT, name))
        return function_of_caller(name, caller);
    if (to == RESTING)
        __atomic_store_n(&mpit__front_passed[slot], true, __ATOMIC_RELEASE);
    return fill(&mpit__front_slots[slot], closed, name);
}

int mpit__front_absent(const char *name)
{
    enum { ERR_OTHER = 15 };
    static _Atomic bool said;

    if (!atomic_exchange(&said, true) && !atomic_load(&explained))
        mpit__front_say("%s is not in the MPI of this process, or there is none yet", name);
    return ERR_OTHER;
}

static bool says(const char *question)
{
    int (*ask)(int *) = NULL;
    void *symbol = dlsym(found.handle, question);
    int answer = 0;

    memcpy(&ask, &symbol, sizeof ask);
    return ask && ask(&answer) == 0 && answer;
}

/* A tool that was linked with libmpit and is preloaded alone brings it behind the MPI library,
 * which the program needs itself: the loader then leads nobody here. */
static bool stands_behind(void)
{
    const void *first = dlsym(RTLD_DEFAULT, "MPI_T_init_thread");
    Dl_info its, ours;

    return first && dladdr(first, &its) && dladdr(&front, &ours) && its.dli_fbase != ours.dli_fbase;
}

/* No call has come by: what there is to say of that, the back end knows.  MPICH 3.4.1 is not
 * initialized any more once it is finalized. */
__attribute__((destructor)) static void look_back(void)
{
    if (atomic_load(&course) != NOWHERE || mpit__site_is_off() ||
        mpit__find(&found) != MPIT_ONE_MPI || !(says("PMPI_Initialized") || says("PMPI_Finalized")))
        return;
    if (stands_behind())
        mpit__front_say("no call has come by libmpit: it stands behind %s, where nobody finds it; "
                        "preload it before what brings it: LD_PRELOAD=libmpit.so:...",
                        found.path);
    else if (open_slots() == PAST && back)
        back->look_back();
}
