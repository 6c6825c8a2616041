/* libmpib: how long MPI operations take, by MPIBlib's interface.
 *
 * Every function that has a communicator is collective over it, and takes intracommunicators of any
 * size, world or not.  Its own messages travel on a duplicate of the communicator, so that they
 * never meet those of the program or of the operation under test.  A wrong argument raises the
 * error handler of the communicator (MPI_ERR_COMM, _ROOT, _RANK, _COUNT, _ARG) and leaves the
 * result alone; so do errors of MPI.  Not for several threads at once; never from a signal handler.
 *
 * Times are in seconds.  The result is the same on every rank of the communicator. */
#ifndef MPIB_H
#define MPIB_H

#include <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MPIB_PUBLIC __attribute__((visibility("default")))
#else
#define MPIB_PUBLIC
#endif

typedef struct MPIB_result {
    int M;        /* message size, bytes */
    double T;     /* execution time: the mean of the repetitions */
    double wtick; /* resolution of MPI_Wtime */
    int reps;     /* repetitions that were made */
    double ci;    /* half the width of the confidence interval of T; 0: not estimated */
} MPIB_result;

/* When to stop: not before min_reps repetitions; then as soon as ci is less than eps times the
 * mean; at max_reps in any case.  ci is two-sided: with probability cl the true mean lies within T
 * - ci … T + ci, for independent repetitions of normal distribution and a number that was fixed
 * before; min_reps keeps the chance small that an early coincidence ends the measurement. A member
 * that is 0 stands for its default: 5, 100 (or min_reps, if that is more), 0.95, 0.025. */
typedef struct MPIB_precision {
    int min_reps;
    int max_reps;
    double cl;  /* confidence level, between 0 and 1 */
    double eps; /* relative error that is small enough */
} MPIB_precision;

/* What becomes of repetitions that something else disturbed.
 * MPIB_OUTLIERS_KEEP: they count as any.
 * MPIB_OUTLIERS_TUKEY: those are dropped that lie more than 1.5 times the distance of the quartiles
 *       below the first or above the third (Tukey's fences); T, ci and the stop rule are those of
 *       the others, and reps is how many these are. */
enum MPIB_outlier_rule { MPIB_OUTLIERS_KEEP, MPIB_OUTLIERS_TUKEY };

/* By which rule this process measures from here on; to be the same on every rank that takes part.
 * At the beginning it is MPIB_OUTLIERS_KEEP.  MPIB_measure_bcast keeps them always.  Local. */
MPIB_PUBLIC void MPIB_outliers(enum MPIB_outlier_rule rule);

/* How many repetitions the process's last measurement has dropped; local. */
MPIB_PUBLIC int MPIB_outliers_dropped(void);

/* ---- broadcast, operation-specific ---------------------------------------------------------- */

/* An implementation of MPI_Bcast. */
typedef int (*MPIB_Bcast)(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);

/* Measures the empty round trips between all ranks of `comm`, which MPIB_measure_bcast subtracts,
 * and keeps them, in place of those of another communicator.  parallel: pairs that share no rank
 * are measured at the same time.  They are forgotten when the communicator is freed, or by
 *   MPIB_bcast_timer_init(MPI_COMM_NULL, 0, (MPIB_precision){0, 0, 0});
 * which releases all that the library holds, and may be called at any time, by any rank alone. */
MPIB_PUBLIC void MPIB_bcast_timer_init(MPI_Comm comm, int parallel, MPIB_precision precision);

/* How long `bcast` takes to bring M bytes from root to the last of the other ranks.  For each of
 * them in turn, max_reps times: all broadcast, then it sends an empty message to the root, which
 * takes the time of both; the mean less half of the empty round trip between the two is its time,
 * and T is the longest.  One untimed broadcast goes before, and a barrier before each receiver's
 * turn, none between repetitions.  reps = max_reps (at least 1), ci = 0. On one rank T is the time
 * of the call.  Calls MPIB_bcast_timer_init where any rank lacks the round trips of this
 * communicator. */
MPIB_PUBLIC void MPIB_measure_bcast(MPIB_Bcast bcast, MPI_Comm comm, int root, int M, int max_reps,
                                    MPIB_result *result);

/* ---- point to point -------------------------------------------------------------------- */

/* The round trip of M bytes from `measure` to `mirror` (MPI_Send, MPI_Recv) and back. */
MPIB_PUBLIC void MPIB_measure_p2p(MPI_Comm comm, int measure, int mirror, int M,
                                  MPIB_precision precision, MPIB_result *result);

/* ---- any collective ---------------------------------------------------------------------- */

/* An operation to measure; to be the first member of a structure with what it needs.
 * initialize: buffers for M bytes; returns MPI_SUCCESS or an error class, the same on every rank.
 * execute: the operation, nothing else.  finalize: frees what initialize took. */
typedef struct MPIB_coll_container {
    int (*initialize)(void *self, MPI_Comm comm, int root, int M);
    void (*execute)(void *self, MPI_Comm comm, int root, int M);
    void (*finalize)(void *self, MPI_Comm comm, int root);
} MPIB_coll_container;

/* The collectives of MPI 3.1, blocking and nonblocking (the call and its MPI_Wait), by the name
 * without MPI_ in lower case: "allreduce", "ibcast".  M bytes is the size of a block: what one rank
 * gives to or gets from another.  Reductions combine MPI_BYTE by MPI_BOR, so that any size can be
 * asked; the neighborhood is a periodic ring. */
MPIB_PUBLIC int MPIB_coll_count(void);
MPIB_PUBLIC const char *MPIB_coll_name(int i);       /* 0 <= i < MPIB_coll_count() */
MPIB_PUBLIC int MPIB_coll_max_size(int i, int size); /* the largest M on `size` ranks; 0: no data */
MPIB_PUBLIC MPIB_coll_container *MPIB_coll_container_alloc(int i);
MPIB_PUBLIC void MPIB_coll_container_free(MPIB_coll_container *container);

typedef void (*MPIB_measure_coll)(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                                  MPIB_precision precision, MPIB_result *result);

/* max: a barrier, then every rank times its own call; the longest.
 * root: the root times call and barrier, after a barrier; less the time of a barrier, which is
 *       measured first.  ci comprises that of both.
 * global: after a barrier, from the first start to the last end on any rank, by clocks that are
 *       synchronized with the root's (and again every tenth of a second).
 * deadline: by the same clocks, from a start that all ranks have agreed on to the last end on any
 *       rank, with no barrier before.  A repetition whose start some rank has missed is dropped,
 *       and the next one has more time until then, up to 10 ms.  Where 50 in a row are missed, as
 *       with more ranks than processors, T is no number and reps 0.
 * One untimed execution goes before. */
MPIB_PUBLIC void MPIB_measure_max(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                                  MPIB_precision precision, MPIB_result *result);
MPIB_PUBLIC void MPIB_measure_root(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                                   MPIB_precision precision, MPIB_result *result);
MPIB_PUBLIC void MPIB_measure_global(MPIB_coll_container *container, MPI_Comm comm, int root, int M,
                                     MPIB_precision precision, MPIB_result *result);
MPIB_PUBLIC void MPIB_measure_deadline(MPIB_coll_container *container, MPI_Comm comm, int root,
                                       int M, MPIB_precision precision, MPIB_result *result);

/* How many repetitions the process's last MPIB_measure_deadline has dropped; local. */
MPIB_PUBLIC int MPIB_deadline_missed(void);

/* ---- message sizes ------------------------------------------------------------------------- */

/* min_size, the powers of two between, max_size; and where the line through two neighbors misses
 * the time in their middle by more than the fraction max_diff and both confidence intervals, the
 * middles of both halves, and so on, down to steps of an eighth and of min_stride bytes. */
typedef struct MPIB_msgset {
    int min_size, max_size;
    double max_diff; /* 0: no middles */
    int min_stride;
} MPIB_msgset;

/* Calls measure for each size of the set, and done with each result, sizes ascending.  It makes no
 * MPI call: the ranks agree on the sizes because their results are the same. */
MPIB_PUBLIC void MPIB_measure_msgset(const MPIB_msgset *set,
                                     MPIB_result (*measure)(int M, void *context),
                                     void (*done)(const MPIB_result *result, void *context),
                                     void *context);

#ifdef __cplusplus
}
#endif

#endif
