/* The measured program of bench/start.py: a plain MPI program that does little, and says what its
 * process has taken.
 *
 *   start_kernel [-i] [-s SECONDS [-p MICROSECONDS]]
 *
 *   -i  asks MPI_T how many variables there are, before MPI_Init
 *   -s  calls MPI_Allreduce for so long; without it once
 *   -p  sleeps as long before each; without it no time
 *
 * Each rank writes one line:
 *
 *   start RANK BEGAN ENDED MAIN INTERFACE INIT WORK FINALIZE RESIDENT WRITTEN PEAK
 *
 * BEGAN and ENDED are main's first and last moment, seconds of CLOCK_MONOTONIC.  MAIN to FINALIZE
 * are microseconds of processor time, of all threads: up to main, for MPI_T, in MPI_Init, between,
 * in MPI_Finalize.  The rest is memory in kB: before MPI_Finalize; of that what the process has
 * written to, which no other one shares; and the most up to the end. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* OURS: reading the memory. */
enum step { MAIN, INTERFACE, INIT, WORK, FINALIZE, STEPS, OURS = STEPS };

static double took[STEPS + 1];

static double seconds_of(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* What was done since the last call is `step`'s. */
static void step(enum step step)
{
    static double before;
    double now = seconds_of(CLOCK_PROCESS_CPUTIME_ID);

    took[step] += now - before;
    before = now;
}

/* What a file says behind a word, in kB; 0: nothing. */
static long kilobytes(const char *path, const char *word)
{
    char line[256];
    long found = 0;
    FILE *file = fopen(path, "r");

    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, word, strlen(word)))
            found = strtol(line + strlen(word), NULL, 10);
    if (file)
        fclose(file);
    return found;
}

static void work(double seconds, unsigned pause)
{
    double until = seconds_of(CLOCK_MONOTONIC) + seconds;
    int in = 1, goes_on = 0;

    do {
        if (pause > 0)
            usleep(pause);
        in = seconds_of(CLOCK_MONOTONIC) < until;
        MPI_Allreduce(&in, &goes_on, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    } while (goes_on);
}

static void ask_the_interface(void)
{
    int provided, n;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_cvar_get_num(&n);
    MPI_T_pvar_get_num(&n);
    MPI_T_category_get_num(&n);
}

int main(int argc, char **argv)
{
    double began = seconds_of(CLOCK_MONOTONIC), seconds = 0;
    long resident, written;
    unsigned pause = 0;
    char line[512];
    int option, rank, length;

    step(MAIN);
    while ((option = getopt(argc, argv, "ip:s:")) != -1) {
        if (option == 's')
            seconds = atof(optarg);
        else if (option == 'p')
            pause = (unsigned)atol(optarg);
        else if (option == 'i')
            ask_the_interface();
        else
            return 64;
    }
    step(INTERFACE);
    MPI_Init(&argc, &argv);
    step(INIT);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    work(seconds, pause);
    step(WORK);
    resident = kilobytes("/proc/self/smaps_rollup", "Rss:");
    written = kilobytes("/proc/self/smaps_rollup", "Private_Dirty:");
    step(OURS);
    MPI_Finalize();
    step(FINALIZE);
    length =
        snprintf(line, sizeof line, "start %d %.6f %.6f", rank, began, seconds_of(CLOCK_MONOTONIC));
    for (int i = 0; i < STEPS; i++)
        length += snprintf(line + length, sizeof line - (size_t)length, " %.1f", took[i] * 1e6);
    length += snprintf(line + length, sizeof line - (size_t)length, " %ld %ld %ld\n", resident,
                       written, kilobytes("/proc/self/status", "VmHWM:"));
    return write(STDOUT_FILENO, line, (size_t)length) == length ? 0 : 1;
}
