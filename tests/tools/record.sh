# Sourced: puts a record of two ranks into record.json; and into markup.json one of part of a job
# whose texts hold what has a meaning in a format, with two regions of one label and a time that is
# none.
#
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

cat >markup.json <<'END'
{"format": 1, "mpit": "0.1.0", "vendor": "Some <MPI>", "command": "q\"b\\s\nl<script>&'",
 "start": "2024-01-02T03:04:05Z",
 "complete": false, "reason": "MPI_Abort", "nranks": 2, "lost_records": 7,
 "ranks": [{"rank": 1, "host": "h<&\"1", "pid": 2, "wall": null, "mpi": 1.5}],
 "calls": [], "pairs": [{"sender": 1, "receiver": 0, "messages": 3, "bytes": 0}],
 "stray_region_ends": 0,
 "regions": [
  {"label": "q\"b\\s\nl<script>&'", "entries": 5, "open": 0,
  "sends": 0, "sends_bytes": 0, "recvs": 0, "recvs_bytes": 0,
  "collectives": 0, "collectives_bytes": 0, "rma": 0, "rma_bytes": 0,
  "reads": 0, "reads_bytes": 0, "writes": 0, "writes_bytes": 0,
  "wall": {"total": 1, "min": 1, "min_rank": 1, "max": 1, "max_rank": 1},
  "mpi": {"total": 1, "min": 1, "min_rank": 1, "max": 1, "max_rank": 1}},
  {"label": "q\"b\\s\nl<script>&'", "entries": 6, "open": 0,
  "sends": 0, "sends_bytes": 0, "recvs": 0, "recvs_bytes": 0,
  "collectives": 0, "collectives_bytes": 0, "rma": 0, "rma_bytes": 0,
  "reads": 0, "reads_bytes": 0, "writes": 0, "writes_bytes": 0,
  "wall": {"total": 1, "min": 1, "min_rank": 1, "max": 1, "max_rank": 1},
  "mpi": {"total": 1, "min": 1, "min_rank": 1, "max": 1, "max_rank": 1}}]}
END
