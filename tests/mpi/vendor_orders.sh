#!/bin/sh
# Every variable, ours and the vendor's, can be used in every order of initializing and finalizing
# MPI and MPI_T, with an answer and without a crash; also where the user's choice of components
# makes the vendor unload others and forget their variables.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/vendor_order
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR

# Drained: with any other source some variables of the queue are not known; and without arrivals
# (mpit_live, mpit_watch=waits) not what collectives have waited.
for order in TMmt TMtm MTmt MTtm TTMmtt TMm TtTMmt TtTtTMTtmt MmT MmTt MmTtTt TMmtTt MTtTmt MTmtTt \
    TtMTtmTt MTTtmt TtMm TtMmTt; do
    harness 1 MPIT_UMQ_SOURCE=drain MPIT_LIVE=counts MPIT_WATCH=waits VENDOR_ORDER=$order \
        "$program"
done

# where NAME SETTING: both orders with it.
where()
{
    begin_test "$1"
    for order in MTmt TMmt; do
        run "$RUN_MPI" -n 1 env MPIT_UMQ_SOURCE=drain MPIT_LIVE=counts \
            MPIT_WATCH=waits "OMPI_MCA_$2" VENDOR_ORDER=$order "$program"
        cat out
        exits 0
    done
}

if [ "$TEST_VENDOR" = openmpi ]; then
    where "windows are of osc rdma alone" osc=rdma
    where "windows are of osc sm alone" osc=sm
    where "messages are monitored" pml_monitoring_enable=2
    where "messages go to the process itself alone" btl=self
fi
finish
