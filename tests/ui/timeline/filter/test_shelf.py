"""Kept filters, recent ones and switches, as a user uses them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QDialog, QLineEdit, QToolButton

from inspector.core.storage.saved_filters import FIRST_FILTERS, FilterBook, SavedFilter
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import reporter
from inspector.ui.timeline.filter.dialogs import BUTTON, FILTER, FilterManager
from inspector.ui.timeline.filter.help import FilterHelp
from inspector.ui.timeline.filter.presets import PRESETS
from inspector.ui.timeline.filter.shelf import FilterShelf
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def shelf(qloop: object, tmp_path: Path) -> Iterator[FilterShelf]:
    made = FilterShelf()
    made.set_book(FilterBook(tmp_path / "filters.json"))
    made.resize(800, 30)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def switch(shelf: FilterShelf, text: str) -> QToolButton:
    return next(button for button in shelf.findChildren(QToolButton) if button.text() == text)


def choices(shelf: FilterShelf) -> list[str]:
    shelf.menu.fill()
    return [str(action.data()) for action in shelf.menu.choices.actions() if action.data()]


def test_a_switch_puts_its_condition_into_the_filter_and_takes_it_out(shelf: FilterShelf) -> None:
    shelf.line.use("tool == echo")
    QTest.mouseClick(switch(shelf, "Errors"), LEFT)
    assert shelf.line._used == "tool == echo and ((is:error or is:lost or is:malformed) and not is:probe)"
    assert switch(shelf, "Errors").isChecked()
    QTest.mouseClick(switch(shelf, "Errors"), LEFT)
    assert shelf.line._used == "tool == echo"
    assert not switch(shelf, "Errors").isChecked()


def test_a_switch_goes_down_when_its_condition_is_typed(shelf: FilterShelf) -> None:
    QTest.keyClicks(shelf.line, "is:pending")
    assert switch(shelf, "Pending").isChecked()


def test_switches_without_room_are_in_a_menu_and_never_cut(shelf: FilterShelf) -> None:
    shelf.resize(460, 30)
    QCoreApplication.processEvents()
    shown = [button for button in shelf.buttons.findChildren(QToolButton) if button.isVisible()]
    more = shown[-1] if shown[-1].objectName() == "filter_buttons_more" else shown[0]
    assert more.objectName() == "filter_buttons_more"
    assert len(shown) < 5
    for button in shown:
        assert button.width() >= button.sizeHint().width()
        assert button.mapTo(shelf, QPoint(button.width(), 0)).x() <= shelf.width()
    more.menu().aboutToShow.emit()
    labels = {action.text() for action in more.menu().actions()} | {button.text() for button in shown}
    assert {"Errors", "Pending", "Findings", "Hide noise"} <= labels
    more.menu().actions()[-1].trigger()
    assert shelf.line._used.startswith("not (is:head")


def test_larger_text_cuts_no_switch(
    shelf: FilterShelf, qapp: QApplication, arun: Runner, until: Until
) -> None:
    def whole() -> bool:
        shown = [button for button in shelf.buttons.findChildren(QToolButton) if button.isVisible()]
        widths = all(button.width() >= button.sizeHint().width() for button in shown)
        ends = [button.mapTo(shelf, QPoint(button.width(), 0)).x() for button in shown]
        return bool(shown) and widths and max(ends) <= shelf.width()

    async def main() -> None:
        before = switch(shelf, "Errors").sizeHint().width()
        theme.set_zoom(150)
        await until(lambda: switch(shelf, "Errors").sizeHint().width() > before and whole())

    theme.install(qapp)
    try:
        arun(main())
    finally:
        theme.zoom(0)


def test_without_kept_filters_there_are_the_chips_alone(shelf: FilterShelf, tmp_path: Path) -> None:
    book = FilterBook(tmp_path / "none.json")
    book.change(())
    book.writing().now()
    shelf.set_book(book)
    names = [one.objectName() for one in shelf.buttons.findChildren(QToolButton) if one.isCheckable()]
    assert names == [f"preset_{preset.key}" for preset in PRESETS]


def test_the_filters_of_the_chips_can_be_used_and_each_chip_stays_known_beside_other_conditions(
    shelf: FilterShelf,
) -> None:
    shelf.line.use("tool == echo")
    for preset in PRESETS:
        chip = shelf.findChild(QToolButton, f"preset_{preset.key}")
        assert chip is not None
        QTest.mouseClick(chip, LEFT)
        assert shelf.line.verdict.state == "used" and preset.filter in shelf.line._used
        assert [one.text() for one in shelf.buttons.findChildren(QToolButton) if one.isChecked()] == [
            preset.label
        ], "one replaces the other"
        assert preset.filter in chip.toolTip()
    QTest.mouseClick(switch(shelf, "Hide noise"), LEFT)
    QTest.mouseClick(switch(shelf, "Errors"), LEFT)
    assert switch(shelf, "Errors").isChecked() and switch(shelf, "Hide noise").isChecked()
    QTest.mouseClick(switch(shelf, "Hide noise"), LEFT)
    assert switch(shelf, "Errors").isChecked(), "its condition is still one"
    QTest.mouseClick(switch(shelf, "Errors"), LEFT)
    assert shelf.line._used == "tool == echo"


def test_a_kept_filter_that_is_a_chip_has_no_switch_as_well(shelf: FilterShelf, tmp_path: Path) -> None:
    book = FilterBook(tmp_path / "own.json")
    book.change((SavedFilter("Open", "is:pending", True), SavedFilter("Mine", "tool == a", True)))
    shelf.set_book(book)
    texts = [one.text() for one in shelf.buttons.findChildren(QToolButton) if one.isCheckable()]
    assert "Open" not in texts and texts[-1] == "Mine"


def test_a_filter_is_saved_by_name_as_a_switch(
    shelf: FilterShelf, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def main() -> None:
        shelf.line.use('tool == "주문"')
        shelf.save()
        await until(lambda: shelf.findChild(QDialog, "filter_save_dialog") is not None)
        dialog = shelf.findChild(QDialog, "filter_save_dialog")
        assert dialog is not None
        name = dialog.findChild(QLineEdit, "filter_save_name")
        box = dialog.findChild(QCheckBox, "filter_save_button")
        assert name is not None
        assert box is not None
        QTest.keyClicks(name, "Orders")
        box.click()
        QTest.keyClick(name, Qt.Key.Key_Return)
        await until(lambda: any(button.text() == "Orders" for button in shelf.findChildren(QToolButton)))
        await saving.flush()
        kept = FilterBook(tmp_path / "filters.json").filters
        assert kept == (*FIRST_FILTERS, SavedFilter("Orders", 'tool == "주문"', True))
        assert switch(shelf, "Orders").isChecked()

    arun(main())


def test_the_manager_orders_renames_and_removes(qapp: object, shelf: FilterShelf) -> None:
    filters = (SavedFilter("a", "x"), SavedFilter("b", "y", True), SavedFilter("c", "z"))
    dialog = FilterManager(filters, shelf)
    table = dialog.table
    table.selectRow(1)
    dialog.up()
    assert table.currentRow() == 0
    table.selectRow(2)
    dialog.remove()
    for at, text in ((0, "is:error"), (1, "tool ==")):
        item = table.item(at, FILTER)
        assert item is not None
        item.setText(text)
    tip = table.item(1, FILTER)
    assert tip is not None
    assert tip.toolTip().startswith("column 8:")
    box = table.item(0, BUTTON)
    assert box is not None
    box.setCheckState(Qt.CheckState.Unchecked)
    assert dialog.filters() == (SavedFilter("b", "is:error"), SavedFilter("a", "tool =="))


def test_recent_filters_are_those_that_were_meant(shelf: FilterShelf) -> None:
    QTest.keyClicks(shelf.line, "is:error")
    QTest.keyClick(shelf.line, Qt.Key.Key_Return)
    shelf.line.use("tool == echo")
    shelf.line.use("is:error")
    shelf.line.setText('tool == "')
    QTest.keyClick(shelf.line, Qt.Key.Key_Return)
    assert shelf.state() == ["is:error", "tool == echo"]
    assert choices(shelf)[-2:] == ["is:error", "tool == echo"]


def test_twenty_recent_filters_come_back(shelf: FilterShelf) -> None:
    for number in range(30):
        shelf.line.use(f"number > {number}")
    kept = shelf.state()
    assert (len(kept), kept[0]) == (20, "number > 29")
    shelf.restore_state([*kept, 5])
    assert shelf.state() == kept
    shelf.restore_state("broken")
    assert shelf.state() == []


def test_another_window_s_filters_are_seen_when_this_one_comes_to_the_front(
    shelf: FilterShelf, tmp_path: Path
) -> None:
    theirs = FilterBook(tmp_path / "filters.json")
    theirs.change((SavedFilter("Theirs", "x", True),))
    theirs.writing().now()
    QCoreApplication.sendEvent(shelf, QEvent(QEvent.Type.WindowActivate))
    assert switch(shelf, "Theirs").isVisible()


def test_the_line_has_the_room_between_its_menu_and_its_help(shelf: FilterShelf) -> None:
    extra = QToolButton()
    shelf.add_tool(extra)
    extra.show()
    QCoreApplication.processEvents()
    places = [one.x() for one in (shelf.menu, shelf.line, extra, shelf.help_button, shelf.buttons)]
    assert places == sorted(places) and places[0] == 0
    assert shelf.line.minimumWidth() == 160 and shelf.focusProxy() is shelf.line
    width = shelf.line.width()
    shelf.resize(1000, 30)
    QCoreApplication.processEvents()
    assert shelf.line.width() == width + 200, "all switches are in sight already"
    assert shelf.line.accessibleName() == "Filter of the timeline"
    assert "duration > 100ms" in shelf.line.placeholderText() and "duration" in shelf.line.toolTip()


def test_an_example_of_the_help_comes_into_the_line_and_the_page_is_made_once(shelf: FilterShelf) -> None:
    shelf.help_button.click()
    (page,) = shelf.findChildren(FilterHelp)
    assert page.isVisible()
    page.chosen.emit("is:error")
    assert shelf.line.text() == "is:error" and shelf.line._used != "is:error", "it is not used yet"
    page.close()
    shelf.menu.help_wanted.emit()
    assert shelf.findChildren(FilterHelp) == [page] and page.isVisible()
    page.close()


def test_kept_filters_are_managed_in_a_dialog(
    shelf: FilterShelf, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def manager() -> FilterManager:
        shelf.menu.manage_wanted.emit()
        await until(lambda: bool(shelf.findChildren(FilterManager)))
        (found,) = shelf.findChildren(FilterManager)
        return found

    async def main() -> None:
        dialog = await manager()
        dialog.table.selectRow(0)
        dialog.remove()
        dialog.reject()
        await until(lambda: not shelf.findChildren(FilterManager))
        assert shelf.book.filters == FIRST_FILTERS
        dialog = await manager()
        dialog.table.selectRow(0)
        dialog.remove()
        dialog.accept()
        await until(lambda: shelf.book.filters == FIRST_FILTERS[1:])
        await saving.flush()
        assert FilterBook(tmp_path / "filters.json").filters == FIRST_FILTERS[1:]
        texts = [button.text() for button in shelf.findChildren(QToolButton)]
        assert texts.count("Errors") == 1, "the chip stays"

    arun(main())


def test_a_filter_saved_by_a_name_that_is_there_replaces_it_and_one_given_up_is_not_kept(
    shelf: FilterShelf, arun: Runner, until: Until
) -> None:
    async def save(text: str, *, accept: bool) -> None:
        shelf.line.use(text)
        shelf.menu.save_wanted.emit()
        await until(lambda: shelf.findChild(QDialog, "filter_save_dialog") is not None)
        dialog = shelf.findChild(QDialog, "filter_save_dialog")
        assert dialog is not None
        name = dialog.findChild(QLineEdit, "filter_save_name")
        assert name is not None
        name.setText("Errors")
        dialog.accept() if accept else dialog.reject()
        await until(lambda: shelf.findChild(QDialog, "filter_save_dialog") is None)

    async def main() -> None:
        await save("tool == a", accept=False)
        assert shelf.book.filters == FIRST_FILTERS
        await save("  tool == b ", accept=True)
        names = [one.name for one in shelf.book.filters]
        assert names.count("Errors") == 1 and names[-1] == "Errors"
        assert shelf.book.filters[-1].filter == "tool == b"
        await saving.flush()

    arun(main())


def test_filters_that_cannot_be_written_are_said(
    shelf: FilterShelf, arun: Runner, until: Until, tmp_path: Path
) -> None:
    async def main() -> None:
        said: list[str] = []
        hear = said.append
        reporter().said.connect(hear)
        shelf._saved("")
        assert said == []
        shelf._saved("the disk is full")
        reporter().said.disconnect(hear)
        assert said == ["The filters could not be saved: the disk is full"]

    arun(main())


def test_another_event_reads_no_file(shelf: FilterShelf, tmp_path: Path) -> None:
    theirs = FilterBook(tmp_path / "filters.json")
    theirs.change((SavedFilter("Theirs", "x", True),))
    theirs.writing().now()
    QCoreApplication.sendEvent(shelf, QEvent(QEvent.Type.WindowDeactivate))
    assert "Theirs" not in [button.text() for button in shelf.findChildren(QToolButton)]
