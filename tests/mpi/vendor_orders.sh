#!/bin/sh
# Every variable, ours and the vendor's, can be used in every order of initializing and finalizing
# MPI and MPI_T, with an answer and without a crash; also where the user's choice of components
# makes the vendor unload others and forget their variables.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/vendor_order

# Drained: with any other source some variables of the queue are not offered.
for order in TMmt TMtm MTmt MTtm TTMmtt TMm TtTMmt TtTtTMTtmt MmT MmTt MmTtTt TMmtTt MTtTmt MTmtTt \
    TtMTtmTt MTTtmt TtMm TtMmTt; do
    harness 1 MPIT_UMQ_SOURCE=drain VENDOR_ORDER=$order "$program"
done
if [ "$TEST_VENDOR" = openmpi ]; then
    for setting in osc=rdma osc=sm pml_monitoring_enable=2 btl=self; do
        for order in MTmt TMmt; do
            harness 1 MPIT_UMQ_SOURCE=drain OMPI_MCA_$setting VENDOR_ORDER=$order "$program"
        done
    done
fi
finish
