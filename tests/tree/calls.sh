#!/bin/sh
# Every function of the vendor's MPI is a row of calls.def, or stands in passed.def with the reason,
# and not in both (PROF-2). MPI_T has a table of its own.
. "${0%/*}/../prelude.sh"

rows_of()
{
    sed -n 's/^\(CALL\|ALWAYS\|SPECIAL\|VARIADIC\)(\([A-Za-z0-9_]*\).*/\2/p' "$@" | sort
}
rows_of "$abs_srcdir/lib/mpi/calls.def" "$abs_srcdir/lib/mpi/calls_mpi4.def" >rows
sed '1,/\*\//d' "$abs_srcdir/lib/mpi/passed.def" | sed 's/^PASSED(".*",$//' | tr -d ')' |
    tr ' ' '\n' | sed '/^$/d' | sort >passed
$NM -D --defined-only "$LIBMPIT" | awk '{ print $3 }' | sort >exported

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

what_is_overridden_is_exported_by_both_names()
{
    comm -12 rows vendor | sed 's/.*/MPI_&\nPMPI_&/' | sort | comm -23 - exported >missing
    is_empty missing 'in calls.def and not exported by libmpit'
}

run_test no_call_is_in_both_tables
run_test every_function_of_the_mpi_library_is_in_a_table
run_test what_is_overridden_is_exported_by_both_names
finish
