#!/bin/sh
# More nodes than are asked at a time: some of them ask the others.  The nodes are made up: what
# stands for ssh prints the answer of a node, and runs here what that is to ask of others.
. "${0%/*}/../prelude.sh"
hangs=$abs_builddir/tests/mpi/hangs
NODES=70
mkdir -m 700 live front answers
# silent: sleeps.  unreachable: by other nodes, which log in to none.
cat >agent <<END
#!/bin/sh
case \$2 in *--node=*) echo "\$1 asks" ;; *) echo "\$1 answers" ;; esac >>'$scratch/log'
[ ! -e '$scratch'/silent."\$1" ] || exec sleep 60
if [ "\$RELAY" ] && [ -e '$scratch/unreachable' ]; then
    echo 'Permission denied' >&2
    exit 255
fi
cat '$scratch'/answers/"\$1"
case \$2 in *--node=*) RELAY=yes exec sh -c "\$2" ;; esac
END
chmod +x agent
cat >front/1.front <<END
{"job": "elsewhere-1-1", "host": "$(hostname)", "pid": 1, "start": 0, "launcher": 1,
 "folder": "/", "environment": ["OMPI_MCA_plm_rsh_agent=$scratch/agent", "PATH=$PATH"],
 "arguments": ["mpirun", "--host", "$(seq -s, -f 'n%.0f' $NODES)"]}
END

has_answer()
{
    "$MPIT" where --live live 2>/dev/null | grep -q '^It hangs' &&
        "$MPIT" answer --live live elsewhere-1-1 >one
}

make_answers()
{
    MPIT_LIVE_DIR=$scratch/live MPIT_LIVE=where MPIT_LIVE_JOB=elsewhere-1-1 \
        "$RUN_MPI" -n 2 -p "$LIBMPIT" -t 60 "$hangs" one_in_recv >/dev/null 2>&1 &
    job=$!
    for _ in $(seq 100); do
        has_answer && break
        sleep 0.2
    done
    kill $job
    wait $job
    "$abs_builddir/bench/nodes_answers" $NODES answers <one
}

# report: of all that can be seen
report()
{
    rm -f log
    begun=$(date +%s)
    run "$MPIT" report --live "$scratch/front" --format json elsewhere-1-1
    [ $(($(date +%s) - begun)) -le 15 ] || fail "it takes $(($(date +%s) - begun)) s"
}

# ranks_are N: that are seen
ranks_are()
{
    seen=$(grep -c '"state": "\(running\|dead\)"' out)
    [ "$seen" -eq "$1" ] || fail "$seen ranks are seen, not $1"
}

begin_test 'nodes can be made up'
make_answers || fail 'they cannot'

begin_test 'all ranks are seen, and each node is asked once, most by others'
report
exits 0
ranks_are $((2 * NODES))
[ ! -s err ] || fail 'something is said'
[ "$(wc -l <log)" -eq $NODES ] || fail "$(wc -l <log) are asked"
[ "$(cut -d' ' -f1 log | sort -u | wc -l)" -eq $NODES ] || fail 'one is asked twice'
[ "$(grep -c asks log)" -eq 32 ] || fail "$(grep -c asks log) ask others"

begin_test 'one that is to ask others and is silent is named, and its others are seen'
touch silent.n1
report
ranks_are $((2 * NODES - 2))
err_has '1 of its nodes does not answer: n1 (no answer in 8 s)'
rm silent.n1

begin_test 'one that is silent to another one is named'
touch silent.n2
report
ranks_are $((2 * NODES - 2))
err_has '1 of its nodes does not answer: n2 (no answer in 8 s)'
rm silent.n2

begin_test 'whom no other node reaches we ask ourselves'
touch unreachable
report
exits 0
ranks_are $((2 * NODES))
[ ! -s err ] || fail 'something is said'
finish
