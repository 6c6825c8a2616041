# MPIT_WARNING_FLAGS(VARIABLE, FLAGS)
# Adds to VARIABLE those of FLAGS that the compiler takes without a word.
# -Werror stands beside each: clang only warns of a flag that it does not know.
AC_DEFUN([MPIT_WARNING_FLAGS], [
AC_LANG_ASSERT([C])
mpit_saved_CFLAGS=$CFLAGS
for mpit_flag in m4_normalize([$2]); do
    AC_MSG_CHECKING([whether $CC accepts $mpit_flag])
    CFLAGS="$mpit_saved_CFLAGS -Werror $mpit_flag"
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int mpit_unit(void); int mpit_unit(void) { return 0; }]])],
        [AC_MSG_RESULT([yes])
         AS_VAR_APPEND([$1], [" $mpit_flag"])],
        [AC_MSG_RESULT([no])])
done
CFLAGS=$mpit_saved_CFLAGS
])

# MPIT_REQUIRE_FLAG(FLAG)
# Stops where the compiler lacks FLAG, which the code cannot do without.
AC_DEFUN([MPIT_REQUIRE_FLAG], [
AC_LANG_ASSERT([C])
mpit_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Werror $1"
AC_MSG_CHECKING([whether $CC accepts $1])
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[extern int mpit_unit;]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$CC does not accept $1: use gcc or clang below the MPI compiler])])
CFLAGS=$mpit_saved_CFLAGS
])

# MPIT_ARG_SANITIZE
# --enable-sanitize=KIND puts the flags that compile and link with a sanitizer in
# SANITIZE_FLAGS.
AC_DEFUN([MPIT_ARG_SANITIZE], [
AC_ARG_ENABLE([sanitize],
    [AS_HELP_STRING([--enable-sanitize=KIND],
        [check at run time: address, thread, undefined, or both address,undefined])],
    [], [enable_sanitize=no])
SANITIZE_FLAGS=
AS_CASE([$enable_sanitize],
    [no], [],
    [address|thread|undefined|address,undefined],
        [SANITIZE_FLAGS="-fsanitize=$enable_sanitize -fno-omit-frame-pointer"],
    [AC_MSG_ERROR([--enable-sanitize=$enable_sanitize: expected address, thread, undefined or address,undefined])])
mpit_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS $SANITIZE_FLAGS"
AC_LINK_IFELSE([AC_LANG_PROGRAM()], [],
    [AC_MSG_ERROR([$CC cannot link with $SANITIZE_FLAGS: install the compiler's sanitizer library])])
CFLAGS=$mpit_saved_CFLAGS
AC_SUBST([SANITIZE_FLAGS])
])
