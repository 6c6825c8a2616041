#!/bin/sh
# The report's counts for examples/heat2d equal those worked out by hand for its grid.
#
# heat2d cuts nx x ny points into px columns and py rows of blocks, rank = y * px + x;
# MPI_Dims_create gives py >= px. Block x is w(x) = floor(nx (x+1) / px) - floor(nx x / px) points
# wide, and block y is h(y) points high by the same rule. A double has 8 bytes, an int 4. In S steps
# with a residual every E of them, on N ranks of which A = px py have points:
#
#   pairs          each block sends, every step, a row of 8 w(x) bytes to the block above and below,
#                  and a column of 8 h(y) bytes to the left and right, where there is one
#   MPI_Isend      4 A S calls: those to MPI_PROC_NULL at the walls are calls too, of 0 bytes;
#                  bytes: each of the py-1 inner horizontal cuts is nx points long, each of the px-1
#                  vertical ones ny, and is crossed both ways: 2 S 8 ((py-1) nx + (px-1) ny)
#   MPI_Irecv      as many calls, and the same bytes, for all that is sent is received
#   MPI_Waitall    A S calls, no bytes of its own
#   MPI_Allreduce  A ceil(S/E) for residuals and N for the error, 8 bytes each on each rank
#   MPI_Bcast      2 N calls; 5 ints and 1 double, 28 bytes, count at the root alone
#
# Calls that only set up may be missing from the report or be there, but not with other counts. Any
# other call or pair is one too many, such as a call that the vendor makes inside of another.
. "${0%/*}/../prelude.sh"
heat2d=$abs_builddir/examples/heat2d

# expected_counts N PX PY NX NY STEPS EVERY: lines "must|may WHAT NUMBER"
expected_counts()
{
    awk -v N="$1" -v px="$2" -v py="$3" -v nx="$4" -v ny="$5" -v S="$6" -v E="$7" '
    function cut(n, parts, i) { return int(n * (i + 1) / parts) - int(n * i / parts) }
    function call(rule, name, count, bytes)
    {
        printf "%s %s:count %d\n%s %s:bytes %d\n", rule, name, count, rule, name, bytes
    }
    function pair(from, to, points)
    {
        printf "must %d->%d:messages %d\n", from, to, S
        printf "must %d->%d:bytes %d\n", from, to, S * 8 * points
    }
    BEGIN {
        A = px * py
        moved = 2 * S * 8 * ((py - 1) * nx + (px - 1) * ny)
        reductions = A * int((S + E - 1) / E) + N
        printf "must ranks:number %d\n", N
        call("must", "MPI_Isend", 4 * A * S, moved)
        call("must", "MPI_Irecv", 4 * A * S, moved)
        call("must", "MPI_Waitall", A * S, 0)
        call("must", "MPI_Allreduce", reductions, 8 * reductions)
        call("must", "MPI_Bcast", 2 * N, 5 * 4 + 8)

        for (y = 0; y < py; y++)
            for (x = 0; x < px; x++) {
                rank = y * px + x
                if (y + 1 < py) {
                    pair(rank, rank + px, cut(nx, px, x))
                    pair(rank + px, rank, cut(nx, px, x))
                }
                if (x + 1 < px) {
                    pair(rank, rank + 1, cut(ny, py, y))
                    pair(rank + 1, rank, cut(ny, py, y))
                }
            }

        call("may", "MPI_Init", N, 0)
        call("may", "MPI_Finalize", N, 0)
        call("may", "MPI_Dims_create", N, 0)
        call("may", "MPI_Cart_create", N, 0)
        call("may", "MPI_Cart_coords", A, 0)
        call("may", "MPI_Cart_shift", 2 * A, 0)
        call("may", "MPI_Comm_rank", N + A, 0)
        call("may", "MPI_Comm_size", N, 0)
        call("may", "MPI_Comm_free", A, 0)
        call("may", "MPI_Type_vector", A, 0)
        call("may", "MPI_Type_commit", A, 0)
        call("may", "MPI_Type_free", A, 0)
    }'
}

# The same kind of lines, without the rule, from the report as CSV.
found_counts()
{
    awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    function field(name) { return $column[name] }
    function say(what, quantity, number) { printf "%s:%s %s\n", what, quantity, number }
    $1 == "rank" && $2 == "wall" { ranks++ }
    $1 == "call" { say(field("name"), "count", field("count")) }
    $1 == "call" { say(field("name"), "bytes", field("bytes")) }
    $1 == "pair" { say(field("sender") "->" field("receiver"), "messages", field("count")) }
    $1 == "pair" { say(field("sender") "->" field("receiver"), "bytes", field("bytes")) }
    $1 == "lost" { say("lost", "records", field("count")) }
    END { say("ranks", "number", ranks + 0) }'
}

# Prints a line for each difference and fails where there is one.
compare() # EXPECTED FOUND
{
    awk '
    FNR == NR { rule[$2] = $1; want[$2] = $3; next }
    {
        seen[$1] = 1
        if (!($1 in want))
            complain($1, "none", $2)
        else if (want[$1] != $2)
            complain($1, want[$1], $2)
    }
    function complain(what, expected, found)
    {
        sub(/:/, " ", what)
        printf "  %s: expected %s, found %s\n", what, expected, found
        bad = 1
    }
    END {
        for (what in want)
            if (rule[what] == "must" && !(what in seen))
                complain(what, want[what], "none")
        exit bad
    }' "$1" "$2"
}

# counts_equal N PX PY NX NY STEPS EVERY
counts_equal()
{
    begin_test "$1 ranks as $2 x $3, grid $4 x $5, $6 steps, residual every $7"
    record_job -- "$MPIRUN" -n "$1" "$heat2d" --nx "$4" --ny "$5" --steps "$6" --every "$7"
    out_has_line "heat2d: grid $4 x $5, $6 steps, ranks $1 as $2 x $3"
    expected_counts "$@" >expected
    found_counts <job.csv >found
    compare expected found >wrong || fail "$(cat wrong)"
}

#            N px py nx ny  S  E
counts_equal 1 1  1  16 12 20 10
counts_equal 2 1  2  16 12 20  7
counts_equal 4 2  2  32 16 20 20
counts_equal 4 2  2  37 23 11  4
counts_equal 6 2  3  37 23 11  3
counts_equal 4 1  2   1  9 10  3
finish
