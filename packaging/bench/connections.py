"""50 servers over stdio connected at once in the real window: how long it stands still, and until all answer.

The servers are real ones, the demo server of this program 50 times; a 16 ms timer ticks on the window's own
loop, by the clock on the wall. Beside each longest gap stands the processor time of the window's thread in
it: what is above that, the servers took, which all start on this machine.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from _measure import Gaps, missed, row, rss_mb

SERVERS = 50
GAP_MS = 100
LIMIT_S = 180


async def perform(count: int, program: Any) -> int:
    """Connect them all, call each once, disconnect them all."""
    from PySide6.QtCore import Qt, QTimer

    from inspector.core.servers.profiles import demo_profile
    from inspector.ui.program.app import settle

    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    await settle(program)
    before = rss_mb()
    gaps = Gaps()
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(gaps.tick)
    timer.start(16)
    await asyncio.sleep(2.0)

    def said(name: str, seconds: float) -> None:
        row(name, seconds, "s")
        row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", GAP_MS, gaps.beside)

    started = time.perf_counter()
    gaps.reset()
    profiles = [replace(demo_profile(), name=f"server {number}") for number in range(1, count + 1)]
    window.add_profiles(profiles, saved=False)
    clients = [program.servers.client(profile.name) for profile in profiles]
    async with asyncio.timeout(LIMIT_S):
        while not all(client.state == "connected" for client in clients):
            await asyncio.sleep(0.02)
    said(f"{count} servers connected at once", time.perf_counter() - started)
    await asyncio.sleep(3.0)  # their lists are fetched
    started = time.perf_counter()
    gaps.reset()
    answers = await asyncio.gather(*(client.call_tool("echo", b'{"text": "hello"}') for client in clients))
    answered = sum(not one.error for one in answers)
    said(f"a call of each at once, {answered} answered", time.perf_counter() - started)
    row("  memory grown", rss_mb() - before, "MB")
    started = time.perf_counter()
    gaps.reset()
    await asyncio.gather(*(client.close() for client in clients))
    said("all disconnected at once", time.perf_counter() - started)
    timer.stop()
    return int(missed())


def main() -> int:
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    count = int(sys.argv[1]) if len(sys.argv) > 1 else SERVERS
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        state = WindowState(own / "w.json")
        return run_program(partial(perform, count), settings, Profiles(own / "p.json"), state)


if __name__ == "__main__":
    sys.exit(main())
