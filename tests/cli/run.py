"""Run `mcpdi` as a user does: a process of its own, stdout and stderr apart.

On Linux it is forked off one that has imported everything (tests/cli/forks.py), which
saves half of its time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
LIMIT_S: Final = 60.0

# Answers initialize and then every request with the line given as its argument ("ID" becomes the id).
SCRIPTED: Final = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "initialize":
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": {"protocolVersion": "2025-06-18",
                  "capabilities": {"tools": {}}, "serverInfo": {"name": "scripted", "version": "1"}}}
        print(json.dumps(answer), flush=True)
    elif message["method"] == "server/discover":
        answer = {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}}
        print(json.dumps(answer), flush=True)
    elif sys.argv[1] == "echo":
        sent = json.dumps({"content": [{"type": "text", "text": line}]})
        print('{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(message["id"]), sent), flush=True)
    elif sys.argv[1] == "die":
        sys.stderr.write("last words\\n")
        sys.exit(17)
    else:
        print(sys.argv[1].replace("ID", json.dumps(message["id"])), flush=True)
"""


def scripted(answer: str) -> list[str]:
    """The end of a command line: a server that answers every call with this line (or `echo`, `die`)."""
    return ["--", sys.executable, "-c", SCRIPTED, answer]


def mcpdi(*words: str, stdin: bytes = b"", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run it to its end; texts are decoded as UTF-8."""
    run = _started if _forks is None else _forked
    code, output, errors = run(words, stdin, cwd)
    return subprocess.CompletedProcess(words, code, output.decode("utf-8"), errors.decode("utf-8"))


def _started(words: tuple[str, ...], stdin: bytes, cwd: Path) -> tuple[int, bytes, bytes]:
    command = [sys.executable, "-m", "inspector", *words]
    done = subprocess.run(command, input=stdin, capture_output=True, timeout=LIMIT_S, cwd=cwd, check=False)
    return done.returncode, done.stdout, done.stderr


def _forked(words: tuple[str, ...], stdin: bytes, cwd: Path) -> tuple[int, bytes, bytes]:
    assert _forks is not None
    (read_input, write_input), *outputs, (read_report, write_report) = (os.pipe() for _ in range(4))
    with tempfile.TemporaryFile() as request:
        request.write(json.dumps([words, str(cwd), dict(os.environ)]).encode())
        request.seek(0)
        theirs = [read_input, *(end for _, end in outputs), request.fileno(), write_report]
        socket.send_fds(_forks, [b"."], theirs)
    for file in (read_input, *(end for _, end in outputs), write_report):
        os.close(file)
    with open(read_report, encoding="utf-8") as report, ThreadPoolExecutor(3) as pool:
        process = int(report.readline())
        limit = threading.Timer(LIMIT_S, os.kill, (process, signal.SIGKILL))
        limit.start()
        pool.submit(_write, write_input, stdin)
        output, errors = pool.map(_read, (end for end, _ in outputs))
        code = int(report.readline())
        limit.cancel()
    limit.join()
    return code, output, errors


def _write(file: int, data: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), open(file, "wb") as stream:
        stream.write(data)


def _read(file: int) -> bytes:
    with open(file, "rb") as stream:
        return stream.read()


def _start_forks() -> socket.socket | None:
    """Start what forks the runs before a test looks for processes left over; only on Linux."""
    if not sys.platform.startswith("linux"):
        return None
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-m", "tests.cli.forks", str(theirs.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


_forks: Final = _start_forks()
