#!/bin/sh
# The rooms of lib/ stand on floors (lib/floors.def): a file includes from its own room and from
# lower floors alone, as the compiler's dependency lists tell; and no circle of files is large.

: "${abs_srcdir:?}" "${abs_builddir:?}"
lib=$abs_srcdir/lib
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

# "floor room what is in it"
sed -n 's/^ROOM(\([0-9]*\), \([a-z]*\), "\(.*\)")$/\1 \2 \3/p' "$lib/floors.def" >"$scratch/rooms"
[ -s "$scratch/rooms" ] || { echo "FAIL: no rooms in floors.def"; exit 99; }

# "room/file.c room/file.h" for each object and each file of lib/ that it was made from.
find "$abs_builddir/lib" -path '*/.deps/*.Plo' | sort | while read -r list; do
    room=${list#"$abs_builddir/lib/"}
    room=${room%%/*}
    name=${list##*/}
    name=$room/${name%.Plo}.c
    [ -f "$lib/$name" ] || continue # left by a file that has moved since
    echo "$name $name"
    tr -s ' \\' '\n\n' <"$list" | sed -n 's/:$//; s#^.*/lib/\([a-z]*/[a-z_0-9]*\.[hd][ef]*\)$#\1#p' |
        sort -u | sed "s|^|$name |"
done >"$scratch/made_from"

# "room/file room/file": who includes whom by himself, .c and .h of a name taken together.
(cd "$lib" && grep -n '^ *# *include "' ./*/*.[ch] ./*/*.def) |
    sed -n 's|^\./\([a-z]*/[^:]*\):[0-9]*:[^"]*"\([a-z]*/[^"]*\)".*|\1 \2|p' |
    sed 's/\.[a-z]* / /; s/\.[a-z]*$//' | awk '$1 != $2' | sort -u >"$scratch/includes"

every_directory_is_a_room()
{
    (cd "$lib" && find . -mindepth 1 -maxdepth 1 -type d) | sed 's|^\./||' | sort >"$scratch/there"
    awk '{ print $2 }' "$scratch/rooms" | sort | comm -3 - "$scratch/there" |
        sed 's/^\t/not in floors.def: /; t; s/^/no such room: /'
    (cd "$lib" && find . -maxdepth 1 -type f ! -name floors.def) | sed 's|^\./|in no room: |'
}

every_source_is_looked_at()
{
    [ -s "$scratch/made_from" ] || echo "no dependency lists below $abs_builddir/lib"
    (cd "$lib" && find . -name '*.c') | sed 's|^\./||' | sort >"$scratch/sources"
    awk '{ print $1 }' "$scratch/made_from" | sort -u | comm -13 - "$scratch/sources" |
        sed 's/$/: the compiler has left no list for it/'
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
        }' "$scratch/rooms" "$scratch/made_from"
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
        }' "$scratch/includes" | sort
}

hacking_shows_these_floors()
{
    awk '{ floor = $1; room = $2; sub(/^[0-9]+ [a-z]+ /, ""); printf "    %d  %-10s%s\n", floor, room "/", $0 }' \
        "$scratch/rooms" >"$scratch/expected"
    grep -E '^    [0-9]  [a-z]+/ ' "$abs_srcdir/HACKING" | diff - "$scratch/expected"
}

for test in every_directory_is_a_room every_source_is_looked_at includes_point_down \
    circles_are_small_and_within_a_room hacking_shows_these_floors; do
    run_test $test
done

[ $failures -eq 0 ]
