/* For the Fortran programs, which have no MPI_T: handles on what the mixed program counts, started
 * by mixed_watch() and compared with mixed.def by mixed_check().  Also linked with mixed.c. */
#include <mpi.h>
#include <stdio.h>

struct row {
    const char *name;
    int class;
    int of_world; /* bound to MPI_COMM_WORLD */
};
enum { LONGEST = 64 }; /* elements of a variable */

static const struct row rows[] = {
#define ROW(name, class, bound, expected)  {#name, MPI_T_PVAR_CLASS_##class, bound},
#define AT(name, class, element, expected) {#name, MPI_T_PVAR_CLASS_##class, 1},
#include "mixed.def"
#undef AT
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static MPI_T_pvar_session session;
static MPI_T_pvar_handle handles[ROWS];
static MPI_Comm world;

/* Called from Fortran by these names (bind(C)). */
void mixed_watch(void);
int mixed_check(int rank);

static void stop(const char *what, int rc)
{
    fprintf(stderr, "FAIL: %s: error %d\n", what, rc);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void mixed_watch(void)
{
    int provided, index, count, rc = MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);

    world = MPI_COMM_WORLD;
    if (rc != MPI_SUCCESS || (rc = MPI_T_pvar_session_create(&session)) != MPI_SUCCESS)
        stop("MPI_T_init_thread", rc);
    for (int i = 0; i < ROWS; i++)
        if ((rc = MPI_T_pvar_get_index(rows[i].name, rows[i].class, &index)) != MPI_SUCCESS ||
            (rc = MPI_T_pvar_handle_alloc(session, index, rows[i].of_world ? &world : NULL,
                                          &handles[i], &count)) != MPI_SUCCESS)
            stop(rows[i].name, rc);
    rc = MPI_T_pvar_start(session, MPI_T_PVAR_ALL_HANDLES);
    if (rc != MPI_SUCCESS)
        stop("MPI_T_pvar_start", rc);
}

/* The number of wrong values. */
int mixed_check(int rank)
{
    const struct {
        int element;
        unsigned long long expected;
    } checks[ROWS] = {
#define ROW(name, class, bound, expected)  {0, (unsigned long long)(expected)},
#define AT(name, class, element, expected) {element, (unsigned long long)(expected)},
#include "mixed.def"
#undef AT
#undef ROW
    };
    int wrong = 0, rc;

    /* All at one time: what is read meanwhile is not counted. */
    MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES);
    for (int i = 0; i < ROWS; i++) {
        unsigned long long found[LONGEST] = {0}; /* a shorter type fills its lower bytes */

        rc = MPI_T_pvar_read(session, handles[i], found);
        if (rc != MPI_SUCCESS)
            stop(rows[i].name, rc);
        if (found[checks[i].element] != checks[i].expected) {
            fprintf(stderr, "FAIL: rank %d: %s[%d] is %llu, expected %llu\n", rank, rows[i].name,
                    checks[i].element, found[checks[i].element], checks[i].expected);
            wrong++;
        }
    }
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return wrong;
}
