/* Of a job of several nodes: each with what its ranks did on the average, for how long others have
 * waited for them, and what they sent to other nodes. */
#include "record/table_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HOSTS_SHOWN = 10 };

struct host {
    const char *name;
    int first, nranks; /* its lowest rank */
    double wall, mpi, outside;
    double waited_for, waits; /* by ranks of all nodes; for them */
    uint64_t messages, bytes; /* to other nodes */
};

/* `of`: by rank in MPI_COMM_WORLD its host + 1; 0: not known. */
struct hosts {
    struct host *host;
    int n;
    int *of;
};

static int by_name(const void *a, const void *b)
{
    const struct mpit_record_rank *x = *(const struct mpit_record_rank *const *)a,
                                  *y = *(const struct mpit_record_rank *const *)b;
    int order = strcmp(x->host, y->host);

    return order ? order : (x->rank > y->rank) - (x->rank < y->rank);
}

static bool has_place(const struct mpit_record *record, const struct mpit_record_rank *rank)
{
    return *rank->host && !mpit__rank_is(rank, MPIT_RANK_MISSING) && rank->rank >= 0 &&
           rank->rank < record->nranks;
}

static void add_rank(struct hosts *hosts, const struct mpit_record_rank *rank)
{
    struct host *last = hosts->n ? &hosts->host[hosts->n - 1] : NULL;

    if (!last || strcmp(last->name, rank->host) != 0) {
        last = &hosts->host[hosts->n++];
        *last = (struct host){.name = rank->host, .first = rank->rank};
    }
    last->nranks++;
    last->wall += rank->wall;
    last->mpi += rank->mpi;
    last->outside += mpit__rank_outside(rank);
    hosts->of[rank->rank] = hosts->n;
}

static struct host *host_of(const struct mpit_record *record, const struct hosts *hosts, int rank)
{
    return rank >= 0 && rank < record->nranks && hosts->of[rank] ? &hosts->host[hosts->of[rank] - 1]
                                                                 : NULL;
}

static void add_waits(const struct mpit_record *record, struct hosts *hosts)
{
    for (int i = 0; i < record->nwait; i++) {
        const struct mpit_record_wait *wait = &record->wait[i];
        struct host *who = host_of(record, hosts, wait->rank),
                    *whom = host_of(record, hosts, wait->for_rank);

        if (!strcmp(wait->kind, "late_receiver") || !(wait->seconds > 0))
            continue;
        if (who)
            who->waits += wait->seconds;
        if (whom)
            whom->waited_for += wait->seconds;
    }
}

static void add_pairs(const struct mpit_record *record, struct hosts *hosts)
{
    for (int i = 0; i < record->npair; i++) {
        const struct mpit_record_pair *pair = &record->pair[i];
        struct host *from = host_of(record, hosts, pair->sender);

        if (!from || from == host_of(record, hosts, pair->receiver))
            continue;
        from->messages += pair->messages;
        from->bytes += pair->bytes;
    }
}

/* Those that are waited for longest first; else in the order of their ranks. */
static int by_waits(const void *a, const void *b)
{
    const struct host *x = a, *y = b;
    int order = (y->waited_for > x->waited_for) - (y->waited_for < x->waited_for);

    return order ? order : (x->first > y->first) - (x->first < y->first);
}

/* None without memory. */
static struct hosts hosts_of(const struct mpit_record *record)
{
    struct hosts hosts = {.host = calloc((size_t)record->nrank + 1, sizeof *hosts.host),
                          .of = calloc((size_t)record->nranks + 1, sizeof *hosts.of)};
    const struct mpit_record_rank **rank = malloc(((size_t)record->nrank + 1) * sizeof *rank);
    int n = 0;

    if (!hosts.host || !hosts.of || !rank) {
        free(rank);
        return hosts;
    }
    for (int i = 0; i < record->nrank; i++)
        if (has_place(record, &record->rank[i]))
            rank[n++] = &record->rank[i];
    qsort(rank, (size_t)n, sizeof *rank, by_name);
    for (int i = 0; i < n; i++)
        add_rank(&hosts, rank[i]);
    free(rank);
    add_waits(record, &hosts);
    add_pairs(record, &hosts);
    qsort(hosts.host, (size_t)hosts.n, sizeof *hosts.host, by_waits);
    return hosts;
}

static void free_hosts(struct hosts *hosts)
{
    free(hosts->host);
    free(hosts->of);
}

static void host_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"node", "from rank", "ranks", "outside of MPI",
                                              "in MPI", "waited for", "waits", "to other nodes",
                                              "volume"},
                                             {0}};
    struct hosts hosts = hosts_of(record);

    renderer->row(renderer, &header);
    for (int i = 0; i < mpit__shown(renderer, hosts.n, HOSTS_SHOWN); i++) {
        const struct host *host = &hosts.host[i];
        struct mpit_cells cells = {0};

        mpit__put_text(&cells, 0, host->name);
        mpit__put_rank(&cells, 1, host->first);
        mpit__put_count(&cells, 2, (uint64_t)host->nranks);
        mpit__put_seconds(&cells, 3, host->outside / host->nranks);
        mpit__put_seconds(&cells, 4, host->mpi / host->nranks);
        mpit__put_seconds(&cells, 5, host->waited_for);
        cells.bar[5] = host->waited_for;
        mpit__put_seconds(&cells, 6, host->waits);
        cells.bar[6] = host->waits;
        mpit__put_count(&cells, 7, host->messages);
        mpit__put_volume(&cells, 8, host->bytes);
        renderer->row(renderer, &cells);
    }
    free_hosts(&hosts);
}

static void note_left_out(struct mpit_renderer *renderer, const struct hosts *hosts)
{
    const int shown = mpit__shown(renderer, hosts->n, HOSTS_SHOWN), more = hosts->n - shown;
    struct mpit_line line = {0};
    double waited_for = 0;

    if (more == 0)
        return;
    for (int i = shown; i < hosts->n; i++)
        waited_for += hosts->host[i].waited_for;
    mpit__append(&line, "and %d more: waited for ", more);
    mpit__append_seconds_inline(&line, waited_for);
    renderer->note(renderer, line.text);
}

void mpit__section_hosts(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_table table = {"lrrrrrrrR", host_rows};
    struct hosts hosts = hosts_of(record);

    if (hosts.n > 1) {
        renderer->title(renderer,
                        "nodes, most waited for first: means of their ranks, sums of waits");
        renderer->table(renderer, &table, record);
        note_left_out(renderer, &hosts);
    }
    free_hosts(&hosts);
}
