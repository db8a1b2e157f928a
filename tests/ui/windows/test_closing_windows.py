"""A window may be closed in the middle of anything: nothing fails, and it can be opened again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton
from shiboken6 import isValid

from inspector.core.crash_reports.crash_reports import ProgramError
from inspector.trace.journal import Journal
from inspector.trace.statistics.statistics import Statistics
from inspector.ui.analysis import ladder_pane
from inspector.ui.analysis.statistics_pane import StatisticsPane
from inspector.ui.crash_reports.crash_reports import CrashReporter
from inspector.ui.loop.tasks import spawn
from inspector.ui.windows import long_work
from inspector.ui.windows.long_work import LongWork
from inspector.ui.windows.records_window import RecordsWindow
from tests.conftest import Runner
from tests.ui.live import LIMIT_S, Live, live
from tests.ui.story import Story

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def troubles(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the program would say of itself; nothing may be in it at the end."""
    told: list[str] = []

    def take(_mistakes: CrashReporter, mistake: ProgramError) -> None:
        told.append(f"{mistake.title}\n{mistake.trace}")

    monkeypatch.setattr(CrashReporter, "take", take)
    yield told
    assert not told, "\n".join(told)


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """What a worker waits for; open at the end, whatever happens."""
    event = threading.Event()
    yield event
    event.set()


async def session(it: Live, path: Path) -> RecordsWindow:
    """A window with a few calls in it."""
    journal = Journal.create(path)
    story = Story(journal)
    for _ in range(3):
        story.answer(story.ask())
    journal.close()
    assert it.program.open_file(path)
    window = it.program.windows[-1]
    await it.until(lambda: window.timeline.shown == 3, "the rows")
    return window


async def closed(it: Live, window: RecordsWindow, gate: threading.Event) -> None:
    """Close it, and let the worker go on when it is gone."""
    window.close()
    await it.until(lambda: not isValid(window), "the end of the window")
    gate.set()


def held(gate: threading.Event, real: Callable[..., Any]) -> Callable[..., Any]:
    """A function for a worker that waits before it does what it should."""

    def wait(*args: Any, **kwargs: Any) -> Any:
        assert gate.wait(LIMIT_S)
        return real(*args, **kwargs)

    return wait


def test_the_live_window_can_be_opened_again(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await session(it, tmp_path / "a.mcptrace")
            first = it.window
            first.close()
            await it.until(lambda: not isValid(first), "the end of the window")
            it.program.show_live()
            again = it.program.live_window()
            story = Story(it.program.journal)
            story.answer(story.ask())
            await it.until(lambda: again.timeline.shown == 1, "the row")
            again.timeline.go_to(1)
            again.actions_by_key["mark"].trigger()
            assert it.program.journal.annotations.is_marked(1)

    arun(main())


def test_while_calls_are_counted(
    arun: Runner, tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Statistics, "groups", held(gate, Statistics.groups))

    async def main() -> None:
        async with live(tmp_path) as it:
            window = await session(it, tmp_path / "a.mcptrace")
            window.bench.show_beside("statistics")
            pane = window.findChild(StatisticsPane)
            assert isinstance(pane, StatisticsPane)
            await it.until(lambda: pane.busy, "counting")
            await closed(it, window, gate)

    arun(main())


def test_while_the_ladder_collects(
    arun: Runner, tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder_pane, "_collected", held(gate, ladder_pane._collected))

    async def main() -> None:
        async with live(tmp_path) as it:
            window = await session(it, tmp_path / "a.mcptrace")
            window.bench.show_beside("ladder")
            pane = window.findChild(ladder_pane.LadderPane)
            assert isinstance(pane, ladder_pane.LadderPane)
            await it.until(lambda: pane.busy, "collecting")
            await closed(it, window, gate)

    arun(main())


def test_while_rows_and_highlights_are_looked_for(
    arun: Runner, tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            window = await session(it, tmp_path / "a.mcptrace")
            monkeypatch.setattr(Journal, "scan", held(gate, Journal.scan))
            window.timeline.filter.use("'echo'")
            window.timeline.highlighting.show("is:error")
            window.timeline.add_colour_rule("'echo'")
            assert window.timeline.busy
            await closed(it, window, gate)

    arun(main())


def test_while_its_session_is_exported(
    arun: Runner, tmp_path: Path, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_work, "QUICK_S", 0.0)

    async def main() -> None:
        async with live(tmp_path) as it:
            window = await session(it, tmp_path / "a.mcptrace")
            work = LongWork(window.strips, window, "export_progress", "Exporting…")
            task = spawn(it.program, work.run(gate.wait, LIMIT_S), "export")
            await it.until(lambda: window.findChild(QPushButton, "export_progress_cancel"), "the strip")
            await closed(it, window, gate)
            assert await task

    arun(main())
