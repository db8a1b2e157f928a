"""Measures on a picture of a window whether what stands in it can be read: WCAG 1.4.3 and 1.4.11.

A picture is taken at three times the size, where the strokes of letters have their full colour. In the
rectangle of a text the most frequent colour is the ground; every word in it is measured by itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QImage, QPainter, QTextCursor, QTextOption
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QStyleOptionGroupBox,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from inspector.ui.text.big_text import BigText
from tests.ui.widgets.test_theme import luminance

__all__ = ["Ink", "Picture", "Reading", "contrast", "inks", "pixels"]

TEXT: Final = 4.5
LARGE: Final = 3.0  # text from 18 pt, or 14 pt bold
GRAPHICS: Final = 3.0
_SCALE: Final = 3
_ROUNDED: Final = 0.05  # of letters whose strokes are thinner than a pixel
_GAP: Final = 0.3  # em between two words
_WORD: Final = re.compile(r"\w")
_TICK: Final = 24  # px for a tick, or a picture
_SIGNS: Final = (Qt.ItemDataRole.CheckStateRole, Qt.ItemDataRole.DecorationRole)
_LINES: Final = 400  # of one text
_OWN: Final = (QStyle.SubElement.SE_CheckBoxContents, QStyle.SubElement.SE_RadioButtonContents)


@dataclass(frozen=True)
class Ink:
    """Something to read. left to height: where, in the window; least: the contrast it needs."""

    what: str
    text: str
    left: int
    top: int
    width: int
    height: int
    least: float

    @property
    def rect(self) -> QRect:
        return QRect(self.left, self.top, self.width, self.height)


@cache
def _light(colour: int) -> float:
    return luminance(QColor(colour))


def contrast(one: int, other: int) -> float:
    """Of two colours as pixels."""
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def pixels(image: QImage) -> memoryview:
    """The colours of a picture of 32 bits, row by row."""
    return memoryview(bytes(image.constBits())).cast("I")


class Picture:
    """A window as it is painted now, and where Python code painted text in it."""

    def __init__(self, window: QWidget) -> None:
        self.window = window
        self.image = QImage(window.size() * _SCALE, QImage.Format.Format_RGB32)
        self.image.setDevicePixelRatio(_SCALE)
        with _Spy(window) as spy:
            window.render(self.image, QPoint(0, 0))
        self.painted = spy.found

    def words(self, rect: QRect, em: float) -> list[float]:
        """The contrast of each word in a rectangle."""
        area = QRect(rect.topLeft() * _SCALE, rect.size() * _SCALE).intersected(self.image.rect())
        if area.width() < 2 or area.height() < 2:
            return []
        part = self.image.copy(area)
        return _words(pixels(part), part.width(), em)

    def ground(self, rect: QRect) -> int:
        """The colour at its corner."""
        return self.image.pixel(rect.topLeft() * _SCALE)


def _words(pixels: memoryview, width: int, em: float) -> list[float]:
    lines = Counter(bytes(pixels[at : at + width]) for at in range(0, len(pixels), width))
    rows = [memoryview(line).cast("I") for line in lines]  # most are the same ground
    counted: Counter[int] = Counter()
    for row, times in zip(rows, lines.values(), strict=True):
        for colour, count in Counter(row).items():
            counted[colour] += count * times
    ground = counted.most_common(1)[0][0]
    contrasts = {one: contrast(one, ground) for one in counted}
    best = [max(map(contrasts.__getitem__, set(column))) for column in zip(*rows, strict=True)]
    found, word, empty = [], 0.0, 0
    for value in (*best, *[1.0] * round(em * _SCALE)):
        if value > 1.1:
            word, empty = max(word, value), 0
        else:
            empty += 1
            if word and empty >= _GAP * em * _SCALE:
                found.append(word)
                word = 0.0
    return found


class _Spy:
    """Keeps where QPainter.drawText is called from Python while a window is painted."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self.found: list[Ink] = []

    def __enter__(self) -> _Spy:
        self._real = QPainter.drawText
        real, keep = self._real, self._keep

        def spy(painter: QPainter, *what: Any) -> Any:
            keep(painter, what)
            return real(painter, *what)

        QPainter.drawText = spy  # type: ignore[method-assign, assignment]
        return self

    def __exit__(self, *_ended: object) -> None:
        QPainter.drawText = self._real  # type: ignore[method-assign]

    def _keep(self, painter: QPainter, what: tuple[Any, ...]) -> None:
        text = next(one for one in what if isinstance(one, str))
        device = painter.device()
        if not text.strip() or not isinstance(device, QWidget):
            return
        room = _room(painter, what, text)
        clip = painter.clipBoundingRect() if painter.hasClipping() else QRectF(device.rect())
        rect = painter.worldTransform().mapRect(room.intersected(clip)).toAlignedRect()
        rect = rect.intersected(QRect(0, rect.y(), device.width(), rect.height()))  # lines may be too long
        if device.isEnabled() and (place := in_sight(device, rect)):
            self.found.append(
                Ink(f"{_place(device)} painted", text, *place.getRect(), _least(painter.font()))
            )


def _room(painter: QPainter, what: tuple[Any, ...], text: str) -> QRectF:
    metrics = painter.fontMetrics()
    first = what[0]
    if isinstance(first, (QRect, QRectF)):
        flags = what[1]
        if isinstance(flags, QTextOption):
            return QRectF(first)
        return QRectF(metrics.boundingRect(QRectF(first).toRect(), int(flags), text))
    if len(what) == 6:  # x, y, width, height, flags, text
        return QRectF(metrics.boundingRect(QRect(*what[:4]), int(what[4]), text))
    at = first if not isinstance(first, (int, float)) else QPoint(int(first), int(what[1]))
    return QRectF(metrics.boundingRect(text)).translated(QRectF(at, at).topLeft())


def _least(font: QFont) -> float:
    points = QFontInfo(font).pointSizeF()
    return LARGE if points >= (14 if font.bold() else 18) else TEXT


def _place(widget: QWidget) -> str:
    names = [widget.objectName() or type(widget).__name__]
    above = widget.parentWidget()
    while above is not None and len(names) < 3:
        if above.objectName() and not above.objectName().startswith("qt_"):
            names.append(above.objectName())
        above = above.parentWidget()
    return " < ".join(names)


# -- what there is to read -----------------------------------------------------------------------------


def inks(picture: Picture) -> Iterator[Ink]:
    """All that is enabled, in sight and has a text or a picture."""
    window = picture.window
    yield from picture.painted
    for widget in (window, *window.findChildren(QWidget)):
        if not widget.isVisible() or not widget.isEnabled() or widget.window() is not window:
            continue
        read = next((read for kind, read in _READERS if isinstance(widget, kind)), None)
        if read is None or _paints_itself(widget):
            continue
        for text, rect, least in read(widget):
            if text.strip() and (place := in_sight(widget, rect)):
                yield Ink(_place(widget), text, *place.getRect(), least)


def _paints_itself(widget: QWidget) -> bool:
    """Whether code of ours paints the text, which has been seen."""
    own = any(
        "paintEvent" in kind.__dict__ for kind in type(widget).__mro__ if "inspector" in kind.__module__
    )
    return own and isinstance(widget, (QLabel, QAbstractButton))


def in_sight(widget: QWidget, rect: QRect) -> QRect | None:
    """Where it is in the window; None: it is cut, or something else is above it."""
    seen = rect.intersected(widget.visibleRegion().boundingRect())
    if seen.width() < 4 or seen.height() < max(4, rect.height() - 2):
        return None
    window = widget.window()
    place = seen.translated(widget.mapTo(window, QPoint(0, 0)))
    corners = (place.topLeft(), place.topRight(), place.center(), place.bottomLeft(), place.bottomRight())
    for corner in corners:
        top = window.childAt(corner)
        if not (top is None or top is widget or widget.isAncestorOf(top) or top.isAncestorOf(widget)):
            return None
    return place


_Found = Iterable[tuple[str, QRect, float]]


def _label(label: QLabel) -> _Found:
    if not label.pixmap().isNull():
        yield "a picture", label.contentsRect(), GRAPHICS
    else:
        yield label.text(), label.contentsRect(), _least(label.font())


def _button(button: QAbstractButton) -> _Found:
    rect = button.rect().adjusted(4, 4, -4, -4)
    if isinstance(button, (QCheckBox, QRadioButton)):
        option = QStyleOptionButton()
        button.initStyleOption(option)
        rect = button.style().subElementRect(_OWN[isinstance(button, QRadioButton)], option, button)
    least = _least(button.font())
    if not button.text():
        yield "an icon", rect, GRAPHICS
    else:
        yield button.text(), rect, GRAPHICS if not button.icon().isNull() else least


def _line(line: QLineEdit) -> _Found:
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    rect = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line)
    tools = [one.geometry() for one in line.findChildren(QToolButton) if one.isVisible()]
    left = max([rect.left(), *(one.right() + 1 for one in tools if one.center().x() < line.width() // 2)])
    right = min([rect.right(), *(one.left() - 1 for one in tools if one.center().x() > line.width() // 2)])
    rect = QRect(left, rect.top() + 2, right - left, rect.height() - 4)
    if isinstance(box := line.parentWidget(), QAbstractSpinBox):  # its line lies over its frame
        rect &= box.rect().adjusted(2, 2, -2, -2).translated(-line.pos())
    yield line.displayText() or line.placeholderText(), rect, _least(line.font())


def _combo(box: QComboBox) -> _Found:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    kind = QStyle.ComplexControl.CC_ComboBox
    rect = box.style().subControlRect(kind, option, QStyle.SubControl.SC_ComboBoxEditField, box)
    if not box.isEditable():
        icon = box.iconSize().width() + 4 if not box.itemIcon(box.currentIndex()).isNull() else 0
        yield box.currentText(), rect.adjusted(2 + icon, 2, -2, -2), _least(box.font())


def _group(box: QGroupBox) -> _Found:
    option = QStyleOptionGroupBox()
    box.initStyleOption(option)
    kind = QStyle.ComplexControl.CC_GroupBox
    rect = box.style().subControlRect(kind, option, QStyle.SubControl.SC_GroupBoxLabel, box)
    yield box.title(), rect, _least(box.font())


def _tabs(bar: QTabBar) -> _Found:
    arrows = [one.x() for one in bar.findChildren(QToolButton) if one.isVisible()]
    room = min([bar.width(), *arrows])  # the arrows lie over tabs that have no room
    for place in range(bar.count()):
        if bar.isTabVisible(place) and bar.isTabEnabled(place) and bar.tabRect(place).right() < room:
            yield bar.tabText(place), bar.tabRect(place).adjusted(6, 3, -6, -5), _least(bar.font())


def _head(head: QHeaderView) -> _Found:
    if head.orientation() == Qt.Orientation.Horizontal and head.model() is not None:
        for place in range(head.count()):
            if not head.isSectionHidden(place):
                text = str(head.model().headerData(place, head.orientation()) or "")
                left, wide = head.sectionViewportPosition(place), head.sectionSize(place)
                yield text, QRect(left + 5, 2, wide - 9, head.height() - 5), _least(head.font())


def _menu(menu: QMenu | QMenuBar) -> _Found:
    left = _TICK if isinstance(menu, QMenu) else 4
    for action in menu.actions():
        if action.isVisible() and action.isEnabled() and not action.isSeparator():
            yield action.text(), menu.actionGeometry(action).adjusted(left, 3, -4, -3), _least(menu.font())


def _rows(view: QAbstractItemView) -> _Found:
    """Rows that Qt's delegate paints; those of ours have been seen."""
    model = view.model()
    if model is None or "paint" in type(view.itemDelegate()).__dict__:
        return
    index = view.indexAt(QPoint(2, 2))
    for _ in range(_LINES):
        if not index.isValid() or view.visualRect(index).top() > view.viewport().height():
            return
        columns = 1 if isinstance(view, QListView) else model.columnCount(index.parent())
        for column in range(columns):
            cell = index.siblingAtColumn(column)
            text, rect = str(cell.data() or ""), view.visualRect(cell).adjusted(3, 2, -3, -2)
            signs = (cell.data(role) is not None for role in _SIGNS)
            rect.setLeft(rect.left() + _TICK * sum(signs))
            if cell.flags() & Qt.ItemFlag.ItemIsEnabled and view.indexWidget(cell) is None:
                yield text, rect.translated(view.viewport().pos()), _least(view.font())
        below = getattr(view, "indexBelow", None)
        index = below(index) if below is not None else index.siblingAtRow(index.row() + 1)


def _paper(edit: QPlainTextEdit | QTextEdit) -> _Found:
    """Line by line, as it is shown."""
    port = edit.viewport()
    if not edit.document().toPlainText():
        yield edit.placeholderText(), port.geometry().adjusted(2, 2, -2, -2), _least(edit.font())
        return
    high, y = QFontMetrics(edit.font()).height(), 2
    while y < port.height():
        cursor = edit.cursorForPosition(QPoint(0, y))
        cursor.movePosition(QTextCursor.MoveOperation.StartOfLine)
        start = edit.cursorRect(cursor)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfLine, QTextCursor.MoveMode.KeepAnchor)
        end = edit.cursorRect(cursor)
        rect = QRect(start.topLeft(), end.bottomRight()).intersected(port.rect())
        yield cursor.selectedText(), rect.translated(port.pos()), _least(edit.font())
        y = max(start.bottom() + 3, y + high)


_READERS: Final[tuple[tuple[Any, Callable[[Any], _Found]], ...]] = (
    (QLabel, _label),
    (QPushButton, _button),
    (QAbstractButton, _button),
    (QLineEdit, _line),
    (QComboBox, _combo),
    (QGroupBox, _group),
    (QTabBar, _tabs),
    (QHeaderView, _head),
    (QMenu, _menu),
    (QMenuBar, _menu),
    (BigText, lambda _own: ()),
    (QPlainTextEdit, _paper),
    (QTextEdit, _paper),
    (QAbstractItemView, _rows),
)


# -- what cannot be read -------------------------------------------------------------------------------


@dataclass
class Reading:
    """Looks at one window after the other; what has been read in the same place is not read again."""

    known: set[tuple[Ink, int]] = field(default_factory=set)

    def faint(self, window: QWidget) -> list[str]:
        """What of a window has too little contrast, and how much it has."""
        picture, em = Picture(window), QFontMetrics(window.font()).height() * 0.75
        found = []
        for ink in inks(picture):
            key = (ink, picture.ground(ink.rect))
            if key in self.known:
                continue
            self.known.add(key)
            least = ink.least if _WORD.search(ink.text) else GRAPHICS
            words = picture.words(ink.rect, em)
            if words and min(words) < least - _ROUNDED:
                found.append(f"{ink.what}: {ink.text[:60]!r} has {min(words):.2f}, not {least:g}")
        return found
