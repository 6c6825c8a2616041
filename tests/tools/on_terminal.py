# on_terminal.py COLUMNS COMMAND [ARGUMENT]...: the output of the command on a terminal so wide.
import fcntl
import os
import struct
import subprocess
import sys
import termios
import threading

# This side keeps the terminal open until it has read a mark of its own behind the output: of a
# terminal that nobody has open the kernel may drop what was not read yet.
END = b"\0"

reader, terminal = os.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[1]), 0, 0))
child = subprocess.Popen(sys.argv[2:], stdin=terminal, stdout=terminal, stderr=terminal,
                         start_new_session=True)


def mark_the_end():
    child.wait()
    os.write(terminal, END)


threading.Thread(target=mark_the_end).start()
output = b""
while not output.endswith(END):
    output += os.read(reader, 65536)
sys.stdout.buffer.write(output[:-1].replace(b"\r\n", b"\n"))
sys.exit(child.wait())
