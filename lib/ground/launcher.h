/* What a launcher tells the processes that it starts, by variables of their environment: all that
 * is known of a job before MPI_Init. */
#ifndef MPIT_GROUND_LAUNCHER_H
#define MPIT_GROUND_LAUNCHER_H

#include <stddef.h>

/* Keeps what is told now: an MPI that no launcher has started may tell itself, and its children,
 * more of that kind.  Without it, the following look each time. */
void mpit__launcher_look(void);

/* Rank of this process, how many the launcher has started, how many of them on this node; -1: it
 * has not told.  In a batch script the second is what has been asked for, as nothing is started
 * yet. */
int mpit__launcher_rank(void);
int mpit__launcher_size(void);
int mpit__launcher_here(void);

/* How many it has started: not what a batch script has been given.  -1: it has not told. */
int mpit__launcher_started(void);

/* The name that a launcher has for the job, NULL where it has none. */
const char *mpit__launcher_job(void);

/* The process that has started the ranks of this node: the first above this one that has no rank
 * itself.  0: no launcher has started this one. */
long mpit__launcher_process(void);

/* Calls look for each process of this node, of this user, that the same launcher has started for
 * the same job, with the rank that it was given: of a rank there may be several, as a script is
 * one. */
void mpit__launcher_each(void (*look)(void *context, int rank, long process), void *context);

/* The value that the name had in the environment with which a process was started, in buffer.  NULL
 * where it had none, or nobody says. */
const char *mpit__launcher_gave(long process, const char *name, char *buffer, size_t size);

#endif
