"""What comes and goes in the timeline leaves what is read, chosen or asked for as it is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench, ask_menu


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    yield made
    made.close()


async def _pending(bench: TimelineBench, story: Story, until: Until) -> list[Exchange]:
    """Thirty calls that nobody answered yet, and the filter that shows such."""
    calls = [story.ask(target=f"tool {number}") for number in range(30)]
    QTest.keyClicks(bench.pane.filter, "is:pending")
    await until(lambda: bench.pane.count.text() == "30 of 30")
    bench.pane.view.setFocus()
    return calls


def _first_seen(bench: TimelineBench) -> tuple[int, int]:
    view = bench.pane.view
    return view.model().number_at(view.rowAt(0)), view.rowViewportPosition(view.rowAt(0))  # type: ignore[attr-defined]


def test_rows_that_leave_above_do_not_move_what_is_read(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = await _pending(bench, story, until)
        bar = bench.pane.view.verticalScrollBar()
        bar.setValue(bar.maximum() // 2 + 3)
        bar.triggerAction(bar.SliderAction.SliderSingleStepSub)
        await until(lambda: _first_seen(bench)[1] == 0, what="the first row is shown whole")
        seen = _first_seen(bench)
        for call in calls[:4]:
            story.answer(call)
        await until(lambda: len(bench.shown()) == 26)
        assert _first_seen(bench) == seen

    arun(main())


def test_a_row_that_leaves_stays_selected_and_the_keys_go_on_beside_it(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = await _pending(bench, story, until)
        bench.selection.select(calls[10].number)
        story.answer(calls[10])
        await until(lambda: len(bench.shown()) == 29)
        assert bench.selection.record == calls[10].number
        bench.key(Qt.Key.Key_Down)
        assert bench.selection.record == calls[11].number

    arun(main())


def test_an_open_menu_is_about_the_row_it_was_opened_on(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = await _pending(bench, story, until)
        view = bench.pane.view
        bench.selection.select(calls[2].number)
        y = view.rowViewportPosition(view.currentIndex().row()) + 3
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, y))
        assert bench.selection.record == calls[2].number
        ask_menu(view, QPoint(60, y))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        story.answer(calls[2])
        story.answer(calls[1])
        await until(lambda: len(bench.shown()) == 28)
        assert QApplication.activePopupWidget() is menu
        menu.findChild(QAction, "mark").trigger()
        assert story.journal.annotations.is_marked(calls[2].number)
        menu.close()
        await until(lambda: not view.selected_numbers())

    arun(main())
