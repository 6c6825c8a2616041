/* The parts of bench/scale. */
#ifndef MPIT_BENCH_SCALE_H
#define MPIT_BENCH_SCALE_H

#include <mpi.h>
#include <stdbool.h>

/* How much is measured: --quick sees that it works. */
struct mpit_scale {
    bool quick;
    int rounds;
};

/* PART(name, what) */
#define MPIT_SCALE_PARTS(PART)                                                                     \
    PART(threads, "what threads cost each other")                                                  \
    PART(comms, "communicators: cost of a watched call, memory")                                   \
    PART(peers, "what is kept of other ranks: cost, memory")                                       \
    PART(handles, "memory of handles and sessions")                                                \
    PART(merge, "merging the report of a job at its rank 0")

#define PART(name, what) void mpit__scale_##name(const struct mpit_scale *scale);
MPIT_SCALE_PARTS(PART)
#undef PART

/* A handle on a performance variable (MPI_T, as any tool has it); it fails where there is none. */
struct mpit_scale_watch {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
};
void mpit__scale_watch_start(struct mpit_scale_watch *watch, const char *name, int class,
                             void *object);
void mpit__scale_watch_end(struct mpit_scale_watch *watch);

/* From here on the MPI library below takes MPI_Send for done at once, so that it may name
 * communicators that there are not, and that all that a call costs is ours.  Back. */
void mpit__scale_vendor_silence(void);
void mpit__scale_vendor_restore(void);

/* Seconds of the wall clock. */
double mpit__scale_now(void);

#endif
