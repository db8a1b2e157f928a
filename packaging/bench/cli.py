"""mcpdi beside the official Inspector's command line, both on server-everything over stdio.

answer: exec to the first byte of the answer on stdout; exit: exec to the end of the process; memory: the
highest resident size of our own process, without the server. Five runs each, interleaved, medians.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import time

import psutil
from _measure import EVERYTHING, INSPECTOR, median, missed, row

RUNS = 5


def run(command: list[str]) -> tuple[float, float, float]:
    """(answer s, exit s, own peak MB) of one run."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    peak = [0]
    watch = threading.Thread(target=sample, args=(psutil.Process(process.pid), peak))
    watch.start()
    assert process.stdout is not None
    process.stdout.read(1)
    answered = time.perf_counter() - started
    process.stdout.read()
    process.wait()
    ended = time.perf_counter() - started
    watch.join()
    return answered, ended, peak[0] / 1e6


def sample(process: psutil.Process, peak: list[int]) -> None:
    """Keep the highest resident size until the process is gone."""
    try:
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            peak[0] = max(peak[0], process.memory_info().rss)
            time.sleep(0.005)
    except psutil.Error:
        return


def main() -> int:
    node = shutil.which("node")
    if node is None or not EVERYTHING.exists():
        print("  skipped: node and server-everything are needed")
        return 0
    server = [node, str(EVERYTHING), "stdio"]
    ours = [sys.executable, "-m", "inspector"]
    cases = {
        "mcpdi list tools": [*ours, "list", "tools", "--", *server],
        "mcpdi call echo": [*ours, "call", "echo", "message=hello", "--", *server],
    }
    if INSPECTOR.exists():
        theirs = [str(INSPECTOR), "--cli", *server, "--method"]
        cases["mcp-inspector --cli tools/list"] = [*theirs, "tools/list"]
        call = ["tools/call", "--tool-name", "echo", "--tool-arg", "message=hello"]
        cases["mcp-inspector --cli tools/call echo"] = [*theirs, *call]
    runs: dict[str, list[tuple[float, float, float]]] = {name: [] for name in cases}
    for command in cases.values():
        run(command)  # warm
    for _ in range(RUNS):
        for name, command in cases.items():
            runs[name].append(run(command))
    for name, results in runs.items():
        own = name.startswith("mcpdi")
        row(f"{name}: answer", median([r[0] for r in results]), "s", 0.35 if own else None)
        row(f"{name}: exit", median([r[1] for r in results]), "s", 0.6 if own else None)
        row(f"{name}: own memory", median([r[2] for r in results]), "MB", 60 if own else None)
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
