"""What servers ask of their client: where each rule begins and ends, in both ways of asking."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.questions import asks, requires
from tests.lint.any_json import any_json
from tests.lint.dialogue import Dialogue
from tests.lint.test_tools import REVISIONS, escaped

ALL = {"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}, "context": {}}, "roots": {}}
TEXT = {"type": "text", "text": "Hi"}
D, E = REVISIONS[3:]


def dialogue(method: str, params: object, revision: str = D, ours: object = ALL) -> str:
    if revision == E:
        return requires(method, json.dumps(params), json.dumps(ours))
    return asks(method, json.dumps(params), revision, json.dumps(ours))


def found(method: str, params: object, revision: str = D, ours: object = ALL) -> list[str]:
    findings = Dialogue(escaped(dialogue(method, params, revision, ours))).findings
    return [one.rule for one in findings if one.rule.startswith("CLI-")]


def form(schema: object, revision: str = D, **more: object) -> list[str]:
    return found("elicitation/create", {"message": "Hi", "requestedSchema": schema} | more, revision)


def field(schema: object, revision: str = D, name: str = "a") -> list[str]:
    return form({"type": "object", "properties": {name: schema}}, revision)


def link(url: object, revision: str = D, **more: object) -> list[str]:
    ids = {"elicitationId": "1"} if revision == D else {}
    params = {"mode": "url", "message": "Hi", "url": url} | ids | more
    return found("elicitation/create", params, revision)


def sample(*messages: object, revision: str = D, ours: object = ALL, **more: object) -> list[str]:
    params = {"messages": list(messages), "maxTokens": 9} | more
    return found("sampling/createMessage", params, revision, ours)


def turn(role: str, content: object) -> dict[str, Any]:
    return {"role": role, "content": content}


@pytest.mark.parametrize("revision", REVISIONS[2:])
@pytest.mark.parametrize(
    "schema", [None, [], {}, {"type": "object"}, {"type": "object", "properties": []}, {"properties": {}}]
)
def test_a_form_is_an_object_with_properties(revision: str, schema: object) -> None:
    assert form(schema, revision) == ["CLI-01"]
    assert found("elicitation/create", {"message": "Hi"}, revision) == ["CLI-01"]
    assert form({"type": "object", "properties": {}}, revision) == []


@pytest.mark.parametrize(
    ("schema", "early", "late"),
    [
        ({"type": "string", "enum": ["a"], "enumNames": ["A"]}, [], []),
        ({"type": "integer", "minimum": 1}, [], []),
        ({"type": "boolean", "default": True}, [], []),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, [], []),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}}, ["CLI-01"], []),
        ({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}, ["CLI-01"], []),
        ({"type": "array", "items": {"type": "string"}}, ["CLI-01"], ["CLI-01"]),
        ({"type": "array", "items": {"anyOf": [{"type": "string"}]}}, ["CLI-01"], ["CLI-01"]),
        ({"type": "object", "properties": {}}, ["CLI-01"], ["CLI-01"]),
        ({"type": ["string", "null"]}, ["CLI-01"], ["CLI-01"]),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, ["CLI-01"], ["CLI-01"]),
        ({"$ref": "#/$defs/a"}, ["CLI-01"], ["CLI-01"]),
        (True, ["CLI-01"], ["CLI-01"]),
        ({"type": "string", "format": "date-time"}, [], []),
        ({"type": "string", "format": "password"}, ["CLI-01-format"], ["CLI-01-format"]),
        ({"type": "string", "format": None}, ["CLI-01-format"], ["CLI-01-format"]),
    ],
)
def test_fields(schema: object, early: list[str], late: list[str]) -> None:
    assert [field(schema, one) for one in REVISIONS[2:]] == [early, late, late]


@pytest.mark.parametrize(
    ("name", "schema", "rules"),
    [
        ("password", {"type": "string"}, ["CLI-02"]),
        ("a", {"type": "string", "title": "Your API key"}, ["CLI-02"]),
        ("show_password", {"type": "boolean"}, []),
        ("token", {"type": "string", "enum": ["BTC", "ETH"]}, []),
        ("email", {"type": "string", "title": 1}, []),
        ("pin", {"type": "string"}, []),
    ],
)
def test_secrets(name: str, schema: object, rules: list[str]) -> None:
    assert [field(schema, one, name) for one in REVISIONS[2:]] == [rules] * 3


@pytest.mark.parametrize(
    ("url", "rules"),
    [
        ("https://example.com/a?state=1#b", []),
        ("myapp://connect/1", ["CLI-03-https"]),
        ("http://example.com", ["CLI-03-https"]),
        ("http://localhost:80/a", []),
        ("http://127.0.0.1/a", []),
        ("http://[::1]:8000/", []),
        ("http://192.168.1.2/", []),
        ("https://", ["CLI-03"]),
        ("https://[::1", ["CLI-03"]),
        ("https://example.com:port/", ["CLI-03"]),
        ("https://exa mple.com/", ["CLI-03"]),
        ("/connect", ["CLI-03"]),
        ("", ["CLI-03"]),
        (None, ["CLI-03"]),
        ({}, ["CLI-03"]),
        ("https://a:b@example.com/", ["CLI-03-private"]),
        ("https://example.com/?login_hint=joe@example.com", ["CLI-03-private"]),
        ("https://example.com/#access_token=1", ["CLI-03-private"]),
        ("https://example.com/?token=", []),
        ("https://example.com/?page_token=1&client_id=2", []),
    ],
)
def test_links(url: object, rules: list[str]) -> None:
    assert [link(url, one) for one in (D, E)] == [rules, rules]
    assert link(url, REVISIONS[2]) == ["CLI-06"]


def test_a_link_without_a_url_and_ids_of_links() -> None:
    assert found("elicitation/create", {"mode": "url", "elicitationId": "1"}) == ["CLI-03"]
    assert link("https://a.example", elicitationId=1) == ["CLI-04"]
    assert link("https://a.example", E, elicitationId="1") == ["CLI-04-retired"]


@pytest.mark.parametrize(
    ("declared", "can_form", "can_url"),
    [
        ({}, True, False),
        ({"form": {}}, True, False),
        ({"url": {}}, False, True),
        ({"form": {}, "url": {}}, True, True),
        (None, True, True),  # not declared at all is LIFE-05
    ],
)
def test_modes_are_those_that_the_client_declared(declared: object, can_form: bool, can_url: bool) -> None:
    ours = {} if declared is None else {"elicitation": declared}
    schema = {"type": "object", "properties": {}}
    for mode in ({}, {"mode": "form"}):
        params = {"message": "Hi", "requestedSchema": schema} | mode
        assert found("elicitation/create", params, D, ours) == ["CLI-05"] * (not can_form)
    params = {"mode": "url", "url": "https://a.example", "elicitationId": "1"}
    assert found("elicitation/create", params, D, ours) == ["CLI-05"] * (not can_url)


@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        ({"type": "string", "default": 1}, ["CLI-07"]),
        ({"type": "string", "default": None}, []),  # RES-15
        ({"type": "string", "maxLength": 2, "default": "abc"}, ["CLI-07"]),
        ({"type": "string", "enum": ["a"], "default": "b"}, ["CLI-07"]),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}], "default": "A"}, ["CLI-07"]),
        ({"type": "string", "oneOf": [{"const": "a", "title": "A"}], "default": "a"}, []),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": ["b"]}, ["CLI-07"]),
        ({"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": ["a"]}, []),
        ({"type": "integer", "default": 1.0}, []),
        ({"type": "integer", "default": 1.5}, ["CLI-07"]),
        ({"type": "number", "minimum": 1, "default": 0}, ["CLI-07"]),
        ({"type": "boolean", "default": "yes"}, ["CLI-07"]),
        ({"type": "string", "enum": ["a", "b"], "enumNames": ["A"]}, ["CLI-07"]),
    ],
)
def test_defaults(schema: object, rules: list[str]) -> None:
    assert [field(schema, one) for one in (D, E)] == [rules, rules]


def test_links_in_forms() -> None:
    plain = {"type": "object", "properties": {}}
    assert form(plain, message="Open https://a.example now") == ["CLI-14"]
    assert form(plain, E, message="Open https://a.example now") == ["CLI-14"]
    assert form(plain, REVISIONS[2], message="Open https://a.example now") == []
    assert form(plain, message="What is http:// about?") == []
    assert field({"type": "string", "description": "as in https://a.example"}) == ["CLI-14"]
    assert field({"type": "string", "format": "uri", "default": "https://a.example"}) == []


@pytest.mark.parametrize("revision", REVISIONS[3:])
def test_tools_and_contexts_are_those_that_the_client_declared(revision: str) -> None:
    bare = {"sampling": {}}
    hello = turn("user", TEXT)
    assert sample(hello, revision=revision, ours=bare, tools=[], toolChoice={}) == ["CLI-08", "CLI-08"]
    assert sample(hello, revision=revision, tools=[], toolChoice={}) == []
    assert sample(hello, revision=revision, ours={}, tools=[]) == []  # LIFE-05
    late = ["CLI-09-deprecated"] * (revision == E)
    for context in ("thisServer", "allServers"):
        assert sample(hello, revision=revision, ours=bare, includeContext=context) == ["CLI-09", *late]
        assert sample(hello, revision=revision, includeContext=context) == late
    assert sample(hello, revision=revision, ours=bare, includeContext="none") == []


def test_what_a_client_declared_that_is_not_known_is_not_judged() -> None:
    text = requires("sampling/createMessage", json.dumps({"messages": [], "maxTokens": 1, "tools": []}))
    bare = text.replace(',"_meta":', ',"other":')
    assert not [one for one in Dialogue(bare).findings if one.rule.startswith("CLI-")]


def use(*ids: str) -> dict[str, Any]:
    return turn("assistant", [{"type": "tool_use", "id": one, "name": "a", "input": {}} for one in ids])


def results(*ids: str, role: str = "user") -> dict[str, Any]:
    return turn(role, [{"type": "tool_result", "toolUseId": one, "content": []} for one in ids])


@pytest.mark.parametrize("revision", REVISIONS[3:])
def test_uses_of_tools_and_their_results(revision: str) -> None:
    def rules(*messages: object) -> list[str]:
        return sample(*messages, revision=revision)

    mixed = turn("user", [*results("a")["content"], TEXT])
    assert rules(use("a"), results("a")) == []
    assert rules(use("a", "b"), results("b", "a"), use("c"), results("c")) == []
    assert rules(use("a", "b"), results("a")) == ["CLI-11"]
    assert rules(use("a")) == ["CLI-11"]
    assert rules(use("a"), turn("user", TEXT), results("a")) == ["CLI-11"]
    assert rules(use("a"), results("a", role="assistant")) == ["CLI-11"]
    assert rules(use("a"), mixed) == ["CLI-10"]
    assert rules(turn("user", results("a")["content"][0])) == []
    assert rules(turn("user", [TEXT, TEXT])) == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_limits(revision: str) -> None:
    hello = turn("user", TEXT)
    assert found("sampling/createMessage", {"messages": [hello]}, revision) == ["CLI-12"]
    for tokens, rules in (
        (None, ["CLI-12"]),
        ("9", ["CLI-12"]),
        (True, ["CLI-12"]),
        (1.5, ["CLI-12"]),
        (1.0, []),
        (0, ["CLI-12-positive"]),
        (-1, ["CLI-12-positive"]),
    ):
        assert sample(hello, revision=revision, maxTokens=tokens) == rules
    for wish, rules in ((0, []), (1, []), (0.5, []), (1.1, ["CLI-12"]), (-1, ["CLI-12"]), ("1", ["CLI-12"])):
        assert sample(hello, revision=revision, modelPreferences={"speedPriority": wish}) == rules


def test_contents_of_messages_grow_with_the_revisions() -> None:
    audio, tool = {"type": "audio", "data": "", "mimeType": "a/b"}, use("a")["content"][0]
    wrong = ["CLI-13"]
    assert [sample(turn("user", TEXT), revision=one) for one in REVISIONS] == [[]] * 5
    assert [sample(turn("user", audio), revision=one) for one in REVISIONS] == [wrong, [], [], [], []]
    assert [sample(turn("user", [TEXT]), revision=one) for one in REVISIONS] == [wrong] * 3 + [[]] * 2
    assert [sample(turn("user", tool), revision=one) for one in REVISIONS] == [wrong] * 3 + [[]] * 2


def test_a_question_belongs_to_a_request() -> None:
    alone = '= 2025-11-25\n< {"jsonrpc":"2.0","id":7,"method":"%s","params":%s}'
    for method in ("roots/list", "sampling/createMessage", "elicitation/create"):
        rules = [one.rule for one in Dialogue(alone % (method, "{}")).findings]
        assert "CLI-15" in rules
        of_task = '{"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"a"}}}'
        assert "CLI-15" not in [one.rule for one in Dialogue(alone % (method, of_task)).findings]
        assert "CLI-15" not in found(method, {})
    assert "CLI-15" not in [one.rule for one in Dialogue(alone % ("ping", "{}")).findings]


def test_a_place_leads_into_the_question() -> None:
    text = requires("elicitation/create", json.dumps({"requestedSchema": {}})).replace('{"q":', '{"a/b":')
    [finding] = [one for one in Dialogue(text).findings if one.rule == "CLI-01"]
    assert finding.pointer == "/result/inputRequests/a~1b/params/requestedSchema"
    told = '< {"jsonrpc":"2.0","method":"notifications/tasks","params":{"inputRequests":{"q":%s}}}'
    text = "= 2026-07-28\n" + told % '{"method":"sampling/createMessage","params":{}}'
    [finding] = [one for one in Dialogue(text).findings if one.rule == "CLI-12"]
    assert finding.pointer == "/params/inputRequests/q/params"


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(REVISIONS),
    st.sampled_from(["sampling/createMessage", "elicitation/create", "roots/list"]),
    any_json(
        (
            *(
                "requestedSchema",
                "properties",
                "type",
                "default",
                "enum",
                "enumNames",
                "mode",
                "url",
                "items",
            ),
            *("messages", "content", "role", "id", "toolUseId", "maxTokens", "modelPreferences", "minimum"),
            *("costPriority", "pattern", "title", "oneOf", "anyOf", "const"),
        ),
        ("object", "string", "array", "url", "user", "assistant", "tool_use", "tool_result"),
    ),
)
def test_nothing_that_a_question_may_hold_raises(revision: str, method: str, value: object) -> None:
    schema = {"type": "object", "properties": {"a": value, "b": {"type": "string", "default": value}}}
    for params in (
        value,
        {"requestedSchema": value, "messages": value, "maxTokens": value, "modelPreferences": value},
        {"requestedSchema": schema, "messages": [value, {"role": "user", "content": value}]},
        {"mode": "url", "url": value},
    ):
        found(method, params, revision, {"elicitation": value, "sampling": value})
