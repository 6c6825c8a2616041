# Sourced: what the launcher of TEST_VENDOR, and the ranks, are to find in the environment.
#
# shellcheck shell=sh

# On one machine with few cores, perhaps a container and perhaps root.  1: there is no such vendor.
set_up_mpi()
{
    case $TEST_VENDOR in
    openmpi) set_up_openmpi ;;
    mpich) set_up_mpich ;;
    *) return 1 ;;
    esac
}

set_up_openmpi()
{
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1
    OMPI_MCA_hwloc_base_binding_policy=none
    OMPI_MCA_mpi_yield_when_idle=1
    OMPI_MCA_btl=self,vader
    # Reading another process's memory is forbidden in many containers.
    OMPI_MCA_btl_vader_single_copy_mechanism=none
    export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_rmaps_base_oversubscribe
    export OMPI_MCA_hwloc_base_binding_policy OMPI_MCA_mpi_yield_when_idle OMPI_MCA_btl
    export OMPI_MCA_btl_vader_single_copy_mechanism
}

# UCX below MPICH warns of hardware that is not there.  Without UCX it looks its own host up, whose
# name need not be known in a container: the launcher passes on the address, and the other is for
# what is started without one.
set_up_mpich()
{
    UCX_LOG_LEVEL=error
    export UCX_LOG_LEVEL
    getent hosts "$(uname -n)" >/dev/null && return
    HYDRA_IFACE=lo
    MPIR_CVAR_CH3_INTERFACE_HOSTNAME=127.0.0.1
    export HYDRA_IFACE MPIR_CVAR_CH3_INTERFACE_HOSTNAME
}
