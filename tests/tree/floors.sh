#!/bin/sh
# The rooms of lib/ stand on floors (lib/floors.def): a file includes from its own room and from
# lower floors alone, as the compiler's dependency lists tell; and no circle of files is large.
. "${0%/*}/../prelude.sh"
lib=$abs_srcdir/lib

# "floor room what is in it"
sed -n 's/^ROOM(\([0-9]*\), \([a-z]*\), "\(.*\)")$/\1 \2 \3/p' "$lib/floors.def" >rooms
[ -s rooms ] || fail 'no rooms in floors.def'

# "room/file.c room/file.h" for each object and each file of lib/ that it was made from.
find "$abs_builddir/lib" -path '*/.deps/*.Plo' | sort | while read -r list; do
    room=${list#"$abs_builddir/lib/"}
    room=${room%%/*}
    name=${list##*/}
    name=$room/${name%.Plo}.c
    [ -f "$lib/$name" ] || continue # left by a file that has moved since
    echo "$name $name"
    sed 's/[\\ ]\{1,\}/\n/g' "$list" |
        sed -n 's/:$//; s#^.*/lib/\([a-z]*/[a-z_0-9]*\.[hd][ef]*\)$#\1#p' |
        sort -u | sed "s|^|$name |"
done >made_from

# "room/file room/file": who includes whom by himself, .c and .h of a name taken together.
(cd "$lib" && grep -n '^ *# *include "' ./*/*.[ch] ./*/*.def) |
    sed -n 's|^\./\([a-z]*/[^:]*\):[0-9]*:[^"]*"\([a-z]*/[^"]*\)".*|\1 \2|p' |
    sed 's/\.[a-z]* / /; s/\.[a-z]*$//' | awk '$1 != $2' | sort -u >includes

every_directory_is_a_room()
{
    (cd "$lib" && find . -mindepth 1 -maxdepth 1 -type d) | sed 's|^\./||' | sort >there
    awk '{ print $2 }' rooms | sort | comm -3 - there |
        sed 's/^\t/not in floors.def: /; t; s/^/no such room: /' >wrong
    (cd "$lib" && find . -maxdepth 1 -type f ! -name floors.def) |
        sed 's|^\./|in no room: |' >>wrong
    is_empty wrong 'of lib and floors.def'
}

every_source_is_looked_at()
{
    [ -s made_from ] || fail "no dependency lists below $abs_builddir/lib"
    (cd "$lib" && find . -name '*.c') | sed 's|^\./||' | sort >sources
    awk '{ print $1 }' made_from | sort -u | comm -13 - sources >wrong
    is_empty wrong 'the compiler has left no list for it'
}

includes_point_down()
{
    awk '
        NR == FNR { floor[$2] = $1; next }
        {
            split($1, from, "/")
            split($2, to, "/")
            if (from[1] != to[1] && !(floor[to[1]] < floor[from[1]]))
                print $1 " (floor " floor[from[1]] ") is made from " $2 " (floor " floor[to[1]] ")"
        }' rooms made_from >wrong
    is_empty wrong 'upwards'
}

# Files that reach each other, all of them together.
circles_are_small_and_within_a_room()
{
    awk -v most=3 '
        function room(name) { return substr(name, 1, index(name, "/") - 1) }
        { file[$1]; file[$2]; reach[$1, $2] = 1 }
        END {
            for (k in file)
                for (i in file)
                    if ((i, k) in reach)
                        for (j in file)
                            if ((k, j) in reach)
                                reach[i, j] = 1
            for (i in file) {
                n = 1
                apart = 0
                names = i
                for (j in file)
                    if (i != j && (i, j) in reach && (j, i) in reach) {
                        n++
                        names = names ", " j
                        apart += room(i) != room(j)
                    }
                if (n > most || apart)
                    print "a circle of " n " files: " names
            }
        }' includes | sort >wrong
    is_empty wrong 'large, or of several rooms'
}

hacking_shows_these_floors()
{
    awk '{
        floor = $1
        room = $2
        sub(/^[0-9]+ [a-z]+ /, "")
        printf "    %d  %-10s%s\n", floor, room "/", $0
    }' rooms >expected
    grep -E '^    [0-9]  [a-z]+/ ' "$abs_srcdir/HACKING" >shown
    same expected shown
}

run_test every_directory_is_a_room
run_test every_source_is_looked_at
run_test includes_point_down
run_test circles_are_small_and_within_a_room
run_test hacking_shows_these_floors
finish
