"""The feed tells what is new once a frame, and rests when there is nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.ui.session.feed import FRAME_MS, MOST_MS, Feed
from inspector.ui.session.selection import Selection
from tests.ui.story import Story


class Heard:
    """Everything that a feed said."""

    def __init__(self, feed: Feed) -> None:
        self.grew: list[tuple[int, int]] = []
        self.touched: set[int] = set()
        self.written = 0
        self.findings = 0
        feed.grew.connect(self._on_grew)
        feed.touched.connect(self._on_touched)
        feed.written.connect(self._on_written)
        feed.findings_changed.connect(self._on_findings)

    def _on_grew(self, first: int, last: int) -> None:
        self.grew.append((first, last))

    def _on_touched(self, numbers: tuple[int, ...]) -> None:
        self.touched.update(numbers)

    def _on_written(self, last: int) -> None:
        self.written = last

    def _on_findings(self) -> None:
        self.findings += 1


def test_many_records_of_one_frame_are_told_as_one_range(
    journal: Journal, story: Story, qtbot: QtBot
) -> None:
    feed = Feed(journal)
    heard = Heard(feed)
    for number in range(200):
        story.stderr(f"line {number}")
    qtbot.waitUntil(lambda: bool(heard.grew))
    assert heard.grew == [(1, 200)]


def test_the_timer_stops_when_all_is_in_the_file(journal: Journal, story: Story, qtbot: QtBot) -> None:
    feed = Feed(journal)
    heard = Heard(feed)
    story.call()
    qtbot.waitUntil(lambda: not feed.running)
    assert heard.written == journal.written == 2
    assert heard.touched == {1}


def test_frames_of_a_window_that_has_much_to_do_come_apart(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = [0.0]
    monkeypatch.setattr("inspector.ui.session.feed.time.thread_time", lambda: worked[0])
    feed = Feed(journal)
    for seconds, frame_ms in ((0.002, FRAME_MS), (0.02, 40), (0.3, MOST_MS), (0.001, FRAME_MS)):
        worked[0] += seconds
        story.stderr("a line")
        feed.tick()
        assert feed.frame_ms == frame_ms


def test_an_exchange_is_settled_when_its_change_is_in_the_file(
    journal: Journal, story: Story, qtbot: QtBot
) -> None:
    feed = Feed(journal)
    seen: list[tuple[tuple[int, ...], str]] = []

    def look(exchanges: tuple[int, ...]) -> None:
        connection = journal.reader()
        found = connection.execute("SELECT status FROM exchange WHERE number = 1").fetchone()
        connection.close()
        seen.append((exchanges, found[0] if found else "not there"))

    feed.settled.connect(look)
    exchange = story.ask()
    feed.tick()
    story.answer(exchange)  # told of in the frame in which the question may be in the file
    qtbot.waitUntil(lambda: not feed.running)
    assert seen[-1] == ((1,), "done")
    assert all(status != "not there" for _, status in seen)


def test_a_change_wakes_a_resting_feed(journal: Journal, story: Story, qtbot: QtBot) -> None:
    feed = Feed(journal)
    heard = Heard(feed)
    qtbot.waitUntil(lambda: not feed.running)
    story.finding(story.stderr("oops"))
    assert feed.running
    qtbot.waitUntil(lambda: heard.findings == 1 and not feed.running)


def test_what_was_there_before_the_feed_is_told(journal: Journal, story: Story, qtbot: QtBot) -> None:
    story.call()
    heard = Heard(feed := Feed(journal))
    qtbot.waitUntil(lambda: not feed.running)
    assert heard.grew == [(1, 2)]


def test_selecting_the_same_record_twice_is_told_once(qtbot: QtBot) -> None:
    selection, told = Selection(), []
    selection.changed.connect(told.append)
    selection.select(7)
    selection.select(7)
    selection.select(0)
    assert told == [7, 0]


def test_a_file_that_cannot_be_written_is_told_of_until_it_can(
    journal: Journal, story: Story, qtbot: QtBot
) -> None:
    heard: list[str] = []
    feed = Feed(journal)
    feed.failed.connect(heard.append)
    qtbot.waitUntil(lambda: not feed.running)
    assert journal._writer is not None
    journal._writer._connection.execute("PRAGMA busy_timeout = 10")
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as blocker:
        blocker.execute("BEGIN IMMEDIATE")
        story.call()
        qtbot.waitUntil(lambda: bool(heard))
        blocker.execute("ROLLBACK")
    qtbot.waitUntil(lambda: not feed.running)
    assert "cannot write the session file" in heard[0]
    assert heard[1:] == [""]
