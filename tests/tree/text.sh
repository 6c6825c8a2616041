#!/bin/sh
# Every file of the tree is written as .editorconfig says, and shellcheck has nothing to say of a
# script. What is generated is left out.
. "${0%/*}/../prelude.sh"

generated='build-aux/|m4/l|aclocal\.m4$|config\.h\.in$|configure$|Makefile\.in$'
list_dist | grep -Ev "^($generated)" >files

every_file_is_as_editorconfig_says()
{
    command -v editorconfig >/dev/null || fail 'editorconfig is not here: install the package'
    [ "$(wc -l <files)" -gt 300 ] || fail 'too few files to have looked at them all'
    sed "s|^|$abs_srcdir/|" files | xargs editorconfig >properties || fail 'no properties'
    python3 "$here/text.py" "$abs_srcdir/" properties >wrong || fail "$(cat wrong)"
}

# It sees what it is for.
what_is_written_otherwise_is_found()
{
    cp "$abs_srcdir/.editorconfig" .
    {
        printf 'int first; \n\tint tab;\nint carriage;\r\n'
        printf '// %0100d\n' 0
        printf 'int last;'
    } >wrong.c
    printf 'all:\n    false\n' >wrong.am
    editorconfig "$scratch/wrong.c" "$scratch/wrong.am" >properties
    python3 "$here/text.py" "$scratch/" properties >found
    cat >expected <<'END'
wrong.c:1: white space at the end
wrong.c:2: a tab
wrong.c:3: a carriage return
wrong.c:4: 103 columns, of at most 100
wrong.c:5: no newline at the end
wrong.am:2: blanks instead of a tab
END
    same expected found
}

shellcheck_has_nothing_to_say()
{
    command -v shellcheck >/dev/null || fail 'shellcheck is not here: install the package'
    (
        cd "$abs_srcdir" || exit
        xargs awk 'FNR == 1 && (/^#!\/bin\/sh/ || FILENAME ~ /\.sh$/) { print FILENAME }'
    ) <files >scripts
    [ "$(wc -l <scripts)" -gt 30 ] || fail 'too few scripts to have looked at them all'
    (cd "$abs_srcdir" && xargs shellcheck -f gcc) <scripts >wrong || fail "$(cat wrong)"
    echo 'echo $1' >wrong.sh
    ! shellcheck -s sh wrong.sh >wrong || fail 'it says nothing of what it should'
}

run_test every_file_is_as_editorconfig_says
run_test what_is_written_otherwise_is_found
run_test shellcheck_has_nothing_to_say
finish
