#!/bin/sh
# mpit_umq_warn: one warning when the unexpected queue passes it, which names rank, communicator,
# length and the most frequent messages.

: "${RUN_MPI:?}" "${LIBMPIT:?}" "${abs_builddir:?}"
tool=$abs_builddir/examples/.libs/umq_tool.so
demo=$abs_builddir/examples/umq_demo
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
failures=0

fail()
{
    echo "FAIL: $*"
    sed 's/^/  /' "$scratch/err"
    failures=$((failures + 1))
}

# run LIMIT MESSAGES: leaves the warnings in the file warnings.
run()
{
    $RUN_MPI -n 2 -p "$tool:$LIBMPIT" env MPIT_UMQ_WARN="$1" "$demo" "$2" \
        >"$scratch/out" 2>"$scratch/err" || fail "limit $1, $2 messages: exit $?"
    grep 'unexpected messages on' "$scratch/err" >"$scratch/warnings"
}

one_warning_when_the_length_passes_the_limit()
{
    run 5 20
    [ "$(wc -l <"$scratch/warnings")" = 1 ] || fail 'not one warning'
    grep -Eq '^mpit: rank 0: ([6-9]|1[0-9]|20) unexpected messages on MPI_COMM_WORLD, more than mpit_umq_warn \(5\); most of them: 1 from source 1 with tag [0-9]+, 1 from source 1 with tag [0-9]+, 1 from source 1 with tag [0-9]+$' \
        "$scratch/warnings" || fail 'the warning does not say who, where, how many and which'
}

no_warning_at_the_limit_and_without_one()
{
    run 20 20
    [ ! -s "$scratch/warnings" ] || fail 'a warning at the limit'
    run 0 20
    [ ! -s "$scratch/warnings" ] || fail 'a warning without a limit'
}

one_warning_when_the_length_passes_the_limit
no_warning_at_the_limit_and_without_one
[ $failures -eq 0 ]
