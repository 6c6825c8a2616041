/* Communicators: what is kept of each, and a watched call on each in turn.  The handles are those
 * of communicators that there are not, since no MPI library here gives a hundred thousand; they go
 * through the hooks of their making and their end, and through MPI_Send with the library silenced.
 */
#include "config.h"

#include "scale.h"

#include <math.h>
#include <stdint.h>

#include "../mpib/median.h"
#include "ground/memory.h"
#include "job.h"
#include "kernel.h"
#include "profile/object.h"
#include "table.h"

enum { MOST = 100000, QUICK_MOST = 1000, CALLS = 200000, SPACING = 256 };

/* Far from what a library uses, and spaced as blocks of malloc are. */
static MPI_Comm comm_number(int i)
{
    return (MPI_Comm)(uintptr_t)(0x70000000 + (uintptr_t)SPACING * (uintptr_t)i);
}

static double calls_ns(int n)
{
    char message[8] = "";
    double begin = bench_kernel_thread_ns();

    for (int i = 0, c = 0; i < CALLS; i++) {
        MPI_Send(message, sizeof message, MPI_BYTE, 0, 0, comm_number(c));
        c = c + 1 < n ? c + 1 : 0;
    }
    return (bench_kernel_thread_ns() - begin) / CALLS;
}

/* ns a communicator. */
static double each_ns(void (*operation)(MPI_Comm comm), int n)
{
    double begin = bench_kernel_thread_ns();

    for (int i = 0; i < n; i++)
        operation(comm_number(i));
    return (bench_kernel_thread_ns() - begin) / n;
}

static void watched_calls(int n, int rounds, double ns[])
{
    MPI_Comm comm = MPI_COMM_WORLD;
    struct bench_scale_watch watch;

    bench_scale_watch_start(&watch, "mpit_comm_send_bytes", MPI_T_PVAR_CLASS_AGGREGATE, &comm);
    calls_ns(n); /* the first on each, with what it takes */
    for (int round = 0; round < rounds; round++)
        ns[round] = calls_ns(n);
    bench_scale_watch_end(&watch);
}

/* Bytes that were taken since, for each of so many; not known where they came out of a lot. */
static double bytes_each(size_t before, int n)
{
    size_t taken = mpit__memory_used() - before;

    return taken && n >= 90 ? (double)taken / n : NAN;
}

static void end_comm(MPI_Comm comm)
{
    mpit__object_free_ends(mpit__object_free_begins(MPIT_KIND_comm, MPIT_KEY(comm)), true);
}

/* The first `known` of the n have been before, and their memory was kept for reuse. */
static void row(int n, int known, int rounds)
{
    static double ns[MPIB_ROUNDS_MOST];
    size_t before = mpit__memory_used();
    double made = each_ns(mpit__object_comm_made, n), record, block;

    record = bytes_each(before, n - known);
    before = mpit__memory_used();
    watched_calls(n, rounds, ns);
    block = bytes_each(before, n - known);
    bench_table_row((double[]){n, mpib_median(ns, rounds), mpib_median_deviation(ns, rounds), made,
                               each_ns(end_comm, n), record, block});
}

void bench_scale_comms(const struct bench_scale *scale)
{
    static const char *const columns[] = {"communicators", "watched ns", "MAD",
                                          "make ns",       "end ns",     "record bytes",
                                          "watched bytes", NULL};
    int most = scale->quick ? QUICK_MOST : MOST;

    bench_scale_vendor_silence();
    bench_table_begin("comms",
                      "a send on each of n communicators in turn, counts and bytes watched, the\n"
                      "  MPI library silenced; its making and end; bytes of its record, and more\n"
                      "  once it is used while watched by one thread",
                      columns);
    for (int n = 1, known = 0; n <= most; known = n, n *= 10)
        row(n, known, scale->rounds);
    bench_table_end();
    bench_table_note("memory comes in lots of 32, and is kept for reuse");
    bench_scale_vendor_restore();
}
