#!/bin/sh
# Whether the tests see what they are for: puts the faults of tests/faults.def into a copy of the
# tree, one at a time, and runs the tests that are to find it.  One that they do not find lives.
#
#   make -C build/openmpi faults                  all of them; an hour or so
#   make -C build/openmpi faults FAULTS='a b'     those alone
#
# The copy and its build stay in faults/ of the build directory, for the next time.  A test has to
# pass there without a fault before it counts as one that finds any.
#
# FAULTS_MINUTES: the time after which no more is begun.  The next call goes on where that was, as
# long as the tree is the same.
. "${0%/*}/prelude.sh"

tree=$abs_builddir/faults/tree
build=$abs_builddir/faults/build
TEST_TIMEOUT=${TEST_TIMEOUT:-60}
export TEST_TIMEOUT

table()
{
    python3 "$abs_srcdir/tests/faults.py" "$@"
}

# What is the same keeps its time, and is not built anew; what is another is, whatever its time.
make_copy()
{
    mkdir -p "$tree" "$build"
    list_dist >files
    if [ ! -f "$tree/configure" ]; then
        tar -cf - -C "$abs_srcdir" -T files | tar -xf - -C "$tree"
        return
    fi
    while read -r file; do
        cmp -s "$abs_srcdir/$file" "$tree/$file" && continue
        mkdir -p "$(dirname "$tree/$file")"
        cp "$abs_srcdir/$file" "$tree/$file" || return
    done <files
}

make_there()
{
    make -C "$build" -j"$(nproc)" "$@" >make.out 2>&1
}

build_copy()
{
    (
        cd "$build" || exit
        [ -f Makefile ] || env -u CC "$tree/configure" --with-mpi="$MPICC" --disable-static \
            --disable-hardening >configure.out 2>&1
    ) && make_there check-programs
}

# needed TEST: the library, whose back end no program is linked with, and the programs that it runs:
# those of its name and those that are named in it.
needed()
{
    echo libmpit
    case $1 in
    *.sh)
        echo mpib/mpit-bench
        grep -Eo '\b(tests|bench|examples|mpib|man|doc)/[a-z_/]+' "$tree/$1" | sort -u |
            while read -r program; do
                [ -d "$build/$program" ] || [ ! -x "$build/$program" ] || echo "$program"
            done
        ;;
    *) echo "$1" ;;
    esac
}

# passes TEST, with its output in test.out.
passes()
{
    case $1 in
    *.sh) set -- sh "$tree/$1" ;;
    *) set -- sh "$tree/tests/run-mpi" "$1" ;;
    esac
    (
        cd "$build" && env abs_srcdir="$tree" abs_builddir="$build" RUN_MPI="$tree/tests/run-mpi" \
            LIBMPIT="$build/lib/.libs/libmpit.so" BACK="$build/lib/.libs/back.so" \
            MPIT="$build/tools/mpit" timeout -k 5 $((TEST_TIMEOUT * 4)) "$@"
    ) >test.out 2>&1 </dev/null
}

# Once for each: it passes as long as there is no fault.
passes_without()
{
    grep -qx "$1" good 2>/dev/null && return
    # shellcheck disable=SC2046 # a list of names
    make_there $(needed "$1") && passes "$1" && echo "$1" >>good
}

# The first thing that the test says of it.
said()
{
    grep -aE '^FAIL: |^stepped around: |:[EF]:|failed|rank [0-9]+:' test.out | head -n 1 |
        sed "s|$tree/||" | cut -c1-120
}

# try_fault ID TEST...: leaves in $end "found", "LIVES", or what went wrong.
try_fault()
{
    id=$1
    shift
    for test; do
        passes_without "$test" || { end="$test fails without it: $(said)"; return; }
    done
    cp "$tree/$(file_of "$id")" original
    table "$tree" put "$id" >/dev/null || { end='it cannot be put in'; return; }
    end=LIVES
    for test; do
        # shellcheck disable=SC2046 # a list of names
        make_there $(needed "$test") || { end="it does not build: $(grep error make.out)"; break; }
        passes "$test" || { end="found by $test: $(said)"; break; }
    done
    cat original >"$tree/$(file_of "$id")"
}

# What was found out of a fault is in $ended, which belongs to the tree that its first line names.
ended=$abs_builddir/faults/ended

keep_what_is_of_this_tree()
{
    this=$(cd "$tree" && xargs cksum <"$scratch/files" | cksum)
    [ "$(head -n 1 "$ended" 2>/dev/null)" = "$this" ] || echo "$this" >"$ended"
}

# is_known ID: leaves in $end how it ended; those that are asked for by name are put in again.
is_known()
{
    [ -z "$FAULTS" ] || return
    end=$(sed -n "s/^$1: //p" "$ended" | tail -n 1)
    [ -n "$end" ]
}

is_late()
{
    [ -n "$FAULTS_MINUTES" ] && [ $(($(date +%s) - began)) -ge $((FAULTS_MINUTES * 60)) ]
}

file_of()
{
    awk -v id="$1" '/^fault: / { this = $2 == id } this && /^in: / { print $2 }' \
        "$tree/tests/faults.def"
}

begin_test 'the table is as it has to be'
table "$abs_srcdir" check >wrong
is_empty wrong 'it is not'
begin_test 'the copy builds'
make_copy || fail 'there is no copy'
build_copy || fail "$(tail -n 20 make.out)"
[ $failures -eq 0 ] || finish
keep_what_is_of_this_tree

# shellcheck disable=SC2086 # a list of names
table "$tree" list $FAULTS >rows
all=0 found=0 left=0 began=$(date +%s)
while IFS='|' read -r id mpi named; do
    case $mpi in
    both | "$TEST_VENDOR") ;;
    *) continue ;;
    esac
    all=$((all + 1))
    if ! is_known "$id"; then
        is_late && { left=$((left + 1)); continue; }
        # shellcheck disable=SC2086
        try_fault "$id" $named
        echo "$id: $end" >>"$ended"
    fi
    begin_test "$id"
    case $end in
    found*) found=$((found + 1)) ;;
    *) fail "$end" ;;
    esac
    printf '%s: %s\n' "$id" "$end"
done <rows
# The last fault is gone from what was built, too.
make_there check-programs || fail 'the copy does not build any more'
begin_test 'all of them were put in'
[ $left -eq 0 ] || fail "$left are left for the next call"
echo "$all faults, $found found, $left left"
finish
