"""Hands of a user at a form: keys, clicks and scrolling, on what can be seen and is not greyed out.

Everything here goes through events of Qt to a widget on the screen. What a user could not do raises
`CannotDo`: a control that is hidden, greyed out, without size, covered, or outside what scrolling reaches.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QWidget,
)

__all__ = ["CannotDo", "Hands"]

_TYPED: Final = 24
"""Longer texts are pasted, as anybody would."""
_NEAR: Final = 12
_ARROWS: Final = (Qt.Key.Key_Down, Qt.Key.Key_Up)
_SMALL: Final = 2
_LAYOUT_TURNS: Final = 60
"""A layout within a layout within a layout takes so many turns of the loop."""
_CONTROL: Final = Qt.KeyboardModifier.ControlModifier


class CannotDo(Exception):
    """A step that nobody could make with mouse and keyboard."""


class Hands:
    """Works in one window.

    limit_s: how long one task may take before the user gives up, in time of the processor: other programs
    do not count.
    """

    def __init__(self, window: QWidget, limit_s: float = 60.0) -> None:
        self.window = window
        self.limit_s = limit_s
        self.steps = 0
        self._until = time.process_time() + limit_s

    def begin(self) -> None:
        """A new task, with all the time for it."""
        self.steps = 0
        self._until = time.process_time() + self.limit_s

    def settle(self) -> None:
        """Let the program answer to the last step."""
        self.steps += 1
        if time.process_time() > self._until:
            raise CannotDo(f"takes too long: {self.steps} steps in {self.limit_s:.0f} s")
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        active = QApplication.activeWindow()
        if active is not None and not active.isVisible():
            self.window.activateWindow()  # as window systems do when a list closes, Qt's offscreen one not
            QApplication.processEvents()

    # -- the mouse ---------------------------------------------------------------------------------------

    def see(self, widget: QWidget) -> QPoint:
        """Scroll to a widget; where in it to click. A user sees it then."""
        if not widget.isVisible():
            raise CannotDo(f"hidden: {_name(widget)}")
        point = self._spot(widget)
        for _ in range(_LAYOUT_TURNS):
            if _meets(widget, point) and min(widget.width(), widget.height()) > _SMALL:
                return point
            self._scroll_to(widget, point)
            point = self._spot(widget)
        if min(widget.width(), widget.height()) <= _SMALL:
            raise CannotDo(f"without size: {_name(widget)} {widget.width()}x{widget.height()}")
        top = widget.window()
        raise CannotDo(f"covered: {_name(widget)} by {_name(top.childAt(widget.mapTo(top, point)))}")

    def click(self, widget: QWidget) -> None:
        """Click where the widget is, after scrolling to it."""
        if not widget.isEnabled():
            raise CannotDo(f"greyed out: {_name(widget)}")
        self._leave_list()
        point = self.see(widget)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
        self.settle()

    def _leave_list(self) -> None:
        """A list of proposals below what was typed is left with Escape; a click outside would do no more."""
        popup = QApplication.activePopupWidget()
        if isinstance(popup, QAbstractItemView):
            QTest.keyClick(popup, Qt.Key.Key_Escape)
            self.settle()

    def _spot(self, widget: QWidget) -> QPoint:
        if isinstance(widget, (QCheckBox, QRadioButton)):  # a click beside the words does nothing
            return QPoint(min(_NEAR, widget.width() // 2), widget.height() // 2)
        if isinstance(widget, QLineEdit):
            return QPoint(min(_NEAR, widget.width() // 2), widget.height() // 2)
        return QPoint(widget.width() // 2, min(widget.height() // 2, 40))

    def _scroll_to(self, widget: QWidget, point: QPoint) -> None:
        around = widget.parentWidget()
        while around is not None and not around.isWindow():
            if isinstance(around, QScrollArea) and around.widget() is not None:
                place = widget.mapTo(around.widget(), point)
                around.ensureVisible(place.x(), place.y(), 30, 60)
            around = around.parentWidget()
        self.settle()

    # -- the keyboard ------------------------------------------------------------------------------------

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the keyboard is."""
        QTest.keyClick(self.focus(), key, modifiers)
        self.settle()

    def focus(self) -> QWidget:
        """The widget that has the keyboard."""
        focus = QApplication.activePopupWidget() or QApplication.focusWidget()
        if focus is None or not focus.isVisible() or not focus.isEnabled():
            raise CannotDo("nothing has the keyboard")
        return focus

    def fill(self, widget: QWidget, text: str) -> None:
        """Click into a text, take out what it holds, and write."""
        self.click(widget)
        if self.focus() is not widget and not widget.isAncestorOf(self.focus()):
            raise CannotDo(f"does not take the keyboard: {_name(widget)} but {_name(self.focus())}")
        self.key(Qt.Key.Key_A, _CONTROL)
        if text:
            self.write(text)
        else:
            self.key(Qt.Key.Key_Delete)

    def type_into(self, widget: QLineEdit | QPlainTextEdit, text: str) -> bool:
        """Write where the keyboard is, after a click into the text if it is elsewhere.

        What the widget holds and has not selected itself is taken out first, as a user who sees it would.
        Returns whether that was needed.
        """
        if QApplication.focusWidget() is not widget:
            self.click(widget)
        if self.focus() is not widget and not widget.isAncestorOf(self.focus()):
            raise CannotDo(f"does not take the keyboard: {_name(widget)} but {_name(self.focus())}")
        held = widget.text() if isinstance(widget, QLineEdit) else widget.toPlainText()
        marked = (
            widget.hasSelectedText()
            if isinstance(widget, QLineEdit)
            else bool(widget.textCursor().selectedText())
        )
        clear = bool(held) and not marked
        if clear:
            self.key(Qt.Key.Key_A, _CONTROL)
        if text:
            self.write(text)
        else:
            self.key(Qt.Key.Key_Delete)
        return clear

    def leave(self, widget: QWidget, way: str) -> None:
        """Go away from a text: by "tab", "enter" or a "click" beside it."""
        self._leave_list()
        if way == "click":
            QTest.mouseClick(
                self.window, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(2, 2)
            )
            self.settle()
        elif QApplication.focusWidget() is widget:
            self.key(Qt.Key.Key_Tab if way == "tab" else Qt.Key.Key_Return)

    def write(self, text: str) -> None:
        """Type, or paste what is long or on no key; other scripts come from an input method."""
        if len(text) > _TYPED or any(ch < " " or 0xD800 <= ord(ch) < 0xE000 or ch == "\x7f" for ch in text):
            QApplication.clipboard().setText(text)
            self.key(Qt.Key.Key_V, _CONTROL)
        elif text.isascii():
            for character in text:
                QTest.keyClick(self.focus(), character)
            self.settle()
        else:
            event = QInputMethodEvent()
            event.setCommitString(text)
            QApplication.sendEvent(self.focus(), event)
            self.settle()

    # -- boxes and menus ---------------------------------------------------------------------------------

    def choose(self, box: QComboBox, index: int) -> None:
        """Open the list of a box, walk to an entry, which may be the one that is shown, and press Enter."""
        if not 0 <= index < box.count():
            raise CannotDo(f"not offered in {_name(box)}")
        if not box.isEnabled():
            raise CannotDo(f"greyed out: {_name(box)}")
        self._leave_list()
        point = self.see(box)
        if box.isEditable():
            point = QPoint(box.width() - 8, box.height() // 2)
        QTest.mouseClick(box, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)
        self.settle()
        view = box.view()
        if not view.isVisible():
            raise CannotDo(f"does not open: {_name(box)}")
        for _ in range(box.count()):
            way = index - view.currentIndex().row()
            if way == 0:
                break
            page = (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) if abs(way) > _NEAR else _ARROWS
            QTest.keyClick(view, page[way < 0])
        QTest.keyClick(view, Qt.Key.Key_Return)
        self.settle()

    def menu(self) -> QMenu:
        """The menu that is open."""
        popup = QApplication.activePopupWidget()
        if not isinstance(popup, QMenu):
            raise CannotDo("no menu opens")
        return popup

    def context_menu(self, widget: QWidget) -> QMenu:
        """The menu of a widget, opened with the key for it."""
        place = widget.rect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, widget.mapToGlobal(place))
        QApplication.sendEvent(widget, event)
        self.settle()
        return self.menu()

    def close_menu(self) -> None:
        """Escape, until no menu is open."""
        while isinstance(QApplication.activePopupWidget(), QMenu):
            QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Escape)
            self.settle()

    def choose_entry(self, menu: QMenu, action: QAction) -> None:
        """Walk to an entry of an open menu, or of one below it, with the arrow keys, and press Enter."""
        if not action.isVisible() or not action.isEnabled():
            self.close_menu()
            raise CannotDo(f"greyed out: {action.text()}")
        if action not in menu.actions():
            below = next(one for one in menu.findChildren(QMenu) if action in one.actions())
            self._walk(menu, below.menuAction())
            QTest.keyClick(menu, Qt.Key.Key_Right)
            self.settle()
            menu = below
        self._walk(menu, action)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        self.settle()

    def _walk(self, menu: QMenu, action: QAction) -> None:
        for _ in menu.actions():
            if menu.activeAction() is action:
                return
            QTest.keyClick(menu, Qt.Key.Key_Down)
        if menu.activeAction() is not action:
            self.close_menu()
            raise CannotDo(f"arrow keys do not lead to {action.text()}")


def _meets(widget: QWidget, point: QPoint) -> bool:
    """Whether a click there reaches the widget: neither cut off nor under another one."""
    top = widget.window()
    hit = top.childAt(widget.mapTo(top, point))
    return hit is not None and (hit is widget or widget.isAncestorOf(hit))


def _name(widget: QWidget | None) -> str:
    if widget is None:
        return "nothing"
    return f"{type(widget).__name__} {widget.objectName()!r}"
