#include "config.h"

#include "live/join.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground/hash.h"

/* A process that has come to a collective. */
struct party {
    struct party *next;
    uint64_t entry, since, exit;
    int process;
};

/* A collective to which not all have come, or which not all have left. */
struct meeting {
    struct meeting *next;            /* in its chain, or free */
    struct meeting *older, *younger; /* of all that are open */
    uint64_t comm, nth;
    uint32_t size, operation;
    uint32_t came, left;
    uint8_t level;
    struct party *first, *last_to_come;
};

enum { CHAIN_BITS = 12, CHAINS = 1 << CHAIN_BITS };
enum { WAITS_BITS = 16, WAITS = 1 << WAITS_BITS, PROCESSES = 4096 };

struct mpit_join {
    uint64_t least;
    /* Those that were let go, and behind `used…` those that were never taken. */
    size_t open, used_parties, used_meetings;
    struct party *parties, *free_parties;
    struct meeting *meetings, *free_meetings;
    struct meeting *chain[CHAINS];
    struct meeting *oldest, *youngest;
    uint64_t seen, seen_of[PROCESSES], one_by_one;
    size_t nwait;
    struct mpit_waited_for wait[WAITS];
    uint32_t row_of[2 * WAITS]; /* by process and culprit: its row + 1 */
};

/* No clock ticks more often than that. */
static const double shortest_tick = 1e-12;

double mpit__live_tick(const struct mpit_live_head *head)
{
    uint64_t bits = head->tick_length;
    double tick;

    memcpy(&tick, &bits, sizeof tick);
    return tick >= shortest_tick && tick < 1 ? tick : 0;
}

/* Each has measured it by itself. */
bool mpit__join_can(const struct mpit_live_head *a, const struct mpit_live_head *b)
{
    const double tick = mpit__live_tick(a);

    return tick > 0 && fabs(tick - mpit__live_tick(b)) <= 0.01 * tick;
}

struct mpit_join *mpit__join_make(size_t open, uint64_t least)
{
    struct mpit_join *join = calloc(1, sizeof *join);

    if (!join)
        return NULL;
    join->least = least;
    join->open = open;
    join->parties = calloc(open, sizeof *join->parties);
    join->meetings = calloc(open, sizeof *join->meetings);
    if (!join->parties || !join->meetings) {
        mpit__join_free(join);
        return NULL;
    }
    return join;
}

void mpit__join_free(struct mpit_join *join)
{
    if (!join)
        return;
    free(join->parties);
    free(join->meetings);
    free(join);
}

/* ---- collectives that are open */

/* Those of a communicator come one after the other, and so do their chains in memory. */
static struct meeting **chain_of(struct mpit_join *join, uint64_t comm, uint64_t nth)
{
    return &join->chain[(mpit__hash_key(comm, CHAIN_BITS) + nth) % CHAINS];
}

static struct meeting *find(struct mpit_join *join, const struct mpit_arrived *arrived)
{
    struct meeting *meeting = *chain_of(join, arrived->comm, arrived->nth);

    while (meeting && (meeting->comm != arrived->comm || meeting->nth != arrived->nth))
        meeting = meeting->next;
    return meeting;
}

static void close_meeting(struct mpit_join *join, struct meeting *meeting)
{
    struct meeting **link = chain_of(join, meeting->comm, meeting->nth);

    while (*link != meeting)
        link = &(*link)->next;
    *link = meeting->next;
    *(meeting->older ? &meeting->older->younger : &join->oldest) = meeting->younger;
    *(meeting->younger ? &meeting->younger->older : &join->youngest) = meeting->older;
    for (struct party *party = meeting->first, *next; party; party = next) {
        next = party->next;
        party->next = join->free_parties;
        join->free_parties = party;
    }
    meeting->next = join->free_meetings;
    join->free_meetings = meeting;
}

static struct meeting *open_meeting(struct mpit_join *join, const struct mpit_arrived *arrived)
{
    struct meeting *meeting, **chain = chain_of(join, arrived->comm, arrived->nth);

    if (!join->free_meetings && join->used_meetings == join->open && join->oldest)
        close_meeting(join, join->oldest);
    if ((meeting = join->free_meetings))
        join->free_meetings = meeting->next;
    else if (join->used_meetings < join->open)
        meeting = &join->meetings[join->used_meetings++];
    else
        return NULL;
    *meeting = (struct meeting){.next = *chain,
                                .older = join->youngest,
                                .comm = arrived->comm,
                                .nth = arrived->nth,
                                .size = arrived->size,
                                .operation = arrived->operation};
    *chain = meeting;
    *(join->youngest ? &join->youngest->younger : &join->oldest) = meeting;
    join->youngest = meeting;
    return meeting;
}

/* NULL: there is none left but of this collective itself. */
static struct party *take_party(struct mpit_join *join, const struct meeting *meeting)
{
    struct party *party;

    if (!join->free_parties && join->used_parties < join->open)
        return &join->parties[join->used_parties++];
    while (!join->free_parties && join->oldest && join->oldest != meeting)
        close_meeting(join, join->oldest);
    if ((party = join->free_parties))
        join->free_parties = party->next;
    return party;
}

/* ---- waits */

static struct mpit_waited_for *row_for(struct mpit_join *join, int process, int culprit)
{
    const uint64_t key = (uint64_t)(uint32_t)process << 32 | (uint32_t)culprit;
    uint32_t i = mpit__hash_key(key, WAITS_BITS + 1);

    for (; join->row_of[i]; i = (i + 1) % (2 * WAITS)) {
        struct mpit_waited_for *row = &join->wait[join->row_of[i] - 1];

        if (row->process == process && row->culprit == culprit)
            return row;
    }
    if (join->nwait == WAITS)
        return NULL;
    join->wait[join->nwait] = (struct mpit_waited_for){.process = process, .culprit = culprit};
    join->row_of[i] = (uint32_t)++join->nwait;
    return &join->wait[join->nwait - 1];
}

/* Who came last before a party left; NULL: nobody but itself. */
static const struct party *waited_for(const struct meeting *meeting, const struct party *party)
{
    const struct party *last = meeting->last_to_come;

    if (last->entry <= party->exit)
        return last == party ? NULL : last;
    last = NULL;
    for (const struct party *other = meeting->first; other; other = other->next)
        if (other->entry <= party->exit && (!last || other->entry > last->entry))
            last = other;
    return last == party ? NULL : last;
}

static void book(struct mpit_join *join, const struct meeting *meeting, const struct party *party)
{
    const struct party *culprit = waited_for(meeting, party);
    uint64_t since = party->since > party->entry ? party->since : party->entry;
    struct mpit_waited_for *row;

    if (!culprit || culprit->entry <= since || culprit->entry - since <= join->least)
        return;
    row = row_for(join, party->process, culprit->process);
    if (!row)
        return;
    *(meeting->level ? &row->some_count : &row->count) += UINT64_C(1) << meeting->level;
    *(meeting->level ? &row->some_ticks : &row->ticks) += (culprit->entry - since)
                                                          << meeting->level;
}

/* ---- what is read */

static bool all_came(const struct meeting *meeting)
{
    return meeting->came == meeting->size;
}

static void book_all(struct mpit_join *join, struct meeting *meeting)
{
    for (const struct party *party = meeting->first; party; party = party->next) {
        join->seen += UINT64_C(1) << meeting->level;
        join->seen_of[party->process] += UINT64_C(1) << meeting->level;
        join->one_by_one++;
        if (party->exit)
            book(join, meeting, party);
    }
}

static void close_when_left(struct mpit_join *join, struct meeting *meeting)
{
    if (all_came(meeting) && meeting->left == meeting->size)
        close_meeting(join, meeting);
}

/* Where they do not call the same operation they are not at the same collective: they do not count
 * alike, and nothing can be said. */
static bool differ(const struct meeting *meeting, const struct mpit_arrived *arrived)
{
    return meeting->size != arrived->size || meeting->operation != arrived->operation;
}

void mpit__join_came(struct mpit_join *join, int process, const struct mpit_arrived *arrived)
{
    struct meeting *meeting;
    struct party *party;

    if (process < 0 || process >= PROCESSES || arrived->size < 2)
        return;
    meeting = find(join, arrived);
    if (!meeting && !(meeting = open_meeting(join, arrived)))
        return;
    if (all_came(meeting) || !(party = take_party(join, meeting)))
        return;
    *party = (struct party){.next = meeting->first,
                            .entry = arrived->entry,
                            .since = arrived->since,
                            .exit = arrived->exit,
                            .process = process};
    if (differ(meeting, arrived))
        meeting->size = UINT32_MAX;
    if (arrived->level > meeting->level)
        meeting->level = arrived->level;
    meeting->first = party;
    meeting->came++;
    meeting->left += arrived->exit != 0;
    if (!meeting->last_to_come || party->entry > meeting->last_to_come->entry)
        meeting->last_to_come = party;
    if (all_came(meeting))
        book_all(join, meeting);
    close_when_left(join, meeting);
}

void mpit__join_left(struct mpit_join *join, int process, const struct mpit_arrived *arrived)
{
    struct meeting *meeting = find(join, arrived);
    struct party *party = meeting ? meeting->first : NULL;

    while (party && (party->process != process || party->exit))
        party = party->next;
    if (!party || !arrived->exit)
        return;
    party->since = arrived->since;
    party->exit = arrived->exit;
    meeting->left++;
    if (all_came(meeting))
        book(join, meeting, party);
    close_when_left(join, meeting);
}

uint64_t mpit__join_seen(const struct mpit_join *join, int process)
{
    return process < 0 ? join->seen : process < PROCESSES ? join->seen_of[process] : 0;
}

uint64_t mpit__join_one_by_one(const struct mpit_join *join)
{
    return join->one_by_one;
}

const struct mpit_waited_for *mpit__join_waits(const struct mpit_join *join, size_t *n)
{
    *n = join->nwait;
    return join->wait;
}
