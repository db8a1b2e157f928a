"""Editor of texts: one line that becomes an area when the text needs it, a chip for what is too large."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from inspector.core.storage.secret_arguments import is_secret
from inspector.schema.document import Path, lexeme_of, text_of
from inspector.schema.fields import Field
from inspector.ui.forms.editors.areas import TextArea
from inspector.ui.forms.editors.editor import FormSheet, widget_name
from inspector.ui.forms.editors.lines import LineEditor
from inspector.ui.forms.invisible_characters import mark_words
from inspector.ui.forms.large_value import LargeValue
from inspector.ui.forms.notes import FieldNote
from inspector.ui.forms.text_as_json import ContentDialog, content_error, json_content
from inspector.ui.forms.texts import format_hint
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import tool_button
from inspector.ui.widgets.line_icons import scale_icons
from inspector.ui.widgets.own_colours import ColouredLabel
from inspector.ui.widgets.plain import tooltip

__all__ = ["TextEditor"]

_LONG: Final = 100  # characters from which a line becomes an area
_LARGE: Final = 50_000  # characters from which a text is a chip: Qt takes seconds for long lines
_READ: Final = 20_000  # characters of JSON that are read at each key
_BREAKS: Final = ("\n", "\r", "\u2028", "\u2029")


class TextEditor(LineEditor):
    """A string. What is typed is the string; an emptied text is the empty text, not "not set".

    Alt+M changes between line and area. A line break or a long text makes an area of the line by itself,
    under the user's hands. A secret stays a line of dots until it is to be seen.
    """

    kind = "text"
    grows = True
    """Whether the line may become an area."""
    content: Field | None = None
    """What the JSON in the text should be, if there should be JSON in it."""
    large_from = _LARGE
    """Characters from which the text is a chip."""

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        self.area: TextArea | None = None
        self._large: LargeValue | None = None
        self._counter: ColouredLabel | None = None
        self._reveal: QAction | None = None
        self._face: str = "line"
        self._wished = ""
        """The face that a user asked for."""
        super().__init__(sheet, field, path, parent)
        self._keys[(Qt.Key.Key_M, Qt.KeyboardModifier.AltModifier)] = self.change_face
        self._keys[(Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)] = self._break_line
        self.line.setToolTip(tooltip(format_hint(field)))
        if is_secret(field):
            self._hide_text()

    def lay_out(self) -> None:
        bounds = self.field.bounds
        if bounds.max_length is not None or bounds.min_length not in (None, 0, 1):
            self._counter = ColouredLabel()
            zoom.mono(self._counter, -1)
            self._counter.hide()
            self.fill(self.line, self._counter, *self.beside())
        else:
            self.fill(self.line, *self.beside())

    def beside(self) -> tuple[QWidget, ...]:
        """Small controls that stand beside the text."""
        self.content = json_content(self.field) if not is_secret(self.field) else None
        if self.content is None:
            return ()
        hint = self.tr("Edit the JSON in this text")
        button = tool_button(f"{widget_name(self.path)}_content", "code-json", hint)
        button.setAccessibleName(f"{self.spoken()}: {hint}")
        button.clicked.connect(self._open_content)
        return (button,)

    def focus_widget(self) -> QWidget:
        if self._face == "area" and self.area is not None:
            return self.area
        return self._large if self._face == "large" and self._large is not None else self.line

    # -- the value ---------------------------------------------------------------------------------------

    def text_for(self, lexeme: str) -> str:
        return text_of(lexeme) if lexeme.startswith('"') else lexeme

    def lexeme_for(self, text: str) -> str | None:
        return lexeme_of(text)

    def write(self, lexeme: str) -> None:
        super().write(self.sheet.spelled(self.path, lexeme))

    def empty(self) -> None:
        self.write('""')

    def show_lexeme(self, lexeme: str | None) -> None:
        text = "" if lexeme is None or lexeme == "null" else self.text_for(lexeme)
        self._turn(self._face_for(text))
        if self._face == "area" and self.area is not None:
            self.area.show_value(text)
        elif self._face == "large" and self._large is not None:
            self._large.show_text(text)
        else:
            self.line.show_value(text)
        self.tell(lexeme)

    def shown(self) -> str | None:
        if self._face == "large" and self._large is not None:
            return lexeme_of(self._large.text())
        if self._face == "area" and self.area is not None:
            text = self.area.value()
            return self.lexeme_for(text) if text else self.area.state()
        return super().shown()

    def enter(self, text: str) -> None:
        if self._face == "line":
            super().enter(text)
        else:
            self.write(lexeme_of(text))
            self.show_again()

    def take(self, text: str) -> None:
        super().take(text)
        if self._face == "line" and self._face_for(text) != "line":
            self._turn(self._face_for(text))

    # -- line, area, chip --------------------------------------------------------------------------------

    def change_face(self) -> bool:
        """Alt+M: a line becomes an area and back."""
        if self._face == "large" or self._reveal is not None:
            return True
        self._wished = "line" if self._face == "area" else "area"
        self._turn(self._face_for(self._face_text()))  # no line of what is too long for one
        return True

    def _face_for(self, text: str) -> str:
        if len(text) > self.large_from and self._wished != "area":
            return "large"
        if self._wished:
            return self._wished
        if not self.grows or self._reveal is not None:
            return "line"
        long = self.field.kind == "multiline" or len(text) > _LONG or any(sign in text for sign in _BREAKS)
        # an area does not become a line by itself while the user is in it
        return (
            "area"
            if long or (self._face == "area" and self.area is not None and self.area.hasFocus())
            else "line"
        )

    def _turn(self, face: str) -> None:
        """Show another face with the same text, the same keyboard and the same place in the text."""
        if face == self._face:
            return
        before, text, old = self.focus_widget(), self._face_text(), self._face
        held, place = before.hasFocus(), self._place()
        lexeme = self.sheet.lexeme(self.path)
        before.setObjectName(f"{widget_name(self.path)}_{old}")
        self._face = face
        after = self._made(face)
        after.setObjectName(widget_name(self.path))
        after.setAccessibleName(before.accessibleName())
        after.setAccessibleDescription(before.accessibleDescription())
        for name, widget in (("line", self.line), ("area", self.area), ("large", self._large)):
            if widget is not None:
                widget.setVisible(name == face)
        self._show_face(text, place)
        if held:
            after.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tell(lexeme)

    def _made(self, face: str) -> QWidget:
        if face == "area" and self.area is None:
            self.area = TextArea(self.take_key)
            self.area.setFrameShape(QFrame.Shape.NoFrame)
            self.area.setProperty("outlined", True)
            self.area.textChanged.connect(self._area_edited)
            self.area.setEnabled(not self._locked)
            self._put(self.area)
        if face == "large" and self._large is None:
            self._large = LargeValue(widget_name(self.path), self.take_key)
            self._large.opened.connect(self._open_large)
            self._large.setEnabled(not self._locked)
            self._put(self._large)
        return self.focus_widget()

    def _put(self, widget: QWidget) -> None:
        """Another face stands where the line does."""
        number = self.place.indexOf(self.line)
        self.place.insertWidget(number + 1, widget, self.place.stretch(number))

    def _face_text(self) -> str:
        if self._face == "area" and self.area is not None:
            return self.area.value()
        return self._large.text() if self._face == "large" and self._large is not None else self.line.value()

    def _place(self) -> tuple[int, int]:
        """Where the selection of the text begins and where the cursor stands."""
        if self._face == "area" and self.area is not None:
            cursor = self.area.textCursor()
            return cursor.anchor(), cursor.position()
        position = self.line.cursorPosition()
        if not self.line.hasSelectedText():
            return position, position
        start, end = self.line.selectionStart(), self.line.selectionEnd()
        return (end, start) if position == start else (start, end)

    def _show_face(self, text: str, place: tuple[int, int]) -> None:
        anchor, position = place
        if self._face == "large" and self._large is not None:
            self._large.show_text(text)
        elif self._face == "area" and self.area is not None:
            self.area.show_value(text)
            cursor = self.area.textCursor()
            most = max(0, self.area.document().characterCount() - 1)
            cursor.setPosition(min(anchor, most))
            cursor.setPosition(min(position, most), QTextCursor.MoveMode.KeepAnchor)
            self.area.setTextCursor(cursor)
        else:
            self.line.show_value(text)
            self.line.setCursorPosition(anchor)
            if anchor != position:
                self.line.setSelection(anchor, position - anchor)

    def _area_edited(self) -> None:
        if self.area is not None:
            self.take(self.area.value())

    def _break_line(self) -> bool:
        """Shift+Enter in a line."""
        if self._face != "line" or not self.grows or self._reveal is not None:
            return False
        self.line.insert("\n")
        self.take(self.line.value())
        return True

    def _open_large(self) -> None:
        """A user wants to see a large text as text all the same."""
        self._wished = "area"
        text = self._face_text()
        self._turn("area")
        if self.area is not None:
            self.area.show_value(text)

    def _open_content(self) -> None:
        if self.content is not None:
            dialog = ContentDialog(self.spoken(), self.content, self._face_text(), self)
            dialog.taken.connect(self.enter)
            dialog.open()

    # -- remarks -----------------------------------------------------------------------------------------

    def tell(self, lexeme: str | None) -> None:
        if self.area is not None:
            self.area.set_state(lexeme, self.hint(lexeme))
        if self._counter is not None:
            self._count(self._counter, lexeme)
        super().tell(lexeme)

    def notes(self, lexeme: str | None) -> tuple[FieldNote, ...]:
        found: tuple[FieldNote, ...] = ()
        text = self._face_text() if lexeme is not None and self._face != "large" else ""
        if text and self._reveal is None:
            words, role = mark_words(text)
            if words:
                hint = self.tr("Invisible characters. They are sent as is.")
                found += (FieldNote(self.tr("contains {0}").format(words), role, hint),)
            if text != text.strip(" "):
                hint = self.tr("It is sent as well.")
                found += (FieldNote(self.tr("leading or trailing space"), "muted", hint),)
        return found + self.format_notes(text) + super().notes(lexeme)

    def format_notes(self, text: str) -> tuple[FieldNote, ...]:
        """Remarks about the format, none for an empty text."""
        if self.content is not None and text and len(text) < _READ and (error := content_error(text)):
            return self.guesses(FieldNote(self.tr("not JSON: {0}").format(error), "warning"))
        if self.field.format in ("uri", "url", "iri") and text:
            scheme, colon, _ = text.partition(":")
            if (
                not colon
                or not scheme[:1].isalpha()
                or not scheme.replace("+", "").replace("-", "").replace(".", "").isalnum()
            ):
                return self.guesses(FieldNote(self.tr("no scheme such as https:"), "warning"))
        return ()

    def _count(self, counter: ColouredLabel, lexeme: str | None) -> None:
        """Characters as JSON Schema counts them: code points, not the halves of UTF-16."""
        bounds, long = self.field.bounds, len(self._face_text())
        counter.setVisible(lexeme is not None and lexeme != "null")
        most = f"{long} / {bounds.max_length}" if bounds.max_length is not None else f"{long}"
        short = bounds.min_length is not None and long < bounds.min_length
        counter.setText(most if not short else f"{most} (≥ {bounds.min_length})")
        over = short or (bounds.max_length is not None and long > bounds.max_length)
        counter.set_role("error" if over else "muted")

    # -- secrets -----------------------------------------------------------------------------------------

    def _hide_text(self) -> None:
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self._reveal = QAction(theme.icon("eye-outline", "muted"), self.tr("Show hidden text"), self)
        self._reveal.setObjectName(f"{widget_name(self.path)}_reveal")
        self._reveal.setCheckable(True)
        self._reveal.toggled.connect(self._revealed)
        self.line.addAction(self._reveal, QLineEdit.ActionPosition.TrailingPosition)
        scale_icons(self.line)

    def _revealed(self, seen: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if seen else QLineEdit.EchoMode.Password
        self.line.setEchoMode(mode)
        if self._reveal is not None:
            self._reveal.setIcon(theme.icon("eye-off-outline" if seen else "eye-outline", "muted"))
            self._reveal.setText(self.tr("Hide it") if seen else self.tr("Show hidden text"))
