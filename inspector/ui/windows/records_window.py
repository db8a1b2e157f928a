"""What every window of the program has: timeline and detail, status bar, menus, messages, layout.

A live window and the window of an opened session file put their own things into the middle.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QMainWindow, QWidget

from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.translation import translate
from inspector.ui.analysis.comparing import Comparing
from inspector.ui.keyboard.tab_stops import TabStops
from inspector.ui.session.actions import build_menus, show_keys
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.history import History
from inspector.ui.session.memory import give_back, memory_of
from inspector.ui.session.selection import Selection
from inspector.ui.session.window_state import WindowState
from inspector.ui.timeline.actions import TimelineActions
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice, column
from inspector.ui.widgets.late_pane import LatePane
from inspector.ui.widgets.notices import Notices, Toasts
from inspector.ui.windows.file_menu import FileMenu
from inspector.ui.windows.panes import Panes
from inspector.ui.windows.records_status import RecordsStatus, last_message
from inspector.ui.windows.workbench import Workbench

if TYPE_CHECKING:
    from inspector.ui.detail.pane import DetailPane

__all__ = ["RecordsWindow"]

_ZOOMS = (("zoom_in", 1), ("zoom_out", -1), ("zoom_reset", 0))
_FIRST_SIZE = QSize(1280, 800)
_FRAME = QSize(8, 40)  # px, about what a window manager adds; not known before the window is shown

Handlers = dict[str, Callable[[], object]]


class RecordsWindow(TabStops, QMainWindow):
    """`closed` when the user closed it; `zoomed` and `theme_chosen` concern the whole program."""

    closed = Signal(object)
    zoomed = Signal(int)
    theme_chosen = Signal(str)
    open_wanted = Signal()
    save_wanted = Signal()
    quit_wanted = Signal()
    settings_wanted = Signal()
    help_wanted = Signal(str)  # here | guide | whats_this | choose, or a place of a page

    share: ClassVar[float] = 0.375  # a third of the window
    """Of the height of panes, for the drawer at first."""

    def __init__(self, kind: str, journal: Journal, settings: Settings, state: WindowState) -> None:
        super().__init__()
        self.setObjectName(f"{kind}_window")
        self.setMinimumSize(1024, 640)
        self.kind = kind
        self.journal = journal
        self._state = state
        self.feed = Feed(journal, self)
        self.selection = Selection(self)
        self.history = History(self.selection)
        self.timeline = TimelinePane(journal, self.feed, self.selection)
        self.timeline.setObjectName("timeline_pane")
        self.timeline.mode.choose(settings.timeline_mode)
        kept = settings.path.with_name("filters.json") if settings.path is not None else None
        self.timeline.set_home(kept)
        self.timeline.set_follow(settings.follow and not journal.read_only)
        self._late_detail = LatePane(self._make_detail)
        self.notices = column(spacing=0)  # for a failure that stays until its cause is gone
        self._lasting = Notices(self.notices, boxes=False)
        self.toasts = Toasts(self, self._lower_edge)
        self.strips = Notices(self.toasts.boxes)
        views = kind == "main"  # an opened file has nothing to run
        self.bench = Workbench(self.timeline, self._late_detail, self.notices, self.share, views)
        self.bench.add_beside("ladder", self.tr("Sequence ladder"), LatePane(self._make_ladder))
        self.bench.add_beside("statistics", self.tr("Statistics"), LatePane(self._make_statistics))
        self.comparing = Comparing(journal, state, self.timeline.row_actions, self.bench, self)
        self.setCentralWidget(self.bench)
        self.toasts.follow(self.bench.drawer)
        self.panes = Panes(self, self.bench)
        self.actions_by_key: dict[str, QAction] = {}
        self.file_menu = FileMenu(self)
        self._make_status_bar()

    # -- parts ---------------------------------------------------------------------------------------

    @property
    def detail(self) -> DetailPane:
        """The pane of the selected record."""
        return self._late_detail.pane()

    def _make_detail(self) -> DetailPane:
        from inspector.ui.detail.pane import DetailPane  # not seen before something is selected

        pane = DetailPane(self.journal, self.feed, self.selection, self._late_detail)
        pane.path_selected.connect(self.show_path)
        pane.filter_wanted.connect(self.take_filter_request)
        pane.highlight_wanted.connect(self._highlight)
        pane.column_wanted.connect(self.timeline.add_column)
        pane.colour_wanted.connect(self.timeline.add_colour_rule)
        pane.note_wanted.connect(self.timeline.marks.edit_note_of)
        pane.close_wanted.connect(self.bench.close_side)
        pane.turn_wanted.connect(self.bench.turn_side)
        pane.tabs.tabBarDoubleClicked.connect(lambda _place: self.bench.enlarge(self.bench.side))
        pane.restore_text(self._state.text("detail"))
        return pane

    def _make_ladder(self) -> QWidget:
        from inspector.ui.analysis.ladder_pane import LadderPane  # neither loaded nor made before it is seen

        pane = LadderPane(self.journal, self.feed, self.selection, self.timeline)
        pane.asked_detail.connect(self.show_detail)
        pane.told.connect(self._tell_of_picture)
        return pane

    def _make_statistics(self) -> QWidget:
        from inspector.ui.analysis.statistics_pane import StatisticsPane

        pane = StatisticsPane(self.journal, self.feed, self.selection, self.timeline)
        pane.filter_wanted.connect(self.take_filter_request)
        pane.told.connect(self._tell_of_picture)
        return pane

    def _tell_of_picture(self, text: str, role: str) -> None:
        self.show_notice("picture", text, role)

    def finish(self, handlers: Handlers) -> None:
        """Menus, then the layout of the last time."""
        own: Handlers = {
            "open_session_action": self.open_wanted.emit,
            "save_session_action": self.save_wanted.emit,
            "close_window": self.close,
            "quit": self.quit_wanted.emit,
            "settings": self.settings_wanted.emit,
            "filter_timeline": self._filter_timeline,
            "filter_language": self.timeline.bar.shelf.show_help,
            "highlight_timeline": self._highlight_timeline,
            "next_highlight": self.timeline.highlighting.next,
            "previous_highlight": self.timeline.highlighting.previous,
            **{f"theme_{mode}": partial(self._choose_theme, mode) for mode in theme.MODES},
            **{name: partial(self._zoom, step) for name, step in _ZOOMS},
            "reset_layout": self.bench.arrange,
            "show_ladder": partial(self._toggle_beside, "ladder"),
            "show_statistics": partial(self._toggle_beside, "statistics"),
            "history_back": self.history.back,
            "history_forward": self.history.forward,
            "apply_column": self._apply_column,
            "record_window": self.open_record,
            "compare_rows": self.timeline.row_actions.compare,
            "help": partial(self._help, "here"),
            "user_guide": partial(self._help, "guide"),
            "whats_this": partial(self._help, "whats_this"),
            "choose_whats_this": partial(self._help, "choose"),
        }
        timeline = TimelineActions(self.timeline, self)
        own |= self.file_menu.handlers() | self.panes.handlers()
        self.actions_by_key = build_menus(self, own | timeline.handlers() | handlers)
        self.file_menu.attach(self.actions_by_key)
        timeline.follow(self.actions_by_key)
        themes = QActionGroup(self)
        for mode in theme.MODES:
            action = themes.addAction(self.actions_by_key[f"theme_{mode}"])
            action.setCheckable(True)
            action.setIconVisibleInMenu(False)  # it would stand in the place of the tick
        theme.notifier().changed.connect(self._check_theme)
        self._check_theme()
        self.timeline.restore_text(self._state.text("timeline"))
        if not self._state.restore(self, self.kind):
            self.resize(_FIRST_SIZE.boundedTo(self.screen().availableGeometry().size() - _FRAME))
        self.bench.restore(self._state.layout(self.kind))

    def show_detail(self) -> None:
        """Bring the detail pane back and give it the focus."""
        self.bench.show_detail()
        self.panes.focus(self.detail)

    def _toggle_beside(self, name: str) -> None:
        if self.bench.in_front(name):
            self.bench.close_beside(name)
            self.panes.focus(self.timeline)
        else:
            self.bench.show_beside(name)
            self.panes.focus(self.bench.side.currentWidget())

    def open_record(self, *_row: object) -> None:
        """Show the selected record in a window of its own."""
        if self.selection.record:
            from inspector.ui.windows.record_window import RecordWindow

            own = RecordWindow(self.journal, self.feed, self.selection.record, self.detail)
            own.filter_wanted.connect(self.take_filter_request)
            own.column_wanted.connect(self.timeline.add_column)
            own.colour_wanted.connect(self.timeline.add_colour_rule)
            own.highlight_wanted.connect(self._highlight)
            own.show()

    def _apply_column(self) -> None:
        self.detail.apply_column()

    def show_notice(
        self, name: str, text: str, role: str = "error", place: QBoxLayout | None = None
    ) -> Notice:
        """A box over the content, or a small strip in its own place; one of the same name is replaced."""
        return self.strips.show(name, text, role, place)

    def hide_notice(self, name: str) -> None:
        """Take a box or a strip away."""
        self.strips.hide(name)

    def _lower_edge(self) -> int:
        """What is told stands above the drawer, or above the status bar where the drawer is all there is."""
        bench = self.bench
        pane = bench.middle if bench.middle.isVisible() else bench
        return pane.mapTo(self, pane.rect().bottomLeft()).y()

    def _tell_failure(self, failure: str) -> None:
        """Records are kept in memory while the disk is full; a user should know, and make room."""
        self._lasting.hide("journal_trouble")
        if failure:
            self._lasting.show("journal_trouble", f"{failure[0].upper()}{failure[1:]}")

    def _say_of_rows(self, role: str, text: str) -> None:
        self.show_notice("rows_notice", text, role).add_close("rows_notice_close")

    # -- status bar ----------------------------------------------------------------------------------

    def _make_status_bar(self) -> None:
        self.status = RecordsStatus(self.journal, self.timeline, self._counted_first, self)
        self.setStatusBar(self.status)
        self.timeline.menu_made.connect(show_keys)
        self.timeline.counted.connect(self.show_counts)
        self.timeline.view.picked.connect(self.show_counts)
        self.timeline.row_actions.said.connect(self._say_of_rows)
        self.timeline.marks.said.connect(self.status.say)
        self.timeline.rules.said.connect(self.status.say)
        self.feed.failed.connect(self._tell_failure)
        self.feed.annotated.connect(self.show_counts)
        self.feed.grew.connect(self.show_counts)
        self.feed.grew.connect(self._show_last)
        self.bench.folding.connect(self._show_last)
        self.feed.touched.connect(self.show_counts)
        self.feed.findings_changed.connect(self.show_counts)
        self.selection.changed.connect(self._selection_changed)
        self.selection.wanted.connect(self._show_selected)
        self.timeline.asked_detail.connect(self.show_detail)
        self.timeline.view.doubleClicked.connect(self.open_record)
        self.timeline.view.clicked.connect(self._reveal_at_rest)

    def show_path(self, path: str) -> None:
        """The JSON path of what is selected, at the right of the status bar."""
        self.status.show_path(path)

    def show_counts(self, *_anything: object) -> None:
        """What the status bar counts."""
        self.status.show_counts()

    def _counted_first(self) -> str:
        count = len(self.journal.sessions())
        return translate("RecordsStatus", "%Ln connection(s)", "", count)

    def _selection_changed(self, number: int) -> None:
        if number:
            self._reveal_at_rest()

    def _show_selected(self) -> None:
        self.bench.show_page("timeline")
        self.bench.show_detail(front=False)

    def _reveal_at_rest(self, *_row: object) -> None:
        """While a click may become a double click the rows stay where they are, below the mouse."""
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self.bench.show_detail(front=False)
        else:
            QTimer.singleShot(QApplication.doubleClickInterval(), self, self._reveal_at_rest)

    # -- actions -------------------------------------------------------------------------------------

    def _help(self, what: str, *_checked: bool) -> None:
        self.help_wanted.emit(what)

    def _show_last(self, *_numbers: int) -> None:
        if self.bench.folded:
            self.bench.show_last(last_message(self.journal))

    def _filter_timeline(self) -> None:
        self.bench.show_page("timeline")
        self.timeline.focus_filter()

    def _highlight(self, condition: str) -> None:
        self.bench.show_page("timeline")
        self.timeline.highlighting.show(condition)

    def _highlight_timeline(self) -> None:
        self.bench.show_page("timeline")
        self.timeline.highlighting.open()

    def take_filter_request(self, wish: FilterRequest) -> None:
        """A pane wants a condition in the filter of the timeline."""
        self.bench.show_page("timeline")
        self.timeline.take_filter_request(wish)

    def _choose_theme(self, mode: str, *_checked: bool) -> None:
        self.theme_chosen.emit(mode)

    def _check_theme(self) -> None:
        self.actions_by_key[f"theme_{theme.mode()}"].setChecked(True)

    def _zoom(self, step: int, *_checked: bool) -> None:
        self.zoomed.emit(step)

    def keep_layout(self) -> None:
        """What the next window of this kind starts with."""
        self._state.remember(self, self.kind, self.bench.state())
        columns = self.timeline.state()
        del columns["mode"]  # a setting
        self._state.set_text("timeline", json.dumps(columns))
        if self._late_detail.made is not None:
            self._state.set_text("detail", json.dumps(self.detail.state()))

    def parts(self) -> list[QWidget]:
        """All that goes when it goes."""
        return [self]

    def memory(self) -> Any:
        """What a user has in it, for the window that takes its place."""
        return memory_of(self), self.selection.record, self.history.memory(), self.comparing.memory()

    def resume(self, memory: Any) -> None:
        """Go on with what `memory` gave in another window of the same records."""
        controls, record, history, compared = memory
        self.selection.select(record)
        self.history.resume(history)
        view = self.bench.view
        self.comparing.resume(compared)
        self.bench.set_view(view)
        if record:
            self._late_detail.pane()  # what was in it is given back to it
        give_back(self, controls)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.keep_layout()
        self._state.save()
        super().closeEvent(event)
        self.closed.emit(self)
