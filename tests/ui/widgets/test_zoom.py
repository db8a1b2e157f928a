"""Lengths that follow the zoom: told again at each, in px of now, within the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication, QHBoxLayout, QHeaderView, QPlainTextEdit, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets import zoom as lengths

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def zoomed(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, "light")
    theme.set_zoom(100)
    yield
    theme.set_zoom(100)


@pytest.fixture
def widget(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def test_a_length_is_told_again_at_another_zoom(widget: QWidget) -> None:
    lengths.follow(widget.setFixedWidth, 20)
    lengths.follow(widget.setMinimumHeight, 10)
    assert (widget.minimumWidth(), widget.maximumWidth(), widget.minimumHeight()) == (20, 20, 10)
    theme.set_zoom(150)
    assert (widget.minimumWidth(), widget.maximumWidth(), widget.minimumHeight()) == (30, 30, 15)
    theme.set_zoom(100)
    assert widget.maximumWidth() == 20


def test_the_last_length_counts(widget: QWidget) -> None:
    lengths.follow(widget.setFixedWidth, 20)
    lengths.follow(widget.setFixedWidth, 40)
    theme.set_zoom(200)
    assert widget.maximumWidth() == 80


def test_a_size_grows_both_ways_and_no_limit_stays_none(widget: QWidget) -> None:
    lengths.follow(widget.setMinimumSize, QSize(30, 10))
    lengths.follow(widget.setMaximumHeight, 100)
    told: list[int] = []
    lines = QHBoxLayout(widget)
    lines.setSpacing = told.append  # type: ignore[method-assign]
    lengths._follower().tell(lines, "setSpacing", (1 << 24,))
    theme.set_zoom(200)
    assert widget.minimumSize() == QSize(60, 20) and widget.maximumHeight() == 200
    assert told == [1 << 24, 1 << 24]


def test_margins_of_a_layout_follow(widget: QWidget) -> None:
    layout = QHBoxLayout(widget)
    lengths.margins(layout, 1, 2, 3, 4)
    for zoom, wanted in ((100, (1, 2, 3, 4)), (200, (2, 4, 6, 8))):
        theme.set_zoom(zoom)
        margins = layout.contentsMargins()
        assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == wanted


def test_lines_are_as_high_as_the_font_is(qtbot: QtBot) -> None:
    edit = QPlainTextEdit()
    qtbot.addWidget(edit)
    lengths.lines(edit.setFixedHeight, 3, 10)
    for zoom, around in ((100, 10), (200, 20)):
        theme.set_zoom(zoom)
        assert edit.maximumHeight() == 3 * edit.fontMetrics().lineSpacing() + around
    layout = QHBoxLayout()
    lengths.lines(layout.setSpacing, 3, 10)
    assert layout.spacing() == 20, "without a font there are no lines"


def test_the_font_of_code_grows_with_the_zoom_also_where_text_is_painted(qtbot: QtBot) -> None:
    edit = QPlainTextEdit()
    qtbot.addWidget(edit)
    lengths.mono(edit)
    small = edit.font().pointSizeF()
    assert QFontInfo(edit.font()).fixedPitch() and edit.font() == theme.mono_font(0)
    theme.set_zoom(200)
    assert edit.font().pointSizeF() > small * 1.5
    assert edit.viewport().font().pointSizeF() == edit.font().pointSizeF()
    lengths.mono(edit, 2)
    assert edit.font() == theme.mono_font(2) != theme.mono_font(0)


def test_sections_have_their_width_but_no_head_is_cut_and_keep_their_share(qtbot: QtBot) -> None:
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    tree.setHeaderLabels(["a", "a very long heading that needs room", "c", "d", "last"])
    head = tree.header()
    head.setStretchLastSection(False)
    lengths.keep_sections(head, 90, 20, 0, 80)
    needed = head.sectionSizeHint(1)
    assert head.sectionSize(0) == 90 and head.sectionSize(1) == needed > 20
    assert head.sectionSize(3) == 80 and head.sectionSize(2) == head.defaultSectionSize()
    head.resizeSection(0, 120)
    head.setSectionResizeMode(3, QHeaderView.ResizeMode.Fixed)
    theme.set_zoom(200)
    assert head.sectionSize(0) == 240, "what a person made of it keeps its share"
    assert head.sectionSize(3) == 80, "nobody can make this one wider"
    theme.set_zoom(100)
    assert head.sectionSize(0) == 120


def test_a_window_has_the_room_it_wants_and_no_more_than_the_screen(widget: QWidget) -> None:
    screen = widget.screen().availableGeometry().size()
    lengths.give_room(widget, 200, 100)
    assert widget.size() == QSize(200, 100)
    theme.set_zoom(150)
    lengths.give_room(widget, 200, 100)
    assert widget.size() == QSize(300, 150)
    lengths.give_room(widget, 5000, 100)
    assert widget.size() == QSize(screen.width() - 60, 150)
    lengths.least_room(widget, 100, 5000)
    assert widget.minimumSize() == QSize(150, screen.height() - 60)


def test_a_widget_that_is_gone_is_told_nothing() -> None:
    gone = QWidget()
    lengths.follow(gone.setFixedWidth, 20)
    header = QTreeWidget()
    lengths.keep_sections(header.header(), 50)
    gone.deleteLater()
    header.deleteLater()
    QApplication.sendPostedEvents(None, 52)  # QEvent::DeferredDelete
    theme.set_zoom(120)
