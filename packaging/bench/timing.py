"""How true a call's times are: ours in the timeline beside the server's own measure.

The server stamps when it got the request and when it wrote the answer, on the same monotonic clock, and
works 0 to 5 ms in between. The difference is what a pipe or a socket and the stamping cost; a call that is
sent after its server began, or is shorter than it worked, is a mistake. Over stdio and HTTP, headless and
with the window's loop idle and busy (8 ms of work in every 16 ms); then what is *Queued* when Run is pressed
in the window of a server over HTTP.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from _measure import median, missed, percentile, row
from calls import http_server

CALLS = 300
PRESSES = 60
SERVER = (
    "import sys,json,time\n"
    "for line in sys.stdin.buffer:\n"
    "    t0 = time.monotonic_ns(); m = json.loads(line)\n"
    "    if 'id' not in m: continue\n"
    "    if m['method'] == 'initialize':\n"
    "        info = {'name': 'e', 'version': '1'}\n"
    "        r = {'protocolVersion': '2025-11-25', 'capabilities': {}, 'serverInfo': info}\n"
    "    else:\n"
    "        time.sleep((m['id'] % 6) / 1000); r = {'t0': t0}\n"
    "    body = {'jsonrpc': '2.0', 'id': m['id'], 'result': r}\n"
    "    if 't0' in r: r['t1'] = time.monotonic_ns()\n"
    "    sys.stdout.buffer.write(json.dumps(body).encode() + b'\\n'); sys.stdout.buffer.flush()\n"
)


async def measure(target: Any, busy: bool) -> tuple[list[float], int]:
    """Differences in ms, ours minus the server's; how many calls were sent after the server began."""
    from inspector.core.client.client import Client
    from inspector.core.clock import OFFSET_NS
    from inspector.core.servers.profiles import Profile
    from inspector.trace.journal import Journal

    journal = Journal.create()
    client = Client(Profile("stamp", target, era="legacy"), journal)
    await client.connect()
    work = asyncio.create_task(working()) if busy else None
    differences, late = [], 0
    for _ in range(CALLS):
        answer = await client.call("ping")
        exchange = journal.exchange(answer.exchange)
        assert exchange is not None
        value = answer.value
        differences.append((exchange.duration_ns - (value["t1"] - value["t0"])) / 1e6)
        late += exchange.sent_ns > value["t0"] + OFFSET_NS
        await asyncio.sleep(0.001)
    if work is not None:
        work.cancel()
    await client.close(0.1)
    journal.close()
    return differences, late


async def working() -> None:
    """8 ms of Python in every 16 ms: as much as a slot may take."""
    while True:
        end = time.perf_counter() + 0.008
        while time.perf_counter() < end:
            pass
        await asyncio.sleep(0.008)


def figures(name: str, found: tuple[list[float], int], most: float | None) -> None:
    """Of one connection."""
    differences, late = found
    row(f"{name}: median difference", median(differences), "ms", most)
    row(f"{name}: p95 difference", percentile(differences, 0.95), "ms", 8.0 if "stdio" in name else None)
    row(f"  of {CALLS} calls sent after the server began", late, "", 0)
    row(f"  of {CALLS} calls shorter than the server worked", sum(one < 0 for one in differences), "", 0)


async def presses(url: str, program: Any) -> int:
    """Press Run again and again; what of each call's time was *Queued*."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QPushButton
    from torture import connected

    from inspector.core.servers.profiles import Profile
    from inspector.transport import HttpTarget
    from inspector.ui.program.app import settle

    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    await settle(program)
    client = await connected(program, window, Profile("timed", HttpTarget(url), era="legacy"))
    button = next(one for one in window.findChildren(QPushButton, "run_button") if one.isVisible())
    queued, connecting = [], 0
    for _ in range(PRESSES):
        before = program.journal.last
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        async with asyncio.timeout(20):
            while program.journal.last < before + 4 or client.open_exchanges():
                await asyncio.sleep(0.005)
        rows = program.journal.records(before + 1, program.journal.last)
        call = program.journal.exchange(next(one.exchange for one in rows if one.kind == "request"))
        if call.connect_ns:
            connecting += 1
        else:
            queued.append((call.sent_ns - call.started_ns) / 1e6)
        await asyncio.sleep(0.3)
    beside = f"p95 {percentile(queued, 0.95):.2f} ms, {connecting} that connected left out"
    row("HTTP, from the window: Queued, median", median(queued), "ms", 1.0, beside)
    return 0


def main() -> int:
    import qasync
    from PySide6.QtWidgets import QApplication

    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.transport import HttpTarget, StdioTarget
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with http_server() as pings, http_server("--work", "0") as at_once:
        targets = (
            ("stdio", StdioTarget(sys.executable, ("-c", SERVER)), 0.2),
            ("HTTP", HttpTarget(pings), None),
        )
        for name, target, most in targets:
            figures(f"{name}, headless, idle", asyncio.run(measure(target, False)), most)
        application = QApplication.instance() or QApplication([])
        for name, target, most in targets:
            for busy in (False, True):
                loop = qasync.QEventLoop(application)
                with loop:
                    found = loop.run_until_complete(measure(target, busy))
                figures(f"{name}, window loop {'busy' if busy else 'idle'}", found, None if busy else most)
        with tempfile.TemporaryDirectory() as folder:
            own = Path(folder)
            settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
            state = WindowState(own / "w.json")
            run_program(partial(presses, at_once), settings, Profiles(own / "p.json"), state)
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
