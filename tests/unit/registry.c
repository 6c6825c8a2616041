/* Indices and names: CVAR-1, CVAR-6, PVAR-6. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/setup.h"
#include "ground/in_force.h"
#include "registry/registry.h"
#include "suite.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MANY = 100000 };

static struct mpit_registry registry = {.rows = MPIT_VECTOR(struct mpit_registry_row)};
static char names[MANY][16];

static void fill(int n)
{
    for (int i = mpit__registry_count(&registry); i < n; i++) {
        snprintf(names[i], sizeof names[i], "v%d", i);
        ck_assert_int_eq(mpit__registry_add(&registry, names[i], names[i]), i);
    }
}

START_TEST(index_and_name_lead_to_each_other)
{
    fill(MANY);
    for (int i = 0; i < MANY; i++) {
        ck_assert_ptr_eq(mpit__registry_at(&registry, i), names[i]);
        ck_assert_int_eq(mpit__registry_find(&registry, names[i], INT_MAX), i);
    }
}
END_TEST

START_TEST(index_out_of_range_is_nothing)
{
    static const int indices[] = {-1, 100, 101, INT_MAX, INT_MIN};

    fill(100);
    for (size_t i = 0; i < sizeof indices / sizeof *indices; i++)
        ck_assert_ptr_null(mpit__registry_at(&registry, indices[i]));
    ck_assert_ptr_nonnull(mpit__registry_at(&registry, 99));
}
END_TEST

START_TEST(name_must_be_exact)
{
    static const char *const wrong[] = {"", "v", "V1", "v1 ", " v1", "v100", "v01"};

    fill(100);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_int_eq(mpit__registry_find(&registry, wrong[i], INT_MAX), -1);
}
END_TEST

START_TEST(things_of_one_name_are_found_from_the_newest_on)
{
    fill(10);
    ck_assert_int_eq(mpit__registry_add(&registry, "v3", NULL), 10);
    ck_assert_int_eq(mpit__registry_find(&registry, "v3", INT_MAX), 10);
    ck_assert_int_eq(mpit__registry_find(&registry, "v3", 10), 3);
    ck_assert_int_eq(mpit__registry_find(&registry, "v3", 3), -1);
}
END_TEST

START_TEST(registry_without_memory_stays_as_it_is)
{
    int n;

    mpit__in_force.memory_limit = 1 << 12;
    for (n = 0; mpit__registry_add(&registry, names[n], NULL) >= 0; n++)
        snprintf(names[n + 1], sizeof names[n + 1], "v%d", n + 1);
    ck_assert_int_eq(mpit__registry_count(&registry), n);
    ck_assert_int_eq(mpit__registry_find(&registry, names[n], INT_MAX), -1);
}
END_TEST

/* Seconds for names first … last, looked up once each. */
static double time_of_lookups(int first, int last)
{
    struct timespec begin, end;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    for (int i = first; i < last; i++)
        ck_assert_int_eq(mpit__registry_find(&registry, names[i], INT_MAX), i);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    return (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
}

START_TEST(hundred_thousand_names_are_looked_up_in_linear_time)
{
    double few, all;

    fill(MANY);
    time_of_lookups(0, MANY);
    few = time_of_lookups(0, MANY / 10);
    all = time_of_lookups(0, MANY);
    /* Ten times as many: quadratic would be a hundred times as long. */
    ck_assert_msg(all < 40 * few + 0.01, "10000 took %g s, 100000 took %g s", few, all);
}
END_TEST

static _Atomic bool over;

static void *look(void *nothing)
{
    bool sound = true;

    (void)nothing;
    while (!over && sound) {
        int n = mpit__registry_count(&registry);

        for (int i = n > 100 ? n - 100 : 0; i < n && sound; i++) {
            const char *name = mpit__registry_at(&registry, i);
            int found = mpit__registry_find(&registry, name, INT_MAX);

            /* The last one may not hang in its chain yet. */
            sound = name == names[i] && (found == i || (found == -1 && i == n - 1));
        }
    }
    return (void *)(uintptr_t)sound;
}

START_TEST(registry_is_enumerated_while_it_grows)
{
    pthread_t reader[3];
    void *sound;

    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pthread_create(&reader[i], NULL, look, NULL), 0);
    fill(MANY);
    over = true;
    for (int i = 0; i < 3; i++) {
        pthread_join(reader[i], &sound);
        ck_assert_ptr_nonnull(sound);
    }
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(index_and_name_lead_to_each_other)                                                        \
    TEST(index_out_of_range_is_nothing)                                                            \
    TEST(name_must_be_exact)                                                                       \
    TEST(things_of_one_name_are_found_from_the_newest_on)                                          \
    TEST(registry_without_memory_stays_as_it_is)                                                   \
    TEST(hundred_thousand_names_are_looked_up_in_linear_time)                                      \
    TEST(registry_is_enumerated_while_it_grows)
SUITE("registry", TESTS, mpit__setup_settings)
