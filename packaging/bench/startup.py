"""Process start to the first painted window, warm, and what an idle window with the demo server needs.

The program writes the monotonic time at its first paint (MCPDI_PAINT_STAMP); the clock started before the
process. Seven runs, median. Under a display that is there, else offscreen.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
from _measure import median, missed, row

RUNS = 7
LIMIT_S = 20.0


def start(folder: Path, *words: str) -> tuple[float, subprocess.Popen[bytes]]:
    """(seconds to the first paint, the running process)."""
    stamp = folder / "stamp"
    stamp.unlink(missing_ok=True)
    environment = {
        **os.environ,
        "MCPDI_PAINT_STAMP": str(stamp),
        "MCPDI_CONFIG_DIR": str(folder / "config"),
        "XDG_STATE_HOME": str(folder / "state"),
    }
    started_ns = time.monotonic_ns()
    process = subprocess.Popen([sys.executable, "-m", "inspector", *words], env=environment)
    deadline = time.monotonic() + LIMIT_S
    while time.monotonic() < deadline:
        if stamp.exists() and (text := stamp.read_text()):
            return (int(text) - started_ns) / 1e9, process
        if process.poll() is not None:
            break
        time.sleep(0.005)
    raise SystemExit("the window was not painted")


def main() -> int:
    times = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in range(RUNS + 1):
            seconds, process = start(folder)
            times.append(seconds)
            process.terminate()
            process.wait(10)
        row("start to first painted window, warm", median(times[1:]), "s", 1.0)
        _, process = start(folder, "demo")
        time.sleep(4.0)
        own = psutil.Process(process.pid)
        row("memory idle with the demo server, window alone", own.memory_info().rss / 1e6, "MB")
        before = own.cpu_times()
        time.sleep(3.0)
        after = own.cpu_times()
        used = (after.user + after.system - before.user - before.system) / 3.0 * 100
        row("processor time while idle", used, "%")
        process.terminate()
        row("exit code after SIGTERM", float(process.wait(10)), "", 0)
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
