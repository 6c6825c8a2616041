# The rows of tables, one a line: awk -f tests/rows.awk FILE.  A row of a .def may go on over
# several lines; what C would join, a script reads joined, with empty lines behind it: so lines keep
# their numbers.  What is no row stays as it is.

# Leaves in `open` how many brackets are open at the end of a line, strings aside.
function count(line, i, c)
{
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (quoted) {
            if (c == "\\")
                i++
            else if (c == "\"")
                quoted = 0
        } else if (c == "\"")
            quoted = 1
        else if (c == "(")
            open++
        else if (c == ")")
            open--
    }
}

/^[A-Z][A-Z_0-9]*\(/ && open == 0 { row = ""; in_row = 1; more = 0 }
in_row {
    line = $0
    if (row != "") {
        sub(/^[ \t]+/, "", line)
        # One text in two pieces.
        if (row ~ /[^\\]"$/ && line ~ /^"/) {
            row = substr(row, 1, length(row) - 1)
            line = substr(line, 2)
        } else if (row !~ /\($/)
            row = row " "
    }
    row = row line
    quoted = 0
    count($0)
    if (open > 0) {
        more++
        next
    }
    in_row = 0
    $0 = row
    for (; more > 0; more--)
        $0 = $0 "\n"
}
{ print }
