# Sourced behind prelude.sh by tests of jobs that several nodes have: nodes of this machine.
#
#   nodes_up N             node1 … nodeN; false, after having said so, where there can be none
#   ./on I COMMAND...      runs it there, in $scratch
#   launch RANKS           $launcher: the words that start so many, by turns on the nodes
#   within SECONDS COMMAND...   until it is true
#   ranks_have_counted N   whether so many of kills_program have said what they have called
#   is_empty_everywhere    nothing of ours is left on any node
#
# A node is namespaces: it has a name, a network, processes, a /dev/shm and shared memory of its
# own, and files in common with the others.  They are joined by a bridge that leads nowhere else,
# and reached by rsh.py.  skew.c gives each a clock of its own.
#
# shellcheck shell=sh disable=SC2034,SC2154 # of prelude.sh, and for who sources this

bridge=mpitb$$
subnet=10.79.$(($$ % 250)) # another run may have nodes, too
nodes=0

# Where a node has come up it says so by its name.
nodes_down()
{
    for pid in "$scratch"/node*.pid; do
        [ ! -s "$pid" ] || kill -9 "$(cat "$pid")" 2>/dev/null
    done
    i=0
    while [ $((i += 1)) -le $nodes ]; do
        ip link del "mpit$$n$i" 2>/dev/null
    done
    ip link del "$bridge" 2>/dev/null
    wait 2>/dev/null
}

# With the environment as it is.
cat >on <<END
#!/bin/sh
node=\$1
shift
exec nsenter -t "\$(cat "$scratch/node\$node.pid")" -m -u -i -n -p -- \\
    sh -c 'cd "\$0" && exec "\$@"' "$scratch" "\$@"
END
# The first process of a node; what it starts ends with it.
cat >init <<END
#!/bin/sh
mount --make-rprivate / && mount -t tmpfs -o mode=1777 tmpfs /dev/shm &&
    mount --bind '$scratch/hosts' /etc/hosts && hostname "\$1" && ip link set lo up || exit
exec python3 '$here/rsh.py' --serve
END
cat >agent <<END
#!/bin/sh
exec python3 '$here/rsh.py' "\$@"
END
chmod +x on init agent

make_node()
{
    unshare -m -u -n -i -p -f --kill-child --mount-proc sh "$scratch/init" "node$1" \
        </dev/null >"node$1.log" 2>&1 &
    unshared=$!
    pid=
    for _ in $(seq 100); do
        pid=$(cat "/proc/$unshared/task/$unshared/children" 2>/dev/null)
        [ -n "${pid% }" ] && break
        sleep 0.05
    done
    [ -n "$pid" ] || return
    echo "${pid% }" >"node$1.pid"
    ip link add "mpit$$n$1" type veth peer name eth0 netns "${pid% }" &&
        ip link set "mpit$$n$1" master "$bridge" up &&
        nsenter -t "${pid% }" -n sh -c "ip addr add $subnet.$1/24 dev eth0 && ip link set eth0 up"
}

is_up()
{
    for _ in $(seq 100); do
        [ "$(./on "$1" hostname 2>/dev/null)" = "node$1" ] &&
            ./on "$1" python3 "$here/rsh.py" "node$1" true 2>/dev/null && return
        sleep 0.1
    done
    cat "node$1.log"
    return 1
}

make_nodes()
{
    ip link add "$bridge" type bridge && ip link set "$bridge" up || return
    echo '127.0.0.1 localhost' >hosts
    for i in $(seq "$1"); do
        echo "$subnet.$i node$i" >>hosts
    done
    for i in $(seq "$1"); do
        nodes=$i
        make_node "$i" || return
    done
    for i in $(seq "$1"); do
        is_up "$i" || return
    done
}

# As the ranks and the launcher are to find it; of a test that is its own.
set_up_nodes()
{
    unset LD_PRELOAD OMPI_MCA_mca_base_env_list HYDRA_IFACE MPIR_CVAR_CH3_NETWORK_IFACE
    unset MPIT_LIVE_DIR
    case $TEST_VENDOR in
    openmpi)
        OMPI_MCA_plm_rsh_agent=$scratch/agent
        PRTE_MCA_plm_ssh_agent=$scratch/agent
        OMPI_MCA_btl="$OMPI_MCA_btl,tcp"
        OMPI_MCA_pml=ob1
        OMPI_MCA_btl_tcp_if_include=$subnet.0/24
        OMPI_MCA_oob_tcp_if_include=$subnet.0/24
        export OMPI_MCA_plm_rsh_agent PRTE_MCA_plm_ssh_agent OMPI_MCA_btl OMPI_MCA_pml
        export OMPI_MCA_btl_tcp_if_include OMPI_MCA_oob_tcp_if_include
        ;;
    mpich)
        HYDRA_LAUNCHER=ssh
        HYDRA_LAUNCHER_EXEC=$scratch/agent
        HYDRA_IFACE=eth0
        UCX_TLS=tcp,self,sysv
        UCX_NET_DEVICES=eth0
        export HYDRA_LAUNCHER HYDRA_LAUNCHER_EXEC HYDRA_IFACE UCX_TLS UCX_NET_DEVICES
        ;;
    esac
}

nodes_up()
{
    trap 'nodes_down; leave' EXIT
    set_up_nodes
    make_nodes "$1" >made 2>&1 && return
    say_stepped_around "tests/nodes/${0##*/}" "nodes cannot be made here: $(tr '\n' ' ' <made)"
    is_forbidden=yes
    return 1
}

# MPICH over TCP hangs by itself with two ranks on a node.
launch()
{
    list=
    case $TEST_VENDOR in
    openmpi)
        for i in $(seq "$nodes"); do
            list=$list,node$i:$((($1 + nodes - 1) / nodes))
        done
        launcher="$MPIRUN --host ${list#,} -n $1"
        ;;
    mpich)
        for i in $(seq "$nodes"); do
            list=$list,node$i
        done
        launcher="$MPIRUN -hosts ${list#,} -ppn $((($1 + nodes - 1) / nodes)) -n $1"
        ;;
    esac
}

within()
{
    end=$(($(date +%s) + $1))
    shift
    until "$@"; do
        [ "$(date +%s)" -lt $end ] || return
        sleep 0.3
    done
}

ranks_have_counted()
{
    [ "$(echo count.[0-9] | wc -w)" -eq "$1" ]
}

is_empty_everywhere()
{
    for i in $(seq "$nodes"); do
        left=$(./on "$i" sh -c 'ls /dev/shm/mpit-* 2>/dev/null')
        [ -z "$left" ] || fail "on node$i is left: $left"
    done
}
