/* Objects that are being freed, and the handle in another thread's hands before the call is back.
 */
#include "config.h"

#include "entry/setup.h"
#include "ledger/level.h"
#include "ledger/object.h"
#include "suite.h"

#include <pthread.h>
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

#define TESTS(TEST)                                                                                \
    TEST(communicator_that_is_named_again_counts_once)                                             \
    TEST(communicator_with_the_handle_of_one_that_is_being_freed_is_another)                       \
    TEST(datatype_with_the_handle_of_one_that_is_being_freed_is_another)                           \
    TEST(object_that_is_not_freed_is_as_before)                                                    \
    TEST(free_that_was_left_by_a_jump_can_be_made_again)

SUITE("object", TESTS, mpit__setup_settings)
