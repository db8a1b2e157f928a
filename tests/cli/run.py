"""Run `mcpdi` as a user does: a process of its own, stdout and stderr apart."""

from __future__ import annotations

import subprocess
import sys
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
    done = subprocess.run(
        [sys.executable, "-m", "inspector", *words],
        input=stdin,
        capture_output=True,
        timeout=LIMIT_S,
        cwd=cwd,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    )
