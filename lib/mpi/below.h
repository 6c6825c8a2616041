/* Another PMPI tool below us: what it does with the calls that we hand to it.
 *
 * One that goes on by PMPI_x comes back to us, and what it does is counted there.  One that looks
 * up the next MPI_x itself (RTLD_NEXT) takes the call past us. */
#ifndef MPIT_MPI_BELOW_H
#define MPIT_MPI_BELOW_H

#include <stdbool.h>

#include "mpi/dynamic.h"
#include "mpi/vendor.h"

/* Whether there is one under the name MPI_x. */
#define MPIT_BELOW(name) (mpit__next.MPI_##name != mpit__next.PMPI_##name)

/* The tool's function of a call, by where the two of that call are in struct mpit_next; NULL: there
 * is none. */
const void *mpit__below_function(size_t offset);

/* Whether a tool takes MPI_x past us as far as its file tells: one that does not refer to
 * PMPI_x has no way back to us. */
#define MPIT_BELOW_TAKES(name)                                                                     \
    (MPIT_BELOW(name) && !mpit__dynamic_refers((const void *)mpit__next.MPI_##name, "PMPI"         \
                                                                                    "_" #name))

/* Whether what is below has handles of its own, and is no tool but stands between the program and
 * its MPI: says so then.  While MPI is up. */
bool mpit__below_translates(void);

/* Says once in the process that a tool takes calls past us, with the first one. */
void mpit__below_say(const char *name, const void *code);

/* Says that a tool has functions of MPI_T, which libmpit does not call, where one has. */
void mpit__below_say_interface(void);

#endif
