#!/bin/sh
# The time series of mpit_sample_interval, on a program whose phases are known (series_program.c).
# What is compared with the clock has room for a thread that gets no processor for a while.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/series_program
queue_program=$abs_builddir/tests/mpi/queue_series_program

# job SETTINGS SECONDS: leaves job.json, job.csv, job.txt, out, err.
job()
{
    rm -f job.*
    # shellcheck disable=SC2086 # several of them
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT="$scratch/job.json" $1 "$program" "$2"
    exits 0
    "$MPIT" report job.json --format csv >job.csv || fail "$1: no CSV"
    "$MPIT" report job.json >job.txt || fail "$1: no text"
    "$MPIT" report job.json --format json | cmp -s - job.json ||
        fail "$1: the record read and written again is another one"
}

# has_phases ENDS: of job.txt, and no other; a rank that is kept from its processor for a while has
# one more.
has_phases()
{
    awk -v "ends=$1" '
    function seconds(value, unit) { return unit == "ms" ? value / 1000 : value }
    /^phases, / { inside = 1 }
    /^$/ { inside = 0 }
    inside && $1 ~ /^[0-9]+$/ { to[++n] = seconds($4, $5) }
    END {
        split(ends, end)
        for (i = 1; i <= 3; i++)
            if (to[i] < end[i] - 0.05 * end[3] || to[i] > end[i] + 0.05 * end[3]) {
                print "phase " i " ends at " to[i] ", not at " end[i]
                failed = 1
            }
        exit failed || n != 3
    }' job.txt >wrong
}

samples_show_the_phases_of_the_program()
{
    for try in 1 2 3; do
        job MPIT_SAMPLE_INTERVAL=5ms 1
        # shellcheck disable=SC2046
        set -- $(sed -n 's/^phases //p' out)
        has_phases "$1 $2 $3" && break
    done
    if ! has_phases "$1 $2 $3"; then
        were_disturbed || fail "$try times not its phases: $(cat wrong job.txt)"
        echo "its ranks lacked processors $try times: $(cat wrong)"
    fi
    awk -F, -v end1="$1" -v end2="$2" -v end3="$3" -v messages="$4" '
    function bad(what) { print what; failed = 1 }
    function within(value, low, high, what)
    {
        if (!(value >= low && value <= high))
            bad(what ": " value ", not " low " to " high)
    }
    # The first and the last sample of a rank between two times.
    function window(rank, from, to,    i)
    {
        first = last = 0
        for (i = 1; i <= n[rank]; i++)
            if (at[rank, i] >= from && at[rank, i] <= to) {
                if (!first)
                    first = i
                last = i
            }
        if (!(last > first))
            bad("no two samples of rank " rank " from " from " to " to)
    }
    function grown(key, rank) { return v[key, rank, last] - v[key, rank, first] }

    NR == 1 && ($NF != "at" || NF != 15) { bad("the time of a sample has no column of its own") }
    !/^sample_/ { next }
    $2 != "" { bad("a sample has a name") }
    $1 == "sample_mpi" { at[$3, ++n[$3]] = $NF; v[$1, $3, n[$3]] = $9; next }
    { v[$1, $3, n[$3]] = $7 }
    $1 == "sample_sends" { v["bytes", $3, n[$3]] = $8 }
    END {
        for (rank = 0; rank < 2; rank++) {
            within(n[rank], 64, 256, "samples of rank " rank)
            for (i = 2; i <= n[rank]; i++)
                if (at[rank, i] <= at[rank, i - 1] ||
                    v["sample_mpi", rank, i] < v["sample_mpi", rank, i - 1] ||
                    v["sample_sends", rank, i] < v["sample_sends", rank, i - 1])
                    bad("rank " rank ", sample " i ": something falls")
        }
        # Phase 1: nothing is sent, no time in MPI; rank 1 is in MPI_Recv all the time.
        window(0, 0, end1)
        within(v["sample_sends", 0, last], 0, 0, "sends while it computes")
        within(v["sample_mpi", 0, last], 0, 0, "MPI time while it computes")
        within(grown("sample_seen_send", 0) + grown("sample_seen_recv", 0), 0, 0,
               "states while it computes")
        window(1, end1 * 0.3, end1)
        within(grown("sample_mpi", 1) / (at[1, last] - at[1, first]), 0.7, 1.001,
               "share of a call that goes on")
        within(v["sample_most_requests", 1, last], 0, 0, "requests")
        # Phase 2: it sends.
        window(0, end1, end2)
        within(grown("sample_sends", 0), messages / 4, messages, "sends while it sends")
        if (!(grown("sample_seen_send", 0) > 0))
            bad("never seen to send")
        # Phase 3: nothing is sent, all of the time is in MPI_Recv.
        window(0, end2 + (end3 - end2) * 0.2, end3)
        within(grown("sample_sends", 0), 0, 0, "sends while it waits")
        within(grown("sample_mpi", 0) / (at[0, last] - at[0, first]), 0.7, 1.001,
               "share of the time in MPI while it waits")
        within(grown("sample_seen_compute", 0), 0, 0, "seen to compute while it waits")
        # The end.
        within(v["sample_sends", 0, n[0]], messages + 1, messages + 1, "all sends")
        within(v["bytes", 0, n[0]], 1000 * messages, 1000 * messages, "all bytes")
        within(v["sample_recvs", 1, n[1]], messages + 1, messages + 1, "all receives")
        exit failed
    }' job.csv >wrong || fail "phases $*: $(cat wrong)"
    grep -q '"asked": 0.005000000, "interval": 0.0[1248]0000000' job.json ||
        fail "the record does not say that samples were dropped: $(grep asked job.json)"
    grep -Eq '^time series of 2 ranks, a sample each [1248]0.000 ms \(from a look each 5.000 ms\)' \
        job.txt || fail "the text does not say so: $(grep 'time series' job.txt)"
    [ "$(sed -n '/^time series/,/^$/p' job.txt | grep -c '^ *[0-9]')" = 10 ] ||
        fail "the text has not ten slices: $(cat job.txt)"
}

its_thread_blocks_signals_and_is_gone_after_finalize()
{
    job MPIT_SAMPLE_INTERVAL=5ms 0.1
    out_has_line 'samplers 1 1 0'
}

no_thread_and_no_series_where_no_interval_is_set()
{
    job MPIT_SAMPLE_INTERVAL=0 0.1
    out_has_line 'samplers 0 0 0'
    ! grep -q '^sample_' job.csv || fail 'samples although none were asked for'
    ! grep -q '^time series' job.txt || fail 'a time series although none was asked for'
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_SAMPLE_INTERVAL=5ms "$program" 0.1
    exits 0
    out_has_line 'samplers 0 0 0'
}

a_rank_may_have_its_own_interval()
{
    cat >start <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK-$PMI_RANK}" = 1 ] || MPIT_SAMPLE_INTERVAL=0 export MPIT_SAMPLE_INTERVAL
exec "$@"
END
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT="$scratch/job.json" MPIT_SAMPLE_INTERVAL=2ms \
        sh start "$program" 0.1
    exits 0
    "$MPIT" report job.json --format csv >job.csv || fail 'no CSV'
    [ "$(sed -n 's/^sample_mpi,,\([0-9]*\),.*/\1/p' job.csv | sort -u)" = 1 ] ||
        fail 'not rank 1 alone has a time series'
}

a_job_that_is_aborted_leaves_the_series_of_the_rank_that_did_it()
{
    rm -f job.*
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT="$scratch/job.json" MPIT_SAMPLE_INTERVAL=2ms \
        "$program" 0.1 abort
    set -- job.json.?.part
    [ -e "$1" ] || { fail 'no partial record'; return; }
    "$MPIT" report "$1" --format csv >job.csv || fail 'abort: no CSV'
    grep -q "^sample_sends,,$(expr "$1" : '.*json.\(.\).part')," job.csv ||
        fail 'abort: no samples'
}

# queue SETTINGS: leaves in `levels` the lengths that the series of rank 0 has, each once, in order.
queue()
{
    rm -f job.*
    # shellcheck disable=SC2086 # several of them
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT="$scratch/job.json" MPIT_SAMPLE_INTERVAL=2ms \
        $1 "$queue_program" 0.2
    exits 0
    "$MPIT" report job.json --format csv >job.csv || fail "$1: no CSV"
    levels=$(awk -F, '$1 == "sample_most_unexpected" && $3 == 0 { print $7 }' job.csv |
        uniq | tr '\n' ' ')
}

# The queue has the messages, then it is empty again.
the_series_has_the_length_of_the_queue()
{
    for source in auto drain; do
        for asked in MPIT_WATCH=queue MPIT_UMQ_WARN=5; do
            queue "MPIT_UMQ_SOURCE=$source $asked"
            case " $levels" in
            *' 20 '*'0 ') ;;
            *) fail "$source, $asked: the lengths are '$levels', not 20 and then 0" ;;
            esac
            # Two more with another tag, which are received first.
            seen='"unexpected_peak": 2[0-2], "unexpected_more": false'
            grep -Eq "$seen, \"unexpected_source\": 1, \"unexpected_tag\": 21," job.json ||
                fail "$source, $asked: not from rank 1 with tag 21"
            "$MPIT" report job.json >job.txt
            grep -Eq '^unexpected +2[0-2] +0 .* 2[0-2] from rank 1 +21$' job.txt ||
                fail "$source, $asked: nor in the text: $(grep '^unexpected' job.txt)"
        done
    done
}

# While it looks for another message, which comes later, and not only when it receives.
a_rank_that_polls_knows_the_length_of_its_queue()
{
    for how in iprobe improbe test testall testany testsome request_get_status; do
        for source in auto drain; do
            rm -f job.*
            run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT="$scratch/job.json" \
                MPIT_SAMPLE_INTERVAL=2ms MPIT_WATCH=queue MPIT_UMQ_WARN=5 \
                "MPIT_UMQ_SOURCE=$source" "${queue_program%series_program}polled_program" "$how" 0.2
            exits 0
            grep -E 'looked|unexpected messages' err | head -n 1 | grep -q unexpected ||
                fail "$how, $source: it is not warned while it looks"
            "$MPIT" report job.json --format csv >job.csv || fail "$how, $source: no CSV"
            looks=$(awk -F, '$1 == "sample_most_unexpected" && $3 == 0 && $7 >= 20' job.csv | wc -l)
            [ "$looks" -ge 3 ] || fail "$how, $source: $looks samples have the length"
        done
    done
}

# Its marks are behind what is held, and received where they are.
a_queue_that_is_held_in_part_is_said_to_be_at_least_so_long()
{
    queue 'MPIT_UMQ_SOURCE=drain MPIT_WATCH=queue MPIT_UMQ_DRAIN_BYTES=20000'
    grep -Eq '"unexpected_peak": ([5-9]|1[0-9]), "unexpected_more": true,' job.json ||
        fail "not in the record: $(grep -o '"unexpected_peak": [^}]*' job.json)"
    "$MPIT" report job.json >job.txt
    grep -q 'unexpected: at least so many at rank 0; beyond mpit_umq_drain_bytes' job.txt ||
        fail 'not in the text'
    queue 'MPIT_UMQ_SOURCE=drain MPIT_WATCH=queue'
    grep -Eq '"unexpected_peak": 2[0-9], "unexpected_more": false,' job.json ||
        fail "all are held: $(grep -o '"unexpected_peak": [^}]*' job.json)"
}

the_series_has_no_length_that_nobody_looks_at()
{
    for settings in MPIT_UMQ_SOURCE=drain 'MPIT_UMQ_SOURCE=off MPIT_WATCH=queue'; do
        queue "$settings"
        [ -z "$levels" ] || fail "$settings: the lengths are '$levels'"
    done
}

run_test the_series_has_the_length_of_the_queue
run_test a_rank_that_polls_knows_the_length_of_its_queue
run_test a_queue_that_is_held_in_part_is_said_to_be_at_least_so_long
run_test the_series_has_no_length_that_nobody_looks_at
run_test samples_show_the_phases_of_the_program
run_test its_thread_blocks_signals_and_is_gone_after_finalize
run_test no_thread_and_no_series_where_no_interval_is_set
run_test a_job_that_is_aborted_leaves_the_series_of_the_rank_that_did_it
run_test a_rank_may_have_its_own_interval
finish
