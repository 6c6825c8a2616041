#!/bin/sh
# `mpit report --format html`: well-formed, alone, and with the numbers of the CSV.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

is_page()
{
    awk -f "$here/html.awk" out >wrong || fail "$(cat wrong)"
}

# Each call has its row, each pair its cell, each region its row, each rank its row.
has_numbers_of_csv()
{
    sed 's/"\([^",]*\),\([^",]*\)"/\1;\2/' job.csv | awk -F, '
    $1 == "call" { print "<td class=\"l\">" $2 "</td><td>" $7 "</td><td>" $8 "</td>" }
    $1 == "pair" { print "title=\"" $5 " to " $6 ": " $7 " messages, " $8 " bytes\"" }
    $1 == "region_wall" {
        sub(/;/, ",", $2)
        print "<td class=\"l\">" $2 "</td><td>" $7 "</td>"
    }
    $1 == "rank" && $2 == "wall" { print "<td>" $3 "</td><td class=\"l\">" $4 "</td>" }' >expected
    test -s expected || fail 'an empty CSV'
    while IFS= read -r piece; do
        out_has_text "$piece"
    done <expected
}

job()
{
    begin_test "a job of $1 ranks runs"
    record_job --set mpit_sample_interval=1ms -- "$MPIRUN" -n "$1" \
        "$abs_builddir/tests/mpi/regions_program" 'a"b<d>&e'
    try "the record of $1 ranks is a page" "$MPIT" report --format html job.json
    exits 0
    is_page
    has_numbers_of_csv
    out_has_text 'regions_program a&quot;b&lt;d&gt;&amp;e</title>'
    out_has_text "<th rowspan=\"$1\">sender</th>"
    out_has_text "<th colspan=\"$1\">receiver</th>"
    out_has '<polyline points="[ 0-9.,]*"/></svg><figcaption>in MPI, mean of the ranks, at most '
}

job 1
job 4

try "text is escaped, and what no page can hold is shown" "$MPIT" report -f html markup.json
exits 0
is_page
out_has_text '<td class="l">q&quot;b\s\x0al&lt;script&gt;&amp;&#39;</td>'
out_has_text '<dd>q&quot;b\s\x0al&lt;script&gt;&amp;&#39;</dd>'
out_has_text '<dd>1 on 1 host: h&lt;&amp;&quot;1</dd>'

begin_test "a partial record says so"
out_has_text '<dt>partial</dt><dd>written at MPI_Abort, '
out_has_text '7 objects went unrecorded'

begin_test "messages without a byte are in the matrix"
out_has_text 'style="--a:0.06" title="1 to 0: 3 messages, 0 bytes"'

begin_test "a time that is none has no bar"
out_has_text '<td>-</td><td>1.500  s<b style="width:100.00%"></b></td><td>-</td>'

# ring RANKS: each sends to the next; and one pair is of ranks that are not there.
ring()
{
    awk -v n="$1" 'BEGIN {
        printf "{\"format\": 1, \"mpit\": \"0\", \"vendor\": \"v\", \"command\": \"c\","
        printf "\"start\": \"s\", \"complete\": true, \"reason\": \"\", \"nranks\": %d,", n
        printf "\"lost_records\": 0, \"calls\": [], \"ranks\": ["
        for (i = 0; i < n; i++)
            printf "%s{\"rank\": %d, \"host\": \"h\", \"pid\": 1, \"wall\": 2, \"mpi\": %g}\n",
                i ? "," : "", i, i / n
        printf "], \"pairs\": ["
        for (i = 0; i < n; i++)
            printf "{\"sender\": %d, \"receiver\": %d, \"messages\": 1, \"bytes\": %d},\n",
                i, (i + 1) % n, 5000 - i
        printf "{\"sender\": 1000, \"receiver\": 1, \"messages\": 1, \"bytes\": 1}]}\n"
    }' >ring.json
}

ring 64
try "64 ranks have a matrix, without those that are not there" "$MPIT" report -f html ring.json
exits 0
is_page
out_has_text '<th rowspan="64">sender</th>'
out_has_text 'title="63 to 0: 1 messages, 4937 bytes"></td>'
out_lacks 'title="1000 to 1'

ring 65
try "more have blocks, the pairs that talk most, and a curve of the ranks" \
    "$MPIT" report -f html ring.json
exits 0
is_page
out_has_text '<th rowspan="33">sender</th>'
out_has_text 'title="0-1 to 0-1: 1 messages, 5000 bytes"></td>'
out_has_text 'title="0-1 to 2-3: 1 messages, 4999 bytes"></td>'
out_has_text 'title="64 to 0-1: 1 messages, 4936 bytes"></td>'
out_has_text 'a cell is what 2 ranks sent to 2; '
out_lacks 'title="1000 to 1'
out_has_text '<td>0</td><td class="l">-&gt;</td><td>1</td><td>1</td><td>5000<b style="width:100.0'
out_has_text 'and 56 more pairs'
out_has 'in MPI, at most 49.2 %; from rank 0 to 64<'

# All that was sent is in the matrix, which is no wider than a page.
for ranks in 2 12 13 63 64 65 127 128 129 500 1000 1024; do
    ring $ranks
    try "the matrix of $ranks ranks has all, and room on a page" "$MPIT" report -f html ring.json
    exits 0
    is_page
    grep -o 'title="[0-9-]* to [0-9-]*: [0-9]* messages, [0-9]* bytes' out |
        awk -v n=$ranks '
            { messages += $4; bytes += $6 }
            END {
                strays = n > 1000
                sum = 5000 * n - n * (n - 1) / 2
                if (messages != n + strays || bytes != sum + strays)
                    print messages " messages, " bytes " bytes"
            }' >wrong
    is_empty wrong 'the sums'
    sed -n '/class="matrix/,/<\/table>/p' out | grep '^<tr>' | tail -n +2 |
        awk '{ cells = gsub(/<td/, ""); if (n && cells != n) print "another row"; n = cells }
            END { if (NR != n || n > 64 || !n) print NR " rows, " n " columns" }' >wrong
    is_empty wrong 'the cells'
done
finish
