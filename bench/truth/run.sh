#!/bin/sh
# Whether what a report says first is true: the cases of truth.def, each run under
# `mpit run --waits` and scored (score.py).
#
#   bench/truth/run.sh [--times N] [--again N] [--only PATTERN] [--keep DIRECTORY]
#
# in a build directory.
#
#   --times    runs of each case, 3 without
#   --again    how often a run that was disturbed is repeated, at most; 2 without
#   --only     cases whose name the regular expression matches
#   --keep     where the records are left; without, they go
#
# Exit: 0 as good as is asked for, 1 it is not, 3 it could not be run.
usage()
{
    sed -n 's/^#   \(bench.*\)/usage: \1/p' "$0" >&2
    exit 64
}

times=3 again=2 only=. keep=
while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || usage
    case $1 in
    --times) times=$2 ;;
    --again) again=$2 ;;
    --only) only=$2 ;;
    --keep) keep=$2 ;;
    *) usage ;;
    esac
    shift 2
done

source=$(cd "${0%/*}/../.." && pwd) || exit 3
build=$PWD
value_of() { sed -n "s/^$1 = //p" Makefile; }
MPIRUN=${MPIRUN:-$(value_of MPIRUN)}
TEST_VENDOR=$(value_of MPIT_VENDOR)
TEST_VENDOR_VERSION=$(value_of MPIT_VENDOR_VERSION)
abi=$(value_of MPIT_ABI_PATH)
[ -z "$abi" ] || LD_LIBRARY_PATH=$abi${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export MPIRUN LD_LIBRARY_PATH
[ -n "$abi$LD_LIBRARY_PATH" ] || unset LD_LIBRARY_PATH
. "$source/tests/mpi_environment.sh"
set_up_mpi || exit 3

scratch=$(mktemp -d) || exit 3
busy=
end_busy()
{
    for process in $busy; do
        kill "$process" 2>/dev/null
        wait "$process" 2>/dev/null
    done
    busy=
}
leave()
{
    end_busy
    rm -rf "$scratch"
}
trap leave EXIT
trap 'exit 3' HUP INT TERM
keep=${keep:-$scratch/records}
mkdir -p "$keep" && keep=$(cd "$keep" && pwd) || exit 3
mkdir -m 700 "$scratch/live" && MPIT_LIVE_DIR=$scratch/live || exit 3
export MPIT_LIVE_DIR

# start_busy N: loops, whose numbers are in `busy`.
start_busy()
{
    for _ in $(seq "$1"); do
        sh -c 'while :; do :; done' &
        busy="$busy $!"
    done
}

# run_once NAME RANKS BESIDE OPTION...: the record of which is $run.json.
run_once()
{
    case_name=$1 ranks=$2 beside=$3
    shift 3
    rm -f "$run.json"
    start_busy "$beside"
    timeout -k 5 60 "$build/tools/mpit" run --waits --report "$run.json" "$@" -- \
        "$MPIRUN" -n "$ranks" "$build/bench/truth/truth" "$case_name" "$scratch/file" \
        >"$run.out" 2>"$run.err" </dev/null
    end_busy
    rm -f "$scratch/file"
}

score() { python3 "$source/bench/truth/score.py" "$@"; }

# was_disturbed: what the last run was, as the score has it.
was_disturbed()
{
    rm -rf "$scratch/one"
    mkdir "$scratch/one" && cp "$run".* "$scratch/one" 2>/dev/null
    score "$source/bench/truth/truth.def" "$scratch/one" | grep -q '^all .*/1$'
}

score --list "$source/bench/truth/truth.def" "$only" >"$scratch/cases" || exit 3
for time in $(seq "$times"); do
    while read -r name ranks beside options; do
        case $options in
        "$TEST_VENDOR"*) options=${options#"$TEST_VENDOR"} ;;
        openmpi* | mpich*) continue ;;
        esac
        run=$keep/$name.$time
        # shellcheck disable=SC2086 # words
        run_once "$name" "$ranks" "$beside" $options
        for _ in $(seq "$again"); do
            was_disturbed || break
            # shellcheck disable=SC2086 # words
            run_once "$name" "$ranks" "$beside" $options
        done
    done <"$scratch/cases"
done
score "$source/bench/truth/truth.def" "$keep"
