/* The timer of MPIB_measure_bcast: a row of empty round trips, from this rank to each other.
 *
 * It hangs on the communicator as an attribute: when that is freed the row goes, so that another
 * communicator that gets the same handle never inherits it. */
#include "config.h"

#include "timer.h"

#include "ground.h"
#include "p2p.h"

#include <stdlib.h>

static struct {
    MPI_Comm comm; /* MPI_COMM_NULL: nothing is kept, but for the key */
    double *round_trip;
    int key;
} timer = {MPI_COMM_NULL, NULL, MPI_KEYVAL_INVALID};

/* The signature is MPI_Comm_delete_attr_function's (MPI-3.1, 6.7.2). */
static int forget(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)extra;
    if (value == timer.round_trip) {
        timer.comm = MPI_COMM_NULL;
        timer.round_trip = NULL;
    }
    free(value);
    return MPI_SUCCESS;
}

static void release(void)
{
    int finalized;

    MPI_Finalized(&finalized);
    if (finalized) {
        if (timer.round_trip)
            forget(timer.comm, timer.key, timer.round_trip, NULL);
        return;
    }
    if (timer.comm != MPI_COMM_NULL)
        MPI_Comm_delete_attr(timer.comm, timer.key);
    if (timer.key != MPI_KEYVAL_INVALID)
        MPI_Comm_free_keyval(&timer.key);
}

static void keep(MPI_Comm comm, double *round_trip)
{
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &timer.key, NULL);
    timer.comm = comm;
    timer.round_trip = round_trip;
    MPI_Comm_set_attr(comm, timer.key, round_trip);
}

/* Whom a rank meets in a round of a tournament in which everybody meets everybody: the ranks whose
 * sum is the round, modulo the number of rounds; who would meet himself meets the last.  `players`
 * is even; in an odd communicator the last one is not there. */
static int opponent(int players, int round, int rank)
{
    int rounds = players - 1, last = players - 1;

    if (rank == last)
        return (int)((long long)round * (players / 2) % rounds); /* players / 2 is 1 / 2 */
    int other = (round - rank + rounds) % rounds;
    return other == rank ? last : other;
}

static void play_round(MPI_Comm side, int round, int parallel, const MPIB_precision *precision,
                       double *round_trip)
{
    int rank, size;

    MPI_Comm_rank(side, &rank);
    MPI_Comm_size(side, &size);
    for (int low = 0; low < size; low++) {
        int high = opponent(size + size % 2, round, low);
        if (high <= low || high >= size)
            continue;
        if (rank == low || rank == high)
            round_trip[rank == low ? high : low] =
                mpib_pair_measure(side, low, high, 0, precision).mean;
        if (!parallel)
            MPI_Barrier(side);
    }
    if (parallel)
        MPI_Barrier(side);
}

static double *measure_round_trips(MPI_Comm comm, int parallel, const MPIB_precision *precision)
{
    MPI_Comm side;
    int size;

    MPI_Comm_size(comm, &size);
    double *round_trip = mpib_allocate((size_t)size, sizeof *round_trip);
    MPI_Comm_dup(comm, &side);
    for (int round = 0; round < size + size % 2 - 1; round++)
        play_round(side, round, parallel, precision, round_trip);
    MPI_Comm_free(&side);
    return round_trip;
}

void MPIB_bcast_timer_init(MPI_Comm comm, int parallel, MPIB_precision precision)
{
    release();
    if (comm == MPI_COMM_NULL || !mpib_comm_holds(comm) || !mpib_precision_holds(comm, &precision))
        return;
    keep(comm, measure_round_trips(comm, parallel, &precision));
}

/* Ranks may have met in other communicators since: one that has the row must not go without the
 * others. */
const double *mpib_timer_of(MPI_Comm comm)
{
    int known = timer.comm == comm, known_to_all;

    MPI_Allreduce(&known, &known_to_all, 1, MPI_INT, MPI_LAND, comm);
    if (!known_to_all)
        MPIB_bcast_timer_init(comm, 0, (MPIB_precision){0});
    return timer.round_trip;
}
