/* Beginning, end, files and threads. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

/* ---- beginning and end */

/* What is late is before MPI_Init (main.c). */
void bench_do_late_init(int degree)
{
    bench_sleep((double)BENCH_BODY_MS * (100 - degree) / 100);
    MPI_Barrier(MPI_COMM_WORLD);
}

void bench_do_late_to_finalize(int degree)
{
    for (int i = 0; i < 4; i++) {
        bench_sleep(BENCH_BODY_MS / 4.0 * (100 - degree) / 100);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (bench_rank == 1)
        bench_sleep((double)BENCH_BODY_MS * degree / 100);
}

/* ---- files */

static void write_for(double ms, MPI_Comm comm)
{
    static char block[1 << 20];
    double end = bench_now() + ms * 1e-3;
    MPI_File file;

    MPI_File_open(comm, bench_file, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    for (int more = 1; more;) {
        MPI_File_write_at_all(file, (MPI_Offset)bench_rank << 20, block, sizeof block, MPI_CHAR,
                              MPI_STATUS_IGNORE);
        MPI_File_sync(file);
        more = bench_now() < end;
        MPI_Bcast(&more, 1, MPI_INT, 0, comm);
    }
    MPI_File_close(&file);
}

void bench_do_write_and_sync(int degree)
{
    bench_sleep((double)BENCH_BODY_MS * (100 - degree) / 100);
    write_for((double)BENCH_BODY_MS * degree / 100, MPI_COMM_WORLD);
}

void bench_do_write_little(int degree)
{
    static char block[4096];
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, bench_file, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL,
                  &file);
    for (int i = 0; i < BENCH_STEPS; i++) {
        bench_step(0, degree);
        MPI_File_write_at_all(file, (MPI_Offset)bench_rank * 4096, block, sizeof block, MPI_CHAR,
                              MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
}

void bench_do_late_and_io(int degree)
{
    for (int i = 0; i < 4; i++) {
        bench_sleep(bench_rank == 1 ? 150 : 50 + degree);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    write_for(700, MPI_COMM_WORLD);
}

/* ---- threads */

/* Each rank on a processor of its own, where there are two. */
static void bind_to(int number)
{
    cpu_set_t set, one;
    int cpu = 0;

    sched_getaffinity(0, sizeof set, &set);
    number %= CPU_COUNT(&set);
    for (; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &set) && number-- == 0)
            break;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0)
        fprintf(stderr, "rank %d cannot be bound to processor %d\n", bench_rank, cpu);
}

static void *be_busy(void *unused)
{
    double until = bench_now() + BENCH_BODY_MS * 1e-3;

    while (bench_now() < until)
        continue;
    return unused;
}

/* So many threads of each rank on one processor. */
void bench_do_crowd_threads(int degree)
{
    enum { MOST = 8 };
    pthread_t thread[MOST];
    int n = 0;

    bind_to(bench_rank);
    while (n < MOST && n < degree - 1 && pthread_create(&thread[n], NULL, be_busy, NULL) == 0)
        n++;
    be_busy(NULL);
    while (n > 0)
        pthread_join(thread[--n], NULL);
}
