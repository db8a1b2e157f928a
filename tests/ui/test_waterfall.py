"""The waterfall: its axis, wheel and drag over it, what is inside a bar and what hovering it says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from inspector.trace.journal import Journal
from inspector.trace.parts import Nested, Parts, parts_of
from inspector.ui import theme
from inspector.ui.feed import Feed
from inspector.ui.selection import Selection
from inspector.ui.timeline_cells import Cells
from inspector.ui.timeline_columns import METHOD, WATERFALL
from inspector.ui.timeline_pane import TimelinePane
from inspector.ui.waterfall_hover import phases_html
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


def test_control_and_the_wheel_zoom_at_the_pointer(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        before, length = shown.time_at(0.25), shown.waterfall.shown.length_ns
        shown.wheel(shown.at(0.25), CONTROL, 3)
        assert shown.waterfall.shown.length_ns == pytest.approx(length * 0.7**3, rel=0.01)
        assert shown.time_at(0.25) == pytest.approx(before, abs=length / 100)
        shown.wheel(shown.at(0.25), CONTROL, -3)
        assert shown.waterfall.shown.length_ns == pytest.approx(length, rel=0.01)

    arun(main())


def test_the_wheel_beside_the_waterfall_scrolls_as_ever(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: shown.rows() == 100 and shown.painted())
        place = shown.view.visualRect(shown.view.model().index(99, METHOD)).center()
        before = shown.view.verticalScrollBar().value()
        shown.wheel(place, NONE)
        assert shown.view.verticalScrollBar().value() < before
        assert not shown.waterfall.zoomed

    arun(main())


def test_shift_wheel_and_a_drag_move_and_a_double_click_fits_again(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        first = shown.waterfall.shown
        shown.wheel(shown.at(0.5), SHIFT, -2)
        moved = shown.waterfall.shown
        assert moved.start_ns - first.start_ns == pytest.approx(first.length_ns * 0.2, rel=0.01)
        viewport = shown.view.viewport()
        QTest.mousePress(viewport, LEFT, pos=shown.at(0.2))
        QTest.mouseMove(viewport, shown.at(0.4))
        QTest.mouseMove(viewport, shown.at(0.7, 3))
        QTest.mouseRelease(viewport, LEFT, pos=shown.at(0.7, 3))
        back = moved.start_ns - shown.waterfall.shown.start_ns
        assert back == pytest.approx(first.length_ns * 0.5, rel=0.05)
        assert len(shown.view.selectionModel().selectedRows()) == 1  # a drag here chooses no rows
        QTest.mouseDClick(viewport, LEFT, pos=shown.at(0.5))
        shown.view.viewport().repaint()
        assert shown.waterfall.shown == first

    arun(main())


def test_keys_zoom_and_a_button_in_the_header_fits_again(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: shown.rows() == 1 and shown.painted())
        button = shown.view.findChild(QToolButton, "waterfall_reset")
        assert button is not None
        assert not button.isVisible()
        shown.pane.activateWindow()
        shown.view.setFocus()
        await until(shown.view.hasFocus)
        length = shown.waterfall.shown.length_ns
        QTest.keyClick(shown.view, Qt.Key.Key_Equal, CONTROL | Qt.KeyboardModifier.AltModifier)
        assert shown.waterfall.shown.length_ns < length
        QTest.keyClick(shown.view, Qt.Key.Key_Right, CONTROL)
        QTest.mouseClick(button, LEFT)
        assert not shown.waterfall.zoomed

    arun(main())


def test_the_ticks_of_the_axis_are_times_since_the_start(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        words = [text for _x, text in shown.waterfall.ticks(400)]
        assert words[:2] == ["0", "200 ms"]

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
            "tools/call &lt;b&gt;echo&lt;/b&gt; started 0",
            "■ queued 1.0 ms",
            "■ sent → first byte 98 ms",
            "■ first byte → done 1.0 ms",
            "total 100 ms",
            "progress ×2 +20 ms +50 ms",
            "asked by the server meanwhile",
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


def test_a_bar_outside_of_the_axis_is_an_arrow_at_the_edge(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        story.call()
        await until(lambda: shown.rows() == 2 and shown.painted())
        shown.waterfall.move(5.0)
        tone = theme.color("client")

        def there(share: float) -> bool:
            x, y = shown.at(share).x(), shown.view.rowViewportPosition(0)
            picture = shown.view.viewport().grab().toImage()
            whole = range(y + 4, y + shown.view.rowHeight(0) - 4)
            return any(alike(picture.pixelColor(at, line)) for at in range(x, x + 4) for line in whole)

        def alike(colour: QColor) -> bool:  # the edges of the arrow are smoothed
            parts = zip(colour.getRgb()[:3], tone.getRgb()[:3], strict=True)
            return sum(abs(one - other) for one, other in parts) < 60

        await until(lambda: there(0.0), what="an arrow at the left edge")
        assert not there(0.5)

    arun(main())


def test_shift_over_a_row_colours_what_belongs_to_it(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        outer = story.ask()
        inner = story.ask("roots/list", "", direction="in", parent=outer.number, role="nested")
        story.answer(inner)
        story.answer(outer)
        parts = shown.waterfall.parts
        assert parts is not None
        await until(lambda: shown.painted() and parts.of(outer.number).nested)
        for row, kin in ((0, {inner.number: "server"}), (1, {outer.number: "client"})):
            place = QPointF(shown.at(0.5, row))
            move = QMouseEvent(
                QEvent.Type.MouseMove, place, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, SHIFT
            )
            QCoreApplication.sendEvent(shown.view.viewport(), move)
            assert shown.view.delegate.kin == kin
        QCoreApplication.sendEvent(shown.view.viewport(), QEvent(QEvent.Type.Leave))
        assert not shown.view.delegate.kin

    arun(main())
