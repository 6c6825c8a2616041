/* The parts of bench/scale. */
#ifndef BENCH_SCALE_H
#define BENCH_SCALE_H

#include <mpi.h>
#include <stdbool.h>

/* How much is measured: --quick sees that it works. */
struct bench_scale {
    bool quick;
    int rounds;
};

/* PART(name, what) */
#define BENCH_SCALE_PARTS(PART)                                                                    \
    PART(threads, "what threads cost each other")                                                  \
    PART(comms, "communicators: cost of a watched call, memory")                                   \
    PART(peers, "what is kept of other ranks: cost, memory")                                       \
    PART(handles, "memory of handles and sessions")                                                \
    PART(merge, "merging the report of a job at its rank 0")

#define PART(name, what) void bench_scale_##name(const struct bench_scale *scale);
BENCH_SCALE_PARTS(PART)
#undef PART

/* A handle on a performance variable (MPI_T, as any tool has it); it fails where there is none. */
struct bench_scale_watch {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
};
void bench_scale_watch_start(struct bench_scale_watch *watch, const char *name, int class,
                             void *object);
void bench_scale_watch_end(struct bench_scale_watch *watch);

/* From here on the MPI library below takes MPI_Send for done at once, so that it may name
 * communicators that there are not, and that all that a call costs is ours.  Back. */
void bench_scale_vendor_silence(void);
void bench_scale_vendor_restore(void);

/* Seconds of the wall clock. */
double bench_scale_now(void);

#endif
