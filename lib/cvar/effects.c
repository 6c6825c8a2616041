/* What the control variables do when they are set, and where values come from that are not kept. */
#include "config.h"

#include "cvar/effects.h"

#include <string.h>

#include "cvar/watch_list.h"
#include "cvar/watch_words.h"
#include "ground/clock.h"
#include "ground/in_force.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/object.h"
#include "profile/watch.h"
#include "queue/queue.h"

/* The value is kept, and whoever needs it looks. */
const struct mpit_cvar_effect mpit__effect_NOTHING = {0};

static void fetch_version(const struct mpit_object *object, union mpit_value *value)
{
    (void)object;
    strcpy(value->text, PACKAGE_VERSION);
}

const struct mpit_cvar_effect mpit__effect_version = {.fetch = fetch_version};

static void fetch_vendor_version(const struct mpit_object *object, union mpit_value *value)
{
    (void)object;
    mpit__vendor_version(value->text, sizeof value->text);
}

const struct mpit_cvar_effect mpit__effect_vendor_version = {.fetch = fetch_vendor_version};

static void fetch_vendor_thread_level(const struct mpit_object *object, union mpit_value *value)
{
    (void)object;
    value->integer = mpit__vendor_thread_level();
}

const struct mpit_cvar_effect mpit__effect_vendor_thread_level = {.fetch =
                                                                      fetch_vendor_thread_level};

static int apply_profiling(struct mpit_object *object, const union mpit_value *value)
{
    (void)object;
    mpit__watch_pause(!value->integer);
    return MPI_SUCCESS;
}

const struct mpit_cvar_effect mpit__effect_profiling = {.apply = apply_profiling};

static int apply_nested(struct mpit_object *object, const union mpit_value *value)
{
    (void)object;
    mpit__watch_nested(value->integer);
    return MPI_SUCCESS;
}

const struct mpit_cvar_effect mpit__effect_nested = {.apply = apply_nested};

static int not_while_timing(const struct mpit_object *object)
{
    (void)object;
    return mpit__watch_wants(&mpit__watch, MPIT_BIT_TIME) ? MPI_T_ERR_CVAR_SET_NOT_NOW
                                                          : MPI_SUCCESS;
}

static int apply_clock(struct mpit_object *object, const union mpit_value *value)
{
    (void)object;
    return mpit__clock_choose((enum mpit_clock)value->integer) ? MPI_SUCCESS : MPI_T_ERR_INVALID;
}

const struct mpit_cvar_effect mpit__effect_clock = {
    .settable = not_while_timing,
    .apply = apply_clock,
};

static bool is_positive_count(const union mpit_value *value)
{
    return value->count > 0;
}

static int not_with_peers(const struct mpit_object *object)
{
    for (unsigned shard = 0; object && shard < MPIT_SHARDS; shard++) {
        const struct mpit_block *block = mpit__object_block(object, shard);

        if (block && (atomic_load(&block->peers) || atomic_load(&block->partners) ||
                      atomic_load(&block->waits)))
            return MPI_T_ERR_CVAR_SET_NOT_NOW;
    }
    return MPI_SUCCESS;
}

static int apply_peer_limit(struct mpit_object *object, const union mpit_value *value)
{
    if (object)
        object->peer_limit = value->count;
    return MPI_SUCCESS;
}

static void fetch_peer_limit(const struct mpit_object *object, union mpit_value *value)
{
    if (object)
        value->count = (MPI_Count)object->peer_limit;
}

const struct mpit_cvar_effect mpit__effect_peer_limit = {
    .allowed = is_positive_count,
    .allows = "a whole number from 1 on, as in 512 or 64k",
    .settable = not_with_peers,
    .apply = apply_peer_limit,
    .fetch = fetch_peer_limit,
};

static int apply_umq_warn(struct mpit_object *object, const union mpit_value *value)
{
    if (object)
        object->umq_warn = value->unsigned_int;
    return MPI_SUCCESS;
}

static void fetch_umq_warn(const struct mpit_object *object, union mpit_value *value)
{
    if (object)
        value->unsigned_int = object->umq_warn;
}

const struct mpit_cvar_effect mpit__effect_umq_warn = {
    .apply = apply_umq_warn,
    .fetch = fetch_umq_warn,
};

static void fetch_umq_source_used(const struct mpit_object *object, union mpit_value *value)
{
    struct mpit_object *comm;

    if (!object) {
        value->integer = MPIT_IN_FORCE(umq_source);
        return;
    }
    comm = mpit__object_find(MPIT_KIND_comm, object->key);
    value->integer = comm == object ? mpit__queue_source(comm) : MPIT_UMQ_OFF;
}

const struct mpit_cvar_effect mpit__effect_umq_source_used = {.fetch = fetch_umq_source_used};

static int not_while_queued(const struct mpit_object *object)
{
    (void)object;
    return mpit__watch_wants(&mpit__watch, MPIT_BIT_QUEUE) ? MPI_T_ERR_CVAR_SET_NOT_NOW
                                                           : MPI_SUCCESS;
}

const struct mpit_cvar_effect mpit__effect_umq_source = {.settable = not_while_queued};

/* MPI is initialized once: there will be no later point at which they could be set (14.3.6). */
int mpit__before_init_only(const struct mpit_object *object)
{
    (void)object;
    return mpit__vendor_is_initialized() ? MPI_T_ERR_CVAR_SET_NEVER : MPI_SUCCESS;
}

const struct mpit_cvar_effect mpit__effect_before_init = {.settable = mpit__before_init_only};

/* The segment has room for no more. */
static bool is_job_name(const union mpit_value *value)
{
    return strlen(value->text) < MPIT_STRING;
}

const struct mpit_cvar_effect mpit__effect_live_job = {
    .allowed = is_job_name,
    .allows = "a text of at most 255 characters",
    .settable = mpit__before_init_only,
};

/* What mpit_watch has switched on. */
static uint32_t watched;

static bool is_watch_list(const union mpit_value *value)
{
    uint32_t mask;

    return mpit__watch_list_parse(value->text, &mask);
}

static int apply_watch(struct mpit_object *object, const union mpit_value *value)
{
    uint32_t mask, before = watched;

    (void)object;
    mpit__watch_list_parse(value->text, &mask);
    watched = mask;
    mpit__object_watch(&mpit__process, mask);
    mpit__object_unwatch(&mpit__process, before);
    if (mpit__vendor_is_up())
        mpit__queue_look();
    return MPI_SUCCESS;
}

const struct mpit_cvar_effect mpit__effect_watch = {
    .allowed = is_watch_list,
    .allows = "a list of " MPIT_WATCH_NAMES,
    .apply = apply_watch,
};

/* Shorter ones would be felt by the program. */
static bool is_sample_interval(const union mpit_value *value)
{
    return value->real == 0 || (value->real >= 1e-3 && value->real <= 1e6);
}

const struct mpit_cvar_effect mpit__effect_sample_interval = {
    .allowed = is_sample_interval,
    .allows = "0 or a time from 1ms to 1e6 seconds, as in 10ms",
    .settable = mpit__before_init_only,
};

/* Of the stack no more is unwound. */
static bool is_depth(const union mpit_value *value)
{
    return value->unsigned_int >= 1 && value->unsigned_int <= 32;
}

const struct mpit_cvar_effect mpit__effect_site_depth = {
    .allowed = is_depth,
    .allows = "a whole number from 1 to 32",
    .settable = mpit__before_init_only,
};

static bool is_ring(const union mpit_value *value)
{
    return value->unsigned_int <= 1 << 20 || value->unsigned_int == MPIT_RECORDER_ALL;
}

const struct mpit_cvar_effect mpit__effect_recorder = {
    .allowed = is_ring,
    .allows = "a whole number up to 1048576, or all",
    .most = "all",
    .settable = mpit__before_init_only,
};

static bool is_duration(const union mpit_value *value)
{
    return value->real >= 0 && value->real < 1e9;
}

const struct mpit_cvar_effect mpit__effect_duration = {
    .allowed = is_duration,
    .allows = "a time up to 1e9 seconds, as in 2, 10ms or 5min",
};
