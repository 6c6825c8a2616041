/* Where the counts by peer of a communicator stand: in one array up to mpit_peer_limit, in pieces
 * that come when the first of their peers is met beyond it. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "mpi/handle.h"
#include "profile/block.h"
#include "profile/cache.h"
#include "profile/object.h"
#include "profile/world.h"
#include "suite.h"

enum { SIZE = 1000, PIECES = (SIZE + MPIT_PEER_PIECE - 1) / MPIT_PEER_PIECE };

/* One of that many ranks, which no vendor needs to be asked about. */
static struct mpit_object *object(enum mpit_kind kind, uint64_t key, long long limit)
{
    struct mpit_object *made = mpit__object_need(kind, key);

    ck_assert_ptr_nonnull(made);
    made->size = SIZE;
    made->peer_limit = limit;
    return made;
}

static struct mpit_object *communicator(uint64_t key, long long limit)
{
    return object(MPIT_KIND_comm, key, limit);
}

static mpit_total *need_peer(struct mpit_object *comm, struct mpit_block *block, int peer)
{
    return mpit__object_peer_need(comm, comm->key, 0, block, peer);
}

static mpit_total *need_partner(struct mpit_object *comm, struct mpit_block *block, int peer)
{
    return mpit__object_partner_need(comm, comm->key, 0, block, peer);
}

static uint32_t pieces_in_use(const struct mpit_peers *peers)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < peers->pieces; i++)
        n += peers->piece[i] != NULL;
    return n;
}

START_TEST(up_to_the_limit_there_is_one_array)
{
    struct mpit_object *comm = communicator(0x1000, SIZE);
    struct mpit_block *block = mpit__object_block_need(comm, comm->key, 0);
    const struct mpit_peers *peers;

    ck_assert_ptr_nonnull(need_peer(comm, block, 700));
    peers = block->peers;
    ck_assert_uint_eq(peers->pieces, 1);
    ck_assert_uint_ge(1u << peers->shift, SIZE);
    ck_assert_ptr_nonnull(mpit__object_peer(block, 0));
}
END_TEST

START_TEST(beyond_it_pieces_come_when_they_are_needed)
{
    struct mpit_object *comm = communicator(0x2000, SIZE - 1);
    struct mpit_block *block = mpit__object_block_need(comm, comm->key, 0);
    const struct mpit_peers *peers;

    ck_assert_ptr_nonnull(need_peer(comm, block, 700));
    peers = block->peers;
    ck_assert_uint_eq(peers->pieces, PIECES);
    ck_assert_uint_eq(1u << peers->shift, MPIT_PEER_PIECE);
    ck_assert_uint_eq(pieces_in_use(peers), 1);
    ck_assert_ptr_null(mpit__object_peer(block, 0));
    ck_assert_ptr_nonnull(mpit__object_peer(block, 701));
    ck_assert_ptr_nonnull(need_peer(comm, block, 3));
    ck_assert_uint_eq(pieces_in_use(peers), 2);
}
END_TEST

/* Every peer has slots of its own, in both kinds of arrays and both layouts. */
START_TEST(no_two_peers_share_a_slot)
{
    for (int sparse = 0; sparse < 2; sparse++) {
        struct mpit_object *comm = communicator(0x3000u + (unsigned)sparse, sparse ? 1 : SIZE);
        struct mpit_block *block = mpit__object_block_need(comm, comm->key, 0);

        for (int peer = 0; peer < SIZE; peer++)
            for (int slot = 0; slot < MPIT_PARTNER_SLOTS; slot++) {
                if (slot < MPIT_PEER_SLOTS)
                    need_peer(comm, block, peer)[slot] += (unsigned)peer * 10 + 1;
                need_partner(comm, block, peer)[slot] += (unsigned)peer * 20 + 2;
            }
        for (int peer = 0; peer < SIZE; peer++)
            for (int slot = 0; slot < MPIT_PARTNER_SLOTS; slot++) {
                if (slot < MPIT_PEER_SLOTS)
                    ck_assert_uint_eq(mpit__object_peer(block, peer)[slot],
                                      (unsigned)peer * 10 + 1);
                ck_assert_uint_eq(mpit__object_partner(block, peer)[slot], (unsigned)peer * 20 + 2);
            }
        ck_assert_ptr_null(need_peer(comm, block, PIECES * MPIT_PEER_PIECE));
        ck_assert_ptr_null(need_peer(comm, block, -1));
    }
}
END_TEST

/* Its slots are what the one before has given back. */
START_TEST(communicator_begins_with_no_traffic_of_one_before)
{
    const mpit_total *before = NULL;

    for (uint64_t key = 0x4000; key < 0x4003; key++) {
        struct mpit_object *comm = communicator(key, SIZE);
        struct mpit_block *block = mpit__object_block_need(comm, key, 0);
        mpit_total *slots = need_peer(comm, block, 700);

        ck_assert(!before || slots == before);
        for (int slot = 0; slot < MPIT_PEER_SLOTS; slot++) {
            ck_assert_uint_eq(slots[slot], 0);
            slots[slot] = 9;
        }
        before = slots;
        mpit__object_gone(MPIT_KIND_comm, key);
    }
}
END_TEST

/* Of an intercommunicator with processes that were spawned, those are of another world. */
START_TEST(peers_of_no_rank_in_the_world_count_for_none)
{
    const uint32_t mask = MPIT_WATCH_COUNTS | MPIT_WATCH_PEERS;
    static const int ranks[] = {-1, 1, SIZE, MPI_UNDEFINED};
    enum { N = sizeof ranks / sizeof *ranks };
    struct mpit_object *world = communicator(MPIT_KEY(MPI_COMM_WORLD), SIZE),
                       *comm = communicator(0x7000, SIZE);
    struct mpit_block *block = mpit__object_block_need(comm, comm->key, 0);

    world->world = calloc(SIZE, sizeof *world->world);
    comm->world = calloc(SIZE, sizeof *comm->world);
    ck_assert(world->world && comm->world);
    memcpy(comm->world, ranks, sizeof ranks);
    comm->size = N;
    ck_assert(mpit__world_open(world, mask));
    for (int peer = 0; peer < N; peer++)
        need_peer(comm, block, peer)[MPIT_PEER_SENDS] = 7;
    /* Twice: what is written before the sums are the counts of communicators that have ended. */
    for (int time = 0; time < 2; time++) {
        mpit__world_update();
        for (int rank = 0; rank < SIZE; rank++)
            ck_assert_uint_eq(mpit__world_peer(MPIT_PEER_SENDS, rank), rank == 1 ? 7 : 0);
    }
    mpit__world_close(mask);
}
END_TEST

/* What a thread does to a target of a window for the how-manyth time. */
static void use_target(struct mpit_cache *cache, uint64_t win, int target, unsigned nth)
{
    const struct mpit_target_line *line = mpit__cache_target(cache, win, target);

    if (!line)
        line = mpit__cache_fill_target(cache, 0, win, target);
    ck_assert_ptr_nonnull(line);
    line->slots[MPIT_TARGET_CALLS]++;
    ck_assert_ptr_eq(mpit__cache_target(cache, win, target), line);
    ck_assert_uint_eq(line->slots[MPIT_TARGET_CALLS], nth);
    ck_assert_uint_eq(line->slots[MPIT_TARGET_BYTES], 0);
}

/* A thread keeps those of few targets, and finds those of the others: of one window after the
 * other, and of both in turn. */
START_TEST(each_target_of_each_window_has_slots_of_its_own)
{
    struct mpit_cache cache = {0};
    unsigned nth = 0;

    object(MPIT_KIND_win, 0x5000, SIZE);
    object(MPIT_KIND_win, 0x5001, SIZE);
    for (int round = 0; round < 3; round++) {
        nth++;
        for (uint64_t win = 0x5000; win < 0x5002; win++)
            for (int target = 0; target < SIZE; target++)
                use_target(&cache, win, target, nth);
        nth++;
        for (int target = 0; target < SIZE; target++)
            for (uint64_t win = 0x5000; win < 0x5002; win++)
                use_target(&cache, win, target, nth);
    }
    ck_assert_ptr_null(mpit__cache_fill_target(&cache, 0, 0x5002, 0));
}
END_TEST

START_TEST(window_begins_with_no_operations_of_one_before)
{
    struct mpit_cache cache = {0};

    for (int i = 0; i < 3; i++) {
        const struct mpit_target_line *line;

        object(MPIT_KIND_win, 0x6000, SIZE);
        ck_assert_ptr_null(mpit__cache_target(&cache, 0x6000, 9));
        line = mpit__cache_fill_target(&cache, 0, 0x6000, 9);
        ck_assert_ptr_nonnull(line);
        ck_assert_uint_eq(line->slots[MPIT_TARGET_CALLS]++, 0);
        mpit__object_gone(MPIT_KIND_win, 0x6000);
    }
}
END_TEST

static void set_up(void)
{
    setenv("MPIT_VERBOSE", "quiet", 1);
    setenv("MPIT_MEMORY_LIMIT", "64M", 1);
    mpit__setup_settings();
}

#define TESTS(TEST)                                                                                \
    TEST(up_to_the_limit_there_is_one_array)                                                       \
    TEST(beyond_it_pieces_come_when_they_are_needed)                                               \
    TEST(no_two_peers_share_a_slot)                                                                \
    TEST(communicator_begins_with_no_traffic_of_one_before)                                        \
    TEST(peers_of_no_rank_in_the_world_count_for_none)                                             \
    TEST(each_target_of_each_window_has_slots_of_its_own)                                          \
    TEST(window_begins_with_no_operations_of_one_before)
SUITE("peers", TESTS, set_up)
