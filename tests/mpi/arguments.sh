#!/bin/sh
# A program is told of wrong arguments as it is without libmpit, whatever is watched: each call of
# calls.def, with each of its arguments wrong in turn.
#
#   arguments.sh [all]   all: those with large counts too, and all settings that can differ
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/arguments_program
everything='counts,bytes,time,waits,sites,peers,sizes,requests,state,queue'
large=small
[ "$1" != all ] || large=large
# Without us: the same for all that have this handler of errors and this level of threads.
reference()
{
    [ ! -s "$1.$2" ] || return 0
    run "$RUN_MPI" -n 0 "$program" "$1" "$2" plain "$large"
    exits 0
    cp out "$1.$2"
}

# What stands in one of its lines, but that a case does not come back, or is none where the MPI
# library has not seen what is wrong with it: arguments_program.c leaves those out.
comparable()
{
    grep -Ev ': (HANGS|DIES|EXITS) |(freed|huge): rc 0|^\[' "$1"
}

# compare HANDLER LEVEL [NAME=VALUE]...: with us.
compare()
{
    reference "$1" "$2"
    reference=$1.$2
    handler=$1 level=$2
    shift 2
    mkdir -p live && chmod 700 live
    TEST_TIMEOUT=400 run "$RUN_MPI" -n 0 -p "$LIBMPIT" env "MPIT_LIVE_DIR=$scratch/live" \
        MPIT_MEMORY_LIMIT=4000000000 "$@" \
        "$program" "$handler" "$level" all "--than=$reference" "$large"
    exits 0
    rm -rf live
    grep -q 'variables and [1-9][0-9]* events are watched' err || fail 'nothing is watched'
    grep -v '^\[' out >with_us
    comparable "$reference" >without
    printf '%s: %s cases are compared, %s do not come back without us\n' "$*" \
        "$(wc -l <without)" "$(grep -c ': HANGS\|: DIES\|: EXITS' "$reference")"
    [ "$(wc -l <without)" -gt 1000 ] || fail 'hardly anything is compared'
    same without with_us
}

wrong_arguments_are_answered_as_without_us()
{
    compare own single "MPIT_WATCH=$everything" MPIT_UMQ_SOURCE=drain MPIT_LIVE=where
}

wrong_arguments_are_answered_alike_in_other_settings()
{
    compare own single "MPIT_WATCH=$everything" MPIT_UMQ_SOURCE=auto MPIT_LIVE=counts
    compare own single MPIT_WATCH= MPIT_LIVE=off
    compare return single "MPIT_WATCH=$everything" MPIT_UMQ_SOURCE=drain MPIT_SITE_DEPTH=3 \
        MPIT_UMQ_DRAIN_BYTES=0
    compare return single MPIT_WATCH=waits MPIT_UMQ_SOURCE=off MPIT_LIVE=where
    compare own multiple "MPIT_WATCH=$everything" MPIT_UMQ_SOURCE=drain MPIT_LIVE=where
    compare return multiple "MPIT_WATCH=$everything" MPIT_UMQ_SOURCE=auto
}

run_test wrong_arguments_are_answered_as_without_us
[ $large = small ] || run_test wrong_arguments_are_answered_alike_in_other_settings
finish
