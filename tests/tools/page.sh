#!/bin/sh
# The page of a report in a browser: it complains of nothing, its pictures have their marks, a click
# sorts, a selection filters, and everybody can read it.  page.py has the tests.
. "${0%/*}/../prelude.sh"

# Debian's own, as chromium-driver and selenium are.
python=/usr/bin/python3

begin_test "pages are made"
for made in 4:60 64:60 4096:60; do
    ranks=${made%:*}
    $python "$here/page_record.py" "$ranks" "${made#*:}" >"r$ranks.json" || fail 'no record'
    "$MPIT" report --format html "r$ranks.json" >"r$ranks.html" || fail "no page of $ranks ranks"
    [ "$(wc -c <"r$ranks.html")" -lt 8000000 ] || fail "it has $(wc -c <"r$ranks.html") bytes"
done
"$MPIT" diff --format html r4.json r64.json >diff.html
[ -s diff.html ] || fail 'no page of a comparison'
record_job --set mpit_sample_interval=1ms -- \
    "$MPIRUN" -n 4 "$abs_builddir/tests/mpi/regions_program"
"$MPIT" report --format html job.json >job.html || fail 'no page of a job'
cp r4.html r64.html r4096.html job.html diff.html tmp

# As page_record.py has it: rank i waits 0.5 + i / 64 s for the next one, and sends to two.
begin_test "in the text each node has what is waited for it, and what it sends to others"
run "$MPIT" report --full r64.json
out_has 'nodes, most waited for first'
out_has '^node0 *1 *63 .* 62.016 *s *63.000 *s *20 *300 *B'
run "$MPIT" report --full r4096.json
out_has 'and 55 more: waited for '
run "$MPIT" report --full r4.json
out_has '^node0  *1  *3 '

begin_test "the record of a large job is small, and its page as well"
$python "$abs_srcdir/bench/record.py" --mpit "$MPIT" 10000:6 >out 2>err
exits 0
[ "$(awk '/10000 ranks/ { print $6 < 4e6 } /^  html/ { print $6 < 8e6 && $4 < 128 }' out)" = "1
1" ] || fail "$(cat out)"

begin_test "all tests of the browser ran"
HOME=$scratch/tmp timeout 600 $python "$here/page.py" "$scratch/tmp" "$here/axe.js" >out 2>err
code=$?
cat out
exits 0
[ "$(grep -c '^ok: ' out)" -gt 10 ] || fail 'there are too few'
finish
