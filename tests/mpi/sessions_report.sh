#!/bin/sh
# The report of programs with sessions, with counts worked out by hand; ints have 4 bytes.  Each
# process ends its sessions for itself: `mpit run` puts the parts together.
. "${0%/*}/../prelude.sh"

program=$abs_builddir/tests/mpi/sessions_program

# job WAY RANKS: leaves job.csv; there is one report, and no part is left.
job()
{
    rm -f job*
    record_job -- "$MPIRUN" -n "$2" "$program" "$1"
    ls job* >files
    printf '%s\n' job.csv job.json >expected
    same expected files
    is_complete true "$2"
}

# is_complete true|false RANKS
is_complete()
{
    "$MPIT" report --format json job.json >whole.json || fail 'no JSON'
    grep -q "\"complete\": *$1" whole.json || fail "it is not that complete is $1"
    [ "$(grep -c '^rank,wall,' job.csv)" -eq "$2" ] || fail "$2 ranks do not stand in it"
}

# has_calls: standard input has lines "NAME COUNT"; other calls may be there.
has_calls()
{
    sort >expected
    cut -d' ' -f1 expected >names
    awk -F, '$1 == "call" { print $2, $7 }' job.csv | grep -wFf names | sort >found
    same expected found
}

# has_pairs: standard input has lines "SENDER RECEIVER MESSAGES BYTES"
has_pairs()
{
    sort >expected
    awk -F, '$1 == "pair" { print $5, $6, $7, $8 }' job.csv | sort >found
    same expected found
}

begin_test 'a process alone has a report of its sessions'
job alone 1
has_calls <<'END'
MPI_Barrier 1
MPI_Comm_split 1
MPI_Sendrecv 2
MPI_Session_finalize 2
MPI_Session_init 2
END
has_pairs <<'END'
0 0 2 20
END

begin_test 'the ranks of a report of sessions are those of mpi://WORLD'
job alone 4
has_calls <<'END'
MPI_Barrier 4
MPI_Comm_split 4
MPI_Sendrecv 8
MPI_Session_finalize 8
MPI_Session_init 8
END
# 12 bytes forth, 8 back
has_pairs <<'END'
0 1 1 12
0 3 1 8
1 0 1 8
1 2 1 12
2 1 1 8
2 3 1 12
3 0 1 12
3 2 1 8
END
awk -F, '$1 == "region_sends" || $1 == "region_collectives" { print $1, $2, $7, $8 }' job.csv >found
cat >expected <<'END'
region_sends back 4 32
region_collectives back 4 0
END
same expected found
begin_test 'the text is that of one job'
run "$MPIT" report job.json
exits 0
out_has '^ranks  *4 on 1 host'
out_lacks '^partial'
out_has '^MPI_Session_init '

begin_test 'a session that a function of atexit closes is in the report'
job atexit 3
has_calls <<'END'
MPI_Sendrecv 6
MPI_Session_finalize 6
END

begin_test 'what comes after the last session is in the report too, once'
job again 2
has_calls <<'END'
MPI_Barrier 4
MPI_Sendrecv 8
MPI_Session_finalize 4
MPI_Session_init 4
END
has_pairs <<'END'
0 1 4 40
1 0 4 40
END

begin_test 'processes that end their sessions at different times have one report'
job late 3
has_pairs <<'END'
0 0 1 4
1 1 1 4
2 2 1 4
END

begin_test 'where a process ends with its session open, the others are in the report'
rm -f job*
run "$MPIT" run --report job.json -- "$MPIRUN" -n 3 "$program" absent
"$MPIT" report --format csv job.json >job.csv || fail 'no CSV'
is_complete false 3
run "$MPIT" report job.json
# The launcher may end the others, too, which still are in MPI_Session_finalize.
out_tells '^partial .*: of 3 ranks \(2 ended, 1\|1 ended, 2\|3\) dead$'
out_has '^dead  *-  *[123]  *[012]$'

begin_test 'without segments the others alone are'
rm -f job*
run "$MPIT" run --set mpit_live=off --report job.json -- "$MPIRUN" -n 3 "$program" absent
"$MPIT" report --format csv job.json >job.csv || fail 'no CSV'
is_complete false 2
run "$MPIT" report job.json
out_tells '^partial .*: of 3 ranks 2 ended$'

begin_test 'a process that has closed no session has a report of what it has done'
rm -f job*
run "$MPIT" run --report job.json -- "$MPIRUN" -n 1 "$program" abort
err_has 'the report is not complete: .*; of 1 ranks 0 ended, 1 dead'
[ "$(echo job*)" = job.json ] || fail "left: $(echo job*)"

begin_test 'without a segment it leaves what MPI_Pcontrol(2) has written'
rm -f job*
run "$MPIT" run --set mpit_live=off --report job.json -- "$MPIRUN" -n 1 "$program" abort
[ ! -e job.json ] || fail 'there is a report'
err_has 'the job ended before its report was complete; partial: .*job.json.0.part;'

begin_test 'what comes after MPI_Finalize is in the report'
job both 3
has_calls <<'END'
MPI_Finalize 3
MPI_Init 3
MPI_Sendrecv 9
MPI_Session_finalize 3
MPI_Session_init 3
END
has_pairs <<'END'
0 1 3 24
1 2 3 24
2 0 3 24
END

begin_test 'sessions that some processes have after MPI_Finalize are in the report of all'
job some 3
has_calls <<'END'
MPI_Finalize 3
MPI_Sendrecv 7
MPI_Session_finalize 3
END
has_pairs <<'END'
0 0 1 12
0 1 2 12
1 2 2 12
2 0 2 12
END

begin_test 'a session that opens after MPI_Finalize is in the report'
job after 2
has_calls <<'END'
MPI_Finalize 2
MPI_Sendrecv 6
MPI_Session_finalize 2
END

begin_test 'a session before MPI_Init is in the report of MPI_Finalize'
job before 2
has_calls <<'END'
MPI_Finalize 2
MPI_Init 2
MPI_Sendrecv 6
MPI_Session_finalize 2
END

begin_test 'without mpit run, mpit report puts the parts together'
rm -f job*
run env MPIT_REPORT="$PWD/job.json" "$abs_srcdir/tests/run-mpi" -p "$LIBMPIT" -n 2 "$program" alone
exits 0
ls job* >files
printf '%s\n' job.json.0.part job.json.1.part >expected
same expected files
"$MPIT" report --format csv job.json >job.csv || fail 'no CSV'
has_pairs <<'END'
0 1 2 20
1 0 2 20
END
run "$MPIT" report job.json.1.part
out_has '^partial  *of the whole: rank 1 alone, of 2$'

begin_test 'the report of sessions is shown at the end of mpit run'
run "$MPIT" run -- "$MPIRUN" -n 2 "$program" alone
exits 0
err_has '^ranks  *2 on 1 host'
[ -z "$(ls tmp)" ] || fail "left behind: $(ls tmp)"

begin_test 'a time series of sessions goes on to the last one'
record_job --set mpit_sample_interval=0.05 -- "$MPIRUN" -n 2 "$program" late
[ "$(awk -F, '$1 == "sample_sends" { print $3 }' job.csv | sort -u | wc -l)" -eq 2 ] ||
    fail 'not of both ranks'
finish
