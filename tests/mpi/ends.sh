#!/bin/sh
# How a job ends whose processes do not all have libmpit, a report or a place for one, or that does
# not end as it should: nobody waits for long for who cannot come, and who it is and why is said, in
# one line.
. "${0%/*}/../prelude.sh"
unset LD_PRELOAD OMPI_MCA_mca_base_env_list
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
library=$(readlink -f "$LIBMPIT")

begin_test "a program without libmpit is compiled"
"$MPICC" -o program "$here/ends_program.c" || fail 'not compiled'

# A libmpit that finds no back end.
mkdir alone && cp "$library" alone/libmpit.so.0

# As a node that is set up in another way, or a program of several: ./apart RANKS NAME=VALUE... --
# PROGRAM... gives the settings to these ranks alone.
cat >apart <<'TEXT'
#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
ranks=$1
shift
while [ "$1" != -- ]; do
    case " $ranks " in
    *" $rank "*) export "$1" ;;
    esac
    shift
done
shift
exec "$@"
TEXT
chmod +x apart

said() { grep -c '^mpit: ' err; }
says() { [ "$(said)" -eq "$1" ] || fail "$(said) lines of libmpit, not $1"; }
job() { rm -rf job.* && run "$RUN_MPI" -n 3 -t 60 "$@"; }

# parts FOLDER RANK...: there are these and no others.
parts()
{
    find "$1" -maxdepth 1 -name 'job*' | sed 's|.*/||' | sort >found
    shift
    for rank in "$@"; do echo "job.json.$rank.part"; done >expected
    same expected found
}

# ---- jobs that wait ten seconds each: at the same time, each in a folder of its name

# started NAME COMMAND...
started()
{
    mkdir -p "$1/tmp" && cd "$1" || exit 99
    TMPDIR=$PWD/tmp # the launcher of Open MPI 4.1 makes a folder of one name there
    shift
    began=$(date +%s)
    "$RUN_MPI" -n 3 -t 60 "$@" >out 2>err
    echo $? $(($(date +%s) - began)) >ended
}
started some "$scratch/apart" '0 2' LD_PRELOAD="$library" MPIT_REPORT=job.json -- ../program &
started backless "$scratch/apart" 1 LD_PRELOAD="$scratch/alone/libmpit.so.0" -- "$scratch/apart" \
    '0 2' LD_PRELOAD="$library" -- env MPIT_REPORT=job.json ../program &
started check env MPIT_CHECK=on "$scratch/apart" '0 1' LD_PRELOAD="$library" -- ../program &
started late env LD_PRELOAD="$library" MPIT_REPORT=job.json ../program late:1:12000 &
wait

# ended NAME: the patience is 600 s.
ended()
{
    begin_test "$2"
    cp "$1/out" "$1/err" .
    read -r code took <"$1/ended"
    [ "$took" -lt 50 ] || fail "it takes $took s"
}

ended some "a report in some processes alone waits ten seconds for the others, and names them"
exits 0
says 2
err_has '^mpit: rank [02]: rank 1 (MPIT_REPORT is not set in process [0-9]*) cannot come to gather '
err_has 'not all processes have come to gather the report within 10 s: without rank 1 (MPIT_REPORT '
parts some 0 2

ended backless "a rank without a back end is waited for as long, and both are said"
exits 0
says 3
err_has '^mpit: this is a program of .*, and there is no .*/back.so: libmpit counts nothing'
err_has '^mpit: rank [02]: rank 1 (libmpit counts nothing in process [0-9]*) cannot come to gather '
parts backless 0 2

ended check "settings that some processes alone compare end the job in ten seconds, and say why"
case $code in
0 | 124) fail "exit code $code" ;;
esac
says 2
err_has 'rank 2 (libmpit is not loaded in process [0-9]*) cannot come to compare settings'
err_has 'within 10 s: without rank 2 (libmpit is not loaded in process [0-9]*); the job is ended'

ended late "a rank that comes late is waited for, and not a line is said"
exits 0
says 0
[ -s late/job.json ] || fail 'no report'

# ---- places

# One whose folder is none.
cat >placeless <<'TEXT'
#!/bin/sh
rank=${OMPI_COMM_WORLD_RANK:-$PMI_RANK}
[ "$rank" != 2 ] || export MPIT_LIVE_DIR="$PWD/none"
exec "$@"
TEXT
chmod +x placeless && : >none
begin_test "a rank that has no place for its segment says so, and the job has its report"
job env LD_PRELOAD="$library" MPIT_LIVE=counts MPIT_REPORT=job.json ./placeless ./program
exits 0
says 1
err_has "^mpit: $scratch/none: it is no folder of its own: nobody else can read what"
[ -s job.json ] || fail 'no report'

# ---- where the report goes

begin_test "folders that a report goes to are made, with the mode of the one that they are in"
umask 077
mkdir tree && chmod 1777 tree
job env LD_PRELOAD="$library" MPIT_REPORT=tree/%Y/%m/job.json ./program
umask 022
exits 0
says 0
find tree -type d -printf '%m\n' | sort -u >modes
[ "$(cat modes)" = 1777 ] || fail "modes: $(cat modes)"
[ "$(find tree -name job.json | wc -l)" -eq 1 ] || fail 'no report'
[ "$(find tree -name '*.tmp' | wc -l)" -eq 0 ] || fail 'something is left'

begin_test "a report in a log tree that cannot be written is one line"
: >file
job env LD_PRELOAD="$library" MPIT_REPORT=file/%Y/job.json ./program
exits 0
says 1
err_has '^mpit: rank 0: cannot write the report to file/.*/job.json: Not a directory; there is'
[ "$(grep -vc '^mpit: ' err)" -eq 0 ] || fail 'more than a line'

# ---- without MPI_Finalize

begin_test "a program that ends without MPI_Finalize is a line, and a part of what has ended"
rm -rf job.*
run "$RUN_MPI" -n 0 -p "$library" env MPIT_REPORT=job.json ./program exit:3
exits 3
says 1
err_has '^mpit: rank 0: this process ends without MPI_Finalize: no report is gathered. Each that'
parts . 0
"$MPIT" report job.json.0.part >part.txt || fail 'the part cannot be shown'
grep -q 'the process ended without MPI_Finalize' part.txt || fail 'the part does not say why'

begin_test "in a job it is one line"
job env LD_PRELOAD="$library" MPIT_REPORT=job.json ./program exit:0
says 1
[ -s job.json.0.part ] || fail 'no part of rank 0'

begin_test "what cannot say it leaves its report to whoever comes next, once"
rm -rf job.* live
run "$RUN_MPI" -n 0 -p "$library" env MPIT_LIVE=counts MPIT_REPORT=job.json ./program _exit:0
exits 0
says 0
[ ! -e job.json ] || fail 'there is a report'
(mkdir -p elsewhere && cd elsewhere && "$MPIT" run --report next.json -- "$MPIRUN" -n 1 true) 2>err
err_has '^mpit run: an earlier job has ended without MPI_Finalize, and without its report: ./p'
err_has "^mpit run: report in $scratch/job.json\$"
"$MPIT" report job.json >text || fail 'it cannot be shown'
grep -q 'not all ranks have reached the end of MPI_Finalize' text || fail 'it does not say why'
"$MPIT" run --report next.json -- true 2>err
err_lacks 'an earlier job'

# ---- launchers

begin_test "\`mpit run\` below the launcher is told the right order, and starts nothing"
run "$RUN_MPI" -n 2 "$MPIT" run -- ./program
[ "$code" -eq 2 ] || fail "exit code $code"
[ "$(grep -c '^mpit run: ' err)" -eq 1 ] || fail 'not one line'
err_has '^mpit run: a launcher has started this command 2 times, .*: mpit run -- mpirun -n 2 ./prog'
out_lacks rank

# As srun starts what has not been told of it.
as_srun()
{
    rm -rf job.*
    run env LD_PRELOAD="$library" MPIT_REPORT=job.json SLURM_PROCID="$1" SLURM_NTASKS=2 \
        ${2:+SLURM_STEP_NUM_TASKS="$2"} ./program
    exits 0
}
begin_test "processes that a launcher starts together, each alone in its world, are said once"
as_srun 0 2
says 1
err_has '^mpit: rank 0: the launcher has started 2 processes, and each is alone in MPI_COMM_WORLD'
as_srun 1 2
says 0
as_srun 0 ''
says 0
finish
