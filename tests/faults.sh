#!/bin/sh
# Whether the tests see what they are for: puts the faults of tests/faults.def into a copy of the
# tree, one at a time, and runs the tests that are to find it.  One that they do not find lives.
#
#   make -C build/openmpi faults                  all of them; an hour or so on two processors
#   make -C build/openmpi faults FAULTS='a b'     those alone
#
# There is a copy for each processor, or FAULTS_COPIES of them, which share the faults.  Copies and
# their builds stay in faults/ of the build directory, for the next time.  A test has to pass there
# without a fault before it counts as one that finds any.
#
# How far it is stands in faults/ended.  FAULTS_MINUTES: the time after which no more is begun.  The
# next call goes on where that was, as long as the tree is the same.
. "${0%/*}/prelude.sh"

copies=${FAULTS_COPIES:-$(nproc)}
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
    make -C "$build" -j"$copies" "$@" >make.out 2>&1
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
        cd "$build" && env -u MPIT_REPORT_FULL abs_srcdir="$tree" abs_builddir="$build" \
            RUN_MPI="$tree/tests/run-mpi" LIBMPIT="$build/lib/.libs/libmpit.so" \
            BACK="$build/lib/.libs/back.so" MPIT="$build/tools/mpit" \
            timeout -k 5 $((TEST_TIMEOUT * 4)) "$@"
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
    this=$(cd "$abs_srcdir" && xargs cksum <"$scratch/files" | cksum)
    [ "$(head -n 1 "$ended" 2>/dev/null)" = "$this" ] || echo "$this" >"$ended"
}

# is_known ID: leaves in $end how it ended; those that are asked for by name are put in again.
is_known()
{
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

# work N: puts in each copies-th fault of those that are left, from the Nth on, in copy N.
work()
{
    tree=$abs_builddir/faults/$1/tree build=$abs_builddir/faults/$1/build
    mkdir -p "$1"
    cd "$1" || exit
    { cp ../files . && make_copy; } || { echo 'there is no copy' >wrong; exit 1; }
    build_copy || { tail -n 20 make.out >wrong; exit 1; }
    awk -v n="$1" -v copies="$copies" 'NR % copies == n % copies' ../left >mine
    while IFS='|' read -r id mpi named && ! is_late; do
        # shellcheck disable=SC2086 # a list of names
        try_fault "$id" $named
        echo "$id: $end" >>"$ended"
    done <mine
    # The last fault is gone from what was built, too.
    make_there check-programs || { echo 'the copy does not build any more' >wrong; exit 1; }
}

begin_test 'the table is as it has to be'
table "$abs_srcdir" check >wrong
is_empty wrong 'it is not'
[ $failures -eq 0 ] || finish
list_dist >files
mkdir -p "$abs_builddir/faults"
keep_what_is_of_this_tree

# shellcheck disable=SC2086 # a list of names
table "$abs_srcdir" list $FAULTS >rows
while IFS='|' read -r id mpi named; do
    case $mpi in
    both | "$TEST_VENDOR") ;;
    *) continue ;;
    esac
    echo "$id" >>all
    [ -z "$FAULTS" ] || sed -i "/^$id: /d" "$ended"
    is_known "$id" || echo "$id|$mpi|$named" >>left
done <rows
touch left

began=$(date +%s)
n=0 workers=
while [ $((n += 1)) -le "$copies" ]; do
    work $n &
    workers="$workers $!"
done
# shellcheck disable=SC2086 # a list of numbers
wait $workers

begin_test 'the copies build'
cat ./*/wrong >all_wrong 2>/dev/null
is_empty all_wrong 'they do not'
found=0 left=0
while read -r id; do
    is_known "$id" || { left=$((left + 1)); continue; }
    begin_test "$id"
    case $end in
    found*) found=$((found + 1)) ;;
    *) fail "$end" ;;
    esac
    printf '%s: %s\n' "$id" "$end"
done <all
begin_test 'all of them were put in'
[ $left -eq 0 ] || fail "$left are left for the next call"
echo "$(wc -l <all) faults, $found found, $left left"
finish
