#!/bin/sh
# What the library exports is what its tables say, under both names (PROF-1); and no object outside of
# lib/hook, lib/entry and lib/mpi refers to a function of MPI: the vendor boundary (style rule 5).

: "${NM:?}" "${LIBMPIT:?}" "${abs_srcdir:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

# run_test NAME: a function, which prints what is wrong.
run_test()
{
    "$1" >"$scratch/wrong"
    if [ -s "$scratch/wrong" ]; then
        echo "FAIL: $1:"
        sed 's/^/    /' "$scratch/wrong"
        failures=$((failures + 1))
    else
        echo "ok: $1"
    fi
}

$NM -D --defined-only "$LIBMPIT" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >"$scratch/exported"
# The map that the linker was given, which the preprocessor has made of the tables.
tr -d ' ' <"$abs_builddir/lib/libmpit.map" | tr ';' '\n' | grep -E '^P?MPI_[A-Za-z]' | sort -u \
    >"$scratch/tables"
[ -s "$scratch/exported" ] && [ -s "$scratch/tables" ] || exit 99

every_name_of_the_tables_is_exported()
{
    comm -23 "$scratch/tables" "$scratch/exported"
}

nothing_but_the_tables_and_our_own_names_is_exported()
{
    comm -13 "$scratch/tables" "$scratch/exported" | grep -Ev '^mpit_[^_]'
}

every_function_has_both_names()
{
    sed -n 's/^MPI_/PMPI_/p' "$scratch/exported" | sort >"$scratch/wanted"
    grep '^PMPI_' "$scratch/exported" | sort >"$scratch/found"
    comm -3 "$scratch/wanted" "$scratch/found"
}

# MPI 3.1, 14.3; those of events came later.
all_31_functions_of_the_interface_are_exported()
{
    n=$(grep '^MPI_T_' "$scratch/exported" | grep -c -v -e event -e source)
    [ "$n" -eq 31 ] || echo "$n functions of MPI_T are exported besides those of events"
}

# MPI functions that an object refers to and does not define. Data of MPI's (a datatype's address, the
# null objects) has another type than a function in the vendor's library, which is asked.
functions_of_mpi()
{
    vendor=$(ldd "$LIBMPIT" | awk '/libmpi(ch)?\.so/ { print $3; exit }')
    $NM -D --defined-only "$vendor" | awk '$2 ~ /^[TWti]$/ { print $3 }' | sed 's/@.*//' | sort -u
}

only_hooks_and_the_vendor_boundary_call_mpi()
{
    functions_of_mpi | grep -E '^P?MPI_' >"$scratch/functions"
    [ -s "$scratch/functions" ] || echo "the MPI library has no functions"
    find "$abs_builddir/lib" -name '*.o' ! -path '*/.libs/*' | sort >"$scratch/objects"
    [ -s "$scratch/objects" ] || find "$abs_builddir/lib" -name '*.o' >"$scratch/objects"
    while read -r object; do
        case $object in
        */lib/hook/* | */lib/mpi/* | */lib/entry/*) continue ;;
        esac
        $NM -u "$object" | awk '{ print $2 }' | sort -u | comm -12 - "$scratch/functions" |
            sed "s|^|${object#"$abs_builddir/"} refers to |"
    done <"$scratch/objects"
}

for test in every_name_of_the_tables_is_exported \
    nothing_but_the_tables_and_our_own_names_is_exported every_function_has_both_names \
    all_31_functions_of_the_interface_are_exported only_hooks_and_the_vendor_boundary_call_mpi; do
    run_test $test
done

[ $failures -eq 0 ]
