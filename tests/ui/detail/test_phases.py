"""What the time of a call went to, in words and stretches."""

from __future__ import annotations

import pytest

from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.ui.detail import phases
from inspector.ui.detail.phases import Timing, is_short, load_timing, phases_of
from inspector.ui.detail.subject import Subject, load
from tests.ui.story import MS, START_NS, Story

NOW = START_NS + 5_000 * MS


def subject_of(journal: Journal, number: int) -> Subject:
    journal.sync()
    found = load(journal, number)
    assert found is not None
    return found


def timing(journal: Journal, number: int) -> Timing:
    return load_timing(journal, subject_of(journal, number), NOW)


def call(**fields: int | str) -> Exchange:
    given = {"started_ns": 100, "sent_ns": 110, **fields}
    return Exchange(1, 1, "out", "tools/call", **given)  # type: ignore[arg-type]


def shown(exchange: Exchange, now_ns: int = 1000) -> list[tuple[str, int, int]]:
    return [(one.name, one.start_ns, one.end_ns) for one in phases_of(exchange, now_ns)]


def test_an_answered_call_has_its_phases_and_a_total() -> None:
    exchange = call(written_ns=120, first_ns=150, ended_ns=170, status="done")
    assert shown(exchange) == [
        ("queued", 100, 110),
        ("send", 110, 120),
        ("wait", 120, 150),
        ("receive", 150, 170),
        ("total", 100, 170),
    ]
    shares = [one.share for one in phases_of(exchange, 1000)]
    assert shares == [0.3, 0.6, 0.6, 1.0, 0.45]


def test_a_pending_call_goes_on_and_nothing_is_received_yet() -> None:
    assert shown(call(first_ns=150, status="pending"), 400) == [
        ("queued", 100, 110),
        ("wait", 110, 150),
        ("total", 100, 400),
    ]


def test_a_call_that_waits_for_something_else_ends_where_it_is_known() -> None:
    assert shown(call(first_ns=150, status="input_required"), 400)[-1] == ("total", 100, 150)
    assert shown(call(status="input_required"), 400)[-1] == ("total", 100, 110)


def test_only_a_long_call_is_for_a_worker(journal: Journal, story: Story) -> None:
    exchange = story.ask()
    assert is_short(subject_of(journal, exchange.number))
    for distance, short in ((299, True), (300, False)):
        exchange.last = exchange.number + distance
        journal.touch(exchange)
        assert is_short(subject_of(journal, exchange.number)) is short
    alone = story.stderr("a line")
    assert is_short(subject_of(journal, alone))


def test_a_record_on_its_own_says_when_it_came_and_after_what(journal: Journal, story: Story) -> None:
    first, second = story.stderr("a"), story.stderr("b")
    notes = timing(journal, first).notes
    assert len(notes) == 2 and notes[0].endswith(", 0.000 s after the first record")
    assert notes[1] == "It has no duration."
    notes = timing(journal, second).notes
    assert notes[0].endswith(", 0.100 s after the first record")
    assert notes[1] == f"100 ms after the record before it, #{first}"
    assert timing(journal, second).phases == () and timing(journal, second).here_ns == 0


def test_a_call_says_when_it_started_and_a_part_of_it_where_it_stands(journal: Journal, story: Story) -> None:
    story.stderr("before")
    exchange = story.ask()
    part = story.part(exchange, "notification", role="progress")
    story.answer(exchange)
    made = timing(journal, exchange.number)
    assert made.notes[0].startswith("Started ") and made.notes[0].endswith(", 0.100 s after the first record")
    assert made.here_ns == 0 and [one.name for one in made.phases][-1] == "Total"
    made = timing(journal, part)
    assert made.notes[0] == f"This record: 100 ms after the start of #{exchange.number} tools/call echo"
    assert made.here_ns == START_NS + 200 * MS and made.notes[1].startswith("Started ")


def test_rounds_and_what_is_not_answered_are_said(journal: Journal, story: Story) -> None:
    exchange = story.ask()
    assert "No response yet" in timing(journal, exchange.number).notes
    assert not any(note.startswith("Rounds") for note in timing(journal, exchange.number).notes)
    assert timing(journal, exchange.number).phases[0].name == "Queued"
    exchange.rounds = 2
    journal.touch(exchange)
    made = timing(journal, exchange.number)
    assert "Rounds: 2" in made.notes and made.phases[0].name == "Earlier rounds"
    assert made.phases[-1].end_ns == NOW
    story.answer(exchange)
    assert "No response yet" not in timing(journal, exchange.number).notes


@pytest.mark.parametrize("at_once", [0, 300])
def test_progress_is_counted_with_its_gaps(
    journal: Journal, story: Story, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phases, "_AT_ONCE", at_once)
    exchange = story.ask()
    story.part(exchange, "notification", role="progress")
    assert timing(journal, exchange.number).ticks == (), "it never said how far it is"
    exchange.progress = 0.0
    assert timing(journal, exchange.number).ticks == (START_NS + 100 * MS,)
    assert "Progress notifications: 1" in timing(journal, exchange.number).notes
    story.stderr("not of this call")
    story.part(exchange, "notification", role="log")
    story.part(exchange, "notification", role="progress")
    story.part(exchange, "notification", role="progress")
    journal.touch(exchange)
    made = timing(journal, exchange.number)
    assert [(at - START_NS) // MS for at in made.ticks] == [100, 400, 500]
    assert "Progress notifications: 3, one every 200 ms, the longest gap 300 ms" in made.notes


def test_only_the_last_ticks_are_drawn_and_the_first_nested_requests(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phases, "_TICKS", 2)
    monkeypatch.setattr(phases, "_NESTED", 2)
    exchange = story.ask()
    exchange.progress = 1.0
    for _ in range(4):
        story.part(exchange, "notification", role="progress")
    inner = [
        story.ask("roots/list", "", direction="in", role="nested", parent=exchange.number) for _ in range(3)
    ]
    story.answer(inner[0])
    story.give_up(inner[1], "cancelled")
    story.answer(exchange)
    made = timing(journal, exchange.number)
    assert [(at - START_NS) // MS for at in made.ticks] == [300, 400]
    assert [one.number for one in made.phases if one.number] == [inner[0].number, inner[1].number]
    total = next(one for one in made.phases if one.name == "Total")
    assert total.end_ns == exchange.ended_ns and total.start_ns == exchange.started_ns
    [words] = [note for note in made.notes if note.startswith("Server requests inside: 3, ")]
    assert words


@pytest.mark.parametrize("at_once", [0, 300])
def test_a_nested_request_is_as_long_as_it_was_open(
    journal: Journal, story: Story, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phases, "_AT_ONCE", at_once)
    exchange, other = story.ask(), story.ask()
    done, waits, odd = (
        story.ask("roots/list", "", direction="in", role="nested", parent=exchange.number) for _ in range(3)
    )
    story.ask("ping", "", direction="in", role="nested", parent=other.number)
    story.answer(done)
    odd.status = "lost"
    journal.touch(odd)
    story.answer(exchange)
    nested = {one.number: one for one in timing(journal, exchange.number).phases if one.number}
    assert set(nested) == {done.number, waits.number, odd.number}
    assert nested[done.number].name == "↳ roots/list" and nested[done.number].end_ns == done.ended_ns
    assert nested[waits.number].end_ns == NOW, "it goes on"
    assert nested[odd.number].end_ns == odd.started_ns, "nobody knows when it ended"
