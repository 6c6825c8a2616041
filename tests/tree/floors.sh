#!/bin/sh
# The rooms of lib/ and of tools/ stand on floors (floors.def of each): a file includes from its own
# room and from lower floors alone, as the compiler's dependency lists tell; and no circle of files
# is large.
. "${0%/*}/../prelude.sh"

# look_at HOUSE: leaves in rooms "floor room what is in it"; in made_from "room/file.c room/file.h"
# for each object and each file of the house that it was made from; in includes "room/file
# room/file": who includes whom by himself, .c and .h of a name taken together.
look_at()
{
    house=$1
    floors_of "$house" >rooms
    [ -s rooms ] || fail "no rooms in $house/floors.def"
    find "$abs_builddir/$house" -path '*/.deps/*.*o' | sort | while read -r list; do
        room=${list#"$abs_builddir/$house/"}
        room=${room%%/*}
        name=${list##*/}
        name=${name%.*}
        # An object of a program or library with flags of its own is called after both.
        name=$room/${name##*-}.c
        [ -f "$abs_srcdir/$house/$name" ] || continue # left by a file that has moved since
        echo "$name $name"
        sed 's/[\\ ]\{1,\}/\n/g' "$list" |
            sed -n "s/:\$//; s#^.*/$house/\([a-z]*/[a-z_0-9]*\.[hd][ef]*\)\$#\1#p" |
            sort -u | sed "s|^|$name |"
    done >made_from
    (cd "$abs_srcdir/$house" && grep -n '^ *# *include "' ./*/*.[ch] ./*/*.def) |
        sed -n "s|\"$house/|\"|
            s|^\./\([a-z]*/[^:]*\):[0-9]*:[^\"]*\"\([a-z]*/[^\"]*\)\".*|\1 \2|p" |
        sed 's/\.[a-z]* / /; s/\.[a-z]*$//' | awk '$1 != $2' | sort -u >includes
}

floors_of()
{
    rows_of "$abs_srcdir/$1/floors.def" |
        sed -n 's/^ROOM(\([0-9]*\), \([a-z]*\), "\(.*\)")$/\1 \2 \3/p'
}

every_directory_is_a_room()
{
    (cd "$abs_srcdir/$house" && find . -mindepth 1 -maxdepth 1 -type d) | sed 's|^\./||' |
        sort >there
    awk '{ print $2 }' rooms | sort | comm -3 - there |
        sed 's/^\t/not in floors.def: /; t; s/^/no such room: /' >wrong
    is_empty wrong "of $house and its floors.def"
}

# Beside the rooms there are tables, the list for make, and the program that opens them.
no_source_stands_outside_of_the_rooms()
{
    (cd "$abs_srcdir/$house" && find . -maxdepth 1 -name '*.[ch]' ! -name mpit.c) |
        sed 's|^\./|in no room: |' >wrong
    is_empty wrong "of $house"
}

every_source_is_looked_at()
{
    [ -s made_from ] || fail "no dependency lists below $abs_builddir/$house"
    (cd "$abs_srcdir/$house" && find . -mindepth 2 -name '*.c') | sed 's|^\./||' | sort >sources
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

# "where do I add …": a subcommand is a room of its name.
each_subcommand_is_a_room()
{
    sed -n 's/^SUBCOMMAND(\([a-z]*\),.*/\1/p' "$abs_srcdir/tools/subcommands.def" | sort >wanted
    [ -s wanted ] || fail 'there are no subcommands'
    while read -r name; do
        [ -f "$abs_srcdir/tools/$name/$name.c" ] || echo "$name"
    done <wanted >wrong
    is_empty wrong 'without a file of its name in a room of its name'
}

hacking_shows_the_floors_of_lib()
{
    floors_of lib | awk '{
        floor = $1
        room = $2
        sub(/^[0-9]+ [a-z]+ /, "")
        printf "    %d  %-12s%s\n", floor, room "/", $0
    }' >expected
    grep -E '^    [0-9]  [a-z]+/ ' "$abs_srcdir/HACKING" >shown
    same expected shown
}

for house in lib tools; do
    look_at "$house"
    run_test every_directory_is_a_room
    run_test no_source_stands_outside_of_the_rooms
    run_test every_source_is_looked_at
    run_test includes_point_down
    run_test circles_are_small_and_within_a_room
done
run_test each_subcommand_is_a_room
run_test hacking_shows_the_floors_of_lib
finish
