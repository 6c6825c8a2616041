#!/bin/sh
# `mpit where`: each hang of tests/hangs.def is named, with those who differ, and jobs that are well
# are left alone.  With --all the rows with a * too.
. "${0%/*}/../prelude.sh"
hangs=$abs_builddir/tests/mpi/hangs
SECONDS_TO_SEE=20 # a loaded machine starts slowly
launcher=
MPIT_LIVE_DIR=$scratch/live
MPIT_LIVE=where
export MPIT_LIVE MPIT_LIVE_DIR

# Of the ranks one may have stopped who has started it.
end_job()
{
    [ -n "$launcher" ] || return
    sed -n 's/.*"pid": \([0-9]*\), .*/\1/p' out 2>/dev/null | while read -r pid; do
        parent=$(ps -o ppid= -p "$pid") && [ "$parent" -gt 1 ] && kill -CONT "$parent"
    done
    kill "$launcher" 2>/dev/null
    wait "$launcher" 2>/dev/null
    launcher=
    rm -rf "$MPIT_LIVE_DIR"
}

# start RANKS ARGUMENT...
start()
{
    mkdir -m 700 "$MPIT_LIVE_DIR"
    n=$1
    shift
    single_copy=none
    case $1 in
    *_dynamic) single_copy=cma ;; # without it Open MPI 4 has no dynamic windows
    esac
    "$RUN_MPI" -n "$n" -p "$LIBMPIT" -t 60 env \
        OMPI_MCA_btl_vader_single_copy_mechanism=$single_copy "$hangs" "$@" >job.out 2>&1 &
    launcher=$!
}

# look [OPTION]...: leaves "kind ranks" of each verdict in the file said.
look()
{
    run "$MPIT" where --json "$@"
    sed -n 's/.*{"kind": "\([a-z]*\)", "ranks": \[\([0-9, ]*\)\].*/\1 \2/p' out | tr -d , >said
}

# Of what is not known yet, as in an MPI_Init that takes longer than one has patience, more may be
# known later; of a hang what is said first is to be right.
is_seen() { [ "$code" -eq "$right" ] && { [ "$code" -ne 2 ] || [ "$(cat said)" = "$expected" ]; }; }

# named CODE KIND RANKS [OPTION]...
named()
{
    right=$1
    expected="$2 $3"
    shift 3
    end=$(($(date +%s) + SECONDS_TO_SEE))
    while look "$@"; ! is_seen && [ "$(date +%s)" -lt $end ]; do
        sleep 0.3
    done
    exits "$right"
    [ "$(cat said)" = "$expected" ] || fail "said is '$(cat said)', not '$expected'"
}

# well KIND: nothing hangs in any of several looks, and nothing else is said ("-": nothing at all).
# Who waits ten seconds for one that computes is taken to hang: on a busy machine there are fewer.
well()
{
    begin=$(date +%s)
    for _ in 1 2 3 4 5 6 7 8; do
        sleep 0.5
        [ $(($(date +%s) - begin)) -lt 7 ] || break
        look
        [ "$code" -eq 0 ] || fail "exit code $code, said is '$(cat said)'"
        lacks "^${1#- } " said || sed -i "/^${1#- } /d" said
        [ ! -s said ] || fail "said is '$(cat said)'"
    done
}

words() { echo "$*"; }

rows="$(sed '/^#/d; /^$/d' "$abs_srcdir/tests/hangs.def")"
[ "$1" = --all ] || rows="$(echo "$rows" | grep -v '\*')"
total=0
named=0
while IFS='|' read -r case ranks kind who more <&3; do
    # shellcheck disable=SC2086 # words
    set -- $case $ranks "$(words $kind)" "$(words $who)" ${more%\**}
    begin_test "$1 on $2 ranks"
    total=$((total + 1))
    start "$2" "$1"
    case $3 in
    -*) well "$3" ;;
    *)
        right=1 kind=$3 who=$4
        if [ "${kind#\? }" != "$kind" ]; then right=2 kind=${kind#\? }; fi
        shift 4
        named $right "$kind" "$who" "$@"
        ;;
    esac
    # On a machine where nothing comes in time the rest is not waited for as long.
    if [ $test_failures -gt 0 ]; then SECONDS_TO_SEE=5; else named=$((named + 1)); fi
    end_job
done 3<<END
$rows
END
begin_test 'every row is looked at'
[ "$total" -eq "$(echo "$rows" | wc -l)" ] || fail "$total rows, of $(echo "$rows" | wc -l)"
end_test
echo "$named of $total are named as they are"

# ---- the command

start 3 one_in_recv
named 1 collective 2
job=$(sed -n 's/.*{"job": "\([^"]*\)".*/\1/p' out)
pid=$(sed -n 's/.*"pid": \([0-9]*\), .*/\1/p' out | head -n 1)

try "a job is found by its name" "$MPIT" where "$job"
exits 1
out_has 'rank 2: in MPI_Recv from 0, tag 9'
out_has '^It hangs: 2 of 3 ranks are in MPI_Barrier, the 17th on MPI_COMM_WORLD; rank 2 is in'

try "and by a process of it" "$MPIT" where "$pid"
exits 1
out_has "^$job: 3 ranks"

try "and by its launcher" "$MPIT" where "$launcher"
exits 1
out_has "^$job: 3 ranks"

try "what several nodes say is put together" "$MPIT" where --json
cp out all.json
# As if each rank were on a node of its own.
python3 - <<'END'
import json
said = json.load(open("all.json"))
job = said["jobs"][0]
for place in job["places"]:
    one = {**job, "places": [place], "verdicts": [], "groups": [], "here": 1}
    json.dump({**said, "jobs": [one]}, open("node%d.json" % place["rank"], "w"))
END
run "$MPIT" where node0.json node1.json node2.json
exits 1
out_has '^It hangs: 2 of 3 ranks are in MPI_Barrier'
run "$MPIT" where node0.json node1.json
exits 2
run "$MPIT" where all.json
exits 1
out_has '^It hangs: 2 of 3 ranks are in MPI_Barrier'

try "what is no output of it is refused" "$MPIT" where "$hangs"
exits 2
err_is_one_line
end_job

try "a job that is not there cannot be told" "$MPIT" where no-such-job
exits 2
err_has 'no-such-job: no job of this name'
try "a file that is not there is said" "$MPIT" where ./none.json
exits 2
err_has 'none.json: no such file'
try "a folder that is not there is said" "$MPIT" where --live "$scratch/none"
exits 2
err_has 'none: No such file or directory'

try "where no job runs nothing hangs" "$MPIT" where
exits 0
out_has '^No job of this user runs here'

MPIT_LIVE=counts start 2 one_in_recv
end=$(($(date +%s) + SECONDS_TO_SEE))
while [ -z "$(ls "$MPIT_LIVE_DIR")" ] && [ "$(date +%s)" -lt $end ]; do sleep 0.3; done
try "a job that only counts is asked to say more" "$MPIT" where
exits 2
err_has 'mpit_live=where'
while [ "$(find "$MPIT_LIVE_DIR" -name "*.mpit" | wc -l)" -lt 2 ] &&
    [ "$(date +%s)" -lt $end ]; do sleep 0.3; done
while "$MPIT" where 2>/dev/null | grep -q MPI_Init && [ "$(date +%s)" -lt $end ]; do sleep 0.3; done
try "of a job that only counts nothing is known, and nothing is made up" "$MPIT" where
exits 2
out_has '^  ranks 0, 1: unknown$'
out_lacks 'outside'
out_lacks 'hangs'
run "$MPIT" where --json
exits 2
out_has '"hangs": null'
out_has '{"ranks": \[0, 1\], "state": "unknown", "call": "",'
end_job

finish
