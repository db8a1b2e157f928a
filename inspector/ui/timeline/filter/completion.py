"""Completion in the line of a filter: what fits at the cursor, each with what it means.

It opens by itself while a word is typed and never takes the focus; nothing is chosen until the user steps
into it, so that Enter still applies the filter. Values come from a worker thread: typing waits for nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from shiboken6 import isValid

from inspector.trace.journal import Journal
from inspector.trace.query.complete import Completion, Completions, complete
from inspector.trace.query.language import Compiled
from inspector.trace.query.seen import seen, unseen
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets.completion_popup import CompletionPopup

__all__ = ["FilterCompletion", "Proposer"]

_QUIET_MS: Final = 80
_MOST: Final = 60  # proposals shown
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
_OTHER_MEANING: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)

_SPACED: Final = ("field", "operator", "logic")  # something must follow


@dataclass(frozen=True, slots=True)
class Proposer:
    """Asks the language, with values from the session. For a worker thread."""

    journal: Journal

    def __call__(self, text: str, cursor: int) -> Completions:
        try:
            with closing(self.journal.reader()) as connection:
                return complete(text, cursor, partial(seen, connection))
        except sqlite3.Error:  # the session is closed while the user types
            return Completions(cursor, cursor, ())

    def unseen(self, where: Compiled) -> str:
        """What the session has not: a tool or a server of a name that the filter asks for."""
        try:
            with closing(self.journal.reader()) as connection:
                return unseen(connection, where)
        except sqlite3.Error:
            return ""


class FilterCompletion(QObject):
    """Watches one line. propose(text, cursor): asked in a worker. recent: whole filters for an empty line."""

    def __init__(self, line: FilterEdit, propose: Proposer, recent: Callable[[], list[str]]) -> None:
        super().__init__(line)
        self._line, self._propose, self._recent = line, propose, recent
        line.unseen = propose.unseen
        self._popup: CompletionPopup | None = None
        self._asking: asyncio.Task[None] | None = None
        self._shown: dict[str, Completion] = {}
        self._range = (0, 0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MS)
        self._timer.timeout.connect(self._typed_enough)
        line.installEventFilter(self)
        line.textEdited.connect(self._edited)
        line.applied.connect(self._stop_asking)

    @property
    def visible(self) -> bool:
        """Whether there is something to choose from."""
        return self._popup is not None and isValid(self._popup) and self._popup.isVisible()

    def dismiss(self) -> None:
        """Nothing is proposed."""
        self._timer.stop()
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        if self.visible and self._popup is not None:
            self._popup.hide()
            self._line.keep_quiet(False)

    def ask(self) -> None:
        """Propose what fits at the cursor, also when nothing is typed there yet."""
        self._start(wanted=True)

    # -- keys ----------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if not hasattr(self, "_timer"):  # Qt still sends events to what is being collected
            return False
        if kind in (QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.MouseButtonPress):
            self.dismiss()
        elif kind == QEvent.Type.Resize and self.visible and self._popup is not None:
            self._popup.place(self._line, self._line.place_of(self._range[0]))  # the count beside it grew
        elif isinstance(event, QKeyEvent) and kind in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            then = self._meaning(event)
            if then is not None:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    then()
                return True
        return super().eventFilter(watched, event)

    def _meaning(self, event: QKeyEvent) -> Callable[[], None] | None:
        """What a key does here; None: it is the line's."""
        key = Qt.Key(event.key())
        if _asks(event):
            return self.ask
        if event.modifiers() & _OTHER_MEANING:
            return None
        if not self.visible:
            return self.ask if key == Qt.Key.Key_Down else None
        chosen = self._popup is not None and self._popup.current() is not None
        if key in ENTER:
            return self._accept_current if chosen else None
        table: dict[Qt.Key, Callable[[], None]] = {
            Qt.Key.Key_Escape: self.dismiss,
            Qt.Key.Key_Tab: self._accept_current,
            Qt.Key.Key_Down: self._down,
            Qt.Key.Key_Up: self._up,
            Qt.Key.Key_PageDown: self._page_down,
            Qt.Key.Key_PageUp: self._page_up,
        }
        return table.get(key)

    def _down(self) -> None:
        self._step(Qt.Key.Key_Down)

    def _up(self) -> None:
        self._step(Qt.Key.Key_Up)

    def _page_down(self) -> None:
        self._step(Qt.Key.Key_PageDown)

    def _page_up(self) -> None:
        self._step(Qt.Key.Key_PageUp)

    def _step(self, key: Qt.Key) -> None:
        if self._popup is not None:
            self._popup.step(_STEPS[key])

    def _accept_current(self) -> None:
        if self._popup is not None and self._shown:
            self._accept(self._popup.current() or next(iter(self._shown)))

    # -- asking --------------------------------------------------------------------------------------------

    def _edited(self, text: str) -> None:
        if text.strip():
            self._timer.start()
        else:
            self.dismiss()

    def _typed_enough(self) -> None:
        self._start(wanted=False)

    def _stop_asking(self, _where: object) -> None:
        """Applied by Enter: what was asked for on the way there is not wanted any more."""
        if not self._line.hasFocus():
            self.dismiss()

    def _start(self, *, wanted: bool) -> None:
        self._timer.stop()
        if self._asking is not None:
            self._asking.cancel()
        if asyncio.events._get_running_loop() is None:  # a timer that is due after the end of the loop
            return
        self._asking = spawn(self, self._run(wanted), "timeline: complete the filter")

    async def _run(self, wanted: bool) -> None:
        text, cursor = self._line.text(), self._line.cursorPosition()
        found = await offload(self._propose, text, cursor)
        if (text, cursor) != (self._line.text(), self._line.cursorPosition()) or not self._line.hasFocus():
            return
        items = list(found.items)
        typed = text[found.start : cursor]
        begun = typed.strip() or [item.kind for item in items[:1]] == ["is"]  # after "is:" a word must follow
        if not wanted and not begun:
            items = []  # nobody asked, and there is nothing to complete
        if wanted and not text.strip():
            items = [Completion(one, self.tr("recent"), "recent") for one in self._recent()] + items
        if items:
            self._show(items[:_MOST], found.start, found.end)
        else:
            self.dismiss()

    def _show(self, items: list[Completion], start: int, end: int) -> None:
        line, popup = self._line, self._popup
        if popup is None or not isValid(popup) or popup.parentWidget() is not line.window():
            popup = self._popup = CompletionPopup(line.window())
            popup.chosen.connect(self._accept)
        line.keep_quiet(True)
        self._range = start, end
        self._shown = {item.text: item for item in reversed(items)}
        self._shown = {item.text: self._shown[item.text] for item in items}  # in the order proposed
        docs = [item.doc for item in self._shown.values()]
        about = self.tr("Tab or ↓ Enter accepts · Esc closes")
        popup.show_values(tuple(self._shown), about, "muted", line, docs, line.place_of(start))

    def _accept(self, text: str) -> None:
        item, line = self._shown.get(text), self._line
        self.dismiss()
        if item is None:
            return
        if item.kind == "recent":
            line.use(item.text)
            return
        start, end = self._range
        line.setSelection(start, end - start)
        spaced = item.kind in _SPACED and not line.text()[end:].startswith(" ")
        line.insert(f"{item.text} " if spaced else item.text)
        if spaced or item.text == "$.":
            self._start(wanted=True)  # what comes next


def _asks(event: QKeyEvent) -> bool:
    """Ctrl+Space, which some input methods keep for themselves, or Alt+Down."""
    modifiers = event.modifiers()
    return (event.key() == Qt.Key.Key_Space and modifiers == Qt.KeyboardModifier.ControlModifier) or (
        event.key() == Qt.Key.Key_Down and bool(modifiers & Qt.KeyboardModifier.AltModifier)
    )
