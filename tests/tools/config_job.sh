#!/bin/sh
# What settings do to a job: one line for a problem and not one for each rank, the vendor's
# variables in force, differences between processes, a report that only some processes write.
. "${0%/*}/../prelude.sh"
unset XDG_CONFIG_HOME
HOME=/nonexistent
export HOME
heat2d="$abs_builddir/examples/heat2d --nx 12 --ny 12 --steps 1"

# job NAME RANKS [VARIABLE=VALUE]... [-- PROGRAM...]: under libmpit in every rank; heat2d without a
# program.
job()
{
    name=$1
    ranks=$2
    shift 2
    settings=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    # shellcheck disable=SC2086 # words without blanks
    if [ $# -gt 0 ]; then
        shift
        try "$name" "$RUN_MPI" -n "$ranks" -t 60 -p "$LIBMPIT" env $settings "$@"
    else
        try "$name" "$RUN_MPI" -n "$ranks" -t 60 -p "$LIBMPIT" env $settings $heat2d
    fi
}
lines_said() { grep -c '^mpit: ' err; }
one_line_said() { test "$(lines_said)" = 1 || fail "$(lines_said) lines, not one"; }
nothing_said() { test "$(lines_said)" = 0 || fail "something was said"; }

job "a wrong value is told once a job, and the program's exit code stays" 3 \
    MPIT_CLOCK=sundial -- sh -c "$heat2d >/dev/null; exit 7"
exits 7
one_line_said
err_has 'MPIT_CLOCK=sundial is ignored: mpit_clock takes one of auto '
err_has 'one of auto monotonic tsc wtime; it stays auto$'

# The vendor's variables: set, unknown, refused.

case $TEST_VENDOR in
openmpi)
    variable=coll_tuned_alltoall_algorithm_max_requests
    size_variable=btl_${OMPI_MCA_btl#self,}_eager_limit
    enumeration=mpi_leave_pinned
    ;;
mpich)
    variable=MPIR_CVAR_BCAST_MIN_PROCS
    size_variable=MPIR_CVAR_BCAST_SHORT_MSG_SIZE
    enumeration=MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM
    ;;
esac
job "a variable of the vendor's is set and read back" 2 MPIT_VERBOSE=info \
    "MPIT_CVAR_$size_variable=32k"
exits 0
err_has "^mpit: .*$size_variable is 32768\$"

job "so it is from a list" 2 MPIT_VERBOSE=info "MPIT_CVARS=$variable=5;$size_variable=64k"
exits 0
test "$TEST_VENDOR" = openmpi || err_has "^mpit: .*$variable is 5\$"
err_has "^mpit: .*$size_variable is 65536\$"

job "one that is not there is told with the nearest" 2 "MPIT_CVAR_${size_variable}x=1"
exits 0
one_line_said
err_has "^mpit: .*MPIT_CVAR_${size_variable}x=1 is not in force: "
err_has "; the nearest is $size_variable\$"

job "a word for a number is told, and the job runs" 2 "MPIT_CVAR_$size_variable=nonsense"
exits 0
one_line_said
err_has "^mpit: .*MPIT_CVAR_$size_variable=nonsense is not in force: $size_variable is [0-9]*,"
err_has 'because it takes '

job "a value that it does not take is told with what it does" 2 "MPIT_CVAR_$enumeration=sundial"
exits 0
one_line_said
err_has "^mpit: .*MPIT_CVAR_$enumeration=sundial is not in force: $enumeration is "
err_has 'because it takes '

# Tuning names.  Rows of tests/vendor_faults.def are about these parts:
#   mpit_tune_bcast=smp is in force
#   mpit_tune_allreduce is put in force

"$MPIT" list --long --match mpit_tune_bcast >long
for algorithm in $(sed -n 's/^    one of: //p' long | sed 's/([0-9]*),*//g'); do
    [ "$algorithm" = auto ] && continue
    job "mpit_tune_bcast=$algorithm is in force" 2 MPIT_VERBOSE=info MPIT_TUNE_BCAST="$algorithm"
    exits 0
    err_lacks 'is not in force'
    number=$(sed -n "s/.* $algorithm (\([0-9]*\)).*/\1/p" long)
    grep -qiE "^mpit: .*bcast_(algorithm|intra_algorithm) is ($algorithm|$number)\$" err ||
        fail "not read back as $algorithm or $number"
done
job "auto sets nothing" 2 MPIT_VERBOSE=info MPIT_TUNE_BCAST=auto
exits 0
nothing_said
for operation in reduce allreduce alltoall allgather barrier; do
    last=$("$MPIT" list --long --match mpit_tune_$operation |
        sed -n 's/^    one of: .* \([^ ]*\) ([0-9]*)$/\1/p')
    job "mpit_tune_$operation is put in force" 2 MPIT_VERBOSE=info \
        "$(echo "MPIT_TUNE_$operation" | tr '[:lower:]' '[:upper:]')=$last"
    exits 0
    err_lacks 'is not in force'
    grep -qiE "^mpit: .*_${operation}_(algorithm|intra_algorithm) is " err ||
        fail "it was not read back"
done

job "mpit_tune_eager_shm is a size of the vendor's" 2 MPIT_VERBOSE=info MPIT_TUNE_EAGER_SHM=128k
exits 0
err_has '^mpit: .* is 131072$'
err_lacks 'is not in force'
# A network's transport that is in use, where the vendor has a limit for each.
if [ "$TEST_VENDOR" = openmpi ]; then
    job "mpit_tune_eager_net is put in force and read back" 2 MPIT_VERBOSE=info \
        MPIT_TUNE_EAGER_NET=24k "OMPI_MCA_btl=$OMPI_MCA_btl,tcp"
    exits 0
    err_has '^mpit: .*btl_tcp_eager_limit is 24576$'
    err_lacks 'is not in force'
    "$MPIT" list --long --match mpit_tune_eager_net >long
    grep -q 'btl_tcp_eager_limit' long || fail "the description does not say what it is here"
else
    test -z "$("$MPIT" list --match mpit_tune_eager_net)" || fail "it is there"
    job "mpit_tune_eager_net is none of ours where the vendor has none" 2 MPIT_TUNE_EAGER_NET=24k
    exits 0
    one_line_said
    err_has 'MPIT_TUNE_EAGER_NET is not a variable of ours and is ignored'
    err_has '; the nearest is MPIT_TUNE_EAGER_SHM$'
fi
job "mpit_tune_verbose makes the vendor talk" 2 MPIT_TUNE_VERBOSE=on
exits 0
case $TEST_VENDOR in
openmpi) err_has 'registering framework btl components' ;;
mpich) out_has 'Various sizes and limits\|Creating a process group' ;;
esac
if [ "$TEST_VENDOR" = mpich ]; then
    job "mpit_tune_progress_thread is a switch of the vendor's" 2 MPIT_VERBOSE=info \
        MPIT_TUNE_PROGRESS_THREAD=yes
    exits 0
    err_has '^mpit: .*MPIR_CVAR_ASYNC_PROGRESS is 1$'
    err_lacks 'is not in force'
else
    # The thread is one of the network's transport, which is not in use here: that is told.
    job "a variable of a component that is not in use is told" 2 MPIT_TUNE_PROGRESS_THREAD=yes
    exits 0
    one_line_said
    err_has 'MPIT_TUNE_PROGRESS_THREAD=1 is not in force: .*or its component is not in use'
fi

# What the report's own variables do.

job "mpit_profiling=off records nothing" 2 MPIT_PROFILING=off MPIT_REPORT=quiet.json
exits 0
grep -q '"calls": \[' quiet.json || fail "no report"
grep -q MPI_Isend quiet.json && fail "calls were recorded"
job "mpit_memory_limit is told when it is reached" 2 MPIT_MEMORY_LIMIT=1 MPIT_REPORT=small.json
exits 0
err_has 'mpit_memory_limit is 1 bytes'

# Differences between processes.

cat >apart <<END
#!/bin/sh
if [ "\${OMPI_COMM_WORLD_RANK-\$PMI_RANK}" = 0 ]; then settings=\$1; else settings=\$2; fi
exec env \$settings $heat2d
END
chmod +x apart

# apart NAME SETTINGS-OF-RANK-0 SETTINGS-OF-THE-OTHERS
apart()
{
    try "$1" "$RUN_MPI" -n 3 -t 60 ./apart "$2" "$3"
}
with=LD_PRELOAD=$LIBMPIT
apart "a difference is told by name, value and rank" \
    "$with MPIT_CHECK=on MPIT_CLOCK=monotonic" "$with MPIT_CHECK=on"
exits 0
one_line_said
err_has 'the values of mpit_clock are not the same.*rank 0 has monotonic, rank 1 has auto$'

apart "one of a communicator's variable too, as it is for all communicators" \
    "$with MPIT_CHECK=on" "$with MPIT_CHECK=on MPIT_PEER_LIMIT=2"
exits 0
one_line_said
err_has 'the values of mpit_peer_limit are not the same.*rank 0 has 65536, rank 1 has 2$'

apart "one in the vendor's settings too" \
    "$with MPIT_CHECK=on" "$with MPIT_CHECK=on MPIT_CVAR_$size_variable=32k"
exits 0
one_line_said
err_has "rank 0 has nothing, rank 1 has $size_variable=32k\$"

apart "what may differ is not told" \
    "$with MPIT_CHECK=on MPIT_SESSION_LIMIT=3" "$with MPIT_CHECK=on"
exits 0
nothing_said

apart "a report compares at its end" \
    "$with MPIT_REPORT=r.json MPIT_CLOCK=monotonic" "$with MPIT_REPORT=r.json"
exits 0
one_line_said
err_has 'the values of mpit_clock are not the same'
test -s r.json || fail "no report"
rm -f r.json*

# A report in some processes only.

patience="MPIT_REPORT=$scratch/r.json MPIT_REPORT_PATIENCE=1s"
apart "a report that only rank 0 writes does not hang" "$with $patience" "$with"
exits 0
one_line_said
err_has 'rank 0: not all processes have come to gather the report within 1 s'
test -s r.json.0.part || fail "no part of rank 0"
test ! -e r.json || fail "a report of the whole job"
rm -f r.json*

apart "nor does one that rank 0 lacks" "$with" "$with $patience"
exits 0
one_line_said
err_has 'rank [12]: not all processes have come to gather the report within 1 s'
for rank in 1 2; do
    test -s r.json.$rank.part || fail "no part of rank $rank"
done
rm -f r.json*

apart "nor does one where the others have no libmpit" "$with $patience" NONE=1
exits 0
test -s r.json.0.part || fail "no part of rank 0"
rm -f r.json*
finish
