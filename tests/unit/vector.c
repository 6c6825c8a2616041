/* The growing array whose elements never move. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/in_force.h"
#include "ground/memory.h"
#include "ground/vector.h"
#include "suite.h"

enum { MANY = 100000 };

START_TEST(vector_elements_keep_place_and_value_while_it_grows)
{
    struct mpit_vector vector = MPIT_VECTOR(long);
    long **place = malloc(MANY * sizeof *place);

    for (long i = 0; i < MANY; i++) {
        place[i] = mpit__vector_add(&vector);
        ck_assert_ptr_nonnull(place[i]);
        ck_assert_int_eq(*place[i], 0);
        *place[i] = i;
        ck_assert_uint_eq(mpit__vector_count(&vector), (unsigned)i + 1);
    }
    for (long i = 0; i < MANY; i++) {
        ck_assert_ptr_eq(mpit__vector_at(&vector, (uint32_t)i), place[i]);
        ck_assert_int_eq(*place[i], i);
    }
    free(place);
    mpit__vector_free(&vector);
}
END_TEST

START_TEST(vector_is_copied_as_far_as_is_asked)
{
    struct mpit_vector vector = MPIT_VECTOR(int);
    int copy[MANY / 100] = {0};

    for (int i = 0; i < MANY / 100; i++)
        *(int *)mpit__vector_add(&vector) = i + 1;
    mpit__vector_copy(&vector, MANY / 100 - 7, copy);
    for (int i = 0; i < MANY / 100; i++)
        ck_assert_int_eq(copy[i], i < MANY / 100 - 7 ? i + 1 : 0);
    mpit__vector_free(&vector);
}
END_TEST

START_TEST(vector_gives_all_its_memory_back)
{
    struct mpit_vector vector = MPIT_VECTOR(char[100]);
    size_t before = mpit__memory_used();

    for (int i = 0; i < 1000; i++)
        mpit__vector_add(&vector);
    ck_assert_uint_ge(mpit__memory_used(), before + 1000 * 100);
    mpit__vector_free(&vector);
    ck_assert_uint_eq(mpit__memory_used(), before);
}
END_TEST

START_TEST(vector_reserved_element_cannot_fail)
{
    struct mpit_vector vector = MPIT_VECTOR(char[64]);

    while (mpit__vector_count(&vector) < 16)
        mpit__vector_add(&vector);
    ck_assert_int_eq(mpit__vector_reserve(&vector), 0);
    mpit__in_force.memory_limit = 0;
    ck_assert_ptr_nonnull(mpit__vector_add(&vector));
    ck_assert_uint_eq(mpit__vector_count(&vector), 17);
}
END_TEST

START_TEST(vector_without_memory_stays_as_it_is)
{
    struct mpit_vector vector = MPIT_VECTOR(char[64]);

    while (mpit__vector_count(&vector) < 16)
        mpit__vector_add(&vector);
    mpit__in_force.memory_limit = 0;
    ck_assert_int_eq(mpit__vector_reserve(&vector), -1);
    ck_assert_ptr_null(mpit__vector_add(&vector));
    ck_assert_uint_eq(mpit__vector_count(&vector), 16);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(vector_elements_keep_place_and_value_while_it_grows)                                      \
    TEST(vector_is_copied_as_far_as_is_asked)                                                      \
    TEST(vector_gives_all_its_memory_back)                                                         \
    TEST(vector_reserved_element_cannot_fail)                                                      \
    TEST(vector_without_memory_stays_as_it_is)
SUITE("vector", TESTS, mpit__setup_settings)
