"""The filter of the timeline with what stands around it: kept and recent filters, their switches, help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from inspector.core.storage.saved_filters import FilterBook, SavedFilter
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import ask, reporter, spawn
from inspector.ui.timeline.filter.buttons import FilterButtons
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.timeline.filter.menu import FilterMenu, RecentFilters
from inspector.ui.timeline.filter.presets import DRAWER_PRESETS, MINE, PRESETS
from inspector.ui.widgets.controls import row, tool_button
from inspector.ui.widgets.plain import tooltip

if TYPE_CHECKING:
    from inspector.ui.timeline.filter.help import FilterHelp

__all__ = ["FilterShelf"]

_EXAMPLE: Final = 'method == "tools/call" and duration > 100ms'
_LEAST: Final = 160  # px at any zoom for the line, before switches go into their menu


class FilterShelf(QWidget):
    """The line is `line`; what is kept is shared through the file of the book."""

    meaning_changed = Signal()  # an empty line means something else now

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filter_shelf")
        self._book = FilterBook()
        self._help: FilterHelp | None = None
        self.recent = RecentFilters()
        self.line = FilterEdit("timeline_filter", self)
        self.line.setAccessibleName(self.tr("Filter of the timeline"))
        self.line.setPlaceholderText(self.tr("Filter, for example: {0}").format(_EXAMPLE))
        self.line.setToolTip(tooltip(self.line.placeholderText()))
        self.line.setMinimumWidth(_LEAST)
        self.menu = FilterMenu(self.line, self._book, self.recent, self)
        self.in_drawer = False
        self.mine = True  # an empty line in the drawer: what the user asked for, rather than everything
        self.buttons = FilterButtons(self.text, self, PRESETS)
        self.help_button = tool_button(
            "filter_help_button", "help-circle-outline", self.tr("The filter language")
        )
        self.help_button.clicked.connect(self.show_help)
        self._row = row(self.menu, self.line, self.help_button, self.buttons, spacing=4)
        self._row.setStretch(1, 1)
        self.setLayout(self._row)
        self.setFocusProxy(self.line)
        self.line.settled.connect(self.recent.add)
        self.line.textChanged.connect(self._text_changed)
        self.buttons.wanted.connect(self._use)
        self.menu.save_wanted.connect(self.save)
        self.menu.manage_wanted.connect(self.manage)
        self.menu.help_wanted.connect(self.show_help)
        self.buttons.show_filters(self._book.filters)

    @property
    def book(self) -> FilterBook:
        """The kept filters."""
        return self._book

    def set_book(self, book: FilterBook) -> None:
        """Filters kept in a file; until then they are this widget's own."""
        self._book = self.menu.book = book
        self.buttons.show_filters(book.filters)

    def text(self) -> str:
        """What the rows are filtered by: the line, or what an empty line means here."""
        return self.line.text() or (MINE if self.in_drawer and self.mine else "")

    def set_in_drawer(self, in_drawer: bool) -> None:
        """There *My calls* and *All* write nothing into the line: the other view shows everything."""
        self.in_drawer = in_drawer
        self.buttons.set_presets(DRAWER_PRESETS if in_drawer else PRESETS)
        self.meaning_changed.emit()

    def set_mine(self, mine: bool) -> None:
        """Whether an empty line in the drawer shows only what the user asked for."""
        if mine != self.mine:
            self.mine = mine
            self.buttons.follow()
            self.meaning_changed.emit()

    def show_all(self) -> None:
        """Nothing is left out."""
        self._use("")

    def _use(self, text: str) -> None:
        if self.in_drawer and text in ("", MINE):
            self.mine, text = bool(text), ""
        self.line.use(text)
        self.buttons.follow()

    def add_tool(self, button: QWidget) -> None:
        """Put a button right behind the line."""
        self._row.insertWidget(2, button)

    def event(self, event: QEvent) -> bool:
        """A window that comes to the front sees what another one kept meanwhile."""
        kind = event.type()
        changed = kind == QEvent.Type.WindowActivate and self._book.refresh()
        if changed or (kind == QEvent.Type.LanguageChange and hasattr(self, "buttons")):
            self.buttons.show_filters(self._book.filters)
        return super().event(event)

    def state(self) -> list[str]:
        """What to keep for the next start: the recent filters."""
        return self.recent.texts

    def restore_state(self, state: Any) -> None:
        """Take over what `state` gave."""
        self.recent.restore(state if isinstance(state, list) else ())

    def save(self) -> None:
        """Keep the filter in the line by a name that is asked for."""
        spawn(self, self._save(self.line.text().strip()), "filter: save")

    def manage(self) -> None:
        """Rename, change, order and remove kept filters."""
        spawn(self, self._manage(), "filter: manage")

    def show_help(self) -> None:
        """The filter language on one page, over the window."""
        window = self.window()
        if self._help is None or not isValid(self._help) or self._help.parentWidget() is not window:
            from inspector.ui.timeline.filter.help import FilterHelp

            self._help = FilterHelp(window)
            self._help.chosen.connect(self.line.prepare)
        self._help.open()

    async def _save(self, text: str) -> None:
        from inspector.ui.timeline.filter.dialogs import SaveFilter

        dialog = SaveFilter(text, self.window())
        accepted, saved = await ask(dialog), dialog.saved()
        dialog.deleteLater()
        if accepted:
            self._keep((*(one for one in self._book.filters if one.name != saved.name), saved))

    async def _manage(self) -> None:
        from inspector.ui.timeline.filter.dialogs import FilterManager

        dialog = FilterManager(self._book.filters, self.window())
        accepted, filters = await ask(dialog), dialog.filters()
        dialog.deleteLater()
        if accepted:
            self._keep(filters)

    def _keep(self, filters: tuple[SavedFilter, ...]) -> None:
        self._book.change(filters)
        saving.save(self._book, self._saved, at_once=True)
        self.buttons.show_filters(self._book.filters)
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _saved(self, trouble: str) -> None:
        if trouble:
            reporter().said.emit(self.tr("The filters could not be saved: {0}").format(trouble))

    def _text_changed(self, _text: str) -> None:
        self.buttons.follow()
