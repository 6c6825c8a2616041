#include "config.h"

#include "live/meetings.h"

#include <stdlib.h>
#include <string.h>

#include "ground/hash.h"

bool mpit__meeting_is_kept(uint64_t comm, uint64_t nth, unsigned level)
{
    uint64_t name = mpit__hash_key(comm ^ nth * MPIT_GOLDEN_RATIO, 64);

    return level == 0 || mpit__hash_key(name ^ name >> 32, level < 64 ? level : 63) == 0;
}

/* ---- order */

static int compare_names(uint64_t comm, uint64_t nth, uint64_t other_comm, uint64_t other_nth)
{
    if (comm != other_comm)
        return comm < other_comm ? -1 : 1;
    return (nth > other_nth) - (nth < other_nth);
}

static int compare(const struct mpit_meeting *a, const struct mpit_meeting *b)
{
    return compare_names(a->comm, a->nth, b->comm, b->nth);
}

static int compare_mine(const void *a, const void *b)
{
    const struct mpit_mine *one = a, *other = b;

    return compare_names(one->arrived.comm, one->arrived.nth, other->arrived.comm,
                         other->arrived.nth);
}

const struct mpit_meeting *mpit__meetings_find(const struct mpit_meetings *meetings, uint64_t comm,
                                               uint64_t nth)
{
    size_t low = 0, high = meetings->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct mpit_meeting *row = &meetings->row[middle];
        int order = compare_names(row->comm, row->nth, comm, nth);

        if (order == 0)
            return row;
        *(order < 0 ? &low : &high) = order < 0 ? middle + 1 : middle;
    }
    return NULL;
}

/* ---- of one rank */

static struct mpit_meeting meeting_of(const struct mpit_mine *mine, int rank)
{
    const struct mpit_arrived *its = &mine->arrived;
    struct mpit_meeting meeting = {.comm = its->comm,
                                   .nth = its->nth,
                                   .size = its->size,
                                   .came = 1,
                                   .operation = (uint16_t)its->operation,
                                   .level = mine->level,
                                   .holds = mine->holds,
                                   .first_exit = its->exit ? its->exit : UINT64_MAX};

    for (int i = 0; i < MPIT_MEETING_LAST; i++)
        meeting.last[i] = -1;
    meeting.last[0] = rank;
    meeting.entry[0] = its->entry;
    return meeting;
}

bool mpit__meetings_of_rank(struct mpit_mine *mine, size_t n, int rank,
                            struct mpit_meetings *meetings)
{
    *meetings = (struct mpit_meetings){0};
    if (!n)
        return true;
    meetings->row = malloc(n * sizeof *meetings->row);
    if (!meetings->row)
        return false;
    qsort(mine, n, sizeof *mine, compare_mine);
    for (size_t i = 0; i < n; i++)
        if (mine[i].arrived.size >= 2 && (i == 0 || compare_mine(&mine[i - 1], &mine[i]) != 0))
            meetings->row[meetings->n++] = meeting_of(&mine[i], rank);
    return true;
}

void mpit__meetings_free(struct mpit_meetings *meetings)
{
    free(meetings->row);
    *meetings = (struct mpit_meetings){0};
}

/* ---- clocks */

static size_t bound_by(const struct mpit_meeting *ours, const struct mpit_meeting *theirs,
                       struct mpit_clock_bound *bound)
{
    size_t n = 0;

    if (!ours->holds || !theirs->holds || ours->operation != theirs->operation)
        return 0;
    if (ours->first_exit != UINT64_MAX)
        bound[n++] = (struct mpit_clock_bound){theirs->entry[0], ours->first_exit, true};
    if (theirs->first_exit != UINT64_MAX)
        bound[n++] = (struct mpit_clock_bound){theirs->first_exit, ours->entry[0], false};
    return n;
}

size_t mpit__meetings_bound(const struct mpit_meetings *ours, const struct mpit_meetings *theirs,
                            struct mpit_clock_bound *bound)
{
    size_t n = 0;

    for (size_t i = 0, k = 0; i < ours->n && k < theirs->n;) {
        int order = compare(&ours->row[i], &theirs->row[k]);

        if (order == 0)
            n += bound_by(&ours->row[i], &theirs->row[k], bound + n);
        i += order <= 0;
        k += order >= 0;
    }
    return n;
}

static void turn(struct mpit_meetings *meetings, const struct mpit_clock_line *line,
                 uint64_t (*time)(const struct mpit_clock_line *line, uint64_t moment))
{
    for (size_t i = 0; i < meetings->n; i++) {
        struct mpit_meeting *row = &meetings->row[i];

        for (int k = 0; k < MPIT_MEETING_LAST; k++)
            row->entry[k] = time(line, row->entry[k]);
        if (row->first_exit != UINT64_MAX)
            row->first_exit = time(line, row->first_exit);
    }
}

uint64_t mpit__meetings_first(const struct mpit_meetings *meetings)
{
    uint64_t first = meetings->row[0].entry[0];

    for (size_t i = 1; i < meetings->n; i++)
        if ((int64_t)(meetings->row[i].entry[0] - first) < 0)
            first = meetings->row[i].entry[0];
    return first;
}

void mpit__meetings_turn(struct mpit_meetings *meetings, const struct mpit_clock_line *line)
{
    turn(meetings, line, mpit__clock_ours);
}

void mpit__meetings_turn_back(struct mpit_meetings *meetings, const struct mpit_clock_line *line)
{
    turn(meetings, line, mpit__clock_theirs);
}

/* ---- two blocks */

/* Those that came last of both. */
static void merge_last(struct mpit_meeting *ours, const struct mpit_meeting *theirs)
{
    struct mpit_meeting both = *ours;
    int i = 0, k = 0;

    for (int n = 0; n < MPIT_MEETING_LAST; n++) {
        bool take = theirs->last[k] >= 0 &&
                    (ours->last[i] < 0 || (int64_t)(theirs->entry[k] - ours->entry[i]) > 0);

        both.last[n] = take ? theirs->last[k] : ours->last[i];
        both.entry[n] = take ? theirs->entry[k] : ours->entry[i];
        *(take ? &k : &i) += 1;
    }
    *ours = both;
}

/* Where they do not call the same operation they are not at the same collective: they do not count
 * alike, and nothing can be said. */
static struct mpit_meeting merge(const struct mpit_meeting *ours, const struct mpit_meeting *theirs)
{
    struct mpit_meeting both = *ours;

    merge_last(&both, theirs);
    both.came += theirs->came;
    if (ours->size != theirs->size || ours->operation != theirs->operation)
        both.size = UINT32_MAX;
    both.level = theirs->level > ours->level ? theirs->level : ours->level;
    both.holds = ours->holds && theirs->holds;
    if (theirs->first_exit != UINT64_MAX &&
        (both.first_exit == UINT64_MAX || (int64_t)(theirs->first_exit - both.first_exit) < 0))
        both.first_exit = theirs->first_exit;
    return both;
}

bool mpit__meetings_put(struct mpit_meetings *ours, struct mpit_meetings *theirs, unsigned nth)
{
    const uint64_t bit = UINT64_C(1) << (nth & 63);
    struct mpit_meetings all = {0};
    size_t i = 0, k = 0;

    if (!theirs->n)
        return true;
    all.row = malloc((ours->n + theirs->n) * sizeof *all.row);
    if (!all.row)
        return false;
    while (i < ours->n || k < theirs->n) {
        struct mpit_meeting *row = &all.row[all.n++];
        int order = i == ours->n     ? 1
                    : k == theirs->n ? -1
                                     : compare(&ours->row[i], &theirs->row[k]);

        if (order < 0) {
            *row = ours->row[i++];
            continue;
        }
        *row = theirs->row[k];
        row->blocks = 0;
        if (order == 0)
            *row = merge(&ours->row[i++], &theirs->row[k]);
        row->blocks |= bit;
        k++;
    }
    mpit__meetings_free(ours);
    mpit__meetings_free(theirs);
    *ours = all;
    return true;
}

/* ---- what is handed on, and back */

static bool copy(const struct mpit_meetings *ours, struct mpit_meetings *some,
                 bool (*is_one)(const struct mpit_meeting *row, uint64_t bit), uint64_t bit)
{
    *some = (struct mpit_meetings){0};
    if (!ours->n)
        return true;
    some->row = malloc(ours->n * sizeof *some->row);
    for (size_t i = 0; some->row && i < ours->n; i++)
        if (is_one(&ours->row[i], bit))
            some->row[some->n++] = ours->row[i];
    return some->row != NULL;
}

static bool is_open(const struct mpit_meeting *row, uint64_t bit)
{
    (void)bit;
    return row->came < row->size && row->size != UINT32_MAX;
}

static bool is_of_block(const struct mpit_meeting *row, uint64_t bit)
{
    return (row->blocks & bit) != 0;
}

bool mpit__meetings_open(const struct mpit_meetings *ours, struct mpit_meetings *open)
{
    return copy(ours, open, is_open, 0);
}

bool mpit__meetings_of_block(const struct mpit_meetings *ours, unsigned nth,
                             struct mpit_meetings *its)
{
    return copy(ours, its, is_of_block, UINT64_C(1) << (nth & 63));
}

void mpit__meetings_learn(struct mpit_meetings *ours, const struct mpit_meetings *theirs)
{
    for (size_t i = 0, k = 0; i < ours->n && k < theirs->n;) {
        struct mpit_meeting *row = &ours->row[i];
        int order = compare(row, &theirs->row[k]);

        if (order == 0) {
            uint64_t blocks = row->blocks;

            *row = theirs->row[k];
            row->blocks = blocks;
        }
        i += order <= 0;
        k += order >= 0;
    }
}

/* ---- whom one has waited for */

uint64_t mpit__meeting_waited(const struct mpit_meeting *meeting, const struct mpit_arrived *mine,
                              int rank, uint64_t least, uint64_t error, int *culprit)
{
    const uint64_t since = (int64_t)(mine->since - mine->entry) > 0 ? mine->since : mine->entry;

    if (meeting->came != meeting->size || !mine->exit)
        return 0;
    for (int i = 0; i < MPIT_MEETING_LAST && meeting->last[i] >= 0; i++) {
        const int64_t wait = (int64_t)(meeting->entry[i] - since);

        if (!meeting->holds && (int64_t)(meeting->entry[i] - mine->exit) > (int64_t)error)
            continue;
        *culprit = meeting->last[i];
        return meeting->last[i] != rank && wait > 0 && (uint64_t)wait > least ? (uint64_t)wait : 0;
    }
    return 0;
}
