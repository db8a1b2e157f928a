"""One side of the detail pane: a line that says what it is, and the message under it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from inspector.protocol.records import Record
from inspector.translation import shown
from inspector.ui.json.viewer.branches import BranchMemory
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.locale.locale_text import number_text, size_text
from inspector.ui.text.big_text import BigText
from inspector.ui.timeline.view.times import time_text
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Elided, Link, Notice, column, muted, row, tool_button
from inspector.ui.widgets.outside import open_folder

__all__ = ["DetailSide"]

_NAMED: Final = 12  # calls in a tip
_PLAIN: Final = ("stderr", "lifecycle", "head")  # text, not JSON


class DetailSide(QWidget):
    """Request, response, or a record that stands alone."""

    asked_record = Signal(int)  # the link with a record number was clicked
    spot_hovered = Signal(object)  # Spot under the mouse, None: none
    spot_selected = Signal(object)  # Spot that was chosen
    mode_chosen = Signal(str)  # text or tree; the other side follows

    def __init__(self, name: str, memory: BranchMemory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._memory = memory
        self._number = self._part_of = 0
        self._spool = ""
        self._title = QLabel()
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._link = Link(f"{name}_record")
        self._link.clicked.connect(self._follow_link)
        self._call = Link(f"{name}_call")
        self._call.clicked.connect(self._follow_call)
        self._facts = Elided(role="muted")
        self._outcome = Elided(role="ok")
        self._mode = tool_button(f"{name}_tree", "file-tree-outline", self.tr("Show as tree"))
        self._mode.setCheckable(True)
        self._mode.clicked.connect(self._mode_clicked)
        self._notice = Notice(f"{name}_notice", "error")
        self._notice.hide()
        self._whole = self._notice.add_button(f"{name}_whole", "", self._open_whole)
        self._pages = QStackedWidget(self)
        self.viewer = JsonViewer(self._pages)
        self.viewer.setObjectName(f"{name}_json")
        self.viewer.set_header_visible(False)
        self.viewer.spots.hovered.connect(self.spot_hovered)
        self.viewer.spots.selected.connect(self.spot_selected)
        self.viewer.mode_changed.connect(self._mode_changed)
        self._text = BigText(self._pages)
        self._text.setObjectName(f"{name}_text")
        self._text.setAccessibleName(self.tr("Text of the record"))
        self._empty = muted(wrap=True)
        zoom.margins(self._empty, 8, 6, 8, 6)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty.setBackgroundRole(QPalette.ColorRole.Base)
        self._empty.setAutoFillBackground(True)
        for page in (self.viewer, self._text, self._empty):
            self._pages.addWidget(page)
        line = row(
            self._title,
            self._link,
            self._call,
            self._outcome,
            self._facts,
            self._mode,
            margins=(8, 0, 4, 0),
            spacing=6,
        )
        line.setStretch(4, 1)
        head = QWidget(self)
        head.setLayout(line)
        head.setMinimumHeight(self._mode.sizeHint().height() + 2)  # the same with and without the button
        self._outcome.setSizePolicy(self._title.sizePolicy())
        layout = column(head, self._notice, self._pages, spacing=0)
        layout.setStretch(2, 1)
        self.setLayout(layout)

    def show_title(self, shown: bool) -> None:
        """Whether it says itself what it is."""
        self._title.setVisible(shown)

    def show_record(
        self, title: str, record: Record, origin_ns: int, outcome: tuple[str, str], part_of: int = 0
    ) -> None:
        """Show a record. outcome: word and role of how its call ended; empty: nothing to say.

        part_of: the call that it belongs to, or that a nested request came in.
        """
        self._head(title, record.number, outcome, part_of)
        answer = record.role == "answer"  # its request, beside it, says method and id
        facts = (
            "" if answer else record.method,
            record.id and not answer and f"id {record.id}",
            size_text(record.size) if record.size else "",
            time_text(record.at_ns, origin_ns),
            record.channel,
        )
        self._facts.setText(" · ".join(fact for fact in facts if fact))
        self._say(record)
        if record.kind in _PLAIN or record.spool:  # of a cut message it is known why it is no JSON
            text = record.raw or shown(record.note).encode()
            self._text.set_text(text, ansi=record.kind == "stderr")
            self._pages.setCurrentWidget(self._text)
        elif self.viewer.data() != record.raw or self._pages.currentWidget() is not self.viewer:
            kind = self._memory.of(f"{record.kind} {record.method}")
            self.viewer.set_bytes(record.raw, record.valid, kind)
            self._pages.setCurrentWidget(self.viewer)
        self._mode.setVisible(record.valid and not record.spool and record.kind not in _PLAIN)

    def show_calls(self, calls: Sequence[int]) -> None:
        """Of a line that a server wrote: our calls that ran then, the likeliest first."""
        if not calls:
            return
        first, others = calls[0], len(calls) - 1
        texts = {
            0: self.tr("during #{0}").format(first),
            1: self.tr("during #{0} or 1 other call").format(first),
        }
        many = self.tr("during #{0} or {1} other calls").format(first, number_text(others))
        self._show_call(first, texts.get(others, many))
        if others:
            named = ", ".join(f"#{call}" for call in calls[:_NAMED])
            if others >= _NAMED:
                named += ", …"
            self._call.setToolTip(
                self.tr("Select the call that it most likely belongs to. These ran: {0}").format(named)
            )

    def show_nothing(self, title: str, reason: str, outcome: tuple[str, str] = ("", "muted")) -> None:
        """There is no record for this side; say why."""
        self._head(title, 0, outcome)
        self._facts.setText("")
        self._notice.hide()
        self._mode.hide()
        self._empty.setText(reason)
        self._pages.setCurrentWidget(self._empty)
        self.viewer.clear()

    def set_mode(self, mode: str) -> None:
        """text or tree."""
        if self.viewer.mode() != mode:
            self.viewer.set_mode(mode)
        self._mode.setChecked(mode == "tree")

    def _head(self, title: str, number: int, outcome: tuple[str, str], part_of: int = 0) -> None:
        self._title.setText(title)
        self._show_call(part_of, self.tr("in #{0}").format(part_of) if part_of else "")
        self._number = number
        self._link.setText(f"#{number}" if number else "")
        self._link.setVisible(bool(number))
        self._link.setToolTip(self.tr("Select this record in the timeline"))
        self._link.updateGeometry()
        text, role = outcome
        self._outcome.setText(text)
        self._outcome.set_role(role)
        self._outcome.setVisible(bool(text))

    def _show_call(self, number: int, text: str) -> None:
        self._part_of = number
        self._call.setText(text)
        self._call.setToolTip(self.tr("Go to the call this belongs to"))
        self._call.setVisible(bool(number))
        self._call.updateGeometry()

    def _say(self, record: Record) -> None:
        """A strip for what is wrong with the bytes themselves."""
        self._spool = record.spool
        cut, malformed = bool(record.spool), record.kind == "malformed"
        self._notice.setVisible((malformed and record.valid) or cut)
        self._whole.setVisible(cut)
        if cut:
            self._notice.set_text(
                shown(record.note) or self.tr("Truncated; the full message is in a separate file")
            )
            self._whole.setText(self.tr("Show all ({0})…").format(size_text(record.size)))
        elif malformed:
            # What is no JSON at all is said by the viewer, with the place.
            self._notice.set_text(shown(record.note))

    def _open_whole(self) -> None:
        """Open the folder with the file: no program opens 200 MB of one line gladly."""
        open_folder(Path(self._spool).parent)

    def _follow_link(self) -> None:
        self.asked_record.emit(self._number)

    def _follow_call(self) -> None:
        self.asked_record.emit(self._part_of)

    def _mode_clicked(self, tree: bool) -> None:
        self.viewer.set_mode("tree" if tree else "text")

    def _mode_changed(self, mode: str) -> None:
        self._mode.setChecked(mode == "tree")
        self.mode_chosen.emit(mode)
