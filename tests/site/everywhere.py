# everywhere.py LIBRARY NUMBER COMMANDS: runs commands with the library preloaded, NUMBER in all,
# and compares what they print and how they end with the same without it; then says what the
# library adds to the start of a process.  COMMANDS has one a line, "WEIGHT COMMAND" of a shell.
import concurrent.futures
import os
import statistics
import subprocess
import sys
import tempfile

WORKERS = 2
STARTS = 300 # of each kind, interleaved
# What may come on top of a start without the library: milliseconds, or, where the machine is slow,
# a part of it.
AT_MOST_MS, AT_MOST_PART = 1, 0.6

library, number, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
without = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}
preloaded = dict(without, LD_PRELOAD=library)

def run(command, environment):
    """In a TMPDIR of its own: Open MPI's jobs of one moment can take each other's folder away."""
    with tempfile.TemporaryDirectory() as own:
        done = subprocess.run(["/bin/sh", "-c", command], env=dict(environment, TMPDIR=own),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    return done.returncode, done.stdout, done.stderr

def choose(commands):
    """As many as are asked for: each command as often as its weight says, in turn."""
    round = [command for weight, command in commands for _ in range(weight)]
    assert round, "no commands"
    return [round[i % len(round)] for i in range(max(number, len(round)))]

def start(environment):
    """Milliseconds of a processor: how long it waits for one on a busy machine is not ours."""
    usage = os.wait4(os.posix_spawn("/bin/true", ["true"], environment), 0)[2]
    return (usage.ru_utime + usage.ru_stime) * 1000

# Of ten starts the quickest, with what it needs still in the caches.
def undisturbed(times):
    return statistics.quantiles(times, n=10)[0]

def plain_and_added_ms():
    plain, ours = zip(*[(start(without), start(preloaded)) for _ in range(STARTS)])
    return undisturbed(plain), undisturbed(ours) - undisturbed(plain)

with open(path) as lines:
    commands = [(int(line.split(None, 1)[0]), line.split(None, 1)[1].strip()) for line in lines]
expected = {command: run(command, without) for _, command in commands}
for command, found in expected.items():
    assert found == run(command, without), f"by itself this is not the same twice: {command}"

chosen = choose(commands)
wrong = {}
with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
    for command, found in zip(chosen, pool.map(lambda c: run(c, preloaded), chosen)):
        if found != expected[command]:
            wrong[command] = found
for command, found in wrong.items():
    print(f"changed: {command}\n  without: {expected[command]}\n  with:    {found}")
plain, added = plain_and_added_ms()
print(f"{len(chosen)} commands, {len(wrong)} changed, "
      f"{added:.3f} ms added to a start of {plain:.3f} ms")
sys.exit(bool(wrong) or added > max(AT_MOST_MS, AT_MOST_PART * plain))
