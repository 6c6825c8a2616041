/* Rows of all ranks at rank 0. */
#ifndef MPIT_REPORT_GATHER_H
#define MPIT_REPORT_GATHER_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* Takes the rows of one rank; false without memory. */
typedef bool mpit_take_rows(void *context, int rank, const void *rows, int n);

/* Collective: rank 0 takes the n rows of `size` bytes of one rank after the other, its own first,
 * so that no message is larger than what one rank has to say. */
bool mpit__gather_rows(const void *rows, int n, size_t size, MPI_Comm comm, mpit_take_rows *take,
                       void *context);

#endif
