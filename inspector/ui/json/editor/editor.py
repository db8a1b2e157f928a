"""Edit JSON: coloured, folded, checked and completed while typing, laid out without touching a token.

What is read back is what is shown. With *Exact bytes* the text stands for bytes: anything that is no plain
text is shown and typed as \\xNN, so that invalid UTF-8 can be seen, edited and sent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from inspector.render.box_text import LIMIT, LINE_LIMIT, ends_in_crlf, sendable, too_large
from inspector.render.exact import from_escapes, to_escapes
from inspector.render.json_errors import JsonError
from inspector.render.reformat import indented, one_lined
from inspector.schema.problem import Problem
from inspector.ui.json.editor.actions import JsonActions
from inspector.ui.json.editor.checking import JsonChecking, say_changes
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.commands import JsonCommands
from inspector.ui.json.editor.completion import JsonCompletion
from inspector.ui.json.editor.find import JsonFind, ReplaceBar
from inspector.ui.json.editor.go_to_line import GoToLine
from inspector.ui.json.editor.large_document import LargeJson
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, MenuButton, column, row, tool_button
from inspector.ui.widgets.plain import tooltip

__all__ = ["JsonEditor"]

_MOST: Final = 10 << 20  # characters that it takes when the user insists: about 2 s
_LINE_MOST: Final = 100_000  # of one line when the user insists
_NARROW: Final = 480  # px; below there is room for one button less


class JsonEditor(QWidget):
    """A text box with a line below that says what is wrong and offers what helps.

    `changed` at every change of the text, `submitted` on Ctrl+Enter. Text too large for a text box is
    shown only, unless the user insists; it is kept and read back all the same.
    """

    changed = Signal()
    submitted = Signal()

    def __init__(self, parent: QWidget | None = None, exact_switch: bool = False) -> None:
        super().__init__(parent)
        self._large: bytes | None = None
        self._line_end = "\n"
        self._about_ends = ""
        self.edit = CodeEdit(self._take_paste)
        self.edit.setObjectName("json_editor_text")
        self.edit.setAccessibleName(self.tr("JSON"))
        self._big = LargeJson()
        self._bar = ReplaceBar()
        self._lines = GoToLine(self.edit)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.edit)
        self._pages.addWidget(self._big)
        self._checking = JsonChecking(self.edit, self._shown_bytes, self.is_exact)
        self._completion = JsonCompletion(self.edit, self._checking.about)
        search = JsonFind(self._bar, self.edit)
        self._commands = JsonCommands(self, search, self._lines, self._completion)
        self._actions = JsonActions(self.edit, self._commands)
        self._lay_out(exact_switch)
        self._connect()

    def _lay_out(self, exact_switch: bool) -> None:
        self._error = Elided()
        self._error.setObjectName("json_editor_error")
        hint = self.tr(
            "Convert to valid JSON; order, digits and strings are kept. Can be undone (Ctrl+Alt+J)"
        )
        self._clean = tool_button("json_editor_clean", "broom", hint, self.tr("Clean up"))
        self._clean.setAccessibleName(self.tr("Clean up to JSON"))
        self._clean.hide()
        self._format = tool_button(
            "json_editor_format", "", self.tr("Indent (Ctrl+Shift+F)"), self.tr("Format")
        )
        self._minify = tool_button(
            "json_editor_minify", "", self.tr("Put on one line (Ctrl+Alt+F)"), self.tr("Minify")
        )
        self._more = MenuButton("json_editor_more", self.tr("More"), self.tr("Find, fold, sort, explain"))
        self._exact = tool_button(
            "json_editor_exact",
            "",
            self.tr("The text represents bytes; \\xNN is one byte, even if it is not UTF-8"),
            self.tr("Exact bytes"),
        )
        self._exact.setCheckable(True)
        if not exact_switch:
            self._exact.hide()  # shown before it is laid out it would be a window, and take the focus
        self._foot = QWidget()
        self._foot.setBackgroundRole(QPalette.ColorRole.Window)
        self._foot.setAutoFillBackground(True)
        parts = (self._error, self._clean, self._exact, self._format, self._minify, self._more)
        self._foot.setLayout(row(*parts, margins=(theme.SPACE, 2, 2, 2), spacing=2))
        self._foot.setMinimumHeight(self._clean.sizeHint().height() + 2)  # it comes and goes
        layout = column(self._bar, self._lines, self._pages, self._foot, spacing=0)
        layout.setStretch(2, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.edit)

    def _connect(self) -> None:
        self.edit.edited.connect(self._typed)
        self.edit.submitted.connect(self.submitted)
        self._checking.checked.connect(self._say_state)
        self._format.clicked.connect(self.format)
        self._minify.clicked.connect(self.minify)
        self._clean.clicked.connect(self.clean_up)
        self._exact.toggled.connect(self._exact_toggled)
        self._more.choices.aboutToShow.connect(self._fill_more)
        self._big.edit_wanted.connect(self._edit_anyway)
        self._big.back_wanted.connect(self._back)
        self._big.read.connect(self.set_exact_bytes)

    # -- text -------------------------------------------------------------------------------------------

    def text(self) -> str:
        """What is shown, character for character; line ends as they came."""
        if self._large is not None:
            return self._large.decode("utf-8", "backslashreplace")
        text = sendable(self.edit.text())
        return text if self._line_end == "\n" else text.replace("\n", self._line_end)

    def set_text(self, text: str) -> None:
        """Show another text; undo goes back to the one before."""
        if too_large(text):
            self._show_large(text.encode("utf-8", "backslashreplace"))
            return
        self._line_end = "\r\n" if ends_in_crlf(text) else "\n"
        mixed = "\r" in text and self._line_end == "\n"
        self._about_ends = self.tr("Mixed line endings were changed to LF") if mixed else ""
        if self._line_end != "\n":
            self._about_ends = self.tr("Line endings are CRLF and are kept")
        self._show_small(text)

    def memory(self) -> Any:
        """The text and where the cursor is."""
        return self.text(), self.character()

    def resume(self, memory: Any) -> None:
        """As if it had been typed here."""
        if memory[0] != self.text():
            self.set_text(memory[0])
        if memory[1] is not None:
            self.go_to_character(memory[1])

    def character(self) -> int | None:
        """The number of the character of `text` that the cursor is before; None: there is no cursor."""
        if self._large is not None or self.is_exact():
            return None
        number = self.edit.character()
        return number if self._line_end == "\n" else number + self.edit.text()[:number].count("\n")

    def go_to_character(self, number: int) -> None:
        """Put the cursor before a character of `text`, where there is a cursor."""
        if self.character() is not None:
            self.edit.go_to_character(number - self.text()[:number].count("\r"))

    def exact_bytes(self) -> bytes:
        """The bytes that are meant: with Exact bytes on, escapes resolved; otherwise the text as UTF-8."""
        if self._large is not None:
            return self._large
        return from_escapes(self.text()) if self.is_exact() else self.text().encode("utf-8")

    def _shown_bytes(self) -> bytes:
        """The same with one character for each chip: valid where the whole is, and never long."""
        text = self.edit.shown_text()
        return from_escapes(text) if self.is_exact() else text.encode("utf-8", "replace")

    def set_exact_bytes(self, data: bytes) -> None:
        """Show bytes. Exact bytes goes on when they are more than plain text."""
        escaped = to_escapes(data)
        if too_large(escaped):
            self._show_large(data)
            return
        self._line_end = "\n"
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
        self._big.set_read_only(read_only)
        for button in (self._format, self._minify, self._exact):
            button.setEnabled(not read_only)
        self._foot.setVisible(not read_only)

    def set_placeholder(self, text: str) -> None:
        """What an empty editor says."""
        self.edit.setPlaceholderText(text)

    # -- schema and errors ----------------------------------------------------------------------------

    def set_schema(self, schema: Any, *, again: bool = False) -> None:
        """What the text is to be: proposals and explanations come from it. None: anything. A field will do.
        Unless it is the same thing `again`, undo does not lead back to the text of the thing before."""
        self._completion.set_schema(schema)
        self._checking.set_problems(())
        if not again:
            self.edit.document().clearUndoRedoStacks()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Mark what does not fit the schema where it stands, until the next problems are known."""
        self._checking.set_problems(problems)

    def error_text(self) -> str:
        """`Line 3, column 14: expected ','`; "" for JSON and for no text."""
        error = self.json_error()
        return str(error) if error else ""

    def json_error(self) -> JsonError | None:
        """What makes the text no JSON."""
        if self._large is None:
            self._checking.now()
        return self._checking.error

    def go_to_error(self) -> None:
        """Put the cursor where the text breaks."""
        error = self.json_error()
        if error is not None:
            self.edit.go_to(self._checking.place_of(error))
            self.edit.setFocus()

    def _typed(self) -> None:
        self._checking.typed()
        self.changed.emit()

    def _say_state(self) -> None:
        error, repaired = self._checking.error, self._checking.repaired
        self._clean.setVisible(repaired is not None and not self.edit.isReadOnly())
        if repaired is not None:
            hint = self.tr("Ctrl+Alt+J; can be undone")
            self._clean.setToolTip(tooltip(f"{say_changes(repaired)}.\n{hint}"))
        if error is not None:
            self._say(str(error), "error")
            return
        errors, warnings, _notes = self._checking.counts()
        marks = [mark for mark in self.edit.marks.all() if mark.role != "muted"]
        worst = next((mark for mark in marks if mark.role == "error"), marks[0] if marks else None)
        if worst is None:
            self._say(self._about_ends)
            return
        count = errors + warnings
        line = self.edit.document().findBlock(worst.start).blockNumber() + 1
        text = self.tr("Line {0}: {1}").format(line, worst.text)
        more = self.tr("  (and {} more, F8)").format(count - 1) if count > 1 else ""
        self._say(text + more, "error" if errors else "warning")

    def _say(self, text: str, role: str = "muted") -> None:
        self._error.set_role(role)
        self._error.setText(text)
        self._error.setToolTip(tooltip(text))

    # -- layout of the text -----------------------------------------------------------------------------

    def format(self) -> None:
        """Indent by two; no token changes. What is no JSON stays and the cursor goes to the error."""
        self._lay_anew(indented(self.exact_bytes()))

    def minify(self) -> None:
        """Take out white space between tokens."""
        self._lay_anew(one_lined(self.exact_bytes()))

    def clean_up(self) -> None:
        """Rewrite JSON5 or a Python literal as JSON, and say what was changed."""
        repaired = self._checking.repaired
        if repaired is not None and self.can_change():
            self.edit.set_text(repaired.text)
            self._checking.now()
            self._say(say_changes(repaired))

    def can_clean_up(self) -> bool:
        """Whether the text is no JSON, but could be with the same meaning."""
        return self._checking.repaired is not None

    def can_change(self) -> bool:
        """Whether there is a text that may be edited."""
        return self._large is None and not self.edit.isReadOnly()

    def _lay_anew(self, data: bytes | None) -> None:
        if data is None:
            self.go_to_error()
        elif self.can_change():
            text = to_escapes(data) if self.is_exact() else data.decode("utf-8", "backslashreplace")
            if too_large(text):
                self._show_large(data)
            else:
                self.edit.set_text(text)

    def _fill_more(self) -> None:
        self._more.choices.clear()
        self._actions.fill(self._more.choices)

    def _exact_toggled(self, exact: bool) -> None:
        if self._large is not None:
            return
        text = self.edit.text()
        data = text.encode("utf-8", "surrogatepass") if exact else from_escapes(text)
        self.edit.set_text(to_escapes(data) if exact else data.decode("utf-8", "backslashreplace"))
        self._checking.typed()
        self.changed.emit()

    # -- large text -------------------------------------------------------------------------------------

    def _take_paste(self, source: QMimeData) -> str | None:
        """What of a paste goes into the text box; None: the whole would be too large and is shown instead."""
        text = source.text().removeprefix("\ufeff")
        cursor, now = self.edit.textCursor(), self.edit.shown_text()
        if len(text) < LINE_LIMIT // 2 and len(now) + len(text) < LIMIT:
            return text
        whole = self.edit.text_around(cursor, text)
        if not too_large(whole):
            return text
        self._show_large(whole.encode("utf-8", "backslashreplace"))
        return None

    def _show_small(self, text: str) -> None:
        was_large = self._large is not None
        self._large = None
        self._pages.setCurrentWidget(self.edit)
        self.setFocusProxy(self.edit)
        for button in (self._format, self._minify):
            button.show()
        self._fit_buttons()
        self.edit.set_text(text)
        if was_large:
            self._checking.typed()  # of the text that was there before nothing is known any more

    def _show_large(self, data: bytes) -> None:
        self._checking.stop()
        self._large = data
        many = len(data) > LIMIT
        reason = self.tr("too large to edit without delay") if many else self.tr("a line is very long")
        longest = max(map(len, data.split(b"\n")))
        offers = {"back"} if not self.edit.document().isEmpty() else set()
        if len(data) <= _MOST:
            offers |= {"plain"} if longest <= _LINE_MOST else set()
            offers |= {"indented"} if longest > LINE_LIMIT else set()
        self._big.show_bytes(data, reason, frozenset(offers))
        held = self.edit.hasFocus()
        cursor = self.edit.textCursor()
        cursor.clearSelection()  # it was of the text before: a key would wipe all that stands here next
        self.edit.setTextCursor(cursor)
        self._pages.setCurrentWidget(self._big)
        self.setFocusProxy(self._big)
        if held:  # hiding the text box would hand the keyboard to a button
            self._big.setFocus()
        self._say("")
        for button in (self._clean, self._format, self._minify):
            button.hide()
        self.changed.emit()

    def _edit_anyway(self, is_indented: bool) -> None:
        data = self._large or b""
        if is_indented:
            made = indented(data)
            longest = max(map(len, made.split(b"\n"))) if made is not None else 0
            if made is None or longest > _LINE_MOST:
                words = self.tr("This is not JSON, so it cannot be indented.")
                long = self.tr("Even indented, a line has {} characters.").format(longest)
                self._say(words if made is None else long, "warning")
                return
            data = made
        text = to_escapes(data) if self.is_exact() else data.decode("utf-8", "backslashreplace")
        self._show_small(text)
        self.edit.go_to(0)
        self.edit.setFocus()

    def _back(self) -> None:
        self._show_small(self.edit.text())
        self.changed.emit()
        self.edit.setFocus()

    # -- events -----------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys sent to this widget are meant for the text; those that a button does not know are not."""
        focus = QApplication.focusWidget()
        passed_on = focus is not None and focus is not self.edit and self.isAncestorOf(focus)
        if passed_on or not event.isAccepted() or self._pages.currentWidget() is not self.edit:
            super().keyPressEvent(event)
        else:
            self.edit.keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_buttons()

    def _fit_buttons(self) -> None:
        """In a narrow column the message needs the room; the menu has the rest."""
        self._minify.setVisible(self._large is None and self.width() >= _NARROW)
