#!/bin/sh
# One command for a job of four nodes: from the node where its launcher runs and from another one,
# with a word no more than on one node.  Nobody types a node's name, nothing is left behind.
. "${0%/*}/../prelude.sh"
. "$here/cluster.sh"
hangs=$abs_builddir/tests/mpi/hangs
kills=$abs_builddir/tests/mpi/kills_program
job=
name=
. "$here/../tools/counted.sh"

# start NODE COMMAND...: $job is the process of `mpit run` on that node.
start()
{
    from=$1
    shift
    # shellcheck disable=SC2086 # words
    ./on "$from" "$MPIT" run -s mpit_live=where --report job.json -- $launcher "$@" \
        >job.out 2>job.err &
    job=$!
}

# The name of the job, as its segments have it.
job_name()
{
    ./on "$1" sh -c 'strings -a /dev/shm/mpit-*/*.mpit' | grep -E "^node$1-[0-9]+-[0-9]+\$" |
        head -n 1
}

# sees NODE [JOB]: `mpit where` there names rank 3, which is on node 4, and sees all ranks.
sees()
{
    node=$1
    shift
    run ./on "$node" "$MPIT" where "$@"
    [ "$code" -eq 1 ] && grep -q "rank 3" out && ! grep -q 'not seen' out
}

# What is kept of a job has the name of its `mpit run`, as node 1 numbers processes.
end_job()
{
    front=$(./on 1 sh -c 'echo /dev/shm/mpit-*/*.front')
    ./on 1 kill -TERM "$(basename "$front" .front)"
    within 30 is_gone $job || { fail 'it does not end'; kill -9 $job; }
    wait $job
}

begin_test 'four nodes can be made here'
nodes_up 4 || finish
launch 4

begin_test 'a hang whose culprit is on another node is named from the front'
start 1 "$hangs" one_in_recv
within 30 sees 1 || fail 'it is not named'
cat out
begin_test 'and from any node of it'
name=$(job_name 1)
within 10 sees 3 || fail 'it is not named there'
within 10 sees 2 "$name" || fail 'it is not by its name'
begin_test 'where is also json of all nodes'
run ./on 2 "$MPIT" where --json
[ "$(grep -c '"rank": [0-3], "state": "inside"' out)" -eq 4 ] || fail 'there are not four ranks'
begin_test 'last has the calls of all nodes, whose clocks are not one'
run ./on 2 "$MPIT" last --calls 1
[ "$(grep -c '^. .* [0-2]  MPI_Barrier .* still in it' out)" -eq 3 ] || fail "$(cat out)"
out_has ' 3  MPI_Recv .* still in it, from 0, tag 9'
out_lacks 'Not known'
awk '/still in it/ && $1 + 0 > 120 { print; bad = 1 } END { exit bad }' out >early ||
    fail "they are taken for older: $(cat early)"
begin_test 'top and report --live show all ranks'
run ./on 3 "$MPIT" top --once
exits 0
out_has 'hangs one_in_recv *4 '
run ./on 4 "$MPIT" report --live
exits 0
out_has 'ranks *4 '
begin_test 'an agent that has answered and does not end is not waited for'
cp agent working
cat >agent <<END
#!/bin/sh
'$scratch/working' "\$@"
exec >&-
sleep 60
END
begun=$(date +%s)
run ./on 1 "$MPIT" report --live
exits 0
out_has 'ranks *4 '
[ $(($(date +%s) - begun)) -lt 20 ] || fail 'it is'
cp working agent
end_job
is_empty_everywhere

begin_test 'a node that does not answer is named, and the others are seen'
start 1 "$hangs" one_in_recv
within 30 sees 1 || fail 'it is not named'
kill -STOP "$(cat node4.pid)"
run ./on 1 "$MPIT" where
err_has '1 of its nodes does not answer: node4 '
out_has 'not seen'
run ./on 1 "$MPIT" last
out_has '^Not known: what rank 3 did.$'
kill -CONT "$(cat node4.pid)"
end_job
is_empty_everywhere

begin_test 'ranks that do not see the files of the front have a report there'
far=$(echo "$launcher" | sed 's/node1[:0-9]*,//; s/-n 4/-n 3/')
# shellcheck disable=SC2086 # words
./on 1 "$MPIT" run --report /dev/shm/job.json -- $far "$kills" finalize >job.out 2>job.err &
job=$!
# MPICH over UCX and TCP hangs in MPI_Finalize more often than not, without us too.
if within 20 is_gone $job || [ "$TEST_VENDOR" != mpich ]; then
    wait $job || fail "it ends with $?: $(cat job.err)"
    ended='"complete": true'
else
    end_job
    ended='"state": "dead"'
fi
./on 1 cat /dev/shm/job.json >out
out_has "$ended"
[ "$(grep -c '"state": "\(ended\|dead\)"' out)" -eq 3 ] || fail 'there are not three ranks'
out_has '"MPI_Isend", "count": 81,'
is_empty_everywhere

begin_test 'a job that dies has a report of all of its nodes'
rm -f job.json count.*
start 1 "$kills" kill 3 -H nowhere # words of its own
within 30 is_gone $job || fail 'it does not end'
wait $job
grep -q 'of 4 ranks 0 ended, 4 dead, 0 running, 0 missing' job.err || fail "$(cat job.err)"
cp job.err err
err_lacks 'not answer'
is_as_counted job.json 4
is_empty_everywhere

begin_test 'what is not reached is named as missing, with what fetches it'
rm -f job.json count.*
start 1 "$kills" wait
within 30 ranks_have_counted 4 || fail 'it does not come so far'
cp agent working
printf '#!/bin/sh\necho out of order >&2\nexit 1\n' >agent
end_job
cp job.err err
err_has '3 of its nodes do not answer: node2, node3, node4 (out of order)'
err_has 'of 4 ranks 0 ended, 1 dead, 0 running, 3 missing'
err_has 'fetched by mpit collect node1-[^ ]* >REST.json'
begin_test 'and is fetched later, and removed there'
cp working agent
name=$(sed -n 's/.*mpit collect \([^ ]*\) >REST.json.*/\1/p' job.err | head -n 1)
run ./on 1 "$MPIT" collect "$name"
exits 0
cp out rest.json
run "$MPIT" report --format json job.json rest.json
exits 0
cp out whole.json
is_as_counted whole.json 4
run ./on 1 "$MPIT" clean
exits 0
out_has 'removed 3 segments of 1 jobs'
is_empty_everywhere
finish
