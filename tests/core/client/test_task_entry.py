"""A task as the client knows it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inspector.core.client.task_entry import TaskEntry

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
