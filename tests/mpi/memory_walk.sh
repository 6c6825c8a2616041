#!/bin/sh
# One after the other, the library's calls for memory fail: the job of gather_program.c ends all the
# same, and what its report then lacks is counted in it (lost_records) or said in a line.
#
# Of some hundred jobs each a second long `make check` runs a sample; WALK=all runs every one.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/gather_program
samples=6 # of each walk

# walk NAME=VALUE...: leaves out, err, and its record in job.json, where there is one.
walk()
{
    rm -f job.* rows rows.err
    run "$RUN_MPI" -n 2 -t 60 env MPIT_REPORT=job.json MPIT_REPORT_PATIENCE=3s \
        MPIT_SAMPLE_INTERVAL=2ms MPIT_WATCH=queue MPIT_UMQ_SOURCE=drain "$@" "$program"
}

# What does not depend on the time, without the samples themselves: how many ranks have any.
rows_of()
{
    "$MPIT" report --format csv "$1" |
        awk -F, '$1 ~ /^(call|pair|region)/ && $1 !~ /_resource_/ { print $1, $2, $4, $5, $7, $8 }
            $1 == "sample_mpi" { ranks[$3] = 1 }
            END { for (rank in ranks) print "series", rank }' |
        grep -v 'MPI_Improbe\|MPI_Mrecv' | sort
}

lost()
{
    sed -n 's/.*"lost_records": \([0-9]*\).*/\1/p' "$1"
}

# Nothing missing, or counted, or said.
is_told()
{
    if [ "$code" -ne 0 ]; then
        fail "$1: exit code $code"
    elif [ -s job.json ] && rows_of job.json >rows 2>rows.err && cmp -s rows all_rows; then
        return
    elif [ -s rows.err ]; then
        fail "$1: $(cat rows.err)"
    elif ! grep -q '^mpit: .*memory' err; then
        fail "$1: nothing said of $(diff all_rows rows)"
    elif [ -s job.json ] && [ "$(lost job.json)" -eq 0 ] && ! grep -q ' is not set' err; then
        fail "$1: nothing counted of $(diff all_rows rows)"
    fi
}

# walk_all RANK ON FIRST
walk_all()
{
    last=$(sed -n "s/^memory $1 //p" memory)
    step=1
    [ "$WALK" = all ] || step=$(((last + samples - 1) / samples))
    at=$3
    while [ "$at" -le "$last" ]; do
        walk WALK_RANK="$1" WALK_AT="$at" WALK_ON="$2"
        is_told "call $at of $last on rank $1, $4"
        at=$((at + step))
    done
}

begin_test 'the job has its whole report with all the memory'
walk
exits 0
err_lacks .
[ "$(lost job.json)" = 0 ] || fail "$(lost job.json) records are lost"
rows_of job.json >all_rows
grep -q '^series 1' all_rows || fail 'no time series'
grep '^memory' out >memory
[ "$(wc -l <memory)" -eq 2 ] || fail 'the calls for memory are not counted'

begin_test 'one call for memory fails on rank 0'
walk_all 0 0 1 alone
begin_test 'one call for memory fails on rank 1'
walk_all 1 0 2 alone
begin_test 'all calls for memory fail from one on, on rank 0'
walk_all 0 1 3 'and all after it'
begin_test 'all calls for memory fail from one on, on rank 1'
walk_all 1 1 4 'and all after it'
finish
