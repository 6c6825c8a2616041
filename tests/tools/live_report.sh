#!/bin/sh
# What segments tell is what the ranks gather: the same job, once by each; a job on several nodes,
# put together of what each has of it.
. "${0%/*}/../prelude.sh"
. "$here/counted.sh"
programs=$abs_builddir/tests/mpi
unset LD_PRELOAD OMPI_MCA_mca_base_env_list

# same.py GATHERED LIVE: whether they say the same, but for the moment at which they were taken.
cat >same.py <<'END'
import json, sys
gathered, live = (json.load(open(name)) for name in sys.argv[1:3])
wrong = []
def same(what, a, b):
    if a != b:
        wrong.append("%s: gathered %s, live %s" % (what, a, b))
def near(what, a, b):
    if None in (a, b) and a != b or None not in (a, b) and abs(a - b) > 0.02 + 0.02 * abs(a):
        wrong.append("%s: gathered %s s, live %s s" % (what, a, b))
for key in "mpit", "vendor", "command", "complete", "reason", "nranks", "lost_records", \
        "stray_region_ends", "programs":
    same(key, gathered[key], live[key])
for key in "rank", "host", "pid", "state", "in", "threads", "mpi_open":
    same(key, [r[key] for r in gathered["ranks"]], [r[key] for r in live["ranks"]])
for a, b in zip(gathered["ranks"], live["ranks"]):
    for key in "wall", "mpi", "paused", "finalize_wait":
        near(key, a[key], b[key])
# Of regions nobody but the process itself knows them.
RESOURCES = ["user_time", "system_time", "voluntary_switches", "involuntary_switches",
             "major_faults", "peak_memory"]
for region in live["regions"]:
    same("resources of a region", [region[key] for key in RESOURCES], [None] * len(RESOURCES))
def by_name(record, list, name):
    return {row[name]: row for row in record[list]}
for list, name, times in ("calls", "name", ["time"]), \
        ("regions", "label", ["wall", "outside", "mpi"]):
    a, b = by_name(gathered, list, name), by_name(live, list, name)
    same(list, sorted(a), sorted(b))
    for key in set(a) & set(b):
        # From times, and when they were, which only what is gathered has.
        follows = times + RESOURCES + ["efficiency", "rank_seconds", "span_rank", "span_begin",
                                       "span_end"]
        same(key, {k: v for k, v in a[key].items() if k not in follows},
             {k: v for k, v in b[key].items() if k not in follows})
        for time in times:
            if key != "MPI_Finalize": # it goes on while the report is gathered
                near(key, a[key][time]["total"], b[key][time]["total"])
same("regions in order", [r["label"] for r in gathered["regions"]],
     [r["label"] for r in live["regions"]])
same("pairs", gathered["pairs"], live["pairs"])
same("sizes", gathered["sizes"], live["sizes"])
for list in "communicators", "collectives", "files":
    def counted(record):
        return sorted(str({k: v for k, v in row.items() if k != "seconds"})
                      for row in record[list])
    same(list, counted(gathered), counted(live))
    near(list, sum(row["seconds"] for row in gathered[list]),
         sum(row["seconds"] for row in live[list]))
def by_place(record):
    return {(s["call"], s["function"], s["file"], s["line"], s["module"], s["build_id"],
             s["offset"]): (s["count"], s["bytes"]) for s in record["sites"]}
same("sites", by_place(gathered), by_place(live))
hooked = [c for c in gathered["calls"] if c["name"] not in ("MPI_Init", "MPI_Init_thread",
                                                               "MPI_Finalize")]
same("calls by site", sum(c["count"] for c in hooked), sum(s["count"] for s in gathered["sites"]))
print("\n".join(wrong))
sys.exit(bool(wrong))
END

# both RANKS PROGRAM...
both()
{
    ranks=$1
    shift
    begin_test "segments say what ${1##*/}${2:+ $2} $ranks gather"
    rm -rf live job.json count.* && mkdir -m 700 live
    run "$RUN_MPI" -n "$ranks" -p "$LIBMPIT" env MPIT_LIVE=counts MPIT_WATCH=sites \
        MPIT_LIVE_JOB=waited-for "MPIT_LIVE_DIR=$scratch/live" "MPIT_REPORT=$scratch/job.json" "$@"
    exits 0
    "$MPIT" report --live live --format json >live.json 2>err || fail 'nothing to show'
    mv job.json raw.json # names are looked for when it is shown
    "$MPIT" report --format json raw.json >job.json || fail 'nothing to show'
    python3 same.py job.json live.json >differences || fail "$(cat differences)"
}
both 4 "$programs/regions_program"
both 3 "$programs/kills_program" finalize
both 4 "$programs/figures_program"
both 3 "$programs/verdicts_program" staggered file
both 2 "$programs/many_program"
both 2 "$programs/figures_program" part
both 2 "$programs/figures_program" threads

begin_test "a job can be named, and be told by a process of it"
job=$(sed -n 's/.*"pid": \([0-9]*\).*/\1/p' live.json | head -n 1)
run "$MPIT" report --live live "$job" --format json
exits 0
cmp -s out live.json || fail 'it shows another one'
try "one that is not there is said" "$MPIT" report --live live none
exits 1
err_has '^mpit report: none: no process of such a job has left anything in live;'
err_is_one_line
try "a folder that is not there is said" "$MPIT" report --live "$scratch/none"
exits 1
err_has 'none: no such folder'
err_is_one_line
try "an empty folder is said" "$MPIT" report --live "$scratch/tmp"
exits 1
err_has 'tmp: no process has left anything there'
err_is_one_line

# Two folders as two nodes: what stands in the second mpit run does not see.
cat >on_two_nodes <<'END'
#!/bin/sh
case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in
*[13579]) MPIT_LIVE_DIR=$PWD/odd ;;
*) MPIT_LIVE_DIR=$PWD/even ;;
esac
export MPIT_LIVE_DIR
exec "$@"
END
chmod +x on_two_nodes
begin_test "what another node has is named as missing, with what fetches it"
rm -rf job.json count.*
run env "MPIT_LIVE_DIR=$scratch/even" "$MPIT" run --report job.json -- \
    "$MPIRUN" -n 4 ./on_two_nodes "$programs/kills_program" kill 2
err_has 'of 4 ranks 0 ended, 2 dead, 0 running, 2 missing'
err_has 'mpit collect --live [^ ]* [^ ]* >REST.json'
"$MPIT" report --format csv job.json >job.csv
grep -q '^rank_state,missing,3,' job.csv || fail 'rank 3 is not missing'
job=$(sed -n 's/.* \([^ ]*\) >REST.json.*/\1/p' err)
try "its part is fetched there" "$MPIT" collect --live odd "$job"
exits 0
cp out odd.json
try "of a job that is on no node there is nothing" "$MPIT" collect --live odd none
exits 1
try "and both together are the whole" "$MPIT" report --format json job.json odd.json
exits 0
cp out whole.json
is_as_counted whole.json 4
try "a part is not put in twice" "$MPIT" report odd.json whole.json
exits 1
err_has 'whole.json: it has ranks that are in odd.json, too'
finish
