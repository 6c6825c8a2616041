"""What a report says of who has waited for whom, beside what the program has measured.

    waits.py RECORD WAITED [MISSING]

Of all that was waited, by pairs of ranks, at least 95 % is booked for whom it was, or said to be
told of nobody.  Of collectives not 5 % more than that: when each came is known.  Of messages what
they took beyond their transfer, where four nodes share two processors, counts as well: but for
nobody else.  Of a rank that is missing, and of who waits for it, nothing is asked; and of the
others 75 %, as not all is known of collectives that it was in."""
import json, sys
record = json.load(open(sys.argv[1]))
true, found = {}, {}
for line in open(sys.argv[2]):
    if line[0] == "#":
        print(line[2:], end="")
        continue
    rank, culprit, seconds = line.split()
    if not set(sys.argv[3:]) & {rank, culprit}:
        true[int(rank), int(culprit)] = float(seconds)
for wait in record["waits"]:
    if wait["kind"] in ("late_arrival", "late_sender", "blocked_send"):
        pair = wait["rank"], wait["for"]
        found[pair] = found.get(pair, 0) + wait["seconds"]
of_messages = any(wait["kind"] in ("late_sender", "blocked_send") for wait in record["waits"])
all_true, all_found = sum(true.values()), sum(found.values())
right = sum(min(seconds, found.get(pair, 0)) for pair, seconds in true.items())
blamed = sum(seconds for pair, seconds in found.items() if pair in true)
more = all_found - right
print("%.1f %% of %.3f s are right, %.1f %% told of nobody, %.1f %% too much, %.1f %% for others" %
      (100 * right / all_true, all_true, 100 * record["waits_unsure"] / all_true,
       100 * more / all_true, 100 * (all_found - blamed) / all_true))
right += record["waits_unsure"]
least = 0.75 if sys.argv[3:] else 0.95
sys.exit(not (right >= least * all_true and blamed >= 0.95 * all_found and
              (of_messages or more <= 0.05 * all_true)))
