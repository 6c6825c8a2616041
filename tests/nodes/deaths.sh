#!/bin/sh
# What dies of a job of four nodes: a node, the network of one, the launcher, `mpit run`.  Within
# 15 s there is a report with all that can be had, which names what is missing.
. "${0%/*}/../prelude.sh"
. "$here/cluster.sh"
. "$here/../tools/counted.sh"
kills=$abs_builddir/tests/mpi/kills_program
job=
died=

# start: $job is the process of `mpit run`, on node 1; its ranks wait.
start()
{
    rm -f job*.json count.*
    # shellcheck disable=SC2086 # words
    ./on 1 "$MPIT" run -s mpit_live=where --report job.json -- $launcher "$kills" wait \
        >job.out 2>job.err &
    job=$!
    within 30 ranks_have_counted 4 || fail 'it does not come so far'
    died=$(date +%s)
}

# end_run SIGNAL: of `mpit run`, as node 1 numbers processes
end_run()
{
    front=$(./on 1 sh -c 'echo /dev/shm/mpit-*/*.front')
    ./on 1 kill "-$1" "$(basename "$front" .front)"
}

is_in_time()
{
    [ $(($(date +%s) - died)) -le 15 ] || fail "it took $(($(date +%s) - died)) s"
}

ends()
{
    within 30 is_gone $job || { fail 'it does not end'; kill -9 $job; }
    wait $job
}

# lacks_rank RANK: the report, and what is said of it
lacks_rank()
{
    is_in_time
    cp job.err err
    err_has "1 of its nodes does not answer: node$(($1 + 1)) "
    err_has "no answer from node$(($1 + 1)); of 4 ranks 0 ended, 3 dead, 0 running, 1 missing"
    is_as_counted job.json 4 "$1"
    run "$MPIT" report job.json
    out_has "^missing *- *1 *$1\$"
}

has_died_everywhere()
{
    ./on 1 "$MPIT" collect >job.json && [ "$(grep -c '"state": "dead"' job.json)" -eq 4 ]
}

is_cleaned()
{
    ./on 1 "$MPIT" clean >cleaned && [ -z "$(./on 4 sh -c 'ls /dev/shm/mpit-*')" ]
}

begin_test 'four nodes can be made here'
nodes_up 4 || finish
launch 4

begin_test 'the network of a node: it is missing in a report of the job that cannot end'
start
ip link set "mpit$$n"4 down
end_run TERM
within 20 grep -q 'so far is not complete' job.err || fail "there is none: $(cat job.err)"
lacks_rank 3
begin_test 'and is there when it is joined again, and the job has ended'
ip link set "mpit$$n"4 up
./on 1 pkill -KILL -f "^$MPIRUN"
ends
cp job.err err
err_has ', 0 missing$'
# There ranks may live for a while: their daemon has to find out, too.
sed -i 's/"state": "running"/"state": "dead"/' job.json
is_as_counted job.json 4
within 30 is_cleaned
is_empty_everywhere

begin_test 'the launcher: nothing is missing'
start
./on 1 pkill -KILL -f "^$MPIRUN"
ends
is_in_time
is_as_counted job.json 4
is_empty_everywhere

begin_test '`mpit run`: its job is as it was without, and is all there for who asks'
start
end_run KILL
within 15 has_died_everywhere || fail 'it is not'
is_as_counted job.json 4
run ./on 1 "$MPIT" clean
exits 0
out_has '^removed 4 segments of 1 jobs$'
is_empty_everywhere

begin_test 'a node: its ranks are missing'
start
kill -KILL "$(cat node3.pid)"
ends
lacks_rank 2
begin_test 'and what the others have left is removed; how the node is asked again stays'
for i in 1 2 4; do
    left=$(./on $i sh -c 'ls /dev/shm/mpit-*' | grep -v '\.front$')
    [ -z "$left" ] || fail "on node$i is left: $left"
done
./on 1 sh -c 'ls /dev/shm/mpit-*/*.front' >out || fail 'it is not known'
finish
