"""The columns of the timeline: moved, hidden, drawn, added for a JSON value, kept."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QLineEdit, QMenu

from inspector.trace.journal import Journal
from inspector.ui.add_column import AddColumn
from inspector.ui.columns_dialog import ColumnsDialog
from inspector.ui.gutter import GUTTER
from inspector.ui.timeline_columns import (
    COLUMNS,
    KIND,
    METHOD,
    NUMBER,
    STATUS,
    TARGET,
    TIME,
)
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    size = (1400, 500)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.view, self.header = self.pane.view, self.pane.view.header

    def order(self) -> list[str]:
        return [column.key for column in self.pane.columns()]

    def texts(self, index: int) -> list[str]:
        """What a column says on screen, after it was painted."""
        self.view.viewport().grab()
        model = self.view.model()
        return [str(model.index(row, index).data()) for row in range(model.rowCount())]

    def menu(self, index: int) -> QMenu:
        """The menu of the header, opened with the right mouse button on a column."""
        place = QPoint(self.header.sectionViewportPosition(index) + 10, 8)
        self.header.customContextMenuRequested.emit(place)
        found = self.view.findChild(QMenu, "timeline_columns")
        assert found is not None
        return found

    def choose(self, index: int, name: str) -> None:
        menu = self.menu(index)
        action = menu.findChild(QAction, name)
        assert action is not None and action.isEnabled()
        action.trigger()
        menu.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def drag(self, start: int, end: int) -> None:
        """With the mouse, from one place in the header to another."""
        viewport, y = self.header.viewport(), 8
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(start, y))
        for x in (start + (end - start) // 3, start + 2 * (end - start) // 3, end):
            QTest.mouseMove(viewport, QPoint(x, y))
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(end, y))


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def test_long_numbers_find_room_beside_the_links_of_their_exchange(bench: Bench) -> None:
    narrow = bench.header.sectionSize(NUMBER)
    model = bench.view.model()
    model.show(array("q", [1, 99_999]), True)
    assert bench.header.sectionSize(NUMBER) == narrow
    model.extend(array("q", [1_000_000]))
    wide = bench.header.sectionSize(NUMBER)
    assert wide >= GUTTER + bench.view.fontMetrics().horizontalAdvance("1000000") + 6
    model.show(array("q", [1]), True)
    assert bench.header.sectionSize(NUMBER) == wide


def test_the_menu_moves_hides_and_resets(bench: Bench) -> None:
    bench.choose(TIME, "move_right")
    assert bench.order()[:3] == ["number", "direction", "time"]
    bench.choose(KIND, "hide_column")
    assert "kind" not in bench.order()
    bench.choose(METHOD, "show_date")
    assert "date" in bench.order()
    bench.choose(METHOD, "reset_columns")
    assert bench.order() == [spec.key for spec in COLUMNS if not spec.hidden]


def test_number_method_and_status_stay(bench: Bench) -> None:
    menu = bench.menu(STATUS)
    hide = menu.findChild(QAction, "hide_column")
    assert hide is not None and not hide.isEnabled()
    menu.close()
    bench.header.show_column(STATUS, shown=False)
    assert "status" in bench.order()


def test_a_text_over_two_columns_keeps_to_one_when_they_are_apart(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x" * 200)
        await until(lambda: bench.view.model().rowCount() == 1)
        assert bench.view.delegate.target_width == bench.view.columnWidth(TARGET)
        bench.header.move_column(TARGET, 1)
        assert bench.view.delegate.target_width == 0

    arun(main())


def test_a_column_gets_as_wide_as_its_content(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call("a tool with a rather long name " * 2)
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.choose(TARGET, "fit_column")
        text = bench.texts(TARGET)[0]
        wide = bench.view.fontMetrics().horizontalAdvance(text)
        assert wide <= bench.view.columnWidth(TARGET) <= wide + 20

    arun(main())


def test_a_column_is_added_renamed_and_removed_in_the_menu(
    bench: Bench, story: Story, arun: Runner, until: Until, journal: Journal
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: journal.written == 2)
        bench.choose(METHOD, "add_column")
        await until(lambda: bench.view.findChild(AddColumn) is not None)
        dialog = bench.view.findChild(AddColumn)
        assert dialog is not None
        path = dialog.findChild(QLineEdit, "add_column_path")
        assert path is not None
        await until(lambda: path.completer() is not None)
        assert "$.params.name" in [
            path.completer().model().index(row, 0).data()
            for row in range(path.completer().model().rowCount())
        ]
        QTest.keyClicks(path, "$.params.name")
        dialog.accept()
        await until(lambda: "$.params.name" in bench.order())
        bench.choose(len(COLUMNS), "rename_column")
        await until(lambda: bench.view.findChild(QInputDialog) is not None)
        rename = bench.view.findChild(QInputDialog)
        assert rename is not None
        rename.setTextValue("Tool")
        rename.accept()
        await until(lambda: bench.pane.columns()[-2].heading == "Tool")
        bench.choose(len(COLUMNS), "remove_column")
        assert "$.params.name" not in bench.order()

    arun(main())


@pytest.mark.parametrize("path", ["", "params.id", "$.a ==", "$.a $.b", "$['a'"])
def test_what_is_no_path_adds_nothing(bench: Bench, path: str) -> None:
    before = bench.order()
    bench.pane.add_column(path)
    assert bench.order() == before
    dialog = AddColumn(bench.view)
    edit = dialog.findChild(QLineEdit, "add_column_path")
    assert edit is not None
    edit.setText(path)
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    assert not box.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    dialog.deleteLater()


def test_a_new_column_belongs_to_the_chosen_row(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.view.model().rowCount() == 1)
        bench.pane.go_to(1)
        bench.pane.add_column("$.id")
        index = bench.view.model().index(0, len(COLUMNS))
        assert bench.view.selectionModel().isSelected(index)
        assert bench.view.selected_numbers() == [1]

    arun(main())


def test_all_can_be_done_in_a_list_with_the_keyboard(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.pane.column_actions.edit()
        dialog = bench.view.findChild(ColumnsDialog)
        assert dialog is not None
        dialog.activateWindow()
        await until(dialog.isActiveWindow)
        dialog.list.setCurrentRow(1)
        QTest.keyClick(dialog.list, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        assert bench.order()[:3] == ["number", "direction", "time"]
        QTest.keyClick(dialog.list, Qt.Key.Key_Space)
        assert "time" not in bench.order()
        QTest.keyClick(dialog.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
        QTest.keyClick(dialog.list, Qt.Key.Key_Space)
        assert bench.order()[:3] == ["number", "time", "direction"]
        dialog.close()

    arun(main())


@pytest.mark.parametrize(
    ("key", "text"),
    [("channel", "stdin"), ("id", "1"), ("session", "1"), ("transport", "stdio"), ("finding", "warning")],
)
def test_columns_of_the_program_that_are_hidden_at_first(
    bench: Bench, story: Story, arun: Runner, until: Until, key: str, text: str
) -> None:
    async def main() -> None:
        story.call()
        story.finding(1, "warning", 1)
        place = next(index for index, spec in enumerate(COLUMNS) if spec.key == key)
        bench.header.show_column(place, shown=True)
        await until(lambda: bench.view.model().rowCount() == 1 and bench.texts(place) == [text])

    arun(main())
