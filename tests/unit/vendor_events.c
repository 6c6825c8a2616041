/* The events of an MPI library itself, over one that is made up here: one source, two events, of
 * which the second has a name of ours and is bound to communicators; a category. */
#include "config.h"

#include "entry/entry.h"
#include "event/event.h"
#include "mpi/vendor.h"
#include "suite.h"
#include "vendor/events.h"

#define OK(call) ck_assert_int_eq(call, MPI_SUCCESS)

/* ---- the made-up MPI library: its handle and its instance are addresses here */

static int a_handle, an_instance;
static struct {
    mpit_event_cb function;
    mpit_event_dropped_cb dropped;
    mpit_event_free_cb freed;
    void *data, *free_data;
} fake;

#define THEIRS   ((MPI_T_event_registration)(void *)&a_handle)
#define INSTANCE ((MPI_T_event_instance)(void *)&an_instance)

static int none(int *n)
{
    *n = 0;
    return MPI_SUCCESS;
}

static int one(int *n)
{
    *n = 1;
    return MPI_SUCCESS;
}

static int two(int *n)
{
    *n = 2;
    return MPI_SUCCESS;
}

static int fake_query_thread(int *provided)
{
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}

/* The standard's convention for strings: what fits, and the whole length. */
static void give(const char *text, char *buffer, int *length)
{
    if (*length > 0)
        snprintf(buffer, (size_t)*length, "%s", text);
    *length = (int)strlen(text) + 1;
}

static int fake_event_info(int index, char *name, int *name_length, int *verbosity,
                           MPI_Datatype types[], MPI_Aint at[], int *n, MPI_T_enum *enumtype,
                           MPI_Info *info, char *desc, int *desc_length, int *bind)
{
    ck_assert(index == 0 || index == 1);
    ck_assert_ptr_null(info);
    give(index ? "mpit_comm_created" : "fake_event", name, name_length);
    give("what it is", desc, desc_length);
    for (int i = 0; i < 2 && i < *n; i++) {
        types[i] = i ? MPI_DOUBLE : MPI_INT;
        at[i] = i * 24;
    }
    *n = 2;
    *verbosity = MPI_T_VERBOSITY_TUNER_DETAIL;
    *enumtype = MPI_T_ENUM_NULL;
    *bind = index ? MPI_T_BIND_MPI_COMM : MPI_T_BIND_NO_OBJECT;
    return MPI_SUCCESS;
}

static int fake_category_info(int index, char *name, int *name_length, char *desc, int *desc_length,
                              int *ncvars, int *npvars, int *ncategories)
{
    ck_assert_int_eq(index, 0);
    give("fake_category", name, name_length);
    give("", desc, desc_length);
    *ncvars = *npvars = *ncategories = 0;
    return MPI_SUCCESS;
}

static int fake_category_num_events(int index, int *n)
{
    ck_assert_int_eq(index, 0);
    *n = 2;
    return MPI_SUCCESS;
}

static int fake_category_events(int index, int length, int indices[])
{
    ck_assert_int_eq(index, 0);
    for (int i = 0; i < 2 && i < length; i++)
        indices[i] = 1 - i;
    return MPI_SUCCESS;
}

static int fake_source_info(int source, char *name, int *name_length, char *desc, int *desc_length,
                            MPI_T_source_order *ordering, MPI_Count *ticks, MPI_Count *max_ticks,
                            MPI_Info *info)
{
    ck_assert_int_eq(source, 0);
    /* Not to the convention, as Open MPI 6.0: what has been written, and no end where it is cut. */
    *name_length = (int)strlen(strncpy(name, "fake_source", (size_t)*name_length));
    *desc_length = (int)strlen(strncpy(desc, "what it is", (size_t)*desc_length));
    *ordering = MPI_T_SOURCE_UNORDERED;
    *ticks = 7;
    *max_ticks = 77;
    *info = MPI_INFO_NULL;
    return MPI_SUCCESS;
}

static int yes(int *flag)
{
    *flag = 1;
    return MPI_SUCCESS;
}

static int no(int *flag)
{
    *flag = 0;
    return MPI_SUCCESS;
}

static int fake_init_thread(int required, int *provided)
{
    *provided = required;
    return MPI_SUCCESS;
}

static int fake_timestamp(int source, MPI_Count *timestamp)
{
    *timestamp = 1000 + source;
    return MPI_SUCCESS;
}

static int fake_alloc(int event, void *obj_handle, MPI_Info info, MPI_T_event_registration *handle)
{
    (void)obj_handle;
    (void)info;
    *handle = THEIRS;
    ck_assert(event == 0 || event == 1);
    return MPI_SUCCESS;
}

static int fake_free(MPI_T_event_registration handle, void *user_data,
                     MPI_T_event_free_cb_function function)
{
    ck_assert_ptr_eq(handle, THEIRS);
    fake.freed = function;
    fake.free_data = user_data;
    return MPI_SUCCESS;
}

static int fake_register(MPI_T_event_registration handle, MPI_T_cb_safety safety, MPI_Info info,
                         void *user_data, MPI_T_event_cb_function function)
{
    (void)safety;
    (void)info;
    ck_assert_ptr_eq(handle, THEIRS);
    fake.function = function;
    fake.data = user_data;
    return MPI_SUCCESS;
}

static int fake_set_dropped(MPI_T_event_registration handle,
                            MPI_T_event_dropped_cb_function function)
{
    ck_assert_ptr_eq(handle, THEIRS);
    fake.dropped = function;
    return MPI_SUCCESS;
}

static int fake_read(MPI_T_event_instance instance, int element, void *buffer)
{
    ck_assert_ptr_eq(instance, INSTANCE);
    *(int *)buffer = 40 + element;
    return MPI_SUCCESS;
}

static int fake_get_source(MPI_T_event_instance instance, int *source)
{
    ck_assert_ptr_eq(instance, INSTANCE);
    *source = 0;
    return MPI_SUCCESS;
}

static void setup(void)
{
    mpit__vendor_resolve();
    mpit__vendor_stamp = NULL;
    mpit__next.PMPI_Initialized = yes;
    mpit__next.PMPI_Finalized = no;
    mpit__next.PMPI_T_init_thread = fake_init_thread;
    mpit__next.PMPI_T_source_get_num = one;
    mpit__next.PMPI_Query_thread = fake_query_thread;
    mpit__next.PMPI_T_cvar_get_num = none;
    mpit__next.PMPI_T_pvar_get_num = none;
    mpit__next.PMPI_T_category_get_num = one;
    mpit__next.PMPI_T_category_changed = none;
    mpit__next.PMPI_T_category_get_info = fake_category_info;
    mpit__next.PMPI_T_category_get_num_events = fake_category_num_events;
    mpit__next.PMPI_T_category_get_events = fake_category_events;
    mpit__next.PMPI_T_source_get_info = fake_source_info;
    mpit__next.PMPI_T_event_get_num = two;
    mpit__next.PMPI_T_event_get_info = fake_event_info;
    mpit__next.PMPI_T_source_get_timestamp = fake_timestamp;
    mpit__next.PMPI_T_event_handle_alloc = fake_alloc;
    mpit__next.PMPI_T_event_handle_free = fake_free;
    mpit__next.PMPI_T_event_register_callback = fake_register;
    mpit__next.PMPI_T_event_set_dropped_handler = fake_set_dropped;
    mpit__next.PMPI_T_event_read = fake_read;
    mpit__next.PMPI_T_event_get_source = fake_get_source;
    OK(mpit__T_init_thread(MPI_THREAD_SINGLE, NULL));
}

/* ---- what the program sees */

static struct {
    int calls, value, source, dropped, dropped_source, freed;
    MPI_T_event_registration handle;
    void *data;
} seen;

static void on_event(MPI_T_event_instance instance, MPI_T_event_registration handle,
                     MPI_T_cb_safety safety, void *data)
{
    (void)safety;
    seen.calls++;
    seen.handle = handle;
    seen.data = data;
    OK(mpit__T_event_read(instance, 2, &seen.value));
    OK(mpit__T_event_get_source(instance, &seen.source));
}

static void on_dropped(MPI_Count count, MPI_T_event_registration handle, int source,
                       MPI_T_cb_safety safety, void *data)
{
    (void)handle;
    (void)safety;
    (void)data;
    seen.dropped += (int)count;
    seen.dropped_source = source;
}

static void on_freed(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *data)
{
    (void)safety;
    seen.freed++;
    seen.handle = handle;
    seen.data = data;
}

static MPI_T_event_registration a_registration(void)
{
    MPI_T_event_registration handle;
    int index;

    OK(mpit__T_event_get_index("fake_event", &index));
    OK(mpit__T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &handle));
    OK(mpit__T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &seen,
                                       on_event));
    return handle;
}

START_TEST(its_sources_stand_behind_ours)
{
    char name[32];
    int n, length = sizeof name;
    MPI_Count ticks;

    OK(mpit__T_source_get_num(&n));
    ck_assert_int_eq(n, MPIT_EVENT_SOURCES + 1);
    OK(mpit__T_source_get_info(MPIT_EVENT_SOURCES, name, &length, NULL, NULL, NULL, &ticks, NULL,
                               NULL));
    ck_assert_str_eq(name, "fake_source");
    ck_assert_int_eq((int)ticks, 7);
    OK(mpit__T_source_get_timestamp(MPIT_EVENT_SOURCES, &ticks));
    ck_assert_int_eq((int)ticks, 1000);
    ck_assert_int_eq(mpit__T_source_get_timestamp(MPIT_EVENT_SOURCES + 1, &ticks),
                     MPI_T_ERR_INVALID_INDEX);
    ck_assert_int_eq(mpit__T_source_get_timestamp(-1, &ticks), MPI_T_ERR_INVALID_INDEX);
}
END_TEST

START_TEST(its_sources_have_strings_by_the_convention_and_stay)
{
    char name[32] = "", desc[5] = "";
    int n, length = 0, desc_length = sizeof desc;
    MPI_T_source_order ordering;

    OK(mpit__T_source_get_info(MPIT_EVENT_SOURCES, NULL, &length, desc, &desc_length, &ordering,
                               NULL, NULL, NULL));
    ck_assert_int_eq(length, (int)sizeof "fake_source");
    ck_assert_int_eq(desc_length, (int)sizeof "what it is");
    ck_assert_str_eq(desc, "what");
    ck_assert_int_eq((int)ordering, (int)MPI_T_SOURCE_UNORDERED);
    mpit__next.PMPI_Finalized = yes;
    OK(mpit__T_source_get_num(&n));
    ck_assert_int_eq(n, MPIT_EVENT_SOURCES + 1);
    length = sizeof name;
    OK(mpit__T_source_get_info(MPIT_EVENT_SOURCES, name, &length, NULL, NULL, NULL, NULL, NULL,
                               NULL));
    ck_assert_str_eq(name, "fake_source");
    mpit__next.PMPI_Finalized = no;
}
END_TEST

START_TEST(its_events_stand_behind_ours)
{
    int n, index, elements = 2, verbosity;
    MPI_Datatype types[2];
    MPI_Aint at[2];
    MPI_T_enum names;

    OK(mpit__T_event_get_num(&n));
    ck_assert_int_eq(n, MPIT_EVENTS + 2);
    OK(mpit__T_event_get_index("fake_event", &index));
    ck_assert_int_eq(index, n - 2);
    OK(mpit__T_event_get_info(index, NULL, NULL, &verbosity, types, at, &elements, &names, NULL,
                              NULL, NULL, NULL));
    ck_assert_int_eq(verbosity, MPI_T_VERBOSITY_TUNER_DETAIL);
    ck_assert_int_eq(elements, 2);
    ck_assert(types[0] == MPI_INT && types[1] == MPI_DOUBLE);
    ck_assert_int_eq((int)at[1], 24);
    ck_assert(names == MPI_T_ENUM_NULL);
}
END_TEST

START_TEST(a_name_that_we_have_is_given_once)
{
    int index, n;

    OK(mpit__T_event_get_num(&n));
    OK(mpit__T_event_get_index("mpit_comm_created", &index));
    ck_assert_int_lt(index, MPIT_EVENTS);
    OK(mpit__T_event_get_index("mpit_comm_created_2", &index));
    ck_assert_int_eq(index, n - 1);
}
END_TEST

START_TEST(its_categories_name_its_events)
{
    int category, n, indices[3] = {0, 0, -7};

    OK(mpit__T_event_get_num(&n));
    OK(mpit__T_category_get_index("fake_category", &category));
    OK(mpit__T_category_get_num_events(category, &n));
    ck_assert_int_eq(n, 2);
    OK(mpit__T_category_get_events(category, 3, indices));
    ck_assert_int_eq(indices[0], MPIT_EVENTS + 1);
    ck_assert_int_eq(indices[1], MPIT_EVENTS);
    ck_assert_int_eq(indices[2], -7);
}
END_TEST

START_TEST(its_callbacks_see_our_handle_and_our_source)
{
    MPI_T_event_registration handle = a_registration();

    fake.function(INSTANCE, THEIRS, MPI_T_CB_REQUIRE_NONE, fake.data);
    ck_assert_int_eq(seen.calls, 1);
    ck_assert_ptr_eq(seen.handle, handle);
    ck_assert_ptr_eq(seen.data, &seen);
    ck_assert_int_eq(seen.value, 42);
    ck_assert_int_eq(seen.source, MPIT_EVENT_SOURCES);
}
END_TEST

START_TEST(its_instance_lives_during_the_callback)
{
    int value;

    a_registration();
    ck_assert_int_eq(mpit__T_event_read(INSTANCE, 0, &value), MPI_T_ERR_INVALID);
    fake.function(INSTANCE, THEIRS, MPI_T_CB_REQUIRE_NONE, fake.data);
    ck_assert_int_eq(mpit__T_event_read(INSTANCE, 0, &value), MPI_T_ERR_INVALID);
}
END_TEST

START_TEST(its_drops_are_told_with_our_source)
{
    MPI_T_event_registration handle = a_registration();

    OK(mpit__T_event_set_dropped_handler(handle, on_dropped));
    fake.dropped(3, THEIRS, 0, MPI_T_CB_REQUIRE_NONE, fake.data);
    ck_assert_int_eq(seen.dropped, 3);
    ck_assert_int_eq(seen.dropped_source, MPIT_EVENT_SOURCES);
    OK(mpit__T_event_set_dropped_handler(handle, NULL));
    ck_assert_ptr_null(fake.dropped);
}
END_TEST

START_TEST(its_handle_ends_once_and_its_own_is_no_handle)
{
    MPI_T_event_registration handle = a_registration();

    ck_assert_int_eq(mpit__T_event_handle_free(THEIRS, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    OK(mpit__T_event_handle_free(handle, &fake, on_freed));
    ck_assert_int_eq(mpit__T_event_handle_free(handle, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    ck_assert_int_eq(seen.freed, 0);
    fake.freed(THEIRS, MPI_T_CB_REQUIRE_NONE, fake.free_data);
    ck_assert_int_eq(seen.freed, 1);
    ck_assert_ptr_eq(seen.handle, handle);
    ck_assert_ptr_eq(seen.data, &fake);
}
END_TEST

START_TEST(no_callback_takes_it_out)
{
    MPI_T_event_registration handle = a_registration();

    OK(mpit__T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL));
    ck_assert_ptr_null(fake.function);
}
END_TEST

/* It would take them: fake_alloc looks at none. */
START_TEST(what_is_no_object_does_not_go_down)
{
    MPI_T_event_registration handle;
    MPI_Comm null = MPI_COMM_NULL;
    int index;

    OK(mpit__T_event_get_index("mpit_comm_created_2", &index));
    ck_assert_int_eq(mpit__T_event_handle_alloc(index, NULL, MPI_INFO_NULL, &handle),
                     MPI_T_ERR_INVALID);
    ck_assert_int_eq(mpit__T_event_handle_alloc(index, &null, MPI_INFO_NULL, &handle),
                     MPI_T_ERR_INVALID);
}
END_TEST

START_TEST(handles_end_with_the_interface)
{
    MPI_T_event_registration handle = a_registration();

    fake.freed = NULL;
    OK(mpit__T_finalize());
    ck_assert_ptr_nonnull(fake.freed);
    fake.freed(THEIRS, MPI_T_CB_REQUIRE_NONE, fake.free_data);
    OK(mpit__T_init_thread(MPI_THREAD_SINGLE, NULL));
    ck_assert_int_eq(mpit__T_event_handle_free(handle, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(its_sources_stand_behind_ours)                                                            \
    TEST(its_sources_have_strings_by_the_convention_and_stay)                                      \
    TEST(its_events_stand_behind_ours)                                                             \
    TEST(a_name_that_we_have_is_given_once)                                                        \
    TEST(its_categories_name_its_events)                                                           \
    TEST(handles_end_with_the_interface)                                                           \
    TEST(what_is_no_object_does_not_go_down)                                                       \
    TEST(its_callbacks_see_our_handle_and_our_source)                                              \
    TEST(its_instance_lives_during_the_callback)                                                   \
    TEST(its_drops_are_told_with_our_source)                                                       \
    TEST(its_handle_ends_once_and_its_own_is_no_handle)                                            \
    TEST(no_callback_takes_it_out)

SUITE("vendor_events", TESTS, setup)
