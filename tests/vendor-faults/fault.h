/* What the programs of tests/vendor_faults.def say.  They know of MPI alone, not of libmpit. */
#ifndef MPIT_TESTS_VENDOR_FAULTS_FAULT_H
#define MPIT_TESTS_VENDOR_FAULTS_FAULT_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* How a program ends: the MPI does as it should, or as the row says. */
enum { FAULT_IS_GONE = 0, FAULT_IS_HERE = 10 };

/* What follows crashes or hangs where the fault is. */
static inline void come_to_the_fault(void)
{
    puts("come to the fault");
    fflush(stdout);
}

/* And when it did not: that the launcher ends with 0 is no proof (forgets_the_dead). */
static inline int past_the_fault(void)
{
    puts("past the fault");
    return FAULT_IS_GONE;
}

/* Something else is wrong: nothing can be said of the fault. */
static inline void need(int holds, const char *what)
{
    if (holds)
        return;
    printf("it needs: %s\n", what);
    exit(1);
}

#endif
