#include "record/phases.h"
#include "record/table_cells.h"

#include "ground/states.h"

/* What ranks were seen in most often, and how often of all looks. */
static void put_state(struct mpit_cells *cells, int column, const struct mpit_slice *phase)
{
#define STATE(name) #name,
    static const char *const names[] = {MPIT_STATES_EACH(STATE)};
#undef STATE
    struct mpit_line text = {0};
    uint64_t all = 0;
    int most = 0;

    for (int i = 0; i < MPIT_STATES; i++) {
        all += phase->seen[i];
        if (phase->seen[i] > phase->seen[most])
            most = i;
    }
    mpit__append(&text, all ? "%s " : "-", names[most]);
    if (all)
        mpit__append_share(&text, (double)phase->seen[most] / (double)all);
    mpit__put_text(cells, column, text.text);
}

/* Of means over the ranks in it: outside of MPI, by the longest of that, by the time. */
static void put_efficiencies(struct mpit_cells *cells, int column, const struct mpit_slice *phase)
{
    double outside = phase->nrank - phase->share.total, longest = 1 - phase->share.min;

    mpit__put_share(cells, column, outside, phase->nrank);
    mpit__put_share(cells, column + 1, outside, phase->nrank * longest);
    mpit__put_share(cells, column + 2, phase->nrank ? longest : NAN, 1);
}

static void phase_row(struct mpit_renderer *renderer, const struct mpit_slice *phase, int nth,
                      double end)
{
    struct mpit_cells cells = {0};

    mpit__put_count(&cells, 0, (uint64_t)nth);
    mpit__put_seconds(&cells, 1, phase->from);
    mpit__put_seconds(&cells, 2, phase->to);
    mpit__put_share(&cells, 3, phase->to - phase->from, end);
    put_efficiencies(&cells, 4, phase);
    mpit__put_count(&cells, 7, phase->amount[MPIT_AMOUNT_sends].count);
    mpit__put_count(&cells, 8, phase->amount[MPIT_AMOUNT_collectives].count);
    mpit__put_share(&cells, 9, phase->processors, 1);
    put_state(&cells, 10, phase);
    renderer->row(renderer, &cells);
}

/* What is handed on where sections have a record. */
struct shown {
    struct mpit_record record; /* first: the renderers know no more of us */
    const struct mpit_slice *phase;
    int n;
};

static void phase_rows(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    static const struct mpit_cells header = {{"phase", "from", "to", "of the job", "parallel",
                                              "balance", "communication", "sends", "collectives",
                                              "had processor", "seen most in"},
                                             {0}};
    const struct shown *shown = (const struct shown *)record;

    renderer->row(renderer, &header);
    for (int i = 0; i < shown->n; i++)
        phase_row(renderer, &shown->phase[i], i + 1, shown->phase[shown->n - 1].to);
}

static void show_phases(struct mpit_renderer *renderer, const struct mpit_slice phase[], int n)
{
    static const struct mpit_table table = {"rrRrrrrrrrl", phase_rows};
    const struct shown shown = {.phase = phase, .n = n};

    renderer->title(renderer, "phases, between which it changes what ranks do; of each, parallel "
                              "efficiency = load balance x communication");
    renderer->table(renderer, &table, &shown.record);
}

void mpit__section_phases(struct mpit_renderer *renderer, const struct mpit_record *record)
{
    struct mpit_slice phase[MPIT_PHASES_MOST];
    enum mpit_phases_known known;
    int n;

    if (record->nseries == 0)
        return;
    known = mpit__phases(record, phase, &n);
    if (known == MPIT_PHASES_TOO_FEW)
        renderer->title(renderer, "phases: not known from so few samples");
    else if (known == MPIT_PHASES_TOO_MANY)
        renderer->title(renderer, "phases: what ranks do changes more often than can be told");
    else if (n == 1)
        renderer->title(renderer, "phases: one, as ranks do about the same all the time");
    else
        show_phases(renderer, phase, n);
}
