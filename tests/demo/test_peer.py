"""One client as the server sees it: eras, ids, subscriptions, batches, and what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.demo.peer import Peer, Reply
from inspector.demo.request_state import Seal
from inspector.demo.world import World
from tests.demo.partner import EVERY, LEGACY, MODERN, PREFIX, Partner, listen, texts

every_revision = pytest.mark.parametrize("revision", EVERY)


legacy_revision = pytest.mark.parametrize("revision", LEGACY)


D = "2025-11-25"
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


def test_an_id_that_is_no_id_or_in_use_is_refused() -> None:
    partner = Partner(D)
    partner.send({"jsonrpc": "2.0", "id": 1.5, "method": "ping"})
    partner.send({"jsonrpc": "2.0", "id": True, "method": "ping"})
    partner.send({"jsonrpc": "2.0", "id": -7, "method": "ping"})
    partner.send({"jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": TICK})
    partner.send({"jsonrpc": "2.0", "id": "x", "method": "ping"})
    statuses = [reply.status for reply in partner.replies]
    answers = [one.get("error", {}).get("message", one.get("result")) for one in partner.take()]
    whole = "the id must be a string or a whole number"
    assert answers == [whole, whole, {}, "this id is in use by a request that still runs"]
    assert statuses == [400, 400, 200, 400]


def test_a_subscription_keeps_its_id_in_use() -> None:
    partner = Partner(MODERN)
    listen(partner, "s", {"toolsListChanged": True})
    listen(partner, "s", {"toolsListChanged": True})
    assert "in use" in partner.take()[-1]["error"]["message"]


def test_params_must_be_an_object() -> None:
    partner = Partner(D)
    partner.send({"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": [1]})
    assert partner.replies[-1].status == 400
    assert partner.take()[0]["error"] == {"code": -32602, "message": "params must be an object"}


def test_a_null_id_has_the_status_of_a_bad_request_where_it_can_be_answered() -> None:
    partner = Partner(MODERN)
    null = b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}'
    assert partner.peer.receive(null, "s") is True
    [reply] = partner.replies
    assert (reply.status, reply.stream, reply.last) == (400, "s", True)
    partner = Partner("2025-06-18")
    assert partner.peer.receive(null) is False
    assert partner.take() == []
    assert partner.peer.receive(null, "s") is True, "HTTP has its status"
    assert partner.take()[0]["error"]["code"] == -32600


@pytest.mark.parametrize(
    ("data", "code"), [(b"nonsense", -32700), (b"7", -32600), (b'{"jsonrpc":"2.0"}', -32600), (b"[]", -32600)]
)
def test_what_is_no_message_is_refused_and_noted(data: bytes, code: int) -> None:
    partner = Partner(D)
    assert partner.send(data) is True
    [reply] = partner.replies
    assert (reply.status, reply.last) == (400, True)
    assert partner.take()[0]["error"]["code"] == code
    assert partner.notes[-1].startswith("rejected: ")


def test_who_is_told_whether_an_answer_comes() -> None:
    partner = Partner(D)
    assert partner.send({"jsonrpc": "2.0", "id": 5, "method": "ping"}, "s") is True
    assert partner.replies[-1].stream == "s"
    assert partner.send({"jsonrpc": "2.0", "method": "notifications/initialized"}) is False
    assert partner.send({"jsonrpc": "2.0", "id": 9, "result": {}}) is False
    assert partner.notes[-1] == "an answer to 9, which was not asked, is ignored"
    assert partner.send(b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}') is False
    assert "which was not asked, is ignored" in partner.notes[-1]


def test_an_unknown_method_is_404_in_the_modern_era_and_200_before() -> None:
    for revision, status in ((MODERN, 404), (D, 200)):
        partner = Partner(revision)
        partner.request("nothing")
        assert partner.replies[-1].status == status
        assert partner.take()[0]["error"]["message"] == "unknown method nothing"


def test_over_http_the_era_is_known_before_the_message() -> None:
    replies: list[Reply] = []
    peer = Peer(World(0.0, lambda _line: None), Seal(), replies.append, modern_only=True)
    peer.receive(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
    assert replies[0].status == 400 and b"lacks io.modelcontextprotocol/protocolVersion" in replies[0].data


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (None, "params.notifications must be an object"),
        ({"resourceSubscriptions": "demo://text/welcome"}, "must be a list of URIs"),
    ],
)
def test_a_subscription_to_nothing_that_can_be_read_is_refused(wanted: Any, said: str) -> None:
    partner = Partner(MODERN)
    listen(partner, 1, wanted)
    error = partner.take()[0]["error"]
    assert error["code"] == -32602 and said in error["message"]


def test_a_subscription_acknowledges_only_what_there_is() -> None:
    partner = Partner(MODERN)
    listen(partner, 1, {"toolsListChanged": 1, "resourceSubscriptions": [5, "demo://nowhere"], "taskIds": 5})
    assert partner.take()[0]["params"]["notifications"] == {}
    partner.request("tools/call", {"name": "toggle_tool"})
    partner.request("tools/call", {"name": "touch_resource"})
    assert len(partner.take()) == 2


def test_two_subscriptions_hear_each_of_what_they_named() -> None:
    partner = Partner(MODERN)
    listen(partner, "tools", {"toolsListChanged": True})
    listen(partner, "text", {"resourceSubscriptions": ["demo://text/welcome"]})
    partner.take()
    assert partner.peer.watches("demo://text/welcome") and not partner.peer.watches("demo://live/counter")
    partner.request("tools/call", {"name": "toggle_tool"})
    partner.request("tools/call", {"name": "touch_resource"})
    heard = [
        (one["method"].rpartition("/")[2], one["params"]["_meta"][SUBSCRIPTION])
        for one in partner.take()
        if "method" in one
    ]
    assert heard == [("list_changed", "tools"), ("updated", "text")]


def test_nothing_is_announced_before_the_client_is_ready() -> None:
    partner = Partner("")
    opening = {"protocolVersion": D, "capabilities": {}, "clientInfo": {}}
    partner.result("initialize", opening)
    partner.request("tools/call", {"name": "toggle_tool"})
    assert len(partner.take()) == 1
    partner.notify("notifications/initialized")
    partner.request("tools/call", {"name": "toggle_tool"})
    assert partner.take()[0]["method"] == "notifications/tools/list_changed"


def test_a_closed_peer_is_silent() -> None:
    partner = Partner(D)
    partner.request("tools/call", TICK)
    partner.peer.close()
    partner.peer.close()
    partner.pass_time(5)
    assert partner.take() == [] and partner.world.listeners == []


def test_cancelling_notes_it_ends_the_stream_and_lets_the_unknown_be() -> None:
    partner = Partner(D)
    partner.send({"jsonrpc": "2.0", "id": "x", "method": "tools/call", "params": TICK}, "s")
    partner.notify("notifications/cancelled", {"requestId": "y"})
    partner.notify("notifications/cancelled", {})
    assert partner.replies == []
    partner.notify("notifications/cancelled", {"requestId": "x"})
    [reply] = partner.replies
    assert (reply.data, reply.stream, reply.last) == (b"", "s", True)
    assert partner.notes[-1] == 'request "x" was cancelled'


def test_a_waiter_hears_of_the_end_of_its_task_or_why_there_is_none() -> None:
    for ends, wanted in (("completed", "result"), ("failed", "error")):
        partner = Partner(D)
        call = {"name": "slow_report", "arguments": {"seconds": 1, "ends": ends}, "task": {}}
        task = {"taskId": partner.result("tools/call", call)["task"]["taskId"]}
        waiting = partner.request("tasks/result", task)
        assert all(message.get("id") != waiting for message in partner.take())
        partner.pass_time(2)
        [answer] = [message for message in partner.take() if message.get("id") == waiting]
        assert wanted in answer


def test_a_batch_with_two_equal_ids_or_with_nothing_is_refused() -> None:
    partner = Partner("2025-03-26")
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    for batch, said in (([ping, ping], "two requests with one id"), ([], "an empty batch")):
        assert partner.send(batch, "s") is True
        assert partner.replies[-1].status == 400
        assert partner.take()[0]["error"]["message"] == said


def test_a_batch_without_requests_is_answered_only_when_something_cannot_be_read() -> None:
    partner = Partner("2025-03-26")
    told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert partner.send([told], "s") is False
    assert partner.replies == []
    assert partner.send([told, [told], 7], "s") is True
    [reply] = partner.replies
    assert (reply.stream, reply.last) == ("s", True)
    answers: Any = partner.take()[0]
    assert [one["error"]["code"] for one in answers] == [-32600, -32600]


def test_a_cancelled_member_of_a_batch_has_no_answer_in_it() -> None:
    partner = Partner("2025-03-26")
    ping = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
    slow = {"jsonrpc": "2.0", "id": 8, "method": "tools/call", "params": TICK}
    partner.send([ping, slow], "s")
    partner.notify("notifications/cancelled", {"requestId": 8})
    answers: Any = partner.take()[0]
    assert [one["id"] for one in answers] == [7]
    partner.send([slow], "s")
    partner.notify("notifications/cancelled", {"requestId": 8})
    assert (partner.replies[-1].data, partner.replies[-1].last) == (b"", True)


def test_questions_are_numbered_from_one_and_go_out_on_the_stream_of_their_call() -> None:
    partner = Partner(D)
    for stream in ("a", "b"):
        partner.send(
            {"jsonrpc": "2.0", "id": stream, "method": "tools/call", "params": {"name": "list_roots"}}, stream
        )
    assert [reply.stream for reply in partner.replies] == ["a", "b"]
    assert [message["id"] for message in partner.take()] == [1, 2]


def test_a_closed_peer_ends_each_subscription_once_and_hears_of_no_task() -> None:
    partner = Partner(MODERN)
    listen(partner, "s", {"toolsListChanged": True})
    partner.take()
    partner.peer.close()
    partner.peer.close()
    assert [message["id"] for message in partner.take()] == ["s"]
    partner = Partner(D)
    call = {"name": "slow_report", "arguments": {"seconds": 1}, "task": {}}
    partner.result("tools/call", call)
    partner.peer.close()
    partner.take()
    partner.pass_time(2)
    assert partner.take() == []
