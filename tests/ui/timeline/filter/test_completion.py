"""Completion in the filter, with the keys that a user presses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.trace.journal import Journal
from inspector.ui.widgets.completion_popup import CompletionPopup
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

CONTROL = Qt.KeyboardModifier.ControlModifier


class Bench(TimelineBench):
    """With some calls, the filter focused."""

    size = (1000, 400)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.line = self.pane.filter
        self.pane.activateWindow()

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.line, key, modifier)

    def popup(self) -> CompletionPopup | None:
        found = self.pane.findChild(CompletionPopup)
        return found if found is not None and found.isVisible() else None

    def proposed(self) -> tuple[str, ...]:
        popup = self.popup()
        return popup.values() if popup is not None else ()

    async def ready(self, journal: Journal, until: Until) -> None:
        story = Story(journal)
        for target in ("echo", "주문 찾기", "echo"):
            story.call(target)
        self.line.setFocus()
        await until(self.line.hasFocus)
        await until(lambda: self.pane.shown == 3)
        await self.rest(until)

    async def rest(self, until: Until) -> None:
        """Nothing is under way any more."""
        await until(lambda: not (self.feed.running or self.pane.busy or self.line._apply_timer.isActive()))


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def test_a_field_an_operator_and_a_seen_value_are_completed(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "too")
        await until(lambda: bench.proposed()[:1] == ("tool",))
        assert bench.line.hasFocus()
        bench.key(Qt.Key.Key_Tab)
        assert bench.line.text() == "tool "
        await until(lambda: "==" in bench.proposed())
        QTest.keyClicks(bench.line, "== ")
        bench.key(Qt.Key.Key_Space, CONTROL)
        await until(lambda: '"주문 찾기"' in bench.proposed())
        while bench.popup() is not None and bench.popup().current() != '"주문 찾기"':  # type: ignore[union-attr]
            bench.key(Qt.Key.Key_Down)
        bench.key(Qt.Key.Key_Return)
        assert bench.line.text() == 'tool == "주문 찾기"'
        assert bench.line.hasFocus()
        assert bench.popup() is None
        bench.key(Qt.Key.Key_Return)
        await until(lambda: bench.pane.shown == 1)
        await bench.rest(until)

    arun(main())


def test_enter_applies_while_nothing_is_chosen(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "sta")
        await until(lambda: bool(bench.proposed()))
        bench.key(Qt.Key.Key_Return)
        assert (bench.line.text(), bench.line._used) == ("sta", "sta")
        await until(lambda: bench.popup() is None and not bench.pane.busy)
        await bench.rest(until)

    arun(main())


def test_escape_closes_only_the_popup(bench: Bench, journal: Journal, arun: Runner, until: Until) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "is:err")
        await until(lambda: any("error" in text for text in bench.proposed()))
        bench.key(Qt.Key.Key_Escape)
        assert bench.popup() is None
        assert bench.line.text() == "is:err"
        bench.key(Qt.Key.Key_Escape)
        assert bench.line.text() == ""
        await bench.rest(until)

    arun(main())


def test_down_in_an_empty_line_offers_recent_filters_first(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.line.use('tool == "주문 찾기"')
        bench.line.clear_filter()
        await bench.ready(journal, until)
        bench.key(Qt.Key.Key_Down)
        await until(lambda: bench.proposed()[:1] == ('tool == "주문 찾기"',))
        bench.key(Qt.Key.Key_Down)
        bench.key(Qt.Key.Key_Return)
        assert bench.line._used == 'tool == "주문 찾기"'
        await bench.rest(until)

    arun(main())


def test_a_click_accepts_and_the_focus_stays(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "is:pend")
        await until(lambda: bool(bench.proposed()))
        popup = bench.popup()
        assert popup is not None
        first = popup.view.visualRect(popup.view.model().index(0, 0))
        QTest.mouseClick(
            popup.view.viewport(),
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
            first.center(),
        )
        assert bench.line.text() == "is:pending"
        assert QApplication.focusWidget() is bench.line
        await bench.rest(until)

    arun(main())


def test_json_paths_that_were_seen_are_completed(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "$.par")
        await until(lambda: "$.params.name" in bench.proposed())
        await bench.rest(until)

    arun(main())


def test_the_words_after_is_are_offered_at_once(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "duration > 1ms and is:")
        await until(lambda: "error" in bench.proposed())
        bench.key(Qt.Key.Key_Tab)
        await bench.rest(until)
        assert bench.line.text() == "duration > 1ms and is:error"

    arun(main())


def test_words_of_the_search_are_not_disturbed(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "qqq zzz")
        await until(lambda: bench.line._used == "qqq zzz")
        assert bench.popup() is None
        await bench.rest(until)

    arun(main())


def test_a_tool_that_nobody_knows_turns_the_line_yellow_with_the_reason(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        journal.sync()
        bench.line.use("tool == ehco")
        await until(lambda: bench.line.verdict.state == "doubtful")
        assert bench.line.verdict.words == "no tool 'ehco' was listed or called so far; did you mean echo?"
        bench.line.use("tool == echo")
        await bench.rest(until)
        assert bench.line.verdict.state == "used"

    arun(main())


def test_arrows_and_pages_walk_what_is_offered(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "is:")
        await until(lambda: len(bench.proposed()) > 9)
        popup, values = bench.popup(), bench.proposed()
        assert popup is not None and popup.current() is None
        walked = []
        for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Up):
            bench.key(key)
            walked.append(values.index(popup.current() or ""))
        assert walked == [0, 8, 7, 0, len(values) - 1]
        bench.key(Qt.Key.Key_Escape)
        await bench.rest(until)

    arun(main())
