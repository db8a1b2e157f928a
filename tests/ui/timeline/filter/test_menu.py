"""The bookmark beside the filter: kept filters by group, recent ones, and what else one does with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.core.storage.saved_filters import FilterBook, SavedFilter
from inspector.ui.timeline.filter.menu import FilterMenu, RecentFilters
from inspector.ui.timeline.filter.shelf import FilterShelf
from tests.ui.parts import the


def test_recent_filters_are_newest_first_and_each_there_once() -> None:
    recent = RecentFilters()
    for text in ("a", " b ", "c", "a", "", "  "):
        recent.add(text)
    assert recent.texts == ["a", "c", "b"]
    recent.texts.clear()  # a list of its own
    assert recent.texts == ["a", "c", "b"]
    recent.clear()
    assert recent.texts == []


def test_twenty_are_kept_and_restored_without_what_is_no_text() -> None:
    recent = RecentFilters()
    for number in range(25):
        recent.add(str(number))
    assert recent.texts == [str(number) for number in range(24, 4, -1)]
    recent.restore([3, "a", "", " ", None, *map(str, range(30))])
    assert recent.texts == ["a", *map(str, range(19))]


@pytest.fixture
def shelf(qloop: object, tmp_path: Path) -> Iterator[FilterShelf]:
    made = FilterShelf()
    book = FilterBook(tmp_path / "filters.json")
    book.change(
        (
            SavedFilter("One & two", "is:error"),
            SavedFilter("Group//Deep", "is:pending"),
            SavedFilter("Group//Deeper", "is:late"),
        )
    )
    made.set_book(book)
    made.resize(800, 30)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _menu(shelf: FilterShelf) -> FilterMenu:
    shelf.menu.fill()
    return shelf.menu


def _lines(menu: QMenu) -> list[str]:
    return [one.text() for one in menu.actions()]


def test_filters_stand_in_their_groups_and_recent_ones_below(shelf: FilterShelf) -> None:
    shelf.recent.restore(["x" * 71, "y" * 70])
    menu = _menu(shelf)
    lines = _lines(menu.choices)
    assert lines[:3] == ["Save this filter…", "Manage filters…", "Filter help…"]
    assert lines[3:6] == ["Saved", "One && two", "Group"]
    assert lines[6:] == ["Recent", f"{'x' * 69}…", "y" * 70, "Clear recent filters"]
    (group,) = [one.menu() for one in menu.choices.actions() if one.text() == "Group"]
    assert isinstance(group, QMenu) and _lines(group) == ["Deep", "Deeper"]
    menu.fill()
    assert _lines(menu.choices) == lines  # made anew


def test_without_recent_filters_there_is_nothing_to_forget(shelf: FilterShelf) -> None:
    assert _lines(_menu(shelf).choices)[-1] == "Group"
    shelf.recent.add("is:error")
    the(_menu(shelf).choices, QAction, "filter_forget").trigger()
    assert shelf.recent.texts == [] and _lines(_menu(shelf).choices)[-1] == "Group"


def test_a_choice_is_used_as_it_was_kept(shelf: FilterShelf) -> None:
    long = "tool == " + "e" * 90
    shelf.recent.add(long)
    menu = _menu(shelf)
    by_text = {str(one.data()): one for one in menu.choices.findChildren(QAction) if one.data()}
    by_text[long].trigger()
    assert shelf.line.text() == long and long[:60] in by_text[long].toolTip()
    menu = _menu(shelf)
    choices = [one for sub in (menu.choices, *menu.choices.findChildren(QMenu)) for one in sub.actions()]
    next(one for one in choices if one.data() == "is:late").trigger()
    assert shelf.line.text() == "is:late"


def test_what_is_asked_for_is_said_and_only_a_filter_without_a_mistake_is_kept(shelf: FilterShelf) -> None:
    said: list[str] = []
    menu = shelf.menu
    for name in ("save", "manage", "help"):
        signal = getattr(menu, f"{name}_wanted")
        signal.disconnect()
        signal.connect(lambda name=name: said.append(name))
    for text, usable in (("", False), ("  ", False), ("is:error", True), ("is:error and (", False)):
        shelf.line.setText(text)
        assert the(_menu(shelf).choices, QAction, "filter_save").isEnabled() is usable, text
    shelf.line.setText("is:error")
    for name in ("save", "manage", "help"):
        the(_menu(shelf).choices, QAction, f"filter_{name}").trigger()
    assert said == ["save", "manage", "help"]


def test_it_opens_with_a_click_and_is_made_then(shelf: FilterShelf) -> None:
    assert shelf.menu.menu() is shelf.menu.choices
    assert shelf.menu.popupMode() == FilterMenu.ToolButtonPopupMode.InstantPopup
    shelf.recent.add("late")
    shelf.menu.choices.aboutToShow.emit()
    assert "late" in _lines(shelf.menu.choices)
    assert shelf.menu.accessibleName() == shelf.menu.toolTip() != ""
