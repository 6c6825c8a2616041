#!/bin/sh
# tests/mpi/aliases with the unexpected queue drained from MPI_Init on; it writes files.
. "${0%/*}/../prelude.sh"

harness 4 MPIT_UMQ_SOURCE=drain "$abs_builddir/tests/mpi/aliases"
finish
