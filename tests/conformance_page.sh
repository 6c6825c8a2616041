#!/bin/sh
# Prints man/mpit-conformance.7 from tests/requirements.def, tests/events.def and
# tests/conformance.def.
#
#   conformance_page.sh SOURCE_DIRECTORY

cat <<'END'
'\" t
.\" Made by tests/conformance_page.sh from tests/requirements.def and tests/events.def.
.TH MPIT\-CONFORMANCE 7
.SH NAME
mpit\-conformance \- what libmpit holds of the tool information interface of MPI 3.1, and of
the events of MPI 4.0
.SH DESCRIPTION
One line a requirement of chapter 14 of MPI 3.1, and from EVT\-1 on of what MPI 4.0 says of events
(15.3.8), in our words.
Kind: M, the standard demands it; A, it advises it; X, we promise more; E, an example of the
chapter. Each has tests, which
.B make check
runs on Open MPI and MPICH, and without which it fails: so libmpit holds them all.
.PP
The last two columns say what plain Open MPI 4.1.4 and plain MPICH 4.0.2 do in the same test
programs: the worst of
.BR pass ,
.BR fail ,
.B crash
and
.B hang
over the tests of the requirement, without those that need a variable of ours; a dash where there
is no other.
.PP
.TS
l l lx l l.
END
printf 'Requirement\tKind\tWhat\tOpen MPI\tMPICH\n_\n'
for table in conformance requirements events; do
    awk -f "$1/tests/rows.awk" "$1/tests/$table.def"
done | awk '
    function worse(a, b) { return rank[b] > rank[a] ? b : a }
    BEGIN { rank["-"] = 0; rank["pass"] = 1; rank["fail"] = 2; rank["hang"] = 3; rank["crash"] = 4 }
    /^RESULT\(/ {
        gsub(/RESULT\(|\)/, "")
        split($0, f, ", *")
        result[f[1], f[2]] = f[3]
    }
    /^REQ\(/ {
        split($0, quoted, "\"")
        split(substr($0, index($0, "(") + 1), id, /, */)
        rest = quoted[3]
        gsub(/\)$/, "", rest)
        n = split(rest, test, /[ ,]+/)
        openmpi = mpich = "-"
        for (i = 1; i <= n; i++) {
            if (("openmpi", test[i]) in result && result["openmpi", test[i]] != "absent")
                openmpi = worse(openmpi, result["openmpi", test[i]])
            if (("mpich", test[i]) in result && result["mpich", test[i]] != "absent")
                mpich = worse(mpich, result["mpich", test[i]])
        }
        gsub(/-/, "\\-", quoted[2])
        gsub(/-/, "\\-", id[1])
        printf "%s\t%s\tT{\n%s\nT}\t%s\t%s\n", id[1], id[2], quoted[2], openmpi, mpich
    }'
cat <<'END'
.TE
.SH SEE ALSO
.BR mpit (1)
END
