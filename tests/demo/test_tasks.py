"""Tasks of the demo server in both forms, message by message, without a pipe and a clock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from inspector.demo.tasks import EXTENSION_ID, LONGEST_TTL_MS
from tests.demo.partner import ALL_CAPABILITIES, LEGACY, MODERN, PREFIX, Partner
from tests.spec_schema import Book

CORE = LEGACY[-1]
WITH_TASKS = {**ALL_CAPABILITIES, "extensions": {EXTENSION_ID: {}}}
both_forms = pytest.mark.parametrize("revision", [CORE, MODERN])
ANSWER = {"action": "accept", "content": {"title": "Mine"}}


def partner_of(revision: str) -> Partner:
    return Partner(revision, WITH_TASKS if revision == MODERN else None)


def begin(partner: Partner, arguments: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Make a task; the task as its creation shows it."""
    params: dict[str, Any] = {"name": "slow_report", "arguments": arguments, **members}
    if partner.revision == CORE:
        params.setdefault("task", {})
    result = partner.result("tools/call", params)
    task: dict[str, Any] = result["task"] if partner.revision == CORE else result
    return task


@both_forms
def test_a_task_begins_working_and_has_every_member(revision: str) -> None:
    partner = partner_of(revision)
    task = begin(partner, {"seconds": 0})
    ttl, interval = ("ttl", "pollInterval") if revision == CORE else ("ttlMs", "pollIntervalMs")
    assert task["status"] == "working" and task[ttl] > 0 and task[interval] > 0
    assert task.get("resultType") == (None if revision == CORE else "task")
    assert len(task["taskId"]) >= 16
    assert partner.result("tasks/get", {"taskId": task["taskId"]})["createdAt"] == task["createdAt"]


def test_every_message_about_tasks_fits_the_schema(shared: Path) -> None:
    book, partner = Book(shared, CORE), Partner(CORE)
    created = partner.result("tools/call", {"name": "slow_report", "arguments": {"seconds": 1}, "task": {}})
    book.check("CreateTaskResult", created)
    task = {"taskId": created["task"]["taskId"]}
    book.check("GetTaskResult", partner.result("tasks/get", task))
    book.check("ListTasksResult", partner.result("tasks/list"))
    waiting = partner.request("tasks/result", task)
    partner.pass_time(1)
    messages = partner.take()
    for message in messages:
        if "method" in message:
            book.check("ServerNotification", message)
    [outcome] = [message["result"] for message in messages if message.get("id") == waiting]
    book.check("CallToolResult", outcome)
    assert outcome["_meta"][f"{PREFIX}related-task"] == task
    statuses = [message for message in messages if message.get("method") == "notifications/tasks/status"]
    assert statuses[-1]["params"]["status"] == "completed"
    other = begin(partner, {"seconds": 60})
    book.check("CancelTaskResult", partner.result("tasks/cancel", {"taskId": other["taskId"]}))


@pytest.mark.parametrize(
    ("ends", "core", "modern"),
    [
        ("completed", "completed", "completed"),
        ("tool_error", "failed", "completed"),
        ("failed", "failed", "failed"),
        ("cancelled", "cancelled", "cancelled"),
    ],
)
def test_each_form_names_the_end_in_its_own_way(ends: str, core: str, modern: str) -> None:
    for revision, status in ((CORE, core), (MODERN, modern)):
        partner = partner_of(revision)
        task = {"taskId": begin(partner, {"seconds": 1, "ends": ends})["taskId"]}
        partner.pass_time(1)
        now = partner.result("tasks/get", task)
        assert now["status"] == status
        if revision == MODERN:
            assert (("result" in now), ("error" in now)) == (status == "completed", status == "failed")
        elif ends in ("completed", "tool_error"):
            partner.take()
            assert partner.result("tasks/result", task).get("isError", False) == (ends == "tool_error")
        else:
            assert partner.error("tasks/result", task)["code"] == (-32603 if ends == "failed" else -32602)


def test_a_question_of_2025_comes_on_the_stream_of_tasks_result_and_names_its_task() -> None:
    partner = Partner(CORE)
    task_id = begin(partner, {"seconds": 1, "ask": True})["taskId"]
    partner.pass_time(1)
    assert partner.result("tasks/get", {"taskId": task_id})["status"] == "input_required"
    waiting = partner.request("tasks/result", {"taskId": task_id})
    [question] = [message for message in partner.take() if message.get("method") == "elicitation/create"]
    assert question["params"]["_meta"][f"{PREFIX}related-task"] == {"taskId": task_id}
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": ANSWER})
    partner.pass_time(1)
    [outcome] = [message["result"] for message in partner.take() if message.get("id") == waiting]
    assert outcome["structuredContent"]["title"] == "Mine"


def test_a_question_of_the_extension_is_answered_by_its_key_and_strange_keys_are_ignored() -> None:
    partner = partner_of(MODERN)
    task = {"taskId": begin(partner, {"seconds": 1, "ask": True})["taskId"]}
    partner.pass_time(1)
    assert list(partner.result("tasks/get", task)["inputRequests"]) == ["title"]
    for responses in ({"other": ANSWER}, {"title": 5}, {"title": ANSWER}, {"title": ANSWER}):
        ack = partner.result("tasks/update", {**task, "inputResponses": responses})
        assert set(ack) == {"resultType", "_meta"}
    partner.pass_time(1)
    assert partner.result("tasks/get", task)["result"]["structuredContent"]["title"] == "Mine"


@both_forms
def test_a_cancelled_task_stays_so(revision: str) -> None:
    partner = partner_of(revision)
    task = {"taskId": begin(partner, {"seconds": 5})["taskId"]}
    partner.result("tasks/cancel", task)
    partner.pass_time(10)
    assert partner.result("tasks/get", task)["status"] == "cancelled"
    if revision == CORE:
        assert partner.error("tasks/cancel", task)["code"] == -32602
    else:
        partner.result("tasks/cancel", task)


def test_a_waiter_that_is_cancelled_gets_no_answer() -> None:
    partner = Partner(CORE)
    task = {"taskId": begin(partner, {"seconds": 1})["taskId"]}
    waiting = partner.request("tasks/result", task)
    partner.notify("notifications/cancelled", {"requestId": waiting})
    partner.pass_time(2)
    assert all(message.get("id") != waiting for message in partner.take())


@both_forms
def test_a_task_is_forgotten_when_its_time_is_over(revision: str) -> None:
    partner = partner_of(revision)
    task = begin(partner, {"seconds": 1}, **({"task": {"ttl": 2000}} if revision == CORE else {}))
    partner.pass_time(301)
    assert partner.error("tasks/get", {"taskId": task["taskId"]})["code"] == -32602


@pytest.mark.parametrize(("asked", "given"), [(1, 1), (10**12, LONGEST_TTL_MS), ("x", 300_000), (0, 300_000)])
def test_the_server_decides_how_long_a_task_lives(asked: Any, given: int) -> None:
    assert begin(Partner(CORE), {"seconds": 0}, task={"ttl": asked})["ttl"] == given


def test_who_may_and_who_must_ask_for_a_task_in_2025() -> None:
    partner = Partner(CORE)
    echo = {"name": "echo", "arguments": {"message": "x"}, "task": {}}
    assert partner.error("tools/call", echo)["code"] == -32601
    assert partner.error("tools/call", {"name": "background_job"})["code"] == -32601
    assert partner.error("tools/call", {"name": "slow_report", "task": 5})["code"] == -32602
    assert partner.result("tools/call", {"name": "slow_report", "arguments": {"seconds": "x"}, "task": {}})[
        "isError"
    ]


def test_changes_are_pushed_to_subscriptions_that_name_the_task() -> None:
    partner = partner_of(MODERN)
    task_id = begin(partner, {"seconds": 1})["taskId"]
    listen = partner.request("subscriptions/listen", {"notifications": {"taskIds": [task_id, "other", 5]}})
    partner.pass_time(1)
    acknowledged, *changes = partner.take()
    assert acknowledged["params"]["notifications"] == {"taskIds": [task_id]}
    assert [one["method"] for one in changes] == ["notifications/tasks"] * 5
    assert changes[-1]["params"]["result"]["content"]
    assert {one["params"]["_meta"][f"{PREFIX}subscriptionId"] for one in changes} == {listen}
