#!/bin/sh
# Who waits for whom, in reports: of a job that ends, of one that is killed, by `mpit run` and
# without it, is what the program has measured around its calls (tests/mpi/waits_program.c).
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/waits_program
unset LD_PRELOAD OMPI_MCA_mca_base_env_list MPIT_WATCH
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
RING=4096 # collectives that are kept of a thread

# waits RECORD SHARE [PART]: rank 0 has waited for rank 1 in messages and in collectives as long as
# it has measured, within a twentieth, of which PART can have been seen, for no other, and nobody
# for long for it; SHARE of the collectives at least could be joined.
cat >waits.py <<'END'
import json, sys
record = json.load(open(sys.argv[1]))
share = float(sys.argv[2])
in_recv, in_allreduce = map(float, open("waited").read().split())
wrong = []
found = {}
for wait in record["waits"]:
    found[wait["rank"], wait["for"], wait["kind"]] = wait["seconds"]
def near(kind, measured):
    seconds = found.pop((0, 1, kind), 0)
    if not 0.95 * measured <= seconds <= 1.05 * measured:
        wrong.append("%s: %g s, measured %g s" % (kind, seconds, measured))
near("late_sender", in_recv)
near("late_arrival", in_allreduce)
for (rank, culprit, kind), seconds in found.items():
    if seconds > 0.05 * (in_recv + in_allreduce):
        wrong.append("rank %d for %d, %s: %g s" % (rank, culprit, kind, seconds))
if not (share <= record["waits_seen"] <= 1):
    wrong.append("joined: %s" % record["waits_seen"])
print("\n".join(wrong))
sys.exit(bool(wrong))
END
waits() { python3 waits.py "$@" >wrong 2>&1 || fail "$(cat wrong)"; }

begin_test 'a job says for whom it has waited'
run "$MPIT" run --report job.json -- "$MPIRUN" -n 2 "$program" 10 50000
exits 0
waits job.json 1

begin_test 'beside the queue, which the MPI may be asked for, as well'
run "$MPIT" run --set mpit_watch=queue,waits --report queue.json -- "$MPIRUN" -n 2 \
    "$program" 10 50000
exits 0
waits queue.json 1

begin_test 'the text says so, and no more of collectives when all are joined'
run "$MPIT" report job.json
exits 0
out_has 'to come to collectives'
out_has 'to send'
out_lacks 'of the collectives'

begin_test 'without mpit run the ranks join what their rings hold'
rm -rf job.json live && mkdir -m 700 live
run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_LIVE=counts MPIT_WATCH=waits \
    "MPIT_REPORT=$scratch/job.json" "$program" 10 50000
exits 0
waits job.json 1
rm -rf live

begin_test 'mpit report --live joins what is there'
rm -rf live && mkdir -m 700 live
run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_LIVE=counts MPIT_WATCH=waits "$program" 10 50000
exits 0
run "$MPIT" report --live live --format json
exits 0
cp out job.json
waits job.json 1
rm -rf live

begin_test 'a killed job does, too'
rm -f job.json
run "$MPIT" run --report job.json -- "$MPIRUN" -n 2 "$program" 10 50000 kill
err_has 'the report is not complete: .*of 2 ranks 0 ended, 2 dead'
waits job.json 0.9

# What is shown is what was seen.
begin_test 'what was overrun is said'
rm -rf job.json live && mkdir -m 700 live
run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_LIVE=counts MPIT_WATCH=waits \
    "MPIT_REPORT=$scratch/job.json" "$program" $((2 * RING)) 0
exits 0
seen=$(sed -n 's/.*"waits_seen": *\([0-9.]*\).*/\1/p' job.json | head -n 1)
awk -v seen="$seen" 'BEGIN { exit !(seen > 0.45 && seen < 0.51) }' ||
    fail "half of the collectives are in the rings, and $seen are said to be"
run "$MPIT" report job.json
exits 0
out_has 'of the collectives'
rm -rf live

begin_test 'mpit run sees more than the rings hold'
rm -f job.json
run "$MPIT" run --report job.json -- "$MPIRUN" -n 2 "$program" $((2 * RING)) 50
exits 0
now=$(sed -n 's/.*"waits_seen": *\([0-9.]*\).*/\1/p' job.json | head -n 1)
awk -v seen="$now" 'BEGIN { exit !(seen > 0.9) }' || fail "$now of the collectives are joined"

# How often a process has waited: once after each look; nanoseconds of a processor that it has had.
looks() { sed -n 's/^voluntary_ctxt_switches:[[:space:]]*//p' "/proc/$1/status"; }
used() { cut -d' ' -f1 "/proc/$1/schedstat"; }

# Ranks fill a node: a thousandth of a processor, for looks of 60 us at 16 ranks, which are 63 in
# 4 s.  How long one takes is the machine's affair: ten times as long it may be.
begin_test '`mpit run` takes no processor while its job runs'
"$MPIT" run --report job.json -- "$MPIRUN" -n 16 "$abs_builddir/tests/mpi/kills_program" wait \
    >job.out 2>&1 &
job=$!
for _ in $(seq 200); do
    [ "$(echo count.[0-9] count.1[0-9] | wc -w)" -eq 16 ] && break
    sleep 0.1
done
sleep 1
before=$(used $job)
looks_before=$(looks $job)
sleep 4
took=$(($(used $job) - before))
[ $(($(looks $job) - looks_before)) -lt 80 ] ||
    fail "$(($(looks $job) - looks_before)) looks in 4 s"
[ $took -lt 40000000 ] || fail "$took ns in 4 s"
kill $job
wait $job
finish
