"""Prompts, their arguments and messages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lint.any_json import any_json, replay
from tests.lint.dialogue import Dialogue


def talk(*turns: tuple[str, Any, Any], revision: str = "2025-11-25") -> list[tuple[str, str]]:
    """Method, params and the answer: a result, or an error where it has a code."""
    lines = [f"= {revision}"]
    for number, (method, params, answer) in enumerate(turns, 1):
        member = "error" if isinstance(answer, dict) and "code" in answer else "result"
        asked = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        lines += [
            "> " + json.dumps(asked),
            "< " + json.dumps({"jsonrpc": "2.0", "id": number, member: answer}),
        ]
    findings = Dialogue("\n".join(lines)).findings
    return [(one.rule, one.pointer) for one in findings if one.rule.startswith("PRM")]


def prompt(name: str, *arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": list(arguments)}


WHO = {"name": "who", "required": True}
HELLO = {"messages": [{"role": "user", "content": {"type": "text", "text": "Hello"}}]}


@pytest.mark.parametrize(
    ("prompts", "found"),
    [
        ([prompt("a", WHO), prompt("b", WHO)], []),
        ([prompt("a"), prompt("b"), prompt("a")], [("PRM-01", "/result/prompts/2/name")]),
        ([prompt("a", WHO, {"name": "who"})], [("PRM-01", "/result/prompts/0/arguments/1/name")]),
        ([prompt("a", {}, {}), {}, {}, "x", None], []),
        ("no list", []),
    ],
)
def test_names_of_a_list(prompts: Any, found: list[tuple[str, str]]) -> None:
    assert talk(("prompts/list", {}, {"prompts": prompts})) == found


@pytest.mark.parametrize(
    ("messages", "found"),
    [
        (HELLO["messages"], []),
        ([{"role": "assistant"}], []),
        ([{"role": "system"}], [("PRM-02", "/result/messages/0/role")]),
        ([{"role": "user"}, {}], [("PRM-02", "/result/messages/1")]),
        ([{"role": ["user"]}], [("PRM-02", "/result/messages/0/role")]),
        ([], [("PRM-04-empty", "/result/messages")]),
        ({}, [("PRM-04", "/result/messages")]),
        (None, [("PRM-04", "/result/messages")]),
    ],
)
def test_messages(messages: Any, found: list[tuple[str, str]]) -> None:
    assert talk(("prompts/get", {"name": "a"}, {"messages": messages})) == found


def test_a_result_without_messages_or_with_a_question_in_their_place() -> None:
    assert talk(("prompts/get", {"name": "a"}, {})) == [("PRM-04", "/result")]
    asks = {"resultType": "input_required", "requestState": "a"}
    assert talk(("prompts/get", {"name": "a"}, asks), revision="2026-07-28") == []


@pytest.mark.parametrize(
    ("arguments", "answer", "found"),
    [
        ({"who": "A"}, HELLO, []),
        ({"who": ""}, HELLO, []),
        ({}, HELLO, [("PRM-03", "/result")]),
        (None, HELLO, [("PRM-03", "/result")]),
        ({}, {"code": -32602, "message": "who is missing"}, []),
        ({}, {"code": 0, "message": "who is missing"}, [("PRM-03", "/error/code")]),
        ({"who": "A"}, {"code": 0, "message": "no"}, []),
    ],
)
def test_an_argument_that_is_required(arguments: Any, answer: Any, found: list[tuple[str, str]]) -> None:
    listed = ("prompts/list", {}, {"prompts": [prompt("a", WHO, {"name": "more"})]})
    asked = {"name": "a"} if arguments is None else {"name": "a", "arguments": arguments}
    assert talk(listed, ("prompts/get", asked, answer)) == found
    assert talk(("prompts/get", asked, answer)) == []


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(["2024-11-05", "2026-07-28"]),
    st.sampled_from(["prompts/list", "prompts/get"]),
    any_json(("prompts", "name", "arguments", "required", "messages", "role", "content"), ("user", "a")),
)
def test_nothing_raises_for_what_a_prompt_holds(revision: str, method: str, value: Any) -> None:
    replay(f"= {revision}", method, value)
