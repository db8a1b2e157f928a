"""The sequence ladder with what belongs to it: what it shows, in step with the timeline, and its export."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from inspector.errors import ClosedError, DamagedError, UsageError
from inspector.trace.journal import Journal
from inspector.trace.ladder.export import MOST_STEPS, Ladder, gather, pages, to_mermaid, to_svg, width_of
from inspector.trace.ladder.ladder import Lanes
from inspector.trace.ladder.scope import Present, around, every, newest, of_rows, present
from inspector.ui.analysis.ladder_model import LadderModel
from inspector.ui.analysis.ladder_view import LadderView
from inspector.ui.analysis.pictures import ask_place, of_svg, print_out, to_png
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import offload, sliced, soon, spawn
from inspector.ui.loop.throttle import Throttle
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import MenuButton, Switch, column, muted, row
from inspector.ui.widgets.flow import Flow

__all__ = ["LadderPane"]

_PAUSE_MS: Final = 500
_REST: Final = 4  # times as long as collecting took, until it is done again
_NEWEST: Final = 500
_WRITERS: Final = {"svg": to_svg, "png": to_svg, "mmd": to_mermaid}


@dataclass(frozen=True, slots=True)
class _Question:
    """What a worker is to collect; plain values, taken when it is asked."""

    scope: str
    record: int
    rows: array[int]
    calls: bool
    last: int
    known: array[int]  # what is shown already and only grows


class LadderPane(QWidget):
    """User, client and servers as lanes, every message as an arrow."""

    asked_detail = Signal()  # Enter on a step
    told = Signal(str, str)  # a sentence about the export, and its role

    def __init__(self, journal: Journal, feed: Feed, selection: Selection, timeline: TimelinePane) -> None:
        super().__init__()
        self.setObjectName("ladder_pane")
        self._journal, self._selection, self._timeline = journal, selection, timeline
        self._turn = 0
        self._stale = False  # something changed while a worker collected
        self._growing: array[int] = array("q")
        self._read = 0  # the selected record when rows were shown last
        self.busy = False
        self.model = LadderModel(journal, self)
        self.view = LadderView(self.model, self)
        self.view.empty_text = self._empty_text
        self._controls()
        self._again = Throttle(self, self._collect, _PAUSE_MS)
        self.scope.chosen.connect(self._restart)
        self.view.chosen.connect(selection.select)
        self.view.asked_detail.connect(self.asked_detail)
        selection.changed.connect(self._selected)
        timeline.counted.connect(self._again.wish)
        timeline.view.picked.connect(self._picked)
        feed.written.connect(self._again.wish)
        feed.sessions_changed.connect(self._again.wish)
        self._again.wish()

    def _controls(self) -> None:
        choices = (
            ("shown", self.tr("Shown rows")),
            ("call", self.tr("This call")),
            ("selected", self.tr("Selected rows")),
            ("newest", self.tr("Last {0}").format(_NEWEST)),
        )
        self.scope = Switch("ladder_scope", choices, self)
        self.scope.setAccessibleName(self.tr("What the ladder shows"))
        self._count: QLabel = muted()
        self._count.setObjectName("ladder_count")
        self.export = MenuButton(
            "ladder_export", self.tr("Export"), self.tr("As a picture or as text"), "export"
        )
        menu = self.export.choices
        for name, text, then in (
            ("ladder_copy_mermaid", self.tr("Copy as Mermaid"), self._copy),
            ("ladder_save_png", self.tr("Save as PNG…"), partial(self._ask_place, "png")),
            ("ladder_save_svg", self.tr("Save as SVG…"), partial(self._ask_place, "svg")),
            ("ladder_save_mermaid", self.tr("Save as Mermaid…"), partial(self._ask_place, "mmd")),
            ("ladder_print", self.tr("Print…"), self._print),
        ):
            action = menu.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(then)
        bar = QWidget(self)
        line = Flow(bar, gap=theme.SPACE)
        for part in (self.scope, self._count, self.export):
            line.addWidget(part)
        layout = column(row(bar, margins=(8, 2, 8, 2)), self.view, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.view)

    # -- what is shown -------------------------------------------------------------------------------

    def _restart(self) -> None:
        """Another scope: what is being collected is not wanted any more."""
        self._turn += 1
        self._again.wish()

    def _collect(self) -> None:
        if self.busy:
            self._stale = True
        else:
            self.busy = True
            soon(self, self._collect_all, "ladder: collect records")

    async def _collect_all(self) -> None:
        self._stale = False
        started = monotonic()
        try:
            await self._ask(self._turn)
        except DamagedError:
            pass  # it is told where the file was opened
        except (ClosedError, sqlite3.OperationalError):
            if self.isVisible():
                raise
        finally:
            self.busy = False
        self._again.pause_ms = max(_PAUSE_MS, round((monotonic() - started) * 1000 * _REST))
        self.view.viewport().update()
        if self._stale:
            self._again.wish()

    def hideEvent(self, event: QHideEvent) -> None:
        """It is hidden: what is being collected is not wanted any more."""
        super().hideEvent(event)
        self._restart()

    async def _ask(self, turn: int) -> None:
        scope, rows = self.scope.key(), self._timeline.rows
        whole = scope == "shown" and rows.where is None
        asked = array("q")
        if scope == "selected":
            asked = self._timeline.view.chosen.numbers()
        elif scope == "shown" and not whole:
            asked = array("q", rows.numbers)
        question = _Question(
            "every" if whole else scope,
            self._selection.record,
            asked,
            rows.mode == "calls",
            self._journal.written,
            self._growing if whole else array("q"),
        )
        sessions = self._journal.sessions()
        with self._journal.doubting():
            numbers, there = await offload(
                _collected, self._journal, question, partial(self._is_wanted, turn)
            )
        if turn != self._turn:
            return
        self._growing = numbers if whole else array("q")
        shown = (info for info in sessions if info.number in there.sessions)
        names = (self.tr("User"), self.tr("Client"))
        self._show(numbers, Lanes(shown, there.user, names=names))

    def _is_wanted(self, turn: int) -> bool:
        return turn == self._turn

    def _show(self, numbers: array[int], lanes: Lanes) -> None:
        at_end = self.view.at_end() and bool(self.model.numbers)
        first = self.view.rowAt(0)
        read, hidden = self.model.number_at(first), -self.view.rowViewportPosition(max(0, first))
        before = self.model.numbers
        self.model.show(numbers, lanes)
        self.view.fit_lanes()
        self._count.setText(self.tr("{0} messages").format(number_text(len(numbers))))
        moved = numbers[: len(before)] != before  # else nothing moved what is read
        self._mark()
        if moved and read and self._read == self._selection.record:
            self.view.to_place(self.model.row_near(read), hidden)
        self._read = self._selection.record
        if at_end and self.scope.key() in ("shown", "newest"):
            self.view.scrollToBottom()
        self.view.viewport().update()

    def _mark(self) -> None:
        """Show the selected record, and which steps belong to its exchange."""
        number = self._selection.record
        found = self._journal.rows([number]) if number else []
        self.view.delegate.exchange = found[0].exchange if found else 0
        self.view.show_row(self.model.row_of(number))
        self.view.viewport().update()

    def _selected(self, number: int) -> None:
        if not self.isVisible():
            self._again.wish()
            return
        self._mark()
        if self.scope.key() == "call" and number:
            self._again.wish()

    def _picked(self) -> None:
        if self.scope.key() == "selected":
            self._again.wish()

    def _empty_text(self) -> str:
        if self.busy:
            return self.tr("Collecting…")
        texts = {
            "call": self.tr("Select a record to see its call and what happened around it."),
            "selected": self.tr("Select rows in the timeline to draw their messages here."),
        }
        if self.scope.key() in texts:
            return texts[self.scope.key()]
        if self._journal.last and self._timeline.rows.where is not None:
            return self.tr("No record matches the timeline filter.")
        return self.tr("Nothing yet. Connect a server and every message becomes an arrow.")

    # -- export ----------------------------------------------------------------------------------------

    def _copy(self) -> None:
        spawn(self, self._export("mmd", ""), "ladder: copy")

    def _ask_place(self, form: str) -> None:
        ask_place(self, "ladder", self.tr("Save the ladder"), form, partial(self.save, form))

    def _print(self) -> None:
        spawn(self, self._print_out(), "ladder: print")

    async def _print_out(self) -> None:
        drawn = await self._drawn()
        print_out(
            self,
            self.tr("Ladder"),
            width_of(drawn),
            lambda height: (of_svg(page) for page in pages(drawn, height)),
        )

    def save(self, form: str, path: str) -> None:
        """Write what is shown to a file. form: png, svg or mmd."""
        spawn(self, self._export(form, path), "ladder: save")

    async def _drawn(self) -> Ladder:
        names = (self.tr("User"), self.tr("Client"))
        return await sliced(gather(self._journal, self.model.numbers, names))

    async def _export(self, form: str, path: str) -> None:
        drawn = await self._drawn()
        text = await offload(_WRITERS[form], drawn)
        if path:
            try:
                await offload(_write, form, path, text)
            except UsageError as error:
                self.told.emit(self.tr("Could not save: {0}").format(str(error)), "error")
                return
            except OSError as error:
                self.told.emit(self.tr("Could not save: {0}").format(error.strerror or str(error)), "error")
                return
            done = self.tr("Saved: {0}").format(path)
        else:
            QApplication.clipboard().setText(text)
            done = self.tr("Copied {0} steps as Mermaid").format(number_text(len(drawn.steps)))
        if drawn.left_out:
            first = self.tr("(first {0}; {1} not shown)")
            done = f"{done}  {first.format(number_text(MOST_STEPS), number_text(drawn.left_out))}"
        self.told.emit(done, "ok")


def _collected(journal: Journal, asked: _Question, wanted: Callable[[], bool]) -> tuple[array[int], Present]:
    """In a worker thread: the records of a scope and its participants."""
    with closing(journal.reader()) as connection:
        if asked.scope == "every":
            known = asked.known[-1] if asked.known else 0
            numbers = asked.known + every(connection, known + 1, asked.last, wanted)
        elif asked.scope == "newest":
            numbers = newest(connection, _NEWEST)
        elif asked.scope == "call":
            numbers = around(connection, asked.record)
        else:
            numbers = of_rows(connection, asked.rows, asked.calls, wanted)
        return numbers, present(connection, numbers, journal.sessions())


def _write(form: str, path: str, text: str) -> None:
    if form == "png":
        to_png(of_svg(text), path)
    else:
        Path(path).write_text(text, encoding="utf-8", errors="backslashreplace")
