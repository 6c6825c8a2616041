/* Random calls of all functions of the interface, with arguments that are right, wrong or garbage,
 * from several threads for some seconds: HAND-4, ERR-1, INIT-6.
 *
 *   fuzz_interface [NAME]     one test; FUZZ_SECONDS (3) and FUZZ_THREADS (4), FUZZ_SEED
 *
 * A crash, a hang, a code that the standard does not have for the function, or a value that did not
 * come from us fails. */
#include "../random.h"
#include "watch.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { KEPT = 64, ROOM = 1 << 15, FUNCTIONS = 30, MOST_THREADS = 64 };

/* Shared by the threads, so that they meet on the same handles. */
static _Atomic uint64_t sessions[KEPT], pvars[KEPT], cvars[KEPT], enums[KEPT];

/* A communicator that the program makes and frees all the time. */
static _Atomic uint64_t passing;

struct fuzzer {
    uint64_t state;
    unsigned function; /* that it has called last */
    unsigned long calls;
    char buffer[ROOM], text[ROOM];
};

static double deadline;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static unsigned below(struct fuzzer *fuzzer, unsigned n)
{
    return random_below(&fuzzer->state, n);
}

/* Mostly a real one, sometimes near it, sometimes anything. */
static uint64_t handle_from(struct fuzzer *fuzzer, _Atomic uint64_t *kept)
{
    uint64_t handle = atomic_load(&kept[below(fuzzer, KEPT)]);

    switch (below(fuzzer, 12)) {
    case 0:
        return random_bits(&fuzzer->state);
    case 1:
        return handle ^ UINT64_C(1) << below(fuzzer, 64);
    case 2:
        return 0;
    case 3:
        return UINT64_MAX;
    case 4:
        return (uintptr_t)fuzzer->buffer;
    default:
        return handle;
    }
}

static int index_near(struct fuzzer *fuzzer, int n)
{
    static const int edges[] = {-1, 0, INT_MAX, INT_MIN};

    switch (below(fuzzer, 8)) {
    case 0:
        return edges[below(fuzzer, 4)];
    case 1:
        return n + (int)below(fuzzer, 3) - 1;
    case 2:
        return (int)random_bits(&fuzzer->state);
    default:
        return (int)below(fuzzer, n > 0 ? (unsigned)n : 1);
    }
}

#define MAYBE(pointer) (below(fuzzer, 8) ? (pointer) : NULL)

/* The codes that the standard has for a function beside those that it has for all, up to a 0
 * (MPI 3.1, 14.3.9; the same in 5.0, 15.3.10), by the numbers that call() has for the functions. */
struct codes {
    unsigned first; /* up to the next row's */
    int codes[5];
};
static const struct codes all = {0,
                                 {MPI_T_ERR_INVALID, MPI_T_ERR_MEMORY, MPI_T_ERR_NOT_INITIALIZED}};
static const struct codes of_function[] = {
    {0, {MPI_T_ERR_CANNOT_INIT}},
    {2, {MPI_T_ERR_INVALID_INDEX}}, /* enum_get_info */
    {3, {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_ITEM}},
    {4, {0}}, /* cvar_get_num */
    {5, {MPI_T_ERR_INVALID_INDEX}},
    {6, {MPI_T_ERR_INVALID_NAME}},
    {7, {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_OUT_OF_HANDLES}}, /* cvar_handle_alloc */
    {9, {MPI_T_ERR_INVALID_HANDLE}},
    {12, /* cvar_write, of a handle that may not be had */
     {MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_CVAR_SET_NOT_NOW, MPI_T_ERR_CVAR_SET_NEVER,
      MPI_T_ERR_OUT_OF_HANDLES}},
    {13, {0}}, /* pvar_get_num */
    {14, {MPI_T_ERR_INVALID_INDEX}},
    {15, {MPI_T_ERR_INVALID_NAME}},
    {16, {MPI_T_ERR_OUT_OF_SESSIONS, MPI_T_ERR_INVALID_SESSION}}, /* one for another */
    {17, {MPI_T_ERR_INVALID_SESSION}},
    {18, {MPI_T_ERR_INVALID_INDEX, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_OUT_OF_HANDLES}},
    {21, {MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_SESSION}}, /* pvar_handle_free */
    {22, {MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_PVAR_NO_STARTSTOP}},
    {24, {MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_SESSION}}, /* pvar_read */
    {25, {MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_PVAR_NO_WRITE}},
    {27,
     {MPI_T_ERR_INVALID_HANDLE, MPI_T_ERR_INVALID_SESSION, MPI_T_ERR_PVAR_NO_WRITE,
      MPI_T_ERR_PVAR_NO_ATOMIC}},
    {28, {MPI_T_ERR_INVALID_NAME}}, /* category_get_index */
    {29, {MPI_T_ERR_INVALID_INDEX}},
    {FUNCTIONS, {0}},
};

static bool has_code(const struct codes *codes, int rc)
{
    for (const int *code = codes->codes; *code; code++)
        if (rc == *code)
            return true;
    return false;
}

/* Whether that function may return it. */
static bool is_code(unsigned function, int rc)
{
    const struct codes *row = of_function;

    while (function >= row[1].first)
        row++;
    return rc == MPI_SUCCESS || has_code(&all, rc) || has_code(row, rc);
}

static const char *name_near(struct fuzzer *fuzzer)
{
    static const char *const names[] = {"mpit_p2p_sends", "mpit_version", "mpit", "", "mpit_state"};
    unsigned i = below(fuzzer, 7);

    if (i < 5)
        return names[i];
    snprintf(fuzzer->text, 16, "%x", below(fuzzer, UINT_MAX));
    return i == 5 ? fuzzer->text : NULL;
}

static int keep(_Atomic uint64_t *kept, struct fuzzer *fuzzer, int rc, const void *handle)
{
    if (rc == MPI_SUCCESS)
        atomic_store(&kept[below(fuzzer, KEPT)], *(const uint64_t *)handle);
    return rc;
}

/* One that is kept, or anything; not one near it: that may be of the program that goes on. */
static int free_session(struct fuzzer *fuzzer)
{
    uint64_t handle = below(fuzzer, 4) ? atomic_load(&sessions[below(fuzzer, KEPT)])
                                       : random_bits(&fuzzer->state);
    MPI_T_pvar_session session = (MPI_T_pvar_session)(uintptr_t)handle;

    return MPI_T_pvar_session_free(MAYBE(&session));
}

/* A new one for an old one, which goes with its handles: or the limits would soon be reached. */
static int replace_session(struct fuzzer *fuzzer)
{
    MPI_T_pvar_session session, old;
    int rc = MPI_T_pvar_session_create(&session);

    if (rc != MPI_SUCCESS)
        return rc;
    old = (MPI_T_pvar_session)(uintptr_t)atomic_exchange(&sessions[below(fuzzer, KEPT)],
                                                         (uintptr_t)session);
    return MPI_T_pvar_session_free(&old);
}

/* A communicator, in room for a handle of any kind: a variable that binds to another kind reads as
 * much as that has. */
union object {
    MPI_Comm comm;
    uint64_t room;
};

static union object some_object(struct fuzzer *fuzzer)
{
    union object object = {.room = 0};

    switch (below(fuzzer, 4)) {
    case 0:
        object.comm = MPI_COMM_NULL;
        break;
    case 1:
        object.comm = MPI_COMM_WORLD;
        break;
    default:
        object.comm = (MPI_Comm)(uintptr_t)atomic_load(&passing);
    }
    return object;
}

/* Of variables whose value does not take the means of going on. */
static int set_cvar(struct fuzzer *fuzzer)
{
    static const char *const names[] = {"mpit_profiling", "mpit_nested",  "mpit_clock",
                                        "mpit_umq_warn",  "mpit_verbose", "mpit_peer_limit"};
    const char *name = names[below(fuzzer, 6)];
    MPI_T_cvar_handle handle, old;
    union object object = some_object(fuzzer);
    uint64_t any = random_bits(&fuzzer->state);
    MPI_Count value = (MPI_Count)(below(fuzzer, 5) ? below(fuzzer, 4) : any);
    int index, count, rc = MPI_T_cvar_get_index(name, &index);

    if (rc == MPI_SUCCESS)
        rc = MPI_T_cvar_handle_alloc(index, &object, &handle, &count);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_T_cvar_write(handle, &value);
    old = (MPI_T_cvar_handle)(uintptr_t)atomic_exchange(&cvars[below(fuzzer, KEPT)],
                                                        (uintptr_t)handle);
    MPI_T_cvar_handle_free(&handle);
    MPI_T_cvar_handle_free(&old);
    return rc;
}

static int call(struct fuzzer *fuzzer)
{
    static _Atomic int ncvars, npvars, ncategories;
    MPI_T_pvar_session session = (MPI_T_pvar_session)(uintptr_t)handle_from(fuzzer, sessions);
    MPI_T_pvar_handle pvar = below(fuzzer, 20)
                                 ? (MPI_T_pvar_handle)(uintptr_t)handle_from(fuzzer, pvars)
                                 : MPI_T_PVAR_ALL_HANDLES;
    MPI_T_cvar_handle cvar = (MPI_T_cvar_handle)(uintptr_t)handle_from(fuzzer, cvars);
    MPI_T_enum enumtype = (MPI_T_enum)(uintptr_t)handle_from(fuzzer, enums);
    MPI_Datatype datatype;
    union object object = some_object(fuzzer);
    /* Room for any length that is told, and for every value. */
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, rc;
    int length = below(fuzzer, 4) ? (int)below(fuzzer, ROOM) : (int)below(fuzzer, 3) - 1,
        length2 = length;
    char *buffer = fuzzer->buffer, *text = fuzzer->text;
    uint64_t number;

    fuzzer->function = below(fuzzer, FUNCTIONS);
    switch (fuzzer->function) {
    case 0:
        return MPI_T_init_thread(MPI_THREAD_MULTIPLE, MAYBE(&a)) | MPI_T_finalize();
    case 1:
        return MPI_T_init_thread((int)random_bits(&fuzzer->state) | 1 << 20, &a);
    case 2:
        rc = MPI_T_enum_get_info(enumtype, MAYBE(&a), MAYBE(text), MAYBE(&length));
        return rc;
    case 3:
        return MPI_T_enum_get_item(enumtype, index_near(fuzzer, 5), MAYBE(&a), MAYBE(text),
                                   MAYBE(&length));
    case 4:
        rc = MPI_T_cvar_get_num(MAYBE(&a));
        if (rc == MPI_SUCCESS)
            ncvars = a;
        return rc;
    case 5:
        rc = MPI_T_cvar_get_info(index_near(fuzzer, ncvars), MAYBE(text), MAYBE(&length), MAYBE(&a),
                                 MAYBE(&datatype), &enumtype, MAYBE(buffer), MAYBE(&length2),
                                 MAYBE(&b), MAYBE(&c));
        return keep(enums, fuzzer, rc, &enumtype);
    case 6:
        return MPI_T_cvar_get_index(name_near(fuzzer), MAYBE(&a));
    case 7:
    case 8:
        rc = MPI_T_cvar_handle_alloc(index_near(fuzzer, ncvars), below(fuzzer, 2) ? &object : NULL,
                                     &cvar, &a);
        if (rc == MPI_SUCCESS && (size_t)a * sizeof(double) > ROOM)
            FAIL("a control variable has %d elements", a);
        if (rc == MPI_SUCCESS) {
            cvar = (MPI_T_cvar_handle)(uintptr_t)atomic_exchange(&cvars[below(fuzzer, KEPT)],
                                                                 (uintptr_t)cvar);
            MPI_T_cvar_handle_free(&cvar);
        }
        return rc;
    case 9:
        return MPI_T_cvar_handle_free(below(fuzzer, 9) ? &cvar : NULL);
    case 10:
    case 11:
        return MPI_T_cvar_read(cvar, MAYBE(buffer));
    case 12:
        return below(fuzzer, 2) ? set_cvar(fuzzer) : MPI_T_cvar_write(cvar, NULL);
    case 13:
        rc = MPI_T_pvar_get_num(MAYBE(&a));
        if (rc == MPI_SUCCESS)
            npvars = a;
        return rc;
    case 14:
        return MPI_T_pvar_get_info(index_near(fuzzer, npvars), MAYBE(text), MAYBE(&length),
                                   MAYBE(&a), MAYBE(&b), MAYBE(&datatype), MAYBE(&enumtype),
                                   MAYBE(buffer), MAYBE(&length2), MAYBE(&c), MAYBE(&d), MAYBE(&e),
                                   MAYBE(&f));
    case 15:
        return MPI_T_pvar_get_index(name_near(fuzzer), index_near(fuzzer, 300), MAYBE(&a));
    case 16:
        return replace_session(fuzzer);
    case 17:
        return below(fuzzer, 4) ? MPI_SUCCESS : free_session(fuzzer);
    case 18:
    case 19:
    case 20:
        rc = MPI_T_pvar_handle_alloc(session, index_near(fuzzer, npvars),
                                     below(fuzzer, 3) ? &object : NULL, &pvar, &a);
        return keep(pvars, fuzzer, rc, &pvar);
    case 21:
        return MPI_T_pvar_handle_free(session, MAYBE(&pvar));
    case 22:
        return MPI_T_pvar_start(session, pvar);
    case 23:
        return MPI_T_pvar_stop(session, pvar);
    case 24:
        return MPI_T_pvar_read(session, pvar, MAYBE(buffer));
    case 25:
        number = random_bits(&fuzzer->state);
        memcpy(buffer, &number, sizeof number);
        return MPI_T_pvar_write(session, pvar, MAYBE(buffer));
    case 26:
        return MPI_T_pvar_reset(session, pvar);
    case 27:
        return MPI_T_pvar_readreset(session, pvar, MAYBE(buffer));
    case 28:
        rc = MPI_T_category_get_num(MAYBE(&a));
        if (rc == MPI_SUCCESS)
            ncategories = a;
        return rc == MPI_SUCCESS ? MPI_T_category_get_index(name_near(fuzzer), MAYBE(&a)) : rc;
    default:
        a = index_near(fuzzer, ncategories);
        length = below(fuzzer, 2) ? (int)below(fuzzer, ROOM / sizeof(int)) : -(int)below(fuzzer, 9);
        switch (below(fuzzer, 5)) {
        case 0:
            return MPI_T_category_get_info(a, MAYBE(text), MAYBE(&length), NULL, MAYBE(&b),
                                           MAYBE(&c), MAYBE(&d), &e);
        case 1:
            return MPI_T_category_get_cvars(a, length, MAYBE((int *)(void *)buffer));
        case 2:
            return MPI_T_category_get_pvars(a, length, MAYBE((int *)(void *)buffer));
        case 3:
            return MPI_T_category_get_categories(a, length, MAYBE((int *)(void *)buffer));
        default:
            return MPI_T_category_changed(MAYBE(&a));
        }
    }
}

static void *fuzz(void *argument)
{
    struct fuzzer *fuzzer = argument;

    while (now() < deadline)
        for (int i = 0; i < 100; i++) {
            int rc = call(fuzzer);

            fuzzer->calls++;
            if (!is_code(fuzzer->function, rc))
                FAIL("function %u of call() returns %d", fuzzer->function, rc);
        }
    return NULL;
}

static int option(const char *name, int otherwise)
{
    const char *text = getenv(name);

    return text ? atoi(text) : otherwise;
}

/* It is bound to before the others may bind to it: they come too late at times, and then ask
 * nobody but us about it. */
static void use_a_communicator(int in)
{
    struct watched size;
    MPI_Comm comm;
    int back = 0;

    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    size = watch("mpit_comm_size", MPI_T_PVAR_CLASS_SIZE, &comm);
    atomic_store(&passing, (uint64_t)(uintptr_t)comm);
    for (int i = 0; i < 10; i++) {
        MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        CHECK_INT(back, in);
        usleep(100);
    }
    unwatch(&size);
    MPI_Comm_free(&comm);
}

static void random_calls_of_every_function_do_no_harm(void)
{
    static struct fuzzer fuzzers[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    struct watched sends;
    unsigned long calls = 0;
    int n = option("FUZZ_THREADS", 4), seed = option("FUZZ_SEED", 1), in = 1, back;

    pvar_of("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER);
    n = n < 1 ? 1 : n > MOST_THREADS ? MOST_THREADS : n;
    deadline = now() + option("FUZZ_SECONDS", 3);
    for (int i = 0; i < n; i++) {
        fuzzers[i].state = 88172645463325252u * (uint64_t)(seed + i);
        if (pthread_create(&threads[i], NULL, fuzz, &fuzzers[i]) != 0)
            need_failed("threads");
    }
    /* The program goes on meanwhile, and is not disturbed. */
    while (now() < deadline)
        use_a_communicator(in++);
    for (int i = 0; i < n; i++) {
        pthread_join(threads[i], NULL);
        calls += fuzzers[i].calls;
    }
    CHECK(calls > 1000);
    /* And what is counted is still right. */
    OK(cvar_set("mpit_profiling", 1));
    OK(cvar_set("mpit_nested", 0));
    sends = watch("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER, NULL);
    start(&sends);
    MPI_Sendrecv(&in, 1, MPI_INT, 0, 0, &back, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    CHECK_INT(value(&sends), 1);
    unwatch(&sends);
}

SUITE(HARNESS_MPI_IS_UP, TEST(random_calls_of_every_function_do_no_harm))
