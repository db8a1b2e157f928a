"""How tasks are said."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.client.answers import Answer
from inspector.core.client.task_entry import TaskEntry
from inspector.protocol.records import Exchange
from inspector.protocol.tasks import EXTENSION
from inspector.ui.session import task_words
from inspector.ui.session.task_words import (
    age_words,
    left_words,
    poll_words,
    state_of,
    status_word,
    task_of,
    time_words,
)

S = 1_000_000_000
NOW = 1_800_000_000 * S


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_words, "now_ns", lambda: NOW)


def entry(**fields: Any) -> TaskEntry:
    return TaskEntry("t", EXTENSION, **{"seen_ns": NOW - 75 * S, **fields})


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-3, "0 s"), (0.9, "0 s"), (59.9, "59 s"), (60, "1:00 min"), (288, "4:48 min"), (3599, "59:59 min"),
        (3600, "1:00 h"), (11_100, "3:05 h"), (172_799, "47:59 h"), (172_800, "2 d"), (900_000, "10 d"),
    ],
)  # fmt: skip
def test_a_time_is_told_in_the_unit_that_fits(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


@pytest.mark.parametrize(
    ("fields", "glyph", "role", "word"),
    [
        ({"status": "working"}, "◌", "pending", "working"),
        ({"status": "completed"}, "✓", "ok", "completed"),
        ({"status": "completed", "result": Answer(1, 2, b'{"content": []}')}, "✓", "ok", "completed"),
        ({"status": "completed", "result": Answer(1, 2, b'{"isError": true}')}, "✗", "error", "tool error"),
        ({"status": "failed", "settled": True}, "✗", "error", "failed"),
        ({"status": "working", "settled": True}, "⚠", "warning", "unknown to the server"),
        ({"status": "working", "cancel_sent": True}, "◌", "pending", "cancelling"),
        ({"status": "cancelled", "cancel_sent": True}, "⊘", "muted", "cancelled"),
        ({"status": "on_hold"}, "·", "muted", "on_hold"),
        ({}, "·", "muted", "not asked yet"),
    ],
)
def test_a_task_says_how_it_stands(fields: dict[str, Any], glyph: str, role: str, word: str) -> None:
    assert state_of(entry(**fields)) == (glyph, role, word)


def test_a_status_that_the_protocol_does_not_have_is_said_as_the_server_spells_it() -> None:
    assert (status_word("input_required"), status_word("on_hold")) == ("input required", "on_hold")


@pytest.mark.parametrize(
    ("method", "target", "detail", "task"),
    [
        ("tasks/get", "t-1", "working", ("t-1", "working")),
        ("tasks/list", "", "", None),
        ("tools/call", "echo", "task t-1 · working", ("t-1", "working")),
        ("tools/call", "echo", "task a · b · completed", ("a · b", "completed")),
        ("tools/call", "echo", "task ", None),
        ("tools/call", "echo", "isError", None),
        ("prompts/get", "task", "task t-1 · working", None),
    ],
)
def test_an_exchange_names_the_task_that_it_is_about(
    method: str, target: str, detail: str, task: tuple[str, str] | None
) -> None:
    assert task_of(Exchange(1, 1, "out", method, target, detail=detail)) == task


def test_how_long_it_is_known_and_how_long_the_server_keeps_it() -> None:
    assert age_words(entry()) == "1:15 min"
    assert left_words(entry()) == "", "the server did not say"
    assert left_words(entry(has_ttl=True, ttl_ms=None)) == "kept forever"
    assert left_words(entry(has_ttl=True, ttl_ms=105_000)) == "30 s left"
    assert left_words(entry(has_ttl=True, ttl_ms=75_000)) == "may be forgotten"


def test_when_it_is_asked_about_next() -> None:
    assert poll_words(entry(status="working"), False) == "not polled"
    assert poll_words(entry(status="working"), True) == "polling…"
    soon = {"next_poll_ns": NOW + 4 * S}
    assert poll_words(entry(status="working", **soon), True) == "next poll in 4 s"
    for over in ({"status": "completed"}, {"status": "working", "settled": True}):
        assert poll_words(entry(**over, **soon), True) == ""


def test_of_a_task_that_the_server_forgot_nobody_says_how_long_it_is_kept() -> None:
    known = {"has_ttl": True, "ttl_ms": 105_000, "status": "working"}
    assert left_words(entry(**known)) == "30 s left"
    assert left_words(entry(**known, settled=True)) == ""
    assert left_words(entry(**{**known, "status": "completed"}, settled=True)) == "30 s left"
