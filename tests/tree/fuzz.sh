#!/bin/sh
# What .ci/long gives to a fuzzer links, and takes the inputs that the tree has.
. "${0%/*}/../prelude.sh"

try "readers of settings take what there is" \
    "$abs_builddir/tests/fuzz/settings" "$abs_srcdir/tests/fuzz/settings"
exits 0
out_has_line "$(find "$abs_srcdir/tests/fuzz/settings" -type f | wc -l) inputs"

try "readers of records take what there is" \
    "$abs_builddir/tests/fuzz/record" "$abs_srcdir/tests/tools/records"
exits 0
out_has_line "$(find "$abs_srcdir/tests/tools/records" -type f | wc -l) inputs"

finish
