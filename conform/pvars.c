/* Performance variables: what is said of them, and their values. */
#include "variables.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static struct pvar pvar, other;

static int some_pvars(void)
{
    int n = count_pvars();

    if (n == 0)
        judge_absent("there are no performance variables");
    return n;
}
#define EACH_PVAR(i)                                                                               \
    EACH(i, some_pvars())                                                                          \
    if (get_pvar(i, &pvar) == MPI_SUCCESS)

void row_pvars_that_are_counted_are_there(void)
{
    EACH(i, some_pvars())
    {
        int rc = get_pvar(i, &pvar);

        CHECK(rc == MPI_SUCCESS, "index %d: %s", i, judge_code_name(rc));
    }
}

void row_pvar_names_and_classes_are_unique(void)
{
    struct names names = {0};

    EACH_PVAR(i)
    CHECK(is_new_name(&names, pvar.name, pvar.class), "%s comes twice, again as %d", pvar.name, i);
}

void row_pvar_names_lead_back(void)
{
    EACH_PVAR(i)
    {
        int index = -1, rc = MPI_T_pvar_get_index(pvar.name, pvar.class, &index);

        CHECK(rc == MPI_SUCCESS && index == i, "%s: %s, index %d, not %d", pvar.name,
              judge_code_name(rc), index, i);
    }
}

static bool is_there(const char *name, int class)
{
    EACH(i, count_pvars())
    if (get_pvar(i, &other) == MPI_SUCCESS && other.class == class && strcmp(other.name, name) == 0)
        return true;
    return false;
}

void row_pvar_under_another_class_is_not_found(void)
{
    static const int classes[] = {MPI_T_PVAR_CLASS_STATE, MPI_T_PVAR_CLASS_GENERIC, -1, 99999};
    int index, looked = 0;

    EACH_PVAR(i)
    for (size_t k = 0; k < sizeof classes / sizeof *classes && looked < 200; k++)
        if (!is_there(pvar.name, classes[k])) {
            looked++;
            EXPECT(MPI_T_pvar_get_index(pvar.name, classes[k], &index), MPI_T_ERR_INVALID_NAME);
        }
}

static bool is_allowed(int class, MPI_Datatype type)
{
    bool is_whole =
        type == MPI_UNSIGNED || type == MPI_UNSIGNED_LONG || type == MPI_UNSIGNED_LONG_LONG;

    if (class == MPI_T_PVAR_CLASS_STATE)
        return type == MPI_INT;
    if (class == MPI_T_PVAR_CLASS_PERCENTAGE)
        return type == MPI_DOUBLE;
    if (class == MPI_T_PVAR_CLASS_COUNTER)
        return is_whole;
    if (class == MPI_T_PVAR_CLASS_GENERIC)
        return size_of(type) > 0;
    return is_whole || type == MPI_DOUBLE;
}

void row_pvar_datatypes_are_those_of_the_class(void)
{
    EACH_PVAR(i)
    CHECK(is_allowed(pvar.class, pvar.datatype), "%s: another datatype than class %d has",
          pvar.name, pvar.class);
}

void row_pvar_enumerations_are_of_int(void)
{
    EACH_PVAR(i)
    CHECK(pvar.enumtype == MPI_T_ENUM_NULL || pvar.datatype == MPI_INT,
          "%s has an enumeration and is no MPI_INT", pvar.name);
}

void row_pvar_constants_are_of_the_standard(void)
{
    EACH_PVAR(i)
    CHECK(is_verbosity(pvar.verbosity) && is_class(pvar.class) && is_bind(pvar.bind),
          "%s: verbosity %d, class %d, binding %d", pvar.name, pvar.verbosity, pvar.class,
          pvar.bind);
}

void row_pvar_flags_are_0_or_1(void)
{
    EACH_PVAR(i)
    CHECK(pvar.readonly >> 1 == 0 && pvar.continuous >> 1 == 0 && pvar.atomic >> 1 == 0,
          "%s: readonly %d, continuous %d, atomic %d", pvar.name, pvar.readonly, pvar.continuous,
          pvar.atomic);
}

void row_pvar_info_stays(void)
{
    EACH_PVAR(i)
    {
        int rc = get_pvar(i, &other);

        CHECK(rc == MPI_SUCCESS && strcmp(pvar.name, other.name) == 0 &&
                  strcmp(pvar.desc, other.desc) == 0 && pvar.verbosity == other.verbosity &&
                  pvar.class == other.class && pvar.datatype == other.datatype &&
                  pvar.enumtype == other.enumtype && pvar.bind == other.bind &&
                  pvar.readonly == other.readonly && pvar.continuous == other.continuous &&
                  pvar.atomic == other.atomic,
              "%s is another one the second time", pvar.name);
    }
}

/* ---- values */

/* Those that can be bound now, and fit into a value: true, with a handle. */
static bool take(MPI_T_pvar_session in, int index, MPI_T_pvar_handle *handle, int *count)
{
    bool is_bound;
    void *object = object_of(pvar.bind, &is_bound);

    return is_bound && size_of(pvar.datatype) > 0 && pvar_is_safe(index) &&
           MPI_T_pvar_handle_alloc(in, index, object, handle, count) == MPI_SUCCESS &&
           (size_t)*count * size_of(pvar.datatype) < VALUE / 2;
}

void row_pvars_can_be_read(void)
{
    MPI_T_pvar_session in = a_session();
    int looked = 0;

    EACH_PVAR(i)
    {
        MPI_T_pvar_handle handle;
        void *value = value_begins(), *object;
        bool is_bound;
        int count = 0;

        judge_at(pvar.name);
        object = object_of(pvar.bind, &is_bound);
        if (!is_bound || size_of(pvar.datatype) == 0 ||
            !SUCCEEDS(MPI_T_pvar_handle_alloc(in, i, object, &handle, &count)))
            continue;
        looked++;
        if (!pvar.continuous)
            SUCCEEDS(MPI_T_pvar_start(in, handle));
        SUCCEEDS(MPI_T_pvar_read(in, handle, value));
        CHECK(value_has_ended(value, count, size_of(pvar.datatype)), "%s: more than %d elements",
              pvar.name, count);
        SUCCEEDS(MPI_T_pvar_handle_free(in, &handle));
        CHECK(handle == MPI_T_PVAR_HANDLE_NULL, "%s: freed, the handle is not null", pvar.name);
    }
    if (!looked)
        judge_absent("no performance variable can be bound");
}

void row_pvars_can_be_allocated_without_mpi(void)
{
    MPI_T_pvar_session in = a_session();
    int looked = 0;

    EACH_PVAR(i)
    {
        MPI_T_pvar_handle handle;
        int count;

        if (pvar.bind != MPI_T_BIND_NO_OBJECT)
            continue;
        looked++;
        judge_at(pvar.name);
        SUCCEEDS(MPI_T_pvar_handle_alloc(in, i, NULL, &handle, &count));
    }
    if (!looked)
        judge_absent("each performance variable has an object");
}

/* Looks at all handles of one kind; judge_absent where there is none. */
static void each_handle(bool (*wanted)(void),
                        void (*look)(MPI_T_pvar_session in, MPI_T_pvar_handle handle, int count),
                        const char *kind)
{
    MPI_T_pvar_session in = a_session();
    int looked = 0;

    EACH_PVAR(i)
    {
        MPI_T_pvar_handle handle;
        int count = 0;

        if (!wanted() || !take(in, i, &handle, &count))
            continue;
        looked++;
        look(in, handle, count);
        MPI_T_pvar_handle_free(in, &handle);
    }
    if (!looked)
        judge_absent("no performance variable that can be bound is %s", kind);
}

static bool is_continuous(void)
{
    return pvar.continuous;
}
static void is_not_started(MPI_T_pvar_session in, MPI_T_pvar_handle handle, int count)
{
    (void)count;
    EXPECT(MPI_T_pvar_start(in, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
    EXPECT(MPI_T_pvar_stop(in, handle), MPI_T_ERR_PVAR_NO_STARTSTOP);
}
void row_pvar_continuous_is_not_started(void)
{
    each_handle(is_continuous, is_not_started, "continuous");
}

static bool is_read_only(void)
{
    return pvar.readonly;
}
static void is_not_written(MPI_T_pvar_session in, MPI_T_pvar_handle handle, int count)
{
    void *value = value_begins();

    memset(value, 0, (size_t)count * size_of(pvar.datatype));
    EXPECT(MPI_T_pvar_write(in, handle, value), MPI_T_ERR_PVAR_NO_WRITE);
    EXPECT(MPI_T_pvar_reset(in, handle), MPI_T_ERR_PVAR_NO_WRITE);
}
void row_pvar_read_only_is_not_written(void)
{
    each_handle(is_read_only, is_not_written, "read-only");
}

static bool is_writable(void)
{
    return !pvar.readonly && pvar.class != MPI_T_PVAR_CLASS_GENERIC;
}
static void is_written(MPI_T_pvar_session in, MPI_T_pvar_handle handle, int count)
{
    void *value = value_begins();

    memset(value, 0, (size_t)count * size_of(pvar.datatype));
    SUCCEEDS(MPI_T_pvar_write(in, handle, value));
    SUCCEEDS(MPI_T_pvar_reset(in, handle));
}
void row_pvar_writable_is_written(void)
{
    each_handle(is_writable, is_written, "writable");
}

static bool is_any(void)
{
    return true;
}
static void is_read_and_reset(MPI_T_pvar_session in, MPI_T_pvar_handle handle, int count)
{
    int rc = MPI_T_pvar_readreset(in, handle, value_begins());

    (void)count;
    if (pvar.atomic && !pvar.readonly)
        CHECK(rc == MPI_SUCCESS, "%s, which is atomic: %s", pvar.name, judge_code_name(rc));
    else
        CHECK(rc == MPI_T_ERR_PVAR_NO_ATOMIC || (pvar.readonly && rc == MPI_T_ERR_PVAR_NO_WRITE),
              "%s, which is not: %s, not MPI_T_ERR_PVAR_NO_ATOMIC", pvar.name, judge_code_name(rc));
}
void row_pvar_atomic_is_read_and_reset(void)
{
    each_handle(is_any, is_read_and_reset, "there");
}

/* ---- sessions beside each other: of what moves when messages are sent */

static void send_some(void)
{
    int in = 0, out = 1;

    for (int i = 0; i < 10; i++) {
        MPI_Sendrecv(&out, 1, MPI_INT, 0, 0, &in, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
                     MPI_STATUS_IGNORE);
        MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* The sum of the elements, as far as a double holds it. */
static double sum(MPI_T_pvar_session in, MPI_T_pvar_handle handle, int count)
{
    char *value = value_begins();
    size_t size = size_of(pvar.datatype);
    double all = 0;

    if (MPI_T_pvar_read(in, handle, value) != MPI_SUCCESS)
        return -1;
    for (int i = 0; i < count; i++) {
        double number = 0;
        unsigned long long whole = 0;

        if (pvar.datatype == MPI_DOUBLE)
            memcpy(&number, value + (size_t)i * size, size);
        else
            memcpy(&whole, value + (size_t)i * size, size);
        all += number + (double)whole;
    }
    return all;
}

static bool is_counted(void)
{
    return !pvar.continuous &&
           (pvar.class == MPI_T_PVAR_CLASS_COUNTER || pvar.class == MPI_T_PVAR_CLASS_AGGREGATE) &&
           pvar.datatype != MPI_DOUBLE;
}

struct counted {
    MPI_T_pvar_session in;
    MPI_T_pvar_handle handle;
    int count;
};
static bool begin(struct counted *counted, int index)
{
    counted->in = a_session();
    return take(counted->in, index, &counted->handle, &counted->count) &&
           MPI_T_pvar_start(counted->in, counted->handle) == MPI_SUCCESS;
}
static double amount(const struct counted *counted)
{
    return sum(counted->in, counted->handle, counted->count);
}
static void over(struct counted *counted)
{
    MPI_T_pvar_handle_free(counted->in, &counted->handle);
    MPI_T_pvar_session_free(&counted->in);
}

static bool moves(const struct counted *counted)
{
    const double before = amount(counted);

    send_some();
    return amount(counted) > before;
}

/* Those that move each time: look is called while `first` counts and has counted something. */
static void each_that_moves(void (*look)(int index, struct counted *first))
{
    int looked = 0;

    EACH_PVAR(i)
    {
        struct counted first;

        if (!is_counted() || !begin(&first, i))
            continue;
        if (moves(&first) && moves(&first)) {
            looked++;
            look(i, &first);
        }
        over(&first);
    }
    if (!looked)
        judge_absent("no performance variable that is started and stopped counts messages");
}

static void goes_on(int index, struct counted *first)
{
    struct counted second;
    double before, after;

    if (!begin(&second, index))
        return;
    SUCCEEDS(MPI_T_pvar_stop(second.in, second.handle));
    before = amount(first);
    send_some();
    after = amount(first);
    CHECK(after > before, "%s: %g stands still when another session has stopped", pvar.name,
          before);
    over(&second);
}
void row_pvar_stopped_in_one_session_counts_in_another(void)
{
    each_that_moves(goes_on);
}

static void begins_at_its_start(int index, struct counted *first)
{
    struct counted second;
    double late, before;

    send_some();
    if (!begin(&second, index))
        return;
    late = amount(&second);
    before = amount(first);
    CHECK(late < before / 2, "%s: a late handle begins with %g of %g", pvar.name, late, before);
    over(&second);
}
void row_pvar_allocated_late_begins_at_its_start(void)
{
    each_that_moves(begins_at_its_start);
}

void row_all_handles_of_an_empty_session_succeed(void)
{
    MPI_T_pvar_session in = a_session();

    SUCCEEDS(MPI_T_pvar_start(in, MPI_T_PVAR_ALL_HANDLES));
    SUCCEEDS(MPI_T_pvar_stop(in, MPI_T_PVAR_ALL_HANDLES));
}
