/* libmpib gives back what it takes, and refuses what makes no sense.
 *
 * The linker puts __wrap_calloc and __wrap_free in the place of those that libmpib calls; its calls
 * that make and free communicators and keys come here first. */
#include "harness.h"

#include "../../mpib/mpib.h"

#include <stdlib.h>

static int blocks, comms, keys; /* alive */
static int duplicates;          /* ever made */

void *__real_calloc(size_t count, size_t size);
void __real_free(void *memory);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *memory);

void *__wrap_calloc(size_t count, size_t size)
{
    blocks++;
    return __real_calloc(count, size);
}

void __wrap_free(void *memory)
{
    blocks -= memory != NULL;
    __real_free(memory);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *copy)
{
    comms++;
    duplicates++;
    return PMPI_Comm_dup(comm, copy);
}

int MPI_Cart_create(MPI_Comm comm, int n, const int *dims, const int *periods, int reorder,
                    MPI_Comm *cart)
{
    comms++;
    return PMPI_Cart_create(comm, n, dims, periods, reorder, cart);
}

int MPI_Comm_free(MPI_Comm *comm)
{
    comms--;
    return PMPI_Comm_free(comm);
}

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *delete,
                           int *key, void *extra)
{
    keys++;
    return PMPI_Comm_create_keyval(copy, delete, key, extra);
}

int MPI_Comm_free_keyval(int *key)
{
    keys--;
    return PMPI_Comm_free_keyval(key);
}

static void check_alive(int expected_blocks, int expected_keys)
{
    CHECK_INT(blocks, expected_blocks);
    CHECK_INT(keys, expected_keys);
    CHECK_INT(comms, 0);
}

static void timer_forget(void)
{
    MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0});
}

/* ---- what is taken --------------------------------------------------------------------------- */

static void timer_keeps_one_row_until_it_forgets(void)
{
    timer_forget();
    check_alive(0, 0);
    MPIB_bcast_timer_init(MPI_COMM_WORLD, 0, (MPIB_precision){1, 1, 0, 0});
    check_alive(1, 1);
    MPIB_bcast_timer_init(MPI_COMM_SELF, 0, (MPIB_precision){1, 1, 0, 0});
    check_alive(1, 1);
    timer_forget();
    check_alive(0, 0);
    timer_forget();
    check_alive(0, 0);
}

static void timer_row_goes_with_its_communicator(void)
{
    MPI_Comm comm;

    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPIB_bcast_timer_init(comm, 0, (MPIB_precision){1, 1, 0, 0});
    check_alive(1, 1);
    PMPI_Comm_free(&comm);
    check_alive(0, 1);
    timer_forget();
    check_alive(0, 0);
}

static void timer_measures_a_communicator_once(void)
{
    MPIB_result result;

    duplicates = 0;
    MPIB_measure_bcast(MPI_Bcast, MPI_COMM_WORLD, 0, 1, 1, &result);
    CHECK_INT(duplicates, 2); /* for the timer, and for itself */
    MPIB_measure_bcast(MPI_Bcast, MPI_COMM_WORLD, 0, 1, 1, &result);
    CHECK_INT(duplicates, 3);
    check_alive(1, 1);
    timer_forget();
    check_alive(0, 0);
}

static void methods_leave_nothing(void)
{
    static const MPIB_measure_coll methods[] = {MPIB_measure_max, MPIB_measure_root,
                                                MPIB_measure_global, MPIB_measure_deadline};
    MPIB_result result;

    for (int i = 0; i < MPIB_coll_count(); i++) {
        MPIB_coll_container *container = MPIB_coll_container_alloc(i);
        methods[i % 4](container, MPI_COMM_WORLD, 0, 5, (MPIB_precision){1, 1, 0, 0}, &result);
        CHECK_FOR(MPIB_coll_name(i), blocks == 1 && comms == 0);
        MPIB_coll_container_free(container);
        check_alive(0, 0);
    }
    if (ranks > 1)
        MPIB_measure_p2p(MPI_COMM_WORLD, 0, 1, 5, (MPIB_precision){1, 1, 0, 0}, &result);
    check_alive(0, 0);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static int errors, error_class;

static void note_error(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    errors++;
    MPI_Error_class(*code, &error_class);
}

/* A communicator that notes its errors, and the library before anything is asked of it. */
static MPI_Comm watched_world(void)
{
    MPI_Errhandler handler;
    MPI_Comm comm;

    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
    return comm;
}

static const MPIB_result untouched = {-7, -7, -7, -7, -7};

static void check_refused(const char *what, const MPIB_result *result, int expected_class)
{
    CHECK_FOR(what, errors == 1);
    CHECK_FOR(what, error_class == expected_class);
    CHECK_FOR(what, result->M == -7 && result->T == -7 && result->reps == -7 && result->ci == -7);
    check_alive(0, 0);
    errors = error_class = 0;
}

static void senseless_arguments_raise_the_error_handler_once(void)
{
    static const struct {
        const char *what;
        int root, M;
        MPIB_precision precision;
        int error;
    } rows[] = {
        {"negative root", -1, 1, {0}, MPI_ERR_ROOT},
        {"root too large", 99, 1, {0}, MPI_ERR_ROOT},
        {"negative size", 0, -1, {0}, MPI_ERR_COUNT},
        {"fewest above most", 0, 1, {.min_reps = 3, .max_reps = 2}, MPI_ERR_ARG},
        {"level of 1", 0, 1, {.cl = 1}, MPI_ERR_ARG},
    };
    MPI_Comm comm = watched_world();
    MPIB_coll_container *container = MPIB_coll_container_alloc(0);

    blocks--; /* the container */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        MPIB_result result = untouched;
        MPIB_measure_max(container, comm, rows[i].root, rows[i].M, rows[i].precision, &result);
        check_refused(rows[i].what, &result, rows[i].error);
        if (rows[i].error == MPI_ERR_ARG)
            continue;
        MPIB_measure_bcast(MPI_Bcast, comm, rows[i].root, rows[i].M, 1, &result);
        check_refused(rows[i].what, &result, rows[i].error);
    }
    blocks++;
    MPIB_coll_container_free(container);
    PMPI_Comm_free(&comm);
}

static void a_rank_is_no_mirror_of_itself(void)
{
    MPI_Comm comm = watched_world();
    MPIB_result result = untouched;

    MPIB_measure_p2p(comm, 0, 0, 1, (MPIB_precision){0}, &result);
    check_refused("itself", &result, MPI_ERR_RANK);
    MPIB_measure_p2p(comm, 0, ranks, 1, (MPIB_precision){0}, &result);
    check_refused("nobody", &result, MPI_ERR_RANK);
    PMPI_Comm_free(&comm);
}

static void blocks_that_no_int_can_place_are_refused(void)
{
    MPI_Comm comm = watched_world();
    MPIB_result result = untouched;
    int i = 0;

    while (MPIB_coll_max_size(i, 5) != 2147483647 / 5)
        i++;
    MPIB_coll_container *container = MPIB_coll_container_alloc(i);
    blocks--;
    int largest = MPIB_coll_max_size(i, ranks);
    if (largest < 2147483647) { /* one rank: every int fits */
        MPIB_measure_max(container, comm, 0, largest + 1, (MPIB_precision){0}, &result);
        check_refused(MPIB_coll_name(i), &result, MPI_ERR_COUNT);
    }
    blocks++;
    MPIB_coll_container_free(container);
    PMPI_Comm_free(&comm);
}

static void intercommunicators_are_refused(void)
{
    MPI_Comm half, inter;
    MPI_Errhandler handler;
    MPIB_result result = untouched;

    if (ranks < 2)
        return; /* there is none on one rank; the runs on more have it */
    PMPI_Comm_split(MPI_COMM_WORLD, rank > 0, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 0, &inter);
    MPI_Comm_create_errhandler(note_error, &handler);
    MPI_Comm_set_errhandler(inter, handler);
    MPI_Errhandler_free(&handler);
    MPIB_measure_bcast(MPI_Bcast, inter, 0, 1, 1, &result);
    check_refused("intercommunicator", &result, MPI_ERR_COMM);
    PMPI_Comm_free(&inter);
    PMPI_Comm_free(&half);
}

SUITE(HARNESS_MPI_IS_UP, TEST(timer_keeps_one_row_until_it_forgets),
      TEST(timer_row_goes_with_its_communicator), TEST(timer_measures_a_communicator_once),
      TEST(methods_leave_nothing), TEST(senseless_arguments_raise_the_error_handler_once),
      TEST(a_rank_is_no_mirror_of_itself), TEST(blocks_that_no_int_can_place_are_refused),
      TEST(intercommunicators_are_refused))
