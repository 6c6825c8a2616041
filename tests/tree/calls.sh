#!/bin/sh
# Every function of the vendor's MPI is a row of calls.def, or stands in passed.def with the reason,
# and not in both (PROF-2). MPI_T has a table of its own; that all rows are exported is in
# symbols.sh.
. "${0%/*}/../prelude.sh"

# What the preprocessor has made of calls.def for this vendor: the linker's map, in which MPI_T is
# too.
tr -d ' ' <"$abs_builddir/lib/libmpit.map" | tr ';' '\n' | sed -n 's/^MPI_//p' | grep -v '^T_' |
    sort >rows
begin_test "the linker's map has calls"
[ "$(wc -l <rows)" -gt 150 ] || fail "$(wc -l <rows) in libmpit.map"

rows_of "$abs_srcdir/lib/mpi/passed.def" | sed -n 's/^PASSED(".*", \(.*\))$/\1/p' | tr ' ' '\n' |
    sort >passed

# Functions alone: MPI_UNWEIGHTED and others are data. Fortran's names are in capitals or begin
# with mpi_.
begin_test "the MPI library has functions"
$NM -D --defined-only "$(vendor_library)" | sed 's/@.*//' |
    awk '$2 ~ /^[TtWw]$/ && $3 ~ /^MPI_[A-Z]/ && $3 !~ /^MPI_T_/ { print substr($3, 5) }' |
    sort -u >vendor
[ "$(wc -l <vendor)" -gt 300 ] || fail "$(wc -l <vendor) in $(vendor_library)"

no_call_is_in_both_tables()
{
    cat rows passed | sort | uniq -d >twice
    is_empty twice 'in calls.def and in passed.def'
}

every_function_of_the_mpi_library_is_in_a_table()
{
    sort -u rows passed | comm -23 vendor - >unknown
    is_empty unknown 'neither in calls.def nor in passed.def'
}

run_test no_call_is_in_both_tables
run_test every_function_of_the_mpi_library_is_in_a_table
finish
