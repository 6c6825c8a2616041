#!/bin/sh
# What mpit writes to standard output: its reader may have gone, and JSON is JSON with nothing
# hidden in it, whatever names there are.
. "${0%/*}/../prelude.sh"
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
mkdir -m 700 live
record=$abs_srcdir/tests/tools/records/format1.json

cat >gone.py <<'END'
# Runs a command whose standard output nobody reads any more; its exit code, 128 + a signal.
import os, subprocess, sys
reading, writing = os.pipe()
os.close(reading)
code = subprocess.run(sys.argv[1:], stdout=writing, timeout=60).returncode
sys.exit(code if code >= 0 else 128 - code)
END

cat >strict.py <<'END'
# Exits with 0 if the file is JSON in UTF-8, with no control character but the ends of its lines,
# and has these texts.
import json, sys, unicodedata
text = open(sys.argv[1], encoding="utf-8").read()
json.loads(text, parse_constant=lambda word: sys.exit(word + " is no JSON"))
hidden = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf")}
assert not hidden, "hidden: %r" % hidden
for word in sys.argv[2:]:
    assert word in text, "no %s" % word
END
is_strict() { python3 strict.py "$@" 2>why || fail "$(tail -n 1 why): $(head -c 300 "$1")"; }

# gone WORD...
gone()
{
    run python3 gone.py "$MPIT" "$@"
    [ "$code" -eq 0 ] || fail "mpit $*: exit code $code"
    [ ! -s err ] || fail "mpit $*: $(cat err)"
}

a_reader_that_has_gone_is_no_failure()
{
    gone --version
    gone --help
    gone help
    for subcommand in $("$MPIT" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
        gone help "$subcommand"
        gone "$subcommand" --help
    done
    for shell in bash zsh fish; do gone completion "$shell"; done
    gone completion --words=list,--class
    for format in text json csv openmetrics html; do gone report --format "$format" "$record"; done
    for format in text json; do gone diff --format "$format" "$record" "$record"; done
    gone diff --all "$record" "$record"
    gone list
    for option in --json --csv --long; do gone list "$option"; done
    gone get mpit_watch
    gone config
    gone top --once
    gone top --once --json
    gone top --once --openmetrics
    gone where
    gone where --json
    gone run --report - -- "$RUN_MPI" -n 1 "$abs_builddir/tests/mpi/hangs"
}
run_test a_reader_that_has_gone_is_no_failure

a_job_has_the_signal_as_it_was()
{
    run "$MPIT" run -- sh -c "grep SigIgn /proc/self/status >ignored"
    exits 0
    [ $((0x$(cut -f 2 ignored) >> 12 & 1)) -eq 0 ] || fail "SIGPIPE is ignored: $(cat ignored)"
}
run_test a_job_has_the_signal_as_it_was

# Escape, delete, next line, right-to-left override.
a_comparison_has_nothing_hidden_in_it()
{
    odd=$(printf 'r\033\177\377.json')
    sed 's/"MPI_Send"/"a\\u001b\\u007f\\u0085\\u202eb"/' "$record" >"$odd"
    run "$MPIT" diff --all -f json "$record" "$odd"
    is_strict out 'a\u001b\u007f\u0085\u202eb' 'r\u001b\u007f\ufffd.json'
}
run_test a_comparison_has_nothing_hidden_in_it

# What the program gives a communicator as its name, some of it cut in the middle of a letter.
roll_call_has_nothing_hidden_in_it()
{
    MPIT_LIVE=where "$RUN_MPI" -n 2 -p "$LIBMPIT" -t 60 "$abs_builddir/tests/mpi/hangs" odd_names \
        >job.out 2>&1 &
    launcher=$!
    end=$(($(date +%s) + 20))
    while run "$MPIT" where --json; [ "$code" -eq 0 ] && [ "$(date +%s)" -lt "$end" ]; do
        sleep 0.3
    done
    exits 1
    is_strict out 'odd \u001b[31m\u007f\ufffd\u0085' '"places"'
    cp out all.json
    run "$MPIT" where all.json
    exits 1
    run "$MPIT" top --once --json
    is_strict out
    run "$MPIT" report --live --format json
    is_strict out
    kill "$launcher"
    wait "$launcher"
}
run_test roll_call_has_nothing_hidden_in_it

finish
