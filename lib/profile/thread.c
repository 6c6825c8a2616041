#include "config.h"

#include "profile/thread.h"

#include "profile/block.h"
#include "profile/current_call.h"
#include "profile/recorder.h"
#include "profile/sites.h"

#include <pthread.h>

_Atomic unsigned char mpit__thread_states[MPIT_SHARDS];
_Atomic uint32_t mpit__thread_shards;
bool mpit__thread_multiple;

/* Which shards belong to a running thread. */
static _Atomic uint64_t taken;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

/* A thread ends: its totals stay, the next new thread goes on adding to them. */
static void leave(void *shard_plus_one)
{
    uint32_t shard = (uint32_t)(uintptr_t)shard_plus_one - 1;

    mpit__current_call_give(mpit__thread.place);
    mpit__thread.place = NULL;
    mpit__thread.recorder = NULL;
    mpit__thread.totals = NULL;
    mpit__thread.frame = MPIT_FRAME_UNREGISTERED;
    atomic_fetch_and(&taken, ~(UINT64_C(1) << shard));
}

static void make_key(void)
{
    pthread_key_create(&key, leave);
}

static uint32_t take_shard(void)
{
    uint64_t now = atomic_load(&taken), free_ones;
    uint32_t shard;

    do {
        free_ones = ~now & ((UINT64_C(1) << MPIT_SHARED_SHARD) - 1);
        if (!free_ones)
            return MPIT_SHARED_SHARD;
        shard = (uint32_t)__builtin_ctzll(free_ones);
    } while (!atomic_compare_exchange_weak(&taken, &now, now | UINT64_C(1) << shard));
    return shard;
}

bool mpit__thread_register(struct mpit_thread *thread)
{
    uint32_t seen = atomic_load(&mpit__thread_shards);

    pthread_once(&once, make_key);
    thread->shard = take_shard();
    thread->shared = thread->shard == MPIT_SHARED_SHARD;
    if (!thread->shared)
        pthread_setspecific(key, (void *)(uintptr_t)(thread->shard + 1));
    while (seen <= thread->shard &&
           !atomic_compare_exchange_weak(&mpit__thread_shards, &seen, thread->shard + 1))
        ;
    thread->totals = mpit__object_block_need(&mpit__process, 0, thread->shard);
    thread->place = mpit__current_call_take(thread->shard);
    thread->recorder = mpit__recorder_take(thread->place, thread->shard);
    thread->sites = mpit__sites_of_thread(thread->shard);
    return thread->totals != NULL;
}

enum mpit_state mpit__thread_state(void)
{
    uint32_t n = atomic_load(&mpit__thread_shards);
    unsigned state = MPIT_STATE_compute;

    if (mpit__thread.totals)
        state = atomic_load(&mpit__thread_states[mpit__thread.shard]);
    for (uint32_t i = 0; i < n && state == MPIT_STATE_compute; i++)
        state = atomic_load(&mpit__thread_states[i]);
    return (enum mpit_state)state;
}
