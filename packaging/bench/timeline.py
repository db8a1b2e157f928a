"""The timeline on a million records: opening, scrolling, filtering, sorting in the window, a live flood.

The session is generated once (`_sessions.py`), each size is opened in a process of its own. A frame is an
input event with all it causes up to the painted viewport.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from _measure import Gaps, in_process, median, missed, percentile, row, rss_mb
from _sessions import cached_session
from slots import Turns
from torture import FLOODER, connected, watched

MILLION = 1_000_000
SMALL = 100_000
FLOOD = 400_000
FRAMES = 200
CALM_TURNS = 100
RUNS = 3  # of a flood
SORTED_PATH = "$.params.arguments.orderId"
PLAN = (("look", MILLION), ("look", SMALL), ("sort", MILLION), ("sort", SMALL), ("flood", 0))
FILTERS = (
    ("a column", 'method == "tools/call"'),
    ("a JSON path", "$.params.arguments.orderId == 7"),
    ("the raw text", "'took 77 ms'"),
)


async def until(condition: Callable[[], bool], limit_s: float = 60.0) -> None:
    """Wait until something holds, looking once a millisecond."""
    async with asyncio.timeout(limit_s):
        while not condition():
            await asyncio.sleep(0.001)


async def opened(program: Any, path: Path) -> Any:
    """The window of a session file, with its first rows painted."""
    started = time.perf_counter()
    program.open_file(path)
    window = program.windows[-1]
    timeline = window.timeline
    await until(lambda: timeline.shown > 0)
    timeline.view.viewport().repaint()
    row("open to first painted rows", time.perf_counter() - started, "s", 0.5)
    await until(lambda: not timeline.busy)
    row("  all rows known", time.perf_counter() - started, "s")
    return window


async def frames(window: Any, name: str, act: Callable[[int], None], count: int = FRAMES) -> None:
    """Time `act` with the repaint it causes, again and again; between them the loop runs on."""
    view = window.timeline.view
    times = []
    gaps = window.gaps
    gaps.reset()
    for turn in range(count):
        started = time.perf_counter()
        act(turn)
        view.viewport().repaint()
        times.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(0.012)
    row(f"{name}: frame, median", median(times), "ms", 8)
    row(f"{name}: frame, 99th percentile", percentile(times, 0.99), "ms")
    row(f"{name}: frame, worst", max(times), "ms", 33)
    row(f"{name}: longest gap between 16 ms ticks", gaps.longest_ms, "ms")


async def look(program: Any, path: Path) -> None:
    """Open a file, walk about in it, filter it."""
    from PySide6.QtCore import QPoint, QPointF, Qt
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    window = await opened(program, path)
    await asyncio.sleep(1.0)
    row("memory with it open", rss_mb(), "MB", 250)
    view, timeline = window.timeline.view, window.timeline
    window.gaps = gaps = started_gaps(window)
    viewport = view.viewport()

    def wheel(_turn: int) -> None:
        place = QPointF(viewport.rect().center())
        event = QWheelEvent(
            place,
            QPointF(viewport.mapToGlobal(place.toPoint())),
            QPoint(),
            QPoint(0, -360),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(viewport, event)

    def leap(turn: int) -> None:
        bar = view.verticalScrollBar()
        bar.setValue(bar.maximum() * ((turn * 7919) % 1000) // 1000)

    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Home)
    await asyncio.sleep(0.2)
    await frames(window, "scroll by wheel", wheel)
    await frames(window, "page down", lambda _turn: QTest.keyClick(view, Qt.Key.Key_PageDown))
    await frames(window, "drag the scroll bar anywhere", leap)
    ends = (Qt.Key.Key_End, Qt.Key.Key_Home)
    await frames(window, "jump to end and back", lambda turn: QTest.keyClick(view, ends[turn % 2]), 60)
    await frames(window, "select the next row", lambda _turn: QTest.keyClick(view, Qt.Key.Key_Down))
    for name, text in FILTERS:
        timeline.filter.setText("")
        QTest.keyClick(timeline.filter, Qt.Key.Key_Return)
        await until(lambda: not timeline.busy)
        await asyncio.sleep(0.5)
        resets: list[int] = []
        connection = view.model().modelReset.connect(partial(resets.append, 1))
        gaps.reset()
        timeline.filter.setText(text)
        started = time.perf_counter()
        QTest.keyClick(timeline.filter, Qt.Key.Key_Return)
        await until(lambda seen=resets: bool(seen) and timeline.shown > 0)
        view.viewport().repaint()
        view.model().modelReset.disconnect(connection)
        row(f"filter on {name}: first matches shown", time.perf_counter() - started, "s", 0.1)
        await until(lambda: not timeline.busy)
        row(f"filter on {name}: all {timeline.shown:,} shown", time.perf_counter() - started, "s")
        row(f"filter on {name}: longest gap between 16 ms ticks", gaps.longest_ms, "ms", 50)
    row("memory after it", rss_mb(), "MB", 250)


async def sort(program: Any, path: Path) -> None:
    """All messages by a column and by a JSON value, as a click on the header does it."""
    from inspector.trace.sorting import RowSort

    window = await opened(program, path)
    timeline = window.timeline
    timeline.mode.choose("messages")
    timeline.add_column(SORTED_PATH)
    await until(lambda: not timeline.busy)
    await asyncio.sleep(1.0)
    row("memory before it", rss_mb(), "MB", 250)
    turns, many = Turns(), timeline.shown >= MILLION
    for name, key in (("duration", "duration"), ("a JSON value", SORTED_PATH), ("method", "method")):
        times, longest, worked = [], [], []
        for turn in range(2 * RUNS):
            await asyncio.sleep(0.001)
            turns.reset()
            started = time.perf_counter()
            timeline.rows.set_sort(RowSort(key, bool(turn % 2)))
            await until(lambda: not timeline.busy)
            times.append(time.perf_counter() - started)
            for _ in range(CALM_TURNS):  # busy: the rest of an idle loop would count as a turn
                await asyncio.sleep(0.001)
            longest.append(turns.longest_ms[0])
            worked.append(turns.longest_ms[1])
        row(f"sort {timeline.shown:,} rows by {name}", median(times), "s", 1 if many else None)
        beside = f"cpu {median(worked):.1f}"
        row("  longest turn of the loop, median", median(longest), "ms", None if many else 8, beside)
    row("memory after it", rss_mb(), "MB", 250)


def started_gaps(window: Any) -> Gaps:
    """A tick watcher on the window's own loop."""
    from PySide6.QtCore import Qt, QTimer

    gaps = Gaps()
    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(gaps.tick)
    timer.start(16)
    return gaps


async def flood(program: Any, _path: Path) -> None:
    """50,000 records a second with the view following and a filter active."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from inspector.core.servers.profiles import Profile
    from inspector.transport import StdioTarget
    from inspector.ui.program.app import settle

    window = program.live_window()
    window.resize(1280, 800)
    window.show()
    await settle(program)
    gaps = started_gaps(window)
    profile = Profile("flood", StdioTarget(sys.executable, ("-c", FLOODER, str(FLOOD))), era="legacy")
    client = await connected(program, window, profile)
    for name, text in (("", ""), ("a column", 'method == "notifications/message"'), ("raw text", "7 xxx")):
        window.timeline.filter.setText(text)
        QTest.keyClick(window.timeline.filter, Qt.Key.Key_Return)
        window.timeline.set_follow(True)
        await asyncio.sleep(0.5)
        rates, gaps_ms, lost = [], [], 0
        for _ in range(RUNS):
            before = program.journal.last
            took = await watched(gaps, client.call_tool("flood", b"{}"))
            recorded = program.journal.last - before
            rates.append(recorded / took)
            gaps_ms.append(gaps.longest_ms)
            lost += FLOOD - (recorded - 2)
            await until(lambda: not window.timeline.busy)
        what = f"flood with a filter on {name}" if name else "flood without a filter"
        row(f"{what}: records a second, median of {RUNS}", median(rates), "/s", -50_000)
        row("  of them lost", lost, "", 0)
        row(f"  longest gap between 16 ms ticks, median of {RUNS}", median(gaps_ms), "ms", 50)
        row(f"  longest gap between 16 ms ticks, worst of {RUNS}", max(gaps_ms), "ms")
    await client.close()


PARTS: dict[str, Callable[[Any, Path], Any]] = {"look": look, "sort": sort, "flood": flood}


def part(name: str, path: Path) -> int:
    """One measured process."""
    from inspector.core.servers.saved_servers import Profiles
    from inspector.core.storage.settings import Settings
    from inspector.ui.program.app import run_program
    from inspector.ui.session.window_state import WindowState

    async def perform(program: Any) -> int:
        await PARTS[name](program, path)
        return int(missed())

    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder)
        settings = Settings(path=own / "s.json", theme="light", keep_sessions_days=0)
        return run_program(perform, settings, Profiles(own / "p.json"), WindowState(own / "w.json"))


def main() -> int:
    if len(sys.argv) > 2:
        return part(sys.argv[1], Path(sys.argv[2]))
    worst = 0
    for name, records in PLAN:
        print(f"  -- {records:,} records" if records else "  -- live", flush=True)
        path = cached_session(records) if records else Path()
        worst = max(worst, in_process(__file__, name, str(path)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
