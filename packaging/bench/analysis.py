"""Statistics and sequence ladder on a session of 1,000,000 records: alone, in a window, beside a flood.

`analysis.py RECORDS` measures another size.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from _measure import Gaps, missed, row, rss_mb
from _sessions import cached_session

RECORDS = 1_000_000
PAGE = 48
PAGES = 200
FLOOD_RATE, FLOOD_S = 50_000, 6.0


def alone(path: Path) -> None:
    """Without a window."""
    from inspector.trace.journal import Journal
    from inspector.trace.ladder.ladder import marks, spans, step_of
    from inspector.trace.ladder.scope import every, of_rows
    from inspector.trace.statistics.statistics import Messages, Statistics, summarise

    journal = Journal.open(path)
    for name, figures in (("calls", Statistics()), ("messages by kind", Messages())):
        started = last = time.perf_counter()
        longest = 0.0
        for _ in figures.update(journal, journal.last, _always):
            now = time.perf_counter()
            longest, last = max(longest, now - last), now
        row(
            f"statistics: {name}",
            time.perf_counter() - started,
            "s",
            3.0,
            f"a stride {longest * 1000:.0f} ms",
        )
        if isinstance(figures, Statistics):
            started = time.perf_counter()
            groups = figures.groups()
            for group in groups.values():
                summarise([group])
            whole = summarise(list(groups.values()))
            beside = f"{len(groups):,} groups, {whole.count:,} calls"
            row(
                "  exact percentiles of all groups and of all calls",
                time.perf_counter() - started,
                "s",
                None,
                beside,
            )
    with closing(journal.reader()) as connection:
        started = time.perf_counter()
        numbers = every(connection, 1, journal.last, _always)
        row("ladder: all records", time.perf_counter() - started, "s", None, f"{len(numbers):,} steps")
        calls = journal.visible("calls", 1, journal.last, None)
        started = time.perf_counter()
        of_rows(connection, calls, True, _always)
        row(
            "ladder: the messages of all calls",
            time.perf_counter() - started,
            "s",
            None,
            f"{len(calls):,} rows",
        )
        times = []
        for turn in range(PAGES):
            place = turn * (len(numbers) - PAGE) // PAGES
            page = numbers[place : place + PAGE]
            started = time.perf_counter()
            marks(spans(connection, page[0], page[-1]), page)
            for one in journal.rows(page):
                step_of(one)
            times.append((time.perf_counter() - started) * 1000)
        row("ladder: a page, median", sorted(times)[len(times) // 2], "ms", 8.0, f"worst {max(times):.1f} ms")
    journal.close()


def _always() -> bool:
    return True


async def until(condition: Callable[[], object], limit_s: float = 60.0) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(limit_s):
        while not condition():
            await asyncio.sleep(0.002)


def made(window: Any, name: str) -> Any:
    """A pane beside the rows that was opened."""
    return window.bench.beside_pane(name).made


async def in_window(journal: Any, folder: Path, gaps: Gaps) -> None:
    """Open both panes and walk through the ladder."""
    window = shown(journal, folder)
    await until(lambda: window.timeline.rows.shown)
    await asyncio.sleep(2)
    started = time.perf_counter()
    gaps.reset()
    window.bench.show_beside("statistics")
    pane = made(window, "statistics")
    await until(lambda: pane.model.roots)
    row("window: first figures", time.perf_counter() - started, "s")
    await until(lambda: not pane.busy)
    row("window: all figures", time.perf_counter() - started, "s", 5.0)
    row("  longest gap between 16 ms ticks", gaps.longest_ms, "ms", 50.0)
    started = time.perf_counter()
    gaps.reset()
    window.bench.show_beside("ladder")
    ladder = made(window, "ladder")
    await until(lambda: ladder.model.numbers)
    row("window: ladder of all records", time.perf_counter() - started, "s", 1.0)
    bar = ladder.view.verticalScrollBar()
    frames = []
    for turn in range(PAGES):
        started = time.perf_counter()
        bar.setValue(bar.maximum() * turn // PAGES)
        ladder.view.viewport().repaint()
        frames.append((time.perf_counter() - started) * 1000)
        await asyncio.sleep(0.012)
    frames.sort()
    row(
        "window: ladder, a jump and its frame, median",
        frames[len(frames) // 2],
        "ms",
        16.0,
        f"worst {frames[-1]:.1f} ms",
    )
    row("memory of the process", rss_mb(), "MB", 250)
    window.close()


async def beside_a_flood(folder: Path, gaps: Gaps) -> None:
    """Calls come 50,000 messages a second, both panes are open."""
    from inspector.protocol.records import Exchange, Record, SessionInfo
    from inspector.trace.journal import Journal

    journal = Journal.create(folder / "flood.mcptrace")
    journal.add_session(SessionInfo(1, "flood", "stdio", "flood"))
    window = shown(journal, folder)
    window.bench.show_beside("statistics")
    window.bench.show_beside("ladder")
    await asyncio.sleep(1)
    gaps.reset()
    started, raw = time.perf_counter(), b'{"jsonrpc":"2.0","id":1,"result":{}}'
    while (gone := time.perf_counter() - started) < FLOOD_S:
        wanted = int(gone * FLOOD_RATE)
        for number in range(journal.last + 1, wanted - wanted % 2, 2):
            at = time.time_ns()
            call = Exchange(number, 1, "out", "tools/call", f"tool_{number % 40}", started_ns=at, sent_ns=at)
            call.status, call.ended_ns, call.answer, call.last = (
                "done",
                at + number % 9973,
                number + 1,
                number + 1,
            )
            common = {"method": "tools/call", "exchange": number, "size": len(raw), "raw": raw, "valid": True}
            journal.append(
                [
                    Record(number, at, 1, "out", "stdin", "request", **common),
                    Record(number + 1, at, 1, "in", "stdout", "response", role="answer", **common),
                ]
            )
            journal.touch(call)
        await asyncio.sleep(0.004)
    row("flood: records a second", journal.last / FLOOD_S, "", -FLOOD_RATE * 0.95)
    row("flood: longest gap between 16 ms ticks", gaps.longest_ms, "ms", 50.0)
    table, ladder = made(window, "statistics"), made(window, "ladder")
    await until(lambda: not window.feed.running and len(ladder.model.numbers) == journal.last)
    await until(lambda: int(table.model.roots[0].orders[0]) == journal.last // 2)
    row("flood: both show everything after", time.perf_counter() - started - FLOOD_S, "s", 5.0)
    window.close()
    journal.close()


def shown(journal: Any, folder: Path) -> Any:
    """A window of a journal."""
    from inspector.core.storage.settings import Settings
    from inspector.ui.session.window_state import WindowState
    from inspector.ui.windows.session_window import SessionWindow

    state = WindowState(folder / "window.json")
    window = SessionWindow(journal.path, journal, Settings(path=folder / "settings.json"), state, _always)
    window.show()
    return window


async def ticks(gaps: Gaps) -> None:
    """A timer that should come every 16 ms."""
    while True:
        await asyncio.sleep(0.016)
        gaps.tick()


def main() -> int:
    records = int(sys.argv[1]) if len(sys.argv) > 1 else RECORDS
    path = cached_session(records)
    print(f"{records:,} records")
    alone(path)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import qasync
    from PySide6.QtWidgets import QApplication

    from inspector.trace.journal import Journal
    from inspector.ui.loop.garbage_collector import Collector
    from inspector.ui.widgets import theme

    app = QApplication([])
    theme.install(app, "light")
    collector = Collector(app)
    loop = qasync.QEventLoop(app)
    app.setQuitOnLastWindowClosed(False)

    async def run() -> None:
        gaps = Gaps()
        ticking = asyncio.create_task(ticks(gaps))
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal.open(path)
            await in_window(journal, Path(folder), gaps)
            journal.close()
            await beside_a_flood(Path(folder), gaps)
        ticking.cancel()

    with loop:
        loop.run_until_complete(run())
    collector.deleteLater()
    return int(missed())


if __name__ == "__main__":
    sys.exit(main())
