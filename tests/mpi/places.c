/* Where a thread is, as others see it (mpit_live=where): never torn, and what the call was given.
 *
 * The library stands in this program; another thread looks at the place all the while, as long as
 * PLACES_ROUNDS (200000) times three calls take, and on until it has been let to. */
#include "config.h"

#include "harness.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hook/current_call.h"
#include "live/segment.h"
#include "profile/current_call.h"
#include "profile/thread.h"

enum { ROUNDS = 200000, LOOKS = 1000, LARGE = 4096 };
#define PATIENCE 60.0 /* seconds */

static int given[LARGE], got[LARGE];

/* ---- who looks */

struct seen {
    uint64_t sequence, left;
    struct mpit_live_call_made made;
};

/* As tools/live/place.c does; false where the thread was faster. */
static bool look(struct mpit_live_place *place, struct seen *seen)
{
    uint64_t before = atomic_load_explicit(&place->sequence, memory_order_acquire);

    seen->sequence = before;
    seen->left = atomic_load(&place->left);
    memcpy(&seen->made, &place->made[before % MPIT_LIVE_CALLS_MADE], sizeof seen->made);
    atomic_thread_fence(memory_order_acquire);
    if (seen->left < seen->made.since)
        seen->left = 0;
    return atomic_load_explicit(&place->sequence, memory_order_relaxed) == before;
}

static atomic_bool over, enough;
static struct mpit_live_place *watched;
static long looks, inside, torn, backwards, missed;

/* Every call of the other thread has its count for its tag, and itself for its peer. */
static void *watch(void *unused)
{
    uint64_t last = 0, since = 0;
    struct seen seen;

    while (!atomic_load(&over)) {
        if (!look(watched, &seen)) {
            missed++;
            continue;
        }
        looks++;
        inside += !seen.left;
        if (seen.sequence < last || seen.made.since < since)
            backwards++;
        last = seen.sequence;
        since = seen.made.since;
        if ((MPIT_LIVE_HAS_OF(seen.made.what) & MPIT_LIVE_HAS_TAG) &&
            seen.made.count != (uint64_t)seen.made.tag)
            torn++;
        if (looks > LOOKS && inside)
            atomic_store(&enough, true);
    }
    return unused;
}

static void make_calls(long rounds)
{
    for (long i = 0; i < rounds; i++) {
        int n = 1 + (int)(i % 64);
        MPI_Request request;

        MPI_Irecv(got, n, MPI_INT, 0, n, MPI_COMM_SELF, &request);
        MPI_Send(given, n, MPI_INT, 0, n, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void a_place_is_never_seen_torn(void)
{
    const char *asked = getenv("PLACES_ROUNDS");
    long rounds = asked ? atol(asked) : ROUNDS;
    pthread_t reader;

    make_calls(1);
    watched = &mpit__thread.place->shown;
    CHECK(watched != NULL);
    if (!watched || pthread_create(&reader, NULL, watch, NULL) != 0)
        return;
    make_calls(rounds);
    for (double began = MPI_Wtime(); !atomic_load(&enough) && MPI_Wtime() < began + PATIENCE;)
        make_calls(rounds);
    atomic_store(&over, true);
    pthread_join(reader, NULL);
    printf("%ld looks, %ld in a call, %ld missed\n", looks, inside, missed);
    CHECK_THAT(looks > LOOKS, "only %ld looks, %ld missed", looks, missed);
    CHECK_THAT(inside > 0, "of %ld looks none was in a call", looks);
    CHECK_INT(torn, 0);
    CHECK_INT(backwards, 0);
}

/* ---- what is said */

static const struct mpit_live_call_made *newest(int back)
{
    const struct mpit_live_place *place = &mpit__thread.place->shown;

    return &place->made[(place->sequence - (uint64_t)back) % MPIT_LIVE_CALLS_MADE];
}

static void the_last_calls_stand_there_with_what_they_were_given(void)
{
    MPI_Bcast(given, 3, MPI_DOUBLE, 0, MPI_COMM_SELF);
    MPI_Allreduce(given, got, 5, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    CHECK(mpit__thread.place->shown.left != 0);
    CHECK_INT(MPIT_LIVE_HAS_OF(newest(0)->what), MPIT_LIVE_HAS_COUNT | MPIT_LIVE_HAS_OP);
    CHECK_INT(newest(0)->count, 5);
    CHECK(newest(0)->op == MPIT_KEY(MPI_MAX));
    CHECK(newest(0)->comm == MPIT_KEY(MPI_COMM_WORLD));
    CHECK_INT(MPIT_LIVE_HAS_OF(newest(1)->what), MPIT_LIVE_HAS_COUNT | MPIT_LIVE_HAS_ROOT);
    CHECK_INT(newest(1)->count, 3);
    CHECK_INT(newest(1)->root, 0);
    CHECK(newest(1)->type == MPIT_KEY(MPI_DOUBLE));
}

static void what_is_in_place_has_no_size(void)
{
    MPI_Allgather(MPI_IN_PLACE, 7, MPI_INT, got, 1, MPI_INT, MPI_COMM_SELF);
    CHECK_INT(MPIT_LIVE_HAS_OF(newest(0)->what), MPIT_LIVE_HAS_RECEIVED);
    CHECK_INT(newest(0)->received, 1);
}

/* Of number i of those that the newest call waits for. */
static const struct mpit_live_note *awaits(int i)
{
    uint64_t key = mpit__thread.place->shown.awaits[i];
    const struct mpit_live_note *note = mpit__current_call_find(mpit__thread.place, key);

    CHECK(note != NULL);
    return note;
}
static uint32_t kind(int i)
{
    return MPIT_LIVE_HAS_OF(awaits(i)->what);
}

/* Waitany waits for three, the third of which is complete; two are pending. */
static void a_completion_says_what_it_waits_for(void)
{
    const struct mpit_live_place *place = &mpit__thread.place->shown;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    int done;

    MPI_Irecv(got, 1, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_SELF, &requests[0]);
    requests[1] = MPI_REQUEST_NULL;
    MPI_Issend(given, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &requests[2]);
    MPI_Isend(given, 1, MPI_INT, MPI_PROC_NULL, 6, MPI_COMM_SELF, &requests[3]);
    MPI_Waitany(4, requests, &done, statuses);
    CHECK_INT(done, 3);
    CHECK_INT(MPIT_LIVE_HAS_OF(newest(0)->what), MPIT_LIVE_HAS_COUNT | MPIT_LIVE_HAS_AWAITED);
    CHECK_INT(place->awaiting, 2);
    CHECK_INT(kind(0), MPIT_LIVE_AWAITS_RECV);
    CHECK_INT(awaits(0)->peer, MPI_ANY_SOURCE);
    CHECK_INT(awaits(0)->tag, 4);
    CHECK_INT(MPIT_LIVE_CALL_OF(awaits(0)->what), MPIT_CALL_Irecv);
    CHECK_INT(kind(1), MPIT_LIVE_AWAITS_SEND);
    CHECK_INT(awaits(1)->peer, 0);
    CHECK_INT(awaits(1)->tag, 5);
    CHECK(awaits(0)->comm == MPIT_KEY(MPI_COMM_SELF));
    CHECK(awaits(1)->comm == MPIT_KEY(MPI_COMM_SELF));
    MPI_Recv(got, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Send(given, 1, MPI_INT, 0, 4, MPI_COMM_SELF);
    MPI_Waitall(4, requests, statuses);
}

static void a_persistent_request_is_awaited_once_it_is_started(void)
{
    const struct mpit_live_place *place = &mpit__thread.place->shown;
    MPI_Request receive, send;

    MPI_Recv_init(got, 1, MPI_INT, 0, 6, MPI_COMM_SELF, &receive);
    MPI_Send_init(given, 1, MPI_INT, 0, 6, MPI_COMM_SELF, &send);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    CHECK_INT(place->awaiting, 1);
    CHECK_INT(kind(0), MPIT_LIVE_AWAITS_RECV | MPIT_LIVE_NOT_STARTED);
    MPI_Start(&receive);
    MPI_Startall(1, &send);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    CHECK_INT(kind(0), MPIT_LIVE_AWAITS_SEND);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    CHECK_INT(kind(0), MPIT_LIVE_AWAITS_RECV);
    CHECK_INT(awaits(0)->tag, 6);
    MPI_Request_free(&receive);
    MPI_Request_free(&send);
}

static const struct mpit_live_comm *live_of(MPI_Comm comm)
{
    return mpit__object_of_comm(comm)->live;
}

/* The next handle whose note begins where that of another does. */
static uint64_t falls_together(uint64_t key)
{
    const uint32_t index = mpit_live_note_index(key, 0);

    do
        key += 8;
    while (mpit_live_note_index(key, 0) != index);
    return key;
}
static void note_send(uint64_t key, int dest)
{
    mpit__current_call_note(mpit__thread.place, (MPI_Request)(uintptr_t)key, MPIT_CALL_Isend,
                            MPIT_LIVE_AWAITS_SEND,
                            (struct mpit_said){.has = MPIT_LIVE_HAS_DEST, .dest = dest});
}
static int noted(uint64_t key)
{
    const struct mpit_live_note *note = mpit__current_call_find(mpit__thread.place, key);

    return note ? note->peer : -1;
}

static void two_requests_that_fall_together_are_both_known(void)
{
    const uint64_t one = 0x7000, two = falls_together(one), three = falls_together(two);

    note_send(one, 1);
    note_send(two, 2);
    CHECK_INT(noted(one), 1);
    CHECK_INT(noted(two), 2);
    note_send(two, 4);
    CHECK_INT(noted(one), 1);
    CHECK_INT(noted(two), 4);
    note_send(three, 3);
    CHECK_INT(noted(one), -1);
    CHECK_INT(noted(two), 4);
    CHECK_INT(noted(three), 3);
    note_send(two, 5);
    CHECK_INT(noted(two), 5);
    CHECK_INT(noted(three), 3);
}

static void copies_of_a_communicator_are_numbered(void)
{
    uint32_t before = live_of(MPI_COMM_WORLD)->number;
    MPI_Comm first, second;

    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    MPI_Comm_set_name(second, "second");
    CHECK(live_of(first)->hash && live_of(first)->hash == live_of(MPI_COMM_WORLD)->hash);
    CHECK(live_of(second)->hash == live_of(first)->hash);
    CHECK(live_of(first)->number > before);
    CHECK_INT(live_of(second)->number, live_of(first)->number + 1);
    CHECK(!strcmp(live_of(second)->name, "second"));
    MPI_Comm_free(&first);
    MPI_Comm_free(&second);
}

/* Before MPI_Init, which makes the segment. */
static char folder[] = "/tmp/mpit-places-XXXXXX";
__attribute__((constructor)) static void ask_for_places(void)
{
    if (mkdtemp(folder)) {
        setenv("MPIT_LIVE", "where", 1);
        setenv("MPIT_LIVE_DIR", folder, 1);
    }
}

static void the_folder_is_removed(void)
{
    char command[sizeof folder + 16];

    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK_INT(system(command), 0);
}

SUITE(HARNESS_MPI_IS_UP, TEST(the_last_calls_stand_there_with_what_they_were_given),
      TEST(what_is_in_place_has_no_size), TEST(a_completion_says_what_it_waits_for),
      TEST(a_persistent_request_is_awaited_once_it_is_started),
      TEST(two_requests_that_fall_together_are_both_known),
      TEST(copies_of_a_communicator_are_numbered), TEST(a_place_is_never_seen_torn),
      TEST(the_folder_is_removed))
