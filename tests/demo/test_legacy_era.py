"""What only revisions 2024-11-05 to 2025-11-25 have: the handshake, questions as requests, batches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.demo.partner import LEGACY, Partner, texts

legacy_revision = pytest.mark.parametrize("revision", LEGACY)
TICK = {"name": "long_running", "arguments": {"duration_s": 1, "steps": 1}}


def test_nothing_but_ping_works_before_the_handshake() -> None:
    partner = Partner("")
    assert partner.result("ping") == {}
    assert partner.error("tools/list")["code"] == -32602
    assert partner.error("server/discover")["code"] == -32602


@legacy_revision
def test_a_second_handshake_is_refused(revision: str) -> None:
    assert Partner(revision).error("initialize", {"protocolVersion": revision})["code"] == -32600


@legacy_revision
def test_modern_methods_are_unknown(revision: str) -> None:
    partner = Partner(revision)
    for method in ("server/discover", "subscriptions/listen", "nothing/here"):
        assert partner.error(method)["code"] == -32601


@legacy_revision
def test_results_have_no_modern_members(revision: str) -> None:
    result = Partner(revision).result("tools/list")
    assert set(result) == {"tools"}


@legacy_revision
def test_log_messages_follow_the_level(revision: str) -> None:
    partner = Partner(revision)
    assert partner.result("logging/setLevel", {"level": "error"}) == {}
    partner.request("tools/call", {"name": "log_messages", "arguments": {"count": 8}})
    *logs, _answer = partner.take()
    assert [log["params"]["level"] for log in logs] == ["error", "critical", "alert", "emergency"]
    assert partner.error("logging/setLevel", {"level": "loud"})["code"] == -32602
    assert any("log_messages" in note for note in partner.notes)


@legacy_revision
def test_a_subscriber_hears_of_updates_until_it_leaves(revision: str) -> None:
    partner = Partner(revision)
    uri = "demo://text/welcome"
    assert partner.result("resources/subscribe", {"uri": uri}) == {}
    partner.request("tools/call", {"name": "touch_resource", "arguments": {"uri": uri}})
    update, _answer = partner.take()
    assert update["method"] == "notifications/resources/updated" and update["params"] == {"uri": uri}
    partner.result("resources/unsubscribe", {"uri": uri})
    partner.request("tools/call", {"name": "touch_resource", "arguments": {"uri": uri}})
    assert len(partner.take()) == 1
    assert partner.error("resources/subscribe", {"uri": "demo://nowhere"})["code"] == -32002


def test_the_counter_is_announced_every_two_seconds_while_it_is_watched() -> None:
    partner = Partner("2025-11-25")
    uri = {"uri": "demo://live/counter"}
    partner.result("resources/subscribe", uri)
    partner.pass_time(5)
    assert [message["method"] for message in partner.take()] == ["notifications/resources/updated"] * 2
    assert partner.result("resources/read", uri)["contents"][0]["text"] == "5 seconds\n"
    partner.result("resources/unsubscribe", uri)
    partner.pass_time(10)
    assert partner.take() == [] and partner.world.deadline() is None


@legacy_revision
def test_a_change_of_the_tools_is_announced(revision: str) -> None:
    partner = Partner(revision)
    partner.request("tools/call", {"name": "toggle_tool"})
    assert partner.take()[0]["method"] == "notifications/tools/list_changed"


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


def test_a_batch_is_answered_with_one_array() -> None:
    partner = Partner("2025-03-26")
    requests = [{"jsonrpc": "2.0", "id": n, "method": "ping"} for n in (101, 102)]
    slow = {"jsonrpc": "2.0", "id": 103, "method": "tools/call", "params": TICK}
    partner.send([*requests, slow, {"jsonrpc": "2.0", "method": "notifications/initialized"}, 7])
    assert partner.take() == []
    partner.pass_time(2)
    answers: Any = partner.take()[0]
    assert sorted(str(answer.get("id")) for answer in answers) == ["101", "102", "103", "None"]


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-06-18", "2025-11-25"])
def test_other_revisions_have_no_batches(revision: str) -> None:
    partner = Partner(revision)
    partner.send([{"jsonrpc": "2.0", "id": 101, "method": "ping"}])
    assert all(message["error"]["code"] == -32600 for message in partner.take())
    assert partner.notes[-1].startswith("rejected")
