#!/bin/sh
# What the plain vendor does in our tests: runs each test that tests/requirements.def names on its own,
# without libmpit, and writes a row for it into tests/conformance.def.
#
#   make -C build/openmpi measure-conformance        (and the same in build/mpich)
#
# Every program is the one of `make check`: the vendor's library is preloaded, so that its functions stand
# before ours. pass, fail, crash (a signal or an abort), hang, or absent: the test needs a variable of ours.

: "${RUN_MPI:?}" "${TEST_VENDOR:?}" "${LIBMPIT:?}" "${TEST_RANKS?}" "${abs_srcdir:?}" "${abs_builddir:?}"
table=$abs_srcdir/tests/conformance.def
cd "$abs_builddir" || exit 99
vendor_library=$(ldd "$LIBMPIT" | awk '/libmpi(ch)?\.so/ { print $3; exit }')
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
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
    if grep -q "^absent: $2" "$scratch/out"; then
        echo absent
    elif [ "$1" -eq 124 ]; then
        echo hang
    elif grep -Eq "^FAIL: $2: (killed by|the process was ended)" "$scratch/out"; then
        echo crash
    elif grep -q "^FAIL: $2" "$scratch/out"; then
        echo fail
    elif [ "$1" -eq 0 ] && grep -q "^ok: $2" "$scratch/out"; then
        echo pass
    else
        echo crash
    fi
}

for program in tests/mpi/interface tests/mpi/lifecycle tests/mpi/limits tests/mpi/errors \
    tests/mpi/objects tests/mpi/values tests/mpi/variables tests/mpi/threads tests/mpi/p2p_counts \
    tests/mpi/coll_counts; do
    for name in $("$program" --list); do
        grep -q "[ ,]$name[,)]" "$abs_srcdir/tests/requirements.def" || continue
        $RUN_MPI -n "$(ranks_of $program)" -t 30 -p "$vendor_library" "$program" "$name" \
            >"$scratch/out" 2>/dev/null
        echo "RESULT($TEST_VENDOR, $name, $(verdict $? "$name"))"
    done
done >"$scratch/rows"

{
    grep '^#' "$table"
    { grep '^RESULT' "$table" | grep -v "^RESULT($TEST_VENDOR," ; cat "$scratch/rows"; } | sort -u
} >"$scratch/table" && cp "$scratch/table" "$table"
