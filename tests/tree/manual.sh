#!/bin/sh
# The manual mpit-variables(7): its table of classes, bound objects, datatypes and scopes is what
# the finished library lists, and no row and no column of it is empty; every variable has an entry.
. "${0%/*}/../prelude.sh"
page=$abs_builddir/man/mpit-variables.7

MPIT_VENDOR_VARIABLES=off "$MPIT" list --own --csv >listed || fail 'no list'
sed -n 's/^\.B \([A-Za-z_0-9]*\)$/\1/p' "$page" >entries

# Aliases stand in the list too, and are not ours to choose the shape of.
sed -n '/^\.SH ALIASES/,/^\.SH CATEGORIES/s/^\.B //p' "$page" >aliases
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

run_test the_table_is_what_the_library_lists
run_test no_row_and_no_column_is_empty
run_test every_variable_has_an_entry
finish
