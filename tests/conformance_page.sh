#!/bin/sh
# Prints man/mpit-conformance.7 from the tables of requirements.
#
#   conformance_page.sh SOURCE_DIRECTORY

cat <<'END'
'\" t
.\" Made by tests/conformance_page.sh from tests/requirements.def, events.def and later.def.
.TH MPIT\-CONFORMANCE 7
.SH NAME
mpit\-conformance \- what libmpit holds of the tool information interface of MPI 3.1 to 5.0
.SH DESCRIPTION
One line a requirement of chapter 14 of MPI 3.1; from EVT\-1 on of what MPI 4.0 says of events
(15.3.8), and from LATER\-1 on of what MPI 4.0 to 5.0 say otherwise or beyond it; in our words.
Kind: M, the standard demands it; A, it advises it; X, we promise more; E, an example of the
chapter. Each has tests, which
.B make check
runs on Open MPI and MPICH, and without which it fails: so libmpit holds them all.
.PP
What an MPI library holds by itself
.BR mpit\-conform (1)
says.
.PP
.TS
l l lx.
END
printf 'Requirement\tKind\tWhat\n_\n'
for table in requirements events later; do
    awk -f "$1/tests/rows.awk" "$1/tests/$table.def"
done | awk '
    /^REQ\(/ {
        split($0, quoted, "\"")
        split(substr($0, index($0, "(") + 1), id, /, */)
        gsub(/-/, "\\-", quoted[2])
        gsub(/-/, "\\-", id[1])
        printf "%s\t%s\tT{\n%s\nT}\n", id[1], id[2], quoted[2]
    }'
cat <<'END'
.TE
.SH SEE ALSO
.BR mpit (1),
.BR mpit\-conform (1)
END
