# Sourced: what the launcher of TEST_VENDOR in TEST_VENDOR_VERSION, and the ranks, are to find in
# the environment.  In OMPI_MCA_btl stands "self," and what shared memory is called.
#
# shellcheck shell=sh

# On one machine with few cores, perhaps a container and perhaps root.  1: there is no such vendor.
set_up_mpi()
{
    set_up_ucx
    case $TEST_VENDOR in
    openmpi) set_up_openmpi ;;
    mpich) set_up_mpich ;;
    *) return 1 ;;
    esac
}

# What PRRTE, the launcher from 5.0 on, and the shared memory ask for was renamed twice.
set_up_openmpi()
{
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_mpi_yield_when_idle=1
    # Where a test asks for sockets too: 5.0.7 cannot pair the interfaces of every container.
    OMPI_MCA_btl_tcp_if_include=lo
    export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM OMPI_MCA_mpi_yield_when_idle
    export OMPI_MCA_btl_tcp_if_include
    # Reading another process's memory is forbidden in many containers; 5.0.7 and 6.0.0rc2, which
    # read so by default, write past the end of a receive that is too short for its message.
    case ${TEST_VENDOR_VERSION:?} in
    [0-4].*)
        OMPI_MCA_rmaps_base_oversubscribe=1
        OMPI_MCA_hwloc_base_binding_policy=none
        OMPI_MCA_btl=self,vader
        OMPI_MCA_btl_vader_single_copy_mechanism=none
        export OMPI_MCA_rmaps_base_oversubscribe OMPI_MCA_hwloc_base_binding_policy
        export OMPI_MCA_btl OMPI_MCA_btl_vader_single_copy_mechanism
        return
        ;;
    5.*)
        PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
        PRTE_MCA_hwloc_default_binding_policy=none
        export PRTE_MCA_rmaps_default_mapping_policy PRTE_MCA_hwloc_default_binding_policy
        ;;
    *)
        PRTE_MCA_mapby=:oversubscribe
        PRTE_MCA_bindto=none
        export PRTE_MCA_mapby PRTE_MCA_bindto
        ;;
    esac
    OMPI_MCA_btl=self,sm
    OMPI_MCA_smsc='^cma,xpmem'
    export OMPI_MCA_btl OMPI_MCA_smsc
}

# UCX 1.23, which is below both where they are as new as this, takes 0.4 s of a processor in each
# process that is only linked with it, to change the code of mmap and the like with nobody in it; by
# the dynamic linker's tables it is done at once.
set_up_ucx()
{
    case $TEST_VENDOR-${TEST_VENDOR_VERSION:?} in
    openmpi-[6-9].* | mpich-[5-9].*)
        UCX_MEM_MMAP_HOOK_MODE=reloc
        export UCX_MEM_MMAP_HOOK_MODE
        ;;
    esac
}

# UCX below MPICH warns of hardware that is not there.  Where it has its file system (1.18), a
# thread of that ends just after the libraries are loaded, in a lock for a moment: the harness's
# child, forked then, would wait for that lock in MPI_Init for ever.  Without UCX, MPICH looks its
# own host up, whose name need not be known in a container: then it is to take an interface, as its
# launcher passes it on, and as what is started without one reads it.
set_up_mpich()
{
    UCX_LOG_LEVEL=error
    UCX_VFS_ENABLE=n
    export UCX_LOG_LEVEL UCX_VFS_ENABLE
    getent hosts "$(uname -n)" >/dev/null && return
    HYDRA_IFACE=lo
    MPIR_CVAR_CH3_NETWORK_IFACE=lo
    export HYDRA_IFACE MPIR_CVAR_CH3_NETWORK_IFACE
}
