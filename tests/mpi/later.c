/* What MPI 4.0, 4.1 and 5.0 say of the tool information interface otherwise than 3.1, or beyond it:
 * rows LATER-n of tests/later.def.  Each test in a process of its own. */
#include "config.h"

#include "recorder.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void up(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
}

/* ---- return codes (15.3.10) ---- */

#define CODE(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

static const struct {
    const char *name;
    int code;
} codes[] = {CODE(MPI_T_ERR_CANNOT_INIT),
             CODE(MPI_T_ERR_NOT_ACCESSIBLE),
             CODE(MPI_T_ERR_NOT_INITIALIZED),
             CODE(MPI_T_ERR_NOT_SUPPORTED),
             CODE(MPI_T_ERR_MEMORY),
             CODE(MPI_T_ERR_INVALID),
             CODE(MPI_T_ERR_INVALID_INDEX),
             CODE(MPI_T_ERR_INVALID_ITEM),
             CODE(MPI_T_ERR_INVALID_SESSION),
             CODE(MPI_T_ERR_INVALID_HANDLE),
             CODE(MPI_T_ERR_INVALID_NAME),
             CODE(MPI_T_ERR_OUT_OF_HANDLES),
             CODE(MPI_T_ERR_OUT_OF_SESSIONS),
             CODE(MPI_T_ERR_CVAR_SET_NOT_NOW),
             CODE(MPI_T_ERR_CVAR_SET_NEVER),
             CODE(MPI_T_ERR_PVAR_NO_WRITE),
             CODE(MPI_T_ERR_PVAR_NO_STARTSTOP),
             CODE(MPI_T_ERR_PVAR_NO_ATOMIC)};
enum { CODES = sizeof codes / sizeof *codes };

static void codes_are_numbers_of_their_own_up_to_the_last_one(void)
{
    static const int others[] = {MPI_SUCCESS,          MPI_ERR_BUFFER,
                                 MPI_ERR_COUNT,        MPI_ERR_TYPE,
                                 MPI_ERR_TAG,          MPI_ERR_COMM,
                                 MPI_ERR_RANK,         MPI_ERR_REQUEST,
                                 MPI_ERR_ROOT,         MPI_ERR_GROUP,
                                 MPI_ERR_OP,           MPI_ERR_TOPOLOGY,
                                 MPI_ERR_DIMS,         MPI_ERR_ARG,
                                 MPI_ERR_UNKNOWN,      MPI_ERR_TRUNCATE,
                                 MPI_ERR_OTHER,        MPI_ERR_INTERN,
                                 MPI_ERR_PENDING,      MPI_ERR_IN_STATUS,
                                 MPI_ERR_ACCESS,       MPI_ERR_AMODE,
                                 MPI_ERR_ASSERT,       MPI_ERR_BAD_FILE,
                                 MPI_ERR_BASE,         MPI_ERR_CONVERSION,
                                 MPI_ERR_DISP,         MPI_ERR_DUP_DATAREP,
                                 MPI_ERR_FILE_EXISTS,  MPI_ERR_FILE_IN_USE,
                                 MPI_ERR_FILE,         MPI_ERR_INFO_KEY,
                                 MPI_ERR_INFO_NOKEY,   MPI_ERR_INFO_VALUE,
                                 MPI_ERR_INFO,         MPI_ERR_IO,
                                 MPI_ERR_KEYVAL,       MPI_ERR_LOCKTYPE,
                                 MPI_ERR_NAME,         MPI_ERR_NO_MEM,
                                 MPI_ERR_NOT_SAME,     MPI_ERR_NO_SPACE,
                                 MPI_ERR_NO_SUCH_FILE, MPI_ERR_PORT,
                                 MPI_ERR_QUOTA,        MPI_ERR_READ_ONLY,
                                 MPI_ERR_RMA_CONFLICT, MPI_ERR_RMA_SYNC,
                                 MPI_ERR_SERVICE,      MPI_ERR_SIZE,
                                 MPI_ERR_SPAWN,        MPI_ERR_UNSUPPORTED_DATAREP,
                                 MPI_ERR_RMA_RANGE,    MPI_ERR_RMA_ATTACH,
                                 MPI_ERR_RMA_SHARED,   MPI_ERR_RMA_FLAVOR,
                                 MPI_ERR_WIN,          MPI_ERR_UNSUPPORTED_OPERATION};

    for (int i = 0; i < CODES; i++) {
        CHECK_FOR(codes[i].name, codes[i].code > 0 && codes[i].code <= MPI_ERR_LASTCODE);
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            CHECK_FOR(codes[i].name, codes[i].code != others[k]);
        for (int k = 0; k < i; k++)
            CHECK_FOR(codes[i].name, codes[i].code != codes[k].code);
    }
}

/* The error handler is that of MPI_Init, which ends the process. */
static void codes_have_a_text(void)
{
    OK(MPI_Init(NULL, NULL));
    for (int i = 0; i < CODES; i++) {
        char text[MPI_MAX_ERROR_STRING + 1] = "";
        int length = 0;

        OK(MPI_Error_string(codes[i].code, text, &length));
        CHECK_FOR(codes[i].name, length > 0);
    }
    OK(MPI_Finalize());
}

/* Unexpected messages of a communicator whose queue is not drained. */
static void what_is_not_seen_is_not_supported(void)
{
    MPI_T_event_registration handle = NULL;
    MPI_Comm world = MPI_COMM_WORLD;

    setenv("MPIT_UMQ_SOURCE", "off", 1);
    OK(MPI_Init(NULL, NULL));
    up();
    CHECK_RC(MPI_T_event_handle_alloc(event_of("mpit_message_unexpected"), &world, MPI_INFO_NULL,
                                      &handle),
             MPI_T_ERR_NOT_SUPPORTED);
    CHECK(handle == NULL);
    OK(MPI_T_finalize());
    OK(MPI_Finalize());
}

/* 3.1: MPI_T_ERR_INVALID_ITEM, which is deprecated since 4.0. */
static void an_item_out_of_range_is_an_index_in_5_0(void)
{
    int code = MPI_VERSION < 5 ? MPI_T_ERR_INVALID_ITEM : MPI_T_ERR_INVALID_INDEX;
    struct pvar_info info;
    int n = 0;

    up();
    if (!pvar_info(pvar_of("mpit_state", MPI_T_PVAR_CLASS_STATE), &info))
        need_failed("mpit_state");
    OK(MPI_T_enum_get_info(info.enumtype, &n, NULL, NULL));
    CHECK(n > 0);
    CHECK_RC(MPI_T_enum_get_item(info.enumtype, n, NULL, NULL, NULL), code);
    CHECK_RC(MPI_T_enum_get_item(info.enumtype, -1, NULL, NULL, NULL), code);
    OK(MPI_T_finalize());
}

/* ---- what may be called when (11.4.1: info objects at any time) ---- */

#if MPI_VERSION >= 4
static void hints_are_given_and_asked_for_without_mpi(void)
{
    MPI_Info info = MPI_INFO_NULL, told = MPI_INFO_NULL;
    MPI_T_event_registration handle;

    up();
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "mpit_no_such_hint", "1"));
    OK(MPI_T_event_handle_alloc(event_of("mpit_region_begin"), NULL, info, &handle));
    OK(MPI_Info_free(&info));
    OK(MPI_T_event_handle_get_info(handle, &told));
    CHECK(told != MPI_INFO_NULL);
    OK(MPI_Info_free(&told));
    OK(MPI_T_event_get_info(event_of("mpit_initialization"), NULL, NULL, NULL, NULL, NULL, NULL,
                            NULL, &told, NULL, NULL, NULL));
    CHECK(told != MPI_INFO_NULL);
    OK(MPI_Info_free(&told));
    OK(MPI_T_event_handle_free(handle, NULL, NULL));
    OK(MPI_T_finalize());
}
#define OF_4_0 TEST(hints_are_given_and_asked_for_without_mpi),
#else
#define OF_4_0
#endif

/* ---- categories (15.3.9) ---- */

enum { CATEGORIES = 2048, LISTS = 4 };

static struct members {
    int n[LISTS], *indices[LISTS];
} before[CATEGORIES];

static struct members members_of(int category)
{
    static int (*const lists[LISTS])(int, int, int[]) = {
        MPI_T_category_get_cvars, MPI_T_category_get_pvars, MPI_T_category_get_categories,
        MPI_T_category_get_events};
    struct members found;

    OK(MPI_T_category_get_info(category, NULL, NULL, NULL, NULL, &found.n[0], &found.n[1],
                               &found.n[2]));
    OK(MPI_T_category_get_num_events(category, &found.n[3]));
    for (int i = 0; i < LISTS; i++) {
        found.indices[i] = calloc((size_t)found.n[i] + 1, sizeof(int));
        OK(lists[i](category, found.n[i], found.indices[i]));
    }
    return found;
}

static void members_keep_their_order(void)
{
    int n = 0;

    up();
    OK(MPI_T_category_get_num(&n));
    CHECK(n > 0 && n <= CATEGORIES);
    for (int i = 0; i < n; i++)
        before[i] = members_of(i);
    OK(MPI_Init(NULL, NULL));
    for (int i = 0; i < n; i++) {
        struct members now = members_of(i);

        for (int k = 0; k < LISTS; k++)
            CHECK_THAT(now.n[k] >= before[i].n[k] &&
                           memcmp(now.indices[k], before[i].indices[k],
                                  (size_t)before[i].n[k] * sizeof(int)) == 0,
                       "list %d of category %d", k, i);
    }
    OK(MPI_Finalize());
    OK(MPI_T_finalize());
}

/* ---- handles and constants (5.0, 20) ---- */

static void handles_are_as_large_as_pointers_and_no_constant(void)
{
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
    MPI_T_event_registration event;
    struct watched watched;
    int count;

#define AS_LARGE_AS_A_POINTER(type)                                                                \
    CHECK_FOR(#type, sizeof(type) == sizeof(void *) && _Alignof(type) == _Alignof(void *))
    AS_LARGE_AS_A_POINTER(MPI_T_enum);
    AS_LARGE_AS_A_POINTER(MPI_T_cvar_handle);
    AS_LARGE_AS_A_POINTER(MPI_T_pvar_handle);
    AS_LARGE_AS_A_POINTER(MPI_T_pvar_session);
    AS_LARGE_AS_A_POINTER(MPI_T_event_registration);
    AS_LARGE_AS_A_POINTER(MPI_T_event_instance);
    CHECK(sizeof(MPI_Count) == 8);
    up();
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_profiling"), NULL, &cvar, &count));
    watched = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    OK(MPI_T_event_handle_alloc(event_of("mpit_region_begin"), NULL, MPI_INFO_NULL, &event));
    CHECK(cvar != MPI_T_CVAR_HANDLE_NULL && (uintptr_t)cvar > 1);
    CHECK(watched.session != MPI_T_PVAR_SESSION_NULL && (uintptr_t)watched.session > 1);
    CHECK(watched.handle != MPI_T_PVAR_HANDLE_NULL && watched.handle != MPI_T_PVAR_ALL_HANDLES);
    CHECK((uintptr_t)event > 1);
    OK(MPI_T_event_handle_free(event, NULL, NULL));
    unwatch(&watched);
    OK(MPI_T_cvar_handle_free(&cvar));
    OK(MPI_T_finalize());
}

#if defined(MPIT_ABI)
static void numbers_are_those_of_the_abi(void)
{
#define IS(constant, number) CHECK_INT((long long)(intptr_t)(constant), number)
    for (int i = 0; i < CODES; i++)
        CHECK_FOR(codes[i].name, codes[i].code == 1001 + i);
    IS(MPI_T_ENUM_NULL, 0);
    IS(MPI_T_CVAR_HANDLE_NULL, 0);
    IS(MPI_T_PVAR_SESSION_NULL, 0);
    IS(MPI_T_PVAR_HANDLE_NULL, 0);
    IS(MPI_T_PVAR_ALL_HANDLES, 1);
    IS(MPI_T_CB_REQUIRE_NONE, 0x00);
    IS(MPI_T_CB_REQUIRE_MPI_RESTRICTED, 0x03);
    IS(MPI_T_CB_REQUIRE_THREAD_SAFE, 0x0F);
    IS(MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE, 0x3F);
    IS(MPI_T_SOURCE_ORDERED, 1);
    IS(MPI_T_SOURCE_UNORDERED, 2);
    IS(MPI_T_VERBOSITY_USER_BASIC, 0x09);
    IS(MPI_T_VERBOSITY_USER_DETAIL, 0x0a);
    IS(MPI_T_VERBOSITY_USER_ALL, 0x0c);
    IS(MPI_T_VERBOSITY_TUNER_BASIC, 0x11);
    IS(MPI_T_VERBOSITY_TUNER_DETAIL, 0x12);
    IS(MPI_T_VERBOSITY_TUNER_ALL, 0x14);
    IS(MPI_T_VERBOSITY_MPIDEV_BASIC, 0x21);
    IS(MPI_T_VERBOSITY_MPIDEV_DETAIL, 0x22);
    IS(MPI_T_VERBOSITY_MPIDEV_ALL, 0x24);
    IS(MPI_T_BIND_NO_OBJECT, 1);
    IS(MPI_T_BIND_MPI_COMM, 2);
    IS(MPI_T_BIND_MPI_DATATYPE, 3);
    IS(MPI_T_BIND_MPI_ERRHANDLER, 4);
    IS(MPI_T_BIND_MPI_FILE, 5);
    IS(MPI_T_BIND_MPI_GROUP, 6);
    IS(MPI_T_BIND_MPI_OP, 7);
    IS(MPI_T_BIND_MPI_REQUEST, 8);
    IS(MPI_T_BIND_MPI_WIN, 9);
    IS(MPI_T_BIND_MPI_MESSAGE, 10);
    IS(MPI_T_BIND_MPI_INFO, 11);
    IS(MPI_T_BIND_MPI_SESSION, 12);
    IS(MPI_T_SCOPE_CONSTANT, 1);
    IS(MPI_T_SCOPE_READONLY, 2);
    IS(MPI_T_SCOPE_LOCAL, 3);
    IS(MPI_T_SCOPE_GROUP, 4);
    IS(MPI_T_SCOPE_GROUP_EQ, 5);
    IS(MPI_T_SCOPE_ALL, 6);
    IS(MPI_T_SCOPE_ALL_EQ, 7);
    IS(MPI_T_PVAR_CLASS_STATE, 1);
    IS(MPI_T_PVAR_CLASS_LEVEL, 2);
    IS(MPI_T_PVAR_CLASS_SIZE, 3);
    IS(MPI_T_PVAR_CLASS_PERCENTAGE, 4);
    IS(MPI_T_PVAR_CLASS_HIGHWATERMARK, 5);
    IS(MPI_T_PVAR_CLASS_LOWWATERMARK, 6);
    IS(MPI_T_PVAR_CLASS_COUNTER, 7);
    IS(MPI_T_PVAR_CLASS_AGGREGATE, 8);
    IS(MPI_T_PVAR_CLASS_TIMER, 9);
    IS(MPI_T_PVAR_CLASS_GENERIC, 10);
}
#define OF_THE_ABI TEST(numbers_are_those_of_the_abi),
#else
#define OF_THE_ABI
#endif

SUITE(HARNESS_EACH_IN_A_CHILD, OF_4_0 OF_THE_ABI TEST(codes_have_a_text),
      TEST(members_keep_their_order), TEST(codes_are_numbers_of_their_own_up_to_the_last_one),
      TEST(what_is_not_seen_is_not_supported), TEST(an_item_out_of_range_is_an_index_in_5_0),
      TEST(handles_are_as_large_as_pointers_and_no_constant))
