"""What each entry of the menus does in the timeline, and which are checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QInputDialog

from inspector.trace.journal import Journal
from inspector.ui.timeline.actions import TimelineActions
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.notes = journal.annotations
        own = TimelineActions(self.pane, self.pane)
        self.actions: dict[str, QAction] = {}
        for key, then in own.handlers().items():
            self.actions[key] = action = QAction(self.pane)
            action.triggered.connect(then)
        own.follow(self.actions)

    def do(self, key: str) -> int:
        """Choose an entry; the record that is selected then."""
        self.actions[key].trigger()
        return self.selection.record

    def checked(self) -> set[str]:
        return {key for key, action in self.actions.items() if action.isChecked()}


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def test_entries_walk_the_rows_the_exchange_marks_and_references(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(4):
            story.call()
        await until(lambda: bench.shown() == [1, 3, 5, 7])
        keys = ("first_row", "next_row", "next_row", "previous_row", "last_row")
        assert [bench.do(key) for key in keys] == [1, 3, 5, 3, 7]
        bench.do("first_row")
        assert (bench.do("next_in_exchange"), bench.do("previous_in_exchange")) == (2, 1)
        bench.do("mark")
        bench.do("last_row")
        bench.do("mark")
        assert bench.notes.marked() == [1, 7]
        assert (bench.do("next_mark"), bench.do("previous_mark")) == (1, 7)
        bench.do("mark_shown")
        assert bench.notes.marked() == [1, 3, 5, 7]
        bench.do("unmark_all")
        assert bench.notes.marked() == []
        bench.pane.go_to(3)
        bench.do("time_reference")
        bench.pane.go_to(7)
        bench.do("time_reference")
        assert bench.notes.references() == [3, 7]
        assert (bench.do("next_reference"), bench.do("previous_reference")) == (3, 7)
        bench.do("note")
        assert bench.pane.window().findChild(QDialog) is None

    arun(main())


@pytest.mark.parametrize("mode", ["start", "previous", "local", "utc"])
def test_one_way_to_tell_the_time_is_checked(bench: Bench, mode: str) -> None:
    bench.do("time_utc" if mode != "utc" else "time_local")
    bench.do(f"time_{mode}")
    assert bench.pane.column_actions.time_mode == mode
    assert {key for key in bench.checked() if key.startswith("time_")} == {f"time_{mode}"}
    bench.do(f"time_{mode}")
    assert f"time_{mode}" in bench.checked(), "it cannot be switched off, only to another one"


def test_what_is_switched_elsewhere_is_checked_here(bench: Bench) -> None:
    assert {"colour_rows", "toggle_overview", "time_start"} == bench.checked()
    bench.do("colour_rows")
    bench.do("toggle_overview")
    assert bench.checked() == {"time_start"}
    assert not bench.pane.rules.on and not bench.pane.stage.overview_wanted
    bench.pane.rules.set_on(True)
    bench.pane.stage.want_overview(True)
    bench.pane.column_actions.set_time("utc")
    assert bench.checked() == {"colour_rows", "toggle_overview", "time_utc"}


@pytest.mark.parametrize(("key", "name"), [("columns", "columns"), ("colour_rules", "colour_rules")])
def test_entries_open_their_dialogs(bench: Bench, key: str, name: str) -> None:
    bench.do(key)
    [dialog] = [one for one in bench.pane.findChildren(QDialog) if one.isVisible()]
    assert name in dialog.objectName()
    dialog.close()


def test_a_number_is_asked_for(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.do("go_to_record")
        assert not bench.pane.findChildren(QInputDialog), "there is no record yet"
        story.stderr("x"), story.stderr("y")
        await until(lambda: bench.shown() == [1, 2])
        bench.do("go_to_record")
        await until(lambda: bench.pane.findChildren(QInputDialog))
        dialog = bench.pane.findChildren(QInputDialog)[0]
        assert (dialog.intMinimum(), dialog.intMaximum(), dialog.intValue()) == (1, 2, 2)
        dialog.setIntValue(1)
        dialog.accept()
        await until(lambda: bench.selection.record == 1)

    arun(main())
