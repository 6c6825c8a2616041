#!/bin/sh
# `mpit report --scaling`: figures of several jobs against those worked out by hand.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

# job FILE RANKS WALL OUTSIDE BALANCE SERIALISATION TRANSFER [VERDICT]: ranks that ran WALL seconds
# each, of these OUTSIDE outside of MPI, with factors that are said.
job()
{
    python3 - "$@" <<'END'
import json, sys
record = json.load(open("record.json"))
wall, outside, balance, serial, transfer = map(float, sys.argv[3:8])
record["nranks"] = int(sys.argv[2])
record["ranks"] = [dict(record["ranks"][0], rank=rank, wall=wall, mpi=wall - outside)
                   for rank in range(record["nranks"])]
record["efficiency"] = {"parallel": balance * serial * transfer, "load_balance": balance,
                        "communication": serial * transfer, "serialisation": serial,
                        "transfer": transfer}
record["verdicts"] = [{"id": id, "text": f"first of {record['nranks']}", "ranks": [], "value": 0}
                      for id in sys.argv[8:] or ["nothing_stands_out"]]
json.dump(record, open(sys.argv[1], "w"))
END
}

job two.json 2 4 3.6 1 1 0.9
job four.json 4 2.5 1.875 0.96 0.95 0.8
job eight.json 8 2 1 0.95 0.9 0.6
job again.json 8 3 1 0.95 0.9 0.6

try "jobs stand in the order of their ranks" "$MPIT" report --scaling eight.json two.json four.json
exits 0
out_has '^jobs     eight.json, two.json, four.json: ./solve$'
out_has '^scaling  strong: of one problem on more ranks, as all ranks together were outside of MPI '
out_has '^speed-up 2.00 with 8 ranks instead of 2, of 4.00 that there could be: 50.0 %$'
sed -n '/^[248] ranks  /s/  */ /gp' out >rows
cat >expected <<'END'
2 ranks 1 4.000 s 1.00 100.0 % 90.0 % 100.0 % 90.0 % 100.0 % 90.0 % 100.0 %
4 ranks 1 2.500 s 1.60 80.0 % 73.0 % 96.0 % 76.0 % 95.0 % 80.0 % 96.0 %
8 ranks 1 2.000 s 2.00 50.0 % 51.3 % 95.0 % 54.0 % 90.0 % 60.0 % 90.0 %
END
same rows expected
out_has '^lost     most to transfer: 90.0 % with 2 ranks, 60.0 % with 8$'
out_has '^8 ranks: first of 8$'

try "of several runs there is the mean" "$MPIT" report -s two.json eight.json again.json
exits 0
out_has '^8 ranks  *2  *2.500  s  *1.60 '

job more.json 8 4.5 3.6 1 1 0.8
try "a problem that grows with the ranks is told from that" "$MPIT" report -s two.json more.json
exits 0
out_has '^scaling  weak: of a problem that grows with the ranks, as all ranks together were out'
out_has '^ *4.00 times as long with 8 of them as with 2$'
out_has '^speed-up 3.56 with 8 ranks instead of 2, of 4.00 that there could be: 88.9 %$'
out_has '^8 ranks .* 100.0 %$'
try "whoever knows it says so" "$MPIT" report --strong two.json more.json
exits 0
out_has '^scaling  strong: of one problem on more ranks$'
out_has '^speed-up 0.89 with 8 ranks '
out_has '^lost     most to computation scaling: 100.0 % with 2 ranks, 25.0 % with 8$'

job crowded.json 8 2 1 0.95 0.9 0.6 no_processor
try "what follows from too few processors is not said" "$MPIT" report -s two.json crowded.json
exits 0
out_has '^lost     ranks had no processor when they wanted one: '
out_lacks 'most to'

# It is not known who waited; a rank is missing.
python3 - <<'END'
import json
record = json.load(open("eight.json"))
del record["efficiency"]["serialisation"], record["efficiency"]["transfer"]
json.dump(record, open("unwatched.json", "w"))
del record["ranks"][3]
json.dump(dict(record, complete=False), open("part.json", "w"))
END
try "where waits are not known communication stands for them" \
    "$MPIT" report -s two.json unwatched.json
exits 0
out_has '^lost     most to communication: 90.0 % with 2 ranks, 54.0 % with 8$'
out_has '^8 ranks .* 54.0 %  *-  *-  *90.0 %$'
try "a job that lacks a rank has no time" "$MPIT" report -s two.json part.json
exits 0
out_has 'part.json (not complete)'
out_has '^scaling  strong: of one problem on more ranks, supposed, '
out_has '^8 ranks  *1  *-  *-  *- '
out_lacks '^speed-up'

try "a program reads the same" "$MPIT" report --scaling -f json two.json eight.json
exits 0
python3 - <<'END' || fail "not so: $(cat out)"
import json
scaling = json.load(open("out"))["scaling"]
two, eight = scaling["of"]
assert (scaling["kind"], scaling["found"]) == ("strong", True)
assert (eight["ranks"], eight["jobs"], eight["time"], eight["speed_up"]) == (8, 1, 2, 2)
assert abs(eight["computation"] - 0.9) < 1e-9 and eight["transfer"] == 0.6 and two["ideal"] == 1
END
try "what is not known is null there" "$MPIT" report --scaling -f json two.json part.json
out_has '"speed_up": null'

try "a page has the same table" "$MPIT" report --scaling -f html markup.json two.json
exits 0
out_has '<td class="l">2 ranks</td><td>2</td><td>-</td>'
out_has '&lt;script&gt;'
out_lacks '<script>l'

try "one record scales with nothing" "$MPIT" report --scaling two.json
exits 2
err_has 'give the records of two jobs or more'
err_is_one_line
try "what runs is no record" "$MPIT" report --live --scaling
exits 2
err_has '--live shows one job: give --scaling the records of several'
err_is_one_line
try "a format that it does not have is named" "$MPIT" report --scaling -f csv two.json four.json
exits 2
err_has 'csv: unknown format'
try "a file that is not there is named" "$MPIT" report --scaling two.json none.json
exits 1
err_has 'none.json: No such file or directory'
finish
