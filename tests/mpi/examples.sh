#!/bin/sh
# The example programs print right values: on the plain vendor, and with libmpit preloaded
# (EX-2 list_cvars, EX-3 read_cvar, EX-4 umq_tool); events, the tool of MPI 4.0's.
. "${0%/*}/../prelude.sh"
tool=$abs_builddir/examples/.libs/umq_tool.so
events=$abs_builddir/examples/.libs/events.so
delay=$abs_builddir/tests/mpi/.libs/events_delay.so

# example CODE RANKS PRELOAD [NAME=VALUE]... PROGRAM [ARGUMENT]...
example()
{
    expected=$1
    ranks=$2
    preload=$3
    shift 3
    run "$RUN_MPI" -n "$ranks" ${preload:+-p "$preload"} \
        env PATH="$abs_builddir/examples:$PATH" "$@"
    exits "$expected"
}

# ---- heat2d -------------------------------------------------------------------------------

heat2d_solves_on_any_number_of_ranks_and_any_grid()
{
    example 0 1 '' heat2d --nx 40 --ny 30 --steps 50
    cp out alone
    tail -n 1 alone >values
    for ranks in 2 3 4; do
        example 0 "$ranks" '' heat2d --nx 40 --ny 30 --steps 50
        tail -n 1 out >again
        same values again
    done
    example 0 3 '' heat2d --nx 37 --ny 5 --steps 10 --every 100 --cfl 1
}

heat2d_prints_the_same_under_libmpit()
{
    example 0 1 "$LIBMPIT" heat2d --nx 40 --ny 30 --steps 50
    same alone out
}

heat2d_finds_its_own_error()
{
    example 1 2 '' heat2d --nx 30 --ny 30 --steps 300 --cfl 1.3
    err_has_text 'take --cfl 1 or less'
}

heat2d_refuses_bad_options()
{
    example 2 2 '' heat2d --size 30
    err_has_text "heat2d: cannot use the option '--size'"
    example 2 1 '' heat2d --nx 0
    err_has_text "heat2d: --nx '0' is not a whole number from 1"
    example 2 1 '' heat2d --steps 10x
    err_has_text "heat2d: --steps '10x' is not a whole number from 1"
    example 2 1 '' heat2d --steps
    err_has_text 'heat2d: --steps needs a value'
    example 2 1 '' heat2d 30
    err_has_text "heat2d: unexpected word '30'"
}

# ---- list_cvars, example 14.4 -------------------------------------------------------------

# "Var i: name", i from 0 on without a gap, no name twice.
lists_variables()
{
    awk '
    $0 !~ /^Var [0-9]+: [^ ]+$/ || $2 != (NR - 1) ":" || $3 in seen { print; bad = 1 }
    { seen[$3] = 1 }
    END { exit bad || NR == 0 }' out >bad ||
        fail "not a list of variables: $(head -n 3 bad)"
}

list_cvars_prints_the_variables_of_the_vendor()
{
    example 0 0 '' list_cvars
    lists_variables
    case $TEST_VENDOR in
    openmpi) grep -q ': mpi_show_handle_leaks$' out || fail 'a variable is missing' ;;
    mpich) grep -q ': MPIR_CVAR_BCAST_MIN_PROCS$' out || fail 'a variable is missing' ;;
    esac
}

list_cvars_prints_those_of_libmpit()
{
    "$MPIT" list --cvars --csv | awk -F, '$1 == "cvar" { print $2 }' >listed
    example 0 0 "$LIBMPIT" MPIT_VENDOR_VARIABLES=off list_cvars
    lists_variables
    sed 's/.*: //' out >names
    same listed names
    grep -q ': mpit_umq_warn$' out || fail 'mpit_umq_warn is missing'
}

# ---- read_cvar, example 14.5 --------------------------------------------------------------

read_cvar_reads_what_the_environment_set()
{
    example 0 2 "$LIBMPIT" read_cvar
    out_has_line 'mpit_umq_warn = 0'
    example 0 2 "$LIBMPIT" MPIT_UMQ_WARN=7 read_cvar
    out_has_line 'mpit_umq_warn = 7'
    example 0 2 "$LIBMPIT" MPIT_UMQ_WARN=4294967295 read_cvar mpit_umq_warn
    out_has_line 'mpit_umq_warn = 4294967295'
    example 0 1 "$LIBMPIT" MPIT_NESTED=on read_cvar mpit_nested
    out_has_line 'mpit_nested = 1'
}

read_cvar_reads_the_vendor_s()
{
    case $TEST_VENDOR in
    openmpi)
        example 0 2 '' OMPI_MCA_coll_basic_crossover=11 read_cvar coll_basic_crossover
        out_has_line 'coll_basic_crossover = 11' ;;
    mpich)
        example 0 2 '' MPIR_CVAR_BCAST_MIN_PROCS=11 read_cvar MPIR_CVAR_BCAST_MIN_PROCS
        out_has_line 'MPIR_CVAR_BCAST_MIN_PROCS = 11' ;;
    esac
}

read_cvar_says_what_it_cannot_read()
{
    example 1 2 '' read_cvar
    err_has_text 'read_cvar: mpit_umq_warn: this MPI has no such control variable'
    err_has_text LD_PRELOAD
    example 1 1 "$LIBMPIT" read_cvar mpit_no_such_variable
    err_has_text 'read_cvar: mpit_no_such_variable: this MPI has no such control variable'
    example 1 1 "$LIBMPIT" read_cvar mpit_version
    err_has_text 'read_cvar: mpit_version: not an integer'
}

# ---- umq_tool, example 14.6 ---------------------------------------------------------------

# The tool's lines for lengths FROM down to TO on rank 0, and no others.
reports_lengths()
{
    n=$1
    : >lengths
    while [ "$n" -ge "$2" ]; do
        echo "umq_tool: rank 0: MPI_Recv with $n unexpected messages" >>lengths
        n=$((n - 1))
    done
    grep '^umq_tool: ' err >reported
    same lengths reported
}

umq_tool_sees_the_true_length()
{
    example 0 2 "$tool:$LIBMPIT" umq_demo 8
    out_has_line 'umq_demo: 8 messages received, 0 wrong'
    reports_lengths 8 6
    example 0 2 "$tool:$LIBMPIT" UMQ_TOOL_THRESHOLD=0 umq_demo 20
    reports_lengths 20 1
    example 0 1 "$tool:$LIBMPIT" UMQ_TOOL_THRESHOLD=0 umq_demo 3
    reports_lengths 3 1
    example 0 2 "$LIBMPIT:$tool" UMQ_TOOL_THRESHOLD=0 umq_demo 4
    reports_lengths 4 1
    example 0 2 "$tool:$LIBMPIT" UMQ_TOOL_THRESHOLD=20 umq_demo 20
    reports_lengths 0 1
}

umq_tool_stands_aside_where_there_is_no_such_variable()
{
    example 0 2 "$tool:$LIBMPIT" MPIT_UMQ_SOURCE=off UMQ_TOOL_THRESHOLD=0 umq_demo 8
    out_has_line 'umq_demo: 8 messages received, 0 wrong'
    err_has_text 'umq_tool: MPI_T_UMQ_LENGTH cannot be bound to MPI_COMM_WORLD and started, or is'

    example 0 2 "$tool" umq_demo 8
    out_has_line 'umq_demo: 8 messages received, 0 wrong'
    err_has_text 'umq_tool: MPI_T_UMQ_LENGTH is not offered by this MPI'
}

# ---- events, of MPI 4.0 -------------------------------------------------------------------

# The lines of the tool, one for each delay that the program was given, and no others.  A message
# lay as long as its receive was delayed at least, and at most from before it was asked for on.
lines_are_those_of_the_delays()
{
    grep '^events: ' err >said
    sed -n 's/^delayed: //p' out >delays
    [ "$(wc -l <delays)" -eq "$1" ] || fail "$(wc -l <delays) delays, not $1"
    sed 's/: lay .*//' said >which
    sed "s/from \(.*\), tag \(.*\): .*/events: rank 1: from \1, tag \2, $2 bytes/" delays >expected
    same expected which
    paste -d ' ' said delays | awk '
        { lay = $11; least = $17 / 1000; most = $20 }
        lay < least * 0.99 || lay > most * 1.01 { print }' >wrong
    is_empty wrong 'it lay less or more than it can have'
}

events_prints_the_messages_that_were_delayed()
{
    example 0 2 '' heat2d --nx 40 --ny 30 --steps 10 --every 100
    cp out alone
    for order in "$delay:$events:$LIBMPIT" "$delay:$LIBMPIT:$events"; do
        example 0 2 "$order" EVENTS_DELAY='2 5 6' heat2d --nx 40 --ny 30 --steps 10 --every 100
        grep -v '^delayed: ' out >result
        same alone result
        lines_are_those_of_the_delays 3 320
    done
    example 0 2 "$delay:$events:$LIBMPIT" heat2d --nx 40 --ny 30 --steps 10 --every 100
    lines_are_those_of_the_delays 0 320
}

events_prints_a_queue_of_the_world()
{
    example 0 2 "$events:$LIBMPIT" umq_demo 8
    out_has_line 'umq_demo: 8 messages received, 0 wrong'
    [ "$(grep -c '^events: rank 0: from 1, tag .*: lay ' err)" -eq 8 ] || fail 'not 8 lines'
}

events_stands_aside_where_there_are_none()
{
    example 0 2 "$events" umq_demo 8
    out_has_line 'umq_demo: 8 messages received, 0 wrong'
    err_has_text 'events: this MPI has no events of messages'
}

run_test heat2d_solves_on_any_number_of_ranks_and_any_grid
run_test heat2d_prints_the_same_under_libmpit
run_test heat2d_finds_its_own_error
run_test heat2d_refuses_bad_options
run_test list_cvars_prints_the_variables_of_the_vendor
run_test list_cvars_prints_those_of_libmpit
run_test read_cvar_reads_what_the_environment_set
run_test read_cvar_reads_the_vendor_s
run_test read_cvar_says_what_it_cannot_read
run_test umq_tool_sees_the_true_length
run_test umq_tool_stands_aside_where_there_is_no_such_variable
run_test events_prints_the_messages_that_were_delayed
run_test events_prints_a_queue_of_the_world
run_test events_stands_aside_where_there_are_none
finish
