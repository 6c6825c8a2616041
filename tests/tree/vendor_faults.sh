#!/bin/sh
# The table of faults of the MPI libraries (tests/vendor_faults.def) is as it has to be: each fault
# has its program and each program its fault, each forbids a test, and each test is there.
. "${0%/*}/../prelude.sh"

# what_is_wrong TREE: a line for each thing.
what_is_wrong()
{
    rows_of "$1/tests/vendor_faults.def" | awk -v tree="$1" '
    function wrong(what) { print "tests/vendor_faults.def:" FNR ": " name ": " what }
    function is_there(file,  line, n)
    {
        n = (getline line <file)
        close(file)
        return n >= 0
    }
    # A program may consist of several files of its folder.
    function has(folder, text)
    {
        gsub(/[^A-Za-z_0-9 ]/, ".", text)
        return system("grep -qw \"" text "\" " tree "/" folder "/*") == 0
    }
    !/^(VENDOR_FAULT|FORBIDS)\(/ { next }
    {
        split($0, quoted, "\"")
        split($0, word, /[(,] */)
        name = word[2]
    }
    /^VENDOR_FAULT/ {
        if (name !~ /^[a-z][a-z_0-9]*$/)
            wrong("it is no name")
        if (word[3] !~ /^(OPENMPI|MPICH)$/)
            wrong("no MPI is called " word[3])
        if (quoted[2] !~ /^([0-9]+(\.[0-9]+)*)?$/ || quoted[4] !~ /^([0-9]+(\.[0-9]+)*)?$/)
            wrong("from and until are versions")
        if (word[6] !~ /^[0-9]+$/ || word[7] !~ /^(SAYS|CRASHES|HANGS)$/)
            wrong("ranks, and SAYS, CRASHES or HANGS")
        if (quoted[6] !~ /^[0-9]+\.[^:]*: ../)
            wrong("in which versions was it seen, and what?")
        if (name in line_of)
            wrong("it has a row already")
        line_of[name] = FNR
        if (!is_there(tree "/tests/vendor-faults/" name ".c"))
            wrong("there is no tests/vendor-faults/" name ".c")
    }
    /^FORBIDS/ {
        if (!(name in line_of))
            wrong("its VENDOR_FAULT has to stand before it")
        forbids[name] = 1
        test = quoted[2]
        part = ""
        if (index(test, ": ")) {
            part = substr(test, index(test, ": ") + 2)
            test = substr(test, 1, index(test, ": ") - 1)
        }
        folder = test
        sub(/\/[^\/]*$/, "", folder)
        file = tree "/" test (test ~ /\.sh$/ ? "" : ".c")
        if (test !~ /^tests\// || !is_there(file))
            wrong("there is no test " test)
        else if (part != "" && !has(folder, part))
            wrong("there is no \"" part "\" in " folder)
    }
    END {
        for (name in line_of)
            if (!(name in forbids)) {
                FNR = line_of[name]
                wrong("it forbids nothing")
            }
    }' | sort
    for program in "$1"/tests/vendor-faults/*.c; do
        name=${program##*/}
        grep -q "^VENDOR_FAULT(${name%.c}," "$1/tests/vendor_faults.def" ||
            echo "tests/vendor-faults/$name has no row"
    done
}

every_row_has_its_program_and_its_test()
{
    what_is_wrong "$abs_srcdir" >wrong
    is_empty wrong 'some have not'
}

# It sees what it is for.
what_is_wrong_with_a_table_is_said()
{
    mkdir -p tree/tests/mpi tree/tests/vendor-faults
    for name in right again bad alone; do
        : >"tree/tests/vendor-faults/$name.c"
    done
    echo 'TEST(a_name)' >tree/tests/mpi/x.c
    cat >tree/tests/vendor_faults.def <<'END_OF_TABLE'
VENDOR_FAULT(right, MPICH, "4.2.0", "", 1, SAYS, "4.2.1: it")
FORBIDS(right, "tests/mpi/x: a_name")
FORBIDS(right, "tests/mpi/x")
FORBIDS(right, "tests/mpi/x: no_name")
FORBIDS(right, "tests/mpi/y")
VENDOR_FAULT(again, OPENMPI, "", "5.0", 1, HANGS, "4.2.1: it")
VENDOR_FAULT(again, OPENMPI, "5.0", "", 1, HANGS, "4.2.1: it")
VENDOR_FAULT(bad, LAM, "new", "", 1, BURNS, "it")
FORBIDS(bad, "tests/mpi/x")
VENDOR_FAULT(gone, MPICH, "", "", 0, CRASHES, "4.2.1: it")
FORBIDS(gone, "tests/mpi/x")
FORBIDS(none, "tests/mpi/x")
END_OF_TABLE
    what_is_wrong tree >said
    cat >expected <<'END_OF_SAID'
tests/vendor_faults.def:10: gone: there is no tests/vendor-faults/gone.c
tests/vendor_faults.def:12: none: its VENDOR_FAULT has to stand before it
tests/vendor_faults.def:4: right: there is no "no_name" in tests/mpi
tests/vendor_faults.def:5: right: there is no test tests/mpi/y
tests/vendor_faults.def:7: again: it forbids nothing
tests/vendor_faults.def:7: again: it has a row already
tests/vendor_faults.def:8: bad: from and until are versions
tests/vendor_faults.def:8: bad: in which versions was it seen, and what?
tests/vendor_faults.def:8: bad: no MPI is called LAM
tests/vendor_faults.def:8: bad: ranks, and SAYS, CRASHES or HANGS
tests/vendor-faults/alone.c has no row
END_OF_SAID
    same expected said
}

# The same of what suites lack.
every_test_that_a_suite_lacks_a_program_for_is_there()
{
    rows_of "$abs_srcdir/tests/suites.def" >suites
    sed -n 's/^LACKS([a-z-]*, [a-z0-9-]*, "\([^":]*\).*", ".*")$/\1/p' suites >named
    grep -c '^LACKS' suites >expected
    wc -l <named >found
    same expected found
    while read -r test; do
        [ -f "$abs_srcdir/$test" ] || [ -f "$abs_srcdir/$test.c" ] || fail "there is no test $test"
    done <named
}

run_test every_row_has_its_program_and_its_test
run_test every_test_that_a_suite_lacks_a_program_for_is_there
run_test what_is_wrong_with_a_table_is_said
finish
