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

# Programs whose tests are processes of their own run as a whole; of the others each test by itself, as a
# crash ends them all.
programs=${PROGRAMS:-"tests/mpi/interface tests/mpi/lifecycle tests/mpi/limits tests/mpi/errors tests/mpi/objects
    tests/mpi/values tests/mpi/variables tests/mpi/threads tests/mpi/p2p_counts tests/mpi/coll_counts"}
for program in $programs; do
    ranks=$(ranks_of "$program")
    [ "$ranks" -ne 0 ] ||
        $RUN_MPI -n 0 -t 120 -p "$vendor_library" "$program" >"$scratch/out" 2>/dev/null
    for name in $("$program" --list); do
        grep -q "[ ,]$name[,)]" "$abs_srcdir/tests/requirements.def" || continue
        code=0
        [ "$ranks" -eq 0 ] ||
            $RUN_MPI -n "$ranks" -t 20 -p "$vendor_library" "$program" "$name" >"$scratch/out" 2>/dev/null ||
            code=$?
        echo "RESULT($TEST_VENDOR, $name, $(verdict $code "$name"))"
    done
done >"$scratch/rows"
sed 's/,[^,]*$/,/' "$scratch/rows" >"$scratch/measured"

{
    grep '^#' "$table"
    { grep '^RESULT' "$table" | grep -vF -f "$scratch/measured"; cat "$scratch/rows"; } | sort -u
} >"$scratch/table" && cp "$scratch/table" "$table"
