#!/bin/sh
# tests/mpi/aliases with the unexpected queue drained from MPI_Init on.

: "${RUN_MPI:?}" "${abs_builddir:?}"
exec $RUN_MPI -n 4 env MPIT_UMQ_SOURCE=drain "$abs_builddir/tests/mpi/aliases"
