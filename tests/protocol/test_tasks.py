"""What a message says of a task, in both forms, whatever else stands in it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from inspector.protocol.tasks import (
    CORE,
    EXTENSION,
    RELATED_KEY,
    STATUSES,
    TaskState,
    created_task,
    read_task,
    related_task,
    task_from,
)


@pytest.mark.parametrize("status", STATUSES)
def test_a_task_has_ended_in_a_status_that_it_does_not_leave(status: str) -> None:
    assert TaskState("t", status).ended is (status in ("completed", "failed", "cancelled"))


def test_every_member_is_read() -> None:
    data = (
        b'{"taskId": "t", "status": "working", "statusMessage": "m", "createdAt": "c", "lastUpdatedAt": "u",'
        b' "ttlMs": 5, "pollIntervalMs": 2.5, "inputRequests": {"k": 1}, "result": {"a": 1.10}, "error": [1]}'
    )
    assert read_task(data) == TaskState(
        "t", "working", "m", "c", "u", 5, True, 2.5, {"k": 1}, b'{"a": 1.10}', b"[1]"
    )


@pytest.mark.parametrize("data", [b"{", b"[]", b"{}", b'{"taskId": ""}', b'{"taskId": 1}', b"[" * 100_000])
def test_what_is_no_task_is_none(data: bytes) -> None:
    assert read_task(data) is None


@pytest.mark.parametrize(
    ("values", "state"),
    [
        ({"ttl": None, "pollInterval": 3}, TaskState("t", has_ttl=True, poll_ms=3)),
        ({"ttl": 7, "ttlMs": 8}, TaskState("t", ttl_ms=8, has_ttl=True)),
        ({"pollIntervalMs": 1, "pollInterval": 2}, TaskState("t", poll_ms=1)),
        ({"status": 1, "statusMessage": None, "inputRequests": []}, TaskState("t")),
        ({"ttlMs": True, "pollIntervalMs": "1"}, TaskState("t", has_ttl=True)),
        ({"ttlMs": -1, "pollIntervalMs": 0}, TaskState("t", has_ttl=True, poll_ms=0)),
        ({"ttlMs": math.nan, "pollIntervalMs": 10**400},
         TaskState("t", has_ttl=True, poll_ms=math.inf)),
    ],
)  # fmt: skip
def test_a_member_of_another_type_counts_as_not_said(values: dict[str, Any], state: TaskState) -> None:
    assert task_from({"taskId": "t", **values}) == state


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (b'{"resultType": "task", "taskId": "t"}', (EXTENSION, TaskState("t"))),
        (b'{"task": {"taskId": "t", "status": "working"}}', (CORE, TaskState("t", "working"))),
        (b'{"resultType": "complete", "task": {"taskId": "t"}}', (CORE, TaskState("t"))),
        (b'{"resultType": "task", "task": {"taskId": "t"}}', None),
        (b'{"taskId": "t"}', None),
        (b'{"content": [{"text": "\\"taskId\\""}]}', None),
        (b'{"task": {}}', None),
    ],
)
def test_a_call_became_a_task_when_its_result_says_so(
    result: bytes, expected: tuple[str, TaskState] | None
) -> None:
    assert created_task(result) == expected


@pytest.mark.parametrize(
    ("params", "task"),
    [
        ({"_meta": {RELATED_KEY: {"taskId": "t"}}}, "t"),
        ({"_meta": {RELATED_KEY: {"taskId": 1}}}, ""),
        ({"_meta": {RELATED_KEY: "t"}}, ""),
        ({"_meta": [RELATED_KEY]}, ""),
        ({}, ""),
    ],
)
def test_a_message_names_the_task_that_it_belongs_to(params: dict[str, Any], task: str) -> None:
    assert related_task(params) == task
