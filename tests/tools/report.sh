#!/bin/sh
# `mpit report`, and what all subcommands have in common.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

formats=$(sed -n 's/^FORMAT(\([a-z]*\), .*/\1/p' "$abs_srcdir/tools/formats/formats.def")

try "text is the default" "$MPIT" report record.json
exits 0
out_has '^command  ./solve$'
out_has '^MPI_Send  *12  *3456 '
out_has ' 50.0 %'
out_has '^ *1  ->  *0  *12  *3456 '
out_lacks partial

sed 's/true, "reason": "/false, "reason": "MPI_Abort/' record.json >part
try "a partial record says so" "$MPIT" report part
exits 0
out_has '^partial  written at MPI_Abort'

try "json comes out as it went in" sh -c '"$0" report --format json record.json >1.json &&
    "$0" report --format json 1.json >2.json && cmp 1.json 2.json' "$MPIT"
exits 0

try "csv has raw numbers" "$MPIT" report --format=csv record.json
exits 0
out_has '^call,MPI_Send,,,,,12,3456,0.500000000,0.250000000,0.200000000,0,0.300000000,1$'

# records/format1.json is what a job of two ranks wrote, with regions, time series and an odd
# command line; beside it stands how that was shown then.  What is made from the table of the fields
# may have lines and members more, of fields that are newer.  Scripts of a page have tests of their
# own.
for shown in "$here"/records/format1.*; do
    format=${shown##*.}
    try "a record of format 1 is shown as ever in $format" \
        "$MPIT" report --format "$format" "$here/records/format1.json"
    exits 0
    # of a call, of a rank, of a region, of a pair
    sed 's/, "messages": 0//; s/, "state": "", "in": ""//
        s/, "paused": null, "threads": null, "mpi_open": false//
        s/, "processors": ""//; s/, "\(unexpected\|busy\)_[a-z]*": [a-z]*//g
        s/, "\(user\|system\)_time": null//g; s/, "[a-z]*voluntary_switches": null//g
        s/, "\(major_faults\|peak_memory\|processor_wait\|migrations\)": null//g
        s/, "init": null, .*"finalize_wait": null}/}/
        s/, "outside": {[^}]*}, "efficiency": {[^}]*}//
        s/, "one_sided": 0, "one_sided_bytes": 0//
        /^<script/,/^<\/script>/d; /^<style>/,/^<\/style>/d' out >known
    # Series stand by columns: those that were not there end them.
    [ "$format" != json ] || sed '/^ *"most_unexpected": \[/ {
            :more
            /"peak_memory"/! {
                N
                b more
            }
            s/\],\n.*\]\(}.*\)$/]\1/
        }' known >earlier
    # The time of a sample stood in its name, and has a column of its own behind the others.
    [ "$format" != csv ] || awk -F, '
        { at = $NF; sub(/,[^,]*$/, "") }
        /^sample_/ { sub(/,,/, "," at ",") }
        { print }' known >earlier
    # A title that was wider than a line is broken.
    # Phases were not looked for.
    [ "$format" != text ] ||
        sed '/^phases: /,/^$/d; /^time series/ { N; s/\n/ /; }' known >earlier
    [ ! -e earlier ] || mv earlier known
    cp "$shown" expected
    # A page has what it had, in another order, and its pictures elsewhere.
    for file in expected known; do
        [ "$format" != html ] || sort "$file" | grep -v '^<div class="pictures"' >sorted
        [ ! -e sorted ] || mv sorted "$file"
    done
    diff expected known >changed
    case $format in
    json | csv | openmetrics | html) sed -i '/^[^<]/d' changed ;;
    esac
    is_empty changed 'changed'
done

sed 's/"format": 1/"format": 99/' record.json >newer.json
try "a record of a newer format is refused in one line" "$MPIT" report newer.json
exits 1
err_has 'newer.json: written by a newer mpit (format 99, this one reads up to [0-9]*); use'
err_is_one_line

sed 's/"format": 1,/& "whims": [{"of": "a later mpit"}],/' record.json >more.json
try "keys that this version does not know are passed over" \
    sh -c '"$0" report -f json more.json >1.json &&
    "$0" report -f json record.json | cmp - 1.json' "$MPIT"
exits 0

sed 's/"nranks": 2, //' record.json >less.json
try "a key that is missing is named" "$MPIT" report less.json
exits 1
err_has 'less.json: nranks is missing: not a record of mpit'
err_is_one_line

try "a record comes through a pipe" sh -c '"$0" report - <record.json' "$MPIT"
exits 0
out_has MPI_Send

head -c 200 record.json >cut.json
try "a damaged file is refused with the place" "$MPIT" report cut.json
exits 1
err_has 'cut.json: line 4, column [0-9]*: '
err_is_one_line

# Packed (gzip)

gzip -c record.json >record.json.gz
cp record.json.gz packed
for file in record.json.gz packed; do
    try "a record is unpacked, whatever it is called: $file" \
        sh -c '"$0" report record.json >plain && "$0" report "$1" | cmp - plain' "$MPIT" "$file"
    exits 0
done
cp record.json plain.json.gz
try "a name that ends in .gz does not make it packed" "$MPIT" report plain.json.gz
exits 0
out_has MPI_Send

try "a packed record comes through a pipe" sh -c '"$0" report - <record.json.gz' "$MPIT"
exits 0
out_has MPI_Send

{ head -c 300 record.json | gzip && tail -c +301 record.json | gzip; } >two.gz
try "of texts that are packed one after the other the second goes on" "$MPIT" report two.gz
exits 0
out_has MPI_Send

size=$(wc -c <record.json.gz)
for cut in 3 12 $((size / 2)) $((size - 9)) $((size - 1)); do
    head -c "$cut" record.json.gz >cut.gz
    try "a packed record that is cut off after $cut bytes" "$MPIT" report cut.gz
    exits 1
    err_has 'cut.gz: cut off: what is packed in it has no end; copy it anew$'
    err_is_one_line
    test ! -s out || fail 'something is shown all the same'
done

{ head -c $((size - 8)) record.json.gz && printf '\1\2\3\4' && tail -c 4 record.json.gz; } >sum.gz
try "a packed record whose sum is wrong" "$MPIT" report sum.gz
exits 1
err_has 'sum.gz: damaged where it is packed (incorrect data check); copy it anew$'
err_is_one_line

{ cat record.json.gz && echo more; } >more.gz
try "something stands behind what is packed" "$MPIT" report more.gz
exits 1
err_has 'more.gz: there is more behind the end of what is packed: damaged; copy it anew$'
err_is_one_line

head -c 200 record.json | gzip >cut.gz
try "what is cut off before it was packed has its place" "$MPIT" report cut.gz
exits 1
err_has 'cut.gz: line 4, column [0-9]*: '
err_is_one_line

{ echo '{' && head -c 100000000 /dev/zero | tr '\0' ' ' && cat record.json; } | gzip -1 >bomb.gz
try "a small file that unpacks to a huge one" "$MPIT" report bomb.gz
exits 1
err_has 'bomb.gz: it unpacks to more than 200 times its size: .* unpack it with gunzip first$'
err_is_one_line
rm bomb.gz

sed 's/"format": 1,/& "calls": [],/' record.json >twice.json
try "a list that is there twice is named" "$MPIT" report twice.json
exits 1
err_has 'twice.json: calls is there twice: not a record of mpit'
err_is_one_line

try "a missing file is named" "$MPIT" report none.json
exits 1
err_has 'none.json: No such file or directory; mpit run --report FILE.json makes a record'
err_is_one_line

try "a directory is no record" "$MPIT" report tmp
exits 1
err_has 'tmp: no files of the calls of a job are in it (mpit_recorder_file)'
err_is_one_line

try "no file at all" "$MPIT" report
exits 2
err_has 'mpit report FILE.json'
err_is_one_line

try "an unknown format names the known" "$MPIT" report --format pdf record.json
exits 2
folders=$(sed -n 's/^FOLDER(\([a-z0-9]*\), .*/\1/p' "$abs_srcdir/tools/formats/formats.def")
err_has "pdf: unknown format; give $(printf '%s\n' "$formats" "$folders" |
    sed '$!{s/$/,/;}' | tr '\n' ' ' | sed 's/, \([a-z0-9]*\) $/ or \1/')\$"
err_is_one_line

[ "$(echo "$formats" | wc -l)" -ge 5 ] || fail "too few formats: $formats"
for format in $formats; do
    try "a full disk is an error in $format" \
        sh -c '"$0" report --format $1 record.json >/dev/full' "$MPIT" "$format"
    exits 1
    err_has 'No space left on device'
    err_is_one_line

    try "a damaged file is refused in $format" "$MPIT" report --format "$format" cut.json
    exits 1
    err_has 'cut.json: line 4, column [0-9]*: '
    err_is_one_line
    test ! -s out || fail 'something is written all the same'
done

try "a label in text keeps to its line" "$MPIT" report markup.json
exits 0
out_has_text 'q"b\s\x0al<script>&'

try "--version names the MPI" "$MPIT" --version
exits 0
out_has '^mpit [0-9].* for '

for subcommand in list run report; do
    try "help $subcommand" "$MPIT" help $subcommand
    exits 0
    out_has "^Usage: mpit $subcommand "
    out_has '--help'
done

try "--help lists the subcommands" "$MPIT" --help
exits 0
out_has '^  run '

try "no subcommand" "$MPIT"
exits 2
err_is_one_line

try "a misspelt subcommand names the nearest" "$MPIT" repotr
exits 2
err_has 'repotr: unknown subcommand; did you mean mpit report?'
err_is_one_line

# A formula, an escape sequence, a control character of the second set, one that turns the writing.
sed 's|"host": "a"|"host": "=1+2"|; s|"host": "b"|"host": "-x\\u001b[2J\\u009b\\u202ez"|
    s|"command": "./solve"|"command": "@e\\u001b[2J\\u009b\\u202ez"|' record.json >hostile.json
esc=$(printf '[\033]\|\302\233\|\342\200\256')
for format in text csv html openmetrics; do
    try "$format lets nothing through that a terminal or a reader obeys" \
        env LC_ALL=C "$MPIT" report --format=$format hostile.json
    exits 0
    LC_ALL=C grep -q "$esc" out && fail 'it does'
    grep -qF 'x1b[2J' out || fail 'nor does it show it'
done
try "no cell is a formula" "$MPIT" report --format=csv hostile.json
out_has "'=1+2"
out_has "'-x"
out_lacks ',[=@+]'
out_lacks ',-[^0-9]'

# What page_record.py has made up: of rank i a queue of i, from half of the job on.
python3 "$here/page_record.py" 4 60 >four.json || fail 'no record'
try "queues are told by their longest, with rank and time" "$MPIT" report four.json
exits 0
out_has '^queue  *most  *at rank  *at  *mean of ranks$'
out_has '^unexpected  *3  *3  *5\.167  *s  *1\.5$'
out_lacks '^posted'

begin_test "each rank has a row with what its time goes into"
out_has '^rank  host .* MPI_Init  MPI_Finalize  point-to-point  completion  collectives  *files'
out_has '^ *3  node0  *10.000  s  4.051  s  *40.5 % .* 1.750  s'

begin_test "nodes are told with their ranks and the processors of all of these"
out_has '^nodes    1 with 3 ranks on 64 processors, 1 with 1 rank on 64 processors$'
sed 's/"processors": "0-63"/"processors": "62-65"/4' four.json >more.json
run "$MPIT" report more.json
out_has '^nodes    1 with 3 ranks on 66 processors, 1 with 1 rank on 64 processors$'

python3 "$here/page_record.py" 17 60 >many.json || fail 'no record'
try "but not of more than 16" "$MPIT" report many.json
out_lacks '^ *16  node0'

try "a misspelt option names the nearest" "$MPIT" report --fromat csv record.json
exits 2
err_has 'did you mean --format?'
err_is_one_line
finish
