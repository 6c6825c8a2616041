#!/bin/sh
# C is as clang-format makes it of .clang-format.  Another version than the one that is named there
# would make it otherwise.
. "${0%/*}/../prelude.sh"

wanted=$(sed -n '1s/^# \(clang-format\) \([0-9]*\);.*/\2/p' "$abs_srcdir/.clang-format")
formatter=$(command -v "clang-format-$wanted" || command -v clang-format)

begin_test "clang-format $wanted is there"
[ -n "$formatter" ] || fail "install clang-format-$wanted"
version=$("$formatter" --version)
case $version in
*"version $wanted."*) ;;
*) fail "$formatter is $version" ;;
esac

c_is_as_clang_format_makes_it()
{
    list_dist | grep '\.[ch]$' | grep -v '/exports\.h$' | sed "s|^|$abs_srcdir/|" >sources
    [ "$(wc -l <sources)" -gt 200 ] || fail "$(wc -l <sources) sources"
    xargs "$formatter" --dry-run --Werror <sources >out 2>err || fail "make format mends it"
}
run_test c_is_as_clang_format_makes_it
finish
