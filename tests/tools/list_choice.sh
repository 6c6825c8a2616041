#!/bin/sh
# `mpit list` by category, class and verbosity: what is left is what --json of everything says.
. "${0%/*}/../prelude.sh"

classes='state level size percentage highwatermark lowwatermark counter aggregate timer generic'
levels='user_basic user_detail user_all tuner_basic tuner_detail tuner_all'
levels="$levels mpidev_basic mpidev_detail mpidev_all"
export levels

"$MPIT" list --all --json --cvars --pvars --categories >all.json || fail "no list of everything"

# names.py LIST [EXPRESSION]: kind and name of what is in the JSON of a list; with an expression,
# of those variables v of everything for which it holds.
cat >names.py <<'END'
import json, os, sys

everything = json.load(open("all.json"))
categories = {c["name"]: c for c in everything["categories"]}
levels = os.environ["levels"].split()

def inside(name, kind, seen=None):
    seen = set() if seen is None else seen
    if name in seen or name not in categories:
        return set()
    seen.add(name)
    found = set(categories[name][kind])
    for c in categories[name]["categories"]:
        found |= inside(c, kind, seen)
    return found

def up_to(v, level):
    return levels.index(v["verbosity"].lower()) <= levels.index(level)

def is_in(v, category):
    key = (category, "pvars" if "class" in v else "cvars")
    if key not in known:
        known[key] = inside(*key)
    return v["name"] in known[key]

known = {}
shown = json.load(open(sys.argv[1]))
for kind in "cvars", "pvars":
    for v in shown.get(kind, []):
        if len(sys.argv) < 3 or eval("(" + sys.argv[2] + ")"):
            print(kind, v["name"])
END

# The JSON of the last run has those variables of everything for which this expression holds.
shows()
{
    python3 names.py out >shown 2>>err || fail "what it printed is no JSON"
    python3 names.py all.json "$1" >wanted || fail "the test's own expression: $1"
    cmp -s shown wanted || fail "not those with $1: $(diff shown wanted | head -3)"
}
some()  { test -s shown || fail "nothing is shown"; }
says_nothing() { test -z "$(cat out err)" || fail "it says something"; }

# ---- class

for class in $classes; do
    try "--class=$class" "$MPIT" list --all --json --class="$class"
    exits 0
    shows "v.get('class') == '$class'.upper()"
done

for class in counter Counter MPI_T_PVAR_CLASS_COUNTER mpi_t_pvar_class_counter; do
    try "a class may be written $class" "$MPIT" list --json --class="$class"
    exits 0
    shows "v['own'] and v.get('class') == 'COUNTER'"
    some
done

try "--class goes with --pvars" "$MPIT" list --json --pvars --class=timer
exits 0
shows "v['own'] and v.get('class') == 'TIMER'"
some

try "--class and --cvars are told apart" "$MPIT" list --cvars --class=counter
exits 2
err_has '--class and --cvars exclude each other'
err_is_one_line

try "--class and --categories are told apart" "$MPIT" list --categories --class=counter
exits 2
err_has '--class and --categories exclude each other'
err_is_one_line

for class in count '' MPI_T_PVAR_CLASS_ MPI_T_VERBOSITY_USER_BASIC; do
    try "'$class' is no class" "$MPIT" list --class="$class"
    exits 2
    err_has "--class=$class: unknown; give one of state, level, .*, generic\$"
    err_is_one_line
done

# ---- verbosity

for level in $levels; do
    try "--verbosity=$level" "$MPIT" list --all --json --verbosity="$level"
    exits 0
    shows "up_to(v, '$level')"
    some
done
python3 names.py all.json >wanted
cmp -s shown wanted || fail "the last level leaves something out"

for level in user_basic USER_BASIC MPI_T_VERBOSITY_USER_BASIC; do
    try "a level may be written $level" "$MPIT" list --json --verbosity="$level"
    exits 0
    shows "v['own'] and v['verbosity'] == 'USER_BASIC'"
    some
done

try "--verbosity and --categories are told apart" "$MPIT" list -g --verbosity=user_basic
exits 2
err_has '--verbosity and --categories exclude each other'
err_is_one_line

try "an unknown level lists them all" "$MPIT" list --verbosity=basic
exits 2
err_has "--verbosity=basic: unknown; give one of $(echo "$levels" | sed 's/ /, /g')\$"
err_is_one_line

# ---- category

for category in $("$MPIT" list --categories --csv | sed -n 's/^category,\([^,]*\),.*/\1/p'); do
    try "--category=$category" "$MPIT" list --json --category="$category"
    exits 0
    shows "v['own'] and is_in(v, '$category')"
    some
done

# Of the MPI library: a category of its own, one that has others where there is one, and all.
nested=$(python3 -c 'import json
all = [c for c in json.load(open("all.json"))["categories"]
       if not c["own"] and c["name"] != "vendor"]
print(([c for c in all if c["categories"]] or all)[0]["name"], all[-1]["name"])')
for category in $nested vendor mpit; do
    try "--all --category=$category" "$MPIT" list --all --json --category="$category"
    exits 0
    shows "is_in(v, '$category')"
    some
done

try "--vendor leaves the vendor's of a category" "$MPIT" list --vendor --json --category=mpit
exits 0
shows "not v['own']"
some

try "--category with --categories shows it and those inside" \
    "$MPIT" list --all --csv --categories --category=vendor
exits 0
out_has '^category,vendor,'
out_lacks '^category,mpit'
"$MPIT" list --vendor --csv --categories >wanted
cmp -s out wanted || fail "not the vendor's categories"

try "a misspelt category names the nearest" "$MPIT" list --category=mpit_colective
exits 1
err_has 'mpit_colective: no such category; did you mean mpit_collective?'
err_is_one_line

try "a category of the vendor's is not there unless asked for" "$MPIT" list --category=vendor
exits 1
err_has 'vendor: no such category; --all looks among'
err_is_one_line

try "an unknown category is said" "$MPIT" list --all --category=nothing-like-this
exits 1
err_has 'nothing-like-this: no such category; mpit list --all --categories shows them'
err_is_one_line

# ---- together

try "filters combine" "$MPIT" list --all --json --category=mpit --class=counter \
    --verbosity=user_basic --match '*sends'
exits 0
shows "is_in(v, 'mpit') and v.get('class') == 'COUNTER' and up_to(v, 'user_basic') and
    v['name'].endswith('sends')"
some

try "the table has the same" "$MPIT" list --category=mpit_queue --verbosity=tuner_all
exits 0
awk 'NF && $1 != "name" { print $1 }' out >names
"$MPIT" list --json --category=mpit_queue --verbosity=tuner_all >out
shows "is_in(v, 'mpit_queue') and up_to(v, 'tuner_all')"
some
sed 's/.* //' shown | cmp -s - names || fail "other names in the table than in the JSON"

try "a filter that leaves nothing is no failure" "$MPIT" list --category=mpit_p2p --class=state
exits 0
says_nothing

try "nothing in JSON is an empty list" "$MPIT" list --json --category=mpit_p2p --class=state
exits 0
shows 'False'

try "a name that matches is enough, whatever the other filters leave" \
    "$MPIT" list --match mpit_p2p_sends --class=state
exits 0
says_nothing
finish
