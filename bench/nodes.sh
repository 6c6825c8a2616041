#!/bin/sh
# What `mpit where`, `mpit top` and `mpit report --live` take of a job of many nodes, with answers
# that are made up: those of a job of this machine, as those of so many nodes.
#
#   bench/nodes.sh [NODES]...     in a build directory; 16 and 1000 without
#
# For each command the seconds by the wall clock, of processors, and the largest memory of one
# process.  What starts a command on another node is a shell here, that has the answers of those
# that this one is to ask, too: what ssh or srun takes comes on top, 32 at a time on each node that
# asks.
mpirun=${MPIRUN:-$(sed -n 's/^MPIRUN = //p' Makefile)}
mpit=$PWD/tools/mpit
scratch=$(mktemp -d) || exit 3
job=
leave()
{
    [ -z "$job" ] || kill "$job" 2>/dev/null
    rm -rf "$scratch"
}
trap leave EXIT
trap 'exit 3' HUP INT TERM
mkdir -m 700 "$scratch/live" "$scratch/front"
cat >"$scratch/agent" <<END
#!/bin/sh
cd "$scratch/answers" && exec cat "\$1" \$(echo "\$2" | tr "'" '\n' | sed -n 's/^--node=//p')
END
chmod +x "$scratch/agent"

fail()
{
    echo "bench/nodes.sh: $1" >&2
    exit 3
}

# Two ranks that wait for what does not come.
MPIT_LIVE_DIR=$scratch/live MPIT_LIVE=where MPIT_LIVE_JOB=elsewhere-1-1 \
    $mpirun -n 2 env LD_PRELOAD="$PWD/lib/.libs/libmpit.so" examples/hang >/dev/null 2>&1 &
job=$!
for _ in $(seq 100); do
    "$mpit" where --live "$scratch/live" 2>/dev/null | grep -q '^It hangs' && break
    sleep 0.2
done
"$mpit" answer --live "$scratch/live" elsewhere-1-1 >"$scratch/answer"
[ -s "$scratch/answer" ] || fail 'no job has answered'

# What `mpit run` keeps of a job.
keep_front()
{
    cat >"$scratch/front/1.front" <<END
{"job": "elsewhere-1-1", "host": "$(hostname)", "pid": 1, "start": 0, "launcher": 1,
 "folder": "/", "environment": ["OMPI_MCA_plm_rsh_agent=$scratch/agent", "PATH=$PATH"],
 "arguments": ["mpirun", "--host", "$(seq -s, -f 'n%.0f' "$1")"]}
END
}

# measure COMMAND...
measure()
{
    python3 - "$@" <<'END'
import resource, subprocess, sys, time
begin = time.time()
out = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout
took = time.time() - begin
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("  %-28s %6.2f s  %6.2f s of processors  %5.0f MB  %d bytes" % (
    " ".join(word for word in sys.argv[1:] if "/" not in word and word != "--live")[:28], took,
    used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, len(out)))
sys.stderr.write(out.decode(errors="replace")[:400] if "-v" in sys.argv else "")
END
}

[ $# -gt 0 ] || set -- 16 1000
for nodes; do
    mkdir -p "$scratch/answers" && keep_front "$nodes"
    bench/nodes_answers "$nodes" "$scratch/answers" <"$scratch/answer" || exit 3
    echo "$nodes nodes, 2 ranks each; an answer has $(wc -c <"$scratch/answers/n1") bytes"
    measure "$mpit" where --live "$scratch/front" elsewhere-1-1
    measure "$mpit" top --once --live "$scratch/front" elsewhere-1-1
    measure "$mpit" report --live "$scratch/front" elsewhere-1-1
    rm -rf "$scratch/answers"
done
