"""All columns of the timeline in a list, for the keyboard and for an overview."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from inspector.trace.journal import Journal
from inspector.ui.timeline.columns.dialog import ColumnsDialog
from inspector.ui.timeline.view.columns import COLUMNS, METHOD, TIME
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.parts import the

pytestmark = pytest.mark.gui


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[ColumnBench]:
    made = ColumnBench(journal)
    yield made
    made.close()


def test_all_can_be_done_in_a_list_with_the_keyboard(bench: ColumnBench, arun: Runner, until: Until) -> None:
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


@pytest.fixture
def dialog(bench: ColumnBench) -> Iterator[ColumnsDialog]:
    """With one column that was added, "Number"."""
    bench.pane.column_actions.add("$.id", "Number")
    bench.pane.column_actions.edit()
    yield the(bench.view, ColumnsDialog, "columns_dialog")


def _lines(dialog: ColumnsDialog) -> dict[str, bool]:
    """Every line, and whether its box is ticked."""
    items = [dialog.list.item(row) for row in range(dialog.list.count())]
    return {one.text(): one.checkState() == Qt.CheckState.Checked for one in items}


def _row(dialog: ColumnsDialog, text: str) -> int:
    return list(_lines(dialog)).index(text)


def test_it_lists_all_of_them_from_left_to_right(bench: ColumnBench, dialog: ColumnsDialog) -> None:
    order = [bench.model.columns[index] for index in bench.header.order()]
    assert list(_lines(dialog)) == [f"{one.heading}{f'   {one.path}' if one.path else ''}" for one in order]
    assert "Number   $.id" in _lines(dialog) and dialog.list.currentRow() == 0
    shown = [one.heading for one in order if one.key in bench.order()]
    assert [text.partition("   ")[0] for text, on in _lines(dialog).items() if on] == shown


def test_a_box_shows_and_hides_and_some_have_none(bench: ColumnBench, dialog: ColumnsDialog) -> None:
    box = Qt.ItemFlag.ItemIsUserCheckable
    for spec in COLUMNS:
        item = dialog.list.item(_row(dialog, spec.heading))
        assert bool(item.flags() & box) is (spec.key not in ("number", "method", "status"))
    item = dialog.list.item(_row(dialog, COLUMNS[TIME].heading))
    item.setCheckState(Qt.CheckState.Unchecked)
    assert "time" not in bench.order()
    item.setCheckState(Qt.CheckState.Checked)
    assert "time" in bench.order()


def test_what_changes_elsewhere_is_shown_and_the_current_line_goes_along(
    bench: ColumnBench, dialog: ColumnsDialog
) -> None:
    dialog.list.setCurrentRow(_row(dialog, COLUMNS[TIME].heading))
    bench.header.move_column(TIME, 1)
    assert dialog.list.currentItem().text() == COLUMNS[TIME].heading
    assert dialog.list.currentRow() == bench.header.order().index(TIME)
    bench.header.show_column(TIME, shown=False)
    assert not _lines(dialog)[COLUMNS[TIME].heading]
    count = dialog.list.count()
    bench.pane.column_actions.add("$.method", "M")
    assert dialog.list.count() == count + 1 and _lines(dialog)["M   $.method"]
    bench.model.rename_column(len(COLUMNS), "N")
    assert "N   $.id" in _lines(dialog)


def test_buttons_are_for_what_the_current_line_can_do(bench: ColumnBench, dialog: ColumnsDialog) -> None:
    def enabled(row: int) -> list[str]:
        dialog.list.setCurrentRow(row)
        names = ("up", "down", "add", "rename", "remove", "reset")
        return [name for name in names if the(dialog, QPushButton, f"columns_{name}").isEnabled()]

    last, own = dialog.list.count() - 1, _row(dialog, "Number   $.id")
    assert enabled(0) == ["down", "add", "reset"]
    assert enabled(own) == ["up", "down", "add", "rename", "remove", "reset"]
    assert enabled(last) == ["up", "add", "reset"]
    assert enabled(-1) == ["add", "reset"]


def test_buttons_do_what_they_say(bench: ColumnBench, dialog: ColumnsDialog) -> None:
    wanted: list[object] = []
    dialog.add_wanted.disconnect()
    dialog.rename_wanted.disconnect()
    dialog.add_wanted.connect(lambda: wanted.append("add"))
    dialog.rename_wanted.connect(wanted.append)

    def press(name: str) -> None:
        the(dialog, QPushButton, f"columns_{name}").click()

    first = bench.order()
    dialog.list.setCurrentRow(1)
    press("down")
    assert bench.order()[:3] == [first[0], first[2], first[1]] and dialog.list.currentRow() == 2
    press("up")
    assert bench.order() == first and dialog.list.currentRow() == 1
    bench.header.move_column(METHOD, 1)
    press("reset")
    assert bench.order() == first
    press("add")
    dialog.list.setCurrentRow(_row(dialog, "Number   $.id"))
    press("rename")
    assert wanted == ["add", len(COLUMNS)]
    press("remove")
    assert "Number   $.id" not in _lines(dialog) and len(_lines(dialog)) == len(COLUMNS)


def test_the_list_has_the_room_and_its_buttons_stand_beside_it(dialog: ColumnsDialog) -> None:
    dialog.resize(420, 520)
    QApplication.processEvents()
    names = ("up", "down", "add", "rename", "remove", "reset")
    beside = [the(dialog, QPushButton, f"columns_{name}") for name in names]
    tops = [one.y() for one in beside]
    assert tops == sorted(tops) and tops[0] == dialog.list.y() and dialog.list.x() == 16
    assert beside[5].geometry().bottom() == dialog.list.geometry().bottom(), "what undoes all stands apart"
    assert tops[4] < dialog.list.geometry().center().y()
    assert all(one.x() > dialog.list.geometry().right() for one in beside)
    size = dialog.list.size()
    dialog.resize(520, 570)
    QApplication.processEvents()
    assert dialog.list.size() == size + QSize(100, 50)
    assert not any(one.autoDefault() for one in beside) and not dialog.isModal()
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    assert dialog.list.visualItemRect(dialog.list.item(0)).height() == theme.row_height()
