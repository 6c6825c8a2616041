/* Memory that records take, and pools of them. */
#include "config.h"

#include "entry/setup.h"
#include "ground/memory.h"
#include "suite.h"

#include <string.h>

START_TEST(memory_that_is_given_back_is_not_in_use)
{
    const size_t before = mpit__memory_used();

    for (size_t bytes = 1; bytes < 1000; bytes += 7) {
        void *memory = mpit__memory_take(bytes);

        ck_assert_ptr_nonnull(memory);
        ck_assert_uint_ge(mpit__memory_used(), before + bytes);
        mpit__memory_give(memory, bytes);
        ck_assert_uint_eq(mpit__memory_used(), before);
    }
}
END_TEST

START_TEST(object_of_a_pool_is_empty_whoever_had_it)
{
    enum { SIZE = 100 };
    static const char empty[SIZE];
    struct mpit_pool pool = {.size = SIZE};
    void *first = mpit__pool_take(&pool);

    ck_assert_ptr_nonnull(first);
    ck_assert_mem_eq(first, empty, SIZE);
    memset(first, 'x', SIZE);
    mpit__pool_give(&pool, first);
    ck_assert_ptr_eq(mpit__pool_take(&pool), first);
    ck_assert_mem_eq(first, empty, SIZE);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(memory_that_is_given_back_is_not_in_use)                                                  \
    TEST(object_of_a_pool_is_empty_whoever_had_it)
SUITE("memory", TESTS, mpit__setup_settings)
