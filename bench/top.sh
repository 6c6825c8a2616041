#!/bin/sh
# Whether somebody who looks at a job ten times a second can be felt by it: ping-pong between 2
# ranks with mpit_live=counts, in turns with `mpit top --interval 0.1` beside it and without.
#
#   bench/top.sh [ROUNDS]     in a build directory
#
# Says the time of a round trip, its median over the rounds and the median distance from that, of
# the fastest batch of each run and of all of it by the wall clock.  Exit: 0 the difference of the
# medians is within the distance, or below it; 1 it is not; 3 it could not be measured.  A reader
# needs a processor now and then: on as many as there are ranks it takes that from one of them.

rounds=${1:-15}
batches=400
trips=5000 # in a batch
source=$(cd "${0%/*}/.." && pwd) || exit 3
mpirun=${MPIRUN:-$(sed -n 's/^MPIRUN = //p' Makefile)}
scratch=$(mktemp -d) || exit 3
reader=
leave()
{
    [ -z "$reader" ] || kill "$reader" 2>/dev/null
    rm -rf "$scratch"
}
trap leave EXIT
trap 'exit 3' HUP INT TERM
mkdir -m 700 "$scratch/live"
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR

fail()
{
    echo "bench/top.sh: $1" >&2
    exit 3
}

# measure NAME: a line to NAME, ns of the fastest batch and of all by the wall clock.
measure()
{
    begun=$(date +%s%N)
    $mpirun -n 2 env LD_PRELOAD="$PWD/lib/.libs/libmpit.so" MPIT_LIVE=counts \
        bench/overhead_kernel -b $batches -n $trips pingpong >"$scratch/out" ||
        fail "the ping-pong failed"
    ended=$(date +%s%N)
    fastest=$(sed -n 's/^result pingpong measured //p' "$scratch/out")
    [ -n "$fastest" ] || fail "the ping-pong gave no figure"
    echo "$fastest $(((ended - begun) / batches / trips))" >>"$scratch/$1"
}

# figures NAME COLUMN: median, and median distance from it.
figures()
{
    median=$(cut -d' ' -f"$2" "$scratch/$1" | middle)
    distance=$(cut -d' ' -f"$2" "$scratch/$1" |
        awk -v median="$median" '{ print ($1 > median ? $1 - median : median - $1) }' | middle)
    echo "$median $distance"
}
middle() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

for _ in $(seq "$rounds"); do
    measure alone
    python3 "$source/tests/tools/on_terminal.py" 80 tools/mpit top --interval 0.1 >"$scratch/seen" &
    reader=$!
    measure watched
    kill "$reader"
    wait "$reader" 2>/dev/null
    reader=
done
felt=0
for column in 1:fastest 2:all; do
    # shellcheck disable=SC2046 # two numbers each
    set -- $(figures alone "${column%:*}") $(figures watched "${column%:*}")
    awk -v what="${column#*:}" -v alone="$1" -v noise="$2" -v watched="$3" -v also="$4" 'BEGIN {
        noise = noise > also ? noise : also
        printf "%-8s alone %s ns, looked at %s ns, noise %s ns\n", what, alone, watched, noise
        exit watched - alone > noise }' || felt=1
done
exit $felt
