#!/bin/sh
# The table of faults (tests/faults.def) is as it has to be: each text is in its file once, so that
# `make faults` can put the fault in; each room of lib/ has one, and so have tools, mpib and bench.
# The tests that tests/requirements.sh asks for at the end of all are there.
. "${0%/*}/../prelude.sh"
table=$abs_srcdir/tests/faults.py

every_fault_can_be_put_in()
{
    python3 "$table" "$abs_srcdir" check >wrong || fail 'the table cannot be read'
    is_empty wrong 'some cannot'
}

# It sees what it is for.
what_is_wrong_with_a_table_is_said()
{
    mkdir -p tree/tests tree/lib/one
    echo 'int one, one;' >tree/lib/one/a.c
    echo 'int a;' >tree/tests/t.c
    cat >tree/tests/faults.def <<'END'
fault: twice
in: lib/one/a.c
was: one
now: two
found: tests/t

fault: gone
in: lib/one/b.c
was: one
now: two
found: tests/u

fault: same
in: lib/one/a.c
was: int
now: int
where: here
found: tests/t
END
    python3 "$table" tree check >said
    cat >expected <<'END'
tests/faults.def:1: twice: its text stands in lib/one/a.c 2 times
tests/faults.def:7: gone: there is no test tests/u
tests/faults.def:7: gone: there is no file lib/one/b.c
tests/faults.def:13: same: no row has a line 'where: here'
tests/faults.def:13: same: it changes nothing
tests/faults.def: there is no fault in tools
tests/faults.def: there is no fault in mpib
tests/faults.def: there is no fault in bench
tests/faults.def: 3 faults, of 64
END
    same expected said
}

# A name may be put together of a macro: all but its last word stands in a file then.
every_requirement_names_tests_that_are_there()
{
    (cd "$abs_srcdir" && find tests -type f ! -name '*.def' -exec cat {} +) |
        tr -c 'a-zA-Z_0-9' '\n' | sort -u >words
    for table in requirements events later found; do
        rows_of "$abs_srcdir/tests/$table.def"
    done | sed -nE 's/^(REQ|FOUND)\(.*" *, *([^"]*)\)$/\2/p' | tr -s ', ' '\n' |
        sed 's/:.*//' | sort -u >named
    [ "$(wc -l <named)" -gt 500 ] || fail "only $(wc -l <named) tests are named"
    awk '
    FNR == NR { there[$1] = 1; next }
    /\// { next }
    {
        stem = $1
        sub(/[^_]*$/, "", stem)
        if (!($1 in there) && !(stem in there))
            print
    }' words named >wrong
    grep / named | while read -r path; do
        [ -n "$(find "$abs_srcdir/${path%/*}" -name "${path##*/}*")" ] || echo "$path"
    done >>wrong
    is_empty wrong 'no such tests'
}

run_test every_fault_can_be_put_in
run_test every_requirement_names_tests_that_are_there
run_test what_is_wrong_with_a_table_is_said
finish
