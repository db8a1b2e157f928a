"""A running call: its steps, its questions, what the client cannot do, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.demo.partner import EVERY, LEGACY, MODERN, PREFIX, Partner, texts

every_revision = pytest.mark.parametrize("revision", EVERY)


legacy_revision = pytest.mark.parametrize("revision", LEGACY)


@every_revision
def test_progress_comes_when_a_token_was_given(revision: str) -> None:
    partner = Partner(revision)
    call = {"name": "long_running", "arguments": {"duration_s": 3, "steps": 3}}
    identifier = partner.request("tools/call", call, progressToken="tick")
    assert partner.take() == []
    partner.pass_time(1.5)
    [report] = partner.take()
    assert report["method"] == "notifications/progress"
    assert report["params"]["progressToken"] == "tick"
    assert ("message" in report["params"]) == (revision > "2024-11-05")
    partner.pass_time(2)
    *reports, answer = partner.take()
    assert [report["params"]["progress"] for report in reports] == [2, 3]
    assert answer["id"] == identifier and "Done: 3 steps in 3.00 s" in texts(answer["result"])


@every_revision
def test_a_cancelled_call_is_never_answered(revision: str) -> None:
    partner = Partner(revision)
    identifier = partner.request("tools/call", {"name": "long_running", "arguments": {"duration_s": 3}})
    partner.notify("notifications/cancelled", {"requestId": identifier, "reason": "enough"})
    partner.pass_time(10)
    assert partner.take() == []
    assert partner.world.deadline() is None


def test_log_messages_come_only_when_this_request_wants_them() -> None:
    partner = Partner(MODERN)
    call = {"name": "log_messages", "arguments": {"count": 8}}
    partner.request("tools/call", call)
    assert len(partner.take()) == 1
    partner.request("tools/call", call, **{f"{PREFIX}logLevel": "alert"})
    assert [message["params"]["level"] for message in partner.take()[:-1]] == ["alert", "emergency"]


def test_a_question_ends_the_round_and_the_retry_goes_on() -> None:
    partner = Partner(MODERN)
    call: dict[str, Any] = {"name": "ask_person", "arguments": {}}
    first = partner.result("tools/call", call)
    assert first["resultType"] == "input_required" and "ttlMs" not in first
    [key] = first["inputRequests"]
    assert first["inputRequests"][key]["method"] == "elicitation/create"
    assert set(first["inputRequests"][key]) == {"method", "params"}
    given = {key: {"action": "accept", "content": {"name": "Ada", "again": True}}}
    second = partner.result(
        "tools/call", {**call, "requestState": first["requestState"], "inputResponses": given}
    )
    [other] = second["inputRequests"]
    assert other != key
    given = {other: {"action": "accept", "content": {"more": "no"}}}
    last = partner.result(
        "tools/call", {**call, "requestState": second["requestState"], "inputResponses": given}
    )
    assert last["resultType"] == "complete"
    assert "name: Ada" in texts(last) and "{'more': 'no'}" in texts(last)


def test_a_retry_without_the_answer_asks_again() -> None:
    partner = Partner(MODERN)
    first = partner.result("tools/call", {"name": "list_roots"})
    again = partner.result("tools/call", {"name": "list_roots", "requestState": first["requestState"]})
    assert again["inputRequests"] == first["inputRequests"]


@pytest.mark.parametrize("change", ["altered", "other arguments", "not a string", "answer is no object"])
def test_a_state_that_was_tampered_with_is_refused(change: str) -> None:
    partner = Partner(MODERN)
    call: dict[str, Any] = {"name": "ask_person", "arguments": {"question": "Who?"}}
    first = partner.result("tools/call", call)
    call["requestState"] = first["requestState"]
    if change == "altered":
        call["requestState"] = "A" + first["requestState"][1:]
    elif change == "other arguments":
        call["arguments"] = {"question": "What?"}
    elif change == "not a string":
        call["requestState"] = {"a": 1}
    else:
        call["inputResponses"] = {"about_you": "Ada"}
    assert partner.error("tools/call", call)["code"] == -32602


@pytest.mark.parametrize(
    ("tool", "needs"),
    [
        ("ask_person", {"elicitation": {"form": {}}}),
        ("ask_model", {"sampling": {}}),
        ("list_roots", {"roots": {}}),
    ],
)
def test_a_missing_client_capability_is_named(tool: str, needs: dict[str, Any]) -> None:
    partner = Partner(MODERN, {})
    partner.request("tools/call", {"name": tool, "arguments": {"prompt": "x"} if tool == "ask_model" else {}})
    assert partner.replies[-1].status == 400
    error = partner.take()[0]["error"]
    assert error["code"] == -32021 and error["data"] == {"requiredCapabilities": needs}


@pytest.mark.parametrize("revision", ["2025-06-18", "2025-11-25"])
def test_a_person_is_asked_twice(revision: str) -> None:
    partner = Partner(revision)
    identifier = partner.request("tools/call", {"name": "ask_person", "arguments": {"question": "Who?"}})
    [question] = partner.take()
    assert question["method"] == "elicitation/create" and question["params"]["message"] == "Who?"
    content = {"name": "Ada", "again": True}
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": content}})
    [again] = partner.take()
    assert again["id"] != question["id"]
    partner.send({"jsonrpc": "2.0", "id": again["id"], "result": {"action": "decline"}})
    [answer] = partner.take()
    assert answer["id"] == identifier
    assert "name: Ada" in texts(answer["result"]) and "second answer: decline" in texts(answer["result"])


def test_the_form_of_2025_06_18_has_only_what_that_revision_knows() -> None:
    partner = Partner("2025-06-18")
    partner.request("tools/call", {"name": "ask_person"})
    params = partner.take()[0]["params"]
    fields = params["requestedSchema"]["properties"]
    assert "mode" not in params and "toppings" not in fields
    assert fields["colour"]["enumNames"] == ["Red", "Blue"]
    assert [name for name, field in fields.items() if "default" in field] == ["again"]


@pytest.mark.parametrize(
    ("revision", "capabilities", "tool", "said"),
    [
        ("2025-03-26", None, "ask_person", "no elicitation"),
        ("2025-11-25", {}, "ask_person", "capability elicitation"),
        ("2025-11-25", {"elicitation": {"url": {}}}, "ask_person", "capability elicitation"),
        ("2025-11-25", {}, "list_roots", "capability roots"),
        ("2024-11-05", {}, "ask_model", "capability sampling"),
    ],
)
def test_what_the_client_cannot_do_is_not_asked(
    revision: str, capabilities: dict[str, Any] | None, tool: str, said: str
) -> None:
    arguments = {"prompt": "x"} if tool == "ask_model" else {}
    result = Partner(revision, capabilities).call(tool, arguments)
    assert result["isError"] is True and said in texts(result)


@legacy_revision
def test_a_model_and_roots_are_asked_for(revision: str) -> None:
    partner = Partner(revision)
    partner.request("tools/call", {"name": "ask_model", "arguments": {"prompt": "write"}})
    [question] = partner.take()
    assert question["method"] == "sampling/createMessage" and question["params"]["maxTokens"] == 200
    said = {"role": "assistant", "content": {"type": "text", "text": "pipes"}, "model": "m"}
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": said})
    assert "pipes" in texts(partner.take()[0]["result"])
    partner.request("tools/call", {"name": "list_roots"})
    [question] = partner.take()
    partner.send(
        {"jsonrpc": "2.0", "id": question["id"], "result": {"roots": [{"uri": "file:///a", "name": "A"}]}}
    )
    assert "A: file:///a" in texts(partner.take()[0]["result"])


def test_a_refused_question_is_an_error_of_the_tool() -> None:
    partner = Partner("2025-11-25")
    partner.request("tools/call", {"name": "ask_model", "arguments": {"prompt": "x"}})
    [question] = partner.take()
    partner.send({"jsonrpc": "2.0", "id": question["id"], "error": {"code": -1, "message": "User rejected"}})
    [answer] = partner.take()
    assert answer["result"]["isError"] is True and "User rejected" in texts(answer["result"])


def test_cancelling_a_call_withdraws_its_question() -> None:
    partner = Partner("2025-11-25")
    identifier = partner.request("tools/call", {"name": "ask_person"})
    [question] = partner.take()
    partner.notify("notifications/cancelled", {"requestId": identifier})
    [withdrawn] = partner.take()
    assert withdrawn["method"] == "notifications/cancelled"
    assert withdrawn["params"]["requestId"] == question["id"]
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}})
    assert partner.take() == []


@every_revision
def test_a_plain_tool_is_answered_at_once(revision: str) -> None:
    partner = Partner(revision)
    assert texts(partner.call("echo", {"message": "x"})) == "Echo: x"
    assert partner.world.deadline() is None


def test_what_a_tool_notes_is_a_line_of_stderr() -> None:
    partner = Partner(MODERN)
    partner.request("tools/call", {"name": "long_running", "arguments": {"duration_s": 1, "steps": 1}})
    assert partner.notes == ["long_running: 1 steps in 1 s"]


def test_no_progress_is_sent_without_a_token() -> None:
    partner = Partner(MODERN)
    partner.request("tools/call", {"name": "long_running", "arguments": {"duration_s": 1, "steps": 2}})
    partner.pass_time(2)
    assert len(partner.take()) == 1


def test_a_page_that_was_demanded_is_told_opened_after_a_second() -> None:
    partner = Partner("2025-11-25")
    identifier = partner.request("tools/call", {"name": "open_page", "arguments": {"first": True}})
    [refused] = partner.take()
    assert refused["error"]["data"]["elicitations"][0]["elicitationId"] == f"page-{identifier}"
    partner.pass_time(0.9)
    assert partner.take() == []
    partner.pass_time(0.2)
    [told] = partner.take()
    assert told["params"] == {"elicitationId": f"page-{identifier}"}


@pytest.mark.parametrize("revision", ["2025-11-25", MODERN])
def test_a_declared_but_empty_elicitation_means_forms(revision: str) -> None:
    partner = Partner(revision, {"elicitation": {}})
    partner.request("tools/call", {"name": "ask_person"})
    [message] = partner.take()
    assert message.get("method") == "elicitation/create" or "inputRequests" in message["result"]
    odd = Partner(revision, {"elicitation": True})
    odd.request("tools/call", {"name": "ask_person"})
    [message] = odd.take()
    assert "error" in message or message["result"]["isError"] is True
