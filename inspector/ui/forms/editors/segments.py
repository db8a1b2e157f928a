"""A few values side by side in one frame, one of them chosen or none: a row of joined buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from inspector.ui.locale.right_to_left import mirrored
from inspector.ui.widgets import theme
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.plain import elided

__all__ = ["Segments", "width_of"]

_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}
_BLANK: Final = 8  # px at both sides of the words
_HIGH: Final = 8  # px more than a line of text
_ROUND: Final = 3.0
_TOGETHER: Final = 18  # characters that are in one line, edges counted, wherever there is room at all
_OVERLAP: Final = 1  # neighbours share the line between them


class Segments(QWidget):
    """What fits no more in one line goes on in the next.

    Arrow keys choose the next and the one before, Home and End the first and the last, however the values are
    laid out; where nothing is chosen yet an arrow leads to the first or the last.
    chosen: is called with the number of the value that a user chose. takes: is offered every key first.
    """

    def __init__(
        self, chosen: Callable[[int], None], takes: Callable[[QKeyEvent], bool] | None = None
    ) -> None:
        super().__init__()
        self._chosen = chosen
        self._takes = takes
        self._group = QButtonGroup(self)
        self.buttons: list[QRadioButton] = []
        self._flow = Flow(self, gap=-_OVERLAP, line_gap=3)
        self._group.idClicked.connect(self._clicked)

    def add(self, name: str, text: str, spoken: str, hint: str = "", *, quiet: bool = False) -> None:
        """One more value. spoken: for a screen reader. quiet: chosen it means that there is none."""
        button = _Segment(text.replace("&", "&&"), self.take_key, quiet)
        button.setObjectName(name)
        button.setAccessibleName(spoken)
        button.setToolTip(hint)
        self._group.addButton(button, len(self.buttons))
        self.buttons.append(button)
        self._flow.addWidget(button)

    def clear(self) -> None:
        """No values."""
        for button in self.buttons:
            self._group.removeButton(button)
            self._flow.removeWidget(button)
            button.hide()
            button.setObjectName("")
            button.deleteLater()
        self.buttons = []

    def check(self, number: int) -> None:
        """Show one as chosen; -1: none."""
        if 0 <= number < len(self.buttons):
            self.buttons[number].setChecked(True)
        else:
            self._group.setExclusive(False)
            for button in self.buttons:
                button.setChecked(False)
            self._group.setExclusive(True)
        # Qt sees to it that Tab stops once a group only when the keyboard has been in it
        stop = self.button()
        for button in self.buttons:
            here = button is stop
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)
        self.update()

    def checked(self) -> int:
        """Number of the chosen one; -1: none."""
        return self._group.checkedId()

    def go_on(self) -> None:
        """Choose the next value, after the last one the first."""
        number = (self.checked() + 1) % len(self.buttons)
        self.buttons[number].setChecked(True)
        self.buttons[number].setFocus(Qt.FocusReason.OtherFocusReason)
        self._chosen(number)

    def button(self) -> QWidget:
        """The button that takes the keyboard."""
        checked = self._group.checkedButton()
        return checked if checked is not None else self.buttons[0]

    def take_key(self, event: QKeyEvent) -> bool:
        """Whether a key of a button is one of ours."""
        if self._takes is not None and self._takes(event):
            return True
        here, last = self.checked(), len(self.buttons) - 1
        by = _STEPS.get(Qt.Key(event.key()), 0)
        if mirrored() and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            by = -by
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}
        if by:
            start = 0 if by > 0 else last
            number = max(0, min(here + by, last)) if here >= 0 else start
        elif event.key() in ends:
            number = ends[Qt.Key(event.key())]
        else:
            return False
        self.buttons[number].setFocus(Qt.FocusReason.OtherFocusReason)
        self.buttons[number].click()
        return True

    def _clicked(self, number: int) -> None:
        self._chosen(number)

    def minimumSizeHint(self) -> QSize:
        """What is short stays in one line: what stands beside it gives way first."""
        whole = self.sizeHint()
        least = self.fontMetrics().averageCharWidth() * _TOGETHER
        return whole if whole.width() <= least else super().minimumSizeHint()

    # -- how it looks ------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """A frame around each line, the chosen one filled within it; the buttons paint their words alone."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line in self._lines():
            self._paint_line(painter, line)
        painter.end()

    def _lines(self) -> Iterator[list[QRadioButton]]:
        shown = [button for button in self.buttons if not button.isHidden()]
        for _, line in groupby(shown, key=QWidget.y):
            yield sorted(line, key=QWidget.x)

    def _paint_line(self, painter: QPainter, line: list[QRadioButton]) -> None:
        whole = line[0].geometry().united(line[-1].geometry())
        frame = QRectF(whole).adjusted(0.5, 0.5, -0.5, -0.5)
        edge = theme.outline()
        around = QPainterPath()
        around.addRoundedRect(frame, _ROUND, _ROUND)
        painter.fillPath(around, theme.color("base" if self.isEnabled() else "background"))
        painter.setClipPath(around)
        for button in line:
            self._fill(painter, button)
        painter.setClipping(False)
        painter.setPen(edge)
        for button in line[1:]:
            painter.drawLine(
                QPointF(button.x() + 0.5, frame.top()), QPointF(button.x() + 0.5, frame.bottom())
            )
        painter.drawPath(around)
        for button in line:
            if button.isEnabled() and (button.hasFocus() or _is_value(button)):
                painter.setPen(theme.color("accent"))
                painter.drawRoundedRect(_inside(button.geometry()), _ROUND, _ROUND)
                if button.hasFocus():
                    inner = _inside(button.geometry()).adjusted(1, 1, -1, -1)
                    painter.drawRoundedRect(inner, _ROUND - 1, _ROUND - 1)

    def _fill(self, painter: QPainter, button: QRadioButton) -> None:
        ground: QColor | None = None
        if button.isChecked():
            ground = theme.color("selection") if _is_value(button) else theme.tint("muted", 0.12)
        elif button.isEnabled() and button.underMouse():
            ground = theme.tint("accent", 0.06)
        if ground is not None:
            painter.fillRect(button.geometry(), ground)


class _Segment(QRadioButton):
    """Paints its words; what is around them is painted by the row, which knows the neighbours.

    A radio button for whoever does not look at it: a screen reader says which of how many is chosen.
    """

    def __init__(self, text: str, takes: Callable[[QKeyEvent], bool], quiet: bool) -> None:
        super().__init__(text)
        self._takes = takes
        self.quiet = quiet
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty("ownRing", True)

    def sizeHint(self) -> QSize:
        """Room for the words as they are when chosen."""
        font = self.font() if self.quiet else _bold(self.font())
        return QSize(_wide(self._words(), font), QFontMetrics(font).height() + _HIGH)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(hint.width(), 2 * _BLANK), hint.height())

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._takes(event):
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        chosen = self.isChecked()
        painter.setFont(_bold(self.font()) if chosen and not self.quiet else self.font())
        calm = not self.isEnabled() or self.quiet
        painter.setPen(theme.color("muted" if calm else "text"))
        room = self.rect().adjusted(_BLANK // 2, 0, -_BLANK // 2, 0)
        words = elided(painter.fontMetrics(), self._words(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, words)
        painter.end()

    def _words(self) -> str:
        return self.text().replace("&&", "&")


def width_of(texts: list[str], font: QFont) -> int:
    """How wide a row of these texts is in one line."""
    bold = _bold(font)
    return sum(_wide(text, bold) - _OVERLAP for text in texts) + _OVERLAP


def _wide(words: str, font: QFont) -> int:
    return QFontMetrics(font).horizontalAdvance(words) + 2 * _BLANK


def _bold(font: QFont) -> QFont:
    found = QFont(font)
    found.setWeight(QFont.Weight.DemiBold)
    return found


def _is_value(button: QRadioButton) -> bool:
    """Whether this one is chosen and stands for a value."""
    return button.isChecked() and not (isinstance(button, _Segment) and button.quiet)


def _inside(rect: QRect) -> QRectF:
    return QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
