"""The methods about tasks that answer at once, in both forms."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from typing import Any

import pytest

from inspector.demo.tasks import EXTENSION_ID
from tests.demo.partner import ALL_CAPABILITIES, LEGACY, MODERN, Partner

CORE = LEGACY[-1]
WITH_TASKS = {**ALL_CAPABILITIES, "extensions": {EXTENSION_ID: {}}}
both_forms = pytest.mark.parametrize("revision", [CORE, MODERN])


def partner_of(revision: str) -> Partner:
    return Partner(revision, WITH_TASKS if revision == MODERN else None)


def begin(partner: Partner, **arguments: Any) -> dict[str, Any]:
    """Make a task; what names it."""
    params: dict[str, Any] = {"name": "slow_report", "arguments": arguments}
    if partner.revision == CORE:
        params["task"] = {}
    result = partner.result("tools/call", params)
    return {"taskId": result["task"]["taskId"] if partner.revision == CORE else result["taskId"]}


def test_what_is_declared_depends_on_the_revision() -> None:
    assert Partner(CORE).greeting["capabilities"]["tasks"] == {
        "list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}
    }  # fmt: skip
    able = partner_of(MODERN).result("server/discover")["capabilities"]
    assert able["extensions"] == {EXTENSION_ID: {}} and "tasks" not in able
    older = Partner(LEGACY[-2]).greeting["capabilities"]
    assert "tasks" not in older and "extensions" not in older


@both_forms
def test_a_task_is_told_as_it_stands_and_stops_when_it_is_cancelled(revision: str) -> None:
    partner = partner_of(revision)
    task = begin(partner, seconds=4)
    found = partner.result("tasks/get", task)
    assert (found["taskId"], found["status"]) == (task["taskId"], "working")
    ended = partner.result("tasks/cancel", task)
    assert ended.get("status") == ("cancelled" if revision == CORE else None)
    assert partner.result("tasks/get", task)["status"] == "cancelled"


def test_only_the_extension_tells_the_result_with_the_task() -> None:
    for revision in (CORE, MODERN):
        partner = partner_of(revision)
        task = begin(partner, seconds=1)
        partner.pass_time(2)
        partner.take()
        found = partner.result("tasks/get", task)
        assert found["status"] == "completed"
        assert ("result" in found) == (revision == MODERN)


def test_an_update_answers_what_a_task_asks() -> None:
    partner = partner_of(MODERN)
    task = begin(partner, seconds=2, ask=True)
    partner.pass_time(1)
    assert partner.result("tasks/get", task)["status"] == "input_required"
    error = partner.error("tasks/update", {**task, "inputResponses": []})
    assert (error["code"], error["message"]) == (-32602, "params.inputResponses must be an object")
    given = {"title": {"action": "accept", "content": {"title": "Mine"}}}
    partner.result("tasks/update", {**task, "inputResponses": given})
    assert partner.result("tasks/get", task)["status"] == "working"


@both_forms
@pytest.mark.parametrize("method", ["tasks/get", "tasks/cancel", "tasks/update", "tasks/result"])
def test_an_unknown_task_is_refused(revision: str, method: str) -> None:
    unknown = {("tasks/update", CORE), ("tasks/result", MODERN)}
    error = partner_of(revision).error(method, {"taskId": "none", "inputResponses": {}})
    assert error["code"] == (-32601 if (method, revision) in unknown else -32602)


def test_tasks_are_listed_oldest_first_twenty_on_a_page() -> None:
    partner = Partner(CORE)
    made = [begin(partner, seconds=60)["taskId"] for _ in range(20)]
    page = partner.result("tasks/list")
    assert [task["taskId"] for task in page["tasks"]] == made and "nextCursor" not in page
    made.append(begin(partner, seconds=60)["taskId"])
    page = partner.result("tasks/list")
    assert [task["taskId"] for task in page["tasks"]] == made[:20]
    rest = partner.result("tasks/list", {"cursor": page["nextCursor"]})
    assert [task["taskId"] for task in rest["tasks"]] == made[20:] and "nextCursor" not in rest


def test_tasks_of_the_extension_are_not_listed() -> None:
    partner = Partner(CORE)
    mine = begin(partner, seconds=60)
    partner.revision, partner.capabilities = MODERN, WITH_TASKS
    begin(partner, seconds=60)
    partner.revision = CORE
    assert [task["taskId"] for task in partner.result("tasks/list")["tasks"]] == [mine["taskId"]]


def test_a_cursor_of_another_list_or_without_a_number_is_refused() -> None:
    for text in ("tools:1", "tasks:x", "tasks:", "tasks:²"):
        cursor = urlsafe_b64encode(text.encode()).decode()
        error = Partner(CORE).error("tasks/list", {"cursor": cursor})
        assert error["message"] == "unknown cursor: start again without one"
    zero = urlsafe_b64encode(b"tasks:0").decode()
    assert Partner(CORE).result("tasks/list", {"cursor": zero}) == {"tasks": []}


def test_the_extension_is_for_those_who_declare_it() -> None:
    partner = Partner(MODERN)  # does not
    partner.request("tools/call", {"name": "slow_report", "arguments": {"seconds": 0}})
    partner.pass_time(1)
    [answer] = partner.take()
    assert answer["result"]["resultType"] == "complete"
    error = partner.error("tasks/get", {"taskId": "x"})
    assert error["code"] == -32021
    assert error["data"] == {"requiredCapabilities": {"extensions": {EXTENSION_ID: {}}}}
    for method in ("tasks/result", "tasks/list"):
        assert partner_of(MODERN).error(method, {"taskId": "x"})["code"] == -32601


@pytest.mark.parametrize("revision", LEGACY[:-1])
def test_older_revisions_have_no_tasks(revision: str) -> None:
    partner = Partner(revision)
    assert "tasks" not in partner.greeting["capabilities"]
    for method in ("tasks/get", "tasks/cancel", "tasks/list", "tasks/result"):
        assert partner.error(method, {"taskId": "x"})["code"] == -32601
    partner.request("tools/call", {"name": "background_job", "arguments": {"seconds": 0}, "task": {}})
    partner.pass_time(1)
    assert partner.take()[-1]["result"]["content"]


@pytest.mark.parametrize("cursor", ["nonsense", "dGFza3M6eA==", 7])
def test_a_cursor_that_was_never_given_is_refused(cursor: Any) -> None:
    assert Partner(CORE).error("tasks/list", {"cursor": cursor})["code"] == -32602
