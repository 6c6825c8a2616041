#!/bin/sh
# No hook takes a tenth more instructions than bench/instructions.def says: valgrind counts them, so
# that the machine and what else runs on it do not matter.  A compiler does: what another than that
# of Debian 12 makes may be a fifth more.  `make record-instructions` records anew, by --record.
. "${0%/*}/../prelude.sh"
table=$abs_srcdir/bench/instructions.def
anew="'make record-instructions' records what this build takes"

# rows FILE: "case variant figure" of this MPI.
rows()
{
    sed -n "s/^INSTRUCTIONS($TEST_VENDOR, \([a-z_]*\), \([a-z_]*\), \([0-9.-]*\))\$/\1 \2 \3/p" "$1"
}

# compare RECORDED MEASURED [MORE]: a line for each figure that has changed, exit 1 if one has grown
# by more than MORE (1.1), or stands alone.
compare()
{
    awk -v anew="$anew" -v more="${3:-1.1}" '
        function said(text) { print $1 ", " $2 ": " text "; " anew }
        NR == FNR { recorded[$1, $2] = $3; next }
        !(($1, $2) in recorded) { said("not recorded"); bad = 1; next }
        {
            was = recorded[$1, $2]
            delete recorded[$1, $2]
            change = $3 " instructions a call, recorded " was
        }
        $3 > was * more { said("grown: " change); bad = 1 }
        $3 < was * 0.9 { said("fallen: " change) }
        END {
            for (row in recorded) {
                split(row, word, SUBSEP)
                print word[1] ", " word[2] ": recorded and not measured; " anew
                bad = 1
            }
            exit bad
        }' "$1" "$2"
}

# measured.def: rows for the table; measured: the same to compare.
the_hooks_are_measured()
{
    command -v valgrind >/dev/null || fail 'valgrind is not here: install the package valgrind'
    cases=self_isend,self_irecv,proc_null,put_flush
    # The own path of Open MPI's files takes other numbers of instructions from run to run.
    [ "$TEST_VENDOR" = openmpi ] || cases=$cases,file_write
    TEST_TIMEOUT=600 run "$abs_builddir/bench/overhead" --instructions --rows --only "$cases"
    exits 0
    cp out measured.def
    rows measured.def >measured
    [ -s measured ] || fail 'bench/overhead --instructions gives no rows'
}

the_figures_are_recorded()
{
    [ -s measured ] || return
    grep -v "^INSTRUCTIONS($TEST_VENDOR," "$table" >others
    cat others measured.def >"$table"
}

scaled() { awk -v by="$1" '{ print $1, $2, $3 * by }' measured >scaled; }

# The comparison itself, on figures of this run.
a_tenth_more_is_found_out_and_less_is_not()
{
    scaled 0.9
    compare scaled measured | grep -q '^proc_null, counts: grown: ' ||
        fail 'a tenth more is not found out'
    scaled 0.92
    compare scaled measured >/dev/null || fail 'less than a tenth more is refused'
    scaled 1.2
    compare scaled measured >said || fail 'fewer are refused'
    grep -q '^proc_null, counts: fallen: ' said || fail 'fewer are not said'
    sed 1d measured >fewer
    compare fewer measured >/dev/null && fail 'a row that is not recorded passes'
    compare measured fewer >/dev/null && fail 'a row that is not measured passes'
}

more_for() # COMPILER'S VERSION
{
    case $1 in
    12*) echo 1.1 ;;
    *) echo 1.2 ;;
    esac
}

no_hook_takes_a_tenth_more_than_recorded()
{
    rows "$table" >recorded
    [ -s recorded ] || fail "$table has no rows for $TEST_VENDOR"
    compare recorded measured "$(more_for "$("$MPICC" -dumpversion)")" >said || fail 'some do'
    cat said
}

run_test the_hooks_are_measured
if [ "$1" = --record ]; then
    run_test the_figures_are_recorded
else
    run_test a_tenth_more_is_found_out_and_less_is_not
    run_test no_hook_takes_a_tenth_more_than_recorded
fi
finish
