#!/bin/sh
# Who calls the MPI below: the rooms of lib/mpi/callers.def, each what its rows say, through
# mpit__next; and nothing outside of lib/mpi is compiled otherwise for one MPI than for the other.
# The sources tell which functions, the objects whether at all: so no macro and no inline function
# hides a call.
. "${0%/*}/../prelude.sh"

lib=$abs_srcdir/lib

# "group function" and "room group"
rows_of "$lib/mpi/callers.def" >table
sed -n 's/^GROUP(\([a-z_]*\), \(.*\))$/\1 \2/p' table |
    awk '{ for (i = 2; i <= NF; i++) print $1, $i }' >groups
sed -n 's/^CALLS(\([a-z]*\), \([a-z_]*\), "..*")$/\1 \2/p' table >calls

# "room/file function" for each mention in the sources, comments left out; of the table as a whole
# it is "mpit__next".
(cd "$lib" && find . -name '*.[ch]' -o -name '*.def' | sed 's|^\./||' | sort | xargs awk '
    FNR == 1 { inside = 0 }
    { sub(/\/\*.*\*\//, "") }
    inside || /\/\*/ {
        inside = !(inside && /\*\//)
        next
    }
    {
        while (match($0, /mpit__next[.A-Za-z_0-9#]*/)) {
            name = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
            sub(/^mpit__next\./, "", name)
            sub(/^P?MPI_/, "", name)
            print FILENAME, name
        }
    }') | sort -u >mentions

every_row_is_of_a_room_and_a_group_that_are_there()
{
    sed -n 's/^ROOM([0-9]*, \([a-z]*\),.*/\1/p' "$lib/floors.def" | sort >rooms
    awk '{ print $1 }' calls | sort -u | comm -23 - rooms >wrong
    is_empty wrong 'no room of floors.def'
    awk '{ print $1 }' groups | sort -u >known
    awk '{ print $2 }' calls | sort -u | comm -3 known - >wrong
    is_empty wrong 'groups in GROUP or in CALLS alone'
    [ "$(grep -c '^GROUP(\|^CALLS(' table)" = "$(cat known calls | wc -l)" ] ||
        fail 'a row is not of the form that stands at the top'
}

# Prints the mentions that no row allows ("stray"), or the rows that no mention needs ("idle").
match()
{
    awk -v which="$1" '
        function is_like(name, pattern) {
            if (pattern ~ /\*$/)
                return index(name, substr(pattern, 1, length(pattern) - 1)) == 1
            return name == pattern
        }
        FILENAME == "groups" { group[NR] = $1; pattern[NR] = $2; n = NR; next }
        FILENAME == "calls" { may[$1, $2] = 1; next }
        {
            split($1, path, "/")
            allowed = 0
            for (i = 1; i <= n; i++)
                if ((path[1], group[i]) in may && is_like($2, pattern[i])) {
                    allowed = 1
                    needed[path[1], group[i]] = 1
                    named[i] = 1
                }
            if (which == "stray" && !allowed)
                print $1 " calls " $2
        }
        END {
            if (which == "stray")
                exit
            for (row in may)
                if (!(row in needed)) {
                    split(row, column, SUBSEP)
                    print "lib/" column[1] " calls nothing of the group " column[2]
                }
            for (i = 1; i <= n; i++)
                if (!(i in named))
                    print "nobody calls " pattern[i] " of the group " group[i]
        }' groups calls mentions | sort
}

each_room_calls_what_its_rows_say()
{
    [ -s mentions ] || fail 'nobody calls the MPI below'
    match stray >wrong
    is_empty wrong 'in no row'
}

every_row_is_needed()
{
    match idle >wrong
    is_empty wrong 'not needed'
}

# Static inline functions of lib/mpi call too: their code stands in the objects of who uses them.
other_rooms_have_no_reference_to_the_table()
{
    find "$abs_builddir/lib" -name '*.o' ! -path '*/.libs/*' | sort >objects
    [ -s objects ] || find "$abs_builddir/lib" -name '*.o' | sort >objects
    # shellcheck disable=SC2086 # a command
    xargs $NM -A -u <objects | sed -n "s|^$abs_builddir/lib/\\(.*\\)\\.o:.* mpit__next\$|\\1|p" |
        sed 's|/\.libs/|/|' | while read -r file; do
        [ ! -f "$lib/$file.c" ] || echo "$file" # else left by a file that has moved since
    done >refer
    [ -s refer ] || fail 'no object refers to mpit__next'
    awk 'FILENAME == "calls" { may[$1]; next }
        { split($0, path, "/") }
        !(path[1] in may)' calls refer >wrong
    is_empty wrong 'refer to mpit__next'
}

nothing_but_the_boundary_is_made_for_one_mpi()
{
    grep -rn 'MPIT_OPENMPI\|MPIT_MPICH' "$lib" | sed "s|^$lib/||" | grep -v '^mpi/' >wrong
    is_empty wrong 'to be asked of lib/mpi'
}

run_test every_row_is_of_a_room_and_a_group_that_are_there
run_test each_room_calls_what_its_rows_say
run_test every_row_is_needed
run_test other_rooms_have_no_reference_to_the_table
run_test nothing_but_the_boundary_is_made_for_one_mpi
finish
