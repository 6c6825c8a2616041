# MPIT_CHECK_OTF2: sets have_otf2, OTF2_CFLAGS, OTF2_LIBS and what configure says of them at its end
# (mpit_otf2), and defines HAVE_OTF2.  The library has no file for pkg-config: it is looked for
# where the compiler looks, and then where otf2-config says.  Functions of OTF2 before 3.0 have
# fewer arguments.
AC_DEFUN([MPIT_CHECK_OTF2], [
AC_ARG_WITH([otf2], [AS_HELP_STRING([--with-otf2],
    [write traces as OTF2: yes, no, or auto, if the library is there @<:@auto@:>@])],
    [], [with_otf2=auto])
AC_ARG_VAR([OTF2_CFLAGS], [options of the preprocessor for OTF2, instead of those of otf2-config])
AC_ARG_VAR([OTF2_LIBS], [options of the linker for OTF2, instead of those of otf2-config])
AC_PATH_PROG([OTF2_CONFIG], [otf2-config])
have_otf2=no
mpit_otf2='no: --without-otf2'
AS_CASE([$with_otf2],
    [no], [],
    [yes|auto], [
        AC_MSG_CHECKING([for the library OTF2, 3.0 or later])
        MPIT_TRY_OTF2([$OTF2_CFLAGS], [${OTF2_LIBS:--lotf2}])
        AS_IF([test "$have_otf2$OTF2_CFLAGS$OTF2_LIBS" = no && test -n "$OTF2_CONFIG"],
            [MPIT_TRY_OTF2([`"$OTF2_CONFIG" --cflags`],
                [`"$OTF2_CONFIG" --ldflags` `"$OTF2_CONFIG" --libs`])])
        AC_MSG_RESULT([$have_otf2])
        mpit_otf2='no: the library OTF2, 3.0 or later, is missing'],
    [AC_MSG_ERROR([--with-otf2=$with_otf2: give yes, no or auto])])
AS_CASE([$with_otf2$have_otf2],
    [yesno],
    [AC_MSG_ERROR([the library OTF2, 3.0 or later, is missing: install libotf2-trace-dev])],
    [*no], [OTF2_CFLAGS= OTF2_LIBS=],
    [mpit_otf2=yes
    AC_DEFINE([HAVE_OTF2], [1], [There is a library that writes OTF2.])])
AM_CONDITIONAL([HAVE_OTF2], [test $have_otf2 = yes])
])

# MPIT_TRY_OTF2(CFLAGS, LIBS): whether it is there by these, which are kept.
AC_DEFUN([MPIT_TRY_OTF2], [
mpit_saved_CPPFLAGS=$CPPFLAGS
mpit_saved_LIBS=$LIBS
mpit_cflags="$1"
mpit_libs="$2"
CPPFLAGS="$CPPFLAGS $mpit_cflags"
LIBS="$mpit_libs $LIBS"
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <otf2/otf2.h>]],
        [[return OTF2_GlobalDefWriter_WriteInterComm(0, 0, 0, 0, 0, 0, OTF2_COMM_FLAG_NONE);]])],
    [have_otf2=yes OTF2_CFLAGS=$mpit_cflags OTF2_LIBS=$mpit_libs])
CPPFLAGS=$mpit_saved_CPPFLAGS
LIBS=$mpit_saved_LIBS
])
