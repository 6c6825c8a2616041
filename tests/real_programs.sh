#!/bin/sh
# Programs that are not ours, from Debian's packages: what they print and how they end is the same
# without libmpit, with it and nobody looking, with a report, and with the drained queue.
#
#   make -C build/openmpi check-programs-of-debian      (and the same in build/mpich)
#
# What differs from run to run (times, rates) is filtered out by each program's row.  Some minutes.
. "${0%/*}/prelude.sh"
TEST_TIMEOUT=600
export TEST_TIMEOUT

# in_mode MODE RANKS COMMAND...
in_mode()
{
    mode=$1 ranks=$2
    shift 2
    rm -f report.json
    case $mode in
    plain) "$RUN_MPI" -n "$ranks" "$@" ;;
    unwatched) "$RUN_MPI" -n "$ranks" -p "$LIBMPIT" "$@" ;;
    report) MPIT_REPORT=$PWD/report.json "$RUN_MPI" -n "$ranks" -p "$LIBMPIT" "$@" ;;
    drained)
        MPIT_REPORT=$PWD/report.json MPIT_UMQ_SOURCE=drain \
            "$RUN_MPI" -n "$ranks" -p "$LIBMPIT" "$@"
        ;;
    esac
}

# same NAME RANKS FILTER COMMAND...: FILTER leaves what is the same each time, and something.
same()
{
    name=$1 ranks=$2 filter=$3
    shift 3
    for mode in plain unwatched report drained; do
        begin_test "$name: $mode"
        in_mode "$mode" "$ranks" "$@" >out 2>err </dev/null
        code=$?
        cat out err | "$filter" >"$mode.kept"
        echo "exit $code" >>"$mode.kept"
        [ "$code" -eq 0 ] || fail "it exits with $code"
        [ "$(wc -l <"$mode.kept")" -gt 1 ] || fail 'it printed nothing that could be compared'
        cmp -s plain.kept "$mode.kept" || fail "$(diff plain.kept "$mode.kept" | head -n 5)"
        case $mode in
        report | drained)
            "$MPIT" report report.json >shown 2>&1 || fail "no report: $(cat shown)"
            grep -q "^ *MPI_" shown || fail 'the report has no calls'
            ;;
        esac
    done
}

# has PROGRAM: an absent one is a failure, not a skip.
has()
{
    command -v "$1" >/dev/null && return
    begin_test "$1"
    fail 'it is not installed: see .ci/long'
    return 1
}

# ---- ScaLAPACK: the residuals of every problem, each with PASSED

folder=/usr/lib/$(gcc -print-multiarch)/scalapack/$TEST_VENDOR-tests
# Some print a line for a clock only where that has moved.
without_times()
{
    sed -E '/^(WALL|CPU) /{ s/^[A-Z]+//; s/ +[0-9]+\.[0-9e+-]+//g; s/ +/ /g; }' | sort -u
}
residuals()
{
    grep -E ' PASSED| FAILED|tests completed' | sed 's/[0-9.]* *[0-9.]* *PASSED/PASSED/' |
        without_times
}
# MPICH's ranks poll: four of them on two processors take minutes for what two do in seconds.
ranks=4
[ "$TEST_VENDOR" = mpich ] && [ "$(nproc)" -lt 4 ] && ranks=2
for program in xdlu xdqr xdinv; do
    has "$folder/$program" || continue
    cp -L "$folder"/*.dat .
    same "ScaLAPACK $program" "$ranks" residuals "$folder/$program"
done

if [ "$TEST_VENDOR" = openmpi ]; then

    # ---- NetPIPE: the sizes that it has sent
    sizes() { sed -n 's/^ *[0-9]*: *\([0-9]* bytes\) .*/\1/p'; }
    has NPopenmpi && same NetPIPE 2 sizes NPopenmpi -u 100000 -n 20

    # ---- HPC Challenge: what it has verified
    verified()
    {
        cat >/dev/null
        grep -E '^Success|PASSED|FAILED|_Failures' hpccoutf.txt | sed 's/[0-9.e+-]* \.\.\. /... /' |
            without_times
        rm -f hpccoutf.txt
    }
    if has hpcc; then
        sed -e '6s/^1000/300/' -e '11s/^2/1/' -e '12s/^2/2/' \
            /usr/share/doc/hpcc/examples/_hpccinf.txt >hpccinf.txt
        same 'HPC Challenge' 2 verified hpcc
    fi

    # ---- LAMMPS: the energies of a melt, step by step
    steps() { awk '/^ *Step/ { on = 1 } on; /^Loop/ { on = 0 }' | grep -v '^Loop'; }
    if has lmp; then
        printf '%s\n' 'units lj' 'atom_style atomic' 'lattice fcc 0.8442' \
            'region box block 0 8 0 8 0 8' 'create_box 1 box' 'create_atoms 1 box' 'mass 1 1.0' \
            'velocity all create 3.0 87287' 'pair_style lj/cut 2.5' 'pair_coeff 1 1 1.0 1.0 2.5' \
            'neighbor 0.3 bin' 'neigh_modify every 20 delay 0 check no' 'fix 1 all nve' \
            'thermo 20' 'run 100' >melt.in
        same LAMMPS 4 steps lmp -in melt.in -log none
    fi

    # ---- mpi4py: objects sent around, and buffers added up
    all() { sort; }
    cat >ring.py <<'END'
import sys
from array import array
from mpi4py import MPI

comm = MPI.COMM_WORLD
rank, size = comm.rank, comm.size
for i in range(50):
    got = comm.sendrecv({"from": rank, "i": i}, (rank + 1) % size, 3, None, (rank - 1) % size, 3)
    assert got == {"from": (rank - 1) % size, "i": i}
requests = [comm.isend([rank] * n, peer, n) for n in range(5) for peer in range(size)]
received = [comm.recv(source=peer, tag=n) for n in reversed(range(5)) for peer in range(size)]
MPI.Request.waitall(requests)
mine, total = array("d", [rank + 0.5] * 1000), array("d", [0] * 1000)
comm.Allreduce([mine, MPI.DOUBLE], [total, MPI.DOUBLE])
half = comm.Split(rank % 2, rank)
sys.stdout.write("%d %d %g %s\n" % (rank, sum(map(len, received)), total[0], half.allgather(rank)))
END
    has /usr/bin/python3 && same mpi4py 4 all /usr/bin/python3 ring.py

    # ---- R: numbers sent around, and added up
    cat >ring.R <<'END'
library(Rmpi)
rank <- mpi.comm.rank(0)
size <- mpi.comm.size(0)
after <- (rank + 1) %% size
before <- (rank + size - 1) %% size
for (i in 1:50) {
    got <- mpi.sendrecv(as.double(c(rank, i)), 2, after, 3, double(2), 2, before, 3, comm = 0)
    stopifnot(got == c(before, i))
}
total <- mpi.allreduce(rep(rank + 0.5, 1000), type = 2, op = "sum", comm = 0)
cat(paste(rank, "of", size, "had", got[1], "sum", total[1], total[1000], "\n"))
invisible(mpi.finalize())
END
    has Rscript && same R 4 all Rscript --vanilla ring.R
fi
finish
