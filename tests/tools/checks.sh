# Sourced by the tests of the command: a scratch directory to stand in, and checks that count.
# A test is a sentence, then the checks of one run:
#
#   try NAME COMMAND...   runs it; then exits, out_has, err_has, err_lacks look at what came of it
#
# shellcheck shell=sh

: "${MPIT:?}"
vendor=${TEST_VENDOR-}
unset MPIT_REPORT
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 99
mkdir tmp bin
TMPDIR=$scratch/tmp
export TMPDIR
failures=0
test_name=start

fail()
{
    echo "FAIL: $test_name: $*"
    sed 's/^/  out: /' out | head -20
    sed 's/^/  err: /' err | head -20
    failures=$((failures + 1))
}

try()
{
    test_name=$1
    shift
    timeout 60 "$@" >out 2>err
    code=$?
}

exits()    { test "$code" = "$1" || fail "exit code $code, not $1"; }
out_has()  { grep -q -e "$1" out || fail "no '$1' on standard output"; }
out_has_text() { grep -qF -e "$1" out || fail "no '$1' on standard output"; }
out_lacks() { ! grep -q -e "$1" out || fail "'$1' on standard output"; }
err_has()  { grep -q -e "$1" err || fail "no '$1' on standard error"; }
err_lacks() { ! grep -q -e "$1" err || fail "'$1' on standard error"; }
one_line() { test "$(wc -l <err)" = 1 || fail "standard error is not one line"; }
tmp_is_empty() { test -z "$(ls tmp)" || fail "left in TMPDIR: $(ls tmp)"; }

finish()
{
    test "$failures" = 0 || echo "$failures failed"
    test "$failures" = 0
    exit
}
