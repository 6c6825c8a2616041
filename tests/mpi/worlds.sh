#!/bin/sh
# One report a world, and none over another: of a job that spawns processes, of two jobs under one
# name, of names with %j and %p.
. "${0%/*}/../prelude.sh"
spawn=$abs_builddir/tests/mpi/spawn_program
# Shared memory does not reach spawned processes.
OMPI_MCA_btl=$OMPI_MCA_btl,tcp
export OMPI_MCA_btl
regions=$abs_builddir/tests/mpi/regions_program

# job NAME RANKS PROGRAM
job() { run "$RUN_MPI" -n "$2" -t 60 -p "$LIBMPIT" env "MPIT_REPORT=$1" "$3"; }

is_report() { "$MPIT" report "$1" >text 2>>err || fail "$1: no report: $(cat err)"; }

parents_and_children_have_a_report_each()
{
    run "$MPIT" run --report job.json -- "$MPIRUN" -n 1 "$spawn"
    exits 0
    err_has 'report in .*/job.json$'
    err_has 'report in .*/job.2.json$'
    err_has 'the report is in .*job.2.json, as .*job.json was there before'
    for file in job.json job.2.json; do
        is_report "$file"
        "$MPIT" report --format csv "$file" | grep -q '^pair,messages,,,0,,1,4,' ||
            fail "$file lacks the message to the other world"
        "$MPIT" report --format html "$file" >page || fail "$file: no page"
    done
    set -- *.part
    [ "$1" = '*.part' ] || fail "left: $*"
}

two_jobs_of_one_script_are_both_shown()
{
    cat >two <<END
"$MPIRUN" -n 4 "$regions" && exec "$MPIRUN" -n 4 "$regions"
END
    run "$MPIT" run --report - -- sh two
    exits 0
    [ "$(grep -c '^wall time' out)" = 2 ] || fail 'it does not show two reports'
}

second_report_of_a_name_leaves_the_first()
{
    job "$scratch/twice.json" 4 "$regions"
    cp twice.json first
    job "$scratch/twice.json" 4 "$regions"
    exits 0
    cmp -s twice.json first || fail 'the first report is another one now'
    is_report twice.2.json
    run "$MPIT" run --report twice.json -- "$MPIRUN" -n 4 "$regions"
    exits 0
    err_has 'report in .*/twice.3.json$'
    err_lacks 'report in .*/twice.json$'
}

names_have_the_job_and_the_process()
{
    run "$RUN_MPI" -n 4 -t 60 -p "$LIBMPIT" env SLURM_JOB_ID=4711 \
        "MPIT_REPORT=$scratch/of-%j-%p-%%.json" "$regions"
    exits 0
    set -- of-4711-[0-9]*-%.json
    is_report "$1"
    # Of Open MPI 6 the launcher would ask Slurm for the rest, too.
    run env SLURM_JOB_ID=4712 PRTE_MCA_ras=^slurm PRTE_MCA_plm=^slurm \
        "$MPIT" run --report of-%j-%%.json -- "$MPIRUN" -n 4 "$regions"
    exits 0
    is_report of-4712-%.json
}

# MPICH as Debian has it fails in MPI_Comm_spawn, with us and without.
[ "$TEST_VENDOR" = mpich ] || run_test parents_and_children_have_a_report_each
run_test two_jobs_of_one_script_are_both_shown
run_test second_report_of_a_name_leaves_the_first
run_test names_have_the_job_and_the_process
finish
