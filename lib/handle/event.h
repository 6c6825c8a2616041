/* What an event type is, ours or the MPI library's. */
#ifndef MPIT_HANDLE_EVENT_H
#define MPIT_HANDLE_EVENT_H

#include <mpi.h>
#include <stdint.h>

#include "enum/enum.h"

/* The sources that we have; those of the MPI library stand behind them. */
enum { MPIT_EVENT_SOURCES = 1 };

struct mpit_event_row {
    const char *name, *category, *desc;
    int verbosity, bind;
    int n;                            /* elements */
    MPI_Datatype *type;               /* [n] */
    MPI_Aint *at;                     /* [n] where each stands in a copy */
    const struct mpit_enum *enumtype; /* their names; NULL: they have none */
    uint32_t watch;                   /* what hooks watch to raise it; ours alone */
    int theirs;                       /* the MPI library's index + 1; 0: ours */
};

#endif
