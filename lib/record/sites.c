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
    site->waited = mpit__sum_of_known(site->waited, more->waited);
    if (*site->function || *site->file)
        return;
    memcpy(site->function, more->function, sizeof site->function);
    memcpy(site->inlined, more->inlined, sizeof site->inlined);
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

/* ---- in words */

static const char *behind_bracket(const char *name)
{
    int depth = 0;

    for (; *name; name++) {
        depth += (*name == '(' || *name == '<') - (*name == ')' || *name == '>');
        if (depth == 0)
            return name + 1;
    }
    return name;
}

/* "space::thing<3>::call(int)" becomes "space::thing<>::call".  The names of operators are made of
 * such characters. */
static void make_plain(char *name)
{
    static const char nameless[] = "(anonymous namespace)";
    const char *from = name;
    char *to = name;

    if (strstr(name, "operator"))
        return;
    while (*from) {
        bool is_template = *from == '<';

        if (is_template || (*from == '(' && strncmp(from, nameless, strlen(nameless)) != 0)) {
            from = behind_bracket(from);
            for (const char *left = "<>"; is_template && *left && to < from; left++)
                *to++ = *left;
        } else {
            size_t n = *from == '(' ? strlen(nameless) : 1;

            memmove(to, from, n);
            to += n;
            from += n;
        }
    }
    *to = '\0';
}

/* Puts what stands before the first place of a list of inlined functions into `text`; returns what
 * stands behind it, or NULL. */
static const char *take_inlined(const char *list, char *text, size_t size)
{
    const char *place = strstr(list, " [");
    const char *next = place ? strstr(place, "], ") : NULL;

    snprintf(text, size, "%.*s", place ? (int)(place - list) : (int)strlen(list), list);
    make_plain(text);
    return next ? next + strlen("], ") : NULL;
}

void mpit__site_function(const struct mpit_record_site *site, char *text, size_t size)
{
    const char *list = *site->inlined ? site->inlined : NULL;
    char name[sizeof site->function];
    size_t n = 0;

    while (list && n < size) {
        list = take_inlined(list, name, sizeof name);
        n += (size_t)snprintf(text + n, size - n, "%s < ", name);
    }
    snprintf(name, sizeof name, "%s", *site->function ? site->function : "-");
    make_plain(name);
    if (n < size)
        snprintf(text + n, size - n, "%s", name);
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
