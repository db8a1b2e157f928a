"""The bookmark left of the filter: filters that are kept by name, recent ones, help."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from inspector.core.storage.saved_filters import FilterBook
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.plain import tooltip

__all__ = ["FilterMenu", "RecentFilters"]

_KEPT: Final = 20
_WIDEST: Final = 70  # characters of a filter in the menu


class RecentFilters:
    """The last filters that were used, the newest first."""

    def __init__(self) -> None:
        self._texts: list[str] = []

    @property
    def texts(self) -> list[str]:
        """The newest first."""
        return list(self._texts)

    def add(self, text: str) -> None:
        """This one was used now."""
        text = text.strip()
        if text:
            self._texts = [text, *(one for one in self._texts if one != text)][:_KEPT]

    def restore(self, texts: Iterable[object]) -> None:
        """Those of the last time; what is not a text is left out."""
        self._texts = [text for text in texts if isinstance(text, str) and text.strip()][:_KEPT]

    def clear(self) -> None:
        """Forget them."""
        self._texts = []


class FilterMenu(QToolButton):
    """Made anew each time it opens."""

    save_wanted = Signal()
    manage_wanted = Signal()
    help_wanted = Signal()

    def __init__(
        self, line: FilterEdit, book: FilterBook, recent: RecentFilters, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._line, self.book, self._recent = line, book, recent
        self.setObjectName("filter_menu")
        self.setAutoRaise(True)
        self.setIcon(theme.icon("bookmark-outline"))
        zoom.icons(self)
        self.setToolTip(self.tr("Saved and recent filters, help"))
        self.setAccessibleName(self.toolTip())
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.choices = QMenu(self)
        self.choices.setObjectName("filter_choices")
        self.choices.setToolTipsVisible(True)
        self.setMenu(self.choices)
        self.choices.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Write the menu as things are now."""
        menu = self.choices
        menu.clear()
        self.book.refresh()
        usable = bool(self._line.text().strip()) and not self._line.error_text()
        self._add(menu, "filter_save", self.tr("Save this filter…"), self.save_wanted.emit, usable)
        self._add(menu, "filter_manage", self.tr("Manage filters…"), self.manage_wanted.emit)
        self._add(menu, "filter_help", self.tr("Filter help…"), self.help_wanted.emit)
        groups: dict[str, QMenu] = {"": menu}
        if self.book.filters:
            menu.addSection(self.tr("Saved"))
        for saved in self.book.filters:
            if saved.group not in groups:
                groups[saved.group] = menu.addMenu(_plain(saved.group))
                groups[saved.group].setToolTipsVisible(True)
            self._filter(groups[saved.group], saved.label, saved.filter)
        recent = self._recent.texts
        if recent:
            menu.addSection(self.tr("Recent"))
        for text in recent:
            self._filter(menu, text, text)
        if recent:
            self._add(menu, "filter_forget", self.tr("Clear recent filters"), self._recent.clear)

    def _filter(self, menu: QMenu, words: str, text: str) -> None:
        action = self._add(menu, "filter_choice", _plain(words), self._use)
        action.setToolTip(tooltip(text))
        action.setData(text)

    def _add(
        self, menu: QMenu, name: str, text: str, then: Callable[[], object], enabled: bool = True
    ) -> QAction:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.setEnabled(enabled)
        action.triggered.connect(then)
        return action

    def _use(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._line.use(str(action.data()))


def _plain(text: str) -> str:
    """As a menu shows it, short and without keys of its own."""
    text = text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
    return text.replace("&", "&&")
