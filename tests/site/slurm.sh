#!/bin/sh
# Under Slurm a job that is cancelled, or comes to its time limit, has its report, with all that its
# ranks had counted by hand.  The cluster is this machine: a controller, a node, munge, all of them
# in a folder of their own, and ended with the test.  Not a part of `make check`: a time limit is a
# minute at least.
. "${0%/*}/../prelude.sh"
. "$here/../tools/counted.sh"
program=$abs_builddir/tests/mpi/kills_program
unset LD_PRELOAD OMPI_MCA_mca_base_env_list MPIT_LIVE_DIR
SLURM_CONF=$scratch/slurm.conf
export SLURM_CONF
node=$(hostname -s)

end_cluster()
{
    scancel --user="$(id -un)" 2>/dev/null
    for daemon in slurmctld slurmd munged; do
        [ ! -s "$scratch/$daemon.pid" ] || kill "$(cat "$scratch/$daemon.pid")"
    done
}
trap 'end_cluster; leave' EXIT

# More processors than there may be, and each for several: what is tested waits.
configuration()
{
    cat <<END
ClusterName=mpit
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=10
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
END
}

begin_cluster()
{
    mkdir -p state spool && chmod 711 . && configuration >slurm.conf || return
    (umask 077 && head -c 1024 /dev/urandom >munge.key)
    munged --force --key-file="$scratch/munge.key" --socket="$scratch/munge.socket" \
        --pid-file="$scratch/munged.pid" --log-file="$scratch/munge.log" \
        --seed-file="$scratch/munge.seed" && slurmctld -c && slurmd -c || return
    for _ in $(seq 100); do
        [ "$(sinfo -h -o %T)" = idle ] && return
        sleep 0.2
    done
    sinfo
    tail -n 5 slurmctld.log slurmd.log
    return 1
}

# submit NAME LAUNCHER...: leaves its number in $job, once its ranks wait.
submit()
{
    name=$1
    shift
    mkdir "$name"
    cat >"$name/script" <<END
#!/bin/sh
cd '$scratch/$name' && exec '$MPIT' run --report job.json -- $* -n 2 '$program' wait
END
    job=$(sbatch --parsable -n 2 -t 1 -o "$name/out" -e "$name/err" "$name/script") || return
    for _ in $(seq 200); do
        [ -e "$name/count.0" ] && [ -e "$name/count.1" ] && return
        sleep 0.1
    done
    fail "$name does not come so far: $(cat "$name/err")"
}

# has_report NAME: within two minutes; not before the job is over.
has_report()
{
    for _ in $(seq 240); do
        [ -s "$1/job.json" ] && ! squeue -h -o %j -j "$2" 2>/dev/null | grep -q . && break
        sleep 0.5
    done
    cp "$1/err" err 2>/dev/null
    err_has 'the report is not complete: .*; of 2 ranks 0 ended, 2 dead, 0 running, 0 missing'
    cd "$1" && is_as_counted job.json 2
    cd "$scratch" || exit
}

case $TEST_VENDOR in
openmpi) step='srun --mpi=pmix' ;;
mpich) step='srun --mpi=pmi2' ;;
esac

begin_test "a cluster of one node begins"
begin_cluster >cluster 2>&1 || {
    fail "$(cat cluster)"
    finish
}

begin_test "jobs begin, by srun and by the launcher of the MPI"
submit limit_srun "$step" && limit_srun=$job
submit limit_launcher "$MPIRUN" && limit_launcher=$job
submit cancel_srun "$step" && cancel_srun=$job
submit cancel_launcher "$MPIRUN" && cancel_launcher=$job

begin_test "a job whose steps are cancelled has its report"
scancel "$cancel_srun"
has_report cancel_srun "$cancel_srun"
begin_test "the same of the launcher of the MPI"
scancel "$cancel_launcher"
has_report cancel_launcher "$cancel_launcher"

begin_test "a job that comes to its time limit has its report"
has_report limit_srun "$limit_srun"
begin_test "the same of the launcher of the MPI, at its limit"
has_report limit_launcher "$limit_launcher"
finish
