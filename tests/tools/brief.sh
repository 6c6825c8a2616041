#!/bin/sh
# The report that nobody has asked more of: one screen, with what matters most; --full and
# mpit_report_full have all tables.
. "${0%/*}/../prelude.sh"
unset MPIT_REPORT_FULL
program=$abs_builddir/tests/mpi/verdicts_program

# is_brief FILE
is_brief()
{
    [ "$(wc -l <"$1")" -le 24 ] || fail "$(wc -l <"$1") lines: $(cat "$1")"
    sed -n 1p "$1" |
        grep -q '^job  *2 ranks on 1 host, [0-9.]* m*s, [0-9.]* % of the time in MPI:\( \|$\)' ||
        fail "it begins with: $(sed -n 1p "$1")"
    grep -q '^parallel efficiency ' "$1" || fail "no efficiency: $(cat "$1")"
    tail -n 1 "$1" | grep -q -- '--full' || fail "it does not say where the rest is: $(cat "$1")"
    lacks '^setting\|^wall time\|^calls' "$1" || fail "more than is asked for: $(cat "$1")"
}

has_tables()
{
    grep -q '^wall time ' "$1" || fail "no times: $(cat "$1")"
    grep -q '^calls, most time first' "$1" || fail "no calls: $(cat "$1")"
}

a_job_is_told_on_one_screen()
{
    run "$MPIT" run -- "$MPIRUN" -n 2 "$program" late file
    exits 0
    grep -v '^mpit run: ' err >text
    is_brief text
    grep -q '^verdict  rank 1 comes last to collectives: ' text || fail "no verdict: $(cat text)"
    run "$MPIT" run --report job.txt -- "$MPIRUN" -n 2 "$program" late file
    is_brief job.txt
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT=- "$program" late file
    exits 0
    is_brief out
}

who_asks_for_all_gets_all()
{
    run "$MPIT" run --full -- "$MPIRUN" -n 2 "$program" late file
    has_tables err
    run "$MPIT" run --set mpit_report_full=on -- "$MPIRUN" -n 2 "$program" late file
    has_tables err
    run "$MPIT" run --full --report job.json --report full.txt -- \
        "$MPIRUN" -n 2 "$program" late file
    has_tables full.txt
    echo 'mpit_report_full = on' >mpit.conf
    MPIT_CONFIG=$scratch/mpit.conf run "$MPIT" run -- "$MPIRUN" -n 2 "$program" late file
    has_tables err
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT=- MPIT_REPORT_FULL=on "$program" late file
    has_tables out
    "$MPIT" report --full job.json >text
    has_tables text
    MPIT_REPORT_FULL=on "$MPIT" report job.json >text
    has_tables text
    "$MPIT" report job.json >text
    is_brief text
}

# Where all verdicts are said, of sentences of many lines each, the least important have no room.
a_narrow_terminal_has_no_more_lines()
{
    # Several verdicts: processors that are shared, tiny messages, waits, one call above all.
    run "$MPIT" run --report job.json -- "$MPIRUN" -n 4 "$program" small file
    sed 's|"command": "[^"]*"|"command": "'"$(printf '%0500d' 0)"'"|' job.json >long.json
    for columns in 30 40 60 80; do
        run python3 "$here/on_terminal.py" "$columns" "$MPIT" report long.json
        exits 0
        [ "$(wc -l <out)" -le 24 ] || fail "$(wc -l <out) lines of $columns columns: $(cat out)"
        tr '\r\n' '  ' <out | grep -q ' rest  *all tables: --full' || fail "no rest: $(cat out)"
    done
}

# What mpit run sets for its own ends is not the user's.
settings_are_those_that_the_user_has_set()
{
    run "$MPIT" run --full --set mpit_umq_warn=7 -- "$MPIRUN" -n 2 "$program" late file
    grep '^setting ' err | sed 's/^setting *//' | sort >settings
    printf '%s\n' 'mpit_report_full = on  # MPIT_REPORT_FULL' 'mpit_umq_warn = 7  # MPIT_UMQ_WARN' |
        sort >expected
    same expected settings
    run "$MPIT" run --report job.json --set mpit_umq_warn=7 -- "$MPIRUN" -n 2 "$program" late file
    grep -q '"name": "mpit_live_job", .*"source": "mpit run"' job.json ||
        fail "$(grep mpit_live job.json)"
}

run_test a_job_is_told_on_one_screen
run_test who_asks_for_all_gets_all
run_test a_narrow_terminal_has_no_more_lines
run_test settings_are_those_that_the_user_has_set
finish
