#!/bin/sh
# libmpit preloaded into everything that a system runs, with the settings of a site: shells,
# python, compilers, set-user-id programs, MPI programs by themselves and by their launcher.  They
# print what they print without it, and end as they do; and the start of a process takes at most a
# millisecond of a processor more, or three fifths where a start takes long.
# EVERYWHERE: how many commands; .ci/long asks for 10000.
. "${0%/*}/../prelude.sh"
XDG_CONFIG_HOME=$scratch/config
export XDG_CONFIG_HOME
unset MPIT_DISABLE MPIT_INCLUDE MPIT_EXCLUDE LD_PRELOAD
mkdir config log
cat >config/mpit.conf <<END_OF_FILE
mpit_report = $scratch/log/%u-%j-%n.json
mpit_memory_limit = 16M
mpit_report_patience = 30s
END_OF_FILE

cat >x.c <<'END_OF_FILE'
#include <stdio.h>
int main(void) { return printf("%d\n", 42) < 0; }
END_OF_FILE
"$MPICC" -o early -x c - <<'END_OF_FILE' || fail 'not compiled'
#include <mpi.h>
int main(void) { MPI_Init(0, 0); MPI_Abort(MPI_COMM_WORLD, 5); return 0; }
END_OF_FILE
cc -O1 -o plain x.c || fail 'not compiled'
printf 'all:\n\t@echo made; exit 3\n' >x.make
cp /usr/bin/id set_id
if [ "$(id -u)" = 0 ]; then
    chown 65534 set_id
    chmod u+s set_id || fail 'no set-user-id program'
fi

cat >commands <<END_OF_FILE
4 true
4 false
4 echo out; echo err >&2; exit 3
4 echo a | tr a b | cat
4 kill -9 \$\$
4 bash -c 'for i in 1 2 3; do (echo \$i; exit \$i); done; trap "echo end" EXIT; exit 9'
4 ls /etc | sort -r | head -n 5
4 grep -c root /etc/passwd; grep no_such_line /etc/passwd
4 awk 'BEGIN { for (i = 0; i < 1000; i++) s += i; print s; exit 4 }'
4 find /etc -maxdepth 1 -name 'h*' 2>/dev/null | sort
4 tar cf - x.c | tar tf -
4 seq 20 | xargs -n 5 echo
4 env -i PATH=/usr/bin:/bin LD_PRELOAD="\$LD_PRELOAD" sh -c 'echo \$PATH'
4 timeout 5 nice setsid sh -c 'ulimit -n 16; echo in; exit 2'
4 sh -c 'sleep 0.01 & wait; exec ./plain'
4 ./plain; ./no_such_program
4 ./set_id -u; su --version; su no_such_user -c true </dev/null
2 python3 -c 'import json, sys; print(json.dumps({"a": [1, 2]})); sys.exit(6)'
2 python3 -c 'import subprocess as s, os; print(s.check_output("echo x", shell=True)); os.abort()'
2 python3 -c 'import multiprocessing as m; print(m.Pool(2).map(abs, [-1, -2]))'
2 cc -O1 -S -o - x.c
2 cc -c -o /dev/null no_such_file.c
2 make -f x.make
2 git --version; perl -e 'print "p\n"; exit 5'
1 '$abs_builddir/examples/heat2d'
1 '$abs_builddir/examples/read_cvar' no_such_variable
1 '$RUN_MPI' -n 2 '$abs_builddir/examples/heat2d'
1 '$RUN_MPI' -n 2 sh -c 'exec "$abs_builddir/examples/heat2d"'
1 '$MPIRUN' --version
1 '$MPICC' -O1 -S -o - '$abs_srcdir/examples/hang.c'
1 ./early >/dev/null 2>&1
END_OF_FILE

everything_runs_as_without_libmpit()
{
    TEST_TIMEOUT=3000
    run python3 "$here/everywhere.py" "$LIBMPIT" "${EVERYWHERE:-300}" commands
    tail -n 1 out
    exits 0
    out_has '^[1-9][0-9]* commands, 0 changed, '
}

the_mpi_programs_among_them_had_their_reports()
{
    [ "$(find log -name '*heat2d*.json' | wc -l)" -gt 2 ] || fail "$(ls log)"
}

# It sees what it is for.
what_changes_a_program_is_found()
{
    cat >bad.c <<'END_OF_FILE'
#include <time.h>
#include <unistd.h>
__attribute__((constructor)) static void begin(void)
{
    for (clock_t until = clock() + 16000; clock() < until;)
        continue;
}
__attribute__((destructor)) static void end(void) { if (write(2, "x", 1) < 0) _exit(1); }
END_OF_FILE
    cc -shared -fPIC -o bad.so bad.c || fail 'not compiled'
    printf '1 true; exec cat /dev/null\n' >few
    run python3 "$here/everywhere.py" "$scratch/bad.so" 5 few
    exits 1
    out_has '^5 commands, 1 changed, [1-9][0-9]*\.[0-9]* ms added to a start'
}

run_test everything_runs_as_without_libmpit
run_test the_mpi_programs_among_them_had_their_reports
run_test what_changes_a_program_is_found
finish
