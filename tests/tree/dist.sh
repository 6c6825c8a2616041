#!/bin/sh
# Every source, table, script and manual of the tree is named in Makefile.am: nothing is left
# out of the build, of the tests or of the tarball.
. "${0%/*}/../prelude.sh"

try 'every file is named in Makefile.am' make -s --no-print-directory -C "$abs_builddir" list-dist
exits 0
tr ' ' '\n' <out | sed "s|^$abs_srcdir/||; s|^\.\./\.\./||; s|^\./||" | sort -u >named
(
    cd "$abs_srcdir" && find include lib tools tests bench examples man \
        \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.[1-8]' -o -name '*.f90' \)
) | sort >there
[ -s there ] || fail 'there are no files'
comm -13 named there >missing
is_empty missing 'not named'
finish
