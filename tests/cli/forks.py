"""Runs of `mcpdi`, each in a process of its own that is forked off one which has imported it.

    python -m tests.cli.forks FD    FD: a socket; every message on it is one run

A message brings five open files: standard input, output and errors of the run, the request (JSON: words,
folder, environment), and where the number of the process and then its exit code are written.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
from importlib import import_module
from pkgutil import walk_packages
from typing import Final

from inspector.__main__ import main

FILES: Final = 5
PACKAGES: Final = ("inspector.cli", "inspector.render", "inspector.schema")
MORE: Final = (
    "httpx",
    "inspector.core.client.client",
    "inspector.core.client.roots",
    "inspector.core.servers.saved_servers",
    "inspector.trace.files",
    "inspector.transport.http",
    "inspector.transport.stdio",
    "psutil",
)
"""What most runs import, beside all modules of these packages."""


def serve(requests: socket.socket) -> None:
    """Fork for every message until the other end is closed, or in a run of `mcpdi`: return to run it."""
    while True:
        _, files, _, _ = socket.recv_fds(requests, 1, FILES)
        if not files:
            sys.exit(0)
        if os.fork() == 0:
            requests.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return _apart(files)
        for file in files:
            os.close(file)


def _apart(files: list[int]) -> None:
    """Fork once more: here we wait for the run and report its end, there we are the run."""
    *standard, request, report = files
    if process := os.fork():
        for file in standard:
            os.close(file)
        os.write(report, f"{process}\n".encode())
        _, status = os.waitpid(process, 0)
        os.write(report, str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    os.close(report)
    for number, file in enumerate(standard):
        os.dup2(file, number)
        os.close(file)
    with open(request, encoding="utf-8") as text:
        words, folder, environment = json.load(text)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = words
    sys.path.insert(0, folder)  # as `python -m` does


if __name__ == "__main__":
    for package in map(import_module, PACKAGES):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    for name in MORE:
        import_module(name)
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    serve(socket.socket(fileno=int(sys.argv[1])))
    sys.exit(main())
