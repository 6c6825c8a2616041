# MPIT_NEEDED(VARIABLE, LIBS, FUNCTION, LIBRARY)
# Defines VARIABLE as the name by which the loader finds the shared library that LIBS gives FUNCTION
# by, libLIBRARY: of what is not linked, and loaded where it is needed.
AC_DEFUN([MPIT_NEEDED], [
AC_MSG_CHECKING([for the name of the library $4])
mpit_saved_LIBS=$LIBS
LIBS="$2 $LIBS"
mpit_needed=
AC_LINK_IFELSE([AC_LANG_CALL([], [$3])],
    [mpit_needed=`LC_ALL=C readelf -d conftest$ac_exeext 2>/dev/null |
         sed -n '/NEEDED/s/.*\(lib$4\.so@<:@^@:>@@:>@*\).*/\1/p' | sed 1q`])
LIBS=$mpit_saved_LIBS
AS_IF([test -n "$mpit_needed"], [],
    [AC_MSG_RESULT([none])
     AC_MSG_ERROR([$2 gives no shared library $4])])
AC_MSG_RESULT([$mpit_needed])
AC_DEFINE_UNQUOTED([$1], ["$mpit_needed"], [The shared library that has $3.])
])
