#!/bin/sh
# A job that is ended from outside in each of its phases, and one whose disk is full: nothing hangs,
# no rank is left, what stood where the report goes is not damaged, and what is missing is told.
# What is promised stands in mpit-run(1), ENDINGS.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/ending_program
PATIENCE=60 # seconds
unset LD_PRELOAD OMPI_MCA_mca_base_env_list
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR

# Waits for a command to succeed.
comes_within() # SECONDS COMMAND...
{
    end=$(($(date +%s) + $1))
    shift
    until "$@" || [ "$(date +%s)" -gt "$end" ]; do sleep 0.05; done
    "$@"
}
comes() { comes_within "$PATIENCE" "$@"; }

# The processes of this job's ranks: they have its report in their environment.
ranks()
{
    for pid in $(pgrep -x ending_program); do
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" |
            grep -qxF "MPIT_REPORT=$scratch/job.json" && echo "$pid"
    done
}
no_ranks() { [ -z "$(ranks)" ]; }
rank_0()
{
    for pid in $(ranks); do
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" |
            grep -qE '^(OMPI_COMM_WORLD_RANK|PMI_RANK)=0$' && echo "$pid" && return
    done
}

# A report of yesterday, which this job is not to harm.
put_old()
{
    rm -f ready job*
    cp "$abs_srcdir/tests/tools/records/format1.json" job.json
    touch -d '1 hour ago' job.json
}
is_unharmed() { same "$abs_srcdir/tests/tools/records/format1.json" job.json; }

# start WORD...: a job of two ranks, as far as where it says "ready".
start()
{
    put_old
    env --default-signal=INT,TERM "$MPIT" run --report job.json -- \
        "$MPIRUN" -n 2 "$program" "$@" >out 2>err &
    job=$!
    comes [ -e ready ] || fail 'it does not come so far'
}

is_over() { is_gone "$job"; }

# MPICH's launcher may take a signal that it can handle for a good end, without libmpit too.
may_be_0()
{
    case $TEST_VENDOR$who$signal in
    mpich*INT | mpichlauncherTERM | mpichmpitTERM) return 0 ;;
    *) return 1 ;;
    esac
}

# Open MPI's launcher that ends a job while a rank is in MPI_Finalize crashes or hangs each tenth
# time once its ranks are gone (4.1.4, in PMIx_server_finalize), without libmpit too.
may_hang() { [ "$TEST_VENDOR" = openmpi ]; }
is_over_or_alone() { is_over || no_ranks; }

# Such a launcher is given some seconds, and then ended: the rest is as with any other.
end_hanging_launcher()
{
    comes is_over_or_alone
    comes_within 10 is_over || kill -KILL "$launcher" 2>/dev/null
}

# The job ends in time, and none of its ranks is left.
over()
{
    may_hang && end_hanging_launcher
    comes is_over || { fail 'it hangs'; kill -KILL "$job"; }
    { wait "$job"; } 2>/dev/null
    code=$?
    case $code$who in
    0rank) may_be_0 || unsaid="$unsaid, SIG$signal in $*" ;;
    0*) may_be_0 || fail "exit code 0 where it is $*" ;;
    esac
    case $who$signal$1 in
    launcherKILLready | launcherKILLwait:1) ;; # Open MPI's know of it from somewhere in MPI_Init on
    launcherKILL*) comes_within 20 no_ranks || outlived="$outlived, $*" ;;
    *) comes no_ranks || fail 'ranks are left' ;;
    esac
}

# Whatever of this job is there can be shown.
is_whole()
{
    for left in job.*.json job.json.*.part; do
        [ ! -e "$left" ] || "$MPIT" report "$left" >shown 2>&1 ||
            fail "$left is damaged: $(cat shown)"
    done
}
is_told() { err_has 'mpit run: .*\(no report: \|partial: \|report in \)'; }

# ended WHO SIGNAL WORD...
ended()
{
    who=$1
    signal=$2
    shift 2
    start "$@"
    launcher=$(pgrep -P "$job" | head -n 1)
    case $who in
    mpit) victim=$job ;;
    launcher) victim=$launcher ;;
    rank) victim=$(rank_0) ;;
    esac
    kill -s "$signal" "$victim" || fail "no $who to end"
    over "$@"
    for pid in $(ranks); do kill -KILL "$pid"; done
    is_unharmed
    is_whole
    [ "$who$signal" = mpitKILL ] || is_told # else nobody is left to tell
}

# in_phases COMMAND...: with the words that hold the program in each of its phases.
in_phases()
{
    "$@" ready wait:0 wait:1 init finalize      # before MPI_Init
    "$@" wait:1 ready init finalize             # rank 0 is in MPI_Init
    "$@" init ready wait:0 wait:1 finalize      # it computes
    "$@" init wait:1 ready finalize             # rank 0 is in MPI_Finalize
    "$@" init slow finalize                     # the report is being written
}

outlived=
unsaid= # by the launcher's exit code
for signal in TERM INT KILL; do
    for who in rank launcher mpit; do
        begin_test "SIG$signal to $who ends the job in each phase, and harms nothing"
        in_phases ended $who $signal
    done
done

begin_test "no rank outlives its launcher"
[ -z "$outlived" ] || fail "some did: ${outlived#, }"

begin_test "the exit code says that a rank was ended"
[ -z "$unsaid" ] || fail "it is 0: ${unsaid#, }"

# ---- a disk that is full

begin_test "a disk that gets full costs the file, not the report nor the job"
put_old
run "$MPIT" run --report job.json -- "$MPIRUN" -n 2 "$program" init nospace finalize
exits 0
[ "$(grep -c '^finished 0 0$' out)" -eq 2 ] || fail 'the program has not gone on'
err_has 'cannot write the report to .*: No space left on device; here it is instead'
is_unharmed
# What the ranks could not write there mpit run can in the end, from their segments.
err_has 'report in .*/job.2.json$'
is_whole
[ "$(echo job* .mpit* .job*)" = 'job.2.json job.json .mpit* .job*' ] || fail "left: $(ls -A)"

begin_test "a disk that is full before the job is said, and the job is not run"
# A file system of a page, which the shell fills and shows in a name space of its own: where users
# may have name spaces, or as root, whom a changed root forbids those of users.  A machine that
# forbids both fails here.
cat >on_full_disk <<'END'
mount -t tmpfs -o size=4k none disk || exit 99
: >disk/full && dd if=/dev/zero of=disk/full bs=4096 count=1 2>/dev/null
"$@"
END
mkdir disk
apart=-rm
unshare $apart true 2>/dev/null || apart=-m
run unshare $apart sh on_full_disk "$MPIT" run --report disk/job.json -- "$MPIRUN" -n 1 touch ran
exits 2
err_has '^mpit run: --report disk/job.json: No space left on device; the job was not run'
[ ! -e ran ] || fail 'the job was run'
try "a full disk where the ranks write costs the file alone" unshare $apart sh on_full_disk \
    "$MPIRUN" -n 2 env LD_PRELOAD="$LIBMPIT" MPIT_REPORT="$scratch/disk/job.json" \
    "$program" init finalize
exits 0
err_has 'cannot write the report to .*: No space left on device; here it is instead'
finish
