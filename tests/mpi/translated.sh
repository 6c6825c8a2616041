#!/bin/sh
# Programs whose MPI is a library that translates their calls into those of another MPI, by handles
# of its own: libmpit says so in one line and counts nothing, and they run as without it.  The
# translators reach the MPI in each way that is in use (translator.c).
. "${0%/*}/../prelude.sh"
library=$(vendor_library)
unset MPIT_VERBOSE

# translator FILE [OPTION]...: of the MPI.
translator()
{
    file=$1
    shift
    "$MPICC" -D_GNU_SOURCE -shared -fPIC "$@" -o "$file" "$here/translator.c" -ldl ||
        fail 'not compiled'
}
# front NAME [OPTION]...: an object, NAME.o.
front()
{
    name=$1
    shift
    cc -D_GNU_SOURCE -c -fPIC "$@" -o "$name.o" "$here/translator_front.c" || fail 'not compiled'
}
# programs LIBRARY: one that needs that alone.
program_of()
{
    cc -o "$1" program.o "./lib$1.so" -Wl,-rpath,"$scratch" || fail 'not linked'
}

begin_test "translators are compiled"
cc -c -o program.o "$here/translated_program.c" || fail 'not compiled'
loaded='-DOWN_PREFIX="translated_"'
translator handle-wrap.so "$loaded" "-DTRANSLATOR_LIBRARY=\"$library\""
front handle "-DFRONT_OPENS=\"$scratch/handle-wrap.so\"" -DFRONT_FLAGS=0
translator deep-wrap.so "$loaded" -DTRANSLATOR_CALLS
front deep "-DFRONT_OPENS=\"$scratch/deep-wrap.so\"" -DFRONT_FLAGS=RTLD_DEEPBIND -DFRONT_FIRST
for name in handle deep; do
    cc -shared -o lib$name.so $name.o -ldl || fail 'not linked'
    program_of $name
done
translator libtool.so
program_of tool
cc -o static program.o handle.o -ldl || fail 'not linked'
cc -o linked program.o -Wl,--no-as-needed "$LIBMPIT" ./libhandle.so \
    -Wl,-rpath,"$scratch:${LIBMPIT%/*}" || fail 'not linked'

# job PROGRAM [OPTION OF run-mpi]... : sorted, as ranks print when they like.
job()
{
    program=$1
    shift
    run "$RUN_MPI" -n 2 "$@" "./$program"
    exits 0
    sort out >"$program.with"
}
for program in handle deep tool static; do
    begin_test "a program of the translator '$program' runs by itself"
    job $program
    mv "$program.with" "$program.plain"
    written=$(grep -c 'of 2: .*, written 0, no parent, freed$' "$program.plain")
    [ "$written" -eq 2 ] || fail 'not two lines'
    is_empty err 'a line'
done
cp handle.plain linked.plain

# says TEXT: libmpit has one line, and that is there.
says()
{
    [ "$(grep -c '^mpit: ' err)" -eq 1 ] || fail 'not one line of libmpit'
    grep -qF -e "$1" err || fail "no '$1'"
}
stands_between()
{
    says "/lib$1.so stands between the program and its MPI, with handles of its own: \
libmpit counts nothing"
}
is_not_seen() { says "mpit: no report: no MPI_Init of this program came by libmpit"; }
# as_without PROGRAM: what it prints, and no report.
as_without()
{
    same "$1.plain" "$1.with"
    [ ! -e report.json ] || fail 'a report'
}

export MPIT_REPORT="$scratch/report.json"
for watch in '' counts,time,waits,queue,sites,peers; do
    export MPIT_WATCH=$watch
    for program in handle deep tool; do
        begin_test "with libmpit '$program' runs as by itself, and is told why ($watch)"
        job $program -p "$LIBMPIT"
        as_without "$program"
        stands_between "$program"
    done
    begin_test "where libmpit is linked it is no other ($watch)"
    job linked
    as_without linked
    stands_between handle
    begin_test "a translator in the program itself does not come by libmpit ($watch)"
    job static -p "$LIBMPIT"
    as_without static
    is_not_seen
done
unset MPIT_REPORT MPIT_WATCH

for program in handle deep tool static; do
    begin_test "under \`mpit run\` '$program' runs as by itself, and is told why"
    rm -f report.json
    run "$MPIT" run --report report.json -- "$MPIRUN" -n 2 "./$program"
    grep '^rank ' out | sort >"$program.with"
    as_without "$program"
    if [ $program = static ]; then is_not_seen; else stands_between "$program"; fi
done

begin_test "with mpit_live there is nothing of them to be read"
mkdir -m 700 live
export MPIT_LIVE=counts MPIT_LIVE_DIR="$scratch/live"
for program in handle deep tool static; do
    job $program -p "$LIBMPIT"
    same "$program.plain" "$program.with"
    [ -z "$(ls -A live)" ] || fail "a segment of $program"
done
finish
