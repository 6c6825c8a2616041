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

# MPIT_LEAVE_OUT_ZEROS(VARIABLE)
# Rows of tables and designated initialisers leave out what is 0.  Compilers that warn of it where
# it is meant get a flag in VARIABLE: clang wants each word before it named, gcc 10 forgets the
# names behind an expression of statements, such as atomic_load.
AC_DEFUN([MPIT_LEAVE_OUT_ZEROS], [
AC_LANG_ASSERT([C])
mpit_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Wextra -Werror"
AC_MSG_CHECKING([whether $CC lets rows leave out what is 0])
AC_COMPILE_IFELSE([AC_LANG_SOURCE([[
#ifdef __clang__
#error in some rows, and not in others
#endif
struct mpit_row { int a, b, c; };
extern struct mpit_row mpit_row;
struct mpit_row mpit_row;
void mpit_set(int b);
void mpit_set(int b)
{
    mpit_row = (struct mpit_row){.a = 1, .b = ({ int mpit_b = b; mpit_b; })};
}]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AS_VAR_APPEND([$1], [" -Wno-missing-field-initializers"])])
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
    [AC_MSG_ERROR(m4_normalize([--enable-sanitize=$enable_sanitize: expected address, thread,
        undefined or address,undefined]))])
mpit_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS $SANITIZE_FLAGS"
AC_LINK_IFELSE([AC_LANG_PROGRAM()], [],
    [AC_MSG_ERROR(m4_normalize([$CC cannot link with $SANITIZE_FLAGS: install the compiler's
        sanitizer library]))])
CFLAGS=$mpit_saved_CFLAGS
AC_SUBST([SANITIZE_FLAGS])
])

# MPIT_HARDENING_FLAG(VARIABLE, FLAGS, PROLOGUE, BODY)
# Adds FLAGS to VARIABLE where a program of PROLOGUE and BODY compiles and links with them.
AC_DEFUN([MPIT_HARDENING_FLAG], [
AC_LANG_ASSERT([C])
mpit_saved_CFLAGS=$CFLAGS
CFLAGS="$CFLAGS -Werror $2"
AC_MSG_CHECKING([whether $CC takes $2])
AC_LINK_IFELSE([AC_LANG_PROGRAM([$3], [$4])],
    [AC_MSG_RESULT([yes])
     AS_VAR_APPEND([$1], [" $2"])],
    [AC_MSG_RESULT([no])])
CFLAGS=$mpit_saved_CFLAGS
])

# MPIT_ARG_HARDENING
# Unless --disable-hardening is given, what makes an error of memory end the process where it would
# else be used by others goes into HARDENING_CFLAGS, HARDENING_LDFLAGS, and what programs alone are
# linked with into HARDENING_PIE: as much of it as the tools take.  To be called when SANITIZE_FLAGS
# is known.
AC_DEFUN([MPIT_ARG_HARDENING], [
AC_ARG_ENABLE([hardening],
    [AS_HELP_STRING([--disable-hardening], [no guard of the stack, no checks of libc's calls,
        no read-only relocations, no position-independent programs but by the compiler's default])],
    [], [enable_hardening=yes])
HARDENING_CFLAGS=
HARDENING_LDFLAGS=
HARDENING_PIE=
AS_IF([test "$enable_hardening" != no], [
    # Level 3 asks for a compiler that knows sizes at run time; without optimisation libc only
    # warns of either.  Who has chosen a level keeps it, and sanitizers look at more themselves.
    AS_IF([test -z "$SANITIZE_FLAGS"],
        [for mpit_level in 3 2; do
            AS_IF([test -z "$HARDENING_CFLAGS"],
                [MPIT_HARDENING_FLAG([HARDENING_CFLAGS], [-D_FORTIFY_SOURCE=$mpit_level],
                    [[#include <stdio.h>
                      #if __USE_FORTIFY_LEVEL != _FORTIFY_SOURCE
                      #error not in force
                      #endif]], [])])
         done])
    MPIT_HARDENING_FLAG([HARDENING_CFLAGS], [-fstack-protector-strong], [], [])
    MPIT_HARDENING_FLAG([HARDENING_LDFLAGS], [-Wl,-z,relro], [], [])
    MPIT_HARDENING_FLAG([HARDENING_LDFLAGS], [-Wl,-z,now], [], [])
    MPIT_HARDENING_FLAG([HARDENING_LDFLAGS], [-Wl,-z,noexecstack], [], [])
    # What libtool compiles for a shared library has -fPIC behind it, which wins.
    MPIT_HARDENING_FLAG([HARDENING_PIE], [-fPIE -pie], [], [])
    AS_IF([test -n "$HARDENING_PIE"],
        [AS_VAR_APPEND([HARDENING_CFLAGS], [" -fPIE"])
         HARDENING_PIE=-pie])
])
# In config.h, so that what was built with other flags is built anew.
AC_DEFINE_UNQUOTED([MPIT_HARDENING], ["$HARDENING_CFLAGS$HARDENING_LDFLAGS$HARDENING_PIE"],
    [The flags of --enable-hardening.])
AC_SUBST([HARDENING_CFLAGS])
AC_SUBST([HARDENING_LDFLAGS])
AC_SUBST([HARDENING_PIE])
])
