/* The vendor's variables, over a vendor that is made up here and does all that vendors do wrong:
 * CVAR-1, CVAR-5, CVAR-7 … CVAR-9, PVAR-1, PVAR-2, PVAR-5, TYPE-1, TYPE-2, ENUM-1, ENUM-3, SESS-1,
 * START-1, ACC-2, ACC-3, ACC-4, CAT-1 … CAT-4, BIND-4, INIT-6, INIT-8. */
#include "config.h"

#include "cvar/cvar.h"
#include "entry/entry.h"
#include "ground/in_force.h"
#include "mpi/facts.h"
#include "mpi/vendor.h"
#include "profile/object.h"
#include "pvar/pvar.h"
#include "registry/registry.h"
#include "suite.h"
#include "vendor/discover.h"
#include "vendor/handles.h"
#include "vendor/text.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

/* ---- the made-up vendor ---------------------------------------------------------------------- */

struct fake_enum {
    const char *name;
    int n;
    struct mpit_item items[3];
};
static struct fake_enum enum_level = {"level", 2, {{"low", 1}, {"high", 2}}};
static struct fake_enum enum_flags = {"flags", 3, {{"a", 1}, {"b", 2}, {"c", 4}}};
static struct fake_enum enum_ordinary = {"ways", 3, {{"ignore", 0}, {"linear", 1}, {"ring", 2}}};
static struct fake_enum enum_other_level = {"level", 1, {{"only", 9}}};
static struct fake_enum enum_empty = {"empty", 0, {{"", 0}}};
static struct fake_enum enum_twins = {"twins", 3, {{"same", 1}, {"same", 2}, {"", 3}}};

struct fake_cvar {
    const char *name;
    MPI_Datatype type;
    struct fake_enum *enumeration;
    int scope, count;
    bool dead;
    void *value;
    int refusal; /* of writes */
};

static int value_other = 9, value_int = 5, value_flags = 3, value_ordinary = 2, value_constant = 7,
           value_own = 1, value_second = 6;
static int value_late = 8, value_refusing = 4, value_empty = 2, value_twins = 1;
static unsigned value_level = 2;
static long value_long = -(1L << 40);
static _Bool value_bool = 1;
static char value_text[512];

enum {
    INT_,
    BOOL_,
    LEVEL_,
    FLAGS_,
    ORDINARY_,
    TEXT_,
    CONSTANT_,
    LONG_,
    ODD_,
    OWN_,
    SECOND_,
    LATE_,
    NAMELESS_,
    REFUSING_,
    EMPTY_,
    TWINS_,
    OTHER_,
    UNNAMED_,
    NCVARS
};
static struct fake_cvar fakes[NCVARS];

static void make_cvars(void)
{
    const struct fake_cvar rows[NCVARS] = {
        [INT_] = {"fake_int", MPI_INT, NULL, MPI_T_SCOPE_ALL, 1, false, &value_int, 0},
        [BOOL_] = {"fake_bool", MPI_C_BOOL, NULL, MPI_T_SCOPE_LOCAL, 1, false, &value_bool, 0},
        [LEVEL_] = {"fake_level", MPI_UNSIGNED, &enum_level, MPI_T_SCOPE_ALL, 1, false,
                    &value_level, 0},
        [FLAGS_] = {"fake_flags", MPI_INT, &enum_flags, MPI_T_SCOPE_ALL, 1, false, &value_flags, 0},
        [ORDINARY_] = {"fake_ordinary", MPI_INT, &enum_ordinary, MPI_T_SCOPE_ALL, 1, false,
                       &value_ordinary, 0},
        [TEXT_] = {"fake_text", MPI_CHAR, NULL, MPI_T_SCOPE_ALL, 8, false, value_text, 0},
        [CONSTANT_] = {"fake_constant", MPI_INT, NULL, MPI_T_SCOPE_CONSTANT, 1, false,
                       &value_constant, 0},
        [LONG_] = {"fake_long", MPI_LONG, NULL, MPI_T_SCOPE_ALL, 1, false, &value_long, 0},
        [ODD_] = {"fake_odd", MPI_PACKED, NULL, MPI_T_SCOPE_ALL, 1, false, &value_int, 0},
        [OWN_] = {"mpit_clock", MPI_INT, NULL, MPI_T_SCOPE_ALL, 1, false, &value_own, 0},
        [SECOND_] = {"fake_int", MPI_INT, NULL, MPI_T_SCOPE_ALL, 1, false, &value_second, 0},
        [LATE_] = {"fake_late", MPI_INT, NULL, MPI_T_SCOPE_ALL, 1, true, &value_late, 0},
        [NAMELESS_] = {"", MPI_INT, NULL, MPI_T_SCOPE_ALL, 1, false, &value_int, 0},
        [REFUSING_] = {"fake_refusing", MPI_INT, NULL, MPI_T_SCOPE_ALL, 1, false, &value_refusing,
                       MPI_ERR_INTERN},
        [EMPTY_] = {"fake_empty", MPI_INT, &enum_empty, MPI_T_SCOPE_ALL, 1, false, &value_empty, 0},
        [TWINS_] = {"fake_twins", MPI_INT, &enum_twins, MPI_T_SCOPE_ALL, 1, false, &value_twins, 0},
        [OTHER_] = {"fake_other", MPI_INT, &enum_other_level, MPI_T_SCOPE_ALL, 1, false,
                    &value_other, 0},
        [UNNAMED_] = {"fake_unnamed", MPI_INT, &enum_other_level, MPI_T_SCOPE_ALL, 1, false,
                      &value_int, 0},
    };

    memcpy(fakes, rows, sizeof rows);
}

struct fake_pvar {
    const char *name;
    int class;
    MPI_Datatype type;
    int bind, readonly, continuous, count;
    void *value;
    int started;  /* handles: what the vendor gets wrong is that one stop freezes all */
    bool refused; /* no handle is to be had */
};

static unsigned long long total[4];
static int signed_total = -3, state_without_names = 1;
static double level_real = 0.5, seconds_real = 1.25;
static unsigned long mark = 10;

static unsigned value_posted = 42;

enum {
    COUNTER_,
    SIGNED_,
    STATE_,
    LEVEL_REAL_,
    MARK_,
    TIMER_,
    PEERS_,
    POSTED_,
    UNEXPECTED_,
    NPVARS
};
static struct fake_pvar meters[NPVARS];

static void make_pvars(void)
{
    const struct fake_pvar rows[NPVARS] = {
        [COUNTER_] = {"fake_count", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG,
                      MPI_T_BIND_NO_OBJECT, 0, 0, 1, total, 0},
        [SIGNED_] = {"fake_signed", MPI_T_PVAR_CLASS_COUNTER, MPI_INT, MPI_T_BIND_NO_OBJECT, 1, 1,
                     1, &signed_total, 0},
        [STATE_] = {"fake_state", MPI_T_PVAR_CLASS_STATE, MPI_INT, MPI_T_BIND_NO_OBJECT, 1, 1, 1,
                    &state_without_names, 0},
        [LEVEL_REAL_] = {"fake_real", MPI_T_PVAR_CLASS_LEVEL, MPI_DOUBLE, MPI_T_BIND_NO_OBJECT, 1,
                         0, 1, &level_real, 0},
        [MARK_] = {"fake_mark", MPI_T_PVAR_CLASS_HIGHWATERMARK, MPI_UNSIGNED_LONG,
                   MPI_T_BIND_NO_OBJECT, 0, 0, 1, &mark, 0},
        [TIMER_] = {"fake_time", MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE, MPI_T_BIND_NO_OBJECT, 1, 2, 1,
                    &seconds_real, 0},
        [PEERS_] = {"fake_peers", MPI_T_PVAR_CLASS_AGGREGATE, MPI_UNSIGNED_LONG_LONG,
                    MPI_T_BIND_MPI_COMM, 0, 0, 4, total, 0},
        /* Names of ours in aliases.def, of its shape and of another. */
        [POSTED_] = {"posted_recvq_length", MPI_T_PVAR_CLASS_LEVEL, MPI_UINT32_T,
                     MPI_T_BIND_NO_OBJECT, 1, 1, 1, &value_posted, 0},
        [UNEXPECTED_] = {"unexpected_recvq_length", MPI_T_PVAR_CLASS_LEVEL, MPI_DOUBLE,
                         MPI_T_BIND_NO_OBJECT, 1, 0, 1, &level_real, 0},
    };

    memcpy(meters, rows, sizeof rows);
}

static int inits, ncategories, stamp, deaths, frees;
static _Atomic int inside;
static bool is_finalized;

/* The vendor gives no thread safety, and must not be called after MPI_Finalize. */
static void enter(void)
{
    ck_assert(!is_finalized);
    ck_assert_int_eq(atomic_fetch_add(&inside, 1), 0);
}

static int leave(int rc)
{
    atomic_fetch_sub(&inside, 1);
    return rc;
}

static size_t size_of(MPI_Datatype type)
{
    return type == MPI_CHAR || type == MPI_C_BOOL                            ? 1
           : type == MPI_INT || type == MPI_UNSIGNED || type == MPI_UINT32_T ? 4
                                                                             : 8;
}

static int fake_init_thread(int required, int *provided)
{
    enter();
    ck_assert_int_eq(required, MPI_THREAD_SINGLE); /* MPI is not up: no level is given yet */
    inits++;
    *provided = MPI_THREAD_SINGLE;
    return leave(MPI_SUCCESS);
}

static int fake_finalize(void)
{
    ck_abort_msg("the reference was given back");
    return MPI_SUCCESS;
}

static int fake_enum_get_info(MPI_T_enum handle, int *num, char *name, int *length)
{
    const struct fake_enum *e = (const void *)handle;

    enter();
    *num = e->n;
    strcpy(name, e->name);
    *length = (int)strlen(name);
    return leave(MPI_SUCCESS);
}

static int fake_enum_get_item(MPI_T_enum handle, int index, int *value, char *name, int *length)
{
    const struct fake_enum *e = (const void *)handle;

    enter();
    *value = e->items[index].value;
    strcpy(name, e->items[index].name);
    *length = (int)strlen(name);
    return leave(MPI_SUCCESS);
}

static int number, infos;

static int fake_cvar_get_num(int *num)
{
    enter();
    *num = number;
    return leave(MPI_SUCCESS);
}

static int fake_cvar_get_info(int index, char *name, int *name_length, int *verbosity,
                              MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc,
                              int *desc_length, int *binding, int *scope)
{
    const struct fake_cvar *fake = &fakes[index];

    enter();
    ck_assert(index >= 0 && index<NCVARS && * name_length> 0 && *desc_length > 0);
    infos++;
    if (fake->dead)
        return leave(MPI_T_ERR_INVALID_INDEX);
    strcpy(name, fake->name);
    strcpy(desc, index == EMPTY_ ? "Its kinds are:one - the first two - the second" : "");
    *verbosity = -1;
    *datatype = fake->type;
    *enumtype = fake->enumeration ? (MPI_T_enum)(void *)fake->enumeration : MPI_T_ENUM_NULL;
    *binding = MPI_T_BIND_NO_OBJECT;
    *scope = fake->scope;
    return leave(MPI_SUCCESS);
}

static int fake_cvar_get_index(const char *name, int *index)
{
    enter();
    for (int i = 0; i < NCVARS; i++) {
        if (strcmp(fakes[i].name, name) == 0 && !fakes[i].dead) {
            *index = i;
            return leave(MPI_SUCCESS);
        }
    }
    return leave(MPI_T_ERR_INVALID_NAME);
}

static int fake_cvar_handle_alloc(int index, void *object, MPI_T_cvar_handle *handle, int *count)
{
    (void)object;
    enter();
    if (fakes[index].dead)
        return leave(MPI_T_ERR_INVALID_INDEX);
    *handle = (MPI_T_cvar_handle)(void *)&fakes[index];
    *count = fakes[index].count;
    return leave(MPI_SUCCESS);
}

static int fake_cvar_handle_free(MPI_T_cvar_handle *handle)
{
    enter();
    frees++;
    *handle = MPI_T_CVAR_HANDLE_NULL;
    return leave(MPI_SUCCESS);
}

static int fake_cvar_read(MPI_T_cvar_handle handle, void *buf)
{
    const struct fake_cvar *fake = (const void *)handle;

    enter();
    if (fake->dead)
        return leave(MPI_T_ERR_INVALID);
    if (fake->type == MPI_CHAR)
        strcpy(buf, fake->value); /* whatever its length */
    else
        memcpy(buf, fake->value, size_of(fake->type));
    return leave(MPI_SUCCESS);
}

static int fake_cvar_write(MPI_T_cvar_handle handle, const void *buf)
{
    const struct fake_cvar *fake = (const void *)handle;

    enter();
    if (fake->refusal)
        return leave(fake->refusal);
    if (fake->type == MPI_CHAR) {
        ck_assert_int_lt((int)strlen(buf), fake->count);
        strcpy(fake->value, buf);
    } else {
        memcpy(fake->value, buf, size_of(fake->type));
    }
    return leave(MPI_SUCCESS);
}

static int fake_pvar_get_num(int *num)
{
    enter();
    *num = NPVARS;
    return leave(MPI_SUCCESS);
}

static int fake_pvar_get_info(int index, char *name, int *name_length, int *verbosity, int *class,
                              MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc,
                              int *desc_length, int *binding, int *readonly, int *continuous,
                              int *atomic)
{
    const struct fake_pvar *fake = &meters[index];

    enter();
    ck_assert(index >= 0 && index<NPVARS && * name_length> 0 && *desc_length > 0);
    strcpy(name, fake->name);
    strcpy(desc, "made up");
    *verbosity = MPI_T_VERBOSITY_USER_ALL;
    *class = fake->class;
    *datatype = fake->type;
    *enumtype = MPI_T_ENUM_NULL;
    *binding = fake->bind;
    *readonly = fake->readonly;
    *continuous = fake->continuous;
    *atomic = 0;
    return leave(MPI_SUCCESS);
}

static int fake_session_create(MPI_T_pvar_session *session)
{
    static char one;

    enter();
    *session = (MPI_T_pvar_session)(void *)&one;
    return leave(MPI_SUCCESS);
}

static int fake_pvar_handle_alloc(MPI_T_pvar_session session, int index, void *object,
                                  MPI_T_pvar_handle *handle, int *count)
{
    (void)session;
    enter();
    ck_assert(meters[index].bind == MPI_T_BIND_NO_OBJECT || object);
    *handle = (MPI_T_pvar_handle)(void *)&meters[index];
    *count = meters[index].count;
    return leave(meters[index].refused ? MPI_T_ERR_INVALID_HANDLE : MPI_SUCCESS);
}

static int fake_pvar_handle_free(MPI_T_pvar_session session, MPI_T_pvar_handle *handle)
{
    struct fake_pvar *fake = (void *)*handle;

    (void)session;
    enter();
    fake->started = 0;
    deaths++;
    *handle = MPI_T_PVAR_HANDLE_NULL;
    return leave(MPI_SUCCESS);
}

static int fake_pvar_start(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    (void)session;
    enter();
    ((struct fake_pvar *)(void *)handle)->started++;
    return leave(MPI_SUCCESS);
}

static int fake_pvar_stop(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    (void)session;
    enter();
    ((struct fake_pvar *)(void *)handle)->started = 0;
    return leave(MPI_SUCCESS);
}

static bool reads_fail;

static int fake_pvar_read(MPI_T_pvar_session session, MPI_T_pvar_handle handle, void *buf)
{
    const struct fake_pvar *fake = (const void *)handle;

    (void)session;
    enter();
    if (reads_fail)
        return leave(MPI_T_ERR_INVALID_HANDLE);
    /* Another thread may be adding to a total. */
    if (fake->value == total)
        for (int i = 0; i < fake->count; i++)
            ((unsigned long long *)buf)[i] = __atomic_load_n(&total[i], __ATOMIC_RELAXED);
    else
        memcpy(buf, fake->value, size_of(fake->type) * (size_t)fake->count);
    return leave(MPI_SUCCESS);
}

static int fake_pvar_reset(MPI_T_pvar_session session, MPI_T_pvar_handle handle)
{
    (void)session;
    (void)handle;
    enter();
    return leave(MPI_T_ERR_PVAR_NO_WRITE);
}

static const struct fake_category {
    const char *name;
    int cvars[3], ncvars, pvars[1], npvars, categories[2], ncategories;
} shelves[] = {
    {"top", {INT_, BOOL_, ODD_}, 3, {0}, 0, {1}, 1},
    {"inner", {LATE_}, 1, {COUNTER_}, 1, {0, 1}, 2}, /* contains what contains it, and itself */
    {"mpit", {TEXT_}, 1, {0}, 0, {0}, 0},            /* ours has that name already */
};

static int fake_category_get_num(int *num)
{
    enter();
    *num = ncategories;
    return leave(MPI_SUCCESS);
}

static int fake_category_get_info(int index, char *name, int *name_length, char *desc,
                                  int *desc_length, int *ncvars, int *npvars, int *n)
{
    enter();
    strncpy(name, shelves[index].name, (size_t)*name_length);
    name[*name_length - 1] = '\0';
    strcpy(desc, "");
    *desc_length = 0;
    *ncvars = shelves[index].ncvars;
    *npvars = shelves[index].npvars;
    *n = shelves[index].ncategories;
    return leave(MPI_SUCCESS);
}

#define CONTENTS(kind)                                                                             \
    static int fake_category_get_##kind(int index, int length, int indices[])                      \
    {                                                                                              \
        enter();                                                                                   \
        ck_assert_int_ge(shelves[index].n##kind, length);                                          \
        memcpy(indices, shelves[index].kind, (size_t)length * sizeof *indices);                    \
        return leave(MPI_SUCCESS);                                                                 \
    }
CONTENTS(cvars)
CONTENTS(pvars)
CONTENTS(categories)

static int asked;

static int fake_category_changed(int *now)
{
    enter();
    asked++;
    *now = stamp;
    return leave(MPI_SUCCESS);
}

static int fake_initialized(int *flag)
{
    *flag = 0;
    return MPI_SUCCESS;
}

static int fake_finalized(int *flag)
{
    *flag = is_finalized;
    return MPI_SUCCESS;
}

static void setup(void)
{
    mpit__vendor_resolve();
    mpit__vendor_stamp = NULL; /* the library's, which is not asked here */
    make_cvars();
    make_pvars();
    memset(value_text, 'x', 300);
    number = NCVARS;
    ncategories = 2;
    mpit__next.PMPI_Initialized = fake_initialized;
    mpit__next.PMPI_Finalized = fake_finalized;
    mpit__next.PMPI_T_init_thread = fake_init_thread;
    mpit__next.PMPI_T_finalize = fake_finalize;
    mpit__next.PMPI_T_enum_get_info = fake_enum_get_info;
    mpit__next.PMPI_T_enum_get_item = fake_enum_get_item;
    mpit__next.PMPI_T_cvar_get_num = fake_cvar_get_num;
    mpit__next.PMPI_T_cvar_get_info = fake_cvar_get_info;
    mpit__next.PMPI_T_cvar_get_index = fake_cvar_get_index;
    mpit__next.PMPI_T_cvar_handle_alloc = fake_cvar_handle_alloc;
    mpit__next.PMPI_T_cvar_handle_free = fake_cvar_handle_free;
    mpit__next.PMPI_T_cvar_read = fake_cvar_read;
    mpit__next.PMPI_T_cvar_write = fake_cvar_write;
    mpit__next.PMPI_T_pvar_get_num = fake_pvar_get_num;
    mpit__next.PMPI_T_pvar_get_info = fake_pvar_get_info;
    mpit__next.PMPI_T_pvar_session_create = fake_session_create;
    mpit__next.PMPI_T_pvar_handle_alloc = fake_pvar_handle_alloc;
    mpit__next.PMPI_T_pvar_handle_free = fake_pvar_handle_free;
    mpit__next.PMPI_T_pvar_start = fake_pvar_start;
    mpit__next.PMPI_T_pvar_stop = fake_pvar_stop;
    mpit__next.PMPI_T_pvar_read = fake_pvar_read;
    mpit__next.PMPI_T_pvar_reset = fake_pvar_reset;
    mpit__next.PMPI_T_category_get_num = fake_category_get_num;
    mpit__next.PMPI_T_category_get_info = fake_category_get_info;
    mpit__next.PMPI_T_category_get_cvars = fake_category_get_cvars;
    mpit__next.PMPI_T_category_get_pvars = fake_category_get_pvars;
    mpit__next.PMPI_T_category_get_categories = fake_category_get_categories;
    mpit__next.PMPI_T_category_changed = fake_category_changed;
    ck_assert_int_eq(mpit__T_init_thread(MPI_THREAD_SINGLE, NULL), MPI_SUCCESS);
}

/* ---- short ways ------------------------------------------------------------------------------ */

#define OK(call) ck_assert_int_eq(call, MPI_SUCCESS)

static int count_cvars(void)
{
    int n;

    OK(mpit__T_cvar_get_num(&n));
    return n;
}

static int cvar(const char *name)
{
    int index = -1;

    OK(mpit__T_cvar_get_index(name, &index));
    return index;
}

static int pvar(const char *name, int class)
{
    int index = -1;

    OK(mpit__T_pvar_get_index(name, class, &index));
    return index;
}

static int category(const char *name)
{
    int index = -1;

    OK(mpit__T_category_get_index(name, &index));
    return index;
}

static MPI_T_cvar_handle handle_on(const char *name, int *count)
{
    MPI_T_cvar_handle handle;

    OK(mpit__T_cvar_handle_alloc(cvar(name), NULL, &handle, count));
    return handle;
}

static MPI_Datatype type_of(const char *name, MPI_T_enum *enumeration)
{
    MPI_Datatype type;

    OK(mpit__T_cvar_get_info(cvar(name), NULL, NULL, NULL, &type, enumeration, NULL, NULL, NULL,
                             NULL));
    return type;
}

static int read_int(const char *name)
{
    int count, value = -99;
    MPI_T_cvar_handle handle = handle_on(name, &count);

    OK(mpit__T_cvar_read(handle, &value));
    OK(mpit__T_cvar_handle_free(&handle));
    return value;
}

static int write_int(const char *name, int value)
{
    int count, rc;
    MPI_T_cvar_handle handle = handle_on(name, &count);

    rc = mpit__T_cvar_write(handle, &value);
    OK(mpit__T_cvar_handle_free(&handle));
    return rc;
}

struct meter {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    int count;
};

static struct meter meter_on(const char *name, int class)
{
    struct meter meter;

    OK(mpit__T_pvar_session_create(&meter.session));
    OK(mpit__T_pvar_handle_alloc(meter.session, pvar(name, class), NULL, &meter.handle,
                                 &meter.count));
    return meter;
}

static unsigned long long shown(struct meter *meter)
{
    unsigned long long value = 99;

    OK(mpit__T_pvar_read(meter->session, meter->handle, &value));
    return value;
}

static double shown_real(struct meter *meter)
{
    double value = 99;

    OK(mpit__T_pvar_read(meter->session, meter->handle, &value));
    return value;
}

/* ---- discovery ------------------------------------------------------------------------------- */

START_TEST(own_variables_never_ask_the_vendor)
{
    int own = mpit__registry_count(&mpit__cvars), index, count;
    MPI_T_cvar_handle handle;

    OK(mpit__T_cvar_get_index("mpit_clock", &index));
    OK(mpit__T_cvar_get_info(own - 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    OK(mpit__T_cvar_handle_alloc(index, NULL, &handle, &count));
    OK(mpit__T_cvar_handle_free(&handle));
    ck_assert_int_eq(
        mpit__T_cvar_get_info(-1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
        MPI_T_ERR_INVALID_INDEX);
    ck_assert_int_eq(inits, 0);
    ck_assert_int_gt(count_cvars(), own);
    ck_assert_int_eq(inits, 1);
    ck_assert_int_eq(cvar("mpit_clock"), index);
}
END_TEST

START_TEST(one_reference_is_taken_and_kept)
{
    int n = count_cvars();

    OK(mpit__T_finalize());
    OK(mpit__T_init_thread(MPI_THREAD_SINGLE, NULL));
    ck_assert_int_eq(count_cvars(), n);
    ck_assert_int_eq(inits, 1);
}
END_TEST

START_TEST(a_name_or_an_index_that_we_do_not_know_is_looked_for)
{
    int own = mpit__registry_count(&mpit__cvars);

    ck_assert_int_ge(cvar("fake_int"), own);
    OK(mpit__T_cvar_get_info(own, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    ck_assert_int_eq(
        mpit__T_cvar_get_info(INT_MAX, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
        MPI_T_ERR_INVALID_INDEX);
}
END_TEST

START_TEST(off_looks_for_nothing)
{
    int own = mpit__registry_count(&mpit__cvars), index;

    ck_assert_int_eq(write_int("mpit_vendor_variables", 0), MPI_SUCCESS);
    ck_assert_int_eq(count_cvars(), own);
    ck_assert_int_eq(mpit__T_cvar_get_index("fake_int", &index), MPI_T_ERR_INVALID_NAME);
    ck_assert_int_eq(inits, 0);
}
END_TEST

START_TEST(what_cannot_be_presented_or_read_is_not_listed)
{
    int own = mpit__registry_count(&mpit__cvars), index;

    ck_assert_int_eq(count_cvars(), own + NCVARS - 3);
    ck_assert_int_eq(mpit__T_cvar_get_index("fake_odd", &index), MPI_T_ERR_INVALID_NAME);
    ck_assert_int_eq(mpit__T_cvar_get_index("fake_late", &index), MPI_T_ERR_INVALID_NAME);
    ck_assert_int_eq(mpit__T_cvar_get_index("", &index), MPI_T_ERR_INVALID_NAME);
}
END_TEST

START_TEST(what_becomes_readable_is_appended)
{
    int n = count_cvars(), before = cvar("fake_twins");

    fakes[LATE_].dead = false;
    stamp++;
    ck_assert_int_eq(count_cvars(), n + 1);
    ck_assert_int_eq(cvar("fake_late"), n);
    ck_assert_int_eq(cvar("fake_twins"), before);
    ck_assert_int_eq(read_int("fake_late"), 8);
}
END_TEST

START_TEST(growth_is_found_by_the_number_alone)
{
    int n;

    number = 2;
    n = count_cvars();
    number = 4;
    ck_assert_int_eq(count_cvars(), n + 2);
}
END_TEST

START_TEST(what_goes_keeps_its_index_and_answers_with_a_code)
{
    int count, n = count_cvars(), index = cvar("fake_int"), value, length = 16;
    MPI_T_cvar_handle handle = handle_on("fake_int", &count), other;
    char name[16];

    fakes[INT_].dead = true;
    stamp++;
    ck_assert_int_eq(count_cvars(), n);
    OK(mpit__T_cvar_get_info(index, name, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL));
    ck_assert_str_eq(name, "fake_int");
    ck_assert_int_eq(mpit__T_cvar_read(handle, &value), MPI_T_ERR_INVALID_HANDLE);
    ck_assert_int_eq(mpit__T_cvar_write(handle, &value), MPI_T_ERR_INVALID_HANDLE);
    ck_assert_int_eq(mpit__T_cvar_handle_alloc(index, NULL, &other, &count),
                     MPI_T_ERR_INVALID_INDEX);
    OK(mpit__T_cvar_handle_free(&handle));
}
END_TEST

START_TEST(names_are_unique_and_ours_come_first)
{
    int own = cvar("mpit_clock");

    ck_assert_int_lt(own, cvar("fake_int"));
    ck_assert_int_eq(cvar("mpit_clock"), own);
    ck_assert_int_eq(read_int("mpit_clock_2"), 1);
    ck_assert_int_eq(read_int("fake_int"), 5);
    ck_assert_int_eq(read_int("fake_int_2"), 6);
}
END_TEST

START_TEST(ill_formed_metadata_is_repaired)
{
    int verbosity, length = 0;

    OK(mpit__T_cvar_get_info(cvar("fake_int"), NULL, NULL, &verbosity, NULL, NULL, NULL, &length,
                             NULL, NULL));
    ck_assert_int_eq(verbosity, MPI_T_VERBOSITY_MPIDEV_ALL);
    ck_assert_int_eq(length, 1);
}
END_TEST

/* ---- control variables ----------------------------------------------------------------------- */

START_TEST(a_bool_is_an_int_with_names)
{
    MPI_T_enum enumeration;
    char name[16];
    int length = sizeof name, n, value;

    ck_assert(type_of("fake_bool", &enumeration) == MPI_INT);
    OK(mpit__T_enum_get_info(enumeration, &n, NULL, NULL));
    ck_assert_int_eq(n, 2);
    OK(mpit__T_enum_get_item(enumeration, 1, &value, name, &length));
    ck_assert_int_eq(value, 1);
    ck_assert_str_eq(name, "true");
    ck_assert_int_eq(read_int("fake_bool"), 1);
    ck_assert_int_eq(write_int("fake_bool", 2), MPI_T_ERR_INVALID);
    ck_assert(value_bool);
    OK(write_int("fake_bool", 0));
    ck_assert(!value_bool);
}
END_TEST

START_TEST(an_unsigned_with_names_is_an_int)
{
    MPI_T_enum enumeration;

    ck_assert(type_of("fake_level", &enumeration) == MPI_INT);
    ck_assert(enumeration != MPI_T_ENUM_NULL);
    ck_assert_int_eq(read_int("fake_level"), 2);
    OK(write_int("fake_level", 1));
    ck_assert_uint_eq(value_level, 1);
    ck_assert_int_eq(write_int("fake_level", 3), MPI_T_ERR_INVALID);
    ck_assert_int_eq(write_int("fake_level", -1), MPI_T_ERR_INVALID);
    ck_assert_uint_eq(value_level, 1);
}
END_TEST

START_TEST(flags_may_be_united)
{
    OK(write_int("fake_flags", 5));
    ck_assert_int_eq(value_flags, 5);
    OK(write_int("fake_flags", 0));
    ck_assert_int_eq(write_int("fake_flags", 8), MPI_T_ERR_INVALID);
    ck_assert_int_eq(value_flags, 0);
}
END_TEST

/* Three items are numbered by single bits, too. */
START_TEST(an_enumeration_of_0_1_and_2_keeps_its_items)
{
    MPI_T_enum enumeration;
    int n = 0;

    ck_assert(type_of("fake_ordinary", &enumeration) == MPI_INT);
    ck_assert(enumeration != MPI_T_ENUM_NULL);
    OK(mpit__T_enum_get_info(enumeration, &n, NULL, NULL));
    ck_assert_int_eq(n, 3);
    ck_assert_int_eq(read_int("fake_ordinary"), 2);
    ck_assert_int_eq(write_int("fake_ordinary", 3), MPI_T_ERR_INVALID);
    OK(write_int("fake_ordinary", 1));
    ck_assert_int_eq(value_ordinary, 1);
}
END_TEST

START_TEST(a_type_outside_the_standard_is_shown_as_one_inside)
{
    MPI_T_enum enumeration;
    MPI_Count value;
    int count;
    MPI_T_cvar_handle handle = handle_on("fake_long", &count);

    ck_assert(type_of("fake_long", &enumeration) == MPI_COUNT);
    ck_assert(enumeration == MPI_T_ENUM_NULL);
    OK(mpit__T_cvar_read(handle, &value));
    ck_assert_int_eq(value, -(1L << 40));
    value = LONG_MAX;
    OK(mpit__T_cvar_write(handle, &value));
    ck_assert_int_eq(value_long, LONG_MAX);
}
END_TEST

START_TEST(enumerations_are_repaired)
{
    MPI_T_enum level, other, twins, empty;
    char name[16];
    int length = sizeof name;

    type_of("fake_empty", &empty);
    ck_assert(empty == MPI_T_ENUM_NULL);
    type_of("fake_level", &level);
    type_of("fake_other", &other);
    ck_assert(level != other);
    OK(mpit__T_enum_get_info(other, NULL, name, &length));
    ck_assert_str_eq(name, "level_2");
    type_of("fake_twins", &twins);
    length = sizeof name;
    OK(mpit__T_enum_get_item(twins, 1, NULL, name, &length));
    ck_assert_str_eq(name, "2");
    length = sizeof name;
    OK(mpit__T_enum_get_item(twins, 2, NULL, name, &length));
    ck_assert_str_eq(name, "3");
}
END_TEST

START_TEST(enumeration_that_does_not_have_the_value_is_in_the_description)
{
    static const struct {
        const char *variable, *names;
    } rows[] = {{"fake_flags", "Names: a 1, b 2, c 4"}, {"fake_unnamed", "Names: only 9"}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char desc[256];
        int length = sizeof desc;
        MPI_T_enum enumeration;

        ck_assert(type_of(rows[i].variable, &enumeration) == MPI_INT);
        ck_assert(enumeration == MPI_T_ENUM_NULL);
        OK(mpit__T_cvar_get_info(cvar(rows[i].variable), NULL, NULL, NULL, NULL, NULL, desc,
                                 &length, NULL, NULL));
        ck_assert_ptr_nonnull(strstr(desc, rows[i].names));
    }
}
END_TEST

START_TEST(a_text_longer_than_its_count_is_whole_and_stays_in_its_buffer)
{
    int count;
    MPI_T_cvar_handle handle = handle_on("fake_text", &count);
    char buffer[400];

    ck_assert_int_eq(count, 301);
    memset(buffer, '#', sizeof buffer);
    OK(mpit__T_cvar_read(handle, buffer));
    ck_assert_str_eq(buffer, value_text);
    /* It grows while the handle is there: the count stands. */
    memset(value_text, 'y', 350);
    memset(buffer, '#', sizeof buffer);
    OK(mpit__T_cvar_read(handle, buffer));
    ck_assert_uint_eq(strlen(buffer), 300);
    for (size_t i = 301; i < sizeof buffer; i++)
        ck_assert_int_eq(buffer[i], '#');
}
END_TEST

START_TEST(a_text_that_the_vendor_cannot_hold_is_refused)
{
    int count;
    MPI_T_cvar_handle handle = handle_on("fake_text", &count);

    ck_assert_int_eq(mpit__T_cvar_write(handle, "12345678"), MPI_T_ERR_INVALID);
    ck_assert_uint_eq(strlen(value_text), 300);
    OK(mpit__T_cvar_write(handle, "1234567"));
    ck_assert_str_eq(value_text, "1234567");
}
END_TEST

START_TEST(a_refused_write_says_why_and_changes_nothing)
{
    ck_assert_int_eq(write_int("fake_constant", 1), MPI_T_ERR_CVAR_SET_NEVER);
    ck_assert_int_eq(value_constant, 7);
    ck_assert_int_eq(write_int("fake_refusing", 1), MPI_T_ERR_INVALID);
    fakes[REFUSING_].refusal = MPI_T_ERR_CVAR_SET_NOT_NOW;
    ck_assert_int_eq(write_int("fake_refusing", 1), MPI_T_ERR_CVAR_SET_NOT_NOW);
    fakes[REFUSING_].refusal = MPI_SUCCESS;
    OK(write_int("fake_refusing", 1));
    ck_assert_int_eq(value_refusing, 1);
}
END_TEST

/* ---- performance variables ------------------------------------------------------------------- */

START_TEST(classes_have_the_types_that_the_standard_allows)
{
    int index, readonly, continuous, atomic;

    pvar("fake_signed", MPI_T_PVAR_CLASS_GENERIC);
    pvar("fake_state", MPI_T_PVAR_CLASS_GENERIC);
    ck_assert_int_eq(mpit__T_pvar_get_index("fake_signed", MPI_T_PVAR_CLASS_COUNTER, &index),
                     MPI_T_ERR_INVALID_NAME);
    index = pvar("fake_time", MPI_T_PVAR_CLASS_TIMER);
    OK(mpit__T_pvar_get_info(index, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &readonly,
                             &continuous, &atomic));
    ck_assert_int_eq(readonly, 1);
    ck_assert_int_eq(continuous, 1);
    ck_assert_int_eq(atomic, 0);
}
END_TEST

START_TEST(the_vendors_own_variable_keeps_the_name_of_an_alias)
{
    int index = pvar("posted_recvq_length", MPI_T_PVAR_CLASS_LEVEL), other;
    struct meter meter = meter_on("posted_recvq_length", MPI_T_PVAR_CLASS_LEVEL);
    unsigned length = 0;

    OK(mpit__T_pvar_start(meter.session, meter.handle));
    OK(mpit__T_pvar_read(meter.session, meter.handle, &length));
    ck_assert_uint_eq(length, 42);
    ck_assert_int_eq(
        mpit__T_pvar_get_index("posted_recvq_length_2", MPI_T_PVAR_CLASS_LEVEL, &other),
        MPI_T_ERR_INVALID_NAME);
    ck_assert_int_eq(pvar("posted_recvq_length", MPI_T_PVAR_CLASS_LEVEL), index);
    pvar("unexpected_recvq_length_2", MPI_T_PVAR_CLASS_LEVEL);
}
END_TEST

START_TEST(an_alias_stands_in_where_the_vendor_refuses_its_own)
{
    struct meter meter;
    unsigned length = 1;

    pvar("fake_count", MPI_T_PVAR_CLASS_COUNTER); /* the vendor's are listed */
    meters[POSTED_].refused = true;
    meter = meter_on("posted_recvq_length", MPI_T_PVAR_CLASS_LEVEL);
    OK(mpit__T_pvar_start(meter.session, meter.handle));
    OK(mpit__T_pvar_read(meter.session, meter.handle, &length));
    ck_assert_uint_eq(length, 0);
}
END_TEST

START_TEST(sessions_do_not_see_each_other)
{
    struct meter a = meter_on("fake_count", MPI_T_PVAR_CLASS_COUNTER), b;
    unsigned long long written = 1000;

    total[0] = 100;
    ck_assert_uint_eq(shown(&a), 0);
    OK(mpit__T_pvar_start(a.session, a.handle));
    total[0] += 5;
    b = meter_on("fake_count", MPI_T_PVAR_CLASS_COUNTER);
    OK(mpit__T_pvar_start(b.session, b.handle));
    total[0] += 2;
    ck_assert_uint_eq(shown(&a), 7);
    ck_assert_uint_eq(shown(&b), 2);
    OK(mpit__T_pvar_stop(a.session, a.handle));
    total[0] += 10;
    ck_assert_uint_eq(shown(&a), 7);
    ck_assert_uint_eq(shown(&b), 12);
    OK(mpit__T_pvar_write(b.session, b.handle, &written));
    OK(mpit__T_pvar_start(a.session, a.handle));
    total[0] += 1;
    ck_assert_uint_eq(shown(&b), 1001);
    ck_assert_uint_eq(shown(&a), 8);
    OK(mpit__T_pvar_reset(b.session, b.handle));
    OK(mpit__T_pvar_session_free(&a.session));
    total[0] += 3;
    ck_assert_uint_eq(shown(&b), 3);
    ck_assert_int_eq(meters[COUNTER_].started, 1);
    ck_assert_int_eq(deaths, 0);
    OK(mpit__T_pvar_session_free(&b.session));
    ck_assert_int_eq(deaths, 1);
}
END_TEST

START_TEST(what_has_no_start_refuses_it)
{
    struct meter meter = meter_on("fake_time", MPI_T_PVAR_CLASS_TIMER);
    double zero = 0;

    ck_assert_int_eq(mpit__T_pvar_start(meter.session, meter.handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
    ck_assert_int_eq(mpit__T_pvar_reset(meter.session, meter.handle), MPI_T_ERR_PVAR_NO_WRITE);
    ck_assert_int_eq(mpit__T_pvar_write(meter.session, meter.handle, &zero),
                     MPI_T_ERR_PVAR_NO_WRITE);
    ck_assert_int_eq(mpit__T_pvar_readreset(meter.session, meter.handle, &zero),
                     MPI_T_ERR_PVAR_NO_ATOMIC);
}
END_TEST

/* It has been counting all along, and cannot be reset: a handle's own value starts at 0 all the
 * same. */
START_TEST(a_continuous_timer_begins_at_0_with_the_handle)
{
    struct meter first = meter_on("fake_time", MPI_T_PVAR_CLASS_TIMER), second;

    ck_assert_double_eq(shown_real(&first), 0);
    seconds_real += 0.75;
    second = meter_on("fake_time", MPI_T_PVAR_CLASS_TIMER);
    seconds_real += 0.5;
    ck_assert_double_eq(shown_real(&first), 1.25);
    ck_assert_double_eq(shown_real(&second), 0.5);
}
END_TEST

/* All that can be started are, and the code says that one could not be. */
START_TEST(start_of_all_handles_tells_of_one_that_fails)
{
    struct meter counter = meter_on("fake_count", MPI_T_PVAR_CLASS_COUNTER);
    MPI_T_pvar_handle sends;
    int count;

    OK(mpit__T_pvar_handle_alloc(counter.session, pvar("mpit_p2p_sends", MPI_T_PVAR_CLASS_COUNTER),
                                 NULL, &sends, &count));
    OK(mpit__T_pvar_handle_alloc(counter.session, pvar("fake_time", MPI_T_PVAR_CLASS_TIMER), NULL,
                                 &sends, &count));
    reads_fail = true;
    ck_assert_int_eq(mpit__T_pvar_start(counter.session, MPI_T_PVAR_ALL_HANDLES),
                     MPI_T_ERR_PVAR_NO_STARTSTOP);
    ck_assert_int_ne(mpit__watch_wants(&mpit__watch, MPIT_BIT_COUNTS), 0);
    reads_fail = false;
    OK(mpit__T_pvar_start(counter.session, MPI_T_PVAR_ALL_HANDLES));
    reads_fail = true;
    ck_assert_int_eq(mpit__T_pvar_stop(counter.session, MPI_T_PVAR_ALL_HANDLES),
                     MPI_T_ERR_PVAR_NO_STARTSTOP);
    ck_assert_int_eq(mpit__watch_wants(&mpit__watch, MPIT_BIT_COUNTS), 0);
    reads_fail = false;
}
END_TEST

START_TEST(a_level_is_frozen_while_stopped)
{
    struct meter meter = meter_on("fake_real", MPI_T_PVAR_CLASS_LEVEL);

    level_real = 0.75;
    ck_assert_double_eq(shown_real(&meter), 0.5);
    OK(mpit__T_pvar_start(meter.session, meter.handle));
    ck_assert_double_eq(shown_real(&meter), 0.75);
    OK(mpit__T_pvar_stop(meter.session, meter.handle));
    level_real = 1;
    ck_assert_double_eq(shown_real(&meter), 0.75);
}
END_TEST

START_TEST(a_watermark_starts_where_the_vendors_stands_and_rises)
{
    struct meter meter = meter_on("fake_mark", MPI_T_PVAR_CLASS_HIGHWATERMARK);

    OK(mpit__T_pvar_start(meter.session, meter.handle));
    ck_assert_uint_eq(shown(&meter), 10);
    mark = 30;
    ck_assert_uint_eq(shown(&meter), 30);
    mark = 20;
    ck_assert_uint_eq(shown(&meter), 30);
    OK(mpit__T_pvar_reset(meter.session, meter.handle));
    ck_assert_uint_eq(shown(&meter), 20);
}
END_TEST

START_TEST(a_low_watermark_falls)
{
    struct meter meter;

    meters[MARK_].class = MPI_T_PVAR_CLASS_LOWWATERMARK;
    meter = meter_on("fake_mark", MPI_T_PVAR_CLASS_LOWWATERMARK);
    OK(mpit__T_pvar_start(meter.session, meter.handle));
    ck_assert_uint_eq(shown(&meter), 10);
    mark = 30;
    ck_assert_uint_eq(shown(&meter), 10);
    mark = 5;
    ck_assert_uint_eq(shown(&meter), 5);
    mark = 20;
    ck_assert_uint_eq(shown(&meter), 5);
    OK(mpit__T_pvar_reset(meter.session, meter.handle));
    ck_assert_uint_eq(shown(&meter), 20);
}
END_TEST

static void *sum_of_resets(void *meter_)
{
    struct meter *meter = meter_;
    unsigned long long sum = 0, one;

    for (int i = 0; i < 2000; i++) {
        OK(mpit__T_pvar_readreset(meter->session, meter->handle, &one));
        sum += one;
    }
    return (void *)(uintptr_t)sum;
}

START_TEST(readreset_loses_nothing_and_the_vendor_is_called_by_one_thread_at_a_time)
{
    struct meter meter = meter_on("fake_count", MPI_T_PVAR_CLASS_COUNTER);
    pthread_t threads[4];
    unsigned long long sum = 0;

    OK(mpit__T_pvar_start(meter.session, meter.handle));
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, sum_of_resets, &meter);
    for (int i = 0; i < 100000; i++)
        __atomic_fetch_add(&total[0], 1, __ATOMIC_RELAXED);
    for (int i = 0; i < 4; i++) {
        void *part;

        pthread_join(threads[i], &part);
        sum += (uintptr_t)part;
    }
    ck_assert_uint_eq(sum + shown(&meter), 100000);
}
END_TEST

/* ---- objects and the end --------------------------------------------------------------------- */

static void check_peers(struct mpit_view *view, unsigned long long first)
{
    unsigned long long values[4] = {0};

    OK(mpit__view_read(view, values));
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(values[i], first * (unsigned)(i + 1));
}

START_TEST(what_is_bound_keeps_its_last_value_when_the_object_ends)
{
    struct mpit_vendor_pvar *listed =
        mpit__registry_at(&mpit__pvars, pvar("fake_peers", MPI_T_PVAR_CLASS_AGGREGATE));
    struct mpit_object comm = {.kind = MPIT_KIND_comm, .key = 1234}, other = comm;
    struct mpit_view view, late;

    OK(mpit__view_open(&view, &listed->vendor, &comm));
    ck_assert_int_eq(view.count, 4);
    OK(mpit__view_start(&view));
    for (unsigned i = 0; i < 4; i++)
        total[i] += 10 * (i + 1);
    check_peers(&view, 10);
    for (unsigned i = 0; i < 4; i++)
        total[i] += i + 1;
    mpit__vendor_hears_of_object(&comm, MPIT_OBJECT_ENDS);
    ck_assert_int_eq(deaths, 1);
    total[0] = 99999;
    check_peers(&view, 11);
    /* Another object with the same handle value has nothing of it. */
    OK(mpit__view_open(&late, &listed->vendor, &other));
    OK(mpit__view_start(&late));
    check_peers(&late, 0);
    mpit__view_close(&view);
    mpit__view_close(&late);
    ck_assert_int_eq(deaths, 2);
}
END_TEST

/* A handle that is made again starts at nothing in some vendors. */
START_TEST(what_is_bound_goes_on_where_the_object_lives_on)
{
    struct mpit_vendor_pvar *listed =
        mpit__registry_at(&mpit__pvars, pvar("fake_peers", MPI_T_PVAR_CLASS_AGGREGATE));
    struct mpit_object comm = {.kind = MPIT_KIND_comm, .key = 1234};
    struct mpit_view view;

    OK(mpit__view_open(&view, &listed->vendor, &comm));
    OK(mpit__view_start(&view));
    for (unsigned i = 0; i < 4; i++)
        total[i] += 10 * (i + 1);
    check_peers(&view, 10);
    for (int times = 0; times < 2; times++) {
        mpit__vendor_hears_of_object(&comm, MPIT_OBJECT_ENDS);
        for (unsigned i = 0; i < 4; i++)
            total[i] = 0;
        mpit__vendor_hears_of_object(&comm, MPIT_OBJECT_LIVES_ON);
        for (unsigned i = 0; i < 4; i++)
            total[i] += i + 1;
        check_peers(&view, 11 + (unsigned)times);
        ck_assert_int_eq(meters[PEERS_].started, 1);
    }
    mpit__view_close(&view);
    ck_assert_int_eq(deaths, 3);
}
END_TEST

START_TEST(after_the_end_all_is_answered_from_what_was_kept)
{
    struct meter meter = meter_on("fake_count", MPI_T_PVAR_CLASS_COUNTER), late;
    int n = count_cvars(), count;
    MPI_T_cvar_handle handle;
    char text[512];

    OK(mpit__T_pvar_start(meter.session, meter.handle));
    total[0] = 77;
    mpit__vendor_variables_end();
    is_finalized = true;
    ck_assert_uint_eq(shown(&meter), 77);
    OK(mpit__T_pvar_stop(meter.session, meter.handle));
    OK(mpit__T_pvar_session_free(&meter.session));
    late = meter_on("fake_count", MPI_T_PVAR_CLASS_COUNTER);
    OK(mpit__T_pvar_start(late.session, late.handle));
    ck_assert_uint_eq(shown(&late), 0);
    ck_assert_int_eq(count_cvars(), n);
    ck_assert_int_eq(read_int("fake_level"), 2);
    ck_assert_int_eq(write_int("fake_level", 1), MPI_T_ERR_CVAR_SET_NEVER);
    handle = handle_on("fake_text", &count);
    OK(mpit__T_cvar_read(handle, text));
    ck_assert_str_eq(text, value_text);
    OK(mpit__T_finalize());
    OK(mpit__T_init_thread(MPI_THREAD_SINGLE, NULL));
    ck_assert_int_eq(read_int("fake_int"), 5);
}
END_TEST

START_TEST(after_the_end_the_vendor_is_not_asked_for_the_first_time)
{
    int own = mpit__registry_count(&mpit__cvars);

    mpit__vendor_variables_end();
    is_finalized = true;
    ck_assert_int_eq(count_cvars(), own);
    ck_assert_int_eq(inits, 0);
}
END_TEST

/* ---- categories ------------------------------------------------------------------------------ */

static int contents(int index, int (*get)(int index, int length, int indices[]), int indices[8])
{
    for (int i = 0; i < 8; i++)
        indices[i] = -7;
    OK(get(index, 8, indices));
    for (int i = 0; i < 8; i++)
        if (indices[i] == -7)
            return i;
    return 8;
}

START_TEST(categories_hold_our_indices_and_no_cycle)
{
    int top = category("top"), inner = category("inner"), vendor = category("vendor"), indices[8];

    ck_assert_int_eq(contents(vendor, mpit__T_category_get_categories, indices), 1);
    ck_assert_int_eq(indices[0], top);
    ck_assert_int_eq(contents(top, mpit__T_category_get_categories, indices), 1);
    ck_assert_int_eq(indices[0], inner);
    ck_assert_int_eq(contents(inner, mpit__T_category_get_categories, indices), 0);
    ck_assert_int_eq(contents(top, mpit__T_category_get_cvars, indices), 2);
    ck_assert_int_eq(indices[0], cvar("fake_int"));
    ck_assert_int_eq(indices[1], cvar("fake_bool"));
    ck_assert_int_eq(contents(inner, mpit__T_category_get_pvars, indices), 1);
    ck_assert_int_eq(indices[0], pvar("fake_count", MPI_T_PVAR_CLASS_COUNTER));
}
END_TEST

START_TEST(growth_raises_the_stamp_though_the_vendors_stands_still)
{
    int before, after, root = category("mpit"), top, indices[8];

    OK(mpit__T_category_changed(&before));
    OK(mpit__T_category_changed(&after));
    ck_assert_int_eq(before, after);
    top = category("top");
    ncategories = 3;
    OK(mpit__T_category_changed(&after));
    ck_assert_int_gt(after, before);
    ck_assert_int_eq(category("mpit"), root);
    ck_assert_int_eq(category("top"), top);
    ck_assert_int_eq(contents(category("mpit_2"), mpit__T_category_get_cvars, indices), 1);
    ck_assert_int_eq(contents(category("vendor"), mpit__T_category_get_categories, indices), 2);
}
END_TEST

START_TEST(what_becomes_readable_joins_its_categories)
{
    int indices[8], inner = category("inner");

    ck_assert_int_eq(contents(inner, mpit__T_category_get_cvars, indices), 0);
    fakes[LATE_].dead = false;
    stamp++;
    ck_assert_int_eq(contents(inner, mpit__T_category_get_cvars, indices), 1);
    ck_assert_int_eq(indices[0], cvar("fake_late"));
}
END_TEST

static int moved;

static int fake_stamp(void)
{
    return moved;
}

static void ask_all(void)
{
    int indices[8], n;

    count_cvars();
    OK(mpit__T_pvar_get_num(&n));
    OK(mpit__T_category_get_num(&n));
    OK(mpit__T_category_changed(&n));
    contents(category("inner"), mpit__T_category_get_cvars, indices);
}

START_TEST(a_vendor_whose_stamp_stands_still_is_not_asked_again)
{
    int n, index;

    mpit__vendor_stamp = fake_stamp;
    number = TWINS_;
    n = count_cvars();
    asked = 0;
    ask_all();
    ck_assert_int_eq(asked, 0);
    number = NCVARS;
    moved++;
    ck_assert_int_gt(count_cvars(), n);
    ck_assert_int_eq(asked, 1);
    ask_all();
    ck_assert_int_eq(asked, 1);
    /* What we do not know is asked for all the same, and so is everything once MPI is up. */
    ck_assert_int_eq(mpit__T_cvar_get_index("no such", &index), MPI_T_ERR_INVALID_NAME);
    ck_assert_int_eq(asked, 2);
    mpit__vendor_variables_begin();
    ask_all();
    ck_assert_int_eq(asked, 3);
}
END_TEST

START_TEST(any_other_stamp_is_a_change)
{
    mpit__vendor_stamp = fake_stamp;
    count_cvars();
    asked = 0;
    for (int i = 0; i < 3; i++) {
        moved--; /* it need not rise */
        ask_all();
    }
    ck_assert_int_eq(asked, 3);
}
END_TEST

START_TEST(without_a_stamp_the_vendor_is_asked_each_time)
{
    count_cvars();
    asked = 0;
    ask_all();
    ck_assert_int_eq(asked, 5);
}
END_TEST

/* ---- settings, which are text ---------------------------------------------------------------- */

static struct mpit_vendor_variable *named(const char *name)
{
    bool crashes;
    struct mpit_vendor_variable *variable = mpit__vendor_variable_named(name, &crashes);

    ck_assert_ptr_nonnull(variable);
    ck_assert(!crashes);
    return variable;
}

static int write_text(const char *name, const char *text)
{
    return mpit__vendor_text_write(named(name), text);
}

static bool reads(const char *name, const char *text)
{
    char now[64];

    mpit__vendor_text_read(named(name), now, sizeof now);
    return strcmp(now, text) == 0 && mpit__vendor_text_is(named(name), text);
}

START_TEST(a_setting_looks_for_its_variable_alone)
{
    struct mpit_vendor_variable *variable;
    int listed = mpit__registry_count(&mpit__cvars);

    mpit__in_force.vendor_variables = 0;
    variable = named("fake_long");
    ck_assert_int_eq(infos, 1);
    ck_assert_ptr_eq(named("fake_long"), variable);
    ck_assert_int_eq(infos, 1);
    ck_assert_int_eq(count_cvars(), listed);
    mpit__in_force.vendor_variables = 1;
    ck_assert_int_gt(count_cvars(), listed);
    ck_assert_ptr_eq(named("fake_long"), variable);
    OK(write_text("fake_int", "9"));
    ck_assert_int_eq(read_int("fake_int"), 9);
}
END_TEST

START_TEST(a_setting_is_of_the_type_that_handles_show)
{
    OK(write_text("fake_bool", "off"));
    ck_assert(!value_bool && reads("fake_bool", "false"));
    ck_assert(!mpit__vendor_text_fits(named("fake_bool"), "perhaps"));
    OK(write_text("fake_long", "-7"));
    ck_assert(value_long == -7 && reads("fake_long", "-7"));
    OK(write_text("fake_int", "4k"));
    ck_assert(value_int == 4096 && reads("fake_int", "4096"));
    OK(write_text("fake_text", "1234567"));
    ck_assert(reads("fake_text", "1234567"));
    ck_assert_int_eq(write_text("fake_text", "12345678"), MPI_T_ERR_INVALID);
    ck_assert_int_eq(write_text("fake_constant", "1"), MPI_T_ERR_CVAR_SET_NEVER);
    ck_assert_int_eq(write_text("fake_refusing", "1"), MPI_T_ERR_INVALID);
}
END_TEST

START_TEST(a_setting_names_an_item)
{
    char words[128];

    OK(write_text("fake_level", "LOW"));
    ck_assert(value_level == 1 && reads("fake_level", "low"));
    OK(write_text("fake_level", "2"));
    ck_assert(reads("fake_level", "high"));
    ck_assert(!mpit__vendor_text_fits(named("fake_level"), "3"));
    ck_assert(mpit__vendor_text_fits(named("fake_flags"), "5"));
    ck_assert(!mpit__vendor_text_fits(named("fake_flags"), "8"));
    mpit__vendor_text_allowed(named("fake_level"), words, sizeof words);
    ck_assert_str_eq(words, "one of low high");
    mpit__vendor_text_allowed(named("fake_bool"), words, sizeof words);
    ck_assert_str_eq(words, "yes or no");
    mpit__vendor_text_allowed(named("fake_long"), words, sizeof words);
    ck_assert_str_eq(words, "what MPI_COUNT holds: ");
}
END_TEST

/* Where the vendor counts up the values in the description, their names are values too. */
START_TEST(a_setting_names_what_a_description_counts_up)
{
    ck_assert_int_eq(mpit__vendor_text_fits(named("fake_empty"), "two"),
                     MPIT_FACT(describes_items));
    ck_assert(!mpit__vendor_text_fits(named("fake_empty"), "three"));
    ck_assert_int_eq(write_text("fake_empty", "two") == MPI_SUCCESS, MPIT_FACT(describes_items));
    ck_assert_int_eq(value_empty, MPIT_FACT(describes_items) ? 1 : 2);
}
END_TEST

START_TEST(a_setting_of_what_is_not_there_is_told_the_nearest)
{
    char nearest[64];
    bool crashes = true;

    ck_assert_ptr_null(mpit__vendor_variable_named("fake_lung", &crashes));
    ck_assert(!crashes);
    ck_assert(mpit__vendor_variable_nearest("fake_lung", nearest, sizeof nearest));
    ck_assert_str_eq(nearest, "fake_long");
    ck_assert(!mpit__vendor_variable_nearest("something_else", nearest, sizeof nearest));
}
END_TEST

#define TESTS(TEST)                                                                                \
    TEST(a_setting_looks_for_its_variable_alone)                                                   \
    TEST(a_setting_is_of_the_type_that_handles_show)                                               \
    TEST(a_setting_names_an_item)                                                                  \
    TEST(a_setting_names_what_a_description_counts_up)                                             \
    TEST(a_setting_of_what_is_not_there_is_told_the_nearest)                                       \
    TEST(own_variables_never_ask_the_vendor)                                                       \
    TEST(one_reference_is_taken_and_kept)                                                          \
    TEST(a_name_or_an_index_that_we_do_not_know_is_looked_for)                                     \
    TEST(off_looks_for_nothing)                                                                    \
    TEST(what_cannot_be_presented_or_read_is_not_listed)                                           \
    TEST(what_becomes_readable_is_appended)                                                        \
    TEST(growth_is_found_by_the_number_alone)                                                      \
    TEST(what_goes_keeps_its_index_and_answers_with_a_code)                                        \
    TEST(names_are_unique_and_ours_come_first)                                                     \
    TEST(ill_formed_metadata_is_repaired)                                                          \
    TEST(a_bool_is_an_int_with_names)                                                              \
    TEST(an_unsigned_with_names_is_an_int)                                                         \
    TEST(an_enumeration_of_0_1_and_2_keeps_its_items)                                              \
    TEST(flags_may_be_united)                                                                      \
    TEST(a_type_outside_the_standard_is_shown_as_one_inside)                                       \
    TEST(enumeration_that_does_not_have_the_value_is_in_the_description)                           \
    TEST(enumerations_are_repaired)                                                                \
    TEST(a_text_longer_than_its_count_is_whole_and_stays_in_its_buffer)                            \
    TEST(a_text_that_the_vendor_cannot_hold_is_refused)                                            \
    TEST(a_refused_write_says_why_and_changes_nothing)                                             \
    TEST(classes_have_the_types_that_the_standard_allows)                                          \
    TEST(the_vendors_own_variable_keeps_the_name_of_an_alias)                                      \
    TEST(an_alias_stands_in_where_the_vendor_refuses_its_own)                                      \
    TEST(sessions_do_not_see_each_other)                                                           \
    TEST(what_has_no_start_refuses_it)                                                             \
    TEST(a_continuous_timer_begins_at_0_with_the_handle)                                           \
    TEST(start_of_all_handles_tells_of_one_that_fails)                                             \
    TEST(a_level_is_frozen_while_stopped)                                                          \
    TEST(a_watermark_starts_where_the_vendors_stands_and_rises)                                    \
    TEST(a_low_watermark_falls)                                                                    \
    TEST(readreset_loses_nothing_and_the_vendor_is_called_by_one_thread_at_a_time)                 \
    TEST(what_is_bound_keeps_its_last_value_when_the_object_ends)                                  \
    TEST(what_is_bound_goes_on_where_the_object_lives_on)                                          \
    TEST(after_the_end_all_is_answered_from_what_was_kept)                                         \
    TEST(after_the_end_the_vendor_is_not_asked_for_the_first_time)                                 \
    TEST(categories_hold_our_indices_and_no_cycle)                                                 \
    TEST(growth_raises_the_stamp_though_the_vendors_stands_still)                                  \
    TEST(what_becomes_readable_joins_its_categories)                                               \
    TEST(a_vendor_whose_stamp_stands_still_is_not_asked_again)                                     \
    TEST(any_other_stamp_is_a_change)                                                              \
    TEST(without_a_stamp_the_vendor_is_asked_each_time)

SUITE("vendor", TESTS, setup)
