#!/bin/sh
# The example programs print right values: on the plain vendor, and with libmpit preloaded
# (EX-2 list_cvars, EX-3 read_cvar, EX-4 umq_tool).

: "${RUN_MPI:?}" "${TEST_VENDOR:?}" "${LIBMPIT:?}" "${MPIT:?}" "${abs_builddir:?}"
tool=$abs_builddir/examples/.libs/umq_tool.so
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$abs_builddir/examples" || exit 99
failures=0

fail()
{
    echo "FAIL: $what: $*"
    head -n 20 "$scratch/out" "$scratch/err" | sed 's/^/  /'
    failures=$((failures + 1))
}

# run CODE RANKS PRELOAD [NAME=VALUE]... PROGRAM [ARGUMENT]...
# The output is left in the files out and err; `what` names the run in later complaints.
run()
{
    expected=$1
    ranks=$2
    preload=$3
    shift 3
    what="$* on $ranks ranks${preload:+ with $preload}"
    $RUN_MPI -n "$ranks" ${preload:+-p "$preload"} "$@" >"$scratch/out" 2>"$scratch/err"
    code=$?
    if [ $code -eq "$expected" ]; then
        echo "ok: $what: exit $code"
    else
        fail "exit $code, expected $expected"
    fi
}

# A whole line of standard output.
prints()
{
    grep -qxF -e "$1" "$scratch/out" || fail "did not print the line '$1'"
}

# Words in a line of standard error; launchers add lines of their own there.
complains()
{
    grep -qF -e "$1" "$scratch/err" || fail "did not say '$1'"
}

same_as() # EXPECTED FOUND
{
    diff "$scratch/$1" "$scratch/$2" >"$scratch/diff" ||
        fail "differs (< expected, > found): $(head -n 20 "$scratch/diff")"
}

# ---- heat2d -------------------------------------------------------------------------------

heat2d_solves_on_any_number_of_ranks_and_any_grid()
{
    run 0 1 '' ./heat2d --nx 40 --ny 30 --steps 50
    cp "$scratch/out" "$scratch/alone"
    tail -n 1 "$scratch/alone" >"$scratch/values"
    for ranks in 2 3 4; do
        run 0 $ranks '' ./heat2d --nx 40 --ny 30 --steps 50
        tail -n 1 "$scratch/out" >"$scratch/again"
        same_as values again
    done
    run 0 3 '' ./heat2d --nx 37 --ny 5 --steps 10 --every 100 --cfl 1
}

heat2d_prints_the_same_under_libmpit()
{
    run 0 1 "$LIBMPIT" ./heat2d --nx 40 --ny 30 --steps 50
    same_as alone out
}

heat2d_finds_its_own_error()
{
    run 1 2 '' ./heat2d --nx 30 --ny 30 --steps 300 --cfl 1.3
    complains 'take --cfl 1 or less'
}

heat2d_refuses_bad_options()
{
    run 2 2 '' ./heat2d --size 30
    complains "heat2d: cannot use the option '--size'"
    run 2 1 '' ./heat2d --nx 0
    complains "heat2d: --nx '0' is not a whole number from 1"
    run 2 1 '' ./heat2d --steps 10x
    complains "heat2d: --steps '10x' is not a whole number from 1"
    run 2 1 '' ./heat2d --steps
    complains 'heat2d: --steps needs a value'
    run 2 1 '' ./heat2d 30
    complains "heat2d: unexpected word '30'"
}

# ---- list_cvars, example 14.4 -------------------------------------------------------------

# "Var i: name", i from 0 on without a gap, no name twice.
lists_variables()
{
    awk '
    $0 !~ /^Var [0-9]+: [^ ]+$/ || $2 != (NR - 1) ":" || $3 in seen { print; bad = 1 }
    { seen[$3] = 1 }
    END { exit bad || NR == 0 }' "$scratch/out" >"$scratch/bad" ||
        fail "not a list of variables: $(head -n 3 "$scratch/bad")"
}

list_cvars_prints_the_variables_of_the_vendor()
{
    run 0 0 '' ./list_cvars
    lists_variables
    case $TEST_VENDOR in
    openmpi) grep -q ': mpi_show_handle_leaks$' "$scratch/out" || fail 'a variable is missing' ;;
    mpich) grep -q ': MPIR_CVAR_BCAST_MIN_PROCS$' "$scratch/out" || fail 'a variable is missing' ;;
    esac
}

list_cvars_prints_those_of_libmpit()
{
    "$MPIT" list --cvars --csv | awk -F, '$1 == "cvar" { print $2 }' >"$scratch/listed"
    run 0 0 "$LIBMPIT" env MPIT_VENDOR_VARIABLES=off ./list_cvars
    lists_variables
    sed 's/.*: //' "$scratch/out" >"$scratch/names"
    same_as listed names
    grep -q ': mpit_umq_warn$' "$scratch/out" || fail 'mpit_umq_warn is missing'
}

# ---- read_cvar, example 14.5 --------------------------------------------------------------

read_cvar_reads_what_the_environment_set()
{
    run 0 2 "$LIBMPIT" ./read_cvar
    prints 'mpit_umq_warn = 0'
    run 0 2 "$LIBMPIT" env MPIT_UMQ_WARN=7 ./read_cvar
    prints 'mpit_umq_warn = 7'
    run 0 2 "$LIBMPIT" env MPIT_UMQ_WARN=4294967295 ./read_cvar mpit_umq_warn
    prints 'mpit_umq_warn = 4294967295'
    run 0 1 "$LIBMPIT" env MPIT_NESTED=on ./read_cvar mpit_nested
    prints 'mpit_nested = 1'
}

read_cvar_reads_the_vendor_s()
{
    case $TEST_VENDOR in
    openmpi)
        run 0 2 '' env OMPI_MCA_coll_basic_crossover=11 ./read_cvar coll_basic_crossover
        prints 'coll_basic_crossover = 11' ;;
    mpich)
        run 0 2 '' env MPIR_CVAR_BCAST_MIN_PROCS=11 ./read_cvar MPIR_CVAR_BCAST_MIN_PROCS
        prints 'MPIR_CVAR_BCAST_MIN_PROCS = 11' ;;
    esac
}

read_cvar_says_what_it_cannot_read()
{
    run 1 2 '' ./read_cvar
    complains 'read_cvar: mpit_umq_warn: this MPI has no such control variable'
    complains LD_PRELOAD
    run 1 1 "$LIBMPIT" ./read_cvar mpit_no_such_variable
    complains 'read_cvar: mpit_no_such_variable: this MPI has no such control variable'
    run 1 1 "$LIBMPIT" ./read_cvar mpit_version
    complains 'read_cvar: mpit_version: not an integer'
}

# ---- umq_tool, example 14.6 ---------------------------------------------------------------

# The tool's lines for lengths FROM down to TO on rank 0, and no others.
reports_lengths()
{
    n=$1
    : >"$scratch/lengths"
    while [ "$n" -ge "$2" ]; do
        echo "umq_tool: rank 0: MPI_Recv with $n unexpected messages" >>"$scratch/lengths"
        n=$((n - 1))
    done
    grep '^umq_tool: ' "$scratch/err" >"$scratch/reported"
    same_as lengths reported
}

umq_tool_sees_the_true_length()
{
    run 0 2 "$tool:$LIBMPIT" ./umq_demo 8
    prints 'umq_demo: 8 messages received, 0 wrong'
    reports_lengths 8 6
    run 0 2 "$tool:$LIBMPIT" env UMQ_TOOL_THRESHOLD=0 ./umq_demo 20
    reports_lengths 20 1
    run 0 1 "$tool:$LIBMPIT" env UMQ_TOOL_THRESHOLD=0 ./umq_demo 3
    reports_lengths 3 1
    run 0 2 "$LIBMPIT:$tool" env UMQ_TOOL_THRESHOLD=0 ./umq_demo 4
    reports_lengths 4 1
    run 0 2 "$tool:$LIBMPIT" env UMQ_TOOL_THRESHOLD=20 ./umq_demo 20
    reports_lengths 0 1
}

umq_tool_stands_aside_where_there_is_no_such_variable()
{
    run 0 2 "$tool" ./umq_demo 8
    prints 'umq_demo: 8 messages received, 0 wrong'
    complains 'umq_tool: MPI_T_UMQ_LENGTH is not offered by this MPI'
}

heat2d_solves_on_any_number_of_ranks_and_any_grid
heat2d_prints_the_same_under_libmpit
heat2d_finds_its_own_error
heat2d_refuses_bad_options
list_cvars_prints_the_variables_of_the_vendor
list_cvars_prints_those_of_libmpit
read_cvar_reads_what_the_environment_set
read_cvar_reads_the_vendor_s
read_cvar_says_what_it_cannot_read
umq_tool_sees_the_true_length
umq_tool_stands_aside_where_there_is_no_such_variable

[ $failures -eq 0 ]
