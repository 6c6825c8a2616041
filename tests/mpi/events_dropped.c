/* Events that are dropped, and who hears of it: EVT-36, EVT-46 … EVT-50.
 *
 * MPI is up at MPI_THREAD_MULTIPLE: an event demands MPI_T_CB_REQUIRE_THREAD_SAFE, so that
 * callbacks of the levels below are not enough. */
#include "recorder.h"

#include <string.h>

enum { NOT_ENOUGH = MPI_T_CB_REQUIRE_MPI_RESTRICTED, ENOUGH = MPI_T_CB_REQUIRE_THREAD_SAFE };

/* What was told, in the order in which it was. */
static char order[200];
static MPI_T_event_registration handle;

static void write_down(char letter)
{
    size_t n = strlen(order);

    if (n + 1 < sizeof order)
        order[n] = letter;
}

static bool is_told(const char *expected)
{
    bool is_so = strcmp(order, expected) == 0;

    CHECK_THAT(is_so, "told '%s', expected '%s'", order, expected);
    memset(order, 0, sizeof order);
    return is_so;
}

/* Its letter. */
static void callback(MPI_T_event_instance instance, MPI_T_event_registration of,
                     MPI_T_cb_safety safety, void *letter)
{
    (void)instance, (void)of;
    CHECK_INT((int)safety, ENOUGH);
    write_down(*(const char *)letter);
}

/* "d", and how many as a digit. */
static void told_of(char letter, MPI_Count count, MPI_T_event_registration of, int source,
                    MPI_T_cb_safety safety)
{
    int sources = 0;

    OK(MPI_T_source_get_num(&sources));
    CHECK(source >= 0 && source < sources);
    CHECK_INT((int)safety, ENOUGH);
    CHECK(memcmp(&of, &handle, sizeof of) == 0);
    write_down(letter);
    write_down(count >= 0 && count < 10 ? (char)('0' + count) : '?');
}

static void *told_data;

static void dropped(MPI_Count count, MPI_T_event_registration of, int source,
                    MPI_T_cb_safety safety, void *data)
{
    told_data = data;
    told_of('d', count, of, source, safety);
}

static void dropped_instead(MPI_Count count, MPI_T_event_registration of, int source,
                            MPI_T_cb_safety safety, void *data)
{
    (void)data;
    told_of('e', count, of, source, safety);
}

static void raise(int n)
{
    for (int i = 0; i < n; i++)
        OK(MPI_Barrier(MPI_COMM_SELF));
}

static MPI_T_event_registration made(void)
{
    MPI_T_event_registration new;
    MPI_Comm self = MPI_COMM_SELF;

    OK(MPI_T_event_handle_alloc(event_of("mpit_collective_begin"), &self, MPI_INFO_NULL, &new));
    return new;
}

static void registered(MPI_T_event_registration of, int level, const char *letter)
{
    OK(MPI_T_event_register_callback(of, (MPI_T_cb_safety)level, MPI_INFO_NULL, (void *)letter,
                                     letter ? callback : NULL));
}

static void begin(void)
{
    memset(order, 0, sizeof order);
    handle = made();
}

static void end(void)
{
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    is_told("");
}

static void what_no_level_is_enough_for_is_dropped_and_counted(void)
{
    begin();
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    registered(handle, MPI_T_CB_REQUIRE_NONE, "n");
    registered(handle, NOT_ENOUGH, "r");
    raise(3);
    is_told("");
    registered(handle, ENOUGH, "t");
    raise(1);
    is_told("d3t");
    raise(2);
    is_told("tt");
    registered(handle, ENOUGH, NULL);
    raise(2);
    registered(handle, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, "a");
    raise(2);
    is_told("d2aa");
    end();
}

static void the_dropped_handler_is_called_before_the_next_event(void)
{
    MPI_T_event_registration other;

    begin();
    other = made();
    registered(other, ENOUGH, "o");
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    registered(handle, NOT_ENOUGH, "r");
    raise(4);
    is_told("oooo");
    registered(handle, ENOUGH, "t");
    raise(1);
    /* Of the source, whichever handle it is for. */
    CHECK_THAT(strcmp(order, "d4ot") == 0 || strcmp(order, "d4to") == 0, "told '%s'", order);
    CHECK(told_data && *(const char *)told_data == 't');
    memset(order, 0, sizeof order);
    OK(MPI_T_event_handle_free(other, NULL, NULL));
    end();
}

/* That is of another event type, of the same source. */
static void the_dropped_handler_is_called_before_events_of_other_types(void)
{
    MPI_T_event_registration other;
    MPI_Comm comm;

    begin();
    OK(MPI_T_event_handle_alloc(event_of("mpit_comm_created"), NULL, MPI_INFO_NULL, &other));
    registered(other, ENOUGH, "c");
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    raise(2);
    registered(handle, NOT_ENOUGH, "r");
    raise(2);
    registered(handle, ENOUGH, "t");
    OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    OK(MPI_Comm_free(&comm));
    CHECK_THAT(strncmp(order, "d", 1) == 0 && strstr(order, "c"), "told '%s'", order);
    memset(order, 0, sizeof order);
    OK(MPI_T_event_handle_free(other, NULL, NULL));
    end();
}

static void a_dropped_handler_is_replaced_and_removed(void)
{
    begin();
    registered(handle, NOT_ENOUGH, "r");
    raise(1); /* nobody asked */
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    OK(MPI_T_event_set_dropped_handler(handle, dropped_instead));
    raise(3);
    registered(handle, ENOUGH, "t");
    raise(1);
    is_told("e3t");
    registered(handle, ENOUGH, NULL);
    raise(2);
    OK(MPI_T_event_set_dropped_handler(handle, NULL));
    raise(3);
    registered(handle, ENOUGH, "t");
    raise(1);
    is_told("t");
    registered(handle, ENOUGH, NULL);
    OK(MPI_T_event_set_dropped_handler(handle, NULL));
    raise(1);
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    registered(handle, ENOUGH, "t");
    raise(1);
    is_told("t");
    end();
}

static void without_a_callback_nothing_is_told(void)
{
    begin();
    OK(MPI_T_event_set_dropped_handler(handle, dropped));
    raise(5);
    is_told("");
    registered(handle, NOT_ENOUGH, "r");
    raise(1);
    is_told("");
    end();
}

SUITE(HARNESS_MPI_IS_UP, TEST(what_no_level_is_enough_for_is_dropped_and_counted),
      TEST(the_dropped_handler_is_called_before_the_next_event),
      TEST(the_dropped_handler_is_called_before_events_of_other_types),
      TEST(a_dropped_handler_is_replaced_and_removed), TEST(without_a_callback_nothing_is_told))
