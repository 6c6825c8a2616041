/* Loops of calls that ask for the same again and again, in vain: what they ask for is awaited. */
#include "config.h"

#include "tools/where/look_parts.h"

static bool has_polled(const struct mpit_live_place *place, uint32_t call)
{
    for (uint64_t i = 0; i < place->npoll && i < MPIT_LIVE_POLLS; i++)
        if (MPIT_LIVE_CALL_OF(place->poll[i].what) == call)
            return true;
    return false;
}

/* The newest call is the last that asked, or asks again. */
bool where_look_is_polling(const struct mpit_live_place *place)
{
    const struct mpit_live_call_made *newest = &place->made[place->sequence % MPIT_LIVE_CALLS_MADE];

    if (!place->polled || !place->npoll)
        return false;
    return place->polled == place->sequence ||
           (place->polled + 1 == place->sequence && !place->left &&
            has_polled(place, MPIT_LIVE_CALL_OF(newest->what)));
}

static void add_awaited(struct where_rank *rank, const struct where_awaited *one)
{
    rank->awaiting++;
    if (rank->nawait < MPIT_LIVE_AWAITS && one->kind < MPIT_LIVE_AWAITED_KINDS)
        rank->await[rank->nawait++] = *one;
}

static void take_polled_requests(const struct tool_segment *segment, const struct tool_piece *piece,
                                 const struct mpit_live_poll *poll, struct where_rank *rank)
{
    for (uint64_t i = 0; i < poll->awaiting && i < MPIT_LIVE_AWAITS; i++) {
        struct where_awaited one = {.kind = MPIT_LIVE_AWAITED_KINDS};

        where_look_request(segment, piece, rank, poll->awaits[i], &one);
        add_awaited(rank, &one);
    }
    if (!poll->awaiting || poll->awaiting > MPIT_LIVE_AWAITS)
        rank->awaiting++; /* one of which nothing is known */
}

/* A message that is asked for is awaited as the request of one is. */
static void take_poll(const struct tool_segment *segment, const struct tool_piece *piece,
                      const struct mpit_live_poll *poll, struct where_rank *rank)
{
    const uint32_t has = MPIT_LIVE_HAS_OF(poll->what);
    struct where_awaited one = {.kind = MPIT_LIVE_AWAITED_KINDS};

    if (has & MPIT_LIVE_HAS_AWAITED) {
        take_polled_requests(segment, piece, poll, rank);
        return;
    }
    if (has & MPIT_LIVE_HAS_SOURCE) {
        one = (struct where_awaited){
            .kind = MPIT_LIVE_AWAITS_RECV,
            .comm = where_look_comm_by_key(segment, rank, WHERE_COMM, poll->comm),
            .peer = where_look_number(segment, MPIT_LIVE_RANK, poll->source),
            .tag = where_look_number(segment, MPIT_LIVE_TAG, poll->tag),
        };
        where_look_call_name(segment, poll->what, one.call);
    }
    if (has & MPIT_LIVE_HAS_WIN) {
        one = (struct where_awaited){
            .kind = MPIT_LIVE_AWAITS_EXPOSURE,
            .comm = where_look_comm_by_key(segment, rank, WHERE_WINDOW, poll->comm),
            .peer = WHERE_UNKNOWN,
            .tag = WHERE_UNKNOWN};
        where_look_call_name(segment, poll->what, one.call);
    }
    add_awaited(rank, &one);
}

void where_look_loop(const struct tool_segment *segment, const struct tool_piece *piece,
                     const struct mpit_live_place *place, struct where_rank *rank)
{
    rank->polls = true;
    rank->now = where_no_call();
    rank->now.completes = true;
    rank->now.bytes = rank->now.received = -1;
    where_look_call_name(segment, place->poll[0].what, rank->now.name);
    for (uint64_t i = 0; i < place->npoll && i < MPIT_LIVE_POLLS; i++)
        take_poll(segment, piece, &place->poll[i], rank);
    if (place->npoll > MPIT_LIVE_POLLS)
        rank->awaiting++;
}
