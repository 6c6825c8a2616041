#!/bin/sh
# doc/record.schema.json: what the table of the fields says, what the records of jobs are, and what
# damaged ones are not.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

schema=$abs_srcdir/doc/record.schema.json
cp "$here/records/format1.json" .

# validate FILE...: exits 1 with a line for each file that is no record.
cat >validate.py <<'END'
import json, sys
try:
    from jsonschema import Draft202012Validator as Validator
except ImportError:
    sys.exit("the module jsonschema is missing: install python3-jsonschema")
with open(sys.argv[1]) as file:
    schema = json.load(file)
Validator.check_schema(schema)
wrong = 0
for name in sys.argv[2:]:
    with open(name) as file:
        for error in Validator(schema).iter_errors(json.load(file)):
            print("%s: %s: %s" % (name, error.json_path, error.message))
            wrong = 1
sys.exit(wrong)
END

is_record()
{
    try "$1" python3 validate.py "$schema" "$2"
    exits 0
}

# is_none WHAT CHANGE PLACE: format1.json changed in one place is no record.
is_none()
{
    cat >change.py <<END
import json
record = json.load(open("format1.json"))
$2
json.dump(record, open("changed.json", "w"))
END
    python3 change.py || fail "the test's own change: $2"
    try "$1" python3 validate.py "$schema" changed.json
    exits 1
    out_has_text "changed.json: \$$3: "
}

job()
{
    try "a job of $1 ranks runs" "$RUN_MPI" -n 0 "$MPIT" run --report "job$1.json" \
        --set "mpit_sample_interval=$2" -- "$MPIRUN" -n "$1" \
        "$abs_builddir/tests/mpi/regions_program" 'a"b<d>&e'
    exits 0
}

try "the schema is made from the table; make schema writes it" "$abs_builddir/doc/schema"
exits 0
cmp -s out "$schema" || fail "another one than in doc: $(diff out "$schema" | head -5)"

job 1 0
is_record "the record of one rank without a time series" job1.json
job 4 1ms
is_record "the record of four ranks with regions and time series" job4.json
grep -q '"at": \[[0-9]' job4.json || fail 'it has no time series'
grep -q '"label": "inner"' job4.json || fail 'it has no regions'

"$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_REPORT="$PWD/abort.json" MPIT_SAMPLE_INTERVAL=2ms \
    "$abs_builddir/tests/mpi/series_program" 0.1 abort >abort.out 2>&1
for part in abort.json.?.part; do
    is_record "what a rank leaves of a job that is aborted: $part" "$part"
    grep -q '"complete": false' "$part" || fail 'it is not a part'
done

is_record "a record of format 1" format1.json
is_record "one with texts of any kind, and a time that is none" markup.json
is_record "one from before there were regions" record.json

is_none "a key that is missing" 'del record["vendor"]' ''
is_none "a count in words" 'record["calls"][0]["count"] = "many"' '.calls[0].count'
is_none "fewer than no bytes" 'record["pairs"][1]["bytes"] = -1' '.pairs[1].bytes'
is_none "a time without a rank" 'del record["regions"][0]["wall"]["max_rank"]' '.regions[0].wall'
is_none "a level that is text" 'record["series"][0]["most_posted"][2] = "x"' \
    '.series[0].most_posted[2]'
is_none "a list that is none" 'record["ranks"] = {}' '.ranks'
is_none "a newer format" 'record["format"] = 99' '.format'
finish
