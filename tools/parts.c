/* Parts of a report: found beside it, and put together as the ranks would have done it. */
#include "config.h"

#include "parts.h"

#include "read.h"
#include "tool.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- files */

/* Is `name` <report>.<rank>.part, or <report>.<rank>-<process>.part?  If so, says which rank. */
static bool is_part(const char *name, const char *report, long *rank)
{
    size_t length = strlen(report);
    char *end;

    if (strncmp(name, report, length) || name[length] != '.' || name[length + 1] < '0' ||
        name[length + 1] > '9')
        return false;
    *rank = strtol(name + length + 1, &end, 10);
    if (*end == '-') /* spawned: the process id */
        strtol(end + 1, &end, 10);
    return !strcmp(end, ".part");
}

static bool is_since(const char *path, const struct timespec *since)
{
    struct stat status;

    if (!since)
        return true;
    return stat(path, &status) == 0 &&
           (status.st_mtim.tv_sec > since->tv_sec ||
            (status.st_mtim.tv_sec == since->tv_sec && status.st_mtim.tv_nsec >= since->tv_nsec));
}

static void add(struct tool_parts *parts, long rank, char *path)
{
    struct tool_part *grown = realloc(parts->part, sizeof *grown * ((size_t)parts->n + 1));

    if (!grown) {
        free(path);
        return;
    }
    parts->part = grown;
    grown[parts->n++] = (struct tool_part){rank, path};
}

static int by_rank(const void *a, const void *b)
{
    const struct tool_part *x = a, *y = b;

    return x->rank == y->rank ? strcmp(x->path, y->path) : x->rank < y->rank ? -1 : 1;
}

struct tool_parts tool_parts_find(const char *report, const struct timespec *since)
{
    struct tool_parts parts = {0};
    const char *name = strrchr(report, '/') + 1;
    char *directory = tool_print("%.*s", (int)(name - report), report);
    DIR *entries = opendir(directory);
    const struct dirent *entry;
    long rank;

    while (entries && (entry = readdir(entries))) {
        char *path;

        if (!is_part(entry->d_name, name, &rank))
            continue;
        path = tool_print("%s%s", directory, entry->d_name);
        if (is_since(path, since))
            add(&parts, rank, path);
        else
            free(path);
    }
    if (entries)
        closedir(entries);
    free(directory);
    if (parts.n)
        qsort(parts.part, (size_t)parts.n, sizeof *parts.part, by_rank);
    return parts;
}

void tool_parts_free(struct tool_parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        free(parts->part[i].path);
    free(parts->part);
    *parts = (struct tool_parts){0};
}

void tool_parts_remove(const struct tool_parts *parts)
{
    for (int i = 0; i < parts->n; i++)
        unlink(parts->part[i].path);
}

/* ---- what is in them */

/* Room for n more at the end of a list. */
static void *grow(void *list, int n, int more, size_t size)
{
    void *grown = realloc(list, size * ((size_t)n + (size_t)more + 1));

    if (!grown) {
        tool_complain("no memory to put the parts of the report together");
        exit(TOOL_FAILED);
    }
    return grown;
}

#define APPEND(whole, part, list, n)                                                               \
    do {                                                                                           \
        (whole)->list = grow((whole)->list, (whole)->n, (part)->n, sizeof *(whole)->list);         \
        if ((part)->n)                                                                             \
            memcpy((whole)->list + (whole)->n, (part)->list,                                       \
                   sizeof *(whole)->list * (size_t)(part)->n);                                     \
        (whole)->n += (part)->n;                                                                   \
    } while (0)

/* The row of a name that stands at the beginning of each row; one that stands where it did in the
 * list before is found at once. */
static int find(const void *rows, size_t size, int n, int guess, const char *name)
{
    const char *row = rows;

    if (guess < n && !strcmp(row + size * (size_t)guess, name))
        return guess;
    for (int i = 0; i < n; i++)
        if (!strcmp(row + size * (size_t)i, name))
            return i;
    return -1;
}

/* Ranks that have not made the call count as 0: of those that have been before, when the first does
 * that has. */
static void add_zeroes(struct mpit_spread *spread, const struct mpit_record *whole, int ranks)
{
    for (int i = 0; i < ranks; i++)
        mpit__spread_add(spread, 0, whole->rank[i].rank);
}

static void add_calls(struct mpit_record *whole, const struct mpit_record *part)
{
    int before = whole->nrank, known = whole->ncall, rank = part->rank[0].rank;
    char *made = calloc((size_t)whole->ncall + (size_t)part->ncall + 1, 1);

    whole->call = grow(whole->call, whole->ncall, part->ncall, sizeof *whole->call);
    for (int i = 0; i < part->ncall; i++) {
        const struct mpit_record_call *its = &part->call[i];
        int at = find(whole->call, sizeof *whole->call, whole->ncall, i, its->name);
        struct mpit_record_call *call = &whole->call[at < 0 ? whole->ncall++ : at];

        if (at < 0) {
            *call = (struct mpit_record_call){.time = MPIT_SPREAD_NONE};
            memcpy(call->name, its->name, sizeof call->name);
            add_zeroes(&call->time, whole, before);
        } else if (made) {
            made[at] = 1;
        }
        call->count += its->count;
        call->bytes += its->bytes;
        call->messages += its->messages;
        mpit__spread_add(&call->time, its->time.total, rank);
    }
    for (int i = 0; made && i < known; i++)
        if (!made[i])
            mpit__spread_add(&whole->call[i].time, 0, rank);
    free(made);
}

static void add_region(struct mpit_record_region *region, const struct mpit_record_region *its,
                       int rank)
{
    mpit__spread_add(&region->wall, its ? its->wall.total : 0, rank);
    mpit__spread_add(&region->mpi, its ? its->mpi.total : 0, rank);
    if (!its)
        return;
    region->entries += its->entries;
    region->open += its->open;
    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        region->amount[i].count += its->amount[i].count;
        region->amount[i].bytes += its->amount[i].bytes;
    }
}

static void add_regions(struct mpit_record *whole, const struct mpit_record *part)
{
    int before = whole->nrank, known = whole->nregion, rank = part->rank[0].rank;

    whole->region = grow(whole->region, whole->nregion, part->nregion, sizeof *whole->region);
    for (int i = 0; i < part->nregion; i++) {
        const struct mpit_record_region *its = &part->region[i];
        struct mpit_record_region *region = &whole->region[whole->nregion];

        if (find(whole->region, sizeof *region, known, i, its->label) >= 0)
            continue;
        whole->nregion++;
        *region = (struct mpit_record_region){.wall = MPIT_SPREAD_NONE, .mpi = MPIT_SPREAD_NONE};
        memcpy(region->label, its->label, sizeof region->label);
        add_zeroes(&region->wall, whole, before);
        add_zeroes(&region->mpi, whole, before);
    }
    for (int i = 0; i < whole->nregion; i++) {
        int at = find(part->region, sizeof *part->region, part->nregion, i, whole->region[i].label);

        add_region(&whole->region[i], at < 0 ? NULL : &part->region[at], rank);
    }
}

/* Of more different programs the first ones are named, as in the library. */
enum { PROGRAMS = 16 };

static void add_program(struct mpit_record *whole, const struct mpit_record *part)
{
    struct mpit_record_program *program;
    int at = find(whole->program, sizeof *program, whole->nprogram, 0, part->command);

    if (at >= 0)
        whole->program[at].nranks++;
    if (at >= 0 || whole->nprogram == PROGRAMS)
        return;
    whole->program = grow(whole->program, whole->nprogram, 1, sizeof *program);
    program = &whole->program[whole->nprogram++];
    *program = (struct mpit_record_program){.first = part->rank[0].rank, .nranks = 1};
    memcpy(program->command, part->command, sizeof program->command);
}

static void begin(struct mpit_record *whole, const struct mpit_record *first)
{
    *whole = (struct mpit_record){.complete = true, .nranks = first->nranks};
    memcpy(whole->mpit, first->mpit, sizeof whole->mpit);
    memcpy(whole->vendor, first->vendor, sizeof whole->vendor);
    memcpy(whole->command, first->command, sizeof whole->command);
    memcpy(whole->start, first->start, sizeof whole->start);
    APPEND(whole, first, setting, nsetting);
}

/* The samples of a series stay one list: the part gives them up. */
static void add_part(struct mpit_record *whole, struct mpit_record *part)
{
    add_calls(whole, part);
    add_regions(whole, part);
    add_program(whole, part);
    APPEND(whole, part, rank, nrank);
    APPEND(whole, part, pair, npair);
    APPEND(whole, part, series, nseries);
    part->nseries = 0;
    whole->stray_ends += part->stray_ends;
    whole->lost_records += part->lost_records;
    if (!part->complete && whole->complete) {
        whole->complete = false;
        memcpy(whole->reason, part->reason, sizeof whole->reason);
    }
}

static void finish(struct mpit_record *whole)
{
    if (whole->nrank < whole->nranks)
        whole->complete = false;
    if (whole->nprogram == 1) {
        free(whole->program);
        whole->program = NULL;
        whole->nprogram = 0;
    }
    mpit__record_sort(whole);
}

/* Of one process each, and of the same job as far as it can be told. */
static bool fit(const struct mpit_record *part, int n)
{
    bool closed = false;

    for (int i = 0; i < n; i++) {
        if (part[i].nrank != 1 || part[i].nranks != part[0].nranks ||
            strcmp(part[i].mpit, part[0].mpit) != 0 || strcmp(part[i].vendor, part[0].vendor) != 0)
            return false;
        if (i > 0 && part[i].rank[0].rank <= part[i - 1].rank[0].rank)
            return false;
        closed = closed || part[i].complete;
    }
    return closed;
}

bool tool_parts_join(const struct tool_parts *parts, struct mpit_record *whole)
{
    struct mpit_record *part = grow(NULL, 0, parts->n, sizeof *part);
    char reason[512];
    int n = 0;
    bool joined;

    while (n < parts->n && tool_record_read(parts->part[n].path, &part[n], reason))
        n++;
    joined = n > 0 && n == parts->n && fit(part, n);
    if (joined) {
        begin(whole, &part[0]);
        for (int i = 0; i < n; i++)
            add_part(whole, &part[i]);
        finish(whole);
    }
    for (int i = 0; i < n; i++)
        mpit__record_free(&part[i]);
    free(part);
    return joined;
}
