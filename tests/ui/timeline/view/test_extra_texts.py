"""The texts of the columns that are hidden at first."""

from __future__ import annotations

from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.timeline.view.extra_texts import EXTRA_TEXTS, Surroundings
from inspector.ui.timeline.view.times import local_text
from tests.ui.story import START_NS, Story


def test_each_column_says_its_own_part_of_a_row(journal: Journal, story: Story) -> None:
    story.stderr("x")
    asked = story.ask()
    story.finding(asked.number, "warning", asked.number)
    journal.annotations.set_note(asked.number, " why\n  so  slow ")
    infos = {1: SessionInfo(1, "demo", "http", "http://x", era="modern")}
    around = Surroundings(infos, journal.annotations)
    row = journal.rows([asked.number])[0]
    assert {name: text(row, around) for name, text in EXTRA_TEXTS.items()} == {
        "date": local_text(START_NS + 100_000_000),
        "channel": "stdin",
        "id": "2",
        "session": "1",
        "finding": "warning",
        "transport": "http · modern",
        "comment": "why so slow",
    }


def test_what_is_not_known_is_empty(journal: Journal, story: Story) -> None:
    story.record("lifecycle", session=0)
    row = journal.rows([1])[0]
    around = Surroundings({}, journal.annotations)
    assert [EXTRA_TEXTS[name](row, around) for name in ("id", "session", "transport", "comment")] == [""] * 4
    eraless = Surroundings({0: SessionInfo(0, "a", "stdio", "x", era="")}, journal.annotations)
    assert EXTRA_TEXTS["transport"](row, eraless) == "stdio"
