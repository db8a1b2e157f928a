"""What a schema says of a field, below its editor: two lines until the user asks for more."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QFont,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QLabel, QScrollArea, QSizePolicy, QWidget

from inspector.json_tokens import narrow, wide
from inspector.render.prose import Span, prose_of
from inspector.ui.locale.right_to_left import write
from inspector.ui.widgets import theme

__all__ = ["HelpText", "words"]

_LINES: Final = 2
_LONGEST: Final = 4_000
_FOLDED: Final = 800  # characters of which two lines are taken: more has no room on any screen
_SPANS: Final = 200
_LEAST: Final = 80
_BESIDE: Final = 40  # px of a form that are beside most of its texts
_MORE: Final = "… ▾"


class HelpText(QLabel):
    """Markdown of a server as `render.prose` reads it, at most two lines until it is clicked.

    Only what is painted is cut, and only when it is painted. A height that is not the one asked for makes
    every row around it be laid out again, so the first guess at the width has to be good. Rows come by the
    hundred, so only a text with spans is laid out with care; Qt measures and draws the others as they are.
    """

    def __init__(self, markdown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = False
        self._is_placed = False
        self._hinted = 0
        self._heights: dict[int, int] = {}
        self._cuts: dict[int, str] = {}
        prose = prose_of(wide(markdown[:_LONGEST]))
        self._spans = prose.spans[:_SPANS]
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setText(narrow(prose.text))

    def sizeHint(self) -> QSize:
        whole = self._whole_height(max(_LEAST, self._coming_width()))
        self._hinted = (whole if self._open else min(whole, self._limit())) + 1
        return QSize(_LEAST, self._hinted)

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.fontMetrics().lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._is_placed = True
        before = self._hinted
        if before != self.sizeHint().height():
            self.updateGeometry()
        long = self._whole_height(self.width()) > self._limit()
        self.setCursor(Qt.CursorShape.PointingHandCursor if long else Qt.CursorShape.ArrowCursor)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._heights.clear()
            self._cuts.clear()
            self.updateGeometry()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._open = not self._open
        self._heights.clear()
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        if self._spans:
            self._laid(self.shown_text(), self.width()).draw(painter, QPointF(0, 0))
        else:
            write(painter, self.rect(), int(Qt.TextFlag.TextWordWrap), self.shown_text())
        painter.end()

    def shown_text(self) -> str:
        """The text as far as it is shown."""
        width = self.width()
        if self._open or self._whole_height(width) <= self._limit():
            return self.text()
        if width not in self._cuts:
            text, low, high = self.text(), 0, min(len(self.text()), _FOLDED)
            while low < high:
                middle = (low + high + 1) // 2
                fits = self._height(text[:middle] + _MORE, width) <= self._limit()
                low, high = (middle, high) if fits else (low, middle - 1)
            self._cuts = {width: text[:low].rstrip() + _MORE}
        return self._cuts[width]

    def _coming_width(self) -> int:
        """Before there is a place for it nearly that of the form: lines less would have room for nothing."""
        around: QWidget | None = None if self._is_placed else self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        return self.width() if around is None else around.viewport().width() - _BESIDE

    def _limit(self) -> int:
        return _LINES * self.fontMetrics().lineSpacing() + 2

    def _whole_height(self, width: int) -> int:
        height = self._heights.get(width)
        if height is None:
            text = self.text() if self._open else self.text()[:_FOLDED]
            height = self._heights[width] = self._height(text, width)
        return height

    def _height(self, text: str, width: int) -> int:
        if self._spans:
            return self._laid(text, max(_LEAST, width)).lineCount() * self.fontMetrics().lineSpacing()
        flags = int(Qt.TextFlag.TextWordWrap)
        return self.fontMetrics().boundingRect(0, 0, max(_LEAST, width), 1_000_000, flags, text).height()

    def _laid(self, text: str, width: int) -> QTextLayout:
        """The text in lines of a width, with its spans; a text that was cut loses those behind the cut."""
        size = len(wide(text))
        layout = QTextLayout(text.replace("\n", "\u2028"), self.font(), self)
        layout.setFormats([self._format(span, size) for span in self._spans if span.start < size])
        metrics = self.fontMetrics()
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            # letters of code are a little higher: lines stay as far apart as without any
            top = (layout.lineCount() - 1) * metrics.lineSpacing()
            line.setPosition(QPointF(0, top + metrics.ascent() - line.ascent()))
        layout.endLayout()
        return layout

    def _format(self, span: Span, size: int) -> QTextLayout.FormatRange:
        how = QTextCharFormat()
        if span.how == "bold":
            how.setFontWeight(QFont.Weight.DemiBold)
        elif span.how == "italic":
            how.setFontItalic(True)
        else:
            how.setFont(theme.mono_font())
            how.setForeground(self.palette().color(QPalette.ColorRole.Text))
        made = QTextLayout.FormatRange()
        made.start, made.length, made.format = span.start, min(span.end, size) - span.start, how
        return made


def words(description: str) -> str:
    """The description as text and for a screen reader where nothing can be set apart."""
    return prose_of(description[:_LONGEST]).text
