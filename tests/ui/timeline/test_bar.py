"""The bar above the timeline: when a search has a button, and where chips and toggles stand."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.timeline.bar import TimelineBar
from inspector.ui.timeline.filter.presets import PresetChip
from tests.ui.parts import the


def bar_of(qtbot: QtBot) -> tuple[TimelineBar, QToolButton]:
    bar = TimelineBar()
    qtbot.addWidget(bar)
    bar.resize(900, 40)
    bar.show()
    return bar, the(bar, QToolButton, "timeline_stop")


def x_of(bar: TimelineBar, part: QWidget) -> int:
    return part.mapTo(bar, QPoint()).x()


def test_a_search_that_takes_longer_can_be_stopped_and_gone_on_with(qtbot: QtBot) -> None:
    bar, button = bar_of(qtbot)
    told: list[object] = []
    bar.stopped.connect(lambda: told.append(None))
    bar.show_search(busy=True, stopped=False)
    assert not button.isVisible(), "it may be over in a moment"
    qtbot.waitUntil(button.isVisible)
    assert button.toolTip() == button.accessibleName() == "Stop searching, keep what was found"
    bar.show_search(busy=True, stopped=False)
    assert button.isVisible()
    button.click()
    assert len(told) == 1
    bar.show_search(busy=False, stopped=True)
    assert button.isVisible() and button.toolTip() == button.accessibleName() == "Continue searching"
    bar.show_search(busy=False, stopped=False)
    assert not button.isVisible()
    bar.show_search(busy=False, stopped=True)
    assert button.isVisible(), "what was stopped has its button at once"


def test_a_short_search_never_has_a_button(qtbot: QtBot) -> None:
    bar, button = bar_of(qtbot)
    bar.show_search(busy=True, stopped=False)
    bar.show_search(busy=False, stopped=False)
    qtbot.wait(400)
    assert not button.isVisible()


def test_a_chip_stands_behind_the_filter_and_before_the_rest(qtbot: QtBot) -> None:
    bar, _ = bar_of(qtbot)
    chip = QLabel("since noon")
    bar.add_chip(chip)
    qtbot.waitUntil(chip.isVisible)
    bar.grab()
    assert bar.shelf.geometry().right() < chip.geometry().left() < x_of(bar, bar.mode)
    assert bar.shelf.width() > 300, "the filter has the room that is left"
    assert bar.follow.isChecked() and bar.mode.accessibleName()


def test_a_pause_has_its_sign_in_the_narrowest_drawer(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bar = TimelineBar(window)
    bar.set_brief(True)
    bar.resize(bar.minimumSizeHint().width(), 40)
    window.show()
    QApplication.processEvents()
    assert not bar.pause.isVisible()
    bar.pause.click()
    bar.show_waiting(12)
    QApplication.processEvents()
    assert bar.pause.isVisible() and bar.pause.text() == "+12"
    bar.pause.click()
    QApplication.processEvents()
    assert not bar.pause.isVisible()


def test_what_follows_the_filter_goes_below_it_where_both_have_no_room(qtbot: QtBot) -> None:
    window = QWidget()  # alone the bar would keep the width that its layout wants
    qtbot.addWidget(window)
    bar = TimelineBar(window)
    window.resize(1200, 200)
    window.show()

    def is_below(width: int) -> bool:
        bar.resize(width, 80)
        QApplication.processEvents()
        return bar.mode.mapTo(bar, QPoint()).y() > bar.shelf.geometry().bottom()

    assert not is_below(1100)
    least = bar.minimumSizeHint().width()
    assert least < 600, "the window can be narrow"
    assert is_below(least)
    assert bar.shelf.line.width() >= bar.shelf.line.minimumWidth()
    assert bar.count.mapTo(bar, QPoint(bar.count.width(), 0)).x() <= bar.width()
    assert bar.minimumSizeHint().width() == least and not is_below(1100)


def test_a_toggle_stands_right_behind_the_line_of_the_filter(qtbot: QtBot) -> None:
    bar, _ = bar_of(qtbot)
    toggle = QToolButton()
    bar.add_toggle(toggle)
    qtbot.waitUntil(toggle.isVisible)
    bar.grab()
    assert toggle.parentWidget() is bar.shelf
    assert bar.filter.geometry().right() < toggle.x() < bar.shelf.help_button.x()


def test_what_is_shown_stands_in_order_and_the_filter_takes_the_room(qtbot: QtBot) -> None:
    bar, button = bar_of(qtbot)
    bar.count.setText("12 calls")
    QApplication.processEvents()
    places = [x_of(bar, one) for one in (bar.shelf, bar.mode, bar.follow, bar.count)]
    assert places == sorted(places) and places[0] == 8
    width, beside = bar.shelf.width(), bar.mode.width()
    bar.resize(1100, 40)
    QApplication.processEvents()
    assert (bar.shelf.width(), bar.mode.width()) == (width + 200, beside)
    assert bar.follow.accessibleName() == "Follow new records"
    assert x_of(bar, bar.count) + bar.count.width() == bar.width() - 8 and not button.isVisible()


def chips(bar: TimelineBar) -> dict[str, bool]:
    """Name of each chip in sight, and whether it is down."""
    found = [one for one in bar.findChildren(PresetChip) if not one.isHidden()]
    return {one.text(): one.isChecked() for one in found}


def test_in_the_drawer_the_chips_come_before_all_that_is_in_the_other_view_too(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    bar = TimelineBar(window)
    window.resize(1200, 200)
    window.show()
    bar.set_brief(True)
    for width in (1100, 700, 520):
        bar.resize(width, 40)
        QApplication.processEvents()
        assert chips(bar) == {"My calls": True, "Errors": False, "All": False}, width
        assert bar.minimumSizeHint().width() <= width
    assert not bar.mode.isVisible() and not bar.pause.isVisible()
    bar.resize(bar.minimumSizeHint().width(), 40)
    QApplication.processEvents()
    assert bar.shelf.line.width() >= bar.shelf.line.minimumWidth()
    bar.set_brief(False)
    bar.resize(1100, 40)
    QApplication.processEvents()
    assert list(chips(bar)) == ["My calls", "Errors", "Pending", "Findings"]
    assert bar.mode.isVisible() and bar.pause.isVisible() and bar.shelf.help_button.isVisible()


def test_one_chip_of_the_drawer_is_down_and_only_errors_are_written(qtbot: QtBot) -> None:
    bar, _ = bar_of(qtbot)
    bar.set_brief(True)
    line = bar.shelf.line
    the(bar, PresetChip, "preset_errors").click()
    assert chips(bar) == {"My calls": False, "Errors": True, "All": False} and line.text()
    the(bar, PresetChip, "preset_my_calls").click()
    assert chips(bar) == {"My calls": True, "Errors": False, "All": False} and not line.text()
    the(bar, PresetChip, "preset_all").click()
    assert chips(bar) == {"My calls": False, "Errors": False, "All": True} and not line.text()
    line.use("tool == echo")
    assert not any(chips(bar).values()), "what is typed looks at everything"
    the(bar, PresetChip, "preset_all").click()
    assert not line.text()


def test_what_has_no_room_in_the_drawer_is_in_the_menu_behind_the_filter(qtbot: QtBot) -> None:
    bar, _ = bar_of(qtbot)
    bar.set_brief(True)
    bar.resize(bar.minimumSizeHint().width() + 40, 40)
    more = the(bar, QToolButton, "filter_buttons_more")
    qtbot.waitUntil(lambda: not bar.mode.isVisible() and more.isVisible())
    menu = more.menu()
    menu.aboutToShow.emit()
    actions = {action.text(): action for action in menu.actions()}
    assert actions["Calls"].isChecked() and not actions["Messages"].isChecked()
    assert actions["Follow"].isChecked() and "Clear" in actions
    actions["Messages"].trigger()
    assert bar.mode.key() == "messages"
    bar.resize(1200, 40)
    qtbot.waitUntil(lambda: bar.mode.isVisible() and not more.isVisible())
