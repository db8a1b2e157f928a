"""The gutter: which rows of an exchange are linked, and how."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor, QImage

from inspector.trace.journal import Journal
from inspector.trace.parts import family_of
from inspector.trace.sorting import RowSort
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.timeline.view.gutter import glyph_of
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.story import Story


class Shown:
    """A pane on the screen; reads the gutter from its picture."""

    def __init__(self, journal: Journal) -> None:
        self.selection = Selection()
        self.pane = TimelinePane(journal, Feed(journal), self.selection)
        self.pane.resize(1200, 500)
        self.pane.show()

    def rows(self) -> list[int]:
        return list(self.pane.view.model().numbers)  # type: ignore[attr-defined]

    def linked(self, lane: int = 0) -> list[tuple[int, bool, bool]]:
        """Of each row with a line in that lane: number, whether it goes on above, and below."""
        view = self.pane.view
        picture = view.viewport().grab().toImage()
        tone = theme.color("server" if lane else "accent")
        found = []
        for row, number in enumerate(self.rows()):
            y, height = view.rowViewportPosition(row), view.rowHeight(row)
            above = self._has(picture, tone, lane, range(y, y + 6))
            below = self._has(picture, tone, lane, range(y + height - 6, y + height))
            if above or below:
                found.append((number, above, below))
        return found

    @staticmethod
    def _has(picture: QImage, tone: QColor, lane: int, rows: range) -> bool:
        x = 10 if lane else 6
        return any(picture.pixelColor(x, y) == tone for y in rows)


@pytest.fixture
def shown(journal: Journal, qloop: object) -> Iterator[Shown]:
    made = Shown(journal)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def tell(story: Story) -> None:
    """1 call, 2 progress, 3 nested, 4 stderr, 5 its answer, 6 progress, 7 answer, 8 stderr."""
    outer = story.ask()
    story.part(outer, "notification", role="progress")
    inner = story.ask("roots/list", "", direction="in", parent=1, role="nested")
    story.stderr("between")
    story.answer(inner)
    story.part(outer, "notification", role="progress")
    story.answer(outer)
    story.stderr("after")


def test_all_messages_of_a_call_are_linked_and_nested_ones_have_a_lane(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        shown.pane.mode.choose("messages")
        await until(lambda: len(shown.rows()) == 8)
        shown.selection.select(1)
        await until(lambda: shown.linked(lane=1))
        assert shown.linked() == [
            (1, False, True),
            *[(number, True, True) for number in range(2, 7)],
            (7, True, False),
        ]
        assert shown.linked(lane=1) == [(3, False, True), (4, True, True), (5, True, False)]

    arun(main())


def test_sorted_rows_are_not_linked(shown: Shown, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        tell(story)
        await until(lambda: shown.rows() == [1, 3, 4, 8])
        story.journal.sync()
        shown.selection.select(1)
        await until(shown.linked)
        shown.pane.rows.set_sort(RowSort("number", True))
        await until(lambda: not shown.linked(), what="a link through rows of other calls says nothing")
        shown.pane.rows.set_sort(None)
        assert shown.linked()

    arun(main())


def test_where_a_row_is_a_call_the_line_ends_at_the_last_row_shown(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        await until(lambda: shown.rows() == [1, 3, 4, 8])
        shown.selection.select(1)
        await until(shown.linked)
        assert shown.linked() == [(1, False, True), (3, True, False)]

    arun(main())


def test_a_nested_request_is_shown_with_the_call_it_belongs_to(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        await until(lambda: len(shown.rows()) == 4)
        shown.selection.select(3)
        await until(shown.linked)
        assert [number for number, _above, _below in shown.linked()] == [1, 3]

    arun(main())


def test_rows_that_a_filter_hides_leave_no_loose_end(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        shown.pane.mode.choose("messages")
        shown.pane.filter.setText("is:progress or is:stderr")
        await until(lambda: shown.rows() == [2, 4, 6, 8])
        shown.selection.select(2)
        await until(shown.linked)
        assert shown.linked() == [(2, False, True), (4, True, True), (6, True, False)]

    arun(main())


def test_the_line_grows_with_a_call_that_goes_on(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        outer = story.ask()
        shown.pane.mode.choose("messages")
        await until(lambda: shown.rows() == [1])
        shown.selection.select(1)
        story.stderr("between")
        inner = story.ask("roots/list", "", direction="in", parent=1, role="nested")
        await until(lambda: [entry[0] for entry in shown.linked()] == [1, 2, 3])
        story.answer(inner)
        story.answer(outer)
        await until(lambda: [entry[0] for entry in shown.linked()] == [1, 2, 3, 4, 5])

    arun(main())


def test_nothing_is_linked_where_a_call_is_one_row(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        story.call()
        await until(lambda: shown.rows() == [1, 3])
        shown.selection.select(1)
        await until(lambda: shown.pane.view.gutter._family)
        assert shown.linked() == []

    arun(main())


def test_glyphs_say_where_a_message_goes(journal: Journal, story: Story) -> None:
    tell(story)
    rows = journal.rows(list(range(1, 8)))
    assert [glyph_of(row) for row in rows] == ["right", "dot", "left", "dot", "right", "dot", "left"]


def test_of_a_long_call_both_ends_are_known(journal: Journal, story: Story) -> None:
    outer = story.ask()
    for _ in range(3000):
        story.part(outer, "notification", role="progress")
    journal.sync()
    connection = journal.reader()
    numbers = family_of(connection, outer.number)[outer.number]
    connection.close()
    assert (numbers[0], numbers[-1], len(numbers)) == (1, 3001, 2000)
