"""Edit JSON: highlighted, checked while typing, formatted without touching a token.

What is read back is what is shown. With *Exact bytes* the text stands for bytes: anything that is no plain
text is shown and typed as \\xNN, so that invalid UTF-8 can be seen, edited and sent.
"""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette, QTextCursor, QTextDocument
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.render.exact import from_escapes, to_escapes
from inspector.render.media import say_size
from inspector.render.mistakes import Mistake, find_mistake
from inspector.render.pretty import pretty_steps
from inspector.ui import theme
from inspector.ui.big_text import BigText
from inspector.ui.code_edit import CodeEdit
from inspector.ui.controls import Elided, column, row, tool_button
from inspector.ui.find_bar import FindBar
from inspector.ui.highlight import viewer_spans
from inspector.ui.plain import tooltip

__all__ = ["JsonEditor"]

_LIMIT: Final = 2 << 20  # characters that a text box can edit without stalling
_LINE_LIMIT: Final = 100_000  # characters of one line; a text box lays out a whole line at each key
_AT_ONCE: Final = 50_000  # characters that are checked at each key; more after a pause
_PAUSE_MS: Final = 150


class JsonEditor(QWidget):
    """A text box with a line below that says what is wrong and offers Format and Minify.

    `changed` at every change of the text, `submitted` on Ctrl+Enter. Text too large for a text box is
    shown only; it is kept and read back all the same.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None, exact_switch: bool = False) -> None:
        super().__init__(parent)
        self._mistake: Mistake | None = None
        self._large: bytes | None = None
        self.edit = CodeEdit(_LIMIT)
        self.edit.setObjectName("json_editor_text")
        self.edit.setAccessibleName(self.tr("JSON"))
        self._view = BigText()
        self._bar = FindBar()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.edit)
        self._pages.addWidget(self._view)
        self._error = Elided()
        self._error.setObjectName("json_editor_error")
        self._format = tool_button(
            "json_editor_format", "", self.tr("Indent (Ctrl+Shift+F)"), self.tr("Format")
        )
        self._minify = tool_button("json_editor_minify", "", self.tr("Put on one line"), self.tr("Minify"))
        self._exact = tool_button(
            "json_editor_exact",
            "",
            self.tr("The text stands for bytes; \\xNN is one byte, also where that is no UTF-8"),
            self.tr("Exact bytes"),
        )
        self._exact.setCheckable(True)
        self._exact.setVisible(exact_switch)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._foot = QWidget()
        self._foot.setBackgroundRole(QPalette.ColorRole.Window)
        self._foot.setAutoFillBackground(True)
        margins = (theme.SPACE, 1, 2, 1)
        self._foot.setLayout(
            row(self._error, self._exact, self._format, self._minify, margins=margins, spacing=2)
        )
        layout = column(self._bar, self._pages, self._foot, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.edit)

    def _connect(self) -> None:
        self.edit.textChanged.connect(self._typed)
        self.edit.submitted.connect(self.submitted)
        self.edit.refused.connect(self._refused)
        self._pause.timeout.connect(self._check)
        self._format.clicked.connect(self.format)
        self._minify.clicked.connect(self.minify)
        self._exact.toggled.connect(self._exact_toggled)
        self._bar.changed.connect(self._find_typed)
        self._bar.wanted.connect(self.find_text)
        self._bar.closed.connect(self.edit.setFocus)
        table = (
            ("find", QKeySequence(QKeySequence.StandardKey.Find), self._bar.open),
            ("format", QKeySequence("Ctrl+Shift+F"), self.format),
        )
        for name, keys, slot in table:
            action = QAction(self)
            action.setObjectName(f"json_editor_{name}_action")
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            action.triggered.connect(slot)
            self.addAction(action)

    # -- text -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """What is shown, character for character."""
        if self._large is not None:
            return self._large.decode("utf-8", "backslashreplace")
        text = self.edit.text()
        return text if text.isascii() else "".join(map(_encodable, text)) if _has_halves(text) else text

    def set_text(self, text: str) -> None:
        """Show another text; undo goes back to the one before."""
        if _too_large(text):
            self._show_large(text.encode("utf-8", "backslashreplace"))
            return
        self._show_small(text)

    def exact_bytes(self) -> bytes:
        """The bytes that are meant: with Exact bytes on, escapes resolved; otherwise the text as UTF-8."""
        if self._large is not None:
            return self._large
        return from_escapes(self.text()) if self.is_exact() else self.text().encode("utf-8")

    def set_exact_bytes(self, data: bytes) -> None:
        """Show bytes. Exact bytes goes on when they are more than plain text."""
        escaped = to_escapes(data)
        if _too_large(escaped):
            self._show_large(data)
            return
        plain = escaped.isascii() and "\\x" not in escaped
        if not plain and escaped.encode("utf-8", "replace") != data:
            self.set_exact(True)
        self._show_small(escaped if self.is_exact() else data.decode("utf-8", "backslashreplace"))

    def is_exact(self) -> bool:
        """Whether the text stands for bytes."""
        return self._exact.isChecked()

    def set_exact(self, exact: bool) -> None:
        """Let the text stand for bytes, or for itself; the meaning of the text stays as far as it can."""
        self._exact.setVisible(True)
        self._exact.setChecked(exact)

    def set_read_only(self, read_only: bool) -> None:
        """Show only; Format, Minify and Exact bytes go."""
        self.edit.setReadOnly(read_only)
        self.edit.setTabChangesFocus(read_only)
        for button in (self._format, self._minify, self._exact):
            button.setEnabled(not read_only)
        self._foot.setVisible(not read_only)

    def set_placeholder(self, text: str) -> None:
        """What an empty editor says."""
        self.edit.setPlaceholderText(text)

    # -- mistakes ---------------------------------------------------------------------------------------

    def error_text(self) -> str:
        """`Line 3, column 14: expected ','`; "" for JSON and for no text."""
        self._check()
        return str(self._mistake) if self._mistake else ""

    def mistake(self) -> Mistake | None:
        """What makes the text no JSON."""
        self._check()
        return self._mistake

    def go_to_mistake(self) -> None:
        """Put the cursor where the text breaks."""
        if self._mistake is not None:
            cursor = self.edit.textCursor()
            cursor.setPosition(self._place_of(self._mistake))
            self.edit.setTextCursor(cursor)
            self.edit.setFocus()

    def _typed(self) -> None:
        if self.edit.document().characterCount() <= _AT_ONCE:
            self._check()
        else:
            self._pause.start()
        self.changed.emit()

    def _check(self) -> None:
        self._pause.stop()
        if self._large is not None:
            self._mistake = None
            return
        data = self.exact_bytes()
        self._mistake = find_mistake(data) if data.strip() else None
        if self._mistake is None:
            self.edit.mark(None)
            self._say("")
            return
        self.edit.mark(self._place_of(self._mistake), self._mistake.reason)
        self._say(str(self._mistake), "error")

    def _place_of(self, mistake: Mistake) -> int:
        """Where a mistake is in the text box, in UTF-16 units."""
        before = self.exact_bytes()[: mistake.position]
        text = to_escapes(before) if self.is_exact() else before.decode("utf-8", "replace")
        return len(text.encode("utf-16-le", "surrogatepass")) // 2

    def _say(self, text: str, role: str = "muted") -> None:
        self._error.set_role(role)
        self._error.setText(text)
        self._error.setToolTip(tooltip(text))

    # -- actions ----------------------------------------------------------------------------------------

    def format(self) -> None:
        """Indent by two; no token changes. What is no JSON stays and the cursor goes to the mistake."""
        pieces = bytearray()
        steps = pretty_steps(self.exact_bytes())
        while True:
            try:
                piece = next(steps)
            except StopIteration as end:
                if end.value is None:
                    self._replace(bytes(pieces))
                else:
                    self.go_to_mistake()
                return
            pieces = pieces + piece if piece else bytearray()

    def minify(self) -> None:
        """Take out white space between tokens."""
        try:
            self._replace(msgspec.json.format(self.exact_bytes(), indent=-1))
        except (msgspec.DecodeError, RecursionError):
            self.go_to_mistake()

    def find_text(self, forward: bool = True) -> None:
        """Select the next or previous match of what is typed in the bar, around the end."""
        flags = QTextDocument.FindFlag(0) if forward else QTextDocument.FindFlag.FindBackward
        text = self._bar.text()
        if not text:
            self._bar.say("")
            return
        if not self.edit.find(text, flags):
            cursor, move = self.edit.textCursor(), QTextCursor.MoveOperation
            cursor.movePosition(move.Start if forward else move.End)
            before = self.edit.textCursor()
            self.edit.setTextCursor(cursor)
            if not self.edit.find(text, flags):
                self.edit.setTextCursor(before)
                self._bar.say(self.tr("not found"))
                return
        self._bar.say("")

    def _find_typed(self, _text: str) -> None:
        cursor = self.edit.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self.edit.setTextCursor(cursor)
        self.find_text(True)

    def _replace(self, data: bytes) -> None:
        text = to_escapes(data) if self.is_exact() else data.decode("utf-8", "backslashreplace")
        self.set_text(text)

    def _exact_toggled(self, exact: bool) -> None:
        if self._large is not None:
            return
        text = self.edit.text()
        data = text.encode("utf-8", "surrogatepass") if exact else from_escapes(text)
        self.edit.set_text(to_escapes(data) if exact else data.decode("utf-8", "backslashreplace"))
        self._check()
        self.changed.emit()

    def _refused(self, size: int) -> None:
        text = self.tr("Too large to paste here: {0}. Up to {1} can be edited.")
        self._say(text.format(say_size(size), say_size(_LIMIT)), "warning")

    # -- large text -------------------------------------------------------------------------------------

    def _show_small(self, text: str) -> None:
        self._large = None
        self._pages.setCurrentWidget(self.edit)
        self.setFocusProxy(self.edit)
        self.edit.set_text(text)
        self._check()

    def _show_large(self, data: bytes) -> None:
        self._large = data
        self._mistake = None
        self._view.set_text(data, viewer_spans)
        self._pages.setCurrentWidget(self._view)
        self.setFocusProxy(self._view)
        text = self.tr("{0}: too large to edit here, shown only. It is kept and sent as it is.")
        self._say(text.format(say_size(len(data))), "warning")
        self.changed.emit()

    # -- events -----------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys sent to this widget are meant for the text."""
        if not event.isAccepted() or self._pages.currentWidget() is not self.edit:
            super().keyPressEvent(event)
        else:
            self.edit.keyPressEvent(event)


def _too_large(text: str) -> bool:
    if len(text) > _LIMIT:
        return True
    return len(text) > _LINE_LIMIT and max(map(len, text.split("\n"))) > _LINE_LIMIT


def _has_halves(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _encodable(char: str) -> str:
    """Half a surrogate pair cannot be sent as UTF-8; its escape can."""
    return f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char
