#!/bin/sh
# What a report says of the job, compared with what was worked out by hand (figures_program.c): mean
# sizes, first and last call, programs, settings, launcher and exit code.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/figures_program

job()
{
    rm -f job.json
    run "$MPIT" run --report job.json "$@"
    "$MPIT" report job.json >lines || fail 'no text'
    unwrapped <lines >job.txt
    "$MPIT" report -f csv job.json >job.csv || fail 'no CSV'
    "$MPIT" report -f html job.json >job.html || fail 'no HTML'
}

sizes_are_those_of_single_messages()
{
    job -- "$MPIRUN" -n 4 "$program"
    exits 0
    # A broadcast of 1 MiB is one; a Sendrecv of 1000 bytes sends one and receives one; what goes to
    # MPI_PROC_NULL is none.
    cat >expected <<'END'
MPI_Allgather 4 400
MPI_Bcast 1 1048576
MPI_Recv 1 100
MPI_Send 1 100
MPI_Sendrecv 8 8000
END
    awk -F, '$1 == "call" { bytes[$2] = $8 }
        $1 == "call_messages" { print $2, $7, bytes[$2] }' job.csv | sort >found
    same expected found
    tr -d '\n' <job.html | sed 's/<[^>]*>/ /g' >plain
    grep -Eq 'MPI_Bcast +1 +1048576 +1.0 MB' plain || fail 'the mean of MPI_Bcast in HTML'
    grep -Eq 'MPI_Sendrecv +8 +8000 +1.0 kB' plain || fail 'the mean of MPI_Sendrecv in HTML'
}

messages_are_counted_by_their_size()
{
    # Four of 1000 bytes in a circle, one of 100, and none to MPI_PROC_NULL.
    printf 'size_%s\n' 'recvs 512 4' 'recvs 64 1' 'sends 512 4' 'sends 64 1' >expected
    awk -F, '/^size_/ { print $1, $2, $7 }' job.csv | sort >found
    same expected found
    grep -q '{"least": 64, "most": 127, "sends": 1, "recvs": 1},$' job.json ||
        fail "$(grep -A 4 '"sizes"' job.json)"
    grep -Eq '^512 to 1023 +4 +80.0 % +4 +80.0 %$' job.txt || fail 'not in the text'
    tr -d '\n' <job.html | sed 's/<[^>]*>/ /g' | grep -Eq '64 to 127 +1 +20.0 % +1 +20.0 %' ||
        fail 'not in HTML'
}

the_first_and_the_last_call_are_there()
{
    grep -q '^call,MPI_Init,,,,,4,0,0*[0-9.]*[1-9]' job.csv || fail 'no MPI_Init'
    grep -q '^call,MPI_Finalize,,,,,4,0,' job.csv || fail 'no MPI_Finalize'
    grep -Eq '^MPI_Init +4 +0 +0 +B +[0-9.]+ +[mn]?s +- ' job.txt ||
        fail "MPI_Init has a share of the wall time: $(grep MPI_Init job.txt)"
}

pairs_begin_with_the_one_that_has_most()
{
    # Rank 0 sends 100 bytes more to rank 1 than each sends to the next one.
    awk -F, '$1 == "pair" { print $5, $6, $8; exit }' job.csv >found
    [ "$(cat found)" = "0 1 1100" ] || fail "the first is $(cat found)"
}

the_late_rank_has_waited_least()
{
    awk -F, '$1 == "call" && $2 == "MPI_Barrier" { print $12 == 3 && $14 != 3 && $11 < $13 }' \
        job.csv >found
    [ "$(cat found)" = 1 ] || fail "rank 3 has not: $(grep MPI_Barrier job.csv)"
}

words_say_what_is_summed_up()
{
    grep -Eq '^ +sum of ranks +mean ' job.txt || fail 'total might be read as elapsed'
    grep -q 'point-to-point alone$' job.txt || fail 'pairs do not say of what'
}

every_program_of_a_job_is_named()
{
    job -- "$MPIRUN" -n 3 "$program" one : -n 1 "$program" two
    exits 0
    grep -q "^program  3 ranks from rank 0: $program one\$" job.txt || fail 'not the first'
    grep -q "^program  1 rank from rank 3: $program two\$" job.txt || fail 'not the second'
    job -- "$MPIRUN" -n 2 "$program"
    ! grep -q '^program' job.txt || fail 'the only program is named twice'
}

settings_in_force_are_told_with_their_source()
{
    job --set mpit_umq_warn=1k -- "$MPIRUN" -n 2 "$program"
    grep -q '^setting  mpit_umq_warn = 1024  # MPIT_UMQ_WARN$' job.txt ||
        fail "none: $(cat job.txt)"
    ! grep -q '^setting  mpit_clock' job.txt || fail 'what nobody has set is there'
}

the_launcher_and_its_end_are_told()
{
    job -- "$MPIRUN" -n 2 "$program" x 3
    [ "$code" -ne 0 ] || fail 'exit code 0'
    grep -q "^launcher $MPIRUN -n 2 $program x 3\$" job.txt || fail "no launcher: $(cat job.txt)"
    grep -q "^ended    exit code $code\$" job.txt || fail "not exit code $code"
    run "$MPIT" run -- "$MPIRUN" -n 2 "$program"
    err_has '^ended    exit code 0$'
    rm job.txt
    run "$MPIT" run --report job.txt -- "$MPIRUN" -n 2 "$program"
    unwrapped <job.txt | grep -q "^launcher $MPIRUN -n 2 $program\$" ||
        fail "text without the launcher"
    grep -q '^ended    exit code 0$' job.txt || fail "text without the exit code"
    [ "$(stat -c %a job.txt)" = 600 ] || fail "mode $(stat -c %a job.txt)"
}

# is_so WHAT: whether a sentence of Python about the record and its two ranks holds; is: it must.
is_so()
{
    python3 -c '
import json, sys
record = json.load(open("job.json"))
a, b = record["ranks"]
shares = set(record["efficiency"].values())
verdicts = {verdict["id"] for verdict in record["verdicts"]}
def call(name):
    return [call for call in record["calls"] if call["name"] == name][0]
def outside(rank):
    return rank["wall"] - rank["paused"] - rank["mpi"]
lay = [wait["seconds"] for wait in record["waits"] if wait["kind"] == "late_receiver"]
sys.exit(not eval(sys.argv[1]))' "$1"
}
is() { is_so "$1" || fail "not $1: $(cat job.json)"; }
text_has() { grep -Eq "$1" job.txt || fail "no line $1: $(cat job.txt)"; }
text_lacks() { ! grep -Eq "$1" job.txt || fail "$(grep -E "$1" job.txt)"; }
metrics_have()
{
    "$MPIT" report -f openmetrics job.json | grep -Eq "^$1\$" || fail "no $1 in OpenMetrics"
}

what_threads_side_by_side_do_outside_of_mpi_is_not_known()
{
    job -- "$MPIRUN" -n 2 "$program" threads
    exits 0
    is 'b["mpi"] > 1.0 and b["threads"] in (4, 5) and a["threads"] == 1'
    is 'shares == {None} and verdicts <= {"nothing_stands_out", "late_init", "start_and_end"}'
    text_has '^outside of MPI +(- +){5}-$'
    text_has '^MPI share of wall +(- +){5}-$'
    text_has 'outside of MPI is not known: .*the [45] threads of rank 1( |$)'
    text_lacks 'efficiency|^MPI_Recv .*%|^ *1 .*to send .*%'
    metrics_have 'mpit_rank_threads[{]rank="1",.*[}] [45]'
    grep -Eq '^rank_threads,threads,1,[^,]*,,,[45],,,,,,,$' job.csv || fail 'not in CSV'
}

threads_in_turns_are_one()
{
    for mode in alone turns; do
        job -- "$MPIRUN" -n 2 "$program" "$mode"
        exits 0
        is 'b["mpi"] < b["wall"] and a["mpi"] < a["wall"]'
        is 'b["threads"] == 1 and None not in shares'
        text_lacks 'not known'
    done
}

what_was_not_recorded_is_not_outside_of_mpi()
{
    job -- "$MPIRUN" -n 2 "$program" paused
    exits 0
    is '0.39 < a["paused"] <= a["wall"] and 0.39 < b["paused"] <= b["wall"]'
    is 'outside(a) < 0.3 and outside(b) < 0.3 and a["mpi"] < 0.1'
    is '"little_mpi" not in verdicts and "load_imbalance" not in verdicts'
    text_has '^not recorded \(MPI_Pcontrol 0\) '
    text_has '^MPI share of recorded '
    metrics_have 'mpit_rank_paused_seconds[{]rank="1",.*[}] 0[.][34].*'
    grep -Eq '^rank,paused,1,[^,]*,,,,,0[.][34]' job.csv || fail 'not in CSV'
    python3 - job.txt <<'END' || fail "$(cat job.txt)"
import re, sys
UNITS = {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
times = {}
for line in open(sys.argv[1]):
    row = re.match(r"(wall|outside|MPI|not) .*?([\d.]+) +([mun]?s) ", line)
    if row:
        times.setdefault(row[1], float(row[2]) * UNITS[row[3]])
assert abs(times["wall"] - times["outside"] - times["MPI"] - times["not"]) < 2e-3, times
END
    job -- "$MPIRUN" -n 2 "$program" alone
    is 'a["paused"] == b["paused"] == 0'
    text_lacks 'recorded'
    ! grep -q paused job.csv || fail 'a row of nothing in CSV'
}

efficiencies_are_of_what_was_recorded()
{
    job -- "$MPIRUN" -n 2 "$program" part
    exits 0
    # Both work for as long in what is recorded, and do not wait long there.
    is 'record["efficiency"]["parallel"] > 0.5 < record["regions"][0]["efficiency"]["parallel"]'
    is '0.19 < record["regions"][0]["wall"]["min"] <= record["regions"][0]["wall"]["max"] < 0.39'
    is '0.19 < record["regions"][0]["outside"]["min"]'
}

how_long_messages_lay_is_told_where_it_is_known()
{
    job -- "$MPIRUN" -n 2 "$program" lay
    is 'lay and not [time for time in lay if time is not None and time < 0.2]'
    if is_so 'None in lay'; then
        text_has '[(]its messages lay here[)] +[0-9]+ +- +-$'
        ! "$MPIT" report -f openmetrics job.json |
            grep '^mpit_wait_seconds.*late_receiver' || fail 'a series of what is not known'
    fi
    job --set mpit_watch=waits,queue --set mpit_umq_source=drain -- "$MPIRUN" -n 2 "$program" lay
    is 'lay and min(lay) > 0.2'
    text_has '[(]its messages lay here[)] +[0-9]+ +[0-9.]+ +m?s +-$'
}

the_call_that_a_rank_died_in_has_its_time_where_that_is_known()
{
    job --set mpit_live=where -- "$MPIRUN" -n 2 "$program" lost
    is '(a["state"], a["in"], b["state"], b["in"]) == ("dead", "MPI_Recv", "dead", "")'
    is 'a["mpi"] > 0.4 and a["point_to_point"] > 0.4 and a["mpi"] <= a["wall"]'
    is 'b["mpi"] < 0.4 < outside(b) and not a["mpi_open"] and not b["mpi_open"]'
    is 'call("MPI_Recv")["time"]["total"] > 0.4 and call("MPI_Recv")["rank"] == [0]'
    is 'None not in shares and record["efficiency"]["parallel"] < 0.9'
    text_lacks 'not known'
}

what_a_rank_did_outside_of_mpi_that_died_in_a_call_is_not_known_else()
{
    job --set mpit_recorder=0 -- "$MPIRUN" -n 2 "$program" lost
    is 'a["state"] == b["state"] == "dead" and a["mpi_open"] and b["mpi_open"]'
    is 'shares == {None} and a["mpi"] < 0.4'
    text_has '^outside of MPI +(- +){5}-$'
    text_has '^what is outside of MPI is not known: 2 ranks may have been in a call '
    text_lacks 'efficiency|^MPI_Barrier .*%'
}

what_is_not_recorded_goes_on_up_to_the_end()
{
    job -- "$MPIRUN" -n 2 "$program" unended
    exits 0
    is '0.69 < a["paused"] <= a["wall"] and 0.69 < b["paused"] <= b["wall"]'
    job -- "$MPIRUN" -n 2 "$program" killed
    is 'a["state"] == "dead" and 0.69 < a["paused"] <= a["wall"] and not a["mpi_open"]'
    job --set mpit_profiling=off -- "$MPIRUN" -n 2 "$program" alone
    is '0.9 * a["wall"] < a["paused"] <= a["wall"] and 0.9 * b["wall"] < b["paused"] <= b["wall"]'
    is 'a["mpi"] == b["mpi"] == 0'
    is 'verdicts <= {"start_and_end", "nothing_stands_out"}'
}

a_time_series_has_no_more_rows_than_samples()
{
    python3 - "$abs_srcdir/tests/tools/records/format1.json" >few.json <<'END'
import json, sys
record = json.load(open(sys.argv[1]))
for series in record["series"]:
    for key, value in series.items():
        if isinstance(value, list):
            series[key] = value[:3]
json.dump(record, sys.stdout)
END
    run "$MPIT" report few.json
    exits 0
    rows=$(sed -n '/^time series/,/^$/p' out | grep -c '^ *[0-9]')
    [ "$rows" -eq 3 ] || fail "$rows rows, not 3"
}

run_test sizes_are_those_of_single_messages
run_test messages_are_counted_by_their_size
run_test the_first_and_the_last_call_are_there
run_test pairs_begin_with_the_one_that_has_most
run_test the_late_rank_has_waited_least
run_test words_say_what_is_summed_up
run_test every_program_of_a_job_is_named
run_test settings_in_force_are_told_with_their_source
run_test the_launcher_and_its_end_are_told
run_test what_threads_side_by_side_do_outside_of_mpi_is_not_known
run_test threads_in_turns_are_one
run_test what_was_not_recorded_is_not_outside_of_mpi
run_test efficiencies_are_of_what_was_recorded
run_test how_long_messages_lay_is_told_where_it_is_known
run_test the_call_that_a_rank_died_in_has_its_time_where_that_is_known
run_test what_a_rank_did_outside_of_mpi_that_died_in_a_call_is_not_known_else
run_test what_is_not_recorded_goes_on_up_to_the_end
run_test a_time_series_has_no_more_rows_than_samples
finish
