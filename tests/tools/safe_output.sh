#!/bin/sh
# Writing the report neither ends the program nor touches what is not the report's: signals of
# writes, links and FIFOs that somebody has put where it goes, files that others can read.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/ending_program

# job REPORT RANKS WORD...
job()
{
    report=$1
    ranks=$2
    shift 2
    run "$RUN_MPI" -n "$ranks" -t 60 env MPIT_REPORT="$report" "$program" "$@"
}

finished() { out_has_line "finished $1 $2"; }
is_record() { "$MPIT" report "$1" >shown 2>&1 || fail "$1 is no record: $(cat shown)"; }
nothing_left()
{
    left=$(find . -name '*.tmp')
    [ -z "$left" ] || fail "left: $left"
}

a_file_that_may_not_grow_does_not_end_the_program()
{
    job "$scratch/full.json" 1 init full finalize
    exits 0
    finished 0 0
    err_has "cannot write the report to $scratch/full.json: File too large; here it is instead"
    err_has '^MPI time '
    [ ! -e full.json ] || fail 'there is half a report'
    nothing_left
}

standard_error_that_nobody_reads_does_not_end_the_program()
{
    job "$scratch/none/r.json" 1 init deaf:2 finalize
    exits 0
    finished 0 0
}

standard_output_that_nobody_reads_does_not_end_the_program()
{
    job - 1 init deaf:1 finalize
    exits 0
    finished 0 0
    err_has 'cannot write the report to -: Broken pipe; here it is instead'
}

a_signal_that_was_pending_before_stays_so()
{
    job "$scratch/none/r.json" 1 init held deaf:2 finalize
    exits 0
    finished 1 0
}

the_program_s_own_signals_are_its_own()
{
    job "$scratch/own.json" 1 init finalize deaf:1 write
    [ "$code" -ne 0 ] || fail 'exit code 0'
    out_lacks finished
    is_record own.json
}

a_part_that_may_not_grow_does_not_end_the_program()
{
    job "$scratch/part.json" 1 init full flush finalize
    exits 0
    finished 0 0
}

# Where the file stands until it is whole, as far as one can guess; the process keeps its number.
planted()
{
    run "$RUN_MPI" -n 1 -t 60 env MPIT_REPORT="$scratch/$1" sh -c '
        for temporary in $$.tmp $$-0.tmp; do
            $0 '"$scratch/$1"'.$temporary || exit 97
        done
        exec "$@"' "$2" "$program" init finalize
    exits 0
    is_record "$1"
    rm -f "$1".*.tmp
}

what_was_planted_where_the_file_comes_into_being_harms_nobody()
{
    echo victim >victim
    cat >link.sh <<'END'
exec ln -s victim "$1"
END
    cat >hard_link.sh <<'END'
exec ln victim "$1"
END
    planted linked.json "sh $scratch/link.sh"
    planted hard.json "sh $scratch/hard_link.sh"
    planted fifo_before.json mkfifo
    [ "$(cat victim)" = victim ] || fail 'the victim is overwritten'
}

a_link_is_replaced_and_what_it_points_to_stays()
{
    echo victim >victim
    ln -s victim link.json
    job "$scratch/link.json" 1 init finalize
    exits 0
    [ ! -L link.json ] || fail 'the link is still there'
    is_record link.json
    ln victim other.json
    job "$scratch/other.json" 1 init finalize
    exits 0
    is_record other.2.json
    [ "$(cat victim)" = victim ] || fail 'the victim is overwritten'
}

# refused NAME WHY
refused()
{
    job "$scratch/$1" 1 init finalize
    exits 0
    finished 0 0
    err_has "cannot write the report to $scratch/$1: it is a $2; here it is instead"
    err_has '^MPI time '
    nothing_left
}

what_is_no_file_is_refused_and_stays()
{
    mkdir dir.json dir.txt
    mkfifo fifo.json fifo.txt fifo
    ln -s /dev/full device.json
    for name in dir.json dir.txt; do refused "$name" directory; done
    for name in fifo.json fifo.txt fifo; do
        refused "$name" FIFO
        [ -p "$name" ] || fail "$name is no FIFO any more"
    done
    refused device.json device
    [ ! -e fifo.json.json ] || fail 'there is a file beside the FIFO'
}

only_its_owner_reads_a_report_unless_he_says_otherwise()
{
    job "$scratch/mode.json" 1 init finalize
    [ "$(stat -c %a mode.json)" = 600 ] || fail "mode $(stat -c %a mode.json), not 600"
    for row in owner:600 group:640 all:644; do
        rm -f mode.txt
        MPIT_REPORT_READERS=${row%:*} job "$scratch/mode.txt" 1 init finalize
        [ "$(stat -c %a mode.txt)" = "${row#*:}" ] || fail "$row: mode $(stat -c %a mode.txt)"
    done
    umask 077
    rm mode.txt
    MPIT_REPORT_READERS=all job "$scratch/mode.txt" 1 init finalize
    [ "$(stat -c %a mode.txt)" = 600 ] || fail "umask 077: mode $(stat -c %a mode.txt)"
    umask 022
}

a_report_to_dev_null_is_thrown_away()
{
    job /dev/null 1 init fork finalize
    exits 0
    finished 0 0
    [ ! -s err ] || fail 'something is said'
    [ ! -e /dev/null.json ] || fail 'there is a /dev/null.json'
    [ -c /dev/null ] || fail '/dev/null is gone'
}

a_child_leaves_no_part()
{
    job "$scratch/child.json" 1 init fork finalize
    exits 0
    is_record child.json
    for part in child.json.*.part; do
        [ ! -e "$part" ] || fail "left: $part"
    done
}

# path_of LENGTH: a path in this folder of so many bytes; the folder that it is in is there.
path_of()
{
    path=$scratch
    while [ $((${1} - ${#path})) -gt 220 ]; do
        path=$path/$(printf '%0200d' 0)
    done
    mkdir -p "$path"
    echo "$path/$(printf "%0$(($1 - ${#path} - 6))d" 0).json"
}
remove_long_paths() { rm -rf "$scratch"/000*; }

a_report_has_a_path_as_long_as_there_is()
{
    for length in 255 256 1024 4095; do
        name=$(path_of "$length")
        job "$name" 1 init finalize
        exits 0
        [ ! -s err ] || fail "$length: something is said"
        is_record "$name"
        run "$MPIT" run --report "$name" -- "$MPIRUN" -n 1 "$program" init finalize
        exits 0
        [ -s "${name%.json}.2.json" ] || [ "$length" -gt 4093 ] || fail "$length: no second report"
    done
    remove_long_paths
}

a_path_that_is_too_long_is_refused_before_the_job()
{
    run "$MPIT" run --report "$(path_of 4096)" -- touch ran
    exits 2
    err_has ': too long a name; the job was not run\|File name too long; the job was not run'
    err_is_one_line
    [ ! -e ran ] || fail 'the job was run'
    long=$(path_of 4090)
    long=${long%/*}
    run env TMPDIR="$long/$(printf '%0200d' 0)" "$MPIT" run -- touch ran
    exits 2
    err_is_one_line
    [ ! -e ran ] || fail 'the job was run'
    remove_long_paths
}

what_a_name_stands_for_may_be_too_long()
{
    name=$(path_of 4090)
    job "${name%0000.json}%Y%Y%Y%j.json" 1 init finalize
    exits 0
    err_is_one_line
    err_has '^mpit: rank 0: no report: what its name stands for has more than 4095 bytes'
    [ -z "$(ls -A "${name%/*}")" ] || fail 'there is one'
    MPIT_LIVE_DIR=$scratch/$(printf '%04096d' 0) job "$scratch/beside.json" 1 init finalize
    exits 0
    err_is_one_line
    err_has 'MPIT_LIVE_DIR=.* is ignored: mpit_live_dir takes a text of at most 4095 characters'
    remove_long_paths
}

# The name of a part is longer than that of the report.
a_part_that_no_path_can_name_is_told()
{
    job "$(path_of 4095)" 1 init
    err_has 'cannot write .*\.0\.part: File name too long'
    name=$(path_of 4088)
    job "$name" 1 init
    is_record "$name.0.part"
    remove_long_paths
}

run_test a_file_that_may_not_grow_does_not_end_the_program
run_test standard_error_that_nobody_reads_does_not_end_the_program
run_test standard_output_that_nobody_reads_does_not_end_the_program
run_test a_signal_that_was_pending_before_stays_so
run_test the_program_s_own_signals_are_its_own
run_test a_part_that_may_not_grow_does_not_end_the_program
run_test what_was_planted_where_the_file_comes_into_being_harms_nobody
run_test a_link_is_replaced_and_what_it_points_to_stays
run_test what_is_no_file_is_refused_and_stays
run_test only_its_owner_reads_a_report_unless_he_says_otherwise
run_test a_report_to_dev_null_is_thrown_away
run_test a_child_leaves_no_part
run_test a_report_has_a_path_as_long_as_there_is
run_test a_path_that_is_too_long_is_refused_before_the_job
run_test what_a_name_stands_for_may_be_too_long
run_test a_part_that_no_path_can_name_is_told
finish
