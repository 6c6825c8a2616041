#!/bin/sh
# Measures everything and writes the page of results: what `make bench` calls, in the build
# directory.
#
#   results.sh [--quick] FILE
#
# FILE has a section for each MPI; that of this build is replaced, others stay.  --quick sees that
# it works: short, small numbers that mean nothing.  VENDOR names the MPI with its version,
# MPIRUN its launcher, MPIT the version of ours, COMPILER the compiler.  PEERS, words NAME=FILE, are
# other tools beside it, as start.py has them; of the one that is called IPM what a call costs, too.
# Exit: 0 all measured; 1 something could not be: the page says what.

quick=
[ "$1" = --quick ] && quick=--quick && shift
page=${1:?the file to write}
: "${VENDOR:?}" "${MPIRUN:?}" "${MPIT:?}" "${COMPILER:?}"
section=$(mktemp) || exit 1
new=$(mktemp) || exit 1
trap 'rm -f "$section" "$new"' EXIT
parts=8
start=${0%/*}/start.py
part=0
failed=0

# What one machine, perhaps a container and perhaps root, asks of the launchers.
if [ "$(id -u)" = 0 ]; then
    OMPI_ALLOW_RUN_AS_ROOT=1
    OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
fi
: "${OMPI_MCA_btl:=self,vader}" "${UCX_LOG_LEVEL:=error}"
export OMPI_MCA_btl UCX_LOG_LEVEL
case $VENDOR in
*MPI\ [0-4].*)
    : "${OMPI_MCA_rmaps_base_oversubscribe:=1}"
    export OMPI_MCA_rmaps_base_oversubscribe
    ;;
*MPI\ 5.*)
    : "${PRTE_MCA_rmaps_default_mapping_policy:=:oversubscribe}"
    export PRTE_MCA_rmaps_default_mapping_policy
    ;;
*)
    : "${PRTE_MCA_mapby:=:oversubscribe}"
    export PRTE_MCA_mapby
    ;;
esac

processor()
{
    sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1
}

is_virtual()
{
    grep -q '^flags.* hypervisor' /proc/cpuinfo
}

beside=
ipm=
for tool in ${PEERS:-}; do
    beside="$beside --peer $tool"
    case $tool in
    IPM=*) ipm="--ipm ${tool#IPM=}" ;;
    esac
done

describe()
{
    echo "## $VENDOR"
    echo
    echo "- machine: $(processor), $(nproc) processors$(is_virtual && echo ', virtual')," \
        "$(awk '/^MemTotal/ { printf "%.0f GB", $2 / 1e6 }' /proc/meminfo), $(uname -sr)"
    echo "- load when it began: $(cut -d' ' -f1 /proc/loadavg)"
    echo "- mpit $MPIT, $VENDOR, $COMPILER"
    [ -z "$quick" ] || echo "- quick: these numbers mean nothing"
}

verdict()
{
    case $1 in
    0) return ;;
    1) means="a target is missed, and the line says which" ;;
    2) means="a target is neither held nor missed for certain" ;;
    124) means="not done in $limit s, the machine does too much else" ;;
    *) means="it could not be measured" ;;
    esac
    printf '\nExit %s: %s.\n' "$1" "$means"
    [ "$1" -le 2 ] || failed=1
}

# measure SECONDS TITLE COMMAND...: the command as it is typed in the build directory (a script
# stands in the source; files of other tools by their names), and what it prints.  All limits
# together are 20 minutes; a machine on which one is reached is too busy.
measure()
{
    limit=$1
    title=$2
    shift 2
    part=$((part + 1))
    typed=$*
    case $typed in
    "$start"*) typed=bench/start.py${typed#"$start"} ;;
    esac
    typed=$(echo "$typed" | sed 's|\([ =:]\)/[^ :]*/|\1|g')
    echo "bench: $part of $parts: $title: $typed" >&2
    began=$(date +%s)
    {
        printf '\n### %s\n\n    %s\n\n```\n' "$title" "$typed"
        timeout -k 5 "$limit" "$@"
        code=$?
        printf '```\n'
    } >>"$section"
    verdict $code >>"$section"
    echo "bench: $part of $parts: exit $code after $(($(date +%s) - began)) s" >&2
}

# The sections of the page that are other MPIs'.
others()
{
    [ -f "$page" ] || return
    awk -v mine="## ${VENDOR% *} " '/^## / { on = index($0, mine) != 1 } on' "$page"
}

launcher=${MPIRUN##*/}
describe >"$section"
# shellcheck disable=SC2086 # empty, or one word
{
    measure 700 "What a hooked call costs" bench/overhead --check --looks 2 --rounds 15 \
        $ipm ${quick:+--list}
    measure 130 "What the functions of MPI_T cost" bench/interface ${quick:---check}
    if [ -n "$quick" ]; then
        measure 60 "What a job gains" "$start" --quick
    else
        measure 140 "What a job gains" "$start" --check --ranks 2 --rounds 9 \
            --only preloaded,interface,live,report,run,html $beside
    fi
    measure 20 "How it grows" bench/scale $quick
    measure 60 "The unexpected queue" "$launcher" -n 2 bench/queue $quick
    measure 60 "What is called a wait" "$launcher" -n 2 bench/waits $quick
    measure 40 "What the methods of libmpib lean on" "$launcher" -n 2 bench/methods \
        ${quick:---check}
    if [ -n "$quick" ]; then
        few="--max 2 --rounds 8 --reps 10 --launches 2"
    else
        few="--max 1M --launches 5"
    fi
    measure 50 "MPIB_measure_bcast against max" mpib/mpit-bench bcast --compare bcast --quiet \
        $few -- "$launcher" -n 2
}

{
    cat <<'END_OF_HEAD'
# Results

Written by `make bench` in the build directory of each MPI, as it stands; bench/README has the
methods and says what the words mean, doc/scaling what follows for machines that are larger.

END_OF_HEAD
    {
        cat "$section"
        echo
        others
    } | sed -e :a -e '/^\n*$/ { $d; N; ba' -e '}'
} >"$new"
cat "$new" >"$page" || exit 1
echo "bench: $page is written" >&2
exit $failed
