"""The line below a long list: which items are shown, and the way to the others."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from inspector.ui.locale.locale_text import number_text
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import muted, tool_button

__all__ = ["Pager"]


class Pager(QWidget):
    """`wanted`: a user asked for the page with this item."""

    wanted = Signal(int)

    def __init__(self, name: str, page: int) -> None:
        super().__init__()
        self._page = page
        self._start = self._count = 0
        self._before = tool_button(f"{name}_previous", "chevron-left", self.tr("Earlier items"))
        self._after = tool_button(f"{name}_next", "chevron-right", self.tr("Later items"))
        self._text = muted()
        self._line = QLineEdit()
        self._line.setObjectName(f"{name}_item")
        self._line.setPlaceholderText(self.tr("Go to item"))
        self._line.setAccessibleName(self.tr("Go to item"))
        zoom.follow(self._line.setMaximumWidth, 110)
        self._line.returnPressed.connect(self._go)
        self._before.clicked.connect(self._back)
        self._after.clicked.connect(self._on)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(layout.setSpacing, 4)
        for widget in (self._before, self._text, self._after, self._line):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addStretch(1)

    def show_page(self, start: int, count: int) -> None:
        """The items from `start` are shown, of `count`."""
        self._start, self._count = start, count
        last = min(start + self._page, count) - 1
        self._text.setText(self.tr("{0}–{1} of {2}").format(*map(number_text, (start, last, count))))
        self._before.setEnabled(start > 0)
        self._after.setEnabled(last + 1 < count)
        self._line.setValidator(QIntValidator(0, max(0, count - 1), self._line))
        self.setVisible(count > self._page)

    def _back(self) -> None:
        self.wanted.emit(max(0, self._start - self._page))

    def _on(self) -> None:
        self.wanted.emit(self._start + self._page)

    def _go(self) -> None:
        self.wanted.emit(int(self._line.text()))
        self._line.clear()
