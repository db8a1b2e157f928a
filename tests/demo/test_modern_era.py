"""What only revision 2026-07-28 has: metadata on each request, rounds of input, subscriptions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.demo.partner import ALL_CAPABILITIES, MODERN, PREFIX, Partner, texts

CACHEABLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("server/discover", {}),
    ("tools/list", {}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("prompts/list", {}),
    ("resources/read", {"uri": "demo://text/welcome"}),
)
SUBSCRIPTION = f"{PREFIX}subscriptionId"


@pytest.mark.parametrize(("method", "params"), CACHEABLE)
def test_the_six_cacheable_results_say_for_how_long(method: str, params: dict[str, Any]) -> None:
    result = Partner(MODERN).result(method, params)
    assert result["resultType"] == "complete"
    assert isinstance(result["ttlMs"], int) and result["cacheScope"] == "public"


def test_other_results_say_nothing_about_caching() -> None:
    result = Partner(MODERN).call("echo", {"message": "x"})
    assert result["resultType"] == "complete" and "ttlMs" not in result
    assert result["_meta"][f"{PREFIX}serverInfo"]["name"] == "mcpdi-demo"


@pytest.mark.parametrize(
    "method", ["initialize", "ping", "logging/setLevel", "resources/subscribe", "nothing"]
)
def test_methods_of_the_old_era_are_unknown(method: str) -> None:
    partner = Partner(MODERN)
    partner.request(method)
    assert partner.replies[-1].status == 404
    assert partner.take()[0]["error"]["code"] == -32601


@pytest.mark.parametrize(
    ("meta", "code"),
    [
        ({}, -32602),
        ({"protocolVersion": MODERN}, -32602),
        ({"protocolVersion": MODERN, "clientCapabilities": 1}, -32602),
        ({"protocolVersion": 3, "clientCapabilities": {}}, -32602),
        ({"protocolVersion": "2025-11-25", "clientCapabilities": {}}, -32022),
        ({"protocolVersion": "2099-01-01", "clientCapabilities": {}}, -32022),
        ({"protocolVersion": MODERN, "clientCapabilities": {}, "logLevel": "loud"}, -32602),
    ],
)
def test_metadata_that_is_missing_or_wrong_is_refused(meta: dict[str, Any], code: int) -> None:
    partner = Partner("")
    params = {"_meta": {PREFIX + name: value for name, value in meta.items()}}
    partner.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": params})
    [answer] = partner.take()
    assert answer["error"]["code"] == code
    if code == -32022:
        assert answer["error"]["data"] == {"supported": [MODERN], "requested": meta["protocolVersion"]}


def test_one_connection_may_speak_both_eras() -> None:
    partner = Partner("2025-06-18")
    assert "resultType" not in partner.result("tools/list")
    partner.revision = MODERN
    assert partner.result("tools/list")["resultType"] == "complete"


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


@pytest.mark.parametrize("identifier", [7, "7"])
def test_a_subscription_carries_its_id_with_its_type(identifier: Any) -> None:
    partner = Partner(MODERN)
    listen(
        partner,
        identifier,
        {
            "toolsListChanged": True,
            "promptsListChanged": True,
            "resourceSubscriptions": ["demo://text/welcome", "demo://nowhere"],
        },
    )
    [acknowledged] = partner.take()
    assert acknowledged["method"] == "notifications/subscriptions/acknowledged"
    assert acknowledged["params"]["_meta"] == {SUBSCRIPTION: identifier}
    assert acknowledged["params"]["notifications"] == {
        "toolsListChanged": True,
        "resourceSubscriptions": ["demo://text/welcome"],
    }
    partner.request("tools/call", {"name": "toggle_tool"})
    partner.request("tools/call", {"name": "touch_resource"})
    changed, _, updated, _ = partner.take()
    assert changed["method"] == "notifications/tools/list_changed"
    assert changed["params"]["_meta"] == updated["params"]["_meta"] == {SUBSCRIPTION: identifier}
    assert updated["params"]["uri"] == "demo://text/welcome"


def test_only_what_was_asked_for_is_announced_and_nothing_without_a_subscription() -> None:
    partner = Partner(MODERN)
    partner.request("tools/call", {"name": "toggle_tool"})
    assert len(partner.take()) == 1
    listen(partner, "a", {"resourceSubscriptions": ["demo://live/counter"]})
    partner.take()
    partner.request("tools/call", {"name": "toggle_tool"})
    assert len(partner.take()) == 1


def test_a_cancelled_subscription_is_silent_and_a_closed_one_says_so() -> None:
    partner = Partner(MODERN)
    listen(partner, "gone", {"toolsListChanged": True})
    listen(partner, "stays", {"toolsListChanged": True})
    partner.notify("notifications/cancelled", {"requestId": "gone"})
    partner.take()
    partner.request("tools/call", {"name": "toggle_tool"})
    assert len(partner.take()) == 2
    partner.peer.close()
    [closing] = partner.take()
    assert closing["id"] == "stays" and closing["result"]["_meta"][SUBSCRIPTION] == "stays"


def listen(partner: Partner, identifier: Any, wanted: dict[str, Any]) -> None:
    meta = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": ALL_CAPABILITIES}
    params = {"_meta": meta, "notifications": wanted}
    partner.send({"jsonrpc": "2.0", "id": identifier, "method": "subscriptions/listen", "params": params})
