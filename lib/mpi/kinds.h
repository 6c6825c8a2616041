/* kinds.def as numbers. */
#ifndef MPIT_MPI_KINDS_H
#define MPIT_MPI_KINDS_H

enum mpit_kind {
    MPIT_KIND_process, /* no object: what binds to none */
#define KIND(name, BIND, type, null, object, number) MPIT_KIND_##name,
#include "mpi/kinds.def"
#undef KIND
    MPIT_KINDS
};

#endif
