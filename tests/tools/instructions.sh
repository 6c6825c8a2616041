#!/bin/sh
# No hook takes a tenth more instructions than bench/instructions.def says: valgrind counts them, so
# that the machine and what else runs on it do not matter.  A compiler does; what it makes is
# recorded anew by `make record-instructions`, which calls this with --record.
: "${abs_srcdir:?}" "${abs_builddir:?}" "${TEST_VENDOR:?}"
table=$abs_srcdir/bench/instructions.def
anew="'make record-instructions' records what this build takes"

scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

fail()
{
    echo "FAIL: $*"
    exit 1
}

# rows FILE: "case variant figure" of this MPI.
rows()
{
    sed -n "s/^INSTRUCTIONS($TEST_VENDOR, \([a-z_]*\), \([a-z_]*\), \([0-9.-]*\))\$/\1 \2 \3/p" "$1"
}

# compare RECORDED MEASURED: a line for each figure that has changed, exit 1 if one has grown or
# stands alone.
compare()
{
    awk -v anew="$anew" '
        function said(text) { print $1 ", " $2 ": " text "; " anew }
        NR == FNR { recorded[$1, $2] = $3; next }
        !(($1, $2) in recorded) { said("not recorded"); bad = 1; next }
        {
            was = recorded[$1, $2]
            delete recorded[$1, $2]
            change = $3 " instructions a call, recorded " was
        }
        $3 > was * 1.1 { said("grown: " change); bad = 1 }
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

command -v valgrind >/dev/null ||
    fail "valgrind is not here, which counts the instructions: install the package valgrind"

rows "$table" >"$scratch/recorded"
[ -s "$scratch/recorded" ] || [ "$1" = --record ] || fail "$table has no rows for $TEST_VENDOR"
cases=self_isend,self_irecv,proc_null,put_flush
# The own path of Open MPI's files takes other numbers of instructions from run to run.
[ "$TEST_VENDOR" = openmpi ] || cases=$cases,file_write
"$abs_builddir/bench/overhead" --instructions --rows --only $cases >"$scratch/measured.def" ||
    fail "bench/overhead --instructions --rows: exit $?"
rows "$scratch/measured.def" >"$scratch/measured"
[ -s "$scratch/measured" ] || fail "bench/overhead --instructions gives no rows"

if [ "$1" = --record ]; then
    grep -v "^INSTRUCTIONS($TEST_VENDOR," "$table" >"$scratch/table"
    cat "$scratch/measured.def" >>"$scratch/table"
    cp "$scratch/table" "$table"
    exit
fi

# The comparison itself, on figures of this run.
scaled() { awk -v by="$1" '{ print $1, $2, $3 * by }' "$scratch/measured" >"$scratch/scaled"; }
scaled 0.9
compare "$scratch/scaled" "$scratch/measured" | grep -q '^proc_null, counts: grown: ' ||
    fail "a tenth more is not found out"
scaled 0.92
compare "$scratch/scaled" "$scratch/measured" >/dev/null || fail "less than a tenth more is refused"
scaled 1.2
compare "$scratch/scaled" "$scratch/measured" >"$scratch/said" || fail "fewer are refused"
grep -q '^proc_null, counts: fallen: ' "$scratch/said" || fail "fewer are not said"
sed 1d "$scratch/measured" >"$scratch/fewer"
compare "$scratch/fewer" "$scratch/measured" >/dev/null && fail "a row that is not recorded passes"
compare "$scratch/measured" "$scratch/fewer" >/dev/null && fail "a row that is not measured passes"

compare "$scratch/recorded" "$scratch/measured"
