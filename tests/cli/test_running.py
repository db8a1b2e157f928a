"""A connection of the command line from its start to its end."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from tests.cli.run import ROOT

FLOOD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
              "serverInfo": {"name": "flood", "version": "1"}}
    if message["method"] == "tools/call":
        result = {"content": []}
        for _ in range(300):
            print('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"%s"}}'
                  % ("x" * 60_000), flush=True)
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""

# The disk has room again after it was looked at some times.
SHORT = """
import shutil, sys
from types import SimpleNamespace
looks = 0
def usage(_folder):
    global looks
    looks += 1
    return SimpleNamespace(free=0 if looks < 4 else 1 << 40)
shutil.disk_usage = usage
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_session_that_waits_for_room_on_the_disk_says_so_and_loses_nothing(
    tmp_path: Path, form: tuple[str, ...]
) -> None:
    file = tmp_path / "a.mcptrace"
    words = ["call", "t", *form, "--era", "legacy", "--trace", str(file), "--", sys.executable, "-c", FLOOD]
    command = [sys.executable, "-c", SHORT, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    said = [json.loads(line)["hint"] if form else line for line in done.stderr.splitlines()]
    assert said[0].startswith("less than 512 MB of disk space is free")
    assert said[-1] == "the session is written again"
    with closing(Journal.open(file)) as journal:
        methods = [record.method for record in journal.records(1, journal.last)]
    assert methods.count("notifications/message") == 300


# The disk is full from the first message of the server on, and stays so.
FULL = """
import sqlite3, sys
from inspector.trace.writer import Writer
write = Writer._write
def full(self, batches):
    if any(record.number > 20 for batch in batches for record in batch.records):
        raise sqlite3.OperationalError("database or disk is full")
    write(self, batches)
Writer._write = full
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_recording_that_lost_its_end_is_said_and_the_exit_code_tells(tmp_path: Path) -> None:
    file = tmp_path / "a.mcptrace"
    server = FLOOD.replace("range(300)", "range(60)")  # less than what stops the reading
    words = ["call", "t", "--era", "legacy", "--trace", str(file), "--", sys.executable, "-c", server]
    command = [sys.executable, "-c", FULL, *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "records are not in" in done.stderr and "database or disk is full" in done.stderr
