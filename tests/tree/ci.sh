#!/bin/sh
# What .ci/run makes of the output of `./quickstart check`: nothing that is not a pass is lost.
. "${0%/*}/../prelude.sh"

totals() { awk -f "$abs_srcdir/.ci/totals.awk" "$1" >said; }

# One of each kind; what is stepped around in part passes.
output()
{
    cat <<'END_OF_OUTPUT'
quickstart: building the tests in build/openmpi
quickstart: testing build/openmpi
PASS: tests/unit/cell
stepped around: tests/mpi/queue_fifo: a_part (fault: 5.0: it)
PASS: tests/mpi/queue_fifo
stepped around: tests/tree/format.sh (this_suite: it has none)
SKIP: tests/tree/format.sh
# STEPPED AROUND: 2
# TOTAL: 3
# PASS:  2
# SKIP:  1
quickstart: testing build/mpich
PASS: tests/unit/cell
SKIP: tests/tree/format.sh
FAIL: tests/mpi/x
# STEPPED AROUND: 0
# TOTAL: 3
# PASS:  1
# SKIP:  1
# FAIL:  1
quickstart check: exit 1
END_OF_OUTPUT
}

what_is_neither_a_pass_nor_stepped_around_has_failed()
{
    output >log
    totals log
    printf '%s\n' 'openmpi 2 0 2' 'mpich 1 2 0' >expected
    same expected said
}

what_did_not_come_to_its_end_has_failed()
{
    output | sed '/testing build\/mpich/,$d' >log
    totals log
    printf '%s\n' 'openmpi 2 0 2' 'mpich 0 1 0' >expected
    same expected said
    output | sed '/build\/mpich/,$d' >half
    { cat half; sed 's|build/openmpi|build/mpich|' half; echo 'quickstart check: exit 1'; } >log
    totals log
    printf '%s\n' 'openmpi 2 0 2' 'mpich 2 0 2' 'quickstart 0 1 0' >expected
    same expected said
    sed 's/exit 1/exit 0/' log >all
    totals all
    sed '$d' expected >passed
    same passed said
}

what_failed_in_a_long_log_is_shown_once()
{
    { echo 'ok: a'; echo 'FAIL: b: why'; seq 1 38; echo 'FAIL: c: why'; seq 1 39; } >log
    { echo 'FAIL: b: why'; echo 'FAIL: c: why'; seq 1 39; } | sed 's/^/    /' >expected
    # quickstart runs what it is asked for; this one function is taken out of it.
    { grep '^log_lines=' "$abs_srcdir/quickstart"
        sed -n '/^show_end_of()/,/^}/p' "$abs_srcdir/quickstart"
        echo 'show_end_of log'; } >show.sh
    sh -e show.sh 2>said
    same expected said
}

why_tests_have_failed_is_said_at_the_end()
{
    cat >log <<'END_OF_OUTPUT'
quickstart: testing build/openmpi
FAIL: tests/tools/a.sh
    FAIL: tests/tools/a.sh
==== build/openmpi/tests/tools/a.log
    ok: one thing
    FAIL: another: it is not
==== build/openmpi/tests/unit/b.log
    b.c:12:P:b:this_passes:0: Passed
    b.c:21:F:b:that_fails:0: Assertion
quickstart: tests failed in build/openmpi
    FAIL: nothing of a log
END_OF_OUTPUT
    cat >expected <<'END_OF_REASONS'
why: build/openmpi/tests/tools/a.log: FAIL: another: it is not
why: build/openmpi/tests/unit/b.log: b.c:21:F:b:that_fails:0: Assertion
END_OF_REASONS
    awk -f "$abs_srcdir/.ci/why.awk" log >said
    same expected said
}

# With the tree it was built in: else make goes on with the files of the other one.
a_build_that_was_copied_is_made_anew()
{
    { sed -n '/^say()/,/^}/p; /^forget_another_s()/,/^}/p' "$abs_srcdir/quickstart"
        echo 'forget_another_s openmpi'; } >forget.sh
    mkdir -p one/build/openmpi
    (cd one && echo "abs_builddir = $PWD/build/openmpi" >build/openmpi/Makefile)
    cp -R one two
    (cd one && sh -e ../forget.sh) >said
    is_empty said 'it is where it was'
    [ -f one/build/openmpi/Makefile ] || fail 'what is right has gone'
    (cd two && sh -e ../forget.sh) >said
    grep -q "^quickstart: build/openmpi was built in .*/one/build/openmpi: it is built anew" said ||
        fail "not said: $(cat said)"
    [ ! -e two/build/openmpi ] || fail 'it stays'
    rm -rf one
    mkdir -p three && cp -R two/build three && mkdir -p three/build/openmpi
    echo "abs_builddir = $scratch/one/build/openmpi" >three/build/openmpi/Makefile
    (cd three && sh -e ../forget.sh) >said
    [ ! -e three/build/openmpi ] || fail 'that of a folder that has gone stays'
}

run_test what_is_neither_a_pass_nor_stepped_around_has_failed
run_test what_did_not_come_to_its_end_has_failed
run_test what_failed_in_a_long_log_is_shown_once
run_test why_tests_have_failed_is_said_at_the_end
run_test a_build_that_was_copied_is_made_anew
finish
