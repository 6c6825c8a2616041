# on_terminal.py COLUMNS COMMAND [ARGUMENT]...: the output of the command on a terminal so wide.
import fcntl
import os
import pty
import struct
import sys
import termios

child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
output = b""
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError: # Linux: the other side is closed
        break
    if not piece:
        break
    output += piece
sys.stdout.buffer.write(output.replace(b"\r\n", b"\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
