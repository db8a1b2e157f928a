"""Runs of client.py, each in a process of its own that is forked off this one, which has imported it.

python -m tests.conformance.forks SOCKET     ask.py sends a message for every run
"""

from __future__ import annotations

import gc
import signal
import socket
import sys

from tests.cli.forks import serve
from tests.conformance import client

if __name__ == "__main__":
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    requests = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    requests.bind(sys.argv[1])
    print("ready", flush=True)
    serve(requests)
    sys.exit(client.run(sys.argv[1]))
