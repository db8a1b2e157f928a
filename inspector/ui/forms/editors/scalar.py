"""What editors of a single value have in common: the keys for not set and null, remarks, the lock."""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from inspector.core.storage.secret_arguments import is_secret
from inspector.protocol.era.param_headers import PREFIX, header_value
from inspector.schema.document import Document, Path
from inspector.schema.fields import Field
from inspector.ui.forms.editors.editor import Editor, FormSheet, widget_name
from inspector.ui.forms.notes import FieldNote, Notes
from inspector.ui.forms.texts import label
from inspector.ui.keyboard.own_keys import DUPLICATE, leaves_undo
from inspector.ui.widgets import theme, zoom

__all__ = ["ScalarEditor"]

_LONG: Final = 20_000  # characters of a value whose header is not worked out

_Chord = tuple[Qt.Key, Qt.KeyboardModifier]


class ScalarEditor(Editor):
    """Ctrl+Backspace: not set. Alt+N: null and back. Ctrl+Right in an empty field: its default.

    Remarks stand below the widget. A read-only value is locked until a user asks to edit it anyway.
    """

    own_null: ClassVar[bool] = False
    """The widget offers null itself, it needs no button for it."""

    def __init__(self, sheet: FormSheet, field: Field, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(sheet, field, path, parent)
        self._before_null: str | None = None
        self._locked = field.read_only
        self._notes: Notes | None = None
        self._null: QToolButton | None = None
        self._judged = False
        self._keys: Final = {
            (Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier): self.unset_by_key,
            (Qt.Key.Key_N, Qt.KeyboardModifier.AltModifier): self.toggle_null,
            (Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier): self.accept_default,
        }

    # -- for subclasses ----------------------------------------------------------------------------------

    def fill(self, main: QWidget, *beside: QWidget) -> None:
        """Lay out: the main widget, small ones beside it, remarks below. `place`: where the main one is."""
        if self.field.nullable and not self.own_null:
            self._null = self._null_button()
            beside = (*beside, self._null)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        zoom.follow(layout.setSpacing, 2)
        self.place: QBoxLayout = layout
        if beside:
            self.place = QHBoxLayout()
            zoom.follow(self.place.setSpacing, theme.SPACE // 2)
            layout.addLayout(self.place)
        self.place.addWidget(main, 1 if beside else 0)
        for widget in beside:
            self.place.addWidget(widget)
        if self._locked:
            self.lock(True)

    def named(self, widget: QWidget) -> QWidget:
        """Give a widget the name of this place and the keyboard."""
        widget.setObjectName(widget_name(self.path))
        widget.setAccessibleName(self.spoken())
        return widget

    def notes(self, lexeme: str | None) -> tuple[FieldNote, ...]:
        """Remarks about the value; subclasses put theirs before these."""
        found: tuple[FieldNote, ...] = ()
        if self._locked:
            found += (
                FieldNote(
                    self.tr("read-only"),
                    "warning",
                    self.tr("According to the schema, only the server sets it."),
                ),
                FieldNote(
                    self.tr("Edit anyway"), click=self._unlock, name=f"{widget_name(self.path)}_unlock"
                ),
            )
        if self.field.header:
            found += self._header_notes(lexeme)
        return found

    def judge(self, faulty: bool) -> None:
        if faulty != self._judged:
            self._judged = faulty
            self.tell(self.sheet.lexeme(self.path))

    def guesses(self, *notes: FieldNote) -> tuple[FieldNote, ...]:
        """Remarks that something may be wrong; none where the row says already that it is."""
        return () if self._judged else notes

    def lock(self, locked: bool) -> None:
        """Take the keyboard from the widgets of the value, or give it back."""
        for child in self.children():
            if isinstance(child, QWidget) and child is not self._notes:
                child.setEnabled(not locked)

    def tell(self, lexeme: str | None) -> None:
        """The value is this one now: show its remarks and whether it is null."""
        if self._null is not None:
            self._null.setChecked(lexeme == "null")
        notes = self.notes(lexeme)
        if self._notes is None and notes:
            self._notes = Notes(f"{widget_name(self.path)}_notes")
            layout = self.layout()
            if layout is not None:
                layout.addWidget(self._notes)
        if self._notes is not None:
            self._notes.say(notes)

    # -- writing -----------------------------------------------------------------------------------------

    def write(self, lexeme: str) -> None:
        super().write(lexeme)
        self.tell(lexeme)

    def unset(self) -> None:
        if self.must_stay:
            self.empty()
        else:
            super().unset()
            self.tell(None)

    def empty(self) -> None:
        """What an item, which cannot be absent, becomes when it is cleared: it stays what it is."""

    def show_again(self) -> None:
        """Show what the document has now, also where a user is typing."""
        self.forget()
        self.refresh()

    # -- keys --------------------------------------------------------------------------------------------

    def take_key(self, event: QKeyEvent) -> bool:
        """For the widgets: whether a key is one of those that every field has."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        chord: _Chord = (Qt.Key(event.key()), modifiers)
        given = self.sheet.is_as_given
        if event.keyCombination() == DUPLICATE or leaves_undo(event, self.focus_widget(), always=given):
            event.ignore()  # it is for the item around it, or for the form
            return True
        action = self._keys.get(chord)
        return action is not None and not self._locked and action()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take_key(event):
            super().keyPressEvent(event)

    def unset_by_key(self) -> bool:
        """Ctrl+Backspace."""
        self.unset()
        self.show_again()
        return True

    def toggle_null(self) -> bool:
        """Alt+N: null, and from null back to what was there."""
        lexeme = self.sheet.lexeme(self.path) if self.sheet.draft(self.path) is None else None
        if lexeme != "null":
            self._before_null = lexeme
            self.write("null")
        elif self._before_null is not None:
            self.write(self._before_null)
        else:
            self.unset()
        self.show_again()
        return True

    def accept_default(self) -> bool:
        """Ctrl+Right where nothing is set: the default is set. Elsewhere the key goes a word on."""
        if self.field.default is None or self.sheet.lexeme(self.path) is not None:
            return False
        self.write(self.field.default)
        self.show_again()
        return True

    # -- parts -------------------------------------------------------------------------------------------

    def _null_button(self) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"{widget_name(self.path)}_null")
        button.setText("null")
        zoom.mono(button, -1)
        button.setCheckable(True)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(self.tr("Set to null, or restore (Alt+N)"))
        button.setAccessibleName(self.tr("{0}: null").format(label(self.field)))
        button.clicked.connect(self._null_clicked)
        return button

    def _null_clicked(self) -> None:
        self.toggle_null()

    def _unlock(self) -> None:
        self._locked = False
        self.lock(False)
        self.tell(self.sheet.lexeme(self.path))
        self.focus_widget().setFocus(Qt.FocusReason.OtherFocusReason)

    def _header_notes(self, lexeme: str | None) -> tuple[FieldNote, ...]:
        """The HTTP header that repeats this argument, with the value it gets."""
        name = PREFIX + self.field.header
        value = None
        if lexeme is not None and len(lexeme) < _LONG and self.sheet.draft(self.path) is None:
            value = header_value(Document(lexeme).value(()))
        secret = is_secret(self.field)
        if value is not None:
            shown = "•••" if secret else value
            said = FieldNote(
                f"→ {name}: {shown}", "accent", self.tr("Modern HTTP also sends it in this header.")
            )
        else:
            said = FieldNote(f"→ {name}", "muted", self.tr("Not sent if a header cannot carry the value."))
        if not secret:
            return (said,)
        warning = self.tr("A secret in a header: proxies and logs may keep it.")
        return said, FieldNote(self.tr("secret in a header"), "warning", warning)
