"""The waterfall: its axis, wheel and drag over it, what is inside a bar and what hovering it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from inspector.trace.journal import Journal
from inspector.trace.parts import Nested, Parts, parts_of
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.view.columns import WATERFALL
from inspector.ui.timeline.waterfall.controller import phases_html
from tests.conftest import Runner, Until
from tests.ui.story import MS, START_NS, Story

LEFT = Qt.MouseButton.LeftButton
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


class Shown:
    """A pane on the screen, and hands over its waterfall."""

    def __init__(self, journal: Journal) -> None:
        self.pane = TimelinePane(journal, Feed(journal), Selection())
        self.pane.resize(1200, 400)
        self.pane.show()
        self.view, self.waterfall = self.pane.view, self.pane.view.waterfall

    def rows(self) -> int:
        return self.view.model().rowCount()

    def painted(self) -> bool:
        self.view.viewport().repaint()
        return self.waterfall.shown.end_ns > 1

    def at(self, share: float, row: int = 0) -> QPoint:
        """A place in the bars, by its share of their width."""
        x = self.view.columnViewportPosition(WATERFALL) + 6
        y = self.view.rowViewportPosition(row) + 12
        return QPoint(round(x + share * (self.view.columnWidth(WATERFALL) - 12)), y)

    def wheel(self, place: QPoint, keys: Qt.KeyboardModifier, notches: int = 1) -> None:
        viewport = self.view.viewport()
        event = QWheelEvent(
            QPointF(place),
            QPointF(viewport.mapToGlobal(place)),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(viewport, event)

    def time_at(self, share: float) -> float:
        return self.waterfall.shown.start_ns + share * self.waterfall.shown.length_ns

    def cells(self, row: int = 0) -> Cells:
        found = self.pane._model.cells_at(row)
        assert found is not None
        return found


@pytest.fixture
def shown(journal: Journal, qloop: object) -> Iterator[Shown]:
    made = Shown(journal)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def plain(html: str) -> str:
    """The words of rich text, a line a row."""
    lines = (re.sub(r"<[^>]+>", " ", line).replace("&nbsp;", " ") for line in html.split("</tr>"))
    return "\n".join(" ".join(line.split()) for line in lines)


def test_the_ticks_of_the_axis_are_times_since_the_start(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        words = [text for _x, text in shown.waterfall.ticks(400)]
        assert words[:2] == ["0.0 s", "0.2 s"]

    arun(main())


def test_a_bar_knows_its_progress_its_rounds_and_what_was_asked_meanwhile(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        outer = story.ask()
        outer.progress, outer.total = 1.0, 3.0
        story.part(outer, "notification", role="progress")
        inner = story.ask("sampling/createMessage", "", direction="in", parent=outer.number, role="nested")
        story.answer(inner)
        story.part(outer, "request", role="retry")
        outer.rounds = 2
        story.answer(outer)
        parts = shown.waterfall.parts
        assert parts is not None
        await until(lambda: shown.painted() and parts.of(outer.number).rounds)
        found = parts.of(outer.number)
        assert found.progress == (START_NS + 100 * MS,)
        assert found.rounds == (START_NS + 400 * MS,)
        assert [(one.method, one.status) for one in found.nested] == [("sampling/createMessage", "done")]
        assert parts.of(inner.number) == Parts()

    arun(main())


def test_what_is_inside_a_call_is_bounded(journal: Journal, story: Story) -> None:
    outer = story.ask()
    for _ in range(400):
        story.part(outer, "notification", role="progress")
    journal.sync()
    connection = journal.reader()
    found = parts_of(connection, [outer.number], [outer.number])
    connection.close()
    assert len(found[outer.number].progress) == 300


def test_hovering_says_the_phases_as_a_table(shown: Shown, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call("<b>echo</b>")
        await until(lambda: shown.rows() == 1 and shown.cells().row.status == "done")
        nested = Nested(2, "roots/list", "", "done", START_NS + 10 * MS, START_NS + 40 * MS)
        parts = Parts(progress=(START_NS + 20 * MS, START_NS + 50 * MS), nested=(nested,))
        html = phases_html(shown.cells(), START_NS, START_NS, parts)
        assert plain(html).split("\n") == [
            "tools/call &lt;b&gt;echo&lt;/b&gt; started 0.000 s",
            "■ queued 1.0 ms",
            "■ waiting 98 ms",
            "■ receiving 1.0 ms",
            "total 100 ms",
            "progress ×2 +20 ms +50 ms",
            "requested by the server meanwhile",
            "■ #2 roots/list 30 ms (+10 ms)",
            "",
        ]

    arun(main())


def test_what_came_before_the_last_round_is_not_called_queued(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        asked = story.ask()
        story.part(asked, "request", role="retry")
        asked.rounds, asked.sent_ns = 2, START_NS + 90 * MS
        story.answer(asked)
        await until(lambda: shown.rows() == 1 and shown.cells().row.status == "done")
        said = plain(phases_html(shown.cells(), START_NS, START_NS))
        assert "■ earlier rounds 90 ms" in said
        assert "queued" not in said

    arun(main())


def test_a_pending_call_says_that_it_goes_on(shown: Shown, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.ask()
        await until(lambda: shown.rows() == 1)
        html = phases_html(shown.cells(), START_NS + 5000 * MS, START_NS)
        assert "total 5.00 s …" in plain(html)

    arun(main())


def test_keys_move_by_a_quarter_and_zoom_around_the_middle(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        shown.pane.activateWindow()
        shown.view.setFocus()
        await until(shown.view.hasFocus)
        first = shown.waterfall.shown
        alt = CONTROL | Qt.KeyboardModifier.AltModifier
        QTest.keyClick(shown.view, Qt.Key.Key_Right, CONTROL)
        assert shown.waterfall.shown == first.moved(round(first.length_ns / 4))
        QTest.keyClick(shown.view, Qt.Key.Key_Left, CONTROL)
        QTest.keyClick(shown.view, Qt.Key.Key_Left, CONTROL)
        assert shown.waterfall.shown.start_ns == pytest.approx(first.start_ns - first.length_ns / 4, abs=2)
        shown.waterfall.reset()
        assert shown.painted() and shown.waterfall.shown == first
        middle = shown.time_at(0.5)
        QTest.keyClick(shown.view, Qt.Key.Key_Equal, alt)
        near = shown.waterfall.shown
        assert near.length_ns < first.length_ns and shown.time_at(0.5) == pytest.approx(middle, abs=1000)
        QTest.keyClick(shown.view, Qt.Key.Key_Minus, alt)
        assert shown.waterfall.shown.length_ns == pytest.approx(first.length_ns, rel=0.01)

    arun(main())


def test_the_menu_of_the_axis_says_and_changes_what_it_shows(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: shown.rows() == 1 and shown.painted())

        def choices() -> dict[str, bool]:
            return {one.text(): one.isChecked() for one in menu().actions() if one.isCheckable()}

        def menu() -> QMenu:
            made = QMenu(shown.pane)
            shown.waterfall.add_actions(made)
            return made

        modes = ["Rows on screen", "Whole session", "Last 10 s", "Last 60 s"]
        assert [name for name in choices() if name in modes] == modes
        for name, length in (("Last 10 s", 10), ("Last 60 s", 60)):
            next(one for one in menu().actions() if one.text() == name).trigger()
            assert shown.painted() and shown.waterfall.shown.length_ns == length * 1000 * MS
            assert [mode for mode in modes if choices()[mode]] == [name]
        next(one for one in menu().actions() if one.text() == "Whole session").trigger()
        assert shown.painted() and shown.waterfall.shown.start_ns == START_NS
        shown.waterfall.move(0.5)
        assert not any(choices()[mode] for mode in modes), "it was moved by hand"
        shown.waterfall.set_mode("of the future")
        assert (shown.waterfall.mode, shown.waterfall.zoomed) == ("visible", False)

    arun(main())
