"""NTF-11 to NTF-19: changes with and without subscriptions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lint.dialogue import Dialogue

ID = "io.modelcontextprotocol/subscriptionId"
E = "= 2026-07-28\n"
HTTP = "http\n"
STREAM = "h 200 text/event-stream X-Accel-Buffering=no\n"
TOOLS = {"toolsListChanged": True}


def found(text: str) -> list[str]:
    return sorted(one.rule for one in Dialogue(text).findings if one.rule.startswith("NTF"))


def said(text: str, rule: str) -> list[str]:
    return [f"{one.pointer} {one.message}" for one in Dialogue(text).findings if one.rule == rule]


def line(mark: str, **members: Any) -> str:
    return f"{mark} " + json.dumps({"jsonrpc": "2.0", **members}) + "\n"


def listen(wanted: Any = None, number: Any = 1) -> str:
    wanted = TOOLS if wanted is None else wanted
    return line(">", id=number, method="subscriptions/listen", params={"notifications": wanted})


def told(name: str, number: Any = 1, mark: str = "<", **params: Any) -> str:
    meta = {} if number is None else {"_meta": {ID: number}}
    return line(mark, method=f"notifications/{name}", params={**meta, **params})


def accepted(wanted: Any = None, number: Any = 1, mark: str = "<") -> str:
    return told("subscriptions/acknowledged", number, mark, notifications=TOOLS if wanted is None else wanted)


CHANGED = told("tools/list_changed")
CLOSED = line("<", id=1, result={"resultType": "complete", "_meta": {ID: 1}})


@pytest.mark.parametrize("kind", ["tools", "prompts", "resources"])
@pytest.mark.parametrize(
    ("capability", "rules"),
    [(None, ["NTF-11"]), ({}, ["NTF-11"]), ({"listChanged": False}, ["NTF-11"]), ({"listChanged": True}, [])],
)
def test_list_changes_are_declared_before_subscriptions(kind: str, capability: Any, rules: list[str]) -> None:
    declared = json.dumps({kind: capability} if capability is not None else {}).replace(" ", "")
    for revision in ("2024-11-05", "2025-11-25"):
        assert found(f"= {revision} {declared}\n" + told(f"{kind}/list_changed", None) * 2) == rules


def test_a_subscription_as_it_should_be() -> None:
    assert found(E + listen() + accepted() + CHANGED * 2 + CLOSED) == []
    assert found(E + listen({}) + accepted({}) + CLOSED) == []
    assert (
        found(
            E + listen() + accepted({}) + line("<", method="notifications/cancelled", params={"requestId": 1})
        )
        == []
    )
    two = listen() + listen({"promptsListChanged": True}, "a")
    both = (
        accepted({"promptsListChanged": True}, "a") + told("prompts/list_changed", "a") + accepted() + CHANGED
    )
    assert found(E + two + both) == []


def test_changes_name_a_subscription_that_runs() -> None:
    assert found(E + told("tools/list_changed", None)) == ["NTF-12"]
    assert found(E + listen() + accepted() + told("tools/list_changed", None)) == ["NTF-12"]
    assert found(E + listen() + accepted(number=None)) == ["NTF-12"]
    assert found(E + listen() + accepted() + CLOSED + CHANGED) == ["NTF-12"]
    left = line(">", method="notifications/cancelled", params={"requestId": 1})
    assert found(E + listen() + accepted() + left + CHANGED) == []  # on its way
    assert found("= 2025-11-25\n" + told("resources/updated", None, uri="a:b")) == []


def test_what_is_on_the_stream_of_a_call_is_said_once() -> None:
    call = line(">", id=2, method="tools/call", params={"name": "x"})
    stray = HTTP + E + call + STREAM + told("tools/list_changed", None, "s")
    assert found(stray) == [] and "HTTP-15" in {one.rule for one in Dialogue(stray).findings}
    assert found(HTTP + E + call + STREAM + told("resources/updated", None, "s", uri="a:b")) == ["NTF-12"]


def test_a_subscription_is_acknowledged_first() -> None:
    assert found(E + listen() + CHANGED * 2 + accepted() + CHANGED) == ["NTF-13"]
    assert found(E + listen({"taskIds": ["t"]}) + told("tasks", taskId="t")) == ["NTF-13"]


def test_what_is_acknowledged_was_requested() -> None:
    wanted = {"toolsListChanged": True, "resourceSubscriptions": ["a:b", "a:c"], "taskIds": ["t"]}
    assert found(E + listen(wanted) + accepted(wanted)) == []
    assert found(E + listen(wanted) + accepted({"toolsListChanged": True, "promptsListChanged": False})) == []
    more = {"promptsListChanged": True, "resourceSubscriptions": ["a:b", "a:d"], "taskIds": ["u"]}
    assert said(E + listen(wanted) + accepted(more), "NTF-14") == [
        "/params/notifications/promptsListChanged prompts is acknowledged, but was not requested",
        "/params/notifications/resourceSubscriptions a:d is acknowledged, but was not requested",
        "/params/notifications/taskIds u is acknowledged, but was not requested",
    ]
    many = {"resourceSubscriptions": [f"a:{n}" for n in range(1000)]}
    assert len(said(E + listen() + accepted(many), "NTF-14")) == 20


@pytest.mark.parametrize(
    ("uri", "rules"),
    [
        ("file:///a/b", []),
        ("file:///a/b/c", []),
        ("file:///d", []),
        ("file:///x", ["NTF-15"]),
        ("", ["NTF-15"]),
        (None, []),
    ],
)
def test_updates_are_of_what_was_requested(uri: Any, rules: list[str]) -> None:
    wanted = {"resourceSubscriptions": ["file:///a/b", "file:///d/"]}
    assert found(E + listen(wanted) + accepted(wanted) + told("resources/updated", uri=uri)) == rules


def test_only_what_was_acknowledged_is_told() -> None:
    wanted = {"toolsListChanged": True, "promptsListChanged": True}
    assert found(E + listen(wanted) + accepted() + told("prompts/list_changed")) == ["NTF-15"]
    assert found(E + listen(wanted) + accepted() + told("resources/updated", uri="a:b")) == ["NTF-15"]


def test_a_subscription_has_the_id_of_its_request() -> None:
    start = E + listen() + accepted()
    assert said(start + told("tools/list_changed", "1"), "NTF-16") == [
        "/params/_meta/io.modelcontextprotocol~1subscriptionId "
        'subscription id "1" has a different JSON type than the request\'s'
    ]
    assert found(start + told("tools/list_changed", 7)) == ["NTF-16"]
    assert found(E + listen() + accepted(number="1")) == ["NTF-16"]
    assert found(start + told("tools/list_changed", [1])) == ["NTF-16"]
    large = listen({"resourceSubscriptions": ["x" * (1 << 20)]}, 7)
    assert found(start + large + told("tools/list_changed", 7)) == []


@pytest.mark.parametrize(
    ("meta", "count"),
    [({"_meta": {ID: 1}}, 0), ({"_meta": {ID: "1"}}, 1), ({"_meta": {}}, 1), ({"_meta": 3}, 1)],
)
def test_the_last_result_names_its_subscription(meta: Any, count: int) -> None:
    closed = line("<", id=1, result={"resultType": "complete", **meta})
    assert found(E + listen() + accepted() + closed).count("NTF-17") == count


def test_a_stream_that_breaks_off_is_told_of() -> None:
    start = HTTP + E + listen() + STREAM + accepted(mark="s")
    assert found(start + ".") == ["NTF-18"]
    assert found(start + CLOSED.replace("<", "s", 1) + ".") == []
    assert found(start + "q\n.") == []  # we closed it
    assert found(start + line("s", method="notifications/cancelled", params={"requestId": 1}) + ".") == []


def test_a_subscription_brings_only_changes() -> None:
    start = HTTP + E + listen() + STREAM + accepted(mark="s")
    log = line("s", method="notifications/message", params={"level": "info", "data": 1})
    progress = line("s", method="notifications/progress", params={"progressToken": 9, "progress": 1})
    declared = start.replace("28\n", '28 {"logging":{}}\n', 1)
    assert found(declared + log + progress) == ["NTF-19", "NTF-19"]
    piped = told("message", level="info", data=1)
    assert found('= 2026-07-28 {"logging":{}}\n' + listen() + accepted() + piped) == ["NTF-19"]
