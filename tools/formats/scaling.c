#include "config.h"

#include "tools/formats/scaling.h"

#include "record/table_cells.h"
#include "tools/ground/json_write.h"
#include "tools/ground/tool.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- what the time is lost to */

/* Communication is the product of serialisation and transfer, and stands for them where these are
 * not known. */
static const struct factor {
    const char *key, *words;
    size_t at; /* in struct tool_scale */
    bool is_product;
} factors[] = {
#define OF_EFFICIENCY(name) offsetof(struct tool_scale, its.name)
    {"parallel", "parallel", OF_EFFICIENCY(parallel), true},
    {"load_balance", "load balance", OF_EFFICIENCY(load_balance), false},
    {"communication", "communication", OF_EFFICIENCY(communication), true},
    {"serialisation", "serialisation", OF_EFFICIENCY(serialisation), false},
    {"transfer", "transfer", OF_EFFICIENCY(transfer), false},
    {"computation", "computation scaling", offsetof(struct tool_scale, computation), false},
#undef OF_EFFICIENCY
};
enum { FACTORS = sizeof factors / sizeof *factors };

static double *value_of(struct tool_scale *scale, const struct factor *factor)
{
    return (double *)((char *)scale + factor->at);
}

static double share_of(const struct tool_scale *scale, const struct factor *factor)
{
    return *(const double *)((const char *)scale + factor->at);
}

/* ---- a row */

/* Of a job that lacks ranks, or of which it is not known what one did outside of MPI, none. */
static void add_job(struct tool_scale *scale, const struct mpit_record *record)
{
    const struct mpit_record_efficiency *its = &record->efficiency;
    struct mpit_times times;
    bool whole = record->complete && mpit__record_known(record) == record->nranks;

    mpit__times(record, &times);
    scale->time += whole ? times.recorded.max : NAN;
    scale->useful += whole && !times.vague ? times.outside.total : NAN;
    scale->its.parallel += its->parallel;
    scale->its.load_balance += its->load_balance;
    scale->its.communication += its->communication;
    scale->its.serialisation += its->serialisation;
    scale->its.transfer += its->transfer;
}

static void take_means(struct tool_scale *scale)
{
    scale->time /= scale->jobs;
    scale->useful /= scale->jobs;
    for (int i = 0; i < FACTORS; i++)
        *value_of(scale, &factors[i]) /= scale->jobs;
}

static bool is_of(const struct tool_scale *scale, const char *name,
                  const struct mpit_record *record)
{
    return scale->ranks == record->nranks &&
           (scale->name == name || (scale->name && name && !strcmp(scale->name, name)));
}

void tool_scaling_add(struct tool_scaling *scaling, const char *name,
                      const struct mpit_record *record)
{
    int at = 0;

    while (at < scaling->n && !is_of(&scaling->scale[at], name, record))
        at++;
    if (at == scaling->n) {
        scaling->scale = tool_grow(scaling->scale, (size_t)at, 1, sizeof *scaling->scale);
        scaling->scale[at].name = name;
        scaling->scale[at].ranks = record->nranks;
        scaling->scale[at].record = record;
        scaling->n++;
    }
    scaling->scale[at].jobs++;
    add_job(&scaling->scale[at], record);
}

static int compare_ranks(const void *a, const void *b)
{
    const struct tool_scale *left = a, *right = b;

    if (left->name || right->name)
        return 0;
    return (left->ranks > right->ranks) - (left->ranks < right->ranks);
}

/* ---- against the first */

/* The useful time of all ranks stays what it is where the problem does, and grows as they do where
 * that of each rank does: which of them it is nearer to. */
static enum tool_scaling_kind find_kind(const struct tool_scaling *scaling)
{
    const struct tool_scale *first = &scaling->scale[0], *last = &scaling->scale[scaling->n - 1];
    double grown = last->useful / first->useful, ranks = (double)last->ranks / first->ranks;

    if (ranks == 1 || !(grown > 0) || !isfinite(grown))
        return TOOL_SCALING_STRONG;
    return log(grown) / log(ranks) > 0.5 ? TOOL_SCALING_WEAK : TOOL_SCALING_STRONG;
}

static void compare_with(const struct tool_scale *first, enum tool_scaling_kind kind,
                         struct tool_scale *its)
{
    double work = 1;

    its->ideal = (double)its->ranks / first->ranks;
    if (kind == TOOL_SCALING_WEAK)
        work = its->ideal;
    its->speed_up = work * first->time / its->time;
    its->computation = work * first->useful / its->useful;
}

void tool_scaling_make(struct tool_scaling *scaling)
{
    for (int i = 0; i < scaling->n; i++)
        take_means(&scaling->scale[i]);
    qsort(scaling->scale, (size_t)scaling->n, sizeof *scaling->scale, compare_ranks);
    scaling->found = scaling->kind == TOOL_SCALING_FOUND;
    if (scaling->found)
        scaling->kind = find_kind(scaling);
    for (int i = 0; i < scaling->n; i++)
        compare_with(&scaling->scale[0], scaling->kind, &scaling->scale[i]);
}

/* ---- in words */

static void say_kind(struct mpit_line *line, const struct tool_scaling *scaling)
{
    bool weak = scaling->kind == TOOL_SCALING_WEAK;
    const struct tool_scale *first = &scaling->scale[0], *last = &scaling->scale[scaling->n - 1];
    double grown = last->useful / first->useful;

    mpit__append(line, weak ? "weak: of a problem that grows with the ranks"
                            : "strong: of one problem on more ranks");
    if (!scaling->found)
        return;
    if (isfinite(grown))
        mpit__append(line,
                     ", as all ranks together were outside of MPI %.2f times as long with %d "
                     "of them as with %d",
                     grown, last->ranks, first->ranks);
    else
        mpit__append(line, ", supposed, as it is not known what ranks did outside of MPI");
}

/* That of which the least is left of what it was with the first; NULL where none is known. */
static const struct factor *most_lost(const struct tool_scale *first, const struct tool_scale *last)
{
    bool has_both = isfinite(last->its.serialisation) && isfinite(first->its.serialisation);
    const struct factor *most = NULL;
    double least = INFINITY;

    for (int i = 0; i < FACTORS; i++) {
        const struct factor *factor = &factors[i];
        double left = share_of(last, factor) / share_of(first, factor);
        bool stands_for = !strcmp(factor->key, "communication") && !has_both;

        if (isfinite(left) && (!factor->is_product || stands_for) && left < least) {
            least = left;
            most = factor;
        }
    }
    return least < 1 ? most : NULL;
}

/* What is there of what there could be. */
static double share_of_ideal(const struct tool_scale *scale)
{
    return scale->speed_up / scale->ideal;
}

static bool lack_processors(const struct tool_scale *scale)
{
    for (int i = 0; i < scale->record->nverdict; i++)
        if (!strcmp(scale->record->verdict[i].id, "no_processor"))
            return true;
    return false;
}

static void append_ranks(struct mpit_line *line, int ranks)
{
    mpit__append(line, "%d rank%s", ranks, ranks == 1 ? "" : "s");
}

static void say_lost(struct mpit_line *line, const struct tool_scale *first,
                     const struct tool_scale *last)
{
    const struct factor *most = most_lost(first, last);

    if (lack_processors(first) || lack_processors(last)) {
        mpit__append(line, "ranks had no processor when they wanted one: what is lost, and to "
                           "what, may follow from that");
        return;
    }
    if (!most)
        return;
    mpit__append(line, "most to %s: ", most->words);
    mpit__append_share(line, share_of(first, most));
    mpit__append(line, " with ");
    append_ranks(line, first->ranks);
    mpit__append(line, ", ");
    mpit__append_share(line, share_of(last, most));
    mpit__append(line, " with %d", last->ranks);
}

void tool_scaling_lines(struct mpit_renderer *renderer, const struct tool_scaling *scaling)
{
    const struct tool_scale *first = &scaling->scale[0], *last = &scaling->scale[scaling->n - 1];
    struct mpit_line kind = {0}, speed_up = {0}, lost = {0};

    if (first->ranks == last->ranks)
        return;
    say_kind(&kind, scaling);
    renderer->line(renderer, "scaling", kind.text);
    if (isfinite(last->speed_up)) {
        mpit__append(&speed_up, "%.2f with ", last->speed_up);
        append_ranks(&speed_up, last->ranks);
        mpit__append(&speed_up, " instead of %d, of %.2f that there could be: ", first->ranks,
                     last->ideal);
        mpit__append_share(&speed_up, share_of_ideal(last));
        renderer->line(renderer, "speed-up", speed_up.text);
    }
    say_lost(&lost, first, last);
    if (lost.text[0])
        renderer->line(renderer, "lost", lost.text);
}

/* ---- the table */

/* What is handed on where sections have a record. */
struct shown {
    struct mpit_record record; /* first: the renderers know no more of us */
    const struct tool_scaling *scaling;
};

static void put_name(struct mpit_cells *cells, const struct tool_scale *scale)
{
    struct mpit_line name = {0};

    mpit__append(&name, "%s%s", scale->name ? scale->name : "", scale->name ? ", " : "");
    append_ranks(&name, scale->ranks);
    mpit__put_text(cells, 0, name.text);
    mpit__put_count(cells, 1, (uint64_t)scale->jobs);
}

static void put_speed_up(struct mpit_cells *cells, const struct tool_scale *scale)
{
    struct mpit_line text = {0};

    mpit__append(&text, isfinite(scale->speed_up) ? "%.2f" : "-", scale->speed_up);
    mpit__put_text(cells, 3, text.text);
    mpit__put_share(cells, 4, share_of_ideal(scale), 1);
}

static void rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    const struct tool_scaling *scaling = ((const struct shown *)record)->scaling;
    static const struct mpit_cells header = {{"", "jobs", "time", "speed-up", "of ideal",
                                              "parallel", "load balance", "communication",
                                              "serialisation", "transfer", "computation"},
                                             {0}};

    renderer->row(renderer, &header);
    for (int i = 0; i < scaling->n; i++) {
        struct mpit_cells cells = {0};

        put_name(&cells, &scaling->scale[i]);
        mpit__put_seconds(&cells, 2, scaling->scale[i].time);
        put_speed_up(&cells, &scaling->scale[i]);
        for (int k = 0; k < FACTORS; k++) {
            double share = share_of(&scaling->scale[i], &factors[k]);

            mpit__put_share(&cells, 5 + k, share, 1);
            cells.bar[5 + k] = share;
        }
        renderer->row(renderer, &cells);
    }
}

void tool_scaling_table(struct mpit_renderer *renderer, const struct tool_scaling *scaling)
{
    static const struct mpit_table table = {"lrrrRrrrrrr", rows};
    const struct shown shown = {.scaling = scaling};

    renderer->title(renderer, "parallel efficiency = load balance x communication, and that = "
                              "serialisation x transfer");
    renderer->table(renderer, &table, &shown.record);
}

/* ---- for programs */

static json_t *object_of(const struct tool_scale *scale)
{
    json_t *object =
        json_pack("{s:i, s:i, s:o, s:o, s:o, s:f}", "ranks", scale->ranks, "jobs", scale->jobs,
                  "time", tool_json_number(scale->time), "useful", tool_json_number(scale->useful),
                  "speed_up", tool_json_number(scale->speed_up), "ideal", scale->ideal);

    for (int i = 0; i < FACTORS; i++)
        json_object_set_new(object, factors[i].key, tool_json_number(share_of(scale, &factors[i])));
    return object;
}

json_t *tool_scaling_json(const struct tool_scaling *scaling)
{
    json_t *list = json_array();

    for (int i = 0; i < scaling->n; i++)
        json_array_append_new(list, object_of(&scaling->scale[i]));
    return json_pack("{s:s, s:b, s:o}", "kind",
                     scaling->kind == TOOL_SCALING_WEAK ? "weak" : "strong", "found",
                     (int)scaling->found, "of", list);
}
