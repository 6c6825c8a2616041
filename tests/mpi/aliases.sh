#!/bin/sh
# tests/mpi/aliases with the unexpected queue drained from MPI_Init on, in a directory of its own
# that it writes to.

: "${RUN_MPI:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
$RUN_MPI -n 4 env MPIT_UMQ_SOURCE=drain "$abs_builddir/tests/mpi/aliases"
