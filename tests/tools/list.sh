#!/bin/sh
# `mpit list`: what it shows is what MPI_T has, in each of its forms.
. "${0%/*}/../prelude.sh"

try "own variables are the default" "$MPIT" list
exits 0
out_has '^name  *scope  *type  *bind  *description$'
out_has '^name  *class  *type  *bind  *description$'
out_has '^mpit_version  *CONSTANT  *CHAR  *NO_OBJECT  *[^ ]'
out_has '^mpit_p2p_sends  *COUNTER  *UNSIGNED_LONG_LONG  *NO_OBJECT  *[^ ]'
out_has '^mpit_comm_sends  *COUNTER  *UNSIGNED_LONG_LONG  *MPI_COMM  *[^ ]'
out_lacks unknown
test ! -s err || fail "something on standard error"

try "columns align" "$MPIT" list --pvars
column=$(awk 'NR == 1 { print index($0, "description") }' out)
awk -v column="$column" 'substr($0, column - 1, 1) != " " || substr($0, column, 1) == " "' out >bad
test ! -s bad || fail "not aligned: $(head -1 bad)"

try "--cvars leaves out the pvars" "$MPIT" list --cvars
exits 0
out_has '^mpit_clock '
out_lacks '^mpit_p2p_sends '

try "--match takes a pattern" "$MPIT" list --match 'mpit_comm_*'
exits 0
out_has '^mpit_comm_sends '
out_lacks '^mpit_p2p_sends '

try "a table in which nothing matches is left out" "$MPIT" list --match 'mpit_comm_sends'
exits 0
test "$(wc -l <out)" -eq 2 || fail "$(wc -l <out) lines for one variable: $(head -1 out)"

try "a pattern that matches nothing is said" "$MPIT" list --match 'no such*'
exits 1
err_has "no name matches 'no such\*'; --all looks among the vendor's too\$"
err_is_one_line
try "with --all the vendor's were looked at" "$MPIT" list --all --match 'no such*'
exits 1
err_has "no name matches 'no such\*', nor of the vendor's"
err_is_one_line
try "help is helped" "$MPIT" help help
exits 0
out_has 'mpit help SUBCOMMAND '
err_lacks .

try "--values shows what is set" env MPIT_CLOCK=monotonic "$MPIT" list --cvars --values
exits 0
out_has '^mpit_clock .* monotonic '

try "--long has verbosity, members and items" "$MPIT" list --long --match mpit_clock
exits 0
out_has 'USER_\|TUNER_\|MPIDEV_'
out_has 'one of: .*monotonic ([0-9]*)'

try "--events has names, objects and elements" "$MPIT" list --events
exits 0
out_has '^event  *bind  *elements  *description$'
out_has '^mpit_message_unexpected  *MPI_COMM  *source, tag, bytes, length  *[A-Z]'
out_has '^mpit_comm_created  *NO_OBJECT  '
out_lacks '^mpit_p2p_sends '

try "--events --long has the datatypes" "$MPIT" list --events --long --match mpit_message_matched
exits 0
out_has 'event, bound to MPI_COMM, USER_DETAIL'
out_has 'elements: source INT, tag INT, bytes UNSIGNED_LONG_LONG, seconds DOUBLE, unexpected INT$'

try "--events in csv and json is the same" sh -c '"$0" list --events --json |
    python3 -c "import csv, json, subprocess, sys
events = json.load(sys.stdin)[\"events\"]
lines = subprocess.run([sys.argv[1], \"list\", \"--events\", \"--csv\"], capture_output=True,
                       text=True).stdout.splitlines()
of = lambda e: \", \".join(i[\"name\"] + \" \" + i[\"type\"] for i in e[\"elements\"])
taken = [(e[\"name\"], of(e), e[\"bind\"], e[\"verbosity\"]) for e in events]
print(taken == [(r[1], r[3], r[4], r[5]) for r in csv.reader(lines[1:])], len(events) > 9)" "$0"' \
    "$MPIT"
exits 0
out_has '^True True$'

try "categories have events" "$MPIT" list --categories --long --match mpit_queue
exits 0
out_has '^    event mpit_message_unexpected$'

try "a category chooses events" "$MPIT" list --events --category mpit_control
exits 0
out_has '^mpit_region_begin '
out_lacks '^mpit_message_unexpected '

try "events have no class" "$MPIT" list --events --class level
exits 2
err_has 'events have no class'
err_is_one_line

try "--categories shows the root" "$MPIT" list --categories
exits 0
out_has '^mpit '

count=$("$MPIT" list --cvars --pvars --csv | grep -c '^[cp]var,')
try "csv and table have the same rows" "$MPIT" list
rows=$(grep -vc '^name \|^$' out)
test "$rows" = "$count" || fail "$rows rows in the table, $count in the csv"
test "$count" -gt 20 || fail "only $count variables"

try "json is valid and complete" sh -c '"$0" list --json --cvars --pvars --categories --values |
    python3 -c "import json, sys
all = json.load(sys.stdin)
print(len(all[\"cvars\"] + all[\"pvars\"]))"' "$MPIT"
exits 0
out_has "^$count\$"

try "the environment's switch for vendor variables is not the default's" \
    env MPIT_VENDOR_VARIABLES=on "$MPIT" list --csv
exits 0
out_lacks ',vendor,'

try "the sets that tools could rely on are there" "$MPIT" list --sets
exits 0
members=$(grep -c '^MEMBER(' "$abs_srcdir/tools/list/sets.def")
[ "$(grep -c '^  \(pvar \|event\)  .*  there  ' out)" -eq "$members" ] || fail "$(cat out)"
"$MPIT" list --sets --json >sets.json
[ "$(grep -c '"mpit": true' sets.json)" -eq "$members" ] || fail 'JSON has others'
sed -n 's/^MEMBER([A-Z]*, \([A-Za-z_]*\),.*/\1/p' "$abs_srcdir/tools/list/sets.def" >names
for name in $(cat names); do
    grep -q "\b$name\b" "$abs_srcdir/doc/sets.md" || fail "doc/sets.md does not have $name"
done

try "a reader that leaves is no failure" sh -c \
    '{ "$0" list --long; echo $? >code; } | head -1; exit $(cat code)' "$MPIT"
exits 0
test ! -s err || fail "something on standard error"

try "a full disk is an error" sh -c '"$0" list --long >/dev/full' "$MPIT"
exits 1
err_has 'No space left on device'
err_is_one_line

try "a misspelt option names the nearest" "$MPIT" list --catgories
exits 2
err_has 'did you mean --categories?'
err_is_one_line
finish
