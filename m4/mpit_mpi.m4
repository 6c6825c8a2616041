# MPIT_PROG_MPICC
# Sets CC to an MPI compiler: CC=… as given, else --with-mpi, else the first one found.
# Goes before AC_PROG_CC.
AC_DEFUN([MPIT_PROG_MPICC], [
AC_BEFORE([$0], [AC_PROG_CC])
AC_ARG_WITH([mpi],
    [AS_HELP_STRING([--with-mpi=MPI],
        [openmpi, mpich, abi-openmpi, abi-mpich, or the path of an mpicc (instead of CC=mpicc…)])],
    [AS_IF([test -n "$CC"],
        [AC_MSG_ERROR([both CC=$CC and --with-mpi=$withval are given: leave one out])])],
    [with_mpi=any])
AS_CASE([$with_mpi],
    [openmpi], [MPIT_FIRST_PROGRAM([CC], [mpicc.openmpi mpicc], [libopenmpi-dev])],
    [mpich], [MPIT_FIRST_PROGRAM([CC], [mpicc.mpich mpicc], [libmpich-dev])],
    [abi-openmpi|abi-mpich], [MPIT_ABI_COMPILER([$with_mpi])],
    [any], [AS_IF([test -z "$CC"],
        [MPIT_FIRST_PROGRAM([CC], [mpicc.openmpi mpicc mpicc.mpich],
            [libopenmpi-dev or libmpich-dev])])],
    [*/*], [CC=$with_mpi
        AS_IF([test -x "$CC"], [],
            [AC_MSG_ERROR([--with-mpi=$with_mpi: there is no such program])])],
    [AC_MSG_ERROR(m4_normalize([--with-mpi=$with_mpi: expected openmpi, mpich, abi-openmpi,
        abi-mpich or the path of an mpicc]))])
])

# MPIT_ABI_COMPILER(abi-openmpi or abi-mpich)
# Debian has no compiler for the standard's ABI (MPI 5.0, 20), and both MPIs' libraries have one
# name, libmpi_abi.so.1: abi/mpicc_abi becomes CC, and what runs here finds the library of this MPI
# in abi/.
AC_DEFUN([MPIT_ABI_COMPILER], [
AS_CASE([$1],
    [abi-openmpi], [mpit_name=openmpi mpit_headers='openmpi/include/standard_abi'],
    [mpit_name=mpich mpit_headers='mpi_abi_mpich/include'])
mpit_include=
for mpit_dir in /usr/lib/*/ /usr/lib/ /usr/local/lib/; do
    AS_IF([test -f "$mpit_dir$mpit_headers/mpi.h" &&
        test -f "${mpit_dir}libmpi_abi_$mpit_name.so.1.0.0"],
        [mpit_include=$mpit_dir$mpit_headers
         mpit_library=${mpit_dir}libmpi_abi_$mpit_name.so.1.0.0
         break])
done
AS_IF([test -n "$mpit_include"], [],
    [AC_MSG_ERROR(m4_normalize([--with-mpi=$1: libmpi_abi_$mpit_name.so.1.0.0 and its mpi.h are not
        there: give the path of an mpicc_abi]))])
AS_MKDIR_P([abi])
ln -sf "$mpit_library" abi/libmpi_abi.so.1
ln -sf libmpi_abi.so.1 abi/libmpi_abi.so
cat >abi/mpicc_abi <<MPIT_EOF
@%:@!/bin/sh
# A compiler for the standard's ABI, with $mpit_name's library.  Made by configure.  CMake asks what
# it does: -show, as MPICH's has it.
case " \$[]* " in
*" -show "*) echo "\${MPI_CC:-gcc} -I$mpit_include -L`pwd`/abi -lmpi_abi" ;;
*" -c "* | *" -E "* | *" -S "*) exec \${MPI_CC:-gcc} -I$mpit_include "\$[]@" ;;
*) exec \${MPI_CC:-gcc} -I$mpit_include "\$[]@" -L`pwd`/abi -lmpi_abi ;;
esac
MPIT_EOF
chmod +x abi/mpicc_abi
CC=`pwd`/abi/mpicc_abi
MPIT_ABI_PATH=`pwd`/abi
LD_LIBRARY_PATH=$MPIT_ABI_PATH${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export LD_LIBRARY_PATH
])

# MPIT_FIRST_PROGRAM(VARIABLE, NAMES, PACKAGE)
# VARIABLE becomes the first of NAMES that exists; none stops and names PACKAGE.
AC_DEFUN([MPIT_FIRST_PROGRAM], [
AC_CHECK_PROGS([$1], [$2])
AS_IF([test -z "$$1"],
    [AC_MSG_ERROR([none of $2 is there: install $3, or give --with-mpi=PATH-of-mpicc])])
])

# MPIT_CHECK_MPI
# Finds out which MPI stands below CC. Sets and substitutes
#   MPIT_VENDOR (openmpi, mpich), MPIT_VENDOR_NAME, MPIT_VENDOR_VERSION, MPIT_VENDOR_SONAME,
#   MPICC, MPIRUN and MPIFC (empty where there is no Fortran compiler of this MPI),
# defines those that C needs, and the conditionals MPIT_OPENMPI, MPIT_MPICH, MPIT_FORTRAN.
AC_DEFUN([MPIT_CHECK_MPI], [
AC_REQUIRE([AC_PROG_CC])
AC_REQUIRE([AC_PROG_CPP])
AC_MSG_CHECKING([whether $CC links MPI programs])
AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[return MPI_Init(0, 0);]])],
    [AC_MSG_RESULT([yes])
     mpit_needed=`LC_ALL=C readelf -d conftest$ac_exeext 2>/dev/null |
         sed -n '/NEEDED/s/.*\(libmpi@<:@^@:>@@:>@*\).*/\1/p' | sed 1q`],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$CC is no MPI compiler: give --with-mpi=openmpi, --with-mpi=mpich or CC=mpicc])])
MPIT_VENDOR_OF_CC
AS_CASE([$with_mpi],
    [any|*/*|"$mpit_abi$MPIT_VENDOR"], [],
    [AC_MSG_ERROR([--with-mpi=$with_mpi, but $CC is $MPIT_VENDOR_NAME: give the path of an mpicc])])
AC_MSG_CHECKING([for the MPI library that programs load])
AS_IF([test -n "$mpit_needed"], [],
    [AC_MSG_RESULT([none])
     AC_MSG_ERROR([$CC links MPI statically, and nothing can stand ahead of it: use a shared MPI])])
MPIT_VENDOR_SONAME=$mpit_needed
AC_MSG_RESULT([$MPIT_VENDOR_SONAME])

# The name of its back end: lib/front/backs.def.
AS_CASE([$mpit_abi$MPIT_VENDOR@$MPIT_VENDOR_VERSION],
    [abi-*], [MPIT_BACK=$mpit_abi$MPIT_VENDOR],
    [openmpi@*], [MPIT_BACK=openmpi-`AS_ECHO(["$MPIT_VENDOR_VERSION"]) | cut -d. -f1`],
    [mpich@3.*], [MPIT_BACK=mpich-3],
    [MPIT_BACK=mpich])
AC_SUBST([MPIT_BACK])
AC_SUBST([MPIT_MPI], [$mpit_abi$MPIT_VENDOR])
AC_SUBST([MPIT_ABI_PATH])
AS_IF([test -n "$mpit_abi"], [AC_DEFINE([MPIT_ABI], [1], [By way of the ABI of MPI 5.0, 20.])])
AC_DEFINE_UNQUOTED([MPIT_BACK], ["$MPIT_BACK"], [The name of the back end for it.])
AC_SUBST([MPIT_VENDOR])
AC_SUBST([MPIT_VENDOR_NAME])
AC_SUBST([MPIT_VENDOR_VERSION])
AC_SUBST([MPIT_VENDOR_SONAME])
AC_DEFINE_UNQUOTED([MPIT_VENDOR_NAME], ["$MPIT_VENDOR_NAME"], [Name of the MPI below.])
AC_DEFINE_UNQUOTED([MPIT_VENDOR_VERSION], ["$MPIT_VENDOR_VERSION"],
    [Its version at build time.])
AC_DEFINE_UNQUOTED([MPIT_VENDOR_SONAME], ["$MPIT_VENDOR_SONAME"],
    [The shared library that its programs load.])
AM_CONDITIONAL([MPIT_OPENMPI], [test "$MPIT_VENDOR" = openmpi])
AM_CONDITIONAL([MPIT_MPICH], [test "$MPIT_VENDOR" = mpich])
AM_COND_IF([MPIT_OPENMPI], [AC_DEFINE([MPIT_OPENMPI], [1], [Open MPI stands below.])])
AM_COND_IF([MPIT_MPICH], [AC_DEFINE([MPIT_MPICH], [1], [MPICH stands below.])])

MPIT_COMPANIONS
MPIT_CHECK_ODDITIES
MPIT_CHECK_FUNCTIONS
])

# MPIT_VENDOR_OF_CC
# Asks the macros of mpi.h who made it, and which version it is; where that is the same for every
# MPI, a program asks the library.  mpit_abi is then "abi-".
AC_DEFUN([MPIT_VENDOR_OF_CC], [
AC_MSG_CHECKING([which MPI it is])
mpit_abi=
AC_LANG_CONFTEST([AC_LANG_SOURCE([[
#include <mpi.h>
#if defined OPEN_MPI
mpit openmpi OMPI_MAJOR_VERSION OMPI_MINOR_VERSION OMPI_RELEASE_VERSION
#elif defined MPICH_VERSION
mpit mpich MPICH_VERSION
#elif defined MPI_H_ABI
mpit abi
#endif
]])])
mpit_words=`$CPP $CPPFLAGS conftest.$ac_ext 2>/dev/null | sed -n 's/^mpit //p' | tr -d '"'`
rm -f conftest.$ac_ext
AS_IF([test "$mpit_words" = abi],
    [mpit_abi=abi-
     AC_RUN_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
#include <stdio.h>]], [[
        static char said[MPI_MAX_LIBRARY_VERSION_STRING];
        int length = 0;
        FILE *out = fopen("conftest.said", "w");
        MPI_Get_library_version(said, &length);
        return !out || fputs(said, out) < 0 || fclose(out) != 0;]])],
        [mpit_words=`sed -n -e '1s/^Open MPI v\(@<:@0-9.@:>@*\).*/openmpi \1/p' \
             -e '1s/^MPICH Version: *\(@<:@0-9.@:>@*\).*/mpich \1/p' conftest.said`],
        [mpit_words=unknown], [mpit_words=unknown])
     rm -f conftest.said])
AS_CASE([$mpit_words],
    [openmpi*], [MPIT_VENDOR=openmpi MPIT_VENDOR_NAME="Open MPI"],
    [mpich*], [MPIT_VENDOR=mpich MPIT_VENDOR_NAME=MPICH],
    [AC_MSG_RESULT([unknown])
     AC_MSG_ERROR([$CC is neither Open MPI nor MPICH: use one of these, by --with-mpi=])])
MPIT_VENDOR_VERSION=`AS_ECHO(["$mpit_words"]) | sed 's/^@<:@a-z@:>@* *//; s/  */./g'`
AC_MSG_RESULT([$MPIT_VENDOR_NAME $MPIT_VENDOR_VERSION])
])

# MPIT_COMPANIONS
# The launcher and the Fortran compiler that belong to CC: those beside it with the same
# suffix (mpicc.mpich: mpirun.mpich), else those that Debian names after the vendor.
# MPIRUN= and MPIFC= given by the user are left as they are.
AC_DEFUN([MPIT_COMPANIONS], [
AC_ARG_VAR([MPIRUN], [launcher of the MPI below])
AC_ARG_VAR([MPIFC], [Fortran compiler of the MPI below])
for mpit_word in $CC; do
    AS_CASE([$mpit_word], [*mpicc*], [MPICC=$mpit_word])
done
AS_IF([test -n "$MPICC"], [], [AC_MSG_ERROR([CC=$CC: the name of an MPI compiler contains mpicc])])
AS_CASE([$MPICC], [*/*], [MPICC_PATH=$MPICC], [AC_PATH_PROG([MPICC_PATH], [$MPICC])])
AC_SUBST([MPICC_PATH])
mpit_dir=`AS_DIRNAME(["$MPICC_PATH"])`
mpit_suffix=`AS_BASENAME(["$MPICC_PATH"]) | sed 's/^.*mpicc//'`
AS_CASE([$MPIT_VENDOR], [openmpi], [mpit_sign='OpenRTE|Open MPI'], [mpit_sign='HYDRA|MPICH'])

AC_MSG_CHECKING([for the launcher of $MPIT_VENDOR_NAME])
AS_IF([test -z "$MPIRUN"], [
    for mpit_name in "$mpit_dir/mpirun$mpit_suffix" "mpirun.$MPIT_VENDOR" mpirun mpiexec; do
        AS_IF([$mpit_name --version 2>/dev/null | $EGREP "$mpit_sign" >/dev/null],
            [MPIRUN=`command -v $mpit_name`; break])
    done])
AS_IF([test -n "$MPIRUN"], [AC_MSG_RESULT([$MPIRUN])],
    [AC_MSG_RESULT([none])
     AC_MSG_ERROR([no mpirun of $MPIT_VENDOR_NAME is there: install it, or give MPIRUN=PATH])])

AC_MSG_CHECKING([for the Fortran compiler of $MPIT_VENDOR_NAME])
# The standard's ABI is that of C alone.
AS_IF([test -z "$MPIFC" && test -z "$mpit_abi"], [
    # Debian 11 has an mpifort.openmpi without its data: mpif90.openmpi works.
    for mpit_name in "$mpit_dir/mpifort$mpit_suffix" "mpifort.$MPIT_VENDOR" \
        "$mpit_dir/mpif90$mpit_suffix" "mpif90.$MPIT_VENDOR"; do
        AS_IF([command -v $mpit_name >/dev/null && $mpit_name --version >/dev/null 2>&1],
            [MPIFC=`command -v $mpit_name`; break])
    done])
AC_MSG_RESULT([${MPIFC:-none}])
AM_CONDITIONAL([MPIT_FORTRAN], [test -n "$MPIFC"])
])

# MPIT_CHECK_ODDITIES
# What differs between the vendors and their versions, by feature and not by name.
AC_DEFUN([MPIT_CHECK_ODDITIES], [
AC_CHECK_MEMBERS([MPI_Status._ucount, MPI_Status._cancelled,
    MPI_Status.count_lo, MPI_Status.count_hi_and_cancelled], [], [], [[#include <mpi.h>]])
])

# MPIT_CHECK_FUNCTIONS
# Writes mpi_functions.h: MPIT_HAS_<name> for each function MPI_<name> that mpi.h declares and the
# library has, under both of its names.  One program that refers to all of them tells: what the
# compiler or the linker has not found is taken out, until it links.
AC_DEFUN([MPIT_CHECK_FUNCTIONS], [
AC_MSG_CHECKING([how many functions $MPIT_VENDOR_NAME has])
AC_LANG_CONFTEST([AC_LANG_SOURCE([[#include <mpi.h>]])])
$CPP $CPPFLAGS conftest.$ac_ext 2>/dev/null | tr -c 'A-Za-z0-9_' '\n' |
    sed -n 's/^PMPI_\(@<:@A-Z@:>@\)/\1/p' | sort -u >conftest.names
while :; do
    {
        echo '#include <mpi.h>'
        echo 'typedef void function(void);'
        echo 'function *const functions@<:@@:>@ = {'
        sed 's/.*/(function *)MPI_&,\n(function *)PMPI_&,/' conftest.names
        echo '0};'
        echo 'int main(void) { return !functions@<:@0@:>@; }'
    } >conftest.$ac_ext
    AS_IF([LC_ALL=C $CC $CFLAGS -w $CPPFLAGS $LDFLAGS -o conftest$ac_exeext conftest.$ac_ext $LIBS \
        >conftest.said 2>&1], [break])
    sed -n '/undeclared\|undefined/{ s/did you mean.*//; p; }' conftest.said |
        tr -c 'A-Za-z0-9_' '\n' |
        sed -n 's/^P*MPI_\(@<:@A-Z@:>@\)/\1/p' | sort -u >conftest.absent
    comm -23 conftest.names conftest.absent >conftest.fewer
    AS_IF([cmp -s conftest.fewer conftest.names],
        [cat conftest.said >&AS_MESSAGE_LOG_FD
         AC_MSG_RESULT([unknown])
         AC_MSG_ERROR([a program with the functions of mpi.h does not link: see config.log])])
    mv conftest.fewer conftest.names
done
{
    echo '/* The functions of the MPI below: see lib/mpi/available.h.  Made by configure. */'
    sed 's/.*/#define MPIT_HAS_& 1/' conftest.names
} >conftest.header
mpit_count=`sed -n '$=' conftest.names`
AC_MSG_RESULT([$mpit_count])
AS_IF([grep 'HAS_Init ' conftest.header >/dev/null &&
    grep 'HAS_T_init_thread ' conftest.header >/dev/null],
    [], [AC_MSG_ERROR([MPI_Init and MPI_T_init_thread are not among the functions of mpi.h])])
AS_IF([cmp -s conftest.header mpi_functions.h], [], [mv conftest.header mpi_functions.h])
rm -rf conftest*
AH_BOTTOM([/* The functions of the MPI below. */
#include "mpi_functions.h"])
MPIT_IF_FUNCTION([Isendrecv], [mpit_later=yes], [mpit_later=no])
AM_CONDITIONAL([LATER_CALLS], [test $mpit_later = yes])
# MPI 4.1 has the array as const; MPICH has that since 5.0.
AC_CACHE_CHECK([how MPI_Request_get_status_any takes its requests], [mpit_cv_const_requests],
    [AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
        int MPI_Request_get_status_any(int, MPI_Request @<:@@:>@, int *, int *, MPI_Status *);]])],
        [mpit_cv_const_requests=], [mpit_cv_const_requests=const])])
AC_DEFINE_UNQUOTED([MPIT_CONST_REQUESTS], [$mpit_cv_const_requests],
    [What MPI_Request_get_status_any, _all and _some have before the type of their requests.])
# Of MPICH 5.0 the header for the standard's ABI has an int there.
AC_CACHE_CHECK([how MPI_Psend_init takes a count], [mpit_cv_part_count],
    [AC_COMPILE_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>
        int MPI_Psend_init(const void *, int, int, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
                           MPI_Request *);]])],
        [mpit_cv_part_count=int], [mpit_cv_part_count=MPI_Count])])
AC_DEFINE_UNQUOTED([MPIT_PART_COUNT], [$mpit_cv_part_count],
    [The type of the count of MPI_Psend_init and MPI_Precv_init.])
MPIT_IF_FUNCTION([Psend_init], [mpit_partitioned=yes], [mpit_partitioned=no])
AM_CONDITIONAL([PARTITIONED], [test $mpit_partitioned = yes])
MPIT_IF_FUNCTION([Session_init], [mpit_sessions=yes], [mpit_sessions=no])
AM_CONDITIONAL([SESSIONS], [test $mpit_sessions = yes])
])

# MPIT_IF_FUNCTION(NAME, THEN, [ELSE])
# After MPIT_CHECK_FUNCTIONS: whether MPI_<NAME> is there.
AC_DEFUN([MPIT_IF_FUNCTION], [
AS_IF([grep 'MPIT_HAS_$1 ' mpi_functions.h >/dev/null], [$2], [$3])
])
