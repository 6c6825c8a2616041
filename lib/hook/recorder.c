#include "config.h"

#include "hook/recorder.h"

#include "profile/sites.h"

/* ---- what calls are about */

static void learn(struct mpit_recorder *its, const struct mpit_comm_line *line)
{
    its->comm = MPIT_KEY(line->comm);
    its->comm_epoch = line->epoch;
    its->comm_number = line->number;
}

uint32_t mpit__recorder_find_comm(struct mpit_thread *thread, MPI_Comm comm)
{
    const struct mpit_comm_line *line = mpit__cache_comm(&thread->cache, comm);

    if (!line || !line->number)
        return 0;
    learn(thread->recorder, line);
    return line->number;
}

bool mpit__recorder_find_type(struct mpit_thread *thread, MPI_Datatype datatype)
{
    const struct mpit_type_line *line =
        &thread->cache.types[mpit__cache_index(MPIT_KEY(datatype), MPIT_CACHE_BITS)];
    struct mpit_recorder *its = thread->recorder;

    if (!mpit__cache_has_type(line, datatype))
        return false;
    its->type = MPIT_KEY(datatype);
    its->type_epoch = line->epoch;
    its->type_size = line->size;
    return true;
}

/* Of one that the cache may not have. */
static uint32_t number_of_comm(struct mpit_thread *thread, MPI_Comm comm)
{
    struct mpit_comm_line *line;
    uint32_t number;

    if (comm == MPI_COMM_NULL)
        return 0;
    if (mpit__recorder_is_last_comm(thread->recorder, MPIT_KEY(comm)))
        return thread->recorder->comm_number;
    number = mpit__recorder_find_comm(thread, comm);
    if (number)
        return number;
    line = mpit__cache_recorded_comm(&thread->cache, thread->shard, comm);
    if (!line)
        return 0;
    line->number = mpit_live_number_of_comm(line->object->known_as);
    if (line->number)
        learn(thread->recorder, line);
    return line->number;
}

/* What a call ignores may be no datatype: then it is asked for none that was not needed before.
 * 0: not known. */
static uint64_t size_of(struct mpit_cache *cache, uint64_t type, bool is_one)
{
    const MPI_Datatype datatype = (MPI_Datatype)(uintptr_t)type;
    const struct mpit_type_line *line = &cache->types[mpit__cache_index(type, MPIT_CACHE_BITS)];

    if (is_one && datatype != MPI_DATATYPE_NULL)
        return mpit__cache_type_size(cache, datatype);
    return mpit__cache_has_type(line, datatype) ? line->size : 0;
}

/* All processes give it a datatype that counts, and it was accepted. */
static bool has_type(const struct mpit_said *said, int code)
{
    const bool has_peer = said->has & (MPIT_LIVE_HAS_DEST | MPIT_LIVE_HAS_SOURCE);

    if (code != MPI_SUCCESS ||
        said->has & (MPIT_LIVE_HAS_RECEIVED | MPIT_LIVE_HAS_WIN | MPIT_LIVE_HAS_FILE))
        return false;
    if (has_peer)
        return (said->has & MPIT_LIVE_HAS_DEST ? said->dest : said->source) >= 0;
    return !(said->has & MPIT_LIVE_HAS_ROOT) || said->root >= 0;
}

MPIT_HOT void add(struct mpit_called *called, uint32_t bits)
{
    called->what |= MPIT_LIVE_CALLED(0, bits, 0);
}

MPIT_HOT bool has_comm(uint32_t kind)
{
    return kind == MPIT_LIVE_AWAITS_SEND || kind == MPIT_LIVE_AWAITS_RECV ||
           kind == MPIT_LIVE_AWAITS_COLLECTIVE;
}

MPIT_HOT struct mpit_called called_of_request(struct mpit_thread *thread, uint32_t what)
{
    const struct mpit_live_place *shown = &thread->place->shown;
    const uint64_t key = atomic_load_explicit(&shown->awaits[0], memory_order_relaxed),
                   n = atomic_load_explicit(&shown->awaiting, memory_order_relaxed);
    const struct mpit_live_note *note = mpit__current_call_find(thread->place, key);
    const uint64_t more = n > 1 ? n - 1 : 0;
    struct mpit_called called = {
        .what = what, .peer = MPIT_LIVE_NO_NUMBER, .tag = MPIT_LIVE_NO_NUMBER};
    uint32_t kind;

    add(&called, MPIT_LIVE_CALLED_WAITED);
    if (!n || !note)
        return called;
    kind = MPIT_LIVE_HAS_OF(note->what) & ~(uint32_t)MPIT_LIVE_NOT_STARTED;
    if (has_comm(kind)) {
        called.comm = number_of_comm(thread, (MPI_Comm)(uintptr_t)note->comm);
        called.peer = note->peer;
        called.tag = note->tag;
    }
    if (kind == MPIT_LIVE_AWAITS_SEND)
        add(&called, MPIT_LIVE_CALLED_SENDS);
    called.bytes = MPIT_LIVE_CALL_OF(note->what) | (uint32_t)(more < UINT16_MAX ? more : UINT16_MAX)
                                                       << 16;
    return called;
}

/* It waits for one request, on the communicator of the call before, and all of it is at hand. */
MPIT_HOT bool put_one(struct mpit_thread *thread, uint32_t what, uint64_t since, uint64_t took)
{
    const struct mpit_live_place *shown = &thread->place->shown;
    const uint64_t key = atomic_load_explicit(&shown->awaits[0], memory_order_relaxed);
    const struct mpit_live_note *note = &thread->place->notes[mpit_live_note_index(key, 0)];
    const uint32_t kind = MPIT_LIVE_HAS_OF(note->what);
    struct mpit_recorder *its = thread->recorder;
    struct mpit_called called;

    if (note->key != key || !mpit__recorder_is_last_comm(its, note->comm) || !has_comm(kind) ||
        atomic_load_explicit(&shown->awaiting, memory_order_relaxed) != 1)
        return false;
    called = (struct mpit_called){
        .what = what,
        .comm = its->comm_number,
        .peer = note->peer,
        .tag = note->tag,
        .bytes = MPIT_LIVE_CALL_OF(note->what),
    };
    add(&called,
        MPIT_LIVE_CALLED_WAITED | (kind == MPIT_LIVE_AWAITS_SEND ? MPIT_LIVE_CALLED_SENDS : 0));
    mpit__recorder_write(its, since, took, called);
    return true;
}

MPIT_APART static void put_any(struct mpit_thread *thread, uint32_t what, uint64_t since,
                               uint64_t took)
{
    mpit__recorder_write(thread->recorder, since, took, called_of_request(thread, what));
}

void mpit__recorder_put_awaited(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                uint64_t took)
{
    if (!put_one(thread, what, since, took))
        put_any(thread, what, since, took);
}

bool mpit__recorder_put_known_apart(struct mpit_thread *thread, uint32_t what, uint64_t since,
                                    uint64_t took, const struct mpit_said *said)
{
    return mpit__recorder_put_known(thread, what, since, took, *said);
}

static struct mpit_called called_of_arguments(struct mpit_thread *thread, uint32_t what,
                                              const struct mpit_said *said, int code)
{
    const bool gives = mpit__recorder_gives(said->has);
    const uint64_t size =
        size_of(&thread->cache, gives ? said->type : said->received_type, has_type(said, code));
    const uint32_t comm = said->has & (MPIT_LIVE_HAS_WIN | MPIT_LIVE_HAS_FILE)
                              ? 0
                              : number_of_comm(thread, (MPI_Comm)(uintptr_t)said->comm);
    struct mpit_called called = mpit__recorder_called(what, comm, size, *said);

    add(&called, mpit__recorder_ways(said->has));
    return called;
}

static bool is_the_same(const struct mpit_live_called *slot, const struct mpit_called *called)
{
    return slot->what == called->what && slot->comm == called->comm && slot->peer == called->peer &&
           slot->tag == called->tag;
}

/* Who asks again and again leaves one call behind, not a ring full of them. */
static bool goes_on(struct mpit_recorder *its, const struct mpit_called *called, uint64_t until)
{
    struct mpit_live_called *before = (its->slot == its->ring->call ? its->end : its->slot) - 1;

    if (!its->ring->done || !is_the_same(before, called))
        return false;
    MPIT_PUT_RELAXED(before->took, mpit__recorder_bits((float)(until - before->entry)));
    return true;
}

/* ---- messages that are not those of a call's arguments */

/* Its moment is that of the call, which comes next. */
MPIT_HOT void put_beside(struct mpit_recorder *its, struct mpit_called called)
{
    const uint64_t beside = atomic_load_explicit(&its->ring->beside, memory_order_relaxed);

    add(&called, MPIT_LIVE_CALLED_BESIDE);
    MPIT_PUT_RELAXED(its->ring->beside, beside + 1);
    mpit__recorder_write(its, 0, 0, called);
}

void mpit__recorder_received(struct mpit_recorder *recorder, const struct mpit_object *comm,
                             const MPI_Status *status)
{
    if (recorder && status->MPI_SOURCE >= 0)
        put_beside(recorder, mpit__recorder_message(
                                 0, comm ? mpit_live_number_of_comm(comm->known_as) : 0, status));
}

void mpit__recorder_started(struct mpit_thread *thread, MPI_Count n, const MPI_Request requests[])
{
    for (MPI_Count i = 0; i < n; i++) {
        const struct mpit_live_note *note =
            mpit__current_call_find(thread->place, MPIT_KEY(requests[i]));

        if (note && MPIT_LIVE_HAS_OF(note->what) == MPIT_LIVE_AWAITS_SEND && note->peer >= 0)
            put_beside(thread->recorder,
                       (struct mpit_called){
                           .what = MPIT_LIVE_CALLED(0, MPIT_LIVE_CALLED_SENDS, 0),
                           .comm = number_of_comm(thread, (MPI_Comm)(uintptr_t)note->comm),
                           .bytes = mpit__recorder_bits(NAN),
                           .peer = note->peer,
                           .tag = note->tag,
                       });
    }
}

/* What MPI_Recv has received is what the call was about; beside a send it stands for itself. */
static void put_received(struct mpit_recorder *its, struct mpit_called *called,
                         const MPI_Status *received)
{
    if (received->MPI_SOURCE < 0)
        return;
    if (MPIT_LIVE_CALLED_BITS(called->what) & MPIT_LIVE_CALLED_SENDS) {
        put_beside(its, mpit__recorder_message(0, called->comm, received));
        return;
    }
    *called = mpit__recorder_message(called->what, called->comm, received);
    add(called, MPIT_LIVE_CALLED_MESSAGE);
}

/* ---- calls */

static uint32_t class_of(int code)
{
    int class = 0;

    mpit__next.PMPI_Error_class(code, &class);
    return (uint32_t) class;
}

void mpit__recorder_put(struct mpit_thread *thread, enum mpit_call call, int code, bool in_vain,
                        const MPI_Status *received, uint64_t until, const struct mpit_said *said,
                        const struct mpit_live_site *site)
{
    const struct mpit_live_place *shown = &thread->place->shown;
    const struct mpit_live_call_made *made = &shown->made[shown->sequence % MPIT_LIVE_CALLS_MADE];
    const uint32_t what =
        MPIT_LIVE_CALLED(call, 0, site ? mpit__sites_row(thread->sites, site) : 0);
    struct mpit_called called;

    if (thread->recorder->filled) {
        mpit__recorder_put_filled(thread->recorder, what, made->since, until - made->since);
        return;
    }
    called = MPIT_LIVE_HAS_OF(made->what) & MPIT_LIVE_HAS_AWAITED
                 ? called_of_request(thread, what)
                 : called_of_arguments(thread, what, said, code);
    if (received && code == MPI_SUCCESS)
        put_received(thread->recorder, &called, received);
    if (code != MPI_SUCCESS) {
        add(&called, MPIT_LIVE_CALLED_FAILED);
        called.bytes = class_of(code);
    }
    if (in_vain)
        add(&called, MPIT_LIVE_CALLED_VAIN);
    if (!in_vain || !goes_on(thread->recorder, &called, until))
        mpit__recorder_write(thread->recorder, made->since, until - made->since, called);
}
