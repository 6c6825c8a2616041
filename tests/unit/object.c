/* Objects that are being freed, and the handle in another thread's hands before the call is back.
 */
#include "config.h"

#include "entry/setup.h"
#include "ground/hash.h"
#include "mpi/vendor.h"
#include "profile/level.h"
#include "profile/object.h"
#include "suite.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>

enum { KEY = 0x44000001 };

static MPI_Comm comm(void)
{
    return (MPI_Comm)(uintptr_t)KEY;
}

static struct mpit_object *found(enum mpit_kind kind)
{
    return mpit__object_find(kind, KEY);
}

static uint64_t live_comms(void)
{
    return atomic_load(&mpit__process.level[MPIT_LEVEL_LIVE_COMMS]);
}

/* What another thread does, and finds. */
static void *make_comm(void *nothing)
{
    (void)nothing;
    mpit__object_comm_made(comm());
    return found(MPIT_KIND_comm);
}

static void *bind_datatype(void *nothing)
{
    (void)nothing;
    return mpit__object_hold(MPIT_KIND_datatype, KEY, true);
}

static void *find_comm(void *nothing)
{
    (void)nothing;
    return found(MPIT_KIND_comm);
}

static struct mpit_object *another_thread(void *(*does)(void *))
{
    pthread_t thread;
    void *gives;

    ck_assert_int_eq(pthread_create(&thread, NULL, does, NULL), 0);
    ck_assert_int_eq(pthread_join(thread, &gives), 0);
    return gives;
}

START_TEST(communicator_that_is_named_again_counts_once)
{
    mpit__object_comm_made(comm());
    mpit__object_comm_made(comm());
    ck_assert_uint_eq(live_comms(), 1);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_comm, KEY), true);
    ck_assert_uint_eq(live_comms(), 0);
    ck_assert_ptr_null(found(MPIT_KIND_comm));
}
END_TEST

START_TEST(communicator_with_the_handle_of_one_that_is_being_freed_is_another)
{
    struct mpit_object *old, *freed, *fresh;

    mpit__object_comm_made(comm());
    old = found(MPIT_KIND_comm);
    freed = mpit__object_free_begins(MPIT_KIND_comm, KEY);
    ck_assert_ptr_eq(freed, old);
    ck_assert_ptr_eq(found(MPIT_KIND_comm), old);
    ck_assert_ptr_eq(another_thread(find_comm), old);
    fresh = another_thread(make_comm);
    ck_assert_ptr_ne(fresh, old);
    mpit__object_free_ends(freed, true);
    ck_assert_ptr_eq(found(MPIT_KIND_comm), fresh);
    ck_assert_uint_eq(live_comms(), 1);
}
END_TEST

START_TEST(datatype_with_the_handle_of_one_that_is_being_freed_is_another)
{
    struct mpit_object *old = mpit__object_hold(MPIT_KIND_datatype, KEY, true), *freed, *fresh;

    freed = mpit__object_free_begins(MPIT_KIND_datatype, KEY);
    ck_assert_ptr_eq(freed, old);
    fresh = another_thread(bind_datatype);
    ck_assert_ptr_ne(fresh, old);
    mpit__object_free_ends(freed, true);
    ck_assert_ptr_eq(found(MPIT_KIND_datatype), fresh);
    mpit__object_release(old);
    mpit__object_release(fresh);
    ck_assert_ptr_null(found(MPIT_KIND_datatype));
}
END_TEST

START_TEST(object_that_is_not_freed_is_as_before)
{
    struct mpit_object *group = mpit__object_hold(MPIT_KIND_group, KEY, true);

    mpit__object_referenced(MPIT_KIND_group, KEY);
    for (int i = 0; i < 3; i++)
        mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_group, KEY), false);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_group, KEY), true);
    ck_assert_ptr_eq(found(MPIT_KIND_group), group);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_group, KEY), false);
    ck_assert_ptr_eq(found(MPIT_KIND_group), group);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_group, KEY), true);
    ck_assert_ptr_null(found(MPIT_KIND_group));
    ck_assert(!atomic_load(&group->alive));
    mpit__object_release(group);
}
END_TEST

/* The handler of the error that the free has raised has jumped out of it. */
START_TEST(free_that_was_left_by_a_jump_can_be_made_again)
{
    struct mpit_object *old;

    mpit__object_comm_made(comm());
    old = found(MPIT_KIND_comm);
    ck_assert_ptr_eq(mpit__object_free_begins(MPIT_KIND_comm, KEY), old);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_comm, KEY), true);
    ck_assert_ptr_null(found(MPIT_KIND_comm));
    ck_assert_uint_eq(live_comms(), 0);
}
END_TEST

static void count(struct mpit_object *object, void *n)
{
    ck_assert(atomic_load(&object->key) == KEY);
    ++*(int *)n;
}

START_TEST(communicators_and_windows_are_listed_each_by_themselves)
{
    int comms = 0, wins = 0;

    mpit__object_win_made(comm(), (MPI_Win)(uintptr_t)KEY);
    mpit__object_each_comm(count, &comms);
    mpit__object_each_win(count, &wins);
    ck_assert_int_eq(comms, 1);
    ck_assert_int_eq(wins, 1);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_comm, KEY), true);
    mpit__object_each_comm(count, &comms);
    mpit__object_each_win(count, &wins);
    ck_assert_int_eq(comms, 1);
    ck_assert_int_eq(wins, 2);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_win, KEY), true);
    mpit__object_each_win(count, &wins);
    ck_assert_int_eq(wins, 2);
}
END_TEST

/* ---- several threads at once */

enum { RACES = 20000, BUCKET_BITS = 16 };

static _Atomic int arrived;
static struct mpit_object *_Atomic needed[2];
static _Atomic bool race_is_over;

/* Waits until so many have come: spinning, so that both go on at the same time. */
static void meet(int all)
{
    atomic_fetch_add(&arrived, 1);
    for (int i = 1; atomic_load(&arrived) < all; i++)
        if (i % 1024 == 0)
            sched_yield();
}

/* Both threads need each object at the same time, the first to need it. */
static void need_each(int me)
{
    for (int i = 0; i < RACES / 4; i++) {
        meet(6 * i + 2);
        atomic_store(&needed[me], mpit__object_need(MPIT_KIND_datatype, KEY + 16 * (uint64_t)i));
        meet(6 * i + 4);
        ck_assert_ptr_eq(atomic_load(&needed[me]), atomic_load(&needed[!me]));
        meet(6 * i + 6);
    }
}

static void *need_each_too(void *nothing)
{
    need_each(1);
    return nothing;
}

START_TEST(object_that_two_threads_need_at_once_is_one)
{
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, need_each_too, NULL), 0);
    need_each(0);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
}
END_TEST

/* A key of the same chain as KEY, or of another one. */
static uint64_t key_beside(bool same)
{
    uint64_t key = KEY + 1;

    while ((mpit__hash_key(key, BUCKET_BITS) == mpit__hash_key(KEY, BUCKET_BITS)) != same)
        key++;
    return key;
}

/* One record goes from one chain to another and back, again and again. */
static void *wander(void *nothing)
{
    const uint64_t keys[] = {key_beside(true), key_beside(false)};

    for (int i = 0; !atomic_load(&race_is_over); i++)
        mpit__object_release(mpit__object_hold(MPIT_KIND_op, keys[i % 2], true));
    return nothing;
}

START_TEST(object_is_found_whatever_becomes_of_others_in_its_chain)
{
    struct mpit_object *stays = mpit__object_hold(MPIT_KIND_op, KEY, true);
    pthread_t thread;

    ck_assert_int_eq(pthread_create(&thread, NULL, wander, NULL), 0);
    for (int i = 0; i < 100 * RACES; i++)
        ck_assert_ptr_eq(mpit__object_find(MPIT_KIND_op, KEY), stays);
    atomic_store(&race_is_over, true);
    ck_assert_int_eq(pthread_join(thread, NULL), 0);
    mpit__object_release(stays);
}
END_TEST

/* ---- a communicator that is asked about by two at once */

static int asked, freed_groups;
static struct mpit_object *being_described;
static char group_of_first[8], group_of_second[8];

static int is_there(int *flag)
{
    *flag = 1;
    return MPI_SUCCESS;
}

static int is_not_there(int *flag)
{
    *flag = 0;
    return MPI_SUCCESS;
}

static int say_one(MPI_Comm of, int *said)
{
    (void)of;
    *said = 1;
    return MPI_SUCCESS;
}

static int say_none(MPI_Comm of, int *said)
{
    (void)of;
    *said = 0;
    return MPI_SUCCESS;
}

/* While the library answers the first, the second has asked and has been answered. */
static int give_group(MPI_Comm of, MPI_Group *group)
{
    (void)of;
    if (asked++ == 0) {
        ck_assert(mpit__object_describe(being_described));
        *group = (MPI_Group)(uintptr_t)group_of_first;
    } else {
        *group = (MPI_Group)(uintptr_t)group_of_second;
    }
    return MPI_SUCCESS;
}

static int free_group(MPI_Group *group)
{
    ck_assert_uint_eq((uintptr_t)*group, (uintptr_t)(MPI_Group)(uintptr_t)group_of_first);
    freed_groups++;
    return MPI_SUCCESS;
}

START_TEST(communicator_that_two_describe_at_once_keeps_one_group)
{
    mpit__vendor_resolve();
    mpit__next.PMPI_Initialized = is_there;
    mpit__next.PMPI_Finalized = is_not_there;
    mpit__next.PMPI_Comm_test_inter = say_none;
    mpit__next.PMPI_Comm_rank = say_none;
    mpit__next.PMPI_Comm_size = say_one;
    mpit__next.PMPI_Comm_group = give_group;
    mpit__next.PMPI_Group_free = free_group;
    mpit__object_comm_made(comm());
    being_described = found(MPIT_KIND_comm);
    ck_assert(mpit__object_describe(being_described));
    ck_assert_int_eq(asked, 2);
    ck_assert_int_eq(freed_groups, 1);
    ck_assert(being_described->group == (MPI_Group)(uintptr_t)group_of_second);
}
END_TEST

/* ---- a window */

static int give_group_of_win(MPI_Win of, MPI_Group *group)
{
    ck_assert_uint_eq(MPIT_KEY(of), KEY);
    asked++;
    *group = (MPI_Group)(uintptr_t)group_of_first;
    return MPI_SUCCESS;
}

static int say_two(MPI_Group of, int *said)
{
    ck_assert_uint_eq((uintptr_t)of, (uintptr_t)(MPI_Group)(uintptr_t)group_of_first);
    *said = 2;
    return MPI_SUCCESS;
}

START_TEST(window_is_asked_for_its_group_once_and_frees_it)
{
    struct mpit_object *win;

    mpit__vendor_resolve();
    mpit__next.PMPI_Initialized = is_there;
    mpit__next.PMPI_Finalized = is_not_there;
    mpit__next.PMPI_Win_get_group = give_group_of_win;
    mpit__next.PMPI_Group_rank = mpit__next.PMPI_Group_size = say_two;
    mpit__next.PMPI_Group_free = free_group;
    mpit__object_win_made(comm(), (MPI_Win)(uintptr_t)KEY);
    win = found(MPIT_KIND_win);
    for (int i = 0; i < 3; i++)
        ck_assert(mpit__object_describe(win));
    ck_assert_int_eq(asked, 1);
    ck_assert_int_eq(win->size, 2);
    ck_assert_int_eq(freed_groups, 0);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_win, KEY), false);
    ck_assert_int_eq(freed_groups, 0);
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_win, KEY), true);
    ck_assert_int_eq(freed_groups, 1);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(communicator_that_is_named_again_counts_once)                                             \
    TEST(communicator_with_the_handle_of_one_that_is_being_freed_is_another)                       \
    TEST(datatype_with_the_handle_of_one_that_is_being_freed_is_another)                           \
    TEST(object_that_is_not_freed_is_as_before)                                                    \
    TEST(free_that_was_left_by_a_jump_can_be_made_again)                                           \
    TEST(object_that_two_threads_need_at_once_is_one)                                              \
    TEST(object_is_found_whatever_becomes_of_others_in_its_chain)                                  \
    TEST(communicator_that_two_describe_at_once_keeps_one_group)                                   \
    TEST(communicators_and_windows_are_listed_each_by_themselves)                                  \
    TEST(window_is_asked_for_its_group_once_and_frees_it)

SUITE("object", TESTS, mpit__setup_settings)
