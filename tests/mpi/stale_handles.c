/* Handles that one thread frees while another one uses them: HAND-4, SESS-1, INIT-6.
 *
 * The library stands in this program, so that the tests can stop between the two halves of a call:
 * the handle is found; it is freed, and its slot given to another variable; then the call goes on.
 */
#include "config.h"

#include "watch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pvar/one_slot.h"

enum { GUARD = 0x5a, SIZES = 64 };

static MPI_T_pvar_session session;
static int count_of; /* elements of the last handle that was made */

static MPI_T_pvar_handle made(const char *name, int var_class)
{
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
    MPI_Comm comm = MPI_COMM_WORLD;

    OK(MPI_T_pvar_handle_alloc(session, pvar_of(name, var_class), &comm, &handle, &count_of));
    return handle;
}

static MPI_T_pvar_handle one_number(void)
{
    return made("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
}

static MPI_T_pvar_handle many_numbers(void)
{
    return made("mpit_send_sizes", MPI_T_PVAR_CLASS_GENERIC);
}

static void freed(MPI_T_pvar_handle handle)
{
    OK(MPI_T_pvar_handle_free(session, &handle));
}

static uint32_t slot_of(MPI_T_pvar_handle handle)
{
    return (uint32_t)(uintptr_t)handle;
}

/* What a call has found of a handle of `old`, when its slot belongs to one of `new`, in *now. */
static struct mpit_found overtaken(MPI_T_pvar_handle (*old)(void), MPI_T_pvar_handle (*new)(void),
                                   MPI_T_pvar_handle *now)
{
    MPI_T_pvar_handle first = old();
    struct mpit_found found;

    CHECK(mpit__pvar_find(session, first, &found));
    freed(first);
    *now = new ();
    CHECK_INT(slot_of(*now), slot_of(first));
    return found;
}

static void is_untouched(const void *buffer, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        CHECK_INT(((const unsigned char *)buffer)[i], GUARD);
}

static void begin(void)
{
    OK(MPI_T_pvar_session_create(&session));
}

static void end(void)
{
    OK(MPI_T_pvar_session_free(&session));
}

static void a_read_that_comes_too_late_writes_nothing(void)
{
    static MPI_T_pvar_handle (*const kinds[])(void) = {one_number, many_numbers};
    unsigned char buffer[SIZES * sizeof(unsigned long long)];
    MPI_T_pvar_handle now;

    begin();
    for (int old = 0; old < 2; old++)
        for (int new = 0; new < 2; new ++) {
            struct mpit_found found = overtaken(kinds[old], kinds[new], &now);

            memset(buffer, GUARD, sizeof buffer);
            CHECK_RC(mpit__pvar_read(&found, buffer), MPI_T_ERR_INVALID_HANDLE);
            CHECK_RC(mpit__pvar_readreset(&found, buffer), MPI_T_ERR_INVALID_HANDLE);
            is_untouched(buffer, sizeof buffer);
            freed(now);
        }
    end();
}

static unsigned long long first_element(MPI_T_pvar_handle handle)
{
    unsigned long long value[SIZES];

    OK(MPI_T_pvar_read(session, handle, value));
    return value[0];
}

static void send_an_empty_message(void)
{
    MPI_Sendrecv(NULL, 0, MPI_INT, 0, 0, NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* The one that it would change is of one number: such are changed without a pin. */
static void is_too_late_to_change(MPI_T_pvar_handle (*old)(void))
{
    unsigned long long values[SIZES] = {77, 77};
    MPI_T_pvar_handle now;
    struct mpit_found found;

    begin();
    found = overtaken(old, one_number, &now);
    CHECK_RC(mpit__pvar_start(&found), MPI_T_ERR_INVALID_HANDLE);
    send_an_empty_message();
    CHECK_INT(first_element(now), 0);
    CHECK_RC(mpit__pvar_write(&found, values), MPI_T_ERR_INVALID_HANDLE);
    CHECK_INT(first_element(now), 0);
    OK(MPI_T_pvar_start(session, now));
    CHECK_RC(mpit__pvar_stop(&found), MPI_T_ERR_INVALID_HANDLE);
    send_an_empty_message();
    CHECK_RC(mpit__pvar_reset(&found), MPI_T_ERR_INVALID_HANDLE);
    CHECK_INT(first_element(now), 1);
    freed(now);
    end();
}

static void a_start_stop_reset_or_write_that_comes_too_late_changes_nothing(void)
{
    is_too_late_to_change(many_numbers);
    is_too_late_to_change(one_number);
}

static void a_late_start_watches_nothing(void)
{
    uint32_t before = mpit__watch_mask(&mpit__watch);
    MPI_T_pvar_handle now;
    struct mpit_found found;

    begin();
    found = overtaken(one_number, many_numbers, &now);
    CHECK_RC(mpit__pvar_start(&found), MPI_T_ERR_INVALID_HANDLE);
    CHECK_INT(mpit__watch_mask(&mpit__watch), before);
    freed(now);
    end();
}

/* The call has looked at the handle, and seen that it is valid. */
static void a_look_at_a_handle_that_has_ended_since_sets_nothing(void)
{
    static MPI_T_pvar_handle (*const kinds[])(void) = {one_number, many_numbers};

    begin();
    for (int kind = 0; kind < 2; kind++)
        for (int started = 0; started < 2; started++) {
            MPI_T_pvar_handle first = one_number(), now;
            struct mpit_one_slot ended = {0}, reused;

            if (started)
                OK(MPI_T_pvar_start(session, first));
            CHECK(mpit__one_slot_find(session, first, &ended));
            CHECK(mpit__one_slot_is_valid(&ended));
            reused = ended;
            freed(first);
            CHECK(!mpit__one_slot_set(&ended, 77, true));
            now = kinds[kind]();
            CHECK_INT(slot_of(now), slot_of(first));
            CHECK(!mpit__one_slot_set(&reused, 77, true));
            CHECK_INT(first_element(now), 0);
            freed(now);
        }
    end();
}

/* The other order: the call is under way already. */
static void what_a_call_uses_stays_until_the_call_ends(void)
{
    uint32_t before = mpit__watch_mask(&mpit__watch);
    MPI_T_pvar_handle first, second, third;
    struct mpit_found found;
    unsigned long long value;

    begin();
    first = many_numbers();
    OK(MPI_T_pvar_start(session, first));
    CHECK(mpit__pvar_find(session, first, &found));
    CHECK(mpit__pvar_pin(&found));
    freed(first);
    CHECK_RC(MPI_T_pvar_read(session, first, &value), MPI_T_ERR_INVALID_HANDLE);
    second = one_number();
    CHECK(slot_of(second) != slot_of(first));
    CHECK_INT(found.handle->count, SIZES);
    CHECK(mpit__watch_mask(&mpit__watch) != before);
    mpit__pvar_unpin(&found);
    third = one_number();
    CHECK_INT(mpit__watch_mask(&mpit__watch), before);
    freed(second);
    freed(third);
    end();
}

static void a_call_of_all_handles_does_not_reach_into_the_next_session(void)
{
    MPI_T_pvar_session old;
    MPI_T_pvar_handle handle;

    begin();
    old = session;
    freed(one_number());
    end();
    begin();
    CHECK_INT((uint32_t)(uintptr_t)session, (uint32_t)(uintptr_t)old);
    handle = one_number();
    CHECK_RC(MPI_T_pvar_start(old, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_start(old, handle), MPI_T_ERR_INVALID_SESSION);
    send_an_empty_message();
    CHECK_INT(first_element(handle), 0);
    end();
}

/* ---- at random: each reader's buffer is as long as it was told, not a byte more */

struct shared {
    _Atomic uint64_t handle;
    _Atomic int bytes;
};
static struct shared pvar, cvar;
static _Atomic bool over;

/* A handle with the length that belongs to it. */
static uint64_t seen(struct shared *shared, int *bytes)
{
    uint64_t handle;

    do {
        handle = atomic_load(&shared->handle);
        *bytes = atomic_load(&shared->bytes);
    } while (handle != atomic_load(&shared->handle));
    return handle;
}

static void publish(struct shared *shared, uint64_t handle, int bytes)
{
    atomic_store(&shared->handle, 0);
    atomic_store(&shared->bytes, bytes);
    atomic_store(&shared->handle, handle);
}

static void *read_again_and_again(void *nothing)
{
    (void)nothing;
    while (!atomic_load(&over)) {
        int bytes;
        uint64_t handle = seen(&pvar, &bytes);
        unsigned char *buffer = malloc((size_t)bytes);

        if (handle &&
            MPI_T_pvar_read(session, (MPI_T_pvar_handle)(uintptr_t)handle, buffer) == MPI_SUCCESS)
            MPI_T_pvar_readreset(session, (MPI_T_pvar_handle)(uintptr_t)handle, buffer);
        free(buffer);
        MPI_T_pvar_stop(session, (MPI_T_pvar_handle)(uintptr_t)handle);
        MPI_T_pvar_start(session, (MPI_T_pvar_handle)(uintptr_t)handle);
        handle = seen(&cvar, &bytes);
        buffer = malloc((size_t)bytes);
        if (handle)
            MPI_T_cvar_read((MPI_T_cvar_handle)(uintptr_t)handle, buffer);
        free(buffer);
    }
    return NULL;
}

/* Of different lengths, and bound to objects whose records have different numbers of slots. */
static void change_pvar(int i)
{
    static const MPI_Comm comm = MPI_COMM_WORLD;
    static const MPI_Datatype datatype = MPI_INT;
    static const struct {
        const char *name;
        int var_class;
        const void *object;
    } rows[] = {{"mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL},
                {"mpit_send_sizes", MPI_T_PVAR_CLASS_GENERIC, &comm},
                {"mpit_datatype_sends", MPI_T_PVAR_CLASS_COUNTER, &datatype},
                {"mpit_comm_coll_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &comm},
                {"mpit_peer_sends", MPI_T_PVAR_CLASS_COUNTER, &comm}};
    MPI_T_pvar_handle handle, old = (MPI_T_pvar_handle)(uintptr_t)atomic_load(&pvar.handle);
    int row = i % 5, count;

    if (old)
        OK(MPI_T_pvar_handle_free(session, &old));
    OK(MPI_T_pvar_handle_alloc(session, pvar_of(rows[row].name, rows[row].var_class),
                               (void *)(uintptr_t)rows[row].object, &handle, &count));
    publish(&pvar, (uintptr_t)handle, count * (int)sizeof(unsigned long long));
    OK(MPI_T_pvar_start(session, handle));
}

static void change_cvar(int i)
{
    MPI_T_cvar_handle handle, old = (MPI_T_cvar_handle)(uintptr_t)atomic_load(&cvar.handle);
    int count;

    if (old)
        OK(MPI_T_cvar_handle_free(&old));
    OK(MPI_T_cvar_handle_alloc(cvar_of(i % 2 ? "mpit_version" : "mpit_profiling"), NULL, &handle,
                               &count));
    publish(&cvar, (uintptr_t)handle, i % 2 ? count : (int)sizeof(int));
}

static void handles_freed_under_their_users_overflow_no_buffer_and_leave_no_watch(void)
{
    const uint32_t before = mpit__watch_mask(&mpit__watch);
    struct timespec begun, now;
    pthread_t readers[3];
    MPI_T_cvar_handle last;

    begin();
    atomic_store(&over, false);
    clock_gettime(CLOCK_MONOTONIC, &begun);
    for (int i = 0; i < 3; i++)
        if (pthread_create(&readers[i], NULL, read_again_and_again, NULL) != 0)
            need_failed("threads");
    for (int i = 0, going = 1; going; i++) {
        change_pvar(i);
        change_cvar(i);
        clock_gettime(CLOCK_MONOTONIC, &now);
        going = now.tv_sec - begun.tv_sec < 3;
    }
    atomic_store(&over, true);
    for (int i = 0; i < 3; i++)
        pthread_join(readers[i], NULL);
    last = (MPI_T_cvar_handle)(uintptr_t)atomic_load(&cvar.handle);
    OK(MPI_T_cvar_handle_free(&last));
    end();
    CHECK_INT(mpit__watch_mask(&mpit__watch), before);
}

SUITE(HARNESS_MPI_IS_UP, TEST(a_read_that_comes_too_late_writes_nothing),
      TEST(a_start_stop_reset_or_write_that_comes_too_late_changes_nothing),
      TEST(a_late_start_watches_nothing),
      TEST(a_look_at_a_handle_that_has_ended_since_sets_nothing),
      TEST(what_a_call_uses_stays_until_the_call_ends),
      TEST(a_call_of_all_handles_does_not_reach_into_the_next_session),
      TEST(handles_freed_under_their_users_overflow_no_buffer_and_leave_no_watch))
