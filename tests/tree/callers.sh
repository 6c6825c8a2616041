#!/bin/sh
# Who calls the MPI below: the rooms of lib/mpi/callers.def, each what its rows say, through mpit__next;
# and nothing but lib/mpi is compiled otherwise for one MPI than for the other. The sources tell which
# functions, the objects whether at all: so a macro or an inline function hides no call.

: "${NM:?}" "${abs_srcdir:?}" "${abs_builddir:?}"
lib=$abs_srcdir/lib
table=$lib/mpi/callers.def
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

# "group function" and "room group"
sed -n 's/^GROUP(\([a-z_]*\), \(.*\))$/\1 \2/p' "$table" |
    awk '{ for (i = 2; i <= NF; i++) print $1, $i }' >"$scratch/groups"
sed -n 's/^CALLS(\([a-z]*\), \([a-z_]*\), "..*")$/\1 \2/p' "$table" >"$scratch/calls"
if [ ! -s "$scratch/groups" ] || [ ! -s "$scratch/calls" ]; then
    echo "FAIL: no rows in callers.def"
    exit 99
fi

# "room/file function" for each mention in the sources, comments left out. What is done with the table
# as a whole is its function "mpit__next".
(cd "$lib" && find . -name '*.[ch]' -o -name '*.def') | sed 's|^\./||' | sort |
    while read -r file; do
        sed 's|/\*.*\*/||; /\/\*/,/\*\//d' "$lib/$file" | grep -o 'mpit__next[.A-Za-z_0-9#]*' |
            sed 's/^mpit__next\.//; s/^P\{0,1\}MPI_//' | sed "s|^|$file |"
    done | sort -u >"$scratch/mentions"

every_row_is_of_a_room_and_a_group_that_are_there()
{
    sed -n 's/^ROOM([0-9]*, \([a-z]*\),.*/\1/p' "$lib/floors.def" | sort >"$scratch/rooms"
    awk '{ print $1 }' "$scratch/calls" | sort -u | comm -23 - "$scratch/rooms" | sed 's/$/ is no room/'
    awk '{ print $1 }' "$scratch/groups" | sort -u >"$scratch/known"
    awk '{ print $2 }' "$scratch/calls" | sort -u >"$scratch/used"
    comm -13 "$scratch/known" "$scratch/used" | sed 's/$/ is no group/'
    comm -23 "$scratch/known" "$scratch/used" | sed 's/$/ is a group that nobody calls/'
    # No row is lost by its form.
    [ "$(grep -c '^GROUP(\|^CALLS(' "$table")" = \
        "$(awk '{ print $1 }' "$scratch/known" "$scratch/calls" | wc -l)" ] ||
        echo "a row is not of the form that is said at the top"
}

# Prints the mentions that no row allows (print_wrong=1), or the rows that no mention needs.
match()
{
    awk -v print_wrong="$1" '
        function matches(function_, pattern) {
            if (pattern ~ /\*$/)
                return index(function_, substr(pattern, 1, length(pattern) - 1)) == 1
            return function_ == pattern
        }
        FILENAME ~ /groups$/ { function_of[NR] = $2; group_of[NR] = $1; n = NR; next }
        FILENAME ~ /calls$/ { may[$1, $2] = 1; next }
        {
            split($1, path, "/")
            allowed = 0
            for (i = 1; i <= n; i++)
                if ((path[1], group_of[i]) in may && matches($2, function_of[i])) {
                    allowed = 1
                    needed[path[1], group_of[i]] = 1
                    named[i] = 1
                }
            if (print_wrong && !allowed)
                print $1 " calls " $2 ", which no row of callers.def says of lib/" path[1]
        }
        END {
            for (key in may)
                if (!print_wrong && !(key in needed)) {
                    split(key, row, SUBSEP)
                    print "lib/" row[1] " calls nothing of the group " row[2]
                }
            for (i = 1; i <= n; i++)
                if (!print_wrong && !(i in named))
                    print "nobody calls " function_of[i] " of the group " group_of[i]
        }' "$scratch/groups" "$scratch/calls" "$scratch/mentions" | sort
}

each_room_calls_what_its_rows_say()
{
    [ -s "$scratch/mentions" ] || echo "nobody calls the MPI below"
    match 1
}

every_row_is_needed()
{
    match 0
}

# Static inline functions of lib/mpi call too: their code stands in the objects of who uses them.
other_rooms_have_no_reference_to_the_table()
{
    find "$abs_builddir/lib" -name '*.o' ! -path '*/.libs/*' | sort >"$scratch/objects"
    [ -s "$scratch/objects" ] || find "$abs_builddir/lib" -name '*.o' >"$scratch/objects"
    awk '{ print $1 }' "$scratch/calls" | sort -u >"$scratch/may"
    seen=0
    while read -r object; do
        file=${object#"$abs_builddir/lib/"}
        [ -f "$lib/${file%.o}.c" ] || continue # left by a file that has moved since
        $NM -u "$object" | grep -q ' mpit__next$' || continue
        seen=1
        grep -qx "${file%%/*}" "$scratch/may" || echo "$file refers to mpit__next"
    done <"$scratch/objects"
    [ $seen = 1 ] || echo "no object refers to mpit__next"
}

nothing_but_the_boundary_is_made_for_one_mpi()
{
    (cd "$lib" && grep -n 'MPIT_OPENMPI\|MPIT_MPICH' -r . | grep -v '^\./mpi/' | sed 's|^\./||')
}

for test in every_row_is_of_a_room_and_a_group_that_are_there each_room_calls_what_its_rows_say \
    every_row_is_needed other_rooms_have_no_reference_to_the_table \
    nothing_but_the_boundary_is_made_for_one_mpi; do
    run_test $test
done

[ $failures -eq 0 ]
