# Of what `./quickstart check` prints: a line "MPI PASSED FAILED AROUND" for each MPI.  Whatever is
# neither a pass nor stepped around counts as failed, as does an MPI without totals, and a last line
# other than "quickstart check: exit 0" (a line of its own).
BEGIN { n = split("openmpi mpich", mpis, " "); is_known["openmpi"] = is_known["mpich"] = 1 }
/^quickstart: testing build\// {
    sub(/^.*\//, "")
    mpi = $1
    if (!(mpi in is_known)) {
        is_known[mpi] = 1
        mpis[++n] = mpi
    }
}
/^SKIP: / { skipped[$2] = 1 }
/^stepped around: [^: ]* \(/ { around[$3] = 1 }
/^# STEPPED AROUND: / { parts[mpi] = $4 }
/^# TOTAL: / {
    total[mpi] = $3
    for (test in around)
        if (test in skipped)
            total[mpi]--
    split("", skipped)
    split("", around)
}
/^# PASS: / { passed[mpi] = $3 }
{ last = $0 }
END {
    for (i = 1; i <= n; i++) {
        mpi = mpis[i]
        failed = mpi in total ? total[mpi] - passed[mpi] : 1
        all += failed
        print mpi, passed[mpi] + 0, failed, parts[mpi] + 0
    }
    if (all == 0 && last != "quickstart check: exit 0")
        print "quickstart", 0, 1, 0
}
