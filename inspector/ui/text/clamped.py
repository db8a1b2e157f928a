"""A description of any length that takes a few lines until the user asks for more."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Link, column

__all__ = ["Clamped"]

_ALL = 2000  # lines


class Clamped(QWidget):
    """Markdown of a server, drawn safely; no link leads anywhere. lines: shown at first, 0: all."""

    def __init__(self, name: str, lines: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._lines = lines
        self._open = lines == 0
        self._view = MarkdownView(inert=True)
        self._view.setObjectName(f"{name}_text")
        self._view.document().setDocumentMargin(0)
        self._view.document().setIndentWidth(theme.SPACE_WIDE)  # of lists; Qt's 40 px are much of a column
        self._view.viewport().setAutoFillBackground(False)  # it belongs to what is around it
        self._view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._view.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._more = Link(f"{name}_more")
        self._more.clicked.connect(self._toggle)
        self._more.hide()
        self.setLayout(column(self._view, self._more, spacing=0))
        theme.notifier().changed.connect(self._fit)  # after its view

    def set_text(self, text: str) -> None:
        """Show Markdown; nothing for no text."""
        self._open = self._lines == 0
        self._view.set_text(text.strip())
        self._view.setAccessibleName(text.strip())
        self.setVisible(bool(text.strip()))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _toggle(self) -> None:
        self._open = not self._open
        self._fit()

    def _fit(self) -> None:
        # The layout has not told the view its width yet when this widget has just been resized.
        self._view.resize(max(40, self.width()), self._view.height())
        whole = self._view.height_of(_ALL)
        limit = self._view.height_of(self._lines) if self._lines else whole
        long = whole > limit + 4
        if long == self._more.isHidden():
            # While a layout runs it does not hear of the line that comes or goes.
            QTimer.singleShot(0, self, self.updateGeometry)
        self._view.setFixedHeight(whole if self._open or not long else limit)
        self._more.setVisible(long)
        self._more.setText(self.tr("Less") if self._open else self.tr("More…"))
