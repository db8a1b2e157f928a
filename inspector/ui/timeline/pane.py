"""The timeline with what belongs to it: filter, mode, follow, count, keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.storage.saved_filters import FilterBook
from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled, compile_filter
from inspector.trace.query.range import after, with_references, within
from inspector.trace.sorting import RowSort, next_sort
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.anchor import Anchor
from inspector.ui.timeline.bar import TimelineBar
from inspector.ui.timeline.cleared_chip import ClearedChip
from inspector.ui.timeline.colour_rules.rules import ColourRules
from inspector.ui.timeline.columns.actions import ColumnActions
from inspector.ui.timeline.filter.completion import FilterCompletion, Proposer
from inspector.ui.timeline.filter.highlight import Highlighting
from inspector.ui.timeline.filter.presets import MINE
from inspector.ui.timeline.follow import Follower
from inspector.ui.timeline.goto import RecordNavigator
from inspector.ui.timeline.marks import Marks
from inspector.ui.timeline.stage import TimelineStage
from inspector.ui.timeline.view.columns import Column
from inspector.ui.timeline.view.menu import RowActions, add_entry
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.rows import TimelineRows
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Link, column

__all__ = ["TimelinePane"]


class TimelinePane(QWidget):
    """Every message of all servers, a row a call or a row a message."""

    menu_made = Signal(QMenu)  # of the chosen rows, about to be shown
    counted = Signal()  # `shown` is another number
    asked_detail = Signal()  # Enter on a row: the detail pane gets the focus

    def __init__(
        self, journal: Journal, feed: Feed, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._journal, self._selection = journal, selection
        self._anchor = 0
        self._awaited = 0  # selected before it had a row, such as a message that was just sent
        self._held: int | None = None  # where the current row stood on screen before the rows changed
        self._before: tuple[RowSort | None, int] = None, 0  # the sort then, and how far it was scrolled
        self._brief = False
        self._settling = False  # rows are being found; the view finds its place when all are
        self._model = TimelineModel(journal, self)
        self._cleared = 0  # records up to this one are not shown
        self.before_escape: Callable[[], bool] = bool  # closes what was opened last, if anything was
        self._where: Compiled | None = None  # what the filter box says, without the stretch of time
        self._controls(feed)
        self._rows = TimelineRows(journal, feed, self._model)
        self.row_actions = RowActions(journal, self, self.chosen_numbers)
        self.column_actions = ColumnActions(journal, self._model, self.view)
        self.rules = ColourRules(journal.annotations, self._model.colours, feed, self)
        self.going: RecordNavigator = RecordNavigator(journal, selection, self._model, self.view)
        self.marks = Marks(journal, selection, self._model, self.view)
        self._wire(feed)
        self._show_count()

    def _controls(self, feed: Feed) -> None:
        self.bar = TimelineBar(self)
        self.filter, self.mode = self.bar.filter, self.bar.mode
        self.follow, self.count = self.bar.follow, self.bar.count
        for control in (self.follow, self.bar.pause, self.bar.clear):
            control.setVisible(not self._journal.read_only)  # an opened file does not grow
        self.view = TimelineView(self._model)
        self.view.empty_text = self._empty_text
        self.follower = Follower(self.view, self.follow)
        Anchor(self.view, self._model, self.follower)
        self.pill = self.follower.pill
        self.stage = TimelineStage(self._journal, feed, self._model, self.view)
        self.bar.add_chip(self.stage.chip)
        self.cleared_chip = ClearedChip()
        self.bar.add_chip(self.cleared_chip)
        self._show_all = Link("timeline_show_all", "", self.view.viewport())
        self._show_all.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._show_all.clicked.connect(self.bar.shelf.show_all)
        below = column(spacing=0)  # below the words of the empty view
        below.addStretch(1)
        below.addSpacing(theme.px(48))
        below.addWidget(self._show_all, 0, Qt.AlignmentFlag.AlignHCenter)
        below.addStretch(1)
        self.view.viewport().setLayout(below)
        self.highlighting = Highlighting(self._journal, feed, self._model, self.view, self._selection)
        self.bar.add_toggle(self.highlighting.toggle)
        for line in (self.filter, self.highlighting.bar.line):
            FilterCompletion(line, Proposer(self._journal), self.bar.shelf.state)
        layout = column(self.bar, self.highlighting.bar, self.stage, spacing=0)
        layout.setStretch(2, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.view)

    def set_brief(self, brief: bool) -> None:
        """In the drawer: a bar of one line, and of calls no more columns than they need."""
        self._brief = brief
        self.bar.set_brief(brief)
        self._choose_columns()

    def _choose_columns(self, *_mode: str) -> None:
        self.view.header.set_brief(self._brief and self.mode.key() == "calls")

    def _wire(self, feed: Feed) -> None:
        self.filter.applied.connect(self._set_filter)
        self.bar.shelf.meaning_changed.connect(self._filter_rows)
        self.stage.range_chosen.connect(self._filter_rows)
        self.filter.left.connect(self.view.setFocus)
        self.filter.entered.connect(self._to_rows)
        self.mode.chosen.connect(self._rows.set_mode)
        self.mode.chosen.connect(self.highlighting.set_mode)
        self.mode.chosen.connect(self._choose_columns)
        self._rows.extended.connect(self._extended)
        self._model.modelAboutToBeReset.connect(self._remember)
        self._model.modelReset.connect(self._recall)
        self._rows.filled.connect(self._filled)
        self.view.header.clicked.connect(self._sort_clicked)
        self.column_actions.menu.sort_wanted.connect(self._rows.set_sort)
        self._rows.sort_changed.connect(self._sort_changed)
        self._model.columnsRemoved.connect(self._sort_without)
        self.follower.sort_again.connect(self._rows.sort_again)
        self.bar.stopped.connect(self._stop_or_go_on)
        self.bar.pause.toggled.connect(self._rows.set_paused)
        self.bar.clear.clicked.connect(self.clear)
        self.cleared_chip.clicked.connect(self._show_cleared)
        self._rows.counted.connect(self._show_count)
        feed.touched.connect(self._touched)
        feed.annotated.connect(self._annotated)
        feed.written.connect(self._model.values.written)
        self.marks.reference_set.connect(self.column_actions.show_references)
        self.view.typed.connect(self._type_filter)
        self.view.asked_detail.connect(self.asked_detail)
        self.view.asked_menu.connect(self._open_menu)
        self.view.navigated.connect(self._stay)
        self.view.selectionModel().currentRowChanged.connect(self._current_changed)
        self._selection.changed.connect(self._selected)
        self.view.asked_copy.connect(self.row_actions.copy_messages)
        self.row_actions.filter_wanted.connect(self.take_filter_request)
        self.row_actions.call_wanted.connect(self.go_to)

    # -- what the window asks ------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """Number of rows shown now."""
        return self._rows.shown

    @property
    def busy(self) -> bool:
        """Whether a scan for rows is under way."""
        return self._rows.busy

    @property
    def rows(self) -> TimelineRows:
        """What is shown, in which mode and through which filter; for panes about the same records."""
        return self._rows

    def chosen_numbers(self, most: int) -> list[int]:
        """Records that an action is meant for, at most so many: the chosen ones, else that of the detail."""
        return self.view.selected_numbers(most) or [one for one in (self._selection.record,) if one]

    def focus_filter(self) -> None:
        """Ctrl+L."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def take_filter_request(self, wish: FilterRequest) -> None:
        """Another pane wants a condition in the filter: used now, or only written and ready to change."""
        if wish.mode:
            self.mode.choose(wish.mode)
        if wish.everywhere:
            self.stage.choose_range(None)
            if self._cleared:
                self._show_cleared()
        self.filter.take(wish)

    def add_column(self, path: str) -> None:
        """Show the value at a JSON path as a column."""
        self.column_actions.add(path)

    def add_colour_rule(self, condition: str) -> None:
        """Colour the rows that meet a condition; the session keeps the rule."""
        self.rules.add(condition)

    def columns(self) -> list[Column]:
        """The columns to be seen, from left to right."""
        return [self._model.columns[index] for index in self.view.header.shown()]

    def clear(self) -> None:
        """Hide what is recorded so far from the view; nothing is deleted."""
        self.clear_up_to(self._journal.last)

    def clear_up_to(self, number: int) -> None:
        """Hide the records up to this one; 0: show all of them again."""
        self._cleared = number
        self.cleared_chip.show_cleared(number)
        self._filter_rows()

    def _show_cleared(self) -> None:
        self.clear_up_to(0)

    def go_to(self, number: int) -> None:
        """Select a record and bring its row into view."""
        self._selection.select(number)
        self.view.setFocus()

    def set_home(self, filters: Path | None) -> None:
        """The file that keeps the filters; rules of colour are kept beside it. None: nothing is kept."""
        self.bar.shelf.set_book(FilterBook(filters))
        self.rules.set_home(filters.with_name("colours.json") if filters is not None else None)

    def set_follow(self, follow: bool) -> None:
        """Keep the newest row in view, or leave the view where it is."""
        self.follower.set(follow)

    def state(self) -> dict[str, Any]:
        """What to keep for the next start: plain JSON values."""
        header = self.view.header
        return {
            "columns": header.saved_columns(),
            "own_widths": header.own_widths,
            "own_note": self.column_actions.own_note,
            "mode": self.mode.key(),
            "recent_filters": self.bar.shelf.state(),
            "axis": self.view.waterfall.mode,
            "time": self.column_actions.time_mode,
            "colours": self.rules.on,
            "overview": self.stage.overview_wanted,
            "my_calls": self.bar.shelf.mine,
        }

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take over what `state` gave; what is missing or broken stays as it is."""
        self.view.header.restore_columns(state.get("columns"), bool(state.get("own_widths")))
        self.column_actions.show_kept()
        self.column_actions.own_note = bool(state.get("own_note"))
        self.show_notes()
        self.bar.shelf.restore_state(state.get("recent_filters"))
        self.mode.choose(str(state.get("mode", "")))
        self.view.waterfall.set_mode(str(state.get("axis", "")))
        self.column_actions.set_time(str(state.get("time", "")))
        self.rules.set_on(state.get("colours") is not False)
        self.stage.want_overview(state.get("overview") is not False)
        self.bar.shelf.set_mine(state.get("my_calls") is not False)

    def restore_text(self, text: str) -> None:
        """`restore_state` from its JSON text; anything else changes nothing."""
        try:
            state = json.loads(text or "{}")
        except ValueError:
            return
        if isinstance(state, dict):
            self.restore_state(state)

    def memory(self) -> Any:
        """Filter, stretch of time, what is cleared, place and what is chosen."""
        first, _ = self.view.visible_rows()
        place = 0 if self.follower.following else self._model.number_at(first)
        follows = self.follower.wanted
        shelf = self.bar.shelf
        more = self._rows.sort, self._cleared, shelf.mine
        return self.filter.text(), self.stage.range, follows, place, *more

    def resume(self, memory: Any) -> None:
        """Go on there, as soon as the rows are read."""
        text, stretch, following, place, sort, cleared, mine = memory
        self.bar.shelf.set_mine(mine)
        self.follower.set(following)
        if text:
            self.filter.use(text)
        if stretch is not None:
            self.stage.choose_range(stretch)
        if cleared:
            self.clear_up_to(cleared)
        self._anchor, self._settling = place, True
        if sort is not None and self._model.columns.index_of(sort.key) >= 0:
            self._rows.set_sort(sort)
        self._filled()

    # -- rows ----------------------------------------------------------------------------------------

    def _set_filter(self, where: Compiled | None) -> None:
        self._where = where
        self._filter_rows()

    def _filter_rows(self) -> None:
        """Filter box and stretch of time together; time references stay in sight."""
        chosen, where = self.stage.range, self._where
        if where is None and self.bar.shelf.text() == MINE:
            where = compile_filter(MINE)
        if chosen is not None:
            where = within(where, chosen.start_ns, chosen.end_ns)
        if where is not None and self._journal.annotations.references():
            where = with_references(where)
        if self._cleared:
            where = after(where, self._cleared)
        self._rows.set_filter(where)

    def _to_rows(self, _forward: bool) -> None:
        self.view.setFocus()

    def _extended(self, count: int) -> None:
        self._show_awaited()
        self.follower.extended(count)

    def _remember(self) -> None:
        if not self._settling:
            first, last = self.view.visible_rows()
            self._anchor = self._model.number_at(first)
            row = self.view.currentIndex().row()
            self._held = self.view.rowViewportPosition(row) if first <= row <= last else None
            self._before = self._model.sorted_by, self.view.verticalScrollBar().value()
            self.view.chosen.keep()

    def _recall(self) -> None:
        self.follower.forget()
        self._show_selected(scroll=False)
        self._settling = True
        if not self._rows.busy:
            self._settle()

    def _filled(self) -> None:
        self._show_awaited()
        if self._settling and not self._rows.busy:
            self._settle()

    def _settle(self) -> None:
        """All rows are there: to the place where the view was, or to the end."""
        self._settling = False
        self.view.chosen.bring_back()
        sort, (before, value) = self._model.sorted_by, self._before
        row = self.view.currentIndex().row()
        if self.follower.following:
            self.view.scrollToBottom()
        elif (sort, before) != (None, None) and self._held is not None and row >= 0:
            self.view.hold(row, self._held)  # what is read stays under the eye
        elif sort is not None:
            self.view.verticalScrollBar().setValue(value if sort == before else 0)
        elif self._anchor:
            self.view.to_top(self._model.row_near(self._anchor))

    def _stay(self) -> None:
        self._settling = False

    def _sort_clicked(self, key: str) -> None:
        self._rows.set_sort(next_sort(self._rows.sort, key))

    def _sort_changed(self) -> None:
        sort, columns = self._rows.sort, self._model.columns
        self._model.show_arrow(sort)
        self.follower.set_sorted(columns[columns.index_of(sort.key)].heading if sort is not None else "")

    def _sort_without(self, *_columns: object) -> None:
        """A column goes; rows are not sorted by what is not there."""
        sort = self._rows.sort
        if sort is not None and self._model.columns.index_of(sort.key) < 0:
            self._rows.set_sort(None)

    def _stop_or_go_on(self) -> None:
        if self._rows.busy:
            self._rows.stop()
        else:
            self._rows.go_on()

    def _show_count(self) -> None:
        shown, total = self._rows.shown, self._rows.total
        done = f"{self._rows.progress:.0%}"
        if self._rows.sorting:
            self.count.setText(self.tr("Sorting {}…").format(number_text(shown)))
        elif self._rows.stopped:
            self.count.setText(self.tr("{0} in the first {1}").format(number_text(shown), done))
        elif self._rows.busy:
            self.count.setText(self.tr("{0} found, {1} searched").format(number_text(shown), done))
        elif self._rows.where is None:
            self.count.setText(number_text(shown))
        else:
            self.count.setText(self.tr("{0} of {1}").format(number_text(shown), number_text(total)))
        only_mine = not (shown or self._rows.busy) and self._where is None and self.bar.shelf.text() == MINE
        self._show_all.setText(translate("TimelinePane", "Show %Ln other record(s)", "", total))
        self._show_all.setVisible(only_mine and total > 0)
        self.bar.show_waiting(self._rows.waiting)
        self.bar.show_search(busy=self._rows.busy, stopped=self._rows.stopped, sorting=self._rows.sorting)
        self.follower.show_late(self._model.late)
        self.counted.emit()

    def _empty_text(self) -> str:
        if self._rows.busy:
            return self.tr("Searching…")
        if self._show_all.isVisible():
            return self.tr("Your calls appear here.")
        if self._cleared and self._where is None and self.stage.range is None:
            return self.tr("Cleared. New messages appear here; nothing was deleted.")
        if self._journal.last and self._rows.where is not None:
            return self.tr("No record matches this filter. Esc clears it.")
        return self.tr("Nothing yet. Connect a server and every message appears here.")

    # -- selection -----------------------------------------------------------------------------------

    def _current_changed(self, *_indexes: object) -> None:
        number = self.view.current_number()
        if number and number != self._model.shown_number(self._selection.record):
            self._selection.select(number, walking=True)

    def _selected(self, _number: int) -> None:
        self._show_selected(scroll=True)

    def _show_awaited(self) -> None:
        """What was selected before its row was there, such as a message that was just sent."""
        number = self._model.shown_number(self._selection.record) if self._selection.record else 0
        if number and number != self.view.current_number():
            awaited = self._awaited == self._selection.record
            self.view.show_row(self._model.row_of(number), scroll=awaited)
            self._mark_exchange()

    def _show_selected(self, *, scroll: bool) -> None:
        number = self._selection.record
        row = self._model.row_of(self._model.shown_number(number))
        self._awaited = number if scroll and row < 0 else 0
        self.view.show_row(row, scroll=scroll)
        if scroll and number:
            self._stay()
            self.follower.navigated()
        self._mark_exchange()

    def _mark_exchange(self) -> None:
        found = self._journal.rows([self._selection.record]) if self._selection.record else []
        exchange = self._journal.exchange(found[0].exchange) if found and found[0].exchange else None
        if exchange is None:
            self.view.gutter.show(0)
        else:
            pending = exchange.status == "pending"
            self.view.gutter.show(exchange.parent or exchange.number, exchange.last, pending=pending)

    def _touched(self, exchanges: tuple[int, ...]) -> None:
        gutter = self.view.gutter
        if gutter.root in exchanges or gutter.pending:  # requests of the server may have come
            self._mark_exchange()

    def _annotated(self) -> None:
        self._filter_rows()
        self._rows.look_at_annotations()
        self.show_notes()
        self._model.retell()

    def show_notes(self) -> None:
        """The column of notes, when there are any."""
        self.column_actions.show_notes(there=self._journal.annotations.noted_count > 0)

    # -- keys and menu -------------------------------------------------------------------------------

    def _type_filter(self, text: str) -> None:
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filter.end(False)
        self.filter.insert(text)

    def event(self, event: QEvent) -> bool:
        """Ctrl+F is ours: the menu *Edit* asks so whether Find can act here."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.matches(QKeySequence.StandardKey.Find):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys that the table leaves over. In the program the menu has them too and comes first."""
        control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
        then = _CONTROL_KEYS.get(event.key()) if control else None
        if then is not None:
            then(self)
        elif event.key() == Qt.Key.Key_Escape and self.before_escape():
            pass
        elif event.key() == Qt.Key.Key_Escape and (self.filter.text() or self.stage.range):
            self.stage.choose_range(None)
            self.filter.clear_filter()
        else:
            super().keyPressEvent(event)

    def _open_menu(self, place: QPoint) -> None:
        if self.view.chosen.count():
            menu = self.row_actions.menu()
            self.marks.add_to(menu)
            before = partial(self.clear_up_to, self.view.current_number() - 1)
            add_entry(menu, "clear_before", self.tr("Clear before here"), before)
            menu.addSeparator()
            self.column_actions.menu.add_sorts(menu)
            self.menu_made.emit(menu)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.destroyed.connect(partial(self.view.chosen.release, self.view.chosen.hold()))
            menu.popup(place)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_rows"):
            self._model.retranslate()
            self._show_count()


_CONTROL_KEYS: Final[dict[int, Callable[[TimelinePane], None]]] = {
    Qt.Key.Key_F: lambda pane: pane.highlighting.open(),
    Qt.Key.Key_Period: lambda pane: pane.going.next_of_exchange(),
    Qt.Key.Key_Comma: lambda pane: pane.going.previous_of_exchange(),
    Qt.Key.Key_G: lambda pane: pane.going.ask_number(),
}
