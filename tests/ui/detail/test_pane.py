"""The detail pane shows a call whole, hides secrets, and keeps up while the call runs."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QSplitter
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.detail import pane
from inspector.ui.detail import subject as detail_subject
from inspector.ui.detail.http import masked
from inspector.ui.detail.pane import DetailPane
from inspector.ui.detail.phases import phases_of
from inspector.ui.detail.side import DetailSide
from inspector.ui.detail.subject import load, related_numbers
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.loop import tasks
from inspector.ui.session.feed import Feed
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.selection import Selection
from inspector.ui.widgets.controls import Link
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import START_NS, Story

TAB_TIMING, TAB_HTTP, TAB_RELATED, TAB_FINDINGS, TAB_BYTES = range(5)
HEAD = b"POST http://x/mcp\r\nauthorization: Bearer very-secret\r\nmcp-session-id: 1234567890\r\naccept: */*"


class Bench:
    """A detail pane on the screen."""

    def __init__(self, journal: Journal) -> None:
        self.feed, self.selection = Feed(journal), Selection()
        self.pane = DetailPane(journal, self.feed, self.selection)
        self.pane.resize(1200, 240)
        self.pane.show()


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def related(bench: Bench) -> list[str]:
    items = [
        bench.pane.tabs.related.topLevelItem(row)
        for row in range(bench.pane.tabs.related.topLevelItemCount())
    ]
    return [item.text(0) for item in items if item is not None]


def test_request_and_answer_are_side_by_side(bench: Bench, story: Story, journal: Journal) -> None:
    exchange = story.call()
    for number in (exchange.number, exchange.answer):
        bench.selection.select(number)
        request, answer = journal.record(exchange.number), journal.record(exchange.answer)
        assert request is not None and answer is not None
        assert bench.pane.left.viewer.data() == request.raw
        assert bench.pane.right.viewer.data() == answer.raw
        assert bench.pane.right.isVisible()


def test_request_and_answer_have_the_same_room_after_a_record_without_answer(
    bench: Bench, story: Story
) -> None:
    line, call = story.stderr("x"), story.call()
    bench.pane.hide()  # as it is until something is selected
    bench.selection.select(line)
    bench.pane.show()
    QCoreApplication.sendPostedEvents()
    bench.selection.select(call.number)
    QCoreApplication.sendPostedEvents()
    assert abs(bench.pane.left.width() - bench.pane.right.width()) < 8


def test_nothing_selected_says_what_to_do(bench: Bench, story: Story) -> None:
    story.call()
    bench.selection.select(1)
    bench.selection.select(0)
    assert not bench.pane.left.isVisible()


def test_an_answer_appears_while_its_request_is_selected(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        bench.selection.select(exchange.number)
        assert bench.pane.right.viewer.data() == b""
        story.answer(exchange, text="at last")
        await until(lambda: b"at last" in bench.pane.right.viewer.data())

    arun(main())


def test_a_record_without_an_answer_has_one_side(bench: Bench, story: Story) -> None:
    bench.selection.select(story.stderr("Traceback (most recent call last):"))
    assert bench.pane.left.isVisible()
    assert not bench.pane.right.isVisible()


def test_malformed_bytes_are_shown_with_the_place_of_the_mistake(bench: Bench, story: Story) -> None:
    bench.selection.select(story.malformed(b'{"a": tru}', "not JSON at byte 6"))
    mistake = bench.pane.left.viewer.json_error()
    assert mistake is not None
    assert mistake.position in range(6, 10)


def test_a_cut_record_offers_the_whole(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        number = story.malformed(b"{", "200,000,000 bytes", spool="cut.part", size=200_000_000)
        bench.selection.select(number)
        button = bench.pane.findChild(QPushButton, "detail_request_whole")
        assert button is not None
        await until(button.isVisible)
        assert button.text() == "Show all (200.0 MB)…"

    arun(main())


def test_related_records_lead_to_each_other(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        outer = story.ask()
        inner = story.ask("sampling/createMessage", "", direction="in", role="nested", parent=outer.number)
        story.stderr("not related")
        story.answer(inner)
        story.part(outer, "notification", role="progress")
        story.answer(outer)
        story.journal.sync()
        bench.pane.tabs.setCurrentIndex(TAB_RELATED)
        bench.selection.select(outer.number)
        await until(lambda: related(bench) == ["1", "2", "4", "5", "6", ""])
        item = bench.pane.tabs.related.topLevelItem(3)
        place = bench.pane.tabs.related.visualItemRect(item).center()
        QTest.mouseClick(bench.pane.tabs.related.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert bench.selection.record == 5
        await until(lambda: not tasks._running)

    arun(main())


def test_the_call_of_a_notification_and_of_a_nested_request_is_a_link(bench: Bench, story: Story) -> None:
    outer = story.ask()
    inner = story.ask("roots/list", "", direction="in", role="nested", parent=outer.number)
    progress = story.part(outer, "notification", role="progress")
    link = bench.pane.findChild(QPushButton, "detail_request_call")
    assert link is not None
    for number in (inner.number, progress):
        bench.selection.select(number)
        assert link.text() == f"in #{outer.number}"
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        assert bench.selection.record == outer.number
    assert not link.isVisible()


def test_the_chosen_line_stays_chosen_while_the_call_goes_on(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        for _ in range(30):
            story.part(exchange, "notification")
        bench.selection.select(exchange.number)
        bench.pane.tabs.setCurrentIndex(TAB_RELATED)
        await until(lambda: len(related(bench)) == 31)
        shown = bench.pane.tabs.related
        shown.setCurrentItem(shown.topLevelItem(20))
        chosen, place = shown.currentItem().text(0), shown.verticalScrollBar().value()
        assert place > 0
        story.part(exchange, "notification")
        await until(lambda: len(related(bench)) == 32)
        assert (shown.currentItem().text(0), shown.verticalScrollBar().value()) == (chosen, place)

    arun(main())


def test_a_chosen_finding_stays_chosen_when_there_are_more(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.call()
        for severity in ("error", "warning", "info"):
            story.finding(exchange.number, severity, exchange.number)
        bench.selection.select(exchange.number)
        bench.pane.tabs.setCurrentIndex(TAB_FINDINGS)
        shown = bench.pane.tabs.findings
        await until(lambda: shown.topLevelItemCount() == 3)
        shown.setCurrentItem(shown.topLevelItem(1))
        chosen = shown.currentItem().text(0)
        story.finding(exchange.number, "error", exchange.number)
        bench.feed.findings_changed.emit()
        await until(lambda: shown.topLevelItemCount() == 4)
        assert shown.currentItem().text(0) == chosen

    arun(main())


def test_thousands_of_related_records_are_shown_from_both_ends(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(detail_subject, "RELATED_LIMIT", 4)
    exchange = story.ask()
    for _ in range(8):
        story.part(exchange, "notification", role="progress")
    journal.sync()
    assert related_numbers(journal, exchange.number) == ([1, 2, 8, 9], 5)


def test_secrets_of_http_heads_are_hidden_until_asked(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        story.part(exchange, "head", HEAD, direction="out")
        bench.pane.tabs.setCurrentIndex(TAB_HTTP)
        bench.selection.select(exchange.number)
        http = bench.pane.tabs.http
        await until(lambda: "accept: */*" in http.text())
        assert "very-secret" not in http.text()
        assert "authorization: Bearer ••••••••" in http.text()
        QTest.mouseClick(http._reveal, Qt.MouseButton.LeftButton)
        assert "authorization: Bearer very-secret" in http.text()
        bench.selection.select(story.call().number)
        await until(lambda: "accept" not in http.text())
        bench.selection.select(exchange.number)
        await until(lambda: "accept: */*" in http.text())
        assert "very-secret" not in http.text()

    arun(main())


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("Cookie", "a=b; c=d", "•••••••• (8)"),
        ("X-Api-Key", "12345", "•••••••• (5)"),
        ("My-Access-Token", "abc", "•••••••• (3)"),
        ("Authorization", "Basic abc", "Basic •••••••• (3)"),
        ("content-type", "application/json", "application/json"),
    ],
)
def test_headers_that_carry_secrets_are_masked(name: str, value: str, shown: str) -> None:
    assert masked(name, value) == shown


def test_findings_are_counted_in_their_tab_and_lead_to_the_record(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.call()
        bench.pane.tabs.setCurrentIndex(TAB_FINDINGS)
        bench.selection.select(exchange.number)
        story.finding(exchange.answer, exchange=exchange.number)
        await until(lambda: bench.pane.tabs.tabText(TAB_FINDINGS) == "Findings 1")
        item = bench.pane.tabs.findings.topLevelItem(0)
        assert item is not None
        assert item.text(0) == "✗ RPC-01"
        place = bench.pane.tabs.findings.visualItemRect(item).center()
        QTest.mouseClick(bench.pane.tabs.findings.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert bench.selection.record == exchange.answer

    arun(main())


def test_a_large_answer_is_read_beside_the_loop(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.call(text="x" * 2_000_000)
        bench.selection.select(exchange.number)
        await until(lambda: len(bench.pane.right.viewer.data()) > 2_000_000)
        await until(bench.pane.right.viewer.is_ready)

    arun(main())


def test_of_two_quick_selections_the_last_one_is_shown(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        large, small = story.call(text="x" * 2_000_000), story.call(text="small")
        bench.selection.select(large.number)
        bench.selection.select(small.number)
        shown = bench.pane.right.viewer.data()
        assert b"small" in shown
        await until(lambda: not tasks._running)
        assert bench.pane.right.viewer.data() == shown

    arun(main())


def test_while_somebody_walks_the_rows_the_detail_follows_when_there_is_time(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = [story.call(text=f"number {turn}") for turn in range(9)]
        for call in calls:
            bench.selection.select(call.number, walking=True)
        assert b"number 0" in bench.pane.right.viewer.data(), "the first one is shown at once"
        await until(lambda: b"number 8" in bench.pane.right.viewer.data())
        bench.selection.select(calls[3].number, walking=True)
        bench.selection.select(calls[5].number)
        assert b"number 5" in bench.pane.right.viewer.data(), "a link is followed at once"

    arun(main())


def tab_titles(bench: Bench) -> list[str]:
    tabs = bench.pane.tabs
    return [tabs.tabText(place) for place in range(tabs.count()) if tabs.isTabVisible(place)]


def test_in_a_narrow_pane_the_sides_are_tabs_and_the_answer_is_in_front(bench: Bench, story: Story) -> None:
    bench.selection.select(story.call().number)
    pane, tabs = bench.pane, bench.pane.tabs
    pane.resize(1000, 220)
    assert tab_titles(bench) == ["Timing", "HTTP", "Related", "Findings", "Bytes"]
    assert pane.left.isVisible() and pane.right.isVisible()
    pane.resize(719, 500)
    assert tab_titles(bench)[:2] == ["Request", "Response"] and tabs.currentWidget() is pane.right
    assert pane.focusProxy() is pane.right and not pane.left.isVisible()
    tabs.setCurrentWidget(tabs.bytes)
    assert pane.focusProxy() is tabs
    pane.resize(720, 500)
    assert pane.left.isVisible() and pane.right.isVisible() and pane.focusProxy() is pane.left


def test_a_narrow_pane_has_no_tabs_for_what_is_not_there(bench: Bench, story: Story) -> None:
    bench.pane.resize(500, 500)
    bench.selection.select(story.call().number)
    assert tab_titles(bench) == ["Request", "Response", "Timing", "Related", "Bytes"]
    bench.selection.select(story.stderr("a line"))
    assert tab_titles(bench)[0] == "stderr" and "Response" not in tab_titles(bench)
    bench.pane.tabs.close_all.click()
    bench.pane.tabs.turn.click()


def test_both_sides_are_a_tree_together(bench: Bench, story: Story) -> None:
    bench.selection.select(story.call().number)
    bench.pane.left.viewer.set_mode("tree")
    assert bench.pane.right.viewer.mode() == "tree"


def test_phases_add_up_to_the_total(story: Story) -> None:
    exchange = story.call()
    phases = phases_of(exchange, START_NS)
    assert [one.name for one in phases] == ["queued", "wait", "receive", "total"]
    assert sum(one.end_ns - one.start_ns for one in phases[:3]) == phases[3].end_ns - phases[3].start_ns


def test_a_progress_record_is_shown_on_its_own_with_its_call(journal: Journal, story: Story) -> None:
    exchange = story.ask()
    number = story.part(exchange, "notification", role="progress")
    subject = load(journal, number)
    assert subject is not None
    assert (subject.left.number, subject.right, subject.paired) == (number, None, False)
    assert subject.exchange is not None
    assert subject.exchange.number == exchange.number


def test_the_bytes_of_both_sides_are_there(bench: Bench, story: Story) -> None:
    exchange = story.call()
    bench.pane.tabs.setCurrentIndex(TAB_BYTES)
    bench.selection.select(exchange.number)
    assert bench.pane.tabs.bytes.hex.size_shown() > 0


def test_a_closed_pane_is_gone(journal: Journal, story: Story, arun: Runner) -> None:
    async def main() -> None:
        story.call()
        bench = Bench(journal)
        bench.selection.select(1)
        seen = weakref.ref(bench.pane)
        bench.pane.close()
        bench.pane.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        del bench.pane
        gc.collect()
        assert seen() is None

    arun(main())


def test_the_messages_have_twice_the_room_of_what_else_is_known(bench: Bench, story: Story) -> None:
    bench.selection.select(story.call().number)
    QApplication.processEvents()
    pane = bench.pane
    split, sides = the(pane, QSplitter, "detail_split"), the(pane, QSplitter, "detail_sides")
    assert [split.widget(0), split.widget(1)] == [sides, pane.tabs]
    assert [sides.widget(0), sides.widget(1)] == [pane.left, pane.right]
    assert not split.childrenCollapsible() and not sides.childrenCollapsible()
    assert (split.handleWidth(), sides.handleWidth()) == (1, 1)
    assert 1.8 < sides.width() / pane.tabs.width() < 2.1
    assert abs(pane.left.width() - pane.right.width()) <= 2
    before, beside = sides.width(), pane.tabs.width()
    pane.resize(1500, 240)
    QApplication.processEvents()
    assert sides.width() - before > pane.tabs.width() - beside > 0
    assert split.height() == pane.height() and pane.focusProxy() is pane.left


def test_what_the_mouse_is_over_is_followed_beside_the_bytes_alone(bench: Bench, story: Story) -> None:
    bench.selection.select(story.call().number)
    spots = [side.viewer.spots for side in (bench.pane.left, bench.pane.right)]
    for page, followed in ((TAB_BYTES, True), (TAB_FINDINGS, False), (TAB_BYTES, True), (TAB_TIMING, False)):
        bench.pane.tabs.setCurrentIndex(page)
        assert [one.hovering for one in spots] == [followed, followed]


def test_both_sides_are_text_or_tree_together(bench: Bench, story: Story) -> None:
    bench.selection.select(story.call().number)
    for side, mode in ((bench.pane.left, "tree"), (bench.pane.right, "text")):
        side.mode_chosen.emit(mode)
        other = bench.pane.right if side is bench.pane.left else bench.pane.left
        assert other.viewer.mode() == mode


def heads(side: DetailSide) -> list[str]:
    """What the line of a side says that is in sight: title and links, without the facts."""
    links = (the(side, Link, f"{side.objectName()}_{name}") for name in ("record", "call"))
    return [side._title.text(), *(link.text() for link in links if not link.isHidden())]


def outcome(side: DetailSide) -> str:
    return side._outcome.text() if side._outcome.isVisible() else ""


def test_every_kind_of_record_that_stands_alone_has_its_title(bench: Bench, story: Story) -> None:
    titles = {}
    for kind in ("notification", "response", "error", "batch", "malformed", "stderr", "head", "lifecycle"):
        number = story.record(kind, b"{}", note="x")
        bench.selection.select(number)
        titles[kind] = heads(bench.pane.left)
        assert titles[kind][1:] == [f"#{number}"] and not bench.pane.right.isVisible()
    assert [title[0] for title in titles.values()] == [
        "Notification", "Response", "Error", "Batch", "Malformed", "stderr", "HTTP head", "Lifecycle",
    ]  # fmt: skip
    call = story.ask()
    progress = story.part(call, "notification", role="progress")
    bench.selection.select(progress)
    assert heads(bench.pane.left) == ["Notification", f"#{progress}", f"in #{call.number}"]
    asked: list[int] = []
    bench.selection.changed.connect(asked.append)
    the(bench.pane, Link, "detail_request_call").click()
    assert asked == [call.number] and heads(bench.pane.left) == ["Request", f"#{call.number}"]


def test_a_side_without_an_answer_says_why(bench: Bench, story: Story) -> None:
    def said() -> tuple[str, str]:
        bench.selection.select(0)
        bench.selection.select(call.number)
        assert bench.pane.right.isVisible() and heads(bench.pane.right) == ["Response"]
        return bench.pane.right._empty.text(), outcome(bench.pane.right)

    call = story.ask()
    assert said() == ("No response yet.", "◌ pending")
    call.message = "half way"
    story.journal.touch(call)
    assert said() == ("half way", "◌ pending")
    call.ended_ns, call.status, call.detail = START_NS + 3_000_000_000, "cancelled", "cancelled by us"
    story.journal.touch(call)
    assert said() == ("cancelled by us", "⊘ cancelled  3.00 s")
    call.detail = ""
    story.journal.touch(call)
    assert said()[0] == "half way"
    call.message = ""
    story.journal.touch(call)
    assert said()[0] == "No response."


def test_an_answer_says_how_the_call_ended_and_how_long_it_took(bench: Bench, story: Story) -> None:
    call = story.call()
    bench.selection.select(call.number)
    assert (heads(bench.pane.left), outcome(bench.pane.left)) == (["Request", f"#{call.number}"], "")
    assert heads(bench.pane.right) == ["Response", f"#{call.answer}"]
    assert outcome(bench.pane.right) == "✓ ok  99 ms"
    inner = story.ask("roots/list", "", direction="in", role="nested", parent=call.number)
    bench.selection.select(inner.number)
    assert heads(bench.pane.left) == ["Request", f"#{inner.number}", f"in #{call.number}"]


def test_what_is_kept_comes_back_and_what_is_broken_changes_nothing(bench: Bench, story: Story) -> None:
    bench.selection.select(story.call().number)
    pane = bench.pane
    for state in ({"mode": "tree", "tab": pane.tabs.findings.objectName(), "framed": False},
                  {"mode": "text", "tab": pane.tabs.bytes.objectName(), "framed": True}):  # fmt: skip
        pane.restore_text(json.dumps(state))
        assert pane.state() == state
        assert pane.left.viewer.mode() == pane.right.viewer.mode() == state["mode"]
    before = pane.state()
    for broken in ("{", "[1]", "7", '"tree"'):
        pane.restore_text(broken)
        assert pane.state() == before
    pane.restore_text('{"mode": 5, "tab": null}')
    assert pane.state() == {**before, "mode": "text", "framed": True}
    pane.tabs.bytes.set_framed(False)
    pane.restore_text("")
    assert pane.state()["framed"] is True


def test_a_record_just_small_enough_is_read_at_once(
    bench: Bench, story: Story, journal: Journal, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        call = story.call(text="x" * 100)
        row = journal.rows([call.number])[0]
        monkeypatch.setattr(pane, "_AT_ONCE", row.size + row.answer_size)
        bench.selection.select(call.number)
        assert bench.pane.right.viewer.data()
        bench.selection.select(0)
        monkeypatch.setattr(pane, "_AT_ONCE", row.size + row.answer_size - 1)
        other = story.call(text="y" * 100)
        bench.selection.select(other.number)
        assert b"yyy" not in bench.pane.right.viewer.data()
        await until(lambda: b"yyy" in bench.pane.right.viewer.data())

    arun(main())


def test_a_chosen_value_becomes_a_column_and_is_forgotten_with_its_record(
    bench: Bench, story: Story, qtbot: QtBot
) -> None:
    first, second = story.call(), story.call()
    wanted, paths = list[str](), list[str]()
    bench.pane.column_wanted.connect(wanted.append)
    bench.pane.path_selected.connect(paths.append)
    bench.selection.select(first.number)
    bench.pane.apply_column()
    assert wanted == []
    spot = Spot("$.params.name", "string", 10, 16, (0, 0), b'"echo"')
    bench.pane.left.spot_selected.emit(spot)
    assert paths[-1].startswith("$.params.name  ")
    bench.pane.apply_column()
    assert wanted == ["$.params.name"]
    bench.selection.select(first.number)
    assert bench.pane.tabs.chosen == ("left", spot), "the same record again changes nothing"
    bench.pane.left.spot_selected.emit(Spot("", "", 1, 2, (1, 2), b""))
    bench.pane.apply_column()
    assert len(wanted) == 1, "a byte has no path"
    bench.selection.select(second.number)
    assert bench.pane.tabs.chosen is None and paths[-1] == ""
    bench.pane.left.spot_selected.emit(spot)
    bench.pane.hide()
    assert paths[-1] == "", "nobody sees what it was of"


def test_changes_of_other_calls_read_nothing_anew(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call, other = story.ask(), story.ask()
        bench.pane._touched((call.number,))
        assert not bench.pane._refresh.isActive(), "nothing is selected"
        bench.selection.select(call.number)
        bench.pane._touched((other.number,))
        assert not bench.pane._refresh.isActive()
        bench.pane._touched((other.number, call.number))
        assert bench.pane._refresh.isActive()
        line = story.stderr("x")
        bench.selection.select(line)
        assert not bench.pane._refresh.isActive()
        bench.pane._touched((call.number,))
        assert not bench.pane._refresh.isActive(), "it has no call"
        await until(lambda: not bench.feed.running)

    arun(main())


def test_a_line_of_stderr_leads_to_the_calls_that_ran(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        slow, boom = story.ask(target="slow"), story.ask(target="boom")
        both = story.stderr("of one of them")
        story.answer(boom)
        alone = story.stderr("of slow")
        story.answer(slow)
        story.journal.sync()
        link = the(bench.pane, QPushButton, "detail_request_call")
        bench.pane.tabs.setCurrentIndex(TAB_RELATED)
        for line, text, call in (
            (both, f"during #{boom.number} or 1 other call", boom.number),
            (alone, f"during #{slow.number}", slow.number),
        ):
            bench.selection.select(line)
            await until(lambda text=text: link.text() == text)
            assert (f"#{slow.number}" in link.toolTip()) == (line == both)
            numbers = sorted({slow.number, call, line})
            await until(lambda numbers=numbers: related(bench) == [str(one) for one in numbers])
            QTest.mouseClick(link, Qt.MouseButton.LeftButton)
            assert bench.selection.record == call
        await until(lambda: not tasks._running)

    arun(main())


def test_a_line_outside_of_all_calls_has_no_link(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        line = story.stderr("alone")
        story.journal.sync()
        bench.selection.select(line)
        await until(lambda: not tasks._running)
        assert the(bench.pane, QPushButton, "detail_request_call").isHidden()

    arun(main())


def test_what_was_said_during_a_call_is_a_line_among_what_belongs_to_it(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        wanted: list[FilterRequest] = []
        bench.pane.filter_wanted.connect(wanted.append)
        call = story.ask()
        story.stderr("a")
        story.stderr("b")
        story.answer(call)
        story.journal.sync()
        bench.pane.tabs.setCurrentIndex(TAB_RELATED)
        bench.selection.select(call.number)
        await until(lambda: len(related(bench)) == 3)
        rows = bench.pane.tabs.related
        item = rows.topLevelItem(2)
        assert item is not None and item.text(4) == "2 stderr lines during this call"
        place = rows.visualItemRect(item).center()
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert wanted == [FilterRequest(f"during == #{call.number}", "replace", everywhere=True)]
        assert bench.selection.record == call.number

    arun(main())


def test_a_place_is_marked_in_the_side_that_has_the_record(bench: Bench, story: Story) -> None:
    exchange = story.call()
    bench.pane.mark(exchange.answer, "/result")
    bench.selection.select(exchange.answer)
    assert bench.pane.tabs.chosen is not None
    assert bench.pane.tabs.chosen[0] == "right" and bench.pane.tabs.chosen[1].path == "$.result"
    bench.selection.select(exchange.number)
    bench.pane.mark(exchange.number, "/params")
    assert bench.pane.tabs.chosen is not None and bench.pane.tabs.chosen[0] == "left"
