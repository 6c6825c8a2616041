/* Events and their sources.  Where mpi.h has them or not, the functions are looked for in the
 * process: an MPI library of before MPI 4.0 has none. */
#define _GNU_SOURCE
#include "variables.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const functions[] = {
    "source_get_num",
    "source_get_info",
    "source_get_timestamp",
    "event_get_num",
    "event_get_info",
    "event_get_index",
    "event_handle_alloc",
    "event_handle_set_info",
    "event_handle_get_info",
    "event_handle_free",
    "event_register_callback",
    "event_callback_set_info",
    "event_callback_get_info",
    "event_set_dropped_handler",
    "event_read",
    "event_copy",
    "event_get_timestamp",
    "event_get_source",
    "category_get_num_events",
    "category_get_events",
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void *find(const char *prefix, const char *name)
{
    char function[64];

    snprintf(function, sizeof function, "%s%s", prefix, name);
    return dlsym(RTLD_DEFAULT, function);
}

static bool is_any_there(void)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (find("MPI_T_", functions[i]))
            return true;
    return false;
}

/* The function of a name, by the type that the header gives it. */
#define CALL(name)      ((__typeof__(&MPI_T_##name))need(#name))
#define DOES(name, ...) judge_code("MPI_T_" #name, CALL(name)(__VA_ARGS__), MPI_SUCCESS)
static void *need(const char *name)
{
    void *function = find("MPI_T_", name);

    if (!function)
        judge_absent("there is no MPI_T_%s", name);
    return function;
}

void row_event_functions_are_there(void)
{
    if (!is_any_there())
        judge_absent("there are none: the MPI is of before MPI 4.0");
    for (int i = 0; i < FUNCTIONS; i++)
        CHECK(find("MPI_T_", functions[i]) && find("PMPI_T_", functions[i]), "no %sMPI_T_%s",
              find("MPI_T_", functions[i]) ? "P" : "", functions[i]);
}

/* ---- sources */

static int some_sources(void)
{
    int n = 0;

    DOES(source_get_num, &n);
    if (n == 0)
        judge_absent("there are no sources");
    return n;
}

void row_sources_have_names(void)
{
    static char name[NAME], desc[TEXT];

    EACH(i, some_sources())
    {
        int name_len = NAME, desc_len = TEXT;
        MPI_T_source_order order = (MPI_T_source_order)-7;
        MPI_Count ticks = -7, most = -7;
        MPI_Info info = MPI_INFO_NULL;

        DOES(source_get_info, i, name, &name_len, desc, &desc_len, &order, &ticks, &most, &info);
        CHECK(name[0], "source %d has no name", i);
        CHECK(order == MPI_T_SOURCE_ORDERED || order == MPI_T_SOURCE_UNORDERED, "%s: order %d",
              name, (int)order);
        CHECK(ticks > 0 && most > 0, "%s: %lld ticks a second, at most %lld", name,
              (long long)ticks, (long long)most);
        if (info != MPI_INFO_NULL)
            MPI_Info_free(&info);
    }
}

void row_source_strings_follow_the_convention(void)
{
    char name[NAME];

    EACH(i, some_sources())
    {
        int whole = NAME, cut = 2;

        CALL(source_get_info)(i, name, &whole, NULL, NULL, NULL, NULL, NULL, NULL);
        whole = (int)strlen(name) + 1;
        DOES(source_get_info, i, name, &cut, NULL, NULL, NULL, NULL, NULL, NULL);
        CHECK(cut == whole, "source %d: length %d, not %d", i, cut, whole);
        CHECK(name[1] == '\0', "source %d: not cut to 2 characters", i);
    }
}

void row_source_time_goes_on(void)
{
    EACH(i, some_sources())
    {
        MPI_Count first = 0, second = 0;
        int rc = CALL(source_get_timestamp)(i, &first);

        if (rc == MPI_T_ERR_NOT_SUPPORTED)
            continue;
        CHECK(rc == MPI_SUCCESS, "source %d: %s", i, judge_code_name(rc));
        DOES(source_get_timestamp, i, &second);
        CHECK(second >= first, "source %d: %lld, then %lld", i, (long long)first,
              (long long)second);
    }
}

/* ---- event types */

enum { ELEMENTS = 64 };
struct event {
    char name[NAME], desc[TEXT];
    int name_len, desc_len, verbosity, elements, bind;
    MPI_Datatype types[ELEMENTS];
    MPI_Aint at[ELEMENTS];
    MPI_T_enum enumtype;
};
static struct event event;

/* What is none of the earlier standards' may be said with a code that they have. */
static bool is_not_supported(int rc)
{
#if !defined(CONFORM_HAS_CODES_OF_5)
    if (rc == MPI_T_ERR_INVALID)
        return true;
#endif
    return rc == MPI_T_ERR_NOT_SUPPORTED;
}

static int some_events(void)
{
    int n = 0;

    DOES(event_get_num, &n);
    if (n == 0)
        judge_absent("there are no event types");
    return n;
}

static int get_event(int index)
{
    memset(&event, 0, sizeof event);
    event.name_len = NAME;
    event.desc_len = TEXT;
    event.elements = ELEMENTS;
    return CALL(event_get_info)(index, event.name, &event.name_len, &event.verbosity, event.types,
                                event.at, &event.elements, &event.enumtype, NULL, event.desc,
                                &event.desc_len, &event.bind);
}

void row_event_names_are_unique_and_lead_back(void)
{
    struct names names = {0};

    EACH(i, some_events())
    {
        int index = -1;

        if (!SUCCEEDS(get_event(i)))
            continue;
        CHECK(event.name[0] && is_new_name(&names, event.name, 0), "\"%s\" comes twice, or none",
              event.name);
        DOES(event_get_index, event.name, &index);
        CHECK(index == i, "%s: index %d, not %d", event.name, index, i);
        CHECK(is_verbosity(event.verbosity) && is_bind(event.bind), "%s: verbosity %d, binding %d",
              event.name, event.verbosity, event.bind);
    }
}

void row_event_elements_are_of_the_table(void)
{
    EACH(i, some_events())
    {
        MPI_Aint end = 0;

        get_event(i);
        for (int k = 0; k < event.elements && k < ELEMENTS; k++) {
            CHECK(size_of(event.types[k]) > 0, "%s: element %d has another datatype", event.name,
                  k);
            CHECK(event.at[k] >= end, "%s: element %d begins at %ld", event.name, k,
                  (long)event.at[k]);
            end = event.at[k] + (MPI_Aint)size_of(event.types[k]);
        }
    }
}

void row_event_wrong_index_is_refused(void)
{
    int n = 0;

    DOES(event_get_num, &n);
    for (int i = 0; i < 3; i++)
        judge_code("MPI_T_event_get_info", get_event((int[]){-1, n, INT_MAX}[i]),
                   MPI_T_ERR_INVALID_INDEX);
}

static void on_event(MPI_T_event_instance instance, MPI_T_event_registration handle,
                     MPI_T_cb_safety safety, void *data)
{
    (void)instance;
    (void)handle;
    (void)safety;
    ++*(int *)data;
}

/* The first, or all, without an object. */
static bool take(int index, MPI_T_event_registration *handle)
{
    int rc;

    if (get_event(index) != MPI_SUCCESS || event.bind != MPI_T_BIND_NO_OBJECT)
        return false;
    rc = CALL(event_handle_alloc)(index, NULL, MPI_INFO_NULL, handle);
    CHECK(rc == MPI_SUCCESS || is_not_supported(rc), "MPI_T_event_handle_alloc of %s: %s",
          event.name, judge_code_name(rc));
    return rc == MPI_SUCCESS;
}

void row_event_handles_come_and_go(void)
{
    static int calls;
    int looked = 0;

    EACH(i, some_events())
    {
        MPI_T_event_registration handle;

        if (!take(i, &handle))
            continue;
        looked++;
        DOES(event_register_callback, handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &calls,
             on_event);
        DOES(event_register_callback, handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, NULL, NULL);
        DOES(event_handle_free, handle, NULL, NULL);
    }
    if (!looked)
        judge_absent("each event type has an object");
}

static void on_free(MPI_T_event_registration handle, MPI_T_cb_safety safety, void *data)
{
    (void)handle;
    (void)safety;
    ++*(int *)data;
}

void row_event_callback_of_free_is_called(void)
{
    int calls = 0;

    EACH(i, some_events())
    {
        MPI_T_event_registration handle;

        if (!take(i, &handle))
            continue;
        DOES(event_handle_free, handle, &calls, on_free);
        CHECK(calls == 1, "called %d times", calls);
        return;
    }
    judge_absent("each event type has an object");
}

void row_event_categories_count_their_events(void)
{
    int all = some_events();

    EACH(i, count_categories())
    {
        int n = 0, indices[1024];

        DOES(category_get_num_events, i, &n);
        if (n <= 0 || n > 1024)
            continue;
        memset(indices, -1, sizeof indices);
        DOES(category_get_events, i, n, indices);
        for (int k = 0; k < n; k++)
            CHECK(indices[k] >= 0 && indices[k] < all, "category %d: event %d is index %d", i, k,
                  indices[k]);
    }
}

void row_event_null_arguments_are_refused(void)
{
    judge_failure("MPI_T_event_get_num", CALL(event_get_num)(NULL));
    judge_failure("MPI_T_source_get_num", CALL(source_get_num)(NULL));
}
