#include "config.h"

#include "profile/current_call.h"

#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "mpi/handle.h"
#include "profile/object.h"
#include "profile/totals.h"

/* ---- places of threads */

/* Once made a place is that of whichever thread has the shard. */
static struct mpit_current_call *_Atomic places[MPIT_SHARDS];

struct mpit_current_call *mpit__current_call_take(unsigned shard)
{
    struct mpit_current_call *place;

    if (!mpit__live_is_where() || shard == MPIT_SHARED_SHARD)
        return NULL;
    place = atomic_load(&places[shard]);
    if (!place) {
        place = mpit__memory_take_shared(sizeof *place);
        atomic_store(&places[shard], place);
    }
    if (!place)
        return NULL;
    atomic_store(&place->shown.tid, (uint64_t)syscall(SYS_gettid));
    atomic_store(&place->shown.left, mpit__clock_now());
    mpit__live_put(place, MPIT_LIVE_PLACE, shard, 0, MPIT_LIVE_NOTES, 0);
    return place;
}

void mpit__current_call_give(struct mpit_current_call *place)
{
    if (place)
        mpit__live_clear(place);
}

/* ---- constants */

static const struct constant {
    const char *name;
    uint64_t key;
    uint32_t kind;
} * constants(int *n)
{
    static struct constant all[128];
    int i = 0;

    /* Handles of MPI are no constant expressions everywhere; and their names are macros. */
#define ADD(...)                  all[i++] = (struct constant){__VA_ARGS__};
#define AS_op(text, handle)       ADD(text, MPIT_KEY(handle), MPIT_LIVE_OP)
#define AS_datatype(text, handle) ADD(text, MPIT_KEY(handle), MPIT_LIVE_DATATYPE)
#define AS_comm(text, handle)
#define AS_group(text, handle)
#define AS_info(text, handle)
#define AS_errhandler(text, handle)
#define CONSTANT(name, kind) AS_##kind(#name, name)
#include "mpi/constants.def"
#undef CONSTANT
#define NUMBER(name, kind) ADD(#name, (uint32_t)(name), kind)
    NUMBER(MPI_ANY_SOURCE, MPIT_LIVE_RANK)
    NUMBER(MPI_PROC_NULL, MPIT_LIVE_RANK)
    NUMBER(MPI_ROOT, MPIT_LIVE_RANK)
    NUMBER(MPI_ANY_TAG, MPIT_LIVE_TAG)
    *n = i;
    return all;
}

/* What an MPI library lacks has the name of the null handle. */
static bool is_there(const struct constant *constant)
{
    return constant->kind != MPIT_LIVE_DATATYPE || constant->key != MPIT_KEY(MPI_DATATYPE_NULL);
}

static void put_constants(void)
{
    int n;
    const struct constant *all = constants(&n);
    struct mpit_live_constant *to = mpit__memory_take_shared(sizeof *to * (size_t)n);
    uint32_t used = 0;

    for (int i = 0; to && i < n; i++) {
        if (!is_there(&all[i]))
            continue;
        to[used].key = all[i].key;
        to[used].kind = all[i].kind;
        if (all[i].kind == MPIT_LIVE_DATATYPE)
            to[used].bytes = (uint32_t)mpit__vendor_type_size((MPI_Datatype)(uintptr_t)all[i].key);
        snprintf(to[used++].name, sizeof to->name, "%s", all[i].name);
    }
    if (to)
        mpit__live_put(to, MPIT_LIVE_CONSTANTS, 0, 0, used, 0);
}

void mpit__current_call_begin(void)
{
    if (mpit__live_is_where())
        put_constants();
}
