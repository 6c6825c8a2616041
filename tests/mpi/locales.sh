#!/bin/sh
# A job whose program has set a locale of its own gets the settings and the report that it gets in
# the C locale: where a comma stands before the decimals, and where I is not the upper case of i.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/locales_program
LOCPATH=$scratch/locales
export LOCPATH
mkdir locales
comma=de_DE.UTF-8
turkish=tr_TR.ISO-8859-9

the_locales_are_made()
{
    localedef -i de_DE -f UTF-8 "$LOCPATH/$comma" || fail 'is the package locales missing?'
    localedef -i tr_TR -f ISO-8859-9 "$LOCPATH/$turkish" || fail 'there is no Turkish'
}

# job LOCALE REPORT [SETTING]...: with a time series.
job()
{
    locale=$1 report=$2
    shift 2
    rm -f job.*
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env "LOCPATH=$LOCPATH" "LC_ALL=$locale" \
        MPIT_SAMPLE_INTERVAL=0.025 MPIT_REPORT="$report" "$@" "$program"
    exits 0
    ! grep 'ignored' err || fail "$locale: a setting is ignored"
    grep -qx 'locale 1,5' out || fail "$locale: it has no comma"
    grep -qx 'interval 25000' out || fail "$locale: the interval is another one"
}

# The numbers of a file that are written with a comma: "12,5" between what is no digit.
commas()
{
    grep -En '(^|[^0-9,.:])[0-9]+,[0-9]+($|[^0-9,.])' "$1"
}

each()
{
    for each_locale in $comma $turkish; do
        "$@" "$each_locale"
    done
}

check_record()
{
    job "$1" "$scratch/job.json"
    "$MPIT" report job.json --format json | cmp -s - job.json || fail "$1: not the record itself"
    grep -q '"mpit_sample_interval", *"value": *"0.025"' job.json ||
        fail "$1: its settings do not have the interval"
    for format in text csv json openmetrics html; do
        "$MPIT" report job.json --format "$format" >"plain.$format"
        LC_ALL=$1 "$MPIT" report job.json --format "$format" >"other.$format"
        cmp -s "plain.$format" "other.$format" || fail "$1: $format is another one"
        [ -s "other.$format" ] || fail "$1: $format is empty"
    done
    grep -q '^sample_sends,.*,0\.[0-9]*$' other.csv || fail "$1: no sample"
    commas other.text && fail "$1: text has a comma"
    commas other.openmetrics && fail "$1: OpenMetrics has a comma"
    :
}

the_record_has_points()
{
    each check_record
}

check_text_of_the_job()
{
    job "$1" "$scratch/job.txt"
    grep -q ' ms' job.txt || fail "$1: no time"
    commas job.txt && fail "$1: it has a comma"
    :
}

the_text_that_the_job_writes_has_points()
{
    each check_text_of_the_job
}

check_settings()
{
    echo 'mpit_report_patience = 1.5min' >settings.conf
    job "$1" '' MPIT_CONFIG="$scratch/settings.conf" MPIT_VERBOSE=INFO MPIT_NESTED=FALSE
}

settings_are_understood_whatever_the_letters()
{
    each check_settings
}

check_messages()
{
    TEST_TIMEOUT=60 run "$RUN_MPI" -n 2 -p "$LIBMPIT" env "LOCPATH=$LOCPATH" "LC_ALL=$1" \
        MPIT_REPORT="$scratch/job.json" MPIT_REPORT_PATIENCE=0.5 \
        "$program" alone
    grep -q 'within 0\.5 s' err || fail "$1: the patience is another one"
    run "$RUN_MPI" -n 1 -p "$LIBMPIT" env "LOCPATH=$LOCPATH" "LC_ALL=$1" MPIT_SAMPLE_INTERVAL=0,5 \
        MPIT_SAMPLE_INTERVALL=1 "$program" alone
    grep -q 'MPIT_SAMPLE_INTERVAL=0,5 is ignored' err || fail "$1: a comma is taken for a point"
    grep -q 'MPIT_SAMPLE_INTERVALL.*the nearest is MPIT_SAMPLE_INTERVAL' err ||
        fail "$1: the nearest name is another one"
}

messages_have_points()
{
    each check_messages
}

check_command()
{
    for arguments in 'list' 'list --cvars --match mpit_*' 'get mpit_report_patience' 'config'; do
        # shellcheck disable=SC2086 # several of them
        MPIT_REPORT_PATIENCE=0.5 run "$MPIT" $arguments
        exits 0
        mv out plain
        # shellcheck disable=SC2086
        LC_ALL=$1 MPIT_REPORT_PATIENCE=0.5 run "$MPIT" $arguments
        exits 0
        cmp -s plain out || fail "$1: mpit $arguments says something else"
    done
}

the_command_says_the_same()
{
    each check_command
}

run_test the_locales_are_made
run_test the_record_has_points
run_test the_text_that_the_job_writes_has_points
run_test settings_are_understood_whatever_the_letters
run_test messages_have_points
run_test the_command_says_the_same
finish
