#!/bin/sh
# What the library exports is what its tables say, under both names (PROF-1), it depends on no MPI,
# and its back end has one name for it; no object outside
# of lib/hook, lib/entry and lib/mpi refers to a function of MPI: the vendor boundary.
. "${0%/*}/../prelude.sh"

$NM -D --defined-only "$LIBMPIT" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >exported
# The map that the linker was given, which the preprocessor has made of the tables.
tr -d ' ' <"$abs_builddir/lib/libmpit.map" | tr ';' '\n' | grep -E '^(P?MPI_[A-Za-z]|mpit_)' |
    sort -u >tables
[ -s exported ] || fail 'libmpit exports nothing'
[ -s tables ] || fail 'the export map is empty'

every_name_of_the_tables_is_exported()
{
    comm -23 tables exported >wrong
    is_empty wrong 'not exported'
}

nothing_but_the_tables_and_our_own_names_is_exported()
{
    comm -13 tables exported >wrong
    is_empty wrong 'exported'
}

every_function_has_both_names()
{
    sed -n 's/^MPI_/PMPI_/p' exported | sort >wanted
    grep '^PMPI_' exported | sort >found
    comm -3 wanted found >wrong
    is_empty wrong 'under one name alone'
}

# MPI 3.1, 14.3; those of events came later.
all_31_functions_of_the_interface_are_exported()
{
    n=$(grep '^MPI_T_' exported | grep -c -v -e event -e source)
    [ "$n" -eq 31 ] || fail "$n functions of MPI_T are exported besides those of events"
}

# Functions alone: an object may refer to data of MPI's (a datatype's address, the null objects),
# which has another type in the vendor's library.
functions_of_mpi()
{
    $NM -D --defined-only "$(vendor_library)" | awk '$2 ~ /^[TWti]$/ { print $3 }' |
        sed 's/@.*//' | sort -u
}

only_hooks_and_the_vendor_boundary_call_mpi()
{
    functions_of_mpi | grep -E '^P?MPI_' >functions
    [ -s functions ] || fail 'the MPI library has no functions'
    find "$abs_builddir/lib" -name '*.o' ! -path '*/.libs/*' | sort >objects
    [ -s objects ] || find "$abs_builddir/lib" -name '*.o' >objects
    while read -r object; do
        case $object in
        */lib/hook/* | */lib/mpi/* | */lib/entry/*) continue ;;
        esac
        $NM -u "$object" | awk '{ print $2 }' | sort -u | comm -12 - functions |
            sed "s|^|${object#"$abs_builddir/"} refers to |"
    done <objects >wrong
    is_empty wrong 'beyond the boundary'
}

it_needs_libc_and_no_mpi()
{
    readelf -d "$LIBMPIT" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >needed
    # A compiler's own, which its sanitizers bring; libc's in older ones are several.
    grep -Ev '^(libc|libdl|libpthread|librt|libm|ld-linux.*|lib[atu]*san)\.so' needed >wrong
    is_empty wrong 'needed'
}

the_back_end_exports_one_name()
{
    $NM -D --defined-only "$BACK" | awk '{ print $3 }' >names
    echo mpit_back | cmp -s - names || fail "$(cat names)"
}

run_test it_needs_libc_and_no_mpi
run_test the_back_end_exports_one_name
run_test every_name_of_the_tables_is_exported
run_test nothing_but_the_tables_and_our_own_names_is_exported
run_test every_function_has_both_names
run_test all_31_functions_of_the_interface_are_exported
run_test only_hooks_and_the_vendor_boundary_call_mpi
finish
