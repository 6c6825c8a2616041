#!/bin/sh
# Ten times as many regions or hosts take about ten times as long, in a job and in a report: no
# more than 25 times the processor's time, where each looked at all others it would be 100.
. "${0%/*}/../prelude.sh"

most=25

# cpu_of NAME COMMAND...: leaves the processor's time of the command in NAME.
cat >cpu_of.py <<'END'
import resource
import subprocess
import sys
code = subprocess.run(sys.argv[2:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file:
    print(used.ru_utime + used.ru_stime, file=file)
sys.exit(code)
END

cpu_of()
{
    run python3 cpu_of.py "$@"
    exits 0
}

grows_no_more_than_its_number()
{
    awk -v few="$(cat "$1.few")" -v many="$(cat "$1.many")" -v most="$most" \
        'BEGIN { print few " s, " many " s"; exit !(many <= most * few) }' >grown ||
        fail "$1: $(cat grown)"
}

cat >record.py <<'END'
import json
import sys

def spread(time):
    return {"total": time, "min": time, "min_rank": 0, "max": time, "max_rank": 0}

what, n, same = sys.argv[1], int(sys.argv[2]), sys.argv[1] == "one_label"
amounts = "sends recvs collectives rma reads writes".split()
ranks = n if what == "hosts" else 1
region = {"entries": 1, "open": 0, "wall": spread(2), "mpi": spread(1)}
region.update({amount + end: 3 for amount in amounts for end in ("", "_bytes")})
json.dump({
    "format": 1, "mpit": "0", "vendor": "v", "command": "c", "start": "s", "complete": True,
    "reason": "", "nranks": ranks, "lost_records": 0, "calls": [], "pairs": [],
    "ranks": [{"rank": i, "host": "node%d" % i, "pid": 1, "wall": 2, "mpi": 1}
              for i in range(ranks)],
    "regions": [dict(region, label="region" if same else "region %d" % i)
                for i in range(0 if what == "hosts" else n)],
    "stray_region_ends": 0}, sys.stdout)
END

# report WHAT: a record of it, in all formats.
report()
{
    python3 record.py "$1" 3000 >few.json
    python3 record.py "$1" 30000 >many.json
    for format in text json csv html openmetrics; do
        for number in few many; do
            cpu_of "$format.$number" "$MPIT" report -f "$format" "$number.json"
        done
        grows_no_more_than_its_number "$format"
    done
}

a_report_of_many_hosts_takes_no_longer_than_they_are() { report hosts; }
a_report_of_many_regions_takes_no_longer_than_they_are() { report regions; }
a_report_of_many_regions_of_one_label_takes_no_longer_than_they_are() { report one_label; }

# run_job NAME REGIONS: each is entered once by each rank.
run_job()
{
    cpu_of "job.$1" "$MPIT" run --report "job.$1.json" -- "$MPIRUN" -n 2 \
        "$abs_builddir/tests/mpi/many_program" "$2"
    found=$("$MPIT" report -f csv "job.$1.json" | grep -c '^region_wall,region [0-9]*,,,,,2,')
    [ "$found" = "$2" ] || fail "$found regions, of $2"
}

a_job_of_many_regions_takes_no_longer_than_they_are()
{
    run_job few 10000
    run_job many 100000
    grows_no_more_than_its_number job
    "$MPIT" report -f csv job.many.json | grep '^region_wall,' | head -2 | cut -d, -f2 >first
    printf 'region 0\nregion 1\n' >wanted
    same wanted first
}

run_test a_report_of_many_hosts_takes_no_longer_than_they_are
run_test a_report_of_many_regions_takes_no_longer_than_they_are
run_test a_report_of_many_regions_of_one_label_takes_no_longer_than_they_are
run_test a_job_of_many_regions_takes_no_longer_than_they_are
finish
