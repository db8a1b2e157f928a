"""The pane of figures: what is counted, again when something changes, and what it asks of the timeline."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QProgressBar,
    QPushButton,
    QSplitter,
    QToolButton,
    QWidget,
)

from inspector.trace.journal import Journal
from inspector.trace.statistics.statistics import Statistics
from inspector.ui.analysis.statistics_pane import StatisticsPane
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Switch
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import START_NS, Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    """Figures beside a timeline."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.figures = StatisticsPane(journal, self.feed, self.selection, self.pane)
        self.figures.resize(1100, 300)
        self.wishes: list[FilterRequest] = []
        self.figures.filter_wanted.connect(self.wishes.append)
        self.again()

    def again(self) -> None:
        """Nobody waits a second for figures here."""
        self.figures._again.pause_ms = 0

    def lines(self) -> list[tuple[str, str]]:
        """The outermost lines: name and number of calls."""
        model = self.figures.model
        return [(model.index(row, 0).data(), model.index(row, 1).data()) for row in range(model.rowCount())]

    def close(self) -> None:
        self.figures.close()
        self.figures.deleteLater()
        super().close()


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def told(story: Story) -> None:
    """Two calls of echo, one of them failed, and one of ask."""
    story.call()
    story.call(status="failed", detail="-1 no")
    story.call("ask")
    story.journal.sync()


async def counted(bench: Bench, until: Until) -> None:
    bench.figures.show()
    await until(lambda: bench.lines() and not bench.figures.busy, what="figures")


def chosen(bench: Bench, *path: str) -> None:
    bench.figures.table.setCurrentIndex(bench.figures.model.index_of(path))


def test_figures_are_counted_when_somebody_looks_and_the_first_line_is_chosen(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await asyncio.sleep(0.02)
        assert not bench.lines(), "hidden, nobody needs them"
        await counted(bench, until)
        assert bench.lines()[0][1] == "3"
        assert bench.figures.table.current_path() == (bench.lines()[0][0],)
        assert the(bench.figures, QWidget, "statistics_parts").isVisible()
        assert bench.figures.focusProxy() is bench.figures.table
        for name in ("statistics_progress", "statistics_cancel", "statistics_go_on"):
            assert not the(bench.figures, QWidget, name).isVisible(), name
        assert bench.figures.table.width() > bench.figures.chart.width()

    arun(main())


def test_what_comes_later_is_counted_and_the_chosen_line_stays(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        outer = bench.lines()[0][0]
        bench.figures.table.expandAll()
        inner = bench.figures.model.index(0, 0, bench.figures.model.index(0, 0))
        path = bench.figures.model.node(inner).path  # type: ignore[union-attr]
        chosen(bench, *path)
        bench.again()
        story.call("third")
        story.journal.sync()
        await until(lambda: bench.lines() == [(outer, "4")] and not bench.figures.busy)
        assert bench.figures.table.current_path() == path

    arun(main())


def test_hidden_figures_wait_and_are_made_again_when_they_are_shown(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        bench.figures.hide()
        story.call()
        story.journal.sync()
        await asyncio.sleep(0.05)
        assert bench.lines()[0][1] == "3"
        bench.figures.show()
        await until(lambda: bench.lines()[0][1] == "4" and not bench.figures.busy)

    arun(main())


def test_messages_are_counted_without_what_belongs_to_calls(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        only_calls = (bench.figures.chart, bench.figures.log, bench.figures.export)
        assert all(part.isVisible() for part in only_calls)
        calls = bench.figures.model.heads
        assert len(calls) == 13 and calls[1:6] == ("Calls", "Errors", "Lost", "Cancelled", "Pending")
        the(bench.figures, Switch, "statistics_kind").choose("messages")
        await until(lambda: bench.figures.model.heads[0] == "Server › kind › method")
        assert bench.figures.model.heads[1:] == ("Count", "Share", "Bytes")
        assert bench.lines()[0][1] == "6", "three requests and three answers"
        assert not any(part.isVisible() for part in only_calls)
        the(bench.figures, Switch, "statistics_kind").choose("calls")
        await until(lambda: bench.figures.model.heads == calls)
        assert all(part.isVisible() for part in only_calls) and bench.lines()[0][1] == "3"

    arun(main())


def test_only_shown_rows_are_counted_and_a_figure_of_them_is_a_part_of_them(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        bench.figures.table.filter_wanted.emit(
            FilterRequest("is:error", "replace", mode="calls", everywhere=True)
        )
        assert bench.wishes[-1].join == "replace"
        the(bench.figures, Switch, "statistics_scope").choose("shown")
        bench.again()
        bench.pane.filter.setText("target == ask")
        await until(lambda: bench.lines() and bench.lines()[0][1] == "1" and not bench.figures.busy)
        bench.figures.table.filter_wanted.emit(
            FilterRequest("is:error", "replace", mode="calls", everywhere=True)
        )
        assert bench.wishes[-1] == FilterRequest("is:error", "and", mode="calls")
        bench.figures.table.filter_wanted.emit(FilterRequest("is:error", "not"))
        assert bench.wishes[-1].join == "not", "a condition without rows of its own is joined as it was asked"
        the(bench.figures, Switch, "statistics_scope").choose("all")
        await until(lambda: bench.lines()[0][1] == "3" and not bench.figures.busy)
        turn = bench.figures._turn
        bench.pane.filter.setText("")
        await until(lambda: bench.pane.count.text() == "3")
        assert bench.figures._turn == turn, "of everything a filter changes nothing"

    arun(main())


def test_a_dragged_stretch_asks_for_the_answered_calls_of_the_line_in_it(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        node = bench.figures.table.current_node()
        assert node is not None
        bench.figures.chart.stretch_chosen.emit(1000.9, 2000.1)
        [wish] = bench.wishes
        assert wish.condition.startswith(node.condition) and wish.condition.count("is:call") == 1
        assert wish.condition.endswith("is:answered and time >= 1000ns and time < 2001ns")
        assert (wish.join, wish.mode) == ("replace", "calls")

    arun(main())


def test_a_dot_of_the_chart_selects_its_call_and_the_chart_is_about_the_line(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        drawn: list[tuple[Any, str, int]] = []
        monkeypatch.setattr(bench.figures.chart, "show_series", lambda *what: drawn.append(what))
        told(story)
        await counted(bench, until)
        await until(lambda: drawn)
        assert drawn[-1][1] == bench.lines()[0][0] and drawn[-1][2] == START_NS
        inner = bench.figures.model.index(0, 0, bench.figures.model.index(0, 0))
        bench.figures.table.setCurrentIndex(inner)
        await until(lambda: " › " in drawn[-1][1])
        bench.figures.chart.record_chosen.emit(3)
        assert bench.selection.record == 3

    arun(main())


def test_the_switch_of_the_scale_draws_the_chart_anew(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        drawn = bench.figures.chart
        drawn.resize(400, 200)
        empty = drawn.grab().toImage()
        await counted(bench, until)
        log = the(bench.figures, QCheckBox, "statistics_log")
        assert log.isChecked()
        await until(lambda: drawn.grab().toImage() != empty)
        before = drawn.grab().toImage()
        log.click()
        assert drawn.grab().toImage() != before
        log.click()
        assert drawn.grab().toImage() == before

    arun(main())


def test_the_innermost_lines_are_copied_as_a_table(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        for form, mark in (("csv", ","), ("markdown", "|")):
            QGuiApplication.clipboard().setText("")
            action = the(bench.figures, QAction, f"statistics_copy_{form}")
            action.trigger()
            await until(lambda: QGuiApplication.clipboard().text())
            lines = QGuiApplication.clipboard().text().splitlines()
            assert "echo" in lines[-1] + lines[-2] and all(mark in line for line in lines)

    arun(main())


def test_counting_shows_how_far_it_is_and_is_stopped_and_gone_on_with(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    gate, reached = threading.Event(), threading.Event()

    def slowly(_figures: Statistics, _journal: Journal, _upto: int, wanted: Any) -> Iterator[float]:
        yield 0.4
        reached.set()
        gate.wait(30)
        if wanted():
            yield 1.0

    async def main() -> None:
        monkeypatch.setattr("inspector.ui.analysis.statistics_pane._PARTIAL_S", -1.0)
        told(story)
        with monkeypatch.context() as patch:
            patch.setattr(Statistics, "update", slowly)
            bench.figures.show()
            progress = the(bench.figures, QProgressBar, "statistics_progress")
            await until(lambda: progress.isVisible() and reached.is_set())
            assert progress.value() == 40 and bench.figures.busy
            the(bench.figures, QToolButton, "statistics_cancel").click()
            gate.set()
            go_on = the(bench.figures, QPushButton, "statistics_go_on")
            await until(go_on.isVisible)
            await until(lambda: not bench.figures.busy)
            assert not progress.isVisible()
            bench.again()
            story.call()
            story.journal.sync()
            await asyncio.sleep(0.05)
            assert not bench.figures.busy, "stopped it stays, whatever comes"
        go_on.click()
        await until(lambda: bench.lines() and bench.lines()[0][1] == "4" and not bench.figures.busy)
        assert not go_on.isVisible()

    arun(main())


def test_the_chart_stands_beside_the_figures_below_one_bar(bench: Bench) -> None:
    pane = bench.figures
    pane.show()
    parts = the(pane, QSplitter, "statistics_parts")
    assert not parts.childrenCollapsible() and parts.orientation() == Qt.Orientation.Horizontal
    assert [parts.widget(0), parts.widget(1)] == [pane.table, pane.chart]
    assert pane.table.width() > 2 * pane.chart.width()
    before, beside, height = pane.table.width(), pane.chart.width(), parts.height()
    pane.resize(1500, 400)
    assert pane.table.width() - before > 2 * (pane.chart.width() - beside) > 0
    assert parts.height() == height + 100, "the bar stays as it is"
    assert (pane.progress.maximumWidth(), pane.progress.maximumHeight()) == (120, 14)
    assert pane.progress.accessibleName() == "Partial count"
    bar = [pane.kind, pane.scope, pane.log, pane.export]
    places = [one.x() for one in bar]
    assert places == sorted(places)


def test_messages_have_no_chart_no_scale_and_no_table_to_copy(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        pane = bench.figures
        parts = (pane.chart, pane.log, pane.export)
        assert all(one.isVisible() for one in parts)
        pane.kind.choose("messages")
        assert not any(one.isVisible() for one in parts)
        await until(lambda: not pane.busy and pane.model.heads[1] == "Count")
        assert pane.model.heads == ("Server › kind › method", "Count", "Share", "Bytes")
        pane.kind.choose("calls")
        assert all(one.isVisible() for one in parts)
        await until(lambda: not pane.busy and len(pane.model.heads) == 13)
        assert pane.model.heads[6:11] == ("Min", "p50", "p95", "p99", "Max")

    arun(main())


def test_a_stretch_of_a_line_that_names_calls_says_so_once_and_of_no_line_nothing(
    bench: Bench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        table, ask = bench.figures.table, bench.figures.chart.stretch_chosen.emit
        node = table.current_node()
        assert node is not None
        for condition, asked in (
            ("is:call and server == a", "is:call and server == a and is:answered"),
            ("server == is:callers", "server == is:callers and is:call and is:answered"),
        ):
            monkeypatch.setattr(table, "current_node", lambda c=condition: replace(node, condition=c))
            ask(1000.0, 2000.0)
            assert bench.wishes[-1].condition == f"{asked} and time >= 1000ns and time < 2000ns"
        count = len(bench.wishes)
        monkeypatch.setattr(table, "current_node", lambda: replace(node, condition=""))
        ask(1.0, 2.0)
        monkeypatch.setattr(table, "current_node", lambda: None)
        ask(1.0, 2.0)
        assert len(bench.wishes) == count

    arun(main())


def test_another_filter_counts_the_shown_rows_anew_and_the_same_one_does_not(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told(story)
        await counted(bench, until)
        before = bench.figures._counting
        bench.figures._filter_changed()
        assert bench.figures._counting is before, "all rows are counted, whatever is shown"
        the(bench.figures, Switch, "statistics_scope").choose("shown")
        await until(lambda: bench.lines() and not bench.figures.busy and bench.figures._counting is not None)
        before = bench.figures._counting
        bench.figures._filter_changed()
        assert bench.figures._counting is before
        bench.pane.filter.setText("is:marked")
        await until(lambda: bench.pane.count.text() == "0 of 3" and bench.figures._counting is not before)
        bench.figures._refresh()
        await until(lambda: bench.figures._counting is not None and not bench.figures.busy)
        before = bench.figures._counting
        story.journal.annotations.set_marked([1], on=True)
        await until(lambda: bench.pane.count.text() == "1 of 3")
        assert bench.figures._counting is not before, "other marks are another question"
        bench.figures._refresh()
        await until(lambda: bool(bench.lines()) and bench.lines()[0][1] == "1" and not bench.figures.busy)

    arun(main())


def test_the_chart_is_saved_light_whatever_the_theme_is(
    bench: Bench, story: Story, arun: Runner, until: Until, tmp_path: Path, qapp: QApplication
) -> None:
    async def main() -> None:
        told(story)
        bench.figures.show()
        await until(lambda: bench.figures.chart._series is not None)
        said: list[tuple[str, str]] = []
        bench.figures.told.connect(lambda text, role: said.append((text, role)))
        bench.figures.save_chart(str(tmp_path / "chart.png"))
        assert said == [(f"Saved: {tmp_path / 'chart.png'}", "ok")]
        picture = QImage(str(tmp_path / "chart.png"))
        assert picture.size() == bench.figures.chart.size() * 2
        assert picture.pixelColor(2, 2) == theme._colors(False)["base"]
        assert theme.is_dark()
        bench.figures.save_chart(str(tmp_path / "not there" / "chart.png"))
        assert said[-1] == ("Could not save: No such file or directory", "error")

    theme.install(qapp, "dark")
    try:
        arun(main())
    finally:
        theme.set_mode("light")
