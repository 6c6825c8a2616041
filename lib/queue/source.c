#include "config.h"

#include "queue/source.h"

#include <dlfcn.h>
#include <stddef.h>

#include "ground/in_force.h"
#include "ground/message.h"
#include "mpi/below.h"
#include "mpi/jump_slot.h"
#include "mpi/receive.h"
#include "mpi/vendor.h"
#include "profile/object.h"
#include "profile/watch.h"
#include "queue/callable.h"
#include "queue/lock.h"
#include "queue/umq_length.h"

/* Whether this process can be drained: known once, between MPI_Init and the first handle.  While
 * MPI_Finalize calls the program back, nothing is drained of one that could have been: what was
 * seen last stands, and of one that nobody has asked for nothing was seen. */
enum ability { UNKNOWN, ABLE, UNABLE, OVER, UNSEEN };
static _Atomic int ability;
static _Atomic bool armed;
bool mpit__umq_threaded;

/* Every call that can receive or complete: PMPI_x, behind whose first letter stands MPI_x, and
 * where the functions below us are in struct mpit_next, of both names. */
static const struct {
    const char *name;
    size_t below;
} served[] = {
#define BELOW(name) offsetof(struct mpit_next, MPI_##name)
#define SERVED_vendor(name)
#define SERVED_queue(name)                                 {"PMPI_" #name, BELOW(name)},
#define SERVED_waits(name)                                 SERVED_queue(name)
#define SERVED_always(name)                                SERVED_queue(name)
#define CALL(name, family, payload, via, formals, actuals) SERVED_##via(name)
#define ALWAYS                                             CALL
#include "mpi/calls.def"
#undef SERVED_always
#undef SERVED_waits
#undef SERVED_queue
#undef SERVED_vendor
#undef BELOW
};

static const void *object_with(const void *address, const char **file)
{
    Dl_info info;

    if (!dladdr(address, &info))
        return NULL;
    if (file)
        *file = info.dli_fname;
    return info.dli_fbase;
}

/* Whether a call by this name comes to us.  A PMPI tool may stand before us under the name MPI_x,
 * since it comes down to us under PMPI_x; the vendor may not, and nobody under PMPI_x.  A program
 * that has loaded us and the vendor locally finds neither here, and us first there. */
static bool reaches_us(const char *name, const void *vendor)
{
    const char *file = "something else";
    void *found = dlsym(RTLD_DEFAULT, name);
    const void *where = found ? object_with(found, &file) : NULL;

    if (!found || mpit__jump_is_ours(found) || (name[0] == 'M' && where != vendor))
        return true;
    mpit__message_job(MPIT_WARN,
                      "%s is found in %s and not in libmpit: the unexpected queue is not drained; "
                      "preload libmpit, or link it ahead of the MPI library",
                      name, file);
    return false;
}

/* Whether a call that a tool below us gets comes back, as far as its file tells: the first call is
 * too late to learn that it does not, since it may wait for a message that we hold. */
static bool comes_back(const char *name, size_t offset)
{
    const void *below = mpit__below_function(offset);
    const char *file = "another tool";

    if (!below || mpit__dynamic_refers(below, name))
        return true;
    object_with(below, &file);
    mpit__message_job(MPIT_WARN,
                      "%s below libmpit does not call %s: the unexpected queue is not drained; "
                      "preload libmpit behind it",
                      file, name);
    return false;
}

static bool all_reach_us(void)
{
    const void *vendor = object_with((const void *)mpit__next.PMPI_Improbe, NULL);

    for (size_t i = 0; i < sizeof served / sizeof *served; i++)
        if (!reaches_us(served[i].name + 1, vendor) || !reaches_us(served[i].name, vendor) ||
            !comes_back(served[i].name, served[i].below))
            return false;
    return true;
}

bool mpit__source_is_drain_for_all(void)
{
    return MPIT_IN_FORCE(umq_source) == MPIT_UMQ_DRAIN;
}

/* Whether "auto" drains where it can.  A message of the vendor's own must not be drained, since
 * the vendor could not receive it any more: where it sends them as the program would, only
 * intercommunicators are free of them (6.4.2, and Open MPI's MPI_Intercomm_create refuses them). */
static bool auto_drains(struct mpit_object *comm)
{
    return !MPIT_FACT(sends_as_the_program) || (comm && mpit__object_describe(comm) && comm->inter);
}

static bool is_to_be_drained(struct mpit_object *comm)
{
    return mpit__source_is_drain_for_all() ||
           (MPIT_IN_FORCE(umq_source) == MPIT_UMQ_AUTO && auto_drains(comm));
}

/* Whether anybody has asked for it before MPI_Init was called. */
static bool is_asked_for(void)
{
    return is_to_be_drained(NULL) && (mpit__source_is_drain_for_all() ||
                                      mpit__watch_wants(&mpit__watch, MPIT_BIT_QUEUE) != 0);
}

/* Under MPI_THREAD_MULTIPLE another thread may be in a call that was not served, and wait for the
 * message that we would drain: so either all calls are served from MPI_Init on, or none is. */
static void find_out(bool from_init)
{
    bool multiple = mpit__callable_level() == MPI_THREAD_MULTIPLE;
    bool able = (!multiple || (from_init && is_asked_for())) && all_reach_us();

    if (able && multiple) {
        mpit__umq_threaded = true;
        atomic_store(&armed, true);
        mpit__watch_serve(1);
        mpit__watch_add(&mpit__watch, MPIT_WATCH_QUEUE);
    }
    atomic_store(&ability, able ? ABLE : UNABLE);
}

static _Atomic bool finalizing;

void mpit__source_begin(void)
{
    int before = atomic_load(&ability);

    atomic_store(&finalizing, false);
    if (mpit__callable_level() == MPI_THREAD_MULTIPLE && before != ABLE && before != UNABLE)
        find_out(true);
}

static void end_with(enum ability last)
{
    atomic_store(&ability, last);
    if (atomic_exchange(&armed, false))
        mpit__watch_serve(-1);
}

void mpit__source_end(void)
{
    end_with(UNABLE);
}

void mpit__source_finalize(void)
{
    int before = atomic_load(&ability);

    atomic_store(&finalizing, true);
    end_with(before == UNKNOWN ? UNSEEN : before == ABLE ? OVER : (enum ability)before);
}

bool mpit__source_drains(struct mpit_object *comm)
{
    return atomic_load_explicit(&ability, memory_order_relaxed) == ABLE && is_to_be_drained(comm);
}

static bool may_be_vendors(void)
{
    int source = MPIT_IN_FORCE(umq_source);

    return source == MPIT_UMQ_AUTO || source == MPIT_UMQ_VENDOR;
}

enum mpit_umq_source mpit__source_expected(void)
{
    if (is_to_be_drained(NULL))
        return MPIT_UMQ_DRAIN;
    return may_be_vendors() && MPIT_NAME(umq_length) ? MPIT_UMQ_VENDOR : MPIT_UMQ_OFF;
}

enum mpit_umq_source mpit__source_in_sessions(void)
{
    enum mpit_umq_source source = mpit__source_expected();

    if (source == MPIT_UMQ_DRAIN && !mpit__source_drains(NULL))
        return may_be_vendors() && MPIT_NAME(umq_length) ? MPIT_UMQ_VENDOR : MPIT_UMQ_OFF;
    return source;
}

/* Once MPI_Finalize is called the vendor's MPI_T is not asked any more. */
static bool vendor_has(struct mpit_object *comm)
{
    if (atomic_load(&finalizing))
        return MPIT_NAME(umq_length) && mpit__object_describe(comm) && !comm->inter;
    return mpit__vendor_umq_is_offered(comm);
}

static bool is_over(void)
{
    int now = atomic_load(&ability);

    return now == OVER || now == UNSEEN;
}

static bool can_be_seen(void)
{
    int now = atomic_load(&ability);

    return now != UNABLE && now != UNSEEN;
}

enum mpit_umq_source mpit__source_now(struct mpit_object *comm)
{
    bool is_to_come = !comm || mpit__object_is_yet_to_come(comm);

    if (is_to_be_drained(comm) && can_be_seen())
        return MPIT_UMQ_DRAIN;
    return may_be_vendors() && MPIT_NAME(umq_length) &&
                   (is_to_come || mpit__vendor_umq_is_known(comm))
               ? MPIT_UMQ_VENDOR
               : MPIT_UMQ_OFF;
}

/* NULL: the memory for the object was lacking. */
enum mpit_umq_source mpit__source_of(struct mpit_object *comm)
{
    mpit__callable_begin();
    if (is_to_be_drained(comm) && atomic_load(&ability) == UNKNOWN && mpit__callable_is_up())
        find_out(false);
    if (mpit__source_drains(comm) || (is_over() && is_to_be_drained(comm)))
        return MPIT_UMQ_DRAIN;
    return comm && may_be_vendors() && vendor_has(comm) ? MPIT_UMQ_VENDOR : MPIT_UMQ_OFF;
}
