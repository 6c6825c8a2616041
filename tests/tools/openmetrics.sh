#!/bin/sh
# `mpit report --format openmetrics`: what a strict scraper takes, with the numbers of the CSV.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"
. "$here/is_openmetrics.sh"

has_sample() { grep -qxF -e "$1" samples || fail "no sample $1"; }

# The samples of ranks, calls, collectives, communicators, files, pairs, regions and time series, of
# the rows of the CSV; where the CSV has no row for a zero they have none.
expect_from_csv()
{
    awk '
    # Fields in quotes may hold commas; fills f[1..].
    function split_fields(line,    n, field)
    {
        for (n = 1; line != ""; n++) {
            if (match(line, /^"([^"]|"")*"/)) {
                field = substr(line, 2, RLENGTH - 2)
                gsub(/""/, "\"", field)
                line = substr(line, RLENGTH + 2)
            } else {
                match(line, /^[^,]*/)
                field = substr(line, 1, RLENGTH)
                line = substr(line, RLENGTH + 2)
            }
            f[n] = field
        }
    }
    function label(name, value)
    {
        gsub(/\\/, "\\\\", value)
        gsub(/"/, "\\\"", value)
        return name "=\"" value "\""
    }
    function put(name, labels, value)
    {
        if (value != "") # what is not known has no sample
            print "mpit_" name "{" labels "} " value
    }

    { split("", f); split_fields($0) }
    f[1] == "rank" {
        put("rank_" f[2] "_seconds",
            label("rank", f[3]) "," label("host", f[4]), f[9])
    }
    f[1] == "rank_threads" {
        put(f[2] == "busy" ? "rank_busy_threads" : f[1],
            label("rank", f[3]) "," label("host", f[4]), f[7])
    }
    f[1] == "rank_resource" {
        ending = f[2] ~ /_(time|wait)$/ ? "_seconds" : f[2] == "peak_memory" ? "_bytes" : ""
        put("rank_" f[2] ending, label("rank", f[3]) "," label("host", f[4]),
            f[ending == "_seconds" ? 9 : ending == "_bytes" ? 8 : 7])
    }
    f[1] ~ /^region_resource_/ {
        name = substr(f[1], length("region_resource_") + 1)
        ending = name ~ /_time$/ ? "_seconds" : name == "peak_memory" ? "_bytes" : ""
        put("region_" name ending, label("region", f[2]),
            f[ending == "_seconds" ? 9 : ending == "_bytes" ? 8 : 7])
        next
    }
    f[1] == "rank_state" { # of a job that has ended: each is in no call
        put("rank_state", label("rank", f[3]) "," label("host", f[4]) "," label("state", f[2]) "," \
            label("in", ""), 1)
    }
    f[1] == "call" {
        put("calls", label("call", f[2]), f[7])
        put("call_bytes", label("call", f[2]), f[8])
        put("call_seconds", label("call", f[2]), f[9])
    }
    f[1] == "pair" && f[2] == "one_sided" {
        put("pair_one_sided", label("sender", f[5]) "," label("receiver", f[6]), f[7])
        put("pair_one_sided_bytes", label("sender", f[5]) "," label("receiver", f[6]), f[8])
    }
    f[1] == "pair" && f[2] == "messages" {
        put("pair_messages", label("sender", f[5]) "," label("receiver", f[6]), f[7])
        put("pair_bytes", label("sender", f[5]) "," label("receiver", f[6]), f[8])
    }
    f[1] == "size_sends" || f[1] == "size_recvs" {
        put(f[1], label("least", f[2]) "," label("most", f[2] ? 2 * f[2] - 1 : 0), f[7])
    }
    f[1] == "collective" {
        sizes = label("operation", f[2]) "," label("least", f[11]) "," label("most", f[13])
        put("collective_calls", sizes, f[7])
        put("collective_bytes", sizes, f[8])
        put("collective_seconds", sizes, f[9])
    }
    f[1] ~ /^communicator|^file/ {
        what = label(f[1] ~ /^file/ ? "file" : "communicator", f[2])
        if (f[1] ~ /^communicator/)
            what = what "," label("size", f[13])
        name = f[1] == "communicator" ? "communicators" : f[1] == "file" ? "file_opens" : f[1]
        put(name, what, f[7])
        if (f[8] != "")
            put(name "_bytes", what, f[8])
        if (f[9] != "")
            put(f[1] "_seconds", what, f[9])
    }
    f[1] == "wait" {
        waits = label("rank", f[3]) "," label("for", f[14]) "," label("kind", f[2])
        put("waits", waits, f[7])
        put("wait_seconds", waits, f[9])
    }
    f[1] == "region_wall" { put("region_entries", label("region", f[2]), f[7]) }
    f[1] == "region_wall" || f[1] == "region_mpi" {
        put(f[1] "_seconds", label("region", f[2]), f[9])
        next
    }
    f[1] == "region_open" { put(f[1], label("region", f[2]), f[7]); next }
    f[1] != "region_stray" && /^region_/ {
        put(f[1], label("region", f[2]), f[7])
        put(f[1] "_bytes", label("region", f[2]), f[8])
    }
    /^sample_seen_/ {
        last["seen", label("rank", f[3]) "," label("state", substr(f[1], 13))] = f[7]
    }
    /^sample_most_/ {
        key = "most_" substr(f[1], 13) SUBSEP label("rank", f[3])
        if (!(key in last) || f[7] + 0 > last[key] + 0)
            last[key] = f[7]
    }
    END {
        for (key in last) {
            split(key, part, SUBSEP)
            put(part[1], part[2], last[key])
        }
    }'
}

# The job's own: the longest wall time, the sum of the MPI time.
check_job()
{
    awk -v ranks="$1" '
    /^mpit_rank_wall_seconds/ { n++; if ($NF > wall) wall = $NF }
    /^mpit_rank_mpi_seconds/ { mpi += $NF }
    /^mpit_job_/ { job[$1] = $NF }
    END {
        if (n != ranks || job["mpit_job_ranks"] != ranks || job["mpit_job_ranks_recorded"] != ranks)
            print "ranks"
        if (job["mpit_job_complete"] != 1) print "not complete"
        if (!(wall > 0 && job["mpit_job_wall_seconds"] == wall)) print "wall time"
        difference = job["mpit_job_mpi_seconds"] - mpi
        if (!(mpi > 0 && difference < 1e-7 && difference > -1e-7)) print "MPI time"
        if (!(job["mpit_job_start_timestamp_seconds"] > 1.6e9)) print "start"
    }' samples >wrong
    is_empty wrong 'the job'
}

job()
{
    begin_test "a job of $1 ranks runs"
    record_job --set mpit_sample_interval=1ms -- "$MPIRUN" -n "$1" \
        "$abs_builddir/tests/mpi/regions_program" 'a"b\c<d>&e'
    try "the record of $1 ranks is OpenMetrics" "$MPIT" report --format openmetrics job.json
    exits 0
    is_openmetrics
    check_job "$1"
    out_has_text 'regions_program a\"b\\c<d>&e",vendor="'
    grep '^mpit_seen{' samples >seen || fail 'no time series'
    expect_from_csv <job.csv | sort >expected
    # A field of the record itself has no labels.
    grep '^[a-z_]*{' samples | grep -v -e '^mpit_job_' -e '^mpit_region_open{.* 0$' | sort >found
    same expected found
}

job 1
job 4

for record in "$here"/records/*.json record.json; do
    try "${record##*/} of the records that are kept is OpenMetrics" \
        "$MPIT" report -f openmetrics "$record"
    exits 0
    is_openmetrics
done

begin_test 'what is wrong is seen'
{
    echo '# TYPE mpit_calls counter'
    echo '# HELP mpit_calls Calls.'
    echo 'mpit_calls_total 1'
    echo '# EOF'
} >out
promtool check metrics <out >told 2>&1 && fail 'promtool takes a counter without its HELP'
sed -i '/^# HELP/d; s/counter/gauge/' out
read_as_openmetrics <out >told 2>&1 && fail 'prometheus_client takes a sample of another family'

try "labels are escaped" "$MPIT" report -f openmetrics markup.json
exits 0
is_openmetrics
has_sample "mpit_region_entries{region=\"q\\\"b\\\\s\\nl<script>&'\"} 5"
out_has_text "mpit_job_info{command=\"q\\\"b\\\\s\\nl<script>&'\",vendor=\"Some <MPI>\","
has_sample 'mpit_rank_mpi_seconds{rank="1",host="h<&\"1"} 1.500000000'

begin_test "a series stands once although two regions have one label"
has_sample "mpit_region_entries{region=\"q\\\"b\\\\s\\nl<script>&' (2)\"} 6"

begin_test "what is no number has no sample"
out_lacks '^mpit_rank_wall_seconds{'
out_lacks '^mpit_job_wall_seconds '

begin_test "a partial record says so"
has_sample 'mpit_job_complete 0'
has_sample 'mpit_job_ranks 2'

# Only a backslash, a quote and a line end can be escaped there.
sed 's/"label": "q"*/"label": "\\u001b[31m\\u009b\\u202e\\r\u00e9/; s/"command": "q/&\\u007f/' \
    markup.json >hidden.json
try "what is hidden in names is text" "$MPIT" report -f openmetrics hidden.json
exits 0
is_openmetrics
out_has_text 'mpit_region_entries{region="\\x1b[31m\\xc2\\x9b\\xe2\\x80\\xae\\x0d'
out_has_text 'mpit_job_info{command="q\\x7f'
has_sample 'mpit_job_ranks_recorded 1'
has_sample 'mpit_lost_records 7'

begin_test "the start is in seconds since 1970"
has_sample 'mpit_job_start_timestamp_seconds 1704164645.000000000'
finish
