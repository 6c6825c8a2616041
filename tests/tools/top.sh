#!/bin/sh
# `mpit top`: what it says of running jobs is what they do; what else lies in the folder harms
# nobody; and on a terminal it fits, follows its size, and leaves it as it was.
. "${0%/*}/../prelude.sh"
. "$here/is_openmetrics.sh"
program=$abs_builddir/tests/mpi/waiting_program
unset LD_PRELOAD MPIT_LIVE MPIT_LIVE_JOB
MPIT_LIVE_DIR=$scratch/live
export MPIT_LIVE_DIR
started=
TMUX_TMPDIR=$TMPDIR
export TMUX_TMPDIR
terminals=0

# What still runs goes with us.
end_all()
{
    for pid in $started; do kill -9 "$pid" 2>/dev/null; done
    terminal kill-server 2>/dev/null
}
trap 'end_all; leave' EXIT

# wait_for COMMAND...: half a minute at most; less once something did not come in that time.
patience=300
wait_for()
{
    for _ in $(seq $patience); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    fail "not within $patience tenths of a second: $*"
    patience=30
}

# start RANKS ARGUMENT...: until it waits, for ten minutes at most.  Of 0 ranks: one process without
# a launcher.
start()
{
    ranks=$1
    shift
    rm -f ready go
    if [ "$ranks" = 0 ]; then
        env LD_PRELOAD="$LIBMPIT" MPIT_LIVE=counts "$program" ready go "$@" >job.out 2>&1 &
    else
        "$RUN_MPI" -n "$ranks" -t 600 -p "$LIBMPIT" env MPIT_LIVE=counts "$program" ready go "$@" \
            >job.out 2>&1 &
    fi
    job=$!
    started="$started $job"
    wait_for test -e ready
}

# A job that has been let go ends well.
end_job()
{
    touch go
    wait "$job" || fail "the job ended with $?: $(tail -n 5 job.out)"
}

once()
{
    run "$MPIT" top --once "$@"
    exits 0
    is_empty err 'standard error'
}

# of_json EXPRESSION: of the JSON in out, as `top`, with its jobs as `jobs`.
of_json()
{
    python3 -c '
import json, sys
top = json.load(open("out"))
jobs = top["jobs"]
print(eval(sys.argv[1]))' "$1"
}
json_says() { [ "$(of_json "$1")" = "$2" ] || fail "$1 is $(of_json "$1"), not $2"; }

# ---- one look

an_empty_folder_has_no_jobs()
{
    once --json
    out_has_line '{"format": 1, "jobs": []}'
    once --openmetrics
    out_has_line '# EOF'
    once
    out_has '^no job has segments here'
    mkdir -m 700 live
    once --json
    out_has_line '{"format": 1, "jobs": []}'
}

what_is_asked_wrongly_is_refused()
{
    run "$MPIT" top --json
    exits 2
    err_has 'give --once with it'
    run "$MPIT" top --once --json --openmetrics
    exits 2
    run "$MPIT" top --once one two
    exits 2
    run "$MPIT" top --interval 0
    exits 2
    run "$MPIT" top --once nosuchjob
    exits 1
    err_has '^mpit top: nosuchjob: no job of this name'
    err_is_one_line
    run "$MPIT" top --once --live "$scratch/none"
    exits 1
    err_has 'none: No such file or directory; --live'
}

json_says_what_the_program_did()
{
    once --json
    json_says 'top["format"]' 1
    json_says 'len(jobs)' 1
    json_says 'sorted(jobs[0])' "['job', 'ranks', 'seconds']"
    json_says '0 < jobs[0]["seconds"] < 120' True
    json_says '[rank["rank"] for rank in jobs[0]["ranks"]]' '[0, 1]'
    json_says '[rank["sends"] for rank in jobs[0]["ranks"]]' '[12, 0]'
    json_says '[rank["send_bytes"] for rank in jobs[0]["ranks"]]' '[96, 0]'
    json_says '[rank["recvs"] for rank in jobs[0]["ranks"]]' '[0, 7]'
    json_says '[rank["collectives"] for rank in jobs[0]["ranks"]]' '[3, 3]'
    json_says '[0 < rank["mpi_seconds"] < 120 for rank in jobs[0]["ranks"]]' '[True, True]'
    json_says '[rank["state"] for rank in jobs[0]["ranks"]]' "['running', 'running']"
    json_says '[rank["in"] for rank in jobs[0]["ranks"]]' "['', '']"
    json_says '[rank["host"] for rank in jobs[0]["ranks"]] == 2 * ["'"$(uname -n)"'"]' True
    json_says 'sorted(jobs[0]["ranks"][0])' "['collectives', 'host', 'in', 'mpi_seconds', 'pid', \
'rank', 'recvs', 'send_bytes', 'sends', 'state', 'unexpected']"
    for pid in $(of_json '" ".join(str(rank["pid"]) for rank in jobs[0]["ranks"])'); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q waiting_program ||
            fail "$pid is another process"
    done
}

a_queue_that_nobody_follows_has_no_length()
{
    once --json
    json_says '[rank["unexpected"] for rank in jobs[0]["ranks"]]' '[None, None]'
    once
    out_lacks queue
    once --openmetrics
    out_lacks '^mpit_live_unexpected{'
}

a_job_is_named_by_itself_or_by_any_of_its_processes()
{
    once --json
    name=$(of_json 'jobs[0]["job"]')
    pid=$(of_json 'jobs[0]["ranks"][1]["pid"]')
    for job_name in "$name" "$pid"; do
        once --json "$job_name"
        json_says '[job["job"] for job in jobs]' "['$name']"
        once "$job_name"
        out_has "^job $name: .*waiting_program ready go"
        out_has "^   1  .* $pid  running "
    done
}

text_has_a_line_a_job()
{
    once
    out_has '^job  *command  *ranks  seconds  MPI %  messages  bytes  longest in  *imb %$'
    out_has "^$name  waiting_program ready go.*  2  .*  12  *96 *B  MPI_[A-Z][a-z]* "
    [ "$(wc -l <out)" -eq 2 ] || fail 'not one line a job'
    cp out elsewhere
}

openmetrics_is_what_a_strict_scraper_takes()
{
    once --openmetrics
    is_openmetrics
    grep -q "^mpit_live_sends{rank=\"0\",job=\"$name\",host=\".*\",pid=\".*\"} 12\$" samples ||
        fail 'no sends of rank 0'
    grep -qxF "mpit_live_job_ranks_running{job=\"$name\"} 2" samples || fail 'no ranks'
}

a_stopped_process_is_said_to_be()
{
    kill -STOP "$pid"
    once --json
    json_says 'jobs[0]["ranks"][1]["state"]' stopped
    kill -CONT "$pid"
}

what_has_ended_is_shown_as_such_until_it_is_removed()
{
    end_job
    once --json
    json_says '[rank["state"] for rank in jobs[0]["ranks"]]' "['ended', 'ended']"
    json_says '[rank["recvs"] for rank in jobs[0]["ranks"]]' '[0, 12]'
    once
    out_has '(ended)'
    run "$MPIT" top --clean
    exits 0
    out_has_line 'removed 2 segments of 1 jobs'
    is_left 0
}
is_left()
{
    [ "$(find live -name '*.mpit' | wc -l)" -eq "$1" ] || fail "segments: $(ls live)"
}

a_queue_that_is_followed_has_its_length()
{
    MPIT_WATCH=queue MPIT_UMQ_SOURCE=drain
    export MPIT_WATCH MPIT_UMQ_SOURCE
    start 2
    unset MPIT_WATCH MPIT_UMQ_SOURCE
    once --json
    json_says '[rank["unexpected"] for rank in jobs[0]["ranks"]]' '[0, 5]'
    once
    out_has ' queue '
    end_job
    once --json
    json_says '[rank["unexpected"] for rank in jobs[0]["ranks"]]' '[0, 0]'
    "$MPIT" top --clean >/dev/null
}

only_what_jobs_have_left_of_which_nobody_lives_is_removed()
{
    MPIT_LIVE_JOB=pair
    export MPIT_LIVE_JOB
    start 0
    first=$job
    start 0
    second=$job
    MPIT_LIVE_JOB=other
    start 0
    other=$job
    unset MPIT_LIVE_JOB
    kill -9 "$first"
    wait "$first" 2>/dev/null
    once --json
    json_says 'sorted(rank["state"] for job in jobs if job["job"] == "pair"
        for rank in job["ranks"])' "['dead', 'running']"
    once pair
    out_has '^pair  .*  1/2  '
    run "$MPIT" top --clean
    out_has_line 'nothing to be removed'
    is_left 3
    kill -9 "$second"
    wait "$second" 2>/dev/null
    once
    [ "$(sed -n 's/^\([a-z]*\) .*/\1/p' out | tr '\n' ' ')" = 'job other pair ' ] ||
        fail 'those that run are not first'
    out_has '^pair .*(dead)'
    touch live/garbage.mpit
    run "$MPIT" top --clean other
    out_has_line 'nothing to be removed'
    run "$MPIT" top --clean
    out_has_line 'removed 2 segments of 1 jobs'
    is_left 2
    rm live/garbage.mpit
    kill -9 "$other"
    wait "$other" 2>/dev/null
    run "$MPIT" top --clean --live live
    is_left 0
}

garbage_in_the_folder_is_left_out()
{
    start 2 "$(printf 'h\033[2J\302\233\tz')"
    once --json
    cp out before
    mkdir live/folder.mpit
    mkfifo live/fifo.mpit
    ln -s loop.mpit live/loop.mpit
    ln -s /dev/zero live/device.mpit
    : >live/empty.mpit
    head -c 70000 /dev/urandom >live/random.mpit
    for segment in live/*-*.mpit; do head -c 6000 "$segment" >"$segment.cut.mpit"; done
    for how in --json --openmetrics ''; do
        # shellcheck disable=SC2086 # an option or none
        once $how
    done
    once --json
    json_says 'len(jobs)' 1
    json_says 'len(jobs[0]["ranks"])' 2
    run "$MPIT" top --clean
    exits 0
    rm -r live/folder.mpit live/fifo.mpit live/loop.mpit live/device.mpit live/empty.mpit \
        live/random.mpit live/*.cut.mpit
}

# Copies in which some bytes are others: of the head, of what is behind it, and both.
segments_that_lie_harm_nobody()
{
    rm -rf lies && mkdir -m 700 lies
    python3 - live lies <<'END'
import os, random, sys
source, target = sys.argv[1:]
chance = random.Random(1)
whole = [open(os.path.join(source, name), "rb").read()
         for name in sorted(os.listdir(source)) if name.endswith(".mpit")]
for i in range(300):
    data = bytearray(chance.choice(whole))
    first, last = ((128, 4096), (4096, len(data)), (128, len(data)))[i % 3]
    for _ in range(chance.choice((1, 8, 200))):
        data[chance.randrange(first, last)] = chance.choice((0, 1, 0x7f, 0x80, 0xff, 27))
    with open(f"{target}/{i}.mpit", "wb") as file:
        file.write(data)
END
    once --live lies --json
    json_says 'len(jobs) > 3' True
    once --live lies --openmetrics
    is_openmetrics
    for how in --once --clean; do
        run "$MPIT" top "$how" --live lies
        exits 0
        LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" out && fail 'control characters'
    done
}

# ---- on a terminal

terminal() { tmux -u -L "terminal$terminals" "$@"; }
screen_has() { terminal capture-pane -p | grep -q -e "$1"; }
shows() { wait_for screen_has "$1"; }

# The screen is in the file `shown`; no line is wider than it.
capture()
{
    terminal capture-pane -p >shown
    LC_ALL=C.UTF-8 awk -v columns="$1" 'length > columns' shown >wide
    is_empty wide "wider than $1"
    cp shown out
}

# open_terminal COLUMNS ROWS: with a shell in it, that has said "before".
open_terminal()
{
    command -v tmux >/dev/null || fail 'tmux is missing: ./quickstart check gets it'
    terminals=$((terminals + 1))
    printf 'PS1="> "; stty -g >before; echo be""fore\n' >shell.rc
    LC_ALL=C.UTF-8 ENV=$scratch/shell.rc terminal -f /dev/null new-session -d -x "$1" -y "$2" \
        env -u PS1 sh -i
    shows '^before$'
}
# type_line TEXT: into the shell
type_line() { terminal send-keys -l "$1" && terminal send-keys Enter; }

# is_restored CODE: the shell is back, with what stood there before and the settings of before.
is_restored()
{
    wait_for has_prompt
    type_line 'echo "code=$?"; stty -g >after; echo do""ne'
    shows '^done$'
    capture "$2"
    out_has "^before\$"
    out_has "^code=$1\$"
    out_lacks 'ranks running:'
    same before after
}
has_prompt() { terminal capture-pane -p | grep . | tail -n 1 | grep -qx '> *'; }
close_terminal() { terminal kill-server; }

top_in_terminal()
{
    type_line "sh -c 'echo \$\$ >pid; exec \"\$0\" top --interval 0.2' $MPIT"
    shows 'arrows, j, k'
}

it_fits_a_screen_of()
{
    columns=$1 rows=$2
    open_terminal "$columns" "$rows"
    top_in_terminal
    shows '^job .*msg/s  *bytes/s'
    capture "$columns"
    [ "$(wc -l <shown)" -eq "$rows" ] || fail "$(wc -l <shown) lines, not $rows"
    [ "$(sed -n 1p shown)" = 'mpit top   jobs: 1   ranks running: 2' ] || fail 'no title'
    sed -n 2p shown | tr -s ' ' >header
    [ "$(cat header)" = 'job command ranks seconds MPI % msg/s bytes/s longest in imb %' ] ||
        fail "columns: $(cat header)"
    sed -n 3p shown | grep -q "^${begin}[^ ]*  *wait.* 2 .* 0\.0  *0  *0  *B  *-  *0\.0\$" ||
        fail "the job: $(sed -n 3p shown)"
    [ "$(sed -n "$rows"p shown)" = \
        'arrows, j, k: another job   Enter: its ranks   q: quit' ] || fail 'no keys'
    terminal send-keys Enter
    shows '^rank  *host  *pid  *state  *sends/s  *bytes/s  *MPI %$'
    capture "$columns"
    out_has "^job $name   ranks running: 2 of 2   waiting_program ready go "
    out_has "^ *1  *[^ ]*  *[0-9]*  *running  *0  *0  *B  *0\.0$"
    terminal send-keys Enter
    shows '^job .*msg/s  *bytes/s'
    terminal send-keys q
    is_restored 0 "$columns"
    close_terminal
}

a_screen_of_80_by_24_is_enough() { it_fits_a_screen_of 80 24; }
a_screen_of_200_by_60_is_used() { it_fits_a_screen_of 200 60; }

nothing_that_a_job_is_called_moves_the_cursor()
{
    open_terminal 200 24
    top_in_terminal
    shows 'h\\x1b\[2J\\xc2\\x9b z'
    terminal send-keys q
    close_terminal
}

it_follows_the_size_of_its_screen()
{
    open_terminal 80 24
    top_in_terminal
    for size in 200:60 40:12 100:30 20:4 80:24; do
        terminal resize-window -x "${size%:*}" -y "${size#*:}"
        wait_for has_keys_in_line "${size#*:}"
        shows "^mpit top"
        capture "${size%:*}"
    done
    out_has '^job  *command '
    terminal send-keys q
    is_restored 0 80
    close_terminal
}
has_keys_in_line() { terminal capture-pane -p | sed -n "$1p" | grep -q '^arrows, j'; }

a_signal_ends_it_and_the_terminal_is_as_it_was()
{
    for row in TERM:143 INT:130 HUP:129; do
        open_terminal 80 24
        top_in_terminal
        kill -s "${row%:*}" "$(cat pid)"
        is_restored "${row#*:}" 80
        close_terminal
    done
    open_terminal 80 24
    top_in_terminal
    terminal send-keys C-c
    is_restored 130 80
    close_terminal
}

a_terminal_that_goes_ends_it()
{
    open_terminal 80 24
    top_in_terminal
    pid=$(cat pid)
    close_terminal
    wait_for is_gone "$pid"
}

what_cannot_be_drawn_on_gets_one_look()
{
    open_terminal 80 24
    for how in 'TERM=dumb' 'TERM=nosuchterminal'; do
        type_line "clear; $how $MPIT top; echo $how code=\$?"
        shows "^$how code=0$"
        capture 80
        out_has "^job .* messages "
        out_has "^${begin}[^ ]* "
    done
    type_line "clear; $MPIT top </dev/null; echo code=\$?"
    shows '^code=0$'
    close_terminal
    run "$MPIT" top
    exits 0
    out_has "^$name "
}

wide_characters_take_two_columns()
{
    end_job
    "$MPIT" top --clean >/dev/null
    MPIT_LIVE_JOB=$(printf '\345\220\215\345\211\215')
    export MPIT_LIVE_JOB
    start 0
    unset MPIT_LIVE_JOB
    LC_ALL=C.UTF-8
    export LC_ALL
    once
    out_has "^$(printf '\345\220\215\345\211\215')  waiting_program"
    LC_ALL=C
    once
    out_has '^??  *waiting_program'
    unset LC_ALL
    open_terminal 80 24
    top_in_terminal
    shows "^$(printf '\345\220\215\345\211\215')  *waiting_program"
    close_terminal
    end_job
}

run_test an_empty_folder_has_no_jobs
run_test what_is_asked_wrongly_is_refused
start 2
run_test json_says_what_the_program_did
run_test a_queue_that_nobody_follows_has_no_length
run_test a_job_is_named_by_itself_or_by_any_of_its_processes
run_test text_has_a_line_a_job
run_test openmetrics_is_what_a_strict_scraper_takes
run_test a_stopped_process_is_said_to_be
run_test what_has_ended_is_shown_as_such_until_it_is_removed
run_test a_queue_that_is_followed_has_its_length
run_test only_what_jobs_have_left_of_which_nobody_lives_is_removed
run_test garbage_in_the_folder_is_left_out
run_test segments_that_lie_harm_nobody
name=$("$MPIT" top --once --json | sed -n 's/.*"job": "\([^"]*\)".*/\1/p')
begin=$(printf %.8s "$name") # all that a narrow screen may have room for
run_test a_screen_of_80_by_24_is_enough
run_test a_screen_of_200_by_60_is_used
run_test nothing_that_a_job_is_called_moves_the_cursor
run_test it_follows_the_size_of_its_screen
run_test a_signal_ends_it_and_the_terminal_is_as_it_was
run_test a_terminal_that_goes_ends_it
run_test what_cannot_be_drawn_on_gets_one_look
run_test wide_characters_take_two_columns
finish
