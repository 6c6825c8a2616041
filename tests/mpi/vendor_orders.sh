#!/bin/sh
# Every variable, ours and the vendor's, can be used in every order of initializing and finalizing
# MPI and MPI_T, with an answer and without a crash.

: "${abs_builddir:?}" "${RUN_MPI:?}"
failures=0
# What `make check` exports for the scripts is no setting for the library.
for order in TMmt TMtm MTmt MTtm TTMmtt TMm TtTMmt TtTtTMTtmt MmT MmTt MmTtTt TMmtTt MTtTmt MTmtTt \
    TtMTtmTt MTTtmt TtMm TtMmTt
do
    $RUN_MPI -n 1 "$abs_builddir/tests/mpi/vendor_order" $order
    code=$?
    test $code = 0 || {
        echo "FAIL: $order: exit code $code"
        failures=$((failures + 1))
    }
done
test $failures = 0
