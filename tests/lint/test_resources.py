"""Resources: URIs, templates, contents, annotations and updates; what is legal and looks alike is silent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue


def talk(*turns: Any, revision: str = "2025-11-25", declares: str = "{}") -> list[tuple[str, str]]:
    """Turns of (method, params, result or error), or messages of the server."""
    lines = [f"= {revision} {declares}"]
    for number, turn in enumerate(turns, 1):
        if isinstance(turn, dict):
            lines.append("< " + json.dumps({"jsonrpc": "2.0", **turn}))
            continue
        method, params, answer = turn
        member = "error" if "code" in answer else "result"
        asked = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        lines += [
            "> " + json.dumps(asked),
            "< " + json.dumps({"jsonrpc": "2.0", "id": number, member: answer}),
        ]
    findings = Dialogue("\n".join(line.replace("\\", "\\x5c") for line in lines)).findings
    return [(one.rule, one.pointer) for one in findings if one.rule.startswith("RSC")]


def listed(*resources: Any) -> Any:
    return ("resources/list", {}, {"resources": list(resources)})


@pytest.mark.parametrize(
    ("uri", "valid"),
    [
        ("file:///a%20b.txt", True),
        ("urn:isbn:123", True),
        ("my.app+v1://a/b?c=d#e", True),
        ("http://[::1]/a", True),
        ("a/b.txt", False),
        ("/a", False),
        ("my_app://a", False),
        ("1a:b", False),
        ("file:///a b", False),
        ("file:///é", False),
        ("file:///a%2", False),
        ("", False),
    ],
)
def test_uris_of_resources(uri: str, valid: bool) -> None:
    expected = [] if valid else [("RSC-01", "/result/resources/0/uri")]
    assert talk(listed({"uri": uri, "name": "a"})) == expected


def test_resources_without_a_uri_and_what_is_no_resource() -> None:
    assert talk(listed({"name": "a"}, "x", None, {"uri": 3})) == [
        ("RSC-01", "/result/resources/0"),
        ("RSC-01", "/result/resources/3"),
    ]


def test_a_resource_that_is_listed_twice() -> None:
    a, b = ({"uri": uri, "name": "same"} for uri in ("a:1", "a:2"))
    assert talk(listed(a, b)) == []
    assert talk(listed(a, b, a)) == [("RSC-02", "/result/resources/2/uri")]


def test_very_many_bad_resources_are_told_of_a_few_times() -> None:
    assert len(talk(listed(*[{"uri": str(number)} for number in range(5000)]))) == 20


@pytest.mark.parametrize(
    ("template", "valid"),
    [
        ("file:///{path}", True),
        ("a://{+path}{#x}{.y}{/z}{;a,b}{?c*,d:3}{&e}", True),
        ("a://{a.b}/{a%20b}/{_1}", True),
        ("a://literal", True),
        ("a://é/{b}", True),
        ("a://{b", False),
        ("a://b}", False),
        ("a://{}", False),
        ("a://{a b}", False),
        ("a://{user-id}", False),
        ("a://{a,}", False),
        ("a://{a:0}", False),
        ("a://{a{b}}", False),
        ("a://{=a}", False),
        ("a:// /{b}", False),
        ("a://%zz", False),
        ("a://<b>", False),
    ],
)
def test_templates(template: str, valid: bool) -> None:
    result = {"resourceTemplates": [{"uriTemplate": template, "name": "a"}]}
    expected = [] if valid else [("RSC-03", "/result/resourceTemplates/0/uriTemplate")]
    assert talk(("resources/templates/list", {}, result)) == expected


def test_a_template_that_is_not_there() -> None:
    assert talk(("resources/templates/list", {}, {"resourceTemplates": [{}]})) == [
        ("RSC-03", "/result/resourceTemplates/0")
    ]


def read(*contents: Any, uri: str = "a:1") -> Any:
    return ("resources/read", {"uri": uri}, {"contents": list(contents)})


@pytest.mark.parametrize(
    ("entry", "rules"),
    [
        ({"uri": "a:1", "text": ""}, []),
        ({"uri": "a:1", "blob": ""}, []),
        ({"uri": "a:1", "blob": "YWJjZA=="}, []),
        ({"uri": "a:1", "text": "a", "blob": None}, []),
        ({"uri": "a:1"}, ["RSC-04"]),
        ({"text": "a"}, ["RSC-04"]),
        ({}, ["RSC-04", "RSC-04"]),
        ({"uri": "a:1", "text": {"a": 1}}, ["RSC-04"]),
        ({"uri": "a:1", "text": "a", "blob": "YWJj"}, ["RSC-04-both"]),
        ({"uri": "a:1", "blob": "YWJjZA"}, ["RSC-05"]),
        ({"uri": "a:1", "blob": "YWJj\nYWJj"}, ["RSC-05"]),
        ({"uri": "a:1", "blob": "-_-_"}, ["RSC-05"]),
        ({"uri": "a:1", "blob": "é"}, ["RSC-05"]),
    ],
)
def test_contents(entry: Any, rules: list[str]) -> None:
    assert [rule for rule, _ in talk(read(entry))] == rules


def test_what_a_tool_or_a_prompt_embeds_is_the_contents_of_a_resource() -> None:
    block = {"type": "resource", "resource": {"uri": "a:1"}}
    assert talk(("tools/call", {"name": "a"}, {"content": [block]})) == [
        ("RSC-04", "/result/content/0/resource")
    ]
    prompt = {"messages": [{"role": "user", "content": block}]}
    assert talk(("prompts/get", {"name": "a"}, prompt)) == [("RSC-04", "/result/messages/0/content/resource")]
    link = {"type": "resource_link", "uri": "a:1", "name": "a"}
    assert talk(("tools/call", {"name": "a"}, {"content": [link]})) == []


def refused(code: int, message: str = "Resource not found") -> Any:
    return ("resources/read", {"uri": "a:1"}, {"code": code, "message": message})


@pytest.mark.parametrize(
    ("revision", "code", "found"),
    [
        ("2026-07-28", -32602, []),
        ("2026-07-28", -32002, []),
        ("2026-07-28", 0, [("RSC-06", "/error/code")]),
        ("2025-11-25", -32002, []),
        ("2025-11-25", -32602, [("RSC-07", "/error/code")]),
    ],
)
def test_a_resource_that_is_not_there(revision: str, code: int, found: list[tuple[str, str]]) -> None:
    assert talk(refused(code), revision=revision) == found
    assert talk(refused(code, "The disk is broken"), revision=revision) == []


SIZED = {"uri": "a:1", "name": "a", "size": 3, "mimeType": "text/plain"}


@pytest.mark.parametrize(
    ("entry", "rules"),
    [
        ({"uri": "a:1", "text": "abc"}, []),
        ({"uri": "a:1", "text": "é1"}, []),
        ({"uri": "a:1", "blob": "YWJj"}, []),
        ({"uri": "a:1", "text": "abcd"}, ["RSC-08"]),
        ({"uri": "a:1", "blob": "YWI="}, ["RSC-08"]),
        ({"uri": "a:other", "text": "abcd"}, []),
        ({"uri": "a:1", "text": "abc", "mimeType": "TEXT/plain;charset=utf-8"}, []),
        ({"uri": "a:1", "text": "abc", "mimeType": "text/html"}, ["RSC-09"]),
    ],
)
def test_what_is_read_is_as_it_was_listed(entry: Any, rules: list[str]) -> None:
    assert [rule for rule, _ in talk(listed(SIZED), read(entry))] == rules


def test_what_changed_since_it_was_listed_is_compared_with_nothing() -> None:
    grown = read({"uri": "a:1", "text": "abcd"})
    updated = {"method": "notifications/resources/updated", "params": {"uri": "a:1"}}
    declares = '{"resources":{"subscribe":true}}'
    subscribed = ("resources/subscribe", {"uri": "a:1"}, {})
    assert talk(subscribed, listed(SIZED), updated, grown, declares=declares) == []
    assert talk(listed(SIZED), {"method": "notifications/resources/list_changed"}, grown) == []
    assert talk(grown) == []


@pytest.mark.parametrize(
    ("annotations", "found"),
    [
        ({"priority": 0, "audience": ["user", "assistant"]}, []),
        ({"priority": 1.0, "audience": [], "lastModified": "2025-01-12"}, []),
        ({"lastModified": "2025-01-12T15:00:58.123456789+02:00"}, []),
        ({"lastModified": "2025-01"}, []),
        ({"lastModified": 1736690458}, [("RSC-10-time", "lastModified")]),
        ({"lastModified": "12/01/2025"}, [("RSC-10-time", "lastModified")]),
        ({"priority": 1.5}, [("RSC-10", "priority")]),
        ({"priority": "high"}, [("RSC-10", "priority")]),
        ({"priority": True}, [("RSC-10", "priority")]),
        ({"audience": "user"}, [("RSC-10", "audience")]),
        ({"audience": ["user", "model", {}]}, [("RSC-10", "audience")]),
    ],
)
def test_annotations(annotations: Any, found: list[tuple[str, str]]) -> None:
    place = "/result/resources/0/annotations/"
    expected = [(rule, place + member) for rule, member in found]
    assert talk(listed({"uri": "a:1", "name": "a", "annotations": annotations})) == expected


def test_annotations_stand_in_many_places_and_those_of_tools_are_others() -> None:
    wrong = {"priority": 7}
    block = {"type": "text", "text": "a", "annotations": wrong}
    assert talk(("tools/call", {"name": "a"}, {"content": [block]})) == [
        ("RSC-10", "/result/content/0/annotations/priority")
    ]
    tool = {"name": "a", "inputSchema": {"type": "object"}, "annotations": wrong}
    assert talk(("tools/list", {}, {"tools": [tool]})) == []


@pytest.mark.parametrize(
    ("uri", "declares", "found"),
    [
        ("a://b", '{"resources":{"subscribe":true}}', []),
        ("a://b/c", '{"resources":{"subscribe":true}}', []),
        ("a://c", '{"resources":{"subscribe":true}}', [("RSC-11", "/params/uri")]),
        ("a://b", '{"resources":{}}', [("RSC-11", "/method")]),
        ("a://b", "{}", [("RSC-11", "/method")]),
    ],
)
def test_updates_of_what_was_subscribed_to(uri: str, declares: str, found: list[tuple[str, str]]) -> None:
    updated = {"method": "notifications/resources/updated", "params": {"uri": uri}}
    subscribed = ("resources/subscribe", {"uri": "a://b"}, {})
    assert talk(subscribed, updated, declares=declares) == found
    assert talk(updated, revision="2026-07-28", declares=declares) == []


NAMES = (
    *("resources", "resourceTemplates", "contents", "content", "uri", "uriTemplate", "text", "blob", "size"),
    *(
        "mimeType",
        "annotations",
        "priority",
        "audience",
        "lastModified",
        "resource",
        "type",
        "code",
        "message",
    ),
)


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["2024-11-05", "2025-11-25", "2026-07-28"]),
    st.sampled_from(
        ["resources/list", "resources/templates/list", "resources/read", "notifications/resources/updated"]
    ),
    st.lists(any_json(NAMES, ("a:1", "{a", "not found", "resource")), min_size=2, max_size=3),
)
def test_nothing_raises_for_what_a_resource_holds(revision: str, method: str, values: list[Any]) -> None:
    replay(f"= {revision}", method, values[0], values[1:])
