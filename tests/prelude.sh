# Sourced first by every shell test: where it stands, what its tests say, and how it ends.
#
#   . "${0%/*}/../prelude.sh"
#
# The script is then in an empty directory, $scratch, which goes when it ends; $here is where it
# stands itself.  What `make check` hands over is there, and what the MPI asks of its environment.
#
# A test is a function whose name is a sentence, or a sentence with its command and its checks:
#
#   run_test every_function_has_both_names
#
#   try "a pattern that matches nothing is said" "$MPIT" list --match 'no such*'
#   exits 1
#
# Each prints "ok: NAME", or "FAIL: NAME: why" for each check that fails, with what the command of
# `run` or `try` printed (in the files out and err); tests/requirements.sh reads that.  `finish` is
# the last line: a script that ends without it fails, and so does one without a test.
#
# What is not to be tested here (tests/step_around.sh) is listed, and not run.
#
# shellcheck shell=sh

: "${RUN_MPI:?}" "${TEST_VENDOR:?}" "${MPIRUN:?}" "${MPICC:?}" "${LIBMPIT:?}" "${BACK:?}"
: "${MPIT:?}" "${NM:?}" "${abs_srcdir:?}" "${abs_builddir:?}" "${TEST_VENDOR_VERSION:?}"
. "$abs_srcdir/tests/mpi_environment.sh"
. "$abs_srcdir/tests/step_around.sh"
set_up_mpi || exit 99
unset MPIT_REPORT
MPIT_REPORT_FULL=on # tests look at all tables, unless they say otherwise
export MPIT_REPORT_FULL
unset MAKEFLAGS MFLAGS MAKELEVEL # what a test makes is not of the make that runs it

tests=0
failures=0       # of all tests
test_failures=0  # of this one
test_name=
is_forbidden=no  # this one
stepped_around=0 # of all tests
finished=no

leave()
{
    code=$?
    cd / && rm -rf "$scratch"
    [ $finished = yes ] && return
    echo "FAIL: $0: it ended with $code before its last line"
    exit 99
}

umask 022 # a configuration that others can write is not obeyed
# shellcheck disable=SC2034 # for those who source this
here=$(cd "${0%/*}" && pwd) || exit 99
scratch=$(mktemp -d) || exit 99
trap leave EXIT
trap 'exit 99' HUP INT TERM
cd "$scratch" && mkdir tmp || exit 99
TMPDIR=$scratch/tmp
export TMPDIR
forbidden_here=$(forbidden "$abs_srcdir/tests" "$0")
# Who reads what is said there waits for all who have it, a process that outlives its test, too.
[ -n "$forbidden_here$says_at_its_end" ] || exec 9>&-

# ---- tests

end_test()
{
    [ -z "$test_name" ] || [ $test_failures -gt 0 ] || [ $is_forbidden = yes ] ||
        printf 'ok: %s\n' "$test_name"
    test_name=
    is_forbidden=no
}

# look_whether_forbidden [NAME]: of this script; without a name, all of it.
look_whether_forbidden()
{
    while IFS='|' read -r test fault; do
        [ -n "$test" ] || continue
        [ "${test#*.sh}" = "${1:+: $1}" ] || continue
        say_stepped_around "$test" "$fault"
        is_forbidden=yes
        return
    done <<EOF
$forbidden_here
EOF
}

# For what has no command of its own to `try`: more of what the last one printed, say.
begin_test()
{
    end_test
    test_name=$1
    test_failures=0
    tests=$((tests + 1))
    look_whether_forbidden "$test_name"
    [ $is_forbidden = no ] || stepped_around=$((stepped_around + 1))
}

run_test()
{
    begin_test "$1"
    rm -f out err
    command -v "$1" >/dev/null || fail 'there is no such test'
    [ $is_forbidden = yes ] || "$1"
    end_test
}

try()
{
    begin_test "$1"
    shift
    run "$@"
}

fail()
{
    [ $is_forbidden = no ] || return 0
    printf 'FAIL: %s: %s\n' "${test_name:-before the tests}" "$*"
    for stream in out err; do
        [ ! -s $stream ] || head -n 20 $stream | sed "s/^/  $stream: /"
    done
    failures=$((failures + 1))
    test_failures=$((test_failures + 1))
}

finish()
{
    end_test
    finished=yes
    [ $tests -gt 0 ] || fail 'there is no test'
    echo "$tests tests, $failures failures, $stepped_around stepped around"
    [ $failures -eq 0 ]
    exit
}

# ---- commands

# Leaves its output in the files out and err, and its exit code in $code.
run()
{
    if [ $is_forbidden = yes ]; then
        set -- true
    fi
    timeout "${TEST_TIMEOUT:-120}" "$@" >out 2>err
    code=$?
}

# harness RANKS [NAME=VALUE]... PROGRAM [ARGUMENT]...: a program of tests/mpi/harness.h, whose tests
# have lines of their own.
harness()
{
    test_ranks=$1
    shift
    try "$* on $test_ranks ranks" "$RUN_MPI" -n "$test_ranks" env "$@"
    cat out
    exits 0
}

# The MPI library that programs of this MPI load: the one that its back end has as NEEDED.
vendor_library()
{
    ldd "$BACK" | awk '$1 ~ /^libmpi(ch|_abi)?\.so/ { print $3; exit }'
}

# The files of the tarball, each by its name in the source tree.
# rows_of TABLE: each on one line.
rows_of()
{
    awk -f "$abs_srcdir/tests/rows.awk" "$1"
}

list_dist()
{
    make -s --no-print-directory -C "$abs_builddir" list-dist | tr ' ' '\n' |
        sed "s|^$abs_srcdir/||; s|^\(\.\./\)*||; s|^\./||; /^\$/d" | sort -u
}

# record_job [OPTION]... -- COMMAND...: a job under `mpit run`, which leaves its record in job.json
# and job.csv.
record_job()
{
    rm -f job.json job.csv
    run "$MPIT" run --report job.json "$@"
    exits 0
    "$MPIT" report --format csv job.json >job.csv || fail 'no CSV'
}

# The ranks of job.json, who have enough of them, lacked processors for 10 % of the time: because of
# other programs.
were_disturbed()
{
    "$MPIT" report -f csv job.json |
        awk -F, '$2 == "processor_wait" { lost += $9 } $1 == "rank" && $2 == "wall" { all += $9 }
                 END { exit !(lost >= 0.1 * all) }'
}

# ---- checks

# A file that is not there lacks nothing.
lacks()
{
    grep -q -e "$1" "$2"
    [ $? -eq 1 ]
}

exits() { [ "$code" -eq "$1" ] || fail "exit code $code, not $1"; }
out_has() { grep -q -e "$1" out || fail "no '$1' on standard output"; }
out_has_text() { grep -qF -e "$1" out || fail "no '$1' on standard output"; }
out_has_line() { grep -qxF -e "$1" out || fail "no line '$1' on standard output"; }
# Sentences of a report on standard input, each in one line: a path in one may be long.
unwrapped()
{
    awk '/^         [^ ]/ { line = line " " substr($0, 10); next }
        { if (NR > 1) print line; line = $0 } END { print line }'
}
out_tells() { unwrapped <out | grep -q -e "$1" || fail "no '$1' on standard output"; }
out_lacks() { lacks "$1" out || fail "'$1' on standard output"; }
err_has() { grep -q -e "$1" err || fail "no '$1' on standard error"; }
err_has_text() { grep -qF -e "$1" err || fail "no '$1' on standard error"; }
err_lacks() { lacks "$1" err || fail "'$1' on standard error"; }
err_is_one_line() { [ "$(wc -l <err)" -eq 1 ] || fail "standard error is not one line"; }

# is_gone PROCESS: one that has ended may still wait for its parent to see it.
is_gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.Z' "/proc/$1/status" 2>/dev/null; }

# is_empty FILE WHY: what stands there is wrong.
is_empty()
{
    [ -e "$1" ] || fail "$2: there is no file $1"
    [ ! -s "$1" ] || fail "$2: $(head -n 20 "$1")"
}

# same EXPECTED FOUND: two files.
same()
{
    diff "$1" "$2" >differences || fail "$2 is another than $1 (<): $(head -n 20 differences)"
}

# A fault of the MPI itself forbids all of it, or the suite lacks its program: a row of a table says
# so, it was listed above, and tests/mpi/vendor_faults.sh fails once the fault is gone.
look_whether_forbidden
[ $is_forbidden = no ] || { finished=yes; exit 77; }
