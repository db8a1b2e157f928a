"""Completion in the filter, with the keys that a user presses."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.trace.journal import Journal
from inspector.trace.query.complete import Completions
from inspector.trace.query.language import compile_filter
from inspector.ui.timeline.filter.completion import FilterCompletion, Proposer
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
        assert bench.line.verdict.words == "no tool 'ehco' listed or called so far; did you mean echo?"
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


def completion(bench: Bench) -> FilterCompletion:
    found = bench.line.findChild(FilterCompletion)
    assert found is not None
    return found


def test_what_is_whole_or_not_begun_opens_nothing_by_itself(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        for text in ("is:pending", "tool "):
            bench.line.clear()
            QTest.keyClicks(bench.line, text)
            completion(bench)._typed_enough()
            await until(lambda: completion(bench)._asking is None)
            assert bench.popup() is None, text
        bench.key(Qt.Key.Key_Space, CONTROL)
        await until(lambda: "==" in bench.proposed())
        bench.key(Qt.Key.Key_Escape)
        await bench.rest(until)

    arun(main())


def test_a_word_in_the_middle_is_completed_with_the_space_that_is_there(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        bench.line.setText("too == echo")
        bench.line.setCursorPosition(3)
        bench.key(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        await until(lambda: bench.proposed()[:1] == ("tool",))
        bench.key(Qt.Key.Key_Tab)
        assert (bench.line.text(), bench.line.cursorPosition()) == ("tool == echo", 4)
        assert bench.popup() is None
        await bench.rest(until)

    arun(main())


def test_proposals_for_a_text_that_was_changed_meanwhile_are_dropped(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        watcher, free, asked = completion(bench), threading.Event(), list[str]()
        propose = watcher._propose

        def slow(text: str, cursor: int) -> Completions:
            asked.append(text)
            free.wait(20)
            return propose(text, cursor)

        watcher._propose = slow  # type: ignore[assignment]
        for change in (lambda: bench.line.setText("st"), bench.line.clearFocus):
            free.clear()
            bench.line.setFocus()
            bench.line.setText("too")
            asked.clear()
            watcher.ask()
            await until(lambda: asked == ["too"])
            change()
            task = watcher._asking
            free.set()
            await until(lambda task=task: task is None or task.done())
            assert bench.popup() is None
        await bench.rest(until)

    arun(main())


def test_keys_with_another_meaning_are_the_lines_own(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    def taken(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        return completion(bench).eventFilter(bench.line, event)

    async def main() -> None:
        await bench.ready(journal, until)
        assert not taken(Qt.Key.Key_Escape) and not taken(Qt.Key.Key_Tab) and taken(Qt.Key.Key_Down)
        QTest.keyClicks(bench.line, "is:err")
        await until(lambda: bool(bench.proposed()))
        assert taken(Qt.Key.Key_Escape) and taken(Qt.Key.Key_Tab)
        assert not taken(Qt.Key.Key_Down, CONTROL) and not taken(Qt.Key.Key_A)
        assert not taken(Qt.Key.Key_Return), "nothing is chosen: it applies the filter"
        assert taken(Qt.Key.Key_Space, CONTROL) and not taken(Qt.Key.Key_Space)
        assert not taken(Qt.Key.Key_Space, CONTROL | Qt.KeyboardModifier.ShiftModifier)
        bench.key(Qt.Key.Key_Down)
        assert taken(Qt.Key.Key_Return) and taken(Qt.Key.Key_Enter)
        assert bench.proposed(), "asking for a key changes nothing"
        bench.line.clearFocus()
        assert not bench.proposed()
        await bench.rest(until)

    arun(main())


def test_the_list_stays_at_its_word_when_the_line_gets_another_size_and_goes_with_a_click(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "tool == ech")
        await until(lambda: "echo" in str(bench.proposed()))
        await bench.rest(until)
        popup = bench.popup()
        assert popup is not None
        place = popup.pos()
        popup.move(0, 0)
        bench.line.resize(bench.line.width() + 20, bench.line.height())
        assert popup.pos() == place
        QTest.mouseClick(bench.line, Qt.MouseButton.LeftButton)
        assert bench.popup() is None
        await bench.rest(until)

    arun(main())


def test_emptying_the_line_closes_the_list(
    bench: Bench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await bench.ready(journal, until)
        QTest.keyClicks(bench.line, "t")
        await until(lambda: bool(bench.proposed()))
        bench.key(Qt.Key.Key_Backspace)
        assert bench.popup() is None and not completion(bench)._timer.isActive()
        QTest.keyClicks(bench.line, " ")
        assert not completion(bench)._timer.isActive()
        await bench.rest(until)

    arun(main())


def test_a_session_that_is_closed_proposes_nothing(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed() -> object:
        raise sqlite3.ProgrammingError("it is closed")

    story.call()
    propose = Proposer(journal)
    assert propose("too", 3).items
    monkeypatch.setattr(journal, "reader", closed)
    found = propose("too", 3)
    assert (found.start, found.end, tuple(found.items)) == (3, 3, ())
    assert propose.unseen(compile_filter("tool == x")) == ""
