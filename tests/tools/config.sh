#!/bin/sh
# `mpit config`, `mpit get`, and the sources in `mpit list --values`.
. "${0%/*}/../prelude.sh"
unset MPIT_REPORT_FULL # of what is set
XDG_CONFIG_HOME=$scratch/xdg
export XDG_CONFIG_HOME
mkdir xdg

try "config shows every own control variable" "$MPIT" config
exits 0
"$MPIT" list --cvars --csv | awk -F, '$1 == "cvar" { print $2 }' | sort >listed
sed 's/^# //; s/ = .*//' out | sort >shown
cmp -s listed shown || fail "not the variables of mpit list: $(diff listed shown | head -3)"
out_has '^mpit_clock = auto  # default$'
out_has '^# mpit_version = .*  # cannot be set$'

cat >xdg/mpit.conf <<'END'
# of the user
mpit_clock = monotonic
mpit_umq_warn = 2k
END
cat >mine.conf <<'END'
mpit_report = "a # \"b\"; c.json"   # quoted
mpit_watch = counts, bytes
mpit_profiling = no
END
set -- env MPIT_CONFIG="$scratch/mine.conf" MPIT_CVARS='mpit_session_limit=17' \
    MPIT_CVAR_mpit_handle_limit=4k MPIT_UMQ_SOURCE=off
try "config names the source of each value" "$@" "$MPIT" config
exits 0
out_has "^mpit_clock = monotonic  # $scratch/xdg/mpit.conf:2\$"
out_has "^mpit_umq_warn = 2048  # $scratch/xdg/mpit.conf:3\$"
out_has '^mpit_report = "a # \\"b\\"; c.json"  # .*/mine.conf:1$'
out_has '^mpit_watch = counts, bytes  # .*/mine.conf:2$'
out_has '^mpit_profiling = off  # .*/mine.conf:3$'
out_has '^mpit_session_limit = 17  # MPIT_CVARS$'
out_has '^mpit_handle_limit = 4096  # MPIT_CVAR_mpit_handle_limit$'
out_has '^mpit_umq_source = off  # MPIT_UMQ_SOURCE$'
cp out written.conf

rm xdg/mpit.conf
try "what config writes is read back as the same" env MPIT_CONFIG="$scratch/written.conf" \
    "$MPIT" config
exits 0
sed 's/  # .*//' written.conf >before
sed 's/  # .*//' out >after
cmp -s before after || fail "differs: $(diff before after | head -4)"
sed '/^#/d' out >in_force
test -s in_force || fail "nothing is set"
grep -v '  # .*/written.conf:[0-9]*$' set >other
test ! -s other || fail "not from the file: $(head -1 other)"

try "config --set leaves out what nobody has set" env MPIT_CLOCK=wtime "$MPIT" config --set
exits 0
test "$(cat out)" = 'mpit_clock = wtime  # MPIT_CLOCK' || fail "more or less than mpit_clock"

try "config --match takes a pattern" "$MPIT" config --match 'mpit_umq_*'
exits 0
out_has '^mpit_umq_warn = '
out_lacks '^mpit_clock '
try "a pattern that matches nothing is said" "$MPIT" config --match 'no such*'
exits 1
err_has "no name matches 'no such\*'"

try "get prints values, a line each" env MPIT_UMQ_WARN=64k "$MPIT" get mpit_umq_warn mpit_clock
exits 0
test "$(cat out)" = "65536
auto" || fail "not both values"

try "get --source adds where they came from" env MPIT_UMQ_WARN=64k \
    "$MPIT" get --source mpit_umq_warn mpit_clock
test "$(tr '\t\n' ' ,' <out)" = '65536 MPIT_UMQ_WARN,auto default,' || fail "not both sources"

try "get names the nearest of a misspelt name, and prints the others" \
    "$MPIT" get mpit_clokc mpit_clock
exits 1
err_has 'mpit get: mpit_clokc: no such control variable; did you mean mpit_clock?'
out_has '^auto$'
try "get names nothing that is far from the name" "$MPIT" get mpit_no_such
exits 1
err_has 'mpit get: mpit_no_such: no such control variable; mpit list'
try "get without a name is refused" "$MPIT" get
exits 2

try "list --values has a column of sources" env MPIT_CLOCK=wtime "$MPIT" list --cvars --values
exits 0
out_has '^name .* value  *source  *description$'
out_has '^mpit_clock .* wtime  *MPIT_CLOCK  '
out_has '^mpit_umq_warn .* 0  *default  '
try "--csv has it too" env MPIT_CLOCK=wtime "$MPIT" list --cvars --values --csv
out_has '^kind,.*,value,source,description$'
out_has '^cvar,mpit_clock,.*,wtime,MPIT_CLOCK,'
try "--long has it too" env MPIT_CLOCK=wtime "$MPIT" list --long --values --match mpit_clock
out_has 'set by: MPIT_CLOCK$'
try "--json has it too" sh -c 'MPIT_CLOCK=wtime "$0" list --cvars --values --json |
    python3 -c "import json, sys
for v in json.load(sys.stdin)[\"cvars\"]:
    if v[\"name\"] == \"mpit_clock\": print(v[\"value\"], v[\"source\"])"' "$MPIT"
out_has '^wtime MPIT_CLOCK$'

try "mpit run --set passes values on by the same names" "$MPIT" run --set mpit_umq_warn=2k \
    --set mpit_check=off -- sh -c '"$0" get -s mpit_umq_warn mpit_check' "$MPIT"
tr '\t' ' ' <out >found
printf '2048 MPIT_UMQ_WARN\noff MPIT_CHECK\n' >expected
same expected found
finish
