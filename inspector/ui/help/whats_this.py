"""What is this? A word of the protocol explained where it stands: of what has the keyboard, or is clicked."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QLabel, QWhatsThis, QWidget
from shiboken6 import isValid

from inspector.ui.help.book import Term
from inspector.ui.session.terms import term_at
from inspector.ui.widgets import theme
from inspector.ui.widgets.bubble import Bubble
from inspector.ui.widgets.controls import Heading, Link, column, muted, row, tool_button

__all__ = ["TermBubble", "WhatsThis"]

_SPOT: Final = 12  # px around the place of a click


class TermBubble(Bubble):
    """One term beside what it was asked of. `more(id)`: its place in the list of all; `help`: the page."""

    more = Signal(str)
    page_wanted = Signal()

    def __init__(self, term: Term, window: QWidget) -> None:
        super().__init__("term_bubble", window)
        self._term = term
        self._before = QApplication.focusWidget()
        rule = QLabel(term.rule)
        rule.setObjectName("term_rule")
        rule.setTextFormat(Qt.TextFormat.PlainText)
        rule.setWordWrap(True)
        close = tool_button("term_close", "close", self.tr("Close (Esc)"))
        head = row(Heading(term.title, 1), close)
        head.setStretch(0, 1)
        self._more = Link("term_more", self.tr("All terms"))
        page = Link("term_help", self.tr("Help on this"))
        links = row(self._more, page, spacing=theme.SPACE_WIDE)
        links.addStretch(1)
        source = muted(term.source, wrap=True)
        self.setLayout(column(head, rule, source, links, margins=(12, 8, 8, 8), spacing=6))
        self.setAccessibleName(term.title)
        self.setAccessibleDescription(f"{term.rule}\n{term.source}")
        close.clicked.connect(self.dismiss)
        self._more.clicked.connect(self._more_pressed)
        page.clicked.connect(self._page_pressed)
        self.left.connect(self.dismiss)
        QApplication.instance().focusChanged.connect(self._focus_moved)  # type: ignore[union-attr]

    def open(self, target: QRect) -> None:
        """Show it beside a rectangle of the window, with the keyboard on it."""
        self.point_at(target)
        self.show()
        self.point_at(target)  # its texts have their heights now
        self.raise_()
        self._more.setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Take it away and give the keyboard back."""
        before, self._before = self._before, None
        self.hide()
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.deleteLater()

    def _more_pressed(self) -> None:
        self.more.emit(self._term.id)
        self.dismiss()

    def _page_pressed(self) -> None:
        self.dismiss()
        self.page_wanted.emit()

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Whoever goes on elsewhere has read it."""
        elsewhere = now is not None and now is not self and not self.isAncestorOf(now)
        if elsewhere and self.isVisible() and now is not None and now.window() is self.window():
            self._before = None
            self.dismiss()


class WhatsThis(QObject):
    """`asked(widget, place)`: what is meant, and where: a QPoint of it, or None for all of it."""

    asked = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._choosing = False

    def choose(self) -> None:
        """The next click says what is meant; Esc stops."""
        app = QApplication.instance()
        if not self._choosing and app is not None:
            QWhatsThis.enterWhatsThisMode()
            self._choosing = True
            app.installEventFilter(self)  # only until something is chosen: every event comes here

    def stop(self) -> None:
        """Nothing is chosen any more."""
        app = QApplication.instance()
        if self._choosing and app is not None:
            self._choosing = False
            app.removeEventFilter(self)
            QWhatsThis.leaveWhatsThisMode()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt asks whether there is something about a widget, then for it."""
        kind = event.type()
        if kind == QEvent.Type.QueryWhatsThis:
            known = isinstance(watched, QWidget) and isinstance(event, QHelpEvent)
            event.setAccepted(bool(known and term_at(watched, event.pos())))  # type: ignore[arg-type,attr-defined]
            return True
        if kind == QEvent.Type.WhatsThis and isinstance(event, QHelpEvent) and isinstance(watched, QWidget):
            place = QPoint(event.pos())
            event.accept()
            self.stop()
            self.asked.emit(watched, place)
            return True
        if kind == QEvent.Type.LeaveWhatsThisMode or (
            kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        ):
            self.stop()
        return False


def spot(widget: QWidget, at: QPoint | None) -> QRect:
    """What a bubble points at, in the window of the widget: the cell, the place of the click, or all."""
    view = widget.parentWidget() if not isinstance(widget, QAbstractItemView) else widget
    rect = widget.rect()
    if isinstance(view, QAbstractItemView) and not isinstance(view, QHeaderView):
        index = view.currentIndex() if at is None else view.indexAt(at)
        if index.isValid():
            widget, rect = view.viewport(), view.visualRect(index).intersected(view.viewport().rect())
    elif at is not None and (rect.width() > 300 or rect.height() > 80):
        rect = QRect(at.x() - _SPOT, at.y() - _SPOT, 2 * _SPOT, 2 * _SPOT)
    if at is not None and rect.width() > 300:  # a whole row: where it was clicked
        rect = QRect(at.x() - _SPOT, rect.top(), 2 * _SPOT, rect.height())
    return QRect(widget.mapTo(widget.window(), rect.topLeft()), rect.size())
