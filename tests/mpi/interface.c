/* Handles, sessions and bad arguments, each test in a process of its own: SESS, HAND, START, ACC,
 * ENUM-2, CAT-5, ERR, CVAR-7 … CVAR-9, BIND-2, BIND-3. */
#include "../random.h"
#include "watch.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void up(void)
{
    OK(MPI_T_init_thread(MPI_THREAD_MULTIPLE, NULL));
}

static void up_with_mpi(void)
{
    OK(MPI_Init(NULL, NULL));
    up();
}

static struct watched sends(void)
{
    return watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
}

static void send_to_self(int n)
{
    int in = 1, out;

    for (int i = 0; i < n; i++)
        MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &out, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
}

/* ---- indices --------------------------------------------------------------------------------- */

static void index_out_of_range_is_refused_by_every_function(void)
{
    int n[3], wrong[4] = {-1, 0, INT_MAX, INT_MIN}, out = -7, length = 5;
    MPI_T_cvar_handle cvar = MPI_T_CVAR_HANDLE_NULL;
    MPI_T_pvar_handle pvar = MPI_T_PVAR_HANDLE_NULL;
    MPI_T_pvar_session session;
    char text[8] = "####";

    up();
    OK(MPI_T_cvar_get_num(&n[0]));
    OK(MPI_T_pvar_get_num(&n[1]));
    OK(MPI_T_category_get_num(&n[2]));
    OK(MPI_T_pvar_session_create(&session));
    for (int i = 0; i < 4; i++) {
#define WRONG(k)      (wrong[i] ? wrong[i] : n[k])
#define REFUSED(call) CHECK_RC(call, MPI_T_ERR_INVALID_INDEX)
        REFUSED(MPI_T_cvar_get_info(WRONG(0), text, &length, &out, NULL, NULL, text, &length, &out,
                                    &out));
        REFUSED(MPI_T_cvar_handle_alloc(WRONG(0), NULL, &cvar, &out));
        REFUSED(MPI_T_pvar_get_info(WRONG(1), text, &length, &out, &out, NULL, NULL, text, &length,
                                    &out, &out, &out, &out));
        REFUSED(MPI_T_pvar_handle_alloc(session, WRONG(1), NULL, &pvar, &out));
        REFUSED(MPI_T_category_get_info(WRONG(2), text, &length, text, &length, &out, &out, &out));
        REFUSED(MPI_T_category_get_cvars(WRONG(2), 1, &out));
        REFUSED(MPI_T_category_get_pvars(WRONG(2), 1, &out));
        REFUSED(MPI_T_category_get_categories(WRONG(2), 1, &out));
#undef REFUSED
#undef WRONG
    }
    CHECK(out == -7 && length == 5 && strcmp(text, "####") == 0);
    CHECK(cvar == MPI_T_CVAR_HANDLE_NULL && pvar == MPI_T_PVAR_HANDLE_NULL);
}

/* ---- NULL ------------------------------------------------------------------------------------ */

static void null_is_refused_where_it_is_essential(void)
{
    struct watched one;
    MPI_T_cvar_handle cvar;
    int n;

    up();
    one = sends();
    OK(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &n));
#define REFUSED(call) CHECK_RC(call, MPI_T_ERR_INVALID)
    REFUSED(MPI_T_cvar_get_num(NULL));
    REFUSED(MPI_T_pvar_get_num(NULL));
    REFUSED(MPI_T_category_get_num(NULL));
    REFUSED(MPI_T_category_changed(NULL));
    REFUSED(MPI_T_cvar_get_index(NULL, &n));
    REFUSED(MPI_T_cvar_get_index("mpit_version", NULL));
    REFUSED(MPI_T_pvar_get_index(NULL, MPI_T_PVAR_CLASS_COUNTER, &n));
    REFUSED(MPI_T_pvar_get_index("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL));
    REFUSED(MPI_T_category_get_index(NULL, &n));
    REFUSED(MPI_T_category_get_index("mpit", NULL));
    REFUSED(MPI_T_cvar_handle_alloc(0, NULL, NULL, &n));
    REFUSED(MPI_T_cvar_handle_alloc(0, NULL, &cvar, NULL));
    REFUSED(MPI_T_cvar_handle_free(NULL));
    REFUSED(MPI_T_cvar_read(cvar, NULL));
    REFUSED(MPI_T_cvar_write(cvar, NULL));
    REFUSED(MPI_T_pvar_session_create(NULL));
    REFUSED(MPI_T_pvar_session_free(NULL));
    REFUSED(MPI_T_pvar_handle_alloc(one.session, one.index, NULL, NULL, &n));
    REFUSED(MPI_T_pvar_handle_alloc(one.session, one.index, NULL, &one.handle, NULL));
    REFUSED(MPI_T_pvar_handle_free(one.session, NULL));
    REFUSED(MPI_T_pvar_read(one.session, one.handle, NULL));
    REFUSED(MPI_T_pvar_write(one.session, one.handle, NULL));
    REFUSED(MPI_T_pvar_readreset(one.session, one.handle, NULL));
#undef REFUSED
    CHECK_INT(value(&one), 0);
}

static void null_is_ignored_where_it_is_an_answer_not_wanted(void)
{
    static struct pvar_info info;

    up();
    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    OK(MPI_T_cvar_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    OK(MPI_T_pvar_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                           NULL));
    OK(MPI_T_category_get_info(0, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    OK(MPI_T_category_get_cvars(0, 0, NULL));
    OK(MPI_T_category_get_pvars(0, 0, NULL));
    OK(MPI_T_category_get_categories(0, 0, NULL));
    pvar_info(pvar_of("mpit_state", MPI_T_PVAR_CLASS_STATE), &info);
    OK(MPI_T_enum_get_info(info.enumtype, NULL, NULL, NULL));
    OK(MPI_T_enum_get_item(info.enumtype, 0, NULL, NULL, NULL));
}

static void array_of_negative_length_is_left_alone(void)
{
    int list[1] = {-7};

    up();
    OK(MPI_T_category_get_cvars(0, -1, list));
    OK(MPI_T_category_get_pvars(0, INT_MIN, list));
    OK(MPI_T_category_get_categories(0, -5, NULL));
    CHECK_INT(list[0], -7);
}

/* ---- invented handles ------------------------------------------------------------------------ */

/* A handle, made of any bits that fit in. */
static void invent(void *handle, size_t size, uint64_t bits)
{
    memcpy(handle, &bits, size < sizeof bits ? size : sizeof bits);
}
#define INVENT(handle, bits) invent(&(handle), sizeof(handle), bits)

static void check_invented(uint64_t bits, const struct watched *real)
{
    MPI_T_cvar_handle cvar;
    MPI_T_pvar_handle pvar;
    MPI_T_pvar_session session;
    MPI_T_enum enumtype;
    unsigned long long number = 7;
    int out = -7;

    INVENT(cvar, bits);
    INVENT(pvar, bits);
    INVENT(session, bits);
    INVENT(enumtype, bits);
    CHECK_RC(MPI_T_cvar_read(cvar, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_cvar_write(cvar, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_cvar_handle_free(&cvar), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_session_free(&session), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_handle_alloc(session, real->index, NULL, &pvar, &out),
             MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_start(session, real->handle), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_enum_get_info(enumtype, &out, NULL, NULL), MPI_T_ERR_INVALID_INDEX);
    CHECK_RC(MPI_T_enum_get_item(enumtype, 0, &out, NULL, NULL), MPI_T_ERR_INVALID_INDEX);
    if (pvar != MPI_T_PVAR_ALL_HANDLES) {
        CHECK_RC(MPI_T_pvar_start(real->session, pvar), MPI_T_ERR_INVALID_HANDLE);
        CHECK_RC(MPI_T_pvar_stop(real->session, pvar), MPI_T_ERR_INVALID_HANDLE);
        CHECK_RC(MPI_T_pvar_reset(real->session, pvar), MPI_T_ERR_INVALID_HANDLE);
    }
    CHECK_RC(MPI_T_pvar_read(real->session, pvar, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_write(real->session, pvar, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_readreset(real->session, pvar, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_handle_free(real->session, &pvar), MPI_T_ERR_INVALID_HANDLE);
    CHECK(out == -7 && number == 7);
}

static void invented_handles_are_refused(void)
{
    static const uint64_t values[] = {
        0, 1, 8, 4096, UINT64_MAX, UINT64_MAX - 1, 1ull << 63, UINT32_MAX, 0x7fffffffffffu};
    uint64_t random = RANDOM_START;
    struct watched real;
    int local;

    up();
    real = sends();
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        check_invented(values[i], &real);
    check_invented((uintptr_t)&local, &real);
    check_invented((uintptr_t) "a text of some length, so that there is what to read", &real);
    for (int i = 0; i < 20000; i++)
        check_invented(random_bits(&random), &real);
    for (int shift = 0; shift < 64; shift++) /* near misses */
        check_invented((uint64_t)(uintptr_t)real.handle ^ 1ull << shift, &real);
    CHECK_INT(value(&real), 0);
}

static void handles_of_another_kind_are_refused(void)
{
    static struct pvar_info info;
    MPI_T_cvar_handle cvar;
    struct watched real;
    int count;

    up();
    real = sends();
    pvar_info(pvar_of("mpit_state", MPI_T_PVAR_CLASS_STATE), &info);
    OK(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &count));
    CHECK_RC(MPI_T_pvar_read(real.session, (MPI_T_pvar_handle)(void *)cvar, &count),
             MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_read(real.session, (MPI_T_pvar_handle)(void *)real.session, &count),
             MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_read((MPI_T_pvar_session)(void *)real.handle, real.handle, &count),
             MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_cvar_read((MPI_T_cvar_handle)(void *)real.handle, &count),
             MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_cvar_read((MPI_T_cvar_handle)(void *)info.enumtype, &count),
             MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_enum_get_info((MPI_T_enum)(void *)cvar, &count, NULL, NULL),
             MPI_T_ERR_INVALID_INDEX);
}

static void freed_handles_are_refused(void)
{
    unsigned long long number = 7;
    MPI_T_cvar_handle cvar, old_cvar;
    struct watched one, old;
    int count;

    up();
    one = old = sends();
    OK(MPI_T_pvar_handle_free(one.session, &one.handle));
    CHECK(one.handle == MPI_T_PVAR_HANDLE_NULL);
    CHECK_RC(MPI_T_pvar_read(old.session, old.handle, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_start(old.session, old.handle), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_handle_free(old.session, &old.handle), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_pvar_handle_free(one.session, &one.handle), MPI_T_ERR_INVALID_HANDLE);
    one = watch_on(one.session, "mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    CHECK(one.handle != old.handle);
    CHECK_RC(MPI_T_pvar_read(old.session, old.handle, &number), MPI_T_ERR_INVALID_HANDLE);

    OK(MPI_T_cvar_handle_alloc(0, NULL, &cvar, &count));
    old_cvar = cvar;
    OK(MPI_T_cvar_handle_free(&cvar));
    CHECK(cvar == MPI_T_CVAR_HANDLE_NULL);
    CHECK_RC(MPI_T_cvar_read(old_cvar, &number), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_cvar_handle_free(&old_cvar), MPI_T_ERR_INVALID_HANDLE);
    CHECK_RC(MPI_T_cvar_handle_free(&cvar), MPI_T_ERR_INVALID_HANDLE);
    CHECK_INT(number, 7);
}

static void freed_sessions_are_refused_with_their_handles(void)
{
    unsigned long long number = 7;
    struct watched one, old;
    int count;

    up();
    one = old = sends();
    OK(MPI_T_pvar_start(one.session, one.handle));
    OK(MPI_T_pvar_session_free(&one.session));
    CHECK(one.session == MPI_T_PVAR_SESSION_NULL);
    CHECK_RC(MPI_T_pvar_session_free(&old.session), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_read(old.session, old.handle, &number), MPI_T_ERR_INVALID_SESSION);
    CHECK_RC(MPI_T_pvar_handle_alloc(old.session, old.index, NULL, &one.handle, &count),
             MPI_T_ERR_INVALID_SESSION);
    OK(MPI_T_pvar_session_create(&one.session));
    CHECK_RC(MPI_T_pvar_read(one.session, old.handle, &number), MPI_T_ERR_INVALID_HANDLE);
}

static void handles_of_another_session_are_refused(void)
{
    unsigned long long number = 7;
    struct watched mine, theirs;

    up();
    mine = sends();
    theirs = sends();
#define REFUSED(call) CHECK_RC(call, MPI_T_ERR_INVALID_HANDLE)
    REFUSED(MPI_T_pvar_start(mine.session, theirs.handle));
    REFUSED(MPI_T_pvar_stop(mine.session, theirs.handle));
    REFUSED(MPI_T_pvar_read(mine.session, theirs.handle, &number));
    REFUSED(MPI_T_pvar_write(mine.session, theirs.handle, &number));
    REFUSED(MPI_T_pvar_reset(mine.session, theirs.handle));
    REFUSED(MPI_T_pvar_readreset(mine.session, theirs.handle, &number));
    REFUSED(MPI_T_pvar_handle_free(mine.session, &theirs.handle));
#undef REFUSED
    CHECK_INT(value(&theirs), 0);
}

/* ---- all handles ----------------------------------------------------------------------------- */

static void all_handles_start_and_stop_those_of_the_session_alone(void)
{
    struct watched a, b, other, state;

    up_with_mpi();
    a = sends();
    b = watch_on(a.session, "mpit_p2p_recvs", MPI_T_PVAR_CLASS_COUNTER, NULL);
    state = watch_on(a.session, "mpit_state", MPI_T_PVAR_CLASS_STATE, NULL);
    other = sends();
    OK(MPI_T_pvar_start(a.session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_start(a.session, MPI_T_PVAR_ALL_HANDLES));
    send_to_self(3);
    CHECK_INT(value(&a), 3);
    CHECK_INT(value(&b), 3);
    CHECK_INT(value(&other), 0);
    OK(MPI_T_pvar_stop(a.session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_stop(a.session, MPI_T_PVAR_ALL_HANDLES));
    start(&other);
    send_to_self(2);
    CHECK_INT(value(&a), 3);
    CHECK_INT(value(&other), 2);
    OK(MPI_T_pvar_stop(a.session, MPI_T_PVAR_ALL_HANDLES));
    send_to_self(1);
    CHECK_INT(value(&other), 3);
    OK(MPI_T_pvar_reset(a.session, MPI_T_PVAR_ALL_HANDLES));
    CHECK_INT(value(&a), 0);
    CHECK_INT(value(&b), 0);
    CHECK_INT(value(&other), 3);
    (void)state;
    MPI_Finalize();
}

static void all_handles_of_an_empty_session_succeed(void)
{
    MPI_T_pvar_session session;

    up();
    OK(MPI_T_pvar_session_create(&session));
    OK(MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_reset(session, MPI_T_PVAR_ALL_HANDLES));
}

static void all_handles_are_refused_where_one_is_meant(void)
{
    unsigned long long number = 7;
    MPI_T_pvar_handle all = MPI_T_PVAR_ALL_HANDLES;
    struct watched one;

    up();
    one = sends();
    CHECK(MPI_T_pvar_read(one.session, all, &number) != MPI_SUCCESS);
    CHECK(MPI_T_pvar_write(one.session, all, &number) != MPI_SUCCESS);
    CHECK(MPI_T_pvar_readreset(one.session, all, &number) != MPI_SUCCESS);
    CHECK(MPI_T_pvar_handle_free(one.session, &all) != MPI_SUCCESS);
    CHECK(all == MPI_T_PVAR_ALL_HANDLES && number == 7);
    CHECK_INT(value(&one), 0);
}

/* ---- sessions -------------------------------------------------------------------------------- */

static void sessions_do_not_see_each_other(void)
{
    unsigned long long hundred = 100, got = 0;
    struct watched a, b;

    up_with_mpi();
    a = sends();
    b = sends();
    start(&a);
    send_to_self(2);
    start(&b);
    send_to_self(3);
    CHECK_INT(value(&a), 5);
    CHECK_INT(value(&b), 3);
    OK(MPI_T_pvar_reset(a.session, a.handle));
    CHECK_INT(value(&b), 3);
    OK(MPI_T_pvar_write(b.session, b.handle, &hundred));
    send_to_self(1);
    CHECK_INT(value(&a), 1);
    CHECK_INT(value(&b), 101);
    stop(&a);
    send_to_self(1);
    CHECK_INT(value(&a), 1);
    CHECK_INT(value(&b), 102);
    OK(MPI_T_pvar_readreset(b.session, b.handle, &got));
    CHECK_INT(got, 102);
    unwatch(&a);
    send_to_self(4);
    CHECK_INT(value(&b), 4);
    MPI_Finalize();
}

static void handles_of_one_session_have_their_own_values(void)
{
    struct watched a, b;

    up_with_mpi();
    a = sends();
    b = watch_on(a.session, "mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&a);
    send_to_self(2);
    start(&b);
    send_to_self(1);
    CHECK_INT(value(&a), 3);
    CHECK_INT(value(&b), 1);
    OK(MPI_T_pvar_handle_free(a.session, &a.handle));
    send_to_self(1);
    CHECK_INT(value(&b), 2);
    MPI_Finalize();
}

static void thousands_of_sessions_and_handles_come_and_go(void)
{
    enum { MANY = 3000 };
    static MPI_T_pvar_session sessions[MANY];
    static MPI_T_pvar_handle handles[MANY];
    int index, count;

    up();
    index = pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < MANY; i++) {
            OK(MPI_T_pvar_session_create(&sessions[i]));
            OK(MPI_T_pvar_handle_alloc(sessions[i], index, NULL, &handles[i], &count));
            OK(MPI_T_pvar_start(sessions[i], handles[i]));
        }
        for (int i = 0; i < MANY; i++) {
            if (i & 1)
                OK(MPI_T_pvar_handle_free(sessions[i], &handles[i]));
            OK(MPI_T_pvar_session_free(&sessions[i]));
        }
    }
    /* Gaps in a session's list are used again. */
    OK(MPI_T_pvar_session_create(&sessions[0]));
    for (int i = 0; i < MANY; i++)
        OK(MPI_T_pvar_handle_alloc(sessions[0], index, NULL, &handles[i], &count));
    for (int i = 0; i < MANY; i += 2)
        OK(MPI_T_pvar_handle_free(sessions[0], &handles[i]));
    for (int i = 0; i < MANY; i += 2)
        OK(MPI_T_pvar_handle_alloc(sessions[0], index, NULL, &handles[i], &count));
    OK(MPI_T_pvar_start(sessions[0], MPI_T_PVAR_ALL_HANDLES));
    OK(MPI_T_pvar_session_free(&sessions[0]));
}

/* ---- control variables ----------------------------------------------------------------------- */

static void write_of_a_constant_is_never(void)
{
    static const char *const names[] = {"mpit_version", "mpit_vendor_version",
                                        "mpit_vendor_thread_level"};

    up();
    for (int i = 0; i < 3; i++) {
        char before[TEXT] = "", after[TEXT] = "", other[TEXT] = "x";
        MPI_T_cvar_handle handle;
        int count;

        OK(MPI_T_cvar_handle_alloc(cvar_of(names[i]), NULL, &handle, &count));
        OK(MPI_T_cvar_read(handle, before));
        CHECK_RC(MPI_T_cvar_write(handle, other), MPI_T_ERR_CVAR_SET_NEVER);
        OK(MPI_T_cvar_read(handle, after));
        CHECK(memcmp(before, after, sizeof before) == 0);
    }
}

static void write_at_the_wrong_time_is_not_now(void)
{
    struct watched timer;
    int before;

    up_with_mpi();
    before = cvar_get("mpit_clock");
    timer = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    start(&timer);
    CHECK_RC(cvar_set("mpit_clock", 1), MPI_T_ERR_CVAR_SET_NOT_NOW);
    CHECK_INT(cvar_get("mpit_clock"), before);
    stop(&timer);
    OK(cvar_set("mpit_clock", 1));
    CHECK_INT(cvar_get("mpit_clock"), 1);
    MPI_Finalize();
}

static void what_must_be_set_before_init_is_refused_after_it(void)
{
    static const char *const names[] = {"mpit_report", "mpit_check", "mpit_sample_interval",
                                        "mpit_tune_bcast", "mpit_tune_eager_shm"};

    up_with_mpi();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char before[TEXT] = "", after[TEXT] = "", other[TEXT] = "1";
        MPI_T_cvar_handle handle;
        int count;

        OK(MPI_T_cvar_handle_alloc(cvar_of(names[i]), NULL, &handle, &count));
        OK(MPI_T_cvar_read(handle, before));
        if (strcmp(names[i], "mpit_sample_interval") == 0)
            memcpy(other, &(double){1}, sizeof(double));
        else if (strcmp(names[i], "mpit_report") != 0)
            other[0] = (char)(before[0] ^ 1);
        CHECK_RC(MPI_T_cvar_write(handle, other), MPI_T_ERR_CVAR_SET_NEVER);
        OK(MPI_T_cvar_read(handle, after));
        CHECK_FOR(names[i], memcmp(before, after, sizeof before) == 0);
        OK(MPI_T_cvar_handle_free(&handle));
    }
    MPI_Finalize();
}

static void write_outside_an_enumeration_is_refused(void)
{
    static const int wrong[] = {-1, 2, 4711, INT_MAX, INT_MIN};

    up();
    for (int i = 0; i < 5; i++) {
        CHECK_RC(cvar_set("mpit_profiling", wrong[i]), MPI_T_ERR_INVALID);
        CHECK_INT(cvar_get("mpit_profiling"), 1);
    }
    OK(cvar_set("mpit_profiling", 0));
    CHECK_INT(cvar_get("mpit_profiling"), 0);
}

static void write_outside_the_range_is_refused(void)
{
    MPI_Comm self = MPI_COMM_SELF;
    MPI_Count wrong[] = {0, -1, INT64_MIN}, now = -7, before;
    MPI_T_cvar_handle handle;
    int count;

    up_with_mpi();
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_peer_limit"), &self, &handle, &count));
    OK(MPI_T_cvar_read(handle, &before));
    for (int i = 0; i < 3; i++)
        CHECK_RC(MPI_T_cvar_write(handle, &wrong[i]), MPI_T_ERR_INVALID);
    OK(MPI_T_cvar_read(handle, &now));
    CHECK_INT(now, before);
    now = 5;
    OK(MPI_T_cvar_write(handle, &now));
    now = 0;
    OK(MPI_T_cvar_read(handle, &now));
    CHECK_INT(now, 5);
    MPI_Finalize();
}

static void text_is_read_whole_and_a_longer_one_refused(void)
{
    static char text[PATH_MAX + 144], read[sizeof text];
    MPI_T_cvar_handle handle;
    int count;

    up();
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_report"), NULL, &handle, &count));
    CHECK_INT(count, PATH_MAX);
    memset(text, 'x', sizeof text);
    text[count - 1] = '\0';
    OK(MPI_T_cvar_write(handle, text));
    memset(read, '#', sizeof read);
    OK(MPI_T_cvar_read(handle, read));
    CHECK(strcmp(read, text) == 0 && read[count] == '#');
    text[count - 1] = 'x';
    CHECK_RC(MPI_T_cvar_write(handle, text), MPI_T_ERR_INVALID);
    OK(MPI_T_cvar_read(handle, read));
    CHECK_INT((int)strlen(read), count - 1);
    OK(MPI_T_cvar_write(handle, ""));
    OK(MPI_T_cvar_read(handle, read));
    CHECK(read[0] == '\0');
}

static void object_is_ignored_where_none_is_bound(void)
{
    MPI_T_cvar_handle handle;
    struct watched one;
    int count;

    up();
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_version"), (void *)1, &handle, &count));
    OK(MPI_T_cvar_handle_alloc(cvar_of("mpit_version"), (void *)-1, &handle, &count));
    one = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, (void *)8);
    CHECK_INT(value(&one), 0);
}

static void null_object_is_refused(void)
{
    MPI_Comm null = MPI_COMM_NULL;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_T_cvar_handle cvar;
    int index, count = -7;

    up_with_mpi();
    OK(MPI_T_pvar_session_create(&session));
    index = pvar_of("mpit_comm_sends", MPI_T_PVAR_CLASS_COUNTER);
    CHECK_RC(MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_pvar_handle_alloc(session, index, &null, &handle, &count), MPI_T_ERR_INVALID);
    index = cvar_of("mpit_peer_limit");
    CHECK_RC(MPI_T_cvar_handle_alloc(index, NULL, &cvar, &count), MPI_T_ERR_INVALID);
    CHECK_RC(MPI_T_cvar_handle_alloc(index, &null, &cvar, &count), MPI_T_ERR_INVALID);
    CHECK_INT(count, -7);
    MPI_Finalize();
}

/* ---- writing values -------------------------------------------------------------------------- */

static void values_that_no_variable_can_have_are_refused(void)
{
    double wrong[] = {-1, NAN, INFINITY, -INFINITY}, half = 0.5;
    unsigned long long most = ULLONG_MAX;
    struct watched timer, counter;

    up();
    timer = watch("mpit_mpi_time", MPI_T_PVAR_CLASS_TIMER, NULL);
    OK(MPI_T_pvar_write(timer.session, timer.handle, &half));
    for (int i = 0; i < 4; i++)
        CHECK_RC(MPI_T_pvar_write(timer.session, timer.handle, &wrong[i]), MPI_T_ERR_INVALID);
    CHECK(seconds(&timer) == 0.5);
    counter = sends();
    CHECK_RC(MPI_T_pvar_write(counter.session, counter.handle, &most), MPI_T_ERR_INVALID);
    most = INT64_MAX;
    OK(MPI_T_pvar_write(counter.session, counter.handle, &most));
    CHECK(value(&counter) == INT64_MAX);
}

static void category_contents_stay_within_the_room(void)
{
    int category, contained, indices[] = {-7, -7, -7};

    OK(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL));
    OK(MPI_T_category_get_index("mpit_p2p", &category));
    OK(MPI_T_category_get_info(category, NULL, NULL, NULL, NULL, NULL, &contained, NULL));
    CHECK(contained > 2);
    OK(MPI_T_category_get_pvars(category, 2, indices));
    CHECK(indices[0] >= 0 && indices[1] >= 0);
    CHECK_INT(indices[2], -7);
    OK(MPI_T_finalize());
}

SUITE(HARNESS_EACH_IN_A_CHILD, TEST(category_contents_stay_within_the_room),
      TEST(index_out_of_range_is_refused_by_every_function),
      TEST(null_is_refused_where_it_is_essential),
      TEST(null_is_ignored_where_it_is_an_answer_not_wanted),
      TEST(array_of_negative_length_is_left_alone), TEST(invented_handles_are_refused),
      TEST(handles_of_another_kind_are_refused), TEST(freed_handles_are_refused),
      TEST(freed_sessions_are_refused_with_their_handles),
      TEST(handles_of_another_session_are_refused),
      TEST(all_handles_start_and_stop_those_of_the_session_alone),
      TEST(all_handles_of_an_empty_session_succeed),
      TEST(all_handles_are_refused_where_one_is_meant), TEST(sessions_do_not_see_each_other),
      TEST(handles_of_one_session_have_their_own_values),
      TEST(thousands_of_sessions_and_handles_come_and_go), TEST(write_of_a_constant_is_never),
      TEST(write_at_the_wrong_time_is_not_now),
      TEST(what_must_be_set_before_init_is_refused_after_it),
      TEST(write_outside_an_enumeration_is_refused), TEST(write_outside_the_range_is_refused),
      TEST(text_is_read_whole_and_a_longer_one_refused),
      TEST(object_is_ignored_where_none_is_bound), TEST(null_object_is_refused),
      TEST(values_that_no_variable_can_have_are_refused))
