/* The time of MPI_Bcast in bytes and seconds, for scripts that compare settings.
 *
 *   bcast_time [BYTES [REPETITIONS]]    default: 1 MiB, 40 repetitions
 *
 * A repetition begins with a barrier and ends when the last process has its data: the longest
 * time of any.  Rank 0 prints the median of the repetitions in microseconds. Before the first one
 * the data are checked: a program that is fast and wrong is of no use. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30, MOST_REPETITIONS = 1000000 };

static long number(const char *text, long most)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end || value < 1 || value > most) {
        fprintf(stderr, "bcast_time: '%s' is not a number from 1 to %ld\n", text, most);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return value;
}

static void check(unsigned char *data, int bytes, int rank)
{
    for (int i = 0; i < bytes; i++)
        data[i] = rank ? 0 : (unsigned char)(i * 7 + 1);
    MPI_Bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < bytes; i++) {
        if (data[i] != (unsigned char)(i * 7 + 1)) {
            fprintf(stderr, "bcast_time: rank %d: byte %d is wrong\n", rank, i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
}

static double once(unsigned char *data, int bytes)
{
    double start, mine, longest = 0;

    MPI_Barrier(MPI_COMM_WORLD);
    start = MPI_Wtime();
    MPI_Bcast(data, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    mine = MPI_Wtime() - start;
    MPI_Reduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return longest;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int rank, bytes, repetitions;
    unsigned char *data;
    double *seconds;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    bytes = argc > 1 ? (int)number(argv[1], MOST_BYTES) : 1 << 20;
    repetitions = argc > 2 ? (int)number(argv[2], MOST_REPETITIONS) : 40;
    data = malloc((size_t)bytes);
    seconds = calloc((size_t)repetitions, sizeof *seconds);
    if (!data || !seconds) {
        fprintf(stderr, "bcast_time: no memory for %d bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    check(data, bytes, rank);
    for (int i = 0; i < repetitions; i++)
        seconds[i] = once(data, bytes);
    qsort(seconds, (size_t)repetitions, sizeof *seconds, by_value);
    if (rank == 0)
        printf("%.1f\n", seconds[repetitions / 2] * 1e6);
    free(seconds);
    free(data);
    MPI_Finalize();
    return 0;
}
