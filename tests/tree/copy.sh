#!/bin/sh
# What HACKING promises of adding: a copy of the source tree gets one row of each kind, is built
# once, and has what was added in its lists, its manual and its reports.  Nothing is added in a
# second place but what HACKING names.
#
# Of collectives none is left to add: the row of one is taken out, and what it made is gone.
. "${0%/*}/../prelude.sh"

TEST_TIMEOUT=1200 # what runs in the copy is slow beside others
copy=$scratch/copy
build=$scratch/build

# ---- rows

# add FILE ROW [BEFORE]: its lines, before the first one with that text; else at the end.
add()
{
    row=$2 before=$3 awk '
        ENVIRON["before"] != "" && !done && index($0, ENVIRON["before"]) {
            print ENVIRON["row"]
            done = 1
        }
        { print }
        END {
            if (ENVIRON["before"] == "")
                print ENVIRON["row"]
            else if (!done)
                exit 1
        }' "$copy/$1" >new || fail "$1: no line with $3"
    cat new >"$copy/$1"
}

# add_function FILE [BEFORE] <TEXT: what a row names.
add_function()
{
    add "$1" "$(cat)" "$2"
}

# take_out FILE ROW: the row that begins so, up to the line that ends with its last parenthesis.
take_out()
{
    row=$2 awk '
        index($0, ENVIRON["row"]) == 1 { out = there = 1 }
        !out { print }
        /\)$/ { out = 0 }
        END { exit !there }' "$copy/$1" >new || fail "$1: no row $2"
    cat new >"$copy/$1"
}

make_copy()
{
    mkdir "$copy" "$build" || return
    list_dist >files
    tar -cf - -C "$abs_srcdir" -T files | tar -xf - -C "$copy"
}

# Variables of the MPI below.
case $TEST_VENDOR in
openmpi) tuned=mpi_add_procs_cutoff crashes=btl_tcp_eager_limit ;;
mpich) tuned=MPIR_CVAR_PROCTABLE_SIZE crashes=MPIR_CVAR_NUM_CLIQUES ;;
esac

# add_row ROW: as copy.def has it.
add_row()
{
    rest=${1#* | }
    add "${1%% | *}" "${rest#* | }" "${rest%% | *}"
}

add_rows()
{
    sed '/^#/d; /^$/d' "$here/copy.def" >rows
    [ -s rows ] || fail 'there are no rows'
    row=
    while IFS= read -r line; do
        case $line in
        ' '*)
            row="$row
$line"
            continue
            ;;
        esac
        [ -z "$row" ] || add_row "$row"
        row=$line
    done <rows
    add_row "$row"
    sed 's/ Type_set_name / /' "$copy/lib/mpi/passed.def" >new
    cat new >"$copy/lib/mpi/passed.def"
    take_out lib/mpi/collectives.def 'COLLECTIVE(Exscan,'

    # The functions that the rows name.
    add_function lib/pvar/reduction.c '/* ---- what is asked before */' <<'TEXT'
#include "mpi/vendor.h"
NOW(copied)
{
    int version = 0, subversion = 0;

    (void)pvar;
    (void)object;
    (void)i;
    mpit__next.PMPI_Get_version(&version, &subversion);
    return (uint64_t)(100 * version + subversion);
}
TEXT
    add_function tools/formats/csv.c <<'TEXT'
int tool_brief_write_record(const struct mpit_record *record, FILE *out)
{
    errno = 0;
    fprintf(out, "%d calls in %d copies\n", record->ncall, (int)record->copies);
    return mpit__stream_finish(out);
}
TEXT
}

# ---- what is built of it

configure_and_build()
{
    (
        cd "$build" || exit
        env -u CC "$copy/configure" --with-mpi="$MPICC" --disable-static \
            CFLAGS=-O0 >configure.out 2>&1 || exit
        make -j"$(nproc)" libmpit man/mpit-report.1 \
            man/mpit.conf.5 man/mpit-events.7 man/mpit-variables.7 man/mpit-conformance.7 \
            doc/schema \
            tests/unit/facts tests/unit/reductions tests/unit/tables \
            tests/mpi/regions_program >make.out 2>&1
    ) && return
    fail "$(tail -n 20 "$build/configure.out" "$build/make.out")"
    finish
}

# Adds a communicator's name, which is hooked now, and an MPI_Exscan, which is not any more; prints
# what the variable of the copy is and should be.
make_program()
{
    cat >program.c <<'TEXT'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int provided, index, count, version, subversion, in = 1, out = 0;
    unsigned long long value = 0;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_Init(&argc, &argv);
    MPI_Type_set_name(MPI_INT, "copied");
    MPI_Exscan(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_pvar_session_create(&session);
    if (MPI_T_pvar_get_index("mpit_copied", MPI_T_PVAR_CLASS_SIZE, &index) == MPI_SUCCESS &&
        MPI_T_pvar_handle_alloc(session, index, NULL, &handle, &count) == MPI_SUCCESS)
        MPI_T_pvar_read(session, handle, &value);
    MPI_Get_version(&version, &subversion);
    printf("%llu is %d\n", value, 100 * version + subversion);
    MPI_T_finalize();
    return MPI_Finalize();
}
TEXT
    "$MPICC" -o program program.c || fail 'the program is not compiled'
}

# Stands for an MPI library with variables of a datatype that nobody has presented so far.
make_library()
{
    sed 's/datatype = MPI_INT;/datatype = MPI_WCHAR;/' "$abs_srcdir/bench/many_variables.c" >wide.c
    "$MPICC" -shared -fPIC -o wide.so wide.c || fail 'the library is not compiled'
}

# What the scripts of the copy and the checks here run on from now on.
turn_to_copy()
{
    original=$MPIT
    original_library=$LIBMPIT
    abs_srcdir=$copy
    abs_builddir=$build
    RUN_MPI=$copy/tests/run-mpi
    LIBMPIT=$build/lib/.libs/libmpit.so
    BACK=$build/lib/.libs/back.so
    MPIT=$build/tools/mpit
    export abs_srcdir abs_builddir RUN_MPI LIBMPIT BACK MPIT
}

# in_copy SCRIPT: a test script of the copy.
in_copy()
{
    try "$1 passes there" sh "$copy/$1"
    exits 0
}

# page_has PAGE TEXT, page_lacks PAGE TEXT
page_has() { grep -qF -e "$2" "$build/man/$1" || fail "no '$2' in $1"; }
page_lacks() { ! grep -qF -e "$2" "$build/man/$1" || fail "'$2' in $1"; }

begin_test "the copy is made"
make_copy || fail 'no copy'
add_rows
[ $failures -eq 0 ] || finish
begin_test "it builds"
configure_and_build
make_program
make_library
end_test
turn_to_copy
"$MPIT" list --all --csv >all
grep -q "^cvar,$tuned," all || fail 'nothing of the MPI library is listed'

# ---- variables

try "mpit list has the variables" "$MPIT" list --match '*copied*'
exits 0
out_has '^mpit_copied  *SIZE  *UNSIGNED_LONG_LONG  *NO_OBJECT  *Version of MPI, copied\.'
out_has '^mpit_copied_kind  *LOCAL  *INT  *NO_OBJECT  *Kind of the copy'
out_has '^mpit_copied_wait  *LOCAL  *DOUBLE  *NO_OBJECT  *Seconds of the copy'
out_has '^copied_sends  *COUNTER  *UNSIGNED_LONG_LONG  *NO_OBJECT  *Alias of the copy'
out_has '^mpit_tune_copied  *ALL_EQ  *INT  *NO_OBJECT  *Copied'

try "a category has its members" "$MPIT" list --category=mpit_copies
exits 0
out_has '^mpit_copied '
out_has '^mpit_copied_wait '
out_lacks '^mpit_clock '
try "and stands below its parent" "$MPIT" list --categories --long
out_has '^    category mpit_copies$'
out_has '^mpit_copies$'
out_has_text 'What was copied'

try "an enumeration has its items" "$MPIT" list --long --match mpit_copied_kind
out_has 'one of: plain (3), fancy (5)'
try "--json has them too" "$MPIT" list --json --cvars --pvars --categories
exits 0
out_has '"mpit_copied"'
out_has '"mpit_copied_kind"'
out_has '"fancy"'
out_has '"mpit_copies"'

try "a value comes from the environment" env MPIT_COPIED_KIND=fancy "$MPIT" get mpit_copied_kind
exits 0
out_has 'fancy'
try "from a file, and out of mpit config" env MPIT_COPIED_WAIT=10ms "$MPIT" config --set
exits 0
out_has '^mpit_copied_wait = 0.01  # MPIT_COPIED_WAIT$'
try "with what its effect allows" env MPIT_COPIED_WAIT=-1 "$MPIT" get mpit_copied_wait
err_has 'MPIT_COPIED_WAIT.*a time up to 1e9 seconds'
out_has '2'

try "a word of mpit_watch is read" env MPIT_WATCH=copied "$MPIT" get mpit_watch
exits 0
out_has copied
is_empty err 'nothing is wrong with it'
try "and told" env MPIT_WATCH=coppied "$MPIT" list --long --match mpit_watch
out_has_text 'copied (of the copy)'
err_has 'a list of .*copied'

begin_test "the manual has all of it"
for name in mpit_copied mpit_copied_kind mpit_copied_wait copied_sends mpit_tune_copied \
    mpit_copies; do
    page_has mpit-variables.7 ".B $name"
done
page_has mpit-variables.7 'copied (of the copy)'
page_has mpit-variables.7 "Here it is $tuned"
page_has mpit.conf.5 '\fBmpit_copied_kind\fR;\fBMPIT_COPIED_KIND\fR;plain'
page_has mpit.conf.5 '\fBmpit_tune_copied\fR;\fBMPIT_TUNE_COPIED\fR;0'
page_has mpit-conformance.7 'a copy has what is added to it'
page_has mpit-report.1 'Where eight copies are there: copy no more.'

# ---- what depends on the MPI below

try "a setting of both MPIs is put in force" env MPIT_VERBOSE=info MPIT_TUNE_COPIED=17 \
    "$RUN_MPI" -n 1 -p "$LIBMPIT" ./program
exits 0
err_has "^mpit: .*$tuned is 17\$"

begin_test "a fact holds for the one of which it is told"
if [ "$TEST_VENDOR" = openmpi ]; then
    lacks '^pvar,copied_unless,' all || fail 'it is listed'
    page_lacks mpit-variables.7 copied_unless
else
    grep -q '^pvar,copied_unless,' all || fail 'it is not listed'
    page_has mpit-variables.7 copied_unless
fi

try "a variable with a quirk gets no handle" "$MPIT" get "$crashes"
exits 1
try "and has one without" "$original" get "$crashes"
exits 0

try "a datatype is presented as another" env MANY_VARIABLES=3 LD_PRELOAD="$LIBMPIT:$PWD/wide.so" \
    "$MPIT" list --all --match 'many_*'
exits 0
out_has '^many_2  *READONLY  *INT '
try "and was not before" env MANY_VARIABLES=3 LD_PRELOAD="$original_library:$PWD/wide.so" \
    "$original" list --all --match 'many_*'
exits 1
err_has 'no name matches'

# ---- calls and collectives

begin_test "a call is exported under both names"
$NM -D --defined-only "$LIBMPIT" | awk '{ print $3 }' >exported
grep -qx MPI_Type_set_name exported || fail 'no MPI_Type_set_name'
grep -qx PMPI_Type_set_name exported || fail 'no PMPI_Type_set_name'

begin_test "a collective that is taken out leaves nothing"
lacks 'MPI_I\{0,1\}[Ee]xscan' exported || fail "exported: $(grep xscan exported)"
lacks xscan "$build/lib/libmpit.map" || fail 'in the export map'
lacks mpit_exscan all || fail "listed: $(grep mpit_exscan all)"
page_lacks mpit-variables.7 xscan
"$original" list --match 'mpit_exscan_*' >before
[ "$(grep -c '^mpit_exscan_' before)" -eq 3 ] || fail 'there were no three variables before'

# What of it the MPI library has is in no table now, and that alone.
try "tests/tree/calls.sh misses it" sh "$copy/tests/tree/calls.sh"
exits 1
out_has 'neither in calls.def nor in passed.def: Exscan$'
out_has '^Iexscan'
sed '/: Exscan$/d; /^Exscan/d; /^Iexscan/d; /^ok: /d; / tests, 1 failures, /d' out >others
is_empty others 'missed besides'

# ---- the report

begin_test "a job runs"
record_job -- "$MPIRUN" -n 2 ./program
grep -q '^\([1-9][0-9]*\) is \1$' out || fail "the variable is not what its reduction makes"
try "the text has the call by its name" "$MPIT" report job.json
out_has '^MPI_Type_set_name  *2 '
out_lacks MPI_Exscan
try "the JSON has call and field" "$MPIT" report --format json job.json
out_has '"name": "MPI_Type_set_name", "count": 2'
out_has '"copies": 7'
try "the CSV has both" "$MPIT" report --format csv job.json
out_has '^call,MPI_Type_set_name,,,,,2,'
out_has '^copies,made,,,,,7,'
try "OpenMetrics has both" "$MPIT" report --format openmetrics job.json
out_has '^mpit_calls{call="MPI_Type_set_name"} 2$'
out_has '^mpit_copies 7$'
out_has '^# HELP mpit_copies How many copies there are\.$'
try "make schema puts the field into the schema" \
    make -s -C "$build" schema
exits 0
grep -q '"copies"' "$copy/doc/record.schema.json" || fail 'it is not there'

try "a format shows it" "$MPIT" report --format brief job.json
exits 0
out_has '^[1-9][0-9]* calls in 7 copies$'
try "--help has the format" "$MPIT" report --help
out_has 'brief'
try "and so has what is said of another" "$MPIT" report --format breif job.json
exits 2
err_has ', brief or otf2$'
begin_test "mpit-report(1) has it"
page_has mpit-report.1 '.B brief'
page_has mpit-report.1 'How many copies.'
page_lacks mpit-report.1 '@'

# ---- requirements

# walks RESULT LINE...: tests/requirements.sh after a test with these lines in its log.
walks()
{
    mkdir -p walked/tests
    cp "$build/mpi_functions.h" walked
    echo ":global-test-result: $1" >walked/tests/one.trs
    shift
    printf '%s\n' "$@" >walked/tests/one.log
    run env abs_builddir="$scratch/walked" sh "$copy/tests/requirements.sh"
    exits 1
}

a_requirement_fails_without_its_test()
{
    walks PASS 'ok: something_else'
    out_has '^FAIL: COPY-1:  *the_copy_has_it did not run;$'
    walks FAIL 'FAIL: the_copy_has_it: it has not'
    out_has '^FAIL: COPY-1:  *the_copy_has_it failed;$'
}

a_requirement_passes_with_its_test()
{
    walks PASS 'ok: the_copy_has_it'
    out_has '^ok: COPY-1$'
}

run_test a_requirement_fails_without_its_test
run_test a_requirement_passes_with_its_test

# ---- the tests that walk the tables

try "the tables are as they have to be" env -u MPIT_REPORT_FULL "$build/tests/unit/tables"
exits 0
try "so are the reductions" "$build/tests/unit/reductions"
exits 0
try "so are the facts" "$build/tests/unit/facts"
exits 0
in_copy tests/tree/callers.sh
in_copy tests/tree/manual.sh

take_out lib/mpi/callers.def 'CALLS(pvar, copied,'
try "a room that calls without a row is found" sh "$copy/tests/tree/callers.sh"
exits 1
out_has 'pvar/reduction.c calls Get_version'
finish
