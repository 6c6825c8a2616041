#!/bin/sh
# One libmpit.so for every MPI: what all builds of quickstart install into one tree serves the
# programs of all, from wherever that tree is moved to.  Without other builds beside this one the
# tree has this MPI alone, which is said.
#
# What `of` sets is for its command alone:
# shellcheck disable=SC2030,SC2031
. "${0%/*}/../prelude.sh"
others=
for mpi in openmpi mpich abi-openmpi abi-mpich; do
    build=${abs_builddir%/*}/$mpi
    [ "$build" = "$abs_builddir" ] || [ ! -f "$build/lib/.libs/back.so" ] ||
        [ ! -x "$build/tools/mpit" ] || others="$others $build"
done
builds="$abs_builddir $others"

# made BUILD NAME: a variable of its Makefile.
made() { sed -n "s/^$2 = //p" "$1/Makefile"; }

# of BUILD COMMAND...: with the launcher and the environment of its MPI.
of()
{
    (
        TEST_VENDOR=$(made "$1" MPIT_VENDOR)
        TEST_VENDOR_VERSION=$(made "$1" MPIT_VENDOR_VERSION)
        MPIRUN=$(made "$1" MPIRUN)
        abi=$(made "$1" MPIT_ABI_PATH)
        [ -z "$abi" ] || LD_LIBRARY_PATH=$abi
        export TEST_VENDOR TEST_VENDOR_VERSION MPIRUN LD_LIBRARY_PATH
        set_up_mpi
        shift
        "$@"
    )
}

tree=$scratch/moved
mpit=$tree/bin/mpit
begin_test "all builds are installed into one tree, which is moved"
for build in $builds; do
    make -C "$build" install DESTDIR="$scratch/root" >made 2>&1 ||
        fail "make install fails in $build: $(tail -n 5 made)"
done
mv "$scratch/root$(made "$abs_builddir" prefix)" "$tree" || fail 'no tree'
library=$tree/lib/libmpit.so
for build in $builds; do
    name=$(made "$build" MPIT_BACK)
    for file in back.so libmpit.a mpit; do
        [ -f "$tree/lib/mpit/$name/$file" ] || fail "no lib/mpit/$name/$file"
    done
    pc=$tree/lib/pkgconfig/mpit-$(made "$build" MPIT_MPI).pc
    grep -q "/mpit/$name/libmpit.a" "$pc" || fail "no archive in $pc"
done
[ -n "$others" ] || echo "only $TEST_VENDOR is built here: the tree has no other back end"

text_of()
{
    objcopy -O binary --only-section=.text --only-section=.rodata "$1" "$2" &&
        objcopy -O binary --only-section=.dynstr "$1" "$2.names" &&
        tr '\0' '\n' <"$2.names" | sort >>"$2"
}
the_fronts_of_all_builds_are_the_same()
{
    text_of "$abs_builddir/lib/.libs/libmpit.so" this || fail 'no text'
    [ -s this ] || fail 'no text'
    for build in $others; do
        text_of "$build/lib/.libs/libmpit.so" that || fail 'no text'
        cmp this that || fail "that of $build differs"
    done
}
[ -z "$others" ] || run_test the_fronts_of_all_builds_are_the_same

for build in $builds; do
    vendor=$(made "$build" MPIT_MPI)
    version=$(made "$build" MPIT_VENDOR_VERSION)

    begin_test "the file is preloaded in a job of $vendor"
    rm -f job.json
    of "$build" "$RUN_MPI" -n 2 -p "$library" env MPIT_REPORT="$scratch/job.json" \
        "$build/examples/heat2d" --nx 40 --ny 30 --steps 50 >out 2>err
    code=$?
    exits 0
    [ -s job.json ] || fail 'no report'
    grep -q "\"vendor\": \".*$version" job.json || fail "not of $version: $(grep vendor job.json)"
    for call in MPI_Isend MPI_Waitall; do
        grep -q "\"$call\"" job.json || fail "no $call"
    done

    begin_test "mpit run of the tree starts a job of $vendor, and knows its settings"
    rm -f ran.json
    of "$build" "$mpit" run --report ran.json --set mpit_watch=counts -- \
        "$(made "$build" MPIRUN)" -n 2 "$build/examples/heat2d" --nx 40 --ny 30 --steps 50 \
        >out 2>err
    code=$?
    exits 0
    grep -q "\"vendor\": \".*$version" ran.json || fail "not of $version: $(cat err)"
    of "$build" "$mpit" run --set mpit_wotch=counts -- "$(made "$build" MPIRUN)" -n 2 \
        "$build/examples/heat2d" >out 2>err
    code=$?
    exits 2
    err_has 'did you mean mpit_watch'

    begin_test "mpit list --mpi $vendor lists what $vendor has"
    of "$build" "$mpit" list --mpi "$vendor" --all --csv >out 2>err
    code=$?
    exits 0
    sort out >of_tree
    of "$build" "$build/tools/mpit" list --all --csv >out 2>err
    code=$?
    sort out >of_build
    same of_build of_tree
    of "$build" "$mpit" get --mpi "$(made "$build" MPIT_BACK)" mpit_umq_source >out 2>err
    code=$?
    exits 0
    out_has_line auto

    mpifc=$(made "$build" MPIFC)
    [ -n "$mpifc" ] || continue
    begin_test "a Fortran program of $vendor is linked with the file"
    "$(made "$build" MPICC_PATH)" -std=gnu11 -I "$abs_srcdir/tests/fortran" -c \
        "$abs_srcdir/tests/fortran/watch_counts.c" || fail 'not compiled'
    rm -f mixed.data
    "$mpifc" -DUSE_MPI "$abs_srcdir/tests/fortran/mixed.F90" watch_counts.o -o mixed \
        -L "$tree/lib" -lmpit -Wl,-rpath,"$tree/lib" || fail 'not linked'
    of "$build" "$RUN_MPI" -n 4 ./mixed >out 2>err
    code=$?
    exits 0
    out_has_line 'mixed: 0 wrong values'

    begin_test "and with the archive of $vendor"
    rm -f mixed.data
    "$mpifc" -DUSE_MPI "$abs_srcdir/tests/fortran/mixed.F90" watch_counts.o -o mixed \
        "$tree/lib/mpit/$(made "$build" MPIT_BACK)/libmpit.a" -lm -lpthread -ldl -lrt ||
        fail 'not linked'
    of "$build" "$RUN_MPI" -n 4 ./mixed >out 2>err
    code=$?
    exits 0
    out_has_line 'mixed: 0 wrong values'
done

try "an MPI that is not there is refused, with those that are" "$mpit" list --mpi lam
exits 2
err_is_one_line
err_has "^mpit list: --mpi lam: no such MPI is here; there are: .*$TEST_BACK"
finish
