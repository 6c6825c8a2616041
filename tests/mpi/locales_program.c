/* A program that takes its locale from the environment, for tests/mpi/locales.sh; 2 ranks.
 * Rank 0 prints how its locale writes one and a half, and the interval of the time series as MPI_T
 * tells it.  With an argument, rank 1 has no report: rank 0 waits for it in vain. */
#include <locale.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Before MPI_Init the launcher's variables say it. */
static int is_first(void)
{
    const char *rank = getenv("OMPI_COMM_WORLD_RANK");

    if (!rank)
        rank = getenv("PMI_RANK");
    return rank && strcmp(rank, "0") == 0;
}

static double interval(void)
{
    MPI_T_cvar_handle handle;
    int index, count;
    double seconds = -1;

    if (MPI_T_cvar_get_index("mpit_sample_interval", &index) == MPI_SUCCESS &&
        MPI_T_cvar_handle_alloc(index, NULL, &handle, &count) == MPI_SUCCESS)
        MPI_T_cvar_read(handle, &seconds);
    return seconds;
}

/* Settings are read in the first call that needs them, here in the program's locale.  The UCX below
 * MPICH finds its own settings wrong in a Turkish one, so MPI_Init does not get that. */
static void init(void)
{
    int provided;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    if (strncmp(setlocale(LC_ALL, NULL), "tr_", 3) == 0)
        setlocale(LC_ALL, "C");
    MPI_Init(NULL, NULL);
    setlocale(LC_ALL, "");
}

int main(int argc, char **argv)
{
    char out[1000] = "", in[1000];
    int rank;

    (void)argv;
    if (!setlocale(LC_ALL, "")) {
        fprintf(stderr, "locales_program: there is no such locale\n");
        return 2;
    }
    if (argc > 1 && !is_first())
        unsetenv("MPIT_REPORT");
    init();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 10; i++) {
        MPI_Sendrecv(out, sizeof out, MPI_CHAR, !rank, 0, in, sizeof in, MPI_CHAR, !rank, 0,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(20000);
    }
    if (rank == 0)
        printf("locale %.1f\ninterval %.0f\n", 1.5, interval() * 1e6);
    MPI_T_finalize();
    MPI_Finalize();
    return 0;
}
