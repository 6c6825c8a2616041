#include "config.h"

#include "report/snapshot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cvar/cvar.h"
#include "cvar/tunables.h"
#include "ground/batch.h"
#include "ground/clock.h"
#include "ground/hash.h"
#include "ground/lock.h"
#include "live/process.h"
#include "live/segment.h"
#include "mpi/session.h"
#include "mpi/vendor.h"
#include "profile/block.h"
#include "profile/collective_waits.h"
#include "profile/comm.h"
#include "profile/level.h"
#include "profile/object.h"
#include "profile/pause.h"
#include "profile/sum.h"
#include "profile/thread.h"
#include "queue/peak.h"
#include "queue/queue.h"
#include "report/busy.h"
#include "report/job.h"
#include "report/processors.h"
#include "report/publish.h"
#include "report/resources.h"
#include "report/sites.h"
#include "report/uses.h"

_Static_assert((int)MPIT_RECORD_SIZES == (int)MPIT_SIZES, "sizes are counted as a record has them");

static uint64_t began;
static time_t began_at;

/* Calls that no hook books; system's ns. */
static struct {
    _Atomic uint64_t count, ns;
    _Atomic uint64_t since; /* when the one that goes on has begun, 0: none does */
} life[MPIT_CALLS];

static void publish_life(enum mpit_call call)
{
    struct mpit_live_life *its = mpit__live_life(mpit__call_names[call]);

    if (!its)
        return;
    atomic_store(&its->ns, atomic_load(&life[call].ns));
    atomic_store(&its->count, atomic_load(&life[call].count));
    atomic_store(&its->since, atomic_load(&life[call].since));
}

void mpit__snapshot_life(enum mpit_call call, uint64_t from, uint64_t until)
{
    atomic_store(&life[call].since, until == 0 ? from : 0);
    if (until) {
        atomic_fetch_add(&life[call].ns, until - from);
        atomic_fetch_add(&life[call].count, 1);
    }
    publish_life(call);
}

static void add_life(struct mpit_snapshot *snapshot, int call)
{
    uint64_t since = atomic_load(&life[call].since), ns = atomic_load(&life[call].ns);

    snapshot->count[call] += atomic_load(&life[call].count) + (since != 0);
    if (since)
        ns += mpit__clock_system() - since;
    snapshot->seconds[call] += (double)ns * 1e-9;
}

/* Traffic on communicators and windows that have ended; under MPIT_LOCK_USES. */
static struct mpit_pairs ended;

void mpit__snapshot_begin(void)
{
    if (began)
        return;
    mpit__clock_calibrate();
    began = mpit__clock_now();
    began_at = time(NULL);
    mpit__pause_begin(began);
    mpit__resources_begin();
    mpit__publish_running(began);
}

/* Ticks: when it came to MPI_Finalize, 0 before; and how long it waited there, once it is over. */
static struct {
    _Atomic uint64_t came;
    uint64_t waited, system; /* system: when it came, by mpit__clock_system */
    bool over;
    struct mpit_record_resources had; /* when it came */
} end;

void mpit__snapshot_comes_to_end(void)
{
    atomic_store(&end.came, mpit__clock_now());
    end.system = mpit__clock_system();
    end.over = false;
    end.had = mpit__resources_had();
}

double mpit__snapshot_all_came(void)
{
    end.waited = mpit__clock_now() - atomic_load(&end.came);
    end.over = true;
    return mpit__clock_seconds(end.waited);
}

double mpit__snapshot_came(void)
{
    return (double)end.system * 1e-9;
}

void mpit__snapshot_goes_on(void)
{
    atomic_store(&end.came, 0);
}

uint64_t mpit__snapshot_until(void)
{
    uint64_t came = atomic_load(&end.came);

    return came ? came : mpit__clock_now();
}

static struct mpit_record_resources had_by_now(void)
{
    return atomic_load(&end.came) ? end.had : mpit__resources_had();
}

static uint64_t waited_at_end(uint64_t until)
{
    return atomic_load(&end.came) && !end.over ? mpit__clock_now() - until : end.waited;
}

double mpit__snapshot_since(uint64_t ticks)
{
    return ticks > began ? mpit__clock_seconds(ticks - began) : 0;
}

uint64_t mpit__snapshot_shard_total(unsigned shard, int first, int n)
{
    const struct mpit_block *block = mpit__object_block(&mpit__process, shard);

    return block ? mpit__sum_block(block, first, n) : 0;
}

int mpit__snapshot_threads(void)
{
    int n = 0;

    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++)
        n += mpit__snapshot_shard_total(shard, MPIT_P_TICKS, MPIT_FAMILIES) > 0;
    return n;
}

uint64_t mpit__snapshot_total(int slot)
{
    return mpit__sum_slot(&mpit__process, slot);
}

void mpit__snapshot_amounts(struct mpit_record_amount amount[MPIT_AMOUNTS])
{
    /* count, bytes, and how many slots each stands in */
    static const struct {
        int count, bytes, n;
    } slots[MPIT_AMOUNTS] = {
        [MPIT_AMOUNT_sends] = {MPIT_P_SENDS, MPIT_P_SEND_BYTES, 1},
        [MPIT_AMOUNT_recvs] = {MPIT_P_RECVS, MPIT_P_RECV_BYTES, 1},
        [MPIT_AMOUNT_collectives] = {MPIT_P_COLL_CALLS, MPIT_P_COLL_BYTES, MPIT_COLLECTIVES},
        [MPIT_AMOUNT_rma] = {MPIT_P_RMA_CALLS, MPIT_P_RMA_BYTES, 1},
        [MPIT_AMOUNT_reads] = {MPIT_P_READS, MPIT_P_READ_BYTES, 1},
        [MPIT_AMOUNT_writes] = {MPIT_P_WRITES, MPIT_P_WRITE_BYTES, 1},
    };

    for (int i = 0; i < MPIT_AMOUNTS; i++) {
        amount[i].count = mpit__sum_slots(&mpit__process, slots[i].count, slots[i].n);
        amount[i].bytes = mpit__sum_slots(&mpit__process, slots[i].bytes, slots[i].n);
    }
}

/* The first of a piece that a block has of its peers; NULL: it has none of these. */
struct piece {
    const mpit_total *traffic, *waits, *targets;
};

static void add_peer(struct mpit_pairs *pairs, int peer, const struct piece *piece, int i)
{
    struct mpit_pair row = {.peer = peer};

    if (piece->traffic) {
        const mpit_total *traffic = piece->traffic + (size_t)i * MPIT_PEER_SLOTS;

        row.messages = mpit__total_get(&traffic[MPIT_PEER_SENDS]);
        row.bytes = mpit__total_get(&traffic[MPIT_PEER_SEND_BYTES]);
    }
    if (piece->targets) {
        const mpit_total *target = piece->targets + (size_t)i * MPIT_TARGET_SLOTS;

        row.operations = mpit__total_get(&target[MPIT_TARGET_CALLS]);
        row.operation_bytes = mpit__total_get(&target[MPIT_TARGET_BYTES]);
    }
    for (int k = 0; piece->waits && k < MPIT_WAIT_SLOTS; k++)
        row.waited[k] = mpit__total_get(&piece->waits[i * MPIT_WAIT_SLOTS + k]);
    mpit__pairs_add(pairs, &row);
}

/* Adds what a block sent to peers first … first + n - 1, did on their windows, and waited for them,
 * by their ranks in the world. */
static void add_piece(struct mpit_pairs *pairs, struct mpit_object *object,
                      const struct mpit_block *block, int first, int n)
{
    int peers[MPIT_PEER_PIECE], world[MPIT_PEER_PIECE];
    const struct piece piece = {mpit__object_peer(block, first), mpit__object_waits(block, first),
                                mpit__object_targets(block, first)};

    if (!piece.traffic && !piece.waits && !piece.targets)
        return;
    for (int i = 0; i < n; i++)
        peers[i] = first + i;
    mpit__object_world_ranks(object, n, peers, world);
    for (int i = 0; i < n; i++)
        add_peer(pairs, world[i], &piece, i);
}

static bool counts_by_peer(const struct mpit_block *block)
{
    return atomic_load(&block->peers) || atomic_load(&block->waits) || atomic_load(&block->targets);
}

/* Of a communicator, of a window. */
static void add_object(struct mpit_object *object, void *context)
{
    int size = atomic_load(&object->size);

    for (unsigned shard = 0; shard < MPIT_SHARDS; shard++) {
        const struct mpit_block *block = mpit__object_block(object, shard);

        if (!block || !counts_by_peer(block))
            continue;
        for (int first = 0; first < size; first += MPIT_PEER_PIECE)
            add_piece(context, object, block, first,
                      size - first < MPIT_PEER_PIECE ? size - first : MPIT_PEER_PIECE);
    }
}

void mpit__snapshot_keep_peers(struct mpit_object *object)
{
    struct mpit_pairs its = {0};

    add_object(object, &its);
    mpit__lock(MPIT_LOCK_USES);
    mpit__pairs_merge(&ended, &its);
    mpit__pairs_publish(&ended);
    mpit__unlock(MPIT_LOCK_USES);
    mpit__pairs_free(&its);
}

static void add_late(void *pairs, int rank, uint64_t count, uint64_t ticks)
{
    struct mpit_pair row = {.peer = rank};

    row.waited[MPIT_OF_WAIT(MPIT_WAIT_late_arrival, MPIT_WAITED_COUNT)] = count;
    row.waited[MPIT_OF_WAIT(MPIT_WAIT_late_arrival, MPIT_WAITED_TICKS)] = ticks;
    mpit__pairs_add(pairs, &row);
}

/* When all have come there nobody waits any more; what it takes from then on is beside that. */
static void take_end(struct mpit_snapshot *snapshot, double waited)
{
    double *part = snapshot->rank.part, whole = snapshot->seconds[MPIT_CALL_Finalize];
    bool unrecorded = mpit__pause_goes_on();

    snapshot->rank.mpi += unrecorded ? 0 : waited;
    part[MPIT_PART_finalize_wait] = unrecorded ? NAN : waited;
    part[MPIT_PART_finalize] = whole > waited ? whole - waited : 0;
}

static void take_arrivals(struct mpit_snapshot *snapshot, struct mpit_pairs *pairs)
{
    if (!mpit__collective_waits_begin())
        return;
    mpit__collective_waits_update();
    mpit__collective_waits_each(add_late, pairs);
    mpit__collective_waits_share(&snapshot->joined[MPIT_JOINED_SEEN],
                                 &snapshot->joined[MPIT_JOINED_ALL]);
    snapshot->joined[MPIT_JOINED_KEPT] = snapshot->joined[MPIT_JOINED_SEEN];
}

void mpit__snapshot_seen(const uint64_t joined[MPIT_JOINED], struct mpit_record *report)
{
    const double all = (double)joined[MPIT_JOINED_ALL];

    report->waits_seen = all > 0 ? (double)joined[MPIT_JOINED_SEEN] / all : NAN;
    report->waits_kept = all > 0 ? (double)joined[MPIT_JOINED_KEPT] / all : NAN;
    report->waits_unsure = (double)joined[MPIT_JOINED_UNSURE_NS] * 1e-9;
}

void mpit__snapshot_take(struct mpit_snapshot *snapshot, struct mpit_pairs *pairs)
{
    const struct mpit_peak peak = mpit__peak_seen();
    const uint64_t until = mpit__snapshot_until(), waited = waited_at_end(until);
    const uint64_t all_came = until + (atomic_load(&end.came) ? waited : 0);

    memset(snapshot, 0, sizeof *snapshot);
    snapshot->rank.rank = mpit__world_of_job().rank;
    gethostname(snapshot->rank.host, sizeof snapshot->rank.host - 1);
    snapshot->rank.pid = getpid();
    strcpy(snapshot->rank.state, MPIT_RANK_ENDED);
    mpit__processors_list(snapshot->rank.processors, sizeof snapshot->rank.processors);
    mpit__busy_threads(&snapshot->rank.busy_threads, &snapshot->rank.busy_processors);
    snapshot->rank.unexpected_peak =
        mpit__queue_is_followed() ? (int64_t)mpit__level_unexpected_peak() : -1;
    snapshot->rank.unexpected_more = mpit__queue_is_followed() && mpit__level_unexpected_more();
    snapshot->rank.unexpected_source = peak.source;
    snapshot->rank.unexpected_tag = peak.tag;
    snapshot->rank.unexpected_most = peak.messages;
    snapshot->rank.wall = mpit__clock_seconds(all_came - began);
    snapshot->rank.paused = mpit__clock_seconds(mpit__pause_ticks(all_came));
    snapshot->rank.threads = mpit__snapshot_threads();
    snapshot->rank.had = had_by_now();
    snapshot->rank.mpi =
        mpit__clock_seconds(mpit__sum_slots(&mpit__process, MPIT_P_TICKS, MPIT_FAMILIES));
    for (int call = 0; call < MPIT_CALLS; call++) {
        snapshot->count[call] = mpit__snapshot_total(MPIT_P_OF_CALL(call, MPIT_CALL_COUNT));
        snapshot->messages[call] = mpit__snapshot_total(MPIT_P_OF_CALL(call, MPIT_CALL_MESSAGES));
        snapshot->bytes[call] = mpit__snapshot_total(MPIT_P_OF_CALL(call, MPIT_CALL_BYTES));
        snapshot->seconds[call] =
            mpit__clock_seconds(mpit__snapshot_total(MPIT_P_OF_CALL(call, MPIT_CALL_TICKS)));
        add_life(snapshot, call);
    }
    for (int family = 0; family < MPIT_FAMILIES; family++)
        snapshot->rank.part[mpit__part_of_state(mpit__family_state((enum mpit_family)family))] +=
            mpit__clock_seconds(mpit__snapshot_total(MPIT_P_TICKS + family));
    snapshot->rank.part[MPIT_PART_init] =
        snapshot->seconds[MPIT_CALL_Init] + snapshot->seconds[MPIT_CALL_Init_thread];
    take_end(snapshot, mpit__clock_seconds(waited));
    for (int i = 0; i < MPIT_RECORD_SIZES; i++) {
        snapshot->sends[i] = mpit__snapshot_total(MPIT_P_SEND_SIZES + i);
        snapshot->recvs[i] = mpit__snapshot_total(MPIT_P_RECV_SIZES + i);
    }
    mpit__lock(MPIT_LOCK_USES);
    mpit__pairs_merge(pairs, &ended);
    mpit__unlock(MPIT_LOCK_USES);
    mpit__object_each_comm(add_object, pairs);
    mpit__object_each_win(add_object, pairs);
    take_arrivals(snapshot, pairs);
}

uint64_t mpit__snapshot_word(void)
{
    char sizes[128];
    uint64_t word = mpit__cvar_word();

    snprintf(sizes, sizeof sizes, "%zu %zu %zu %zu %zu %zu %zu %zu %zu %zu %d",
             sizeof(struct mpit_record_rank), sizeof(struct mpit_pair),
             sizeof(struct mpit_record_region), sizeof(struct mpit_record_series),
             sizeof(struct mpit_record_sample), sizeof(struct mpit_record_program),
             sizeof(struct mpit_site), sizeof(struct mpit_live_module), sizeof(struct mpit_use),
             sizeof(struct mpit_call_row), MPIT_COLLECTIVES);
    word = mpit__hash_add(word, sizes);
    for (int call = 0; call < MPIT_CALLS; call++)
        word = mpit__hash_add(word, mpit__call_names[call]);
    return word;
}

void mpit__snapshot_describe_job(struct mpit_record *report)
{
    struct tm utc;

    snprintf(report->mpit, sizeof report->mpit, "%s", PACKAGE_VERSION);
    mpit__vendor_version(report->vendor, sizeof report->vendor);
    mpit__process_command(report->command, sizeof report->command);
    report->batch = *mpit__batch();
    if (gmtime_r(&began_at, &utc))
        strftime(report->start, sizeof report->start, "%Y-%m-%dT%H:%M:%SZ", &utc);
    report->nranks = mpit__world_of_job().size;
    report->eager_limit = mpit__tunables_limit("mpit_tune_eager_shm");
    mpit__job_settings(report);
}
