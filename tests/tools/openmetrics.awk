# Reads an exposition of OpenMetrics 1.0 as a strict scraper does, and writes its samples; what is
# wrong goes to standard output too, as "BAD line: …", and makes the exit code 1. Beyond the
# specification: only gauges, no timestamps (node_exporter reads these), every family is ours and
# has a HELP, and its name tells its unit.

function bad(what) { print "BAD " NR ": " what ": " $0; failed = 1 }

function ends_in(text, end)
{
    return length(text) > length(end) && substr(text, length(text) - length(end) + 1) == end
}

function begin_family(name, type)
{
    if (name in seen_family) bad("a family twice")
    if (name !~ /^mpit_[a-z0-9_]+$/) bad("name")
    if (type != "gauge") bad("type")
    if (ends_in(name, "_total")) bad("_total, and no counter")
    end_family()
    seen_family[family = name] = 1
    unit = help = label_names = ""
    samples = 0
}

function end_family()
{
    if (family == "") return
    if (help == "") bad("no HELP for " family)
    if (unit == "" && family ~ /_(seconds|bytes|time|size)$/) bad("no UNIT for " family)
}

function metadata(    text)
{
    if ($2 == "TYPE" && NF == 4) {
        begin_family($3, $4)
        return
    }
    if ($3 != family) bad("not of this family")
    if (samples) bad("behind the samples")
    if ($2 == "UNIT" && NF == 4) {
        if (unit != "") bad("UNIT twice")
        unit = $4
        if (unit != "seconds" && unit != "bytes") bad("no base unit")
        if (!ends_in(family, "_" unit)) bad("the name does not end in the unit")
    } else if ($2 == "HELP" && NF > 3) {
        if (help != "") bad("HELP twice")
        text = help = $0
        gsub(/\\[\\n]/, "", text)
        if (index(text, "\\")) bad("escape in HELP")
    } else
        bad("metadata")
}

# Takes `name="value"` pairs up to the brace from the rest of the line; sets `rest`, `names`.
function labels(    name)
{
    names = ""
    while (match(rest, /^[a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\["\\n])*"/)) {
        name = substr(rest, 1, index(rest, "=") - 1)
        if (index(names ",", "," name ",")) bad("a label twice")
        names = names "," name
        rest = substr(rest, RLENGTH + 1)
        if (substr(rest, 1, 1) == "}") {
            rest = substr(rest, 2)
            return
        }
        if (substr(rest, 1, 1) != ",") break
        rest = substr(rest, 2)
    }
    bad("labels")
}

function sample(    name, series)
{
    match($0, /^[a-z0-9_]*/)
    name = substr($0, 1, RLENGTH)
    if (name != family) bad("not of the family " family)
    rest = substr($0, RLENGTH + 1)
    names = ""
    if (substr(rest, 1, 1) == "{") {
        rest = substr(rest, 2)
        labels()
    }
    if (rest !~ /^ [0-9]+(\.[0-9]+)?$/) bad("value")
    if (samples++ && names != label_names) bad("other labels than the sample before")
    label_names = names
    series = substr($0, 1, length($0) - length(rest))
    if (series in seen_series) bad("a series twice")
    seen_series[series] = 1
    print
}

over { bad("behind # EOF"); next }
$0 == "# EOF" { end_family(); over = 1; next }
/^#/ { metadata(); next }
{ sample() }
END {
    if (!over) bad("no # EOF")
    exit failed
}
