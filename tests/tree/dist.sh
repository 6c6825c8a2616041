#!/bin/sh
# Every source, table, script and manual of the tree is in the tarball: nothing is left
# out of the build, of the tests or of the tarball.
. "${0%/*}/../prelude.sh"

every_file_is_named_in_makefile_am()
{
    list_dist >named
    (
        cd "$abs_srcdir" && find conform include lib mpib tools tests bench examples man \
            \( -name '*.[ch]' -o -name '*.def' -o -name '*.sh' -o -name '*.[1-8]' \
            -o -name '*.F90' -o -name '*.inc' -o -name '*.py' -o -name README \)
    ) | sort >there
    [ -s there ] || fail 'there are no files'
    comm -13 named there >missing
    is_empty missing 'not named'
}

run_test every_file_is_named_in_makefile_am
finish
