#!/bin/sh
# Every call of a run in files (mpit_recorder_file): none is missing but what is said to be lost,
# and what is not a file of calls is refused.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/calls_program
MPIT_LIVE_DIR=$scratch/live
MPIT_RECORDER_FILE=$scratch/calls
export MPIT_LIVE_DIR MPIT_RECORDER_FILE
mkdir -m 700 live

# job ARGUMENT...: of calls_program, with the library and no `mpit run`.
job()
{
    rm -rf calls
    run "$RUN_MPI" -n 4 -t 60 "$@"
    mv err job.err
    : >err
}

# read_as ROUNDS THREADS [HOW]: all that the record of the job is to have.
read_as()
{
    "$MPIT" report --format json "$MPIT_RECORDER_FILE" >job.json 2>said || fail "$(cat said)"
    python3 "$here/recorder_file.py" job.json "$@" >said 2>&1 || fail "$(tail -n 3 said)"
}

every_call_of_a_run_is_there()
{
    job "$program" 40000 0 3
    exits 3
    lacks 'mpit: ' job.err || fail "$(cat job.err)"
    read_as 40000 0
    rm -rf live/* # the launcher may end ranks that others have left with a code
}

calls_of_several_threads_are_there()
{
    job "$program" 2000 2 0
    exits 0
    read_as 2000 2
    [ -z "$(ls live)" ] || fail "segments are left: $(ls live)"
}

whole_runs_are_pictures_too()
{
    job "$program" 300 0 0
    "$MPIT" report calls --format trace >job.trace
    [ "$(grep -c '"name": "MPI_Send"' job.trace)" -eq 1200 ] || fail 'not all calls'
    [ "$(grep -c '"ph": "s"' job.trace)" -eq 1200 ] || fail 'not all messages'
    "$MPIT" report calls --format html >job.html
    grep -q '"called": {"threads": \[{"rank": 0' job.html || fail 'the page has no calls'
    run "$MPIT" last --calls 2 calls
    [ "$(grep -c 'MPI_Barrier .*on MPI_COMM_WORLD$' out)" -eq 4 ] || fail "$(cat out)"
    run "$MPIT" report calls no-such-job
    exits 1
    err_has 'calls: no files of the calls of no-such-job'
}

what_is_beyond_the_limit_is_lost_and_counted()
{
    MPIT_RECORDER_LIMIT=100k job "$program" 4000 0 0
    exits 0
    [ "$(grep -c 'mpit_recorder_limit' job.err)" -eq 1 ] || fail "$(cat job.err)"
    for file in calls/*.calls; do
        [ "$(wc -c <"$file")" -le 102400 ] || fail "$file is too long"
    done
    read_as 4000 0 lost
    grep -q '"lost": 480[0-9]' job.json || fail "$(grep '"lost"' job.json)" # of 8003
}

what_a_killed_job_has_written_is_read()
{
    job "$program" 5000 0 kill
    [ "$code" -ne 0 ] || fail 'it was not killed'
    read_as 5000 0 killed
    rm -rf live/*
}

a_directory_that_cannot_be_is_said_once()
{
    MPIT_RECORDER_FILE=/dev/null/calls job "$program" 10 0 3
    exits 3
    [ "$(grep -c 'mpit: ' job.err)" -eq 1 ] || fail "$(cat job.err)"
    grep -q '/dev/null/calls: Not a directory: .*mpit_recorder_file' job.err ||
        fail "$(cat job.err)"
}

all_without_a_directory_is_said_once()
{
    MPIT_RECORDER_FILE='' MPIT_RECORDER=all MPIT_LIVE=counts job "$program" 10 0 0
    exits 0
    [ "$(grep -c 'mpit: .*recorder=all: no directory' job.err)" -eq 1 ] || fail "$(cat job.err)"
    run "$MPIT" report --live --recorder --format json
    grep -q '"begin"' out || fail 'it has no calls'
    rm -rf live/*
}

# spoil AT TEXT PATTERN: of the first file, bytes; the report names it.
spoil()
{
    cp -r whole calls
    first=$(find calls -name '*.calls' | sort | head -n 1)
    printf '%b' "$2" | dd of="$first" bs=1 seek="$1" conv=notrunc 2>/dev/null
    run "$MPIT" report calls
    exits 1
    err_is_one_line
    err_has "$first: $3"
    rm -r calls
}

what_is_no_file_of_calls_is_refused_by_its_name()
{
    job "$program" 100 0 0
    mv calls whole
    spoil 3 X 'not a file of calls of mpit$'
    spoil 16 '\377' 'layout .* of calls, this mpit reads 1$'
    spoil 32 '\377\377\377' 'not of the process of '
    spoil 112 '\376\003' 'broken at byte 96$' # `what` of the second call
    cp -r whole calls
    first=$(find calls -name '*.calls' | sort | head -n 1)
    truncate -s -7 "$first"
    run "$MPIT" report calls
    exits 0
    : >"${first%.0.calls}"
    run "$MPIT" report calls
    exits 0
    err_has "${first%.0.calls}: too short for a segment of mpit"
}

run_test every_call_of_a_run_is_there
run_test calls_of_several_threads_are_there
run_test whole_runs_are_pictures_too
run_test what_is_beyond_the_limit_is_lost_and_counted
run_test what_a_killed_job_has_written_is_read
run_test a_directory_that_cannot_be_is_said_once
run_test all_without_a_directory_is_said_once
run_test what_is_no_file_of_calls_is_refused_by_its_name
finish
