#include "config.h"

#include "report/sites.h"

#include <stdlib.h>
#include <string.h>

#include "ground/clock.h"
#include "ground/memory.h"
#include "mpi/families.h"
#include "profile/sites.h"
#include "profile/thread.h"

/* What one process sends, as bytes: this, its modules, its places. */
struct head {
    uint32_t modules, sites;
};

static uint32_t count_modules(void)
{
    uint32_t n = 0;

    while (mpit__sites_module(n + 1))
        n++;
    return n;
}

static bool is_used(const struct mpit_live_site *site)
{
    return atomic_load_explicit(&site->key, memory_order_acquire) && atomic_load(&site->count);
}

static uint64_t to_ns(uint64_t ticks)
{
    return (uint64_t)(mpit__clock_seconds(ticks) * 1e9);
}

/* Of all threads; where there are none (NULL) they are only counted. */
static uint32_t take_sites(struct mpit_site *rows, uint32_t most)
{
    uint32_t n = 0;

    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++) {
        const struct mpit_sites *table = mpit__sites_table(shard);

        for (int i = 0; table && i <= MPIT_SITES && n < most; i++) {
            const struct mpit_live_site *site = &table->site[i];

            if (!is_used(site))
                continue;
            if (rows)
                rows[n] = (struct mpit_site){.count = atomic_load(&site->count),
                                             .bytes = atomic_load(&site->bytes),
                                             .ns = to_ns(atomic_load(&site->ticks)),
                                             .waited_ns = to_ns(atomic_load(&table->of[i].waited)),
                                             .offset = table->of[i].offset,
                                             .call = table->of[i].call,
                                             .module = table->of[i].module};
            n++;
        }
    }
    return n;
}

/* To be freed; NULL: there are none, or no memory. */
static char *pack(int *bytes)
{
    struct head head = {count_modules(), take_sites(NULL, UINT32_MAX)};
    size_t modules = head.modules * sizeof(struct mpit_live_module);
    char *packed =
        head.sites ? malloc(sizeof head + modules + head.sites * sizeof(struct mpit_site)) : NULL;
    struct mpit_live_module *module;

    *bytes = 0;
    if (!packed) {
        mpit__memory_miss(head.sites);
        return NULL;
    }
    module = (struct mpit_live_module *)(packed + sizeof head);
    for (uint32_t i = 0; i < head.modules; i++)
        module[i] = *mpit__sites_module(i + 1);
    head.sites = take_sites((struct mpit_site *)(packed + sizeof head + modules), head.sites);
    memcpy(packed, &head, sizeof head);
    *bytes = (int)(sizeof head + modules + head.sites * sizeof(struct mpit_site));
    return packed;
}

static struct mpit_record_site site_of(const struct mpit_site *row,
                                       const struct mpit_live_module *module, uint32_t modules)
{
    struct mpit_record_site site = {.offset = row->offset,
                                    .count = row->count,
                                    .bytes = row->bytes,
                                    .seconds = 1e-9 * (double)row->ns,
                                    .waited = 1e-9 * (double)row->waited_ns};

    strcpy(site.call, MPIT_SITES_OTHER);
    if (row->call < (uint32_t)MPIT_CALLS)
        snprintf(site.call, sizeof site.call, "%s", mpit__call_names[row->call]);
    if (row->module && row->module <= modules) {
        memcpy(site.module, module[row->module - 1].path, sizeof site.module);
        memcpy(site.build_id, module[row->module - 1].build_id, sizeof site.build_id);
    }
    return site;
}

static void unpack(void *context, int rank, const void *packed, int bytes)
{
    struct mpit_record *report = context;
    struct head head;
    const struct mpit_live_module *module;
    const struct mpit_site *row;
    struct mpit_record_site *site;

    (void)rank;
    if ((size_t)bytes < sizeof head)
        return;
    memcpy(&head, packed, sizeof head);
    module = (const struct mpit_live_module *)((const char *)packed + sizeof head);
    row = (const struct mpit_site *)(module + head.modules);
    site = malloc(sizeof *site * head.sites);
    for (uint32_t i = 0; site && i < head.sites; i++)
        site[i] = site_of(&row[i], module, head.modules);
    if (!site || !mpit__record_add_sites(report, site, (int)head.sites))
        mpit__memory_miss(head.sites);
    free(site);
}

void mpit__sites_fill(struct mpit_record *report)
{
    int bytes;
    char *packed = pack(&bytes);

    unpack(report, 0, packed, bytes);
    free(packed);
}

bool mpit__sites_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    int bytes;
    char *packed = pack(&bytes);
    bool ok = mpit__gather_rows(gather, packed, bytes, 1, unpack, report);

    if (ok)
        free(packed);
    return ok;
}
