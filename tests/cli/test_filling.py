"""The form of an elicitation, filled in line by line: what is asked, what is said, what is sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from inspector.cli.filling import fill_in


class Typist:
    """A terminal where these lines are typed; what was said stands in `said`, questions in `asked`."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.said: list[str] = []
        self.asked: list[str] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def quote(self, text: str) -> None:
        self.said.append(f"| {text}")

    async def ask(self, prompt: str) -> str | None:
        self.asked.append(prompt)
        return self.lines.pop(0) if self.lines else None


def form(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def fill(schema: Any, *lines: str) -> tuple[dict[str, Any] | None, Typist]:
    typist = Typist(*lines)
    return asyncio.run(fill_in(schema, typist)), typist  # type: ignore[arg-type]


STRING = {"type": "string"}


def test_enter_takes_the_default_or_leaves_out_and_asks_again_what_is_required() -> None:
    schema = form("a", a=STRING, b=STRING, c={"type": "integer", "default": 7})
    content, typist = fill(schema, "", "=1", "", "", "y")
    assert content == {"a": 1, "c": 7}
    assert "  required" in typist.said
    assert typist.said[-1] == '{"a": 1, "c": 7}' or typist.said[-1] == '{"a":1,"c":7}'
    assert typist.asked == [
        "a (text, required): ", "a (text, required): ", "b (text, optional): ",
        "c (integer, default 7): ", "Send this? [y]es or [n]o: ",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sure", "is_sent"), [("y", True), ("YES", True), ("", True), ("n", False), ("what?", False)]
)
def test_only_a_yes_sends_it(sure: str, is_sent: bool) -> None:
    content, _ = fill(form(a=STRING), "", sure)
    assert content == ({} if is_sent else None)


def test_the_end_of_the_input_chooses_anew() -> None:
    assert fill(form(a=STRING))[0] is None
    assert fill(form(a=STRING), "")[0] is None, "at the last question"


@pytest.mark.parametrize("schema", [None, True, 5, {}, {"properties": 5}])
def test_what_is_no_form_has_no_fields(schema: Any) -> None:
    content, typist = fill(schema, "y")
    assert content == {}
    assert len(typist.asked) == 1


def test_lines_become_values_of_the_type_and_what_does_not_fit_is_said() -> None:
    schema = form(
        text=STRING, whole={"type": "integer", "maximum": 5}, number={"type": "number"},
        sure={"type": "boolean"}, no={"type": "boolean"}, any={},
    )  # fmt: skip
    content, typist = fill(
        schema, "12", "x", "7", "5", "1.50", "maybe", "Yes", "F", "false", "[1", '{"a":[]}', "y"
    )
    assert content == {"text": "12", "whole": 5, "number": 1.5, "sure": True, "no": False, "any": {"a": []}}
    said = [line.strip() for line in typist.said]
    assert said[1] == "type a number"
    assert "5" in said[2]
    assert said[3:6] == ["type yes or no", "type yes or no", "type JSON"]


def test_a_value_is_sent_as_it_is_after_an_equals_sign() -> None:
    content, typist = fill(form(a={"type": "integer"}, b=STRING), "=nonsense", '="x"', "==", "=null", "y")
    assert content == {"a": "x", "b": None}
    assert len(typist.said) == 4, "the heading, two mistakes, what is sent"


CHOICES: dict[str, Any] = {
    "type": "string",
    "oneOf": [{"const": "r", "title": "Red"}, {"const": "2", "title": "Blue"}, {"const": "g", "title": "g"}],
}


@pytest.mark.parametrize(
    ("typed", "value"), [("r", "r"), ("Red", "r"), ('"g"', "g"), ("1", "r"), ("2", "2"), ("3", "g")]
)
def test_a_choice_is_named_by_its_value_its_title_or_its_number(typed: str, value: str) -> None:
    content, typist = fill(form(c=CHOICES), typed, "y")
    assert content == {"c": value}
    assert typist.said[1:4] == ["  1  Red (r)", "  2  Blue (2)", "  3  g"]
    assert typist.asked[0] == "c (choice, optional): "


@pytest.mark.parametrize("typed", ["0", "4", "red", "-1"])
def test_what_is_none_of_the_choices_is_said(typed: str) -> None:
    content, typist = fill(form(c=CHOICES), typed, "", "y")
    assert content == {}
    assert f"  {typed} is not one of the choices" in typist.said


def test_several_choices_are_separated_by_commas() -> None:
    several = {"type": "array", "items": {"type": "string", "enum": ["a", "b", "c"]}, "maxItems": 2}
    content, typist = fill(form(s=several), "a, d", "a,2,c", "a, 2,", "y")
    assert content == {"s": ["a", "b"]}
    assert "  d is not one of the choices" in typist.said
    assert typist.asked[0] == "s (choices, separated by commas, at most 2 items, optional): "


def test_a_list_without_choices_is_typed_as_json() -> None:
    content, typist = fill(form(s={"type": "array", "items": STRING}), "a, b", '=["a"]', "y")
    assert content == {"s": ["a"]}
    assert typist.said[1] == "  type the list as JSON after =, such as =[1, 2]"


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ({"type": "string", "title": "Your name"}, "f [f] (text, optional)"),
        ({"type": "string", "title": "f"}, "f (text, optional)"),
        ({"type": "string", "format": "email"}, "f (email, optional)"),
        ({"type": "boolean", "default": False}, "f (yes or no, default false)"),
        ({"type": "number", "minimum": 1, "maximum": 5}, "f (number, 1 to 5, optional)"),
        ({"type": "integer", "minimum": 1}, "f (integer, at least 1, optional)"),
        ({"type": "integer", "exclusiveMaximum": 9}, "f (integer, at most 9, optional)"),
        ({"type": "string", "minLength": 2, "maxLength": 4}, "f (text, 2 to 4 characters, optional)"),
    ],
)
def test_a_question_says_what_fits(field: dict[str, Any], label: str) -> None:
    title = field.get("title", "f")
    wanted = label if title == "f" else label.replace("f [f]", f"{title} [f]", 1)
    assert fill(form(f=field), "", "y")[1].asked[0] == f"{wanted}: "


def test_a_description_of_the_server_is_marked_as_its_words() -> None:
    assert fill(form(a={**STRING, "description": "Who?"}), "", "y")[1].said[1] == "| Who?"
