"""What the schema proposes while JSON is typed, and what it says about what is under the mouse.

Ctrl+Space (or Alt+Down) asks; a quote, a colon or a comma asks by itself, and then nothing is chosen before
the user steps into the list, so that Enter still breaks the line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QToolTip
from shiboken6 import isValid

from inspector.json_tokens import narrow, wide
from inspector.schema.place import CursorPlace, open_brackets, place_at
from inspector.schema.suggest import Proposal, Suggestions
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.widgets.completion_popup import CompletionPopup
from inspector.ui.widgets.plain import tooltip

__all__ = ["JsonCompletion"]

_REACH: Final = 400_000  # characters; in longer text nothing is proposed
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_ASKING: Final = ('"', ":", ",")
_EMPTY: Final = ('""', "{}", "[]")  # no news unless asked for
_OTHERS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class JsonCompletion(QObject):
    """Stands beside one text box. about_marks(position): what is said about a place for other reasons."""

    def __init__(self, edit: CodeEdit, about_marks: Callable[[int], str]) -> None:
        super().__init__(edit)
        self._edit = edit
        self._about_marks = about_marks
        self._schema: Any = None
        self._known: Suggestions | None = None
        self._popup: CompletionPopup | None = None
        self._offered: dict[str, Proposal] = {}
        self._place = CursorPlace((), "none", 0, 0)
        self._asked = False  # the list is open
        self._revision = -1  # of the document it was asked for
        self._line: tuple[int, tuple[int, ...]] = (0, ())  # start of a line, and the brackets open there
        edit.installEventFilter(self)
        edit.document().contentsChange.connect(self._forget_line)
        edit.edited.connect(self._edited)
        edit.cursorPositionChanged.connect(self._moved)
        edit.verticalScrollBar().valueChanged.connect(self.dismiss)
        edit.help_wanted.connect(self._help)

    def set_schema(self, schema: Any) -> None:
        """None: nothing is known about the text. The schema is read when it is needed first."""
        self._schema, self._known = schema, None
        self.dismiss()

    def has_schema(self) -> bool:
        """Whether there is something to propose from."""
        return self._schema is not None

    def ask(self, wanted: bool = True) -> None:
        """Propose what fits at the cursor. wanted: the user asked, and is told when there is nothing."""
        edit = self._edit
        known = self._suggestions()
        if known is None or edit.isReadOnly() or edit.document().characterCount() > _REACH:
            return
        cursor = edit.textCursor()
        place = self._place_at(wide(edit.shown_text()), cursor.position())
        line = cursor.block().text()
        found = known.proposals(place, line[: len(line) - len(line.lstrip(" "))])
        told = [
            one for one in found if one.label not in _EMPTY and place.typed not in (one.label, one.before)
        ]
        if not found or (not wanted and not told):
            self.dismiss()
            if wanted:
                self._show((), (), self.tr("The schema has no suggestions here."))
            return
        self._place = place
        self._offered = {narrow(one.label): one for one in found}
        about = self.tr("Enter or Tab inserts it") if wanted else self.tr("Down, then Enter; or Tab")
        self._show(tuple(self._offered), [one.about for one in found], about)
        self._asked, self._revision = True, edit.document().revision()
        if wanted and self._popup is not None:
            self._popup.step(1)

    def dismiss(self) -> None:
        """No list."""
        self._asked = False
        if self._popup is not None and isValid(self._popup):
            self._popup.hide()

    def help_at_cursor(self) -> None:
        """Say what is known about the place of the cursor."""
        rect = self._edit.cursorRect()
        where = self._edit.viewport().mapToGlobal(rect.bottomLeft())
        self._help(self._edit.textCursor().position(), where)

    def about(self, position: int) -> str:
        """What is wrong at a place and what the schema says about it."""
        chip = self._edit.blobs.about(position)
        said = [self._about_marks(position)]
        if chip:
            said.append(self.tr("{}, as base64: shown as a chip, sent whole").format(chip))
        known = self._suggestions()
        if known is not None and self._edit.document().characterCount() <= _REACH:
            said.append(self._known_about(known, position))
        return "\n\n".join(text for text in said if text)

    def _place_at(self, text: str, offset: int) -> CursorPlace:
        """Reading starts at the line where it ended last, if nothing was changed before it."""
        start = self._edit.document().findBlock(offset).position()
        known = self._line if self._line[0] <= start else (0, ())
        self._line = start, open_brackets(text, start, *known)
        return place_at(text, offset, open_brackets(text, offset, *self._line))

    def _forget_line(self, position: int, _removed: int, _added: int) -> None:
        if position < self._line[0]:
            self._line = (0, ())

    def _known_about(self, known: Suggestions, position: int) -> str:
        text = wide(self._edit.shown_text())
        start = position
        while start > 0 and text[start - 1] not in ' \n\t,:{}[]"' and position - start < 200:
            start -= 1
        start -= text[start - 1 : start] == '"'
        place = self._place_at(text, start)
        if place.slot == "key":
            end = text.find('"', start + 1)
            key = text[start + 1 : end] if text[start : start + 1] == '"' and end > 0 else ""
            return known.about((*place.path, narrow(key))) if key else ""
        return known.about(place.path) if place.slot == "value" else ""

    # -- events ----------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        wider = isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width()
        if kind in (QEvent.Type.FocusOut, QEvent.Type.Hide) or wider:
            self.dismiss()
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.ShortcutOverride and self._is_ours(event):
            event.accept()
            return True
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and self._is_ours(event):
            self._key(event)
            return True
        return super().eventFilter(watched, event)

    def _is_open(self) -> bool:
        return self._popup is not None and isValid(self._popup) and self._popup.isVisible()

    def _is_ours(self, event: QKeyEvent) -> bool:
        key, popup = event.key(), self._popup
        if _asks(event):
            return self._schema is not None
        if event.modifiers() & _OTHERS or not self._is_open() or popup is None:
            return False
        if key in ENTER:
            return popup.current() is not None
        return key == Qt.Key.Key_Escape or ((key in _STEPS or key == Qt.Key.Key_Tab) and bool(popup.values()))

    def _key(self, event: QKeyEvent) -> None:
        key, popup = Qt.Key(event.key()), self._popup
        if _asks(event) or popup is None:
            self.ask()
        elif key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in _STEPS:
            popup.step(_STEPS[key])
        else:
            value = popup.current() or next(iter(popup.values()), None)
            if value is not None:
                self._accept(value)

    def _edited(self) -> None:
        """Go on with an open list, or open one behind a quote, a colon or a comma that was just typed."""
        edit = self._edit
        if self._schema is None or not edit.hasFocus():
            self.dismiss()
            return
        place = edit.textCursor().position()
        last = edit.document().characterAt(place - 1) if place else ""
        goes_on = self._is_open() and self._asked and bool(last.strip()) and last not in _ASKING
        if goes_on or (last in _ASKING and edit.typed_last() == last):
            self.ask(wanted=False)
        else:
            self.dismiss()

    def _moved(self) -> None:
        """The list is about the place it was asked for; typing there is told by `_edited`."""
        if self._asked and self._edit.document().revision() == self._revision:
            self.dismiss()

    # -- showing ---------------------------------------------------------------------------------------

    def _suggestions(self) -> Suggestions | None:
        if self._known is None and self._schema is not None:
            self._known = Suggestions(self._schema)
        return self._known

    def _show(self, values: tuple[str, ...], docs: Any, about: str) -> None:
        window = self._edit.window()
        popup = self._popup
        if popup is None or not isValid(popup) or popup.parentWidget() is not window:
            popup = self._popup = CompletionPopup(window)
            popup.chosen.connect(self._accept)
        cursor = QTextCursor(self._edit.document())
        cursor.setPosition(self._place.start if values else self._edit.textCursor().position())
        rect = self._edit.cursorRect(cursor)
        popup.show_values(values, about, "muted", self._edit.viewport(), docs, at=QRect(rect))

    def _accept(self, label: str) -> None:
        one, place = self._offered.get(label), self._place
        self.dismiss()
        if one is None:
            return
        self._edit.replace_range(place.start, place.end, one.before + one.after)
        self._edit.go_to(place.start + len(wide(one.before)))
        self._edit.setFocus()
        if one.before.endswith(": ") or (one.before.endswith('"') and one.after.startswith('"')):
            self.ask(wanted=False)

    def _help(self, position: int, where: QPoint) -> None:
        text = self.about(position) if position >= 0 else ""
        if text:
            QToolTip.showText(where, tooltip(text), self._edit.viewport())
        else:
            QToolTip.hideText()


def _asks(event: QKeyEvent) -> bool:
    """Ctrl+Space, which some input methods keep for themselves, or Alt+Down."""
    modifiers = event.modifiers()
    if event.key() == Qt.Key.Key_Space:
        plain = not modifiers & Qt.KeyboardModifier.ShiftModifier
        return plain and bool(modifiers & Qt.KeyboardModifier.ControlModifier)
    return event.key() == Qt.Key.Key_Down and bool(modifiers & Qt.KeyboardModifier.AltModifier)
