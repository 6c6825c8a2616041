# Sourced: puts a record of two ranks into record.json.
# shellcheck shell=sh

cat >record.json <<'END'
{"format": 1, "mpit": "0.1.0", "vendor": "Some MPI", "command": "./solve",
 "start": "2024-01-02T03:04:05Z",
 "complete": true, "reason": "", "nranks": 2, "lost_records": 0,
 "ranks": [{"rank": 0, "host": "a", "pid": 1, "wall": 2.0, "mpi": 0.5},
           {"rank": 1, "host": "b", "pid": 2, "wall": 2.0, "mpi": 1.5}],
 "calls": [{"name": "MPI_Send", "count": 12, "bytes": 3456,
            "time": {"total": 0.5, "min": 0.2, "min_rank": 0, "max": 0.3, "max_rank": 1}}],
 "pairs": [{"sender": 1, "receiver": 0, "messages": 12, "bytes": 3456}]}
END
