"""A long page in sections: their list at the left leads to them, and a search leaves only what fits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QScrollArea,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.ui.keyboard.own_keys import keeps
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.controls import EmptyState, column, row
from inspector.ui.widgets.search_line import SearchLine

__all__ = ["Section", "Sections"]

Show = Callable[[bool], object]
"""Shows a row, or hides it."""


@dataclass(frozen=True, slots=True)
class Section:
    """What is under one heading. rows: (the words it is found by, what shows it)."""

    title: str
    heading: QWidget
    show_heading: Show
    rows: list[tuple[str, Show]] = field(default_factory=list)


class _Rows(QStyledItemDelegate):
    """As tall as rows of other lists."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width(), theme.row_height())


class Sections(QWidget):
    """Ctrl+F begins a search, Esc ends it; a second Esc is for what is around.

    name: prefix of the object names. nothing: what is said when nothing fits, {} is what was searched.
    """

    def __init__(self, name: str, title: str, search: str, nothing: str) -> None:
        super().__init__()
        self._nothing = nothing
        self._sections: list[Section] = []
        self._led = False  # a section was chosen in the list: scrolling there chooses no other
        self.search = SearchLine(f"{name}_search", search)
        self.titles = QListWidget()
        self.titles.setObjectName(f"{name}_sections")
        self.titles.setAccessibleName(self.tr("Sections"))
        self.titles.setFrameShape(QFrame.Shape.NoFrame)
        self.titles.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.titles.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.titles.setItemDelegate(_Rows(self.titles))
        self.titles.viewport().setAutoFillBackground(False)  # it lies on the surface of the dialog
        zoom.follow(self.titles.setFixedWidth, 160)
        self.area = QScrollArea()
        self.area.setObjectName(f"{name}_list")
        self.area.setAccessibleName(title)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self._empty = EmptyState("")
        self._empty.setObjectName(f"{name}_nothing")
        self._stack = QStackedWidget()
        self._stack.addWidget(self.area)
        self._stack.addWidget(self._empty)
        both = row(self.titles, self._stack, spacing=theme.SPACE_WIDE)
        both.setStretch(1, 1)
        self.setLayout(column(self.search, both))
        self.search.textChanged.connect(self._narrow)
        self.titles.currentRowChanged.connect(self._lead)
        self.area.verticalScrollBar().valueChanged.connect(self._follow)

    def show_page(self, page: QWidget, sections: list[Section]) -> None:
        """Show another page, from its top, with nothing searched."""
        self._sections = sections
        self.titles.blockSignals(True)
        self.titles.clear()
        self.titles.addItems([one.title for one in sections])
        self.titles.setCurrentRow(0)
        self.titles.blockSignals(False)
        self.area.setWidget(page)
        self.area.verticalScrollBar().setValue(0)
        self.search.clear()
        self._stack.setCurrentIndex(0)

    def _narrow(self, text: str) -> None:
        """Only rows with all of these words, and what they are under."""
        words = text.casefold().split()
        found = 0
        for place, section in enumerate(self._sections):
            fitting = 0
            for said, show in section.rows:
                fits = all(word in f"{section.title} {said}".casefold() for word in words)
                show(fits)
                fitting += fits
            section.show_heading(bool(fitting))
            self.titles.item(place).setHidden(not fitting)
            found += fitting
        self._stack.setCurrentIndex(0 if found else 1)
        if not found:
            self._empty.say(self._nothing.format(text.strip()))
            announce(self, self._nothing.format(text.strip()))
        self.area.verticalScrollBar().setValue(0)

    def _lead(self, place: int) -> None:
        if 0 <= place < len(self._sections):
            self._led = True
            top = self._sections[place].heading.y()
            self.area.verticalScrollBar().setValue(0 if place == 0 else top)
            self._led = False

    def _follow(self, value: int) -> None:
        """Choose the section at the top in the list."""
        if self._led:
            return
        above = [n for n, one in enumerate(self._sections) if one.heading.y() <= value + theme.SPACE]
        self.titles.blockSignals(True)
        self.titles.setCurrentRow(above[-1] if above else 0)
        self.titles.blockSignals(False)

    def event(self, event: QEvent) -> bool:
        """Ctrl+F, and Esc while something is searched, are not for the window around."""
        if self.search.text() and keeps(event, Qt.Key.Key_Escape):
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Find):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Find):
            self.search.selectAll()
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)
