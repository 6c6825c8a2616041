#!/bin/sh
# Of the functions that came after MPI 3.1 an MPI may have any: libmpit is built for those that
# configure has found (mpi_functions.h).  Here names are taken away, and stand for an MPI without
# them.
. "${0%/*}/../prelude.sh"

later()
{
    printf '%s\n' '#include "config.h"' '#define LATER(kind, name, ...) later name' \
        '#define LATER_T(kind, name, ...) later T_##name' '#include "mpi/calls.def"' \
        '#define LATER(kind, name, ...) later name' '#include "mpi/uses.def"' \
        '#include "mpi/interface.def"' |
        "$MPICC" -E -P -x c -I"$abs_builddir" -I"$abs_srcdir/lib" - | tr ' ' '\n' |
        sed -n '/^later$/{ n; p; }' | sort -u
}

sed -n 's/^#define MPIT_HAS_\(.*\) 1$/\1/p' "$abs_builddir/mpi_functions.h" | sort >there
later | comm -12 - there >names
begin_test "the MPI has functions that came after MPI 3.1"
[ "$(wc -l <names)" -gt 10 ] || fail "$(wc -l <names) of $(wc -l <there)"

# mixture NAMES: a folder `mixture` with the headers of an MPI without these.
mixture()
{
    rm -rf mixture
    mkdir mixture
    cp "$abs_builddir/config.h" mixture
    comm -23 there "$1" | sed 's/.*/#define MPIT_HAS_& 1/' >mixture/mpi_functions.h
    [ -s "$1" ] || fail 'no name is taken away'
}

# compile FLAGS... FILE: it says nothing.  An MPI without a function of MPI 4 does not deprecate the
# one that it has in its place; this mpi.h does.
compile()
{
    "$MPICC" -std=gnu11 -O0 -ftls-model=initial-exec -Wall -Wextra -Wundef -Wno-stringop-overflow \
        -Wno-stringop-overread -Wno-missing-field-initializers -Wno-deprecated-declarations \
        -DMPIT_SYSCONFDIR='"/etc"' \
        -Imixture -I"$abs_srcdir/include" -I"$abs_srcdir/lib" -I"$abs_srcdir/tests/mpi" \
        "$@" >>said 2>&1 || echo "$* is not compiled" >>said
}

# What looks at which functions there are.
grep -lE 'MPIT_(HAS|IS_THERE|IF_THERE|WITH_COUNT)|"mpi/(calls|interface|overridden|uses)\.def"' \
    "$abs_srcdir"/lib/*/*.c >looking

# Of each two names that stand side by side each one without the other: both are here, and neither
# is below.
each_function_may_be_missing()
{
    for part in 'NR % 2' 'NR % 2 == 0'; do
        awk "$part" names >without
        mixture without
        : >said
        while read -r file; do
            compile -fsyntax-only "$file"
        done <looking
        is_empty said "without $(tr '\n' ' ' <without):"
    done
}

# build NAMES: libmpit in one piece, for an MPI without these.
build()
{
    mixture "$1"
    : >said
    for file in "$abs_srcdir"/lib/*/*.c; do
        case $file in
        */lib/front/*) continue ;; # it has every name, whatever the MPI has
        esac
        compile -fPIC -fvisibility=hidden -c -o "mixture/$(echo "${file#"$abs_srcdir"/lib/}" |
            tr / -).o" "$file"
    done
    is_empty said 'compiled'
    run "$MPICC" -shared -o mixture/libmpit.so mixture/*.o -lm -Wl,-z,defs
    exits 0
}

# runs RANKS PROGRAM FILE...: a test program, compiled for the same mixture of these files too.
runs()
{
    ranks=$1 program=$2
    shift
    rm -rf mixture/of
    mkdir mixture/of
    for file; do
        compile -c -o "mixture/of/$file.o" "$abs_srcdir/tests/mpi/$file.c"
    done
    is_empty said 'compiled'
    "$MPICC" -o "mixture/$program" mixture/of/*.o -Lmixture -lmpit -lm -lpthread \
        -Wl,-rpath,"$PWD/mixture" || fail "$program is not linked"
    run "$RUN_MPI" -n "$ranks" "mixture/$program"
    exits 0
}

an_mpi_without_any_of_them_is_built_for()
{
    build names
    $NM -D --defined-only mixture/libmpit.so | sed -n 's/.* P*MPI_//p' |
        sort -u | comm -12 - names >left
    is_empty left 'defined all the same'
}

# As Open MPI 5.0 is: exchanges and persistent collectives, and nothing with large counts.
an_mpi_without_large_counts_counts_and_drains_the_others()
{
    if ! grep '_c$' names >without; then
        echo 'this MPI has no large counts: what is tested here is the MPI itself'
        return
    fi
    build without
    runs 4 exchanges harness watch traffic
    run env MPIT_UMQ_SOURCE=drain "$RUN_MPI" -n 4 mixture/exchanges
    exits 0
    out_has '^ok: an_exchange_is_pending_as_a_send_and_as_a_receive'
    runs 2 queue_calls queue harness watch
    out_has '^ok: nonblocking_exchanges_give_and_take'
    out_lacks 'receives_with_large_counts_find_what_was_drained'
}

run_test each_function_may_be_missing
run_test an_mpi_without_any_of_them_is_built_for
run_test an_mpi_without_large_counts_counts_and_drains_the_others
finish
