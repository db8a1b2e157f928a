"""What the detail pane tells of HTTP, of related records and of time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.detail import http_story as http_story_module
from inspector.ui.detail import phases
from inspector.ui.detail.http import HttpView
from inspector.ui.detail.http_story import HttpPart, http_story
from inspector.ui.detail.phases import Timing, load_timing
from inspector.ui.detail.related import load_related, relation_of
from inspector.ui.detail.subject import Subject, load
from inspector.ui.detail.tabs import DetailTabs
from inspector.ui.detail.timing import TimingView
from inspector.ui.widgets import theme
from tests.ui.story import MS, START_NS, Story

EVENT = b": hello\nid: 7_2\nevent: message\nretry: 1500\ndata: {}\n\n"
POST = b"POST http://x/mcp\r\naccept: */*"
AGAIN = b"GET http://x/mcp\r\nLast-Event-ID: 7_2"
OK = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream"


def subject_of(journal: Journal, number: int) -> Subject:
    journal.sync()
    found = load(journal, number)
    assert found is not None
    return found


# -- HTTP ----------------------------------------------------------------------------------------------


def test_a_broken_stream_and_how_it_was_taken_up_again(journal: Journal, story: Story) -> None:
    call = story.ask(channel="post-1")
    story.part(call, "head", POST, direction="out", channel="post-1")
    story.part(call, "head", OK, channel="post-1")
    story.part(call, "notification", b"{}", role="progress", channel="post-1", frame=EVENT, method="n/p")
    story.part(call, "lifecycle", b"", direction="", channel="post-1", note="the stream ended")
    story.part(call, "head", AGAIN, direction="out", channel="get-2")
    parts = http_story(journal, subject_of(journal, call.number))
    assert [part.kind for part in parts] == ["request", "response", "event", "note", "note", "request"]
    assert parts[0].lines == (("accept", "*/*"),)
    assert parts[2].lines == (("comment", "hello"), ("id", "7_2"), ("event", "message"), ("retry", "1500"))
    assert parts[3].title == "the stream ended"
    assert parts[4].title == (
        "Resumed after event 7_2, 100 ms after the stream ended; the server asked to wait 1.50 s"
    )
    assert parts[5].channel == "get-2"


def test_a_notification_shows_the_head_of_its_stream(journal: Journal, story: Story) -> None:
    story.record("head", POST, direction="out", channel="get-1")
    story.record("head", OK, channel="get-1")
    story.record("head", OK, channel="get-2")
    number = story.record("notification", b"{}", channel="get-1", frame=EVENT, method="n/x")
    parts = http_story(journal, subject_of(journal, number))
    assert [part.number for part in parts] == [1, 2, 4]
    assert [part.number for part in http_story(journal, subject_of(journal, 1))] == [1, 2]


def test_a_pipe_has_no_http(journal: Journal, story: Story) -> None:
    call = story.call()
    assert http_story(journal, subject_of(journal, call.number)) == []
    assert http_story(journal, subject_of(journal, story.stderr("x"))) == []


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> HttpView:
    theme.install(qapp, "light")
    made = HttpView()
    qtbot.addWidget(made)
    made.resize(500, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    parts = [
        HttpPart("request", 3, "POST http://x", "post-1", (("accept", "*/*"), ("cookie", "secret"))),
        HttpPart("event", 5, "Event", "post-1", (("id", "7"),)),
    ]
    made.show_story(parts, "http")
    return made


def row_of(view: HttpView, top: int, child: int) -> QPoint:
    above = view.table.topLevelItem(top)
    assert above is not None
    item = above if child < 0 else above.child(child)
    return view.table.visualItemRect(item).center()  # type: ignore[arg-type]  # there is one


def test_headers_are_copied_as_lines_and_secrets_as_dots(view: HttpView) -> None:
    viewport = view.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=row_of(view, 0, 0))
    shift = Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, shift, row_of(view, 0, 1))
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "accept: */*\ncookie: •••••••• (6)"


def test_a_double_click_leads_to_the_record(view: HttpView, qtbot: QtBot) -> None:
    asked: list[int] = []
    view.asked_record.connect(asked.append)
    place = row_of(view, 1, 0)
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked == [5]


# -- related records -----------------------------------------------------------------------------------


def words(journal: Journal, number: int) -> dict[int, str]:
    subject = subject_of(journal, number)
    related = load_related(journal, subject)
    exchange = subject.exchange.number if subject.exchange is not None else 0
    rows = journal.rows(related.numbers)
    return {row.number: relation_of(row, exchange, related.outside) for row in rows}


def test_a_nested_request_names_the_call_around_it(journal: Journal, story: Story) -> None:
    outer = story.ask()
    inner = story.ask("roots/list", "", direction="in", role="nested", parent=outer.number)
    story.answer(inner)
    story.answer(outer)
    assert words(journal, inner.number) == {
        1: "call around it",
        2: "request",
        3: "response",
        4: "call around it: response",
    }
    assert words(journal, outer.number) == {
        1: "request",
        2: "nested request",
        3: "nested response",
        4: "response",
    }


def test_a_request_sent_again_and_its_first_try_name_each_other(journal: Journal, story: Story) -> None:
    first = story.ask(target="add")
    story.answer(first, status="failed")
    story.record("lifecycle", direction="", note=f"#{first.number}: a new session was opened")
    story.ask(target="other")
    again = story.ask(target="add")
    assert words(journal, first.number) == {
        1: "request",
        2: "response",
        3: "what was mended",
        5: "sent again",
    }
    assert words(journal, again.number) == {
        1: "first try",
        2: "first try: response",
        3: "what was mended",
        5: "request",
    }


def test_rounds_late_and_second_answers_and_the_end_are_named(journal: Journal, story: Story) -> None:
    call = story.ask()
    story.part(call, "request", role="retry", direction="out")
    story.part(call, "notification", role="cancel", direction="out")
    story.part(call, "response", role="late")
    story.part(call, "response", role="duplicate")
    assert list(words(journal, call.number).values()) == [
        "request",
        "next round",
        "cancellation",
        "late response",
        "second response",
    ]


def test_a_log_line_names_the_call_of_its_stream_and_a_batch_its_members(
    journal: Journal, story: Story
) -> None:
    call = story.ask(channel="post-1")
    log = story.record("notification", b"{}", channel="post-1", role="log", method="notifications/message")
    batch = story.record("batch", b"[1,2]", channel="stdout")
    story.record("malformed", b"1", note=f"inside #{batch}: no", role="member")
    member = story.record("malformed", b"2", note=f"inside #{batch}: no", role="member")
    assert words(journal, log) == {call.number: "call of its stream", log: "log"}
    assert list(words(journal, batch).values()) == ["batch", "inside it", "inside it"]
    assert words(journal, member)[batch] == "batch it came in"


# -- time ----------------------------------------------------------------------------------------------


def timing(journal: Journal, number: int) -> Timing:
    return load_timing(journal, subject_of(journal, number), START_NS + 5_000 * MS)


@pytest.mark.parametrize("at_once", [0, 300])
def test_progress_and_nested_requests_are_on_the_axis(
    journal: Journal, story: Story, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phases, "_AT_ONCE", at_once)
    call = story.ask()
    call.progress = 1.0
    ticks = [story.part(call, "notification", role="progress") for _ in range(3)]
    inner = story.ask("roots/list", "", direction="in", role="nested", parent=call.number)
    story.answer(inner)
    story.answer(call)
    made = timing(journal, call.number)
    assert [at - START_NS for at in made.ticks] == [100 * MS, 200 * MS, 300 * MS]
    assert [(one.name, one.number) for one in made.phases if one.number] == [("↳ roots/list", inner.number)]
    assert "Progress notifications: 3, one every 100 ms, the longest gap 100 ms" in made.notes
    assert timing(journal, ticks[1]).here_ns == START_NS + 200 * MS


def test_a_change_does_not_show_the_time_of_its_subscription(journal: Journal, story: Story) -> None:
    listen = story.ask("subscriptions/listen", "")
    story.now_ns += 900 * MS
    event = story.part(listen, "notification", role="event", method="notifications/x")
    made = timing(journal, event)
    assert made.phases == ()
    assert f"Belongs to the subscription #{listen.number}, open for 1.00 s by then" in made.notes
    assert timing(journal, listen.number).phases


def test_a_nested_request_in_the_chart_is_a_link(journal: Journal, story: Story, qtbot: QtBot) -> None:
    call = story.ask()
    inner = story.ask("roots/list", "", direction="in", role="nested", parent=call.number)
    story.answer(inner)
    story.answer(call)
    view = TimingView()
    qtbot.addWidget(view)
    view.resize(500, 300)
    view.show()
    made = timing(journal, call.number)
    view.show_timing(made)
    asked: list[int] = []
    view.asked_record.connect(asked.append)
    row = next(place for place, one in enumerate(made.phases) if one.number)
    y = theme.SPACE // 2 + row * theme.row_height() + 5
    QTest.mouseClick(view.page, Qt.MouseButton.LeftButton, pos=QPoint(20, y))
    assert asked == [inner.number]
    assert "↳ roots/list: " in view.words()


def test_the_timing_of_a_pending_call_goes_on(journal: Journal, story: Story, qtbot: QtBot) -> None:
    tabs = DetailTabs(journal)
    qtbot.addWidget(tabs)
    tabs.show()
    call = story.ask()
    tabs.show_subject(subject_of(journal, call.number))
    start = _total(tabs)
    qtbot.waitUntil(lambda: _total(tabs) > start)


def _total(tabs: DetailTabs) -> int:
    return tabs.timing.page._timing.phases[-1].end_ns


def test_a_long_story_shows_both_ends(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = story.ask(channel="post-1")
    for _ in range(6):
        story.part(call, "notification", b"{}", role="progress", channel="post-1", frame=EVENT, method="n/p")
    subject = subject_of(journal, call.number)
    monkeypatch.setattr(http_story_module, "_MOST", 7)
    assert [part.kind for part in http_story(journal, subject)] == ["event"] * 6
    monkeypatch.setattr(http_story_module, "_MOST", 4)
    parts = http_story(journal, subject)
    assert [part.number for part in parts] == [2, 0, 6, 7]
    assert (parts[1].kind, parts[1].title) == ("note", "3 records in between are not shown")
    monkeypatch.setattr(http_story_module, "_MOST", 2)
    pipe = story.ask()
    for _ in range(3):
        story.part(pipe, "notification", role="progress")
    assert http_story(journal, subject_of(journal, pipe.number)) == [], "nothing went over HTTP"


def test_events_say_what_they_carry(journal: Journal, story: Story) -> None:
    call = story.ask(channel="post-1")
    frame = b"retry: soon\ndata: {}\n\n"
    story.part(call, "lifecycle", b"", channel="post-1", frame=b"id: 7_2\n\n")
    story.part(call, "notification", b"{}", channel="post-1", frame=frame, method="n/p")
    story.part(call, "response", b"{}", channel="post-1", frame=frame, method="tools/call")
    story.part(call, "error", b"{}", channel="post-1", frame=frame, method="tools/call")
    story.part(call, "malformed", b"{", channel="post-1", frame=frame)
    story.part(call, "stderr", b"x", channel="stderr", frame=frame)
    titles = [part.title for part in http_story(journal, subject_of(journal, call.number))]
    size = f"{len(frame)} B"
    assert titles == [
        "Event · no data · 9 B",
        f"Event · n/p · {size}",
        f"Event · response · {size}",
        f"Event · response · {size}",
        f"Event · malformed · {size}",
    ]


def test_a_stream_that_was_not_told_to_wait_is_taken_up_again_all_the_same(
    journal: Journal, story: Story
) -> None:
    call = story.ask(channel="post-1")
    story.part(call, "head", AGAIN, direction="out", channel="get-2")
    story.part(call, "lifecycle", b"", direction="", channel="post-1", note="the stream ended")
    story.part(call, "lifecycle", b"", direction="", channel="", note="another thing")
    story.part(call, "head", b"", direction="out", channel="get-3")
    story.part(call, "head", AGAIN, direction="out", channel="get-4")
    parts = http_story(journal, subject_of(journal, call.number))
    assert [(part.kind, part.channel) for part in parts] == [
        ("request", "get-2"),
        ("note", "post-1"),
        ("request", "get-3"),
        ("note", "get-4"),
        ("request", "get-4"),
    ], "it is told once it ended"
    assert parts[3].title == "Resumed after event 7_2, 300 ms after the stream ended"
    assert (parts[2].title, parts[2].lines) == ("", ())


def test_time_notes_say_rounds_progress_and_what_is_pending(journal: Journal, story: Story) -> None:
    call = story.ask()
    assert timing(journal, call.number).notes[1:] == ("No response yet",)
    call.progress, call.rounds = 1.0, 2
    log = story.part(call, "notification", role="log")
    story.part(call, "notification", role="progress")
    notes = timing(journal, call.number).notes
    assert notes[0].endswith(", 0.000 s after the first record")
    assert notes[1:] == ("Rounds: 2", "No response yet", "Progress notifications: 1")
    assert timing(journal, log).notes[0] == "This record: 100 ms after the start of #1 tools/call echo"
    inner = story.ask("roots/list", "", direction="in", role="nested", parent=call.number)
    made = timing(journal, call.number)
    (nested,) = [one for one in made.phases if one.number == inner.number]
    assert nested.end_ns == START_NS + 5_000 * MS, "it is open until now"
    story.give_up(inner, "cancelled")
    (nested,) = [one for one in timing(journal, call.number).phases if one.number == inner.number]
    assert nested.end_ns == inner.ended_ns
    story.answer(call)
    names = [one.name for one in timing(journal, call.number).phases]
    call.rounds = 1
    journal.touch(call)
    again = [one.name for one in timing(journal, call.number).phases]
    assert names[0] != again[0] and names[1:] == again[1:], "with more rounds it was no queue"


def test_the_first_record_of_all_has_none_before_it(journal: Journal, story: Story) -> None:
    first, second = story.stderr("a"), story.stderr("b")
    came, alone = timing(journal, first).notes
    assert came.endswith(", 0.000 s after the first record") and alone == "It has no duration."
    assert timing(journal, second).notes[1:] == ("100 ms after the record before it, #1", alone)


def test_only_neighbours_of_a_batch_are_inside_it(journal: Journal, story: Story) -> None:
    batch = story.record("batch", b"[1]", channel="stdout")
    inside = story.record("malformed", b"1", note=f"inside #{batch}: no", role="member")
    story.stderr("between")
    story.record("malformed", b"1", note=f"inside #{batch}: no", role="member")
    assert words(journal, batch) == {batch: "batch", inside: "inside it"}
    assert words(journal, story.stderr("alone")) == {5: "stderr"}
