"""What the demo server answers in every revision."""

from __future__ import annotations

from base64 import b64decode
from typing import Any

import pytest

from inspector.demo.features import TOOLS
from tests.demo.partner import EVERY, LEGACY, MODERN, Partner, texts

every_revision = pytest.mark.parametrize("revision", EVERY)
legacy_revision = pytest.mark.parametrize("revision", LEGACY)


@legacy_revision
def test_handshake_agrees_on_the_revision_that_was_asked_for(revision: str) -> None:
    partner = Partner(revision)
    assert partner.greeting["protocolVersion"] == revision
    assert "demo server" in partner.greeting["instructions"]
    assert ("completions" in partner.greeting["capabilities"]) == (revision > "2024-11-05")


@pytest.mark.parametrize("wanted", ["2099-01-01", MODERN, "1.0"])
def test_handshake_with_an_unknown_revision_is_offered_the_newest(wanted: str) -> None:
    partner = Partner("")
    params = {"protocolVersion": wanted, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    assert partner.result("initialize", params)["protocolVersion"] == "2025-11-25"


def test_discover_names_the_modern_revision_and_how_long_it_may_be_kept() -> None:
    found = Partner(MODERN).result("server/discover")
    assert found["supportedVersions"] == [MODERN]
    assert found["resultType"] == "complete"
    assert found["ttlMs"] > 0 and found["cacheScope"] == "public"
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "mcpdi-demo"


@every_revision
def test_every_listed_tool_names_only_members_of_its_revision(revision: str) -> None:
    tools = Partner(revision).result("tools/list")["tools"]
    assert len(tools) == len(TOOLS) - 1  # all but the hidden bonus
    members = {name for tool in tools for name in tool}
    assert ("annotations" in members) == (revision >= "2025-03-26")
    assert ("title" in members) == (revision >= "2025-06-18")
    assert ("outputSchema" in members) == (revision >= "2025-06-18")
    assert ("execution" in members) == (revision == "2025-11-25")


@every_revision
def test_resources_come_in_two_pages(revision: str) -> None:
    partner = Partner(revision)
    first = partner.result("resources/list")
    second = partner.result("resources/list", {"cursor": first["nextCursor"]})
    assert len(first["resources"]) == 4 and len(second["resources"]) == 3
    assert "nextCursor" not in second


@every_revision
@pytest.mark.parametrize("cursor", ["", "nonsense", "4", 7, "cmVzb3VyY2VzOjk5"])
def test_an_unknown_cursor_is_refused(revision: str, cursor: Any) -> None:
    assert Partner(revision).error("resources/list", {"cursor": cursor})["code"] == -32602


@every_revision
def test_every_resource_can_be_read(revision: str) -> None:
    partner = Partner(revision)
    first = partner.result("resources/list")
    second = partner.result("resources/list", {"cursor": first["nextCursor"]})
    for resource in first["resources"] + second["resources"]:
        [contents] = partner.result("resources/read", {"uri": resource["uri"]})["contents"]
        assert contents["uri"] == resource["uri"] and contents["mimeType"] == resource["mimeType"]
        assert ("text" in contents) != ("blob" in contents)


@pytest.mark.parametrize(
    ("uri", "text"),
    [
        ("demo://greeting/Ada", "Hello, Ada!\n"),
        ("demo://greeting/%EC%84%B8%EC%A2%85", "Hello, 세종!\n"),
        ("demo://file/data/numbers.csv?lines=2", "n,square\n1,1\n"),
        ("demo://file/docs/%ED%95%9C%EA%B5%AD%EC%96%B4.md?lines=1", "# 안내\n"),
    ],
)
def test_a_template_is_filled_in(uri: str, text: str) -> None:
    [contents] = Partner(MODERN).result("resources/read", {"uri": uri})["contents"]
    assert contents["text"] == text


@every_revision
def test_an_unknown_resource_has_the_error_code_of_its_era(revision: str) -> None:
    error = Partner(revision).error("resources/read", {"uri": "demo://nowhere"})
    assert error["code"] == (-32602 if revision == MODERN else -32002)
    assert error["data"] == {"uri": "demo://nowhere"}


@every_revision
def test_prompts_check_what_they_need(revision: str) -> None:
    partner = Partner(revision)
    assert len(partner.result("prompts/list")["prompts"]) == 3
    assert partner.error("prompts/get", {"name": "summarize"})["code"] == -32602
    assert partner.error("prompts/get", {"name": "summarize", "arguments": {"text": 1}})["code"] == -32602
    [message] = partner.result("prompts/get", {"name": "summarize", "arguments": {"text": "long"}})[
        "messages"
    ]
    assert "long" in message["content"]["text"]


@every_revision
def test_completion_depends_on_what_was_typed_and_chosen(revision: str) -> None:
    partner = Partner(revision)
    params: dict[str, Any] = {
        "ref": {"type": "ref/prompt", "name": "review_code"},
        "argument": {"name": "framework", "value": "f"},
        "context": {"arguments": {"language": "Python"}},
    }
    assert partner.result("completion/complete", params)["completion"]["values"] == ["FastAPI", "Flask"]
    params = {
        "ref": {"type": "ref/resource", "uri": "demo://file/{+path}{?lines}"},
        "argument": {"name": "path", "value": "SRC/"},
    }
    assert len(partner.result("completion/complete", params)["completion"]["values"]) == 3
    params["argument"]["name"] = "nothing"
    assert partner.error("completion/complete", params)["code"] == -32602


@every_revision
def test_wrong_arguments_are_an_error_of_the_kind_the_revision_wants(revision: str) -> None:
    partner = Partner(revision)
    for arguments in ({"a": "1", "b": 2}, {"a": 1}, {"a": 1, "b": 1e20}):
        answer = partner.answer("tools/call", {"name": "add", "arguments": arguments})
        if revision >= "2025-11-25":
            assert answer["result"]["isError"] is True and "arguments" in texts(answer["result"])
        else:
            assert answer["error"]["code"] == -32602


@every_revision
def test_an_unknown_tool_is_a_protocol_error(revision: str) -> None:
    assert Partner(revision).error("tools/call", {"name": "nothing"})["code"] == -32602
    assert Partner(revision).error("tools/call", {"name": 5})["code"] == -32602
    assert Partner(revision).error("tools/call", {"name": "echo", "arguments": []})["code"] == -32602


@every_revision
def test_content_an_older_revision_lacks_becomes_text(revision: str) -> None:
    types = [block["type"] for block in Partner(revision).call("every_content")["content"]]
    assert ("audio" in types) == (revision >= "2025-03-26")
    assert ("resource_link" in types) == (revision >= "2025-06-18")
    assert len(types) == 8


@every_revision
def test_structured_content_comes_with_the_same_text(revision: str) -> None:
    result = Partner(revision).call("structured_weather", {"city": "서울"})
    assert ("structuredContent" in result) == (revision >= "2025-06-18")
    assert '"city":"서울"' in texts(result)


def test_media_are_what_they_say() -> None:
    partner = Partner(MODERN)
    picture = partner.call("image", {"width": 5, "height": 3})["content"][1]
    assert b64decode(picture["data"]).startswith(b"\x89PNG\r\n\x1a\n") and picture["mimeType"] == "image/png"
    sound = b64decode(partner.call("audio", {"seconds": 0.1})["content"][1]["data"])
    assert sound[:4] == b"RIFF" and sound[8:16] == b"WAVEfmt " and len(sound) == 44 + 2 * 800


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


@every_revision
def test_errors_come_in_both_kinds(revision: str) -> None:
    partner = Partner(revision)
    assert partner.call("fail")["isError"] is True
    error = partner.error("tools/call", {"name": "rpc_error", "arguments": {"code": 99, "message": "so"}})
    assert error == {
        "code": 99,
        "message": "so",
        "data": {"reason": "asked for", "arguments": {"code": 99, "message": "so"}},
    }


@every_revision
def test_the_toggled_tool_comes_and_goes(revision: str) -> None:
    partner = Partner(revision)
    assert partner.error("tools/call", {"name": "bonus"})["code"] == -32602
    partner.call("toggle_tool")
    assert [tool["name"] for tool in partner.result("tools/list")["tools"]][-1] == "bonus"
    assert "bonus" in texts(partner.call("bonus"))


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


def test_the_form_tool_gives_back_what_was_sent() -> None:
    arguments = {
        "name": "김하나",
        "date": "2026-12-24",
        "guests": 3,
        "companions": [{"name": "Ada", "age": 36}],
        "extras": {"cake": 1},
        "payment": {"kind": "voucher", "code": "ABCD"},
        "phone": None,
    }
    assert "김하나" in texts(Partner(MODERN).call("book_table", arguments))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"guests": 0}, "arguments.guests must be at least 1"),
        ({"guests": True}, "arguments.guests must be integer, not boolean"),
        ({"occasion": "nap"}, "arguments.occasion must be one of"),
        ({"seating": "roof"}, "fits none of the choices"),
        ({"companions": [{}]}, "arguments.companions[0].name is required"),
        ({"extras": {"cake": "one"}}, "arguments.extras.cake must be integer"),
        ({"payment": {"kind": "card"}}, "fits none of the choices"),
        ({"phone": "abc"}, "must match"),
        ({"unknown": 1}, "arguments.unknown is not known"),
        ({"wishes": ["a"] * 6}, "must have at most 5 items"),
    ],
)
def test_each_mistake_in_the_form_is_named(wrong: dict[str, Any], said: str) -> None:
    arguments = {"name": "Ada", "date": "2026-12-24", "guests": 2, **wrong}
    result = Partner(MODERN).call("book_table", arguments)
    assert result["isError"] is True and said in texts(result)
