"""The map beside the rows: which row gives a line its colour, what it shows when rows go, how it looks."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSizePolicy

from inspector.trace.journal import Journal
from inspector.trace.overview import CLASSES
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.overview.minimap import Minimap, lines_of
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.strokes import strokes

CALL, BAD, ODD = (CLASSES.index(name) for name in ("call", "error", "odd"))


def worst(codes: list[int], rows: list[int], count: int = 1) -> list[str]:
    return [CLASSES[line & 15] for line in lines_of(bytes(codes), array("q", rows), count)]


def test_a_row_that_a_filter_shows_gives_its_line_a_colour_and_a_hidden_one_does_not() -> None:
    codes = [CALL, BAD, CALL, ODD, CALL, CALL]
    assert worst(codes, [1, 2, 5]) == ["error"] and worst(codes, [1, 3, 4, 6]) == ["odd"]
    assert worst(codes, [1, 3, 5]) == ["call"] and worst(codes, [1, 2, 4, 6]) == ["error"]
    assert worst(codes, [1, 3, 4, 6], 2) == ["call", "odd"] and worst(codes, [1, 2, 4], 3) == [
        "call",
        "error",
        "odd",
    ]


class Shown:
    """A pane with its map on the screen."""

    def __init__(self, journal: Journal) -> None:
        self.pane = TimelinePane(journal, Feed(journal), Selection())
        self.pane.resize(1000, 400)
        self.pane.show()
        self.map: Minimap = self.pane.stage.minimap
        self.view = self.pane.view

    def rows(self) -> int:
        return len(self.view.model().numbers)  # type: ignore[attr-defined]

    def surveyed(self, last: int) -> bool:
        return len(self.pane.stage.surveyor.codes) == last == self.rows() and bool(self.map._lines)

    def top(self) -> int:
        return self.view.viewport().mapTo(self.view, QPoint()).y()

    def accents(self) -> list[QRectF]:
        accent = theme.color("accent").name()
        return [one.rect for one in strokes(self.map) if one.how == "fill" and one.colour == accent]

    def tone(self, y: int) -> str:
        return self.map.grab().toImage().pixelColor(7, self.top() + y).name()


@pytest.fixture
def shown(journal: Journal, qloop: object) -> Iterator[Shown]:
    made = Shown(journal)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_it_is_a_narrow_map_that_says_what_it_is_for(shown: Shown) -> None:
    assert shown.map.accessibleName() == "Map of all rows"
    assert shown.map.toolTip() == "All rows: errors red. Click or drag to go there."
    assert shown.map.width() == shown.map.sizeHint().width() == shown.map.minimumWidth()
    assert shown.map.sizePolicy().verticalPolicy() == QSizePolicy.Policy.Expanding
    assert shown.map.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Fixed


def test_rows_that_go_leave_an_empty_map_without_signs_and_frame(
    shown: Shown, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(5):
            story.stderr(f"line {number}")
        journal.annotations.set_marked([2], on=True)
        await until(lambda: shown.surveyed(5) and len(shown.accents()) == 1)
        base = theme.color("base").name()
        assert shown.tone(2) != base, "five rows fit: no frame, one sign"
        QTest.mouseClick(shown.map, Qt.MouseButton.LeftButton, pos=QPoint(5, shown.top() + 3))
        shown.pane.filter.use("target == nothing")
        await until(lambda: not shown.rows() and not shown.map._lines)
        assert shown.tone(2) == base and not shown.accents()
        moved: list[bool] = []
        shown.map.moved.connect(lambda: moved.append(True))
        QTest.mouseClick(shown.map, Qt.MouseButton.LeftButton, pos=QPoint(5, shown.top() + 3))
        assert not moved, "there is nowhere to go"

    arun(main())


def test_a_frame_stays_large_enough_to_be_seen_and_inside_the_map(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(1200):
            story.stderr(f"line {number}")
        await until(lambda: shown.surveyed(1200))
        track = shown.view.viewport().height()
        shown.view.first_row()
        (frame,) = shown.accents()
        assert (frame.top(), frame.height()) == (shown.top(), 6)
        shown.view.last_row()
        (frame,) = shown.accents()
        assert (frame.bottom(), frame.height()) == (shown.top() + track, 6)

    arun(main())


class Paints(QObject):
    """Counts how often a widget is painted."""

    count = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_the_map_is_painted_anew_when_the_rows_scroll_and_with_another_theme(
    shown: Shown, story: Story, arun: Runner, until: Until, qapp: QApplication
) -> None:
    async def main() -> None:
        for number in range(60):
            story.stderr(f"line {number}")
        await until(lambda: shown.surveyed(60))
        paints = Paints()
        shown.map.installEventFilter(paints)
        for scroll in (shown.view.first_row, shown.view.last_row):
            before = paints.count
            scroll()
            await until(lambda before=before: paints.count > before)  # type: ignore[misc]
        before_tone = shown.tone(2)
        theme.set_mode("dark")
        try:
            assert shown.tone(2) != before_tone
        finally:
            theme.set_mode("light")
        assert shown.tone(2) == before_tone
        shown.map.removeEventFilter(paints)

    theme.install(qapp, "light")
    arun(main())


def test_a_map_out_of_sight_is_drawn_when_it_is_shown(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        shown.map.hide()
        for number in range(4):
            story.stderr(f"line {number}")
        codes = shown.pane.stage.surveyor.codes
        await until(lambda: len(codes) == 4 == shown.rows())
        shown.map.refresh()
        shown.map.renew()
        assert not shown.map._errand._busy and not shown.map._lines
        shown.map.show()
        await until(lambda: len(shown.map._lines) == 4)

    arun(main())
