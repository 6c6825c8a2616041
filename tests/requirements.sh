#!/bin/sh
# Walks tests/requirements.def after the other tests ran: every row has tests, and each of them passed.
#
# Passing: in the log of a program that passed, a line of Check's with :P: and the name, or one of "ok: NAME";
# and nowhere a line "FAIL: NAME:". A path passes where its program's result is PASS.

: "${abs_srcdir:?}" "${abs_builddir:?}"
cd "$abs_builddir" || exit 99
results=$(mktemp) || exit 99
trap 'rm -f "$results"' EXIT

# Lines "pass NAME", "fail NAME".
find tests -name '*.trs' | sort | while read -r trs; do
    program=${trs%.trs}
    if grep -q '^:global-test-result: PASS' "$trs"; then
        echo "pass $program"
    else
        echo "fail $program"
    fi
    sed -nE 's/^ok: ([a-z_0-9]+).*/pass \1/p; s/^FAIL: ([a-z_0-9]+):.*/fail \1/p
        s/^[^:]*:[0-9]+:P:[^:]*:([a-z_0-9]+):.*/pass \1/p
        s/^[^:]*:[0-9]+:[EF]:[^:]*:([a-z_0-9]+):.*/fail \1/p' "$program.log"
done >"$results"

awk '
    FNR == NR { if ($1 == "fail") failed[$2] = 1; else passed[$2] = 1; next }
    /^REQ\(/ {
        rows++
        split($0, quoted, "\"")
        split(substr($0, index($0, "(") + 1), id, ",")
        rest = quoted[3]
        sub(/\)$/, "", rest)
        n = split(rest, test, /[ ,]+/)
        have = 0
        why = ""
        for (i = 1; i <= n; i++) {
            if (test[i] == "")
                continue
            have++
            if (test[i] in failed)
                why = why " " test[i] " failed;"
            else if (!(test[i] in passed))
                why = why " " test[i] " did not run;"
        }
        if (!have)
            why = why " no test;"
        if (why != "") {
            printf "FAIL: %s:%s\n", id[1], why
            bad++
        } else
            printf "ok: %s\n", id[1]
    }
    END {
        printf "%d requirements, %d without their tests\n", rows, bad
        exit bad > 0 || rows == 0
    }' "$results" "$abs_srcdir/tests/requirements.def"
