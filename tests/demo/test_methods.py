"""What the methods that answer at once say, in every revision."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.demo.features import TOOLS
from tests.demo.partner import EVERY, LEGACY, MODERN, PREFIX, Partner

every_revision = pytest.mark.parametrize("revision", EVERY)


legacy_revision = pytest.mark.parametrize("revision", LEGACY)


CACHEABLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("server/discover", {}),
    ("tools/list", {}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("prompts/list", {}),
    ("resources/read", {"uri": "demo://text/welcome"}),
)


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


@legacy_revision
def test_a_second_handshake_is_refused(revision: str) -> None:
    assert Partner(revision).error("initialize", {"protocolVersion": revision})["code"] == -32600


def test_discover_names_the_modern_revision_and_how_long_it_may_be_kept() -> None:
    found = Partner(MODERN).result("server/discover")
    assert found["supportedVersions"] == [MODERN]
    assert found["resultType"] == "complete"
    assert found["ttlMs"] > 0 and found["cacheScope"] == "public"
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "mcpdi-demo"


@pytest.mark.parametrize(("method", "params"), CACHEABLE)
def test_the_six_cacheable_results_say_for_how_long(method: str, params: dict[str, Any]) -> None:
    result = Partner(MODERN).result(method, params)
    assert result["resultType"] == "complete"
    assert isinstance(result["ttlMs"], int) and result["cacheScope"] == "public"


def test_other_results_say_nothing_about_caching() -> None:
    result = Partner(MODERN).call("echo", {"message": "x"})
    assert result["resultType"] == "complete" and "ttlMs" not in result
    assert result["_meta"][f"{PREFIX}serverInfo"]["name"] == "mcpdi-demo"


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


@legacy_revision
def test_log_messages_follow_the_level(revision: str) -> None:
    partner = Partner(revision)
    assert partner.result("logging/setLevel", {"level": "error"}) == {}
    partner.request("tools/call", {"name": "log_messages", "arguments": {"count": 8}})
    *logs, _answer = partner.take()
    assert [log["params"]["level"] for log in logs] == ["error", "critical", "alert", "emergency"]
    assert partner.error("logging/setLevel", {"level": "loud"})["code"] == -32602
    assert any("log_messages" in note for note in partner.notes)
