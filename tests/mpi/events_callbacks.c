/* Callbacks of events and what they may do, of one thread: EVT-9 … EVT-13, EVT-28, EVT-32 … EVT-45,
 * EVT-51 … EVT-54, EVT-63, EVT-65. */
#include "recorder.h"

#include <stdint.h>
#include <string.h>

enum { LEVELS = 4, GUARD = 0x5a, ITS_TAG = 99 };

static const MPI_T_cb_safety levels[LEVELS] = {
    MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};

static MPI_T_event_registration made(const char *name, MPI_Comm comm)
{
    MPI_T_event_registration handle;

    OK(MPI_T_event_handle_alloc(event_of(name), &comm, MPI_INFO_NULL, &handle));
    return handle;
}

static void registered(MPI_T_event_registration handle, MPI_T_cb_safety level, void *data,
                       MPI_T_event_cb_function callback)
{
    OK(MPI_T_event_register_callback(handle, level, MPI_INFO_NULL, data, callback));
}

static void freed(MPI_T_event_registration handle)
{
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
}

/* One event of mpit_collective_begin on `comm`. */
static void raise_one(MPI_Comm comm)
{
    OK(MPI_Barrier(comm));
}

static void count(MPI_T_event_instance instance, MPI_T_event_registration handle,
                  MPI_T_cb_safety safety, void *calls)
{
    (void)instance, (void)handle, (void)safety;
    ++*(int *)calls;
}

/* ---- what a callback is told -------------------------------------------------------------- */

struct told {
    int calls, source;
    MPI_T_event_registration handle;
    MPI_T_cb_safety safety;
    MPI_Count stamp;
};

static void note(MPI_T_event_instance instance, MPI_T_event_registration handle,
                 MPI_T_cb_safety safety, void *data)
{
    struct told *told = data;

    told->calls++;
    told->handle = handle;
    told->safety = safety;
    OK(MPI_T_event_get_source(instance, &told->source));
    OK(MPI_T_event_get_timestamp(instance, &told->stamp));
}

static void callbacks_get_their_data_their_handle_and_their_source(void)
{
    struct told first = {0}, second = {0};
    MPI_T_event_registration one = made("mpit_collective_begin", MPI_COMM_SELF);
    MPI_T_event_registration two = made("mpit_collective_end", MPI_COMM_SELF);
    int sources = 0;

    registered(one, levels[3], &first, note);
    registered(two, levels[3], &second, note);
    raise_one(MPI_COMM_SELF);
    OK(MPI_T_source_get_num(&sources));
    CHECK_INT(first.calls, 1);
    CHECK_INT(second.calls, 1);
    CHECK(memcmp(&first.handle, &one, sizeof one) == 0);
    CHECK(memcmp(&second.handle, &two, sizeof two) == 0);
    CHECK(first.source >= 0 && first.source < sources);
    CHECK_INT(second.source, first.source);
    freed(one);
    freed(two);
}

static void callbacks_are_told_a_level_that_they_have(void)
{
    for (int i = 0; i < LEVELS; i++) {
        struct told told = {.safety = levels[3]};
        MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);

        registered(handle, levels[i], &told, note);
        raise_one(MPI_COMM_SELF);
        CHECK_INT(told.calls, 1);
        CHECK(told.safety >= levels[0] && told.safety <= levels[i]);
        freed(handle);
    }
}

/* MPI is up at MPI_THREAD_SINGLE, and the event is in a call of the program. */
static void events_of_one_thread_demand_nothing(void)
{
    struct told told = {.safety = levels[3]};
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);

    registered(handle, levels[3], &told, note);
    raise_one(MPI_COMM_SELF);
    CHECK_INT(told.safety, MPI_T_CB_REQUIRE_NONE);
    freed(handle);
}

static void timestamps_of_a_thread_never_go_back(void)
{
    struct told told = {0};
    MPI_T_event_registration begins = made("mpit_collective_begin", MPI_COMM_SELF);
    MPI_T_event_registration ends = made("mpit_collective_end", MPI_COMM_SELF);
    MPI_Count before, after;

    registered(begins, levels[3], &told, note);
    registered(ends, levels[3], &told, note);
    for (int i = 0; i < 1000; i++) {
        OK(MPI_T_source_get_timestamp(0, &before));
        raise_one(MPI_COMM_SELF);
        OK(MPI_T_source_get_timestamp(0, &after));
        CHECK_THAT(told.stamp >= before && told.stamp <= after,
                   "event %d at %lld, not %lld to %lld", i, (long long)told.stamp,
                   (long long)before, (long long)after);
    }
    CHECK_INT(told.calls, 2000);
    freed(begins);
    freed(ends);
}

/* ---- which callback is called ------------------------------------------------------------- */

static void the_lowest_level_that_is_enough_is_called(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);

    for (int mask = 0; mask < 1 << LEVELS; mask++) {
        int calls[LEVELS] = {0}, lowest = 0;

        for (int i = 0; i < LEVELS; i++)
            registered(handle, levels[i], &calls[i], mask >> i & 1 ? count : NULL);
        raise_one(MPI_COMM_SELF);
        while (lowest < LEVELS && !(mask >> lowest & 1))
            lowest++;
        for (int i = 0; i < LEVELS; i++)
            CHECK_THAT(calls[i] == (i == lowest),
                       "with levels %#x the callback of %d was called %d"
                       " times",
                       mask, i, calls[i]);
    }
    freed(handle);
}

static void registering_again_replaces_the_callback_of_that_level(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    int first = 0, other = 0, last = 0;
    struct told told = {0};

    registered(handle, levels[0], &first, count);
    registered(handle, levels[2], &other, count);
    raise_one(MPI_COMM_SELF);
    registered(handle, levels[0], &last, count);
    raise_one(MPI_COMM_SELF);
    raise_one(MPI_COMM_SELF);
    registered(handle, levels[0], &told, note);
    raise_one(MPI_COMM_SELF);
    CHECK(first == 1 && last == 2 && told.calls == 1 && other == 0);
    freed(handle);
}

static void registering_null_removes_the_callback_of_that_level(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    int low = 0, high = 0;

    registered(handle, levels[1], &low, count);
    registered(handle, levels[3], &high, count);
    raise_one(MPI_COMM_SELF);
    registered(handle, levels[1], &low, NULL);
    raise_one(MPI_COMM_SELF);
    registered(handle, levels[3], NULL, NULL);
    registered(handle, levels[3], NULL, NULL);
    raise_one(MPI_COMM_SELF);
    registered(handle, levels[0], &low, count);
    raise_one(MPI_COMM_SELF);
    CHECK(low == 2 && high == 1);
    freed(handle);
}

static void each_handle_gets_each_event(void)
{
    MPI_T_event_registration handles[50];
    int calls[50] = {0}, sum = 0;

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    for (int i = 0; i < 50; i++) {
        handles[i] = made("mpit_collective_begin", MPI_COMM_SELF);
        registered(handles[i], levels[i % LEVELS], &calls[i], count);
    }
    raise_one(MPI_COMM_SELF);
    OK(MPI_T_finalize());
    for (int i = 0; i < 50; i += 2)
        freed(handles[i]);
    raise_one(MPI_COMM_SELF);
    for (int i = 0; i < 50; i++) {
        CHECK_INT(calls[i], 1 + i % 2);
        sum += calls[i];
    }
    CHECK_INT(sum, 75);
    for (int i = 1; i < 50; i += 2)
        freed(handles[i]);
}

static void a_freed_handle_gets_no_event(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    int calls = 0;

    registered(handle, levels[3], &calls, count);
    raise_one(MPI_COMM_SELF);
    freed(handle);
    raise_one(MPI_COMM_SELF);
    CHECK_INT(calls, 1);
}

/* ---- objects ------------------------------------------------------------------------------ */

static void bound_events_are_those_of_their_object_alone(void)
{
    MPI_T_event_registration one, two;
    MPI_Comm comm;
    int mine = 0, others = 0;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    one = made("mpit_collective_begin", comm);
    two = made("mpit_collective_begin", MPI_COMM_SELF);
    registered(one, levels[3], &mine, count);
    registered(two, levels[3], &others, count);
    for (int i = 0; i < 5; i++)
        raise_one(comm);
    raise_one(MPI_COMM_SELF);
    raise_one(MPI_COMM_WORLD);
    CHECK_INT(mine, 5);
    CHECK_INT(others, 1);
    freed(one);
    freed(two);
    OK(MPI_Comm_free(&comm));
}

/* Both MPIs give the next communicator the handle of the one that was freed last. */
static void handles_outlive_their_communicator(void)
{
    MPI_T_event_registration handle;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Comm comm;
    int calls = 0, frees = 0;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    handle = made("mpit_collective_begin", comm);
    registered(handle, levels[3], &calls, count);
    raise_one(comm);
    OK(MPI_Comm_free(&comm));
    OK(MPI_T_event_handle_get_info(handle, &info));
    OK(MPI_Info_free(&info));
    registered(handle, levels[0], &calls, count);
    for (int i = 0; i < 100; i++) {
        OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
        raise_one(comm);
        OK(MPI_Comm_free(&comm));
    }
    CHECK_INT(calls, 1);
    CHECK_INT(frees, 0);
    freed(handle);
}

/* ---- instances ---------------------------------------------------------------------------- */

static MPI_T_event_instance kept;

static void keep(MPI_T_event_instance instance, MPI_T_event_registration handle,
                 MPI_T_cb_safety safety, void *data)
{
    MPI_Count stamp;

    (void)handle, (void)safety;
    if (*(int *)data) /* the one of the event before */
        CHECK_RC(MPI_T_event_get_timestamp(kept, &stamp), MPI_T_ERR_INVALID);
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    kept = instance;
    ++*(int *)data;
}

static void an_instance_is_refused_after_its_callback(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    unsigned char buffer[TEXT];
    MPI_Count stamp = -7;
    int calls = 0, source = -7;

    memset(buffer, GUARD, sizeof buffer);
    registered(handle, levels[3], &calls, keep);
    raise_one(MPI_COMM_SELF);
    for (int i = 0; i < 2; i++) {
        CHECK_RC(MPI_T_event_read(kept, 0, buffer), MPI_T_ERR_INVALID);
        CHECK_RC(MPI_T_event_copy(kept, buffer), MPI_T_ERR_INVALID);
        CHECK_RC(MPI_T_event_get_timestamp(kept, &stamp), MPI_T_ERR_INVALID);
        CHECK_RC(MPI_T_event_get_source(kept, &source), MPI_T_ERR_INVALID);
        raise_one(MPI_COMM_SELF);
    }
    CHECK_INT(calls, 3);
    CHECK(buffer[0] == GUARD && stamp == -7 && source == -7);
    freed(handle);
}

static struct event_info info;

static void read_each(MPI_T_event_instance instance, MPI_T_event_registration handle,
                      MPI_T_cb_safety safety, void *calls)
{
    unsigned char buffer[16];

    (void)handle, (void)safety;
    ++*(int *)calls;
    for (int i = 0; i < info.elements; i++) {
        size_t size = size_of_element(info.types[i]);

        memset(buffer, GUARD, sizeof buffer);
        OK(MPI_T_event_read(instance, i, buffer));
        CHECK_INT(buffer[size], GUARD);
    }
    memset(buffer, GUARD, sizeof buffer);
    CHECK_RC(MPI_T_event_read(instance, -1, buffer), MPI_T_ERR_INVALID_INDEX);
    CHECK_RC(MPI_T_event_read(instance, info.elements, buffer), MPI_T_ERR_INVALID_INDEX);
    CHECK_INT(buffer[0], GUARD);
    CHECK_RC(MPI_T_event_read(instance, 0, NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_copy(instance, NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_timestamp(instance, NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_source(instance, NULL), MPI_T_ERR_INVALID);
}

static void elements_are_read_by_their_index(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    int calls = 0;

    event_info(event_of("mpit_collective_begin"), &info);
    registered(handle, levels[3], &calls, read_each);
    raise_one(MPI_COMM_SELF);
    CHECK_INT(calls, 1);
    freed(handle);
}

static void compare_copy(MPI_T_event_instance instance, MPI_T_event_registration handle,
                         MPI_T_cb_safety safety, void *calls)
{
    unsigned char copy[TEXT], element[16];
    size_t last = (size_t)info.displacements[info.elements - 1] +
                  size_of_element(info.types[info.elements - 1]);

    (void)handle, (void)safety;
    ++*(int *)calls;
    memset(copy, GUARD, sizeof copy);
    OK(MPI_T_event_copy(instance, copy));
    for (int i = 0; i < info.elements; i++) {
        OK(MPI_T_event_read(instance, i, element));
        CHECK_FOR(info.name, memcmp(copy + info.displacements[i], element,
                                    size_of_element(info.types[i])) == 0);
    }
    for (size_t i = last; i < sizeof copy; i++)
        if (copy[i] != GUARD)
            FAIL("%s: byte %zu of %zu was written", info.name, i, last);
}

/* Of all that one message to oneself and one communicator raise. */
static void a_copy_is_the_elements_at_their_displacements(void)
{
    static const char *const names[] = {"mpit_message_unexpected", "mpit_message_matched",
                                        "mpit_request_completed",  "mpit_collective_begin",
                                        "mpit_collective_end",     "mpit_comm_created",
                                        "mpit_comm_freed"};
    MPI_Comm comm;
    MPI_Request request;
    int in = 5, out = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        MPI_T_event_registration handle = made(names[i], MPI_COMM_SELF);
        int calls = 0;

        event_info(event_of(names[i]), &info);
        registered(handle, levels[3], &calls, compare_copy);
        OK(MPI_Isend(&in, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &request));
        OK(MPI_Probe(0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE));
        OK(MPI_Recv(&out, 1, MPI_INT, 0, 3, MPI_COMM_SELF, MPI_STATUS_IGNORE));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
        raise_one(MPI_COMM_SELF);
        OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
        OK(MPI_Comm_free(&comm));
        CHECK_FOR(names[i], calls > 0);
        freed(handle);
    }
}

/* ---- freeing ------------------------------------------------------------------------------ */

struct end {
    int calls, frees;
    bool is_inside, was_inside;
    MPI_T_event_registration handle;
};

static void at_end(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *data)
{
    struct end *end = data;

    CHECK(safety >= levels[0] && safety <= levels[3]);
    CHECK(memcmp(&handle, &end->handle, sizeof handle) == 0);
    end->frees++;
    end->was_inside = end->is_inside;
}

static void free_it(MPI_T_event_instance instance, MPI_T_event_registration handle,
                    MPI_T_cb_safety safety, void *data)
{
    struct end *end = data;
    MPI_Count stamp;

    (void)safety;
    end->calls++;
    end->is_inside = true;
    OK(MPI_T_event_handle_free(handle, end, at_end));
    CHECK_RC(MPI_T_event_handle_free(handle, end, at_end), MPI_T_ERR_INVALID_HANDLE);
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    end->is_inside = false;
}

static void a_handler_may_free_its_own_handle(void)
{
    struct end end = {0};

    end.handle = made("mpit_collective_begin", MPI_COMM_SELF);
    registered(end.handle, levels[0], &end, free_it);
    raise_one(MPI_COMM_SELF);
    CHECK_INT(end.calls, 1);
    CHECK_INT(end.frees, 1);
    CHECK(!end.was_inside);
    raise_one(MPI_COMM_SELF);
    CHECK_INT(end.calls, 1);
}

static void free_callback_is_called_once_and_last(void)
{
    struct end end = {0};
    int calls = 0;

    end.handle = made("mpit_collective_begin", MPI_COMM_SELF);
    registered(end.handle, levels[0], &calls, count);
    raise_one(MPI_COMM_SELF);
    CHECK_INT(end.frees, 0);
    OK(MPI_T_event_handle_free(end.handle, &end, at_end));
    CHECK_INT(end.frees, 1);
    raise_one(MPI_COMM_SELF);
    CHECK(end.frees == 1 && calls == 1);
    CHECK_RC(MPI_T_event_handle_free(end.handle, &end, at_end), MPI_T_ERR_INVALID_HANDLE);
    CHECK_INT(end.frees, 1);
    end = (struct end){.handle = made("mpit_collective_begin", MPI_COMM_SELF)};
    OK(MPI_T_event_handle_free(end.handle, &end, at_end)); /* it never had a callback */
    CHECK_INT(end.frees, 1);
    freed(made("mpit_collective_begin", MPI_COMM_SELF));
}

/* The handles of one event, each of which frees the next but one. */
static MPI_T_event_registration ring[6];
static int ring_calls[6];

static void free_another(MPI_T_event_instance instance, MPI_T_event_registration handle,
                         MPI_T_cb_safety safety, void *data)
{
    ptrdiff_t i = (int *)data - ring_calls;

    (void)instance, (void)handle, (void)safety;
    ring_calls[i]++;
    MPI_T_event_handle_free(ring[(i + 2) % 6], NULL, NULL);
}

/* One that is freed before it was its turn gets no call. */
static void a_handler_may_free_other_handles(void)
{
    int sum = 0;

    memset(ring_calls, 0, sizeof ring_calls);
    for (int i = 0; i < 6; i++) {
        ring[i] = made("mpit_collective_begin", MPI_COMM_SELF);
        registered(ring[i], levels[0], &ring_calls[i], free_another);
    }
    raise_one(MPI_COMM_SELF);
    for (int i = 0; i < 6; i++) {
        CHECK(ring_calls[i] <= 1);
        sum += ring_calls[i];
    }
    CHECK(sum >= 2);
    raise_one(MPI_COMM_SELF);
    raise_one(MPI_COMM_SELF);
    for (int i = 0; i < 6; i++)
        MPI_T_event_handle_free(ring[i], NULL, NULL);
    raise_one(MPI_COMM_SELF);
}

/* ---- what a handler may do ---------------------------------------------------------------- */

static int depth, deepest;

static void enter(void)
{
    if (++depth > deepest)
        deepest = depth;
    if (depth > 100) {
        FAIL("a handler was called inside itself 100 times");
        need_failed("end of the recursion");
    }
}

static void send_to_itself(MPI_T_event_instance instance, MPI_T_event_registration handle,
                           MPI_T_cb_safety safety, void *calls)
{
    int in = 7, out = 0;

    (void)instance, (void)handle, (void)safety;
    enter();
    ++*(int *)calls;
    OK(MPI_Sendrecv(&in, 1, MPI_INT, 0, ITS_TAG, &out, 1, MPI_INT, 0, ITS_TAG, MPI_COMM_SELF,
                    MPI_STATUS_IGNORE));
    CHECK_INT(out, 7);
    depth--;
}

static void a_handler_may_send_and_receive_messages(void)
{
    static const char *const names[] = {"mpit_message_matched", "mpit_message_unexpected",
                                        "mpit_request_completed"};
    int in[20], out[20], calls[3] = {0};
    MPI_T_event_registration handles[3];
    MPI_Request requests[20];

    for (int i = 0; i < 3; i++) {
        handles[i] = made(names[i], MPI_COMM_SELF);
        registered(handles[i], levels[0], &calls[i], send_to_itself);
    }
    for (int i = 0; i < 20; i++) {
        in[i] = i;
        OK(MPI_Isend(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]));
    }
    for (int i = 19; i >= 0; i--)
        OK(MPI_Recv(&out[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    OK(MPI_Waitall(20, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < 20; i++)
        CHECK_INT(out[i], i);
    for (int i = 0; i < 3; i++) {
        CHECK_FOR(names[i], calls[i] >= 20);
        freed(handles[i]);
    }
    CHECK_INT(depth, 0);
}

static void make_and_free(MPI_T_event_instance instance, MPI_T_event_registration handle,
                          MPI_T_cb_safety safety, void *calls)
{
    MPI_Comm comm;

    (void)instance, (void)handle, (void)safety;
    enter();
    ++*(int *)calls;
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Barrier(comm));
    OK(MPI_Comm_free(&comm));
    depth--;
}

static void a_handler_may_make_and_free_a_communicator(void)
{
    static const char *const names[] = {"mpit_comm_created", "mpit_comm_freed",
                                        "mpit_collective_begin", "mpit_collective_end"};
    MPI_Comm comm;

    for (int i = 0; i < 4; i++) {
        MPI_T_event_registration handle = made(names[i], MPI_COMM_SELF);
        int calls = 0;

        registered(handle, levels[0], &calls, make_and_free);
        for (int k = 0; k < 5; k++) {
            OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
            raise_one(MPI_COMM_SELF);
            OK(MPI_Comm_free(&comm));
        }
        CHECK_FOR(names[i], calls >= 5);
        freed(handle);
    }
    CHECK_INT(depth, 0);
}

static void ask_all(MPI_T_event_instance instance, MPI_T_event_registration handle,
                    MPI_T_cb_safety safety, void *calls)
{
    MPI_T_event_registration another;
    MPI_Info hints = MPI_INFO_NULL;
    MPI_Comm self = MPI_COMM_SELF;
    MPI_Count stamp, now;
    int n, index, nothing = 0;

    (void)safety;
    ++*(int *)calls;
    OK(MPI_T_event_get_num(&n));
    OK(MPI_T_source_get_num(&n));
    OK(MPI_T_category_get_num(&n));
    OK(MPI_T_event_get_index("mpit_collective_begin", &index));
    OK(MPI_T_event_get_timestamp(instance, &stamp));
    OK(MPI_T_source_get_timestamp(0, &now));
    CHECK(now >= stamp);
    CHECK(MPI_Wtime() > 0 && MPI_Wtick() > 0);
    OK(MPI_T_event_handle_get_info(handle, &hints));
    OK(MPI_Info_free(&hints));
    OK(MPI_T_event_handle_alloc(index, &self, MPI_INFO_NULL, &another));
    registered(another, levels[0], &nothing, count);
    freed(another);
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    OK(MPI_T_finalize());
    CHECK_INT(nothing, 0);
}

static void a_handler_may_call_all_of_the_interface(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    int calls = 0;

    registered(handle, levels[0], &calls, ask_all);
    for (int i = 0; i < 100; i++)
        raise_one(MPI_COMM_SELF);
    CHECK_INT(calls, 100);
    freed(handle);
}

static struct watched barriers;

static void use_variable(MPI_T_event_instance instance, MPI_T_event_registration handle,
                         MPI_T_cb_safety safety, void *sum)
{
    unsigned long long value = 0, zero = 0;

    (void)instance, (void)handle, (void)safety;
    OK(MPI_T_pvar_read(barriers.session, barriers.handle, &value));
    OK(MPI_T_pvar_readreset(barriers.session, barriers.handle, &value));
    *(unsigned long long *)sum += value;
    OK(MPI_T_pvar_stop(barriers.session, barriers.handle));
    OK(MPI_T_pvar_write(barriers.session, barriers.handle, &zero));
    OK(MPI_T_pvar_reset(barriers.session, barriers.handle));
    OK(MPI_T_pvar_start(barriers.session, barriers.handle));
}

/* Each barrier is counted in the call that ends it, which the next begin reads. */
static void a_handler_may_use_performance_variables(void)
{
    MPI_T_event_registration handle = made("mpit_collective_begin", MPI_COMM_SELF);
    unsigned long long sum = 0;

    barriers = watch("mpit_barrier_calls", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&barriers);
    registered(handle, levels[0], &sum, use_variable);
    for (int i = 0; i < 100; i++)
        raise_one(MPI_COMM_SELF);
    CHECK_INT(sum + value(&barriers), 100);
    freed(handle);
    unwatch(&barriers);
}

SUITE(HARNESS_MPI_IS_SINGLE, TEST(callbacks_get_their_data_their_handle_and_their_source),
      TEST(callbacks_are_told_a_level_that_they_have), TEST(events_of_one_thread_demand_nothing),
      TEST(timestamps_of_a_thread_never_go_back), TEST(the_lowest_level_that_is_enough_is_called),
      TEST(registering_again_replaces_the_callback_of_that_level),
      TEST(registering_null_removes_the_callback_of_that_level), TEST(each_handle_gets_each_event),
      TEST(a_freed_handle_gets_no_event), TEST(bound_events_are_those_of_their_object_alone),
      TEST(handles_outlive_their_communicator), TEST(an_instance_is_refused_after_its_callback),
      TEST(elements_are_read_by_their_index), TEST(a_copy_is_the_elements_at_their_displacements),
      TEST(a_handler_may_free_its_own_handle), TEST(free_callback_is_called_once_and_last),
      TEST(a_handler_may_free_other_handles), TEST(a_handler_may_send_and_receive_messages),
      TEST(a_handler_may_make_and_free_a_communicator),
      TEST(a_handler_may_call_all_of_the_interface), TEST(a_handler_may_use_performance_variables))
