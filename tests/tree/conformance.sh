#!/bin/sh
# The conformance statement of the manual is the one that the tables make.

: "${abs_srcdir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

sh "$abs_srcdir/tests/conformance_page.sh" "$abs_srcdir" >"$scratch/page" || exit 99
if diff "$abs_srcdir/man/mpit-conformance.7" "$scratch/page" >"$scratch/diff"; then
    echo "ok: conformance_statement_is_that_of_the_tables"
    exit 0
fi
echo "FAIL: conformance_statement_is_that_of_the_tables: sh tests/conformance_page.sh . >man/mpit-conformance.7"
cat "$scratch/diff"
exit 1
