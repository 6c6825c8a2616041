/* A job with regions, pairs, requests and a drained queue for tests/mpi/memory_walk.sh and
 * tests/mpi/gather.sh, which knows what the rows of its report are; 2 ranks.
 *
 * The library is in this program, so that the linker puts these functions before its own:
 *
 *   WALK_RANK, WALK_AT, WALK_ON   on this rank the library's call number WALK_AT for memory fails,
 *                                 and with WALK_ON all that follow; no call of the MPI library's
 *   BUILD_RANK                    this rank is of another build of libmpit
 *   LATE_RANK                     this rank is seconds late for the middle of the gathering
 *   FIRST_RANK                    this rank is as late for its beginning
 *   SPARE_BYTES                   so much may still be mapped in MPI_Finalize (RLIMIT_AS), until
 *                                 the MPI library's own end of it
 *
 * Rank 0 and rank 1 print "memory RANK N": the library's calls for memory up to their end. */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MANY = 40, ROUNDS = 3, LATE_SECONDS = 4 };

static int walked = -1, calls, fails_at, fails_on;

static int number_in(const char *name, int otherwise)
{
    const char *text = getenv(name);

    return text ? atoi(text) : otherwise;
}

/* Before MPI_Init the launcher alone knows who this is. */
static int launcher_rank(void)
{
    return number_in("OMPI_COMM_WORLD_RANK", number_in("PMI_RANK", 0));
}

static int fails(void)
{
    if (walked < 0) {
        walked = launcher_rank() == number_in("WALK_RANK", -1);
        fails_at = number_in("WALK_AT", 0);
        fails_on = number_in("WALK_ON", 0);
    }
    calls++;
    return walked && fails_at && (calls == fails_at || (fails_on && calls > fails_at));
}

#define FAILING(type, name, formals, actuals)                                                      \
    type __real_##name formals;                                                                    \
    type __wrap_##name formals;                                                                    \
    type __wrap_##name formals                                                                     \
    {                                                                                              \
        return fails() ? NULL : __real_##name actuals;                                             \
    }
FAILING(void *, malloc, (size_t size), (size))
FAILING(void *, calloc, (size_t n, size_t size), (n, size))
FAILING(void *, realloc, (void *memory, size_t size), (memory, size))
FAILING(void *, aligned_alloc, (size_t line, size_t size), (line, size))
FAILING(char *, strdup, (const char *text), (text))
FAILING(char *, strndup, (const char *text, size_t n), (text, n))

uint64_t __real_mpit__cvar_word(void);
uint64_t __wrap_mpit__cvar_word(void);
uint64_t __wrap_mpit__cvar_word(void)
{
    return __real_mpit__cvar_word() + (launcher_rank() == number_in("BUILD_RANK", -1));
}

struct mpit_record;
struct mpit_gather;
bool __real_mpit__regions_gather(struct mpit_record *report, struct mpit_gather *gather);
bool __wrap_mpit__regions_gather(struct mpit_record *report, struct mpit_gather *gather);
bool __wrap_mpit__regions_gather(struct mpit_record *report, struct mpit_gather *gather)
{
    if (launcher_rank() == number_in("LATE_RANK", -1))
        sleep(LATE_SECONDS);
    return __real_mpit__regions_gather(report, gather);
}

int __real_mpit__agree_all_came(uint64_t number, double until, void (*late)(void));
int __wrap_mpit__agree_all_came(uint64_t number, double until, void (*late)(void));
int __wrap_mpit__agree_all_came(uint64_t number, double until, void (*late)(void))
{
    static bool again;

    if (!again && launcher_rank() == number_in("FIRST_RANK", -1)) {
        sleep(LATE_SECONDS);
        until += LATE_SECONDS;
    }
    again = true;
    return __real_mpit__agree_all_came(number, until, late);
}

static int rank, other;

/* More at once than a hook keeps without asking for memory, half of them unexpected. */
static void exchange_many(void)
{
    static int in[MANY], out[MANY];
    MPI_Request requests[2 * MANY];

    for (int i = 0; i < MANY / 2; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < MANY; i++) {
        out[i] = 1000 * rank + i;
        MPI_Isend(&out[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[MANY + i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = MANY / 2; i < MANY; i++)
        MPI_Irecv(&in[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < MANY; i++)
        if (in[i] != 1000 * other + i) {
            fprintf(stderr, "message %d is %d\n", i, in[i]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static void use_persistent_and_halves(void)
{
    int in = 0, out = rank;
    MPI_Request requests[2];
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Recv_init(&in, 1, MPI_INT, other, 7, comm, &requests[0]);
    MPI_Send_init(&out, 1, MPI_INT, other, 7, comm, &requests[1]);
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Sendrecv_replace(&out, 1, MPI_INT, other, 8, other, 8, comm, MPI_STATUS_IGNORE);
    if (in != other || out != other) {
        fprintf(stderr, "received %d and %d\n", in, out);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_free(&comm);
}

static struct rlimit before_spare;

static void leave_spare(long bytes)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;
    struct rlimit limit;

    if (file && fscanf(file, "%ld", &pages) == 1 && getrlimit(RLIMIT_AS, &limit) == 0) {
        before_spare = limit;
        limit.rlim_cur = (rlim_t)(pages * sysconf(_SC_PAGESIZE) + bytes);
        setrlimit(RLIMIT_AS, &limit);
    }
    if (file)
        fclose(file);
}

/* What the library calls last before PMPI_Finalize: where there is no memory Open MPI crashes in it
 * (ext3x_fencenb). */
void __real_mpit__vendor_variables_end(void);
void __wrap_mpit__vendor_variables_end(void);
void __wrap_mpit__vendor_variables_end(void)
{
    __real_mpit__vendor_variables_end();
    if (getenv("SPARE_BYTES"))
        setrlimit(RLIMIT_AS, &before_spare);
}

int main(int argc, char **argv)
{
    char label[32];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    for (int i = 0; i < ROUNDS; i++) {
        snprintf(label, sizeof label, "round %d", i);
        MPI_Pcontrol(3, label);
        exchange_many();
        MPI_Pcontrol(4);
    }
    use_persistent_and_halves();
    usleep(20000);
    MPI_Barrier(MPI_COMM_WORLD);
    if (getenv("SPARE_BYTES"))
        leave_spare(atol(getenv("SPARE_BYTES")));
    MPI_Finalize();
    printf("memory %d %d\n", launcher_rank(), calls);
    return 0;
}
