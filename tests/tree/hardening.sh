#!/bin/sh
# The libraries and commands that are installed are built as configure hardens them: their stack and
# what the linker has filled in cannot be executed or written, libc's calls and the stack are
# checked, commands lie at any address.
. "${0%/*}/../prelude.sh"

libraries="lib/.libs/libmpit.so lib/.libs/back.so mpib/.libs/libmpib.so"
commands="tools/mpit mpib/mpit-bench"

# made NAME: the words of a variable of the Makefile.
made()
{
    sed -n "s/^$1 = //p" "$abs_builddir/Makefile" | tr ' ' '\n' | sed '/^$/d'
}

# The file itself, where libtool has put a script in front of it.
built()
{
    case $1 in
    */.libs/*) echo "$abs_builddir/$1" ;;
    *) [ -f "$abs_builddir/${1%/*}/.libs/${1##*/}" ] && set -- "${1%/*}/.libs/${1##*/}"
        echo "$abs_builddir/$1" ;;
    esac
}

# read_elf FILE: headers, dynamic section and undefined symbols.
read_elf()
{
    readelf -W -h -l -d "$1" >elf || fail "readelf cannot read $1"
    $NM -D -u "$1" | sed 's/@.*//' >wanted
    grep -q GNU_STACK elf || fail "$1: no word of the stack"
}

no_stack_can_be_executed()
{
    for file in $libraries $commands; do
        read_elf "$(built "$file")"
        lacks 'GNU_STACK .* R*WE' elf || fail "$file: $(grep GNU_STACK elf)"
    done
}

what_the_linker_fills_in_is_read_only()
{
    for file in $libraries $commands; do
        read_elf "$(built "$file")"
        grep -q GNU_RELRO elf || fail "$file: no RELRO"
        grep -Eq '(BIND_NOW|FLAGS.* NOW)' elf || fail "$file: no BIND_NOW"
    done
}

the_stack_is_guarded()
{
    for file in $libraries $commands; do
        read_elf "$(built "$file")"
        grep -q '__stack_chk_fail$' wanted || fail "$file: no guard"
    done
}

calls_of_libc_are_checked()
{
    # Without optimisation libc warns of each file, and sanitizers look at more.
    if [ -n "$(made SANITIZE_FLAGS)" ] || ! made CFLAGS | grep -q '^-O[1-9sfg]'; then
        made HARDENING_CFLAGS | lacks FORTIFY - || fail 'though the build is not for that'
        return
    fi
    for file in $libraries $commands; do
        read_elf "$(built "$file")"
        grep -q '__[a-z]*printf_chk$' wanted || fail "$file: no call is checked"
    done
}

commands_lie_at_any_address()
{
    for file in $commands; do
        read_elf "$(built "$file")"
        grep -q 'FLAGS_1.* PIE' elf || fail "$file: $(grep Type: elf)"
    done
}

nothing_is_hardened_where_configure_was_told_so()
{
    grep -q -e '--disable-hardening' -e '--enable-hardening=no' "$abs_builddir/config.log" ||
        fail 'it was not'
}

if [ -z "$(made HARDENING_CFLAGS)$(made HARDENING_LDFLAGS)" ]; then
    run_test nothing_is_hardened_where_configure_was_told_so
    finish
fi
run_test no_stack_can_be_executed
run_test what_the_linker_fills_in_is_read_only
run_test the_stack_is_guarded
run_test calls_of_libc_are_checked
run_test commands_lie_at_any_address
finish
