#!/bin/sh
# A job of three nodes under Slurm: from each of them one command sees all ranks, and names who is
# waited for.  Not a part of `make check`: of .ci/long, which installs Slurm.
. "${0%/*}/../prelude.sh"
. "$here/cluster.sh"
. "$here/../tools/counted.sh"
hangs=$abs_builddir/tests/mpi/hangs
kills=$abs_builddir/tests/mpi/kills_program
SLURM_CONF=$scratch/slurm.conf
export SLURM_CONF
case $TEST_VENDOR in
openmpi) step='srun --mpi=pmix' ;;
mpich) step='srun --mpi=pmi2' ;;
esac

# What each node has for itself stands in its own /dev/shm.
configuration()
{
    cat <<END
ClusterName=mpit
SlurmctldHost=node1
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=/dev/shm/munge.socket
CredType=cred/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=/dev/shm/spool
SlurmctldPidFile=/dev/shm/slurmctld.pid
SlurmdPidFile=/dev/shm/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=10
TmpFS=/dev/shm
NodeName=node[1-$nodes] CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
END
}

begin_cluster()
{
    mkdir -p state && chmod 711 . && configuration >slurm.conf || return
    (umask 077 && head -c 1024 /dev/urandom >munge.key)
    for i in $(seq "$nodes"); do
        ./on "$i" munged --force --key-file="$scratch/munge.key" \
            --socket=/dev/shm/munge.socket --pid-file=/dev/shm/munged.pid \
            --log-file="$scratch/munge.$i.log" --seed-file=/dev/shm/munge.seed || return
    done
    ./on 1 slurmctld -c || return
    for i in $(seq "$nodes"); do
        ./on "$i" slurmd -c || return
    done
    for _ in $(seq 100); do
        [ "$(./on 1 sinfo -h -o '%T %D')" = "idle $nodes" ] && return
        sleep 0.2
    done
    ./on 1 sinfo
    tail -n 5 slurmctld.log slurmd-*.log
    return 1
}

# submit COMMAND...: for so many $minutes; leaves its number in $job.
minutes=2
submit()
{
    rm -f job.json count.*
    cat >script <<END
#!/bin/sh
cd '$scratch' && exec '$MPIT' run -s mpit_live=where --report job.json -- $*
END
    job=$(./on 1 sbatch --parsable -N "$nodes" --ntasks-per-node=1 -t "$minutes" \
        -o "$scratch/job.out" -e "$scratch/job.err" "$scratch/script") || fail 'no job is taken'
}

sees()
{
    run ./on "$1" "$MPIT" where
    [ "$code" -eq 1 ] && grep -q "rank 2 " out && ! grep -q 'not seen' out
}

is_over()
{
    [ -z "$(./on 1 squeue -h -j "$job" 2>/dev/null)" ]
}

# Of ranks that are dead, and nothing is left of them.
has_report_of_all()
{
    within 15 grep -q 'report in' job.err || fail 'it has no report'
    cp job.err err
    err_has "of $nodes ranks 0 ended, $nodes dead, 0 running, 0 missing"
    is_as_counted job.json "$nodes"
    is_empty_everywhere
}

begin_test 'three nodes can be made here'
nodes_up 3 || finish
begin_test 'they are a cluster of Slurm'
begin_cluster >cluster 2>&1 || {
    fail "$(cat cluster)"
    finish
}

begin_test 'a hang is named from each node of the job'
submit "$step" "'$hangs'" one_in_recv
for i in $(seq "$nodes"); do
    within 40 sees "$i" || fail "not from node$i: $(cat job.err)"
done
cat out
./on 1 scancel "$job"
within 40 is_over || fail 'it does not end'

begin_test 'a job that dies has a report of all nodes, and nothing is left'
submit "$step -K" "'$kills'" kill 2
within 60 is_over || fail 'it does not end'
has_report_of_all

begin_test 'so has one that is cancelled'
submit "$step" "'$kills'" wait
within 40 ranks_have_counted "$nodes" || fail 'it does not come so far'
./on 1 scancel "$job"
within 60 is_over || fail 'it does not end'
has_report_of_all

begin_test 'and one whose time is over'
minutes=1
submit "$step" "'$kills'" wait
within 120 is_over || fail 'it does not end'
has_report_of_all
finish
