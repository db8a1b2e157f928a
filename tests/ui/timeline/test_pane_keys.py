"""Keys of the timeline that no menu has, and what it takes over from the last time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from inspector.trace.journal import Journal
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.timeline.view.columns import METHOD
from inspector.ui.widgets.time_axis import Axis
from tests.conftest import Runner, Until
from tests.ui.story import START_NS, Story
from tests.ui.timeline_bench import TimelineBench, ask_menu

pytestmark = pytest.mark.gui
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    yield made
    made.close()


def test_letters_go_on_at_the_end_of_the_filter(bench: TimelineBench) -> None:
    bench.pane.filter.setText("is:error")
    bench.pane.filter.setCursorPosition(2)
    bench.pane.view.typed.emit(" or x")
    assert bench.pane.filter.text() == "is:error or x"
    bench.pane.focus_filter()
    assert bench.pane.filter.selectedText() == "is:error or x"


def test_control_keys_find_and_walk_and_escape_shows_everything(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1])
        bench.selection.select(1)
        QTest.keyClick(bench.pane, Qt.Key.Key_Period, CONTROL)
        assert bench.selection.record == 2
        QTest.keyClick(bench.pane, Qt.Key.Key_Comma, CONTROL)
        assert bench.selection.record == 1
        assert not bench.pane.highlighting.bar.isVisible()
        QTest.keyClick(bench.pane, Qt.Key.Key_F, CONTROL)
        assert bench.pane.highlighting.bar.isVisible()
        QTest.keyClick(bench.pane, Qt.Key.Key_Period)
        assert bench.selection.record == 1
        for text, stretch in (("is:error", None), ("", Axis(START_NS, START_NS + 1))):
            bench.pane.filter.use(text)
            bench.pane.stage.choose_range(stretch)
            QTest.keyClick(bench.pane, Qt.Key.Key_Escape)
            assert bench.pane.filter.text() == "" and bench.pane.stage.range is None

    arun(main())


def test_the_rows_say_that_they_can_be_searched(bench: TimelineBench) -> None:
    """The menu *Edit* asks so whether Find can act."""
    asked = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_F, CONTROL)
    asked.ignore()
    QApplication.sendEvent(bench.pane.view, asked)
    assert asked.isAccepted()


def test_a_menu_is_of_chosen_rows_only(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        made: list[QMenu] = []
        bench.pane.menu_made.connect(made.append)
        ask_menu(bench.pane.view, bench.pane.view.viewport().rect().center())
        assert made == []
        story.call()
        await until(lambda: bench.shown() == [1])
        view = bench.pane.view
        ask_menu(view, view.visualRect(view.model().index(0, METHOD)).center())
        names = {action.objectName() for action in made[0].actions()}
        assert {"mark", "note", "time_reference"} <= names
        made[0].close()

    arun(main())


def test_a_wish_of_another_pane_may_change_the_mode_and_all_of_the_time(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1])
        stretch = Axis(START_NS, START_NS + 10**9)
        bench.pane.stage.choose_range(stretch)
        bench.pane.take_filter_request(FilterRequest("is:done", "replace"))
        assert bench.pane.stage.range == stretch and bench.pane.mode.key() == "calls"
        bench.pane.take_filter_request(FilterRequest("is:done", "and", mode="messages"))
        assert bench.pane.stage.range == stretch and bench.pane.mode.key() == "messages"
        bench.pane.take_filter_request(FilterRequest("is:done", "replace", mode="calls", everywhere=True))
        assert bench.pane.stage.range is None and bench.pane.mode.key() == "calls"

    arun(main())


def test_filters_and_rules_have_a_home_or_none(bench: TimelineBench, tmp_path: Path) -> None:
    bench.pane.set_home(None)
    assert bench.pane.bar.shelf.book.notes == []
    (tmp_path / "filters.json").write_text("{")
    (tmp_path / "colours.json").write_text("{")
    bench.pane.set_home(tmp_path / "filters.json")
    assert len(bench.pane.bar.shelf.book.notes) == 1 and len(bench.pane.rules.notes) == 1


def test_the_columns_are_those_that_are_seen_in_their_order(bench: TimelineBench) -> None:
    shown = [column.key for column in bench.pane.columns()]
    assert shown[0] == "number" and "note" not in shown and len(shown) == len(set(shown))
    bench.pane.add_column("$.params.name")
    added = [column.key for column in bench.pane.columns()]
    assert len(added) == len(shown) + 1 and added != shown
