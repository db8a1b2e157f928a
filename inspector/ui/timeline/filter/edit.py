"""A line to type a filter: used while it is typed, and says at once whether it can be and why not.

Three things say so, never the colour alone: the ground, a sign at the end, and a wave under the place that
is wrong. A filter can also be written into the line without being used (`prepare`); then Enter uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLineEdit, QWidget

from inspector.trace.query.language import Compiled, FilterError, compile_filter
from inspector.ui.keyboard.own_keys import ENTER, keeps
from inspector.ui.locale.right_to_left import placed, write
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.timeline.filter.message import FilterMessage
from inspector.ui.timeline.filter.terms import joined
from inspector.ui.widgets import theme
from inspector.ui.widgets.line_icons import scale_icons
from inspector.ui.widgets.plain import tooltip

__all__ = ["FilterEdit", "FilterVerdict"]

_APPLY_MS: Final = 150  # after the last key
_SAY_MS: Final = 700  # a half-typed filter is wrong for a moment; nobody needs to be told at once
_WRONG_PLACE: Final = re.compile(r"""["'].*|[^\s(){},"']+|.""", re.DOTALL)
_SIGNS_WIDTH: Final = 54  # px at the end, for the two signs in the line
_CURSOR_PAD: Final = 5  # px that Qt adds on the left of the cursor's rectangle


@dataclass(frozen=True, slots=True)
class FilterVerdict:
    """What is thought of a text. state: empty, used, doubtful, prepared or wrong. column: of the error."""

    state: str
    words: str = ""
    column: int = -1


_SIGNS: Final = {  # state → role, icon
    "used": ("ok", "check"),
    "doubtful": ("warning", "alert-outline"),
    "prepared": ("accent", "keyboard-return"),
    "wrong": ("error", "alert-circle-outline"),
}


class FilterEdit(QLineEdit):
    """Text of the filter language. `applied(Compiled or None)`: use this from now on."""

    applied = Signal(object)
    settled = Signal(str)  # a filter that is meant, not one on the way to it: for the recent ones
    entered = Signal(bool)  # Enter on a filter that is used; False: with Shift
    left = Signal()  # Esc with nothing to clear

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.verdict = FilterVerdict("empty")
        self.unseen: Callable[[Compiled], str] | None = None  # which names a session has not; for a worker
        self._compiled: Compiled | None = None
        self._used = ""  # the text that was applied last
        self._waits = False  # for Enter
        self._quiet = False  # no message below the line
        self._message = FilterMessage(f"{name}_message", self)
        self._clear = self._action(f"{name}_clear", "close", self.tr("Clear (Esc)"), self.clear_filter)
        self._sign = self._action(f"{name}_sign", "check", "", self._sign_clicked)
        self._apply_timer = self._timer(_APPLY_MS, self._apply)
        self._say_timer = self._timer(_SAY_MS, self._say)
        self.textChanged.connect(self._check)
        theme.notifier().changed.connect(self._restyle)
        self._look()

    def _timer(self, wait_ms: int, then: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(wait_ms)
        timer.timeout.connect(then)
        return timer

    def _action(self, name: str, icon: str, text: str, then: Callable[[], None]) -> QAction:
        action = QAction(theme.icon(icon, "muted"), text, self)
        action.setObjectName(name)
        action.triggered.connect(then)
        self.addAction(action, QLineEdit.ActionPosition.TrailingPosition)
        scale_icons(self)
        return action

    # -- what others ask -----------------------------------------------------------------------------------

    def error_text(self) -> str:
        """Why the text cannot be used; empty when it can."""
        return self.verdict.words if self.verdict.state == "wrong" else ""

    def use(self, text: str) -> None:
        """Write a filter and use it now."""
        self._waits = False
        self.setText(text)
        self._judge()
        self._apply()
        self._settle()

    def prepare(self, text: str) -> None:
        """Write a filter and wait for Enter, so that it can be changed first."""
        self._waits = True
        self.setText(text)
        self._judge()
        self._apply_timer.stop()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)

    def take(self, wish: FilterRequest) -> None:
        """Join the condition of the wish with what is here, and use it or only write it."""
        text = joined(self.text(), wish)
        if wish.apply:
            self.use(text)
        else:
            self.prepare(text)

    def clear_filter(self) -> None:
        """No text, everything is shown."""
        self.use("")

    # -- judging -------------------------------------------------------------------------------------------

    def _check(self, _text: str) -> None:
        self._judge()
        if self.verdict.state == "wrong":
            self._apply_timer.stop()
        elif not self._waits:
            self._apply_timer.start()

    def _judge(self) -> None:
        text = self.text()
        self._waits = self._waits and bool(text.strip())
        try:
            self._compiled = compile_filter(text) if text.strip() else None
            self.verdict = FilterVerdict(self._state(), self._doubt())
        except FilterError as error:
            words = self.tr("column {0}: {1}").format(error.column + 1, error)
            self.verdict = FilterVerdict("wrong", words, error.column)
        self._look()
        if self.verdict.words:
            self._say_timer.start()
        else:
            self._say_timer.stop()
        if self.verdict.words != self._message.text():
            self._message.hide()

    def _state(self) -> str:
        if self._compiled is None:
            return "empty"
        return "prepared" if self._waits else "doubtful" if self._doubt() else "used"

    def _doubt(self) -> str:
        return self._compiled.doubt if self._compiled is not None else ""

    def _apply(self) -> None:
        self._apply_timer.stop()
        if self.verdict.state != "wrong":
            self._used = self.text().strip()
            self.applied.emit(self._compiled)
            if self._compiled is not None and self._compiled.names and self.unseen is not None:
                spawn(self, self._look_up(self._compiled, self.unseen), "filter: look for its names")

    async def _look_up(self, where: Compiled, unseen: Callable[[Compiled], str]) -> None:
        doubt = await offload(unseen, where)
        if doubt and where is self._compiled and self.verdict.state == "used":
            self.verdict = FilterVerdict("doubtful", doubt)
            self._look()
            self._say_timer.start()

    def _settle(self) -> None:
        if self.verdict.state in ("used", "doubtful"):
            self.settled.emit(self.text().strip())

    # -- showing -------------------------------------------------------------------------------------------

    def _look(self) -> None:
        state = self.verdict.state
        role, icon = _SIGNS.get(state, ("", ""))
        ground = f"FilterEdit {{ background: {theme.tint(role, 0.12).name()}; }}" if role else ""
        if state == "prepared":
            ground = ""
        if self.styleSheet() != ground:  # a colour that the palette has no place for
            self.setStyleSheet(ground)
        words = self.verdict.words or self._state_words(state)
        self._sign.setVisible(bool(role))
        if role:
            self._sign.setIcon(theme.icon(icon, role))
            self._sign.setText(words)
        self._clear.setVisible(bool(self.text()))
        self.setToolTip(tooltip(self.verdict.words or ("" if self.text() else self.placeholderText())))
        self.setAccessibleDescription(words)

    def _restyle(self) -> None:
        self._message.hide()  # it was measured for another font
        self._look()

    def _state_words(self, state: str) -> str:
        return {
            "used": self.tr("Filter applied"),
            "prepared": self.tr("Not applied yet; press Enter"),
        }.get(state, "")

    def _sign_clicked(self) -> None:
        if self.verdict.state == "prepared":
            self.apply_now()
        elif self.verdict.words:
            self._say()

    def _say(self) -> None:
        if self.verdict.words and self.isVisible() and self.hasFocus() and not self._quiet:
            role, icon = _SIGNS["wrong" if self.verdict.state == "wrong" else "doubtful"]
            self._message.say(self.verdict.words, role, icon)

    def keep_quiet(self, quiet: bool) -> None:
        """Something else is shown below the line, or no longer."""
        self._quiet = quiet
        if quiet:
            self._message.hide()
        elif self.verdict.words:
            self._say_timer.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        if self.verdict.column >= 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.color("error"), 1.5))
            self._wave(painter)
        elif self.verdict.state == "prepared":
            self._hint(painter)
        painter.end()

    def _hint(self, painter: QPainter) -> None:
        """`Enter applies`, where the text leaves room for it."""
        hint, metrics = self.tr("Enter applies"), self.fontMetrics()
        room = placed(self.rect().adjusted(0, 0, -_SIGNS_WIDTH, 0), self.rect())
        if metrics.horizontalAdvance(f"{self.text()}  {hint}") < room.width():
            painter.setPen(theme.color("accent"))
            write(painter, room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, hint)

    def place_of(self, column: int) -> int:
        """px from the left end of the line to a character. The cursor tells how far the text is scrolled."""
        text, metrics = self.text(), self.fontMetrics()
        start = self.cursorRect().x() + _CURSOR_PAD - metrics.horizontalAdvance(text[: self.cursorPosition()])
        return max(1, start + metrics.horizontalAdvance(text[:column]))

    def _wave(self, painter: QPainter) -> None:
        """Under the place that is wrong."""
        text, column = self.text(), self.verdict.column
        metrics, cursor = self.fontMetrics(), self.cursorRect()
        found = _WRONG_PLACE.match(text, column)
        left = self.place_of(column)
        width = metrics.horizontalAdvance(found[0]) if found else metrics.averageCharWidth()
        room = QRectF(self.rect()).adjusted(_CURSOR_PAD, 0, -_SIGNS_WIDTH, 0)
        painter.setClipRect(room)
        y, x = cursor.center().y() + metrics.height() / 2 - 1, float(left)
        up = True
        while x < min(left + width, room.right()):
            painter.drawLine(int(x), int(y + up), int(x + 2), int(y + (not up)))
            x, up = x + 2, not up

    # -- keys ----------------------------------------------------------------------------------------------

    def apply_now(self, forward: bool = True) -> None:
        """Enter: use it, or say why not. forward: what `entered` says."""
        self._waits = False
        self._judge()
        self._apply()
        self._settle()
        self._say()
        if self.verdict.state != "wrong":
            self.entered.emit(forward)

    def event(self, event: QEvent) -> bool:
        return keeps(event, *ENTER) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in ENTER:
            self.apply_now(not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        elif key != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.verdict.state == "prepared":
            self.use(self._used)  # what was only written goes, what is used stays
        elif self.text():
            self.clear_filter()
        else:
            self.left.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if hasattr(self, "_message"):  # Qt takes the focus away also from what is being collected
            self._message.hide()
            self._settle()
