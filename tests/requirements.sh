#!/bin/sh
# Walks the tables of requirements (requirements, events, later, found) after the other tests ran:
# every row has tests, and each of them passed.
#
# Passing: in the log of a program that passed, a line of Check's with :P: and the name, or one of
# "ok: NAME"; and nowhere a line "FAIL: NAME:". A path passes where its program's result is PASS.
# NAME:mpich is asked for on this MPI alone, NAME:Bcast_init where the MPI has MPI_Bcast_init,
# NAME:Abi by way of the ABI.
#
# What a fault of the MPI below forbids is stepped around: it neither passes nor fails, and a
# requirement that has no other test is listed as that.  How much it is in all stands in the totals
# of `make check`, on its descriptor 9.
says_at_its_end=yes
. "${0%/*}/prelude.sh"

# names_of PROGRAM: of its tests, in its source.
names_of()
{
    cat "$abs_srcdir/$1".* 2>/dev/null | tr -c 'a-z_0-9' '\n' | grep '_' | sort -u
}

# Lines "pass NAME", "fail NAME", "around NAME".
(cd "$abs_builddir" && find tests -name '*.trs') | sort | while read -r trs; do
    program=${trs%.trs}
    log=$abs_builddir/$program.log
    if grep -q '^:global-test-result: PASS' "$abs_builddir/$trs"; then
        echo "pass $program"
    elif grep -q "^stepped around: $program\(\.sh\)\? (" "$log"; then
        echo "around $program"
        names_of "$program" | sed 's/^/around /'
    else
        echo "fail $program"
    fi
    sed -nE 's/^stepped around: [^ ]*: ([a-z_0-9]+) \(.*/around \1/p' "$log"
    sed -nE 's/^ok: ([a-z_0-9]+).*/pass \1/p; s/^FAIL: ([a-z_0-9]+):.*/fail \1/p
        s/^[^:]*:[0-9]+:P:[^:]*:([a-z_0-9]+):.*/pass \1/p
        s/^[^:]*:[0-9]+:[EF]:[^:]*:([a-z_0-9]+):.*/fail \1/p' "$log"
done >results

# What another MPI's tests have seen to.
for program in $TESTED_ONCE; do
    echo "once ${program%.sh}"
    names_of "${program%.sh}" | sed 's/^/once /'
done >>results

sed -n 's/^#define MPIT_HAS_\(.*\) 1$/has \1/p' "$abs_builddir/mpi_functions.h" >>results
case $BACK in abi-*) echo 'has Abi' >>results ;; esac

for table in requirements events later found; do
    rows_of "$abs_srcdir/tests/$table.def"
done >rows

# "ID" or "ID: why".
awk -v vendor="$TEST_VENDOR" '
    FNR == NR { ended[$1, $2] = 1; next }
    /^(REQ|FOUND)\(/ {
        split($0, quoted, "\"")
        split(substr($0, index($0, "(") + 1), id, ",")
        rest = quoted[3]
        sub(/\)$/, "", rest)
        n = split(rest, test, /[ ,]+/)
        have = here = around = 0
        why = ""
        for (i = 1; i <= n; i++) {
            if (test[i] == "")
                continue
            have++
            if (split(test[i], only, ":") == 2 && only[2] != vendor &&
                !(("has", only[2]) in ended))
                continue
            test[i] = only[1]
            here++
            if (("fail", test[i]) in ended)
                why = why " " test[i] " failed;"
            else if (("pass", test[i]) in ended)
                continue
            else if (("around", test[i]) in ended)
                around++
            else if (("once", test[i]) in ended)
                continue
            else
                why = why " " test[i] " did not run;"
        }
        if (!have)
            why = " no test;"
        else if (here && around == here)
            print "nothing but what is stepped around: " id[1] >"around"
        print id[1] (why == "" ? "" : ":" why)
    }' results rows >requirements

while IFS=: read -r id why; do
    begin_test "$id"
    [ -z "$why" ] || fail "$why"
done <requirements
[ ! -f around ] || cat around

# Each once, although its lines may stand in several logs.
find "$abs_builddir/tests" -name '*.log' -exec sed -n 's/^stepped around: //p' {} + | sort -u >all
(: >&9) 2>/dev/null && echo "# STEPPED AROUND: $(wc -l <all)" >&9
finish
