#!/bin/sh
# Every function of the vendor's MPI is a row of calls.def, or stands in passed.def with the reason,
# and not in both (PROF-2). MPI_T has a table of its own; that all rows are exported is in symbols.sh.

: "${MPICC:?}" "${NM:?}" "${LIBMPIT:?}" "${abs_srcdir:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail()
{
    echo "FAIL: $1:"
    sed 's/^/  /' "$2"
    failures=$((failures + 1))
}

# The library that programs of this MPI load: the one that libmpit itself has as NEEDED.
library=$(ldd "$LIBMPIT" | awk '$1 ~ /^libmpi(ch)?\.so/ { print $3; exit }')
[ -f "$library" ] || { echo "FAIL: $LIBMPIT loads no MPI library"; exit 99; }

# Functions alone: MPI_UNWEIGHTED and others are data. Fortran's names are in capitals or begin
# with mpi_.
$NM -D --defined-only "$library" | sed 's/@.*//' |
    awk '$2 ~ /^[TtWw]$/ && $3 ~ /^MPI_[A-Z]/ && $3 !~ /^MPI_T_/ { print substr($3, 5) }' |
    sort -u >"$scratch/vendor"
[ "$(wc -l <"$scratch/vendor")" -gt 300 ] || { echo "FAIL: no functions in $library"; exit 99; }

# What the preprocessor has made of calls.def for this vendor: the linker's map, which MPI_T is in too.
tr -d ' ' <"$abs_builddir/lib/libmpit.map" | tr ';' '\n' | sed -n 's/^MPI_//p' | grep -v '^T_' |
    sort >"$scratch/rows"
[ "$(wc -l <"$scratch/rows")" -gt 100 ] || { echo "FAIL: no calls in libmpit.map"; exit 99; }
sed '1,/\*\//d' "$abs_srcdir/lib/mpi/passed.def" | sed 's/^PASSED(".*",$//' | tr -d ')' |
    tr ' ' '\n' | sed '/^$/d' | sort >"$scratch/passed"

cat "$scratch/rows" "$scratch/passed" | sort | uniq -d >"$scratch/twice"
[ -s "$scratch/twice" ] && fail "named twice in calls.def and passed.def" "$scratch/twice"

sort -u "$scratch/rows" "$scratch/passed" | comm -23 "$scratch/vendor" - >"$scratch/unknown"
[ -s "$scratch/unknown" ] &&
    fail "in $library, and neither in calls.def nor in passed.def" "$scratch/unknown"

[ $failures -eq 0 ]
