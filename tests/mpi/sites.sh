#!/bin/sh
# Call sites: counts and bytes of each place are those worked out by hand, on 2 ranks; names are
# those of the tables of symbols and lines, as gdb has them.
. "${0%/*}/../prelude.sh"
command -v gdb >/dev/null || fail 'no gdb: install it'
source=$abs_srcdir/tests/mpi/sites_program.c

# compare COUNTS_OR_GDB RECORD ARGUMENT...
compare()
{
    python3 "$abs_srcdir/tests/sites.py" "$@" >wrong || fail "$(cat wrong)"
}

run "$MPICC" -g -O1 -fno-inline -pthread "$source" -o program -ldl
exits 0
run "$MPICC" -g -O1 -shared -fPIC "$abs_srcdir/tests/mpi/sites_library.c" -o library.so
exits 0

calls_of_each_place_are_counted_with_their_bytes()
{
    record_job --sites -- "$MPIRUN" -n 2 ./program plain
    compare counts job.json "$source" exchange one_way together again_and_again send_by
    [ "$(grep -c '"function": "exchange"' job.json)" -eq 4 ] || fail 'not four calls in exchange'
    grep -q '^site,MPI_Send,,,,,10,180,.*,one_way,.*sites_program.c,[0-9]*,.*/program,[0-9a-f]*,' \
        job.csv || fail "the CSV has other columns: $(grep ^site job.csv)"
    "$MPIT" report job.json >text || fail 'no text'
    grep -q '^MPI_Waitall  *again_and_again  *[^ ]*sites_program.c:[0-9]*  *20 ' text ||
        fail "the text has no row: $(grep Waitall text)"
}

nobody_is_asked_where_nobody_has_asked()
{
    record_job -- "$MPIRUN" -n 2 ./program plain
    grep -q '"sites": \[$' job.json || fail 'no list'
    lacks '^site,' job.csv || fail 'there are sites'
}

four_threads_and_requests_that_another_one_completes()
{
    record_job --sites -- "$MPIRUN" -n 2 ./program threads
    compare counts job.json "$source" post use_threads
    [ "$(grep -c '"function": "post"' job.json)" -eq 2 ] || fail 'threads have rows of their own'
}

what_has_no_row_is_in_one_that_says_so()
{
    record_job --sites -- "$MPIRUN" -n 1 ./program many
    awk -F, '/^site,/ { n += $7; if ($2 == "other") others = $7; else rows++ }
        END { print n, others + 0, rows }' job.csv >found
    read -r calls others rows <found
    [ "$calls" -eq 2400 ] || fail "$calls calls"
    [ "$others" -gt 0 ] || fail 'there was a row for each'
    [ "$rows" -le 1024 ] || fail "$rows rows"
    [ "$rows" -ge 600 ] || fail "$rows rows"
    "$MPIT" report job.json >text || fail 'no text'
    grep -q '^(all other sites)  ' text || fail 'the text has no row of the others'
}

a_library_that_is_unloaded_is_named()
{
    record_job --sites -- "$MPIRUN" -n 2 ./program library "$scratch/library.so"
    compare counts job.json "$abs_srcdir/tests/mpi/sites_library.c" call_mpi
    [ "$(grep -c '"function": "call_mpi"' job.json)" -eq 2 ] || fail 'not two calls in it'
}

a_job_that_is_killed_has_its_sites()
{
    rm -f job.json
    run "$MPIT" run --sites --report job.json -- "$MPIRUN" -n 2 ./program dies
    compare counts job.json "$source" exchange one_way together again_and_again send_by
    grep -q '"state": "dead"' job.json || fail 'no rank has died'
}

a_stripped_program_has_module_and_offset()
{
    run strip program -o stripped
    exits 0
    record_job --sites -- "$MPIRUN" -n 2 ./stripped plain
    nameless='"function": "", "file": "", "line": 0, "module": ".*/stripped"'
    grep -q "\"call\": \"MPI_Startall\", $nameless" job.json ||
        fail "$(grep Startall job.json)"
    "$MPIT" report job.json >text || fail 'no text'
    grep -q '^MPI_Startall  *-  *stripped+0x[0-9a-f]*  ' text || fail "$(grep Startall text)"
}

debug_information_in_a_file_of_its_own_is_found()
{
    run objcopy --only-keep-debug program apart.debug
    exits 0
    run objcopy --strip-all --add-gnu-debuglink=apart.debug program apart
    exits 0
    record_job --sites -- "$MPIRUN" -n 2 ./apart plain
    compare counts job.json "$source" exchange one_way together again_and_again send_by
}

another_build_than_that_of_the_job_gives_no_names()
{
    cp program changed
    run "$RUN_MPI" -n 2 -p "$LIBMPIT" env MPIT_WATCH=sites "MPIT_REPORT=$scratch/raw.json" \
        ./changed plain
    exits 0
    grep -q '"call": "MPI_Startall", "function": "", "file": ""' raw.json ||
        fail 'the library itself has names'
    run "$MPICC" -g -O1 -DINTS_MORE "$abs_srcdir/tests/mpi/sites_library.c" -shared -o changed -fPIC
    run "$MPIT" report raw.json
    exits 0
    err_has '/changed: another build than that of the job; its call sites have no names$'
    err_is_one_line
    out_has '^MPI_Startall  *-  *changed+0x'
    rm changed
    run "$MPIT" report raw.json
    exits 0
    err_has '/changed: No such file or directory; its call sites have no names$'
    err_is_one_line
}

# C++ in a namespace, a template, and what the compiler puts into its caller.
write_many_places()
{
    lines='wrong += SEND(i);
wrong += inside_1(i);
'
    cat <<'END'
#include <mpi.h>
#define SEND(n) MPI_Send(&n, 1, MPI_INT, MPI_PROC_NULL, n, MPI_COMM_WORLD)
#define CALL(n) \
    static inline __attribute__((always_inline)) int inside_##n(int i) { return SEND(i) + 1; }
CALL(1)
namespace space {
template <int N> struct thing {
END
    for f in 1 2 3 4 5 6 7 8 9 10; do
        printf '__attribute__((noinline)) static int call_%s(int i, double) {\n' "$f"
        printf 'int wrong = N;\n'
        printf '%s' "$lines$lines$lines$lines$lines"
        printf 'return wrong; }\n'
    done
    printf '};\n}\nint main() {\nMPI_Init(nullptr, nullptr); int wrong = 0;\n'
    for f in 1 2 3 4 5 6 7 8 9 10; do
        printf 'wrong += space::thing<3>::call_%s(%s, 1.5);\n' "$f" "$f"
    done
    printf 'wrong += SEND(wrong);\nMPI_Finalize(); return wrong < 0;\n}\n'
}

a_hundred_places_are_called_what_gdb_calls_them()
{
    write_many_places >places.cc
    run "$MPICC" -g -O2 -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX places.cc -o places
    exits 0
    record_job --sites -- "$MPIRUN" -n 2 ./places
    compare gdb job.json "$scratch/places" 100
    grep -q '"space::thing<3>::call_7(int, double)[^"]*", "file": ".*places.cc"' job.json ||
        fail "names of C++: $(grep -m 3 call_ job.json)"
    record_job --sites -- "$MPIRUN" -n 2 ./program plain
    compare gdb job.json "$scratch/program" 14
}

# Who waits where is known: rank 1 for messages, once in MPI_Recv and once in MPI_Waitall, rank 0
# for the receive of a large one; most calls are from where nobody waits.
write_waits()
{
    cat <<'END'
#include <mpi.h>
#include <unistd.h>
enum { LARGE = 1 << 20, MANY = 2000 };
static char data[LARGE];
static int rank;
static void wait_in_recv(void)
{
    if (rank == 0)
        usleep(200000);
    if (rank == 0)
        MPI_Send(data, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void wait_in_waitall(void)
{
    MPI_Request request;
    if (rank == 0)
        usleep(100000);
    if (rank == 0)
        MPI_Isend(data, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Irecv(data, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
}
static void wait_in_send(void)
{
    if (rank == 1)
        usleep(150000);
    if (rank == 0)
        MPI_Send(data, LARGE, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data, LARGE, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void wait_nowhere(void)
{
    for (int i = 0; i < MANY; i++)
        MPI_Sendrecv(data, 1, MPI_CHAR, rank, 0, data + 1, 1, MPI_CHAR, rank, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wait_in_recv();
    MPI_Barrier(MPI_COMM_WORLD);
    wait_in_waitall();
    MPI_Barrier(MPI_COMM_WORLD);
    wait_in_send();
    wait_nowhere();
    MPI_Finalize();
    return 0;
}
END
}

# check_waits: of job.json; a machine that is busy makes waits longer.
check_waits()
{
    python3 - <<'END'
import json
waited = {}
for site in json.load(open("job.json"))["sites"]:
    assert 0 <= site["waited"] <= site["seconds"] + 1e-6, site
    key = site["function"], site["call"]
    waited[key] = waited.get(key, 0) + site["waited"]
least = {("wait_in_recv", "MPI_Recv"): 0.15, ("wait_in_waitall", "MPI_Waitall"): 0.07,
         ("wait_in_send", "MPI_Send"): 0.1}
for key, seconds in waited.items():
    assert seconds >= least.get(key, 0), f"{key}: {waited}"
    assert key in least or seconds < 0.05, f"{key}: {waited}"
assert set(least) <= set(waited), waited
END
}

what_a_place_has_waited_for_messages_is_told()
{
    write_waits >waits.c
    run "$MPICC" -g -O1 -fno-inline waits.c -o waits
    exits 0
    # Who gets no processor for a while is waited for, too.
    for try in 1 2 3; do
        record_job --sites -- "$MPIRUN" -n 2 ./waits
        check_waits >wrong 2>&1 && break
    done
    check_waits >wrong 2>&1 || fail "$try times: $(cat wrong)"
    grep -q '^site_waited,MPI_Recv,.*,wait_in_recv,' job.csv || fail "$(grep ^site job.csv)"
    record_job --sites --set mpit_watch=counts -- "$MPIRUN" -n 2 ./waits
    grep -q '"waited": null' job.json || fail "$(grep '"waited"' job.json)"
    lacks '^site_waited' job.csv || fail 'a wait that nobody has watched'
}

# Two levels of it, twice in one function.
write_inlined()
{
    cat <<'END'
#include <mpi.h>
#define INTO_ITS_CALLER static inline __attribute__((always_inline))
INTO_ITS_CALLER int send_one(int n)
{
    return MPI_Send(&n, 1, MPI_INT, MPI_PROC_NULL, n, MPI_COMM_WORLD) + 1;
}
INTO_ITS_CALLER int send_two(int n)
{
    return send_one(n) +
           send_one(n + 1);
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int sum = send_two(argc);
    sum += send_one(sum);
    MPI_Finalize();
    return sum < 0;
}
END
}

what_the_compiler_has_put_into_a_function_is_told_as_addr2line_has_it()
{
    write_inlined >inlined.c
    run "$MPICC" -g -O2 inlined.c -o inlined
    exits 0
    record_job --sites -- "$MPIRUN" -n 2 ./inlined
    compare addr2line job.json "$scratch/inlined" 3
    for inlined in 'send_one \[inlined.c:9\], send_two \[inlined.c:15\]' \
        'send_one \[inlined.c:10\], send_two \[inlined.c:15\]' 'send_one \[inlined.c:16\]'; do
        grep -q "\"main\", .*, \"line\": 5, .*, \"inlined\": \"$inlined\"" job.json ||
            fail "no $inlined: $(grep MPI_Send job.json)"
    done
    "$MPIT" report --full job.json >text
    grep -q '^MPI_Send  *send_one < send_two < main  *inlined.c:5 ' text || fail "$(grep Send text)"
    record_job --sites -- "$MPIRUN" -n 2 ./places
    compare addr2line job.json "$scratch/places" 100
}

# What calls MPI from a function of its own, as C and as C++.
write_wrapper()
{
    cat <<'END'
#include <mpi.h>
static __attribute__((noinline)) int move(int n)
{
    int rc = MPI_Send(&n, 1, MPI_INT, MPI_PROC_NULL, n, MPI_COMM_WORLD);
    return rc + n;
}
static __attribute__((noinline)) int work(void)
{
    int sum = move(1); /* MPI_Send 2 x, 0 */
    for (int i = 0; i < 10; i++)
        sum += move(i); /* MPI_Send 20 x, 0 */
    return sum + 1;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int sum = work();
    MPI_Finalize();
    return sum < 0;
}
END
}

places_further_up_are_those_of_the_callers()
{
    for name in wrapper.c wrapper.cc; do
        write_wrapper >"$name"
        run "$MPICC" -g -O1 -fno-inline -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX "$name" -o wrapper
        exits 0
        record_job --sites --set mpit_site_depth=2 -- "$MPIRUN" -n 2 ./wrapper
        compare counts job.json "$scratch/$name" work 'work()'
        [ "$(grep -c '^site,MPI_Send,' job.csv)" -eq 2 ] || fail "other places: $(cat job.csv)"
        record_job --sites --set mpit_site_depth=3 -- "$MPIRUN" -n 2 ./wrapper
        grep -q '^site,MPI_Send,,,,,22,0,.*,main,' job.csv || fail "not main: $(cat job.csv)"
        record_job --sites --set mpit_site_depth=32 -- "$MPIRUN" -n 2 ./wrapper
        [ "$(grep -c '^site,MPI_Send,' job.csv)" -eq 1 ] || fail "not one end: $(cat job.csv)"
        grep -q '^site,MPI_Send,,,,,22,0,' job.csv || fail "not all calls: $(cat job.csv)"
    done
}

run_test calls_of_each_place_are_counted_with_their_bytes
run_test nobody_is_asked_where_nobody_has_asked
run_test four_threads_and_requests_that_another_one_completes
run_test what_has_no_row_is_in_one_that_says_so
run_test a_library_that_is_unloaded_is_named
run_test a_job_that_is_killed_has_its_sites
run_test a_stripped_program_has_module_and_offset
run_test debug_information_in_a_file_of_its_own_is_found
run_test another_build_than_that_of_the_job_gives_no_names
run_test a_hundred_places_are_called_what_gdb_calls_them
run_test what_a_place_has_waited_for_messages_is_told
run_test what_the_compiler_has_put_into_a_function_is_told_as_addr2line_has_it
run_test places_further_up_are_those_of_the_callers
finish
