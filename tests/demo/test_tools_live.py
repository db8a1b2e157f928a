"""Tools that take time, report and ask back: step by step, without a clock."""

from __future__ import annotations

from typing import Any

import pytest

from tests.demo.partner import MODERN, PREFIX, Partner, listen, texts

D = "2025-11-25"


def run(name: str, arguments: dict[str, Any], seconds: float = 0, **meta: Any) -> tuple[Partner, list[Any]]:
    partner = Partner(D)
    partner.request("tools/call", {"name": name, "arguments": arguments}, **meta)
    partner.pass_time(seconds)
    return partner, partner.take()


def test_a_long_run_reports_each_step_and_how_long_it_took() -> None:
    partner, messages = run("long_running", {"duration_s": 2, "steps": 4}, 2, progressToken=1)
    told = [message["params"] for message in messages[:-1]]
    assert [(one["progress"], one["total"], one["message"]) for one in told] == [
        (step, 4, f"Step {step} of 4") for step in (1, 2, 3, 4)
    ]
    assert texts(messages[-1]["result"]) == "Done: 4 steps in 2.00 s"
    assert partner.notes[-2:] == ["long_running: 4 steps in 2 s", "long_running: done"]


def test_a_long_run_takes_ten_steps_in_five_seconds_unless_told_otherwise() -> None:
    partner, messages = run("long_running", {}, 4.9, progressToken=1)
    assert len(messages) == 9
    partner.pass_time(0.2)
    assert texts(partner.take()[-1]["result"]) == "Done: 10 steps in 5.00 s"


def test_a_long_run_fails_at_the_step_that_is_asked_for() -> None:
    _, messages = run("long_running", {"duration_s": 1, "steps": 3, "fail_at_step": 2}, 2, progressToken=1)
    assert [message["params"]["progress"] for message in messages[:-1]] == [1, 2]
    assert messages[-1]["result"]["isError"] is True
    assert texts(messages[-1]["result"]) == "Failed at step 2, as asked"


def test_a_report_has_four_stages_and_takes_six_seconds() -> None:
    partner, messages = run("slow_report", {}, 5.9, progressToken=1)
    told = [(one["params"]["progress"], one["params"]["message"]) for one in messages]
    assert told == [(1, "gathering"), (2, "reading"), (3, "writing")]
    partner.pass_time(0.2)
    result = partner.take()[-1]["result"]
    assert result["structuredContent"] == {"title": "Report", "stages": 4}
    assert texts(result).startswith("# Report\n\nFour stages: gathering, reading,")


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ({"action": "accept", "content": {"title": "Mine"}}, "Mine"),
        ({"action": "accept", "content": {"title": ""}}, "Report"),
        ({"action": "accept"}, "Report"),
        ({"action": "decline", "content": {"title": "Mine"}}, "Report"),
    ],
)
def test_a_report_is_called_what_the_person_accepts(given: dict[str, Any], title: str) -> None:
    partner, [question] = run("slow_report", {"seconds": 4, "ask": True}, 2)
    assert question["params"]["requestedSchema"]["required"] == ["title"]
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": given})
    assert partner.take() == []
    partner.pass_time(2)
    assert partner.take()[-1]["result"]["structuredContent"]["title"] == title


@pytest.mark.parametrize(
    ("ends", "code"), [("failed", -32603), ("cancelled", -32000), ("tool_error", 0), ("completed", 0)]
)
def test_a_report_ends_as_is_asked_for(ends: str, code: int) -> None:
    _, [message] = run("slow_report", {"seconds": 1, "ends": ends}, 1)
    assert message.get("error", {}).get("code", 0) == code
    assert message.get("result", {}).get("isError", False) is (ends == "tool_error")


def test_logs_go_through_all_levels_loggers_and_kinds_of_data() -> None:
    partner = Partner(D)
    partner.result("logging/setLevel", {"level": "debug"})
    partner.request("tools/call", {"name": "log_messages", "arguments": {"count": 9}})
    *logs, answer = (message.get("params", message) for message in partner.take())
    assert [one["level"] for one in logs] == [
        "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency", "debug"
    ]  # fmt: skip
    assert [one["logger"] for one in logs[:4]] == ["demo", "demo.kitchen", "demo.door", "demo"]
    assert logs[1]["data"] == "message 2 of 9 with level info"
    assert logs[2]["data"]["number"] == 3 and logs[2]["data"]["message"].startswith("message 3 of 9")
    assert partner.notes[-1] == "log_messages: debug 9/9"
    assert texts(answer["result"]).startswith("9 messages logged")


def test_logs_may_come_one_after_the_other() -> None:
    partner, messages = run("log_messages", {"count": 3, "interval_s": 1}, 1.5)
    assert len(messages) == 1, "the first is below the level"
    partner.pass_time(2)
    assert len(partner.take()) == 2


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_who_does_not_answer_is_not_asked_again(action: str) -> None:
    partner, [question] = run("ask_person", {})
    assert question["params"]["message"].startswith("The demo server would like to know")
    given = {"action": action, "content": {"again": True}}
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": given})
    assert texts(partner.take()[0]["result"]) == f"No answers: you chose {action}."


def test_who_does_not_want_it_is_asked_once() -> None:
    partner, [question] = run("ask_person", {"question": "Who?"})
    assert question["params"]["message"] == "Who?"
    content = {"name": "Ada", "again": False}
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": content}})
    assert texts(partner.take()[0]["result"]) == "You answered:\nname: Ada\nagain: False"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"type": "text", "text": "one"}, "one"),
        ([{"type": "text", "text": "one"}, {"type": "image"}, "odd"], "one\n[image]"),
        (None, ""),
    ],
)
def test_what_the_model_said_is_told(content: Any, said: str) -> None:
    partner, [question] = run("ask_model", {"prompt": "write", "max_tokens": 9})
    asked = question["params"]
    assert asked["messages"] == [{"role": "user", "content": {"type": "text", "text": "write"}}]
    assert (asked["maxTokens"], asked["temperature"]) == (9, 0.7)
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": {"model": "m", "content": content}})
    assert texts(partner.take()[0]["result"]) == f"The model m said:\n{said}"


def test_roots_are_listed_with_their_names() -> None:
    partner, [question] = run("list_roots", {})
    roots = [{"uri": "file:///a", "name": "A"}, {"uri": "file:///b"}, "odd"]
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": {"roots": roots}})
    assert texts(partner.take()[0]["result"]) == "2 roots\nA: file:///a\n(no name): file:///b"
    partner, [question] = run("list_roots", {})
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": {}})
    assert texts(partner.take()[0]["result"]) == "0 roots"


def test_the_first_resource_is_touched_unless_another_is_named() -> None:
    for uri in ("demo://text/welcome", "demo://live/counter"):
        given = {} if uri == "demo://text/welcome" else {"uri": uri}
        partner = Partner(MODERN)
        listen(partner, "a", {"resourceSubscriptions": [uri]})
        partner.take()
        partner.request("tools/call", {"name": "touch_resource", "arguments": given})
        updated, answer = partner.take()
        assert updated["params"]["uri"] == uri
        assert uri in texts(answer["result"])
        assert partner.notes[-1] == f"touch_resource: {uri}"


def test_a_toggled_tool_is_told_shown_then_hidden() -> None:
    partner = Partner(MODERN)
    assert texts(partner.call("toggle_tool")) == "The tool bonus is now shown."
    assert texts(partner.call("toggle_tool")) == "The tool bonus is now hidden."
    names = [tool["name"] for tool in partner.result("tools/list")["tools"]]
    assert "bonus" not in names


def test_log_messages_of_a_modern_call_start_at_its_level() -> None:
    partner = Partner(MODERN)
    call = {"name": "log_messages", "arguments": {"count": 3}}
    partner.request("tools/call", call, **{f"{PREFIX}logLevel": "info"})
    assert [one["params"]["level"] for one in partner.take()[:-1]] == ["info", "notice"]
