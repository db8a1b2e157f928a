"""What the benchmarks share: medians, tables, the servers, a tick watcher."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NODE_MODULES = ROOT / ".cache" / "npm" / "node_modules"
EVERYTHING = NODE_MODULES / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
INSPECTOR = NODE_MODULES / ".bin" / "mcp-inspector"
TORTURE = ROOT.parent / "shared" / "torture-server.py"

TICK_MS = 16


def median(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return statistics.median(values) if values else 0.0


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which this share of all lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


_missed: list[str] = []


def missed() -> bool:
    """Whether a figure missed its target: then a benchmark exits with 1."""
    return bool(_missed)


def row(name: str, value: float, unit: str, target: float | None = None, beside: str = "") -> None:
    """Print one figure, with what it is held against."""
    verdict = ""
    if target is not None:
        verdict = f"  (target {'≤' if target >= 0 else '≥'} {abs(target):g} {unit}: "
        good = value <= target if target >= 0 else value >= -target
        verdict += "met)" if good else "MISSED)"
        if not good:
            _missed.append(name)
    print(f"  {name:<58} {value:>10.3f} {unit}{verdict}{'  ' + beside if beside else ''}", flush=True)


def in_process(file: str, *words: str) -> int:
    """Run a part of a benchmark in a process of its own. 1: it missed a target, or did not get to its end."""
    code = subprocess.run([sys.executable, file, *words]).returncode
    if code not in (0, 1):
        print(f"  {' '.join(words)}: ended with {code}  MISSED", flush=True)
    return int(code != 0)


def _times() -> tuple[float, float, float]:
    return time.perf_counter(), time.thread_time(), time.process_time()


class Gaps:
    """The longest time between ticks of a timer that should come every 16 ms, and what was worked in it."""

    def __init__(self) -> None:
        self.gaps_ms: list[float] = []
        self.worked_ms = self.process_ms = 0.0
        """Processor time of this thread in the longest gap, and of all threads of the program, which may have
        held the interpreter; what is above that, other programs took."""
        self._last = _times()

    def tick(self) -> None:
        """To be called by the timer."""
        now, last = _times(), self._last
        gap, worked, process = ((now[place] - last[place]) * 1000 for place in range(3))
        if gap > self.longest_ms:
            self.worked_ms, self.process_ms = worked, process
        self.gaps_ms.append(gap)
        self._last = now

    def reset(self) -> None:
        """Forget what was."""
        self.gaps_ms.clear()
        self.worked_ms = self.process_ms = 0.0
        self._last = _times()

    @property
    def longest_ms(self) -> float:
        """The longest gap so far."""
        return max(self.gaps_ms, default=0.0)

    @property
    def beside(self) -> str:
        """What of the longest gap was work."""
        return f"the window's thread worked {self.worked_ms:.0f} ms of it, the program {self.process_ms:.0f}"


def rss_mb() -> float:
    """Resident memory of this process in MB."""
    import psutil

    return float(psutil.Process().memory_info().rss) / 1e6
