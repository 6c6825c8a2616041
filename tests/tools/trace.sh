#!/bin/sh
# `mpit report --format trace`: each number against the record that it is made from, by the words of
# the trace event format; of a record of two ranks with a time series, of a real job, and of records
# that have none.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

cat >check.py <<'END'
import json
import sys

record, trace = (json.load(open(name)) for name in sys.argv[1:3])
events = trace["traceEvents"]
assert trace["displayTimeUnit"] == "ms"
for event in events:
    assert event["ph"] in ("M", "X", "C"), event
    thread = event["pid"] + (record["nranks"] if event.get("cat") == "region" else 0)
    assert event["tid"] == thread > 0, event
    assert event["ph"] == "M" or event["ts"] >= 0, event
    assert event["ph"] != "X" or event["dur"] > 0, event

named = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
assert named == {r["rank"] + 1: f"rank {r['rank']} on {r['host']}" for r in record["ranks"]}, named

AMOUNTS = ("sends", "recvs", "collectives", "rma", "reads", "writes")
TITLES = ("sends", "receives", "collectives", "one-sided", "reads", "writes")
STATES = ("compute", "send", "recv", "wait", "probe", "collective", "rma", "io")


def near(a, b):
    assert abs(a - b) <= 1e-4 * max(abs(a), abs(b)) + 1e-6, (a, b)


def counters(pid, name, unit):
    return [e["args"][unit] for e in events
            if e["ph"] == "C" and e["pid"] == pid and e["name"] == name]


traced = set()
for series in record.get("series", []):
    pid = series["rank"] + 1
    traced.add(pid)
    at = [0] + series["at"]
    spans = list(zip(at, at[1:]))
    for amount, title in zip(AMOUNTS, TITLES):
        for key, name, unit in ((amount, title, "a second"),
                                (amount + "_bytes", title + ", bytes", "bytes a second")):
            rates = counters(pid, name, unit)
            assert len(rates) == len(spans), (name, len(rates))
            whole = [0] + series[key]
            for (begin, end), rate, before, after in zip(spans, rates, whole, whole[1:]):
                near(rate * (end - begin), after - before)
    mpi = [0] + series["mpi"]
    shares = counters(pid, "time in MPI", "%")
    for (begin, end), share, before, after in zip(spans, shares, mpi, mpi[1:]):
        near(share / 100 * (end - begin), after - before)
    for level in ("requests", "posted", "unexpected"):
        known = [n for n in series["most_" + level] if n is not None]
        assert counters(pid, level + ", most", level) == known, level
    slices = {round(e["ts"], 3): e for e in events
              if e["ph"] == "X" and e["pid"] == pid and "cat" not in e}
    for i, (begin, end) in enumerate(spans):
        seen = {s: series["seen_" + s][i] - (series["seen_" + s][i - 1] if i else 0)
                for s in STATES}
        event = slices.pop(round(begin * 1e6, 3), None)
        assert (event is None) == (not any(seen.values())), (i, event)
        if event:
            near(event["dur"], (end - begin) * 1e6)
            assert seen[event["name"]] == max(seen.values()), (event, seen)
            assert event["args"] == {"seen in " + s: n for s, n in seen.items() if n}, event
    assert not slices
assert {e["pid"] for e in events if e["ph"] != "M" and "cat" not in e} == traced
inside = [e for e in events if e.get("cat") == "region"]
times = [(r["label"], rank + 1, begin, end) for r in record.get("regions", [])
         for rank, begin, end in zip(r.get("span_rank", []), r.get("span_begin", []),
                                     r.get("span_end", []))]
assert len(inside) == len(times) >= int(sys.argv[4]), (len(inside), len(times))
for event, (label, pid, begin, end) in zip(inside, times):
    assert (event["ph"], event["name"], event["pid"]) == ("X", label, pid), event
    near(event["ts"], begin * 1e6)
    near(event["dur"], (end - begin) * 1e6)
assert len(traced) >= int(sys.argv[3]), traced

regions = trace["otherData"]["regions"]
assert [r["label"] for r in regions] == [r["label"] for r in record.get("regions", [])]
for region, recorded in zip(regions, record.get("regions", [])):
    assert region["entries"] == recorded["entries"]
    near(region["seconds"], recorded["wall"]["total"])
    near(region["seconds_in_mpi"], recorded["mpi"]["total"])
assert trace["otherData"]["command"] == record["command"]
END

# is_right RECORD TRACE RANKS [TIMES]: so many have a series, so many times of regions there are, at
# least
is_right()
{
    python3 check.py "$1" "$2" "$3" "${4:-0}" >wrong 2>&1 && return
    fail "$(cat wrong)"
}
is_shown()
{
    "$MPIT" report --format trace "$1" >written || fail 'not written'
    is_right "$1" written "$2"
}

begin_test "of a record with a time series and regions"
is_shown "$here/records/format1.json" 2
begin_test "of one without, and it is said"
is_shown record.json 0
run "$MPIT" report --format trace record.json
err_has 'there is no time series to make a trace of: run the job with --report FILE.trace'
begin_test "what texts hold stays text"
is_shown markup.json 0
begin_test "of a job that has not ended well nothing is said that would not help"
run "$MPIT" report --format trace markup.json
err_has 'there is nothing to make a trace of: the time series is gathered in MPI_Finalize'

# regions_program.c: setup, first twice and once in the other, again once for itself, open at rank 1
begin_test "the times of regions are there, of one that is open as well"
run "$MPIT" run --report regions.json -- "$MPIRUN" -n 4 \
    "$abs_builddir/tests/mpi/regions_program"
exits 0
"$MPIT" report --format trace regions.json >regions.trace || fail 'not written'
is_right regions.json regions.trace 0 17
[ "$(grep -c '"cat": "region"' regions.trace)" -eq 17 ] || fail 'more, or less'

begin_test "of a job, as a report of it"
run "$MPIT" run --set mpit_sample_interval=0.002 --report job.json --report job.trace -- \
    "$MPIRUN" -n 2 "$abs_builddir/examples/heat2d" --steps 2000
exits 0
err_has "report in $scratch/job.trace\$"
err_lacks 'no time series'
is_right job.json job.trace 2

begin_test "samples are taken for a trace or a page, as often as nobody has said otherwise"
run "$MPIT" run --report two.json --report two.trace -- "$MPIRUN" -n 2 sh -c \
    "echo \"each \$MPIT_SAMPLE_INTERVAL\"; exec '$abs_builddir/examples/heat2d' --steps 2000"
exits 0
out_has '^each 0.02$'
is_right two.json two.trace 2
run "$MPIT" run --report page.html -- "$MPIRUN" -n 1 sh -c \
    'echo "each $MPIT_SAMPLE_INTERVAL"; sleep 0.3'
out_has '^each 0.02$'
run env MPIT_SAMPLE_INTERVAL=0.5 "$MPIT" run --report no.trace -- "$MPIRUN" -n 1 sh -c \
    'echo "each $MPIT_SAMPLE_INTERVAL"; sleep 0.3'
out_has '^each 0.5$'
run "$MPIT" run --report no.json -- "$MPIRUN" -n 1 sh -c \
    'echo "each $MPIT_SAMPLE_INTERVAL"; sleep 0.3'
out_has '^each $'
finish
