/* Whether all processes have come: what is collective without the program having asked for it must
 * not hang where only some processes do it.
 *
 * An operation of ours that is given up may go on: what it reads and writes must stay. */
#ifndef MPIT_MPI_AGREE_H
#define MPIT_MPI_AGREE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* The moment at which `patience` seconds from now are over. */
double mpit__agree_until(double patience);

/* Called each second that is waited, with how many there were: whether it is worth to wait on. */
typedef bool mpit_agree_late(double waited);

/* Waits for an operation of our own; `late` may be NULL.  False if it fails, is not complete at the
 * moment `until`, or is not worth to be waited for: the request is then left as it is. */
bool mpit__agree_wait(MPI_Request *request, double until, mpit_agree_late *late);

enum mpit_agreement {
    MPIT_NOT_ALL, /* have come */
    MPIT_DIFFERENT,
    MPIT_COMMON
};

/* These are collective on MPI_COMM_WORLD. */

/* Whether all processes have the same number.  The first thing that processes tell each other, so
 * that those of different builds can find out: it is never to change. */
enum mpit_agreement mpit__agree_number(uint64_t number, double until, mpit_agree_late *late);

/* The same in MPI_Finalize, where no collective operation of the program can follow.  All that have
 * called it are told MPIT_NOT_ALL if one of them is. */
enum mpit_agreement mpit__agree_all_came(uint64_t number, double until, mpit_agree_late *late);

/* A text of each process, cut at MPIT_STRING characters with its end, one behind the other by rank;
 * from malloc.  NULL in all processes but rank 0, and there if it fails. */
char *mpit__agree_gather(const char *text, int *nranks, double until);

#endif
