"""What comes and goes leaves the ladder where somebody reads it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest

from inspector.trace.journal import Journal
from inspector.ui.analysis.ladder_pane import LadderPane
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    yield made
    made.close()


def test_steps_that_leave_above_do_not_move_what_is_read(
    bench: TimelineBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = [story.ask(target=f"tool {number}") for number in range(40)]
        bench.selection.select(calls[0].number)
        QTest.keyClicks(bench.pane.filter, "is:pending or target == 'tool 0'")
        await until(lambda: bench.pane.count.text() == "40 of 40")
        ladder = LadderPane(journal, bench.feed, bench.selection, bench.pane)
        ladder.resize(700, 300)
        ladder.show()
        await until(lambda: len(ladder.model.numbers) == 40 and not ladder.busy)
        view = ladder.view
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2 + 5)
        first = view.rowAt(0)
        read = ladder.model.number_at(first), view.rowViewportPosition(first)
        for call in calls[1:5]:
            story.answer(call)
        await until(lambda: len(ladder.model.numbers) == 36 and not ladder.busy)
        first = view.rowAt(0)
        assert (ladder.model.number_at(first), view.rowViewportPosition(first)) == read
        ladder.close()
        ladder.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    arun(main())
