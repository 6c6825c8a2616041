/* Traffic of a process with each peer, for the report. */
#include "config.h"

#include "report/pairs.h"
#include "suite.h"

static const struct mpit_pair *find(const struct mpit_pair *list, size_t n, int peer)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].peer == peer)
            return &list[i];
    return NULL;
}

START_TEST(pairs_add_up_by_peer)
{
    struct mpit_pairs pairs = {0};
    struct mpit_pair *list;
    int n;

    ck_assert_ptr_null(mpit__pairs_list(&pairs, &n));
    ck_assert_int_eq(n, 0);
    for (int round = 1; round <= 3; round++)
        for (int peer = -1; peer < 1000; peer++)
            ck_assert(mpit__pairs_add(
                &pairs, &(struct mpit_pair){.peer = peer,
                                            .messages = 1,
                                            .bytes = (uint64_t)(peer + 1) * 10,
                                            .operations = 2,
                                            .operation_bytes = (uint64_t)(peer + 1) * 100}));
    ck_assert_uint_eq(pairs.used, 1001);
    list = mpit__pairs_list(&pairs, &n);
    ck_assert_int_eq(n, 1001);
    for (int peer = -1; peer < 1000; peer++) {
        const struct mpit_pair *pair = find(list, pairs.used, peer);
        ck_assert_ptr_nonnull(pair);
        ck_assert_uint_eq(pair->messages, 3);
        ck_assert_uint_eq(pair->bytes, 30 * (uint64_t)(peer + 1));
        ck_assert_uint_eq(pair->operations, 6);
        ck_assert_uint_eq(pair->operation_bytes, 300 * (uint64_t)(peer + 1));
    }
    free(list);
    mpit__pairs_free(&pairs);
    ck_assert_uint_eq(pairs.used, 0);
}
END_TEST

START_TEST(pair_without_messages_and_operations_is_none)
{
    struct mpit_pairs pairs = {0};
    int n;

    ck_assert(mpit__pairs_add(&pairs, &(struct mpit_pair){.peer = 5}));
    ck_assert_uint_eq(pairs.used, 0);
    ck_assert_ptr_null(mpit__pairs_list(&pairs, &n));
    ck_assert(mpit__pairs_add(&pairs, &(struct mpit_pair){.peer = 5, .operations = 1}));
    ck_assert_uint_eq(pairs.used, 1);
    mpit__pairs_free(&pairs);
}
END_TEST

#define TESTS(TEST) TEST(pairs_add_up_by_peer) TEST(pair_without_messages_and_operations_is_none)
SUITE("pairs", TESTS, NULL)
