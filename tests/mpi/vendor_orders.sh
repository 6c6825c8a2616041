#!/bin/sh
# Every variable, ours and the vendor's, can be used in every order of initializing and finalizing
# MPI and MPI_T, with an answer and without a crash; also where the user's choice of components
# makes the vendor unload others and forget their variables.

: "${abs_builddir:?}" "${RUN_MPI:?}"
failures=0

# Drained: with any other source some variables of the queue are not offered.
try()
{
    $RUN_MPI -n 1 env MPIT_UMQ_SOURCE=drain "$2" "$abs_builddir/tests/mpi/vendor_order" "$1"
    code=$?
    test $code = 0 && return
    echo "FAIL: $1 with $2: exit code $code"
    failures=$((failures + 1))
}

for order in TMmt TMtm MTmt MTtm TTMmtt TMm TtTMmt TtTtTMTtmt MmT MmTt MmTtTt TMmtTt MTtTmt MTmtTt \
    TtMTtmTt MTTtmt TtMm TtMmTt
do
    try $order MPIT_CVARS=
done
if [ "$TEST_VENDOR" = openmpi ]; then
    for setting in osc=rdma osc=sm pml_monitoring_enable=2 btl=self; do
        try MTmt OMPI_MCA_$setting
        try TMmt OMPI_MCA_$setting
    done
fi
test $failures = 0
