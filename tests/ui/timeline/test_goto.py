"""Ways through the records: to a number, to the rows beside, to the other messages of a call."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QInputDialog

from inspector.trace.journal import Journal
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    yield made
    made.close()


def walked(bench: TimelineBench, *steps: str) -> list[int]:
    """The records that are selected one after the other."""
    found = []
    for step in steps:
        getattr(bench.pane.going, step)()
        found.append(bench.selection.record)
    return found


def test_the_rows_beside_are_walked_and_the_ends_stay(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        assert walked(bench, "next_row", "previous_row") == [0, 0], "there is nothing yet"
        for target in ("echo", "sum", "echo"):
            story.call(target)
        await until(lambda: bench.shown() == [1, 3, 5])
        assert walked(bench, "next_row", "next_row", "next_row", "next_row") == [1, 3, 5, 5]
        assert walked(bench, "previous_row", "previous_row", "previous_row") == [3, 1, 1]
        bench.selection.select(4)
        assert walked(bench, "next_row") == [5], "an answer stands in the row of its call"
        bench.selection.select(0)
        assert walked(bench, "previous_row") == [5]

    arun(main())


def test_the_messages_of_a_call_are_walked_and_others_left_out(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call = story.ask()
        alone = story.stderr("between")
        story.part(call, "notification", role="progress")
        story.answer(call)
        await until(lambda: bench.shown() == [1, 2])
        assert walked(bench, "next_of_exchange", "previous_of_exchange") == [0, 0]
        bench.selection.select(1)
        assert walked(bench, *["next_of_exchange"] * 3) == [3, 4, 4]
        assert walked(bench, *["previous_of_exchange"] * 3) == [3, 1, 1]
        bench.selection.select(alone)
        assert walked(bench, "next_of_exchange", "previous_of_exchange") == [alone, alone]

    arun(main())


def test_a_number_is_asked_for_among_those_that_are_there(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def asked() -> QInputDialog:
        bench.pane.going.ask_number()
        await until(lambda: bench.pane.findChild(QInputDialog) is not None)
        found = bench.pane.findChild(QInputDialog)
        assert found is not None
        return found

    async def gone() -> None:
        await until(lambda: bench.pane.findChild(QInputDialog) is None)

    async def main() -> None:
        bench.pane.going.ask_number()
        assert bench.pane.findChild(QInputDialog) is None, "there is nothing to go to"
        for number in range(9):
            story.stderr(str(number))
        await until(lambda: len(bench.shown()) == 9)
        bench.pane.filter.setFocus()
        dialog = await asked()
        assert (dialog.intMinimum(), dialog.intMaximum(), dialog.intValue()) == (1, 9, 9)
        assert dialog.windowTitle() == "Go to record" and dialog.labelText() == "Number (1 to 9)"
        dialog.setIntValue(4)
        dialog.accept()
        await until(lambda: bench.selection.record == 4)
        assert bench.pane.view.hasFocus() or bench.pane.focusWidget() is bench.pane.view
        await gone()
        dialog = await asked()
        assert dialog.intValue() == 4, "it begins where somebody is"
        dialog.setIntValue(7)
        dialog.reject()
        await gone()
        assert bench.selection.record == 4

    arun(main())
