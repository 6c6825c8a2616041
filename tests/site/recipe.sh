#!/bin/sh
# What mpit.conf(5) tells a site to do for everybody, done as it stands there: jobs that end well
# and jobs that are killed have their reports in the log tree, with whose they are, and nothing
# stays in memory.  The user is nobody, the end of his job root's, with a /dev/shm of their own.
. "${0%/*}/../prelude.sh"
unset MPIT_DISABLE MPIT_INCLUDE MPIT_EXCLUDE LD_PRELOAD MPIT_LIVE_DIR OMPI_MCA_mca_base_env_list
program=$abs_builddir/tests/mpi/kills_program
NUMBER=65534

# part_of MARK: the lines between .nf and .fi behind the first that has MARK, as a reader sees them.
part_of()
{
    awk -v mark="$1" '
        index($0, mark) { found = 1 }
        found && /^\.fi/ { exit }
        shown { gsub(/\\-/, "-"); print }
        found && /^\.nf/ { shown = 1 }' "$abs_builddir/man/mpit.conf.5"
}

begin_test "the recipe stands in mpit.conf(5)"
mkdir config log
part_of '.SH ON FOR EVERYBODY' | sed "s|/var/log/mpit|$scratch/log|" >config/mpit.conf
grep -q '^mpit_live = counts ' config/mpit.conf || fail 'no settings'
part_of '.B TaskProlog' >prolog
grep -q 'LD_PRELOAD=.*/libmpit\.so\.[0-9]' prolog || fail 'no prolog'
part_of 'POST_EXEC' >epilog
grep -q 'mpit clean --all' epilog || fail 'no epilog'
# Here it is not installed.
sed "s|LD_PRELOAD=.*/|LD_PRELOAD=${LIBMPIT%/*}/|" prolog >prolog.here
sed "s|exec .*/mpit|exec '$MPIT'|" epilog >epilog.here
preload=$(sh prolog.here | sed -n 's/^export \(LD_PRELOAD=[^"]*\)"*$/\1/p')
[ -e "${preload#*=}" ] || fail "no library: $preload"

begin_test "the rights of another user can be taken on here, and a /dev/shm"
chmod 755 "$scratch" && chmod 1777 log tmp && mkdir -m 1777 work
cat >inside <<'END'
#!/bin/sh
# A /dev/shm that goes with it.
mount -t tmpfs -o mode=1777 tmpfs /dev/shm || exit 77
exec "$@"
END
cat >as_user <<END
#!/bin/sh
cd '$scratch/work' && exec setpriv --reuid $NUMBER --regid $NUMBER --clear-groups env "\$@"
END
chmod +x inside as_user
unshare --mount ./inside ./as_user "$preload" test -r "$program" >made 2>&1 || {
    say_stepped_around tests/site/recipe.sh "not here: $(tr '\n' ' ' <made)"
    is_forbidden=yes
    finish
}

# What a batch system's job is.
batch="USER=joe SLURM_JOB_ID=4711 SLURM_JOB_ACCOUNT=physics"
batch="$batch XDG_CONFIG_HOME=$scratch/config HOME=$scratch"

# in_batch COMMAND...: a job of the user's, then the epilog, then what is left.
cat >job <<END
#!/bin/sh
./as_user $batch timeout 60 '$MPIRUN' \$TEST_RANKS env $preload "\$@"
echo "ended \$?"
find /dev/shm -name '*.mpit' | wc -l | sed 's/^/before /'
sh epilog.here
find /dev/shm -name '*.mpit' | wc -l | sed 's/^/after /'
END
chmod +x job
case $TEST_VENDOR in
openmpi) ranks='--oversubscribe -n 2' ;;
*) ranks='-n 2' ;;
esac
in_batch()
{
    rm -rf log/*
    run unshare --mount ./inside env TEST_RANKS="$ranks" ./job "$@"
    exits 0
}
# log_has NAME MODE, of the record: it is in the folder of the day.
log_has()
{
    record=$(find log -name "$1")
    [ -f "$record" ] || { fail "no $1 in the log tree: $(find log)"; return 1; }
    [ "$(stat -c %a:%u "$record")" = "640:$NUMBER" ] || fail "not his: $(ls -ln "$record")"
    cp "$record" job.json
}
# says KEY VALUE
says()
{
    python3 -c 'import json, sys
record = json.load(open("job.json"))
sys.exit(str(record.get(sys.argv[1])) != sys.argv[2])' "$1" "$2" || fail "$1 is not $2"
}
has_whose()
{
    says user joe
    says job 4711
    says account physics
    says folder "$scratch/work"
}

begin_test "a job that ends well has its report, and leaves nothing, before the epilog comes"
in_batch "$abs_builddir/examples/heat2d"
out_has_line 'ended 0'
out_has_line 'before 0'
out_has_line 'nothing to be removed'
log_has joe-4711-heat2d.json && {
    says complete True
    has_whose
}

begin_test "a job that is killed has its report by the epilog, as the user's own"
in_batch "$program" kill
out_has_line 'before 2'
out_has_line 'removed 2 segments of 1 jobs'
out_has_line 'after 0'
log_has joe-4711-kills_program.json && {
    says complete False
    says nranks 2
    has_whose
    "$MPIT" report --full job.json >shown || fail 'it cannot be shown'
    for line in 'user     joe' 'job      4711' 'account  physics' "folder   $scratch/work" \
        'of 2 ranks 2 dead'; do
        grep -qF -e "$line" shown || fail "no '$line' in the text"
    done
    "$MPIT" report --format csv job.json >shown || fail 'no CSV'
    for line in user,joe number,4711 account,physics "folder,$scratch/work"; do
        grep -q "^job_$line," shown || fail "no '$line' in the CSV"
    done
    "$MPIT" report --format openmetrics job.json >shown || fail 'no OpenMetrics'
    grep -q 'user="joe",batch_job="4711",account="physics",folder=' shown || fail 'no label'
}

begin_test "how long it has run is not known"
python3 -c 'import json
assert all(rank["wall"] is None for rank in json.load(open("job.json"))["ranks"])' ||
    fail 'it says how long'

# A launcher says of how many it has started some: here of two nodes, this is the one.
begin_test "of a job on several nodes each has a part"
cat >die.c <<'END'
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* The segment of rank 1 goes: it stands on another node. */
int main(int argc, char **argv)
{
    int rank, value = 1;
    char command[256];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 100; i++)
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    snprintf(command, sizeof command, "rm /dev/shm/mpit-*/*-%ld-*.mpit", (long)getpid());
    if (rank == 1 && system(command) != 0)
        return 3;
    MPI_Barrier(MPI_COMM_WORLD);
    kill(getpid(), SIGKILL);
}
END
"$MPICC" -o die die.c || fail 'not compiled'
in_batch "$scratch/die"
out_has_line 'before 1'
out_has_line 'after 0'
log_has joe-4711-die.json.0.part && {
    "$MPIT" report --full job.json >shown || fail 'it cannot be shown'
    grep -q 'of 2 ranks .*1 dead' shown || fail 'the text does not say who died'
}

begin_test "what a user plants harms nobody else"
cat >plant <<END
#!/bin/sh
./as_user $batch timeout 60 '$MPIRUN' \$TEST_RANKS env $preload '$program' kill >/dev/null 2>&1
: >'$scratch/victim/other.mpit'
./as_user sh -c 'mkdir /dev/shm/mpit-0; ln -s $scratch/victim /dev/shm/mpit-1;
    ln -s $scratch/victim/other.mpit /dev/shm/mpit-$NUMBER/none.mpit'
sh epilog.here
echo "epilog \$?"
./as_user env $batch '$MPIT' report --live >live || exit
sh epilog.here
echo "epilog \$?"
find /dev/shm -name '*.mpit' -type f | wc -l | sed 's/^/after /'
END
mkdir -m 755 victim
rm -rf log/*
chmod +x plant
chmod 755 log && chown 0 log # he cannot write there: nor does root for him
run unshare --mount ./inside env TEST_RANKS="$ranks" ./plant
[ -e victim/other.mpit ] || fail 'a file of another is gone'
[ -z "$(find log -type f)" ] || fail 'root has written for him'
err_has 'log/[^ ]*: Permission denied$'
[ "$(grep '^epilog\|^after' out | tr '\n' ' ')" = 'epilog 1 epilog 0 after 0 ' ] ||
    fail 'what could not be written does not stay once, and then go'

begin_test "\`mpit clean --all\` is root's"
run ./as_user "$MPIT" clean --all
exits 2
err_is_one_line
err_has '^mpit clean: --all is for root, who can take on the rights of others'
finish
