#!/bin/sh
# Each fault of the MPI below that tests step around (tests/vendor_faults.def) is there, as its
# program shows without libmpit; and what a row forbids is not run, but listed.
. "${0%/*}/../prelude.sh"
programs=$abs_srcdir/tests/vendor-faults
mpi="$TEST_VENDOR $TEST_VENDOR_VERSION"

# ranks_said WORDS: how many, though their lines be mixed.
ranks_said()
{
    grep -o "$1" out | wc -l
}

# what_is_wrong SHOWS CODE: with what the program said in out; nothing where the fault is as told.
what_is_wrong()
{
    came=no
    [ "$(ranks_said 'come to the fault')" -eq 0 ] || came=yes
    passed=yes
    [ "$(ranks_said 'past the fault')" -ge "$(ranks_said 'come to the fault')" ] || passed=no
    case $2,$1,$came,$passed in
    10,SAYS,* | 124,HANGS,yes,* | 0,CRASHES,yes,no) ;;
    0,*) echo "it is gone: its row must go, or end before $mpi" ;;
    124,*) echo "it does not end, and the row tells another fault ($1)" ;;
    [1-9],CRASHES,yes,* | [1-9][0-9],CRASHES,yes,* | [1-9][0-9][0-9],CRASHES,yes,*) ;;
    *) echo "it shows nothing of the fault ($1): exit code $2" ;;
    esac
}

# MPICH's launcher leaves ranks running where one has crashed.
end_what_is_left()
{
    for process in /proc/[0-9]*; do
        case $(readlink "$process/exe") in
        "$scratch/program"*) kill -9 "${process#/proc/}" ;;
        esac
    done
}

# show PROGRAM RANKS SHOWS: runs NAME.c, plain, and leaves in $wrong what is wrong.
show()
{
    wrong='it does not compile'
    run "$MPICC" -I "$programs" -o program "$1" -lpthread
    [ "$code" -eq 0 ] || return
    run "$RUN_MPI" -t 30 -n "$2" ./program
    end_what_is_left
    wrong=$(what_is_wrong "$3" "$code")
}

rows_of "$abs_srcdir/tests/vendor_faults.def" | in_force VENDOR_FAULT >faults
while IFS='|' read -r name ranks shows seen <&3; do
    begin_test "$name is there: $seen"
    show "$programs/$name.c" "$ranks" "$shows"
    [ -z "$wrong" ] || fail "$wrong"
done 3<faults

# ---- the mechanism

# What is stepped around on trial is not of this run.
exec 9>&-

program_of() # BODY
{
    printf '#include "fault.h"\nint main(void) { %s }\n' "$1" >small.c
}

a_fault_is_shown_or_gone()
{
    program_of 'return FAULT_IS_HERE;'
    show small.c 0 SAYS
    [ -z "$wrong" ] || fail "a fault that is said: $wrong"
    program_of 'come_to_the_fault(); abort();'
    show small.c 0 CRASHES
    [ -z "$wrong" ] || fail "a crash: $wrong"
    show small.c 0 HANGS
    [ -n "$wrong" ] || fail 'a crash is no hang'
    printf 'come to the faultcome to the fault\n\npast the fault\n' >out
    wrong=$(what_is_wrong CRASHES 0)
    [ -z "$wrong" ] || fail "a crash of one rank that the launcher forgets: $wrong"
    program_of 'abort();'
    show small.c 0 CRASHES
    [ -n "$wrong" ] || fail 'a crash before it came to the fault'
    program_of 'come_to_the_fault(); return past_the_fault();'
    for how in SAYS CRASHES HANGS; do
        show small.c 0 "$how"
        case $wrong in
        'it is gone'*) ;;
        *) fail "a fault that is gone ($how): $wrong" ;;
        esac
    done
    program_of 'come_to_the_fault(); for (;;) ;'
    run "$MPICC" -I "$programs" -o program small.c
    run "$RUN_MPI" -t 1 -n 0 ./program
    [ -z "$(what_is_wrong HANGS "$code")" ] || fail "a hang: $(what_is_wrong HANGS "$code")"
}

# version_has VERSION NAME...: the faults in force there.
version_has()
{
    (TEST_VENDOR_VERSION=$1 && in_force VENDOR_FAULT <ranges.def) | cut -d'|' -f1 >found
    shift
    printf '%s\n' "$@" >expected
    same expected found
}

a_row_is_about_its_versions()
{
    upper=$(echo "$TEST_VENDOR" | tr "[:lower:]" "[:upper:]")
    cat >ranges.def <<EOF
VENDOR_FAULT(always, $upper, "", "", 2, SAYS, "1.0: it")
VENDOR_FAULT(later, $upper, "4.2.0", "", 0, HANGS, "4.2: it")
VENDOR_FAULT(before, $upper, "", "4.10.0", 0, CRASHES, "4.1: it")
VENDOR_FAULT(between, $upper, "4.1.4", "6.0.0", 0, CRASHES, "5.0: it")
VENDOR_FAULT(none, NONE, "", "", 0, CRASHES, "5.0: it")
FORBIDS(always, "tests/mpi/one: a_test")
FORBIDS(none, "tests/mpi/two")
EOF
    version_has 4.1.4 always before between
    version_has 4.2.1 always later before between
    version_has 4.10.0 always later between
    version_has 6.0.0rc2 always later
    version_has 3.4 always before
    in_force FORBIDS <ranges.def >found
    echo 'tests/mpi/one: a_test|always: 1.0: it' >expected
    same expected found
}


forbid() # TEST
{
    upper=$(echo "$TEST_VENDOR" | tr "[:lower:]" "[:upper:]")
    cat >forbids.def <<EOF
VENDOR_FAULT(one, $upper, "", "", 0, SAYS, "1.0: it (and that)")
FORBIDS(one, "$1")
EOF
}

# with_row TEST COMMAND...
with_row()
{
    forbid "$1"
    shift
    run env VENDOR_FAULTS="$PWD/forbids.def" "$@"
}

said='(one: 1.0: it (and that))'

what_is_forbidden_of_a_program_is_listed_and_not_run()
{
    program=$abs_builddir/tests/mpi/constants
    name=$("$program" --list | sed -n 2p)
    with_row 'tests/mpi/nothing' "$RUN_MPI" -n 0 "$program"
    exits 0
    out_has_line "ok: $name"
    out_lacks 'stepped around'
    mv out all
    with_row "tests/mpi/constants: $name" "$RUN_MPI" -n 0 env NOTHING=1 "$program"
    exits 0
    grep -v "^ok: $name\$" all | sed "1i stepped around: tests/mpi/constants: $name $said" >expected
    same expected out
    with_row 'tests/mpi/constants' "$RUN_MPI" -n 0 "$program"
    exits 77
    echo "stepped around: tests/mpi/constants $said" >expected
    same expected out
}

what_is_forbidden_of_a_unit_test_is_not_run()
{
    with_row 'tests/unit/strings: no_such' "$RUN_MPI" "$abs_builddir/tests/unit/strings"
    name=$(sed -n 's/^[^:]*:[0-9]*:P:[^:]*:\([a-z_0-9]*\):.*/\1/p' out | sed -n 2p)
    [ -n "$name" ] || fail 'no second test'
    grep -c ':P:' out >all
    with_row "tests/unit/strings: $name" "$RUN_MPI" "$abs_builddir/tests/unit/strings"
    exits 0
    out_has_line "stepped around: tests/unit/strings: $name $said"
    out_lacks ":$name:"
    echo $(($(grep -c ':P:' out) + 1)) >found
    same all found
}

what_is_forbidden_of_a_script_is_listed_and_not_run()
{
    mkdir -p tests/mpi
    cat >tests/mpi/script.sh <<'EOF'
. "$abs_srcdir/tests/prelude.sh"
try "one, as it is" sh -c 'echo ran one >&3'
out_has 'what is not there'
run false
exits 0
two() { echo ran two >&3; }
run_test two
finish
EOF
    with_row 'tests/mpi/script.sh: one, as it is' sh tests/mpi/script.sh 3>ran
    exits 0
    {
        echo "stepped around: tests/mpi/script.sh: one, as it is $said"
        echo 'ok: two'
        echo '2 tests, 0 failures, 1 stepped around'
    } >expected
    same expected out
    echo 'ran two' >expected
    same expected ran
    with_row 'tests/mpi/script.sh' sh tests/mpi/script.sh 3>ran
    exits 77
    echo "stepped around: tests/mpi/script.sh $said" >expected
    same expected out
    is_empty ran 'it ran'
}

what_the_suite_lacks_a_program_for_is_stepped_around()
{
    mkdir -p tests/tree
    echo '. "$abs_srcdir/tests/prelude.sh"; run_test true; finish' >tests/tree/format.sh
    run env TEST_SUITE=trixie sh tests/tree/format.sh
    exits 77
    out_has_line 'stepped around: tests/tree/format.sh (this_suite: it has no clang-format 14)'
    run env TEST_SUITE=bookworm sh tests/tree/format.sh
    exits 0
    out_has_line 'ok: true'
}

run_test a_fault_is_shown_or_gone
run_test a_row_is_about_its_versions
run_test what_is_forbidden_of_a_program_is_listed_and_not_run
run_test what_is_forbidden_of_a_unit_test_is_not_run
run_test what_is_forbidden_of_a_script_is_listed_and_not_run
run_test what_the_suite_lacks_a_program_for_is_stepped_around
finish
