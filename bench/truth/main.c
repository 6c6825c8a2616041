/* One case of truth.def by its name: truth CASE FILE.  Each rank says at its end what has disturbed
 * it: "truth RANK EXCESS INIT ALL", how much longer it worked than it should have, what MPI_Init
 * took, and how long it was there, in seconds.  No call of MPI is made for that. */
#include "config.h"

#include "bench/truth/truth.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bench_rank, bench_ranks;
const char *bench_file;

static const struct {
    const char *name;
    void (*run)(int degree);
    int degree;
} cases[] = {
#define CASE(name, ranks, kind, run, degree, ...) {#name, bench_do_##run, degree},
#include "bench/truth/truth.def"
#undef CASE
};

/* From the launcher: before MPI_Init nobody else knows. */
static int is_second(void)
{
    const char *of_openmpi = getenv("OMPI_COMM_WORLD_RANK"), *of_mpich = getenv("PMI_RANK");
    const char *its = of_openmpi ? of_openmpi : of_mpich;

    return its && !strcmp(its, "1");
}

int main(int argc, char **argv)
{
    const size_t n = sizeof cases / sizeof *cases;
    double began = bench_now(), init;
    size_t i = 0;

    while (i < n && argc > 1 && strcmp(argv[1], cases[i].name) != 0)
        i++;
    if (argc != 3 || i == n) {
        fprintf(stderr, "usage: truth CASE FILE, a case of bench/truth/truth.def\n");
        return EXIT_FAILURE;
    }
    bench_file = argv[2];
    if (cases[i].run == bench_do_late_init && is_second())
        bench_sleep((double)BENCH_BODY_MS * cases[i].degree / 100);
    init = bench_now();
    MPI_Init(&argc, &argv);
    init = bench_now() - init;
    MPI_Comm_rank(MPI_COMM_WORLD, &bench_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &bench_ranks);
    cases[i].run(cases[i].degree);
    printf("truth %d %.6f %.6f %.6f\n", bench_rank, bench_work_excess(), init, bench_now() - began);
    fflush(stdout);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
