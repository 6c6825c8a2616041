#!/bin/sh
# The report of a job whose processes do not fit together, or do not come through the gathering: the
# job of gather_program.c ends in time, with a line and a part of each.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/gather_program

# job PATIENCE NAME=VALUE...
job()
{
    rm -f job.*
    patience=$1
    shift
    run "$RUN_MPI" -n 2 -t 60 env MPIT_REPORT=job.json MPIT_REPORT_PATIENCE="$patience" "$@" \
        "$program"
}

# each_has_its_part [LINE]: with its regions, or with what such a line says.
each_has_its_part()
{
    for rank in 0 1; do
        "$MPIT" report "job.json.$rank.part" >part.txt || fail "no part of rank $rank"
        grep -q "^${1:-regions of MPI_Pcontrol}" part.txt || fail "the part of rank $rank lacks it"
    done
    [ ! -e job.json ] || fail 'there is a report of the whole job'
}

ranks_of_different_builds_write_parts()
{
    job 10min BUILD_RANK=1
    exits 0
    err_is_one_line
    err_has 'the processes have different builds of libmpit'
    each_has_its_part
}

builds_are_compared_where_settings_are()
{
    rm -f job.*
    run "$RUN_MPI" -n 2 -t 60 env MPIT_CHECK=on BUILD_RANK=1 "$program"
    exits 0
    err_is_one_line
    err_has 'rank 0: the builds of libmpit are not the same in all processes'
}

patience_covers_all_of_the_gathering()
{
    job 1s LATE_RANK=1
    exits 0
    err_has 'rank 0: the ranks could not be gathered'
    each_has_its_part
}

# It finds the others' word, and begins nothing that they have no part in.  What it says for the job
# is seen since it is the lowest.
a_rank_that_comes_too_late_knows_that_the_others_are_gone()
{
    job 1s FIRST_RANK=0
    exits 0
    err_has 'rank 1: not all processes have come to gather the report'
    err_lacks 'could not be gathered'
    each_has_its_part
}

a_check_in_one_rank_alone_ends()
{
    cat >alone <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != 0 ] || export MPIT_CHECK=on
exec "$@"
END
    chmod +x alone
    run "$RUN_MPI" -n 2 -t 60 env MPIT_REPORT_PATIENCE=1s ./alone "$program"
    [ "$code" -ne 124 ] || fail 'it does not end'
    [ "$code" -ne 0 ] || fail 'it goes on with what was begun in one rank alone'
    err_has 'rank 0: not all processes have come to compare their settings within 1 s'
}

a_report_without_memory_for_its_messages_is_a_line()
{
    job 10s SPARE_BYTES=100000 # the MPI itself gets along with that
    exits 0
    err_has '^mpit: rank [01]: out of memory'
    err_has 'rank 0: the ranks could not be gathered'
    # Whether there is memory for regions depends on what malloc has left.
    each_has_its_part '\(regions of MPI_Pcontrol\|lost .* objects went unrecorded\)'
    job 10s SPARE_BYTES=100000000
    exits 0
    err_lacks .
    [ -s job.json ] || fail 'no report'
}

run_test ranks_of_different_builds_write_parts
run_test builds_are_compared_where_settings_are
run_test patience_covers_all_of_the_gathering
run_test a_report_without_memory_for_its_messages_is_a_line
run_test a_rank_that_comes_too_late_knows_that_the_others_are_gone
run_test a_check_in_one_rank_alone_ends
finish
