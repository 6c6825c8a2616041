# MPIT_PLACES: ways from one place of the installed tree to another, for files in it that find the
# rest from where they stand, so that it can be moved.
AC_DEFUN([MPIT_PLACES], [
AC_CHECK_PROG([have_realpath], [realpath], [yes], [no])
AS_IF([test "$have_realpath" = yes], [], [AC_MSG_ERROR([realpath is missing: install coreutils])])
mpit_expanded() {
    (
        test "$prefix" != NONE || prefix=$ac_default_prefix
        test "$exec_prefix" != NONE || exec_prefix=$prefix
        mpit_path=[$]1
        for mpit_round in 1 2 3; do
            eval "mpit_path=\"$mpit_path\""
        done
        AS_ECHO(["$mpit_path"])
    )
}
mpit_way() { realpath -m --relative-to="`mpit_expanded "[$]1"`" "`mpit_expanded "[$]2"`"; }
AC_SUBST([INCLUDE_FROM_LIB], [`mpit_way "$libdir" "$includedir"`])
AC_SUBST([PREFIX_FROM_MODULES], [`mpit_way "$datadir/modulefiles/mpit" '${prefix}'`])
AC_SUBST([LIB_FROM_PREFIX], [`mpit_way '${prefix}' "$libdir"`])
AC_SUBST([LIB_FROM_BIN], [`mpit_way "$bindir" "$libdir"`])
AC_SUBST([MAN_FROM_PREFIX], [`mpit_way '${prefix}' "$mandir"`])
])
