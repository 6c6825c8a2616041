#!/bin/sh
# What the plain vendor does in our tests: runs each test that tests/requirements.def names on its
# own, without libmpit, and writes a row for it into tests/conformance.def.
#
#   make -C build/openmpi measure-conformance        (and the same in build/mpich)
#
# Every program is the one of `make check`: the vendor's library is preloaded, so that its functions
# stand before ours. pass, fail, crash (a signal or an abort), hang, or absent: the test needs a
# variable of ours.
. "${0%/*}/prelude.sh"
: "${TEST_RANKS?}"
table=$abs_srcdir/tests/conformance.def
plain=$(vendor_library)
HARNESS_PLAIN=1
export HARNESS_PLAIN

ranks_of()
{
    for row in $TEST_RANKS; do
        [ "${row%@*}" = "$1" ] && { echo "${row##*@}"; return; }
    done
    echo 0
}

verdict() # CODE NAME
{
    if grep -q "^absent: $2" out; then
        echo absent
    elif [ "$1" -eq 124 ]; then
        echo hang
    elif grep -Eq "^FAIL: $2: (killed by|the process was ended)" out; then
        echo crash
    elif grep -q "^FAIL: $2" out; then
        echo fail
    elif [ "$1" -eq 0 ] && grep -q "^ok: $2" out; then
        echo pass
    else
        echo crash
    fi
}

# Programs whose tests are processes of their own run as a whole; of the others each test by itself,
# as a crash ends them all.
programs="interface lifecycle limits errors objects values variables threads p2p_counts coll_counts"
for short in $programs; do
    program=$abs_builddir/tests/mpi/$short
    ranks=$(ranks_of "tests/mpi/$short")
    [ "$ranks" -ne 0 ] || run "$RUN_MPI" -n 0 -p "$plain" "$program"
    for name in $("$program" --list); do
        grep -q "[ ,]${name}[,)]" "$abs_srcdir/tests/requirements.def" || continue
        code=0
        [ "$ranks" -eq 0 ] ||
            run "$RUN_MPI" -n "$ranks" -t 20 -p "$plain" "$program" "$name"
        echo "RESULT($TEST_VENDOR, $name, $(verdict $code "$name"))"
    done
done >rows
sed 's/,[^,]*$/,/' rows >measured

begin_test 'each of them has a row'
[ -s rows ] || fail 'none'
{
    grep '^#' "$table"
    { grep '^RESULT' "$table" | grep -vF -f measured; cat rows; } | sort -u
} >rows_of_all
[ ! -s rows ] || cp rows_of_all "$table"
finish
