"""What the status bar of a window counts and says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel

from inspector.trace.journal import Journal
from inspector.ui.windows import records_status
from inspector.ui.windows.records_status import RecordsStatus
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.first = "2 servers"
        self.status = RecordsStatus(journal, self.pane, lambda: self.first, self.pane)
        self.status.show()

    def text(self, name: str) -> str:
        return the(self.status, QLabel, f"status_{name}").text()

    def counts(self) -> list[str]:
        self.status.show_counts()
        return self.text("records").split(" · ")


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def test_it_counts_what_there_is_and_leaves_out_what_there_is_none_of(
    bench: Bench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        assert bench.counts() == ["2 servers", "0 records", "0 shown"]
        bench.first = ""
        asked = story.ask()
        story.answer(asked)
        story.stderr("x")
        await until(lambda: len(bench.shown()) == 2)
        assert bench.counts() == ["3 records", "2 shown"]
        story.finding(asked.number)
        story.finding(asked.number, "warning")
        journal.annotations.set_marked([1], True)
        bench.selection.select(1)
        assert bench.counts() == ["3 records", "2 shown", "1 marked", "2 findings"]
        bench.pane.view.selectAll()
        assert bench.counts() == ["3 records", "2 shown", "2 selected", "1 marked", "2 findings"]

    arun(main())


def test_a_word_goes_after_a_while_and_the_path_stays(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        bench.status._timer.setInterval(50)
        bench.status.show_path("$.a")
        bench.status.say("There is none.")
        assert bench.text("brief") == "There is none."
        await until(lambda: bench.text("brief") == "")
        assert the(bench.status, QLabel, "status_path").text() == "$.a"
        assert records_status._BRIEF_MS >= 3000, "time to read it"

    arun(main())
