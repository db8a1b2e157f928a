"""One client as the server sees it: eras, ids, subscriptions, batches, and what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.demo.partner import EVERY, LEGACY, MODERN, PREFIX, Partner, listen, texts

every_revision = pytest.mark.parametrize("revision", EVERY)


legacy_revision = pytest.mark.parametrize("revision", LEGACY)


SUBSCRIPTION = f"{PREFIX}subscriptionId"


TICK = {"name": "long_running", "arguments": {"duration_s": 1, "steps": 1}}


@every_revision
def test_an_unknown_tool_is_a_protocol_error(revision: str) -> None:
    assert Partner(revision).error("tools/call", {"name": "nothing"})["code"] == -32602
    assert Partner(revision).error("tools/call", {"name": 5})["code"] == -32602
    assert Partner(revision).error("tools/call", {"name": "echo", "arguments": []})["code"] == -32602


@pytest.mark.parametrize("revision", ["2025-11-25", MODERN])
def test_request_whose_id_is_null_is_refused(revision: str) -> None:
    partner = Partner(revision)
    partner.peer.receive(b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}')
    [answer] = partner.take()
    assert answer["error"]["code"] == -32600


@every_revision
def test_string_ids_come_back_as_strings(revision: str) -> None:
    partner = Partner(revision)
    partner.send({"jsonrpc": "2.0", "id": "1", "method": "prompts/list", "params": {}})
    assert partner.take()[0]["id"] == "1"


@every_revision
def test_unreadable_input_is_noted_and_the_server_goes_on(revision: str) -> None:
    partner = Partner(revision)
    for data in (b"nonsense", b"\xff\xfe", b"7", b"{}", b"[]", b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}'):
        partner.send(data)
    errors = [message["error"]["code"] for message in partner.take()]
    assert set(errors) <= {-32700, -32600}
    assert len(partner.notes) >= 5
    assert texts(partner.call("echo", {"message": "still here"})) == "Echo: still here"


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


def test_nothing_but_ping_works_before_the_handshake() -> None:
    partner = Partner("")
    assert partner.result("ping") == {}
    assert partner.error("tools/list")["code"] == -32602
    assert partner.error("server/discover")["code"] == -32602


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
