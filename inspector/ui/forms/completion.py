"""Completion in a form: asks the server while a user types, and shows what it proposes.

It stands beside the form and knows its lines by their editors. Typing asks after 150 ms of quiet and Down at
once, if the server declared completions; Ctrl+Space (or Alt+Down) asks declared or not. A question that is
out of date is cancelled on the wire.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final, Protocol

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QScrollArea, QWidget
from shiboken6 import isValid

from inspector.core.client.completion import Completion
from inspector.errors import InspectorError
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.loop.tasks import spawn
from inspector.ui.widgets import theme
from inspector.ui.widgets.completion_popup import CompletionPopup
from inspector.ui.widgets.line_icons import scale_icons

__all__ = ["ArgumentCompletion", "Proposer"]

_QUIET_MS: Final = 150
_STEPS: Final = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 8,
    Qt.Key.Key_PageUp: -8,
}


class Proposer(Protocol):
    """The client that is asked."""

    def offers_completion(self) -> bool:
        """The server declared that it completes."""

    async def propose(self, name: str, value: str) -> Completion:
        """Ask the server for values of this argument, of which `value` is typed."""


class ArgumentCompletion(QObject):
    """Proposes values in the text lines of one form."""

    def __init__(self, form: QWidget, proposer: Proposer) -> None:
        super().__init__(form)
        self._form = form
        self._proposer = proposer
        self._line: QLineEdit | None = None  # it has the focus
        self._asking: asyncio.Task[None] | None = None
        self._popup: CompletionPopup | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MS)
        self._timer.timeout.connect(self._typed_enough)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)
        for area in form.findChildren(QScrollArea):
            area.verticalScrollBar().valueChanged.connect(self.dismiss)

    def adopt(self) -> None:
        """The form has other lines, or the server is another one: mark the lines that can be completed."""
        for line in self._form.findChildren(QLineEdit):
            if isinstance(line.parent(), TextEditor):
                self._mark(line)

    def dismiss(self) -> None:
        """No drop-down, no question."""
        self._timer.stop()
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        self._hide_popup()

    def _hide_popup(self) -> None:
        if self._popup is not None and isValid(self._popup):
            self._popup.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._line:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.Hide:
            self.dismiss()
        elif event.type() == QEvent.Type.Resize:
            self._hide_popup()  # typing may bring a scroll bar: what is being asked is wanted all the same
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if self._is_ours(event):
                event.accept()  # Esc and Enter belong to the drop-down while it is there
                return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._is_ours(event):
            self._key(event)
            return True
        return super().eventFilter(watched, event)

    # -- keys --------------------------------------------------------------------------------------------

    def _is_ours(self, event: QKeyEvent) -> bool:
        if _asks(event):
            return True
        popup, key = self._popup, event.key()
        if event.modifiers() & _OTHER_MEANING:
            return False
        if popup is None or not popup.isVisible():
            return key == Qt.Key.Key_Down and self._proposer.offers_completion()  # as the arrow promises
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return popup.current() is not None
        return key == Qt.Key.Key_Escape or (key in _STEPS and bool(popup.values()))

    def _key(self, event: QKeyEvent) -> None:
        popup, key = self._popup, Qt.Key(event.key())
        if _asks(event) or popup is None or not popup.isVisible():
            self._ask(wanted=True)
        elif key == Qt.Key.Key_Escape:
            self.dismiss()
        elif key in _STEPS:
            popup.step(_STEPS[key])
        elif (value := popup.current()) is not None:
            self._accept(value)

    # -- lines -------------------------------------------------------------------------------------------

    def _focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        if now is self._line:
            return
        self.dismiss()
        if self._line is not None and isValid(self._line):
            self._line.removeEventFilter(self)
            self._line.textEdited.disconnect(self._edited)
        self._line = None
        if (
            isinstance(now, QLineEdit)
            and isinstance(now.parent(), TextEditor)
            and self._form.isAncestorOf(now)
        ):
            self._line = now
            self._mark(now)
            now.installEventFilter(self)
            now.textEdited.connect(self._edited)

    def _mark(self, line: QLineEdit) -> None:
        """A small arrow in the line: values can be asked for."""
        offered = self._proposer.offers_completion()
        marks = [action for action in line.actions() if action.data() == _MARK]
        for action in marks if not offered else ():
            line.removeAction(action)
        if not offered or marks:
            return
        action = QAction(
            theme.icon("chevron-down", "muted"),
            self.tr("Suggestions from the server (Down or Ctrl+Space)"),
            line,
        )
        action.setData(_MARK)
        action.setObjectName(f"{line.objectName()}_complete")
        action.triggered.connect(self._mark_clicked)
        line.addAction(action, QLineEdit.ActionPosition.TrailingPosition)
        scale_icons(line)

    def _mark_clicked(self) -> None:
        action = self.sender()
        line = action.parent() if isinstance(action, QAction) else None
        if not isinstance(line, QLineEdit):
            return
        shown = self._popup is not None and self._popup.isVisible() and self._line is line
        line.setFocus(Qt.FocusReason.MouseFocusReason)
        if shown:
            self.dismiss()
        elif self._line is line:
            self._ask(wanted=True)

    # -- asking ------------------------------------------------------------------------------------------

    def _edited(self, _text: str) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        if self._proposer.offers_completion():
            self._timer.start()
        else:
            self.dismiss()  # what is shown was asked for another text

    def _typed_enough(self) -> None:
        self._ask(wanted=False)

    def _ask(self, *, wanted: bool) -> None:
        """wanted: the user asked for it, and is told when nothing comes."""
        line = self._line
        editor = line.parent() if line is not None else None
        if line is None or not isinstance(editor, TextEditor) or not editor.path:
            return
        self._timer.stop()
        if self._asking is not None:
            self._asking.cancel()
        name = str(editor.path[0])
        if wanted:
            self._show((), self.tr("Asking the server…"), "pending")
        self._asking = spawn(self, self._run(line, name, line.text(), wanted), f"complete {name}")

    async def _run(self, line: QLineEdit, name: str, value: str, wanted: bool) -> None:
        try:
            found = await self._proposer.propose(name, value)
        except InspectorError as error:
            self._failed(str(error), wanted)
            return
        if self._line is not line or line.text() != value:
            return
        if found.answer.error:
            self._failed(_error_words(found.answer.value), wanted)
        elif found.values or found.notes or wanted:
            about, role = self._about(found)
            self._show(found.values, about, role)
        else:
            self.dismiss()

    def _failed(self, words: str, wanted: bool) -> None:
        if wanted and self._line is not None:
            self._show((), words, "error")
        else:
            self.dismiss()

    def _about(self, found: Completion) -> tuple[str, str]:
        count = len(found.values)
        if not count:
            text = self.tr("No suggestions from the server.")
        elif found.total > count:
            text = self.tr("{0} of {1}").format(count, found.total)
        elif found.has_more:
            text = self.tr("{0}, more available").format(count)
        else:
            text = self.tr("1 value") if count == 1 else self.tr("{0} values").format(count)
        return " · ⚠ ".join((text, *found.notes)), "warning" if found.notes else "muted"

    def _show(self, values: tuple[str, ...], about: str, role: str) -> None:
        line = self._line
        if line is None or not line.isVisible():
            return
        popup = self._popup
        if popup is None or not isValid(popup) or popup.parentWidget() is not line.window():
            popup = self._popup = CompletionPopup(line.window())
            popup.chosen.connect(self._accept)
        popup.show_values(values, about, role, line)

    def _accept(self, value: str) -> None:
        line = self._line
        self.dismiss()
        editor: Any = line.parent() if line is not None else None
        if isinstance(editor, TextEditor):
            editor.enter(value)
            self.dismiss()  # this was not typed: asked again, the list would lie over the next field


_MARK: Final = "completion"
_OTHER_MEANING: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def _asks(event: QKeyEvent) -> bool:
    """Ctrl+Space, which some input methods keep for themselves, or Alt+Down."""
    modifiers = event.modifiers()
    if event.key() == Qt.Key.Key_Space:
        return bool(modifiers & Qt.KeyboardModifier.ControlModifier)
    return event.key() == Qt.Key.Key_Down and bool(modifiers & Qt.KeyboardModifier.AltModifier)


def _error_words(error: Any) -> str:
    error = error if isinstance(error, dict) else {}
    return f"✗ {error.get('message', '')} ({error.get('code', '?')})"
