"""Rules that answer a server: which question they fit, what they say, what they declare, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.core.client.answer_rules import AnswerRules, Match
from inspector.core.client.questions import ServerRequest
from inspector.errors import UsageError

FORM = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "Ada"},
        "size": {"type": "string", "enum": ["S", "M"], "default": "M"},
        "old": {"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"], "default": "b"},
        "colour": {"type": "string", "oneOf": [{"const": "#f00", "title": "Red"}], "default": "#f00"},
        "some": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}, "default": ["x"]},
        "titled": {"type": "array", "items": {"anyOf": [{"const": "k", "title": "K"}]}, "default": ["k"]},
        "stars": {"type": "integer", "default": 0},
        "again": {"type": "boolean", "default": False},
        "free": {"type": "string"},
    },
    "required": ["free"],
}


def rules(*found: dict[str, Any]) -> AnswerRules:
    return AnswerRules.read(json.dumps(found).encode(), "answers.json")


def one(method: str, answer: Any, **match: str) -> dict[str, Any]:
    return {"match": {"method": method, **match}, "answer": answer}


def asked(method: str, params: dict[str, Any] | None = None, **more: Any) -> ServerRequest:
    return ServerRequest("demo", 7, method, params or {}, **more)


def result(found: AnswerRules, request: ServerRequest) -> dict[str, Any] | None:
    reply = found.reply(request)
    assert reply is not None
    return reply.result


def test_accept_fills_in_every_default_of_the_form_in_its_order() -> None:
    answer = result(
        rules(one("elicitation/create", "accept")), asked("elicitation/create", {"requestedSchema": FORM})
    )
    assert answer == {
        "action": "accept",
        "content": {
            "name": "Ada",
            "size": "M",
            "old": "b",
            "colour": "#f00",
            "some": ["x"],
            "titled": ["k"],
            "stars": 0,
            "again": False,
        },
    }


def test_given_values_win_over_the_defaults_and_keep_the_order_of_the_form() -> None:
    found = rules(one("elicitation/create", {"accept": {"free": "x", "name": "Bo"}}))
    answer = result(found, asked("elicitation/create", {"requestedSchema": FORM}))
    assert answer is not None
    assert list(answer["content"]) == [*FORM["properties"]]  # type: ignore[misc]  # a dict, read as a list
    assert answer["content"]["name"] == "Bo"


def test_accept_of_a_page_has_no_content() -> None:
    found = rules(one("elicitation/create", {"accept": {"a": 1}}), one("elicitation/create", "accept"))
    assert result(found, asked("elicitation/create", {"mode": "url"})) == {"action": "accept"}


@pytest.mark.parametrize("schema", [None, [], {"properties": 3}, {"properties": {"a": 4}}])
def test_accept_survives_any_schema(schema: Any) -> None:
    found = rules(one("elicitation/create", "accept"))
    answer = result(found, asked("elicitation/create", {"requestedSchema": schema}))
    assert answer == {"action": "accept", "content": {}}


@pytest.mark.parametrize(
    ("method", "answer", "sent"),
    [
        ("elicitation/create", "decline", {"action": "decline"}),
        ("elicitation/create", "cancel", {"action": "cancel"}),
        ("elicitation/create", {"action": "wrong", "x": 1}, {"action": "wrong", "x": 1}),
        ("sampling/createMessage", "reject", None),
        ("sampling/createMessage", {"role": "user", "content": []}, {"role": "user", "content": []}),
        ("roots/list", "reject", None),
        ("roots/list", [], {"roots": []}),
        ("roots/list", [{"uri": "x:y"}], {"roots": [{"uri": "x:y"}]}),
        ("roots/list", {"roots": 3 * [{}]}, {"roots": 3 * [{}]}),
    ],
)
def test_answers_are_sent_as_they_are_written(method: str, answer: Any, sent: Any) -> None:
    assert result(rules(one(method, answer)), asked(method)) == sent


def test_an_elicitation_request_is_refused_with_cancel_and_the_words_say_so() -> None:
    found = rules(one("elicitation/create", "reject"))
    legacy, modern = (found.reply(asked("elicitation/create", round=number)) for number in (0, 1))
    assert legacy is not None and (legacy.result, legacy.words) == ({"action": "cancel"}, "cancel")
    assert modern is not None and (modern.result, modern.words) == (None, "refused")
    page = found.reply(asked("elicitation/create", retry=True))
    assert page is not None and page.result is None


def test_text_becomes_the_answer_of_a_model() -> None:
    answer = result(
        rules(one("sampling/createMessage", {"text": "Hum.", "model": "m"})), asked("sampling/createMessage")
    )
    assert answer == {
        "role": "assistant",
        "content": {"type": "text", "text": "Hum."},
        "model": "m",
        "stopReason": "endTurn",
    }


def test_folders_become_roots() -> None:
    answer = result(rules(one("roots/list", ["/srv/my project", "https://a.b/c"])), asked("roots/list"))
    assert answer == {
        "roots": [
            {"uri": "file:///srv/my%20project", "name": "my project"},
            {"uri": "https://a.b/c", "name": "c"},
        ]
    }


SAMPLE = {"messages": [{"role": "user", "content": [{"type": "text", "text": "write a haiku"}]}]}


@pytest.mark.parametrize(
    ("match", "request_", "fits"),
    [
        (Match("roots/list"), asked("roots/list"), True),
        (Match("roots/list"), asked("sampling/createMessage"), False),
        (Match("roots/list", server="demo"), asked("roots/list"), True),
        (Match("roots/list", server="mcpdi-demo"), asked("roots/list", server_name="mcpdi-demo"), True),
        (Match("roots/list", server="other"), asked("roots/list"), False),
        (Match("roots/list", tool="t"), asked("roots/list", call="tools/call", target="t"), True),
        (Match("roots/list", tool="t"), asked("roots/list", call="prompts/get", target="t"), False),
        (Match("roots/list", target="t"), asked("roots/list", call="prompts/get", target="t"), True),
        (
            Match("elicitation/create", message="na.e"),
            asked("elicitation/create", {"message": "a name"}),
            True,
        ),
        (
            Match("elicitation/create", message="^na"),
            asked("elicitation/create", {"message": "a name"}),
            False,
        ),
        (Match("elicitation/create", mode="form"), asked("elicitation/create"), True),
        (Match("elicitation/create", mode="url"), asked("elicitation/create"), False),
        (Match("sampling/createMessage", message="haiku"), asked("sampling/createMessage", SAMPLE), True),
        (Match("sampling/createMessage", mode="tools"), asked("sampling/createMessage", SAMPLE), False),
        (Match("sampling/createMessage", mode="tools"), asked("sampling/createMessage", {"tools": []}), True),
    ],
)
def test_match_looks_at_everything_it_names(match: Match, request_: ServerRequest, fits: bool) -> None:
    assert match.fits(request_) is fits


def test_first_rule_that_fits_answers_and_none_is_no_answer() -> None:
    found = rules(one("elicitation/create", "cancel", tool="t"), one("elicitation/create", "decline"))
    assert result(found, asked("elicitation/create")) == {"action": "decline"}
    assert result(found, asked("elicitation/create", call="tools/call", target="t")) == {"action": "cancel"}
    assert found.reply(asked("roots/list")) is None


def test_only_what_the_rules_can_answer_is_declared() -> None:
    use = {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "t", "input": {}}]}
    assert rules().capabilities() == {}
    assert rules(one("roots/list", [])).capabilities() == {"roots": {}}
    assert rules(one("sampling/createMessage", {"text": "x"})).capabilities() == {"sampling": {}}
    assert rules(one("sampling/createMessage", use)).capabilities() == {"sampling": {"tools": {}}}
    both = rules(one("elicitation/create", "decline")).capabilities()
    assert both == {"elicitation": {"form": {}, "url": {}}}
    values = rules(one("elicitation/create", {"accept": {"a": 1}})).capabilities()
    assert values == {"elicitation": {"form": {}}}
    assert rules(one("elicitation/create", "accept", mode="url")).capabilities() == {
        "elicitation": {"url": {}}
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[\n  {,]", "line 2, column 4"),
        ("3", "expected a list of rules"),
        ('{"rules": 3}', "expected a list of rules"),
        ("[3]", "rule 1: must be an object"),
        ('[{"match": {"method": "roots/list"}}]', "rule 1: must be an object"),
        ('[{"match": {"method": "roots/list"}, "answer": [], "x": 1}]', "rule 1: unknown key 'x'"),
        ('[{"match": {"method": "ping"}, "answer": []}]', "match.method: must be one of"),
        ('[{"match": {"metod": "roots/list"}, "answer": []}]', "match: unknown key 'metod'"),
        ('[{"match": {"method": "roots/list", "mode": "url"}, "answer": []}]', "match.mode: must be omitted"),
        (
            '[{"match": {"method": "roots/list", "message": "("}, "answer": []}]',
            "not a valid regular expression",
        ),
        (
            '[{"match": {"method": "roots/list", "server": 3}, "answer": []}]',
            "match.server: must be a string",
        ),
        ('[{"match": {"method": "roots/list"}, "answer": "accept"}]', "answer: must be"),
        ('[{"match": {"method": "sampling/createMessage"}, "answer": "hello"}]', '{"text": …}'),
        ('[{"match": {"method": "elicitation/create"}, "answer": "yes"}]', '"accept" (with the form'),
    ],
)
def test_mistake_in_the_file_is_told_with_its_place(text: str, place: str) -> None:
    with pytest.raises(UsageError) as caught:
        AnswerRules.read(text.encode(), "answers.json")
    assert str(caught.value).startswith("answers.json")
    assert place in str(caught.value)


def test_rules_are_written_as_they_were_read() -> None:
    written = [one("roots/list", ["/a"], server="s"), one("elicitation/create", {"accept": {}}, mode="form")]
    assert [rule.as_json() for rule in rules(*written).rules] == written
    assert AnswerRules.read(json.dumps({"rules": written}).encode(), "x") == rules(*written)
