#!/bin/sh
# The manual mpit-events(7) has each event with its elements, and what pages name is there.  The
# manual mpit-variables(7): its table of classes, bound objects, datatypes and scopes is what
# the finished library lists, and no row and no column of it is empty; every variable has an entry.
. "${0%/*}/../prelude.sh"
page=$abs_builddir/man/mpit-variables.7

MPIT_VENDOR_VARIABLES=off "$MPIT" list --own --csv >listed || fail 'no list'
sed -n 's/^\.B \([A-Za-z_0-9]*\)$/\1/p' "$page" >entries

# Aliases stand in the list too, and are not ours to choose the shape of.
sed -n '/^\.SH ALIASES/,/^\.SH VALUES/s/^\.B //p' "$page" >aliases
awk -F, -v aliases=aliases '
BEGIN { while ((getline name < aliases) > 0) alias[name] = 1 }
$1 == "pvar" && !($2 in alias) { print "by bind", $3, $5; print "by class", "MPI_" $4, $3 }
$1 == "cvar" { print "by scope", "MPI_" $4, $3 }' listed |
    sort | uniq -c | awk '{ print $2, $3, $4, $5, $1 }' | sort >found

# A row is ".B NAME" and then "COLUMN NUMBER, …"; of a datatype the scopes stand behind a semicolon.
awk '
/^\.SH/ { inside = $2 == "COVERAGE" }
!inside { next }
/^\.B / { row = $2; next }
/^[A-Z]/ && row {
    sub(/\.$/, "")
    n = split($0, part, "; ")
    for (i = 1; i <= n; i++) {
        m = split(part[i], cell, ", ")
        for (j = 1; j <= m; j++) {
            split(cell[j], word, " ")
            what = row !~ /^MPI_/ ? "bind" : word[1] ~ scopes ? "scope" : "class"
            print "by", what, row, word[1], word[2]
        }
    }
    row = ""
}' scopes='^(CONSTANT|READONLY|LOCAL|GROUP|GROUP_EQ|ALL|ALL_EQ)$' "$page" | sort >table

the_table_is_what_the_library_lists()
{
    same found table
}

# has WHAT ROW COLUMN: "-" for any
has()
{
    awk -v what="$1" -v row="$2" -v column="$3" '
    $2 == what && (row == "-" || $3 == row) && (column == "-" || $4 == column) && $5 > 0 {
        found = 1
    }
    END { exit !found }' found
}

no_row_and_no_column_is_empty()
{
    for class in STATE LEVEL SIZE PERCENTAGE HIGHWATERMARK LOWWATERMARK COUNTER AGGREGATE TIMER \
        GENERIC; do
        has bind "$class" - || fail "no variable of class $class"
        has class - "$class" || fail "no datatype for class $class"
    done
    for bind in NO_OBJECT MPI_COMM MPI_DATATYPE MPI_ERRHANDLER MPI_FILE MPI_GROUP MPI_OP \
        MPI_REQUEST MPI_WIN MPI_MESSAGE MPI_INFO; do
        has bind - "$bind" || fail "no variable bound to $bind"
    done
    for scope in CONSTANT READONLY LOCAL GROUP GROUP_EQ ALL ALL_EQ; do
        has scope - "$scope" || fail "no variable of scope $scope"
    done
    for type in INT UNSIGNED UNSIGNED_LONG UNSIGNED_LONG_LONG COUNT CHAR DOUBLE; do
        has class "MPI_$type" - || has scope "MPI_$type" - || fail "no variable of type MPI_$type"
    done
}

every_variable_has_an_entry()
{
    cut -d, -f2 listed | sed 1d | sort -u >names
    sort -u entries >sorted
    missing=$(comm -23 names sorted)
    # Categories are in the list as well, and have theirs; "vendor" is the MPI library's.
    [ -z "$missing" ] || fail "no entry for $missing"
    [ "$(wc -l <names)" -gt 150 ] || fail 'too few names to have looked at them all'
}

every_event_has_an_entry_with_its_elements()
{
    MPIT_VENDOR_VARIABLES=off "$MPIT" list --events --own --json >events.json || fail 'no events'
    python3 - "$abs_builddir/man/mpit-events.7" >missing <<'END'
import json, re, sys
page = open(sys.argv[1]).read().replace("\\-", "-")
events = json.load(open("events.json"))["events"]
for event in events:
    entry = re.search(r"\n\.B " + event["name"] + r"\n(.*\n)*?(?=\.TP|\.SH)", page)
    if not entry:
        print(event["name"])
        continue
    listed = re.findall(r"\\fI(\w+)\\fR \((\w+)\)", entry[0])
    if listed != [(e["name"], "MPI_" + e["type"]) for e in event["elements"]]:
        print(event["name"], listed)
if len(events) < 10:
    print("too few", len(events))
END
    is_empty missing 'no entry, or other elements'
}

# is_made PATH: it is built, or can be.
is_made()
{
    [ -x "$abs_builddir/$1" ] || find "$abs_srcdir" \( -name Makefile.am -o -name local.mk \) \
        -exec grep -q "$1\([ .]\|\$\)" {} \; -print | grep -q .
}

# What stands in the source or in a build, or is the name of a test.
paths_that_pages_name_are_there()
{
    folders='lib|tools|tests|bench|examples|doc|man|packaging|mpib|m4'
    for page in README HACKING examples/README bench/README; do
        sed 's|\.\./\.\./||g' "$abs_srcdir/$page" |
            grep -oE "(^|[^A-Za-z0-9_./-])($folders)/[A-Za-z0-9_./-]*[A-Za-z0-9_]" |
            sed 's/^[^a-z]//' | sort -u | while read -r path; do
            [ -e "$abs_srcdir/$path" ] || [ -e "$abs_builddir/$path" ] ||
                [ -e "$abs_srcdir/$path.c" ] || is_made "$path" || echo "$page: $path"
        done
    done >missing
    is_empty missing 'named, and not there'
    # Those that are run stand in the folder that the page says, built or not.
    sed -n 's|^ \{17\}\(\.\./\.\./[^ ]*\|examples/[^ ]*\).*|\1|p' "$abs_srcdir/examples/README" |
        while read -r path; do
            case $path in
            ../../*) [ -x "$abs_srcdir/${path#../../}" ] || echo "$path" ;;
            *) is_made "$path" || echo "$path" ;;
            esac
        done >missing
    is_empty missing 'to be run, and not there'
}

run_test the_table_is_what_the_library_lists
run_test no_row_and_no_column_is_empty
run_test every_variable_has_an_entry
run_test every_event_has_an_entry_with_its_elements
run_test paths_that_pages_name_are_there
finish
