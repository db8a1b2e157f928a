"""A task as the client knows it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from inspector.core.client.task_entry import TaskEntry
from inspector.protocol.tasks import TaskState

SEEN = int(datetime(2026, 1, 1, 12, tzinfo=UTC).timestamp()) * 10**9
MINUTE = 60 * 10**9


@pytest.mark.parametrize(
    ("created", "began"),
    [
        ("2026-01-01T11:59:00Z", SEEN - MINUTE),
        ("2026-01-01T12:59:00+01:00", SEEN - MINUTE),
        ("2026-01-01T12:01:00Z", SEEN),  # a clock that is ahead
        ("2026-01-01T11:59:00", SEEN),  # of which zone
        ("yesterday", SEEN),
        ("", SEEN),
    ],
)
def test_the_time_that_is_left_counts_from_when_the_task_was_created(created: str, began: int) -> None:
    entry = TaskEntry("t", "2025-11-25", seen_ns=SEEN, created=created, ttl_ms=90_000, has_ttl=True)
    assert entry.expires_ns == began + 90 * 10**9


def state(status: str = "working", message: str = "", **more: Any) -> TaskState:
    about = {"created": "c", "updated": "u", "ttl_ms": 5.0, "has_ttl": True, **more}
    return TaskState("t", status, message, **about)


def test_what_a_message_says_is_taken_over_and_kept_as_history() -> None:
    entry = TaskEntry("t", "core")
    assert entry.apply(state(message="half", poll_ms=7.0), 1)
    assert (entry.status, entry.message, entry.created, entry.updated) == ("working", "half", "c", "u")
    assert (entry.ttl_ms, entry.has_ttl, entry.poll_ms, entry.odd) == (5.0, True, 7.0, [])
    assert not entry.apply(state(message="half"), 2), "nothing that people see changed"
    assert entry.poll_ms == 7.0
    assert entry.apply(state(message=""), 3)
    assert [(one.at_ns, one.status, one.message) for one in entry.history] == [
        (1, "working", "half"), (3, "working", ""),
    ]  # fmt: skip
    assert entry.apply(state(updated="v"), 4) and len(entry.history) == 2


def test_questions_are_there_only_while_it_waits_for_input() -> None:
    entry = TaskEntry("t", "core")
    entry.apply(state("input_required", requests={"a": {}}), 1)
    assert entry.requests == {"a": {}}
    entry.apply(state("input_required"), 2, detailed=False)
    assert entry.requests == {"a": {}}, "a list carries no questions"
    entry.apply(state("working", requests={"a": {}}), 3)
    assert entry.requests == {}


@pytest.mark.parametrize("end", ["completed", "failed", "cancelled"])
def test_what_has_ended_does_not_change_any_more(end: str) -> None:
    entry = TaskEntry("t", "core")
    entry.apply(state(end), 1)
    assert entry.ended
    assert entry.apply(state("working", "again"), 2)
    assert (entry.status, entry.message, entry.history[-1].status) == (end, "", "working")
    assert entry.odd == [f"changed from {end} to working; a finished task must not change"]
    assert entry.apply(state(""), 3) and len(entry.history) == 2


@pytest.mark.parametrize(
    ("said", "odd"),
    [
        (state(""), ["no status"]),
        (state("sleeping"), ["unknown status “sleeping”"]),
        (state(created=""), ["createdAt or lastUpdatedAt is missing"]),
        (state(updated=""), ["createdAt or lastUpdatedAt is missing"]),
        (state(has_ttl=False), ["ttl is missing; it must be a number or null"]),
        (state(ttl_ms=None), []),
    ],
)
def test_what_is_wrong_with_a_message_is_kept_once(said: TaskState, odd: list[str]) -> None:
    entry = TaskEntry("t", "core")
    entry.apply(said, 1)
    entry.apply(said, 2)
    assert entry.odd == odd


def test_another_time_of_creation_is_odd() -> None:
    entry = TaskEntry("t", "core")
    entry.apply(state(created=""), 1)
    entry.apply(state(created="a"), 2)
    assert len(entry.odd) == 1
    entry.apply(state(created="b"), 3)
    assert entry.odd[1:] == ["createdAt changed"]


def test_only_so_much_is_kept_of_what_is_wrong() -> None:
    entry = TaskEntry("t", "core")
    for number in range(25):
        entry.blame(f"{number}")
        entry.blame("0")
    assert entry.odd == [str(number) for number in range(20)]


@pytest.mark.parametrize(
    ("ttl_ms", "known"), [(None, False), (1e15, False), (float("nan"), False), (0.0, True)]
)
def test_a_time_beyond_all_reason_is_none(ttl_ms: float | None, known: bool) -> None:
    entry = TaskEntry("t", "core", seen_ns=SEEN, ttl_ms=ttl_ms)
    assert entry.expires_ns == (SEEN if known else 0)
    assert entry.exchange == 0
