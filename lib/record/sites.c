#include "record/sites.h"

#include "record/unite.h"

#include <stdlib.h>
#include <string.h>

/* Where they are, and of what is there what is called. */
static int by_place(const void *a, const void *b)
{
    const struct mpit_record_site *x = a, *y = b;
    int order = strcmp(x->module, y->module);

    if (!order)
        order = strcmp(x->build_id, y->build_id);
    if (!order)
        order = (x->offset > y->offset) - (x->offset < y->offset);
    return order ? order : strcmp(x->call, y->call);
}

static int by_seconds(const void *a, const void *b)
{
    const struct mpit_record_site *x = a, *y = b;

    if (x->seconds != y->seconds)
        return x->seconds < y->seconds ? 1 : -1;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return by_place(a, b);
}

static void add(void *row, const void *other)
{
    struct mpit_record_site *site = row;
    const struct mpit_record_site *more = other;

    site->count += more->count;
    site->bytes += more->bytes;
    site->seconds += more->seconds;
    if (*site->function || *site->file)
        return;
    memcpy(site->function, more->function, sizeof site->function);
    memcpy(site->file, more->file, sizeof site->file);
    site->line = more->line;
}

static const struct mpit_united sites = {sizeof(struct mpit_record_site), by_place, add};

bool mpit__record_add_sites(struct mpit_record *record, const struct mpit_record_site *more, int n)
{
    return mpit__unite_more((void **)&record->site, &record->nsite, &sites, more, n);
}

void mpit__sites_sort(struct mpit_record *record)
{
    record->nsite = mpit__unite(record->site, record->nsite, &sites);
    if (record->nsite)
        qsort(record->site, (size_t)record->nsite, sizeof *record->site, by_seconds);
}

void mpit__site_print(const struct mpit_record_site *site, char *text, size_t size)
{
    const char *slash = strrchr(site->module, '/');

    if (*site->file && site->line > 0)
        snprintf(text, size, "%s:%d", site->file, site->line);
    else if (*site->module)
        snprintf(text, size, "%s+0x%" PRIx64, slash ? slash + 1 : site->module, site->offset);
    else if (site->offset)
        snprintf(text, size, "0x%" PRIx64, site->offset);
    else
        snprintf(text, size, "-");
}
