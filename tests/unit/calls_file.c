/* Files of calls: what a thread overwrites while they are written is lost, and is said to be. */
#define _GNU_SOURCE
#include "config.h"

#include "entry/setup.h"
#include "ground/in_force.h"
#include "live/calls_file.h"
#include "live/segment.h"
#include "report/calls_file.h"
#include "suite.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

enum { CALLS = 64, HEAD = sizeof(struct mpit_calls_file_head) };

static char folder[64], path[128];
static struct {
    struct mpit_live_recorder recorder;
    struct mpit_live_called call[CALLS];
} ring;
static struct mpit_calls_file file;

static void set_up(void)
{
    mpit__setup_settings();
    strcpy(folder, "/tmp/mpit-calls-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    mpit__in_force.live = MPIT_LIVE_IS_COUNTS;
    strcpy(mpit__in_force.live_dir, folder);
    ck_assert(mpit__live_begin());
    snprintf(path, sizeof path, "%s/0.calls", folder);
}

static void clean(void)
{
    unlink(path);
    unlink(mpit__live_file());
    rmdir(folder);
}

/* The n-th call has its number in all that it has. */
static void make_call(uint64_t n)
{
    struct mpit_live_called *slot = &ring.call[n % CALLS];

    slot->entry = n;
    slot->what = (uint32_t)(n % 100);
    slot->tag = (int32_t)n;
    slot->bytes = (uint32_t)n;
    atomic_store_explicit(&ring.recorder.done, n + 1, memory_order_release);
}

static int add(uint64_t room)
{
    const struct mpit_calls_wanted wanted = {
        .ring = &ring.recorder, .n = CALLS, .to = ring.recorder.done, .room = room};

    return mpit__calls_file_add(&file, path, &wanted);
}

/* The calls of the file, each one checked, and how many it says are lost. */
static uint64_t read_calls(uint64_t *lost)
{
    struct mpit_calls_file_head head;
    struct mpit_live_called slot;
    uint64_t n = 0;
    int from = open(path, O_RDONLY);

    *lost = 0;
    ck_assert_int_eq(read(from, &head, sizeof head), sizeof head);
    ck_assert_str_eq(head.magic, MPIT_CALLS_FILE_MAGIC);
    while (read(from, &slot, sizeof slot) == sizeof slot) {
        if (slot.what == MPIT_CALLS_FILE_GAP) {
            *lost += slot.entry;
            continue;
        }
        ck_assert_uint_eq(slot.entry, n + *lost);
        ck_assert_uint_eq(slot.what, slot.entry % 100);
        ck_assert_int_eq(slot.tag, slot.entry);
        ck_assert_uint_eq(slot.bytes, slot.entry);
        n++;
    }
    close(from);
    return n;
}

START_TEST(calls_that_a_ring_has_lost_are_counted)
{
    uint64_t lost, made = 0, kept;

    while (made < 40)
        make_call(made++);
    ck_assert_int_eq(add(1 << 20), 0);
    ck_assert_uint_eq(read_calls(&lost), 40);
    ck_assert_uint_eq(lost, 0);
    while (made < 200)
        make_call(made++);
    ck_assert_int_eq(add(1 << 20), 0);
    kept = read_calls(&lost);
    ck_assert_uint_eq(kept + lost, 200);
    ck_assert_uint_ge(lost, 200 - 40 - CALLS);
    ck_assert_uint_lt(kept, 40 + CALLS);
    clean();
}
END_TEST

START_TEST(no_more_is_written_than_there_is_room_for)
{
    uint64_t lost;

    for (uint64_t i = 0; i < 30; i++)
        make_call(i);
    ck_assert_int_eq(add(HEAD + 10 * sizeof(struct mpit_live_called)), MPIT_CALLS_FILE_FULL);
    ck_assert_uint_eq(read_calls(&lost), 10);
    clean();
}
END_TEST

static _Atomic bool is_over;

static void *make_calls(void *unused)
{
    for (uint64_t i = 0; i < 20000000 && !is_over; i++)
        make_call(i);
    is_over = true;
    return unused;
}

/* Both look at the same few slots all the time. */
START_TEST(calls_that_are_overwritten_meanwhile_are_lost)
{
    uint64_t lost, kept;
    pthread_t other;
    time_t until = time(NULL) + 3;

    pthread_create(&other, NULL, make_calls, NULL);
    while (!is_over)
        if (add(1 << 20) != 0 || time(NULL) > until)
            is_over = true;
    pthread_join(other, NULL);
    add(1 << 20);
    kept = read_calls(&lost);
    ck_assert_uint_gt(kept, 0);
    ck_assert_uint_eq(kept + lost, file.next - file.gap);
    clean();
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(calls_that_a_ring_has_lost_are_counted)                                                   \
    TEST(no_more_is_written_than_there_is_room_for)                                                \
    TEST(calls_that_are_overwritten_meanwhile_are_lost)
SUITE("calls_file", TESTS, set_up)
