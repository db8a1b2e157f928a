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


@legacy_revision
def test_a_ping_is_answered_with_nothing(revision: str) -> None:
    assert Partner(revision).result("ping") == {}


@legacy_revision
def test_the_opening_tells_what_the_server_can_do_and_notes_who_came(revision: str) -> None:
    partner = Partner(revision)
    able = partner.greeting["capabilities"]
    assert able["resources"] == {"subscribe": True} and able["tools"] == {"listChanged": True}
    assert ("tasks" in able) == (revision == "2025-11-25")
    assert partner.notes == [f"test connected, revision {revision}"]


@legacy_revision
def test_subscribing_and_leaving_need_a_uri_that_is_a_text(revision: str) -> None:
    partner = Partner(revision)
    for method in ("resources/subscribe", "resources/unsubscribe", "resources/read"):
        error = partner.error(method, {"uri": 5})
        assert (error["code"], error["message"]) == (-32602, "params.uri must be a string")
    assert partner.error("resources/subscribe", {"uri": "demo://nowhere"})["data"] == {
        "uri": "demo://nowhere"
    }
    partner.result("resources/subscribe", {"uri": "demo://text/welcome"})
    assert partner.peer.watches("demo://text/welcome")
    assert partner.result("resources/unsubscribe", {"uri": "demo://text/welcome"}) == {}
    assert not partner.peer.watches("demo://text/welcome")


def test_members_that_must_be_objects_are_named() -> None:
    partner = Partner(MODERN)
    error = partner.error("prompts/get", {"name": "summarize", "arguments": []})
    assert error["message"] == "params.arguments must be an object"
    error = partner.error("completion/complete", {"ref": "x"})
    assert error["message"] == "params.ref must be an object"
    ref = {"ref": {"type": "ref/tool"}, "argument": {"name": "a", "value": ""}}
    assert "not ref/tool" in partner.error("completion/complete", ref)["message"]


def test_a_prompt_is_filled_in_and_described() -> None:
    partner = Partner(MODERN)
    result = partner.result("prompts/get", {"name": "summarize", "arguments": {"text": "long", "style": ""}})
    assert result["description"].startswith("Asks for a summary")
    assert result["messages"] == [
        {"role": "user", "content": {"type": "text", "text": "Summarize this text (one sentence):\n\nlong"}}
    ]
    given = {"text": "long", "style": "as a poem"}
    [message] = partner.result("prompts/get", {"name": "summarize", "arguments": given})["messages"]
    assert "(as a poem)" in message["content"]["text"]
    assert partner.error("prompts/get", {"name": "nothing"})["message"] == "there is no prompt nothing"
    missing = partner.error("prompts/get", {"name": "summarize", "arguments": {"text": ""}})
    assert missing["message"] == "the prompt summarize needs text"


def test_prompts_hold_resources_and_pictures() -> None:
    partner = Partner(MODERN)
    for given, ending in (({}, ""), ({"framework": "Flask"}, " with Flask")):
        arguments = {"language": "Python", **given}
        review = partner.result("prompts/get", {"name": "review_code", "arguments": arguments})["messages"]
        assert review[0]["content"]["text"] == f"Review this Python code{ending}."
        assert review[1]["content"]["resource"]["uri"] == "demo://file/src/main.py"
        assert [message["role"] for message in review] == ["user", "user", "assistant"]
    told = partner.result("prompts/get", {"name": "describe_picture"})["messages"]
    assert [(message["role"], message["content"]["type"]) for message in told] == [
        ("user", "text"), ("user", "image"), ("user", "resource"), ("assistant", "text"),
    ]  # fmt: skip
    assert told[2]["content"]["resource"]["uri"] == "demo://docs/guide.md"


def completed(name: str, value: str, *, uri: str = "", **chosen: str) -> list[str]:
    prompt = "summarize" if name == "style" else "review_code"
    ref = {"type": "ref/resource", "uri": uri} if uri else {"type": "ref/prompt", "name": prompt}
    params = {
        "ref": ref,
        "argument": {"name": name, "value": value},
        "context": {"arguments": chosen},
    }
    found = Partner(MODERN).result("completion/complete", params)["completion"]
    assert found["total"] == len(found["values"]) and found["hasMore"] is False
    values: list[str] = found["values"]
    return values


def test_arguments_of_prompts_are_completed() -> None:
    assert completed("language", "") == ["Python", "TypeScript", "Rust", "Go"]
    assert completed("style", "FOR ") == ["for a child", "for an expert"]
    every = completed("framework", "")
    assert every == sorted(every) and len(every) == 13
    assert completed("framework", "", language="Go") == ["echo", "gin"]
    for ref, name in (("summarize", "language"), ("nothing", "text")):
        params = {"ref": {"type": "ref/prompt", "name": ref}, "argument": {"name": name, "value": ""}}
        result = Partner(MODERN).answer("completion/complete", params)
        assert ("error" in result) == (ref == "nothing" or name == "language")


FILE = "demo://file/{+path}{?lines}"


def test_arguments_of_templates_are_completed() -> None:
    assert completed("name", "세", uri="demo://greeting/{name}") == ["세종"]
    assert len(completed("path", "", uri=FILE)) == 6
    assert completed("lines", "", uri=FILE) == ["1", "2", "5", "10", "20"]
    assert completed("lines", "", uri=FILE, path="src/main.py") == ["1", "2", "5"]
    assert completed("lines", "1", uri=FILE, path="data/numbers.csv") == ["1", "10", "100"]


@pytest.mark.parametrize(
    ("uri", "text"),
    [
        ("demo://greeting/", None), ("demo://greeting/a/b", None), ("demo://greeting/a?b=c", None),
        ("demo://file/nothing", None), ("demo://file/README.md?lines=-1", None),
        ("demo://file/README.md?lines=", None), ("demo://other/README.md", None),
        ("demo://file/README.md?lines=0", ""), ("demo://file/README.md?lines=1", "# Invented project\n"),
        ("demo://file/README.md?other=1", "# Invented project\n\nIt does nothing, and does it well.\n"),
    ],
)  # fmt: skip
def test_a_uri_that_no_template_makes_is_no_resource(uri: str, text: str | None) -> None:
    answer = Partner(MODERN).answer("resources/read", {"uri": uri})
    if text is None:
        assert answer["error"]["data"] == {"uri": uri}
    else:
        [contents] = answer["result"]["contents"]
        assert (contents["uri"], contents["text"]) == (uri, text)


def test_the_counter_tells_the_seconds_since_the_start() -> None:
    partner = Partner(MODERN)
    partner.pass_time(7.9)
    [contents] = partner.result("resources/read", {"uri": "demo://live/counter"})["contents"]
    assert (contents["text"], contents["mimeType"]) == ("7 seconds\n", "text/plain")


@every_revision
def test_other_lists_fit_on_one_page(revision: str) -> None:
    partner = Partner(revision)
    assert len(partner.result("resources/templates/list")["resourceTemplates"]) == 2
    for method in ("tools/list", "prompts/list", "resources/templates/list"):
        assert "nextCursor" not in partner.result(method)
    cursor = partner.result("resources/list")["nextCursor"]
    assert partner.error("tools/list", {"cursor": cursor})["code"] == -32602, "a cursor of another list"
