#!/bin/sh
# What a report says of communicators, collectives by size, files, calls by rank and one-sided
# operations by pairs of ranks, compared with what was worked out by hand (uses_program.c): of a job
# that ends, and of one that is killed.
. "${0%/*}/../prelude.sh"
program=$abs_builddir/tests/mpi/uses_program

job()
{
    rm -rf job.* all* one
    run "$MPIT" run --report job.json -- "$MPIRUN" -n 4 "$program" "$@"
    "$MPIT" report job.json >job.txt || fail 'no text'
    "$MPIT" report -f csv job.json |
        sed 's/"rows, ""of two"""/rows/; s/"all, of four"/all/' >job.csv
}

# rows KIND...: name, count and bytes of rows of the CSV, and the last column where it has a size.
rows()
{
    for kind; do
        awk -F, -v kind="$kind" '$1 == kind { print $1, $2, $7, $8, $13 }' job.csv | sort
    done | sed 's/  */ /g; s/ $//'
}

communicators_are_told_by_name_and_size()
{
    cat >expected <<END
communicator 12 4
communicator MPI_COMM_WORLD 4 4
communicator rows 4 2
communicator_collectives 12 0 4
communicator_collectives MPI_COMM_WORLD 44 80000 4
communicator_collectives rows 44 32032 2
communicator_recvs 0 0 4
communicator_recvs MPI_COMM_WORLD 4 320 4
communicator_recvs rows 0 0 2
communicator_sends 0 0 4
communicator_sends MPI_COMM_WORLD 4 320 4
communicator_sends rows 0 0 2
END
    rows communicator communicator_collectives communicator_recvs communicator_sends >found
    same expected found
}

collectives_are_told_by_size()
{
    awk -F, '$1 == "collective" { print $2, $11, $13, $7, $8 }' job.csv | sort >found
    cat >expected <<END
MPI_Allreduce 512 1023 40 32000
MPI_Allreduce 8 15 4 32
MPI_Barrier 0 0 16 0
MPI_Bcast 0 0 30 0
MPI_Bcast 4096 8191 10 80000
END
    same expected found
}

# What is done with a file while nothing is counted is not in it, its opening neither.
files_are_told_by_name()
{
    cat >expected <<END
file all 8
file one 0
file_reads all 8 3200
file_reads one 0 0
file_writes all 16 12800
file_writes one 1 16
END
    rows file file_reads file_writes >found
    same expected found
    grep -Eq '^all, of four +4 +8 +8 +3.2 kB +16 +12.8 kB ' job.txt || fail 'not in the text'
    grep -Eq '^one +1 +0 ' job.txt || fail 'nor that of one rank'
}

calls_are_told_by_rank()
{
    # A Sendrecv hands over what it sends and what it receives.
    printf 'MPI_Bcast %s\n' '0 10 80000' '1 10 0' '2 10 0' '3 10 0' >expected
    printf 'MPI_Sendrecv %s 1 160\n' 0 1 2 3 >>expected
    awk -F, '$1 == "call_rank" && $2 ~ /Bcast|Sendrecv/ { print $2, $3, $7, $8 }' job.csv |
        sort >found
    same expected found
    most=$(awk -F, '$1 == "call_rank" { print substr($2, 5); exit }' job.csv)
    grep -q "^rank .* $most" job.txt || fail 'not in the text'
}

# By rank in the world, each with what it did on the windows of the other: 10 operations with 216
# bytes on that of the next rank, by rank of MPI_COMM_WORLD; of ranks 1 to 3 a put of 24 bytes to
# rank 3 and a get of 16 from rank 1, on a window that has ended.
pairs_have_operations()
{
    cat >expected <<END
0 1 10 216
1 1 1 16
1 2 10 216
1 3 1 24
2 1 1 16
2 3 11 240
3 0 10 216
3 1 1 16
3 3 1 24
END
    awk -F, '$1 == "pair" && $2 == "one_sided" { print $5, $6, $7, $8 }' job.csv | sort >found
    same expected found
}

operations_are_told_by_pairs()
{
    pairs_have_operations
    # They are those of the calls; what goes to MPI_PROC_NULL is a call and no message.
    awk -F, '
        $2 ~ /^MPI_R?(put|get|accumulate|get_accumulate)$|Fetch_and_op|Compare_and_swap/ ||
        $2 ~ /^MPI_(Put|Get|Accumulate|Get_accumulate)$/ {
            if ($1 == "call")
                bytes += $8
            if ($1 == "call_messages")
                count += $7
        }
        END { print count + 0, bytes + 0 }' job.csv >found
    echo 46 984 >expected
    same expected found
    awk -F, '$1 == "pair" && $2 == "messages" { count += $7; bytes += $8 }
        END { print count + 0, bytes + 0 }' job.csv >found
    echo 4 320 >expected
    same expected found
    grep -q 'point-to-point and one-sided$' job.txt || fail 'pairs do not say of what'
    grep -Eq '^ +2  ->  +3 .* 11 +240 +240 +B$' job.txt || fail 'not in the text'
}

times_are_those_of_the_calls()
{
    awk -F, '
        $1 == "call" { call[$2] = $9 }
        $1 == "collective" { sum[$2] += $9 }
        $1 == "call_rank" { rank[$2] += $9 }
        $1 == "file" { files += $9 }
        function differ(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
        END {
            if (!call["MPI_Bcast"] || differ(call["MPI_Bcast"], sum["MPI_Bcast"]))
                print "collectives: " call["MPI_Bcast"] " is not " sum["MPI_Bcast"]
            for (name in call)
                if (differ(call[name], rank[name]))
                    print name ": " call[name] " is not " rank[name]
            for (name in call)
                if (name ~ /^MPI_File/)
                    all += call[name]
            if (!all || differ(all, files))
                print "files: " all " is not " files
        }' job.csv >wrong
    [ ! -s wrong ] || fail "$(cat wrong)"
}

job
run_test communicators_are_told_by_name_and_size
run_test collectives_are_told_by_size
run_test files_are_told_by_name
run_test calls_are_told_by_rank
run_test operations_are_told_by_pairs
run_test times_are_those_of_the_calls

job killed
begin_test "so is all of it of a job that is killed"
grep -q '^partial ' job.txt || fail 'it was not killed'
communicators_are_told_by_name_and_size
collectives_are_told_by_size
files_are_told_by_name
calls_are_told_by_rank
operations_are_told_by_pairs

rm -rf job.* all* one
try "so are operations in parts of the report, of a window that is in use" "$MPIT" run \
    --set mpit_live=off --report job.json -- "$MPIRUN" -n 4 "$program" flushed
for rank in 0 1 2 3; do
    "$MPIT" report -f csv "job.json.$rank.part" || fail "no part of rank $rank"
done >job.csv
pairs_have_operations
finish
