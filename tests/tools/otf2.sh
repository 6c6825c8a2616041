#!/bin/sh
# A record as a trace of OTF2: what otf2-print reads there is what the record has, and of a record
# that says what cannot be there is nothing wrong.  A build without the library says so.
. "${0%/*}/../prelude.sh"
export PYTHONDONTWRITEBYTECODE=1
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
mkdir -m 700 live

# record NAME PROGRAM [ARGUMENT]...: NAME.json, of a job that dies.
record()
{
    name=$1
    program=$abs_builddir/tests/mpi/$2
    shift 2
    run "$MPIT" run -r "$name.json" -- "$MPIRUN" -n 4 "$program" "$@"
    grep -q '"begin"' "$name.json" || fail "there are no calls in $name.json"
}

# traced NAME: NAME.d, of NAME.json.
traced()
{
    rm -rf "$1.d"
    run "$MPIT" report --format otf2 --output "$1.d" "$1.json"
    exits 0
    [ ! -s out ] || fail 'it writes to standard output'
}

# checked FOLDER ARGUMENT...
checked()
{
    python3 "$here/otf2.py" "$@" >said 2>&1 || fail "$(tail -n 3 said)"
}

every_call_and_message_is_that_of_the_record()
{
    record job recorder_program 20 kill
    traced job
    checked job.d job.json
    [ "$(find job.d -type f | wc -l)" -eq 10 ] || fail "$(find job.d)"
    find . -maxdepth 1 -name 'job.d?*' >left
    is_empty left 'it leaves what it has made beside'
}

collectives_have_root_and_sizes()
{
    record all otf2_program
    traced all
    checked all.d all.json collectives
    # Of a rank that has lost calls nobody knows which of the others' collectives its first one is.
    sed '1,/"lost": 0/s/"lost": 0/"lost": 1/' all.json >lost.json
    traced lost
    checked lost.d
    run otf2-print lost.d/traces.otf2
    out_lacks COLLECTIVE
}

what_cannot_be_is_left_out()
{
    python3 "$here/otf2_odd.py" write job.json >odd.json
    traced odd
    checked odd.d
    python3 "$here/otf2_odd.py" odd.d >said 2>&1 || fail "$(tail -n 3 said)"
}

garbage_makes_no_wrong_event()
{
    made=0
    for n in 1 30 200 800; do
        python3 "$here/otf2_odd.py" garbage "$n" job.json >garbage.json
        rm -rf garbage.d
        run "$MPIT" report --format otf2 --output garbage.d garbage.json
        if [ "${code:?}" -eq 0 ]; then
            checked garbage.d
            made=$((made + 1))
        else
            exits 1
            [ "$(wc -l <err)" -eq 1 ] || fail "$n: one line says why"
            [ ! -e garbage.d ] || fail "$n: it fails, and leaves something"
        fi
    done
    [ "$made" -gt 1 ] || fail "$made of them are traces"
}

# refused FOLDER REASON
refused()
{
    run "$MPIT" report --format otf2 --output "$1" job.json
    exits 2
    err_has "^mpit report: --output $1: $2; name a folder that is not there yet\$"
}

a_folder_is_made_whole_or_not_at_all()
{
    run "$MPIT" report --format otf2 job.json
    exits 2
    err_has '^mpit report: --format otf2: this is a folder: name one by --output FOLDER$'
    refused job.d 'it is not empty'
    refused job.json 'Not a directory'
    mkdir empty
    run "$MPIT" report --format otf2 --output empty/ job.json
    exits 0
    checked empty job.json
    run sh -c 'ulimit -f 1; "$0" report --format otf2 --output full job.json' "$MPIT"
    exits 1
    err_has '^mpit report: full: File is too large; there is no trace in it$'
    find . -maxdepth 1 -name 'full*' >left
    is_empty left 'of a trace that is not whole'
    sed 's/"begin": [-0-9.e]*/"begin": null/' job.json >timeless.json
    run "$MPIT" report --format otf2 --output timeless timeless.json
    exits 1
    err_has '^mpit report: there is nothing to make a trace of: '
    [ ! -e timeless ] || fail 'there is a folder'
}

a_build_without_it_says_what_to_install()
{
    run "$MPIT" report --format otf2 --output job.d "$here/records/format1.json"
    exits 2
    err_has '^mpit report: --format otf2: this build is without it: install libotf2-trace-dev, '
    [ "$(wc -l <err)" -eq 1 ] || fail 'one line says so'
    [ ! -e job.d ] || fail 'there is a folder'
}

a_job_s_report_is_no_folder()
{
    run "$MPIT" run --report job.otf2 -- "$MPIRUN" -n 1 true
    exits 2
    err_has '^mpit run: --report job.otf2: this is a folder, and is made of a record: '
}

if grep -q '^#define HAVE_OTF2' "$abs_builddir/config.h"; then
    command -v otf2-print >/dev/null || fail 'otf2-print is not here: install otf2-tools'
    run_test every_call_and_message_is_that_of_the_record
    run_test collectives_have_root_and_sizes
    run_test what_cannot_be_is_left_out
    run_test garbage_makes_no_wrong_event
    run_test a_folder_is_made_whole_or_not_at_all
else
    run_test a_build_without_it_says_what_to_install
fi
run_test a_job_s_report_is_no_folder
finish
