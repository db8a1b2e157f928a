"""Editors of several lines: long texts, and JSON for what no other editor shows."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from inspector.schema.document import Document, DocumentError, Path, lexeme_of, text_of
from inspector.schema.fields import Field
from inspector.ui import theme
from inspector.ui.form_editor import Editor
from inspector.ui.form_sheet import Sheet
from inspector.ui.form_text import ghost

__all__ = ["AreaEditor", "JsonFieldEditor"]

_LINES: Final = (2, 12)


class _Area(QPlainTextEdit):
    """Grows with its text up to a dozen lines. Tab leaves it; Ctrl+Enter is for the form around it."""

    focus_changed = Signal()

    def __init__(self, least: int) -> None:
        super().__init__()
        self._least = least
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(200, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def _height(self) -> int:
        lines = max(self._least, min(_LINES[1], round(self.document().size().height())))
        margins = self.contentsMargins().top() + self.contentsMargins().bottom()
        return (
            lines * self.fontMetrics().lineSpacing()
            + round(2 * self.document().documentMargin())
            + margins
            + 2
        )

    def _fit(self) -> None:
        height = self._height()
        if height != self.height():
            self.setFixedHeight(height)

    def raw_text(self) -> str:
        """The text with blanks that do not break kept; `toPlainText` would make them plain blanks."""
        return self.document().toRawText().replace("\u2029", "\n")

    def replace_text(self, text: str) -> None:
        """Show another text without saying that a person changed it."""
        if text != self.raw_text():
            blocked = self.blockSignals(True)
            self.setPlainText(text)
            self.blockSignals(blocked)
            self._fit()


class _Framed(Editor):
    """Draws the frame around its area: Fusion's own can hardly be seen in the dark."""

    least_lines = 1

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.area = _Area(self.least_lines)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.make(self.area)
        self.area.focus_changed.connect(self.update)
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(2, 2, 2, 2)

    def focus_widget(self) -> QWidget:
        return self.area

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = "accent" if self.area.hasFocus() else "border"
        painter.setPen(theme.mix(theme.color(edge), theme.color("muted"), 0.4))
        painter.setBrush(theme.color("base"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
        painter.end()


class AreaEditor(_Framed):
    """A string of several lines."""

    kind = "text"
    least_lines = _LINES[0]

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._line_break = "\n"
        self.area.textChanged.connect(self._edited)

    def show_lexeme(self, lexeme: str | None) -> None:
        text = text_of(lexeme) if lexeme is not None and lexeme.startswith('"') else ""
        # Qt keeps paragraphs, not the characters between them
        self._line_break = "\r\n" if "\r\n" in text else "\n"
        self.area.replace_text(text.replace("\r\n", "\n"))
        self.area.setPlaceholderText(ghost(self.field, lexeme))

    def shown(self) -> str | None:
        text = self.area.raw_text()
        if text:
            return lexeme_of(text.replace("\n", self._line_break))
        hint = self.area.placeholderText()
        return next((empty for empty in ("null", '""') if hint == ghost(self.field, empty)), None)

    def _edited(self) -> None:
        self.write(lexeme_of(self.area.raw_text().replace("\n", self._line_break)))


class JsonFieldEditor(_Framed):
    """Any value as JSON text. While it is no JSON it is a draft: shown, sent as it stands, and told."""

    kind = "json"

    def __init__(self, sheet: Sheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self.area.setFont(theme.mono_font())
        self.area.textChanged.connect(self._edited)
        theme.notifier().changed.connect(self._font_changed)

    def refresh(self) -> None:
        if self.sheet.draft(self.path) is None:
            super().refresh()

    def show_lexeme(self, lexeme: str | None) -> None:
        self.area.replace_text(_outdented(lexeme or ""))
        self.area.setPlaceholderText(self.tr("JSON") if lexeme is None else "")

    def shown(self) -> str | None:
        return self.area.raw_text() or None

    def error(self) -> str:
        draft = self.sheet.draft(self.path)
        if draft is None:
            return ""
        try:
            Document(draft)
        except DocumentError as error:
            return str(error)
        return ""

    def _edited(self) -> None:
        text = self.area.raw_text()
        try:
            document = Document(text)
        except DocumentError:
            self._seen = text
            self.sheet.write_draft(self.path, text)
            return
        if document.root is None and self.must_stay:
            self._seen = text
            self.sheet.write_draft(self.path, text)
        elif document.root is None:
            self.unset()
        else:
            self.write(text.strip())

    def _font_changed(self) -> None:
        self.area.setFont(theme.mono_font())


def _outdented(lexeme: str) -> str:
    """The lines of a value that stands deep in a document, without the indentation they have there."""
    first, _, rest = lexeme.partition("\n")
    lines = rest.split("\n")
    depths = [len(line) - len(line.lstrip(" ")) for line in lines if line.strip()]
    cut = min(depths, default=0)
    return lexeme if not rest else "\n".join([first, *(line[cut:] for line in lines)])
