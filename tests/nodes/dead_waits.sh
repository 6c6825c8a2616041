#!/bin/sh
# Who waits for whom on four nodes in a job that does not come to MPI_Finalize: nodes answer with
# what their ranks have come to, and who asks puts it together (tools/live/meetings.h).
. "${0%/*}/../prelude.sh"
. "$here/cluster.sh"
program=$abs_builddir/tests/nodes/late_program
skew=$abs_builddir/tests/nodes/.libs/skew.so
job=

# start OPERATION ROUNDS US: until it has measured what is so
start()
{
    rm -f job*.json seen.json waited
    # shellcheck disable=SC2086 # words
    ./on 1 "$MPIT" run --report job.json -- $launcher env SKEW_PPM=50 LD_PRELOAD="$LIBMPIT:$skew" \
        "$program" "$1" "$2" "$3" waited stay >out 2>err &
    job=$!
    within 60 test -s waited
}

# By the names of their segments: NODE-PROCESS-START.mpit.
kill_ranks()
{
    for i in 1 2 3 4; do
        ./on $i sh -c 'for one in /dev/shm/mpit-*/*.mpit; do
                one=${one%-*} && kill -KILL "${one##*-}"
            done' 2>/dev/null
    done
}

ends()
{
    within 30 is_gone $job || { fail 'it does not end'; kill -9 $job; }
    wait $job
}

# judge RECORD [MISSING]
judge()
{
    python3 "$here/waits.py" "$1" waited ${2:+"$2"} >judged 2>&1
}

# seen LEAST MOST: of the collectives in job.json
seen()
{
    python3 - "$@" >judged 2>&1 <<'END'
import json, sys
seen = json.load(open("job.json"))["waits_seen"]
print("%.3f of the collectives are seen" % seen)
assert float(sys.argv[1]) <= seen <= float(sys.argv[2])
END
}

begin_test 'four nodes can be made here'
nodes_up 4 || finish
launch 4

is_told()
{
    start allreduce 40 20000
    ./on 2 "$MPIT" collect >seen.json 2>asked
    judge seen.json || cat asked
    cp judged running
    kill_ranks
    ends
    if ! judge job.json || ! seen 0.99 1; then
        cat err
    fi
}

# Ranks that the machine has no processor for are late by themselves, some at once, and nodes may
# not answer in time: three times.
begin_test 'of a job that runs another node is told who was late, and so is its report when killed'
for _ in 1 2 3; do
    is_told >said
    [ -s said ] || break
done
[ ! -s said ] || fail "$(cat said running judged)"
cat running judged
run "$MPIT" report job.json
out_has '^dead *- *4 *0-3$'

# Who has left had met those of the lost node: soon after the last of the others, or not.
begin_test 'a node is lost: who was late on the others is said, and of how much that is not known'
start allreduce 60 20000
kill -KILL "$(cat node3.pid)"
ends
judge job.json 2 || fail "$(cat err judged)"
cat judged
seen 0.3 0.6 || fail "$(cat judged)"
finish
