#!/bin/sh
# `mpit run`: what the ranks are given, what becomes of the report, and that the job stays as it is.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"
library=$(readlink -f "$LIBMPIT")
unset LD_PRELOAD OMPI_MCA_mca_base_env_list SLURM_EXPORT_ENV
PATH=$scratch/bin:$PATH
mkdir bin

# Of ours: Open MPI 5 leaves a directory of its own there, whatever runs (ompi.HOST.UID).
tmp_is_empty()
{
    find tmp -mindepth 1 ! -path 'tmp/ompi.*' >left
    is_empty left 'left in TMPDIR'
}

# launcher NAME VERSION: one that says this version, and else shows its arguments and environment.
launcher()
{
    cat >"bin/$1" <<END
#!/bin/sh
test "\$1" = --version && { echo "$2"; exit; }
echo "launcher LD_PRELOAD=\${LD_PRELOAD-none} MPIT_REPORT=\${MPIT_REPORT-none}"
echo "launcher list=\$OMPI_MCA_mca_base_env_list set=\$MPIT_CVAR_foo"
for argument; do echo "<\$argument>"; done
END
    chmod +x "bin/$1"
}
# The name of the job is another each time.
arguments()
{
    sed -n 's/^<\(.*\)>$/\1/p' out | tr '\n' '|' |
        sed 's/\(MPIT_LIVE_JOB=\)[^|;]*/\1J/g; s/\(-genv|MPIT_LIVE_JOB|\)[^|]*/\1J/g'
}
arguments_are() { test "$(arguments)" = "$1" || fail "arguments: $(arguments), not $1"; }

# The job and its surroundings

try "a program gets the library and the settings" "$MPIT" run --set mpit_clock=monotonic \
    --set 'foo_Bar=a;b, c=d' -- sh -c 'env'
exits 0
out_has "^LD_PRELOAD=$library\$"
out_has "^MPIT_REPORT=$scratch/tmp/mpit-.*\.json\$"
out_has '^MPIT_CLOCK=monotonic$'
out_has '^MPIT_CVAR_foo_Bar=a;b, c=d$'
out_lacks '^MPIT_VENDOR_VARIABLES='
tmp_is_empty

try "what was to be preloaded stays, behind ours" env LD_PRELOAD=/lib/x86_64-linux-gnu/libm.so.6 \
    "$MPIT" run -- sh -c 'echo "$LD_PRELOAD"'
out_has "^$library:/lib/x86_64-linux-gnu/libm.so.6\$"

try "standard input, output and error are the job's" sh -c \
    'echo in | "$0" run -- sh -c "cat; echo err >&2"' "$MPIT"
exits 0
out_has '^in$'
err_has '^err$'
test "$(wc -l <out)" = 1 || fail "more on standard output than the job's"

try "other descriptors are the job's too" sh -c '"$0" run -- sh -c "echo five >&5" 5>&1' "$MPIT"
out_has '^five$'

try "the exit code is the job's" "$MPIT" run -- sh -c 'exit 23'
exits 23
err_has 'no report: sh ended with exit code 23'
err_is_one_line
tmp_is_empty

try "the signal is the job's" "$MPIT" run -- sh -c 'kill -KILL $$'
exits 137
err_has 'killed by signal 9'

# A job says when it is ready to be signalled; `signalled SIGNAL SCRIPT` sends and waits.  A shell
# cannot trap what was ignored when it was started, as SIGHUP is below nohup.
signalled()
{
    rm -f ready
    env --default-signal="$1" "$MPIT" run -- sh -c "$2" >out 2>err &
    pid=$!
    tries=0
    until test -e ready || test $((tries += 1)) -gt 100; do sleep 0.1; done
    kill -s "$1" $pid
    { wait $pid; } 2>/dev/null
    code=$?
}
for signal in TERM HUP USR1 USR2; do
    begin_test "$signal is handed on"
    signalled $signal "trap 'echo got $signal; exit 3' $signal
        : >ready
        while :; do sleep 0.1; done"
    exits 3
    out_has "^got $signal\$"
done
begin_test "a job that dies by the signal takes us with it"
signalled TERM ': >ready; exec sleep 30'
exits 143
tmp_is_empty

# The other MPI need not be here: a library by its name is enough for a program that needs it.
other=libmpich.so.12
[ "$TEST_VENDOR" = openmpi ] || other=libmpi.so.40
echo 'int mpit_test_nothing(void) { return 0; }' >library.c
echo 'int mpit_test_nothing(void); int main(void) { return mpit_test_nothing(); }' >program.c
cc -shared -fPIC -Wl,-soname,$other -o $other library.c && cc -o foreign program.c ./$other
try "a program of one MPI under the launcher of the other is refused before it starts" \
    "$MPIT" run -- "$MPIRUN" -n 2 env A=b ./foreign
exits 2
err_has '^mpit run: ./foreign is a program of [A-Z].*, and the launcher is that of '
err_is_one_line

# A tree with the back end of this MPI alone: quickstart puts others beside it.
mkdir -p "alone/mpit/$TEST_BACK" && cp "$library" alone/libmpit.so.0
ln -s "$(readlink -f "$BACK")" "alone/mpit/$TEST_BACK/back.so"
program=$abs_builddir/tools/.libs/mpit # libtool's script would put its own library first
[ -x "$program" ] || program=$MPIT
printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$scratch/alone" "$program" >mpit_alone
chmod +x mpit_alone
mpit=$scratch/mpit_alone
try "a program of an MPI without a back end is refused before it starts" \
    "$mpit" run -- env A=b ./foreign
exits 2
err_has '^mpit run: ./foreign is a program of [A-Z].*, and there is no libmpit for it here'
err_is_one_line
try "an argument that is one is not" "$MPIT" run -- "$abs_builddir/tests/mpi/stack_plain" ./foreign
err_lacks 'is a program of'

# ends FILE: the process whose number stands there does so within some seconds.
ends()
{
    test -s "$1" || fail 'the job did not start'
    tries=0
    until is_gone "$(cat "$1")" || test $((tries += 1)) -gt 100; do sleep 0.1; done
    test $tries -le 100 || {
        fail "$1 lives on: $(grep -E '^(Name|State|PPid|Sig)' "/proc/$(cat "$1")/status")"
        kill -KILL "$(cat "$1")"
    }
}
# killed JOB...: starts it, and kills mpit when the job is ready.  A launcher that is left says more
# when the next test has begun: not in the file of that.
killed()
{
    rm -f ready
    "$MPIT" run -- "$@" >killed.out 2>killed.err &
    pid=$!
    tries=0
    until test -e ready || test $((tries += 1)) -gt 300; do sleep 0.1; done
    # The kernel tells the job of the end of each thread that is its parent.
    set -- /proc/$pid/task/*
    test $# -eq 1 || fail "mpit has $# threads"
    kill -KILL $pid
    { wait $pid; } 2>/dev/null
    rm -rf tmp/mpit-*
}
begin_test "a job without a launcher does not outlive us"
killed sh -c 'echo $$ >job; : >ready; exec sleep 60'
ends job

begin_test "the ranks do not outlive us"
killed "$MPIRUN" -n 1 sh -c 'echo $$ >rank; : >ready; exec sleep 60'
ends rank

# The report

record='cp record.json "$MPIT_REPORT"'
try "without --report it comes on standard error" "$MPIT" run -- \
    sh -c "$record; echo result; exit 4"
exits 4
err_has '^MPI_Send  *12  *3456 '
test "$(cat out)" = result || fail "standard output is not the job's alone"
tmp_is_empty

try "--report - is standard output, after the job's" "$MPIT" run --report - -- \
    sh -c "$record; echo result"
exits 0
out_has '^MPI_Send  *12  *3456 '
test "$(head -1 out)" = result || fail "the report stands before the job's output"
test ! -s err || fail "something on standard error"

try "--report FILE is absolute for the ranks" "$MPIT" run --report kept.json -- \
    sh -c "cd /; cp $scratch/record.json \"\$MPIT_REPORT\""
exits 0
err_has "report in $scratch/kept.json\$"
err_is_one_line
"$MPIT" report -f csv record.json >wrote.csv
"$MPIT" report -f csv kept.json | cmp -s wrote.csv - || fail "kept.json is not what the job wrote"
cp kept.json before.json

try "MPIT_REPORT of the user is heeded" env MPIT_REPORT=theirs.json \
    "$MPIT" run -- sh -c "$record"
err_has "report in $scratch/theirs.json\$"

try "several reports, each as its ending says" "$MPIT" run --report all.html --report all.json \
    --report all.csv --report all.prom --report all.txt --report - -- sh -c "$record; echo result"
exits 0
test "$(head -1 out)" = result || fail "the report stands before the job's output"
out_has '^MPI_Send  *12  *3456 '
for one in text:txt json:json csv:csv html:html openmetrics:prom; do
    "$MPIT" report --format "${one%:*}" all.json >rendered
    cmp -s rendered "all.${one#*:}" || fail "all.${one#*:} is not what mpit report shows"
    err_has "report in $scratch/all.${one#*:}\$"
done
test "$(stat -c %a all.html)" = "$(stat -c %a all.json)" || fail 'others can read it'
tmp_is_empty

try "a report that is there stays, in any format" "$MPIT" run --report all.html -- sh -c "$record"
err_has "report in $scratch/all.2.html\$"
err_is_one_line
tmp_is_empty

try "what cannot be written in the end is not lost" "$MPIT" run --report late.csv -- \
    sh -c "$record; mkdir late.csv"
exits 0
err_has "late.csv: it is a directory; there is no report in it"
kept=$(sed -n 's/.*the record is in \(.*\); mpit report --format renders it/\1/p' err)
"$MPIT" report --format csv "$kept" >rendered || fail "it is lost"
cmp -s rendered wrote.csv || fail "it is another one"
rm -rf tmp/*

sleep 0.1
try "an old file is no report" "$MPIT" run --report kept.json -- true
exits 0
err_has "no report: not an MPI program, or .*, or MPI_Finalize was not called"
err_is_one_line
cmp -s before.json kept.json || fail "the old file was touched"

try "partial records are named" "$MPIT" run --report p.json -- sh -c '
    cp record.json "$MPIT_REPORT.3.part"
    cp record.json "$MPIT_REPORT.11.part"; : >"$MPIT_REPORT.x.part"; exit 9'
exits 9
err_has "partial: $scratch/p.json.3.part and 1 more beside it; mpit report FILE shows one"
err_is_one_line

cp record.json old.json.4.part
sleep 0.1
try "those of an older job are not" "$MPIT" run --report old.json -- sh -c 'exit 9'
exits 9
err_lacks partial

try "partial records survive without --report" "$MPIT" run -- \
    sh -c 'cp record.json "$MPIT_REPORT.0.part"; exit 9'
exits 9
part=$(sed -n 's/.*partial: \(.*\.part\);.*/\1/p' err)
try "and can be shown" "$MPIT" report "$part"
exits 0
out_has MPI_Send
rm -rf tmp/*

try "a record whose name ends in .json.gz is packed when the job has ended" \
    "$MPIT" run --report job.json.gz -- sh -c 'cp record.json "$MPIT_REPORT"; exit 3'
exits 3
gunzip -c job.json.gz >unpacked.json || fail "it is not packed"
grep -q '"exit_code": 3' unpacked.json || fail "it does not say how the job ended"
try "and the next one has its number before that" \
    "$MPIT" run --report job.json.gz -- sh -c 'cp record.json "${MPIT_REPORT%.json.gz}.2.json.gz"'
exits 0
gunzip -c job.2.json.gz >unpacked.json || fail "it is not packed: $(echo job*)"
try "beside a record that is not" "$MPIT" run --report all.json --report all.json.gz -- \
    sh -c 'cp record.json "$MPIT_REPORT"'
exits 0
gunzip -c all.json.gz | cmp - all.json || fail "they differ"
rm -rf job*.json.gz all.json all.json.gz unpacked.json tmp/*

try "a damaged record is told and kept" "$MPIT" run -- \
    sh -c 'echo "{\"format\": 1," >"$MPIT_REPORT"'
exits 0
err_has 'report.json: line [0-9]*, column [0-9]*: .*; it is left there'
err_is_one_line
rm -rf tmp/*

try "a report that nobody reads leaves the exit code alone" sh -c \
    '{ "$0" run --report - -- sh -c "cp record.json \"\$MPIT_REPORT\"; exit 6"; echo $? >code; } |
        true
    exit $(cat code)' "$MPIT"
exits 6

# What is refused, before the job

refused()
{
    try "$@"
    err_is_one_line
    tmp_is_empty
    test ! -e ran || fail "the job was run"
    rm -f ran
}
refused "a directory that is not there" "$MPIT" run --report none/r.json -- touch ran
exits 2
err_has '^mpit run: --report none/r.json: No such file or directory; the job was not run'
mkdir dir.json
refused "a report that is a directory" "$MPIT" run --report dir.json -- touch ran
exits 2
err_has 'dir.json: it is a directory; the job was not run'
mkfifo fifo.json
refused "a report that is a FIFO" "$MPIT" run --report fifo.json -- touch ran
exits 2
err_has 'fifo.json: it is a FIFO; the job was not run'
refused "a suffix that says no format" "$MPIT" run --report r.pdf -- touch ran
exits 2
err_has 'r.pdf: a report is - or ends in .txt, .json, .csv, .html, .prom or .trace'
refused "one of several that cannot be written" "$MPIT" run --report r.json --report none/r.csv -- \
    touch ran
exits 2
err_has '^mpit run: --report none/r.csv: No such file or directory; the job was not run'
refused "a bad TMPDIR" env TMPDIR=/none "$MPIT" run -- touch ran
exits 2
err_has '/none: .*set TMPDIR'
refused "an unknown option" "$MPIT" run --reprot r.json -- touch ran
exits 2
err_has 'did you mean --report?'
refused "no -- before the job" "$MPIT" run touch ran
exits 2
err_has 'mpit run -- touch'
refused "a stray word" "$MPIT" run stray -- touch ran
exits 2
err_has 'stray: not an option'
refused "no job" "$MPIT" run --
exits 2
err_has 'no job; mpit run -- '
refused "a setting without value" "$MPIT" run --set mpit_clock -- touch ran
exits 2
err_has 'mpit_clock: not NAME=VALUE'
refused "a misspelt setting" "$MPIT" run --set mpit_clokc=tsc -- touch ran
exits 2
err_has 'did you mean mpit_clock?'
refused "a value that our variable does not take" "$MPIT" run --set mpit_clock=sundial -- touch ran
exits 2
err_has '^mpit run: --set mpit_clock=sundial: mpit_clock takes one of auto .*; no job was started$'
refused "one that the library would be quiet about" \
    env MPIT_VERBOSE=quiet "$MPIT" run --set mpit_clock=sundial -- touch ran
exits 2
err_has '^mpit run: --set mpit_clock=sundial: it cannot have this value; no job was started$'
variable=btl_${OMPI_MCA_btl#self,}_eager_limit
[ "$TEST_VENDOR" = openmpi ] || variable=MPIR_CVAR_BCAST_SHORT_MSG_SIZE
refused "a value that the MPI library's does not take" \
    "$MPIT" run --set "$variable=nonsense" -- touch ran
exits 2
err_has "^mpit run: --set $variable=nonsense: .*; no job was started\$"
refused "the report as a setting" "$MPIT" run --set mpit_report=x.json -- touch ran
exits 2
err_has 'say --report x.json'
refused "a program that is not there" "$MPIT" run -- no-such-launcher -n 2
exits 127
err_has '^mpit run: no-such-launcher: not found'
echo text >plain
refused "a program that cannot be run" "$MPIT" run -- ./plain
exits 126
err_has './plain: cannot be started: Permission denied'
printf '#!/no/such/shell\n' >plain
chmod +x plain
refused "a script without its interpreter" "$MPIT" run -- ./plain
exits 127

# Launchers

r=$scratch/r.json
launcher mpirun 'mpirun (Open MPI) 5.0.1'
launcher mpiexec 'HYDRA build details:'
launcher srun 'slurm 23.02'
if [ "$TEST_VENDOR" = openmpi ]; then
    live="MPIT_LIVE=counts;MPIT_RECORDER=4096;MPIT_LIVE_JOB=J;MPIT_INCLUDE=*;MPIT_WATCH=waits"
    e="-x|LD_PRELOAD=$library|-x|MPIT_REPORT=$r|-x|MPIT_LIVE=counts|"
    e="$e-x|MPIT_RECORDER=4096|-x|MPIT_LIVE_JOB=J|-x|MPIT_INCLUDE=*|"
    e="$e-x|MPIT_WATCH=waits|"
    try "each context of Open MPI has its variables" \
        "$MPIT" run --report r.json -- mpirun -n 1 a : -n 2 b
    exits 0
    arguments_are "$e-n|1|a|:|$e-n|2|b|"
    out_has '^launcher LD_PRELOAD=none MPIT_REPORT=none$'

    try "what the user preloads joins ours" \
        "$MPIT" run --report r.json -- mpirun -x LD_PRELOAD=/x.so -x FOO b
    arguments_are "${e}-x|LD_PRELOAD=$library:/x.so|-x|FOO|b|"

    try "a list of variables is extended" \
        "$MPIT" run --report r.json -- mpirun --mca mca_base_env_list A=1 b
    arguments_are "--mca|mca_base_env_list|A=1;LD_PRELOAD=$library;MPIT_REPORT=$r;$live|b|"

    try "such a list of the environment too" env OMPI_MCA_mca_base_env_list=A=1 \
        "$MPIT" run --report r.json -- mpirun b
    arguments_are "b|"
    out_has "^launcher list=A=1;LD_PRELOAD=$library;MPIT_REPORT=$r;${live%J;*}[^ ]*;${live##*;} "

    rm -f ran
    try "the launcher of an MPI without a back end is refused" "$mpit" run -- mpiexec touch ran
    exits 2
    err_has 'mpiexec starts jobs of MPICH, and there is no libmpit for it here: install that, too'
else
    e="-genv|LD_PRELOAD|$library|-genv|MPIT_REPORT|$r|-genv|MPIT_LIVE|counts|"
    e="$e-genv|MPIT_RECORDER|4096|-genv|MPIT_LIVE_JOB|J|-genv|MPIT_INCLUDE|*|"
    e="$e-genv|MPIT_WATCH|waits|"
    try "MPICH has global variables" "$MPIT" run --report r.json -- mpiexec -n 1 a : -n 2 b
    exits 0
    arguments_are "$e-n|1|a|:|-n|2|b|"
    out_has '^launcher LD_PRELOAD=none MPIT_REPORT=none$'

    try "what the user preloads joins ours" \
        "$MPIT" run --report r.json -- mpiexec -genv LD_PRELOAD /x.so b
    arguments_are "${e}-genv|LD_PRELOAD|$library:/x.so|b|"

    rm -f ran
    try "the launcher of an MPI without a back end is refused" "$mpit" run -- mpirun touch ran
    exits 2
    err_has 'mpirun starts jobs of Open MPI, and there is no libmpit for it here: install that, too'
fi
err_is_one_line
test ! -e ran || fail "the job was run"

try "srun exports them" "$MPIT" run --report r.json --set foo=1,2 -- srun -n 2 b
ours=LD_PRELOAD=$library,MPIT_REPORT,MPIT_LIVE,MPIT_RECORDER,MPIT_LIVE_JOB,MPIT_INCLUDE,MPIT_WATCH
arguments_are "--export=ALL,MPIT_CVAR_foo,MPIT_CHECK,$ours|-n|2|b|"
out_has '^launcher .* set=1,2$'
out_has "^launcher LD_PRELOAD=none MPIT_REPORT=$r\$"

try "what is watched already stays" env MPIT_WATCH=counts \
    "$MPIT" run --report r.json -- srun -n 2 b
arguments_are "--export=ALL,${ours%,*}|-n|2|b|"

# Hydra 4.0.2 loses what ranks print that end at once, and ends with 141, on a machine under load.
watched='echo "watched $MPIT_WATCH"; sleep 0.3'
try "and is watched besides waits where both are asked for" env MPIT_WATCH=counts \
    "$MPIT" run --waits --report r.json -- "$MPIRUN" -n 1 sh -c "$watched"
out_has '^watched counts, waits$'

try "and so are sites" env MPIT_WATCH=counts \
    "$MPIT" run --sites --report r.json -- "$MPIRUN" -n 1 sh -c "$watched"
out_has '^watched counts, sites$'
try "which leave waits where nothing else is said" \
    "$MPIT" run --sites --report r.json -- "$MPIRUN" -n 1 sh -c "$watched"
out_has '^watched waits, sites$'

try "but not twice" env MPIT_WATCH=waits \
    "$MPIT" run --waits --report r.json -- "$MPIRUN" -n 1 sh -c "$watched"
out_has '^watched waits$'

# Where nobody has, the library is not asked: tools/job/defaults.c.
mkdir xdg
echo 'mpit_watch = counts' >xdg/mpit.conf
for where in XDG_CONFIG_HOME="$scratch/xdg" MPIT_CONFIG="$scratch/xdg/mpit.conf" \
    MPIT_CVARS=mpit_watch=counts MPIT_CVAR_mpit_watch=counts; do
    try "it stays, too, where it comes from ${where%%=*}" env "$where" \
        "$MPIT" run --report r.json -- env
    out_has '^MPIT_LIVE=counts$'
    out_lacks '^MPIT_WATCH='
done
try "a name in other letters sets nothing" env MPIT_Live=off mpit_watch=counts \
    "$MPIT" run --report r.json -- env
out_has '^MPIT_LIVE=counts$'
out_has '^MPIT_WATCH=waits$'

# Of each control variable a value that the library refuses: where the job gets another instead,
# no rank can say so.
refused_values_are_named()
{
    begin_test "a refused value is named where the command puts another in its place"
    "$MPIT" list --cvars --csv | cut -d, -f2 | grep "^mpit_" >names
    replaced=0
    while read -r name; do
        variable=$(echo "$name" | tr '[:lower:]' '[:upper:]')
        env "$variable=wiats" "$MPIT" list --cvars 2>&1 >/dev/null |
            grep -q "^mpit: $variable=wiats is ignored" || continue
        run env "$variable=wiats" "$MPIT" run --full --set mpit_peer_limit=100 --report r.trace -- \
            sh -c "echo \"\$$variable\""
        [ "$(cat out)" != wiats ] || continue
        replaced=$((replaced + 1))
        grep -q "^mpit run: $variable=wiats is ignored: $name takes .*; in this job it is " err ||
            fail "$variable: $(cat err)"
    done <names
    [ $replaced -ge 5 ] || fail "of $(wc -l <names) only $replaced are replaced"
}
refused_values_are_named

try "one that stays is named by the ranks alone" env MPIT_CLOCK=sundial \
    "$MPIT" run --set mpit_peer_limit=100 -- true
test "$(grep -c sundial err)" = 0 || fail "the command says so, too"

try "srun's own --export is extended" "$MPIT" run --report r.json -- srun --export=A,B -n 2 b
arguments_are "--export=A,B,$ours|-n|2|b|"

try "the real launcher gives them to every rank" \
    "$MPIT" run --report r.json --set 'foo=x y' -- "$MPIRUN" -n 2 \
    sh -c 'echo "rank LD_PRELOAD=$LD_PRELOAD MPIT_REPORT=$MPIT_REPORT foo=$MPIT_CVAR_foo"
        sleep 0.3'
exits 0
given=$(grep -c "^rank LD_PRELOAD=$library MPIT_REPORT=$r foo=x y\$" out)
test "$given" = 2 || fail "not in both ranks"

try "the real launcher's failure is ours" "$MPIT" run -- "$MPIRUN" -n 2 no-such-program
test "$code" != 0 || fail "exit code 0"
err_has 'mpit run: no report: '
finish
