"""The tools that ask for a page, for a model with tools, and for several things at once, in both eras."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.demo.calls import MISSING_CAPABILITY
from tests.demo.partner import MODERN, Partner, texts

D = "2025-11-25"


def answer(partner: Partner, question: dict[str, Any], **result: Any) -> None:
    partner.send({"jsonrpc": "2.0", "id": question["id"], "result": result})


def test_a_page_is_asked_for_with_an_id_and_its_end_is_the_answer() -> None:
    partner = Partner(D)
    partner.request("tools/call", {"name": "open_page"})
    [question] = partner.take()
    assert question["params"]["mode"] == "url" and question["params"]["elicitationId"]
    answer(partner, question, action="accept")
    assert "You chose accept" in texts(partner.take()[0]["result"])


def test_a_modern_page_has_no_id() -> None:
    result = Partner(MODERN).result("tools/call", {"name": "open_page"})
    assert "elicitationId" not in result["inputRequests"]["page"]["params"]


def test_a_call_is_refused_until_its_page_was_opened_which_is_told() -> None:
    partner = Partner(D)
    call = {"name": "open_page", "arguments": {"first": True}}
    error = partner.error("tools/call", call)
    assert error["code"] == -32042
    [page] = error["data"]["elicitations"]
    partner.pass_time(2)
    [told] = partner.take()
    assert told["method"] == "notifications/elicitation/complete"
    assert told["params"] == {"elicitationId": page["elicitationId"]}
    assert "You chose accept" in texts(partner.result("tools/call", call))
    assert partner.error("tools/call", call)["code"] == -32042


def test_a_modern_call_is_never_refused_so() -> None:
    call = {"name": "open_page", "arguments": {"first": True}}
    assert Partner(MODERN).result("tools/call", call)["resultType"] == "input_required"


USE = {"type": "tool_use", "id": "u1", "name": "add", "input": {"a": 2, "b": 3}}
SAID = {"type": "text", "text": "five"}


def test_a_model_gets_the_result_of_the_tool_it_used() -> None:
    partner = Partner(D)
    partner.request("tools/call", {"name": "ask_model_with_tools"})
    [question] = partner.take()
    assert [tool["name"] for tool in question["params"]["tools"]] == ["add", "clock"]
    answer(partner, question, role="assistant", content=[USE], model="m", stopReason="toolUse")
    [question] = partner.take()
    *_, used, given = question["params"]["messages"]
    assert used == {"role": "assistant", "content": [USE]}
    assert given["content"][0]["toolUseId"] == "u1" and given["content"][0]["content"][0]["text"] == "5"
    answer(partner, question, role="assistant", content=SAID, model="m")
    assert "five" in texts(partner.take()[0]["result"])


def test_a_model_that_only_uses_tools_is_given_up() -> None:
    partner = Partner(D)
    partner.request("tools/call", {"name": "ask_model_with_tools"})
    for _ in range(5):
        [question] = partner.take()
        answer(partner, question, role="assistant", content=USE, model="m")
    assert partner.take()[0]["result"]["isError"] is True


def test_everything_is_asked_one_after_the_other_in_the_old_era() -> None:
    partner = Partner(D)
    partner.request("tools/call", {"name": "ask_everything"})
    methods = []
    for result in ({"action": "decline"}, {"content": SAID}, {"roots": []}):
        [question] = partner.take()
        methods.append(question["method"])
        answer(partner, question, **result)
    assert methods == ["elicitation/create", "sampling/createMessage", "roots/list"]
    assert "who: {'action': 'decline'}" in texts(partner.take()[0]["result"])


def test_everything_is_asked_in_one_result_in_the_new_era() -> None:
    partner = Partner(MODERN)
    call: dict[str, Any] = {"name": "ask_everything", "arguments": {}}
    first = partner.result("tools/call", call)
    assert list(first["inputRequests"]) == ["who", "word", "where"]
    part = {"who": {"action": "decline"}, "word": {"content": SAID}}
    second = partner.result(
        "tools/call", {**call, "requestState": first["requestState"], "inputResponses": part}
    )
    assert list(second["inputRequests"]) == ["where"]
    given = {"where": {"roots": []}}
    last = partner.result(
        "tools/call", {**call, "requestState": second["requestState"], "inputResponses": given}
    )
    assert "where: {'roots': []}" in texts(last)


@pytest.mark.parametrize(
    ("revision", "capabilities", "tool", "said"),
    [
        (D, {"elicitation": {}}, "open_page", "capability elicitation.url"),
        (D, {"sampling": {}}, "ask_model_with_tools", "capability sampling.tools"),
        (D, {"elicitation": {}}, "ask_everything", "capability sampling"),
        ("2025-06-18", None, "open_page", "2025-11-25 or newer"),
        ("2025-06-18", None, "ask_model_with_tools", "2025-11-25 or newer"),
    ],
)
def test_what_was_not_declared_is_not_asked(
    revision: str, capabilities: dict[str, Any] | None, tool: str, said: str
) -> None:
    partner = Partner(revision, capabilities)
    partner.request("tools/call", {"name": tool})
    message = partner.take()[0]
    if message.get("method") == "elicitation/create":
        answer(partner, message, action="accept")
        message = partner.take()[0]
    assert message["result"]["isError"] is True and said in texts(message["result"])


def test_a_modern_call_names_the_capability_it_misses() -> None:
    error = Partner(MODERN, {"elicitation": {}}).error("tools/call", {"name": "open_page"})
    assert error["code"] == MISSING_CAPABILITY
    assert error["data"] == {"requiredCapabilities": {"elicitation": {"url": {}}}}


def test_the_page_and_the_question_are_those_that_are_given_or_ours() -> None:
    partner = Partner(D)
    for page, url in (
        ({}, "https://example.com/mcpdi-demo?step=1"),
        ({"url": "https://a.b/"}, "https://a.b/"),
    ):
        partner.request("tools/call", {"name": "open_page", "arguments": page})
        [question] = partner.take()
        assert question["params"]["url"] == url
    for given, words in (({}, "What are 2 and 3 together?"), ({"prompt": "and 4?"}, "and 4?")):
        partner.request("tools/call", {"name": "ask_model_with_tools", "arguments": given})
        [question] = partner.take()
        assert question["params"]["messages"] == [
            {"role": "user", "content": {"type": "text", "text": words}}
        ]
        assert (question["params"]["maxTokens"], question["params"]["toolChoice"]) == (500, {"mode": "auto"})


@pytest.mark.parametrize(
    ("use", "said", "is_error"),
    [
        ({"id": "u", "name": "clock"}, "It is 12:30.", False),
        ({"id": "u", "name": "add", "input": {"a": 1.5, "b": 2}}, "3.5", False),
        ({"id": "u", "name": "add", "input": {"a": "1", "b": 2}}, "no such tool, or not with", True),
        ({"id": "u", "name": "add", "input": {"a": 1}}, "no such tool, or not with", True),
        ({"id": "u", "name": "sub", "input": {"a": 1, "b": 2}}, "no such tool, or not with", True),
        ({"id": "u", "name": "add", "input": 5}, "no such tool, or not with {}", True),
    ],
)
def test_what_the_model_uses_is_answered_or_named(use: dict[str, Any], said: str, is_error: bool) -> None:
    partner = Partner(D)
    partner.request("tools/call", {"name": "ask_model_with_tools"})
    [question] = partner.take()
    answer(partner, question, role="assistant", content={"type": "tool_use", **use}, model="m")
    [question] = partner.take()
    *_, asked, given = question["params"]["messages"]
    assert (asked["role"], given["role"]) == ("assistant", "user")
    [block] = given["content"]
    assert (block["type"], block["toolUseId"]) == ("tool_result", "u")
    assert said in block["content"][0]["text"]
    assert block.get("isError", False) is is_error


def test_what_is_asked_at_once_are_a_form_a_word_and_the_roots() -> None:
    asked = Partner(MODERN).result("tools/call", {"name": "ask_everything"})["inputRequests"]
    assert [one["method"] for one in asked.values()] == [
        "elicitation/create", "sampling/createMessage", "roots/list"
    ]  # fmt: skip
    assert asked["who"]["params"]["mode"] == "form"
    assert asked["who"]["params"]["requestedSchema"]["properties"]["name"]["default"] == "Ada"
    assert asked["word"]["params"]["maxTokens"] == 10
    assert asked["where"]["params"] == {}


@pytest.mark.parametrize("tool", ["open_page", "ask_model_with_tools", "ask_everything"])
def test_a_refused_question_ends_the_tool_with_the_reason(tool: str) -> None:
    for error, said in (({"code": -1, "message": "not now"}, "not now"), ({}, "no reason given")):
        partner = Partner(D)
        partner.request("tools/call", {"name": tool})
        [question] = partner.take()
        partner.send({"jsonrpc": "2.0", "id": question["id"], "error": error})
        [message] = partner.take()
        if "result" in message:
            assert message["result"]["isError"] is True
            assert said in texts(message["result"])
