#!/bin/sh
# What many ranks would say alike is one line a job: of 64 ranks that all have the same to complain
# of, one speaks.
. "${0%/*}/../prelude.sh"
unset LD_PRELOAD OMPI_MCA_mca_base_env_list
RANKS=64
library=$(readlink -f "$LIBMPIT")
: >file # no folder can be in it

begin_test "a program without libmpit is compiled"
"$MPICC" -o program "$here/ends_program.c" || fail 'not compiled'

# once PATTERN: exactly one line has it.
count() { grep -c -e "$1" err; }
once() { [ "$(count "$1")" -eq 1 ] || fail "$(count "$1") lines with '$1'"; }
lines() { [ "$(count '^mpit: ')" -eq "$1" ] || fail "$(count '^mpit: ') lines, not $1"; }

begin_test "of settings, places and memory each line is said once by 64 ranks"
run "$RUN_MPI" -n $RANKS -t 100 env LD_PRELOAD="$library" MPIT_WACTH=counts MPIT_CLOCK=quartz \
    MPIT_CVAR_no_such=1 MPIT_LIVE=counts MPIT_LIVE_DIR="$scratch/file/live" MPIT_UMQ_WARN=2 \
    MPIT_UMQ_SOURCE=drain MPIT_WATCH=counts,queue \
    MPIT_REPORT="$scratch/file/%Y/job.json" ./program flood
exits 0
once 'MPIT_WACTH is not a variable of ours'
once 'MPIT_CLOCK=quartz is ignored'
once 'MPIT_CVAR_no_such=1 is not in force'
once "$scratch/file/live: Not a directory: nobody else can read"
once 'unexpected messages on MPI_COMM_WORLD, more than mpit_umq_warn'
once 'cannot write the report to '
lines 6

begin_test "of ranks that wait for one, and cannot write their parts, each line is said once"
cat >apart <<'TEXT'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" -eq 63 ] || export MPIT_REPORT="$PWD/file/job.json"
exec "$@"
TEXT
chmod +x apart
run "$RUN_MPI" -n $RANKS -t 100 env LD_PRELOAD="$library" MPIT_MEMORY_LIMIT=4k ./apart ./program
exits 0
once 'memory limit reached: what is new goes unrecorded'
once ': rank 63 (MPIT_REPORT is not set in process [0-9]*) cannot come to gather the report'
once 'not all processes have come to gather the report within 10 s: without rank 63 '
once "cannot write $scratch/file/job.json.[0-9]*.part: Not a directory"
lines 4

begin_test "a library without a back end is said once by 64 ranks"
mkdir alone && cp "$library" alone/libmpit.so.0
run "$RUN_MPI" -n $RANKS -t 100 env LD_PRELOAD="$scratch/alone/libmpit.so.0" ./program
exits 0
once 'this is a program of .*: libmpit counts nothing'
lines 1
finish
