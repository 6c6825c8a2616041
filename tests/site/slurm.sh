#!/bin/sh
# Under Slurm a job that is cancelled, or comes to its time limit, has its report, with all that its
# ranks had counted by hand; arrays and steps of several programs have theirs; and a TaskProlog is
# enough to have libmpit in all tasks.  The cluster is this machine: a controller, a node and munge,
# all in a folder of their own, and ended with the test.  Not a part of `make check`: a time limit
# is a minute at least.
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
        [ -s "$scratch/$daemon.pid" ] || continue
        pid=$(cat "$scratch/$daemon.pid")
        kill "$pid"
        for _ in $(seq 50); do
            is_gone "$pid" && break
            sleep 0.1
        done
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
TaskProlog=$scratch/prolog
KillWait=10
NodeName=$node NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES State=UP OverSubscribe=FORCE:4
END
}

# As a site has it, and of the jobs here in one alone.
cat >prolog <<END
#!/bin/sh
[ -n "\$SITE_REPORT" ] || exit 0
echo "export LD_PRELOAD=$LIBMPIT"
echo "export MPIT_REPORT=\$SITE_REPORT"
END
chmod +x prolog

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

# finished NAME LINE: what a job of that line has left stands in its folder.
finished()
{
    name=$1
    mkdir "$name"
    printf '#!/bin/sh\n%s\n' "$2" >"$name/script"
    shift 2
    run sbatch --wait --parsable -n 2 -t 1 -D "$name" -o out -e err "$@" "$name/script"
    exits 0
    [ "$code" -eq 0 ] || fail "$(cat "$name/err")"
}
# is_whole RECORD RANKS
is_whole()
{
    python3 -c '
import json, sys
record = json.load(open(sys.argv[1]))
assert record["complete"] and len(record["ranks"]) == record["nranks"] == int(sys.argv[2]), record
' "$1" "$2" >wrong 2>&1 && return
    fail "$1: $(cat wrong)"
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

begin_test "the tasks of a job have it from a TaskProlog"
finished prologue "export SITE_REPORT=\$PWD/job.json; exec $step -n 2 '$program' finalize"
is_whole prologue/job.json 2
begin_test "what is no MPI program is as it was with it"
finished others "export SITE_REPORT=\$PWD/job.json; srun -n 1 sh -c 'echo out; echo err >&2; exit 7'
echo \$?"
[ "$(cat others/out)" = "out
7" ] || fail "$(cat others/out)"
grep -q '^err$' others/err || fail "$(cat others/err)"
[ ! -e others/job.json ] || fail 'it has a report'

begin_test "each job of an array has its own report"
finished array "exec '$MPIT' run --report job-%j.json -- $step -n 2 '$program' finalize" --array=1-3
set -- array/job-*.json
[ $# -eq 3 ] || fail "$# of 3 are there: $(cat array/err)"
for report; do is_whole "$report" 2; done

# (The parts of a heterogeneous job want a node each.)
begin_test "a step of two programs is one job"
printf '%s\n' "0 $program finalize" "1 $program finalize" >programs
finished several "exec '$MPIT' run --report job.json -- $step -n 2 --multi-prog ../programs"
is_whole several/job.json 2

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
