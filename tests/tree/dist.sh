#!/bin/sh
# Every source, table, script and manual of the tree is named in Makefile.am: nothing is left
# out of the build, of the tests or of the tarball.

: "${abs_srcdir:?}" "${abs_builddir:?}"
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

make -s --no-print-directory -C "$abs_builddir" list-dist >"$scratch/list" || exit 99
tr ' ' '\n' <"$scratch/list" | sed "s|^$abs_srcdir/||; s|^\.\./\.\./||; s|^\./||" |
    sort -u >"$scratch/named"
cd "$abs_srcdir" || exit 99
find include lib tools tests bench examples man \
    \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.[1-8]' -o -name '*.f90' \) |
    sort >"$scratch/there"
[ -s "$scratch/there" ] || exit 99

missing=$(comm -13 "$scratch/named" "$scratch/there")
[ -z "$missing" ] && exit 0
echo "not named in Makefile.am:"
echo "$missing"
exit 1
