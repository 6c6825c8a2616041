#!/bin/sh
# What `mpit` shows on a terminal: no line is wider, and no word is broken; what goes elsewhere has
# a line for each row.  And no text of an MPI library moves the cursor.
. "${0%/*}/../prelude.sh"
. "$here/record.sh"

# on COLUMNS COMMAND...
on()
{
    run python3 "$here/on_terminal.py" "$@"
    exits 0
}

# Words that are wider than the screen stand alone, but for what they are called.
fits()
{
    LC_ALL=C.UTF-8 awk -v columns="$1" '
        length <= columns { next }
        { line = $0; sub(/^(    (value|set by|category|[cp]var|one of):?|[a-z]+) /, "") }
        NF > 1 { print length(line) ": " line }' out >wide
    is_empty wide "wider than $1"
}

# The words of out as they are elsewhere, however they stand there; what is cut ends in "...".  A
# cell has 24 columns at least: only what is longer may be cut within, and only where it begins one.
has_whole_words_of()
{
    awk '
        function bare(word) { sub(/[.]*$/, "", word); return word }
        function begins_a_cell(word, at)
        {
            at = index($0, word)
            return at == 1 || substr($0, at - 2, 2) == "  "
        }
        function begins_a_long_one(word, one)
        {
            for (one in known)
                if (length(one) > 21 && index(one, word) == 1)
                    return 1
            return 0
        }
        FILENAME == ARGV[1] { for (i = 1; i <= NF; i++) known[bare($i)]; next }
        {
            for (i = 1; i <= NF; i++)
                if (bare($i) != "" && !(bare($i) in known) &&
                    !($i ~ /[.][.][.]$/ && begins_a_cell($i) && begins_a_long_one(bare($i))))
                    print $i
        }' "$1" out >broken
    is_empty broken 'words that are none'
}

a_list_fits_every_screen()
{
    for what in '' --values --long --categories '--vendor' '--vendor --long --values'; do
        # shellcheck disable=SC2086 # options
        "$MPIT" list $what >elsewhere
        for columns in 40 60 80 100 132 200; do
            # shellcheck disable=SC2086
            on "$columns" "$MPIT" list $what
            fits "$columns"
            case $what in *values* | *long*) ;; *) has_whole_words_of elsewhere ;; esac
        done
    done
}

columns_of_a_list_that_is_folded_align()
{
    on 80 "$MPIT" list --pvars
    awk 'NR == 1 { at = index($0, "type") }
        NR > 2 && NR % 2 && (substr($0, at - 1, 1) != " " || substr($0, at, 1) == " ")' out >bad
    is_empty bad 'not aligned'
    [ "$(sed -n 2p out | cut -c1-8)" = '    bind' ] || fail "the second line: $(sed -n 2p out)"
}

a_list_that_goes_elsewhere_has_a_line_for_each()
{
    run "$MPIT" list --long
    exits 0
    lines=$(grep -c '^    one of: ' out)
    "$MPIT" list --json >list.json
    enumerations=$(grep -c '"items"' list.json)
    [ "$lines" = "$enumerations" ] || fail "$lines lines for $enumerations enumerations"
    [ "$(grep -c '^    one of:.*)$' out)" = "$lines" ] || fail 'not all in their line'
}

a_report_fits_every_screen()
{
    for record in "$here"/records/format1.json record.json markup.json; do
        "$MPIT" report "$record" >elsewhere
        for columns in 40 60 80 100 132 200; do
            on "$columns" "$MPIT" report "$record"
            fits "$columns"
            [ "$columns" -lt 80 ] || has_whole_words_of elsewhere
        done
    done
    # Where there is room, it is what it is elsewhere.
    on 200 "$MPIT" report record.json
    "$MPIT" report record.json >elsewhere
    same elsewhere out
}

a_table_that_is_too_wide_goes_on_below_with_its_first_column()
{
    on 80 "$MPIT" report "$here/records/format1.json"
    [ "$(grep -c '^MPI_Recv  ' out)" -eq 2 ] || fail 'MPI_Recv has not two rows'
    out_has '^call  *min  *at rank  *max  *at rank$'
}

a_report_that_goes_elsewhere_has_a_line_for_each()
{
    run env COLUMNS=40 "$MPIT" report "$here/records/format1.json"
    out_has '^MPI_Recv  *9  .* 12.342 ms  *0$'
}

a_label_that_is_too_long_is_cut()
{
    sed "s/\"q.*>&'\"/\"$(printf '%060d' 0) end\"/" markup.json >long.json
    on 50 "$MPIT" report long.json
    fits 50
    out_has '^0*\.\.\.0* en  '
}

# ---- elsewhere

# A record of names as long as they can be, whole in long.json; and one in which others took longer.
cat >long.py <<'END'
import json, sys
record = json.load(open("record.json"))
function = "Solver<" + ", ".join(["std::vector<double>"] * 9) + ">::exchange"
path = "/scratch/" + "a-folder-of-a-project/" * 9
for i, rank in enumerate(record["ranks"]):
    rank["host"] = f"node{i}." + "rack-of-a-large-machine." * 2 + "de"
    rank["processors"] = "0"
record.update(command=path + "solve --input " + path + "input.dat",
              launcher="mpirun -n 2 " + path + "solve", exit_code=0,
              programs=[{"command": path + "solve " + path + f"{i}", "first_rank": i, "ranks": 1}
                        for i in range(2)],
              settings=[{"name": "mpit_report", "value": path + "job.json",
                         "source": path + "mpit.conf:1"}])
use = {"ranks": 2, "count": 2, "opens": 2, "seconds": 1}
for amount in ("sends", "recvs", "collectives", "rma", "reads", "writes"):
    use[amount] = use[amount + "_bytes"] = 3
record["communicators"] = [dict(use, name="a name of a communicator, " * 9, size=2)]
record["files"] = [dict(use, name=path + "checkpoint.h5")]
time = {"total": 3, "min": 1, "min_rank": 0, "max": 2, "max_rank": 1}
record["regions"] = [dict(use, label="a part of the program " * 2, entries=2, open=0,
                          wall=time, mpi=time)]
record["sites"] = [{"call": "MPI_Send", "function": f"{function}<{i}>(int)",
                    "file": path + "exchange.hpp", "line": 88 + i,
                    "module": path + "solve", "build_id": "", "offset": i,
                    "count": 2, "bytes": 3, "seconds": 0.1 * (i + int(sys.argv[1]))}
                   for i in range(3)]
record["verdicts"] = [{"id": "one_call", "text": "a sentence of many words; " * 18, "ranks": [],
                       "value": 0.5}]
json.dump(record, sys.stdout)
END

# No line is wider than 100 columns but a row, of which no cell is wider than 40, and a word alone.
is_narrow()
{
    LC_ALL=C.UTF-8 awk '
        length <= 100 { next }
        {
            line = $0
            sub(/^[a-z]* +/, "", line)
            if (line !~ / /)
                next
            n = split($0, cell, /  +/)
            for (i = 1; i <= n; i++)
                if (n < 5 || length(cell[i]) > 40) {
                    print length($0) ": " $0
                    next
                }
        }' "$1" >wide
    is_empty wide "$1: too wide"
}

a_report_that_goes_elsewhere_has_no_wide_line()
{
    python3 long.py 1 >long.json || fail 'no record'
    python3 long.py 5 >longer.json || fail 'no record'
    for command in 'report' 'report --full' 'diff --all longer.json'; do
        # shellcheck disable=SC2086 # a subcommand with its option
        run "$MPIT" $command long.json
        is_narrow out
        is_narrow err
    done
    run "$MPIT" report --full long.json
    out_has '^MPI_Send  .*::exchange.*exchange.hpp:88  '
    out_has '^MPI_Send  .*::exchange.*exchange.hpp:90  '
    [ "$(grep -c '^MPI_Send  ' out)" = 4 ] || fail 'the sites are not a line each'
    "$MPIT" report --format json long.json >again.json
    for name in 'std::vector<double>>::exchange<2>(int)' 'project/checkpoint.h5' \
        'rack-of-a-large-machine.de' 'communicator, a name of a communicator, "'; do
        grep -qF "$name" again.json || fail "JSON has not all of $name"
    done
}

a_report_of_a_job_with_long_names_has_no_wide_line()
{
    word=$(printf '%0120d' 0 | tr 0 f)
    folder=$(printf '%080d/%080d' 0 0)
    mkdir -p "$folder"
    cat >long.c <<END
#include <mpi.h>
#include <string.h>

static char text[MPI_MAX_OBJECT_NAME];

__attribute__((noinline)) static void $word(int rank)
{
    MPI_Sendrecv_replace(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    memset(text, 'c', sizeof text - 1);
    MPI_Comm_set_name(comm, text);
    MPI_Comm_rank(comm, &rank);
    memset(text, 'r', sizeof text - 1);
    MPI_Pcontrol(3, text);
    MPI_Allreduce(MPI_IN_PLACE, &rank, 1, MPI_INT, MPI_SUM, comm);
    $word(rank);
    MPI_Pcontrol(4);
    MPI_Comm_free(&comm);
    return MPI_Finalize();
}
END
    "$MPICC" -g -o "$folder/$word" long.c || fail 'long.c'
    run "$MPIT" run --sites --full --report job.txt --report job.json --report - -- \
        "$MPIRUN" -n 2 "$folder/$word"
    exits 0
    for file in out err job.txt; do is_narrow "$file"; done
    [ -s job.txt ] || fail 'no report'
    grep -q '"name": "c\{20,\}"' job.json || fail 'no name of the communicator'
}

# ---- control characters

# Whatever the MPI library says of a variable.
cat >hostile.c <<'END'
#include <mpi.h>
#include <string.h>

static const char hostile[] = "h\033[2J\302\233\342\200\256\r\tz";

static void put(char *text, int room, int *length)
{
    if (text && room >= (int)sizeof hostile)
        memcpy(text, hostile, sizeof hostile);
    if (length)
        *length = sizeof hostile;
}

int MPI_T_cvar_get_info(int cvar, char *name, int *name_length, int *verbosity, MPI_Datatype *type,
                        MPI_T_enum *items, char *desc, int *desc_length, int *bind, int *scope)
{
    int name_room = name_length ? *name_length : 0, desc_room = desc_length ? *desc_length : 0;
    int code = PMPI_T_cvar_get_info(cvar, name, name_length, verbosity, type, items, desc,
                                    desc_length, bind, scope);

    put(desc, desc_room, desc_length);
    if (cvar == 0)
        put(name, name_room, name_length);
    return code;
}

int MPI_T_enum_get_item(MPI_T_enum items, int index, int *value, char *name, int *length)
{
    int room = length ? *length : 0;
    int code = PMPI_T_enum_get_item(items, index, value, name, length);

    put(name, room, length);
    return code;
}

int MPI_T_category_get_info(int category, char *name, int *name_length, char *desc,
                            int *desc_length, int *ncvar, int *npvar, int *ncategory)
{
    int room = desc_length ? *desc_length : 0;
    int code = PMPI_T_category_get_info(category, name, name_length, desc, desc_length, ncvar,
                                        npvar, ncategory);

    put(desc, room, desc_length);
    return code;
}
END

obeyed=$(printf '[\033\r]\|\302\233\|\342\200\256')

no_text_of_a_variable_moves_the_cursor()
{
    "$MPICC" -shared -fPIC -o hostile.so hostile.c || fail 'hostile.c'
    value=$(printf 'v\033[2J\302\233\342\200\256\rz')
    for how in '' --long --json --csv; do
        # shellcheck disable=SC2086 # an option or none
        run env MPIT_REPORT="$value" LD_PRELOAD="$scratch/hostile.so" \
            "$MPIT" list --cvars --categories --values $how
        exits 0
        LC_ALL=C grep -q "$obeyed" out && fail "with '$how' it does"
        out_has 'h.*1b\[2J'
        out_has 'v.*1b\[2J'
    done
    run env MPIT_REPORT="$value" LD_PRELOAD="$scratch/hostile.so" \
        "$MPIT" list --cvars --categories --values --json
    python3 - out <<'END' || fail 'it is not what it was in JSON'
import json, sys
with open(sys.argv[1]) as file:
    cvars = json.load(file)["cvars"]
hostile = "h\033[2J\u009b\u202e\r\tz"
assert all(cvar["description"] == hostile for cvar in cvars)
assert any(cvar["name"] == hostile for cvar in cvars)
assert any(hostile in cvar.get("items", {}) for cvar in cvars)
assert any(cvar.get("value") == "v\033[2J\u009b\u202e\rz" for cvar in cvars)
END
}

a_value_is_exact_unless_it_is_on_a_terminal()
{
    value=$(printf 'v\033[2J\302\233\342\200\256\rz')
    export MPIT_REPORT="$value"
    for command in 'get mpit_report' 'config --match mpit_report'; do
        # shellcheck disable=SC2086 # a subcommand with its argument
        run "$MPIT" $command
        exits 0
        out_has_text "$value"
        # shellcheck disable=SC2086
        on 80 "$MPIT" $command
        LC_ALL=C grep -q "$obeyed" out && fail "$command does not show it"
        out_has_text 'v\x1b[2J\xc2\x9b\xe2\x80\xae\x0dz'
    done
    unset MPIT_REPORT
    run "$MPIT" get "$value"
    exits 1
    LC_ALL=C grep -q "$obeyed" err && fail 'a message does not show it'
    err_has_text 'v?[2J?????'
}

run_test a_list_fits_every_screen
run_test columns_of_a_list_that_is_folded_align
run_test a_list_that_goes_elsewhere_has_a_line_for_each
run_test a_report_fits_every_screen
run_test a_table_that_is_too_wide_goes_on_below_with_its_first_column
run_test a_report_that_goes_elsewhere_has_a_line_for_each
run_test a_label_that_is_too_long_is_cut
run_test a_report_that_goes_elsewhere_has_no_wide_line
run_test a_report_of_a_job_with_long_names_has_no_wide_line
run_test no_text_of_a_variable_moves_the_cursor
run_test a_value_is_exact_unless_it_is_on_a_terminal
finish
