#!/bin/sh
# `mpit conform`: libmpit keeps every sentence; the MPI library alone what it is known to keep; what
# crashes is a row, and the rows after it are looked at.
. "${0%/*}/../prelude.sh"

with_libmpit_every_sentence_is_kept()
{
    run "$MPIT" conform --format json
    exits 0
    mv out all.json
    python3 "$here/conform.py" kept all.json >said 2>&1 || fail "$(tail -n 1 said)"
}

what_the_library_alone_breaks_is_known()
{
    python3 "$here/conform.py" known all.json >said 2>&1 || fail "$(tail -n 1 said)"
}

what_crashes_is_a_row_and_not_the_end()
{
    run "$MPIT" conform --only plain --group string_arguments
    exits 1
    [ "$(grep -c '^14\.3\.3  ' out)" -eq 2 ] || fail "$(cat out)"
    out_has '^14\.3\.3  broken  *-.*\[plain: it crashed: '
    out_has '^plain: 1 kept, 1 broken, 0 not offered$'
}

formats_say_the_same()
{
    for format in json junit; do
        "$MPIT" conform --only plain --group cvars --format "$format" >"cvars.$format"
    done
    python3 "$here/conform.py" same cvars.json cvars.junit >said 2>&1 || fail "$(tail -n 1 said)"
    run "$MPIT" conform --only mpit --group strings
    exits 0
    out_has '^14\.3\.3  kept  '
    out_has '^mpit: 3 kept, 0 broken, 0 not offered$'
}

several_processes_say_the_same()
{
    run "$MPIT" conform --only mpit --group processes -- "$MPIRUN" -n 2
    exits 0
    out_has '^mpit: 2 kept, 0 broken, 0 not offered$'
}

libmpit_that_is_not_there_is_not_judged()
{
    run "$MPIT" conform --only mpit --group strings -- env -u LD_PRELOAD
    exits 2
    err_has 'libmpit is not there in the program that judges'
    [ ! -s out ] || fail "it says something: $(head -n 1 out)"
    run "$MPIT" conform --only plain --group categories -- env -u LD_PRELOAD
    [ "$code" -le 1 ] || fail "exit $code of the library alone"
}

what_cannot_be_looked_at_is_said()
{
    run "$MPIT" conform --group no_such_group
    exits 2
    err_has 'no such group'
    run "$MPIT" conform --only theirs
    exits 2
    run "$MPIT" conform --only plain --group categories -- no-such-launcher
    exits 2
    err_has 'no-such-launcher: No such file or directory'
}

run_test with_libmpit_every_sentence_is_kept
run_test what_the_library_alone_breaks_is_known
run_test what_crashes_is_a_row_and_not_the_end
run_test formats_say_the_same
run_test several_processes_say_the_same
run_test libmpit_that_is_not_there_is_not_judged
run_test what_cannot_be_looked_at_is_said
finish
