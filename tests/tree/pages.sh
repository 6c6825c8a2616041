#!/bin/sh
# Every command that a page shows is run as it stands there: of README, of doc/*.md, and of the
# EXAMPLES of each page of the manual.  What stands for something of the reader's is there:
# ./program, records of jobs, a job that hangs.
. "${0%/*}/../prelude.sh"

# ---- what the reader has

mkdir bin live work
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
ln -s "$MPIT" bin/mpit
ln -s "$abs_builddir/mpib/mpit-bench" bin/mpit-bench
# (MPICH's launcher looks beside itself for its other programs.)
printf '#!/bin/sh\nexec %s "$@"\n' "$MPIRUN" | tee bin/mpirun >bin/mpiexec
chmod +x bin/mpirun bin/mpiexec
PATH=$scratch/bin:$abs_builddir/examples:$PATH
cat >program.c <<'END_OF_FILE'
#include <mpi.h>
int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++)
        MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return MPI_Finalize();
}
END_OF_FILE
"$MPICC" program.c -o work/program || fail 'not compiled'

# ---- what the pages show: "PAGE|COMMAND"

# Lines that are set off and begin with a command of ours, or with a launcher; one that ends with a
# backslash goes on in the next.
commands_of_text()
{
    sed ':again
        /\\$/{ N; s/\\\n *//; b again
        }' "$1" | sed -n 's/^    \(.*\)$/\1/p'
}

commands_of_manual()
{
    sed -n '/^\.SH EXAMPLES/,/^\.fi/p' "$1" | sed '/^\./d; s/\\-/-/g; s/\\(dq/"/g'
}

# A table of questions has the command in its second column.
the_commands()
{
    sed 's/  *\[.*//' | sed -n 's/^\(.*[?.a-z]   *\)\{0,1\}\(\(mpit\|mpirun\|mpiexec\) .*\)/\2/p' |
        sed 's/   .*//; s/;.*//; s/ *$//; /^mpit$/d' # that alone is a package
}

for page in README "doc/*.md"; do
    for file in "$abs_srcdir"/$page; do
        commands_of_text "$file" | the_commands | sed "s|^|${file#"$abs_srcdir/"}#|"
    done
done >shown
for file in "$abs_srcdir"/man/*.1 "$abs_builddir"/man/*.1; do
    [ ! -f "$file" ] || commands_of_manual "$file" | the_commands | sed "s|^|${file##*/}#|"
done >>shown

# What the reader puts in for a word in capitals.
filled()
{
    printf '%s\n' "$1" | sed "s|NAME=VALUE|mpit_clock=monotonic|; s|\bJOB\b|$job|"
}

# The codes that a command may end with: what it finds is not always nothing.
may_end_with()
{
    case $2 in
    0) return 0 ;;
    1)
        case $1 in
        'mpit where'* | 'mpit diff'* | 'mpit last'* | 'mpit conform'*) return 0 ;;
        *mpit-bench*' --compare '*) grep -q '^[^#].* NO\b' ../out && return 0 ;; # it says so
        esac
        ;;
    2) case $1 in 'mpit where'*) return 0 ;; esac ;;
    esac
    return 1
}

# ---- all of them, in a folder with the reader's files

cd work || exit 99
for name in job before after old1 old2 new1 new2 few more many; do
    timeout 60 mpit run --report $name.json -- mpirun -n 2 ./program >/dev/null 2>&1
done
timeout 60 mpit run -s mpit_recorder_file=all -- mpirun -n 2 ./program >/dev/null 2>&1

# ---- those that look at a job, while one hangs; then all others, with the processors to themselves

timeout 300 mpit run -s mpit_recorder=64 -- mpirun -n 4 "$abs_builddir/examples/hang" \
    >../hang.out 2>&1 &
hanging=$!
tries=0
while [ $tries -lt 100 ]; do
    mpit where >../where 2>/dev/null
    [ $? -ne 1 ] || break
    tries=$((tries + 1))
    sleep 0.2
done
job=$(sed -n '1s/:.*//p' ../where)
[ "$(wc -l <../shown)" -gt 30 ] || fail "few commands: $(cat ../shown)"
looks='#mpit (where|last|top|clean)|mpit collect|--live'
sort -u -t'#' -k2 ../shown >../sorted
grep -E -e "$looks" ../sorted >../looking
grep -vE -e "$looks" ../sorted >../others

run_commands()
{
    while IFS='#' read -r page command; do
        line=$(filled "$command")
        case $line in
        *'&') continue ;;                            # what hangs: it runs already
        *' hpcc' | *' lmp '*) continue ;;            # of Debian: .ci/run --long programs
        *' --map-by ppr:'*) [ "$TEST_VENDOR" = openmpi ] || continue ;;
        *' -ppn '*) [ "$TEST_VENDOR" = mpich ] || continue ;;
        *' otf2 '*) grep -q 'define HAVE_OTF2' "$abs_builddir/config.h" || continue ;;
        esac
        timeout 300 bash -c "$line" >../out 2>../err </dev/null
        code=$?
        may_end_with "$line" "$code" || echo "$page: $line: $code, $(tail -n 3 ../err)"
    done >../wrong
    is_empty ../wrong 'does not run'
}

every_command_that_looks_at_a_job_runs() { run_commands <../looking; }
every_other_command_of_a_page_runs() { run_commands <../others; }

run_test every_command_that_looks_at_a_job_runs
kill -TERM "$hanging" # timeout hands it on, and mpit run ends its job
wait "$hanging"
run_test every_other_command_of_a_page_runs
finish
