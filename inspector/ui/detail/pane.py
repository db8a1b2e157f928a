"""The detail pane: request and response of the selected record side by side, and what else is known of it."""

from __future__ import annotations

import json
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedLayout, QWidget

from inspector.trace.journal import Journal
from inspector.trace.relations import calls_during
from inspector.trace.rows import make_row
from inspector.translation import shown
from inspector.ui.detail.bytes import bytes_text
from inspector.ui.detail.note import DetailNote
from inspector.ui.detail.side import DetailSide
from inspector.ui.detail.subject import Subject, load, origin_ns
from inspector.ui.detail.tabs import DetailTabs
from inspector.ui.detail.value_menu import ValueMenu
from inspector.ui.json.viewer.branches import BranchMemory
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.loop.tasks import offload, soon, spawn
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.view.cells import status_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column, empty_state

__all__ = ["DetailPane"]

_AT_ONCE: Final = 1_000_000  # bytes that are read from the file without leaving the loop thread
_REFRESH_MS: Final = 100  # a call that changes every frame is shown anew this often
_PAUSE_MS: Final = 80  # between two records shown, while the user walks
_NARROW: Final = 720  # px of width: with less, the two sides are tabs like the rest


class DetailPane(QWidget):
    """Shows the selected record. It reads; it never selects by itself but where the user clicks a link."""

    path_selected = Signal(str)  # JSON path of what was clicked and where its bytes are, for the status bar
    filter_wanted = Signal(object)  # FilterRequest
    column_wanted = Signal(str)  # JSON path
    colour_wanted = Signal(str)  # condition
    highlight_wanted = Signal(str)  # a condition
    note_wanted = Signal(int)  # number of the record whose note is to be edited
    close_wanted = Signal()
    turn_wanted = Signal()  # it is to stand below the rows, or beside them again

    def __init__(
        self, journal: Journal, feed: Feed, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self.setAccessibleName(self.tr("Detail of the selected record"))
        self._journal, self._selection = journal, selection
        self._subject: Subject | None = None
        self._turn = 0  # of the newest selection; what older ones read is dropped
        self._wanted = (0, "")  # a record, and the place in it that is to be chosen when it is shown
        self._build()
        self._due = False  # another record was selected during the pause
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._pause_over)
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(_REFRESH_MS)
        self._refresh.timeout.connect(self._reload)
        feed.touched.connect(self._touched)
        feed.findings_changed.connect(self._findings_changed)
        feed.annotated.connect(self.note.refresh)
        selection.changed.connect(self._selected)
        self._read(selection.record)

    def _build(self) -> None:
        # Each with what it will lie in: Qt styles all that is in a widget anew when that gets a parent.
        memory, whole = BranchMemory(), QWidget(self)
        self._split = QSplitter(Qt.Orientation.Horizontal, whole)
        self._split.setObjectName("detail_split")
        self._sides = QSplitter(Qt.Orientation.Horizontal, self._split)
        self._sides.setObjectName("detail_sides")
        self.left = DetailSide("detail_request", memory, self._sides)
        self.right = DetailSide("detail_response", memory, self._sides)
        self.values = ValueMenu(self)
        self.values.filter_wanted.connect(self.filter_wanted)
        self.values.column_wanted.connect(self.column_wanted)
        self.values.colour_wanted.connect(self.colour_wanted)
        self.values.highlight_wanted.connect(self.highlight_wanted)
        for side, other in ((self.left, self.right), (self.right, self.left)):
            side.asked_record.connect(self._selection.select)
            side.mode_chosen.connect(other.set_mode)
            side.viewer.menu_opening.connect(self.values.fill)
        self.left.spot_selected.connect(partial(self._spot_selected, "left"))
        self.right.spot_selected.connect(partial(self._spot_selected, "right"))
        self.left.spot_hovered.connect(partial(self._spot_hovered, "left"))
        self.right.spot_hovered.connect(partial(self._spot_hovered, "right"))
        self.tabs = DetailTabs(self._journal, self._split)
        self.tabs.asked_record.connect(self._selection.select)
        self.tabs.filter_wanted.connect(self.filter_wanted)
        self.tabs.currentChanged.connect(self._page_changed)
        self.tabs.turn.clicked.connect(self.turn_wanted)
        self.tabs.close_all.clicked.connect(self.close_wanted)
        self.tabs.bytes.hovered.connect(self._byte_hovered)
        self.tabs.bytes.pressed.connect(self._byte_pressed)
        for splitter, first, second in (
            (self._sides, self.left, self.right),
            (self._split, self._sides, self.tabs),
        ):
            splitter.addWidget(first)
            splitter.addWidget(second)
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
        self._split.setStretchFactor(0, 2)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([660, 340])
        self._sides.setSizes([330, 330])  # also while there is no answer beside the first record
        self._pages = QStackedLayout(self)
        self._pages.addWidget(
            empty_state(self.tr("Select a row in the timeline to see its messages, timing and bytes."))
        )
        self.note = DetailNote(self._journal.annotations, whole)
        self.note.edit_wanted.connect(self.note_wanted)
        layout = column(self.note, self._split, spacing=0)
        layout.setStretch(1, 1)
        whole.setLayout(layout)
        self._pages.addWidget(whole)
        self.setFocusProxy(self.left)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_NARROW)
        if narrow != bool(self.tabs.sides):
            self.tabs.take_sides((self.left, self.right) if narrow else ())
            for side in (self.left, self.right):
                side.show_title(not narrow)
                if not narrow:
                    self._sides.addWidget(side)
            self._sides.setVisible(not narrow)
            self._take_keys()
            self._show(self._subject)

    def _take_keys(self) -> None:
        """Who gets the keyboard when the pane does: a side that can be seen."""
        page = self.tabs.currentWidget()
        seen = page if page in self.tabs.sides else self.tabs
        self.setFocusProxy(seen if self.tabs.sides else self.left)

    # -- what is kept ------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """What to keep for the next start: plain JSON values."""
        page = self.tabs.currentWidget()
        return {
            "mode": self.left.viewer.preferred(),
            "tab": page.objectName() if page is not None else "",
            "framed": self.tabs.bytes.framed(),
        }

    def restore_text(self, text: str) -> None:
        """Take over what `state` gave, as JSON text; what is missing or broken stays as it is."""
        try:
            state = json.loads(text or "{}")
        except ValueError:
            return
        if not isinstance(state, dict):
            return
        for side in (self.left, self.right):
            side.set_mode("tree" if state.get("mode") == "tree" else "text")
        self.tabs.choose_page(str(state.get("tab", "")))
        self.tabs.bytes.set_framed(bool(state.get("framed", True)))

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.path_selected.emit("")  # its value is out of sight

    # -- which record ------------------------------------------------------------------------------------

    def _selected(self, number: int) -> None:
        """While the user walks the rows, the rows move at once and the detail follows some times a second."""
        if number and self._selection.walking and self._pause.isActive():
            self._turn += 1  # what is being read for the one before is not wanted any more
            self._due = True
            return
        self._due = False
        self._pause.start()
        self._read(number)

    def _pause_over(self) -> None:
        if self._due:
            self._selected(self._selection.record)

    def mark(self, record: int, pointer: str) -> None:
        """Choose the value at a JSON Pointer of a record, now or as soon as it is shown."""
        self._wanted = (record, pointer)
        if self._subject is not None and self._subject.number == record:
            self._mark(self._subject)

    def _mark(self, subject: Subject) -> None:
        record, pointer = self._wanted
        if record != subject.number or not pointer:
            return
        self._wanted = (0, "")
        right = subject.right is not None and subject.right.number == record
        side = self.right if right else self.left
        if side in self.tabs.sides:
            self.tabs.setCurrentWidget(side)
        side.viewer.mark(pointer)

    def _read(self, number: int) -> None:
        self._turn += 1
        self._refresh.stop()
        if self._subject is not None and self._subject.number != number:
            self.tabs.chosen = None
            self.path_selected.emit("")
        if not number:
            self._subject = None
            self._pages.setCurrentIndex(0)
            return
        row = self._journal.rows([number])
        if row and row[0].size + row[0].answer_size > _AT_ONCE:
            spawn(self, self._load(number, self._turn), "detail: read a large record")
        else:
            self._show(load(self._journal, number))

    async def _load(self, number: int, turn: int) -> None:
        subject = await offload(load, self._journal, number)
        if turn == self._turn:
            self._show(subject)

    def _touched(self, exchanges: tuple[int, ...]) -> None:
        subject = self._subject
        if subject is None or subject.exchange is None or self._refresh.isActive():
            return
        if subject.exchange.number in exchanges:
            self._refresh.start()

    def _reload(self) -> None:
        self._read(self._selection.record)

    def _findings_changed(self) -> None:
        self.tabs.findings_changed()

    # -- showing it --------------------------------------------------------------------------------------

    def _show(self, subject: Subject | None) -> None:
        self._subject = subject
        self._pages.setCurrentIndex(0 if subject is None else 1)
        if subject is None:
            return
        if subject.paired and subject.exchange is not None:
            self._show_pair(subject)
        else:
            self._show_single(subject)
        self.tabs.show_subject(subject)
        right = () if subject.right is None else (subject.right.number,)
        self.note.show_of((subject.number, subject.left.number, *right))
        self._mark(subject)

    def _show_pair(self, subject: Subject) -> None:
        exchange = subject.exchange
        assert exchange is not None
        self._name_sides(self.tr("Request"), self.tr("Response"))
        start, parent = origin_ns(self._journal), exchange.parent
        self.left.show_record(self.tr("Request"), subject.left, start, ("", "muted"), parent)
        word, role = status_text(make_row(subject.left, exchange, "", ""))
        if exchange.ended_ns:
            word = f"{word}  {duration_text(exchange.duration_ns)}"
        title = self.tr("Response")
        if subject.right is not None:
            self.right.show_record(title, subject.right, start, (word, role))
            return
        reason = shown(exchange.detail) or exchange.message
        if exchange.status == "pending":
            reason = exchange.message or self.tr("No response yet.")
        self.right.show_nothing(title, reason or self.tr("No response."), (word, role))

    def _show_single(self, subject: Subject) -> None:
        titles = {
            "request": self.tr("Request"),
            "notification": self.tr("Notification"),
            "response": self.tr("Response"),
            "error": self.tr("Error"),
            "batch": self.tr("Batch"),
            "malformed": self.tr("Malformed"),
            "stderr": self.tr("stderr"),
            "head": self.tr("HTTP head"),
            "lifecycle": self.tr("Lifecycle"),
        }
        record = subject.left
        outcome = status_text(make_row(record, subject.exchange, "", ""))
        title = titles.get(record.kind, record.kind)
        self._name_sides(title, "")
        call = subject.exchange.number if subject.exchange is not None else 0
        self.left.show_record(title, record, origin_ns(self._journal), outcome, call)
        if subject.is_said:
            load_calls = partial(self._load_calls, subject.number, self._turn)
            soon(self, load_calls, "detail: calls at the time of a line")

    def _name_sides(self, left: str, right: str) -> None:
        """right: "" when the record stands alone."""
        if self.tabs.sides:
            self.tabs.show_side(self.left, left)
            self.tabs.show_side(self.right, right)
        else:
            self.left.show()
            self.right.setVisible(bool(right))

    async def _load_calls(self, number: int, turn: int) -> None:
        calls = await offload(calls_during, self._journal, number)
        if turn == self._turn:
            self.left.show_calls(calls)

    # -- values ------------------------------------------------------------------------------------------

    def apply_column(self) -> None:
        """Make the chosen value a column of the timeline."""
        if self.tabs.chosen is not None and self.tabs.chosen[1].path:
            self.column_wanted.emit(self.tabs.chosen[1].path)

    def _side(self, name: str) -> DetailSide:
        return self.left if name == "left" else self.right

    def _spot_selected(self, name: str, spot: Spot) -> None:
        self._side("right" if name == "left" else "left").viewer.spots.forget_choice()
        self.path_selected.emit(f"{spot.path}  {bytes_text(spot.start, spot.end)}".strip())
        self.tabs.choose(name, spot)

    def _spot_hovered(self, name: str, spot: Spot | None) -> None:
        self.tabs.hover(name, spot)

    def _page_changed(self, _index: int) -> None:
        """What the mouse is over is only of interest beside the bytes."""
        self._take_keys()
        for side in (self.left, self.right):
            side.viewer.spots.hovering = self.tabs.currentWidget() is self.tabs.bytes
            side.viewer.spots.hover_source(None)

    def _byte_hovered(self, name: str, offset: int | None) -> None:
        self._side(name).viewer.spots.hover_source(offset)

    def _byte_pressed(self, name: str, offset: int) -> None:
        self._side(name).viewer.spots.select_source(offset)
