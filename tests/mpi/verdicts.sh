#!/bin/sh
# What a report says first: each verdict of a program that is a case for it, and not of one that is
# like it and none (verdicts_program.c).
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/verdicts_program

# job RANKS MODE [OPTION]...: of mpit run; leaves job.json.
job()
{
    ranks=$1 mode=$2
    shift 2
    rm -f job.json
    run "$MPIT" run --report job.json "$@" -- "$MPIRUN" -n "$ranks" "$program" "$mode" \
        "$scratch/file"
    [ "$mode" = aborted ] || exits 0
    [ -s job.json ] || fail "$mode: no record"
}

# said ID [RANKS]: "[0, 1]", as in the record.
said()
{
    grep -q "{\"id\": \"$1\", .*\"ranks\": ${2:-.*}, \"value\"" job.json ||
        fail "$mode: no $1 of ${2:-any ranks}: $(grep '{"id": ' job.json)"
}

not_said()
{
    for id in "$@"; do
        ! grep -q "{\"id\": \"$id\"" job.json || fail "$mode: $(grep "\"$id\"" job.json)"
    done
}

who_comes_last_to_collectives_is_named()
{
    job 2 late
    said late_arrival '\[1\]'
    not_said load_imbalance late_sender blocked_send little_mpi
    grep '"late_arrival"' job.json | grep -q 'outside of MPI 1\.[0-9] times the mean' ||
        fail "not how much longer it works: $(grep '"late_arrival"' job.json)"
    job 2 balanced
    not_said late_arrival
}

who_works_more_than_the_mean_is_named_where_waits_are_not_watched()
{
    job 2 late --set mpit_watch=counts
    said load_imbalance '\[1\]'
    not_said late_arrival
    job 2 balanced --set mpit_watch=counts
    not_said load_imbalance
}

who_sends_late_is_named_with_those_who_wait()
{
    job 3 sender
    said late_sender '\[0\]'
    grep '"late_sender"' job.json | grep -q 'rank 0 sends late to ranks 1, 2: ' ||
        fail "not to whom: $(grep '"late_sender"' job.json)"
    not_said blocked_send
    job 3 receiver
    not_said late_sender
}

who_receives_late_is_named()
{
    job 2 receiver
    said blocked_send '\[0\]'
    job 2 sender
    not_said blocked_send
}

ranks_that_wait_for_each_other_are_not_named()
{
    job 2 mutual
    said mutual_waits '\[\]'
    not_said late_sender blocked_send
    job 2 sender
    not_said mutual_waits
}

the_call_that_takes_most_is_named()
{
    job 3 sender
    said one_call '\[\]'
    grep '"one_call"' job.json | grep -q 'MPI_Recv is ' ||
        fail "another call: $(grep '"one_call"' job.json)"
    job 2 balanced
    not_said one_call
}

messages_that_pile_up_are_told_with_their_number()
{
    job 2 long_queue --set mpit_watch=queue,waits
    said unexpected_queue '\[1\]'
    grep '"unexpected_queue"' job.json | grep -Eq 'at rank 1: 30[01] at a time' ||
        fail "not how many: $(grep '"unexpected_queue"' job.json)"
    job 2 short_queue --set mpit_watch=queue,waits
    not_said unexpected_queue
    job 2 long_queue
    not_said unexpected_queue
}

# Where the limit is known: of vader, which other releases of Open MPI have not.
sizes_just_above_the_eager_limit_are_told()
{
    "$MPIT" list --long --match mpit_tune_eager_shm >long
    limit=$(grep -o btl_vader_eager_limit long | head -1)
    job 2 just_above
    if [ "$limit" ]; then
        said eager_limit '\[\]'
        grep '"eager_limit"' job.json | grep -q '4096 to 8191 bytes, just above the 4096 up to' ||
            fail "not which: $(grep '"eager_limit"' job.json)"
        job 2 just_above --set mpit_tune_eager_shm=8k
        grep -q '^ *"eager_limit": 8192,$' job.json || fail "$(grep '^ *"eager_limit"' job.json)"
    fi
    not_said eager_limit
    job 2 at_once
    not_said eager_limit
}

small_messages_are_told_and_large_ones_are_not()
{
    job 2 small
    said small_messages '\[\]'
    grep '"small_messages"' job.json | grep -q '100.0 % of .* have less than 64 bytes' ||
        fail "not how small: $(grep '"small_messages"' job.json)"
    job 2 mostly_small
    said small_messages '\[\]'
    job 2 mixed
    not_said small_messages
    job 2 large
    not_said small_messages
}

files_that_take_the_time_are_told()
{
    job 1 files
    said io
    job 1 one_write
    not_said io
}

questions_that_take_the_time_are_told()
{
    job 2 polling
    said polling '\[\]'
    grep '"polling"' job.json | grep -q ', most of it MPI_Test, [1-9][0-9]* times' ||
        fail "not which: $(grep '"polling"' job.json)"
    job 2 sender
    not_said polling
}

a_job_that_only_starts_is_told()
{
    job 2 start
    said start_and_end
    job 2 balanced
    not_said start_and_end
}

ranks_on_one_processor_are_told_and_those_apart_are_not()
{
    job 2 crowded
    said oversubscribed '\[0, 1\]'
    grep '"oversubscribed"' job.json | grep -q '2 ranks (0, 1) share 1 processor of ' ||
        fail "not how many: $(grep '"oversubscribed"' job.json)"
    [ "$(nproc)" -ge 2 ] || return 0
    job 2 apart
    not_said oversubscribed
}

little_of_mpi_is_told_where_nothing_else_is()
{
    job 2 sleepy
    said little_mpi
    job 2 late
    not_said little_mpi
}

text_and_page_begin_with_them()
{
    job 2 late
    "$MPIT" report job.json >job.txt
    head -n 1 job.txt | grep -q '^verdict  rank 1 comes last to collectives: ' ||
        fail "the text begins with: $(head -n 1 job.txt)"
    "$MPIT" report -f html job.json >job.html
    grep -A 1 '^<dl>' job.html | grep -q '^<dt>verdict</dt><dd>rank 1 comes last' ||
        fail "the page begins with: $(grep -A 1 '^<dl>' job.html)"
}

of_a_job_that_dies_nothing_is_said()
{
    job 2 aborted
    grep -q '"complete": false' job.json || fail 'it is complete'
    ! grep -q '{"id": ' job.json || fail "$(grep '{"id": ' job.json)"
}

# As MPICH 4.2.1's does, here a tool's: the ranks come to the end of MPI_Finalize.
an_abort_that_returns_makes_nothing_complete()
{
    cat >returns.c <<'EOF'
#include <mpi.h>
int MPI_Abort(MPI_Comm comm, int code)
{
    (void)comm, (void)code;
    return MPI_SUCCESS;
}
EOF
    run "$MPICC" -shared -fPIC -o returns.so returns.c
    exits 0
    kept=$LD_PRELOAD
    LD_PRELOAD=${kept:+$kept:}$scratch/returns.so
    export LD_PRELOAD
    job 2 aborted
    LD_PRELOAD=$kept
    [ -n "$kept" ] || unset LD_PRELOAD
    exits 0
    grep -q '"reason": "MPI_Abort(3) by rank [01]"' job.json ||
        fail "$(grep '"reason"' job.json)"
    grep -q '"complete": false' job.json || fail 'it is complete'
    ! grep -q '{"id": ' job.json || fail "$(grep '{"id": ' job.json)"
}

run_test who_comes_last_to_collectives_is_named
run_test who_works_more_than_the_mean_is_named_where_waits_are_not_watched
run_test who_sends_late_is_named_with_those_who_wait
run_test who_receives_late_is_named
run_test ranks_that_wait_for_each_other_are_not_named
run_test the_call_that_takes_most_is_named
run_test messages_that_pile_up_are_told_with_their_number
run_test small_messages_are_told_and_large_ones_are_not
run_test sizes_just_above_the_eager_limit_are_told
run_test files_that_take_the_time_are_told
run_test questions_that_take_the_time_are_told
run_test a_job_that_only_starts_is_told
run_test ranks_on_one_processor_are_told_and_those_apart_are_not
run_test little_of_mpi_is_told_where_nothing_else_is
run_test text_and_page_begin_with_them
run_test of_a_job_that_dies_nothing_is_said
run_test an_abort_that_returns_makes_nothing_complete
finish
