#!/usr/bin/env python3
"""What takes the place of ssh between the nodes of cluster.sh, whose networks nobody else is in.

  rsh.py [OPTION]... NODE COMMAND...   as ssh: the words are joined by blanks, for a shell there
  rsh.py --serve                       on a node: runs what comes
"""
import os
import socket
import struct
import subprocess
import sys
import threading

PORT = 514
OUT, ERR, END = 1, 2, 3
PATIENCE = 20.0  # seconds, for a node that does not answer


def receive(connection, n):
    data = b""
    while len(data) < n:
        more = connection.recv(n - len(data))
        if not more:
            raise OSError("closed")
        data += more
    return data


def send(connection, kind, data):
    connection.sendall(struct.pack("!BI", kind, len(data)) + data)


# ---- there

def pass_input(connection, process):
    try:
        while data := connection.recv(65536):
            process.stdin.write(data)
            process.stdin.flush()
    except OSError:
        pass
    try:
        process.stdin.close()
    except OSError:
        pass


def pass_output(connection, lock, stream, kind):
    try:
        while data := os.read(stream.fileno(), 65536):
            with lock:
                send(connection, kind, data)
    except OSError:
        pass
    stream.close()


def run(connection, command):
    pipe = subprocess.PIPE
    process = subprocess.Popen(["/bin/bash", "-c", command], stdin=pipe, stdout=pipe, stderr=pipe,
                               cwd="/", start_new_session=True)
    lock = threading.Lock()
    outputs = [threading.Thread(target=pass_output, args=(connection, lock, stream, kind))
               for stream, kind in ((process.stdout, OUT), (process.stderr, ERR))]
    for output in outputs:
        output.start()
    threading.Thread(target=pass_input, args=(connection, process), daemon=True).start()
    code = process.wait()
    for output in outputs:
        output.join()
    send(connection, END, bytes([(code if code >= 0 else 128 - code) & 255]))


def serve_one(connection):
    with connection:
        try:
            (n,) = struct.unpack("!I", receive(connection, 4))
            run(connection, receive(connection, n).decode())
        except OSError:
            pass


def serve():
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("0.0.0.0", PORT))
    listener.listen(64)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve_one, args=(connection,), daemon=True).start()


# ---- here

def hand_on_input(connection):
    try:
        while data := os.read(0, 65536):
            connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def ask(node, command):
    connection = socket.create_connection((node, PORT), PATIENCE)
    connection.settimeout(None)
    connection.sendall(struct.pack("!I", len(command)) + command)
    threading.Thread(target=hand_on_input, args=(connection,), daemon=True).start()
    while True:
        kind, n = struct.unpack("!BI", receive(connection, 5))
        data = receive(connection, n)
        if kind == END:
            return data[0]
        os.write(kind, data)


def main(words):
    while words and words[0].startswith("-"):
        if words.pop(0) in ("-l", "-o", "-p"):
            words.pop(0)
    try:
        code = ask(words[0], " ".join(words[1:]).encode())
    except OSError as error:
        print("rsh: %s: %s" % (words[0], error), file=sys.stderr)
        code = 255
    os._exit(code)


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    main(sys.argv[1:])
