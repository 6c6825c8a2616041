#!/bin/sh
# The last calls in the record of a job that died or hangs, on its page and in its trace: what a
# program is known to have called and sent, and nothing of a job that ends well.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/recorder_program
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
mkdir -m 700 live

# checked STEPS: of job.json and job.trace.
checked()
{
    python3 "$here/recorder.py" job.json job.trace "$1" >said 2>&1 || fail "$(tail -n 3 said)"
}

a_job_that_died_has_all_its_messages()
{
    rm -f job.*
    run "$MPIT" run -r job.json -r job.trace -r job.html -- "$MPIRUN" -n 4 "$program" 20 kill
    checked 20
    lacks '</script><b>' job.html || fail 'a name moves the page'
    grep -q '"called": {"threads": \[{"rank": 0' job.html || fail 'the page has no calls'
    run "$MPIT" report --full job.json
    out_has '^last calls, by when they began'
    [ "$(grep -c '^ *[013]  MPI_Barrier .* not back .*MPI_COMM_WORLD$' out)" -eq 3 ] ||
        fail "who waited: $(grep Barrier out)"
    out_has '^ *2  MPI_Barrier .* [mun]\{0,1\}s  .*</script><b>"&.$'
    "$MPIT" report --format json job.json | cmp -s - job.json || fail 'read and written again'
}

what_was_overrun_has_what_is_certain()
{
    rm -f job.*
    run "$MPIT" run -s mpit_recorder=100 -r job.json -r job.trace -- \
        "$MPIRUN" -n 4 "$program" 60 kill
    checked 0
}

a_job_that_ends_has_none()
{
    rm -f job.*
    run "$MPIT" run -r job.json -- "$MPIRUN" -n 4 "$program" 5 end
    exits 0
    grep -q '"recorder": \[$' job.json || fail 'no such list'
    lacks '"begin"' job.json || fail 'it has calls'
    rm -f job.*
    run "$MPIT" run -s mpit_recorder=0 -r job.json -- "$MPIRUN" -n 4 "$program" 5 kill
    lacks '"begin"' job.json || fail 'it has calls although none were to be kept'
}

a_job_that_hangs_has_them_and_one_that_runs_if_asked()
{
    rm -f job.*
    timeout 100 "$MPIT" run -r job.json -- "$MPIRUN" -n 4 "$program" 20 hang >job.out 2>&1 &
    job=$!
    end=$(($(date +%s) + 60))
    # A loaded machine may keep all ranks in calls for a second before they hang.
    while "$MPIT" report --live --format json >job.json 2>err
        "$MPIT" report --format trace job.json >job.trace 2>>err
        ! python3 "$here/recorder.py" job.json job.trace 20 >said 2>&1 &&
            [ "$(date +%s)" -lt "$end" ]; do
        sleep 0.3
    done
    grep -q '"end": null' job.json || fail 'no call is still in it'
    checked 20
    kill -TERM "$job"
    wait "$job"
    rm -f job.*
    timeout 100 "$MPIT" run -r job.json -- "$MPIRUN" -n 4 "$program" 20 sleep >job.out 2>&1 &
    job=$!
    end=$(($(date +%s) + 60))
    while "$MPIT" report --live --recorder --format json >live.json 2>err
        [ "$(grep -c '"begin"' live.json)" -lt 300 ] && [ "$(date +%s)" -lt "$end" ]; do
        sleep 0.3
    done
    grep -q '"begin"' live.json || fail "it has none: $(cat err job.out)"
    # A loaded machine may keep all ranks in calls for a second; then rank 2 is outside of MPI.
    while "$MPIT" report --live --format json >live.json
        grep -q '"begin"' live.json && [ "$(date +%s)" -lt "$end" ]; do
        sleep 0.3
    done
    lacks '"begin"' live.json || fail 'it has calls although nobody has asked for them'
    kill -TERM "$job"
    wait "$job"
}

run_test a_job_that_died_has_all_its_messages
run_test what_was_overrun_has_what_is_certain
run_test a_job_that_ends_has_none
run_test a_job_that_hangs_has_them_and_one_that_runs_if_asked
finish
