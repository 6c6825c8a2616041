#!/bin/sh
# The tests of the unexpected queue under each source (mpit_umq_source) that the MPI library has;
# `make check` runs them under the default as well.
. "${0%/*}/../prelude.sh"
programs=$abs_builddir/tests/mpi

harness 2 MPIT_UMQ_SOURCE=drain "$programs/queue_calls"
harness 4 MPIT_UMQ_SOURCE=drain "$programs/queue_create"
# Under MPI_THREAD_MULTIPLE a queue is drained from MPI_Init on, or not at all.
harness 4 MPIT_UMQ_SOURCE=drain QUEUE_THREADS=multiple "$programs/queue_create"
harness 4 MPIT_UMQ_SOURCE=auto QUEUE_THREADS=multiple MPIT_WATCH=queue "$programs/queue_create"
if [ "$TEST_VENDOR" = openmpi ]; then
    harness 2 MPIT_UMQ_SOURCE=vendor "$programs/queue_calls"
    harness 4 MPIT_UMQ_SOURCE=vendor "$programs/queue_create"
fi

# These run under MPI_THREAD_MULTIPLE: all of their receives go through the queue.
harness 4 MPIT_UMQ_SOURCE=drain "$programs/p2p_counts"
harness 4 MPIT_UMQ_SOURCE=drain "$programs/kinds"
harness 4 MPIT_UMQ_SOURCE=drain "$programs/exchanges"
harness 4 MPIT_UMQ_SOURCE=drain "$programs/collectives"
if grep -q 'MPIT_HAS_Psend_init ' "$abs_builddir/mpi_functions.h"; then
    harness 4 MPIT_UMQ_SOURCE=drain "$programs/partitioned"
fi
finish
