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

static struct mpit_front front = {mpit__front_names, mpit__front_slots, 0, next};

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

/* Filling what has not been filled. */

static mpit_function *way_of(size_t i, bool parted)
{
    mpit_function *function = next_function(mpit__front_names[i]);

    if (parted && !dlsym(RTLD_NEXT, mpit__front_names[i]))
        return mpit__front_ways[i].parted;
    return function ? function : mpit__front_ways[i].absent;
}

/* Nobody else fills what the back end has left closed. */
static void fill_all(bool parted)
{
    for (size_t i = 0; i < front.n; i++)
        if (MPIT_AT(mpit__front_slots[i]) == mpit__front_ways[i].closed)
            MPIT_PUT_AT(mpit__front_slots[i], way_of(i, parted));
}

static bool is_left_out(void)
{
    struct mpit_settings settings = MPIT_SETTINGS_INIT(settings);
    bool out;

    mpit__environment_collect(&settings, MPIT_SYSCONFDIR);
    out = mpit__site_leaves_out(&settings);
    mpit__settings_free(&settings);
    return out;
}

/* Its user's settings must not steer such a program, nor have it write reports with its rights. */
static bool has_more_rights_than_its_user(void)
{
    if (!getauxval(AT_SECURE))
        return false;
    mpit__front_say("this program runs with more rights than its user: libmpit counts nothing");
    return true;
}

static void serve(void)
{
    char path[PATH_MAX];

    if (is_left_out() || has_more_rights_than_its_user())
        return;
    if (mpit__backs_find(&found, path))
        back = load_back(path);
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

static enum mpit_presence find(void)
{
    enum mpit_presence presence = mpit__find(&found);

    return presence == MPIT_NO_MPI && bring() ? mpit__find(&found) : presence;
}

/* Serves the MPI, or says why not. */
static void step_in(enum mpit_presence presence)
{
    switch (presence) {
    case MPIT_NO_MPI:
        break;
    case MPIT_ONE_MPI:
        serve();
        break;
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
}

/* False: there is none yet. */
static bool settle(void)
{
    enum mpit_presence presence = find();

    if (presence == MPIT_NO_MPI)
        return false;
    front.n = mpit__front_size;
    if (!mpit__site_is_off())
        step_in(presence);
    fill_all(presence == MPIT_TWO_MPIS || presence == MPIT_TRANSLATED_MPI);
    return true;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool settled;

bool mpit__front_open(void)
{
    if (atomic_load(&settled))
        return true;
    pthread_mutex_lock(&lock);
    if (!atomic_load(&settled))
        atomic_store(&settled, settle());
    pthread_mutex_unlock(&lock);
    return atomic_load(&settled);
}

/* As the loader would have it: what is global comes first (that is in the slot), and then what the
 * caller's own file needs. */
mpit_function *mpit__front_of_caller(const char *name, const void *caller)
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
    if (atomic_load(&settled) || mpit__site_is_off() || mpit__find(&found) != MPIT_ONE_MPI ||
        !(says("PMPI_Initialized") || says("PMPI_Finalized")))
        return;
    if (stands_behind())
        mpit__front_say("no call has come by libmpit: it stands behind %s, where nobody finds it; "
                        "preload it before what brings it: LD_PRELOAD=libmpit.so:...",
                        found.path);
    else if (mpit__front_open() && back)
        back->look_back();
}
