#!/bin/sh
# Who waits for whom on four nodes whose clocks are hours apart and drift: what a report says is
# what the program has measured by a clock that all of them have (late_program.c).
. "${0%/*}/../prelude.sh"
. "$here/cluster.sh"
program=$abs_builddir/tests/nodes/late_program

# The report is there before the MPI library ends: MPICH 4.0 over UCX and TCP hangs there now and
# then, with us and without.
run_until_report()
{
    # shellcheck disable=SC2086 # words
    ./on 1 "$MPIT" run $options --report job.json -- "$@" >out 2>err &
    job=$!
    for _ in $(seq 900); do
        [ -s job.json ] || is_gone $job && break
        sleep 0.1
    done
    for _ in $(seq 20); do
        is_gone $job && break
        sleep 0.1
    done
    cp job.json seen.json
    # shellcheck disable=SC2046 # what ./on has started there
    kill $(cat /proc/$job/task/$job/children 2>/dev/null) $job 2>/dev/null
    wait $job
    [ -s seen.json ]
}

# judge OPERATION ROUNDS US
judge()
{
    rm -f job*.json seen.json waited
    # shellcheck disable=SC2086 # words
    run_until_report $launcher env SKEW_PPM=50 SKEW_SLOW_US="$slow_us" \
        LD_PRELOAD="$LIBMPIT:$skew" "$program" "$1" "$2" "$3" waited
    python3 "$here/waits.py" seen.json waited >judged 2>&1
}

# Ranks that the machine has no processor for are late by themselves, some at once: three times.
is_right()
{
    begin_test "$1, $3 us late, on four nodes"
    judge "$@" || judge "$@" || judge "$@" || fail "$(cat judged)"
    cat judged
}

begin_test 'four nodes can be made here'
nodes_up 4 || finish
skew=$abs_builddir/tests/nodes/.libs/skew.so
launch 4
slow_us=
options=
is_right barrier 100 3000
is_right barrier 40 20000
is_right allreduce 100 2000
is_right bcast 40 20000
is_right alltoall 100 2000
is_right split 100 2000
is_right send 100 2000
is_right send_large 320 20000
is_right ssend 100 2000
is_right ssend_large 320 20000

begin_test 'waits that are shorter than clocks agree are told of nobody, and that is said'
for _ in 1 2 3; do
    slow_us=4000 judge bcast 100 1000
    [ -s seen.json ] && break
done
python3 - >judged 2>&1 <<'END' || fail "$(cat judged)"
import json
record = json.load(open("seen.json"))
told = sum(wait["seconds"] for wait in record["waits"] if wait["kind"] == "late_arrival")
print("%g s are told, %g s are not" % (told, record["waits_unsure"]))
assert record["waits_unsure"] > told
END
run "$MPIT" report seen.json
out_has 'not told of a rank: .*s of waits in collectives, each shorter'
cat judged

begin_test 'the table of nodes has all that was waited'
run "$MPIT" report --full seen.json
sed -n '/^nodes, most/,/^$/p' out >nodes
[ "$(grep -c '^node[1-4] ' nodes)" -eq 4 ] || fail "$(cat nodes)"

# They have nothing but the messages at the beginning and at the end to bound them.
begin_test 'where settings are compared clocks meet in MPI_Init, too, and shorter waits are told'
cat >told.py <<'END'
import json, sys
record = json.load(open("seen.json"))
told = sum(wait["seconds"] for wait in record["waits"] if wait["kind"] == "late_arrival")
print("%g s are told, %g s are not" % (told, record["waits_unsure"]))
sys.exit(told <= record["waits_unsure"])
END
options='--set mpit_check=on'
tells_more()
{
    judge bcast 200 1000
    python3 told.py >told 2>&1
}
tells_more || tells_more || tells_more || fail "$(cat told)"
cat told
options=

# Rank 3 does not say when it comes: nobody can know who was last where it is.
cat >all_but_one <<'END'
#!/bin/sh
[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != 3 ] || MPIT_WATCH=
exec "$@"
END
chmod +x all_but_one
begin_test 'the share of collectives that is known is said by communicator'
for _ in 1 2 3; do
    rm -f job*.json seen.json
    # shellcheck disable=SC2086 # words
    run_until_report $launcher "$scratch/all_but_one" env SKEW_PPM=50 \
        LD_PRELOAD="$LIBMPIT:$skew" "$program" split 100 0 waited && break
done
python3 - >judged 2>&1 <<'END' || fail "$(cat judged)"
import json
record = json.load(open("seen.json"))
of = {its["name"]: its for its in record["communicators"]}
print(record["waits_seen"], of)
for name, share in ("even", 1), ("odd", 0):
    assert of[name]["collectives"] == 200
    assert of[name]["collectives_joined"] == share * 200
END
run "$MPIT" report seen.json
out_has 'last known'
out_has '^even .* 100.0 %$'
out_has '^odd .* 0.0 %$'

# 4096 in the ring and 8192 behind it are kept; then every second one.
launch 2
begin_test 'of more collectives than are kept some stand for the others, and that is said'
# shellcheck disable=SC2086 # words
for _ in 1 2 3; do
    rm -f job*.json seen.json
    run_until_report $launcher env SKEW_PPM=50 LD_PRELOAD="$LIBMPIT:$skew" "$program" barrier \
        14000 0 waited && break
done
python3 - >judged 2>&1 <<'END' || fail "$(cat judged)"
import json
record = json.load(open("seen.json"))
seen, kept = record["waits_seen"], record["waits_kept"]
world, = (its for its in record["communicators"] if its["name"] == "MPI_COMM_WORLD")
print(seen, kept, world)
assert 0.99 <= seen <= 1 and 0.4 < kept < 0.8
assert world["collectives"] == 2 * 14000
assert 0.99 * world["collectives"] <= world["collectives_joined"] <= world["collectives"]
END
run "$MPIT" report seen.json
out_has 'who came last is known of 100.* % of the collectives, by [4-7][0-9.]* % that were kept'
finish
