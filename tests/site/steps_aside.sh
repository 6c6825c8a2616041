#!/bin/sh
# What keeps libmpit out of programs that it is preloaded into: MPIT_DISABLE for one job, lists of
# programs, more rights than the user's; then the program runs as without it.  And the log tree of a
# site.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/examples/heat2d
XDG_CONFIG_HOME=$scratch/config
report=$scratch/job.json
mkdir config
export XDG_CONFIG_HOME
unset MPIT_DISABLE MPIT_INCLUDE MPIT_EXCLUDE

# one [NAME=VALUE]... PROGRAM [ARGUMENT]...: a process by itself, preloaded, that is to report.
one()
{
    rm -f "$report"
    run env LD_PRELOAD="$LIBMPIT" MPIT_REPORT="$report" "$@"
    exits 0
    err_lacks '^mpit: '
}
has_report() { [ -s "$report" ] || fail 'no report'; }
has_none() { [ ! -e "$report" ] || fail 'a report'; }
site() { printf '%s\n' "$@" >config/mpit.conf; }

begin_test "a program that is preloaded has its report"
one "$program"
has_report

begin_test "with MPIT_DISABLE it runs as without libmpit"
for value in 1 on anything; do
    one MPIT_DISABLE=$value "$program"
    has_none
done
for value in 0 off No ''; do
    one MPIT_DISABLE=$value "$program"
    has_report
done

begin_test "with MPIT_DISABLE nothing is read, and no variable of ours is there"
site 'no setting at all'
loads() { cat "$1".[0-9]* | grep -q 'back\.so'; }
run env LD_PRELOAD="$LIBMPIT" LD_DEBUG=files LD_DEBUG_OUTPUT="$scratch/with" "$program"
err_has 'mpit.conf:1 is ignored'
loads with || fail 'the back end is not seen'
run env LD_PRELOAD="$LIBMPIT" MPIT_DISABLE=1 LD_DEBUG=files LD_DEBUG_OUTPUT="$scratch/without" \
    "$program"
exits 0
is_empty err 'a line'
! loads without || fail 'a back end is loaded'
run env LD_PRELOAD="$LIBMPIT" MPIT_DISABLE=1 "$abs_builddir/examples/list_cvars"
exits 0
out_lacks 'mpit_clock'
rm config/mpit.conf
run env LD_PRELOAD="$LIBMPIT" "$abs_builddir/examples/list_cvars"
out_has 'mpit_clock'

begin_test "a program is left out by its name, or by its path"
for pattern in heat2d 'no heat2?' 'HEAT* h*d' "$program" '*/examples/*' "$abs_builddir/*"; do
    site "mpit_exclude = $pattern"
    one "$program"
    has_none
done
for pattern in heat '*/heat' HEAT2D examples/heat2d '' '/*/heat2d/*'; do
    site "mpit_exclude = $pattern"
    one "$program"
    has_report
done

begin_test "what is said last of a program counts"
site 'mpit_exclude = *' 'mpit_include = cp2k* */heat2d'
one "$program"
has_report
site 'mpit_include = */heat2d' 'mpit_exclude = *'
one "$program"
has_none
one MPIT_INCLUDE=heat2d "$program"
has_report
site 'mpit_include = *'
one MPIT_EXCLUDE='a b heat2d' "$program"
has_none

begin_test "a link's name is one of the program's"
ln -s "$program" other_name
site 'mpit_exclude = other_name'
one ./other_name
has_none
one "$program"
has_report

begin_test "mpit itself is in no list, and \`mpit run\` asks for its job"
site 'mpit_exclude = *'
run "$MPIT" get mpit_session_limit
exits 0
MPIT_DISABLE=1 run "$MPIT" get mpit_session_limit
exits 0
run "$MPIT" run -r run.json -- "$MPIRUN" -n 1 "$program"
exits 0
[ -s run.json ] || fail 'no report'
rm config/mpit.conf

begin_test "\`mpit run\` with MPIT_DISABLE runs the job alone, and says so"
rm -f run.json
MPIT_DISABLE=1 run "$MPIT" run -r run.json -- sh -c 'echo "$LD_PRELOAD"; exit 7'
exits 7
out_lacks libmpit
err_is_one_line
err_has 'MPIT_DISABLE=1: the job runs without libmpit, and has no report'
[ ! -e run.json ] || fail 'a report'

# In another group: one of ours, where we are not root.
set_id()
{
    group=65534
    [ "$(id -u)" = 0 ] || group=$(id -G | tr ' ' '\n' | grep -vx "$(id -g)" | head -n 1)
    chgrp "$group" "$1" && chmod g+s "$1"
}

# Into such a program the system's list alone preloads, and here libmpit is linked with it.
more_rights_than_the_users_are_stepped_aside_for()
{
    mkdir -p "own/mpit/$TEST_BACK"
    cp "$(readlink -f "$LIBMPIT")" own/libmpit.so.0
    cp "$(readlink -f "$BACK")" "own/mpit/$TEST_BACK/back.so"
    "$MPICC" -o more "$abs_srcdir/examples/heat2d.c" -Wl,--no-as-needed \
        own/libmpit.so.0 -Wl,-rpath,"$scratch/own" -lm || fail 'not compiled'
    rm -f "$report"
    run env MPIT_REPORT="$report" ./more
    exits 0
    is_empty err 'a line'
    has_report
    rm -f "$report"
    set_id more || fail 'it is in no other group'
    run env MPIT_REPORT="$report" ./more
    exits 0
    err_is_one_line
    err_has '^mpit: this program runs with more rights than its user: libmpit counts nothing'
    has_none
}
run_test more_rights_than_the_users_are_stepped_aside_for

begin_test "a static program has nothing preloaded, and says nothing"
echo 'int main(void) { return 0; }' >static.c
cc -static -o static static.c || fail 'not compiled'
one ./static
has_none

begin_test "reports go into a log tree by date, with the job's number, for a group to read"
mkdir -p "$(date +log/%Y/%m/%d)"
chmod 1777 "$(date +log/%Y/%m/%d)"
site "mpit_report = $scratch/log/%Y/%m/%d/%u-%j-%n.json" 'mpit_report_readers = group'
SLURM_JOB_ID=4711 USER=somebody run env LD_PRELOAD="$LIBMPIT" "$program"
exits 0
is_empty err 'a line'
written=$(date +log/%Y/%m/%d)/somebody-4711-heat2d.json
[ -s "$written" ] || fail "no $written: $(find log -type f)"
[ "$(stat -c %a "$written")" = 640 ] || fail "its mode is $(stat -c %a "$written")"

begin_test "where there is no folder for the day, it is made"
rm -r log/*
run "$RUN_MPI" -n 2 env LD_PRELOAD="$LIBMPIT" "$program"
exits 0
err_lacks '^mpit: '
[ -n "$(find log -name '*.json')" ] || fail "no report: $(find log)"

begin_test "where none can be made, the job has one line and no harm"
rm -r log
echo 'a file' >log
run "$RUN_MPI" -n 2 env LD_PRELOAD="$LIBMPIT" "$program"
exits 0
[ "$(grep -c '^mpit: ' err)" -eq 1 ] || fail 'not one line'
finish
