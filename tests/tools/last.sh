#!/bin/sh
# `mpit last`: what ranks did last is shown, and in what they differ first is found, also when they
# have gone on: programs with a fault that is known, and without.  With --all 60 of them.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/last_calls
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
SECONDS_TO_SEE=90 # a loaded machine starts slowly, and has ranks wait for a processor

# start ARGUMENT...: a job of four ranks, or of $ranks, that keeps its calls.
start()
{
    mkdir -m 700 "$MPIT_LIVE_DIR"
    rm -f job.json
    timeout 120 "$MPIT" run -s mpit_recorder="${kept:-4096}" --report "$scratch/job.json" -- \
        "$MPIRUN" -n "${ranks:-4}" "$@" >job.out 2>&1 &
    job=$!
}

end_job()
{
    is_gone "$job" || kill -TERM "$job" # timeout hands it on, and mpit run ends its job
    wait "$job"
    rm -rf "$MPIT_LIVE_DIR"
}

# wait_for NUMBER PATTERN OPTION...: until so many lines of `mpit last` are of it, or time is up.
# PATTERN is of what stays: on a loaded machine a rank is late in any step, and others wait for it.
wait_for()
{
    lines=$1
    pattern=$2
    shift 2
    end=$(($(date +%s) + SECONDS_TO_SEE))
    while run "$MPIT" last "$@"
        [ "$(grep -c -e "$pattern" out)" -lt "$lines" ] && [ "$(date +%s)" -lt "$end" ] &&
            ! is_gone "$job"; do
        sleep 0.3
    done
}

# has_refused: the MPI library has ended the job; its words may be lost with it, and the class of
# its error, MPI_ERR_TRUNCATE, is not.
has_refused()
{
    is_gone "$job" || return
    wait "$job"
    [ $? -eq 15 ]
}

# finds KIND WHO AT: though a thousand calls come after it.
finds()
{
    begin_test "$1 of rank $2 in step $3 is found"
    start "$program" "$@" $(($3 + 150))
    wait_for 1 '"differs": {' --json
    if [ "$1" = count ] && has_refused; then
        echo "the MPI library has ended it, and nothing hangs"
    else
        exits 1
        grep -q "\"differs\": {\"ranks\": \[$2\]" out || fail "$(cut -c1-300 out)"
    fi
    end_job
    end_test
}

a_hang_has_its_last_calls()
{
    start "$abs_builddir/examples/hang"
    wait_for 1 ', the others MPI_Allreduce of 8 bytes"' --json # all have come there
    run "$MPIT" last
    exits 1
    out_has '^The 11th collective on MPI_COMM_WORLD is the first in which they differ: rank 3 calls'
    out_has_text 'calls MPI_Bcast with root 3 of 8 bytes, the others MPI_Allreduce of 8 bytes.'
    out_has '^\* .* 3  MPI_Bcast .*root 3, 8 bytes, on MPI_COMM_WORLD$'
    [ "$(grep -c '^  .* [0-2]  MPI_Allreduce .*still in it, 8 bytes, on MPI_' out)" -eq 3 ] ||
        fail "$(cat out)"
    run "$MPIT" last --rank 1 --calls 2
    [ "$(grep -c MPI_Allreduce out)" -eq 3 ] || fail "$(cat out)" # and what is said of it
    out_lacks ' 2  MPI_Allreduce'
    run "$MPIT" last --json
    python3 - <<'END_OF_FILE' >said 2>&1 || fail "$(cat said)"
import json
with open("out") as file:
    job = json.load(file)["jobs"][0]
assert job["ranks"] == 4 and [each["rank"] for each in job["recorder"]] == [0, 1, 2, 3]
for each in job["recorder"]:
    calls = each["calls"]
    assert each["lost"] == 0
    reductions = sum(call["call"] == "MPI_Allreduce" for call in calls)
    assert reductions == (10 if each["rank"] == 3 else 11), reductions
    for call, following in zip(calls, calls[1:]):
        assert call["begin"] <= call["end"] <= following["begin"], (call, following)
    assert each["rank"] == 3 or calls[-1]["end"] is None, calls[-1]
END_OF_FILE
    end_job
    run "$MPIT" last "$scratch/job.json" # the report of its end
    exits 2
    err_has_text "mpit report --full $scratch/job.json shows the calls"
    run "$MPIT" report --full "$scratch/job.json"
    exits 0
    [ "$(grep -c '^   [0-2]  MPI_Allreduce .* not back .* 8  MPI_COMM_WORLD$' out)" -eq 3 ] ||
        fail "$(cat out)"
}

# differ RANKS TEXT: these are named, with this.
differ()
{
    wait_for 1 "\"differs\": {\"ranks\": \[$1\], \"text\": \"[^:]*: $2\"}" --json
    exits 1
    grep -q "\"ranks\": \[$1\], \"text\": \"[^:]*: $2\"}" out || fail "$(cut -c1-500 out)"
    end_job
}

# is_behind TEXT: rank 1 is named, with this.
is_behind()
{
    wait_for 1 '"differs": {' --json
    exits 1
    said="Rank 1 has not come to the 2nd collective on comm [0-9a-f]*, $1; 1 behind"
    grep -q "\"differs\": {\"ranks\": \[1\], \"text\": \"$said\"}" out ||
        fail "$(cut -c1-500 out)"
    end_job
}

root() { echo "MPI_Bcast with root $1 of 4 bytes"; }

of_two_ranks_neither_is_the_odd_one()
{
    ranks=2
    start "$program" root 0 5 100
    differ '0, 1' "rank 0 calls $(root 0), rank 1 $(root 1)"
    unset ranks
}

what_ranks_call_is_said_of_each_kind()
{
    start "$program" own 2 4 100
    differ '2, 3' "rank 2 calls $(root 2), rank 3 $(root 3), the others $(root 0)"
    start "$program" gone 1 4 100
    differ 1 "rank 1 calls $(root 1), ranks 0, 2 $(root 0)"
    ranks=6
    start "$program" own 0 4 100
    differ '0, 1, 2, 3, 4, 5' "rank 0 calls $(root 0), rank 1 $(root 1), rank 2 $(root 2), $(
        )rank 3 $(root 3), and 2 ranks yet others"
    unset ranks
}

who_is_not_in_a_communicator_is_not_behind_on_it()
{
    start "$program" part 1 5 100
    is_behind 'MPI_Barrier, in which the others wait'
    start "$program" part 1 4 100
    is_behind 'MPI_Reduce with root 0 of 4 bytes, in which rank 0 waits'
}

two_groups_have_each_root_by_two_numbers()
{
    start "$program" inter 0 5 20
    wait_for 4 's  on MPI_COMM_WORLD$' --calls 1
    run "$MPIT" last --json
    exits 0
    out_has '"differs": null'
    [ "$(grep -o MPI_Alltoall out | wc -l)" -eq 4 ] || fail 'they have not met'
    end_job
}

a_ring_that_was_overrun_says_so()
{
    kept=256
    start "$program" none 0 0 100
    unset kept
    wait_for 4 's  on MPI_COMM_WORLD$' --calls 1 # the last MPI_Barrier is over
    run "$MPIT" last --json
    exits 0
    python3 - <<'END_OF_FILE' >said 2>&1 || fail "$(cat said)"
import json
with open("out") as file:
    job = json.load(file)["jobs"][0]
assert job["differs"] is None
for each in job["recorder"]:
    calls = each["calls"]
    # A message that MPI_Waitall has received takes the place of a call.
    assert 200 < len(calls) < 255, len(calls)
    assert each["lost"] + len(calls) == 1 + 6 * 100 + 1, each["lost"]
    names = [call["call"] for call in calls[-7:]]
    assert names == ["MPI_Allreduce", "MPI_Barrier", "MPI_Bcast", "MPI_Irecv", "MPI_Isend",
                     "MPI_Waitall", "MPI_Barrier"], names
    receive = calls[-4]
    assert receive["peer"] == (each["rank"] + 3) % 4 and receive["tag"] == 7, receive
    assert receive["bytes"] == 4 and receive["comm"] == "MPI_COMM_WORLD", receive
    assert calls[-2]["by"] == "MPI_Irecv" and calls[-2]["peer"] == receive["peer"], calls[-2]
    assert calls[-6]["comm"] not in ("", "MPI_COMM_WORLD"), calls[-6]
END_OF_FILE
    end_job
}

what_is_not_kept_is_said()
{
    run "$MPIT" last no_such_job
    exits 2
    err_has 'no job of this name'
    run "$MPIT" last --calls 0
    exits 2
    err_has 'calls'
}

run_test a_ring_that_was_overrun_says_so
run_test a_hang_has_its_last_calls
run_test of_two_ranks_neither_is_the_odd_one
run_test what_ranks_call_is_said_of_each_kind
run_test two_groups_have_each_root_by_two_numbers
run_test who_is_not_in_a_communicator_is_not_behind_on_it
run_test what_is_not_kept_is_said
if [ "$1" = --all ]; then
    for who in 0 1 2 3; do
        for at in 1 30 900; do
            for kind in skip root swap lost double count; do
                # (MPICH takes it for an error, and ends the job.)
                [ "$kind $TEST_VENDOR" = 'count mpich' ] || finds $kind $who $at
            done
        done
    done
else
    finds skip 2 30
    finds fewer 1 3
    finds root 0 5
    # (MPICH takes it for an error, and ends the job.)
    [ "$TEST_VENDOR" = mpich ] || finds count 3 400
    finds swap 2 300
    finds lost 1 30
    finds double 2 40
fi
finish
