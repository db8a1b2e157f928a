"""The help of the filter language is made from its tables, and writes examples into the filter."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHeaderView, QLineEdit, QToolButton, QWidget

from inspector.trace.query.fields import FIELDS
from inspector.trace.query.help import help_sections
from inspector.ui.timeline.filter.help import FilterHelp
from inspector.ui.timeline.filter.shelf import FilterShelf
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip


@pytest.fixture
def window(qloop: object) -> Iterator[QWidget]:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.install(app, "light")
    made = QWidget()
    made.resize(1024, 640)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_line_writes_its_example_into_the_filter_without_using_it(window: QWidget) -> None:
    shelf = FilterShelf(window)
    shelf.resize(900, 30)
    shelf.show()
    QTest.mouseClick(shelf.help_button, Qt.MouseButton.LeftButton)
    panel = window.findChild(FilterHelp)
    assert panel is not None
    find = panel.findChild(QLineEdit, "filter_help_find")
    assert find is not None
    QTest.keyClicks(find, "complete response")
    shown = [item for _, item in panel._items() if item is not None and not item.isHidden()]
    assert [item.text(0) for item in shown] == ["duration"]
    panel.tree.setCurrentItem(shown[0])
    QTest.keyClick(find, Qt.Key.Key_Return)
    assert not panel.isVisible()
    assert shelf.line.text() == FIELDS["duration"].example
    assert shelf.line.verdict.state == "prepared"
    assert shelf.line._used == ""


@pytest.fixture
def panel(window: QWidget) -> FilterHelp:
    """The page, open over its window."""
    made = FilterHelp(window)
    made.open()
    return made


def find_of(panel: FilterHelp) -> QLineEdit:
    found = panel.findChild(QLineEdit, "filter_help_find")
    assert found is not None
    return found


def lines(panel: FilterHelp) -> tuple[list[str], list[str]]:
    """The headings and what is written in the lines that are to be seen."""
    heads = [heading.text(0) for heading, item in panel._items() if item is None and not heading.isHidden()]
    seen = [item.text(0) for _, item in panel._items() if item is not None and not item.isHidden()]
    return heads, seen


def test_every_part_of_the_language_stands_below_its_heading(panel: FilterHelp) -> None:
    sections = help_sections()
    heads, seen = lines(panel)
    assert heads == [section.title for section in sections]
    assert seen == [entry.text for section in sections for entry in section.entries]
    muted, text, accent = (theme.color(role) for role in ("muted", "text", "accent"))
    for heading, item in panel._items():
        if item is None:
            assert heading.font(0).bold() and heading.foreground(0).color() == muted
            assert heading.isExpanded() and heading.isFirstColumnSpanned()
            assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
            assert heading.sizeHint(0).height() == theme.row_height() - 2
        else:
            assert (item.foreground(0).color(), item.foreground(2).color()) == (text, accent)
            assert item.font(0) == theme.mono_font() == item.font(2) != item.font(1)
            assert [item.toolTip(part) for part in range(3)] == [
                tooltip(item.text(part)) for part in range(3)
            ]
    header = panel.tree.header()
    assert not header.stretchLastSection() and not header.sectionsMovable()
    assert header.sectionResizeMode(1) == QHeaderView.ResizeMode.Stretch
    assert header.sectionResizeMode(2) == QHeaderView.ResizeMode.ResizeToContents


def test_searching_leaves_lines_with_the_words_and_their_headings(panel: FilterHelp) -> None:
    everything = lines(panel)
    find_of(panel).setText(" DURATION ")
    heads, seen = lines(panel)
    assert "duration" in seen and 0 < len(seen) < len(everything[1]) and 0 < len(heads) < len(everything[0])
    find_of(panel).setText("no such words")
    assert lines(panel) == ([], [])
    panel.dismiss()
    panel.open()
    assert find_of(panel).text() == "" and lines(panel) == everything, "it is not filled twice"


def test_down_goes_from_the_search_to_the_lines_and_enter_on_a_heading_does_nothing(
    panel: FilterHelp,
) -> None:
    taken: list[str] = []
    panel.chosen.connect(taken.append)
    assert find_of(panel).hasFocus()
    QTest.keyClick(find_of(panel), Qt.Key.Key_Enter)
    assert taken == [], "no line is chosen"
    QTest.keyClick(find_of(panel), Qt.Key.Key_Down)
    assert panel.tree.hasFocus()
    panel.tree.setCurrentItem(panel.tree.topLevelItem(0))
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert taken == [] and panel.isVisible()
    button = panel.findChild(QToolButton, "filter_help_close")
    assert button is not None
    button.click()
    assert not panel.isVisible()


def test_a_click_on_a_line_takes_its_example(panel: FilterHelp) -> None:
    taken: list[str] = []
    panel.chosen.connect(taken.append)
    item = next(item for _, item in panel._items() if item is not None and item.text(2))
    place = panel.tree.visualItemRect(item).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert taken == [item.text(2)] and not panel.isVisible()


def test_the_page_follows_the_size_of_letters(panel: FilterHelp) -> None:
    find, wide = find_of(panel), panel.tree.columnWidth(0)
    words = find.fontMetrics().horizontalAdvance(find.placeholderText())
    assert find.width() == max(220, words + 48)
    assert wide == QFontMetrics(theme.mono_font()).horizontalAdvance("m" * 23)
    find.setFixedWidth(10)
    panel.tree.setColumnWidth(0, 30)
    theme.notifier().changed.emit()
    assert (find.width(), panel.tree.columnWidth(0)) == (max(220, words + 48), wide)
