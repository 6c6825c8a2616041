#!/bin/sh
# What `make install` puts there works from where it is moved to: the command, its
# completion, pkg-config, a project of CMake, and modules.
. "${0%/*}/../prelude.sh"
unset LD_PRELOAD PKG_CONFIG_PATH CMAKE_PREFIX_PATH
tree=$scratch/moved
mpi=$(sed -n 's/^MPIT_MPI = //p' "$abs_builddir/Makefile")
version=$(cat "$abs_srcdir/VERSION")

begin_test "one make installs it, and it is moved"
make -C "$abs_builddir" install DESTDIR="$scratch/root" >made 2>&1 ||
    fail "make install fails: $(tail -n 5 made)"
prefix=$(sed -n 's/^prefix = //p' "$abs_builddir/Makefile")
mv "root$prefix" "$tree" || fail 'no tree'
grep -rlF "$prefix" "$tree/lib/pkgconfig" "$tree/lib/cmake" \
    "$tree/share/modulefiles" >named
is_empty named 'it is named by where it was'
for file in share/bash-completion/completions/mpit share/zsh/site-functions/_mpit \
    share/fish/vendor_completions.d/mpit.fish share/doc/mpit/README share/doc/mpit/install.md \
    share/doc/mpit/examples/heat2d.c share/man/man1/mpit-run.1 include/mpit_region.h; do
    [ -s "$tree/$file" ] || fail "no $file"
done

try "mpit run has the library beside it" "$tree/bin/mpit" run -r job.json -- \
    "$MPIRUN" -n 1 "$abs_builddir/examples/heat2d"
exits 0
[ -s job.json ] || fail 'no report'
readelf -d "$tree/bin/mpit" | grep -q 'RUNPATH.*\[$ORIGIN/../lib:' ||
    fail 'what is installed where it was built for is found first'
run "$tree/bin/mpit" run -- "$MPIRUN" -n 1 sh -c 'echo "$LD_PRELOAD"'
out_has "^$tree/lib/libmpit\.so"

cat >program.c <<'END_OF_FILE'
#include <mpi.h>
#include <mpit.h>
#include <stdio.h>
int main(void)
{
    int provided, index;
    MPI_Init(0, 0);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    printf("%d\n", MPI_T_cvar_get_index("mpit_clock", &index) == MPI_SUCCESS);
    MPI_T_finalize();
    return MPI_Finalize();
}
END_OF_FILE
has_the_library() { out_has_line 1; }

begin_test "pkg-config finds it"
PKG_CONFIG_PATH=$tree/lib/pkgconfig
export PKG_CONFIG_PATH
for package in mpit "mpit-$mpi"; do
    # shellcheck disable=SC2046 # flags
    "$MPICC" -Wl,--as-needed -o "with_$package" program.c \
        $(pkg-config --cflags --libs "$package") ||
        fail "$package: not compiled"
    LD_LIBRARY_PATH=$tree/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} run "$RUN_MPI" -n 1 \
        "./with_$package"
    exits 0
    has_the_library
done
readelf -d with_mpit | grep -q 'NEEDED.*libmpit' || fail 'libmpit is not needed'
! readelf -d "with_mpit-$mpi" | grep -q 'NEEDED.*libmpit' || fail 'the archive is not used'

try "mpit-bench is that of the launcher's MPI" "$RUN_MPI" -n 2 "$tree/bin/mpit-bench" barrier -q
exits 0
out_has ': barrier, ranks 2, root 0, method max$'
try "and of the one that is named" env MPIT_MPI=nobody "$tree/bin/mpit-bench" list
exits 2
err_has "^mpit-bench: nobody: there is none in $tree/bin/../lib/mpit\$"
try "several launches have it" "$tree/bin/mpit-bench" barrier --launches 2 -q -- "$RUN_MPI" -n 2
exits 0
out_has ', 2 launches$'

begin_test "pkg-config finds libmpib, which needs nothing of libmpit"
# shellcheck disable=SC2046 # flags
"$MPICC" -Wl,--as-needed -o choose "$abs_srcdir/examples/choose_bcast.c" \
    $(pkg-config --cflags --libs mpib) || fail 'not compiled'
LD_LIBRARY_PATH=$tree/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} run "$RUN_MPI" -n 2 ./choose 64
exits 0
out_has '^64 bytes: chosen is that '
! readelf -d choose | grep -q 'NEEDED.*libmpit' || fail 'libmpit is needed'

mkdir project
cp program.c project
cat >project/CMakeLists.txt <<'END_OF_FILE'
cmake_minimum_required(VERSION 3.18)
project(uses_mpit C)
find_package(MPI REQUIRED)
find_package(mpit ${WANTED} REQUIRED COMPONENTS ${ARCHIVE})
add_executable(shared program.c)
target_link_libraries(shared PRIVATE mpit::mpit MPI::MPI_C)
add_executable(archive program.c)
target_link_libraries(archive PRIVATE mpit::${ARCHIVE} MPI::MPI_C)
END_OF_FILE

# configured [OPTION]...
configured()
{
    rm -rf project/build
    run cmake -S project -B project/build -DCMAKE_PREFIX_PATH="$tree" -DMPI_C_COMPILER="$MPICC" \
        -DARCHIVE="$mpi" "$@"
}

a_project_of_cmake_is_built_with_it()
{
    command -v cmake >/dev/null || fail 'cmake is not here: install the package'
    configured -DWANTED="$version"
    exits 0
    run cmake --build project/build
    exits 0
    for program in shared archive; do
        run "$RUN_MPI" -n 1 "project/build/$program"
        exits 0
        has_the_library
    done
    readelf -d project/build/shared | grep -q 'NEEDED.*libmpit' || fail 'libmpit is not needed'
    ! readelf -d project/build/archive | grep -q 'NEEDED.*libmpit' || fail 'no archive is used'
}

cmake_is_told_what_there_is_not()
{
    configured -DARCHIVE=nobody
    [ "$code" -ne 0 ] || fail 'it finds libmpit for nobody'
    err_has 'there is no libmpit for nobody in'
    configured -DWANTED=999.0
    [ "$code" -ne 0 ] || fail 'it takes another version'
}

modules_find_it()
{
    [ -e /usr/share/modules/init/sh ] || fail 'the package environment-modules is not here'
    cat >session <<'END_OF_FILE'
. /usr/share/modules/init/sh
module use "$1/share/modulefiles"
module load mpit
command -v mpit
man -w mpit 2>/dev/null || ls "$1/share/man/man1/mpit.1"
echo "$PKG_CONFIG_PATH $CMAKE_PREFIX_PATH"
module list 2>&1 | grep -o 'mpit/.*'
module unload mpit
command -v mpit || echo gone
END_OF_FILE
    PATH=/usr/bin:/bin PKG_CONFIG_PATH='' run sh session "$tree"
    out_has_line "$tree/bin/mpit"
    out_has_line "$tree/share/man/man1/mpit.1"
    out_has_line "$tree/lib/pkgconfig $tree"
    out_has "^mpit/$version"
    out_has_line gone
}

run_test a_project_of_cmake_is_built_with_it
run_test cmake_is_told_what_there_is_not
run_test modules_find_it

try "quickstart says how it installs" sh "$abs_srcdir/quickstart" install
exits 2
err_has 'expected --prefix DIR'
finish
