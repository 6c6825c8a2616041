#!/bin/sh
# However a job dies, there is a report of it: not complete, with the reason and what has become of
# each rank, and with all that the program itself had counted by hand (tests/mpi/kills_program.c).
# What is promised stands in mpit-run(1), JOBS THAT DIE.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/kills_program
unset LD_PRELOAD OMPI_MCA_mca_base_env_list
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
RANKS=3
PATIENCE=20 # seconds

# checked RECORD STATES REASON [CALL]: STATES and REASON are patterns; the first rank that is not in
# CALL, or has another state, is told, as is each number that is not what the program has counted.
cat >checked.py <<'END'
import glob, json, re, sys
name, states, reason = sys.argv[1:4]
record = json.load(open(name))
calls, pairs, wrong = {}, {}, []
for file in glob.glob("count.*"):
    for word, *rest in map(str.split, open(file)):
        if word == "call":
            count, bytes = calls.get(rest[0], (0, 0))
            calls[rest[0]] = (count + int(rest[1]), bytes + int(rest[2]))
        if word == "pair":
            pairs[(int(rest[0]), int(rest[1]))] = (int(rest[2]), int(rest[3]))
found = {call["name"]: (call["count"], call["bytes"]) for call in record["calls"]}
for call, expected in calls.items():
    if found.get(call) != expected:
        wrong.append("%s: %s, counted by hand: %s" % (call, found.get(call), expected))
found = {(p["sender"], p["receiver"]): (p["messages"], p["bytes"]) for p in record["pairs"]}
if found != pairs:
    wrong.append("pairs %s, counted by hand: %s" % (found, pairs))
if record["complete"]:
    wrong.append("it says that it is complete")
if not re.search(reason, record["reason"]):
    wrong.append("reason '%s', not '%s'" % (record["reason"], reason))
if [rank["rank"] for rank in record["ranks"]] != list(range(record["nranks"])):
    wrong.append("not all ranks are there")
for rank in record["ranks"]:
    if not re.fullmatch(states, rank["state"] + "@" + rank["in"]):
        wrong.append("rank %d: %s in '%s'" % (rank["rank"], rank["state"], rank["in"]))
regions = [(r["label"], r["entries"], r["open"]) for r in record["regions"]]
if regions != [("open", len(glob.glob("count.*")), len(glob.glob("count.*")))]:
    wrong.append("regions %s" % regions)
print("\n".join(wrong))
sys.exit(bool(wrong))
END

checked() { python3 checked.py "$@" >wrong 2>&1 || fail "$(cat wrong)"; }
begin_job()
{
    begin_test "$1"
    rm -rf count.* job.json live
}
nothing_left()
{
    [ -z "$(ls live 2>/dev/null)" ] || fail "segments are left: $(ls live)"
    parts=$(find . -name '*.part')
    [ -z "$parts" ] || fail "parts are left: $parts"
}
# told: one line says that the report is not complete, and why.
told()
{
    [ "$(grep -c '^mpit run: the report is not complete: ' err)" -eq 1 ] ||
        fail 'it is not told once that the report is not complete'
    err_lacks 'no report'
}

# ---- a rank ends itself, or all do

unsaid= # by the launcher's exit code

# by_itself REASON CALL WHAT [RANK]
by_itself()
{
    reason=$1
    states=$2
    shift 2
    begin_job "$* ends a job with a report"
    run "$MPIT" run --report job.json -- "$MPIRUN" -n $RANKS "$program" "$@"
    [ "$1" = exit ] || [ "$code" -ne 0 ] || unsaid="$unsaid, $*"
    told
    checked job.json "$states" "$reason"
    nothing_left
}
# MPICH's launcher mixes the ends of all ranks into one code, those that it has killed among them.
by_signal()
{
    [ "$TEST_VENDOR" != mpich ] || { echo 'exit code [0-9]+'; return; }
    echo "killed by signal $1 "
}
before='before all ranks had reached the end of MPI_Finalize'
by_itself "$(by_signal 9)" 'dead@(MPI_Recv)?' kill 1
by_itself "$(by_signal 9)" 'dead@(MPI_Recv)?' kill
by_itself '^MPI_Abort\(7\) by rank 1$' 'dead@(MPI_Abort|MPI_Recv)?' MPI_Abort 1
by_itself "$(by_signal 6)" 'dead@(MPI_Recv)?' abort 1
by_itself "$(by_signal 11)" 'dead@(MPI_Recv)?' segv 1
by_itself "^exit code [0-9]+.* $before\$" 'dead@(MPI_Recv)?' _exit 1
by_itself "^exit code [0-9]+.* $before\$" 'dead@(MPI_Recv)?' exit 1
by_itself "^exit code [0-9]+.* $before\$" 'dead@(MPI_Recv)?' exit

begin_test "the exit code says that a rank died"
[ -z "$unsaid" ] || fail "it is 0: ${unsaid#, }"

# ---- from outside

# comes CONDITION...: less patient once something has not come, as where ranks outlive their
# launcher (Open MPI 6.0); no less than what graceful takes.
comes()
{
    tries=0
    until "$@"; do
        if [ $((tries += 1)) -gt $((20 * PATIENCE)) ]; then
            PATIENCE=12
            return 1
        fi
        sleep 0.05
    done
}
all_wait() { [ "$(echo count.[0-9] | wc -w)" -eq "$RANKS" ] && [ -e count.0 ]; }
is_over() { is_gone "$job"; }
pid_of() { sed -n 's/^pid //p' "count.$1" 2>/dev/null; }
ranks_are_gone() { for rank in 0 1 2; do is_gone "$(pid_of "$rank")" || return 1; done; }

# from_outside SIGNAL WHO REASON STATES
from_outside()
{
    begin_job "SIG$1 to $2 leaves a report"
    env --default-signal=HUP,INT,TERM "$MPIT" run --report job.json -- \
        "$MPIRUN" -n $RANKS "$program" wait >out 2>err &
    job=$!
    comes all_wait || fail 'it does not come so far'
    case $2 in
    mpit) victims=$job ;;
    launcher) victims=$(pgrep -P "$job" | head -n 1) ;;
    rank) victims=$(pid_of 1) ;;
    ranks) victims="$(pid_of 0) $(pid_of 1) $(pid_of 2)" ;;
    esac
    # shellcheck disable=SC2086 # several
    kill -s "$1" $victims
    comes is_over || { fail 'it hangs'; kill -KILL "$job"; }
    { wait "$job"; } 2>/dev/null
    if [ "$1$2" = KILLmpit ]; then
        comes ranks_are_gone || fail 'ranks are left'
        "$MPIT" report --live --format json >job.json 2>err || fail 'nothing is left to show'
        "$MPIT" collect >collected.json 2>>err || fail 'nothing is left to collect'
        checked collected.json "$4" "$3"
    else
        told
    fi
    checked job.json "$4" "$3"
    if [ "$1$2" != KILLmpit ]; then
        comes ranks_are_gone && nothing_left
    fi
}
from_outside TERM mpit '^mpit run got signal 15 ' 'dead@(MPI_Recv)?'
from_outside INT mpit '^mpit run got signal 2 ' 'dead@(MPI_Recv)?'
from_outside HUP mpit '^mpit run got signal 1 ' 'dead@(MPI_Recv)?'
from_outside KILL rank 'killed by signal 9 |exit code' 'dead@(MPI_Recv)?'
from_outside KILL ranks 'killed by signal 9 |exit code' 'dead@(MPI_Recv)?'
from_outside TERM launcher 'signal 15 |exit code' 'dead@(MPI_Recv)?'
from_outside KILL launcher 'was killed by signal 9 ' '(dead|running)@'
from_outside KILL mpit '^not all ranks have reached the end of MPI_Finalize$' 'dead@(MPI_Recv)?'

# ---- a job that goes on

cat >stubborn <<'END'
#!/bin/sh
trap '' TERM
"$@"
END
cat >graceful <<'END'
#!/bin/sh
trap 'sleep 7; touch go' TERM
"$@" &
wait $! || wait $!
END
chmod +x stubborn graceful
begin_job "of a job that does not end when it is told to there is a report so far"
env --default-signal=TERM "$MPIT" run --report job.json --report early.csv -- \
    ./stubborn "$MPIRUN" -n $RANKS "$program" wait >out 2>err &
job=$!
comes all_wait || fail 'it does not come so far'
kill -TERM "$job"
comes test -s job.json || fail 'there is none'
comes grep -q 'mpit run: the report so far is not complete: ' err || fail 'it is not told'
comes test -s early.csv || fail 'there is none in another format'
checked job.json 'running@' '^mpit run got signal 15 '
[ "$(find live -name '*.mpit' | wc -l)" -eq $RANKS ] || fail 'segments are gone'
kill -KILL "$job"
{ wait "$job"; } 2>/dev/null
checked job.json 'running@' '^mpit run got signal 15 '
for rank in 0 1 2; do kill -KILL "$(pid_of $rank)" 2>/dev/null; done
comes ranks_are_gone || fail 'ranks are left'

begin_job "the report of a job that ends well then is that of its end"
rm -f ready go
env --default-signal=TERM "$MPIT" run --report job.json --report job.csv -- \
    ./graceful "$MPIRUN" -n 2 "$abs_builddir/tests/mpi/waiting_program" ready go >out 2>err &
job=$!
comes test -e ready || fail 'it does not come so far'
kill -TERM "$job"
comes is_over || { fail 'it hangs'; kill -KILL "$job"; }
{ wait "$job"; } 2>/dev/null
err_has 'the report so far is not complete: '
python3 -c 'import json; assert json.load(open("job.json"))["complete"]' || fail 'it is not whole'
[ ! -e job.2.json ] || fail 'there are two'
[ ! -e job.2.csv ] || fail 'there are two in another format'
"$MPIT" report --format csv job.json | cmp -s - job.csv || fail 'not so in another format'
nothing_left

# ---- what becomes of it

# all_dead TEXT: a sentence, which goes on in the next line where it is long
all_dead()
{
    tr -s '\n ' '  ' <"$1" | grep -q ' partial [^|]*: of 3 ranks 3 dead ' || fail "$(cat "$1")"
}

begin_job "the report of a job that died goes where any report goes"
run "$MPIT" run -- "$MPIRUN" -n $RANKS "$program" kill 1
told
all_dead err
err_has '^MPI_Isend  *81 '
err_has '^dead  *-  *1  *1$'
err_has '^dead  *MPI_Recv  *2  *0, 2$'
begin_job "as a text file"
run "$MPIT" run --report job.txt -- "$MPIRUN" -n $RANKS "$program" kill 1
told
all_dead job.txt
grep -q '^ended    exit code' job.txt || fail "$(cat job.txt)"
nothing_left

begin_job "a job that ends well leaves no segments"
run "$MPIT" run --report job.json -- "$MPIRUN" -n $RANKS "$program" finalize
exits 0
err_is_one_line
nothing_left

begin_job "mpit_live=off is heeded"
run "$MPIT" run --set mpit_live=off --report job.json -- "$MPIRUN" -n $RANKS "$program" kill 1
err_has 'no report: '
[ ! -e live ] || fail 'there are segments'

begin_job "what was left is removed a day after it was found, and nothing else"
env --default-signal=INT,TERM "$MPIT" run --report job.json -- "$MPIRUN" -n $RANKS "$program" wait \
    >out 2>err &
job=$!
comes all_wait || fail 'it does not come so far'
kill -KILL "$job"
{ wait "$job"; } 2>/dev/null
comes ranks_are_gone || fail 'ranks are left'
: >live/other
: >live/none.mpit
run "$MPIT" run -- true
[ "$(find live -name '*-*.mpit' -perm 0400 | wc -l)" -eq $RANKS ] || fail "not noted: $(ls -l live)"
run "$MPIT" run -- true
[ "$(find live -name '*-*.mpit' | wc -l)" -eq $RANKS ] || fail "removed too early: $(ls -l live)"
{ [ -e live/other ] && [ -e live/none.mpit ]; } || fail "not ours: $(ls -l live)"
finish
