/* The MPI library's own functions, past libmpit, for the MPI test programs. */
#ifndef MPIT_TESTS_MPI_THEIRS_H
#define MPIT_TESTS_MPI_THEIRS_H

/* The address of one goes to *function; one that is not there ends the test. */
void find_theirs(const char *name, void *function);

#endif
