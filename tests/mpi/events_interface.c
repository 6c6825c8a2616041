/* What the interface says of sources and event types, and what it refuses, each test in a process
 * of its own: EVT-1 … EVT-31, EVT-42, EVT-55 … EVT-62. */
#include "config.h"

#include "../random.h"
#include "recorder.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { GUARD = 0x5a, MOST_EVENTS = 256, LEVELS = 4 };

static const MPI_T_cb_safety levels[LEVELS] = {
    MPI_T_CB_REQUIRE_NONE, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_T_CB_REQUIRE_THREAD_SAFE,
    MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE};

static void up(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, NULL));
}

static void up_with_mpi(void)
{
    OK(MPI_Init(NULL, NULL));
    up();
}

static int sources(void)
{
    int n = -1;

    OK(MPI_T_source_get_num(&n));
    return n;
}

static int events(void)
{
    int n = -1;

    OK(MPI_T_event_get_num(&n));
    return n;
}

/* An event type that is bound to nothing. */
static const char unbound[] = "mpit_comm_created";

static MPI_T_event_registration made(const char *name, void *object)
{
    MPI_T_event_registration handle;

    OK(MPI_T_event_handle_alloc(event_of(name), object, MPI_INFO_NULL, &handle));
    return handle;
}

static void called(MPI_T_event_instance instance, MPI_T_event_registration handle,
                   MPI_T_cb_safety safety, void *calls)
{
    (void)instance, (void)handle, (void)safety;
    ++*(int *)calls;
}

static void freed(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *calls)
{
    (void)handle, (void)safety;
    ++*(int *)calls;
}

static void dropped(MPI_Count count, MPI_T_event_registration handle, int source,
                    MPI_T_cb_safety safety, void *calls)
{
    (void)count, (void)handle, (void)source, (void)safety, (void)calls;
}

/* ---- the 20 functions --------------------------------------------------------------------- */

static void every_function_of_events_has_both_names(void)
{
    static const char *const names[] = {
        "source_get_num",
        "source_get_info",
        "source_get_timestamp",
        "event_get_num",
        "event_get_info",
        "event_get_index",
        "event_handle_alloc",
        "event_handle_free",
        "event_handle_get_info",
        "event_handle_set_info",
        "event_register_callback",
        "event_callback_get_info",
        "event_callback_set_info",
        "event_set_dropped_handler",
        "event_read",
        "event_copy",
        "event_get_timestamp",
        "event_get_source",
        "category_get_num_events",
        "category_get_events",
    };
    char name[80];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "PMPI_T_%s", names[i]);
        CHECK_FOR(name, dlsym(RTLD_DEFAULT, name));
        CHECK_FOR(name, dlsym(RTLD_DEFAULT, name + 1));
    }
}

/* All of them, and of those that take a handle or an instance one that never was. */
static void refuses_all(int code)
{
    MPI_T_event_registration handle;
    MPI_T_event_instance instance;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Count stamp = -7;
    double buffer = 0;
    int n = -7;

    memset(&handle, 0, sizeof handle);
    memset(&instance, 0, sizeof instance);
#define REFUSED(call) CHECK_RC(call, code)
    REFUSED(MPI_T_source_get_num(&n));
    REFUSED(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, &stamp, &stamp, NULL));
    REFUSED(MPI_T_source_get_timestamp(0, &stamp));
    REFUSED(MPI_T_event_get_num(&n));
    REFUSED(MPI_T_event_get_info(0, NULL, NULL, &n, NULL, NULL, &n, NULL, NULL, NULL, NULL, &n));
    REFUSED(MPI_T_event_get_index(unbound, &n));
    REFUSED(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &handle));
    REFUSED(MPI_T_event_handle_free(handle, &n, freed));
    REFUSED(MPI_T_event_handle_get_info(handle, &info));
    REFUSED(MPI_T_event_handle_set_info(handle, MPI_INFO_NULL));
    REFUSED(
        MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &n, called));
    REFUSED(MPI_T_event_callback_get_info(handle, MPI_T_CB_REQUIRE_NONE, &info));
    REFUSED(MPI_T_event_callback_set_info(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL));
    REFUSED(MPI_T_event_set_dropped_handler(handle, dropped));
    REFUSED(MPI_T_event_read(instance, 0, &buffer));
    REFUSED(MPI_T_event_copy(instance, &buffer));
    REFUSED(MPI_T_event_get_timestamp(instance, &stamp));
    REFUSED(MPI_T_event_get_source(instance, &n));
    REFUSED(MPI_T_category_get_num_events(0, &n));
    REFUSED(MPI_T_category_get_events(0, 1, &n));
#undef REFUSED
    CHECK(n == -7 && stamp == -7 && info == MPI_INFO_NULL);
}

static void every_function_of_events_is_refused_before_init(void)
{
    refuses_all(MPI_T_ERR_NOT_INITIALIZED);
    OK(MPI_Init(NULL, NULL));
    refuses_all(MPI_T_ERR_NOT_INITIALIZED);
    OK(MPI_Finalize());
}

static void every_function_of_events_is_refused_after_finalize(void)
{
    up_with_mpi();
    CHECK(sources() > 0);
    OK(MPI_T_finalize());
    refuses_all(MPI_T_ERR_NOT_INITIALIZED);
    OK(MPI_Finalize());
    refuses_all(MPI_T_ERR_NOT_INITIALIZED);
    up();
    CHECK(sources() > 0);
    OK(MPI_T_finalize());
    refuses_all(MPI_T_ERR_NOT_INITIALIZED);
}

/* ---- sources ------------------------------------------------------------------------------ */

static void sources_are_numbered_from_0_and_stay(void)
{
    char before[16][TEXT], name[TEXT];
    int n, length;

    up();
    n = sources();
    CHECK(n > 0 && n <= 16);
    for (int i = 0; i < n && i < 16; i++) {
        length = TEXT;
        OK(MPI_T_source_get_info(i, before[i], &length, NULL, NULL, NULL, NULL, NULL, NULL));
    }
    OK(MPI_Init(NULL, NULL));
    CHECK(sources() >= n);
    OK(MPI_Finalize());
    CHECK(sources() >= n);
    for (int i = 0; i < n && i < 16; i++) {
        length = TEXT;
        OK(MPI_T_source_get_info(i, name, &length, NULL, NULL, NULL, NULL, NULL, NULL));
        CHECK_FOR(name, strcmp(name, before[i]) == 0);
    }
}

static void sources_have_names_of_their_own(void)
{
    char names[16][TEXT];
    int length;

    up_with_mpi();
    for (int i = 0; i < sources() && i < 16; i++) {
        length = TEXT;
        OK(MPI_T_source_get_info(i, names[i], &length, NULL, NULL, NULL, NULL, NULL, NULL));
        CHECK(names[i][0]);
        for (int k = 0; k < i; k++)
            CHECK_FOR(names[i], strcmp(names[i], names[k]) != 0);
    }
}

static void sources_say_their_order_and_their_clock(void)
{
    up_with_mpi();
    for (int i = 0; i < sources(); i++) {
        MPI_T_source_order order = (MPI_T_source_order)-7;
        MPI_Count ticks = -7, most = -7, now = -7;

        OK(MPI_T_source_get_info(i, NULL, NULL, NULL, NULL, &order, &ticks, &most, NULL));
        CHECK(order == MPI_T_SOURCE_ORDERED || order == MPI_T_SOURCE_UNORDERED);
        CHECK(ticks > 0);
        OK(MPI_T_source_get_timestamp(i, &now));
        CHECK(now >= 0 && most > now);
        if (i == 0)
            CHECK_INT(order, MPI_T_SOURCE_ORDERED);
    }
}

/* The clock that stands beside it: what a loaded machine puts between two readings is in both. */
static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void ticks_of_a_source_are_those_of_the_clock(void)
{
    MPI_Count ticks, begin, end;
    double before, between, later, after;

    up();
    OK(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, &ticks, NULL, NULL));
    before = seconds_now();
    OK(MPI_T_source_get_timestamp(0, &begin));
    between = seconds_now();
    nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    later = seconds_now();
    OK(MPI_T_source_get_timestamp(0, &end));
    after = seconds_now();
    CHECK_THAT((double)(end - begin) / (double)ticks >= (later - between) * 0.99 &&
                   (double)(end - begin) / (double)ticks <= (after - before) * 1.01,
               "%g s by the source, %g to %g by the clock", (double)(end - begin) / (double)ticks,
               later - between, after - before);
}

static void index_of_no_source_is_refused(void)
{
    MPI_T_source_order order = (MPI_T_source_order)-7;
    MPI_Count stamp = -7;
    char text[8] = "####";
    int length = 5;

    up();
    for (int i = 0; i < 4; i++) {
        int wrong = (int[]){-1, sources(), INT_MAX, INT_MIN}[i];

        CHECK_RC(MPI_T_source_get_info(wrong, text, &length, text, &length, &order, &stamp, &stamp,
                                       NULL),
                 MPI_T_ERR_INVALID_INDEX);
        CHECK_RC(MPI_T_source_get_timestamp(wrong, &stamp), MPI_T_ERR_INVALID_INDEX);
    }
    CHECK(stamp == -7 && length == 5 && strcmp(text, "####") == 0);
    CHECK_INT((int)order, -7);
}

static void null_is_ignored_for_any_answer_about_a_source(void)
{
    char text[TEXT] = "";
    int length = TEXT;

    up();
    OK(MPI_T_source_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    OK(MPI_T_source_get_info(0, NULL, &length, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK(length > 1);
    OK(MPI_T_source_get_info(0, text, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    CHECK_INT(text[0], 0);
}

/* ---- strings ------------------------------------------------------------------------------ */

/* One string of the interface: which of the two of source or event `i`. */
enum string { SOURCE_NAME, SOURCE_DESC, EVENT_NAME, EVENT_DESC };

static int ask(enum string which, int i, char *text, int *length)
{
    switch (which) {
    case SOURCE_NAME:
        return MPI_T_source_get_info(i, text, length, NULL, NULL, NULL, NULL, NULL, NULL);
    case SOURCE_DESC:
        return MPI_T_source_get_info(i, NULL, NULL, text, length, NULL, NULL, NULL, NULL);
    case EVENT_NAME:
        return MPI_T_event_get_info(i, text, length, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                    NULL);
    default:
        return MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, text, length,
                                    NULL);
    }
}

/* With room for `room` characters: what is written, what is returned, what stays. */
static void is_cut_to(enum string which, int i, const char *whole, int room)
{
    char text[TEXT + 8];
    int length = room, full = (int)strlen(whole), kept = room - 1 < full ? room - 1 : full;

    memset(text, GUARD, sizeof text);
    OK(ask(which, i, text, &length));
    CHECK_INT(length, full + 1);
    if (room > 0) {
        CHECK_FOR(whole, memcmp(text, whole, (size_t)kept) == 0 && !text[kept]);
        CHECK_INT(text[kept + 1], GUARD);
    } else {
        CHECK_INT(text[0], GUARD);
    }
}

static void string_follows_the_convention(enum string which, int i)
{
    char whole[TEXT + 8] = "", untouched[4];
    int length = TEXT, full;

    OK(ask(which, i, whole, &length));
    full = (int)strlen(whole);
    CHECK_INT(length, full + 1);
    for (int k = 0; k < 7; k++)
        is_cut_to(which, i, whole,
                  (int[]){0, 1, 2, full > 0 ? full : 1, full + 1, full + 2, -5}[k]);
    length = 3;
    OK(ask(which, i, NULL, &length));
    CHECK_INT(length, full + 1);
    memset(untouched, GUARD, sizeof untouched);
    OK(ask(which, i, untouched, NULL));
    CHECK_INT(untouched[0], GUARD);
}

static void every_string_of_a_source_follows_the_convention(void)
{
    up_with_mpi();
    for (int i = 0; i < sources(); i++) {
        string_follows_the_convention(SOURCE_NAME, i);
        string_follows_the_convention(SOURCE_DESC, i);
    }
}

static void every_string_of_an_event_follows_the_convention(void)
{
    up_with_mpi();
    CHECK(events() > 0);
    for (int i = 0; i < events(); i++) {
        string_follows_the_convention(EVENT_NAME, i);
        string_follows_the_convention(EVENT_DESC, i);
    }
}

/* ---- event types -------------------------------------------------------------------------- */

static void events_are_numbered_from_0_and_stay(void)
{
    static struct event_info before[MOST_EVENTS], now;
    int n;

    up();
    n = events();
    CHECK(n > 0 && n <= MOST_EVENTS);
    for (int i = 0; i < n && i < MOST_EVENTS; i++)
        event_info(i, &before[i]);
    OK(MPI_Init(NULL, NULL));
    CHECK(events() >= n);
    OK(MPI_Finalize());
    CHECK(events() >= n);
    for (int i = 0; i < n && i < MOST_EVENTS; i++) {
        event_info(i, &now);
        CHECK_FOR(now.name, strcmp(now.name, before[i].name) == 0);
    }
}

static void what_is_said_of_an_event_is_the_same_every_time(void)
{
    static struct event_info first, again;

    up_with_mpi();
    for (int i = 0; i < events(); i++) {
        event_info(i, &first);
        event_info(i, &again);
        CHECK_FOR(first.name, memcmp(&first, &again, sizeof first) == 0);
    }
}

static void null_is_ignored_for_any_answer_about_an_event(void)
{
    MPI_Datatype types[ELEMENTS];
    MPI_Aint displacements[ELEMENTS];
    MPI_T_enum items;
    int n, verbosity = -7, binding = -7;

    up();
    for (int i = 0; i < events(); i++) {
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                NULL));
        OK(MPI_T_event_get_info(i, NULL, NULL, &verbosity, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                NULL));
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                &binding));
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, &items, NULL, NULL, NULL,
                                NULL));
        n = ELEMENTS;
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, types, NULL, &n, NULL, NULL, NULL, NULL,
                                NULL));
        n = ELEMENTS;
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, displacements, &n, NULL, NULL, NULL,
                                NULL, NULL));
        CHECK(n > 0 && verbosity != -7 && binding != -7);
    }
}

static bool is_one_of(int value, const int *values, int n)
{
    for (int i = 0; i < n; i++)
        if (value == values[i])
            return true;
    return false;
}

static void events_have_metadata_of_the_standard(void)
{
    static const int verbosities[] = {
        MPI_T_VERBOSITY_USER_BASIC,   MPI_T_VERBOSITY_USER_DETAIL,   MPI_T_VERBOSITY_USER_ALL,
        MPI_T_VERBOSITY_TUNER_BASIC,  MPI_T_VERBOSITY_TUNER_DETAIL,  MPI_T_VERBOSITY_TUNER_ALL,
        MPI_T_VERBOSITY_MPIDEV_BASIC, MPI_T_VERBOSITY_MPIDEV_DETAIL, MPI_T_VERBOSITY_MPIDEV_ALL};
    static const int bindings[] = {
        MPI_T_BIND_NO_OBJECT,      MPI_T_BIND_MPI_COMM,    MPI_T_BIND_MPI_DATATYPE,
        MPI_T_BIND_MPI_ERRHANDLER, MPI_T_BIND_MPI_FILE,    MPI_T_BIND_MPI_GROUP,
        MPI_T_BIND_MPI_OP,         MPI_T_BIND_MPI_REQUEST, MPI_T_BIND_MPI_WIN,
        MPI_T_BIND_MPI_MESSAGE,    MPI_T_BIND_MPI_INFO};
    static struct event_info info;

    up_with_mpi();
    for (int i = 0; i < events(); i++) {
        event_info(i, &info);
        CHECK_FOR(info.name, is_one_of(info.verbosity, verbosities, 9));
        CHECK_FOR(info.name, is_one_of(info.binding, bindings, 11));
        CHECK_FOR(info.name, info.elements > 0);
        for (int k = 0; k < info.elements; k++)
            CHECK_FOR(info.name, size_of_element(info.types[k]) > 0);
    }
}

static void elements_do_not_overlap(void)
{
    static struct event_info info;

    up_with_mpi();
    for (int i = 0; i < events(); i++) {
        event_info(i, &info);
        CHECK_INT(info.displacements[0], 0);
        for (int k = 0; k < info.elements; k++) {
            MPI_Aint size = (MPI_Aint)size_of_element(info.types[k]);

            CHECK_FOR(info.name, info.displacements[k] % size == 0);
            if (k + 1 < info.elements)
                CHECK_FOR(info.name, info.displacements[k] + size <= info.displacements[k + 1]);
        }
    }
}

/* One event, with room for `room` elements. */
static void are_filled_up_to(int i, const struct event_info *whole, int room)
{
    MPI_Datatype types[ELEMENTS + 1];
    MPI_Aint displacements[ELEMENTS + 1];
    int n = room, filled = room < 0 ? 0 : room < whole->elements ? room : whole->elements;

    memset(types, GUARD, sizeof types);
    memset(displacements, GUARD, sizeof displacements);
    OK(MPI_T_event_get_info(i, NULL, NULL, NULL, types, displacements, &n, NULL, NULL, NULL, NULL,
                            NULL));
    CHECK_INT(n, whole->elements);
    CHECK_FOR(whole->name, memcmp(types, whole->types, (size_t)filled * sizeof *types) == 0);
    CHECK_FOR(whole->name, memcmp(displacements, whole->displacements,
                                  (size_t)filled * sizeof *displacements) == 0);
    CHECK_INT(*(unsigned char *)&types[filled], GUARD);
    CHECK_INT(*(unsigned char *)&displacements[filled], GUARD);
}

static void arrays_of_elements_are_filled_up_to_their_length(void)
{
    static struct event_info info;
    MPI_Datatype types[1];
    MPI_Aint displacements[1];
    int n;

    up_with_mpi();
    for (int i = 0; i < events(); i++) {
        event_info(i, &info);
        for (int room = -1; room <= info.elements + 1 && room <= ELEMENTS; room++)
            are_filled_up_to(i, &info, room);
        n = 0;
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, &n, NULL, NULL, NULL, NULL, NULL));
        CHECK_INT(n, info.elements);
        memset(types, GUARD, sizeof types);
        memset(displacements, GUARD, sizeof displacements);
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, types, displacements, NULL, NULL, NULL, NULL,
                                NULL, NULL));
        CHECK_INT(*(unsigned char *)types, GUARD);
        CHECK_INT(*(unsigned char *)displacements, GUARD);
    }
}

static bool is_ours(const struct event_info *info)
{
    return strncmp(info->name, "mpit_", 5) == 0;
}

static void enumeration_of_an_event_names_its_elements(void)
{
    static struct event_info info;

    up_with_mpi();
    for (int i = 0; i < events(); i++) {
        int n = -1;

        event_info(i, &info);
        if (!is_ours(&info) && info.enumtype == MPI_T_ENUM_NULL)
            continue;
        OK(MPI_T_enum_get_info(info.enumtype, &n, NULL, NULL));
        CHECK_FOR(info.name, n == info.elements);
        for (int k = 0; k < n; k++) {
            char item[TEXT] = "";
            int value = -7, length = sizeof item;

            OK(MPI_T_enum_get_item(info.enumtype, k, &value, item, &length));
            CHECK_INT(value, k);
            CHECK_FOR(info.name, item[0]);
        }
    }
}

static void index_of_no_event_is_refused(void)
{
    MPI_T_event_registration handle, before;
    MPI_Datatype type;
    MPI_Aint displacement = -7;
    char text[8] = "####";
    int length = 5, n = 1, out = -7;

    up();
    memset(&handle, GUARD, sizeof handle);
    before = handle;
    for (int i = 0; i < 4; i++) {
        int wrong = (int[]){-1, events(), INT_MAX, INT_MIN}[i];

        CHECK_RC(MPI_T_event_get_info(wrong, text, &length, &out, &type, &displacement, &n, NULL,
                                      NULL, text, &length, &out),
                 MPI_T_ERR_INVALID_INDEX);
        CHECK_RC(MPI_T_event_handle_alloc(wrong, NULL, MPI_INFO_NULL, &handle),
                 MPI_T_ERR_INVALID_INDEX);
    }
    CHECK(displacement == -7 && length == 5 && n == 1 && out == -7 && strcmp(text, "####") == 0);
    CHECK(memcmp(&handle, &before, sizeof handle) == 0);
}

static void every_event_name_leads_back_to_its_index(void)
{
    static struct event_info info;

    up_with_mpi();
    for (int i = 0; i < events(); i++) {
        event_info(i, &info);
        CHECK(info.name[0]);
        CHECK_INT(event_of(info.name), i);
    }
}

static void a_name_that_is_not_exact_is_no_event(void)
{
    int index = -7;

    up();
    CHECK_INT(event_of("mpit_message_matched") >= 0, true);
    for (int i = 0; i < 5; i++)
        CHECK_RC(MPI_T_event_get_index((const char *[]){"", "mpit", "mpit_message_matche",
                                                        "mpit_message_matched ",
                                                        "MPIT_MESSAGE_MATCHED"}[i],
                                       &index),
                 MPI_T_ERR_INVALID_NAME);
    CHECK_INT(index, -7);
}

/* ---- info --------------------------------------------------------------------------------- */

static void is_a_new_object(MPI_Info first, MPI_Info second)
{
    int keys = -1;

    CHECK(first != MPI_INFO_NULL && second != MPI_INFO_NULL);
    if (first == MPI_INFO_NULL || second == MPI_INFO_NULL)
        return;
    CHECK(first != second);
    OK(MPI_Info_get_nkeys(first, &keys));
    CHECK(keys >= 0);
    OK(MPI_Info_free(&first));
    OK(MPI_Info_free(&second));
}

static void info_of_sources_and_events_is_the_caller_s(void)
{
    MPI_Info first = MPI_INFO_NULL, second = MPI_INFO_NULL;

    up_with_mpi();
    for (int i = 0; i < sources(); i++) {
        OK(MPI_T_source_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &first));
        OK(MPI_T_source_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &second));
        is_a_new_object(first, second);
    }
    for (int i = 0; i < events(); i++) {
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &first, NULL, NULL,
                                NULL));
        OK(MPI_T_event_get_info(i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &second, NULL, NULL,
                                NULL));
        is_a_new_object(first, second);
    }
}

static MPI_Info one_hint(const char *key, const char *value)
{
    MPI_Info info;

    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, key, value));
    return info;
}

/* A hint that nobody knows does no harm, here or there. */
static void hints_are_taken_and_told_again(void)
{
    MPI_Info hint, first = MPI_INFO_NULL, second = MPI_INFO_NULL;
    MPI_T_event_registration handle;

    up_with_mpi();
    hint = one_hint("mpit_no_such_hint", "17");
    OK(MPI_T_event_handle_alloc(event_of(unbound), NULL, hint, &handle));
    OK(MPI_T_event_handle_set_info(handle, hint));
    OK(MPI_T_event_handle_set_info(handle, MPI_INFO_NULL));
    OK(MPI_Info_free(&hint));
    OK(MPI_T_event_handle_get_info(handle, &first));
    OK(MPI_T_event_handle_get_info(handle, &second));
    is_a_new_object(first, second);
    CHECK_RC(MPI_T_event_handle_get_info(handle, NULL), MPI_T_ERR_INVALID);
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
}

static void hints_of_callbacks_are_told_by_level(void)
{
    MPI_Info hint, first = MPI_INFO_NULL, second = MPI_INFO_NULL;
    MPI_T_event_registration handle;
    int calls = 0;

    up_with_mpi();
    hint = one_hint("mpit_no_such_hint", "17");
    handle = made(unbound, NULL);
    for (int i = 0; i < LEVELS; i++) {
        MPI_T_cb_safety safety = levels[i];

        OK(MPI_T_event_register_callback(handle, safety, hint, &calls, called));
        OK(MPI_T_event_callback_set_info(handle, safety, hint));
        OK(MPI_T_event_callback_get_info(handle, safety, &first));
        OK(MPI_T_event_callback_get_info(handle, safety, &second));
        is_a_new_object(first, second);
        CHECK_RC(MPI_T_event_callback_get_info(handle, safety, NULL), MPI_T_ERR_INVALID);
    }
    OK(MPI_Info_free(&hint));
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
}

/* ---- what is refused ---------------------------------------------------------------------- */

static void levels_of_safety_are_four_in_their_order(void)
{
    MPI_T_event_registration handle;
    MPI_Info info = MPI_INFO_NULL;
    int calls = 0;

    CHECK(MPI_T_CB_REQUIRE_NONE < MPI_T_CB_REQUIRE_MPI_RESTRICTED &&
          MPI_T_CB_REQUIRE_MPI_RESTRICTED < MPI_T_CB_REQUIRE_THREAD_SAFE &&
          MPI_T_CB_REQUIRE_THREAD_SAFE < MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE);
    up_with_mpi();
    handle = made(unbound, NULL);
    for (int i = 0; i < 4; i++) {
        MPI_T_cb_safety wrong = (MPI_T_cb_safety)(int[]){-1, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE + 1,
                                                         INT_MAX, INT_MIN}[i];

        CHECK_RC(MPI_T_event_register_callback(handle, wrong, MPI_INFO_NULL, &calls, called),
                 MPI_T_ERR_INVALID);
        CHECK_RC(MPI_T_event_callback_set_info(handle, wrong, MPI_INFO_NULL), MPI_T_ERR_INVALID);
        CHECK_RC(MPI_T_event_callback_get_info(handle, wrong, &info), MPI_T_ERR_INVALID);
    }
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
}

static void null_is_refused_where_events_need_it(void)
{
    int index = -7;

    up();
    CHECK_RC(MPI_T_source_get_num(NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_source_get_timestamp(0, NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_num(NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_index(NULL, &index), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_index(unbound, NULL), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_handle_alloc(event_of(unbound), NULL, MPI_INFO_NULL, NULL),
             MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_category_get_num_events(0, NULL), MPI_T_ERR_INVALID);
    OK(MPI_T_category_get_events(0, 0, NULL));
    CHECK_INT(index, -7);
}

static MPI_T_event_registration handle_of(uint64_t bits)
{
    MPI_T_event_registration handle;

    memset(&handle, 0, sizeof handle);
    memcpy(&handle, &bits, sizeof handle < sizeof bits ? sizeof handle : sizeof bits);
    return handle;
}

static MPI_T_event_instance instance_of(uint64_t bits)
{
    MPI_T_event_instance instance;

    memset(&instance, 0, sizeof instance);
    memcpy(&instance, &bits, sizeof instance < sizeof bits ? sizeof instance : sizeof bits);
    return instance;
}

static void is_no_registration(MPI_T_event_registration handle)
{
    MPI_Info info = MPI_INFO_NULL;
    int calls = 0;

#define REFUSED(call) CHECK_RC(call, MPI_T_ERR_INVALID_HANDLE)
    REFUSED(MPI_T_event_handle_get_info(handle, &info));
    REFUSED(MPI_T_event_handle_set_info(handle, MPI_INFO_NULL));
    REFUSED(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &calls,
                                          called));
    REFUSED(MPI_T_event_callback_get_info(handle, MPI_T_CB_REQUIRE_NONE, &info));
    REFUSED(MPI_T_event_callback_set_info(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL));
    REFUSED(MPI_T_event_set_dropped_handler(handle, dropped));
    REFUSED(MPI_T_event_handle_free(handle, &calls, freed));
#undef REFUSED
    CHECK_INT(calls, 0);
    CHECK(info == MPI_INFO_NULL);
}

static void is_no_instance(MPI_T_event_instance instance)
{
    unsigned char buffer[TEXT];
    MPI_Count stamp = -7;
    int source = -7;

    memset(buffer, GUARD, sizeof buffer);
    CHECK_RC(MPI_T_event_read(instance, 0, buffer), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_copy(instance, buffer), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_timestamp(instance, &stamp), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_event_get_source(instance, &source), MPI_T_ERR_INVALID);
    CHECK(buffer[0] == GUARD && stamp == -7 && source == -7);
}

static uint64_t bits_of(const void *handle, size_t size)
{
    uint64_t bits = 0;

    memcpy(&bits, handle, size < sizeof bits ? size : sizeof bits);
    return bits;
}

/* Numbers, addresses, and handles of other kinds. */
static void invented_registrations_are_refused(void)
{
    MPI_T_event_registration handle;
    MPI_T_pvar_session session;
    MPI_T_cvar_handle cvar;
    uint64_t state = RANDOM_START;
    struct watched pvar;
    int n;

    up_with_mpi();
    handle = made(unbound, NULL);
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_version"), NULL, &cvar, &n));
    pvar = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    uint64_t others[] = {0,
                         1,
                         ~(uint64_t)0,
                         INT_MAX,
                         bits_of(&handle, sizeof handle) + 1,
                         bits_of(&handle, sizeof handle) ^ (uint64_t)1 << 40,
                         bits_of(&session, sizeof session),
                         bits_of(&cvar, sizeof cvar),
                         bits_of(&pvar.handle, sizeof pvar.handle),
                         (uint64_t)(uintptr_t)&n,
                         (uint64_t)(uintptr_t)&refuses_all};

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        is_no_registration(handle_of(others[i]));
        is_no_instance(instance_of(others[i]));
    }
    is_no_instance(instance_of(bits_of(&handle, sizeof handle)));
    for (int i = 0; i < 2000; i++) {
        uint64_t bits = random_bits(&state);

        if (bits != bits_of(&handle, sizeof handle))
            is_no_registration(handle_of(bits));
        is_no_instance(instance_of(bits));
    }
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_T_pvar_session_free(&session));
    unwatch(&pvar);
}

static void a_handle_is_freed_once(void)
{
    MPI_T_event_registration handle, another;
    int calls = 0;

    up_with_mpi();
    handle = made(unbound, NULL);
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    is_no_registration(handle);
    another = made(unbound, NULL);
    is_no_registration(handle);
    OK(MPI_T_event_handle_free(another, &calls, freed));
    CHECK_INT(calls, 1);
}

static void object_of_an_unbound_event_is_ignored(void)
{
    int garbage[64];

    up();
    memset(garbage, 0xff, sizeof garbage);
    OK(MPI_T_event_handle_free(made(unbound, NULL), NULL, NULL));
    OK(MPI_T_event_handle_free(made(unbound, garbage), NULL, NULL));
    OK(MPI_T_event_handle_free(made(unbound, (void *)1), NULL, NULL));
}

/* An error handler of the program that is called ends the process. */
static void wrong_objects_are_refused(void)
{
    MPI_T_event_registration handle, before;
    MPI_Comm null = MPI_COMM_NULL, gone, was;

    memset(&handle, GUARD, sizeof handle);
    before = handle;
    up_with_mpi();
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &gone));
    was = gone;
    OK(MPI_Comm_free(&gone));
    for (int i = 0; i < events(); i++) {
        static struct event_info info;

        event_info(i, &info);
        if (info.binding != MPI_T_BIND_MPI_COMM)
            continue;
        CHECK_FOR(info.name,
                  MPI_T_event_handle_alloc(i, NULL, MPI_INFO_NULL, &handle) == MPI_T_ERR_INVALID);
        CHECK_FOR(info.name,
                  MPI_T_event_handle_alloc(i, &null, MPI_INFO_NULL, &handle) == MPI_T_ERR_INVALID);
        CHECK_FOR(info.name,
                  MPI_T_event_handle_alloc(i, &was, MPI_INFO_NULL, &handle) == MPI_T_ERR_INVALID);
        CHECK_FOR(info.name,
                  MPI_T_event_handle_alloc(i, &gone, MPI_INFO_NULL, &handle) == MPI_T_ERR_INVALID);
    }
    CHECK(memcmp(&handle, &before, sizeof handle) == 0);
    OK(MPI_Finalize());
}

/* ---- categories --------------------------------------------------------------------------- */

static void categories_list_the_events_that_they_count(void)
{
    int n, count, all = 0;

    up_with_mpi();
    OK(MPI_T_category_get_num(&n));
    for (int i = 0; i < n; i++) {
        int list[MOST_EVENTS], few[MOST_EVENTS];

        memset(list, GUARD, sizeof list);
        OK(MPI_T_category_get_num_events(i, &count));
        CHECK(count >= 0 && count < MOST_EVENTS);
        all += count;
        OK(MPI_T_category_get_events(i, MOST_EVENTS, list));
        for (int k = 0; k < count; k++)
            CHECK(list[k] >= 0 && list[k] < events());
        CHECK_INT(*(unsigned char *)&list[count], GUARD);
        for (int room = -1; room <= count; room++) {
            int filled = room < 0 ? 0 : room;

            memset(few, GUARD, sizeof few);
            OK(MPI_T_category_get_events(i, room, few));
            CHECK(memcmp(few, list, (size_t)filled * sizeof *few) == 0);
            CHECK_INT(*(unsigned char *)&few[filled], GUARD);
        }
    }
    CHECK(all > 0);
    for (int i = 0; i < 3; i++) {
        int wrong = (int[]){-1, n, INT_MAX}[i];

        CHECK_RC(MPI_T_category_get_num_events(wrong, &count), MPI_T_ERR_INVALID_INDEX);
        CHECK_RC(MPI_T_category_get_events(wrong, 1, &count), MPI_T_ERR_INVALID_INDEX);
    }
}

static void every_event_of_ours_is_in_a_category(void)
{
    bool is_in[MOST_EVENTS] = {false};
    static struct event_info info;
    int n, count, list[MOST_EVENTS];

    up();
    OK(MPI_T_category_get_num(&n));
    for (int i = 0; i < n; i++) {
        OK(MPI_T_category_get_num_events(i, &count));
        OK(MPI_T_category_get_events(i, MOST_EVENTS, list));
        for (int k = 0; k < count; k++)
            is_in[list[k]] = true;
    }
    for (int i = 0; i < events(); i++) {
        event_info(i, &info);
        CHECK_FOR(info.name, !is_ours(&info) || is_in[i]);
    }
}

/* ---- before, between and after ------------------------------------------------------------ */

static void make_and_free_a_communicator(void)
{
    MPI_Comm comm;

    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_free(&comm));
}

static void events_can_be_registered_before_mpi_and_freed_after_it(void)
{
    MPI_T_event_registration handle;
    int calls = 0, frees = 0;

    up();
    handle = made(unbound, NULL);
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_INFO_NULL,
                                     &calls, called));
    OK(MPI_Init(NULL, NULL));
    calls = 0;
    make_and_free_a_communicator();
    CHECK_INT(calls, 1);
    OK(MPI_Finalize());
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &calls, called));
    OK(MPI_T_event_handle_free(handle, &frees, freed));
    CHECK_INT(frees, 1);
    OK(MPI_T_event_handle_free(made(unbound, NULL), NULL, NULL));
    OK(MPI_T_finalize());
}

static int use_communicators(MPI_Comm comm, int key, void *nothing, void *extra)
{
    (void)comm, (void)key, (void)nothing, (void)extra;
    make_and_free_a_communicator();
    return MPI_SUCCESS;
}

/* What runs inside of MPI_Finalize counts as the MPI library's own. */
static void what_mpi_finalize_calls_is_not_told(void)
{
    MPI_T_event_registration handle;
    int calls = 0, key;

    up_with_mpi();
    OK(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use_communicators, &key, NULL));
    OK(MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL));
    handle = made(unbound, NULL);
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_INFO_NULL,
                                     &calls, called));
    make_and_free_a_communicator();
    OK(MPI_Finalize());
    CHECK_INT(calls, 1);
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_T_finalize());
}

static void handles_end_with_the_last_finalize_of_the_interface(void)
{
    MPI_T_event_registration handle;
    int calls = 0;

    up_with_mpi();
    handle = made(unbound, NULL);
    OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, MPI_INFO_NULL,
                                     &calls, called));
    up();
    OK(MPI_T_finalize());
    make_and_free_a_communicator();
    CHECK_INT(calls, 1);
    OK(MPI_T_finalize());
    make_and_free_a_communicator();
    CHECK_INT(calls, 1);
    up();
    make_and_free_a_communicator();
    CHECK_INT(calls, 1);
    is_no_registration(handle);
    OK(MPI_T_finalize());
    OK(MPI_Finalize());
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(every_function_of_events_has_both_names),
      TEST(every_function_of_events_is_refused_before_init),
      TEST(every_function_of_events_is_refused_after_finalize),
      TEST(sources_are_numbered_from_0_and_stay), TEST(sources_have_names_of_their_own),
      TEST(sources_say_their_order_and_their_clock), TEST(ticks_of_a_source_are_those_of_the_clock),
      TEST(index_of_no_source_is_refused), TEST(null_is_ignored_for_any_answer_about_a_source),
      TEST(every_string_of_a_source_follows_the_convention),
      TEST(every_string_of_an_event_follows_the_convention),
      TEST(events_are_numbered_from_0_and_stay),
      TEST(what_is_said_of_an_event_is_the_same_every_time),
      TEST(null_is_ignored_for_any_answer_about_an_event),
      TEST(events_have_metadata_of_the_standard), TEST(elements_do_not_overlap),
      TEST(arrays_of_elements_are_filled_up_to_their_length),
      TEST(enumeration_of_an_event_names_its_elements), TEST(index_of_no_event_is_refused),
      TEST(every_event_name_leads_back_to_its_index), TEST(a_name_that_is_not_exact_is_no_event),
      TEST(info_of_sources_and_events_is_the_caller_s), TEST(hints_are_taken_and_told_again),
      TEST(hints_of_callbacks_are_told_by_level), TEST(levels_of_safety_are_four_in_their_order),
      TEST(null_is_refused_where_events_need_it), TEST(invented_registrations_are_refused),
      TEST(a_handle_is_freed_once), TEST(object_of_an_unbound_event_is_ignored),
      TEST(wrong_objects_are_refused), TEST(categories_list_the_events_that_they_count),
      TEST(every_event_of_ours_is_in_a_category),
      TEST(events_can_be_registered_before_mpi_and_freed_after_it),
      TEST(what_mpi_finalize_calls_is_not_told),
      TEST(handles_end_with_the_last_finalize_of_the_interface))
