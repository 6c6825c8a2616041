# Sourced by the tests: mpirun MPI, and what Open MPI asks of its environment.
# shellcheck shell=sh
OMPI_ALLOW_RUN_AS_ROOT=1
OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Of Open MPI 4, and from 5 on: two ranks on one processor.
OMPI_MCA_rmaps_base_oversubscribe=1
PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe \
    PRTE_MCA_rmaps_default_mapping_policy

fail()
{
    echo "FAIL: $*"
    exit 1
}
