#!/bin/sh
# Takes MPI_Bcast through all algorithms of the MPI library, by MPIT_TUNE_BCAST alone, and prints
# what each one took. The same script for any MPI: which algorithms there are, libmpit says.
#
#   tune-bcast.sh [-n RANKS] [-b BYTES] [-r REPETITIONS]
#
# It runs where make has built everything, or with these in the environment:
#   MPIT         the command mpit           (tools/mpit)
#   LIBMPIT      the library, absolute      (lib/.libs/libmpit.so)
#   BCAST_TIME   the measured program       (bench/bcast_time)
#   MPIRUN       launcher and its options   (mpirun)
#
# Output: a line each, "algorithm <tab> microseconds", or "-" where the algorithm refuses so many
# ranks; the fastest one is named at the end, as a line for a configuration file.

ranks=4
bytes=1048576
repetitions=40
while getopts n:b:r: option; do
    case $option in
    n) ranks=$OPTARG ;;
    b) bytes=$OPTARG ;;
    r) repetitions=$OPTARG ;;
    *) sed -n 's/^#   \(tune-bcast.sh \[\)/usage: \1/p' "$0" >&2; exit 2 ;;
    esac
done
: "${MPIT:=tools/mpit}" "${LIBMPIT:=$PWD/lib/.libs/libmpit.so}" "${BCAST_TIME:=bench/bcast_time}"
: "${MPIRUN:=mpirun}"

algorithms=$("$MPIT" list --long --match mpit_tune_bcast |
    sed -n 's/^    one of: //p' | sed 's/([^)]*),*//g')
[ -n "$algorithms" ] || { echo "tune-bcast.sh: $MPIT offers no mpit_tune_bcast" >&2; exit 1; }

# measure ALGORITHM: prints microseconds. env, because not every launcher hands an environment on.
measure()
{
    # shellcheck disable=SC2086 # the launcher's options are words
    $MPIRUN -n "$ranks" env LD_PRELOAD="$LIBMPIT" MPIT_TUNE_BCAST="$1" \
        "$BCAST_TIME" "$bytes" "$repetitions"
}

is_less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < b) }'; }

best=
best_time=
for algorithm in $algorithms; do
    time=$(measure "$algorithm") || time=-
    printf '%s\t%s\n' "$algorithm" "$time"
    [ "$time" = - ] && continue
    if [ -z "$best" ] || is_less "$time" "$best_time"; then
        best=$algorithm
        best_time=$time
    fi
done
[ -n "$best" ] || exit 1
printf '# fastest for %s ranks and %s bytes:\nmpit_tune_bcast = %s\n' "$ranks" "$bytes" "$best"
