/* How long a message takes by itself, which is no wait: as long as this machine copies, until those
 * of the same peer, and about as large, have shown that they are faster (profile/waits.h). */
#include "config.h"

#include "profile/waits.h"
#include "suite.h"

enum { KIB = 1 << 10, MIB = 1 << 20, PEER = 1, OTHER = 2 };

static uint64_t transfer(int peer, uint64_t bytes)
{
    return mpit__waits_transfer(MPI_COMM_WORLD, peer, bytes);
}

/* A tenth of what it is taken to be: what was seen is believed then, but for the latency. */
static void show_faster(int peer, uint64_t bytes)
{
    mpit__waits_learn(MPI_COMM_WORLD, peer, bytes, transfer(peer, bytes) / 10);
}

START_TEST(more_bytes_take_longer)
{
    uint64_t before = transfer(PEER, 0);

    for (uint64_t bytes = KIB; bytes <= 64 * MIB; bytes *= 2) {
        uint64_t now = transfer(PEER, bytes);

        ck_assert_uint_gt(now, before);
        before = now;
    }
}
END_TEST

START_TEST(what_was_faster_is_believed)
{
    uint64_t before = transfer(PEER, MIB);

    show_faster(PEER, MIB);
    ck_assert_uint_lt(transfer(PEER, MIB), before / 5);
    before = transfer(PEER, MIB);
    show_faster(PEER, MIB);
    ck_assert_uint_lt(transfer(PEER, MIB), before);
}
END_TEST

/* One of those that follow may have had to wait. */
START_TEST(what_was_slower_changes_nothing)
{
    uint64_t before = transfer(PEER, MIB);

    mpit__waits_learn(MPI_COMM_WORLD, PEER, MIB, before * 10);
    ck_assert_uint_eq(transfer(PEER, MIB), before);
    show_faster(PEER, MIB);
    before = transfer(PEER, MIB);
    mpit__waits_learn(MPI_COMM_WORLD, PEER, MIB, before * 2);
    ck_assert_uint_eq(transfer(PEER, MIB), before);
}
END_TEST

/* They were in the caches of a processor, where the long ones do not fit. */
START_TEST(longer_messages_are_not_taken_to_be_as_fast)
{
    uint64_t long_before = transfer(PEER, 8 * MIB), short_before = transfer(PEER, 16 * KIB);

    show_faster(PEER, 128 * KIB);
    ck_assert_uint_eq(transfer(PEER, 8 * MIB), long_before);
    ck_assert_uint_eq(transfer(PEER, 16 * KIB), short_before);
    show_faster(PEER, 8 * MIB);
    ck_assert_uint_lt(transfer(PEER, 8 * MIB), long_before / 5);
    ck_assert_uint_eq(transfer(PEER, 16 * KIB), short_before);
}
END_TEST

START_TEST(each_peer_has_a_pace_of_its_own)
{
    uint64_t before = transfer(OTHER, MIB);

    show_faster(PEER, MIB);
    ck_assert_uint_eq(transfer(OTHER, MIB), before);
}
END_TEST

/* Their time is latency, most of it. */
START_TEST(short_messages_tell_nothing_of_bytes)
{
    uint64_t before = transfer(PEER, 32 * KIB);

    show_faster(PEER, 32 * KIB);
    ck_assert_uint_eq(transfer(PEER, 32 * KIB), before);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(more_bytes_take_longer)                                                                   \
    TEST(what_was_faster_is_believed)                                                              \
    TEST(what_was_slower_changes_nothing)                                                          \
    TEST(longer_messages_are_not_taken_to_be_as_fast)                                              \
    TEST(each_peer_has_a_pace_of_its_own)                                                          \
    TEST(short_messages_tell_nothing_of_bytes)
SUITE("pace", TESTS, NULL)
