#!/bin/sh
# Where nobody looks, libmpit rests: its back end is not loaded before a call that has to be known,
# or whose function is its own.  What it says then is what it says when it was there from the start.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/rests_program
unset MPIT_REPORT_FULL
XDG_CONFIG_HOME=$scratch
export XDG_CONFIG_HOME

# rests STEP [WHERE]: on 2 ranks, with libmpit preloaded.
rests() { run "$RUN_MPI" -n 2 -p "$LIBMPIT" "$program" "$@"; exits 0; is_empty err 'a line'; }
# are WORD...: these lines, and no others.
are() { printf '%s\n' "$@" | cmp -s - out || fail "not $*"; }

begin_test "a program that nobody looks at runs without the back end"
rests plain
are asleep asleep

begin_test "where segments would be, and which programs are left out, is nobody who looks"
MPIT_LIVE_DIR=$scratch/live MPIT_EXCLUDE='sh make' rests plain
are asleep asleep

for step in interface dup persistent matched window region; do
    begin_test "$step wakes it"
    rests "$step"
    are asleep awake
done

for where in before after; do
    begin_test "MPI_T wakes it $where MPI is up"
    # Before MPI_Init each process is rank 0.
    rests interface $where
    [ "$(sort -u out | tr '\n' ' ')" = 'asleep awake ' ] || fail 'not asleep and then awake'
done

for setting in MPIT_VERBOSE=1 MPIT_CVARS=mpit_watch=time MPIT_WATCH=; do
    begin_test "$setting has it there from the start"
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env "$setting" "$program" plain
    exits 0
    are awake awake
done

begin_test "so has a line of a file"
echo 'mpit_clock = auto' >mpit.conf
run "$RUN_MPI" -n 2 -p "$LIBMPIT" "$program" plain
exits 0
are awake awake
rm mpit.conf

# as_awake STEP LINE...: it says what it says of a process that was awake, these lines among it.
as_awake()
{
    rests "$1"
    sed 1d out >woken
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_VERBOSE=1 "$program" "$1"
    exits 0
    sed 1d out | cmp -s - woken || fail "$(sed 1d out | diff - woken)"
    shift
    for line in "$@"; do
        grep -qx "$line" woken || fail "not $line"
    done
}
begin_test "woken while messages are on their way, it does not know how many"
as_awake posted 'posted 4294967295'

begin_test "woken in the middle, its variables say what they say of one that was awake"
as_awake values 'sends 3' 'comms 1' 'posted 0' 'queue 2'

# Of a tool that takes MPI_Init to the MPI library itself, nothing comes back to libmpit: as where
# another thread is in MPI_Init when the first call of MPI_T comes.
begin_test "woken while MPI is in MPI_Init, it takes up what has begun"
cat >inside.c <<'TEXT'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
int MPI_Init(int *argc, char ***argv)
{
    int (*init)(int *, char ***), provided;
    *(void **)&init = dlsym(RTLD_NEXT, "MPI_Init");
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    return init(argc, argv);
}
TEXT
"$MPICC" -shared -fPIC -o inside.so inside.c -ldl || fail 'not compiled'
run "$RUN_MPI" -n 2 -p "$LIBMPIT:$scratch/inside.so" "$program" values
exits 0
sed '1d' out | cmp -s - woken || fail "$(sed 1d out | diff - woken)"

finish
