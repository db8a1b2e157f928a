"""The statistics with what belongs to them: scope, progress, the figures, the chart of the line chosen."""

from __future__ import annotations

import asyncio
import math
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import monotonic
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QProgressBar, QSplitter, QWidget
from shiboken6 import isValid

from inspector.errors import ClosedError, DamagedError
from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled
from inspector.trace.statistics.outline import OutlineNode, lines_of, outline_of_calls, outline_of_messages
from inspector.trace.statistics.series import Series, series
from inspector.trace.statistics.statistics import Key, Messages, Statistics
from inspector.trace.statistics.text import as_csv, as_markdown
from inspector.ui.analysis.pictures import ask_place, of_widget, print_out, to_png
from inspector.ui.analysis.statistics_chart import StatisticsChart
from inspector.ui.analysis.statistics_model import StatisticsModel
from inspector.ui.analysis.statistics_table import StatisticsTable
from inspector.ui.loop.tasks import offload, soon, spawn
from inspector.ui.loop.throttle import Throttle
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Link, MenuButton, Switch, column, row, tool_button
from inspector.ui.widgets.flow import Flow

__all__ = ["StatisticsPane"]

_PAUSE_MS: Final = 1000
_NARROW: Final = 600  # px: with less, the chart is below the table
_REST: Final = 8  # times as long as figures took to make, until they are made again
_PARTIAL_S: Final = 0.4  # between two looks at what is counted so far
_WRITERS: Final = {"csv": as_csv, "markdown": as_markdown}


@dataclass(slots=True)
class _Counting:
    """What is counted, and how far. One worker at a time has it."""

    kind: str  # calls | messages
    where: Compiled | None
    annotations: dict[str, object]  # what the filter was compared with
    figures: Statistics | Messages


class StatisticsPane(QWidget):
    """Calls by server, method and target, or messages by kind."""

    filter_wanted = Signal(object)  # FilterRequest
    told = Signal(str, str)  # a sentence about the export, and its role

    def __init__(self, journal: Journal, feed: Feed, selection: Selection, timeline: TimelinePane) -> None:
        super().__init__()
        self.setObjectName("statistics_pane")
        self._journal, self._timeline = journal, timeline
        self._counting: _Counting | None = None
        self._turn = 0
        self._working = False
        self._stopped = False
        self._lock = asyncio.Lock()  # one worker at a time has the figures
        self._roots: Sequence[OutlineNode] = ()
        self.model = StatisticsModel(self)
        self.table = StatisticsTable(self.model, self)
        self.chart = StatisticsChart(self)
        self._controls()
        self._again = Throttle(self, self._refresh, _PAUSE_MS)
        self.kind.chosen.connect(self._restart)
        self.scope.chosen.connect(self._restart)
        self.table.chosen.connect(self._show_chart)
        self.table.filter_wanted.connect(self._want)
        self.chart.record_chosen.connect(selection.select)
        self.chart.stretch_chosen.connect(self._want_stretch)
        timeline.counted.connect(self._filter_changed)
        feed.written.connect(self._again.wish)
        feed.touched.connect(self._again.wish)
        self._again.wish()

    def _controls(self) -> None:
        kinds = (("calls", self.tr("Calls")), ("messages", self.tr("Messages")))
        self.kind = Switch("statistics_kind", kinds, self)
        self.kind.setAccessibleName(self.tr("Count calls, or messages"))
        scopes = (("all", self.tr("All")), ("shown", self.tr("Shown rows")))
        self.scope = Switch("statistics_scope", scopes, self)
        self.scope.setAccessibleName(self.tr("Count everything, or only what matches the timeline filter"))
        self.progress = QProgressBar(self)
        self.progress.setObjectName("statistics_progress")
        self.progress.setAccessibleName(self.tr("Partial count"))
        zoom.follow(self.progress.setMaximumWidth, 120)
        zoom.follow(self.progress.setMaximumHeight, 14)
        self.cancel = tool_button("statistics_cancel", "close", self.tr("Stop counting"))
        self.cancel.clicked.connect(self.stop)
        self.go_on = Link("statistics_go_on", self.tr("Partial count: continue"))
        self.go_on.clicked.connect(self._go_on)
        self.log = QCheckBox(self.tr("Log scale"), self)
        self.log.setObjectName("statistics_log")
        self.log.setChecked(True)
        self.log.toggled.connect(self.chart.set_log)
        self.export = MenuButton(
            "statistics_export",
            self.tr("Export"),
            self.tr("The figures as a table, the chart as a picture"),
            "export",
        )
        for name, text in (("csv", self.tr("Copy as CSV")), ("markdown", self.tr("Copy as Markdown"))):
            action = self.export.choices.addAction(text)
            action.setObjectName(f"statistics_copy_{name}")
            action.triggered.connect(partial(self.copy_table, name))
        for name, text, then in (
            ("statistics_save_png", self.tr("Save the chart as PNG…"), self._ask_place),
            ("statistics_print", self.tr("Print the chart…"), self._print),
        ):
            action = self.export.choices.addAction(text)
            action.setObjectName(name)
            action.triggered.connect(then)
        bar = QWidget(self)
        line = Flow(bar, gap=theme.SPACE)
        for part in (self.kind, self.scope, self.go_on, self.progress, self.cancel, self.log, self.export):
            line.addWidget(part)
        self._parts = QSplitter(Qt.Orientation.Horizontal, self)
        self._parts.setObjectName("statistics_parts")
        self._parts.setChildrenCollapsible(False)
        self._parts.addWidget(self.table)
        self._parts.addWidget(self.chart)
        self._parts.setStretchFactor(0, 3)
        self._parts.setStretchFactor(1, 1)
        self._parts.setSizes([700, 320])
        layout = column(row(bar, margins=(8, 2, 8, 2)), self._parts, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.table)
        self._show_progress(None)

    @property
    def busy(self) -> bool:
        """Whether a worker counts."""
        return self._working

    # -- counting --------------------------------------------------------------------------------------

    def _restart(self) -> None:
        """Something else is to be counted: begin anew, now."""
        self._turn += 1
        self._counting = None
        self._stopped = False
        self.chart.setVisible(self.kind.key() == "calls")
        self.log.setVisible(self.kind.key() == "calls")
        self.export.setVisible(self.kind.key() == "calls")
        self._refresh()

    def _filter_changed(self) -> None:
        where = self._timeline.rows.where
        if self.scope.key() != "shown" or self._counting is None:
            return
        if where != self._counting.where or self._annotations(where) != self._counting.annotations:
            self._counting = None
            self._turn += 1
            self._stopped = False
            self._again.wish()

    def stop(self) -> None:
        """Keep what is counted so far."""
        self._stopped = True
        self._turn += 1

    def _go_on(self) -> None:
        self._stopped = False
        self._refresh()

    def _refresh(self) -> None:
        if not self._working and not self._stopped:
            self._working = True
            soon(self, self._count, "statistics: count")

    async def _count(self) -> None:
        """Count what is new until there is nothing more; a restart meanwhile begins anew."""
        try:
            turn = -1
            while turn != self._turn and not self._stopped and self.isVisible():
                turn = self._turn
                with self._journal.doubting():
                    await self._count_once(turn)
        except DamagedError:
            pass  # it is told where the file was opened
        except (ClosedError, sqlite3.OperationalError):
            if self.isVisible():
                raise
        finally:
            self._working = False
            if isValid(self):  # the task also ends because this pane is destroyed
                self._show_progress(None)

    async def _count_once(self, turn: int) -> None:
        counting = self._counting or self._new_counting()
        self._counting = counting
        steps = counting.figures.update(self._journal, self._journal.written, partial(self._is_wanted, turn))
        shown, share, pause = monotonic(), 0.0, _PARTIAL_S
        while share >= 0.0:
            async with self._lock:
                share = await offload(next, steps, -1.0)
            if turn != self._turn and not self._stopped:
                return
            if share < 0.0 or monotonic() - shown > pause:
                self._show_progress(share if share >= 0.0 else None)
                started = monotonic()
                async with self._lock:
                    roots = await offload(_outline, counting, self.tr("All servers"))
                shown = monotonic()
                pause = max(_PARTIAL_S, (shown - started) * _REST)
                self._again.pause_ms = max(_PAUSE_MS, round((shown - started) * 1000 * _REST))
                self._show(roots, counting)

    def _new_counting(self) -> _Counting:
        where = self._timeline.rows.where if self.scope.key() == "shown" else None
        kind = self.kind.key()
        figures = Statistics(where) if kind == "calls" else Messages(where)
        return _Counting(kind, where, self._annotations(where), figures)

    def _annotations(self, where: Compiled | None) -> dict[str, object]:
        if where is None or not where.annotated:
            return {}
        return self._journal.annotations.annotated().named_in(where.sql)

    def _is_wanted(self, turn: int) -> bool:
        return turn == self._turn

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < theme.px(_NARROW)
        self._parts.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)

    def hideEvent(self, event: QHideEvent) -> None:
        """It is out of sight: what is left is counted when it is shown."""
        super().hideEvent(event)
        self._turn += 1
        self._again.wish()

    # -- showing ---------------------------------------------------------------------------------------

    def _show_progress(self, share: float | None) -> None:
        self.progress.setVisible(share is not None)
        self.cancel.setVisible(share is not None)
        if share is not None:
            self.progress.setValue(round(share * 100))
        self.go_on.setVisible(self._stopped)

    def _show(self, roots: Sequence[OutlineNode], counting: _Counting) -> None:
        if counting is not self._counting:
            return
        self._roots = roots
        path = self.table.current_path()
        self.table.show_nodes(roots, self._heads(counting.kind))
        if not path and roots:
            self.table.setCurrentIndex(self.model.index(0, 0))
        self._show_chart()

    def _heads(self, kind: str) -> tuple[str, ...]:
        if kind == "messages":
            return self.tr("Server › kind › method"), self.tr("Count"), self.tr("Share"), self.tr("Bytes")
        return (
            self.tr("Server › method"), self.tr("Calls"), self.tr("Errors"), self.tr("Lost"),
            self.tr("Cancelled"), self.tr("Pending"), self.tr("Min"), "p50", "p95", "p99", self.tr("Max"),
            self.tr("Out"), self.tr("In"),
        )  # fmt: skip

    def _show_chart(self) -> None:
        spawn(self, self._chart(self._turn), "statistics: chart")

    async def _chart(self, turn: int) -> None:
        node, counting = self.table.current_node(), self._counting
        if counting is None or not isinstance(counting.figures, Statistics):
            return
        keys = node.keys if node is not None else ()
        async with self._lock:
            drawn = await offload(_series, counting.figures, keys)
        if turn == self._turn and node is self.table.current_node():
            first = self._journal.rows([1])
            title = " › ".join(node.path) if node is not None else ""
            self.chart.show_series(drawn, title, first[0].at_ns if first else 0)

    def _want(self, wish: FilterRequest) -> None:
        """What a figure counted among the shown rows is a part of them."""
        if wish.mode and self._counting is not None and self._counting.where is not None:
            wish = replace(wish, join="and", everywhere=False)
        self.filter_wanted.emit(wish)

    def _want_stretch(self, start_ns: float, end_ns: float) -> None:
        node = self.table.current_node()
        stretch = f"is:answered and time >= {int(start_ns)}ns and time < {math.ceil(end_ns)}ns"
        if node is not None and node.condition:
            calls = "" if "is:call" in node.condition.split() else " and is:call"
            self._want(
                FilterRequest(
                    f"{node.condition}{calls} and {stretch}", "replace", mode="calls", everywhere=True
                )
            )

    def copy_table(self, form: str) -> None:
        """Copy the innermost lines. form: csv or markdown."""
        spawn(self, self._copy_table(form), "statistics: copy")

    async def _copy_table(self, form: str) -> None:
        QApplication.clipboard().setText(await offload(_table, form, self._roots))

    def _ask_place(self) -> None:
        ask_place(self, "statistics", self.tr("Save the chart"), "png", self.save_chart)

    def save_chart(self, path: str) -> None:
        """Write the chart to a PNG file, as large as it is shown."""
        try:
            to_png(of_widget(self.chart), path)
        except OSError as error:
            self.told.emit(self.tr("Could not save: {0}").format(error.strerror or str(error)), "error")
        else:
            self.told.emit(self.tr("Saved: {0}").format(path), "ok")

    def _print(self) -> None:
        chart = of_widget(self.chart)
        print_out(self, self.tr("Statistics"), chart.size.width(), lambda _height: (chart,))


def _outline(counting: _Counting, everything: str) -> list[OutlineNode]:
    figures = counting.figures
    if isinstance(figures, Statistics):
        return outline_of_calls(figures.groups(), everything)
    return outline_of_messages(figures.counts)


def _table(form: str, roots: Sequence[OutlineNode]) -> str:
    return _WRITERS[form](lines_of(roots))


def _series(figures: Statistics, keys: Sequence[Key]) -> Series | None:
    groups = figures.groups()
    return series([groups[key] for key in keys if key in groups])
