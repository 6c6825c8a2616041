#!/bin/sh
# What a report says of the job, compared with what was worked out by hand (figures_program.c): mean
# sizes, first and last call, programs, settings, launcher and exit code.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/figures_program

job()
{
    rm -f job.json
    run "$MPIT" run --report job.json "$@"
    "$MPIT" report job.json >job.txt || fail 'no text'
    "$MPIT" report -f csv job.json >job.csv || fail 'no CSV'
    "$MPIT" report -f html job.json >job.html || fail 'no HTML'
}

sizes_are_those_of_single_messages()
{
    job -- "$MPIRUN" -n 4 "$program"
    exits 0
    # A broadcast of 1 MiB is one; a Sendrecv of 1000 bytes sends one and receives one; what goes to
    # MPI_PROC_NULL is none.
    cat >expected <<'END'
MPI_Allgather 4 400
MPI_Bcast 1 1048576
MPI_Recv 1 100
MPI_Send 1 100
MPI_Sendrecv 8 8000
END
    awk -F, '$1 == "call" { bytes[$2] = $8 }
        $1 == "call_messages" { print $2, $7, bytes[$2] }' job.csv | sort >found
    same expected found
    tr -d '\n' <job.html | sed 's/<[^>]*>/ /g' >plain
    grep -Eq 'MPI_Bcast +1 +1048576 +1.0 MB' plain || fail 'the mean of MPI_Bcast in HTML'
    grep -Eq 'MPI_Sendrecv +8 +8000 +1.0 kB' plain || fail 'the mean of MPI_Sendrecv in HTML'
}

messages_are_counted_by_their_size()
{
    # Four of 1000 bytes in a circle, one of 100, and none to MPI_PROC_NULL.
    printf 'size_%s\n' 'recvs 512 4' 'recvs 64 1' 'sends 512 4' 'sends 64 1' >expected
    awk -F, '/^size_/ { print $1, $2, $7 }' job.csv | sort >found
    same expected found
    grep -q '{"least": 64, "most": 127, "sends": 1, "recvs": 1},$' job.json ||
        fail "$(grep -A 4 '"sizes"' job.json)"
    grep -Eq '^512 to 1023 +4 +80.0 % +4 +80.0 %$' job.txt || fail 'not in the text'
    tr -d '\n' <job.html | sed 's/<[^>]*>/ /g' | grep -Eq '64 to 127 +1 +20.0 % +1 +20.0 %' ||
        fail 'not in HTML'
}

the_first_and_the_last_call_are_there()
{
    grep -q '^call,MPI_Init,,,,,4,0,0*[0-9.]*[1-9]' job.csv || fail 'no MPI_Init'
    grep -q '^call,MPI_Finalize,,,,,4,0,' job.csv || fail 'no MPI_Finalize'
    grep -Eq '^MPI_Init +4 +0 +0 +B +[0-9.]+ +[mn]?s +- ' job.txt ||
        fail "MPI_Init has a share of the wall time: $(grep MPI_Init job.txt)"
}

pairs_begin_with_the_one_that_has_most()
{
    # Rank 0 sends 100 bytes more to rank 1 than each sends to the next one.
    awk -F, '$1 == "pair" { print $5, $6, $8; exit }' job.csv >found
    [ "$(cat found)" = "0 1 1100" ] || fail "the first is $(cat found)"
}

the_late_rank_has_waited_least()
{
    awk -F, '$1 == "call" && $2 == "MPI_Barrier" { print $12 == 3 && $14 != 3 && $11 < $13 }' \
        job.csv >found
    [ "$(cat found)" = 1 ] || fail "rank 3 has not: $(grep MPI_Barrier job.csv)"
}

words_say_what_is_summed_up()
{
    grep -Eq '^ +sum of ranks +mean ' job.txt || fail 'total might be read as elapsed'
    grep -q 'point-to-point alone$' job.txt || fail 'pairs do not say of what'
}

every_program_of_a_job_is_named()
{
    job -- "$MPIRUN" -n 3 "$program" one : -n 1 "$program" two
    exits 0
    grep -q "^program  3 ranks from rank 0: $program one\$" job.txt || fail 'not the first'
    grep -q "^program  1 rank from rank 3: $program two\$" job.txt || fail 'not the second'
    job -- "$MPIRUN" -n 2 "$program"
    ! grep -q '^program' job.txt || fail 'the only program is named twice'
}

settings_in_force_are_told_with_their_source()
{
    job --set mpit_umq_warn=1k -- "$MPIRUN" -n 2 "$program"
    grep -q '^setting  mpit_umq_warn = 1024  # MPIT_UMQ_WARN$' job.txt ||
        fail "none: $(cat job.txt)"
    ! grep -q '^setting  mpit_clock' job.txt || fail 'what nobody has set is there'
}

the_launcher_and_its_end_are_told()
{
    job -- "$MPIRUN" -n 2 "$program" x 3
    [ "$code" -ne 0 ] || fail 'exit code 0'
    grep -q "^launcher $MPIRUN -n 2 $program x 3\$" job.txt || fail "no launcher: $(cat job.txt)"
    grep -q "^ended    exit code $code\$" job.txt || fail "not exit code $code"
    run "$MPIT" run -- "$MPIRUN" -n 2 "$program"
    err_has '^ended    exit code 0$'
    rm job.txt
    run "$MPIT" run --report job.txt -- "$MPIRUN" -n 2 "$program"
    grep -q "^launcher $MPIRUN -n 2 $program\$" job.txt || fail "text without the launcher"
    grep -q '^ended    exit code 0$' job.txt || fail "text without the exit code"
    [ "$(stat -c %a job.txt)" = 600 ] || fail "mode $(stat -c %a job.txt)"
}

a_time_series_has_no_more_rows_than_samples()
{
    python3 - "$abs_srcdir/tests/tools/records/format1.json" >few.json <<'END'
import json, sys
record = json.load(open(sys.argv[1]))
for series in record["series"]:
    for key, value in series.items():
        if isinstance(value, list):
            series[key] = value[:3]
json.dump(record, sys.stdout)
END
    run "$MPIT" report few.json
    exits 0
    rows=$(sed -n '/^time series/,/^$/p' out | grep -c .)
    [ "$rows" -eq 5 ] || fail "$((rows - 2)) rows, not 3"
}

run_test sizes_are_those_of_single_messages
run_test messages_are_counted_by_their_size
run_test the_first_and_the_last_call_are_there
run_test pairs_begin_with_the_one_that_has_most
run_test the_late_rank_has_waited_least
run_test words_say_what_is_summed_up
run_test every_program_of_a_job_is_named
run_test settings_in_force_are_told_with_their_source
run_test the_launcher_and_its_end_are_told
run_test a_time_series_has_no_more_rows_than_samples
finish
