#!/bin/sh
# The score of the bench of verdicts (bench/truth/score.py) sees each kind of miss in records that
# are made up, and its table has a program for each row.
. "${0%/*}/../prelude.sh"
score=$abs_srcdir/bench/truth/score.py

cat >table <<'END_OF_TABLE'
/* CASE(in, a, comment, is, 1, "none", "all", 0, "") */
CASE(late, 2, one_late, x, 30, "late_arrival load_imbalance: 3: 22", "3", 0, "")
CASE(free, 2, fault_free, x, 0, "", "none", 0, "")
CASE(beside, 2, beside_others, x, 0, "", "none",
    4, "")
CASE(two, 2, two_faults, x, 0, "io: none: 45 + late_finalize: 1: 15", "1", 0, "--set a=b,c")
END_OF_TABLE

# told CASE EXCESS INIT ALL [ID RANKS]...: a run of it, and what was said of that.
told()
{
    mkdir -p records
    printf 'truth %d %s %s %s\n' 0 "$2" "$3" "$4" 1 0 "$3" "$4" >"records/$1.1.out"
    name=$1
    shift 4
    verdicts=
    while [ $# -gt 0 ]; do
        verdicts="$verdicts${verdicts:+, }{\"id\": \"$1\", \"ranks\": [$2]}"
        shift 2
    done
    echo "{\"verdicts\": [$verdicts]}" >"records/$name.1.json"
}

# scores CODE LINE...: of the runs that were told.
scores()
{
    run python3 "$score" table records
    exits "$1"
    rm -rf records
    shift
    for line; do
        out_has "$line"
    done
}

what_is_right_is_no_miss()
{
    told late 0.001 0.2 1.4 load_imbalance 3 one_call ''
    told free 0.001 0.2 1.4 little_mpi ''
    told beside 0.9 0.2 2.4 no_processor '0, 1'
    told two 0.001 0.2 1.4 io '' late_finalize 1
    scores 0 '^100.0 % ' '^all  *4/4  *0  *0  *0/0$'
    out_lacks '^miss'
}

who_is_named_must_be_right()
{
    told late 0 0.2 1.4 late_arrival 2
    scores 1 '^miss  *late.1: said late_arrival \[2\]; right ' '^one_late  *0/1  *1  *0  *0/0$' \
        '^ *1  late_arrival names a wrong rank: late$'
    told late 0 0.2 1.4 late_arrival '2, 3'
    scores 1 '^one_late  *0/1  *1  *0 '
    told late 0 0.2 1.4 late_arrival 3 late_sender 1
    scores 1 '^one_late  *1/1  *1  *0 '
}

what_is_right_must_be_first()
{
    told late 0 0.2 1.4 oversubscribed '0, 1, 2, 3' late_arrival 3
    scores 1 '^one_late  *0/1  *0  *0 ' 'oversubscribed is said before what is right: late'
    told late 0 0.2 1.4
    scores 1 '^one_late  *0/1  *0  *0 ' 'nothing is said: late'
    told late 0 0.2 1.4 late_arrival 3
    rm records/late.1.json
    scores 1 '^one_late  *0/1  *0  *0 ' 'no record: late'
    told late 0 0.2 1.4 late_arrival 3
    sed -i 1d records/late.1.out
    scores 1 '^one_late  *0/1  *0  *0 ' 'the program failed: late'
}

of_two_faults_both_must_be_there()
{
    told two 0 0.2 1.4 io ''
    scores 1 '^two_faults  *0/1  *0  *0 ' 'one of two faults is not said (late_finalize)'
    told two 0 0.2 1.4 late_finalize 1 io ''
    scores 1 '^two_faults  *0/1  *0  *0 '
}

a_program_without_a_fault_is_not_to_be_changed()
{
    told free 0 0.2 1.4 little_mpi '' one_call ''
    scores 1 '^fault_free  *1/1  *0  *1 ' 'one_call of a fault-free program: free'
    told free 0 0.2 1.4 nothing_stands_out ''
    scores 0 '^fault_free  *1/1  *0  *0 '
    told free 0 0.2 1.4 nothing_stands_out ''
    sed -i 's/"ranks"/"text": "no rank stands out; begin with MPI_Send", &/' records/free.1.json
    scores 1 '^fault_free  *0/1  *0  *1 ' 'nothing_stands_out of a fault-free program: free'
    told free 0 0.2 1.4 load_imbalance 0
    scores 1 '^fault_free  *0/1  *1  *1 '
    told beside 0.9 0.2 2.4 no_processor '0' late_arrival 0
    scores 1 '^beside_others  *1/1  *1  *1 '
}

# A quarter of the 264 ms that it costs; where MPI_Init is most of a job, that may be said.
a_run_that_was_disturbed_is_not_scored()
{
    told late 0.05 0.2 1.4 late_arrival 2
    scores 1 '^one_late  *0/1  *1  *0  *0/0$'
    told late 0.09 0.2 1.4 late_arrival 2
    scores 3 '^disturbed  *late.1: ' '^one_late  *0/0  *0  *0  *0/1$'
    told free 0.9 0.2 1.4 late_arrival 0
    scores 1 '^fault_free  *0/1  *1  *1  *0/0$'
    told late 0.01 1.4 2.4 start_and_end '' late_arrival 3
    scores 0 '^one_late  *1/1  *0  *0 '
}

rows_are_read_as_they_stand()
{
    run python3 "$score" --list table '^(late|two)$'
    exits 0
    printf '%s\n' 'late 2 0 ' 'two 2 0 --set a=b,c' >expected
    same expected out
    run python3 "$score" --list "$abs_srcdir/bench/truth/truth.def"
    [ "$(wc -l <out)" = "$(grep -c '^CASE(' "$abs_srcdir/bench/truth/truth.def")" ] ||
        fail "not every row: $(cat out)"
}

run_test what_is_right_is_no_miss
run_test who_is_named_must_be_right
run_test what_is_right_must_be_first
run_test of_two_faults_both_must_be_there
run_test a_program_without_a_fault_is_not_to_be_changed
run_test a_run_that_was_disturbed_is_not_scored
run_test rows_are_read_as_they_stand
finish
