"""Help from everywhere: F1 opens the page of the place, Shift+F1 says what something is, Ctrl+F1 all keys.

The windows of the program have these in their menus; dialogs and small windows get the keys when the
keyboard comes to them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from inspector.ui.locale import language
from inspector.ui.session.terms import term_at

if TYPE_CHECKING:
    from inspector.ui.help.book import HelpBook
    from inspector.ui.help.whats_this import WhatsThis
    from inspector.ui.help.window import HelpWindow

__all__ = ["HELP_KEYS", "Help"]

HELP_KEYS: Final = {"F1": "help", "Shift+F1": "whats_this", "Ctrl+F1": "shortcuts"}
"""Key → action of the menus that does the same."""


class Help(QObject):
    """One for the program. `shortcuts_wanted`: the page of all keys, over a window of the program."""

    shortcuts_wanted = Signal()

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._window: HelpWindow | None = None
        self._book: HelpBook | None = None
        self._whats_this: WhatsThis | None = None
        app.focusChanged.connect(self._focus_moved)
        language.notifier().changed.connect(self._language_changed)

    def do(self, what: str) -> None:
        """What a window wants: here | guide | whats_this | choose, or a place of a page: rules#RPC-33."""
        doers: dict[str, Callable[[], object]] = {
            "here": self.open_here,
            "guide": self._open_guide,
            "whats_this": self.explain_focus,
            "choose": self.choose,
        }
        if what in doers:
            doers[what]()
        else:
            self.open_page(*what.split("#"))

    # -- pages ---------------------------------------------------------------------------------------

    @property
    def book(self) -> HelpBook:
        """The pages in the language of the program."""
        from inspector.ui.help.book import HelpBook, help_language  # most starts read none of it

        spoken = help_language()
        if self._book is None or self._book.language != spoken:
            self._book = HelpBook(spoken)
        return self._book

    def _open_guide(self) -> None:
        from inspector.ui.help.book import FIRST

        self.open_page(FIRST)

    def open_here(self) -> None:
        """The page of what has the keyboard."""
        self.open_page(_page_of(QApplication.focusWidget() or QApplication.activeWindow()))

    def open_page(self, name: str, anchor: str = "") -> HelpWindow:
        """Show a page; the window comes to the front."""
        from inspector.ui.help.window import HelpWindow  # most starts need none

        if self._window is not None and self._window.book is not self.book:
            self.close()
        if self._window is None:
            self._window = HelpWindow(self.book)
            self._window.shortcuts_wanted.connect(self.shortcuts_wanted)
        self._window.open_page(name, anchor)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self._window.browser.setFocus()
        return self._window

    def _language_changed(self) -> None:
        """The page that is read goes on in the new language."""
        page = self._window.browser.page if self._window is not None else None
        if page is not None and self._window is not None and self._window.isVisible():
            self.open_page(page.name)

    def close(self) -> None:
        """Close the window of the help, for good."""
        if self._window is not None:
            self._window.close()
            self._window.deleteLater()
            self._window = None

    # -- what is this ----------------------------------------------------------------------------------

    def explain_focus(self) -> None:
        """What has the keyboard: its term, else the page of the place."""
        widget = QApplication.focusWidget()
        if widget is not None and term_at(widget):
            self.explain(widget, None)
        else:
            self.open_here()

    def choose(self) -> None:
        """The next click says what is to be explained."""
        if self._whats_this is None:
            from inspector.ui.help.whats_this import WhatsThis

            self._whats_this = WhatsThis(self)
            self._whats_this.asked.connect(self.explain)
        self._whats_this.choose()

    def explain(self, widget: QWidget, at: QPoint | None) -> None:
        """Show the term of a widget beside it; without one the page of the place."""
        from inspector.ui.help.whats_this import TermBubble, spot

        term = self.book.terms().get(term_at(widget, at))
        if term is None:
            self.open_page(_page_of(widget))
            return
        window = widget.window()
        for shown in window.findChildren(TermBubble):
            shown.dismiss()
        bubble = TermBubble(term, window)
        bubble.more.connect(self._show_term)
        bubble.page_wanted.connect(partial(self.open_page, _page_of(widget)))
        bubble.open(spot(widget, at))

    def _show_term(self, term: str) -> None:
        self.open_page("terms", term)

    # -- keys of dialogs -------------------------------------------------------------------------------

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        """A dialog has no menus: the first time the keyboard comes to one it gets the keys of the help."""
        window = now.window() if now is not None else None
        if window is None or isinstance(window, QMainWindow) or window is self._window:
            return
        if window.findChild(QShortcut, "help_key_help") is not None:
            return
        doers = {
            "help": self.open_here,
            "whats_this": self.explain_focus,
            "shortcuts": self.shortcuts_wanted.emit,
        }
        for keys, name in HELP_KEYS.items():
            shortcut = QShortcut(QKeySequence(keys), window)
            shortcut.setObjectName(f"help_key_{name}")
            shortcut.activated.connect(doers[name])


def _page_of(widget: QWidget | None) -> str:
    from inspector.ui.help.places import page_of

    return page_of(widget)
