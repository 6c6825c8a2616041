#!/bin/sh
# Settings of the MPI library, by what is in force after MPI_Init: those that a tool writes by MPI_T
# before it, and which of several that are set wins.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/tunables_program
unset XDG_CONFIG_HOME
HOME=/nonexistent
export HOME
network=
case $TEST_VENDOR in
openmpi)
    # The transport of a network is only set up where it is in use.
    network=OMPI_MCA_btl=$OMPI_MCA_btl,tcp
    eager=btl_tcp_eager_limit
    own=OMPI_MCA_$eager
    tune=MPIT_TUNE_EAGER_NET
    ;;
mpich)
    eager=MPIR_CVAR_CH4_SHM_POSIX_IQUEUE_CELL_SIZE
    own=$eager
    tune=MPIT_TUNE_EAGER_SHM
    ;;
esac

# in_force [SETTING]... -- [ARGUMENT]...: what the program prints on 2 ranks.
in_force()
{
    settings=$network
    while [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # words without blanks
    run "$RUN_MPI" -n 2 -t 60 env $settings "$program" "$@"
    exits 0
}
said() { grep '^mpit: ' err; }
nothing_is_said() { [ -z "$(said)" ] || fail "something is said"; }
one_line_is_said() { [ "$(said | wc -l)" -eq 1 ] || fail "not one line is said"; }

# ---- written by MPI_T

# Every row of the table: of an algorithm the last one, of a limit and a switch another value.  What
# is written, and what is in force then, in a line each.
name_all()
{
    "$MPIT" list --long --match 'mpit_tune_*' | awk '
        function row() {
            if (!name)
                return
            value = name ~ /eager/ ? 12288 : 1
            if (match(text, /one of: [^.]*\([0-9]*\)/)) {
                value = substr(text, RSTART, RLENGTH)
                sub(/.*\(/, "", value)
                sub(/\).*/, "", value)
            }
            sub(/.* Here it is /, "", text)
            sub(/;.*/, "", text)
            print name "=" value, text
        }
        /^mpit_tune_/ { row(); name = $1; text = "" }
        /^ / { sub(/^ */, " "); text = text $0 }
        END { row() }'
}

every_row_is_in_force()
{
    name_all | sort >rows
    [ "$(wc -l <rows)" -ge 9 ] || fail "too few rows: $(cat rows)"
    sed 's/.*=\([0-9]*\) \(.*\)/\2 \1/' rows >expected
    # Its switch is 100 there.
    [ "$TEST_VENDOR" = mpich ] || sed -i 's/^\(btl_base_verbose\) 1$/\1 100/' expected
    # shellcheck disable=SC2046 # words without blanks
    in_force -- "$@" $(sed 's/ .*//' rows) $(sed 's/.* //' rows)
    grep -v '^level ' out | grep -E '^[A-Za-z0-9_]+ -?[0-9]+$|none$' >found
    same expected found
    nothing_is_said
}

a_write_before_the_first_look_is_in_force() { every_row_is_in_force; }
a_write_after_a_look_at_all_variables_is_in_force() { every_row_is_in_force --list; }

a_write_takes_the_place_of_what_was_set()
{
    in_force "$tune=8k" -- "$(tune_name)=12288" "$eager"
    out_has_line "$eager 12288"
    nothing_is_said
}
tune_name() { echo "$tune" | tr '[:upper:]' '[:lower:]'; }

an_algorithm_goes_back_to_the_default()
{
    case $TEST_VENDOR in
    openmpi) variable=coll_tuned_bcast_algorithm ;;
    mpich) variable=MPIR_CVAR_BCAST_INTRA_ALGORITHM ;;
    esac
    in_force MPIT_TUNE_BCAST=binomial -- mpit_tune_bcast=0 "$variable"
    out_has_line "$variable 0"
}

# The library's own limit is not known any more.
a_limit_does_not_go_back_to_the_default()
{
    in_force "$tune=8k" -- "$(tune_name)=0" "$eager"
    out_has_line "$eager 8192"
    err_has "$(tune_name)=0: "
}

# ---- which one wins

# file TEXT: mpit.conf of the user.
file()
{
    mkdir -p config
    echo "$1" >config/mpit.conf
    config=XDG_CONFIG_HOME=$scratch/config
}

a_file_is_in_force_where_nothing_else_is_set()
{
    file "$eager = 10k"
    in_force "$config" -- "$eager"
    out_has_line "$eager 10240"
    nothing_is_said
}

the_library_s_own_environment_wins_over_a_file()
{
    file "$eager = 10k"
    in_force "$config" "$own=20480" -- "$eager"
    out_has_line "$eager 20480"
    one_line_is_said
    err_has "mpit.conf:1: $eager=10k gives way to $own=20480 of the environment"
}

it_wins_over_a_name_of_ours_in_a_file_too()
{
    file "$(tune_name) = 10k"
    in_force "$config" "$own=20480" -- "$eager" "$(tune_name)"
    out_has_line "$eager 20480"
    out_has_line "$(tune_name) 0"
    one_line_is_said
    err_has "mpit.conf:1: $(tune_name)=10240 gives way to $own=20480 of the environment"
}

the_same_value_is_not_said()
{
    file "$eager = 20k"
    in_force "$config" "$own=20480" -- "$eager"
    out_has_line "$eager 20480"
    nothing_is_said
}

a_setting_of_ours_wins_over_both()
{
    file "$eager = 10k"
    for setting in "MPIT_CVAR_$eager=30k" "$tune=30k" "MPIT_CVARS=$eager=30k"; do
        in_force "$config" "$own=20480" "$setting" -- "$eager"
        out_has_line "$eager 30720"
        one_line_is_said
        err_has "takes the place of $own=20480 of the environment"
    done
}

what_mpirun_is_given_wins_over_a_file()
{
    [ "$TEST_VENDOR" = openmpi ] || return 0
    file "$eager = 10k"
    run "$MPIRUN" --mca "$eager" 20480 -n 2 env "$network" "$config" \
        "$program" "$eager"
    exits 0
    out_has_line "$eager 20480"
    one_line_is_said
}

# Older names of the same, which MPICH knows as well.
an_older_name_of_it_wins_over_a_file_too()
{
    [ "$TEST_VENDOR" = mpich ] || return 0
    file "$eager = 10k"
    in_force "$config" "MPICH_${eager#MPIR_CVAR_}=20480" -- "$eager"
    out_has_line "$eager 20480"
    one_line_is_said
}

# ---- what MPI_Init reads itself

level=MPIR_CVAR_DEFAULT_THREAD_LEVEL
highest=3

what_mpi_init_reads_itself_is_in_force()
{
    [ "$TEST_VENDOR" = mpich ] || return 0
    in_force "MPIT_CVAR_$level=MPI_THREAD_MULTIPLE" -- "$level"
    out_has_line "$level MPI_THREAD_MULTIPLE"
    out_has_line "level $highest"
    file "$level = mpi_thread_multiple"
    in_force "$config" -- "$level"
    out_has_line "level $highest"
    in_force -- "$level=MPI_THREAD_MULTIPLE" "$level"
    out_has_line "level $highest"
}

a_word_that_mpi_init_would_end_the_program_on_is_told()
{
    [ "$TEST_VENDOR" = mpich ] || return 0
    in_force "MPIT_CVAR_$level=sundial" -- "$level"
    out_lacks sundial
    one_line_is_said
    err_has 'it takes one of MPI_THREAD_SINGLE '
}

for test in a_write_before_the_first_look_is_in_force \
    a_write_after_a_look_at_all_variables_is_in_force a_write_takes_the_place_of_what_was_set \
    an_algorithm_goes_back_to_the_default a_limit_does_not_go_back_to_the_default \
    a_file_is_in_force_where_nothing_else_is_set the_library_s_own_environment_wins_over_a_file \
    it_wins_over_a_name_of_ours_in_a_file_too the_same_value_is_not_said \
    a_setting_of_ours_wins_over_both what_mpirun_is_given_wins_over_a_file \
    an_older_name_of_it_wins_over_a_file_too what_mpi_init_reads_itself_is_in_force \
    a_word_that_mpi_init_would_end_the_program_on_is_told; do
    run_test $test
done
finish
