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

# is_about WHAT FOUND RIGHT: within a twentieth of a second.
is_about()
{
    awk -v found="$2" -v right="$3" \
        'BEGIN { exit !(found != "" && found > right - 0.05 && found < right + 0.05) }' ||
        fail "$mode: $1 is $2, not $3"
}

# of_rank NAME RANK: seconds in job.csv.
of_rank()
{
    awk -F, -v name="$1" -v rank="$2" '$1 == "rank" && $2 == name && $3 == rank { print $9 }' \
        job.csv
}

# Each has come to MPI_Finalize when its own clock says so, and the others wait there for the last.
who_comes_last_to_finalize_is_named_and_the_others_wait()
{
    job 3 staggered --set mpit_sample_interval=10ms
    "$MPIT" report -f csv job.json >job.csv
    worked=$(cat worked.0 worked.1 worked.2)
    most=$(echo "$worked" | tail -n 1)
    for rank in 0 1 2; do
        its=$(echo "$worked" | sed -n "$((rank + 1))p")
        wall=$(of_rank wall "$rank") mpi=$(of_rank mpi "$rank")
        is_about "the wait of rank $rank" "$(of_rank finalize_wait "$rank")" \
            "$(awk "BEGIN { print $most - $its }")"
        is_about "the wall time of rank $rank" "$wall" "$most"
        is_about "of that outside of MPI" "$(awk "BEGIN { print $wall - $mpi }")" "$its"
    done
    is_about 'the time in a region that is not left' \
        "$(awk -F, '$1 == "region_wall" { print $9 }' job.csv)" \
        "$(echo "$worked" | awk '{ sum += $1 } END { print sum }')"
    said late_finalize '\[2\]'
    not_said load_imbalance little_mpi start_and_end
    is_about 'the load balance' \
        "$(sed -n 's/.*"load_balance": \([0-9.]*\).*/\1/p' job.json | tail -n 1)" \
        "$(echo "$worked" | awk -v most="$most" '{ sum += $1 } END { print sum / 3 / most }')"
    "$MPIT" report job.json >out
    # The last of ten slices: from, to, in MPI (of three ranks two), …, balance.
    sed -n '/^time series/,/^$/p' out | grep . | tail -n 1 |
        awk '{ exit !($5 > 60 && $5 < 90 && $13 > 30 && $13 < 40) }' ||
        fail "another last slice: $(sed -n '/^time series/,/^$/p' out)"
    out_has '^- waiting in MPI_Finalize .* 2  .* 0$'
    out_has '^ *0  *2  to come to MPI_Finalize  *1  *1\.'
    job 2 balanced
    not_said late_finalize
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
    for try in 1 2 3; do
        job 2 duplicates
        grep -q '"id": "no_processor"' job.json || break
    done
    if grep -q '"id": "no_processor"' job.json; then
        echo "its ranks lacked processors $try times, which may explain most of its time"
    else
        said one_call '\[\]'
    fi
    ! grep '"one_call"' job.json | grep -v 'MPI_Comm_dup is ' || fail "$try: another call"
    job 2 balanced
    not_said one_call
    job 3 sender # of MPI_Recv it is said why
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

who_comes_last_to_init_is_named()
{
    job 2 start
    said late_init '\[1\]'
    not_said start_and_end # it is the same cause
    job 2 balanced
    not_said start_and_end
}

# Whether the system tells how long a thread has waited for a processor.
if awk 'NF == 3 && $3 > 0 { found = 1 } END { exit !found }' /proc/self/schedstat; then
    waits_are_known=yes
else
    waits_are_known=
fi

ranks_that_need_one_processor_together_are_told_and_those_that_sleep_are_not()
{
    job 2 in_turns --set mpit_sample_interval=10ms
    if [ "$waits_are_known" ]; then
        said no_processor '\[0, 1\]'
        sed -n '/"verdicts"/,/]/p' job.json | grep '"id"' | head -n 1 |
            grep -Eq 'ranks 0, 1 had a processor [1-5]?[0-9]\.[0-9] % of the time that they want' ||
            fail "not first, or not how much: $(grep '{"id": ' job.json)"
        grep '"no_processor"' job.json | grep -q '(2 ranks on 1 processor of .*); start no more' ||
            fail "not why: $(grep '"no_processor"' job.json)"
        not_said oversubscribed late_arrival load_imbalance one_call little_mpi
    else
        said oversubscribed '\[0, 1\]'
    fi
    "$MPIT" report --full job.json >out
    out_has '^processors and memory, up to MPI_Finalize'
    out_has '^ *0  *[1-5]\{0,1\}[0-9]\.[0-9] %  *[0-9-][0-9]* '
    job 2 crowded
    if [ "$waits_are_known" ]; then
        not_said oversubscribed
        were_disturbed || not_said no_processor
    else
        said oversubscribed '\[0, 1\]'
    fi
}

# The figures of a rank are those that it has had: it ran for 0.9 s, and 0.7 s before MPI_Init.
what_a_rank_has_had_is_in_the_record_and_all_formats()
{
    job 2 in_turns
    "$MPIT" report -f csv job.json >job.csv
    awk -F, '$1 == "rank_resource" && $2 ~ /^(user|system)_time$/ && $3 == 1 { n += $9 }
             END { print n; exit !(n > 0.85 && n < 1.55) }' job.csv >had || fail "$(cat had) s"
    # Of both ranks 0.6 s and what the barriers take.
    awk -F, '$1 ~ /^region_resource_(user|system)_time$/ && $2 == "solve" { n += $9 }
             END { print n; exit !(n > 1.1 && n < 1.7) }' job.csv >had || fail "in it $(cat had) s"
    awk -F, '$1 == "rank_resource" && $2 == "involuntary_switches" && $3 == 1 { n = $7 }
             END { exit !(n > 10) }' job.csv || fail "$(grep switches job.csv)"
    awk -F, '$1 == "rank_resource" && $2 == "peak_memory" && $3 == 1 { n = $8 }
             END { exit !(n > 1e6 && n < 1e9) }' job.csv || fail "$(grep peak_memory job.csv)"
    "$MPIT" report -f openmetrics job.json >out
    out_has '^mpit_rank_user_time_seconds{rank="1",host=".*"} [01]\.'
    "$MPIT" report -f html job.json >out
    out_has 'processors and memory, up to MPI_Finalize'
}

ranks_beside_other_programs_are_told_so()
{
    [ "$waits_are_known" ] && [ "$(nproc)" -ge 2 ] || return 0
    job 2 beside_another
    said no_processor '\[0, 1\]'
    grep '"no_processor"' job.json | grep -q 'other programs, or a limit, take the processors: ' ||
        fail "another cause: $(grep '"no_processor"' job.json)"
}

threads_that_were_busy_on_one_processor_are_told_and_those_that_slept_are_not()
{
    job 1 busy_threads
    not_said no_processor # it is the same cause
    said crowded_threads '\[0\]'
    grep '"crowded_threads"' job.json |
        grep -q 'rank 0 has 4 threads that were busy on 1 processor; ' ||
        fail "not how many: $(grep '"crowded_threads"' job.json)"
    job 1 idle_threads
    not_said crowded_threads
    grep -q '"busy_threads": 1, "busy_processors": 1' job.json || fail "$(grep busy_ job.json)"
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
    # Behind the job's own line, a card each.
    grep -A 1 '^<ol class="cards">' job.html >first
    grep -q '^<li><strong>rank 1 comes last to collectives: .*</strong> <span>.*share' first ||
        fail "the page begins with: $(cat first)"
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
run_test who_comes_last_to_finalize_is_named_and_the_others_wait
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
run_test who_comes_last_to_init_is_named
run_test ranks_that_need_one_processor_together_are_told_and_those_that_sleep_are_not
run_test what_a_rank_has_had_is_in_the_record_and_all_formats
run_test ranks_beside_other_programs_are_told_so
run_test threads_that_were_busy_on_one_processor_are_told_and_those_that_slept_are_not
run_test little_of_mpi_is_told_where_nothing_else_is
run_test text_and_page_begin_with_them
run_test of_a_job_that_dies_nothing_is_said
run_test an_abort_that_returns_makes_nothing_complete
finish
