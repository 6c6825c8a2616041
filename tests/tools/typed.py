# typed.py TEXT COMMAND [ARGUMENT]...: what the command prints on a terminal once READY> has come
# and TEXT (with \t and the like) was typed, up to the end of the line that has GOT: in it.
import os
import pty
import re
import select
import sys
import time

PATIENCE = 60

child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
text = sys.argv[1].encode().decode("unicode_escape").encode()
output = b""
end = time.monotonic() + PATIENCE
typed = False
while time.monotonic() < end and not re.search(rb"GOT:[^\r\n]*[\r\n]", output):
    if not typed and b"READY>" in output:
        os.write(terminal, text + b"\r")
        typed = True
    if select.select([terminal], [], [], 1)[0]:
        try:
            output += os.read(terminal, 65536)
        except OSError: # Linux: the other side is closed
            break
os.close(terminal)
sys.stdout.buffer.write(output.replace(b"\r", b"\n"))
