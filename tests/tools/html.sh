#!/bin/sh
# `mpit report --format html`: well-formed, alone, and with the numbers of the CSV; so is what its
# pictures are drawn from, which page.sh has in a browser.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

is_page()
{
    awk -f "$here/html.awk" out >wrong || fail "$(cat wrong)"
}

# data EXPRESSION: of what the pictures are drawn from, `data`.
data()
{
    sed -n '/^<script type="application\/json"/,/^<\/script>/p' out | sed '1d;$d' >data.json
    python3 -c 'import json, sys
data = json.load(open("data.json"))
pairs, waits = data["record"]["pairs"], data["record"]["waits"]
print(eval(sys.argv[1]))' "$1"
}

# data_is EXPRESSION VALUE
data_is()
{
    found=$(data "$1")
    [ "$found" = "$2" ] || fail "$1 is $found, not $2"
}

# Each call has its row, each region its row, each rank its row, and each pair is in the data.
has_numbers_of_csv()
{
    sed 's/"\([^",]*\),\([^",]*\)"/\1;\2/' job.csv | awk -F, '
    $1 == "call" { print "<td class=\"l\">" $2 "</td><td>" $7 "</td><td>" $8 "</td>" }
    $1 == "region_wall" {
        sub(/;/, ",", $2)
        print "<td class=\"l\">" $2 "</td><td>" $7 "</td>"
    }
    $1 == "rank" && $2 == "wall" { print "<td>" $3 "</td><td class=\"l\">" $4 "</td>" }' >expected
    test -s expected || fail 'an empty CSV'
    while IFS= read -r piece; do
        out_has_text "$piece"
    done <expected
    awk -F, '$1 == "pair" { print $5, $6, $7, $8 }' job.csv | sort >expected
    data '"\n".join("%d %d %d %d" % row for row in zip(pairs["sender"], pairs["receiver"],
        pairs["messages"], pairs["bytes"]))' | sort >found
    same expected found
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
    data_is 'data["record"]["nranks"]' "$1"
    data_is 'len(data["rows"])' "$1"
    data_is '[key for row in data["rows"] for key in row if key[:5] == "seen_" and
        len(row[key]) != data["sums"]["slices"]]' '[]'
    data_is 'len(data["sums"]["mpi"]) == data["sums"]["slices"]' True
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

begin_test "a time that is none has no bar"
out_has_text '<td>-</td><td>1.500  s<b style="width:100.00%"></b></td><td>-</td>'

# all_to_all RANKS STEPS: each sends to so many next ones, which have waited for it; and one pair is
# of ranks that are not there.
all_to_all()
{
    awk -v n="$1" -v steps="$2" 'BEGIN {
        printf "{\"format\": 1, \"mpit\": \"0\", \"vendor\": \"v\", \"command\": \"c\","
        printf "\"start\": \"s\", \"complete\": true, \"reason\": \"\", \"nranks\": %d,", n
        printf "\"lost_records\": 0, \"calls\": [], \"ranks\": ["
        for (i = 0; i < n; i++)
            printf "%s{\"rank\": %d, \"host\": \"h\", \"pid\": 1, \"wall\": 2, \"mpi\": %g}\n",
                i ? "," : "", i, i / n
        printf "], \"pairs\": ["
        for (i = 0; i < n; i++)
            for (j = 1; j <= steps; j++)
                printf "{\"sender\": %d, \"receiver\": %d, \"messages\": 1, \"bytes\": %d, %s},\n",
                    i, (i + j) % n, 5000 - i, "\"one_sided\": 2, \"one_sided_bytes\": 3"
        printf "{\"sender\": 5000, \"receiver\": 1, \"messages\": 1, \"bytes\": 1}], \"waits\": ["
        for (i = 0; i < n; i++)
            for (j = 1; j <= steps; j++)
                printf "{\"rank\": %d, \"for\": %d, \"kind\": \"late_%s\", %s},\n", (i + j) % n, i,
                    j % 2 ? "sender" : "arrival", "\"count\": 2, \"seconds\": 0.5"
        printf "{\"rank\": 1, \"for\": -1, \"kind\": \"k\", \"count\": 1, \"seconds\": 1}]}\n"
    }' >job.json
}

all_to_all 64 1
try "pairs of ranks that are not there are in no picture" "$MPIT" report -f html job.json
exits 0
is_page
data_is 'len(pairs["sender"])' 64
data_is 'max(pairs["sender"])' 63
data_is 'data["pairs_of"]' 1

# All that was sent is in the data, which is small.
for case in 2x1 64x63 256x255 257x256 500x499 1000x80; do
    ranks=${case%x*}
    steps=${case#*x}
    all_to_all "$ranks" "$steps"
    try "all messages of $ranks ranks to $steps each are in what is drawn" \
        "$MPIT" report -f html job.json
    exits 0
    is_page
    data_is 'sum(pairs["messages"])' $((ranks * steps))
    data_is 'sum(pairs["bytes"])' $((steps * (5000 * ranks - ranks * (ranks - 1) / 2)))
    data_is 'sum(pairs["one_sided"])' $((2 * ranks * steps))
    data_is 'sum(pairs["one_sided_bytes"])' $((3 * ranks * steps))
    data_is 'len(pairs["sender"]) <= 65536' True
    data_is 'sum(waits["count"])' $((2 * ranks * steps))
    data_is 'sum(waits["seconds"]) * 2' $((ranks * steps)).0
    data_is 'len(set(zip(waits["rank"], waits["for"], waits["kind"]))) == len(waits["rank"])' True
    data_is 'all(rank % data["pairs_of"] == 0 for rank in pairs["sender"] + pairs["receiver"])' True
    data_is 'len(set(zip(pairs["sender"], pairs["receiver"]))) == len(pairs["sender"])' True
done
begin_test "of so many pairs one stands for a block of ranks"
data_is 'data["pairs_of"]' 4
data_is 'data["waits_of"]' 4

all_to_all 600 1
try "of more ranks than a table has room for there is the picture, and not all pairs have rows" \
    "$MPIT" report -f html job.json
exits 0
is_page
out_lacks '<h2>ranks'
out_has_text 'and 101 more pairs'
data_is 'len(data["record"]["ranks"]["rank"])' 600
finish
