#!/bin/sh
# A job on two nodes dies, and `mpit run` has its launcher fetch what stands on the other one.
#
# The nodes, left and right, are namespaces: each has a name, a network and a /dev/shm of its own.
. "${0%/*}/../prelude.sh"
. "$here/counted.sh"
program=$abs_builddir/tests/mpi/kills_program
unset LD_PRELOAD OMPI_MCA_mca_base_env_list OMPI_MCA_btl_tcp_if_include HYDRA_IFACE
unset MPIR_CVAR_CH3_NETWORK_IFACE MPIT_LIVE_DIR

end_nodes()
{
    for node in left right; do
        [ ! -s "$node.pid" ] || kill "$(cat "$node.pid")" 2>/dev/null
    done
}
trap 'end_nodes; leave' EXIT

# inside NODE COMMAND...
cat >inside <<END
#!/bin/sh
node=\$1
shift
exec nsenter -t "\$(cat "$scratch/\$node.pid")" -n -m -u -- \
    sh -c 'cd "\$0" && exec "\$@"' "$scratch" "\$@"
END
# What takes the place of ssh: agent [OPTION]... NODE COMMAND...
cat >agent <<END
#!/bin/sh
while [ "\${1#-}" != "\$1" ]; do shift; done
node=\$1
shift
exec '$scratch/inside' "\$node" sh -c "\$*"
END
chmod +x inside agent

# make_node NAME: what holds it is a process that sleeps.
make_node()
{
    unshare --net --mount --uts sleep 600 &
    echo $! >"$1.pid"
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ "$(readlink /proc/self/ns/uts)" != "$(readlink "/proc/$!/ns/uts")" ] && break
        sleep 0.1
    done
    # shellcheck disable=SC2016 # for the shell that is started
    ./inside "$1" sh -c 'mount -t tmpfs -o mode=1777 tmpfs /dev/shm &&
        mount --bind "$2" /etc/hosts && echo "$1" >/proc/sys/kernel/hostname &&
        ip link set lo up' sh "$1" "$scratch/hosts"
}

# As root a veth pair joins them; the networks are theirs alone.
nodes()
{
    printf '127.0.0.1 localhost\n10.77.0.1 left\n10.77.0.2 right\n' >hosts
    make_node left && make_node right || return
    ./inside left ip link add veth0 type veth peer name veth0 netns "$(cat right.pid)" &&
        ./inside left ip addr add 10.77.0.1/24 dev veth0 && ./inside left ip link set veth0 up &&
        ./inside right ip addr add 10.77.0.2/24 dev veth0 && ./inside right ip link set veth0 up
}

case $TEST_VENDOR in
openmpi)
    OMPI_MCA_plm_rsh_agent=$scratch/agent
    OMPI_MCA_btl=self,tcp
    OMPI_MCA_btl_tcp_if_include=10.77.0.0/24
    OMPI_MCA_oob_tcp_if_include=10.77.0.0/24
    PRTE_MCA_plm_ssh_agent=$scratch/agent
    export OMPI_MCA_plm_rsh_agent OMPI_MCA_btl OMPI_MCA_btl_tcp_if_include
    export OMPI_MCA_oob_tcp_if_include PRTE_MCA_plm_ssh_agent
    hosts='--host left:2,right:2'
    ;;
mpich)
    hosts="-launcher ssh -launcher-exec $scratch/agent -hosts left,right -ppn 2"
    ;;
esac

begin_test "two nodes can be made here"
nodes >made 2>&1 || {
    say_stepped_around tests/tools/nodes.sh "namespaces cannot be made: $(tr '\n' ' ' <made)"
    is_forbidden=yes
    finish
}

begin_test "what a job that died has left on another node is in its report"
# shellcheck disable=SC2086 # words
run ./inside left "$MPIT" run --report job.json -- "$MPIRUN" $hosts -n 4 "$program" kill 3
err_has 'of 4 ranks 0 ended, 4 dead, 0 running, 0 missing'
err_lacks 'fetched by'
[ "$(./inside right sh -c 'ls /dev/shm/mpit-*' | wc -l)" -gt 0 ] || fail 'it was a job of one node'
is_as_counted job.json 4

begin_test "what is not reached is named as missing, with what would fetch it"
rm -f count.* job.json
# The other node is gone once the job has begun.
# shellcheck disable=SC2086
./inside left "$MPIT" run --report job.json -- "$MPIRUN" $hosts -n 4 "$program" wait >out 2>err &
job=$!
for _ in $(seq 200); do
    [ "$(echo count.[0-9] | wc -w)" -eq 4 ] && break
    sleep 0.1
done
printf '#!/bin/sh\nexit 1\n' >agent
kill -TERM "$(sed -n 's/^pid //p' count.0)"
wait $job
[ "$(echo count.[0-9] | wc -w)" -eq 4 ] || fail 'it did not come so far'
err_has 'of 4 ranks 0 ended, 2 dead, 0 running, 2 missing'
err_has 'fetched by .* mpit collect --gather '
finish
