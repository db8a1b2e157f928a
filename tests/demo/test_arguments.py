"""Arguments that do not fit the schema of a tool are named, one sentence each."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.demo.arguments import problems
from tests.demo.partner import EVERY, MODERN, Partner, texts

every_revision = pytest.mark.parametrize("revision", EVERY)


@every_revision
def test_wrong_arguments_are_an_error_of_the_kind_the_revision_wants(revision: str) -> None:
    partner = Partner(revision)
    for arguments in ({"a": "1", "b": 2}, {"a": 1}, {"a": 1, "b": 1e20}):
        answer = partner.answer("tools/call", {"name": "add", "arguments": arguments})
        if revision >= "2025-11-25":
            assert answer["result"]["isError"] is True and "arguments" in texts(answer["result"])
        else:
            assert answer["error"]["code"] == -32602


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


@pytest.mark.parametrize(
    ("schema", "good", "bad", "said"),
    [
        ({"type": "integer"}, [0, -1, 5.0], [5.5, True, "5", None], "arguments must be integer, not "),
        ({"type": "number"}, [0, 5.5], [False, "5"], "arguments must be number, not "),
        ({"type": ["string", "null"]}, ["", None], [0, {}, []], "arguments must be string or null, not "),
        ({"minimum": 2}, [2, 2.5, "1", True], [1, -3], "arguments must be at least 2"),
        ({"maximum": 2.5}, [2.5, -9, "9"], [2.6], "arguments must be at most 2.5"),
        ({"minLength": 2}, ["ab", "abc", [1], 1], ["", "a"], "arguments must have at least 2 characters"),
        ({"maxLength": 2}, ["", "ab", "안녕", [1, 2]], ["abc"], "arguments must have at most 2 char"),
        ({"minItems": 1}, [[1], "", {}], [[]], "arguments must have at least 1 items"),
        ({"maxItems": 1}, [[], [1], "ab"], [[1, 2]], "arguments must have at most 1 items"),
        ({"pattern": "^a"}, ["a", "ab", 5, None], ["b", "ba"], "arguments must match ^a"),
        ({"enum": [1, "b"]}, [1, "b"], [2, "a"], "arguments must be one of 1, 'b'"),
        ({"const": "a"}, ["a"], ["b", None], "arguments must be 'a'"),
        ({"required": ["a", "b"]}, [{"a": 0, "b": None}, [], 5], [{"a": 1}], "arguments.b is required"),
        ({"items": {"type": "null"}}, [[None], [], "x"], [[None, 1]], "arguments[1] must be null, not"),
        (
            {"anyOf": [{"const": 1}, {"type": "string"}]}, [1, "x"], [2],
            "arguments fits none of the choices: arguments must be 1 / arguments must be string, not integer",
        ),
    ],
)  # fmt: skip
def test_each_keyword_lets_pass_what_fits_and_what_it_is_not_about(
    schema: dict[str, Any], good: list[Any], bad: list[Any], said: str
) -> None:
    assert [problems(schema, value) for value in good] == [[]] * len(good)
    for value in bad:
        [sentence] = problems(schema, value)
        assert sentence.startswith(said)


def test_members_are_judged_by_their_own_schema_or_by_that_of_all_others() -> None:
    known = {"properties": {"a": {"type": "string"}, "b": {}}}
    value = {"a": 1, "c": 1}
    assert problems(known, value) == ["arguments.a must be string, not integer"]
    assert problems({**known, "additionalProperties": False}, value) == [
        "arguments.a must be string, not integer", "arguments.c is not known; known are a, b"
    ]  # fmt: skip
    assert problems({**known, "additionalProperties": {"type": "null"}}, value)[1:] == [
        "arguments.c must be null, not integer"
    ]
    assert problems({"additionalProperties": False}, {"c": 1}) == [
        "arguments.c is not known; known are none"
    ]  # fmt: skip


def test_a_value_of_a_wrong_type_is_named_once_and_several_mistakes_each() -> None:
    assert problems({"type": "string", "minLength": 3, "enum": ["abc"]}, 5) == [
        "arguments must be string, not integer"
    ]
    assert problems({"type": "string", "minLength": 3, "enum": ["abc"]}, "x") == [
        "arguments must be one of 'abc'", "arguments must have at least 3 characters"
    ]  # fmt: skip
    kinds = [problems({"type": []}, 5), *(problems({"type": "array"}, one) for one in (None, True, 1.5, {}))]
    assert kinds == [
        [],
        *([f"arguments must be array, not {name}"] for name in ("null", "boolean", "number", "object")),
    ]
