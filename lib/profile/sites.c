#include "config.h"

#include "profile/sites.h"

#include <stddef.h>
#include <string.h>

#include "ground/in_force.h"
#include "ground/lock.h"
#include "ground/memory.h"
#include "live/module.h"
#include "live/segment.h"
#include "profile/layers.h"
#include "profile/thread.h"

_Static_assert(MPIT_CALLS < 1 << 16, "a key has 16 bits for the call");

/* None of its rows has a key. */
static struct mpit_sites none;
static struct mpit_sites *_Atomic tables[MPIT_SHARDS];

struct mpit_sites *mpit__sites_of_thread(unsigned shard)
{
    struct mpit_sites *table = atomic_load(&tables[shard]);

    return table ? table : &none;
}

const struct mpit_sites *mpit__sites_table(unsigned shard)
{
    return atomic_load(&tables[shard]);
}

/* ---- modules: a list that only grows, by what was found first.  Under the lock. */

enum { MODULES = 256 };
static struct mpit_live_module *_Atomic modules[MODULES];

const struct mpit_live_module *mpit__sites_module(uint32_t number)
{
    return number && number <= MODULES ? atomic_load(&modules[number - 1]) : NULL;
}

static bool is_same(const struct mpit_live_module *a, const struct mpit_live_module *b)
{
    return a->base == b->base && !strcmp(a->build_id, b->build_id) && !strcmp(a->path, b->path);
}

/* Its number, 0 where there is no room for it. */
static uint32_t number_of(const struct mpit_live_module *module)
{
    for (uint32_t i = 0; i < MODULES; i++) {
        struct mpit_live_module *known = atomic_load(&modules[i]);

        if (known && is_same(known, module))
            return i + 1;
        if (known)
            continue;
        known = mpit__memory_take_shared(sizeof *known);
        if (!known)
            return 0;
        *known = *module;
        mpit__live_put(known, MPIT_LIVE_MODULE, 0, 0, 1, i + 1);
        atomic_store(&modules[i], known);
        return i + 1;
    }
    return 0;
}

/* ---- rows */

/* Behind its place a row may stand in so many. */
enum { STEPS = 64 };

/* The row of a key; else the place where it may stand, or the row of the rest. */
static struct mpit_live_site *find(struct mpit_sites *table, uint64_t key)
{
    size_t first = (size_t)(mpit__site_place(table, key) - table->site);

    for (size_t i = 0; i < STEPS; i++) {
        struct mpit_live_site *site = &table->site[(first + i) % MPIT_SITES];
        uint64_t its = atomic_load_explicit(&site->key, memory_order_acquire);

        if (its == key || its == 0)
            return site;
    }
    return &table->site[MPIT_SITES];
}

static bool is_free(const struct mpit_live_site *site)
{
    return atomic_load_explicit(&site->key, memory_order_acquire) == 0;
}

/* Under the lock. */
static struct mpit_sites *need_table(struct mpit_thread *thread)
{
    struct mpit_sites *table = atomic_load(&tables[thread->shard]);

    if (!table && (table = mpit__memory_take_shared(sizeof *table))) {
        table->of[MPIT_SITES].call = MPIT_LIVE_NO_SLOT;
        atomic_store(&table->site[MPIT_SITES].key, 1);
        mpit__live_put(table, MPIT_LIVE_SITES, thread->shard, 0, MPIT_SITES + 1, 1);
        atomic_store(&tables[thread->shard], table);
    }
    thread->sites = mpit__sites_of_thread(thread->shard);
    return table;
}

/* What is written last is the key.  NULL without memory. */
static struct mpit_live_site *make(struct mpit_thread *thread, uint64_t key,
                                   const struct mpit_live_site_of *of)
{
    struct mpit_live_site *site = NULL;
    struct mpit_sites *table;

    mpit__lock(MPIT_LOCK_SITES);
    if ((table = need_table(thread)) && is_free(site = find(table, key))) {
        table->of[site - table->site] = (struct mpit_live_site_of){
            .call = of->call, .module = of->module, .offset = of->offset};
        atomic_store_explicit(&site->key, key, memory_order_release);
    }
    mpit__unlock(MPIT_LOCK_SITES);
    return site;
}

/* Where the place is to be taken further up (mpit_site_depth). */
static unsigned times_above(void)
{
    unsigned depth = MPIT_IN_FORCE(site_depth);

    return depth ? depth - 1 : 0;
}

/* What is counted there nobody reads. */
static struct mpit_live_site *lose(void)
{
    mpit__memory_miss(1);
    return &none.site[MPIT_SITES];
}

/* Of a place that was never seen: who has called a layer is asked anew, as what is known of that
 * may not hold here. */
static struct mpit_live_site *learn(struct mpit_thread *thread, int call, const void *caller,
                                    const void *base)
{
    struct mpit_live_module module;
    const void *address = mpit__layers_learn(caller, base, &module);
    struct mpit_live_site_of of = {.call = (uint32_t)call};
    struct mpit_live_site *site;
    uint64_t key;

    if (times_above()) {
        address = mpit__layers_above(address, times_above());
        mpit__module_find(address, &module);
    }
    of.offset = (uint64_t)(uintptr_t)address - module.base;
    key = mpit__site_key(call, address);
    site = find(thread->sites, key);
    if (!is_free(site))
        return site;
    if (*module.path) {
        mpit__lock(MPIT_LOCK_SITES);
        of.module = number_of(&module);
        mpit__unlock(MPIT_LOCK_SITES);
    }
    return make(thread, key, &of);
}

/* Of places further up all calls come here: no row has the key of the caller's own. */
struct mpit_live_site *mpit__sites_find_new(struct mpit_thread *thread, int call,
                                            const void *caller, const void *base)
{
    const void *address = mpit__layers_caller(caller, base);
    struct mpit_live_site *site;

    if (times_above())
        address = mpit__layers_above(address, times_above());
    site = find(thread->sites, mpit__site_key(call, address));
    if (is_free(site))
        site = learn(thread, call, caller, base);
    return site ? site : lose();
}

struct mpit_live_site *mpit__sites_find_apart(struct mpit_thread *thread, int call,
                                              const void *caller, const void *base)
{
    return mpit__sites_find(thread, call, caller, base);
}

void mpit__sites_book_waited(struct mpit_thread *thread, const struct mpit_live_site *site)
{
    const unsigned row = mpit__sites_row(thread->sites, site);

    if (row)
        mpit__total_add(&thread->sites->of[row - 1].waited, thread->waited, thread->shared);
    thread->waited = 0;
}

/* The row of this thread for what another one has there. */
static struct mpit_live_site *find_as(struct mpit_thread *thread, const struct mpit_sites *other,
                                      unsigned row)
{
    const uint64_t key = atomic_load(&other->site[row].key);
    struct mpit_live_site *site = find(thread->sites, key);

    if (row != MPIT_SITES && is_free(site))
        site = make(thread, key, &other->of[row]);
    if (row == MPIT_SITES)
        site = thread->sites == &none ? NULL : &thread->sites->site[MPIT_SITES];
    return site ? site : lose();
}

/* What was kept may be of an earlier watch. */
struct mpit_live_site *mpit__sites_of_row(struct mpit_thread *thread, unsigned shard, unsigned row,
                                          int call)
{
    struct mpit_sites *table = shard < MPIT_SHARDS ? atomic_load(&tables[shard]) : NULL;

    if (!table || row == 0 || row > MPIT_SITES + 1 ||
        (row <= MPIT_SITES && table->of[row - 1].call != (uint32_t)call))
        return thread->site;
    return table == thread->sites ? &table->site[row - 1] : find_as(thread, table, row - 1);
}
